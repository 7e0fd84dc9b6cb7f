"""What the language reference says about names, types and the keys of a pack's files; `reference.py` prints it.

The keys themselves, which of them are needed and what they hold come from `schemas/`. Here stands only their meaning.
Where a schema describes a key itself, nothing need stand here. A key without a meaning, or a meaning without a key, stops
the printing.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language, what it means, and a value that uses it."""

    word: str
    doc: str
    example: str


NAMES = (
    Word("me", "The player who acts.", "me"),
    Word("my", "The same, before a dot.", "my.wood"),
    Word(
        "this", "In a script of a thing or a value of a kind: that thing. Its properties need no `this.`.", "this.cost"
    ),
    Word(
        "it",
        "The element itself, inside `where` and in functions over a set; what it has goes by its bare name.",
        "count(my.hand where it is not fool)",
    ),
    Word(
        "NAME of a choice", "Inside the `where` of a choice, the element goes by the name that is chosen.", "card.cost"
    ),
    Word("players", "All players, in the order of their seats. In `in_play` it is their number.", "count(players)"),
    Word("opponents", "The other players, clockwise from `me`.", "opponents"),
    Word("everyone", "The players and the neutrals of the pack.", "everyone"),
    Word("neutral", "The first neutral, who owns pieces and never decides.", "neutral"),
    Word("player_count", "How many players there are.", "player_count"),
    Word("option.NAME", "An option the players agreed on.", "option.fast"),
    Word("PLURAL of a kind", "Everything of this kind that is in the game.", "count(places)"),
    Word("PLURAL of an enum", "All values of the enum.", "count(goods)"),
    Word(
        "VALUE of an enum",
        "The value itself; with its enum before it where two enums have it, or the table has a counter for it.",
        "shade.dark",
    ),
    Word("ID of a thing", "The thing itself; `KIND.ID` where two kinds have it and no local is called KIND.", "sage"),
    Word("ID of an item", "The thing itself, if there is exactly one.", "hill.worth"),
    Word("var or zone of `shared`", "What lies on the table goes by its bare name.", "round + count(display)"),
    Word("VALUE of the pack", "A value of no kind goes by its bare name.", "count(free_spots)"),
    Word(
        "KIND(COLUMN, ROW)",
        "The place of a grid in this column and row, counted from 1 at the top left; outside there is none.",
        "cell(3, 2)",
    ),
    Word("directions", "In a pack with a grid: the eight of them, clockwise from `north`.", "count(directions)"),
    Word("straight_directions", "`north`, `east`, `south` and `west`.", "straight_directions"),
    Word(
        "diagonal_directions",
        "`northeast`, `southeast`, `southwest` and `northwest`.",
        "count(diagonal_directions)",
    ),
    Word("excess", "In an `overflow` script: what did not fit.", "excess"),
)

DOTS = (
    Word("field, var, zone", "What the kind declares in model.yaml.", "card.cost"),
    Word("VALUE of an `each` var", "The counter of this value, of the first such row.", "my.wood"),
    Word("value of the pack", "A `value` that is `of` this kind.", "my.wealth"),
    Word("number or truth script", "The value that the item computes.", "card.bonus"),
    Word("effect script", "Whether the item has one: `do` would do something.", "card.effect"),
    Word("host kind", "The host of the zone a piece lies in, or none; also the wholes it is part of.", "marker.place"),
    Word("whole", "What a `part_of` thing is part of.", "spot.place"),
    Word("plural of a part", "The parts of a thing.", "count(place.spots)"),
    Word("plural of a piece", "Of a player: the pieces of a `per_player` kind they own.", "my.markers"),
    Word("name of a piece", "Of a player, with `per_player: 1`: the only one.", "my.helper"),
    Word("owner", "Of a `per_player` piece: the player it belongs to.", "marker.owner"),
    Word("aside", "Whether a piece lies in no zone. All pieces start aside.", "my.markers where aside"),
    Word("face", "Of a piece with faces: 1, 2, …", "token.face"),
    Word("left, right", "Of a player: the next one clockwise, and the one before.", "me.left"),
    Word("seat", "Of a player: 0, 1, …", "me.seat"),
    Word("column, row", "Of a place in a grid: 1, 2, …", "cell.column + cell.row"),
    Word("neighbours", "Of a place in a grid: the places that share an edge.", "count(cell.neighbours)"),
    Word("diagonals", "Of a place in a grid: the places that share only a corner.", "count(cell.diagonals)"),
    Word("around", "Of a place in a grid: the places that share an edge or a corner.", "count(cell.around)"),
    Word(
        "KIND(COLUMN, ROW)",
        "Of a player, where each has a grid: the place of it in this column and row, or none.",
        "cell(1, 2)",
    ),
)

