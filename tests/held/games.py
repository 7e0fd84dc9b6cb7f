"""Games as text: every offer, every line of the log, and marks of what each seat sees, in the three languages of the house.

Who picks is a rule of our own, so that no bot of the house has a say: of the options the one whose key hashes lowest with the
number of the game and of the step. In games with an even number only keys count that were taken least so far, so that rare
things come up. What these do not reach is in games whose keys are written down (`picked/`): with them, every script of every card
runs. An option that stands elsewhere in the list is therefore the same pick, and a diff stays where the change is.
"""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

import interpreter

ROOT = Path(__file__).parents[2]
CONTENT = ROOT / "content"
PICKED = Path(__file__).parent / "picked"
LANGUAGES = ("en", "fr", "de")
BETWEEN = " ¦ "
"""Stands between what is said in one language and in the next."""
LONGEST = 700
"""Picks of a game; one that goes on is left there."""
ASKED = 20
"""After so many picks it is asked why something is not offered, and what is written about something."""
TOGETHER = (("daimyo", "daimyo_weather", "daimyo_alliances"),)
"""Packs that are held together, besides each alone."""


@dataclass(frozen=True)
class Setting:
    """A pack, alone or with others, so many players, and options that are not as usual."""

    packs: tuple[str, ...]
    players: int
    options: tuple[tuple[str, object], ...] = ()

    def __str__(self):
        more = "".join(f" {name}={_plain(value)}" for name, value in self.options)
        return f"{self.players}{more}"

    @property
    def pack(self):
        return "+".join(self.packs)


def packs():
    """The shipped packs by name."""
    return sorted(path.parent.name for path in CONTENT.glob("*/pack.yaml"))


@cache
def declared(pack):
    """What a pack says about itself."""
    return yaml.safe_load((CONTENT / pack / "pack.yaml").read_text(encoding="utf-8"))


@cache
def loaded(names):
    return interpreter.load(names[0], names[1:])


def settings():
    """Every number of players, every mode, and every other value of every option a pack declares, once."""
    for names in (*((name,) for name in packs()), *TOGETHER):
        players = players_of(names[0])
        found = [Setting(names, many) for many in players]
        below = [*names, *(under for name in names for under in declared(name).get("requires") or ())]
        usual = {name: one["default"] for pack in below for name, one in (declared(pack).get("options") or {}).items()}
        for mode in (one for pack in below for one in (declared(pack).get("modes") or {}).values()):
            asked = mode["players"]
            least, most = (asked["min"], asked["max"]) if isinstance(asked, dict) else (asked, asked)
            options = tuple(one for one in sorted((mode.get("options") or {}).items()) if usual[one[0]] != one[1])
            found += [Setting(names, many, options) for many in range(least, most + 1)]
        if len(names) > 1:
            found = [one for one in found if one.players == players[-1]]
        else:
            options = (declared(names[0]).get("options") or {}).items()
            other = [(name, value) for name, one in options for value in others(one)]
            found += [Setting(names, players[-1 - at % len(players)], (one,)) for at, one in enumerate(other)]
        yield from dict.fromkeys(found)


def players_of(pack):
    """The numbers of players a pack is for; one that stands on another is for as many."""
    declares = declared(pack)
    if "players" in declares:
        return list(range(declares["players"]["min"], declares["players"]["max"] + 1))
    return players_of(next(iter(declares["requires"])))


def others(option):
    return [value for value in option.get("values", [True, False]) if value != option["default"]]


def picked(pack):
    """The games whose picks are written down: setting, seed and keys."""
    path = PICKED / f"{pack}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for head, keys in zip(lines[::2], lines[1::2], strict=True):
        made = json.loads(head)
        yield Setting((pack,), made["players"], tuple(sorted(made["options"].items()))), made["seed"], keys.split()


