"""Statements: commands matched to phrases, blocks to typed bodies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.check import errors as err
from interpreter.check import keys
from interpreter.check import typed as ty
from interpreter.check.expressions import fixed_number
from interpreter.check.hiding import hidden_by
from interpreter.check.phrasebook import PhraseBook
from interpreter.check.phrases import Param, Phrase, disagreeing, fit, parse_phrase, words_matched
from interpreter.check.said_otherwise import of_each, turned_round, verb_meant
from interpreter.check.scope import RESERVED
from interpreter.check.types import NUMBER, PLAYER, TRUTH, Type, enum, kind, set_of, zone_of
from interpreter.check.vocabulary import Verb
from interpreter.diagnostics import with_article
from interpreter.primitives import NEEDS, STATEMENTS
from interpreter.records import replace
from interpreter.syntax import tree as t
from interpreter.syntax.errors import OldForm
from interpreter.syntax.rewrites import old_form

if TYPE_CHECKING:
    from interpreter.check.expressions import Expressions
    from interpreter.check.scope import Scope
    from interpreter.check.typed import At, Value
    from interpreter.check.vocabulary import KindDecl, Vocabulary, ZoneDecl
    from interpreter.diagnostics import Problem


SAY = "say TERM [to me] [with NAME = VALUE, …]"
_GAP = re.compile(r"\{(?:[a-z]+ )?([a-z][a-z0-9_]*)(?::[a-z]+)?\}")
_CUT = re.compile(r"#|\s+#\d")
"""A comment right behind a word, or one that was meant as the number of a copy."""
COSTS = {name for name, declared in STATEMENTS.items() if declared.hard and not declared.room}
"""Statements that somebody may be unable to do."""
EACH_PLAYER = {"player": "players", "opponent": "opponents"}
"""What one player is called behind `as each`, and all of them."""


def primitive_phrases() -> Mapping[str, Phrase]:
    """The phrases of the engine's statements, by their names."""
    return _parsed(tuple((name, declared.phrase) for name, declared in STATEMENTS.items()))


@lru_cache(maxsize=4)
def _parsed(phrases: tuple[tuple[str, str], ...]) -> Mapping[str, Phrase]:
    return MappingProxyType({name: parse_phrase(text) for name, text in phrases})


def engine_words() -> set[str]:
    """The first words of the engine's statements."""
    return {phrase.head for phrase in primitive_phrases().values()} | {"do", "announce"}


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


def is_answer(name: str) -> bool:
    """Whether picks say this word for an answer of the engine: declining, or a piece that is not known."""
    return name == "done" or re.fullmatch(r"hidden_\d+", name) is not None


