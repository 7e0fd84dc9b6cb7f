"""Prints diagnostics as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Iterable

from interpreter.diagnostics.caps import worst_first
from interpreter.diagnostics.tree import Diagnostic, Label

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(diagnostics: Iterable[Diagnostic], version: str) -> str:
    """Print one run with its results, pure ASCII, with the same caps as for people."""
    kept, more = worst_first(diagnostics)
    rules = sorted({one.code for one in kept})
    driver = {"name": "rulewright", "version": version, "rules": [{"id": code} for code in rules]}
    results = [_result(one, rules.index(one.code)) for one in kept]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "properties": {"more": more},
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _result(one: Diagnostic, rule: int) -> dict[str, object]:
    words = f"{one.message}\nhelp: {one.help}" if one.help else one.message
    made: dict[str, object] = {
        "ruleId": one.code,
        "ruleIndex": rule,
        "level": one.severity.value,
        "message": {"text": words},
        "locations": [_location(one.label)],
    }
    if one.notes:
        made["relatedLocations"] = [{"id": number, **_location(note)} for number, note in enumerate(one.notes)]
    return made


def _location(label: Label) -> dict[str, object]:
    span = label.span
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": max(span.end_column, span.column + 1) if span.line == span.end_line else span.end_column,
    }
    made: dict[str, object] = {"physicalLocation": {"artifactLocation": {"uri": _uri(span.file)}, "region": region}}
    if label.text:
        made["message"] = {"text": label.text}
    return made


def _uri(path: str) -> str:
    """Write a path as a relative reference: what is no plain letter is escaped byte by byte."""
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~"
    return "".join(
        one if one in plain else "".join(f"%{byte:02X}" for byte in one.encode("utf-8", "replace")) for one in path
    )
