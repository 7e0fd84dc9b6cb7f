"""The table of French phrases.

`PROSE`, `STATEMENTS`, `LEVELS`, `FUNCTIONS` and `OVER` are templates in the notation of `interpreter/prose/fill.py`; in the
other tables `{name}` is what is told, and `{name:of}` a name in a form the grammar makes (`Grammar.formed`).
"""

from interpreter.languages.nouns import Noun

PROSE: dict[str, str] = {
    "choose": "{choisissez|choisit|choisir} {what}",
    "choose next": "{choisissez|choisit|choisir} la suite : {what}",
    "may": "{vous pouvez|peut} {what}",
    "may do": "{vous pouvez|peut} faire ceci : {what}",
    "any times": "autant de fois que vous voulez, {what}",
    "if": "si {cond}, {what}",
    "unless": "sauf si {cond}, {what}",
    "else": "sinon, {what}",
    "once": "une fois : {what}",
    "twice": "deux fois : {what}",
    "times": "{count} fois : {what}",
    "as many times": "répétez ceci, un nombre de fois égal à {count} : {what}",
    "while": "tant que {cond}, {what}",
    "for each": "pour {each}, {what}",
    "for each in any order": "pour {each}, dans l’ordre de votre choix, {what}",
    "for each of them": "pour {each}, {what}",
    "several": "{what} ; {each}",
    "does": "{who} {what}",
    "who does": "{who} : {what}",
    "you do": "vous {what}",
    "require": "possible seulement si {cond}",
    "nothing": "rien",
    "secretly": "en secret, {what}",
    "at once": "en une seule fois : {what}",
    "stop": "arrêtez-vous là",
    "end span": "cela met fin aussitôt à {the span}",
    "so many": "tant de",
    "say": "{annoncez|annonce|annoncer} : {words}",
    "say to you": "vous seul apprenez : {words}",
    "run": "{utilisez|utilise|utiliser} {the script}",
    "menu": "{choisissez|choisit|choisir} une action : {what}",
    "note": "{notez|note|noter} que {cond}",
    "clear": "{effacez|efface|effacer} {the var}",
    "become": "{vous devenez|devient} {what}",
    "one": "{au choix|choisit|choisir} : {what}",
    "any": "autant de fois que vous voulez, au choix : {what}",
    "order": "dans l’ordre de votre choix : {what}",
    "different": "{choisissez|choisit|choisir} {count} de ces options : {what}",
    "option": "{label} – {what}",
    "option if": "{what} (seulement si {cond})",
    "or": " ; ou ",
    "next": " ; ",
    "equal": "un nombre de {many} égal à {amount}",
    "for every": "{number} pour {each}",
    "plus for every": "{number}, plus {more} pour {each}",
    "per so many": "{number} par tranche de {items}",
    "either": "{then} si {cond}[, sinon {other}]",
    "reduced": "{amount} moins {number}",
    "of it": "{amount} de {what}",
    "plus": "{left} plus {right}",
    "minus": "{left} moins {right}",
    "negative": "moins {right}",
    " ranked": " (à égalité, {right})",
    "multiply": "{left} fois {right}",
    "twice of": "le double de {right}",
    "divide": "{left} divisé par {right} (arrondi à l’inférieur)",
    "mod": "le reste de {left} divisé par {right}",
    "how many": "le nombre de {what}",
    "by table": "{the table} pour {row}",
    "you have": "vous avez {what}",
    "you have not": "vous n’avez {what}",
    "who has": "{who} a {what}",
    "who has not": "{who} n’a {what}",
    "there is": "il y a {what}",
    "there are": "il y a {what}",
    "there is not": "il n’y a {what}",
    "you are": "vous êtes {what}",
    "you are not": "vous n’êtes pas {what}",
    "is": "{left} est {right}",
    "is not": "{left} n’est pas {right}",
    "equals": "{left} vaut {right}",
    "equals not": "{left} ne vaut pas {right}",
    "reaches": "{left} vaut au moins {right}",
    "exceeds": "{left} vaut plus que {right}",
    "below": "{left} vaut moins que {right}",
    "within": "{left} vaut au plus {right}",
    "among": "{left} est {right}",
    "not among": "{left} n’est pas {right}",
    "lies in": "{left} est {in right}",
    "lies not in": "{left} n’est pas {in right}",
    "not": "il est faux que {cond}",
    "by players": "{usual} ({n} à {players} joueurs)",
    "always": "toujours",
    "never": "jamais",
    "aside": "{left} est dans la réserve",
    "not aside": "{left} est en jeu",
    "option set": "l’option « {what} » est choisie",
    "option unset": "l’option « {what} » n’est pas choisie",
    "more": "{who} {avez|a} plus de {what} que {other}",
    "less": "{who} {avez|a} moins de {what} que {other}",
    "as many": "{who} {avez|a} autant de {what} que {other}",
    "no less": "{who} {avez|a} au moins autant de {what} que {other}",
    "no more": "{who} {avez|a} au plus autant de {what} que {other}",
    "exactly n": "exactement {n}",
    "at least n": "au moins {n}",
    "more than n": "plus de {n}",
    "less than n": "moins de {n}",
    "at most n": "au plus {n}",
    " with": " avec {what}",
    " without": " sans {one what}",
    " and": " et",
    " of which": " dont vous avez {what}",
    " of that": " de {what}",
    " whose": " {whose} {cond}",
    " that": " {which} {what}",
    " being": " ({what})",
    " not being": " (pas {what})",
    " other than": " autre que {what}",
    " if": " (si {cond})",
    " not on": " qui n’est pas {in what}",
    " not yours": " d’un autre joueur",
    " in supply": " de la réserve",
    " in play": " en jeu",
    " neighbours": " à côté de {what}",
    " diagonals": " en diagonale de {what}",
    " around": " autour de {what}",
    " in column and row": " en colonne {column}, rangée {row}",
    " preferring": " (si possible {what})",
    " at random": " au hasard",
    " of choice": "{ de votre choix| de son choix| de votre choix}",
    "you": "vous",
    "they": "il",
    "nobody": "personne",
    "none": "aucun",
    "yes": "oui",
    "no": "non",
    "asked": "{head} : {what}",
    "ask one": "choisissez",
    "ask range": "{what} ({count})",
    "question": "{what} ?",
    "ask menu": "Que faites-vous ?",
    "when": "quand {event}, {what}",
    "when if": "quand {event}, si {cond}, {what}",
    "happens": "« {event} » se produit ({who})",
    "a player": "un joueur",
    "another player": "un autre joueur",
    "as long as": "tant que {cond}, {what}",
    "standing set": "{value} vaut {amount}",
    "standing add": "{value} vaut {amount} de plus",
    "standing add worked out": "{value} augmente de {amount}",
    "standing lower": "{value} vaut {amount} de moins",
    "standing times": "{value} est multiplié par {amount}",
    "standing at_least": "{value} vaut au moins {amount}",
    "standing at_most": "{value} vaut au plus {amount}",
    "standing forbid": "« {action} » est interdit",
    "standing allow": "« {action} » est permis",
    "after": "après « {event} », {what}",
    "after if": "après « {event} », si {cond}, {what}",
    "after by": "après que {who} {avez|a} fait « {event} », {what}",
    "after by if": "après que {who} {avez|a} fait « {event} », si {cond}, {what}",
    "line": "{head} : {what}",
    "holds": "{cond}",
}
"""What holds the words of packs, statements and functions together."""

