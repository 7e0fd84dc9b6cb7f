"""Says in plain words what is wrong with a document that does not fit its JSON Schema.

The schemas are standard 2020-12 files, so editors can use them too. There is no
network: the registry is empty and every `$ref` is local. `jsonschema` finds what
is wrong; some of its keywords are replaced by ones with the same verdict that
skip the parts that are right (`accept`), look only at the branch of a `oneOf`
that is meant, so that one slip gives one error, and never take quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator, FormatChecker, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry

from interpreter.diagnostics import Problem, Problems, Span, nearest
from interpreter.source import limits
from interpreter.source.accept import FORMATS, Accepts, Ambiguous, Json, accepts, chosen, compiled, distinct
from interpreter.source.errors import (
    AmbiguousWord,
    EmptyPart,
    LengthOutside,
    MissingField,
    NoSuchItem,
    NotAnIdCharacter,
    NothingVisible,
    NotOneOf,
    NumberTooLarge,
    OutOfRange,
    RepeatedValue,
    ScriptTooLong,
    TooManyParts,
    UnknownField,
    WrongForm,
    WrongType,
)
from interpreter.source.errors.shapes import key_meant
from interpreter.source.layers.things import RULES
from interpreter.source.scalars import resolve
from interpreter.source.shapes import inlined
from interpreter.source.tree import Document, Mapping, Node, Scalar, Sequence
from interpreter.source.wording import fault_of_line

_WORD = re.compile(r"[A-Za-z0-9_]{1,40}")
_COMMENT = re.compile(r"#[^\n]*")
# What an item of a document is called, and how many steps below the root it stands.
_ITEMS = {
    "cards": ("card", 2),
    "rules": ("rule", 1),
    "scenario": ("scenario", 1),
    "balance": ("study", 1),
    "mutants": ("mark", 1),
}
_TYPE_WORDS = {
    "integer": "a whole number",
    "string": "text",
    "boolean": "yes or no",
    "array": "a list",
    "object": "a map",
    "null": "nothing",
}


def mistakes(document: Document, value: Json) -> list[Problem]:
    """Return what is wrong with the shape of a document."""
    problems = Problems()
    for error in islice(_validator(document.kind).iter_errors(value), limits.DIAGNOSTICS_PER_FILE):
        problems += _translated(document, error)
    return problems


# --- compiling --------------------------------------------------------------------------


@cache
def _validator(kind: str) -> Draft202012Validator:
    made: Draft202012Validator = _Validator(inlined(kind), registry=Registry(), format_checker=_FORMATS)
    return made


_FORMATS = FormatChecker(formats=())
for _name, _fits in FORMATS.items():
    _FORMATS.checks(_name)(_fits)

Errors = Iterator[ValidationError]
_questions: dict[int, tuple[Json, Accepts]] = {}


def _accepts(shape: Json, value: Json) -> bool:
    """Ask the compiled question of a part of a schema, compiling it the first time."""
    known = _questions.get(id(shape))
    if known is None:
        # The schema is kept beside the question, so its id stays its own.
        known = _questions[id(shape)] = (shape, accepts(shape))
    return known[1](value)


def _items(validator: Draft202012Validator, shape: Json, instance: Json, _: Json) -> Errors:
    for number, item in enumerate(instance if isinstance(instance, list) else ()):
        if not _accepts(shape, item):
            yield from validator.descend(item, shape, path=number)


def _properties(validator: Draft202012Validator, shapes: Json, instance: Json, _: Json) -> Errors:
    for name, value in instance.items() if isinstance(instance, dict) else ():
        if name in shapes and not _accepts(shapes[name], value):
            yield from validator.descend(value, shapes[name], path=name)


def _additional(validator: Draft202012Validator, shape: Json, instance: Json, around: Json) -> Errors:
    known = around.get("properties", {})
    extra = [name for name in instance if name not in known] if isinstance(instance, dict) else []
    if shape is False and extra:
        yield ValidationError("", validator="additionalProperties", validator_value=extra, instance=instance)
    elif shape is not False:
        keys = around.get("propertyNames")
        for name in extra:
            meant = nearest(name, known)
            if meant is not None and meant not in instance and not _accepts(shape, instance[name]):
                yield ValidationError("", validator="additionalProperties", validator_value=[name], instance=instance)
                continue
            # What a key that is wrong itself stands for, nobody knows.
            right = keys is None or _accepts(keys, name)
            if right and not _accepts(shape, instance[name]):
                yield from validator.descend(instance[name], shape, path=name)


def _if(validator: Draft202012Validator, condition: Json, instance: Json, around: Json) -> Errors:
    for error in validator.descend(instance, around["then"]) if _accepts(condition, instance) else ():
        if error.validator == "required" and not error.path:
            # What else the map may hold stands beside the condition.
            error.schema = {**around, "required": error.validator_value}
        yield error


def _one_of(validator: Draft202012Validator, branches: Json, instance: Json, _: Json) -> Errors:
    meant = chosen(branches, instance)
    if meant is not None:
        yield from validator.descend(instance, meant)
        return
    types = [branch["type"] for branch in branches]
    if validator.is_type(instance, "object") and "object" in types:
        keys = [branch["required"][0] for branch in branches]
        yield ValidationError("", validator="oneOf", validator_value=keys, instance=instance)
    else:
        yield ValidationError("", validator="type", validator_value=types, instance=instance)


def _pattern(_self: Draft202012Validator, pattern: str, instance: Json, _: Json) -> Errors:
    if isinstance(instance, str) and not compiled(pattern).search(instance):
        yield ValidationError("", validator="pattern", validator_value=pattern, instance=instance)


def _unique(_self: Draft202012Validator, _wanted: Json, instance: Json, _: Json) -> Errors:
    if isinstance(instance, list) and not distinct(instance):
        yield ValidationError("", validator="uniqueItems", validator_value=True, instance=instance)


_Validator: Any = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {
        "additionalProperties": _additional,
        "if": _if,
        "items": _items,
        "oneOf": _one_of,
        "pattern": _pattern,
        "properties": _properties,
        "uniqueItems": _unique,
    },
)


# --- wording ----------------------------------------------------------------------------


class _Place:
    """Where a schema error lies: the node, the field it is given for, what to call it."""

    def __init__(self, document: Document, path: list[str | int]) -> None:
        self.root = self.node = document.root
        self.kind = document.kind
        self.field = ""
        self.torn = False
        for step in path:
            if isinstance(step, int) and isinstance(self.node, Sequence):
                self.node = self.node.items[step]
            elif isinstance(self.node, Mapping):
                inner = self.node.get(str(step))
                self.node = self.node if inner is None else inner
                self.field = str(step)
        # An item is called by its id or its number, anything deeper by the field it is part of.
        word, depth = _ITEMS.get(document.kind, ("", 0))
        own = bool(word) and len(path) == depth and isinstance(path[-1], int)
        self.owner = f"{word} {_called(self.node, int(path[-1]))}" if own else self.field

    @property
    def span(self) -> Span:
        return self.node.span

    def head(self) -> Span:
        """Return the first key of a map: pointing at all of it helps nobody."""
        node = self.node
        return node.entries[0][0].span if isinstance(node, Mapping) and node.entries else node.span


def _called(item: Node, index: int) -> str:
    name = item.get("id") if isinstance(item, Mapping) else None
    return f"`{name.text}`" if isinstance(name, Scalar) and isinstance(name.value, str) else str(index + 1)


class _Found(NamedTuple):
    """What jsonschema found: the keyword, what it demands, the value, the schema around it."""

    keyword: str
    limit: Json
    value: Json
    rule: dict[str, Json]


def _translated(document: Document, error: ValidationError) -> list[Problem]:
    place = _Place(document, list(error.absolute_path))
    rule = error.schema if isinstance(error.schema, dict) else {}
    found = _Found(str(error.validator), error.validator_value, error.instance, rule)
    if isinstance(found.value, str) and isinstance(place.node, Mapping):
        # The value of a map is a map, so this text is one of its keys.
        key, value = place.node.key(found.value), place.node.get(found.value)
        place.torn = place.node.in_braces and isinstance(value, Scalar) and value.value is None
        place.node, place.field = key or place.node, found.value
    return _TRANSLATORS.get(found.keyword, _misshapen)(place, found)


def _wrong_type(place: _Place, found: _Found) -> list[Problem]:
    names = _flat(found.limit)
    expected = " or ".join(dict.fromkeys(_TYPE_WORDS[name] for name in names))
    if found.rule.get("title") == "script":
        expected = "a script"
    quoted = isinstance(place.node, Scalar) and place.node.style != ""
    example = _example(place.field, found.rule, found.value) or _as_a_list(place.field, found.value, expected)
    got = _got(found.value)
    cure = _ELSEWHERE.get((place.kind, got), "") if place.node is place.root else ""
    return [WrongType(place.span, place.owner, expected, got, quoted=quoted, example=example, cure=cure)]


_ELSEWHERE = {
    (
        "rules",
        "a map",
    ): "a file of rules is a list: `- ` before each rule; cards, tiles and other things stand in cards/",
    (
        "cards",
        "a list",
    ): "write the name of a kind above the list, as in `card:`; verbs, values and other rules stand in rules/",
    ("scenario", "a map"): "a file of scenarios is a list: `- ` before each `scenario`",
    (
        "model",
        "a list",
    ): "write `kinds:`, `shared:` or `enums:`, and below it what there is; a list of rules stands in rules/",
}
"""What to do where a whole document is of another type: it may be in the wrong folder."""


def _as_a_list(field: str, value: Json, expected: str) -> str:
    """A single word where a list is wanted, as a list of one."""
    word = isinstance(value, str) and _WORD.fullmatch(value) is not None and expected == "a list"
    return f"{field}: [{value}]" if word and field else ""


def _example(field: str, rule: dict[str, Json], given: Json = None) -> str:
    """Write a field as its schema shows it, or nothing."""
    shown = rule.get("examples")
    if shown and isinstance(shown[0], dict) and isinstance(given, list) and given and isinstance(given[0], str):
        shown = [dict(zip(given, shown[0].values(), strict=False))]  # names in a list, where each wants something
    return f"{field}: {_written(shown[0])}" if shown else ""


def _written(value: Json) -> str:
    """Write a value as YAML on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_written(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return str(value) if isinstance(value, int) or value[0].isalpha() else f'"{value}"'


def _flat(value: Json) -> list[str]:
    return [value] if isinstance(value, str) else [name for part in value for name in _flat(part)]


def _got(value: Json) -> str:
    if value is None or isinstance(value, bool):
        return "nothing" if value is None else "true/false"
    if isinstance(value, int | str):
        return "text" if isinstance(value, str) else "a number"
    return "a list" if isinstance(value, list) else "a map"


def _missing(place: _Place, found: _Found) -> list[Problem]:
    given: dict[str, Json] = found.value
    missing = [name for name in found.limit if name not in given]
    known = found.rule.get("properties", given)
    slips = {key_meant(name, missing): name for name in given if name not in known}
    if found.rule.get("additionalProperties") is False:
        # A misspelt field is reported as such; that the right one is missing says nothing new.
        missing = [name for name in missing if name not in slips]
    slip = next((slips[name] for name in missing if name in slips), None)
    shapes = found.rule.get("properties", {})
    examples = tuple(filter(None, (_example(name, shapes.get(name, {})) for name in missing)))
    key = place.node.key(slip) if slip is not None and isinstance(place.node, Mapping) else None
    span = key.span if key is not None else None
    ruled = next((word for word in given if word in RULES), "") if place.owner.startswith("card ") else ""
    if _lacks_its_heading(place, found) and missing:
        cure = f"write `{missing[0]}:` above it all, and these lines below it, indented"
        return [MissingField(place.head(), place.owner, tuple(missing), None).but(cure=cure)]
    return [MissingField(place.head(), place.owner, tuple(missing), slip, examples, span, ruled)] if missing else []


def _unknown(place: _Place, found: _Found) -> list[Problem]:
    known = tuple(found.rule.get("properties", ()))
    node = place.node
    if not isinstance(node, Mapping) or _lacks_its_heading(place, found):
        return []
    unknown = [key for key, _ in node.entries if key.text not in known]
    free = tuple(name for name in known if name not in node)
    if found.rule.get("additionalProperties") is not False:  # other names may stand there, but not these
        unknown = [key for key in unknown if key.text in found.limit]
    return [UnknownField(key.span, key.text, free, known) for key in unknown[: limits.DIAGNOSTICS_PER_FILE]]


def _lacks_its_heading(place: _Place, found: _Found) -> bool:
    """Whether nothing in a document stands below one of its keys: then it is told what to write above it all."""
    return (
        place.kind == "text"
        and place.node is place.root
        and not any(one in found.rule["properties"] for one in found.value)
    )


def _not_one_of(place: _Place, found: _Found) -> list[Problem]:
    if not isinstance(found.value, str):
        return [WrongType(place.span, place.owner, "text", _got(found.value), quoted=False)]
    return [NotOneOf(place.span, place.field, found.value, tuple(map(str, found.limit)))]


def _range(place: _Place, found: _Found) -> list[Problem]:
    limits_ = found.rule
    if limits_.get("title") == "copies":
        return [OutOfRange(place.span, "copies", limits_["minimum"], limits_["maximum"])]
    return [OutOfRange(place.span, place.field, limits_["minimum"], limits_["maximum"])]


def _length(place: _Place, found: _Found) -> list[Problem]:
    rule = found.rule
    if rule.get("title") == "script":
        empty = found.keyword == "minLength"
        return [EmptyPart(place.span, place.field) if empty else ScriptTooLong(place.span)]
    return [LengthOutside(place.span, place.field, rule.get("minLength", 1), rule["maxLength"])]


def _form(place: _Place, found: _Found) -> list[Problem]:
    if "description" not in found.rule:
        return _length(place, found)
    if isinstance(place.node, Scalar) and not found.value.isascii():
        at = next(at for at, letter in enumerate(found.value) if not letter.isascii())
        return [NotAnIdCharacter(place.node.script().span(at, at + 1), found.value[at])]
    if isinstance(place.node, Scalar) and not place.node.style and resolve(found.value or "-")[1] is NumberTooLarge:
        return [NumberTooLarge(place.span, found.value)]
    example = _example(place.field, found.rule)
    return [WrongForm(place.span, place.field, found.value, found.rule["description"], place.torn, example)]


def _empty(place: _Place, _found: _Found) -> list[Problem]:
    node = place.node
    if isinstance(node, Mapping) and _COMMENT.sub("", node.origin.text[node.start : node.stop]).strip("{} \t\n"):
        return []  # it has keys, and it was told of each of them that it cannot be one
    return [EmptyPart(place.span, place.field)]


def _repeated(place: _Place, found: _Found) -> list[Problem]:
    node = place.node
    seen: dict[str, Node] = {}
    for item in node.items if isinstance(node, Sequence) else ():
        if isinstance(item, Scalar):
            first = seen.setdefault(item.text, item)
            if first is not item:
                return [RepeatedValue(item.span, item.text, first.span)]
    return _misshapen(place, found)


def _no_such_item(place: _Place, found: _Found) -> list[Problem]:
    return [NoSuchItem(place.head(), place.owner, tuple(found.limit), tuple(map(str, found.value)))]


def _too_many(place: _Place, found: _Found) -> list[Problem]:
    return [TooManyParts(place.span, place.owner or place.field or "the file", found.limit)]


def _unreadable(place: _Place, found: _Found) -> list[Problem]:
    fault = fault_of_line(found.value)
    if fault is None or isinstance(found.value, Ambiguous):
        return [AmbiguousWord(place.span, place.owner)]
    at, problem = fault
    if problem is NothingVisible or not isinstance(place.node, Scalar):
        return [problem(place.span)]
    return [problem(place.node.script().span(at, at + 1))]


def _misshapen(place: _Place, _found: _Found) -> list[Problem]:
    return [WrongForm(place.span, place.field, "", "of another shape")]


_TRANSLATORS: dict[str, Callable[[_Place, _Found], list[Problem]]] = {
    "type": _wrong_type,
    "required": _missing,
    "additionalProperties": _unknown,
    "enum": _not_one_of,
    "minimum": _range,
    "maximum": _range,
    "minLength": _length,
    "maxLength": _length,
    "pattern": _form,
    "minItems": _empty,
    "minProperties": _empty,
    "maxItems": _too_many,
    "maxProperties": _too_many,
    "uniqueItems": _repeated,
    "oneOf": _no_such_item,
    "format": _unreadable,
}
