"""What would be told to a seat that may not know it."""

from __future__ import annotations

from interpreter.diagnostics import Problem, Severity, shown


class SecretOption(Problem):
    """What is offered depends on something the one who chooses may not see, so the offer gives it away.

    Example:
        choose one:
          dig:
            require top(deck) is baker
            gain 1 wood
          wait: gain 1 clay
    Use instead:
        choose one:
          dig:
            reveal top(deck)
            if top(deck) is baker:
              gain 1 wood
          wait: gain 1 clay
    """

    code = "check/secret-option"
    says = "what is offered here depends on something the player who chooses may not see"
    beside = "hidden from that player"
    advice = "decide it after the choice, or let the player see it first (`show … to me`, `reveal …`)"


class SecretPath(Problem):
    """What is offered depends, by way of values or verbs, on something the one who chooses may not see.

    Example:
        - value: luck
          source: designed
          is: top(deck).cost
        - verb: dig
          source: designed
          effect: |
            require luck > 2
    Use instead:
        - value: luck
          source: designed
          is: count(deck)
        - verb: dig
          source: designed
          effect: |
            require luck > 2
    """

    code = "check/secret-path"
    severity = Severity.WARNING
    beside = "reads something hidden"
    advice = "decide it after the choice, or let the player see it first (`show … to me`, `reveal …`)"
    path: tuple[str, ...]

    def message(self) -> str:
        way = " → ".join(f"`{shown(step)}`" for step in self.path)
        return f"what is offered here depends, by way of {way}, on something the player who chooses may not see"


class SecretAsked(Problem):
    """Whether somebody is asked, or who it is, depends on something that player may not see, so being asked gives it away.

    Example:
        repeat 9 while top(deck).cost > 2:
          choose good from goods
          gain 1 good
    Use instead:
        reveal top(deck)
        if top(deck).cost > 2:
          choose good from goods
          gain 1 good
    """

    code = "check/secret-asked"
    severity = Severity.WARNING
    beside = "reads something hidden"
    advice = "ask in any case, or let the player see it first (`show … to me`, `reveal …`)"
    path: tuple[str, ...] = ()

    def message(self) -> str:
        way = " → ".join(f"`{shown(step)}`" for step in self.path)
        by_way = f", by way of {way}," if way else ""
        return f"whether somebody is asked depends{by_way} on something they may not see"


class SecretSaid(Problem):
    """A line of the log tells what not all who are told may see.

    Example:
        say call_out with who = me, times = sum(my.hand, cost)
    Use instead:
        say call_out to me with who = me, times = sum(my.hand, cost)
    """

    code = "check/secret-said"
    beside = "hidden"
    private: bool

    def message(self) -> str:
        who = "the one who acts" if self.private else "everybody"
        return f"{who} would be told what is hidden from {'them' if self.private else 'some'}"

    def help(self) -> str | None:
        if self.private:
            return "leave this value out, or `show` what it is read from first"
        return "write `to me` behind the term, so that only who acts is told; or `reveal` what it is read from first"


class SecretShown(Problem):
    """A value that everybody is shown is worked out from something that not everybody may see.

    Example:
        - value: luck
          of: player
          show: yes
          source: designed
          is: sum(my.hand, cost)
    Use instead:
        - value: luck
          of: player
          show: yes
          source: designed
          is: count(my.hand)
    """

    code = "check/secret-shown"
    beside = "hidden from some"
    advice = "leave out `show`, or work it out from what everybody sees"
    value: str

    def message(self) -> str:
        return f"`{shown(self.value)}` is shown to everybody and reads something that is hidden from some"
