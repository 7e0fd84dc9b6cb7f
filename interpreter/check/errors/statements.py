"""Statements and phrases that say nothing the language knows."""

from __future__ import annotations

from interpreter.diagnostics import Label, Problem, Severity, Span, did_you_mean, nearest, shown, with_article
from interpreter.primitives.synonyms import SYNONYMS


class UnknownVerb(Problem):
    """A statement starts with a word that neither the engine nor the pack defines.

    Example:
        gian 2 wood
    Use instead:
        gain 2 wood
    """

    code = "check/unknown-verb"
    beside = "not a statement"
    name: str
    known: tuple[str, ...]
    meant: str = ""

    def message(self) -> str:
        return f"there is no statement `{shown(self.name)}`"

    def help(self) -> str | None:
        if self.meant:
            return f"did you mean `{self.meant}`?"
        near = nearest(self.name, self.known)
        said = SYNONYMS.get(self.name, "")
        if near and said and said != near:
            return f"did you mean `{near}`, or `{said}`?"
        return f"did you mean `{near or said}`?" if near or said else None


class WrongPhrase(Problem):
    """A statement is known, but not with these words.

    Example:
        gain wood
    Use instead:
        gain 2 wood
    """

    code = "check/wrong-phrase"
    beside = "does not fit"
    verb: str
    phrases: tuple[str, ...]
    meant: str = ""
    cut_short: bool = False
    """Whether a comment begins right behind its last word."""
    several: bool = False
    """Whether it looks like several statements on one line."""

    def message(self) -> str:
        return f"`{self.verb}` is not written like this"

    def help(self) -> str | None:
        if self.meant:
            return f"write `{self.meant}`"
        if self.several:
            return "write each statement on a line of its own"
        if self.cut_short:
            return (
                "`#` begins a comment, so the rest is not read; say which of several copies, as in `first(… where …)`"
            )
        return "write " + " or ".join(f"`{p}`" for p in self.phrases[:4])


class OneOrMany(Problem):
    """A word of a verb does not agree with the number before it.

    Example:
        - verb: "hand out {n: number} (marble|marbles)"
          source: designed
          effect: gain n coins
        - verb: thank everybody
          source: designed
          effect: hand out 1 marbles
    Use instead:
        - verb: "hand out {n: number} (marble|marbles)"
          source: designed
          effect: gain n coins
        - verb: thank everybody
          source: designed
          effect: hand out 1 marble
    """

    code = "check/one-or-many"
    severity = Severity.WARNING
    beside = "one, or many?"
    word: str
    right: str

    def message(self) -> str:
        return f"`{self.word}` does not agree with the number before it"

    def help(self) -> str | None:
        return f"write `{self.right}`"


class NotInBlock(Problem):
    """Something stands in a block where others would notice it too early, or never.

    Example:
        at once:
          stop
    Use instead:
        at once:
          gain 1 wood
        stop
    """

    code = "check/not-in-block"
    beside = "not here"
    what: str
    block: str

    def message(self) -> str:
        if self.what == "nothing":
            return f"`{self.block}` sets no var that is `visible: sealed`"
        if self.what == "what is sealed":
            return f"what is sealed cannot be read inside `{self.block}`"
        return f"`{self.what}` cannot stand inside `{self.block}`"

    def help(self) -> str | None:
        if self.block == "at once:":
            return "put it behind the block"
        return "let players choose, set a var of their own that is `visible: sealed`, and do the rest behind the block"


class EndsNothing(Problem):
    """`end SPAN` leaves the verb that begins the span, so it can be said only where that verb is under way.

    Example:
        end match
    Use instead:
        end turn
    """

    code = "check/ends-nothing"
    name: str
    known: tuple[str, ...]
    way: tuple[str, ...] = ()

    def message(self) -> str:
        if not self.way:
            return f"no verb begins `{shown(self.name)}`"
        return f"`end {shown(self.name)}` can be said where no `{shown(self.name)}` is under way"

    def label(self) -> str:
        return "reached by " + " → ".join(self.way) if self.way else "begun by nothing"

    def help(self) -> str | None:
        near = did_you_mean(self.name, self.known)
        return near or f"say it only below a verb with `begins: {shown(self.name)}`"


class OneCannotPay(Problem):
    """Each of several players has to pay: as soon as one of them cannot, nobody can do what this is a part of.

    Example:
        as each opponent: pay 1 coins
    Use instead:
        as each opponent: lose 1 coins
    """

    code = "check/one-cannot-pay"
    severity = Severity.WARNING
    beside = "each of them has to"
    statement: str
    written: str
    who: str

    def message(self) -> str:
        return f"if one of them cannot `{self.statement}`, none of this can be done at all"

    def help(self) -> str | None:
        some = f"`as each {self.who} where …:` asks only those who can"
        return f"{some}; `may: {shown(self.written)}` lets each decide; `lose …` takes what is there"


class TwoDeciders(Problem):
    """Chance chooses, and yet a player could decline or stop.

    Example:
        may choose card from my.hand at random
        move card to my.discard
    Use instead:
        may:
          choose card from my.hand at random
          move card to my.discard
    """

    code = "check/two-deciders"
    beside = "who decides?"
    word: str

    def message(self) -> str:
        return f"`at random` and `{self.word}` cannot stand together"

    def help(self) -> str | None:
        if self.word == "may":
            return "put the choice into a block: `may:`"
        return "say how many are chosen: one number"


class CannotDo(Problem):
    """A statement is given things of a kind, or a zone, with which it cannot be done.

    Example:
        flip marker
    Use instead:
        flip token
    """

    code = "check/cannot-do"
    statement: str
    of: str
    lacks: str
    remedy: str

    def message(self) -> str:
        return f"`{self.statement}` cannot be done here: {with_article(f'`{shown(self.of)}`')} {self.lacks}"

    def label(self) -> str:
        return with_article(shown(self.of))

    def help(self) -> str | None:
        return self.remedy


class HardAfterFate(Problem):
    """Something that can be impossible stands after a roll, shuffle, draw or reveal in the same option.

    Example:
        draw 1 from my.deck to my.hand
        pay 2 wood
    Use instead:
        pay 2 wood
        draw 1 from my.deck to my.hand
    """

    code = "check/cost-after-reveal"
    beside = "put this first"
    verb: str
    fate: Span

    def message(self) -> str:
        return f"`{self.verb}` can be impossible, but what stands before it cannot be taken back"

    def notes(self) -> tuple[Label, ...]:
        return (Label(self.fate, "point of no return"),)


class NothingToPut(Problem):
    """The pack lacks something the engine needs to start a game.

    Example:
        start: play
    Use instead:
        start: play the game
    """

    code = "check/incomplete-pack"
    what: str

    def message(self) -> str:
        return self.what
