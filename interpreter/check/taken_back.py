"""What the checker has made of declarations before it looked at scripts, taken back: verbs heard, standing changes.

So that things can be declared anew among others that stay as they are, and all of it be made again in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from interpreter.check import keys
from interpreter.check.standing import requirement_value_key
from interpreter.check.vocabulary import printed_key

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Vocabulary

T = TypeVar("T")


def take_back(v: Vocabulary) -> None:
    """Leave of a checked vocabulary what its pack declares; scripts that are not touched by this stay checked."""
    _open_actions(v)
    v.begins = {}
    _unheard(v)
    _unchanged(v)


def _open_actions(v: Vocabulary) -> None:
    """Take back that standing changes decide whether an action is open (`Checker.permitted`)."""
    for action in v.actions:
        if action.id in v.permits:
            own = v.values.pop(requirement_value_key(action.id), None)
            action.requires = None
            action.requires_source = own.source if own is not None else None
            if own is not None:
                _moved(v.below, own.formula_key, keys.requirement(action.id))


def _unheard(v: Vocabulary) -> None:
    """Take back that events follow verbs (`layering.hear`)."""
    gone: set[Key] = set()
    events: set[str] = set()
    for of, heard in v.heard.items():
        if heard.ran:
            own, name = v.marks.pop(keys.layer(of, 0))
            assert v.shared is not None
            del v.shared.vars[name]
            gone.add(own)
        _moved(v.below, heard.layers, of)
        _moved(v.pairs, heard.layers, of)
        gone.add(heard.layers)
        events.add(heard.event)
    v.heard = {}
    v.verbs = [verb for verb in v.verbs if verb.layer not in gone]
    v.events = [event for event in v.events if event.name not in events]


def _unchanged(v: Vocabulary) -> None:
    """Take back that items change values while they are awake (`standing.declare_standing`)."""
    for key in v.standing:
        own = v.values.pop(printed_key(key), None)
        if own is None:
            del v.values[key]  # it stood for a field
        else:
            value = v.values[key]
            value.formula = None
            _moved(v.below, own.formula_key, value.formula_key)
    changes = [one for group in (v.standing, v.permits) for listed in group.values() for one in listed]
    for hidden in {key for one in changes for key in one.keys.values()}:
        del v.values[hidden]
    for one in (one for decl in v.kinds.values() for item in decl.items for one in item.standing):
        one.keys = {}
    v.standing, v.permits = {}, {}


def _moved(of: dict[Key, T], old: Key, new: Key) -> None:
    if old in of:
        of[new] = of.pop(old)
