"""`rulewright coverage`: list the rules that no scenario tests.

A pack lists its rules in `rule_ids.txt`: one id on a line, then words that say which group it belongs to (none: the
main group). `#` starts a comment. Scenarios cite ids under `rule`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.diagnostics import shown
from interpreter.source import Mapping as Map
from interpreter.source import Node, PackSource, Scalar, Sequence
from interpreter.tools import core
from interpreter.tools.console import Console
from interpreter.tools.flags import add_with
from interpreter.tools.setting import number
from interpreter.tools.trouble import FINDINGS, FINE, Exits, Trouble

LIST = "rule_ids.txt"

EXITS = Exits(
    fine="enough rules have a scenario",
    findings="too few rules have a scenario, or a scenario cites an unknown rule",
    trouble="wrong use, or there is no pack with a list of rules",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a shipped pack by name, or a folder or zip")
    add_with(parser)
    parser.add_argument(
        "--at-least",
        type=lambda text: number(text, 0, 100),
        default=95,
        metavar="PERCENT",
        help="share of the main group that must have a scenario (default 95)",
    )


@dataclass(slots=True)
class Coverage:
    """The rules of a pack by group, and what the scenarios cite."""

    groups: dict[str, list[str]] = field(default_factory=dict)
    cited: dict[str, int] = field(default_factory=dict)
    below: set[str] = field(default_factory=set)
    """Rules of packs that only come along because others require them: they may be cited, but are not counted."""

    @property
    def unknown(self) -> list[str]:
        """Ids that scenarios cite and the list does not have."""
        known = self.below.union(*self.groups.values())
        return sorted(set(self.cited) - known)

    def missing(self, group: str) -> list[str]:
        """Rules of a group without a scenario, in the order of the list."""
        return [rule for rule in self.groups.get(group, []) if rule not in self.cited]

    def percent(self, group: str) -> int:
        """Share of a group that has a scenario, rounded down; all of nothing is 100."""
        total = len(self.groups.get(group, []))
        return 100 * (total - len(self.missing(group))) // total if total else 100


def run(args: argparse.Namespace) -> int:
    """Print each group with the rules that lack a scenario."""
    source = core.source(core.asked(args.pack, args.others))
    coverage = measure(source)
    console = Console()
    for group in sorted(coverage.groups):
        _show_group(coverage, group, console)
    for rule in coverage.unknown:
        console.line(f"a scenario cites `{shown(rule)}`, which {LIST} does not have", "red")
    enough = coverage.percent("") >= args.at_least
    return FINE if enough and not coverage.unknown else FINDINGS


def measure(source: PackSource) -> Coverage:
    """Compare the list of rules with what the scenarios cite."""
    coverage = Coverage()
    parts = list(zip(source.packs, source.layers or (source,), strict=True))
    for part, layer in parts:
        for rule, group in _listed(layer.files, demanded=part is parts[-1][0]):
            if part.named:
                coverage.groups.setdefault(group, []).append(rule)
            else:
                coverage.below.add(rule)
    for document in source.of_kind("scenario"):
        for rule in _cited(document.root):
            coverage.cited[rule] = coverage.cited.get(rule, 0) + 1
    return coverage


def _listed(files: Mapping[str, bytes], *, demanded: bool) -> Iterator[tuple[str, str]]:
    if LIST not in files:
        if not demanded:
            return
        raise Trouble(f"the pack has no {LIST}, the list of its rules")
    seen: set[str] = set()
    for line in files[LIST].decode("utf-8", "replace").splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] in seen:
            raise Trouble(f"{LIST} lists `{shown(words[0])}` twice")
        seen.add(words[0])
        yield words[0], " ".join(words[1:])


def _cited(root: Node) -> Iterable[str]:
    """Find the ids under `rule` of every scenario of a document, whatever else is wrong with it."""
    for scenario in root if isinstance(root, Sequence) else (root,):
        rules = scenario.get("rule") if isinstance(scenario, Map) else None
        for rule in rules if isinstance(rules, Sequence) else (rules,):
            if isinstance(rule, Scalar):
                yield rule.text


def _show_group(coverage: Coverage, group: str, console: Console) -> None:
    total = len(coverage.groups[group])
    missing = coverage.missing(group)
    name = f"[{group}] " if group else ""
    console.line(f"{name}{total - len(missing)} of {total} rules have a scenario ({coverage.percent(group)} %)", "bold")
    for rule in missing:
        console.line(f"  {rule}")
