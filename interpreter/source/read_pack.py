"""The verb of this stage: a pack's name, folder or zip in, its documents out, with all packs it stands on.

Whatever the pack holds, nothing is raised: what is wrong comes back as
diagnostics, sorted by file and position, beside all that could be read.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import PurePath
from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, in_words
from interpreter.source.gather import gather_zip
from interpreter.source.layers.stack import Asked, Stack, find_stack
from interpreter.source.names import kind_of
from interpreter.source.one_pack import BESIDE_THE_GAME, gather_pack
from interpreter.source.tree import Document, PackSource

if TYPE_CHECKING:
    from interpreter.source.layers.sound import Sound


def gather(where: Asked) -> Stack:
    """Gather the files of a pack, and of all it stands on, without reading their documents."""
    return find_stack(where)


def read_stack(stack: Stack, *, game_only: bool = False) -> PackSource:
    """Read what was gathered; `game_only`: what playing needs. Nothing is read twice."""
    from interpreter.source.layers.resolve import resolve  # noqa: PLC0415 - not for a known pack

    game = resolve(stack)
    return game if game_only else with_the_rest(stack, game)


def read_sound(where: Asked) -> Sound:
    """Read a pack with mistakes, without the things that have them: for looking at the rest of it."""
    from interpreter.source.layers.sound import read_sound as without_mistakes  # noqa: PLC0415 - not for a sound pack

    return without_mistakes(gather(where))


def with_the_rest(stack: Stack, game: PackSource) -> PackSource:
    """Put beside a game the documents that it is not made of: scenarios, studies, what is said at its table."""
    from interpreter.source.layers.resolve import read_the_rest  # noqa: PLC0415 - not for a known pack

    return read_the_rest(stack, game)


def read_beside(stack: Stack, files: Container[str]) -> PackSource:
    """Read some of the documents that the game is not made of (`beside_the_game`), as they are with these packs."""
    from interpreter.source.layers.resolve import read_some_beside  # noqa: PLC0415 - not for a known pack

    return read_some_beside(stack, files)


def read_beside_kind(stack: Stack, kind: str) -> list[tuple[str, Document]]:
    """Read the documents of a kind that the game is not made of, of every pack of a stack, each with its pack's id."""
    from interpreter.source.documents import assemble  # noqa: PLC0415 - not for a known pack

    found: list[tuple[str, Document]] = []
    for layer in stack.layers:
        paths = [path for path in layer.gathered.files if kind_of(path) == kind]
        found += [(layer.id, one) for one in assemble(layer.gathered, paths).documents if paths]
    return found


def beside_the_game(stack: Stack) -> dict[str, bytes]:
    """Give the documents that the game is not made of, unread, by file as in spans: of the packs that were asked for."""
    return {
        f"{layer.gathered.where}/{path}": content
        for layer in stack.layers
        if layer.named
        for path, content in layer.gathered.files.items()
        if kind_of(path) in BESIDE_THE_GAME
    }


def read_pack(where: Asked, *, game_only: bool = False) -> PackSource:
    """Read a shipped pack by name, or a pack from a folder or a zip file; `game_only`: what playing needs.

    A bare word is looked for among the shipped packs first; write `./word` for
    a folder of that name. `Together` asks for several packs at once.
    """
    return read_stack(gather(where), game_only=game_only)


def pack_digest(stack: Stack) -> tuple[str, str]:
    """Return a digest of a pack's content, and of that of all it stands on, and its label, without reading its documents.

    The digest is empty when something is wrong already.
    """
    # The places belong to what is remembered of a pack: a save names them.
    return stack.digest(), "\n".join([stack.label, *(layer.gathered.place for layer in stack.layers)])


def read_archive(packed: bytes, where: str, with_: tuple[str | PurePath, ...] = ()) -> PackSource:
    """Read a zip that is already in memory, as when one is uploaded."""
    return read_stack(find_stack(gather_zip(packed, where), tuple(map(gather_pack, with_))))


def read_document(path: str, text: bytes, kind: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read one document from memory; `path` names it in spans."""
    from interpreter.source.compose import Budget  # noqa: PLC0415 - not for a known pack
    from interpreter.source.documents import read_one  # noqa: PLC0415 - not for a known pack

    document, _, problems = read_one(path, path, text, kind, Budget())
    return document, in_words(problems)