TYPES = (
    ("number", "A whole number; 0 where nothing is given. A var keeps within ±1,000,000."),
    ("truth", "`yes` or `no`; `no` where nothing is given."),
    ("player", "A player, or none."),
    ("ENUM", "A value of an enum of model.yaml, or none."),
    ("direction", "In a pack with a grid: `north`, `northeast`, `east` and so on clockwise, or none. North is up."),
    ("KIND", "A thing of a kind of model.yaml, or none."),
    ("set of TYPE", "Any number of values, in order. `any(set)`: it has something; `set is empty`: it has nothing."),
    ("zone of KIND", "A container of pieces. Where a set is wanted, its pieces, bottom first."),
)

Keys = dict[str, str]

SOURCE = (
    "`rulebook` (then `rule` is needed) or `designed`; needed, unless pack.yaml or the file of cards says it for all"
)
RULE = "the id of the rule it comes from, or a list of ids"
TEXT = "a note in words, for readers"
OWN_WORDS = (
    "words of its own instead of those made from its scripts, by language; `{SCRIPT: {en: …}}` for one script, `when` and "
    "`standing` for those; held against what the scripts do"
)
PRESENT = "`with PACK` or `without PACK`: whether it is there depends on another pack (see layers.md)"
CHANGE = "what a pack on other packs changes in them (see layers.md)"
REMOVE = "what a pack on other packs takes away from them (see layers.md)"

