"""Everything the generator says by itself, English and French side by side.

What engine statements and functions say stands in their registry, what a pack's things are called in its terms; here are
the phrases that hold them together. The notation is that of `fill`: `{what}` is a hole, `{the what}`, `{a what}` and
`{in what}` put an article or preposition before it, `{gain|gains}` are the forms for you, for somebody else and (French)
the infinitive.
"""

from __future__ import annotations

from interpreter.prose.nouns import Noun

# By key, English first.
PHRASES: dict[str, tuple[str, str]] = {
    # ---- statements
    "choose": ("{choose|chooses} {what}", "{choisissez|choisit|choisir} {what}"),
    "may": ("{you may|may} {what}", "{vous pouvez|peut} {what}"),
    "may do": ("{you may|may} do this: {what}", "{vous pouvez|peut} faire ceci : {what}"),
    "any times": ("as often as you like, {what}", "autant de fois que vous voulez, {what}"),
    "if": ("if {cond}, {what}", "si {cond}, {what}"),
    "unless": ("unless {cond}, {what}", "sauf si {cond}, {what}"),
    "else": ("otherwise, {what}", "sinon, {what}"),
    "once": ("once: {what}", "une fois : {what}"),
    "twice": ("twice: {what}", "deux fois : {what}"),
    "times": ("{count} times: {what}", "{count} fois : {what}"),
    "as many times": ("repeat this, a number of times equal to {count}: {what}",
                      "répétez ceci, un nombre de fois égal à {count} : {what}"),
    "while": ("while {cond}, {what}", "tant que {cond}, {what}"),
    "for each": ("for {each}, {what}", "pour {each}, {what}"),
    "for each of them": ("for {each}, {what}", "pour {each}, {what}"),
    "several": ("{what}; {each}", "{what} ; {each}"),
    "does": ("{who} {what}", "{who} {what}"),
    "who does": ("{who}: {what}", "{who} : {what}"),
    "you do": ("you {what}", "vous {what}"),
    "require": ("only possible if {cond}", "possible seulement si {cond}"),
    "stop": ("stop there", "arrêtez-vous là"),
    "run": ("{use|uses} {the script}", "{utilisez|utilise|utiliser} {the script}"),
    "menu": ("{choose|chooses} an action: {what}", "{choisissez|choisit|choisir} une action : {what}"),
    "note": ("{note|notes} that {cond}", "{notez|note|noter} que {cond}"),
    "clear": ("{clear|clears} {the var}", "{effacez|efface|effacer} {the var}"),
    "become": ("{you become|becomes} {what}", "{vous devenez|devient} {what}"),
    # ---- labelled options
    "one": ("{choose|chooses} one: {what}", "{au choix|choisit|choisir} : {what}"),
    "any": ("as often as you like, choose one: {what}", "autant de fois que vous voulez, au choix : {what}"),
    "order": ("in any order: {what}", "dans l’ordre de votre choix : {what}"),
    "different": ("{choose|chooses} {count} of these: {what}",
                  "{choisissez|choisit|choisir} {count} de ces options : {what}"),
    "option": ("{label} – {what}", "{label} – {what}"),
    "option if": ("{what} (only if {cond})", "{what} (seulement si {cond})"),
    "or": ("; or ", " ; ou "),
    "next": ("; ", " ; "),
    # ---- amounts
    "equal": ("{many} equal to {amount}", "un nombre de {many} égal à {amount}"),
    "for every": ("{number} for {each}", "{number} pour {each}"),
    "plus for every": ("{number} plus {more} for {each}", "{number}, plus {more} pour {each}"),
    "per so many": ("{number} for every {items}", "{number} par tranche de {items}"),
    "either": ("{then} if {cond}[, otherwise {other}]", "{then} si {cond}[, sinon {other}]"),
    "reduced": ("{amount} minus {number}", "{amount} moins {number}"),
    "of it": ("{amount} of {what}", "{amount} de {what}"),
    "plus": ("{left} plus {right}", "{left} plus {right}"),
    "minus": ("{left} minus {right}", "{left} moins {right}"),
    "multiply": ("{left} times {right}", "{left} fois {right}"),
    "twice of": ("twice {right}", "le double de {right}"),
    "divide": ("{left} divided by {right} (rounded down)", "{left} divisé par {right} (arrondi à l’inférieur)"),
    "mod": ("the remainder of {left} divided by {right}", "le reste de {left} divisé par {right}"),
    "total over": ("the total of {what} for {each}", "le total de {what} pour {each}"),
    "highest over": ("the highest of {what} for {each}", "le maximum de {what} pour {each}"),
    "lowest over": ("the lowest of {what} for {each}", "le minimum de {what} pour {each}"),
    "by table": ("{the table} for {row}", "{the table} pour {row}"),
    # ---- conditions
    "you have": ("you have {what}", "vous avez {what}"),
    "you have not": ("you have {what}", "vous n’avez {what}"),
    "who has": ("{who} has {what}", "{who} a {what}"),
    "who has not": ("{who} has {what}", "{who} n’a {what}"),
    "there is": ("there is {what}", "il y a {what}"),
    "there are": ("there are {what}", "il y a {what}"),
    "there is not": ("there is {what}", "il n’y a {what}"),
    "you are": ("you are {what}", "vous êtes {what}"),
    "you are not": ("you are not {what}", "vous n’êtes pas {what}"),
    "is": ("{left} is {right}", "{left} est {right}"),
    "is not": ("{left} is not {right}", "{left} n’est pas {right}"),
    "equals": ("{left} is {right}", "{left} vaut {right}"),
    "equals not": ("{left} is not {right}", "{left} ne vaut pas {right}"),
    "reaches": ("{left} is at least {right}", "{left} vaut au moins {right}"),
    "exceeds": ("{left} is more than {right}", "{left} vaut plus que {right}"),
    "below": ("{left} is less than {right}", "{left} vaut moins que {right}"),
    "within": ("{left} is at most {right}", "{left} vaut au plus {right}"),
    "among": ("{left} is {right}", "{left} est {right}"),
    "not among": ("{left} is not {right}", "{left} n’est pas {right}"),
    "lies in": ("{left} is {in right}", "{left} est {in right}"),
    "lies not in": ("{left} is not {in right}", "{left} n’est pas {in right}"),
    "not": ("it is not true that {cond}", "il est faux que {cond}"),
    "always": ("always", "toujours"),
    "never": ("never", "jamais"),
    "aside": ("{left} is in the supply", "{left} est dans la réserve"),
    "not aside": ("{left} is in play", "{left} est en jeu"),
    "option set": ("the option “{what}” is chosen", "l’option « {what} » est choisie"),
    "option unset": ("the option “{what}” is not chosen", "l’option « {what} » n’est pas choisie"),
    # ---- more than another
    "more": ("{who} {have|has} more {what} than {other}", "{who} {avez|a} plus de {what} que {other}"),
    "less": ("{who} {have|has} fewer {what} than {other}", "{who} {avez|a} moins de {what} que {other}"),
    "as many": ("{who} {have|has} as many {what} as {other}", "{who} {avez|a} autant de {what} que {other}"),
    "no less": ("{who} {have|has} at least as many {what} as {other}",
                "{who} {avez|a} au moins autant de {what} que {other}"),
    "no more": ("{who} {have|has} at most as many {what} as {other}",
                "{who} {avez|a} au plus autant de {what} que {other}"),
    # ---- so many
    "exactly n": ("exactly {n}", "exactement {n}"),
    "at least n": ("at least {n}", "au moins {n}"),
    "more than n": ("more than {n}", "plus de {n}"),
    "less than n": ("fewer than {n}", "moins de {n}"),
    "at most n": ("at most {n}", "au plus {n}"),
    # ---- what tells things apart; each begins with its own space
    " with": (" with {what}", " avec {what}"),
    " without": (" without {a what}", " sans {one what}"),
    " and": (" and", " et"),
    " of which": (" of which you have {what}", " dont vous avez {what}"),
    " of that": (" of {what}", " de {what}"),
    " whose": (" whose {cond}", " dont {cond}"),
    " that": (" that {what}", " qui {what}"),
    " being": (" ({what})", " ({what})"),
    " not being": (" (not {what})", " (pas {what})"),
    " other than": (" other than {what}", " autre que {what}"),
    " if": (" (if {cond})", " (si {cond})"),
    " not on": (" not {in what}", " qui n’est pas {in what}"),
    " not yours": (" of another player", " d’un autre joueur"),
    " in supply": (" in the supply", " de la réserve"),
    " in play": (" in play", " en jeu"),
    " next to": (" next to {what}", " à côté de {what}"),
    " of choice": ("{ of your choice| of their choice}", "{ de votre choix| de son choix| de votre choix}"),
    " at random": (" at random", " au hasard"),
    # ---- persons and other fixed words
    "you": ("you", "vous"),
    "they": ("they", "il"),
    "nobody": ("nobody", "personne"),
    "none": ("none", "aucun"),
    "yes": ("yes", "oui"),
    "no": ("no", "non"),
    # ---- questions
    "asked": ("{head}: {what}", "{head} : {what}"),
    "ask one": ("choose one", "choisissez"),
    "ask range": ("{what} ({count})", "{what} ({count})"),
    "question": ("{what}?", "{what} ?"),
    "ask menu": ("What do you do?", "Que faites-vous ?"),
    # ---- reactions
    "when": ("when {event}, {what}", "quand {event}, {what}"),
    "when if": ("when {event}, if {cond}, {what}", "quand {event}, si {cond}, {what}"),
    "happens": ("“{event}” happens ({who})", "« {event} » se produit ({who})"),
    "a player": ("a player", "un joueur"),
    "line": ("{head}: {what}", "{head} : {what}"),
}  # fmt: skip

