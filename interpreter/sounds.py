"""How English words begin when they are said, for messages and for texts alike."""

from __future__ import annotations

import re

_SILENT = re.compile(r"hour|honest|honou?r|heir")
_CLOSED = re.compile(r"uni(?!n|m)|us[aeiu]|ut[aeio]|eu|ewe|on(?:e|ce)(?![a-z])|ubi|ufo")


def sounds_open(word: str) -> bool:
    """Whether an English word begins with the sound of a vowel.

    >>> sounds_open("honour"), sounds_open("one"), sounds_open("umbrella"), sounds_open("use")
    (True, False, True, False)
    """
    heard = word.lstrip("`\"'“‘(").casefold()
    if _SILENT.match(heard):
        return True
    return heard[:1] in tuple("aeiou") and not _CLOSED.match(heard)
