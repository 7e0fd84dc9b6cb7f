"""The table of German phrases.

`PROSE`, `STATEMENTS`, `LEVELS`, `TO_SELF`, `FUNCTIONS` and `OVER` are templates in the notation of
`interpreter/prose/fill.py`; in the other tables `{name}` is what is told, and `{name:of}` a name in a form that the
grammar makes (`Grammar.formed`).

Holes say their case: `akk`, `dat`, `gen`. Conditions have their verb at the end, since they always follow a "wenn", "dass"
or "deren"; what follows a condition stands behind a colon, so that its verb may stay where it is. Statements have two holes
for their verb: in front as a request or for somebody (`{nimm |nimmt |}`), at the end as an infinitive (`{|| nehmen}`).
"""

from interpreter.languages.de.grammar import GRAMMAR
from interpreter.languages.nouns import Noun

PROSE: dict[str, str] = {
    "choose": "{wähle |wählt |}{what:akk}{|| wählen}",
    "choose next": "{wähle |wählt |}als Nächstes {what:akk}{|| wählen}",
    "may": "{du darfst|darf} {what}",
    "may do": "{du darfst|darf} dies tun: {what}",
    "any times": "so oft du willst: {what}",
    "if": "wenn {cond:nom}: {what}",
    "unless": "außer wenn {cond:nom}: {what}",
    "else": "sonst: {what}",
    "once": "einmal: {what}",
    "twice": "zweimal: {what}",
    "times": "{count}-mal: {what}",
    "as many times": "wiederhole dies so oft, wie diese Zahl sagt – {count}: {what}",
    "while": "solange {cond:nom}: {what}",
    "for each": "für {each:akk}: {what}",
    "for each in any order": "für {each:akk}, in beliebiger Reihenfolge: {what}",
    "for each of them": "für {each:akk}: {what}",
    "several": "{what}; {each}",
    "does": "{who} {what}",
    "who does": "{who}: {what}",
    "you do": "für dich gilt: {what}",
    "require": "nur möglich, wenn {cond:nom}",
    "nothing": "nichts",
    "secretly": "geheim: {what}",
    "at once": "alles auf einmal: {what}",
    "stop": "höre hier auf",
    "end span": "{the span} endet sofort",
    "so many": "so viele",
    "say": "{sage|sagt|sagen}: {words}",
    "say to you": "nur du erfährst: {words}",
    "run": "{nutze |nutzt |}{the script:akk}{|| nutzen}",
    "menu": "{wähle |wählt |}eine Aktion{|| wählen}: {what}",
    "note": "{merke dir|merkt sich|sich merken}, dass {cond:nom}",
    "clear": "{lösche |löscht |}{the var:akk}{|| löschen}",
    "become": "{du wirst|wird} {what}",
    "one": "{wähle eines|wählt eines|eines wählen}: {what}",
    "any": "so oft du willst, wähle eines: {what}",
    "order": "in beliebiger Reihenfolge: {what}",
    "different": "{wähle |wählt |}{count} davon{|| wählen}: {what}",
    "option": "{label} – {what}",
    "option if": "{what} (nur wenn {cond:nom})",
    "or": "; oder ",
    "next": "; ",
    "equal": "so viele {many}, wie {amount:nom} beträgt,",
    "for every": "{number} für {each:akk}",
    "plus for every": "{number} und {more} mehr für {each:akk}",
    "per so many": "{number} je {items}",
    "either": "{then}, wenn {cond:nom}[, sonst {other}]",
    "reduced": "{amount} minus {number}",
    "of it": "{amount} von {what:dat}",
    "plus": "{left} plus {right}",
    "minus": "{left} minus {right}",
    "negative": "minus {right}",
    " ranked": " (bei Gleichstand {right})",
    "multiply": "{left} mal {right}",
    "twice of": "das Doppelte von {right:dat}",
    "divide": "{left} geteilt durch {right:akk} (abgerundet)",
    "mod": "der Rest von {left:dat} geteilt durch {right:akk}",
    "how many": "die Anzahl {what:gen}",
    "by table": "{the table} für {row:akk}",
    "you have": "du {what:akk} hast",
    "you have not": "du {what:akk} hast",
    "who has": "{who} {what:akk} hat",
    "who has not": "{who} {what:akk} hat",
    "there is": "es {what:akk} gibt",
    "there are": "es {what:akk} gibt",
    "there is not": "es {what:akk} gibt",
    "you are": "du {what} bist",
    "you are not": "du nicht {what} bist",
    "is": "{left} {right} ist",
    "is not": "{left} nicht {right} ist",
    "equals": "{left} {right} ist",
    "equals not": "{left} nicht {right} ist",
    "reaches": "{left} mindestens {right} beträgt",
    "exceeds": "{left} mehr als {right} beträgt",
    "below": "{left} weniger als {right} beträgt",
    "within": "{left} höchstens {right} beträgt",
    "among": "{left} {right} ist",
    "not among": "{left} nicht {right} ist",
    "neither": "{left} weder {one} noch {other} ist",
    "lies in": "{left} {in right:dat} liegt",
    "lies not in": "{left} nicht {in right:dat} liegt",
    "not": "es nicht stimmt, dass {cond:nom}",
    "by players": "{usual} ({n} bei {players} Spielern)",
    "always": "immer",
    "never": "nie",
    "aside": "{left} im Vorrat liegt",
    "not aside": "{left} im Spiel ist",
    "option set": "die Option „{what}“ gewählt ist",
    "option unset": "die Option „{what}“ nicht gewählt ist",
    "more": "{who} mehr {what} als {other} {hast|hat}",
    "less": "{who} weniger {what} als {other} {hast|hat}",
    "as many": "{who} so viele {what} wie {other} {hast|hat}",
    "no less": "{who} mindestens so viele {what} wie {other} {hast|hat}",
    "no more": "{who} höchstens so viele {what} wie {other} {hast|hat}",
    "exactly n": "genau {n}",
    "at least n": "mindestens {n}",
    "more than n": "mehr als {n}",
    "less than n": "weniger als {n}",
    "at most n": "höchstens {n}",
    " with": " mit {what:dat}",
    " without": " ohne {one what:akk}",
    " and": " und",
    " of which": ", {which} du {what} hast,",
    " of that": " von {what:dat}",
    " whose": ", {whose} {cond:nom},",
    " that": ", {which} {what:nom},",
    " being": " ({what})",
    " not being": " (nicht {what})",
    " other than": " außer {what:dat}",
    " if": " (wenn {cond:nom})",
    " not on": ", nicht {in what:dat}",
    " not yours": " eines anderen Spielers",
    " in supply": " im Vorrat",
    " in play": " im Spiel",
    " neighbours": " neben {what:dat}",
    " diagonals": " schräg neben {what:dat}",
    " around": " rings um {what:akk}",
    " in column and row": " in Spalte {column}, Reihe {row}",
    " preferring": " (wenn möglich {what:akk})",
    " at random": " zufällig",
    " of choice": "{ deiner Wahl| seiner Wahl| deiner Wahl}",
    "you": "du",
    "they": "er",
    "nobody": "niemand",
    "none": "nichts",
    "yes": "ja",
    "no": "nein",
    "asked": "{head}: {what}",
    "ask one": "wähle eines",
    "ask range": "{what} ({count} insgesamt)",
    "ask some": "{what} ({count} oder mehr)",
    "question": "{what}?",
    "ask menu": "Was tust du?",
    "when": "wenn {event:nom}: {what}",
    "when if": "wenn {event:nom} und {cond:nom}: {what}",
    "happens": "„{event}“ eintritt ({who})",
    "a player": "ein Spieler",
    "another player": "ein anderer Spieler",
    "as long as": "solange {cond:nom}: {what}",
    "standing set": "{value:nom} ist {amount:nom}",
    "standing add": "{value:nom} ist um {amount:akk} höher",
    "standing add worked out": "{value:nom} ist um {amount:akk} höher",
    "standing lower": "{value:nom} ist um {amount:akk} niedriger",
    "standing times": "{value:nom} wird mit {amount:dat} malgenommen",
    "standing at_least": "{value:nom} ist mindestens {amount:nom}",
    "standing at_most": "{value:nom} ist höchstens {amount:nom}",
    "standing forbid": "„{action}“ ist verboten",
    "standing allow": "„{action}“ ist erlaubt",
    "after": "nach „{event:nom}“: {what}",
    "after if": "nach „{event:nom}“, falls {cond:nom}: {what}",
    "after by": "nachdem {who:nom} „{event:nom}“ getan {hast|hat}: {what}",
    "after by if": "nachdem {who:nom} „{event:nom}“ getan {hast|hat}, falls {cond:nom}: {what}",
    "line": "{head}: {what}",
    "holds": "erfüllt, wenn {cond:nom}",
}
"""What holds the words of packs, statements and functions together."""