NOUNS: dict[str, Noun] = {
    "player": Noun("joueur", "joueurs", counts=True),
    "opponent": Noun("adversaire", "adversaires", counts=True),
    "owner": Noun("propriétaire", "propriétaires"),
    "left": Noun("voisin de gauche", "voisins de gauche"),
    "right": Noun("voisin de droite", "voisins de droite"),
    "seat": Noun("place", "places", gender="f"),
    "face": Noun("face", "faces", gender="f"),
    "column": Noun("colonne", "colonnes", gender="f"),
    "row": Noun("rangée", "rangées", gender="f"),
    "number": Noun("nombre", "nombres"),
    "direction": Noun("direction", "directions", gender="f", counts=True),
    "north": Noun("nord", "nord"),
    "northeast": Noun("nord-est", "nord-est"),
    "east": Noun("est", "est"),
    "southeast": Noun("sud-est", "sud-est"),
    "south": Noun("sud", "sud"),
    "southwest": Noun("sud-ouest", "sud-ouest"),
    "west": Noun("ouest", "ouest"),
    "northwest": Noun("nord-ouest", "nord-ouest"),
}
"""Nouns of the engine; a term of the same name in a pack takes their place."""

STATEMENTS: dict[str, str] = {
    "gain": "{gagnez|gagne|gagner} {amount counter}",
    "lose": "{perdez|perd|perdre} {amount counter}",
    "pay": "{payez|paie|payer} {amount counter}",
    "set_var": "{fixez|fixe|fixer} {the var} à {value}",
    "move": "{mettez|met|mettre} {piece} {in zone}",
    "move_all": "{mettez|met|mettre} {all pieces} de {source} {in target}",
    "put_under": "{mettez|met|mettre} {piece} sous {zone}",
    "remove": "{remettez|remet|remettre} {piece} dans la réserve",
    "draw": "{piochez|pioche|piocher} {amount pieces} de {source} vers {target}",
    "shuffle": "{mélangez|mélange|mélanger} {zone}",
    "roll": "{lancez|lance|lancer} {dice}",
    "flip": "{retournez|retourne|retourner} {piece}",
    "reveal": "{révélez|révèle|révéler} {piece}",
    "show": "{montrez|montre|montrer} {piece} à {player}",
    "begin": "{commencez|commence|commencer} {the span}",
    "end_game": "la partie se termine",
    "win_game": "vous gagnez la partie",
}
"""What the statements of the engine say on cards."""

