"""Scenarios: those of the pack, and those of the packs below it, all on the whole stack.

A pack that changes a rule on purpose makes a scenario below fail. It says so: `changes_rules` in pack.yaml names the rules,
and those of every thing it changes, replaces or removes count too. Such scenarios are listed apart, and so are those that
fail only because there are more things in the game, or because a thing they speak of was changed (`apart`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.check.analysis import walk
from interpreter.check.keys import verb
from interpreter.check.reading import entries, items, text
from interpreter.check.typed import CallVerb
from interpreter.diagnostics import Label, Severity, Span
from interpreter.play.pack import load
from interpreter.play.prepared import watched_scenarios
from interpreter.play.scenario import Scenario, Verdict, read_scenarios
from interpreter.play.verify.apart import Apart, Cause, said
from interpreter.play.verify.branches import branches_of
from interpreter.play.verify.findings import error, finding, note, quoted
from interpreter.source import Mapping, PackSource, Together, read_pack
from interpreter.source.layers.inventory import Thing, inventory

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.diagnostics import Diagnostic
    from interpreter.machine import Machine
    from interpreter.play.pack import Pack
    from interpreter.play.verify.branches import Branch
    from interpreter.source import PackPart

RULES = "rule_ids.txt"


@dataclass(slots=True)
class Stack:
    """A pack on its stack, with the scenarios of all of it."""

    pack: Pack
    whole: Pack
    """The same game, with every pack named, so that all scenarios are there."""
    top: frozenset[str] = frozenset()
    """The packs that are judged; the others are below."""
    changed: set[str] = field(default_factory=set)
    """Rules that the pack changes."""
    verbs: dict[Key, str] = field(default_factory=dict)
    """Verbs that it changes, by what their scripts are found by."""
    own: list[Scenario] = field(default_factory=list)
    below: list[Scenario] = field(default_factory=list)
    unasked: list[Scenario] = field(default_factory=list)
    """Those below that failed, though no rule of theirs is said to change."""
    outnumbered: list[Scenario] = field(default_factory=list)
    """Those below that failed only because there are more things in the game."""
    apart: Apart | None = None
    """What tells why one below fails; None where nothing is below."""

    @property
    def mine(self) -> PackPart:
        """The pack that was asked for."""
        return self.pack.source.packs[-1]


def on_top(source: PackSource) -> frozenset[str]:
    """The packs that are judged: those asked for that no other one stands on. A game is below what is named with it."""
    required = {
        name.text
        for layer in source.layers
        for document in layer.of_kind("pack")
        if isinstance(document.root, Mapping)
        for name, _ in entries(document.root.get("requires"))
    }
    return frozenset(one.id for one in source.packs if one.named and one.id not in required)


def stack_of(pack: Pack) -> Stack:
    """Find the scenarios of a pack and of all it stands on."""
    source = pack.source
    whole = pack if all(one.named for one in source.packs) else load(_all_named(pack))
    stack = Stack(pack, whole, on_top(source))
    for scenario in read_scenarios(whole):
        (stack.own if whole.source.owner(scenario.span.file) in stack.top else stack.below).append(scenario)
    below = [one for one in source.packs if one.id not in stack.top]
    if stack.below and below:
        first, *others = (one.place or one.where for one in reversed(below))
        before = read_pack(Together(first, tuple(others)) if others else first, game_only=True)
        _note_changes(stack, before)
        stack.apart = Apart(whole, stack.top, before)
    return stack


def _all_named(pack: Pack) -> Together:
    """Ask for the same packs, each by itself."""
    main, others = (pack.where.main, pack.where.others) if isinstance(pack.where, Together) else (pack.where, ())
    unnamed = [one.place or one.where for one in pack.source.packs if not one.named]
    return Together(main, (*others, *unnamed))


def _declared(source: PackSource) -> dict[str, Span]:
    """The rules that the packs on top say they change."""
    found: dict[str, Span] = {}
    top = on_top(source)
    for part, layer in zip(source.packs, source.layers or (source,), strict=True):
        for document in layer.of_kind("pack") if part.id in top else ():
            listed = document.root.get("changes_rules") if isinstance(document.root, Mapping) else None
            found |= {text(one): one.span for one in items(listed)}
    return found


def _note_changes(stack: Stack, below: PackSource) -> None:
    """Note which rules change: those that the pack says, and those of everything that is not as it is below."""
    stack.changed = set(_declared(stack.pack.source))
    after = inventory(stack.pack.source)
    for key, thing in inventory(below).items():
        now = after.get(key)
        if now is None or said(now) != said(thing):
            stack.changed |= _rules(thing) | (_rules(now) if now is not None else set())
            if key[0] == "verb":
                stack.verbs[verb(key[1])] = key[1]


def _rules(thing: Thing) -> set[str]:
    fact = thing.facts.get("rule")
    return set(fact.parts or fact.lines) if fact is not None else set()


class Reached:
    """Which scenario was the first to come to each branch."""

    def __init__(self) -> None:
        self.by: dict[Branch, str] = {}
        self._machine: Machine | None = None
        self._branches: dict[int, Branch] = {}

    def __call__(self, machine: Machine, scenario: Scenario) -> None:
        """Note what a scenario has reached, and wipe it for the next."""
        if machine is not self._machine:
            self._machine, self._branches = machine, branches_of(machine)
        marks = machine.reached
        for number, branch in self._branches.items():
            if marks[number]:
                self.by.setdefault(branch, scenario.name)
        marks[:] = bytes(len(marks))


def judge(stack: Stack, reached: Reached) -> Iterator[Diagnostic]:
    """Run all scenarios, and tell which fail and whether that is meant."""
    if not stack.own:
        yield note("verify/no-scenario", f"`{stack.mine.id}` has no scenario of its own", _manifest(stack.mine))
    for verdict in watched_scenarios(stack.whole, stack.own, reached):
        if not verdict.passed:
            yield error("verify/scenario", f"scenario fails: {verdict.scenario.name}", verdict.span, verdict.why)
    failed = [one for one in watched_scenarios(stack.whole, stack.below, reached) if not one.passed]
    unasked = [one.scenario for one in failed if not _meant(stack, one.scenario)]
    causes = stack.apart.causes(unasked) if stack.apart is not None else {}
    stack.unasked = [one for one in unasked if one.span not in causes]
    outnumbered = [one for one in failed if one.scenario.span in causes and not causes[one.scenario.span].changed]
    stack.outnumbered = [one.scenario for one in outnumbered]
    for verdict in failed:
        if verdict not in outnumbered:
            yield _below(stack, verdict, causes.get(verdict.scenario.span))
    yield from _more_things(stack, outnumbered)


def _meant(stack: Stack, scenario: Scenario) -> list[str]:
    """What a scenario is about, of all that the pack changes: rules it cites, verbs it runs."""
    run = walk(scenario.run.body) if scenario.run is not None else ()
    verbs = [stack.verbs[one.verb] for one in run if isinstance(one, CallVerb) and one.verb in stack.verbs]
    return [rule for rule in scenario.rules if rule in stack.changed] or [f"`{one}`" for one in dict.fromkeys(verbs)]


def _more_things(stack: Stack, failed: list[Verdict]) -> Iterator[Diagnostic]:
    """Tell in one note for each pack below of the scenarios that cannot stand more things."""
    by_owner: dict[str, list[Verdict]] = {}
    for one in failed:
        by_owner.setdefault(stack.whole.source.owner(one.scenario.span.file), []).append(one)
    for owner, some in by_owner.items():
        which = f"{len(some)} scenarios of `{owner}` fail" if len(some) > 1 else f"a scenario of `{owner}` fails"
        words = f"{which} only because there are more things in the game"
        names = quoted([one.scenario.name for one in some])
        cure = (
            f"nothing to do: without the new things all is as it was; who counts or stands on a shuffle fails: {names}"
        )
        yield note("verify/more-things", words, some[0].span, some[0].why, help=cure)


def line_to_paste(stack: Stack) -> str:
    """What says that all of it is meant: what the pack says already, and a rule of every scenario that fails unasked."""
    rules, left = list(_declared(stack.pack.source)), [one.rules for one in stack.unasked if one.rules]
    if not left:
        return ""
    while left:
        cited = Counter(rule for one in left for rule in one)
        most, _ = cited.most_common(1)[0]
        rules.append(most)
        left = [one for one in left if most not in one]
    return f"changes_rules: [{', '.join(rules)}]"


def _below(stack: Stack, verdict: Verdict, cause: Cause | None) -> Diagnostic:
    scenario = verdict.scenario
    owner = stack.whole.source.owner(scenario.span.file)
    words = f"a scenario of `{owner}` fails on the whole stack: {scenario.name}"
    place = Label(verdict.span, verdict.why)
    meant = _meant(stack, scenario)
    if meant:
        words = f"it changes {', '.join(meant)}, so a scenario of `{owner}` fails: {scenario.name}"
        return finding("verify/changed-rule", Severity.NOTE, words, place)
    if cause is not None:
        words = f"it changes {quoted(cause.changed)}, so a scenario of `{owner}` fails: {scenario.name}"
        return finding("verify/changed-thing", Severity.NOTE, words, place)
    cure = None
    if scenario.rules:
        cure = f"if this is meant, name its rule under `changes_rules`: {' or '.join(scenario.rules)}"
    return finding("verify/scenario-below", Severity.ERROR, words, place, help=cure)


def _manifest(part: PackPart) -> Span:
    return Span.start_of(f"{part.where}/pack.yaml")
