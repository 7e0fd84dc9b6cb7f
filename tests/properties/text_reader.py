"""Reads the texts of a small pack as a player does: sentence by sentence, in three languages, and does what they say.

It knows nothing of scripts. A text is a request to the reader ("you") or tells what others do; "that many" means the number
spoken of last, "that card" the card, "their" the player; a letter means what was noted under it.
"""

import re
from dataclasses import dataclass, field

YOU, PLAYERS = 0, 3
NONE = -1
"""The card on top of nothing: whoever is told to move it does nothing."""
LETTER = "[A-Z]"


@dataclass
class World:
    """What lies on the table: the counters of each player, and the cards of each zone, the top one last."""

    counters: dict
    zones: dict
    leader: int
    actor: int = YOU

    def gain(self, who, what, amount):
        self.counters[who, what] = max(0, self.counters[who, what] + amount)

    def draw(self, amount, target):
        for _ in range(min(amount, len(self.zones["deck"]))):
            self.zones[target].append(self.zones["deck"].pop())

    def move(self, card, target):
        for cards in self.zones.values():
            if card in cards:
                cards.remove(card)
        self.zones[target] += [card] if card != NONE else []


def cost(card):
    return card % 7 if card != NONE else 0


class Unread(Exception):
    """A text says something that this reader does not understand."""


@dataclass
class Meant:
    """Something a text speaks of; it has a value once it was read, and keeps it for whoever speaks of it again."""

    of: object
    value: object = None

    def now(self, world):
        self.value = self.of(world)
        return self.value

    def again(self, _world=None):
        if self.value is None:
            raise Unread("something is meant that was not read")
        return self.value


@dataclass(frozen=True)
class Tongue:
    """How a language says things: patterns with gaps, `P` a player as an owner, `Z` a zone, `E` an amount worked out."""

    plain: tuple
    """What is written in one word and read as two."""
    nouns: dict
    players: dict
    yours: str
    theirs: str
    owned: str
    """Something of a player who is named, the thing in `n`, the player in `p`."""
    hand: str
    market: str
    number: tuple
    """Patterns for what a number may be: plus, twice, that number, so many cards, the cost of a card."""
    amounts: tuple
    """So many: for each card of a zone and so many more, for each, that many, as many as, a number."""
    cards: tuple
    """That card, the top card of a zone."""
    conditions: tuple
    """You or somebody has more than so many of something, a number is more, what was noted was true, or not."""
    blocks: tuple
    """Twice; if, with what happens otherwise."""
    cuts: tuple
    gain: tuple
    """A request, and what is said of somebody else; so of all verbs."""
    lose: tuple
    note: tuple
    draw: tuple
    move: tuple
    crown: tuple
    noting: str
    drawing: str
    sweeping: str
    moving: str
    crowning: str
    nothing: str
    opponents: str
    turned: str = "(?!)()()()"
    """What somebody does, the verb before whoever it is."""


ENGLISH = Tongue(
    plain=(),
    nouns={"coins?": "coins", "gold": "gold", "points?": "points", "cards?": "cards"},
    players={"your left neighbour": "left", "the leader": "leader", "that (?:player|opponent)": "that", "you": "you"},
    yours=r"your (?P<n>.+)",
    theirs=r"their (?P<n>.+)",
    owned=r"(?P<p>.+)’s (?P<n>.+)",
    hand="hand",
    market=r"the market",
    number=(
        r"(.+) plus (\d+)", r"twice \((.+)\)|twice (.+)", r"that number", r"the number of cards in (.+)", r"(.+)’s cost|the cost of (.+)",
    ),
    amounts=(
        r"(?P<a>\d+) (?P<n>.+) plus (?P<b>\d+) for each card in (?P<z>.+)", r"(?P<a>\d+) (?P<n>.+) for each card in (?P<z>.+)",
        r"that (?:many|much) (?P<n>.+)", r"(?P<n>\w+) equal to (?P<e>.+)", r"(?P<e>\d+|[A-Z]) (?P<n>.+)",
    ),
    cards=(r"that card", r"the top card of (.+)"),
    conditions=(
        r"(?P<p>.+) ha(?:ve|s) more than (?P<k>\d+) (?P<n>.+)", r"(?P<e>.+) is more than (?P<k>\d+)",
        r"(?P<t>that|[A-Z]) was true", r"(?P<t>that|[A-Z]) was not true",
    ),
    blocks=(r"[Tt]wice: (.+)", r"[Ii]f (.+?), (.+?)(?:; otherwise, (.+))?"),
    cuts=(", ", " and ", "; "),
    gain=("[Gg]ain", "gains"),
    lose=("[Ll]ose", "loses"),
    note=("[Nn]ote", "notes"),
    draw=("[Dd]raw", "draws"),
    move=("[Mm]ove", "moves"),
    crown=("[Ss]et", "sets"),
    noting=r" (?P<if>whether )?(?P<what>.+?)(?: \((?P<l>[A-Z])\))?",
    drawing=r" (.+) from the deck to (.+)",
    sweeping=r" all cards from the market to (.+)",
    moving=r" (.+) to (.+)",
    crowning=r" the leader to (.+)",
    nothing="nothing",
    opponents="[Ee]ach opponent",
)  # fmt: skip

