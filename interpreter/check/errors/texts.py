"""Words for people: what is missing, and what says something else than the script."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Severity, Span, did_you_mean, shown
from interpreter.languages import FALLBACK, LANGUAGES


def _languages(codes: tuple[str, ...]) -> str:
    return ", ".join(f"`{shown(one)}`" for one in codes)


class MissingTerm(Problem):
    """A language of the pack has no words for an id that players see.

    Example:
        terms: {}
    Use instead:
        terms: {wood: bois}
    """

    code = "check/missing-term"
    severity = Severity.WARNING
    name: str
    langs: tuple[str, ...]
    of: str = ""
    """The thing whose text says it; nothing where it is always seen."""

    def message(self) -> str:
        files = ", ".join(f"text/{lang}.yaml" for lang in self.langs)
        return f"`{self.name}` has no term in {files}"

    def label(self) -> str:
        return "its text says it" if self.of else "players see this"

    def help(self) -> str | None:
        said = f": players read it in the text of `{shown(self.of)}`" if self.of else ""
        return f"write `{self.name}: …` under `terms` there{said}"


class SpelledOut(Problem):
    """A text has no word for a value, so it says how the value is worked out, and that is no phrase anybody would say.

    A value that reads as a phrase is not told of (one that is there under another name, those of a place for which one
    thing holds, a single comparison), unless it has a term in another language. Nor is the result: there the sum is wanted.

    Example:
        - {value: offer, of: player, is: 2 * my.coins + 1, source: designed}
    Use instead:
        terms: {offer: your offer}   # in text/en.yaml; a card: gain my.offer points
    """

    code = "check/spelled-out"
    severity = Severity.WARNING
    beside = "told as a formula"
    name: str
    langs: tuple[str, ...]
    of: str
    """The thing whose text says it."""
    said: Span
    shape: str
    """How its term is written."""

    def message(self) -> str:
        files = ", ".join(f"text/{lang}.yaml" for lang in self.langs)
        return f"`{self.name}` has no term in {files}, so the text of `{shown(self.of)}` spells out what it is"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.said, "its text says it"),)

    def help(self) -> str | None:
        return f"write `{self.name}: {self.shape}` under `terms` there; `rulewright show` tells the text"


class BorrowedTerm(Problem):
    """A thing is called by a word that a pack below wrote for something else of the same name.

    What is read on cards speaks of the other thing then. A counter, a field or a value that is of the same type shares the
    word with it, and is meant to.

    Example:
        kinds: {player: {vars: {paid_up: truth}}}   # a pack below has a zone `paid_up`, called "die on a solo card"
    Use instead:
        kinds: {player: {vars: {taxed: truth}}}    # and a term `taxed` in text/en.yaml
    """

    code = "check/borrowed-term"
    severity = Severity.WARNING
    beside = "has its word"
    what: str
    name: str
    other: str
    whose: str
    written: Span

    def message(self) -> str:
        return f"the {self.what} `{self.name}` is told by the term of the {self.other} `{self.name}` of {self.whose}"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.written, "written for something else"),)

    def help(self) -> str | None:
        return "give it another name, and that name a term of its own"


class UndeclaredLanguage(Problem):
    """A file in text/ is of a language that the pack does not name, so nobody ever reads it.

    Example:
        languages: [en]      # and a file text/fr.yaml
    Use instead:
        languages: [en, fr]
    """

    code = "check/undeclared-language"
    severity = Severity.WARNING
    beside = "never read"
    language: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"text/{shown(self.language)}.yaml is never read: the pack does not speak `{shown(self.language)}`"

    def help(self) -> str | None:
        listed = ", ".join(self.known)
        if self.language in LANGUAGES:
            return f"write `languages: [{listed}, {self.language}]` in pack.yaml, or move the terms"
        return f"a file is called like its language: {', '.join(f'text/{one}.yaml' for one in self.known)}"


class SilentIn(Problem):
    """A pack does not speak a language that other packs of the game speak: who plays in it reads other words there.

    Such words are English, or of the first of the languages of the game that has them.

    Example:
        languages: [en]      # on a pack with `languages: [en, fr]`
    Use instead:
        languages: [en, fr]
    """

    code = "check/silent-in"
    severity = Severity.NOTE
    beside = "no other"
    name: str
    langs: tuple[str, ...]
    own: tuple[str, ...]

    def message(self) -> str:
        return f"`{shown(self.name)}` has no words in {_languages(self.langs)}, which this game is played in, too"

    def help(self) -> str | None:
        files = " and ".join(f"text/{lang}.yaml" for lang in self.langs)
        read = FALLBACK if FALLBACK in self.own else self.own[0]
        return f"who plays in {_languages(self.langs)} reads `{shown(read)}` there; to speak it, write {files}"


class MissingWords(Problem):
    """A text that players read, such as a title, the name of an action or the rule book, lacks a language of the pack.

    Example:
        title: {en: A turn}
    Use instead:
        title: {en: A turn, fr: Un tour}
    """

    code = "check/missing-words"
    severity = Severity.WARNING
    langs: tuple[str, ...]
    unworded: str = ""
    """The verb that has no words at all, though something that players read speaks of it."""

    def message(self) -> str:
        listed = ", ".join(f"`{shown(lang)}`" for lang in self.langs)
        if self.unworded:
            return f"`{shown(self.unworded)}` has no words in {listed}, and texts speak of it"
        return f"this text is not there in {listed}, though the pack speaks it"

    def label(self) -> str:
        return "no words of its own" if self.unworded else "not in every language"

    def help(self) -> str | None:
        said = ", ".join(f"{shown(lang)}: …" for lang in self.langs)
        return f"write `text: {{{said}}}` below it" if self.unworded else f"write `{said}` beside the others"


class UnevenRows(Problem):
    """A row of a table in the rule book has more or fewer cells than its head.

    Example:
        - table:
            - [round, "1", "2"]
            - [points, "2"]
    Use instead:
        - table:
            - [round, "1", "2"]
            - [points, "2", "3"]
    """

    code = "check/uneven-rows"
    beside = "not as long"
    cells: int
    head: int

    def message(self) -> str:
        return f"this row has {self.cells} cells, the head of the table {self.head}"


class MissingName(Problem):
    """A thing has a name, but not in every language of the pack; or none at all, while others of its kind have one.

    Example:
        name: {en: Baker}
    Use instead:
        name: {en: Baker, fr: Boulangère}
    """

    code = "check/missing-name"
    severity = Severity.WARNING
    item: str
    lang: str
    kind: str = ""
    langs: tuple[str, ...] = ()

    def message(self) -> str:
        if not self.lang:
            return f"`{shown(self.item)}` has no name: players will read `{shown(self.kind)}`, the name of its kind"
        return f"`{shown(self.item)}` has no name in `{shown(self.lang)}`, a language of the pack"

    def label(self) -> str:
        return f"no `{shown(self.lang)}` here" if self.lang else "others of its kind have one"

    def help(self) -> str | None:
        if not self.lang:
            return "write `name: {" + ", ".join(f"{lang}: …" for lang in self.langs) + "}` below its id"
        return f"write `{shown(self.lang)}: …` beside the others"


class LeftOut(Problem):
    """The text of a verb leaves out what it is given, so that the text of a card does not say what was chosen.

    Example:
        - verb: "wave goodbye to {card: card}"
          text: {en: wave goodbye, fr: dites adieu}
          source: designed
          effect: move card to my.discard
        - action: part
          menu: turn
          source: designed
          effect: |
            choose card from my.hand
            wave goodbye to card
    Use instead:
        - verb: "wave goodbye to {card: card}"
          text: {en: "wave goodbye to {card}", fr: "dites adieu à {card}"}
          source: designed
          effect: move card to my.discard
        - action: part
          menu: turn
          source: designed
          effect: |
            choose card from my.hand
            wave goodbye to card
    """

    code = "check/left-out"
    severity = Severity.WARNING
    beside = "chosen, and not told"
    verb: str
    param: str
    chosen: str
    langs: tuple[str, ...]

    def message(self) -> str:
        return f"the text of `{shown(self.verb)}` does not say `{{{self.param}}}`, so nobody reads of `{self.chosen}`"

    def help(self) -> str | None:
        return f"write `{{{self.param}}}` into the `text` of the verb ({', '.join(self.langs)})"


class NothingToWord(Problem):
    """An item has words of its own for a script that it does not have.

    Example:
        text: {effct: {en: Take a coin.}}
        effect: gain 1 coins
    Use instead:
        text: {effect: {en: Take a coin.}}
        effect: gain 1 coins
    """

    code = "check/nothing-to-word"
    beside = "no script, no language"
    item: str
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{shown(self.item)}` has no `{shown(self.name)}` that could have words of its own"

    def help(self) -> str | None:
        has = f"it has {', '.join(f'`{shown(one)}`' for one in self.known)}" if self.known else "it has no script"
        return did_you_mean(self.name, self.known) or f"{has}; words for all of it stand under their language"


class WordsLack(Problem):
    """The words an item has of its own leave out something that its scripts do: a number, a counter, a thing, a choice.

    Example:
        text: {en: Take some coins.}
        effect: gain 2 coins
    Use instead:
        text: {en: Take 2 coins.}
        effect: gain 2 coins
    """

    code = "check/words-lack"
    severity = Severity.WARNING
    beside = "not all of it"
    advice = "change the words or the script, or leave the words out: they are then made from the script"
    item: str
    lang: str
    what: str

    def message(self) -> str:
        return f"the words of `{shown(self.item)}` ({self.lang}) do not say `{shown(self.what)}`, which its script does"


class WordsAdd(Problem):
    """The words an item has of its own speak of something that its scripts never touch.

    Example:
        text: {en: Take 3 coins.}
        effect: gain 2 coins
    Use instead:
        text: {en: Take 2 coins.}
        effect: gain 2 coins
    """

    code = "check/words-add"
    severity = Severity.WARNING
    beside = "more than it does"
    advice = "change the words or the script, or leave the words out: they are then made from the script"
    item: str
    lang: str
    what: str

    def message(self) -> str:
        return (
            f"the words of `{shown(self.item)}` ({self.lang}) say `{shown(self.what)}`, which its script does not touch"
        )

    def help(self) -> str | None:
        return "change the words or the script, or leave the words out: they are then made from the script"


class WordsOfBelow(Problem):
    """A pack goes around a verb or an action and changes something that its words speak of; they still say what was before.

    Example:
        - change: verb earn a wage      # its text: take 2 coins
          after: gain 1 coins
    Use instead:
        - change: verb earn a wage
          text: {en: take 3 coins, fr: prenez 3 pièces}
          after: gain 1 coins
    """

    code = "check/words-of-below"
    severity = Severity.WARNING
    rule: str
    pack: str
    langs: tuple[str, ...]
    what: str
    said: Span

    def message(self) -> str:
        return (
            f"the words of `{shown(self.rule)}` ({', '.join(self.langs)}) speak of `{shown(self.what)}`, "
            f"and `{shown(self.pack)}` changes that"
        )

    def label(self) -> str:
        return "other than its words"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.said, "what players read"),)

    def help(self) -> str | None:
        said = ", ".join(f"{lang}: …" for lang in self.langs)
        return f"say it anew in the same change, or say that it still holds: `text: {{{said}}}` (`name` of an action)"


class SaidOtherwise(Problem):
    """The text of a line of the log has a gap that nothing fills, or none for a value it is given.

    Example:
        say call_out with who = me
    Use instead:
        say call_out with who = me, times = my.coins
    """

    code = "check/said-otherwise"
    beside = "said otherwise there"
    term: str
    lang: str
    name: str
    given: bool

    def message(self) -> str:
        if self.given:
            return f"the text of `{self.term}` in text/{self.lang}.yaml has no `{{{self.name}}}`"
        return f"nothing is given for `{{{self.name}}}` of `{self.term}` in text/{self.lang}.yaml"

    def help(self) -> str | None:
        if self.given:
            return f"write `{{{self.name}}}` into the text, or leave `{self.name} = …` out"
        return f"write `say {self.term} with {self.name} = …`"
