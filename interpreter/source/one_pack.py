"""Reads one pack by itself: its files, its documents, what is wrong with them. Stacks are made of these (`layers`)."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable
from pathlib import Path, PurePath

from interpreter.diagnostics import Diagnostic, Span, in_order
from interpreter.source.compose import Budget, compose
from interpreter.source.consistency import contradictions
from interpreter.source.errors import MissingField, NoSuchPack, Problem, WrongForm
from interpreter.source.find import installed_packs, shipped_packs
from interpreter.source.gather import Gathered, Read, gather_archive, gather_folder
from interpreter.source.names import MANIFEST, kind_of
from interpreter.source.origins import unsourced, with_sources
from interpreter.source.scalars import REFUSALS
from interpreter.source.shapes import shape_problems
from interpreter.source.text import blocks_parsing, decode
from interpreter.source.tree import Document, Mapping, PackSource, Scalar, SourceText
from interpreter.source.wording import odd_letters

BESIDE_THE_GAME = frozenset({"scenario", "balance", "mutants", "table", "rulebook", "tutorial"})
"""Documents about a game that it is not made of."""


def gather_pack(where: str | PurePath) -> Gathered:
    """Gather the files of a pack: shipped or installed ones by name, others from a folder or a zip file."""
    named = gather_named(where) if isinstance(where, str) else None
    if named is not None:
        return named
    label = PurePath(where).as_posix()
    gathered = gather_path(Path(where), label) if str(where).strip() else None
    if gathered is not None:
        return gathered
    gathered = Gathered(label)
    known = (*shipped_packs(), *installed_packs())
    gathered.report(NoSuchPack(Span.start_of(label), str(where), known))
    return gathered


def gather_named(name: str) -> Gathered | None:
    """Gather a pack that is known by its name alone."""
    shipped = shipped_packs()
    if name in shipped:
        return _from(name, gather_folder(shipped[name], f"content/{name}"))
    installed = installed_packs()
    if name in installed:
        return _from(name, gather_archive(installed[name], f"installed/{name}"))
    return None


def _from(place: str, gathered: Gathered) -> Gathered:
    gathered.place = place
    return gathered


def gather_path(path: Path, label: str) -> Gathered | None:
    """Gather a pack from a folder or a zip file, if there is one of them."""
    try:
        if path.is_dir():
            return _from(str(path.resolve()), gather_folder(path, label))
        if path.is_file():
            return _from(str(path.resolve()), gather_archive(path, label))
    except (OSError, ValueError):
        pass  # a path the system cannot even ask about is no pack either
    return None


def assemble(gathered: Gathered, only: Container[str], budget: Budget | None = None) -> PackSource:
    """Read the documents of a pack that stand at some paths."""
    documents: list[Document] = []
    texts: dict[str, SourceText] = {}
    problems = list(gathered.problems)
    budget = budget or Budget()
    for path, content in gathered.files.items():
        kind = kind_of(path)
        if kind is None or budget.left < 0 or path not in only:
            continue
        file = f"{gathered.where}/{path}"
        one = gathered.read.get(path)
        if one is None:
            before = budget.left
            one = gathered.read[path] = Read(*read_one(file, path, content, kind, budget), before - budget.left)
        else:
            budget.left -= one.values
        texts[file] = one.text
        problems += one.problems
        if one.document:
            documents.append(one.document)
    documents = with_sources(documents)
    others = [one for one in problems if not isinstance(one, MissingField)]
    problems += unless_known(contradictions(documents, gathered.files), problems)
    problems += unless_known(list(unsourced(documents)), others)
    return PackSource(
        name=_name(documents, gathered.where),
        where=gathered.where,
        documents=tuple(documents),
        diagnostics=tuple(in_words(problems)),
        digest=digest_of(gathered.files),
        files=gathered.files,
        texts=texts,
    )


def read_one(
    file: str, path: str, content: bytes, kind: str, budget: Budget
) -> tuple[Document | None, SourceText, list[Problem]]:
    """Read one file; `file` names it in spans, `path` in its pack."""
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
    problems += unless_known(shapes, problems)
    # Where something is wrong anyway, nobody needs to hear how it looks.
    wrong = {problem.span.line for problem in problems}
    odd = [problem for problem in odd_letters(document.root) if problem.span.line not in wrong]
    return document, source, problems + odd


def unless_known(found: list[Problem], known: list[Problem]) -> list[Problem]:
    """Leave out what is said about a value that is already known to be wrong."""
    places = {_place(problem) for problem in known}
    return [problem for problem in found if _place(problem) not in places]


def _place(problem: Problem) -> tuple[str, int, int]:
    return problem.span.file, problem.span.line, problem.span.column


def _name(documents: Iterable[Document], where: str) -> str:
    """Return the id the manifest gives, or else the name of the folder or file."""
    for document in documents:
        if document.path == MANIFEST and isinstance(document.root, Mapping):
            given = document.root.get("id")
            if isinstance(given, Scalar) and isinstance(given.value, str):
                return given.value
    return PurePath(where).stem


def digest_of(files: dict[str, bytes]) -> str:
    """Hash paths and contents of what a game is made of; scenarios, studies and line ends in documents do not count.

    A checkout with other line ends, or with one more scenario, is the same pack to a saved game.
    """
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        if kind_of(path) in BESIDE_THE_GAME:
            continue
        same = content.replace(b"\r\n", b"\n") if kind_of(path) else content
        for piece in (path.encode(), same):
            total.update(len(piece).to_bytes(8, "big"))
            total.update(piece)
    return total.hexdigest()


def in_words(problems: Iterable[Problem]) -> list[Diagnostic]:
    """Put problems in words, sorted by file and position."""
    return in_order(problem.diagnostic() for problem in problems)
