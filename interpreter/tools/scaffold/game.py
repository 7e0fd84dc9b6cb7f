"""A whole small game to begin with: two kinds of turn, a row to choose from, an effect on everything in it."""

from __future__ import annotations

_PACK = """\
# Who the game is. Every file here is explained in docs/authoring.md; docs/language.md lists all keys and statements.
id: {id}
version: 0.1.0
title: {{en: "{title}"}}
players: {{min: 2, max: 4}}
languages: [en]
start: play the game            # the verb in rules/game.yaml that is the whole game
ready: take a turn              # scenarios start where this verb first asks
result:
  score: my.smiles              # the highest number wins
"""

_MODEL = """\
# What is on the table.
shared:
  zones:
    larder: {holds: dish, ordered: yes, visible: nobody}     # a pile nobody sees into
    counter: {holds: dish}                                   # an open row
kinds:
  player:
    vars:
      smiles: {}                                             # starts at 0
      herbs: {start: 2, max: 9}
  dish:
    plural: dishes
    fields:
      price: {type: number, min: 0, max: 9, show: yes}       # printed on each of them
    scripts: {effect: effect}                                # what each of them does
"""

_DISHES = """\
# The text of each is made from its script: `rulewright show {id} soup`.
dish:
  - id: soup
    name: {{en: Soup}}
    price: 1
    count: 3                      # so many of it
    source: designed              # or `rulebook`, with the id of its rule
    effect: gain 1 smiles

  - id: stew
    name: {{en: Stew}}
    price: 3
    count: 3
    source: designed
    effect: gain 3 smiles

  - id: feast
    name: {{en: Feast}}
    price: 5
    source: designed
    effect: |
      gain 4 smiles
      as each opponent:
        gain 1 smiles

  - id: salad
    name: {{en: Salad}}
    price: 2
    count: 2
    source: designed
    effect: |
      gain 1 smiles
      may:
        pay 1 herbs
        gain 2 smiles
"""

_RULES = """\
- verb: play the game
  source: designed
  effect: |
    for each dish in dishes:
      move dish to larder
    shuffle larder
    draw 4 from larder to counter
    repeat 4:
      as each player:
        take a turn

- verb: take a turn
  text: {en: take a turn}
  source: designed
  effect: offer turn                # one of the actions below; write `offer turn any number of times` for several

- action: gather
  menu: turn
  name: {en: Gather 2 herbs}
  source: designed
  effect: gain 2 herbs

- action: cook
  menu: turn
  name: {en: Cook a dish}
  requires: any(counter)
  source: designed
  effect: |
    choose dish from counter where price <= my.herbs
    pay dish.price herbs
    do dish.effect
    remove dish
    draw 1 from larder to counter
"""

_SCENARIO = """\
# What must hold, played out: `rulewright test {id}`.
- scenario: cooking costs herbs and does what the dish says
  source: designed
  given:
    - set p1.herbs to 9
    - move feast to counter
  when:
    - p1: [cook, feast]
  then:
    - p1.herbs is 4
    - p1.smiles is 4
    - p2.smiles is 1

- scenario: without herbs there is only gathering
  source: designed
  given:
    - set p1.herbs to 0
  run: take a turn                  # a choice with a single way is taken without asking
  then:
    - p1.herbs is 2
"""

_TEXT = """\
# Words for what the model declares; a map where there is one of it or many.
terms:
  larder: larder
  counter: counter
  smiles: {one: smile, many: smiles}
  herbs: {one: herb, many: herbs}
  dish: {one: dish, many: dishes}
  price: price
  effect: effect
"""


def game_files(name: str, title: str) -> dict[str, str]:
    """Write the files of a game, by their path."""
    return {
        "pack.yaml": _PACK.format(id=name, title=title),
        "model.yaml": _MODEL,
        "cards/dishes.yaml": _DISHES.format(id=name),
        "rules/game.yaml": _RULES,
        "scenarios/cooking.yaml": _SCENARIO.format(id=name),
        "text/en.yaml": _TEXT,
    }
