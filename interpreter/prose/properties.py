"""Values that things and players have under a name: vars, fields, formulas and derived values."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.check import typed as ty

Property: TypeAlias = ty.Var | ty.Field | ty.ItemFormula | ty.Derived
PROPERTIES = (ty.Var, ty.Field, ty.ItemFormula, ty.Derived)
"""For `isinstance`."""


def name_of(value: Property | ty.Zone) -> str:
    """The declared name."""
    match value:
        case ty.Field(name=name) | ty.ItemFormula(script=name):
            return name
        case ty.Var(key=key) | ty.Derived(key=key) | ty.Zone(key=key):
            return key.rpartition(".")[2]


def base_of(value: Property) -> ty.Value | None:
    """Whose it is; None of the table."""
    match value:
        case ty.Field(thing=thing) | ty.ItemFormula(thing=thing):
            return thing
        case ty.Var(host=host):
            return host
        case ty.Derived(base=base):
            return base
