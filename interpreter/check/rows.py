"""Tables by enum: which one the rows of a table are for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.check import errors as err

if TYPE_CHECKING:
    from interpreter.check.vocabulary import EnumDecl, Vocabulary
    from interpreter.diagnostics import Problems
    from interpreter.source import Mapping, Scalar


def enum_of_rows(table: Scalar, rows: Mapping, v: Vocabulary, problems: Problems) -> EnumDecl | None:
    """Return the enum that has a value for each row; the one that is meant where some rows are for none of its values."""
    wanted = set(rows.keys())
    fitting = [enum for enum in v.enums.values() if set(enum.values) >= wanted]
    if not fitting:
        return _meant(rows, v, problems)
    enum = min(fitting, key=lambda one: len(one.values))
    lacking = tuple(name for name in enum.values if name not in wanted)
    if lacking:
        added = next((enum.places[name] for name in lacking if name in enum.places), None)
        place = table.span if added else None
        problems.report(err.MissingRows(added or table.span, table.text, enum.name, lacking, place))
    return enum


def _meant(rows: Mapping, v: Vocabulary, problems: Problems) -> EnumDecl | None:
    """Tell of the rows that are wrong: each by itself, where the others show which enum is meant."""
    common = [(sum(key.text in enum.values for key, _ in rows.entries), enum) for enum in v.enums.values()]
    most = max((count for count, _ in common), default=0)
    meant = [enum for count, enum in common if count == most]
    if not most or len(meant) > 1:
        problems.report(err.BadValue(rows.span, "a row for values of one enum", ", ".join(sorted(rows.keys()))))
        return None
    for key, _ in rows.entries:
        if key.text not in meant[0].values:
            problems.report(err.BadValue(key.span, f"a value of `{meant[0].name}`", key.text, tuple(meant[0].values)))
    return meant[0]