NOUNS: dict[str, Noun] = {
    "player": Noun("Spieler", "Spieler", counts=True, cases=("Spieler", "Spieler", "Spielers", "Spielern")),
    "opponent": Noun("Gegner", "Gegner", counts=True, cases=("Gegner", "Gegner", "Gegners", "Gegnern")),
    "owner": Noun("Besitzer", "Besitzer", cases=("Besitzer", "Besitzer", "Besitzers", "Besitzern")),
    "left": GRAMMAR.term(Noun("linker Nachbar", "linke Nachbarn"), {"weak": "Nachbarn"}, ""),
    "right": GRAMMAR.term(Noun("rechter Nachbar", "rechte Nachbarn"), {"weak": "Nachbarn"}, ""),
    "seat": Noun("Platz", "Plätze", cases=("Platz", "Platz", "Platzes", "Plätzen")),
    "face": Noun("Seite", "Seiten", gender="f"),
    "column": Noun("Spalte", "Spalten", gender="f"),
    "row": Noun("Reihe", "Reihen", gender="f"),
    "number": Noun("Zahl", "Zahlen", gender="f"),
    "direction": Noun("Richtung", "Richtungen", gender="f", counts=True),
    "north": Noun("Norden", "Norden", cases=("Norden", "Norden", "Nordens", "Norden")),
    "northeast": Noun("Nordosten", "Nordosten", cases=("Nordosten", "Nordosten", "Nordostens", "Nordosten")),
    "east": Noun("Osten", "Osten", cases=("Osten", "Osten", "Ostens", "Osten")),
    "southeast": Noun("Südosten", "Südosten", cases=("Südosten", "Südosten", "Südostens", "Südosten")),
    "south": Noun("Süden", "Süden", cases=("Süden", "Süden", "Südens", "Süden")),
    "southwest": Noun("Südwesten", "Südwesten", cases=("Südwesten", "Südwesten", "Südwestens", "Südwesten")),
    "west": Noun("Westen", "Westen", cases=("Westen", "Westen", "Westens", "Westen")),
    "northwest": Noun("Nordwesten", "Nordwesten", cases=("Nordwesten", "Nordwesten", "Nordwestens", "Nordwesten")),
}
"""Nouns of the engine; a term of the same name in a pack takes their place."""