PACK: Keys = {
    "id": "the name of the pack",
    "version": "like `0.1.0`",
    "title": "the title of the game, by language",
    "description": TEXT,
    "authors": "who made it",
    "license": "how it may be used",
    "source": "where its cards and rules come from, unless they or their file say otherwise: `rulebook` or `designed`",
    "players": "`min` and `max`: how many can play",
    "languages": "the languages with a file in text/",
    "engine": "which versions of Rulewright can play it",
    "requires": "the packs it stands on: name → range of versions like `>=0.1, <1` (see layers.md)",
    "changes_rules": "rule ids of packs below that it changes: `verify` lists scenarios that fail because of it apart",
    "options": "what the players agree on before the game: `option.NAME` in scripts, `--NAME VALUE` on the command line",
    "modes": "name → mode: ways to play; `--mode NAME` starts one",
    "start": "the verb that is the whole game",
    "ready": "the verb in which the first real choice is made, itself or in a verb it calls; scenarios start there",
    "result": "who wins",
    "neutrals": "number of players → how many neutrals own pieces then; with 2 players the term `neutral_2` names them",
    "change": CHANGE,
    "remove": REMOVE,
}
RESULT: Keys = {
    "score": "a number for each player as `me`",
    "lowest_wins": "`yes`: the lowest score wins, not the highest",
    "ties": "numbers compared in order when scores are equal; still equal: a shared victory",
    "estimate": "what a position is worth to `me`, for bots that look ahead; the score if left out",
    "neutrals": "the numbers of players with which neutrals are ranked, too",
}
OPTION: Keys = {
    "default": "the value if nobody says otherwise; yes or no when there are no `values`",
    "values": "the words to choose from",
    "text": "what it means, by language",
}
MODE: Keys = {
    "players": "for how many players it is; any number if left out",
    "options": "the options it sets: name → value",
    "text": "what it is, by language",
}
MODEL: Keys = {
    "enums": "name → list of values; or name → `values` and `plural`",
    "shared": "`vars` and `zones` of the table itself",
    "kinds": "name → kind; `player` is always there",
    "change": CHANGE,
    "remove": REMOVE,
}
KIND: Keys = {
    "fields": "constants that each item gives in cards/",
    "vars": "values that change during the game",
    "zones": "containers that hold pieces of one kind",
    "scripts": "name → `effect` (statements), `number` or `truth` (a value), given by each item",
    "part_of": "the kind it is part of; each item names its whole",
    "plural": "the word for all of them, if it is not the name with an `s`",
    "per_player": "a number: so many pieces for each player, without items; `yes`: every item once for each player",
    "faces": "how many faces a piece has; fields and scripts may differ by face",
    "rolls": "the var that `roll` gives a random value within its bounds",
    "listens": "the zone of a player in which items with `when` react; left out: wherever they lie, on a board as well",
    "grid": "`columns` and `rows`: one place for each cell; with `per_player: yes` beside it, a board for each player",
    "quiet": "leave its things out of the board",
    "text": TEXT,
}
VAR: Keys = {
    "type": "its type; `NAME: TYPE` is short for it; a number if left out",
    "each": "an enum: one counter for each of its values, `my.NAME[value]` or `my.value`",
    "start": "the value at the start",
    "min": "the lowest value: `pay` cannot go below it, `lose` stops there; 0 if left out, none for the table",
    "max": "the highest value: `gain` stops there",
    "overflow": "a script for what goes beyond `max`; `excess` is how much",
    "resets": "a span, for example `turn`: `begin turn` sets it back to its start",
    "visible": "who sees it: all, its owner, or (`sealed`) all but while players choose secretly",
    "quiet": "leave it out of the log and the board",
    "text": TEXT,
}
ZONE: Keys = {
    "holds": "the kind of its pieces",
    "ordered": "whether it is a pile; the last piece is the top",
    "capacity": "how many pieces fit; with 1 it is a slot and stands for its piece",
    "visible": "who sees its pieces: all, its owner, nobody, or only the top by all",
    "backs": "whose public fields can be seen of hidden pieces: `all`, `top` (only the top one), `none`",
    "resets": "a span, for example `deal`: `begin deal` puts its pieces aside, front side up",
    "quiet": "leave it out of the log and the board",
    "text": TEXT,
}
FIELD: Keys = {
    "type": "its type; `NAME: TYPE` is short for it",
    "default": "the value of items that leave it out; without a default every item must give it",
    "min": "the lowest number allowed",
    "max": "the highest number allowed",
    "show": "show it beside the name of the thing",
    "public": "seen by all, even while the piece itself is hidden",
    "combine": "`highest` or `lowest`: which of several standing changes that set it counts (see layers.md)",
    "text": TEXT,
}
TEMPLATE: Keys = {
    "for_each": "name → list, or the plural of an enum: one for each combination; `{NAME}` is replaced everywhere in it",
    "for_rows": "list of maps: one for each row; a key that stands somewhere as `{NAME}` fills it, any other is a key of "
    "the thing itself, in the place of what the template says there",
}
CARD: Keys = {
    "id": "its name in scripts; with `for_each` it holds the `{NAME}`s",
    "name": "what players read, by language",
    "source": SOURCE,
    "rule": RULE,
    "count": "how many copies; 1 if left out",
    **TEMPLATE,
    "in_play": "a condition decided before the game, on `players` and `option.NAME`; `with PACK and …` (see layers.md)",
    "faces": "list of faces, each with its own name, fields and scripts",
    "when": "`EVENT` or `after VERB`, and `where CONDITION` behind it: the item reacts where its kind `listens`, or "
    "wherever it lies; `me` is the player it lies with, or else who acts",
    "effect": "what happens then; otherwise the script `effect`, if the kind has one",
    "standing": "list of changes that hold while the item is awake, see layers.md",
    "note": TEXT,
    "text": OWN_WORDS,
}
STANDING: Keys = {
    "value": "what is changed: a value or a field, as `wealth`, `player.wealth` or `card.cost`",
    "set": "what it is then",
    "add": "how much more it is; a number below 0 makes it less",
    "times": "what it is multiplied by",
    "at_least": "no lower than this",
    "at_most": "no higher than this",
    "forbid": "an action that is not open",
    "allow": "an action that is open, whatever it requires; what forbids it goes before",
    "while": "when the source is awake; left out: while it lies somewhere; `this` is the item",
    "where": "for whom, or for which thing: `me` is the player whose value it is, `it` the thing",
}
FACE: Keys = {
    "name": "the name of this face, by language",
    "effect": "the script `effect` of this face",
    "text": OWN_WORDS,
}
VERB: Keys = {
    "verb": "its phrase",
    "text": "what it says on cards, by language; `{NAME}` is a parameter, `[…]` is left out with its part of the phrase; "
    "English is the phrase itself if left out; without any text, what it does is told",
    "effect": "what it does",
    "begins": "a span that it is, for example `turn`: it does `begin turn` first, and `end turn` anywhere below leaves it; "
    "an option around it is complete where it begins, and inside it choices are judged by themselves",
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
VALUE: Keys = {
    "combine": "`highest` or `lowest`: which of several standing changes that set it counts (see layers.md)",
    "value": "its name",
    "of": "the kind it belongs to; for `player`, `me` is that player, otherwise `this` is the thing",
    "with": "its parameters: name → type",
    "is": "the value",
    "show": "show it on the board, beside the thing it belongs to",
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
TABLE: Keys = {
    "table": "its name: `NAME[value]`",
    "values": "a list of numbers, counted from 0, the last one for everything beyond; or enum value → number",
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
ACTION: Keys = {
    "action": "its id",
    "menu": "the menu it belongs to: `offer MENU`",
    "name": "what players read, by language",
    "why": "what a player is told who asks why it is not open while `requires` does not hold; else the condition is told",
    "limit": "`once per SPAN`, `twice per SPAN` or `3 times per SPAN`, counted anew after `begin SPAN`",
    "must": "`done` is not offered while this is possible; needs a `limit`",
    "requires": "a condition; `why` shows it with its values when it fails",
    "effect": "what it does",
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
EVENT: Keys = {
    "event": "its phrase: `announce PHRASE` raises it",
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
WHEN: Keys = {
    "when": "`EVENT` or `after VERB`, and `where CONDITION` behind it; tried once for each player as `me`, "
    "clockwise from who acts",
    "id": "a name, so that other packs can change it",
    "effect": "what happens",
    "name": TEXT,
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
WHENEVER: Keys = {
    "whenever": "a condition on the table; looked at after every statement that could change it",
    "for": "`player`: looked at for each player as `me`",
    "id": "a name, so that other packs can change it",
    "effect": "what happens the moment it holds",
    "name": TEXT,
    "text": TEXT,
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
ACHIEVEMENT: Keys = {
    "achievement": "its id; also a truth value of each player, so that scripts and scenarios can ask for it",
    "name": "what players read, by language",
    "text": "more about it, by language",
    "players": "for how many players it counts; any number if left out",
    "options": "with which options it counts: name → value",
    "by": "an option: it can be achieved once for each value of it",
    "is": "a condition on `me`, judged when a game has ended",
    "source": SOURCE,
    "rule": RULE,
    **TEMPLATE,
    "in_play": PRESENT,
}
SCENARIO: Keys = {
    "scenario": "what it shows, in a sentence",
    "rule": "the rules it tests: `rulewright coverage` counts them",
    "source": SOURCE,
    "players": "how many; the fewest of the pack if left out",
    "seed": "the seed of the game; 1 if left out",
    "options": "options of the pack: name → value",
    "from": "`ready`: after set-up, at the verb that pack.yaml calls `ready`; `blank`: an untouched table",
    "given": "statements that change the position; p1, p2, … are the players; they may not ask",
    "run": "statements to run on their own; without it the game goes on from where it rests",
    "as": "who is `me` in `given`, `run` and `then`; p1 if left out",
    "when": "the picks in order, `p1: KEY` or `p1: [KEY, KEY]`; a key is a label, an id, a value, `done`, `yes` or `no`",
    "then": "conditions that must hold",
    "offered": "keys that the choice now due must offer",
    "not_offered": "keys that it must not offer",
    "impossible": "`yes`: `run` must be impossible",
    "over": "whether the game must have ended, or the reason that `end the game for` gave; not beside `run`",
    "winners": "who wins if the game ends now",
    "holds_before": "why all it demands holds before anything happens, for `rulewright test --strict`",
    "text": TEXT,
    "in_play": PRESENT,
}
MARK: Keys = {
    "file": "where the mutant is, as `rulewright mutate` prints it, without the pack",
    "in": "what is changed, as it prints it: `verb draw a card`",
    "before": "the line behind `-`",
    "after": "the line behind `+`",
    "nth": "which one, if the same line stands there several times; all of them if left out",
    "reason": "why no game could show the difference",
}
TABLE_FILE: Keys = {
    "regions": "parts of the table: name → what is said of it, see below; a term of that name is its title",
    "first": "what a small screen shows first: a region, `board`, `mine` or `others`",
    "moves": "what the log calls moves of pieces: a name of your own → from where to where, and words, see below",
    "headings": "headings of the log: a span that scripts begin → its words, with `{n}` for how often it has begun",
}
TABLE_MOVE: Keys = {
    "from": "where a piece comes from: a zone with its host, like `player.hand`, or `supply`; anywhere if left out",
    "to": "the zone it goes to",
    "says": "what whoever does it does, as behind a name: `builds {what} on {place}`; not told at all if left out; what "
    "was paid stands behind it, or where `{price}` is",
    "free": "nothing is ever paid for it: what was paid before it is for what comes next; no if left out",
}
TABLE_REGION: Keys = {
    "in": "where it stands: in the middle, with who looks, with the others, or below what one has; else the middle",
    "group": "zones of the table and kinds of places in it, in this order; `{add: […]}` adds to a region of a pack below",
    "size": "how wide and high it is, in units of its own: then kinds in it may say `at` and `size`",
    "flow": "how what lies in it goes on",
    "slim": "one low line of small pieces: the names of its zones stand beside what lies there",
}
TABLE_KIND: Keys = {
    "in": "the region in which its places stand",
    "at": "where: for places in a region with a size, item → left and top; for parts, where in their host they begin",
    "size": "how wide and high a place is, in units of its region; its zones and parts may then say `at` in these units",
    "shape": "the outline",
    "flow": "how its things go on, one after another or one below the other",
    "columns": "how many of its places stand side by side",
    "label": "the field that is written on it, in place of its name",
    "colour": "the field that gives its colour, or a colour for each value of one; of `player`, the var "
    "with the colour that the player chose, or a colour for each of its values",
    "icon": "the sign on it; or a map, item or value of a field → sign",
    "picture": "a picture of the pack's own on it, see [table.md](table.md); or a map, item or value of a field → picture",
}
TABLE_MEMBER: Keys = {
    "at": "where in its host it begins, if that has a `size`",
    "flow": "how its pieces lie",
    "icon": "the sign beside a number, or in place of the word for a shown field; for a var with `each`, value → sign",
    "track": "draw a number as a track, up to so many steps",
    "fold": "folded away until somebody opens it",
    "wide": "what lies in it has a line of its own",
}
STUDY: Keys = {
    "study": "its name",
    "players": "how many",
    "options": "options of the pack: name → value",
    "games": "how many games its bars are meant for; 2,000 if left out",
    "note": "a remark for the page",
    "figures": "what is counted, see below",
    "in_play": PRESENT,
}
FIGURE: Keys = {
    "figure": "its name",
    "note": "a remark for the page, for instance what the figure is worth",
    "each": "a kind: the figure is told for each thing of it, which is `this`; `player`: for each seat",
    "among": "only things for which this holds at the end of a game",
    "per": "`player`: every player of every game is a sample, as `me`; `game`: every game is one",
    "had": "which samples count; all if left out",
    "rate": "a condition: the share of the samples that count for which it holds, in percent",
    "lift": "a condition: how much larger this share is than among the samples that do not count, in points",
    "mean": "a number: its average over the samples that count",
    "at": "`had` and `mean` are looked at when this first holds while somebody is to choose; at the end if it never does",
    "since": "what `mean` was when this first held is taken off; where it never holds, the sample does not count",
    "min": "the bar: no lower than this",
    "max": "no higher than this",
    "within": "no further than this from the share over everything",
    "rising": "`yes`: each higher than the one before, in the order of the pack",
}
TEXT_FILE: Keys = {"terms": "id → term, for every id that players see", "change": CHANGE, "remove": REMOVE}
TERM: Keys = {
    "at": 'the preposition of a place, if not the usual one; `"on"` needs quotes, because YAML has its own idea of it',
    "many": "several of them; it makes the term something one has so many of",
}
TEMPLATES = (
    ("`{x}`", "what stands for the parameter x"),
    ("`{the x}`, `{a x}`, `{many x}`", "the same with this article, or in the plural"),
    ("`{in x}`", "the same with the preposition of the place"),
    ("`{n x}`", "n times x, in the right number"),
    ("`[…]`", "left out when a parameter inside it is left out"),
    ("`{gain\\|gains}`", "forms of a verb: for you, for somebody else, and the infinitive where it differs"),
    (
        "`{n} coins`, `{n} (mouse\\|mice)`, `{n} word(s)`",
        "a plural of a term, a word written for one and for several, or one with `(s)`, agrees with the number before it",
    ),
)