class Statements:
    """Checks the statements of one script after another."""

    def __init__(self, vocabulary: Vocabulary, expressions: Expressions) -> None:
        self.v = vocabulary
        self.x = expressions
        self._book: tuple[int, PhraseBook] | None = None

    def block(self, block: t.Block, scope: Scope) -> ty.Body:
        """Check a block; names bound inside end with it."""
        outer = dict(scope.visible)
        statements = [made for node in block.statements if (made := self._statement(node, scope)) is not None]
        scope.visible = outer
        return ty.Body(statements)

    def _statement(self, node: t.Statement, scope: Scope) -> ty.Statement | None:  # noqa: C901, PLR0911, PLR0912 - one case per node
        if isinstance(node, t.Let | t.ForEach | t.ChooseFrom | t.ChooseSeveral):
            self._named(node.name, node.at, scope)
        match node:
            case t.Command():
                return self._command(node, scope)
            case t.Let():
                return self._let(node, scope)
            case t.If():
                return self._if(node, scope)
            case t.Repeat(at, count, while_, inner):
                number = self._amount(count, scope)
                cond = self.x.condition(while_, scope) if while_ else None
                counter = scope.new_local("(repeat)", NUMBER)
                body = self.block(inner, scope)
                return None if number is None else ty.Loop(number, cond, body, counter, at)
            case t.ForEach():
                return self._for_each(node, scope)
            case t.As():
                return self._as(node, scope)
            case t.AtOnce(at, inner):
                return ty.AtOnce(self.block(inner, scope), scope.new_local("(watching)", NUMBER), at)
            case t.May(at, again, inner, otherwise):
                counter = scope.new_local("(again)", NUMBER)
                return ty.Maybe(again, self.block(inner, scope), counter, at, self._otherwise(otherwise, scope))
            case t.ChooseFrom():
                return self._choose(node, scope)
            case t.ChooseSeveral():
                return self._several(node, scope)
            case t.ChooseOption():
                return self._options(node, scope)
            case t.Offer(at, menu, until_done):
                if menu not in self.v.menus():
                    begin = scope.source.text.index(menu, at[0] + len("offer"))
                    place = scope.span((begin, begin + len(menu)))
                    unknown = err.UnknownName(place, menu, tuple(self.v.menus()), "menu")
                    scope.problems.report(unknown)
                    return None
                return ty.OfferMenu(menu, until_done, scope.new_local("(offer)", NUMBER), at)
            case t.Require(at, cond):
                checked = self.x.condition(cond, scope)
                return None if checked is None else ty.Demand(checked, at)
            case t.Stop(at):
                return ty.Leave(at)
            case t.Idle():
                return None
            case t.AsBefore():
                return self._as_before(node, scope)
            case t.Say():
                return self._say(node, scope)

    def _named(self, name: str, at: At, scope: Scope) -> None:
        """Refuse a local called by a word of the language; warn of one that hides what its name meant before."""
        if name in RESERVED:
            scope.problems.report(err.ReservedName(scope.span(at), name))
        hidden = hidden_by(name, at, scope, self.v)
        if hidden is not None:
            scope.hiding.report(hidden)

    # ---- control

    def _let(self, node: t.Let, scope: Scope) -> ty.SetLocal | ty.NameSet | None:
        """A value gets a name. A set stays an expression: `named_sets.py` proves that it is the same where it is used."""
        checked = self.x.value(node.value, scope)
        if checked is not None:
            checked = self.x.as_set(self.x.settle(checked)) or self.x.settle(checked)
        if checked is None or checked.type.tag == "none":
            scope.broken.add(node.name)
            if checked is not None:
                wrong = err.WrongType(scope.span(node.value.at), "number, truth, thing or set", str(checked.type))
                scope.problems.report(wrong)
            return None
        slot = scope.new_local(node.name, checked.type)
        scope.lets.append((slot, node.at))
        if checked.type.tag == "set":
            scope.sets[slot] = checked
            return ty.NameSet(slot, checked, node.at)
        return ty.SetLocal(slot, checked, node.at)

    def _if(self, node: t.If, scope: Scope) -> ty.Branch | None:
        branches: list[tuple[Value, ty.Body]] = []
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
        if items is None:
            return None
        free = node.name if node.free else ""
        return ty.Each(items, slot, left, body, acting=False, saved=-1, at=node.at, free=free)

    def _as(self, node: t.As, scope: Scope) -> ty.Each | ty.Acting | None:
        saved = scope.new_local("(me)", PLAYER)
        if not node.each:
            who = self.x.value(node.who, scope, PLAYER)
            body = self.block(node.body, scope)
            return None if who is None else ty.Acting(who, body, saved, node.at)
        items = self.x.set_value(self._each_of(node.who, scope), scope)
        if items is not None and items.type != set_of(PLAYER):
            scope.problems.report(err.WrongType(scope.span(node.who.at), "set of player", str(items.type)))
            items = None
        slot, left = scope.new_local("(player)", PLAYER), scope.new_local("(left)", NUMBER)
        body = self.block(node.body, scope)
        if items is None:
            return None
        self._warn_of_costs(node, items, body, scope)
        secret = node.how == "secretly"
        return ty.Each(items, slot, left, body, acting=True, saved=saved, at=node.at, secret=secret)

    @staticmethod
    def _warn_of_costs(node: t.As, items: Value, body: ty.Body, scope: Scope) -> None:
        """Warn of what each of several has to pay: one who cannot makes it impossible for whoever would do it."""
        if isinstance(items, ty.Filter):
            return
        for one in body.statements:
            if isinstance(one, ty.Do) and one.primitive in COSTS:
                written = scope.source.text[slice(*one.at)].strip()
                who = scope.source.text[slice(*node.who.at)]
                scope.hiding.report(err.OneCannotPay(scope.span(one.at), one.primitive, written, who))

    def _each_of(self, who: t.Value, scope: Scope) -> t.Value:
        """The set behind `as each`: one player goes by the singular, all of them are meant."""
        if isinstance(who, t.Where):
            return replace(who, base=self._each_of(who.base, scope))
        if isinstance(who, t.Binary) and who.op == "in":  # whose turn it is has no name: it is `me`
            problem = err.WrongPhrase(scope.span(who.at), "as each", ("as each player:", "as each SET:"))
            scope.problems.report(problem)
            return who.right
        if not isinstance(who, t.Name) or who.id in scope.visible:
            return who
        if who.id in EACH_PLAYER.values():
            old, new = (f"as each {one}" for one in (who.id, who.id.removesuffix("s")))
            scope.problems.report(OldForm(scope.span(who.at), old, new))
        return replace(who, id=EACH_PLAYER.get(who.id, who.id))

    # ---- choices

    def _otherwise(self, block: t.Block | None, scope: Scope) -> ty.Body | None:
        return self.block(block, scope) if block is not None else None

    def _choose(self, node: t.ChooseFrom, scope: Scope) -> ty.Pick | None:
        items = self._candidates_of(node, node.name, scope)
        otherwise = self._otherwise(node.otherwise, scope)
        if items is None:
            scope.broken.add(node.name)
        slot = scope.new_local(node.name, items.type.element if items else NUMBER)
        mode = self._mode(node, scope)
        return None if items is None else ty.Pick(slot, node.name, items, mode, node.at, otherwise)

    def _several(self, node: t.ChooseSeveral, scope: Scope) -> ty.PickSeveral | None:
        low = self._amount(node.low, scope) if node.low else None
        high = self._amount(node.high, scope)
        self._rising(low, high, node, scope)
        counter = scope.new_local("(chosen)", NUMBER)
        singular = self._singular(node.name)
        name = singular or node.name
        items = self._candidates_of(node, name, scope)
        if items is not None and singular and items.type.element.name != singular:
            wrong = err.WrongType(scope.span(node.name_at), str(items.type.element), singular)
            scope.problems.report(wrong)
        outer = dict(scope.visible)
        if items is None:
            scope.broken.add(name)
        slot = scope.new_local(name, items.type.element if items else NUMBER)
        body = self.block(node.body, scope)
        scope.visible = outer
        otherwise = self._otherwise(node.otherwise, scope)
        mode = self._mode(node, scope)
        if mode == "random" and node.low is not None and node.low is not node.high:
            scope.problems.report(err.TwoDeciders(scope.span(node.at), "up to"))
        if items is None or high is None:
            return None
        return ty.PickSeveral(slot, name, items, low, high, body, counter, node.at, mode, otherwise)

    @staticmethod
    def _rising(low: Value | None, high: Value | None, node: t.ChooseSeveral | t.ChooseOption, scope: Scope) -> None:
        """Of two numbers the smaller one stands first, where both are evident."""
        least, most = (fixed_number(one) if one is not None else None for one in (low, high))
        if node.low is not None and least is not None and most is not None and least > most:
            wrong = err.BadValue(scope.span(node.low.at), f"a number up to {most}", str(least))
            scope.problems.report(wrong.but(cure=f"the smaller number stands first: `choose {most} to {least} …`"))

    def _singular(self, name: str) -> str:
        """The kind or enum whose plural a name is: several of them are chosen, and each goes by the singular."""
        return self.v.plurals.get(name, "")

    def _candidates_of(self, node: t.ChooseFrom | t.ChooseSeveral, name: str, scope: Scope) -> Value | None:
        """The set that is chosen from; with a preference, those that meet it if there are any."""
        items = self.x.set_value(node.items, scope, name)
        if items is None or node.preferring is None:
            return items
        wanted = self.x.set_value(t.Where(node.preferring.at, node.items, node.preferring), scope, name)
        if wanted is None:
            return None
        return ty.IfElse(items.type, ty.NonEmpty(wanted), wanted, items, at=node.items.at)

    @staticmethod
    def _mode(node: t.ChooseFrom | t.ChooseSeveral, scope: Scope) -> str:
        if node.mode == "may random":
            scope.problems.report(err.TwoDeciders(scope.span(node.at), "may"))
        return {"": "hard", "may random": "random"}.get(node.mode, node.mode)

    def _options(self, node: t.ChooseOption, scope: Scope) -> ty.PickOption:
        low = self._amount(node.low, scope) if node.low else None
        count = self._amount(node.count, scope) if node.count else None
        self._rising(low, count, node, scope)
        mask, counter = scope.new_local("(taken)", NUMBER), scope.new_local("(times)", NUMBER)
        seen: dict[str, t.OptionBranch] = {}
        options: list[ty.OptionCase] = []
        for branch in node.options:
            if branch.label in seen:
                first = scope.span(seen[branch.label].label_at)
                twice = err.Duplicate(scope.span(branch.label_at), "option", branch.label, first)
                scope.problems.report(twice)
            seen[branch.label] = branch
            if is_answer(branch.label):
                taken = err.ReservedName(scope.span(branch.label_at), branch.label, "label", picked=True)
                scope.problems.report(taken)
            cond = self.x.condition(branch.cond, scope) if branch.cond else None
            options.append(
                ty.OptionCase(branch.label, branch.duty, cond, self.block(branch.body, scope), branch.label_at)
            )
        otherwise, may = self._otherwise(node.otherwise, scope), node.duty == "may"
        return ty.PickOption(node.mode, count, options, mask, counter, node.at, low, may, otherwise)

    def _say(self, node: t.Say, scope: Scope) -> ty.Say | None:
        """A line of the log: every gap of its text is given a value, in every language."""
        if node.to is not None and node.to.id != "me":
            scope.problems.report(err.WrongPhrase(scope.span(node.to.at), "say", (SAY,)))
        args = [self._said(one, scope) for one in node.given]
        names = tuple(one.name for one in node.given)
        for lang in self.v.languages:
            term = self.v.terms.get(lang, {}).get(node.text.id)
            if term is not None:
                text = term.get("one", "") if isinstance(term, dict) else term
                gaps = tuple(dict.fromkeys(_GAP.findall(text)))
                wrong = {*gaps} ^ {*names}
                for name in sorted(wrong):
                    unlike = err.SaidOtherwise(scope.span(node.at), node.text.id, lang, name, given=name in names)
                    scope.problems.report(unlike)
        if None in args:
            return None
        return ty.Say(node.text.id, names, [one for one in args if one is not None], node.to is not None, node.at)

    def _said(self, one: t.Binding, scope: Scope) -> Value | None:
        value = self.x.value(one.value, scope)
        value = self.x.settle(value) if value is not None else None
        if value is None or value.type.tag in ("number", "truth", "kind", "enum"):
            return value
        wrong = err.WrongType(scope.span(one.value.at), "number, truth or single thing", str(value.type))
        scope.problems.report(wrong)
        return None

    def _as_before(self, node: t.AsBefore, scope: Scope) -> ty.CallVerb | None:
        """What the rule was below, with the same parameters but for those given anew."""
        if scope.before is None or scope.before.sort != "layer":
            scope.problems.report(err.NothingBefore(scope.span(node.at)))
            return None
        params = scope.locals[: scope.params]
        args: list[Value] = [ty.Local(of, slot, at=node.at) for slot, (_, of) in enumerate(params)]
        names = [name for name, _ in params]
        for one in node.given:
            if one.name not in names:
                unknown = err.UnknownName(scope.span(one.at), one.name, tuple(names), "parameter")
                scope.problems.report(unknown)
                return None
            slot = names.index(one.name)
            value = self.x.value(one.value, scope, params[slot][1])
            if value is None:
                return None
            args[slot] = value
        return ty.CallVerb(scope.before, args, node.at)

    # ---- commands

    def _command(self, node: t.Command, scope: Scope) -> ty.Statement | None:
        head = node.items[0]
        assert isinstance(head, t.Name)
        if head.id == "do":
            return self._do(node, scope)
        if head.id == "announce":
            return self._announce(node, scope)
        fitting = [
            (words_matched(phrase, node.items), name, phrase, verb)
            for name, phrase, verb in self._phrases().fitting(node.items)
        ]
        if not fitting and head.id == "end" and len(node.items) == 2:
            return self._end(node, node.items[1], scope)
        if not fitting:
            self._no_phrase(node, head, scope)
            return None
        _, name, phrase, verb = max(fitting, key=lambda row: row[0])
        arguments = fit(phrase, node.items) or {}
        self._agreement(phrase, node, scope)
        before = len(scope.problems)
        made: ty.Statement | None
        if verb is None:
            made = self._primitive(name, phrase, arguments, node, scope)
        else:
            args = self._arguments(phrase, arguments, scope)
            made = None if args is None else ty.CallVerb(keys.verb(name), args, node.at)
        scope.problems[before:] = [self._with_phrase(one, phrase) for one in scope.problems[before:]]
        return made

    @staticmethod
    def _with_phrase(problem: Problem, phrase: Phrase) -> Problem:
        """A value of a wrong type may stand in the place of another one: say how the statement is written."""
        if not isinstance(problem, err.WrongType) or problem.help() or len(phrase.params) < 2:
            return problem
        return problem.but(meant=f"it is written `{phrase.text}`")

    @staticmethod
    def _agreement(phrase: Phrase, node: t.Command, scope: Scope) -> None:
        """Warn of `1 marbles` and `2 marble`."""
        found = disagreeing(phrase, node.items)
        if found is not None:
            word, right = found
            scope.problems.report(err.OneOrMany(scope.span(word.at), word.id, right))

    def verb_said(self, node: t.Command, scope: Scope) -> Verb | None:
        """The verb of the pack that a command is, reported if it is none."""
        head = node.items[0]
        verbs = self.verbs_fitting(node.items)
        if verbs:
            return max(verbs, key=lambda verb: words_matched(verb.phrase, node.items))
        if isinstance(head, t.Name) and self._phrases().fitting(node.items):
            scope.problems.report(err.NoVerb(scope.span(node.at), head.id))
        elif isinstance(head, t.Name):
            self._no_phrase(node, head, scope)
        else:
            scope.problems.report(err.WrongPhrase(scope.span(node.at), "after", ("after VERB where …",)))
        return None

    def verbs_fitting(self, items: tuple[t.Value, ...]) -> list[Verb]:
        """The verbs of the pack that these words and values can be."""
        return [one for _, _, one in self._phrases().fitting(items) if isinstance(one, Verb)]

    def _phrases(self) -> PhraseBook:
        """The phrases of the engine and of the pack."""
        if self._book is None or self._book[0] != len(self.v.verbs):
            engine = [(name, phrase, None) for name, phrase in primitive_phrases().items()]
            pack = [(verb.name, verb.phrase, verb) for verb in self.v.spoken()]
            self._book = (len(self.v.verbs), PhraseBook([*engine, *pack]))
        return self._book[1]

    def _candidates(self, head: str) -> list[tuple[str, Phrase, object]]:
        engine = [(name, phrase, None) for name, phrase in primitive_phrases().items() if phrase.head == head]
        pack = [(verb.name, verb.phrase, verb) for verb in self.v.spoken() if verb.phrase.head == head]
        return [*engine, *pack]

    def _no_phrase(self, node: t.Command, head: t.Name, scope: Scope) -> None:
        old = old_form(scope.source.text, node.at[0])
        if old is not None:
            scope.broken |= {one.id for one in node.items if isinstance(one, t.Name)}
            rewrite, clause = old
            problem = OldForm(scope.span((clause.start, clause.end)), rewrite.old, rewrite.new)
            scope.problems.report(problem)
            return
        said = set(scope.source.text[slice(*node.at)].split())
        phrases = tuple(phrase.text for _, phrase, _ in self._candidates(head.id))
        phrases = tuple(sorted(phrases, key=lambda one: -len(said.intersection(re.findall(r"[a-z]+", one)))))
        if phrases:
            meant = _with_dots(scope.source.text[slice(*node.at)])
            cut = _CUT.match(scope.source.text, node.at[1]) is not None
            several = any(isinstance(one, t.Name) and one.id == "then" for one in node.items)
            scope.problems.report(err.WrongPhrase(scope.span(node.at), head.id, phrases, meant, cut, several))
            return
        known = tuple(sorted(self.heads()))
        words = [one.id if isinstance(one, t.Name) else "" for one in node.items]
        behind = scope.source.text[node.items[0].at[1] : node.at[1]].partition("\n")[0].split()
        meant = of_each(words, behind, known)
        meant = meant or verb_meant(head.id, known, {verb.phrase.text for verb in self.v.spoken()}, primitive_phrases())
        scope.problems.report(err.UnknownVerb(scope.span(head.at), head.id, known, meant))

    def heads(self) -> set[str]:
        """The first words of the commands of the engine and of the pack."""
        return engine_words() | {verb.phrase.head for verb in self.v.spoken()}

    def _arguments(self, phrase: Phrase, arguments: dict[str, t.Value], scope: Scope) -> list[Value] | None:
        """Check the arguments of a verb or event in the order of its parameters; absent ones are 0, no, none."""
        args: list[Value | None] = []
        for param in phrase.params:
            of = type_named(param.type, self.v)
            if of is None:
                return None  # reported where the phrase is declared
            given = arguments.get(param.name)
            if given is None:
                args.append(ty.Const(of, -1 if of.tag in ("kind", "enum") else 0))
            else:
                args.append(self.x.value(given, scope, of))
        return None if None in args else [a for a in args if a is not None]

    def _do(self, node: t.Command, scope: Scope) -> ty.RunScript | None:
        path = node.items[1] if len(node.items) == 2 else None
        if not isinstance(path, t.Dot):
            meant = _with_dots(scope.source.text[slice(*node.at)])
            scope.problems.report(err.WrongPhrase(scope.span(node.at), "do", ("do thing.script",), meant))
            return None
        base = self.x.value(path.base, scope)
        if base is None:
            return None
        base = self.x.settle(base)
        decl = self.v.kinds.get(base.type.name) if base.type.tag == "kind" else None
        scripts = {name for name, of in decl.scripts.items() if of == "effect"} if decl else set()
        if path.name not in scripts:
            unknown = err.UnknownProperty(scope.span(path.name_at), str(base.type), path.name, tuple(sorted(scripts)))
            cure = self.x.cures.of_property(base, path.name, scope.source.text[slice(*path.base.at)], scope)
            scope.problems.report(unknown.but(cure=cure, meant=self.x.cures.before_dot(path, base)))
            return None
        return ty.RunScript(base.type.name, path.name, base, node.at)

    def _end(self, node: t.Command, given: t.Value, scope: Scope) -> ty.Leave | None:
        """Leave the innermost verb that begins a span, from wherever it is said below that verb."""
        span = self._word(given, scope)
        known = tuple(sorted({verb.begins for verb in self.v.verbs if verb.begins}))
        if span is None or span in known:
            return ty.Leave(node.at, span) if span is not None else None
        scope.problems.report(err.EndsNothing(scope.span(given.at), span, known))
        return None

    def _announce(self, node: t.Command, scope: Scope) -> ty.Announce | None:
        items = node.items[1:]
        for event in self.v.events:
            arguments = fit(event.phrase, items) if items else None
            if arguments is not None:
                args = self._arguments(event.phrase, arguments, scope)
                return None if args is None else ty.Announce(event.name, args, node.at)
        phrases = tuple(f"announce {event.phrase.text}" for event in self.v.events if event.phrase.text)
        scope.problems.report(err.WrongPhrase(scope.span(node.at), "announce", phrases))
        return None

    # ---- engine statements

    def _primitive(
        self, name: str, phrase: Phrase, arguments: dict[str, t.Value], node: t.Command, scope: Scope
    ) -> ty.Do | None:
        args: dict[str, Value] = {}
        words: dict[str, str] = {}
        for param in phrase.params:
            given = arguments.get(param.name)
            if given is None:
                continue
            checked = self._argument(param, given, args, node, scope)
            if checked is None:
                return None
            if isinstance(checked, str):
                words[param.name] = checked
            else:
                args[param.name] = checked
        fits = all(
            self._has(name, args[param], need, arguments[param], scope)
            for param, need in STATEMENTS[name].needs.items()
        ) and self._same_kind(name, args, node, scope)
        return ty.Do(name, args, node.at, words) if fits else None

    def _has(self, name: str, value: Value, need: str, given: t.Value, scope: Scope) -> bool:
        """Whether a part of a statement is of a kind, or is a zone, with which it can be done."""
        of: KindDecl | ZoneDecl | None = self.v.kinds.get(value.type.name)
        if value.type.tag == "zone":
            if not isinstance(value, ty.Zone):
                return True  # which zone it is turns out in the game
            of = self.v.zone(value.key)
        if of is not None and NEEDS[need].holds(of):
            return True
        head = primitive_phrases()[name].head
        wrong = err.CannotDo(scope.span(given.at), head, value.type.name, NEEDS[need].lacks, NEEDS[need].remedy)
        if value.type.tag == "zone":
            assert of is not None
            wrong = wrong.but(of=of.name)
        scope.problems.report(wrong)
        return False

    def _argument(  # noqa: C901, PLR0911 - a case per type
        self, param: Param, given: t.Value, args: dict[str, Value], node: t.Command, scope: Scope
    ) -> Value | str | None:
        match param.type:
            case "number":
                return self._amount(given, scope, node)
            case "player":
                return self.x.value(given, scope, PLAYER)
            case "counter":
                place = self.x.place(given, scope)
                if place is not None and place.type != NUMBER:
                    scope.problems.report(err.WrongType(scope.span(given.at), "counter", str(place.type)))
                    return None
                return place
            case "var":
                return self.x.place(given, scope)
            case "value":
                cell = next(reversed(args.values()))
                value = self.x.value(given, scope, cell.type)
                self._within_bounds(cell, value, given, scope)
                return value
            case "piece":
                return self._piece(given, scope)
            case "pieces":
                return self.x.set_value(given, scope)
            case "zone":
                return self._zone(given, scope)
            case "span":
                return self._span(given, scope)
            case _:
                return self._reason(given, scope)

    def _within_bounds(self, cell: Value, value: Value | None, given: t.Value, scope: Scope) -> None:
        """Warn of a number that a var is never: it is kept within its bounds without a word."""
        number = fixed_number(value) if value is not None and cell.type == NUMBER else None
        var = self.v.var(cell.key) if number is not None and isinstance(cell, ty.Var) else None
        if number is None or var is None:
            return
        if var.low is not None and number < var.low:
            scope.hiding.report(err.OutOfBounds(scope.span(given.at), var.name, number, var.low, var.span))
        elif var.high is not None and number > var.high and var.overflow_source is None:
            scope.hiding.report(err.OutOfBounds(scope.span(given.at), var.name, number, var.high, var.span))

    def _amount(self, given: t.Value, scope: Scope, node: t.Command | None = None) -> Value | None:
        """A number of things: one that is evidently below 0 is a mistake."""
        told = len(scope.problems)
        value = self.x.value(given, scope, NUMBER)
        scope.problems[told:] = [_not_named_yet(one) for one in scope.problems[told:]]
        known = fixed_number(value) if value is not None else None
        if known is not None and known < 0:
            wrong = err.BadValue(scope.span(given.at), "a number of 0 or more", str(known))
            scope.problems.report(wrong.but(cure=turned_round(node, given, -known, scope)))
            return None
        return value

    def _piece(self, given: t.Value, scope: Scope) -> Value | None:
        value = self.x.value(given, scope)
        if value is None:
            return None
        value = self.x.settle(value)
        if value.type.tag != "kind" or value.type.name == "player":
            meant = self.x.cures.of_piece(given, value)
            scope.problems.report(err.WrongType(scope.span(given.at), "piece", str(value.type), meant))
            return None
        return value

    def _zone(self, given: t.Value, scope: Scope) -> Value | None:
        value = self.x.value(given, scope)
        if value is None:
            return None
        if value.type.tag != "zone":
            scope.problems.report(err.WrongType(scope.span(given.at), "zone", str(value.type)))
            return None
        return value

    def _word(self, given: t.Value, scope: Scope) -> str | None:
        if isinstance(given, t.Name):
            return given.id
        scope.problems.report(err.WrongType(scope.span(given.at), "word", "value", self.x.cures.dashed(given, scope)))
        return None

    def _reason(self, given: t.Value, scope: Scope) -> str | Value | None:
        """A word, or a name that holds a value of an enum: what it holds is the word then."""
        slot = scope.visible.get(given.id) if isinstance(given, t.Name) else None
        if slot is not None and scope.locals[slot][1].tag == "enum":
            return self.x.value(given, scope)
        return self._word(given, scope)

    def _span(self, given: t.Value, scope: Scope) -> str | None:
        """The name of a span: something must reset with it."""
        name = self._word(given, scope)
        known = self.v.spans()
        if name is not None and name not in known:
            scope.problems.report(err.UnknownName(scope.span(given.at), name, tuple(known), "span"))
            return None
        return name

    def _same_kind(self, primitive: str, args: dict[str, Value], node: t.Command, scope: Scope) -> bool:
        """Pieces and zones of one statement must agree on the kind of piece."""
        types = STATEMENTS[primitive].params
        kinds = {value.type.name for name, value in args.items() if types[name] in ("zone", "piece", "pieces")}
        if len(kinds) <= 1:
            return True
        first, *rest = sorted(kinds)
        wanted, found = first, rest[0]
        if "zone" in types.values():
            wanted, found = (f"zone for {with_article(one)}" for one in (first, rest[0]))
        scope.problems.report(err.WrongType(scope.span(node.at), wanted, found))
        return False


def _not_named_yet(problem: Problem) -> Problem:
    """Say of a name that nothing has how a number gets one."""
    if not isinstance(problem, err.UnknownName) or problem.what != "name":
        return problem
    made = f"a number gets its name first: `let {problem.name} = …`, or `choose {problem.name} from range(1, 3)`"
    return problem.but(choices=problem.choices or made)


def _with_dots(text: str) -> str:
    """A statement with `my.x` for `my x`, if that is what is wrong with it."""
    made = re.sub(r"\bmy ([a-z])", r"my.\1", text.partition("\n")[0].strip())
    return made if made != text.partition("\n")[0].strip() else ""
