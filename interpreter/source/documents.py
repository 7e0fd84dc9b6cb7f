"""Reads the documents of one pack by itself, and tells what is wrong with them. Stacks are made of these (`layers`)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import islice
from pathlib import PurePath

from interpreter.diagnostics import Problem, Severity, in_words
from interpreter.source import limits
from interpreter.source.compose import Budget, compose
from interpreter.source.consistency import contradictions
from interpreter.source.errors import MissingField, WrongForm
from interpreter.source.gather import Gathered, Read
from interpreter.source.names import MANIFEST, kind_of
from interpreter.source.one_pack import digest_of
from interpreter.source.origins import unsourced, with_sources
from interpreter.source.pictures import picture_problems
from interpreter.source.scalars import REFUSALS
from interpreter.source.shapes import shape_problems
from interpreter.source.text import blocks_parsing, decode
from interpreter.source.tree import Document, Mapping, PackSource, Scalar, SourceText
from interpreter.source.wording import odd_letters


def assemble(gathered: Gathered, only: Container[str], budget: Budget | None = None) -> PackSource:
    """Read the documents of a pack that stand at some paths."""
    documents: list[Document] = []
    texts: dict[str, SourceText] = {}
    problems = list(gathered.problems)
    wrong = 0
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
        wrong += sum(problem.severity is Severity.ERROR for problem in one.problems)
        if wrong > limits.DIAGNOSTICS:
            budget.left = -1  # nobody reads more of them: what else is wrong shows once these are mended
        if one.document:
            documents.append(one.document)
    documents = with_sources(documents)
    others = [one for one in problems if not isinstance(one, MissingField)]
    problems += unless_known(contradictions(documents, gathered.files), problems)
    for document in documents:
        if document.kind == "table":
            problems += islice(picture_problems(document, gathered.files), limits.DIAGNOSTICS_PER_FILE)
    if any(one.path == MANIFEST for one in documents):
        # a pack.yaml that cannot be read may say where all its things come from
        problems += unless_known(list(islice(unsourced(documents), limits.DIAGNOSTICS)), others)
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
