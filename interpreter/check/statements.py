"""Statements: commands matched to phrases, blocks to typed bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.check import errors as err
from interpreter.check import typed as ty
from interpreter.check.phrases import Param, Phrase, fit, parse_phrase, words_matched
from interpreter.check.types import NUMBER, PLAYER, TRUTH, Type, enum, kind, set_of, zone_of
from interpreter.primitives import STATEMENTS
from interpreter.syntax import tree as t

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.scope import Scope
    from interpreter.check.typed import E
    from interpreter.check.vocabulary import Vocabulary

PRIMITIVE_PHRASES: dict[str, Phrase] = {name: parse_phrase(s.phrase) for name, s in STATEMENTS.items()}
ENGINE_WORDS = {phrase.head for phrase in PRIMITIVE_PHRASES.values()} | {"do", "announce"}


def type_named(name: str, vocabulary: Vocabulary) -> Type | None:
    """The type a declaration names: `number`, `shade`, `set of place`, `zone of card`."""
    if name in ("number", "truth"):
        return NUMBER if name == "number" else TRUTH
    for prefix, make in (("set of ", set_of), ("zone of ", lambda of: zone_of(of.name))):
        if name.startswith(prefix):
            inner = type_named(name.removeprefix(prefix), vocabulary)
            return make(inner) if inner is not None else None
    if name in vocabulary.enums:
        return enum(name)
    return kind(name) if name in vocabulary.kinds else None


RESERVED = {
    *("if", "else", "and", "or", "not", "is", "in", "where", "none", "yes", "no", "mod", "empty"),
    *("me", "my", "it", "this", "option", "players", "opponents", "everyone", "neutral", "player_count"),
}


class Statements:
    """Checks the statements of one script after another."""

    def __init__(self, vocabulary: Vocabulary, expressions: Expressions) -> None:
        self.v = vocabulary
        self.x = expressions

    def block(self, block: t.Block, scope: Scope) -> ty.Body:
        """Check a block; names bound inside end with it."""
        outer = dict(scope.visible)
        body = ty.Body([])
        for node in block.statements:
            made = self._statement(node, scope)
            if made is not None:
                body.statements.append(made)
        scope.visible = outer
        return body

    def _statement(self, node: t.Statement, scope: Scope) -> Any:  # noqa: ANN401, C901, PLR0911, PLR0912 - one case per node
        if isinstance(node, t.Let | t.ForEach | t.ChooseFrom | t.ChooseSeveral) and node.name in RESERVED:
            scope.problems.append(err.ReservedName(scope.span(node.at), node.name).diagnostic())
        match node:
            case t.Command():
                return self._command(node, scope)
            case t.Let(at, name, value):
                checked = self.x.value(value, scope)
                if checked is None:
                    scope.broken.add(name)
                    return None
                checked = self.x.settle(checked)
                if checked.type.tag in ("set", "zone", "none"):
                    scope.broken.add(name)
                    wrong = err.WrongType(scope.span(value.at), "number, truth, or single thing", str(checked.type))
                    scope.problems.append(wrong.diagnostic())
                    return None
                slot = scope.new_local(name, checked.type)
                scope.lets.append((slot, at))
                return ty.SetLocal(slot, checked, at)
            case t.If():
                return self._if(node, scope)
            case t.Repeat(at, count, while_, inner):
                number = self.x.value(count, scope, NUMBER)
                cond = self.x.condition(while_, scope) if while_ else None
                counter = scope.new_local("(repeat)", NUMBER)
                body = self.block(inner, scope)
                return None if number is None else ty.Loop(number, cond, body, counter, at)
            case t.ForEach():
                return self._for_each(node, scope)
            case t.As():
                return self._as(node, scope)
            case t.May(at, again, inner):
                counter = scope.new_local("(again)", NUMBER)
                return ty.Maybe(again, self.block(inner, scope), counter, at)
            case t.ChooseFrom():
                return self._choose(node, scope)
            case t.ChooseSeveral():
                return self._several(node, scope)
            case t.ChooseOption():
                return self._options(node, scope)
            case t.Offer(at, menu, until_done):
                if menu not in self.v.menus():
                    unknown = err.UnknownName(scope.span(at), menu, tuple(self.v.menus()), "menu")
                    scope.problems.append(unknown.diagnostic())
                    return None
                return ty.OfferMenu(menu, until_done, scope.new_local("(offer)", NUMBER), at)
            case t.Require(at, cond):
                checked = self.x.condition(cond, scope)
                return None if checked is None else ty.Demand(checked, at)
            case t.Stop(at):
                return ty.Leave(at)

    # ---- control

    def _if(self, node: t.If, scope: Scope) -> ty.Branch | None:
        branches: list[tuple[E, ty.Body]] = []
        for cond, inner in node.branches:
            checked = self.x.condition(cond, scope)
            body = self.block(inner, scope)
            if checked is not None:
                branches.append((checked, body))
        otherwise = self.block(node.otherwise, scope) if node.otherwise else None
        return ty.Branch(branches, otherwise, node.at)

    def _for_each(self, node: t.ForEach, scope: Scope) -> ty.Each | None:
        items = self.x.set_value(node.items, scope, node.name)
        outer = dict(scope.visible)
        if items is None:
            scope.broken.add(node.name)
        slot = scope.new_local(node.name, items.type.element if items else NUMBER)
        left = scope.new_local("(left)", NUMBER)
        body = self.block(node.body, scope)
        scope.visible = outer
        return None if items is None else ty.Each(items, slot, left, body, acting=False, saved=-1, at=node.at)

    def _as(self, node: t.As, scope: Scope) -> ty.Each | ty.Acting | None:
        saved = scope.new_local("(me)", PLAYER)
        if not node.each:
            who = self.x.value(node.who, scope, PLAYER)
            body = self.block(node.body, scope)
            return None if who is None else ty.Acting(who, body, saved, node.at)
        items = self.x.set_value(node.who, scope)
        if items is not None and items.type != set_of(PLAYER):
            scope.problems.append(err.WrongType(scope.span(node.who.at), "set of player", str(items.type)).diagnostic())
            items = None
        slot, left = scope.new_local("(player)", PLAYER), scope.new_local("(left)", NUMBER)
        body = self.block(node.body, scope)
        return None if items is None else ty.Each(items, slot, left, body, acting=True, saved=saved, at=node.at)

    # ---- choices

    def _choose(self, node: t.ChooseFrom, scope: Scope) -> ty.Pick | None:
        items = self.x.set_value(node.items, scope, node.name)
        if items is None:
            scope.broken.add(node.name)
        slot = scope.new_local(node.name, items.type.element if items else NUMBER)
        return None if items is None else ty.Pick(slot, node.name, items, node.mode, node.at)

    def _several(self, node: t.ChooseSeveral, scope: Scope) -> ty.PickSeveral | None:
        low = self.x.value(node.low, scope, NUMBER) if node.low else None
        high = self.x.value(node.high, scope, NUMBER)
        counter = scope.new_local("(chosen)", NUMBER)
        items = self.x.set_value(node.items, scope, node.name)
        outer = dict(scope.visible)
        if items is None:
            scope.broken.add(node.name)
        slot = scope.new_local(node.name, items.type.element if items else NUMBER)
        body = self.block(node.body, scope)
        scope.visible = outer
        if items is None or high is None:
            return None
        return ty.PickSeveral(slot, node.name, items, low, high, body, counter, node.at)

    def _options(self, node: t.ChooseOption, scope: Scope) -> ty.PickOption:
        count = self.x.value(node.count, scope, NUMBER) if node.count else None
        mask, counter = scope.new_local("(taken)", NUMBER), scope.new_local("(times)", NUMBER)
        seen: dict[str, t.OptionBranch] = {}
        options: list[ty.OptionCase] = []
        for branch in node.options:
            if branch.label in seen:
                first = scope.span(seen[branch.label].label_at)
                twice = err.Duplicate(scope.span(branch.label_at), "option", branch.label, first)
                scope.problems.append(twice.diagnostic())
            seen[branch.label] = branch
            cond = self.x.condition(branch.cond, scope) if branch.cond else None
            options.append(
                ty.OptionCase(branch.label, branch.duty, cond, self.block(branch.body, scope), branch.label_at)
            )
        return ty.PickOption(node.mode, count, options, mask, counter, node.at)

    # ---- commands

    def _command(self, node: t.Command, scope: Scope) -> Any:  # noqa: ANN401 - one of several statements
        head = node.items[0]
        assert isinstance(head, t.Name)
        if head.id == "do":
            return self._do(node, scope)
        if head.id == "announce":
            return self._announce(node, scope)
        fitting = [
            (words_matched(phrase, node.items), name, phrase, verb)
            for name, phrase, verb in self._candidates(head.id)
            if fit(phrase, node.items) is not None
        ]
        if not fitting:
            self._no_phrase(node, head, scope)
            return None
        _, name, phrase, verb = max(fitting, key=lambda row: row[0])
        arguments = fit(phrase, node.items) or {}
        if verb is None:
            return self._primitive(name, phrase, arguments, node, scope)
        args = self._arguments(phrase, arguments, scope)
        return None if args is None else ty.CallVerb(name, args, node.at)

    def _candidates(self, head: str) -> list[tuple[str, Phrase, object]]:
        engine = [(name, phrase, None) for name, phrase in PRIMITIVE_PHRASES.items() if phrase.head == head]
        pack = [(verb.name, verb.phrase, verb) for verb in self.v.verbs if verb.phrase.head == head]
        return [*engine, *pack]

    def _no_phrase(self, node: t.Command, head: t.Name, scope: Scope) -> None:
        phrases = tuple(phrase.text for _, phrase, _ in self._candidates(head.id))
        if phrases:
            scope.problems.append(err.WrongPhrase(scope.span(node.at), head.id, phrases).diagnostic())
            return
        known = tuple(sorted(self.heads()))
        scope.problems.append(err.UnknownVerb(scope.span(head.at), head.id, known).diagnostic())

    def heads(self) -> set[str]:
        """The first words of the commands of the engine and of the pack."""
        return ENGINE_WORDS | {verb.phrase.head for verb in self.v.verbs}

    def _arguments(self, phrase: Phrase, arguments: dict[str, t.Value], scope: Scope) -> list[E] | None:
        """Check the arguments of a verb or event in the order of its parameters; absent ones are 0, no, none."""
        args: list[E | None] = []
        for param in phrase.params:
            of = type_named(param.type, self.v)
            if of is None:
                return None  # reported where the phrase is declared
            given = arguments.get(param.name)
            if given is None:
                args.append(ty.E("const", of, (-1 if of.tag in ("kind", "enum") else 0,)))
            else:
                args.append(self.x.value(given, scope, of))
        return None if None in args else [a for a in args if a is not None]

    def _do(self, node: t.Command, scope: Scope) -> ty.RunScript | None:
        path = node.items[1] if len(node.items) == 2 else None
        if not isinstance(path, t.Dot):
            scope.problems.append(err.WrongPhrase(scope.span(node.at), "do", ("do thing.script",)).diagnostic())
            return None
        base = self.x.value(path.base, scope)
        if base is None:
            return None
        base = self.x.settle(base)
        decl = self.v.kinds.get(base.type.name) if base.type.tag == "kind" else None
        scripts = {name for name, of in decl.scripts.items() if of == "effect"} if decl else set()
        if path.name not in scripts:
            unknown = err.UnknownProperty(scope.span(path.name_at), str(base.type), path.name, tuple(sorted(scripts)))
            scope.problems.append(unknown.diagnostic())
            return None
        return ty.RunScript(base.type.name, path.name, base, node.at)

    def _announce(self, node: t.Command, scope: Scope) -> ty.Announce | None:
        items = node.items[1:]
        for event in self.v.events:
            arguments = fit(event.phrase, items) if items else None
            if arguments is not None:
                args = self._arguments(event.phrase, arguments, scope)
                return None if args is None else ty.Announce(event.name, args, node.at)
        phrases = tuple(f"announce {event.phrase.text}" for event in self.v.events)
        scope.problems.append(err.WrongPhrase(scope.span(node.at), "announce", phrases).diagnostic())
        return None

    # ---- engine statements

    def _primitive(
        self, name: str, phrase: Phrase, arguments: dict[str, t.Value], node: t.Command, scope: Scope
    ) -> ty.Do | None:
        args: dict[str, Any] = {}
        for param in phrase.params:
            given = arguments.get(param.name)
            if given is None:
                continue
            checked = self._argument(param, given, args, scope)
            if checked is None:
                return None
            args[param.name] = checked
        if name == "put_under" and not self._is_ordered(args["zone"]):
            wrong = err.WrongType(
                scope.span(arguments["zone"].at), "zone that is `ordered: yes`", "zone without an order"
            )
            scope.problems.append(wrong.diagnostic())
            return None
        return ty.Do(name, args, node.at) if self._same_kind(args, node, scope) else None

    def _is_ordered(self, zone: E) -> bool:
        if zone.op != "zone":
            return True
        host, _, name = str(zone.args[0]).partition(".")
        return self.v.kind(host).zones[name].ordered

    def _argument(self, param: Param, given: t.Value, args: dict[str, Any], scope: Scope) -> Any:  # noqa: ANN401, C901, PLR0911 - a case per type
        match param.type:
            case "number":
                return self.x.value(given, scope, NUMBER)
            case "player":
                return self.x.value(given, scope, PLAYER)
            case "counter":
                place = self.x.place(given, scope)
                if place is not None and place.type != NUMBER:
                    scope.problems.append(err.WrongType(scope.span(given.at), "counter", str(place.type)).diagnostic())
                    return None
                return place
            case "var":
                return self.x.place(given, scope)
            case "value":
                return self.x.value(given, scope, args["var"].type)
            case "piece":
                return self._piece(given, scope)
            case "pieces":
                return self.x.set_value(given, scope)
            case "zone":
                return self._zone(given, scope)
            case "span":
                return self._span(given, scope)
            case _:
                return self._word(given, scope)

    def _piece(self, given: t.Value, scope: Scope) -> E | None:
        value = self.x.value(given, scope)
        if value is None:
            return None
        value = self.x.settle(value)
        if value.type.tag != "kind" or value.type.name == "player":
            scope.problems.append(err.WrongType(scope.span(given.at), "piece", str(value.type)).diagnostic())
            return None
        return value

    def _zone(self, given: t.Value, scope: Scope) -> E | None:
        value = self.x.value(given, scope)
        if value is None:
            return None
        if value.type.tag != "zone":
            scope.problems.append(err.WrongType(scope.span(given.at), "zone", str(value.type)).diagnostic())
            return None
        return value

    def _word(self, given: t.Value, scope: Scope) -> str | None:
        if isinstance(given, t.Name):
            return given.id
        scope.problems.append(err.WrongType(scope.span(given.at), "word", "value").diagnostic())
        return None

    def _span(self, given: t.Value, scope: Scope) -> str | None:
        """The name of a span: something must reset with it."""
        name = self._word(given, scope)
        hosts = [*self.v.kinds.values(), *([self.v.shared] if self.v.shared else [])]
        known = {var.resets for decl in hosts for var in decl.vars.values() if var.resets}
        if name is not None and name not in known:
            scope.problems.append(
                err.UnknownName(scope.span(given.at), name, tuple(sorted(known)), "span").diagnostic()
            )
            return None
        return name

    def _same_kind(self, args: dict[str, Any], node: t.Command, scope: Scope) -> bool:
        """Pieces and zones of one statement must agree on the kind of piece."""
        kinds = {a.type.name for a in args.values() if isinstance(a, ty.E) and a.type.tag == "zone"}
        kinds |= {a.type.name for key, a in args.items() if key in ("piece", "dice") and isinstance(a, ty.E)}
        if len(kinds) <= 1:
            return True
        first, *rest = sorted(kinds)
        wrong = err.WrongType(scope.span(node.at), f"zone for a {first}", f"zone for a {rest[0]}")
        scope.problems.append(wrong.diagnostic())
        return False