FRENCH = Tongue(
    plain=((r"\baux\b", "à les"), (r"\bau\b", "à le"), (r"\bdu\b", "de le"), (r"\bdes\b", "de les"), (r"\b([ld])’", r"\1e "),
           ("\u00a0", " ")),
    nouns={"pièces?": "coins", "or": "gold", "points?": "points", "cartes?": "cards"},
    players={"(?:de )?votre voisin de gauche": "left", "(?:de )?le meneur": "leader", "(?:de )?(?:ce joueur|cet adversaire)": "that",
             "vous": "you"},
    yours=r"(?:de )?(?:votre|vos) (?P<n>.+)",
    theirs=r"(?:de )?(?:son|sa|ses) (?P<n>.+)",
    owned=r"(?:de )?(?:les?|la) (?P<n>\w+) de (?P<p>.+)",
    hand="main",
    market=r"(?:de )?le marché",
    number=(
        r"(.+) plus (\d+)", r"le double de \((.+)\)|le double de (.+)", r"ce nombre", r"le nombre de cartes (?:dans|de) (.+)",
        r"le coût de (.+)",
    ),
    amounts=(
        r"(?P<a>\d+) (?P<n>.+), plus (?P<b>\d+) pour chaque carte de (?P<z>.+)",
        r"(?P<a>\d+) (?P<n>.+) pour chaque carte de (?P<z>.+)",
        r"autant de (?P<n>.+)", r"un nombre de (?P<n>\w+) égal à (?P<e>.+)", r"(?P<e>\d+|[A-Z]) (?P<n>.+)",
    ),
    cards=(r"cette carte", r"la carte de le dessus de (.+)"),
    conditions=(
        r"(?P<p>.+) (?:avez|a) plus de (?P<k>\d+) (?P<n>.+)", r"(?P<e>.+) vaut plus de (?P<k>\d+)",
        r"(?P<t>cela|[A-Z]) était vrai", r"(?P<t>cela|[A-Z]) ne était pas vrai",
    ),
    blocks=(r"[Dd]eux fois : (.+)", r"[Ss]i (.+?), (.+?)(?: ; sinon, (.+))?"),
    cuts=(", ", " et ", " ; "),
    gain=("[Gg]agnez", "gagne"),
    lose=("[Pp]erdez", "perd"),
    note=("[Nn]otez", "note"),
    draw=("[Pp]iochez", "pioche"),
    move=("[Mm]ettez", "met"),
    crown=("[Ff]ixez", "fixe"),
    noting=r" (?P<if>si )?(?P<what>.+?)(?: \((?P<l>[A-Z])\))?",
    drawing=r" (.+) de la pioche vers (.+)",
    sweeping=r" toutes les cartes de le marché dans (.+)",
    moving=r" (.+) dans (.+)",
    crowning=r" le meneur à (.+)",
    nothing="rien",
    opponents="[Cc]haque adversaire",
)  # fmt: skip

