"""A pack on another one to begin with: a thing more, a scenario that shows it, and how to change what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.tools.scaffold.card import Draft, card_file, draft_of, is_in_every_game, kinds_with_scripts

if TYPE_CHECKING:
    from interpreter.check.vocabulary import Vocabulary

_PACK = """\
# Who the pack is. It stands on `{base}` and holds only what it adds or changes (docs/layers.md).
id: {id}
version: 0.1.0
title: {{{title}}}
requires: {{{base}: ">={version}, <{next}"}}     # which versions of it this pack was made for
# changes_rules: [AB-1]                # rules of the packs below that it changes on purpose (docs/verify.md)
"""

_CHANGES = """
  # What is there can be changed, replaced and removed. Take the `#` away, then: rulewright diff {base} {id}
  # - change: {thing}
  #   name: {{en: "Another name"}}
  # - remove: [{other}]
"""

_SCENARIO = """\
# What must hold, played out: `rulewright test {id}`. `from: blank` is an untouched table. Who gives `{thing}` another id
# in cards/ gives it that one here, too.
- scenario: {thing} gives 1 {counter}
  source: designed
  from: blank
  run: do {thing}.{script}
  then:
    - p1.{counter} is {after}
"""


def expansion_files(v: Vocabulary, name: str, title: str) -> dict[str, str]:
    """Write the files of a pack on the game of a vocabulary, by their path."""
    base = v.packs[-1] if v.packs else None
    version = v.version
    titles = ", ".join(f'{lang}: "{title}"' for lang in v.languages)
    own = base.id if base is not None else v.id
    files = {"pack.yaml": _PACK.format(id=name, base=own, title=titles, version=version, next=_next(version))}
    kinds = kinds_with_scripts(v)
    if kinds:
        draft = draft_of(v, max(kinds, key=lambda kind: (is_in_every_game(v.kinds[kind]), len(v.kinds[kind].items))))
        files |= _with_card(v, draft, name, title, own)
    return files


def _with_card(v: Vocabulary, draft: Draft, name: str, title: str, base: str) -> dict[str, str]:
    thing = f"{name}_{draft.kind.name}"
    others = [item.id for item in draft.kind.items if item is not draft.like] or [draft.like.id]
    more = _CHANGES.format(base=base, id=name, thing=draft.like.id, other=others[-1])
    card = card_file(v, draft, thing, title)
    if draft.counter is not None:
        card = card.replace(f"id: {thing}\n", f"id: {thing}   # scenarios/ calls it so, too\n", 1)
    files = {f"cards/{draft.kind.plural}.yaml": card + more}
    if draft.counter is not None:
        start = draft.counter.start if isinstance(draft.counter.start, int) else 0
        files[f"scenarios/{thing}.yaml"] = _SCENARIO.format(
            id=name, thing=thing, counter=draft.counter.name, script=draft.script, after=start + 1
        )
    return files


def _next(version: str) -> str:
    """The first version that may break what is built on this one.

    >>> _next("0.3.1"), _next("2.0.4")
    ('1', '3')
    """
    return str(int(version.partition(".")[0]) + 1)