LEVELS: dict[str, str] = {
    "gain": "{augmentez|augmente|augmenter} {the counter} de {amount}",
    "lose": "{diminuez|diminue|diminuer} {the counter} de {amount}",
}
"""The same where a counter is a level, raised and lowered, rather than something one has."""

TO_SELF: dict[str, str] = {
    "show": "{regardez|regarde|regarder} {piece}",
}
"""The same where the player it is done for is the one who reads."""

FUNCTIONS: dict[str, str] = {
    "count": "le nombre de {0}",
    "any": "il y a {0}",
    "first": "{some}",
    "top": "{the element} du dessus de {0}",
    "sum": "le total des {many 1} de {0}",
    "highest": "le maximum des {many 1} de {0}",
    "lowest": "le minimum des {many 1} de {0}",
    "all": "pour {each}, {1}",
    "adds_up": "une partie de {0} totalise {2}",
    "distinct": "le nombre de {many 1} sans doublon parmi {0}",
    "best": "{the element} dont {the 1} vaut le plus parmi {0}",
    "leading": "{0} tant que {1}",
    "next": "la valeur après {0}",
    "union": "{0} ou {1}",
    "copies": "{element} comme {0}",
    "connected": "{1} du groupe de {0}",
    "line": "la longueur de la plus longue ligne de {1} passant par {0}",
    "step": "{element} à côté de {0} ({1})",
    "ray": "{element} en ligne depuis {0} ({1})",
    "distance": "la distance de {0} à {1}",
    "distance_around": "la distance de {0} à {1}, diagonales comprises",
    "turned": "{0}, tournée de {1}/8",
    "min": "{0} ({1} au plus)",
    "max": "{0} ({1} au moins)",
    "players_from": "{element}, en commençant par {0}",
    "range": "{element} de {0} à {1}",
}
"""What the functions of the engine say."""

OVER: dict[str, str] = {
    "max": "le plus grand nombre entre {0} et {1}",
    "min": "le plus petit nombre entre {0} et {1}",
    "sum": "le total de {1} pour {each}",
    "highest": "le maximum de {1} pour {each}",
    "lowest": "le minimum de {1} pour {each}",
}
"""The same of a value that has to be worked out for each element."""

PLAY: dict[str, str] = {
    "player": "Joueur {number}",
    "nobody": "personne",
    "none": "rien",
    "yes": "oui",
    "no": "non",
    "colon": " : ",
    "semicolon": " ; ",
    "of": "{words} {owner:of}",
    "asked player": "{player:the}",
    "hidden m": "un {word} caché{backs}",
    "hidden f": "une {word} cachée{backs}",
    "hidden n": "un {word} caché{backs}",
    "so many hidden one": "{count} non visible",
    "so many hidden": "{count} non visibles",
    "you": " (vous)",
    "column": "colonne",
    "row": "rangée",
    "done": "Terminé",
    "decline": "Non",
    "accept": "Oui",
    "secret choice": "un choix secret",
    "skip": "Ne rien choisir",
    "during play": "en cours de partie",
    "unseen": "Vous ne voyez pas où c'est.",
    "some unseen": "Vous ne voyez pas où sont les {count} autres.",
    "absent": "Absent de cette partie.",
    "costs": "coûte {amount} {what} (vous en avez {have})",
    "because": "{words}",
    "all chosen": "Tous ont choisi",
    "set-up": "Mise en place",
    "over": "La partie est terminée.",
}
"""What options, views and names say."""

