"""Lark's tree becomes ours, bottom-up and without recursion, so that no input is too deep for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.tree import Meta

MAX_NUMBER = 1_000_000

Count = tuple[t.Value | None, t.Value]
"""How many at least, if that is said, and how many at most."""
Chosen = tuple[t.Value, t.Value | None, bool]
"""The set, what is preferred, and whether chance decides."""
Labels = tuple[str, t.Value | None, t.Value | None]
"""How labelled options are chosen, with how many at least and at most."""

Options = tuple[t.OptionBranch, ...]
Arguments = tuple[t.Value, ...]


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


def _binary(op: str) -> Callable[[Build, Meta, t.Value, t.Value], t.Binary]:
    def build(_self: Build, meta: Meta, left: t.Value, right: t.Value) -> t.Binary:
        return t.Binary(_at(meta), op, left, right)

    return build


def _mode(may: Token | None, random: bool) -> str:
    """Who decides: the player, who may decline, or chance; both together are refused by the checker."""
    return ("may random" if random else "may") if may is not None else "random" if random else ""


def _given(bindings: tuple[t.Binding | None, ...]) -> tuple[t.Binding, ...]:
    return tuple(one for one in bindings if one is not None)


def build(tree: Tree[Token]) -> t.Block | t.Value:
    """Turn a parse tree into our tree."""
    maker, makers, done = Build(), vars(Build), []
    stack: list[tuple[Tree[Token] | Token | None, bool]] = [(tree, False)]
    while stack:
        node, ready = stack.pop()
        if node is None or isinstance(node, str):
            done.append(node)
        elif ready:
            count = len(node.children)
            children = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(makers[node.data](maker, node.meta, *children))
        else:
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(node.children))
    return cast("t.Block | t.Value", done[0])


class Build:
    """One method per rule alias of the grammar, which takes the parts of the rule in their order."""

    # ---- statements

    def script(self, meta: Meta, *statements: t.Statement) -> t.Block:
        return t.Block(_at(meta), statements)

    def expression(self, _meta: Meta, value: t.Value) -> t.Value:
        return value

    def suite(self, meta: Meta, *statements: t.Statement) -> t.Block:
        return t.Block(_at(meta), statements)

    def if_statement(self, meta: Meta, cond: t.Value, then: t.Block, *more: t.Value | t.Block | None) -> t.If:
        branches, rest = [(cond, then)], list(more)
        while len(rest) > 1:
            branches.append((rest.pop(0), rest.pop(0)))  # type: ignore[arg-type] # conditions and blocks take turns
        return t.If(_at(meta), tuple(branches), rest[0])  # type: ignore[arg-type]

    def repeat(self, meta: Meta, times: t.Value, cond: t.Value | None, body: t.Block) -> t.Repeat:
        return t.Repeat(_at(meta), times, cond, body)

    def for_each(self, meta: Meta, name: Token, items: t.Value, order: Token | None, body: t.Block) -> t.ForEach:
        return t.ForEach(_at(meta), str(name), items, body, free=order is not None)

    def as_player(self, meta: Meta, *parts: Any) -> t.As:  # noqa: ANN401 - one player and a block, or each of a set
        if len(parts) == 2:
            return t.As(_at(meta), parts[0], False, parts[1])
        _, who, secretly, body = parts
        return t.As(_at(meta), who, True, body, str(secretly or ""))

    def at_once(self, meta: Meta, _at_word: Token, body: t.Block) -> t.AtOnce:
        return t.AtOnce(_at(meta), body)

    def may_block(self, meta: Meta, times: Token | None, body: t.Block, otherwise: t.Block | None) -> t.May:
        return t.May(_at(meta), times is not None, body, otherwise)

    def otherwise(self, _meta: Meta, body: t.Block) -> t.Block:
        return body

    def choose_option(
        self, meta: Meta, may: Token | None, labels: Labels, options: Options, otherwise: t.Block | None
    ) -> t.ChooseOption:
        mode, low, high = labels
        return t.ChooseOption(_at(meta), mode, low, high, "may" if may else "", options, otherwise)

    def labels_one(self, _meta: Meta) -> Labels:
        return "one", None, None

    def labels_any(self, _meta: Meta) -> Labels:
        return "any", None, None

    def labels_order(self, _meta: Meta) -> Labels:
        return "order", None, None

    def labels_different(self, _meta: Meta, count: Count) -> Labels:
        return "different", *count

    def choose(self, meta: Meta, may: Token | None, *parts: Any) -> t.ChooseFrom | t.ChooseSeveral:  # noqa: ANN401 - see below
        """For the rest of the block: a name, the set and perhaps an `else`. For a block of its own: also how many."""
        at = _at(meta)
        if len(parts) < 4:
            name, (items, preferring, random), *otherwise = parts
            return t.ChooseFrom(
                at, str(name), items, preferring, _mode(may, random), otherwise[0] if otherwise else None
            )
        count, name, (items, preferring, random), body, other = parts
        one = t.Number(at, 1)
        low, high = count or (one, one)
        mode = _mode(may, random)
        return t.ChooseSeveral(at, low, high, str(name), _span(name), items, preferring, mode, body, other)

    def chosen(self, _meta: Meta, items: t.Value, preferring: t.Value | None, random: Token | None) -> Chosen:
        return items, preferring, random is not None

    def count_of(self, _meta: Meta, many: t.Value) -> Count:
        return None, many

    def count_up_to(self, meta: Meta, most: t.Value) -> Count:
        return t.Number(_at(meta), 0), most

    def count_between(self, _meta: Meta, least: t.Value, most: t.Value) -> Count:
        return least, most

    def let(self, meta: Meta, name: Token, value: t.Value) -> t.Let:
        return t.Let(_at(meta), str(name), value)

    def offer(self, meta: Meta, menu: Token, times: Token | None) -> t.Offer:
        return t.Offer(_at(meta), str(menu), times is not None)

    def require(self, meta: Meta, cond: t.Value) -> t.Require:
        return t.Require(_at(meta), cond)

    def stop(self, meta: Meta) -> t.Stop:
        return t.Stop(_at(meta))

    def nothing(self, meta: Meta, _word: Token) -> t.Idle:
        return t.Idle(_at(meta))

    def as_before(self, meta: Meta, *given: t.Binding | None) -> t.AsBefore:
        return t.AsBefore(_at(meta), _given(given))

    def say(self, meta: Meta, text: Token, to: Token | None, *given: t.Binding | None) -> t.Say:
        return t.Say(_at(meta), _name(text), _name(to) if to is not None else None, _given(given))

    def binding(self, meta: Meta, name: Token, value: t.Value) -> t.Binding:
        return t.Binding(_at(meta), str(name), value)

    def command(self, meta: Meta, verb: Token, *items: t.Value) -> t.Command:
        return t.Command(_at(meta), (_name(verb), *items))

    def item(self, _meta: Meta, value: t.Value) -> t.Value:
        return value

    def item_where(self, meta: Meta, items: t.Value, cond: t.Value) -> t.Where:
        return t.Where(_at(meta), items, cond)

    def item_either(self, meta: Meta, then: t.Value, cond: t.Value, other: t.Value) -> t.Either:
        return t.Either(_at(meta), then, cond, other)

    def word(self, _meta: Meta, word: Token | t.Value) -> t.Value:
        return _name(word) if isinstance(word, str) else word

    def options(self, _meta: Meta, *options: t.OptionBranch) -> Options:
        return options

    def option(
        self, meta: Meta, duty: Token | None, label: Token, cond: t.Value | None, body: t.Block
    ) -> t.OptionBranch:
        return t.OptionBranch(_at(meta), str(label), _span(label), str(duty or ""), cond, body)

    # ---- values

    def either(self, meta: Meta, then: t.Value, cond: t.Value, other: t.Value) -> t.Either:
        return t.Either(_at(meta), then, cond, other)

    def where(self, meta: Meta, items: t.Value, cond: t.Value) -> t.Where:
        return t.Where(_at(meta), items, cond)

    def where_named(self, meta: Meta, items: t.Value, name: Token, cond: t.Value) -> t.Where:
        return t.Where(_at(meta), items, cond, str(name))

    def named(self, meta: Meta, items: t.Value, name: Token) -> t.Named:
        return t.Named(_at(meta), items, str(name))

    def negative(self, meta: Meta, value: t.Value) -> t.Value:
        """A number below 0; the opposite of any other value is what is left when it is taken from nothing."""
        at = _at(meta)
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

    def not_(self, meta: Meta, cond: t.Value) -> t.Not:
        return t.Not(_at(meta), cond)

    def is_empty(self, meta: Meta, items: t.Value) -> t.Empty:
        return t.Empty(_at(meta), items)

    def dot(self, meta: Meta, of: t.Value, name: Token) -> t.Dot:
        return t.Dot(_at(meta), of, str(name), _span(name))

    def method(self, meta: Meta, of: t.Value, name: Token, arguments: Arguments | None) -> t.Call:
        return t.Call(_at(meta), of, str(name), _span(name), arguments or ())

    def call(self, meta: Meta, name: Token, arguments: Arguments | None) -> t.Call:
        return t.Call(_at(meta), None, str(name), _span(name), arguments or ())

    def index(self, meta: Meta, of: t.Value, by: t.Value) -> t.Index:
        return t.Index(_at(meta), of, by)

    def name(self, _meta: Meta, name: Token) -> t.Name:
        return _name(name)

    def number(self, meta: Meta, digits: Token) -> t.Number:
        if len(digits) > len(str(MAX_NUMBER)) or int(digits) > MAX_NUMBER:
            raise NumberTooLarge(_at(meta))
        return t.Number(_at(meta), int(digits))

    def yes(self, meta: Meta) -> t.Truth:
        return t.Truth(_at(meta), value=True)

    def no(self, meta: Meta) -> t.Truth:
        return t.Truth(_at(meta), value=False)

    def none(self, meta: Meta) -> t.Nothing:
        return t.Nothing(_at(meta))

    def printed(self, meta: Meta, value: t.Value) -> t.Printed:
        return t.Printed(_at(meta), value)

    def before(self, meta: Meta) -> t.Before:
        return t.Before(_at(meta))

    def group(self, _meta: Meta, value: t.Value) -> t.Value:
        return value

    def listing(self, meta: Meta, *items: t.Value) -> t.Listing:
        return t.Listing(_at(meta), items)

    def arguments(self, _meta: Meta, *arguments: t.Value) -> Arguments:
        return arguments
