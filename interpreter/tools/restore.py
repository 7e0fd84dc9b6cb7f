"""From a save back to a game: the same content, the same set-up, the same choices, the same state."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.diagnostics import shown
from interpreter.play.bots import BOTS
from interpreter.play.game import Decision, Game
from interpreter.play.pack import Pack
from interpreter.play.save import Damage, Save, read_save
from interpreter.tools import core
from interpreter.tools.setting import HUMAN, check_count
from interpreter.tools.texts import LANGUAGES, say
from interpreter.tools.trouble import Trouble


@dataclass(slots=True)
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
    spoken = lang or (save.lang if save.lang in LANGUAGES else "en")
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
    wanted = save.packs[-1]
    facts = {"pack": shown(wanted.id), "version": shown(wanted.version), "then": shown(wanted.sha256[:12])}
    try:
        pack = core.load(wanted.where)
    except Trouble as trouble:
        missing = say(lang, "pack_missing", where=shown(wanted.where), **facts)
        raise Trouble(missing, hint=str(trouble)) from trouble
    now = {pin.id: pin.sha256 for pin in core.pins(pack)}
    for pin in save.packs:
        if now.get(pin.id) != pin.sha256:
            found = now.get(pin.id, "-")[:12]
            changed = {"pack": shown(pin.id), "version": shown(pin.version), "then": shown(pin.sha256[:12])}
            raise Trouble(say(lang, "pack_changed", now=found, **changed))
    return pack


def _check_players(save: Save, path: str, pack: Pack) -> None:
    if any(name != HUMAN and name not in BOTS for name in save.players):
        raise Trouble(f"`{shown(path)}` names a player this program does not have")
    check_count(save.players, core.offer(pack))
