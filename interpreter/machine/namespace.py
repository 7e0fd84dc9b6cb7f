"""The names that printed functions use, each the same in every process, and how to make again what they stand for.

Functions are printed when they are first needed, so what is printed first differs from process to process. A name is made
from what it stands for, never from the order in which things were met: a function that was printed in another process
finds everything it mentions under the names it knows (`kept_code.py`). Nothing in a name is a word of a pack.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Recipe = tuple[Any, ...]
"""What to make, and from what, in texts and numbers; empty for what is kept as it is."""
Made = tuple[Recipe, Any]
"""How to make something; where it is kept as it is, the thing itself."""
BY_VALUE: Recipe = ()


@lru_cache(maxsize=1 << 16, typed=True)
def named_after(letter: str, *what: object) -> str:
    """The name of something that texts and numbers tell from its like: a letter for its sort, and digits."""
    return letter + blake2b(repr(what).encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


class Namespace:
    """What printed functions see: `known` is their globals; `made` says how what is not a function was made."""

    def __init__(self, fixed: Mapping[str, Any]) -> None:
        self.known = dict(fixed)
        self.made: dict[str, Made] = {}
        self.is_there: Callable[[str], bool] = self.known.__contains__
        """Whether a function is known, or becomes known now because another process has kept it."""

    def put(self, ident: str, value: object, recipe: Recipe = BY_VALUE) -> None:
        """Let a name stand for something that another process can make by a recipe, or keep."""
        self.known[ident] = value
        self.made[ident] = (recipe, value if recipe == BY_VALUE else None)

    def __contains__(self, ident: str) -> bool:
        return ident in self.known

    def __getitem__(self, ident: str) -> Any:  # noqa: ANN401 - whatever it stands for
        return self.known[ident]
