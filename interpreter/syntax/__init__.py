"""Script text becomes a tree.

`parse` takes the text of one script or expression and gives a tree of frozen data classes (`tree.py`), or the
diagnostics that say why it does not parse. Nothing after this stage knows that Lark exists, and nothing here knows what
a name means: whether `wood` is a word of a phrase or a counter is the checker's business.
"""

from interpreter.syntax.once import parse_expression, parse_script, words_of_the_grammar
from interpreter.syntax.show import show

__all__ = ["parse_expression", "parse_script", "show", "words_of_the_grammar"]