STATEMENTS: dict[str, str] = {
    "gain": "{erhalte |erhält |}{amount counter:akk}{|| erhalten}",
    "lose": "{verliere |verliert |}{amount counter:akk}{|| verlieren}",
    "pay": "{zahle |zahlt |}{amount counter:akk}{|| zahlen}",
    "set_var": "{setze |setzt |}{the var:akk} auf {value:akk}{|| setzen}",
    "move": "{lege |legt |}{piece:akk} {in zone:akk}{|| legen}",
    "move_all": "{lege |legt |}{all pieces:akk} aus {source:dat} {in target:akk}{|| legen}",
    "put_under": "{lege |legt |}{piece:akk} unter {zone:akk}{|| legen}",
    "remove": "{lege |legt |}{piece:akk} in den Vorrat {zurück|zurück|zurücklegen}",
    "draw": "{ziehe |zieht |}{amount pieces:akk} von {source:dat} {in target:akk}{|| ziehen}",
    "shuffle": "{mische |mischt |}{zone:akk}{|| mischen}",
    "roll": "{wirf |wirft |}{dice:akk}{|| werfen}",
    "flip": "{drehe |dreht |}{piece:akk} {um|um|umdrehen}",
    "reveal": "{decke |deckt |}{piece:akk} {auf|auf|aufdecken}",
    "show": "{zeige |zeigt |}{player:dat} {piece:akk}{|| zeigen}",
    "begin": "{beginne |beginnt |}{the span:akk}{|| beginnen}",
    "end_game": "das Spiel endet",
    "win_game": "du gewinnst das Spiel",
}
"""What the statements of the engine say on cards."""