GERMAN = Tongue(
    plain=((r"\bvom\b", "von dem"), (r"\bim\b", "in dem"), (r"\bde[sm] Doppelten?\b", "das Doppelte"), (r"\bins\b", "in das")),
    nouns={"Münzen?": "coins", "Gold(?:e?s)?": "gold", "Punkte?n?": "points", "Karten?": "cards"},
    players={"(?:dein|deines|deinen|deinem) linken?r? Nachbarn?": "left", "(?:der|des|den|dem) Anführers?": "leader",
             "diese[rsnm] (?:Spielers?|Gegners?)": "that", "du|dich|dir": "you"},
    yours=r"(?:von )?dein(?:e[nrms]?)? (?P<n>.+)",
    theirs=r"(?:von )?(?:sein|ihr)(?:e[nrms]?)? (?P<n>.+)",
    owned=r"(?:von )?(?:d(?:ie|as|en|em|er|es)) (?P<n>\w+) (?:von )?(?P<p>.+)",
    hand="Hand",
    market=r"(?:de[mnr]) Markt",
    number=(
        r"(.+) plus (\d+)", r"das Doppelte (?:von )?\((.+)\)|das Doppelte (?:von )?(.+)", r"diese Zahl",
        r"(?:die|der) Anzahl Karten in (.+)", r"(?:der|dem|den|des) Preis(?:es)? (?:von )?(.+)",
    ),
    amounts=(
        r"(?P<a>\d+) (?P<n>.+) und (?P<b>\d+) mehr für jede Karte in (?P<z>.+)",
        r"(?P<a>\d+) (?P<n>.+) für jede Karte in (?P<z>.+)",
        r"so viele? (?P<n>\w+)", r"so viele? (?P<n>\w+), wie (?P<e>.+) beträgt,?", r"(?P<e>\d+|[A-Z]) (?P<n>.+)",
    ),
    cards=(r"diese[rsnm]? Karte", r"(?:die|der) Karte oben auf (.+)"),
    conditions=(
        r"(?P<p>.+) mehr als (?P<k>\d+) (?P<n>.+) ha(?:st|t)", r"(?P<e>.+) mehr als (?P<k>\d+) beträgt",
        r"(?P<t>das|[A-Z]) stimmte", r"(?P<t>das|[A-Z]) nicht stimmte",
    ),
    blocks=(r"[Zz]weimal: (.+)", r"[Ww]enn (.+?)[,:] (.+?)(?:; sonst:? (.+))?"),
    cuts=(", ", " und ", "; "),
    gain=("[Ee]rhalte", "erhält"),
    lose=("[Vv]erliere", "verliert"),
    note=("[Nn]otiere", "notiert"),
    draw=("[Zz]iehe", "zieht"),
    move=("[Ll]ege", "legt"),
    crown=("[Ss]etze", "setzt"),
    noting=r"(?P<if>, ob)? (?P<what>.+?)(?: \((?P<l>[A-Z])\))?",
    drawing=r" (.+) von dem Stapel in (.+)",
    sweeping=r" alle Karten aus dem Markt in (.+)",
    moving=r" (.+) in (.+)",
    crowning=r" den Anführer auf (.+)",
    nothing="nichts",
    opponents="[Jj]eder Gegner",
    turned=r"(erhält|verliert|zieht|legt|notiert|setzt) (dein linker Nachbar|der Anführer|diese\w+ \w+|jeder Gegner|[A-Z]) (.+)",
)  # fmt: skip

TONGUES = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}


