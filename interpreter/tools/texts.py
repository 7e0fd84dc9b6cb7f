"""Every sentence the terminal says to a player, in English and French."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "fr")

# By key: first English, then French.
TEXTS: Mapping[str, tuple[str, str]] = {
    "welcome": (
        "{title}: {players}, seed {seed}. Type a number to choose, or `help`.",
        "{title} : {players}, graine {seed}. Tapez un numéro pour choisir, ou `aide`.",
    ),
    "started": ("{title}: {players}, seed {seed}.", "{title} : {players}, graine {seed}."),
    "only_in": ("{title} has texts in {languages} only.", "Les textes de {title} n'existent qu'en {languages}."),
    "language_en": ("English", "anglais"),
    "language_fr": ("French", "français"),
    "one_player": ("1 player", "1 joueur"),
    "many_players": ("{count} players", "{count} joueurs"),
    "player": ("Player {number}", "Joueur {number}"),
    "player_is": ("Player {number} ({who})", "Joueur {number} ({who})"),
    "human": ("human", "humain"),
    "look_away": (
        "Player {number}, press Enter when nobody else is looking.",
        "Joueur {number}, appuyez sur Entrée quand personne d'autre ne regarde.",
    ),
    "turn": ("Player {number}, it is up to you.", "Joueur {number}, à vous."),
    "earlier": ("({count} lines before this: type `log`)", "({count} lignes avant : tapez `journal`)"),
    "nothing_happened": ("Nothing has happened yet.", "Rien ne s'est encore passé."),
    "choose": ("Your choice (1-{count}): ", "Votre choix (1-{count}) : "),
    "not_a_choice": (
        "`{line}` is not on offer. Type a number from 1 to {count}, or `help`.",
        "`{line}` n'est pas proposé. Tapez un numéro de 1 à {count}, ou `aide`.",
    ),
    "several": (
        "`{line}` may mean {numbers}. Type the number.",
        "`{line}` peut désigner {numbers}. Tapez le numéro.",
    ),
    "did_you_mean": ("Did you mean `{name}`?", "Vouliez-vous dire `{name}` ?"),
    "undone": ("The last choice is taken back.", "Le dernier choix est annulé."),
    "cannot_undo": (
        "Nothing can be taken back: nothing was chosen, something was revealed or rolled, or another player decided.",
        "Rien à annuler : rien n'a été choisi, un secret a été révélé, un dé lancé, ou un autre joueur a décidé.",
    ),
    "why_what": (
        "Name what you miss: `why NAME` (an action, a card, a place, a label; or the number of an option).",
        "Nommez ce qui manque : `pourquoi NOM` (une action, une carte, un lieu, un libellé ; ou le numéro d'une option).",
    ),
    "read_what": (
        "Name what you want to read: `read NAME` (a card, a piece or a place, by its id or its name).",
        "Nommez ce que vous voulez lire : `lire NOM` (une carte, une pièce ou un lieu, par son id ou son nom).",
    ),
    "read_nothing": ("Nothing is called `{name}`.", "Rien ne s'appelle `{name}`."),
    "saved": ("Saved to {path}.", "Sauvegardé dans {path}."),
    "not_saved": ("Not saved: {cause}.", "Pas sauvegardé : {cause}."),
    "occupied": (
        "`{path}` holds a game of {title} at step {step}; go on with it: `{program} resume {file}`, or name another file",
        (
            "`{path}` contient une partie de {title} au coup {step} : "
            "reprenez-la avec `{program} resume {file}`, ou nommez un autre fichier"
        ),
    ),
    "occupied_unread": ("{cause}; name another file", "{cause} ; nommez un autre fichier"),
    "branched": (
        "The game goes on in {path}; {old} stays as it is.",
        "La partie continue dans {path} ; {old} reste tel quel.",
    ),
    "save_where": ("Name a file: `save FILE`.", "Nommez un fichier : `sauver FICHIER`."),
    "leaving": ("Leaving the game.", "Vous quittez la partie."),
    "end_of_input": ("The input has ended: leaving the game.", "Fin de l'entrée : la partie est quittée."),
    "interrupted": ("Interrupted: leaving the game.", "Interrompu : la partie est quittée."),
    "resume_with": ("Continue with: {program} resume {path}", "Pour continuer : {program} resume {path}"),
    "again_with": ("Start the same game again with: {command}", "Pour recommencer la même partie : {command}"),
    "over": ("The game is over.", "La partie est terminée."),
    "score": ("{player}: {score} points, place {rank}", "{player} : {score} points, place {rank}"),
    "winner": ("Winner: {players}", "Vainqueur : {players}"),
    "winners": ("Shared victory: {players}", "Victoire partagée : {players}"),
    "no_winner": ("Nobody wins.", "Personne ne gagne."),
    "achieved": ("Achievements of this game:", "Succès de cette partie :"),
    "achieved_none": ("No achievement this time.", "Aucun succès cette fois-ci."),
    "achieved_new": ("  {name} (new!)", "  {name} (nouveau !)"),
    "achieved_again": ("  {name} (in {count} games so far)", "  {name} (dans {count} parties à ce jour)"),
    "achieved_counted": ("  {name} (this game was counted before)", "  {name} (cette partie a déjà été comptée)"),
    "achieved_table": (
        "All of them: {program} achievements {pack}",
        "Tous les succès : {program} achievements {pack}",
    ),
    "achieved_unwritten": ("They could not be recorded: {cause}", "Ils n'ont pas pu être notés : {cause}"),
    "achieved_aside": (
        "The file of achievements was damaged; it is kept as {path}, and a new one was begun.",
        "Le fichier des succès était endommagé ; il est gardé sous {path}, et un nouveau a été commencé.",
    ),
    "yes": ("yes", "oui"),
    "no": ("no", "non"),
    "table_head": ("{title}: {count} of {total} achieved", "{title} : {count} sur {total} obtenus"),
    "table_empty": ("{title} has no achievements.", "{title} n'a pas de succès."),
    "table_mark": (
        "first on {date} with {score} points{options}; {times}",
        "pour la première fois le {date} avec {score} points{options} ; {times}",
    ),
    "table_once": ("in 1 game", "dans 1 partie"),
    "table_often": ("in {count} games", "dans {count} parties"),
    "table_not": ("not yet", "pas encore"),
    "table_strange": (
        "({count} more of other versions of the pack)",
        "({count} de plus, d'autres versions du pack)",
    ),
    "table_damaged": (
        "`{path}` is damaged and was left as it is",
        "`{path}` est endommagé et reste tel quel",
    ),
    "table_newer": (
        "`{path}` was written by a newer version of this program and was left as it is",
        "`{path}` vient d'une version plus récente de ce programme et reste tel quel",
    ),
    "table_homeless": (
        "there is no folder for your data; name one with RULEWRIGHT_DATA",
        "il n'y a pas de dossier pour vos données ; nommez-en un avec RULEWRIGHT_DATA",
    ),
    "fault": (
        "A rule of the pack failed, and the choice was undone: {cause}",
        "Une règle du pack a échoué, et le choix a été annulé : {cause}",
    ),
    "bot_fault": (
        "A rule of the pack failed while {player} was choosing; the game cannot go on: {cause}",
        "Une règle du pack a échoué pendant le choix de {player} ; la partie ne peut continuer : {cause}",
    ),
    "damaged": (
        "`{path}` is damaged after step {good}.",
        "`{path}` est endommagé après le coup {good}.",
    ),
    "continue_from": (
        "Continue from step {good}? (yes/no) ",
        "Continuer à partir du coup {good} ? (oui/non) ",
    ),
    "untouched": ("The save is left as it is.", "La sauvegarde reste telle quelle."),
    "resumed": ("Resumed at step {step}.", "Repris au coup {step}."),
    "pack_changed": (
        """\