LEVELS: dict[str, str] = {
    "gain": "{erhöhe |erhöht |}{the counter:akk} um {amount}{|| erhöhen}",
    "lose": "{senke |senkt |}{the counter:akk} um {amount}{|| senken}",
}
"""The same where a counter is a level, raised and lowered, rather than something one has."""

TO_SELF: dict[str, str] = {
    "show": "{sieh dir |sieht sich |sich }{piece:akk} {an|an|ansehen}",
}
"""The same where the player it is done for is the one who reads."""

FUNCTIONS: dict[str, str] = {
    "count": "die Anzahl {0:gen}",
    "any": "es {0:akk} gibt",
    "first": "{some}",
    "top": "{the element} oben auf {0:dat}",
    "sum": "die Summe „{1}“ {0:gen}",
    "highest": "der höchste Wert „{1}“ {0:gen}",
    "lowest": "der niedrigste Wert „{1}“ {0:gen}",
    "all": "für {each:akk} gilt, dass {1:nom}",
    "adds_up": "einige {0:gen} zusammen {2} ergeben",
    "distinct": "die Anzahl verschiedener {many 1} unter {0:dat}",
    "best": "{the element} mit dem höchsten Wert „{1}“ unter {0:dat}",
    "leading": "{0}, solange {1:nom}",
    "next": "was auf {0} folgt",
    "union": "{0} oder {1}",
    "copies": "{element} wie {0}",
    "connected": "{1} in der Gruppe {0:gen}",
    "line": "die Länge der längsten Linie aus {1:dat} durch {0:akk}",
    "step": "{element} neben {0:dat} ({1})",
    "ray": "{element} in einer Linie ab {0:dat} ({1})",
    "distance": "der Abstand von {0:dat} zu {1:dat}",
    "distance_around": "der Abstand von {0:dat} zu {1:dat} über Ecken",
    "turned": "{0}, um {1}/8 gedreht",
    "min": "{0} (höchstens {1})",
    "max": "{0} (mindestens {1})",
    "players_from": "{element}, beginnend mit {0:dat}",
    "range": "{element} von {0} bis {1}",
}
"""What the functions of the engine say."""

OVER: dict[str, str] = {
    "max": "die größere Zahl von {0:dat} und {1:dat}",
    "min": "die kleinere Zahl von {0:dat} und {1:dat}",
    "sum": "die Summe von {1} für {each:akk}",
    "highest": "das Höchste von {1} für {each:akk}",
    "lowest": "das Niedrigste von {1} für {each:akk}",
}
"""The same of a value that has to be worked out for each element."""

