"""Typed trees become a program: a layout of the state, routines of nested blocks, choices."""

from interpreter.code.layout import Layout
from interpreter.code.lower import compile_pack
from interpreter.code.program import Ask, Program

__all__ = ["Ask", "Layout", "Program", "compile_pack"]
