"""The typed tree becomes a program: a layout of the state and basic blocks of simple typed instructions.

The program is made for one number of players and one set of options, so everything that is fixed before the game is a
constant in it. It says nothing about how it is run: the machine prints it as Python, other back ends may print it as
something else. A checked pack always compiles.
"""

from interpreter.code.layout import Layout
from interpreter.code.lower import compile_pack
from interpreter.code.program import Ask, Instr, Program

__all__ = ["Ask", "Instr", "Layout", "Program", "compile_pack"]