def played_as(setting, seed, keys, digests):
    """A game with these picks; where one is not offered, it is left there."""
    game = loaded(setting.packs).new_game(setting.players, seed, dict(setting.options))
    told = _Told(game, digests)
    told.head(f"{setting.pack}, {setting.players} players, seed {seed}", game.options)
    for key in keys:
        if game.decision is None or key not in [one.key for one in game.decision.options]:
            told.lines.append(f"{key} is not offered")
            return told
        game.choose(told.offer(game.decision, lambda offered, key=key: offered.index(key)))
        told.news()
        told.ask()
    told.end()
    return told


def played(setting, number, digests, most=LONGEST):
    """A game from its start to its end, or to so many picks; gives its lines, and those of the hashes of its board."""
    game = loaded(setting.packs).new_game(setting.players, number, dict(setting.options))
    told, taken = _Told(game, digests), Counter()
    told.head(f"{setting.pack}, {setting.players} players, seed {number}", game.options)
    while game.decision is not None and len(game.picks) < most:
        index = told.offer(game.decision, lambda keys: chosen(number, len(game.picks), keys, taken))
        game.choose(index)
        told.news()
        told.ask()
    if game.decision is None or most == LONGEST:
        told.end()
    return told


@cache
def picks(setting, number):
    """The picks of a game, by their place in the offer."""
    game = loaded(setting.packs).new_game(setting.players, number, dict(setting.options))
    taken = Counter()
    while game.decision is not None and len(game.picks) < LONGEST:
        keys = [one.key for one in game.decision.options]
        game.choose(chosen(number, len(game.picks), keys, taken))
    return game.picks


def asked_why(setting, number, many=60):
    """Why things are not offered that a question like this one has offered before: so many answers, in each language."""
    game = loaded(setting.packs).new_game(setting.players, number, dict(setting.options))
    before, lines = {}, []
    for pick in picks(setting, number):
        decision = game.decision
        keys = {one.key for one in decision.options}
        known = before.setdefault(decision.prompt.get("en"), set())
        if len(lines) < many and len(known) > 1:
            for name in _some(known - keys, len(game.picks), 1):
                told = _joined([game.why(name, lang) for lang in LANGUAGES])
                lines.append(f"{len(game.picks)} p{decision.seat + 1}? {name}: {told}")
        known |= keys
        game.choose(pick)
    return lines


def chosen(number, step, keys, taken):
    """The option that is picked: see above."""
    least = min(taken[key] for key in keys) if number % 2 == 0 else None
    allowed = [key for key in keys if least is None or taken[key] == least]
    key = min(allowed, key=lambda one: hashlib.sha256(f"{number} {step} {one}".encode()).digest())
    taken[key] += 1
    return keys.index(key)


