"""Lark's tree becomes ours, bottom-up and without recursion, so that no input is too deep for it."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree
from lark.tree import Meta

from interpreter.syntax import tree as t

MAX_NUMBER = 1_000_000

Count = tuple[t.Value | None, t.Value]
"""How many at least, if that is said, and how many at most."""
Chosen = tuple[t.Value, t.Value | None, bool]
"""The set, what is preferred, and whether chance decides."""
Labels = tuple[str, t.Value | None, t.Value | None]
"""How labelled options are chosen, with how many at least and at most."""


class NumberTooLarge(Exception):
    """A literal is out of range; carries its place."""

    def __init__(self, at: t.At) -> None:
        super().__init__()
        self.at = at


def _at(meta: Meta) -> t.At:
    return (meta.start_pos, meta.end_pos) if not meta.empty else (0, 0)


def _span(token: Token) -> t.At:
    start = token.start_pos or 0
    return (start, token.end_pos or start)


def _name(token: Token) -> t.Name:
    return t.Name(_span(token), str(token))


def _binary(op: str) -> Any:  # noqa: ANN401 - Lark's decorator has no useful type
    def build(_self: Build, meta: Meta, children: list[Any]) -> t.Binary:
        return t.Binary(_at(meta), op, children[0], children[1])

    return build


def _mode(may: Token | None, random: bool) -> str:
    """Who decides: the player, who may decline, or chance; both together are refused by the checker."""
    return ("may random" if random else "may") if may is not None else "random" if random else ""


def build(tree: Tree[Token]) -> Any:  # noqa: ANN401 - a Block or a Value
    """Turn a parse tree into our tree."""
    maker, makers, done = Build(), vars(Build), []
    stack: list[tuple[Any, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        if not isinstance(node, Tree):
            done.append(node)
        elif ready:
            count = len(node.children)
            children = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(makers[node.data](maker, node.meta, children))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
    return done[0]


class Build:
    """One method per rule alias of the grammar."""

    # ---- statements

    def script(self, meta: Meta, c: list[Any]) -> t.Block:
        return t.Block(_at(meta), tuple(c))

    def expression(self, _meta: Meta, c: list[Any]) -> t.Value:
        return c[0]  # type: ignore[no-any-return]

    def suite(self, meta: Meta, c: list[Any]) -> t.Block:
        return t.Block(_at(meta), tuple(c))

    def if_statement(self, meta: Meta, c: list[Any]) -> t.If:
        pairs, otherwise = c[:-1], c[-1]
        branches = tuple((pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2))
        return t.If(_at(meta), branches, otherwise)

    def repeat_while(self, meta: Meta, c: list[Any]) -> t.Repeat:
        return t.Repeat(_at(meta), c[0], c[1], c[2])

    def repeat_statement(self, meta: Meta, c: list[Any]) -> t.Repeat:
        return t.Repeat(_at(meta), c[0], None, c[1])

    def for_each(self, meta: Meta, c: list[Any]) -> t.ForEach:
        return t.ForEach(_at(meta), str(c[0]), c[1], c[2])

    def for_each_in_any_order(self, meta: Meta, c: list[Any]) -> t.ForEach:
        return t.ForEach(_at(meta), str(c[0]), c[1], c[-1], free=True)

    def as_each(self, meta: Meta, c: list[Any]) -> t.As:
        return t.As(_at(meta), c[0], True, c[1])

    def as_each_secretly(self, meta: Meta, c: list[Any]) -> t.As:
        return t.As(_at(meta), c[0], True, c[1], "secretly")

    def at_once(self, meta: Meta, c: list[Any]) -> t.AtOnce:
        return t.AtOnce(_at(meta), c[1])

    def as_player(self, meta: Meta, c: list[Any]) -> t.As:
        return t.As(_at(meta), c[0], False, c[1])

    def may_block(self, meta: Meta, c: list[Any]) -> t.May:
        return t.May(_at(meta), False, c[0], c[1])

    def any_times(self, meta: Meta, c: list[Any]) -> t.May:
        return t.May(_at(meta), True, c[0], None)

    def otherwise(self, _meta: Meta, c: list[Any]) -> t.Block:
        return c[0]  # type: ignore[no-any-return]

    def choose_option(self, meta: Meta, c: list[Any]) -> t.ChooseOption:
        may, (mode, low, high), options, otherwise = c
        return t.ChooseOption(_at(meta), mode, low, high, "may" if may else "", options, otherwise)

    def labels_one(self, _meta: Meta, _c: list[Any]) -> Labels:
        return "one", None, None

    def labels_any(self, _meta: Meta, _c: list[Any]) -> Labels:
        return "any", None, None

    def labels_order(self, _meta: Meta, _c: list[Any]) -> Labels:
        return "order", None, None

    def labels_different(self, _meta: Meta, c: list[Any]) -> Labels:
        return "different", *c[0]

    def choose(self, meta: Meta, c: list[Any]) -> t.ChooseFrom:
        return self.choose_or(meta, [*c, None])

    def choose_or(self, meta: Meta, c: list[Any]) -> t.ChooseFrom:
        may, name, (items, preferring, random), otherwise = c
        return t.ChooseFrom(_at(meta), str(name), items, preferring, _mode(may, random), otherwise)

    def choose_one_of(self, meta: Meta, c: list[Any]) -> t.ChooseSeveral:
        one = t.Number(_at(meta), 1)
        return self.choose_several(meta, [c[0], (one, one), *c[1:]])

    def choose_several(self, meta: Meta, c: list[Any]) -> t.ChooseSeveral:
        may, (low, high), name, (items, preferring, random), body, otherwise = c
        mode = _mode(may, random)
        return t.ChooseSeveral(_at(meta), low, high, str(name), _span(name), items, preferring, mode, body, otherwise)

    def chosen(self, _meta: Meta, c: list[Any]) -> Chosen:
        return c[0], c[1], c[2] is not None

    def count_of(self, _meta: Meta, c: list[Any]) -> Count:
        return None, c[0]

    def count_up_to(self, meta: Meta, c: list[Any]) -> Count:
        return t.Number(_at(meta), 0), c[0]

    def count_between(self, _meta: Meta, c: list[Any]) -> Count:
        return c[0], c[1]

    def let(self, meta: Meta, c: list[Any]) -> t.Let:
        return t.Let(_at(meta), str(c[0]), c[1])

    def offer_until(self, meta: Meta, c: list[Any]) -> t.Offer:
        return t.Offer(_at(meta), str(c[0]), True)

    def offer_once(self, meta: Meta, c: list[Any]) -> t.Offer:
        return t.Offer(_at(meta), str(c[0]), False)

    def require(self, meta: Meta, c: list[Any]) -> t.Require:
        return t.Require(_at(meta), c[0])

    def stop(self, meta: Meta, _c: list[Any]) -> t.Stop:
        return t.Stop(_at(meta))

    def nothing(self, meta: Meta, _c: list[Any]) -> t.Idle:
        return t.Idle(_at(meta))

    def as_before(self, meta: Meta, c: list[Any]) -> t.AsBefore:
        return t.AsBefore(_at(meta), tuple(c))

    def say(self, meta: Meta, c: list[Any]) -> t.Say:
        text, to, *given = c
        told = tuple(one for one in given if one is not None)
        return t.Say(_at(meta), _name(text), _name(to) if to is not None else None, told)

    def binding(self, meta: Meta, c: list[Any]) -> t.Binding:
        return t.Binding(_at(meta), str(c[0]), c[1])

    def command(self, meta: Meta, c: list[Any]) -> t.Command:
        return t.Command(_at(meta), (_name(c[0]), *c[1:]))

    def item(self, _meta: Meta, c: list[Any]) -> t.Value:
        return c[0]  # type: ignore[no-any-return]

    def item_where(self, meta: Meta, c: list[Any]) -> t.Where:
        return t.Where(_at(meta), c[0], c[1])

    def item_either(self, meta: Meta, c: list[Any]) -> t.Either:
        return t.Either(_at(meta), c[0], c[1], c[2])

    def word(self, _meta: Meta, c: list[Any]) -> t.Value:
        return _name(c[0]) if isinstance(c[0], Token) else c[0]

    def options(self, _meta: Meta, c: list[Any]) -> tuple[t.OptionBranch, ...]:
        return tuple(c)

    def option(self, meta: Meta, c: list[Any]) -> t.OptionBranch:
        duty, label, cond, body = c
        return t.OptionBranch(_at(meta), str(label), _span(label), str(duty or ""), cond, body)

    # ---- values

    def either(self, meta: Meta, c: list[Any]) -> t.Either:
        return t.Either(_at(meta), c[0], c[1], c[2])

    def where(self, meta: Meta, c: list[Any]) -> t.Where:
        return t.Where(_at(meta), c[0], c[1])

    def where_named(self, meta: Meta, c: list[Any]) -> t.Where:
        return t.Where(_at(meta), c[0], c[2], str(c[1]))

    def named(self, meta: Meta, c: list[Any]) -> t.Named:
        return t.Named(_at(meta), c[0], str(c[1]))

    def negative(self, meta: Meta, c: list[Any]) -> t.Value:
        """A number below 0; the opposite of any other value is what is left when it is taken from nothing."""
        at, value = _at(meta), c[0]
        if isinstance(value, t.Number):
            return t.Number(at, -value.value)
        return t.Binary(at, "-", t.Number(at, 0), value)

    or_ = _binary("or")
    and_ = _binary("and")
    equal = _binary("is")
    not_equal = _binary("is not")
    less = _binary("<")
    at_most = _binary("<=")
    more = _binary(">")
    at_least = _binary(">=")
    member = _binary("in")
    not_member = _binary("not in")
    add = _binary("+")
    subtract = _binary("-")
    multiply = _binary("*")
    divide = _binary("/")
    modulo = _binary("mod")

    def not_(self, meta: Meta, c: list[Any]) -> t.Not:
        return t.Not(_at(meta), c[0])

    def is_empty(self, meta: Meta, c: list[Any]) -> t.Empty:
        return t.Empty(_at(meta), c[0])

    def dot(self, meta: Meta, c: list[Any]) -> t.Dot:
        return t.Dot(_at(meta), c[0], str(c[1]), _span(c[1]))

    def method(self, meta: Meta, c: list[Any]) -> t.Call:
        return t.Call(_at(meta), c[0], str(c[1]), _span(c[1]), c[2] or ())

    def call(self, meta: Meta, c: list[Any]) -> t.Call:
        return t.Call(_at(meta), None, str(c[0]), _span(c[0]), c[1] or ())

    def index(self, meta: Meta, c: list[Any]) -> t.Index:
        return t.Index(_at(meta), c[0], c[1])

    def name(self, _meta: Meta, c: list[Any]) -> t.Name:
        return _name(c[0])

    def number(self, meta: Meta, c: list[Any]) -> t.Number:
        if len(c[0]) > len(str(MAX_NUMBER)) or int(c[0]) > MAX_NUMBER:
            raise NumberTooLarge(_at(meta))
        return t.Number(_at(meta), int(c[0]))

    def yes(self, meta: Meta, _c: list[Any]) -> t.Truth:
        return t.Truth(_at(meta), value=True)

    def no(self, meta: Meta, _c: list[Any]) -> t.Truth:
        return t.Truth(_at(meta), value=False)

    def none(self, meta: Meta, _c: list[Any]) -> t.Nothing:
        return t.Nothing(_at(meta))

    def printed(self, meta: Meta, c: list[Any]) -> t.Printed:
        return t.Printed(_at(meta), c[0])

    def before(self, meta: Meta, _c: list[Any]) -> t.Before:
        return t.Before(_at(meta))

    def group(self, _meta: Meta, c: list[Any]) -> t.Value:
        return c[0]  # type: ignore[no-any-return]

    def listing(self, meta: Meta, c: list[Any]) -> t.Listing:
        return t.Listing(_at(meta), tuple(c))

    def arguments(self, _meta: Meta, c: list[Any]) -> tuple[t.Value, ...]:
        return tuple(c)