LOG: dict[str, str] = {
    "table": "la table",
    "supply": "la réserve",
    "gain": "{who} gagne {amount} {what}{reason}",
    "lose": "{who} perd {amount} {what}{reason}",
    "pay": "{who} paie {amount} {what}{reason}",
    "change": "{what} {change}{reason}",
    "change of": "{who} : {what} {change}{reason}",
    "set": "{what} : {value}",
    "set of": "{who} : {what}, maintenant {value}",
    "move": "{what} → {to}",
    "moves": "{who} : {what} → {to}",
    "draws": "{who} pioche {what} → {to}",
    "shuffle": "{where} : mélange",
    "rolls": "{who} lance : {dice}",
    "roll": "dés lancés : {dice}",
    "flip": "on retourne {what}",
    "flip to": "on retourne {before} : {after}",
    "for": " pour {price}",
    "became": "{who} {what}",
    "look": "regarde {what}",
    "looks": "{who} regarde {what}",
    "reveal": "révélation : {what}",
    "reveals": "{who} révèle {what}",
    "over": "La partie est terminée",
    "over for": "La partie est terminée : {why}",
    "shows": "{who} montre {what} {player:to}",
}
"""What happened, by event."""

WHY: dict[str, str] = {
    "hidden": "cela dépend de quelque chose de caché",
    "unseen": "Vous ne voyez pas où est « {label} ».",
    "not offered": "« {label} » n'est pas proposé : {reason}.",
    "offered": "« {label} » est proposé : {numbers}.",
    "another": "Autre chose de ce nom ne l'est pas : {reason}.",
    "not asked": "« {label} » ne peut pas être choisi maintenant. La question est « {prompt} ».",
    "foreign": "« {typed} » ne fait pas partie de ce choix. Proposé : {listed}.",
    "meant": "Vouliez-vous dire « {name} » ?",
    "now": "{words} (à présent {numbers})",
    "used": "c’est déjà fait ({span})",
    "not among": "cela ne fait pas partie du choix",
    "no fitting": "rien ne convient pour l’instant ({kind})",
    "cannot": "ceci ne peut pas être fait : {what}",
    "the same": "c’est déjà choisi",
    "not allowed": "les règles ne le permettent pas maintenant",
}
"""Why something is not offered."""