@dataclass
class Reader:
    """Reads one text. What is read is a list of things to do, each a function of the world."""

    tongue: Tongue
    letters: dict = field(default_factory=dict)
    last: dict = field(default_factory=dict)
    """What was spoken of last: a number, a truth, a card, a player."""
    subject: object = None
    """Who is told to do something: the reader, or whoever the sentence is about."""
    form: int = 0
    """How it is told: as a request, or of somebody else."""

    def text(self, text):
        for pattern, plain in self.tongue.plain:
            text = re.sub(pattern, plain, text)
        self.subject = lambda _world: YOU
        return [done for sentence in re.findall(r".+?\.(?= |$)", text) for done in self._sentence(sentence.strip(" ."))]

    def _sentence(self, sentence):
        found = self.clauses(sentence)
        if found is None:
            raise Unread(sentence)
        return found

    # ---- clauses

    def clauses(self, text):
        """A stretch of text as one clause, or as one clause and others behind a comma, an "and" or a semicolon."""
        kept = dict(self.letters), dict(self.last)
        ends = sorted(
            {m.start(): m.end() for cut in self.tongue.cuts for m in re.finditer(re.escape(cut), text)}.items()
        )
        for end, start in [(len(text), len(text)), *ends]:  # what can be one is one
            self.letters, self.last = dict(kept[0]), dict(kept[1])
            first = self._clause(text[:end])
            if first is None:
                continue
            rest = self.clauses(text[start:]) if start < len(text) else []
            if rest is not None:
                return [*first, *rest]
        self.letters, self.last = kept
        return None

    def _clause(self, text):
        for read in (self._block, self._simple, self._of_others):
            found = read(text)
            if found is not None:
                return found
        return None

    def _block(self, text):
        twice, if_ = (re.fullmatch(pattern, text) for pattern in self.tongue.blocks)
        if twice:
            inner = self.clauses(twice[1])
            return None if inner is None else [lambda world: [do(world) for _ in range(2) for do in inner]]
        if not if_:
            return None
        cond, then = self.condition(if_[1]), self.clauses(if_[2])
        other = self.clauses(if_[3]) if if_[3] else []
        if cond is None or then is None or other is None:
            return None
        return [lambda world: [do(world) for do in (then if cond.now(world) else other)]]

    def _of_others(self, text):
        """What somebody else does; behind a colon it is told to them."""
        text = re.sub(f"^{self.tongue.turned}$", r"\2 \1 \3", text)
        for end in [m.start() for m in re.finditer(":? ", text)]:
            who, told = text[:end], text[end:]
            everybody = re.fullmatch(self.tongue.opponents, who.strip(" "))
            subject = (lambda world: world.actor) if everybody else self.player(who.strip(" "))
            inner = self._as_told_of(subject, told.lstrip(": "), int(":" not in told[:3])) if subject else None
            if inner is not None:
                return [self._each(inner)] if everybody else inner
        return None

    def _as_told_of(self, who, text, form):
        before, self.subject, self.form, self.last["player"] = (self.subject, self.form), who, form, who
        inner = self.clauses(text)
        self.subject, self.form = before
        return inner

    def _each(self, inner):
        def done(world):
            for player in range(1, PLAYERS):
                world.actor = player
                for do in inner:
                    do(world)
            world.actor = YOU

        return done

    def _simple(self, text):
        tongue, who = self.tongue, self.subject
        if text == tongue.nothing:
            return []
        for verb, sign in ((tongue.gain, 1), (tongue.lose, -1)):
            found = self._verb(verb, " (.+)", text)
            changes = self._amounts(found[1]) if found else None
            if changes is not None and all(noun != "cards" for noun, _ in changes):
                return [lambda w, n=n, a=a, sign=sign: w.gain(who(w), n, sign * a.now(w)) for n, a in changes]
        found = self._verb(tongue.note, tongue.noting, text)
        if found:
            return self._note(found)
        found = self._verb(tongue.draw, tongue.drawing, text)
        drawn, target = (self._amount(found[1]), self.zone(found[2])) if found else (None, None)
        if drawn is not None and target is not None and drawn[0] == "cards":
            return [lambda w: w.draw(drawn[1].now(w), target(w))]
        found = self._verb(tongue.move, tongue.sweeping, text)
        target = self.zone(found[1]) if found else None
        if target is not None:
            return [lambda w: [w.move(card, target(w)) for card in list(w.zones["market"])]]
        found = self._verb(tongue.crown, tongue.crowning, text)
        player = self.player(found[1]) if found else None
        if player is not None:
            return [lambda w: setattr(w, "leader", player(w))]
        found = self._verb(tongue.move, tongue.moving, text)
        card, target = (self.card(found[1]), self.zone(found[2])) if found else (None, None)
        return [lambda w: w.move(card.now(w), target(w))] if card is not None and target is not None else None

    def _verb(self, verb, more, text):
        return re.fullmatch(verb[self.form] + more, text)

    def _note(self, found):
        what, name = found["what"], found["l"]
        values = (("number", self.number), ("card", self.card), ("player", self._anybody))
        ways = (("truth", self.condition),) if found["if"] else values
        for of, read in ways:
            meant = read(what)
            if meant is not None:
                kept = self.letters[name] = Meant(meant.now)
                self.last[of] = kept if of != "player" else kept.again
                return [kept.now]
        return None

    def _anybody(self, text):
        who = self.player(text)
        return Meant(who) if who is not None else None

    # ---- amounts

    def _amounts(self, text):
        """`2 coins and 3 points`: each with its counter."""
        one = self._amount(text)
        if one is not None:
            return [one]
        for cut in self.tongue.cuts[:2]:
            first, found, rest = text.partition(cut)
            head = self._amount(first) if found else None
            tail = self._amounts(rest) if head is not None else None
            if tail is not None:
                return [head, *tail]
        return None

    def _amount(self, text):
        more, each, many, equal, plain = (re.fullmatch(pattern, text) for pattern in self.tongue.amounts)
        found = more or each or many or equal or plain
        noun = self.noun(found["n"]) if found else None
        if noun is None:
            return None
        if more or each:
            place, base = self.zone(found["z"]), int(found["a"])
            per, base = (int(found["b"]), base) if more else (base, 0)
            meant = place and Meant(lambda w: base + per * len(w.zones[place(w)]))
        elif many:
            meant = self.last.get("number") and self._again("number")
        else:
            meant = self.number(found["e"])
        if meant is None:
            return None
        self.last["number"] = meant
        return noun, meant

    def _again(self, of):
        return Meant(self.last[of].again)

    def number(self, text):
        plus, twice, that, cards, price = (re.fullmatch(pattern, text) for pattern in self.tongue.number)
        if text.isdigit():
            return Meant(lambda _w: int(text))
        if re.fullmatch(LETTER, text):
            return self._named(text)
        if twice and (twice[1] or not plus):
            inner = self.number(twice[1] or twice[2])
            return inner and Meant(lambda w: 2 * inner.now(w))
        if plus:
            inner = self.number(plus[1])
            return inner and Meant(lambda w: inner.now(w) + int(plus[2]))
        if that:
            return self.last.get("number") and self._again("number")
        if cards:
            place = self.zone(cards[1])
            return place and Meant(lambda w: len(w.zones[place(w)]))
        card = self.card(price[price.lastindex]) if price else None
        if card is not None:
            return Meant(lambda w: cost(card.now(w)))
        owned = self._owned(text)
        noun = self.noun(owned[1]) if owned else None
        return noun and Meant(lambda w: w.counters[owned[0](w), noun])

    def _named(self, name):
        kept = self.letters.get(name)
        return kept and Meant(kept.again)

    def noun(self, text):
        return next((name for pattern, name in self.tongue.nouns.items() if re.fullmatch(pattern, text)), None)

    # ---- who, where, which

    def player(self, text):
        text = text[:1].lower() + text[1:] if not re.fullmatch(LETTER, text) else text
        name = next((name for pattern, name in self.tongue.players.items() if re.fullmatch(pattern, text)), None)
        if name is None and re.fullmatch(LETTER, text.removeprefix("de ")) and text.removeprefix("de ") in self.letters:
            return self.letters[text.removeprefix("de ")].again
        fixed = {"you": lambda _w: YOU, "left": lambda _w: YOU + 1, "leader": lambda w: w.leader}
        return fixed.get(name) or (self.last.get("player") if name else None)

    def _owned(self, text):
        """Whose something is, and what it is."""
        of_another = re.fullmatch(self.tongue.owned, text)
        who = self.player(of_another["p"]) if of_another else None
        if who is not None:
            return who, of_another["n"]
        mine = re.fullmatch(self.tongue.yours, text)
        if mine:
            return (lambda _w: YOU), mine["n"]
        theirs = re.fullmatch(self.tongue.theirs, text)
        return (self.last["player"], theirs["n"]) if theirs and "player" in self.last else None

    def zone(self, text):
        if re.fullmatch(self.tongue.market, text):
            return lambda _w: "market"
        if re.fullmatch(r"the deck|(?:de )?la pioche|de[mn] Stapel", text):
            return lambda _w: "deck"
        owned = self._owned(text)
        return (lambda w: ("hand", owned[0](w))) if owned and owned[1] == self.tongue.hand else None

    def card(self, text):
        that, top = (re.fullmatch(pattern, text) for pattern in self.tongue.cards)
        if re.fullmatch(LETTER, text):
            return self._named(text)
        if that:
            return self._again("card") if "card" in self.last else None
        place = self.zone(top[1]) if top else None
        if place is None:
            return None
        self.last["card"] = Meant(lambda w: w.zones[place(w)][-1] if w.zones[place(w)] else NONE)
        return self.last["card"]

    # ---- conditions

    def condition(self, text):
        has, more, was, was_not = (re.fullmatch(pattern, text) for pattern in self.tongue.conditions)
        if was or was_not:
            name = (was or was_not)["t"]
            kept = self.letters.get(name) or self.last.get("truth")
            return kept and Meant(lambda _w: bool(kept.again()) == bool(was))
        who = self.player(has["p"]) if has else None
        if who is not None:
            return self._having(who, has["n"], int(has["k"]))
        number = self.number(more["e"]) if more else None
        if number is None:
            return None
        self.last["number"] = Meant(lambda _w: int(more["k"]))
        return Meant(lambda w: number.now(w) > int(more["k"]))

    def _having(self, who, what, least):
        self.last["number"] = Meant(lambda _w: least)
        noun = self.noun(what)
        if noun is not None:
            return Meant(lambda w: w.counters[who(w), noun] > least)
        place = re.fullmatch(r"(?:cards?|cartes?|Karten?) (?:in|dans|de) (.+)", what)
        zone = self.zone(place[1]) if place else None
        return zone and Meant(lambda w: len(w.zones[zone(w)]) > least)


def act(text, lang, world):
    """Do what a text says."""
    for do in Reader(TONGUES[lang]).text(text):
        do(world)
    return world