# Nouns of the engine; a term of the same name in the pack takes their place.
NOUNS: dict[str, tuple[Noun, Noun]] = {
    "player": (Noun("player", "players", counts=True), Noun("joueur", "joueurs", counts=True)),
    "opponent": (Noun("opponent", "opponents", counts=True), Noun("adversaire", "adversaires", counts=True)),
    "owner": (Noun("owner", "owners"), Noun("propriétaire", "propriétaires")),
    "left": (Noun("left neighbour", "left neighbours"), Noun("voisin de gauche", "voisins de gauche")),
    "right": (Noun("right neighbour", "right neighbours"), Noun("voisin de droite", "voisins de droite")),
    "seat": (Noun("seat", "seats"), Noun("place", "places", gender="f")),
    "face": (Noun("face", "faces"), Noun("face", "faces", gender="f")),
    "column": (Noun("column", "columns"), Noun("colonne", "colonnes", gender="f")),
    "row": (Noun("row", "rows"), Noun("rangée", "rangées", gender="f")),
    "number": (Noun("number", "numbers"), Noun("nombre", "nombres")),
}


def say(lang: str, key: str) -> str:
    """The phrase in a language; other languages than French read English."""
    return PHRASES[key][1 if lang == "fr" else 0]


def engine_noun(lang: str, key: str) -> Noun | None:
    """A noun of the engine."""
    found = NOUNS.get(key)
    return found[1 if lang == "fr" else 0] if found else None
