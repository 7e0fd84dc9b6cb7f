"""What holds whenever something happens, whoever does it: one sentence of the rulebook each."""

from . import reading as book
from .box import GOODS
from .record import Difference, same


def watch(t, event):
    """Hold an event against the laws before it is carried out on the table."""
    if event[0] in ("move", "draw"):
        kind = t.box.kind.get(event[2])
        for law in PIECES.get(kind, ()):
            law(t, *event[2:5])
    elif event[0] == "gain":
        _gains(t, *event[2:5])
    elif event[0] == "set" and event[2:4] == ("table", "helmet"):
        _helmet(t, event[4])


def _owner_moves(t, piece):
    """With two players the mercenaries may move what stands."""
    return t.box.players == 2 and t.box.owner[piece] == t.box.neutral


def _shadow_stays(t, piece, old, new):
    if old is not None and not (_owner_moves(t, piece) and new is not None):
        raise Difference(book.SHADOWS_STAY, f"where {piece} stands", old, new)


def _building_stays(t, piece, old, new):
    movable = t.box.kind[piece] == "tower" and _owner_moves(t, piece) and new is not None
    if old is not None and not movable:
        raise Difference(book.BUILDINGS_STAY, f"where {piece} stands", old, new)


def _tile_stays(t, piece, old, new):
    if old is not None and old[0] == "bonus" and (new is None or new[0] != "covered_tiles"):
        raise Difference(book.COVER, f"where {piece} lies", old, new)


def _hero_of_the_empire(t, piece, old, new):
    if t.box.players == 1 and new is not None and new[1] == t.box.neutral and new[0] not in ("deck", "secret"):
        raise Difference(book.SOLO_NO_CARDS, "heroes of the empire", "never drawn nor played", (piece, new))


def _open_hero(t, piece, old, new):
    """Who lay open on the deck is the next to leave it."""
    if old == ("hero_deck", "table"):
        if t.open_hero is not None:
            same(book.OPEN_DECK, "the next hero of the deck", t.open_hero, piece)
        t.open_hero = None


def _gains(t, seat, counter, amount):
    if t.box.players == 1 and seat == t.box.neutral and counter in (*GOODS, "gold"):
        raise Difference(book.SOLO_NO_GOODS, f"{counter} for the empire", "none", amount)


def _helmet(t, heir):
    if heir not in t.box.everyone or (t.box.players == 2 and heir == t.box.neutral):
        raise Difference(book.START_PLAYER, "who may hold the Helmet", "a player", heir)


PIECES = {
    "shadow": (_shadow_stays,),
    "farm": (_building_stays,),
    "tower": (_building_stays,),
    "bonus_tile": (_tile_stays,),
    "hero": (_hero_of_the_empire, _open_hero),
}