The content of `{pack}` {version} changed since this game began (then {then}, now {now}).
  Bring that content back to go on; the save is left as it is.""",
        """\
Le contenu de `{pack}` {version} a changé depuis le début de cette partie (alors {then}, maintenant {now}).
  Remettez ce contenu pour continuer ; la sauvegarde reste telle quelle.""",
    ),
    "pack_missing": (
        "This game needs the pack `{pack}` {version} (content {then}), looked for at `{where}`.",
        "Cette partie a besoin du pack `{pack}` {version} (contenu {then}), cherché dans `{where}`.",
    ),
    "no_longer_fits": (
        "`{path}` no longer fits the rules at step {step}: another version of the program made it.",
        "`{path}` ne correspond plus aux règles au coup {step} : une autre version du programme l'a créé.",
    ),
    "step": ("Step {step}, {player}: {label}", "Coup {step}, {player} : {label}"),
    "step_on": ("Enter for the next step, `look` for the board, `quit` to stop: ",
                "Entrée pour la suite, `voir` pour le plateau, `quitter` pour arrêter : "),
    "replayed": ("{count} steps replayed; the game is not over.", "{count} coups rejoués ; la partie n'est pas finie."),
    "help": (
        """\
  NUMBER      choose the option with this number (its name works too)
  look        show the board
  log         show everything that happened
  undo        take back the last choice, up to a reveal, a roll or another player's decision
  why NAME    why something is not offered: an action, a card, a place or a label, by name or id
  read NAME   what a card, a piece or a place is and does, and where it lies if you can see it
  save FILE   write the game to a file
  help        this list
  quit        leave; the game can be resumed""",
        """\
  NUMÉRO           choisir l'option qui porte ce numéro (son nom marche aussi)
  voir             montrer le plateau
  journal          montrer tout ce qui s'est passé
  annuler          reprendre le dernier choix, jusqu'à une révélation, un lancer ou la décision d'un autre joueur
  pourquoi NOM     pourquoi une action, une carte, un lieu ou un libellé n'est pas proposé, par son nom ou son id
  lire NOM         ce qu'est et fait une carte, une pièce ou un lieu, et où c'est si vous pouvez le voir
  sauver FICHIER   écrire la partie dans un fichier
  aide             cette liste
  quitter          partir ; la partie peut être reprise""",
    ),
}  # fmt: skip

# What a player may type, by meaning; English words work in every language.
WORDS: Mapping[str, tuple[str, ...]] = {
    "look": ("look", "board", "voir", "plateau"),
    "log": ("log", "journal"),
    "undo": ("undo", "annuler"),
    "why": ("why", "pourquoi"),
    "read": ("read", "lire"),
    "save": ("save", "sauver"),
    "help": ("help", "?", "aide"),
    "quit": ("quit", "exit", "quitter"),
}

YES = ("y", "yes", "o", "oui")


def say(lang: str, key: str, **facts: object) -> str:
    """Give a sentence in a language; other languages than French read English."""
    return TEXTS[key][1 if lang == "fr" else 0].format(**facts)


def player_name(lang: str, seat: int, who: str | None = None) -> str:
    """Name a seat; `who` adds what plays there."""
    if who is None:
        return say(lang, "player", number=seat + 1)
    return say(lang, "player_is", number=seat + 1, who=say(lang, "human") if who == "human" else who)
