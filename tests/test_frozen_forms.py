"""Every form of the typed tree and of the program is a frozen class: what a later stage learns of one stays out of it."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import get_args

import pytest

from interpreter.check import typed as ty
from interpreter.check.keys import Key
from interpreter.code import expr as x
from interpreter.code import program as pr

UNIONS = {"Statement": ty.Statement, "Value": ty.Value, "Expr": x.Expr, "Node": pr.Node}
FORMS = [(union, form) for union, forms in UNIONS.items() for form in get_args(forms)]
AROUND = [("typed", one) for one in (ty.Body, ty.OptionCase, ty.Routine, ty.Formula)]
AROUND += [("program", one) for one in (pr.Point, pr.Code, pr.Program, pr.Message, pr.Ending)]


def test_the_unions_have_their_forms():
    assert {union for union, _ in FORMS} == set(UNIONS)


@pytest.mark.parametrize(("union", "form"), [*FORMS, *AROUND], ids=lambda one: getattr(one, "__name__", one))
def test_a_form_is_frozen(union, form):
    assert is_dataclass(form), f"{form.__name__} of {union} has no named fields"
    one = object.__new__(form)
    for field in fields(form):
        with pytest.raises(FrozenInstanceError):
            setattr(one, field.name, None)


def test_a_made_form_refuses_another_value():
    leave = pr.Leave((0, 0))
    with pytest.raises(FrozenInstanceError):
        leave.at = (1, 1)
    routine = ty.Routine(Key("verb", ("a",)), [])
    with pytest.raises(FrozenInstanceError):
        routine.body = ty.Body([])
