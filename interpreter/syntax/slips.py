"""Slips that many make who write scripts as they would speak, and what to write instead: one entry of a table for each.

An entry is a pattern of the line in which the parser stopped, and what to write, with the groups of the pattern in it. The
place where it stopped is `¦` in the pattern; `‖` is the same where only `else` could follow, `⁞` where a `:` could. The
first entry that fits counts; where none does, the parser lists what it would have taken.
"""

from __future__ import annotations

import re
from functools import cache

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    )
} | {"a": 1, "an": 1}
"""How people say small numbers; scripts have digits."""

_STATEMENT = r"(?!(?:if|else|repeat|for|as|choose|require|let|offer|while|may)\b)[a-z][a-z0-9_]*\b(?![.:(]).*"
_ASKED = r"(?:.*\b(?:if|while|require|and|or|not|where)\b[ (]*|)"
_SIGNS = {"more": ">", "greater": ">", "less": "<", "fewer": "<", "least": ">=", "most": "<="}
_WAYS = "below it, indented, a line `LABEL: …` for each way; a label is a term of text/"

_OTHER_WORDS = {
    **dict.fromkeys(("und", "et", "plus_que"), "and"),
    **dict.fromkeys(("oder", "ou"), "or"),
    **dict.fromkeys(("plus",), "+"),
    **dict.fromkeys(("minus", "moins"), "-"),
    **dict.fromkeys(("times", "fois", "mal"), "*"),
    **dict.fromkeys(("equals", "ist", "est", "equal"), "is"),
    **dict.fromkeys(("isnt", "unequal"), "is not"),
    **dict.fromkeys(("modulo",), "mod"),
    **dict.fromkeys(("si", "wenn", "falls"), "if"),
    **dict.fromkeys(("sinon", "sonst", "otherwise"), "else"),
}
"""Words of other languages, or of mathematics, and what scripts say."""