TERMINAL: dict[str, str] = {
    "tried": "terminé",
    "tried_by": "vous êtes le joueur {number}",
    "sheets": "{count} cartes : {path}",
    "serving": "La table est à {address} (arrêt : Ctrl+C)",
    "serving_kept": "Les parties sont gardées dans {path}",
    "dealt": "{card} se trouve ici : {zone}.",
    "dealt_later": "La graine {seed} est la prochaine avec laquelle la partie commence ainsi.",
    "welcome": "{title} : {players}. Tapez un numéro pour choisir, ou `aide`.",
    "started": "{title} : {players}.",
    "seed": "graine {seed}",
    "seed_sealed": "la graine est scellée jusqu'à la fin de la partie",
    "sealed_step": "`{path}` est scellée : la partie ne reprend qu'au dernier coup",
    "only_in": "Les textes de {title} n'existent qu'en {languages}.",
    "language_en": "anglais",
    "language_fr": "français",
    "language_de": "allemand",
    "one_player": "1 joueur",
    "many_players": "{count} joueurs",
    "player": "Joueur {number}",
    "player_is": "Joueur {number} ({who})",
    "human": "humain",
    "look_away": "Joueur {number}, appuyez sur Entrée quand personne d'autre ne regarde.",
    "turn": "Joueur {number}, à vous.",
    "earlier": "({count} lignes avant : tapez `journal`)",
    "nothing_happened": "Rien ne s'est encore passé.",
    "choose": "Votre choix ({first}-{count}) : ",
    "not_a_choice": "`{line}` n'est pas proposé. Tapez un numéro de {first} à {count}, ou `aide`.",
    "several": "`{line}` peut désigner {numbers}. Tapez le numéro.",
    "did_you_mean": "Vouliez-vous dire `{name}` ?",
    "undone": "Le dernier choix est annulé.",
    "undo_nothing": "Rien à annuler : rien n'a encore été choisi.",
    "undo_others": "Rien à annuler : un autre joueur a décidé depuis.",
    "undo_fate": "Rien à annuler : un dé a été lancé, une carte piochée ou un secret révélé depuis.",
    "why_what": (
        "Nommez ce qui manque : `pourquoi NOM` (une action, une carte, un lieu, un libellé ; ou le numéro "
        "d'une option)."
    ),
    "read_what": (
        "Nommez ce que vous voulez lire : `lire NOM` (une carte, une pièce ou un lieu, par son id ou son nom)."
    ),
    "read_nothing": "Rien ne s'appelle `{name}`.",
    "saved": "Sauvegardé dans {path}.",
    "not_saved": "Pas sauvegardé : {cause}.",
    "occupied": (
        "`{path}` contient une partie de {title} au coup {step} : reprenez-la avec `{program} resume "
        "{file}`, ou nommez un autre fichier"
    ),
    "occupied_unread": "{cause} ; nommez un autre fichier",
    "branched": "La partie continue dans {path} ; {old} reste tel quel.",
    "save_where": "Nommez un fichier : `sauver FICHIER`.",
    "leaving": "Vous quittez la partie.",
    "end_of_input": "Fin de l'entrée : la partie est quittée.",
    "interrupted": "Interrompu : la partie est quittée.",
    "terminated": "Le système arrête le programme : la partie est quittée.",
    "resume_with": "Pour continuer : {program} resume {path}",
    "again_with": "Pour recommencer la même partie : {command}",
    "anew_with": "Pour commencer une autre partie comme celle-ci : {command}",
    "over": "La partie est terminée.",
    "score": "{player} : {score} points, place {rank}",
    "tie_decided": "Égalité de points ; départage par {what} : {values}.",
    "tie_equal": "Égalité de points ; égalité aussi pour {what} : {values}.",
    "winner": "Vainqueur : {players}",
    "winners": "Victoire partagée : {players}",
    "no_winner": "Personne ne gagne.",
    "achieved": "Succès de cette partie :",
    "achieved_none": "Aucun succès cette fois-ci.",
    "achieved_new": "  {name} (nouveau !)",
    "achieved_again": "  {name} (dans {count} parties à ce jour)",
    "achieved_counted": "  {name} (cette partie a déjà été comptée)",
    "achieved_table": "Tous les succès : {program} achievements {pack}",
    "achieved_unwritten": "Ils n'ont pas pu être notés : {cause}",
    "achieved_aside": "Le fichier des succès était endommagé ; il est gardé sous {path}, et un nouveau a été commencé.",
    "yes": "oui",
    "no": "non",
    "table_head": "{title} : {count} sur {total} obtenus",
    "table_empty": "{title} n'a pas de succès.",
    "table_mark": "pour la première fois le {date} avec {score} points{options} ; {times}",
    "table_once": "dans 1 partie",
    "table_often": "dans {count} parties",
    "table_not": "pas encore",
    "table_strange": "({count} de plus, d'autres versions du pack)",
    "table_damaged": "`{path}` est endommagé et reste tel quel",
    "table_newer": "`{path}` vient d'une version plus récente de ce programme et reste tel quel",
    "table_homeless": "il n'y a pas de dossier pour vos données ; nommez-en un avec RULEWRIGHT_DATA",
    "fault": "Une règle du pack a échoué, et le choix a été annulé : {cause}",
    "bot_fault": "Une règle du pack a échoué pendant le choix de {player} ; la partie ne peut continuer : {cause}",
    "damaged": "`{path}` est endommagé après le coup {good}.",
    "continue_from": "Continuer à partir du coup {good} ? (oui/non) ",
    "untouched": "La sauvegarde reste telle quelle.",
    "resumed": "Repris au coup {step}.",
    "pack_changed": """\
Le contenu de `{pack}` {version} a changé depuis le début de cette partie (alors {then}, maintenant {now}).
  Remettez ce contenu pour continuer ; la sauvegarde reste telle quelle.""",
    "pack_came": """\
Cette partie a commencé sans `{pack}` {version}, que ses packs demandent maintenant.
  Remettez leur ancien contenu pour continuer ; la sauvegarde reste telle quelle.""",
    "pack_missing": "Cette partie a besoin du pack `{pack}` {version} (contenu {then}), cherché dans `{where}`.",
    "pack_missing_help": "`rulewright pack install FICHIER` l’installe ; un dossier `{pack}` peut aussi se trouver ici.",
    "no_longer_fits": (
        "`{path}` ne correspond plus aux règles au coup {step} : une autre version du programme l'a créé."
    ),
    "step": "Coup {step}, {player} : {label}",
    "step_on": "Entrée pour la suite, `voir` pour le plateau, `quitter` pour arrêter : ",
    "replayed": "{count} coups rejoués ; la partie n'est pas finie.",
    "help": """\
  NUMÉRO           choisir l'option qui porte ce numéro (son nom marche aussi)
  voir             montrer le plateau
  options          montrer à nouveau la question (une ligne vide aussi)
  journal [N]      montrer tout ce qui s'est passé, ou les N dernières lignes
  annuler          reprendre le dernier choix, jusqu'à une révélation, un lancer ou la décision d'un autre joueur
  pourquoi NOM     pourquoi une action, une carte, un lieu ou un libellé n'est pas proposé, par son nom ou son id
  lire NOM         ce qu'est et fait une carte, une pièce ou un lieu, et où c'est si vous pouvez le voir
  règles [X]       les règles par chapitre ; un chapitre ou un terme X, par son numéro ou son nom
  sauver FICHIER   écrire la partie dans un fichier
  graine           montrer la graine de la partie : elle trahit ce qui est caché
  aide             cette liste
  quitter          partir ; la partie peut être reprise""",
}
"""What the terminal says to a player."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "look": ("voir", "plateau"),
    "options": ("options", "choix"),
    "log": ("journal",),
    "undo": ("annuler",),
    "why": ("pourquoi",),
    "read": ("lire",),
    "rules": ("règles", "regles"),
    "save": ("sauver",),
    "seed": ("graine",),
    "help": ("aide",),
    "quit": ("quitter",),
}
"""What a player may type, by meaning; English words work in every language."""

YES = ("o", "oui")
"""Ways to say yes."""

NO = ("n", "non")
"""Ways to say no."""

NUMERALS: dict[str, int] = {
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "onze": 11,
    "douze": 12, "double": 2, "moitié": 2, "deuxième": 2, "troisième": 3, "quatrième": 4, "cinquième": 5, "sixième": 6,
}  # fmt: skip
"""Words that say a number."""

LEAVE: tuple[str, ...] = ("pouvez", "peut", "jusqu’à", "si vous voulez", "autant", "facultatif")
"""Words that leave it to somebody whether to do something."""

EITHER: tuple[str, ...] = ("ou", "au choix", "de ces options")
"""Words that stand between, or before, things of which some are chosen."""

SAVES: dict[str, str] = {
    "save/missing": "il n'y a pas de sauvegarde `{path}`",
    "save/is-a-folder": "`{path}` est un dossier ; nommez un fichier dedans",
    "save/not-a-file": "`{path}` est un périphérique ou un tube, pas un fichier ; choisissez un autre nom",
    "save/not-a-save": "`{path}` existe et n'est pas une sauvegarde Rulewright ; choisissez un autre nom",
    "save/reads-a-folder": "`{path}` est un dossier, pas une sauvegarde",
    "save/reads-a-device": "`{path}` est un périphérique ou un tube, pas une sauvegarde",
    "save/reads-no-save": "`{path}` n'est pas une sauvegarde Rulewright",
    "save/no-folder": "le dossier de `{path}` n'existe pas",
    "save/refused": "impossible d'utiliser `{path}` : {cause}",
    "save/read-only": "impossible d'écrire `{path}` : son dossier ou le fichier est en lecture seule pour vous",
    "save/disk-full": "`{path}` n'a pas été écrit : le disque est plein ; faites de la place et sauvegardez de nouveau",
    "save/in-use": "`{path}` est utilisé par une autre partie en cours",
    "save/newer": (
        "`{path}` vient de la version {version} (format {format}), plus récente que ce programme (format {ours})"
    ),
    "save/damaged-head": "`{path}` est endommagé dès le début : rien n'est récupérable",
    "save/bad-field": "`{path}` n'est pas une sauvegarde utilisable : `{field}` manque ou n'est pas permis",
    "save/too-large": "`{path}` est plus grand que toute sauvegarde (16 Mo)",
}
"""What is wrong with a save, by code."""
