"""A pack in which every statement of the engine touches the bottom piece of a pile, whatever the pile is."""

SCRIPTS = {
    "gain": "gain 2 token.uses",
    "lose": "gain 2 token.uses\nlose 1 token.uses",
    "pay": "gain 2 token.uses\npay 1 token.uses",
    "set_var": "set my.idea to token\nset hint to token\nset token.uses to 3\nset token.friend to token",
    "move": "move token to me.left.hand",
    "move_all": "move all from pile to spare",
    "put_under": "put token under deck\nput token under heap",
    "remove": "remove token\nremove token",
    "draw": "draw 1 from pile to spare\ndraw 2 from heap to spare",
    "shuffle": "shuffle pile",
    "roll": "roll pile",
    "flip": "flip token\nflip token",
    "reveal": "reveal token",
    "show": "show token to me\nshow token to me.left",
    "begin": "gain 1 token.uses\nbegin turn",
    "end_game": "gain 1 token.uses\nend the game",
    "win_game": "gain 1 token.uses\nwin the game",
}
ZONES = {
    "hand": ("player.hand", "{holds: token, visible: owner}"),
    "deck": ("shared.deck", "{holds: token, ordered: yes, visible: nobody}"),
    "bag": ("shared.bag", "{holds: token, visible: nobody}"),
    "heap": ("shared.heap", "{holds: token, ordered: yes, visible: top}"),
    "slot": ("shared.slot", "{holds: token, capacity: 1, visible: nobody}"),
    "table": ("shared.table", "{holds: token}"),
}
WORDS = ["alder", "birch", "cedar", "elm", "fir", "gum", "hazel", "ivy", "juniper", "kauri", "larch", "maple", "oak"]


def by_line():
    """The scripts of each statement line by line, so that no line has the leave of the one before: `gain a`, `lose a`, `lose b`."""
    return {f"{name} {'abcdef'[i]}": line for name, text in SCRIPTS.items() for i, line in enumerate(text.splitlines())}


def write(folder, scripts=SCRIPTS):
    """A pack with a zone of every kind, a few tokens in each, and a verb for every script."""
    zones = {key: text for key, (_, text) in ZONES.items() if key != "hand"}
    (folder / "cards").mkdir()
    (folder / "rules").mkdir()
    (folder / "text").mkdir()
    (folder / "pack.yaml").write_text(
        "id: veil\nversion: 1.0.0\ntitle: {en: Veil}\nplayers: {min: 2, max: 2}\nlanguages: [en]\n"
        "start: play the game\nresult: {score: my.points}\n"
    )
    shared = "".join(f"    {key}: {text}\n" for key, text in zones.items())
    (folder / "model.yaml").write_text(
        f"shared:\n  vars:\n    hint: token\n  zones:\n{shared}    spare: {{holds: token, visible: nobody, resets: turn}}\n"
        "kinds:\n  player:\n    vars:\n      points: {}\n      idea: token\n"
        f"    zones:\n      hand: {ZONES['hand'][1]}\n"
        "  token:\n    faces: 2\n    vars:\n      uses: {resets: turn}\n      friend: token\n"
        "      pips: {start: 1, min: 1, max: 6}\n    rolls: pips\n"
    )
    cards = "".join(
        f"  - id: {word}\n    source: designed\n    name: {{en: {word.title()}}}\n"
        f"    faces:\n      - name: {{en: {word.title()}}}\n      - name: {{en: {word.title()} turned}}\n"
        for word in WORDS
    )
    (folder / "cards" / "tokens.yaml").write_text(f"token:\n{cards}")
    terms = ["points", "hint", "idea", "hand", "spare", "token", "uses", "friend", "pips", *zones]
    (folder / "text" / "en.yaml").write_text("terms:\n" + "".join(f"  {term}: the {term}\n" for term in terms))
    verbs = "".join(
        f'- verb: "try {name} on {{pile: zone of token}}"\n  source: designed\n  effect: |\n'
        + ("    let token = first(pile)\n" if "token" in script else "")
        + "".join(f"    {line}\n" for line in script.splitlines())
        for name, script in scripts.items()
    )
    (folder / "rules" / "rules.yaml").write_text(
        "- verb: play the game\n  source: designed\n  effect: |\n"
        "    for each token in tokens:\n      move token to deck\n    shuffle deck\n"
        "    as each player:\n      draw 2 from deck to my.hand\n"
        "    draw 2 from deck to bag\n    draw 2 from deck to heap\n    draw 1 from deck to slot\n"
        "    draw 2 from deck to table\n    choose n from range(1, 2)\n    gain n points\n" + verbs
    )
    return folder
