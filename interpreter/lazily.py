"""Names of a package that are loaded from their modules when they are first asked for: what nobody needs costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


def from_homes(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names live in modules of it, by module."""
    home_of = {name: f"{package}.{module}" for module, names in homes.items() for name in names}

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module `{package}` has no attribute `{name}`")
        return getattr(import_module(home_of[name]), name)

    return load
