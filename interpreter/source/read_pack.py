"""The verb of this stage: a pack's name, folder or zip in, its documents out.

Whatever the pack holds, nothing is raised: what is wrong comes back as
diagnostics, sorted by file and position, beside all that could be read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path, PurePath

from interpreter.diagnostics import Diagnostic, Span, in_order
from interpreter.source.compose import Budget, compose
from interpreter.source.consistency import contradictions
from interpreter.source.errors import NoSuchPack, Problem, WrongForm
from interpreter.source.find import shipped_packs
from interpreter.source.gather import Gathered, gather_archive, gather_folder, gather_zip
from interpreter.source.names import MANIFEST, kind_of
from interpreter.source.scalars import REFUSALS
from interpreter.source.schema import shape_problems
from interpreter.source.text import blocks_parsing, decode
from interpreter.source.tree import Document, Mapping, PackSource, Scalar, SourceText

_BESIDE_THE_GAME = frozenset({"scenario", "balance"})
"""Documents about a game that it is not made of."""


def read_pack(where: str | PurePath, *, game_only: bool = False) -> PackSource:
    """Read a shipped pack by name, or a pack from a folder or a zip file; `game_only`: what playing needs.

    A bare word is looked for among the shipped packs first; write `./word` for
    a folder of that name.
    """
    return _assemble(_gather(where), _BESIDE_THE_GAME if game_only else frozenset())


def pack_digest(where: str | PurePath) -> tuple[str, str]:
    """Return the digest of a pack's content and its label, without reading its documents; empty when it has faults."""
    gathered = _gather(where)
    return ("" if gathered.problems else _digest(gathered.files)), gathered.where


def read_archive(packed: bytes, where: str) -> PackSource:
    """Read a zip that is already in memory, as when one is uploaded."""
    return _assemble(gather_zip(packed, where))


def read_document(path: str, text: bytes, kind: str) -> tuple[Document | None, list[Diagnostic]]:
    """Read one document from memory; `path` names it in spans."""
    document, _, problems = _read(path, path, text, kind, Budget())
    return document, _in_words(problems)


def _gather(where: str | PurePath) -> Gathered:
    shipped = shipped_packs()
    if isinstance(where, str) and where in shipped:
        return gather_folder(shipped[where], f"content/{where}")
    label = PurePath(where).as_posix()
    path = Path(where)
    try:
        if path.is_dir() and str(where).strip():
            return gather_folder(path, label)
        if path.is_file():
            return gather_archive(path, label)
    except (OSError, ValueError):
        pass  # a path the system cannot even ask about is no pack either
    gathered = Gathered(label)
    gathered.report(NoSuchPack(Span.start_of(label), str(where), tuple(shipped)))
    return gathered


def _assemble(gathered: Gathered, left_out: frozenset[str] = frozenset()) -> PackSource:
    documents: list[Document] = []
    texts: dict[str, SourceText] = {}
    problems = list(gathered.problems)
    budget = Budget()
    for path, content in gathered.files.items():
        kind = kind_of(path)
        if kind is None or kind in left_out or budget.left < 0:
            continue
        file = f"{gathered.where}/{path}"
        document, text, found = _read(file, path, content, kind, budget)
        texts[file] = text
        problems += found
        if document:
            documents.append(document)
    problems += _unless_known(contradictions(documents, gathered.files), problems)
    return PackSource(
        name=_name(documents, gathered.where),
        where=gathered.where,
        documents=tuple(documents),
        diagnostics=tuple(_in_words(problems)),
        digest=_digest(gathered.files),
        files=gathered.files,
        texts=texts,
    )


def _read(
    file: str, path: str, content: bytes, kind: str, budget: Budget
) -> tuple[Document | None, SourceText, list[Problem]]:
    source, problems = decode(file, content)
    if blocks_parsing(problems):
        return None, source, problems
    composed = compose(source, budget)
    problems += composed.problems
    if composed.root is None:
        return None, source, problems
    document = Document(path, kind, composed.root)
    shapes = shape_problems(document)
    # `version: 0.1` is no number to mend: its field asks for a text of a form, and only the form helps.
    forms = {one.span for one in shapes if isinstance(one, WrongForm)}
    problems = [one for one in problems if not (isinstance(one, REFUSALS) and one.span in forms)]
    return document, source, problems + _unless_known(shapes, problems)


def _unless_known(found: list[Problem], known: list[Problem]) -> list[Problem]:
    """Leave out what is said about a value that is already known to be wrong."""
    places = {(problem.span.line, problem.span.column) for problem in known}
    return [problem for problem in found if (problem.span.line, problem.span.column) not in places]


def _name(documents: Iterable[Document], where: str) -> str:
    """Return the id the manifest gives, or else the name of the folder or file."""
    for document in documents:
        if document.path == MANIFEST and isinstance(document.root, Mapping):
            given = document.root.get("id")
            if isinstance(given, Scalar) and isinstance(given.value, str):
                return given.value
    return PurePath(where).stem


def _digest(files: dict[str, bytes]) -> str:
    """Hash paths and contents of what a game is made of; scenarios, studies and line ends in documents do not count.

    A checkout with other line ends, or with one more scenario, is the same pack to a saved game.
    """
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        if kind_of(path) in _BESIDE_THE_GAME:
            continue
        same = content.replace(b"\r\n", b"\n") if kind_of(path) else content
        for piece in (path.encode(), same):
            total.update(len(piece).to_bytes(8, "big"))
            total.update(piece)
    return total.hexdigest()


def _in_words(problems: Iterable[Problem]) -> list[Diagnostic]:
    return in_order(problem.diagnostic() for problem in problems)
