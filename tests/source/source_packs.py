"""Packs made in memory, for the tests of this folder."""

import io
import warnings
import zipfile

from interpreter.diagnostics import in_words
from interpreter.source import read_archive
from interpreter.source.compose import Budget, compose
from interpreter.source.text import blocks_parsing, decode
from interpreter.source.tree import Document
from interpreter.source.wording import odd_letters

GOOD = {
    "pack.yaml": """\
id: demo
version: 0.1.0
title: {en: Demo, fr: Démo}
players: {min: 2, max: 4}
languages: [en, fr]
engine: ">=0.1"
start: play the game
result: {score: my.points}
""",
    "model.yaml": """\
kinds:
  player: {vars: {points: {}}}
  hero: {fields: {cost: number}, scripts: {effect: effect}}
""",
    "cards/heroes.yaml": """\
hero:
  - id: patron
    name: {en: Broker, fr: Courtière}
    cost: 3
    source: designed
    effect: |
      gain 3 points
""",
    "rules/game.yaml": """\
- verb: play the game
  source: designed
  effect: |
    gain 1 points
""",
    "text/en.yaml": "terms: {points: {one: point, many: points}}\n",
}


def zipped(files, method=zipfile.ZIP_DEFLATED):
    """Pack files (a dict, or pairs when a name comes twice) into a zip."""
    buffer = io.BytesIO()
    pairs = files.items() if isinstance(files, dict) else files
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, content in pairs:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            info.compress_type = method
            archive.writestr(info, content)
    return buffer.getvalue()


def read(changes, without=()):
    """Read the good pack with some files changed."""
    files = {name: content for name, content in {**GOOD, **changes}.items() if name not in without}
    return read_archive(zipped(files, method=zipfile.ZIP_STORED), "demo.zip")


def messages(pack):
    """Return `code: message` of each diagnostic."""
    return [f"{one.code}: {one.message}" for one in pack.diagnostics]


def write(folder, files):
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def read_any(file, content):
    """Read a document that no schema says anything about."""
    source, problems = decode(file, content)
    if blocks_parsing(problems):
        return None, in_words(problems)
    composed = compose(source, Budget())
    problems += composed.problems
    if composed.root is None:
        return None, in_words(problems)
    wrong = {one.span.line for one in problems}
    odd = [one for one in odd_letters(composed.root) if one.span.line not in wrong]
    return Document(file, "table", composed.root), in_words([*problems, *odd])
