"""The game that the examples of docs/layers.md stand on: no more than what they change, remove or react to."""

PEBBLES = {
    "pack.yaml": """\
id: pebbles
version: 1.0.0
title: {en: Pebbles, fr: Galets}
players: {min: 2, max: 4}
languages: [en, fr]
options:
  tile_set: {values: [plain, fancy], default: plain, text: {en: Tiles, fr: Tuiles}}
start: play the game
result: {score: my.popularity}
""",
    "model.yaml": """\
enums:
  good: [rice, metal]
  hue: [red, blue]
shared:
  vars: {round: {start: 1, max: 3}}
  zones:
    deck: {holds: hero, ordered: yes, visible: nobody}
    sky: {holds: weather, ordered: yes}
    fair: {holds: tile}
kinds:
  player:
    vars:
      stock: {each: good}
      coins: {}
      gold: {}
      popularity: {}
      storage: {max: 9}
      bill: {}
      levy: {type: truth}
    zones:
      hand: {holds: hero, visible: owner}
      purse: {holds: coin}
      row: {holds: weather}
  hero:
    fields: {cost: number, strength: {type: number, default: 0}, hue: {type: hue, default: red}}
  coin: {faces: 2, fields: {worth: number}}
  scoop: {fields: {size: number}}
  tile: {}
  weather: {vars: {lit: {type: truth, resets: round}}}
  boat: {fields: {speed: number}}
""",
    "cards/all.yaml": """\
hero:
  - {id: rice_broker, name: {en: Rice Broker, fr: Courtier du riz}, cost: 3, note: of old, source: designed}
  - {id: fence, name: {en: Fence, fr: Receleur}, cost: 2, source: designed}
  - {id: monk, name: {en: Monk, fr: Moine}, cost: 2, source: designed}
  - {id: gambler, name: {en: Gambler, fr: Joueur}, cost: 2, source: designed}
  - {id: baker, name: {en: Baker, fr: Boulanger}, cost: 2, source: designed}
coin:
  - id: penny
    count: 4
    source: designed
    faces:
      - {name: {en: Heads, fr: Face}, worth: 1}
      - {name: {en: Tails, fr: Pile}, worth: 2}
scoop:
  - id: scoop_{size}
    for_each: {size: [2, 3]}
    name: {en: "Scoop of {size}", fr: "Pelle de {size}"}
    size: "{size}"
    source: designed
""",
    "rules/rules.yaml": """\
- verb: play the game
  source: designed
  effect: |
    for each hero in heros:
      move hero to deck
    repeat 3 while round < 3:
      as each player:
        offer turn
      announce round_end
      begin round
      gain 1 round
- verb: recruit a unit
  text: {en: recruit a unit, fr: recrutez une unité}
  source: designed
  effect: draw 1 from deck to my.hand
- verb: "earn {amount: number}"
  text: {en: "earn {amount}", fr: "gagnez {amount}"}
  source: designed
  effect: gain amount gold
- verb: earn a wage
  text: {en: take 2 coins, fr: prenez 2 pièces}
  source: designed
  effect: gain 2 coins
- verb: "restore a relic by {p: player}"
  text: {en: "restore a relic for {p}", fr: "restaurez une relique pour {p}"}
  source: designed
  effect: gain 1 p.popularity
- action: search
  menu: turn
  name: {en: Search, fr: Chercher}
  source: designed
  effect: |
    recruit a unit
    earn my.reach
    restore a relic by me
- action: tax
  menu: turn
  name: {en: Tax, fr: Imposer}
  requires: my.rice > 0
  source: designed
  effect: earn a wage
- action: trade
  menu: turn
  name: {en: Trade, fr: Commercer}
  source: designed
  effect: gain my.income + my.luck gold
- {value: luck, of: player, source: designed, is: count(my.purse)}
- {value: outlook, of: player, source: designed, is: my.gold}
- {value: reach, of: player, source: designed, is: 2}
- {value: income, of: player, source: designed, is: "worth_of[rice]"}
- {table: worth_of, source: designed, values: {rice: 2}}
- {event: round_end, source: designed}
- {when: round_end, source: designed, effect: gain 1 rice}
""",
}
