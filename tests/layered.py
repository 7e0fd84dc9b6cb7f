"""Small packs on packs, written into a folder: a base game, and expansions given as files."""

from interpreter.play.pack import check_source
from interpreter.source import Together, read_pack

WORDS = ("check/missing-term", "check/spelled-out")
"""What is said of packs whose words nobody has written: tests about something else do without."""

BASE = {
    "pack.yaml": """\
id: base
version: 1.2.0
title: {en: Base, fr: Base}
players: {min: 2, max: 3}
languages: [en]
options:
  size: {values: [small, large], default: small}
modes:
  calm: {text: {en: Calm}, options: {size: small}}
start: play the game
result: {score: my.gold}
""",
    "model.yaml": """\
enums:
  good: [rice, metal]
  hue: {values: [red, blue], plural: hues}
shared:
  vars: {round: {start: 1, max: 9}}
  zones: {deck: {holds: hero, ordered: yes, visible: nobody}}
kinds:
  player:
    vars: {gold: {max: 30}, stock: {each: good}}
    zones: {hand: {holds: hero, visible: owner}}
  hero:
    fields: {cost: number, hue: {type: hue, default: red}}
    scripts: {effect: effect}
  sack:
    fields: {holds: good}
    scripts: {effect: effect}
  coin:
    faces: 2
    fields: {worth: number}
    scripts: {effect: effect}
""",
    "cards/all.yaml": """\
hero:
  - {id: baker, name: Baker, cost: 3, source: designed, effect: gain 1 gold for work}
  - {id: smith, name: Smith, cost: 4, hue: blue, source: designed, effect: gain 2 gold for work}
sack:
  - id: sack_{good}
    for_each: {good: good}
    name: "Sack of {good}"
    holds: "{good}"
    source: designed
    effect: gain 1 {good}
coin:
  - id: penny
    source: designed
    faces:
      - {name: Heads, worth: 1, effect: gain 1 gold for work}
      - {name: Tails, worth: 2, effect: gain 2 gold for work}
""",
    "rules/game.yaml": """\
- verb: play the game
  source: designed
  effect: |
    for each hero in heros:
      move hero to deck
    shuffle deck
    as each player:
      draw 1 from deck to my.hand
    repeat 3 while round < 4:
      as each player:
        take a turn
      gain 1 round
- verb: take a turn
  text: {en: take a turn}
  source: designed
  effect: offer turn
- verb: "earn {amount: number} [twice]"
  text: {en: "earn {amount}"}
  source: designed
  effect: gain amount gold for work
- action: work
  menu: turn
  name: Work
  source: designed
  effect: earn 1
- action: play_card
  menu: turn
  name: Play a hero
  requires: any(my.hand)
  source: designed
  effect: |
    choose hero from my.hand
    do hero.effect
    move hero to deck
- value: wealth
  of: player
  source: designed
  is: my.gold + worth_of[rice]
- table: worth_of
  source: designed
  values: {rice: 2, metal: 3}
- table: steps
  source: designed
  values: [1, 3, 6]
- event: pay_day
  source: designed
- when: pay_day
  source: designed
  effect: gain 1 gold for work
""",
    "text/en.yaml": """\
terms:
  good: good
  rice: rice
  metal: metal
  hue: hue
  red: red
  blue: blue
  round: round
  deck: deck
  gold: gold
  stock: stock
  hand: hand
  hero: hero
  sack: sack
  coin: coin
  work: Work
  wealth: wealth
  small: small
  large: large
""",
}


def manifest(name, requires=None, more="", version="0.1.0"):
    """The manifest of an expansion."""
    wanted = requires if requires is not None else {"base": ">=1, <2"}
    listed = ", ".join(f'{one}: "{range_}"' for one, range_ in wanted.items())
    return f"id: {name}\nversion: {version}\ntitle: {{en: {name}}}\nrequires: {{{listed}}}\n{more}"


def write(folder, packs):
    """Write packs side by side; a pack is its files, or nothing but the manifest; `base` is there unless given."""
    for name, given in {"base": BASE, **packs}.items():
        files = {"pack.yaml": manifest(name), **given} if name != "base" else given
        for path, content in files.items():
            place = folder / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content, encoding="utf-8")
    return folder


def source(folder, *names):
    """Read packs together; the first is the one asked for."""
    return read_pack(Together(str(folder / names[0]), tuple(str(folder / one) for one in names[1:])))


def pack(folder, *names):
    """Read packs together and check them."""
    return check_source(source(folder, *names))


def told(found):
    """Diagnostics as short lines: code, message, places as file:line."""
    return [f"{one.code}: {one.message} @ {places(one)}" for one in found]


def places(one):
    labels = (one.label, *one.notes)
    return ", ".join(f"{_short(label.span.file)}:{label.span.line}" for label in labels)


def _short(file):
    """The name of the pack, and the name of the file."""
    parts = file.split("/")
    return "/".join(parts[-3 if parts[-2] in ("cards", "rules", "text", "scenarios") else -2 :])