_SLIPS = (
    (r"([a-z][\w.]*) ?¦?\+¦?\+", "write `set {1} to {1} + 1`"),
    (r"([a-z][\w.]*) ?¦?-¦?-", "write `set {1} to {1} - 1`"),
    (r"([a-z][\w.]*) ?¦?\+¦? ?= ?(.+)", "write `set {1} to {1} + {2}`"),
    (r"([a-z][\w.]*) ?¦?-¦? ?= ?(.+)", "write `set {1} to {1} - {2}`"),
    (
        r".*: ((?:for each|if|repeat|as|may choose|choose one|at once)\b[^:]*?) ?¦.*",
        "behind a `:` stands one plain statement: write `{1} …` on a line of its own, indented",
    ),
    (r"repeat (\S+) ¦times\b.*", "write `repeat {1}:`"),
    (r"repeat while (.+?)(?::.*)?", "write `repeat 100 while {1}:`; the number is how often at most"),
    (r"repeat until (.+?)(?::.*)?", "write `repeat 100 while not {1}:`; the number is how often at most"),
    (r"(?:secretly|in secret) (as each [^:]+?)(?::.*)?", "write `{1} secretly:`"),
    (r"repeat (\S+) if (.+?) ?‖.*", "write `repeat {1} if {2} else 0:`, or `if {2}:` around it"),
    (
        rf"({_STATEMENT}) if (.+?) ?‖.*",
        "to do it only then, write `if {2}:` and the statement below it; one of two values is `A if {2} else B`",
    ),
    (rf"{_ASKED}(.+? where .+?) ¦is (empty|none).*", "put brackets around the set: `({1}) is {2}`"),
    (
        rf"{_ASKED}(\S+) (<=?|>=?) (\S+) ¦(<=?|>=?) (\S+?):?",
        "compare two at a time: `{1} {2} {3} and {3} {4} {5}`",
    ),
    (
        r".*\b(?:if|while|require|where) .* is ¦?(?:more|less|fewer|greater) ¦?than .*",
        "compare with `<`, `<=`, `>`, `>=`",
    ),
    (r".*\b(?:if|while|require|where) .* is ¦?at ¦?(least|most) .*", "compare with `{sign}`"),
    (r".*?¦?(?://|--|/\*)¦?.*", "a remark begins with `#`"),
    (r"¦\+ ?(\d+ \S.*)", "a statement begins with what is done: `gain {1}`"),
    (r"¦- ?(\d+ \S.*)", "a statement begins with what is done: `lose {1}`, or `pay {1}` where it has to be there"),
    (r"([a-z].*?) ¦\+ ?(\d+.*)", "a number has no `+` before it: `{1} {2}`"),
    (r".+\.¦", "a statement ends without a full stop"),
    (r".* is (not in|in) ¦.*", "write `{1}` without `is` before it"),
    (r".* (not in|in) ¦\[([^\]]*)\].*", "a set is written in round brackets: `{1} ({2})`"),
    (
        rf"{_ASKED}(\S+) ¦between (\S+) and (\S+?):?",
        "compare with both ends: `{1} >= {2} and {1} <= {3}`",
    ),
    (rf".*¦({'|'.join(_OTHER_WORDS)})\b.*", "write `{word}`"),
    (r"(si|wenn|falls|sinon|sonst|otherwise)\b.*", "write `{word}`: scripts are written in English words"),
    (r"if (.+?) ⁞then\b.*", "write `if {1}:`"),
    (r"(?:if|require|while) \w+ ¦(?:have|has) (\S+) (\w+).*", "compare, as in `my.{2} >= {1}`"),
    (rf"{_ASKED}(\S+) ¦(?:has|have|contains?|includes?|holds) ([^\s:)]+).*", "write `{2} in {1}`"),
    (r"(?:elif|elsif|elseif) .*", "write `else if`"),
    (r"else ?¦:.*", "`else` stands below the block of its `if`, exactly as deep as that `if`"),
    (
        r"else if [^:<>]*¦(?:[<>:]|is\b|and\b|or\b|not\b|in\b).*",
        "`else if` stands below the block of its `if`, exactly as deep as that `if`",
    ),
    (r"while (.+?)(?::.*)?", "write `repeat 100 while {1}:`; the number is how often at most"),
    (r"(?:for|foreach|for every) (?!each\b)(\w+) in (.+?)(?::.*)?", "write `for each {1} in {2}:`"),
    (
        rf"({_STATEMENT}) for each (\w+) ¦in (.+)",
        "write `for each {2} in {3}:` and the statement below it, or work the number out: `count({3})`",
    ),
    (r"(?:you|i|they) may ?¦?:? ?(.*)", "write `may: {1}`"),
    (r"may ⁞(?!choose\b)([^:]+)", "write `may: {1}`"),
    (r"((?:may )?choose) from ([^:]+?)(?::.*)?", "say what is chosen: `{1} NAME from {2}`; by that name it goes below"),
    (
        r"((?:may )?choose (?:up to )?\d+(?: to \d+)?) from ([^:]+?)(?::.*)?",
        "say what is chosen: `{1} NAMES from {2}:`, and below it, indented, what is done with each",
    ),
    (r"choose (?:1|a|an|one) (\w+) from ([^:]+?)⁞", "write `choose {1} from {2}`: what follows is about it"),
    (r"(?:may )?choose (\w+) from (\S+) ¦to ([^:]+?)(?::.*)?", "write `choose {1} from range({2}, {3})`"),
    (r"((?:may )?choose) (?!one\b)([a-z]\w*)¦:?", "say from which set: `{1} {2} from SET`"),
    (
        r"((?:may )?choose (?:up to )?\d+(?: to \d+)?) (?!different\b)([a-z]\w*)¦:?",
        "say from which set: `{1} {2} from SET:`, and below it, indented, what is done with each",
    ),
    (r"(choose \S.* from [^:]+?)⁞", "write `{1}:` and below it, indented, what is done with each"),
    (r"((?:may )?choose one): ?¦\S.*", f"write `{{1}}:` and {_WAYS}"),
    (
        r"(?:must |may )?(?!may\b)[a-z][a-z0-9_]* ⁞(?!if\b).*",
        "each way needs a label and a `:` before it: `LABEL: …`",
    ),
    (r"as (?:all|every|all the|every one of) ⁞([^:]+?)s?(?::.*)?", "write `as each {1}:`"),
    (
        r"for each (player|opponent)s?¦(?::.*)?",
        "write `as each {1}:`, and each acts in turn; or `for each {1} in SET:`",
    ),
    (rf"{_STATEMENT} ¦or\b.*", f"write `choose one:` and {_WAYS}"),
    (rf"{_STATEMENT} ?¦(?:and|then|,)(?: .*|)", "write each statement on a line of its own"),
    (r"(\w+)¦(\.[a-z0-9_.]+) = (.+)", "a statement begins with what is done: `set {1}{2} to {3}`"),
    (r"(\w+)¦(\.[a-z0-9_.]+) is (\w+)", "a statement begins with what is done: `set {1}{2} to {3}`"),
    (r"(\w+)¦\..*", "a statement begins with what is done, as in `set {1}.… to 2`"),
    (
        r"(?:for each|as each|repeat|if|else if|require) (?:.*[^a-z0-9_.])?([a-z][a-z0-9_]*) ⁞(my\.[a-z0-9_.]+)\b.*:.*",
        "what a function is given stands in brackets: `{1}({2})`",
    ),
    (r"(?:for each|as each|as|repeat|if|else if) .+ ⁞[a-z].*", "write `:` before what is done"),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), cure) for pattern, cure in _SLIPS)