class _Told:
    """Writes a game down. Words that were said stand there in one language from then on, while they stay the same."""

    def __init__(self, game, digests):
        self.game, self.digests = game, digests
        self.lines, self.boards = [], []
        self.keys, self.offered, self.seen = [], set(), set()
        self._said, self._options = {}, {}

    def head(self, title, options):
        self.lines.append(title + "".join(f", {name}: {_plain(value)}" for name, value in sorted(options.items())))
        self._log(0)
        self._look()

    def offer(self, decision, pick):
        """Write down a choice and what of it is taken."""
        about = "".join(
            f" [{self._words(one)}]" for one in (decision.during, *_names(decision.about)) if one is not None
        )
        secret = " (secret)" if decision.secret else ""
        self.lines.append(
            f"{len(self.game.picks)} p{decision.seat + 1}? {self._words(decision.prompt)}{about}{secret} <{decision.rule}>"
        )
        options = list(decision.options)
        keys = [one.key for one in options]
        self.lines.append("  " + " ".join(keys))
        for option in options:
            self._define(option)
        index = pick(keys)
        self.offered.update(keys)
        self.keys.append(keys[index])
        self.lines.append(f"  > {keys[index]}")
        return index

    def _define(self, option):
        """What an option is called, where that is new."""
        parts = [_all(option.label)]
        for name in ("name", "group", "rule", "card", "place", "touches"):
            value = getattr(option, name)
            if value:
                parts.append(f"{name} {_all(value) if hasattr(value, 'get') else _plain(value)}")
        line = " · ".join(parts)
        if self._options.get(option.key) != line:
            self._options[option.key] = line
            self.lines.append(f"    {option.key} = {line}")

    def ask(self):
        """Now and then: why something is not offered that once was, and what is written about something."""
        step, decision = len(self.game.picks), self.game.decision
        if step % ASKED or decision is None:
            return
        now = {one.key for one in decision.options}
        for name in _some(self.offered - now, step):
            self.lines.append(f"  why not {name}? {_joined([self.game.why(name, lang) for lang in LANGUAGES])}")
        for name in _some(self.offered, step):
            for lines in zip(*(self.game.read(name, decision.seat, lang) for lang in LANGUAGES), strict=True):
                self.lines.append(f"  read {name}: {self._triple(lines)}")

    def news(self):
        self._log(self.game.last_news)
        self._look()

    def end(self):
        game, result = self.game, self.game.result
        if result is None:
            self.lines.append(f"left after {len(game.picks)} picks")
            return
        self.lines.append(f"scores {result.scores} ranks {result.ranks} winners {result.winners}")
        for seat, sheet in enumerate(result.lines):
            self.lines += [f"  p{seat + 1}: {points} {self._words(text)}" for text, points in sheet]
        self.lines += [f"  tie {_plain(tie, self._words)}" for tie in result.ties]
        if result.why is not None:
            self.lines.append(f"  {self._words(result.why)}")

    def _log(self, since):
        for seat in (None, *range(self.game.seats)):
            told = list(zip(*(self.game.log(seat, lang, since) for lang in LANGUAGES), strict=True))
            if seat is None:
                everybody = told
            elif told == everybody:
                continue
            mark = "  ." if seat is None else f"  p{seat + 1}."
            self.lines += [f"{mark} {self._triple(one)}" for one in told] or [f"{mark} nothing"]

    def _look(self):
        """What each seat sees: as data each time, in words now one seat in one language, now another in another."""
        step, seats = len(self.game.picks), (None, *range(self.game.seats))
        read, lang = seats[step % len(seats)], LANGUAGES[step // len(seats) % len(LANGUAGES)]
        marks = []
        for seat in seats:
            view, who = self.game.view(seat), "watcher" if seat is None else f"p{seat + 1}"
            self.seen.update(_strings(view.data))
            marks.append(self.digests(f"step {step} {who}.json", view.data))
            if seat == read:
                marks.append(f"{lang} " + self.digests(f"step {step} {who} {lang}.txt", view.text(lang) + "\n"))
        self.lines.append("  = " + " ".join(marks) + (" can be taken back" if self.game.can_undo else ""))
        self.boards.append(self.game.state_hash[:8])

    def _words(self, text):
        return self._triple(tuple(text.get(lang) for lang in LANGUAGES))

    def _triple(self, words):
        if self._said.get(words[0]) == words:
            return words[0]
        self._said[words[0]] = words
        return _joined(words)


def _some(names, step, many=2):
    """A few of these, others in each step."""
    return sorted(names, key=lambda one: hashlib.sha256(f"{step} {one}".encode()).digest())[:many]


def _names(about):
    return [one.name for one in about]


def _all(text):
    return _joined([text.get(lang) for lang in LANGUAGES])


def _joined(words):
    return words[0] if len(set(words)) == 1 else BETWEEN.join(words)


def _plain(value, words=_all):
    """Anything of the public face as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "get"):
        return words(value)
    if isinstance(value, str | int) or value is None:
        return str(value)
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return "(" + " ".join(_plain(one, words) for one in value) + ")"
    names = getattr(value, "_fields", None) or getattr(type(value), "__slots__", ())
    return "(" + " ".join(f"{name} {_plain(getattr(value, name), words)}" for name in names) + ")"


def _strings(data):
    """Every word in a view."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)
