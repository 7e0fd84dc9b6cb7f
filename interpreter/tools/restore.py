"""From a save back to a game: the same content, the same set-up, the same choices, the same state."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.diagnostics import shown
from interpreter.languages import FALLBACK, LANGUAGES
from interpreter.play.bots import is_bot
from interpreter.play.game import Decision, Game
from interpreter.play.pack import Pack
from interpreter.play.save import Damage, PackPin, Save, read_save
from interpreter.records import record
from interpreter.tools import core
from interpreter.tools.setting import HUMAN, check_count
from interpreter.tools.texts import say
from interpreter.tools.trouble import Trouble


@record(slots=True)
class Restored:
    """A game as it was saved."""

    path: str
    save: Save
    game: Game
    lang: str
    damage: Damage | None

    def next_decision(self) -> Decision:
        """Give the decision the next saved pick answers. Raises Trouble when it does not fit."""
        step = len(self.game.picks)
        decision = self.game.decision
        if decision is None or self.save.picks[step] >= len(decision.options):
            raise Trouble(say(self.lang, "no_longer_fits", path=shown(self.path), step=step + 1))
        return decision


def restore(path: str, lang: str | None, at: int | None = None) -> Restored:
    """Read a save and bring its game to the last good step, or to step `at`.

    Raises SaveError or Trouble when the save, the content it needs or the rules are not what they were.
    """
    save, damage = read_save(path)
    spoken = lang or (save.lang if save.lang in LANGUAGES else FALLBACK)
    pack = _load(save, spoken)
    _check_players(save, path, pack)
    game = core.start(pack, len(save.players), save.seed, dict(save.options))
    restored = Restored(path, save, game, spoken, damage)
    stop = len(save.picks) if at is None else at
    if stop > len(save.picks):
        raise Trouble(f"`{shown(path)}` has {len(save.picks)} steps, not {stop}")
    for pick in save.picks[:stop]:
        restored.next_decision()
        game.choose(pick)
    if stop == len(save.picks) and save.state and game.state_hash != save.state:
        raise Trouble(say(spoken, "no_longer_fits", path=shown(path), step=stop))
    return restored


def _load(save: Save, lang: str) -> Pack:
    """Load the packs a save is pinned to, and nothing else."""
    packs = tuple(_found(pin, lang) for pin in save.packs)
    try:
        pack = core.load(core.place(packs))
    except Trouble as trouble:
        wanted = save.packs[-1]
        missing = say(lang, "pack_missing", where=shown(wanted.where), **_facts(wanted))
        raise Trouble(missing, hint=str(trouble)) from trouble
    differing = list(_differing(save, core.pins(pack), lang))
    if differing:
        raise Trouble("\n".join(differing))
    if save.stack and save.stack != pack.digest:
        now = {"pack": shown(pack.id), "version": shown(pack.version), "then": save.stack[:12]}
        raise Trouble(say(lang, "pack_changed", now=pack.digest[:12], **now))
    return pack


def _found(pin: PackPin, lang: str) -> PackPin:
    """Find a pack where it was, or by its name if it has moved. Raises Trouble with what exactly is missing."""
    for where in (pin.where, pin.id):
        with contextlib.suppress(Trouble):
            core.source(where)
            return replace(pin, where=where)
    missing = say(lang, "pack_missing", where=shown(pin.where), **_facts(pin))
    raise Trouble(missing, hint=say(lang, "pack_missing_help", pack=shown(pin.id)))


def _differing(save: Save, now: Sequence[PackPin], lang: str) -> Iterator[str]:
    """Tell of each pack that is not what it was, and of each that has come in since."""
    there = {pin.id: pin for pin in now}
    for pin in save.packs:
        found = there.get(pin.id)
        if found is None or found.sha256 != pin.sha256:
            yield say(lang, "pack_changed", now=found.sha256[:12] if found is not None else "-", **_facts(pin))
    known = {pin.id for pin in save.packs}
    for pin in now:
        if pin.id not in known:
            yield say(lang, "pack_came", pack=shown(pin.id), version=shown(pin.version))


def _facts(pin: PackPin) -> dict[str, str]:
    return {"pack": shown(pin.id), "version": shown(pin.version), "then": shown(pin.sha256[:12])}


def _check_players(save: Save, path: str, pack: Pack) -> None:
    if any(name != HUMAN and not is_bot(name) for name in save.players):
        raise Trouble(f"`{shown(path)}` names a player this program does not have")
    check_count(save.players, core.offer(pack))