def meant(line: str, at: int, accepted: set[str]) -> str:
    """What to write instead of a slip; `at` is where in the line the parser stopped. Nothing where it cannot be told."""
    at = max(at, len(line) - len(line.lstrip()))
    before, behind = line[:at].lstrip(), line[at:].rstrip()
    marks = ["", "¦", *(["‖"] if accepted == {"ELSE"} else []), *(["⁞"] if "COLON" in accepted else [])]
    for pattern, cure in _patterns():
        for mark in marks:
            found = pattern.fullmatch(f"{before}{mark}{behind}")
            if found:
                return _filled(cure, found)
    return ""


_VALUES = (
    (r"if ¦(.+)", "leave out `if`: a condition is written alone, as in `{1}`"),
    (r"return ¦(.+)", "leave out `return`: a value is written alone, as in `{1}`"),
    (r"set ¦(\S+) to (.+)", "a value or a condition stands here, no statement: `{1} is {2}` asks whether it is so"),
    (
        r"([a-z][a-z0-9_]*) ¦(my\b.*|.* where .*)",
        "a value stands here, no statement; what a function is given stands in brackets: `{1}({2})`",
    ),
    (
        r"[a-z][a-z0-9_]* ¦.*",
        "a value stands here, no statement; what a function is given stands in brackets: `NAME(…)`",
    ),
    (r"(?:.*[^a-z0-9_.])?([a-z][a-z0-9_]*) ¦(my\b.*)", "what a function is given stands in brackets: `{1}({2})`"),
)
"""Slips in a script that is a value or a condition, looked at where no other fits."""


def meant_in_value(line: str, at: int) -> str:
    """What to write instead of a slip in a value; nothing where it cannot be told."""
    marked = f"{line[:at].lstrip()}¦{line[at:].rstrip()}"
    found = ((cure, re.fullmatch(pattern, marked)) for pattern, cure in _VALUES)
    return next((_filled(cure, one) for cure, one in found if one), "")


_OPERATORS = r"(?:and|or|not|is|in|mod|where|[-+*/<>=]+)"
_BEGINS, _ENDS = re.compile(rf"{_OPERATORS}(?![a-z0-9_])"), re.compile(rf"(?<![a-z0-9_]){_OPERATORS}$")


def goes_on(text: str, at: int) -> bool:
    """Whether a value goes on in another line where the parser stopped: a word or sign between two values tells."""
    before, behind = text[:at].rstrip(), text[at:].lstrip()
    broken = "\n" in text[len(before) : len(text) - len(behind)]
    return broken and bool(behind) and bool(_BEGINS.match(behind) or _ENDS.search(before))


def _filled(cure: str, found: re.Match[str]) -> str:
    """A cure with what the pattern found in its places; numbers in words become digits."""
    for place, group in enumerate(found.groups(default=""), start=1):
        plain = group.strip(" ¦")
        cure = cure.replace(f"{{{place}}}", str(NUMBER_WORDS.get(plain, plain)))
        cure = cure.replace("{sign}", _SIGNS.get(plain, "{sign}")).replace("{word}", _OTHER_WORDS.get(plain, "{word}"))
    return cure
