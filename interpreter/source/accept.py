"""Compiles a schema into one fast yes-or-no question.

Most of a pack is right, and a validator for everything spends its time on keeping
track of where it is. So the parts of a document are first asked whether they
are right at all; only those that are not are handed to `jsonschema` to learn
why. A keyword that is not known here fails loudly: nothing is passed unchecked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sized
from functools import cache
from typing import Any

from interpreter.source.wording import is_line

Json = Any  # JSON as Python sees it
Accepts = Callable[[Json], bool]


class Ambiguous(str):
    """Unquoted text that other readers of YAML take for a truth value."""

    __slots__ = ()


FORMATS: dict[str, Accepts] = {
    "words": lambda value: type(value) is not Ambiguous and (type(value) is not str or is_line(value)),
    "line": lambda value: not isinstance(value, str) or is_line(value),
}
"""Texts that people read: each is one line. Words must not look like a truth value, either."""

_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "string": (str, Ambiguous),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_SILENT = frozenset({"$schema", "$id", "title", "description", "examples", "then", "$comment"})


def accepts(schema: Json) -> Accepts:
    """Return the question whether a value is right."""
    checks = tuple(_KEYWORDS[key](value, schema) for key, value in schema.items() if key not in _SILENT)
    if len(checks) == 1:
        return checks[0]

    def check_all(value: Json) -> bool:
        for check in checks:  # noqa: SIM110 - `all` with a generator takes twice as long, and this is asked of every part
            if not check(value):
                return False
        return True

    return check_all


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern so that `$` means the very end, not before a line end."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


def distinct(items: list[Json]) -> bool:
    """Say whether no text or number stands twice; other things are not compared."""
    keys = [(type(item), item) for item in items if isinstance(item, str | int)]
    return len(set(keys)) == len(keys)


def _type(names: Json, _schema: Json) -> Accepts:
    listed = [names] if isinstance(names, str) else names
    allowed = frozenset(one for name in listed for one in _TYPES[name])
    return lambda value: type(value) in allowed


def _enum(allowed: Json, _schema: Json) -> Accepts:
    return lambda value: value in allowed


def _const(wanted: Json, _schema: Json) -> Accepts:
    return lambda value: bool(value == wanted)


def _minimum(least: Json, _schema: Json) -> Accepts:
    return lambda value: type(value) is not int or value >= least


def _maximum(most: Json, _schema: Json) -> Accepts:
    return lambda value: type(value) is not int or value <= most


def _at_least(of: type[Sized]) -> Callable[[Json, Json], Accepts]:
    return lambda least, _schema: lambda value: not isinstance(value, of) or len(value) >= least


def _at_most(of: type[Sized]) -> Callable[[Json, Json], Accepts]:
    return lambda most, _schema: lambda value: not isinstance(value, of) or len(value) <= most


def _pattern(pattern: Json, _schema: Json) -> Accepts:
    search = compiled(pattern).search
    return lambda value: not isinstance(value, str) or search(value) is not None


def _format(name: Json, _schema: Json) -> Accepts:
    return FORMATS[name]


def _unique(_wanted: Json, _schema: Json) -> Accepts:
    return lambda value: not isinstance(value, list) or distinct(value)


def _required(names: Json, _schema: Json) -> Accepts:
    return lambda value: not isinstance(value, dict) or all(name in value for name in names)


def _properties(shapes: Json, _schema: Json) -> Accepts:
    checks = {name: accepts(shape) for name, shape in shapes.items()}

    def check(value: Json) -> bool:
        if not isinstance(value, dict):
            return True
        for name, part in value.items():  # noqa: SIM110 - as above
            if name in checks and not checks[name](part):
                return False
        return True

    return check


def _additional(shape: Json, schema: Json) -> Accepts:
    known = frozenset(schema.get("properties", ()))
    check = accepts(shape) if shape is not False else lambda _value: False

    def check_rest(value: Json) -> bool:
        if not isinstance(value, dict) or known.issuperset(value):
            return True
        return all(check(part) for name, part in value.items() if name not in known)

    return check_rest


def _names(shape: Json, _schema: Json) -> Accepts:
    check = accepts(shape)
    return lambda value: not isinstance(value, dict) or _all(check, value)


def _items(shape: Json, _schema: Json) -> Accepts:
    check = accepts(shape)
    return lambda value: not isinstance(value, list) or _all(check, value)


def _all(check: Accepts, values: Iterable[Json]) -> bool:
    return all(map(check, values))


def _one_of(branches: Json, _schema: Json) -> Accepts:
    questions = {id(branch): accepts(branch) for branch in branches}
    by_type = {of: [one for one in branches if of in _types_of(one)] for one in branches for of in _types_of(one)}

    def check(value: Json) -> bool:
        # The branches of other types are no candidates: most values are decided by their type alone.
        meant = _by_field(by_type.get(type(value), []), value)
        return meant is not None and questions[id(meant)](value)

    return check


def chosen(branches: list[Json], value: Json) -> Json | None:
    """Return the branch of a `oneOf` that is meant: by type, then by its first required field.

    Where none of these fields is given, the branch with the comment `otherwise` is meant, if there is one.
    """
    return _by_field([branch for branch in branches if type(value) in _types_of(branch)], value)


def _by_field(fitting: list[Json], value: Json) -> Json | None:
    if len(fitting) <= 1:
        return fitting[0] if fitting else None
    for branch in fitting:
        if branch["required"][0] in value:
            return branch
    return next((branch for branch in fitting if branch.get("$comment") == "otherwise"), None)


def _types_of(branch: Json) -> tuple[type, ...]:
    names = branch["type"]
    return _TYPES[names] if isinstance(names, str) else tuple(one for name in names for one in _TYPES[name])


def _if(condition: Json, schema: Json) -> Accepts:
    test, then = accepts(condition), accepts(schema["then"])
    return lambda value: not test(value) or then(value)


def _not(shape: Json, _schema: Json) -> Accepts:
    test = accepts(shape)
    return lambda value: not test(value)


_KEYWORDS: dict[str, Callable[[Json, Json], Accepts]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _minimum,
    "maximum": _maximum,
    "minLength": _at_least(str),
    "maxLength": _at_most(str),
    "minItems": _at_least(list),
    "maxItems": _at_most(list),
    "minProperties": _at_least(dict),
    "maxProperties": _at_most(dict),
    "pattern": _pattern,
    "format": _format,
    "uniqueItems": _unique,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "items": _items,
    "oneOf": _one_of,
    "if": _if,
    "not": _not,
}