PLAY: dict[str, str] = {
    "player": "Spieler {number}",
    "nobody": "niemand",
    "none": "nichts",
    "yes": "ja",
    "no": "nein",
    "colon": ": ",
    "semicolon": "; ",
    "of": "{words} {owner:of}",
    "asked player": "{player}",
    "hidden m": "ein verdeckter {word}{backs}",
    "hidden f": "eine verdeckte {word}{backs}",
    "hidden n": "ein verdecktes {word}{backs}",
    "so many hidden one": "{count} verdeckt",
    "so many hidden": "{count} verdeckt",
    "you": " (du)",
    "column": "Spalte",
    "row": "Reihe",
    "done": "Fertig",
    "decline": "Nein",
    "accept": "Ja",
    "secret choice": "eine geheime Wahl",
    "skip": "Nichts wählen",
    "during play": "im Lauf des Spiels",
    "unseen": "Du siehst nicht, wo es ist.",
    "some unseen": "Wo {count} weitere sind, siehst du nicht.",
    "absent": "Nicht in dieser Partie.",
    "costs": "kostet {amount} {what} (du hast {have})",
    "because": "weil {words}",
    "all chosen": "Alle haben gewählt",
    "set-up": "Aufbau",
    "empty": "leer",
    "empty places": "Leer",
    "leads to": "danach: {places}",
    "over": "Das Spiel ist zu Ende.",
}
"""What options, views and names say."""

LOG: dict[str, str] = {
    "table": "der Tisch",
    "supply": "Vorrat",
    "gain": "{who} erhält {amount} {what}{reason}",
    "lose": "{who} verliert {amount} {what}{reason}",
    "pay": "{who} zahlt {amount} {what}{reason}",
    "change": "{what} {change}{reason}",
    "change of": "{who}: {what} {change}{reason}",
    "you gain": "du erhältst {amount} {what}{reason}",
    "you lose": "du verlierst {amount} {what}{reason}",
    "set": "{what}: {value}",
    "set of": "{who}: {what} jetzt {value}",
    "chosen of": "{who}: {what} {value}",
    "move": "{what} → {to}",
    "moves": "{who}: {what} → {to}",
    "draws": "{who} zieht: {what} → {to}",
    "shuffle": "{where}: gemischt",
    "rolls": "{who} würfelt: {dice}",
    "roll": "gewürfelt: {dice}",
    "flip": "umgedreht: {what}",
    "flip to": "umgedreht: {before}, jetzt {after}",
    "for": " für {price}",
    "became": "{who} {what}",
    "you became": "du {what}",
    "look": "sieht sich an: {what}",
    "you look": "du siehst dir an: {what}",
    "looks": "{who} sieht sich an: {what}",
    "reveal": "aufgedeckt: {what}",
    "reveals": "{who} deckt auf: {what}",
    "over": "das Spiel ist zu Ende",
    "over for": "das Spiel ist zu Ende: {why:clause}",
    "shows": "{who} zeigt {player}: {what}",
}
"""What happened, by event."""

WHY: dict[str, str] = {
    "hidden": "das von etwas Verdecktem abhängt",
    "unseen": "Du siehst nicht, wo „{label}“ ist.",
    "not offered": "„{label}“ steht nicht zur Wahl, weil {reason}.",
    "offered": "„{label}“ steht zur Wahl: {numbers}.",
    "another": "Etwas anderes mit diesem Namen nicht, weil {reason}.",
    "not asked": "„{label}“ ist jetzt nicht zu wählen. Die Frage ist „{prompt}“.",
    "later": "„{label}“ kann gewählt werden nach: {listed}.",
    "foreign": "„{typed}“ gehört nicht zu dieser Entscheidung. Zur Wahl: {listed}.",
    "meant": "Meintest du „{name}“?",
    "now": "{words} (jetzt {numbers})",
    "used": "das schon getan ist ({span})",
    "not among": "es hier nicht gewählt werden kann",
    "no fitting": "jetzt nichts dafür passt ({kind})",
    "cannot": "dies nicht möglich ist: {what}",
    "the same": "es schon gewählt ist",
    "not allowed": "die Regeln es jetzt nicht erlauben",
}
"""Why something is not offered: all of it follows a "weil"."""

