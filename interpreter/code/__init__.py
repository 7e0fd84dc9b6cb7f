"""Typed trees become a program: a layout of the state, routines of nested blocks, choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.lazily import from_homes

if TYPE_CHECKING:
    from interpreter.code.lower import compile_pack
    from interpreter.code.program import Ask, Program
    from interpreter.engine.layout import Layout

__all__ = ["Ask", "Layout", "Program", "compile_pack"]
# Who asks only what scripts write, or how a state is laid out, makes no program.
__getattr__ = from_homes(__name__, {"layout": ("Layout",), "lower": ("compile_pack",), "program": ("Ask", "Program")})