TERMINAL: dict[str, str] = {
    "tried": "fertig",
    "tried_in": "{name}: Stellung aus einem Spiel zu {people} mit Startzahl {seed}, bei Entscheidung {number}",
    "tried_at_start": "{name}: die Stellung, in der Szenarien beginnen",
    "tried_by": "du bist Spieler {number}",
    "sheets": "{count} Karten: {path}",
    "serving": "Der Tisch ist unter {address} (Ende mit Strg+C)",
    "serving_kept": "Spiele liegen in {path}",
    "dealt": "{card} liegt hier: {zone}.",
    "dealt_later": "Startzahl {seed} ist die nächste, mit der die Partie so beginnt.",
    "welcome": "{title}: {players}. Tippe eine Zahl, um zu wählen, oder `hilfe`.",
    "started": "{title}: {players}. Los geht es.",
    "seed": "Startzahl {seed}",
    "seed_sealed": "die Startzahl ist bis zum Ende des Spiels versiegelt",
    "sealed_step": "`{path}` ist versiegelt: es geht nur vom letzten Zug aus weiter",
    "only_in": "{title} hat Texte nur in: {languages}.",
    "language_en": "Englisch",
    "language_fr": "Französisch",
    "language_de": "Deutsch",
    "one_player": "1 Spieler",
    "many_players": "{count} Spieler",
    "some_players": "{least} bis {most} Spieler",
    "modes": "Spielarten: --mode NAME",
    "options": "Optionen: --NAME WERT",
    "player": "Spieler {number}",
    "player_is": "Spieler {number} ({who})",
    "human": "Mensch",
    "look_away": "Spieler {number}, drücke Enter, wenn sonst niemand hersieht.",
    "turn": "Spieler {number}, du bist dran.",
    "earlier": "({count} Zeilen davor: tippe `verlauf`)",
    "nothing_happened": "Noch ist nichts geschehen.",
    "choose": "Deine Wahl ({first}-{count}): ",
    "not_a_choice": "`{line}` steht nicht zur Wahl. Tippe eine Zahl von {first} bis {count} oder `hilfe`.",
    "not_one_of": "`{line}` steht nicht zur Wahl. Tippe {choices} oder `hilfe`.",
    "several": "`{line}` kann {numbers} bedeuten. Tippe die Zahl.",
    "did_you_mean": "Meintest du `{name}`?",
    "undone": "Die letzte Wahl ist zurückgenommen.",
    "undo_nothing": "Zurücknehmen geht nicht: Noch wurde nichts gewählt.",
    "undo_others": "Zurücknehmen geht nicht: Seitdem hat jemand anders entschieden.",
    "undo_fate": "Zurücknehmen geht nicht: Seitdem wurde gewürfelt, gezogen oder aufgedeckt.",
    "why_what": (
        "Nenne, was dir fehlt: `warum NAME` (eine Aktion, eine Karte, ein Ort, eine Aufschrift oder die Zahl einer Option)."
    ),
    "read_what": "Nenne, was du lesen willst: `lies NAME` (eine Karte, ein Stück oder ein Ort, mit Id oder Namen).",
    "read_nothing": "Nichts heißt `{name}`.",
    "saved": "Gespeichert in {path}.",
    "not_saved": "Nicht gespeichert: {cause}.",
    "occupied": (
        "`{path}` enthält eine Partie {title} bei Zug {step}; spiele sie weiter: `{program} resume {file}`, oder nenne "
        "eine andere Datei"
    ),
    "occupied_unread": "{cause}; nenne eine andere Datei",
    "branched": "Die Partie geht in {path} weiter; {old} bleibt, wie es ist.",
    "save_where": "Nenne eine Datei: `speichere DATEI`.",
    "leaving": "Du verlässt das Spiel.",
    "end_of_input": "Die Eingabe ist zu Ende: Das Spiel wird verlassen.",
    "interrupted": "Unterbrochen: Das Spiel wird verlassen.",
    "terminated": "Das System beendet das Programm: Das Spiel wird verlassen.",
    "resume_with": "Weiter geht es mit: {program} resume {path}",
    "again_with": "Dieselbe Partie noch einmal: {command}",
    "anew_with": "Eine andere Partie dieser Art: {command}",
    "over": "Das Spiel ist zu Ende.",
    "score": "{player}: {score} Punkte, Platz {rank}",
    "tie_decided": "Gleich viele Punkte; es entscheidet „{what}“: {values}.",
    "tie_equal": "Gleich viele Punkte; auch gleich bei „{what}“: {values}.",
    "winner": "Gewonnen hat: {players}",
    "winners": "Gemeinsam gewonnen haben: {players}",
    "no_winner": "Niemand gewinnt.",
    "achieved": "Erfolge dieser Partie:",
    "achieved_none": "Diesmal kein Erfolg.",
    "achieved_new": "  {name} (neu!)",
    "achieved_again": "  {name} (bisher in {count} Partien)",
    "achieved_counted": "  {name} (diese Partie wurde schon gezählt)",
    "achieved_table": "Alle Erfolge: {program} achievements {pack}",
    "achieved_unwritten": "Sie konnten nicht festgehalten werden: {cause}",
    "achieved_aside": "Die Datei der Erfolge war beschädigt; sie liegt jetzt in {path}, und eine neue ist begonnen.",
    "yes": "ja",
    "no": "nein",
    "table_head": "{title}: {count} von {total} erreicht",
    "table_empty": "{title} hat keine Erfolge.",
    "table_mark": "zuerst am {date} mit {score} Punkten{options}; {times}",
    "table_once": "in 1 Partie",
    "table_often": "in {count} Partien",
    "table_not": "noch nicht",
    "table_strange": "({count} weitere aus anderen Fassungen des Packs)",
    "table_damaged": "`{path}` ist beschädigt und bleibt, wie es ist",
    "table_newer": "`{path}` stammt von einer neueren Fassung dieses Programms und bleibt, wie es ist",
    "table_homeless": "es gibt keinen Ordner für deine Daten; nenne einen mit RULEWRIGHT_DATA",
    "fault": "Eine Regel des Packs ist gescheitert, und die Wahl ist zurückgenommen: {cause}",
    "bot_fault": (
        "Eine Regel des Packs ist gescheitert, während {player} wählte; das Spiel kann nicht weitergehen: {cause}"
    ),
    "damaged": "`{path}` ist nach Zug {good} beschädigt.",
    "continue_from": "Ab Zug {good} weiterspielen? (ja/nein) ",
    "untouched": "Der Spielstand bleibt, wie er ist.",
    "resumed": "Weiter bei Zug {step}.",
    "pack_changed": """\
Der Inhalt von `{pack}` {version} hat sich seit Beginn dieser Partie geändert (damals {then}, jetzt {now}).
  Hole jenen Inhalt zurück, um weiterzuspielen; der Spielstand bleibt, wie er ist.""",
    "pack_came": """\
Diese Partie begann ohne `{pack}` {version}, das ihre Packs jetzt verlangen.
  Hole ihren früheren Inhalt zurück, um weiterzuspielen; der Spielstand bleibt, wie er ist.""",
    "pack_missing": "Diese Partie braucht das Pack `{pack}` {version} (Inhalt {then}), gesucht in `{where}`.",
    "pack_missing_help": "`rulewright pack install DATEI` installiert es; ein Ordner `{pack}` darf auch hier liegen.",
    "no_longer_fits": "`{path}` passt bei Zug {step} nicht mehr zu den Regeln: Eine andere Fassung hat es geschrieben.",
    "step": "Zug {step}, {player}: {label}",
    "step_on": "Enter für den nächsten Zug, `zeige` für den Tisch, `ende` zum Aufhören: ",
    "replayed": "{count} Züge nachgespielt; das Spiel ist nicht zu Ende.",
    "help": """\
  ZAHL              die Option mit dieser Zahl wählen (ihr Name geht auch)
  zeige             den Tisch zeigen
  optionen          die Frage noch einmal zeigen (auch mit einer leeren Zeile)
  verlauf [N]       alles zeigen, was geschehen ist, oder die letzten N Zeilen
  zurück            die letzte Wahl zurücknehmen, bis zu einem Wurf, etwas Aufgedecktem oder der Wahl eines anderen
  warum NAME        warum etwas nicht zur Wahl steht: Aktion, Karte, Ort oder Aufschrift, mit Namen oder Id
  lies NAME         was eine Karte, ein Stück oder ein Ort ist und tut, und wo es liegt, wenn du es sehen kannst
  regeln [X]        die Regeln nach Kapiteln; ein Kapitel oder ein Begriff X, mit Zahl oder Namen
  speichere DATEI   die Partie in eine Datei schreiben
  startzahl         die Startzahl der Partie zeigen: sie verrät, was verdeckt ist
  hilfe             diese Liste
  ende              aufhören; die Partie kann weitergespielt werden""",
}
"""What the terminal says to a player."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "look": ("zeige", "tisch"),
    "options": ("optionen", "wahl"),
    "log": ("verlauf",),
    "undo": ("zurück", "zurueck"),
    "why": ("warum",),
    "read": ("lies",),
    "rules": ("regeln",),
    "save": ("speichere",),
    "seed": ("startzahl",),
    "help": ("hilfe",),
    "quit": ("ende",),
}
"""What a player may type, by meaning; English words work in every language."""

YES = ("j", "ja")
"""Ways to say yes."""

NO = ("n", "nein")
"""Ways to say no."""

NUMERALS: dict[str, int] = {
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11,
    "zwölf": 12, "zweimal": 2, "doppelt": 2, "Doppelte": 2, "halb": 2, "zweite": 2, "dritte": 3, "vierte": 4, "fünfte": 5,
    "sechste": 6,
}  # fmt: skip
"""Words that say a number."""

LEAVE: tuple[str, ...] = ("darfst", "darf", "kann", "kannst", "bis zu", "nach Belieben", "so oft du willst", "beliebig")
"""Words that leave it to somebody whether to do something."""

EITHER: tuple[str, ...] = ("oder", "wähle eines", "wählt eines", "davon")
"""Words that stand between, or before, things of which some are chosen."""

SAVES: dict[str, str] = {
    "save/missing": "es gibt keinen Spielstand `{path}`",
    "save/is-a-folder": "`{path}` ist ein Ordner; nenne eine Datei darin",
    "save/not-a-file": "`{path}` ist ein Gerät oder eine Pipe, keine Datei; nimm einen anderen Namen",
    "save/not-a-save": "`{path}` gibt es schon, und es ist kein Spielstand von Rulewright; nimm einen anderen Namen",
    "save/reads-a-folder": "`{path}` ist ein Ordner, kein Spielstand",
    "save/reads-a-device": "`{path}` ist ein Gerät oder eine Pipe, kein Spielstand",
    "save/reads-no-save": "`{path}` ist kein Spielstand von Rulewright",
    "save/no-folder": "den Ordner von `{path}` gibt es nicht",
    "save/refused": "`{path}` lässt sich nicht benutzen: {cause}",
    "save/read-only": "`{path}` lässt sich nicht schreiben: Ordner oder Datei sind für dich schreibgeschützt",
    "save/disk-full": "`{path}` wurde nicht geschrieben: Der Datenträger ist voll; schaffe Platz und speichere noch einmal",
    "save/in-use": "`{path}` wird gerade von einer anderen Partie benutzt",
    "save/newer": (
        "`{path}` stammt von Fassung {version} (Format {format}) und ist neuer, als dieses Programm lesen kann "
        "(Format {ours})"
    ),
    "save/damaged-head": "`{path}` ist am Anfang beschädigt: Nichts lässt sich retten",
    "save/bad-field": "`{path}` ist kein brauchbarer Spielstand: `{field}` fehlt oder ist nicht erlaubt",
    "save/too-large": "`{path}` ist größer als jeder Spielstand (16 MB)",
}
"""What is wrong with a save, by code."""
