"""The rule book of a pack as a page shows it: chapters, what can be chosen before a game, a first turn, the glossary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.languages import in_words
from interpreter.play.glossary import engine_words, glossary, told
from interpreter.play.rulebook import read_rulebook
from interpreter.play.tutorial import lesson_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.play.pack import Pack

Data = dict[str, Any]


def rules_of(pack: Pack, lang: str) -> Data:
    """Everything there is to read about a game, in one language; `**words**` stand out."""
    book = read_rulebook(pack)
    chapters = [
        {
            "id": one.id,
            "title": one.title.get(lang),
            "parts": [[part.form, [[cell.get(lang) for cell in row] for row in part.rows]] for part in one.parts],
        }
        for one in book.chapters
    ]
    chapters += _more(pack, lang)
    meanings = [[one.word.get(lang), one.text.get(lang)] for one in glossary(pack, book.meanings)]
    return {
        "pack": pack.id,
        "title": told("chapters", title=pack.title).get(lang),
        "chapters": chapters,
        "glossary": {
            "title": told("glossary").get(lang),
            "game": [told("glossary_game").get(lang), meanings],
            "all": [told("glossary_all").get(lang), [one.get(lang) for one in engine_words(pack)]],
        },
    }


def _more(pack: Pack, lang: str) -> Iterator[Data]:
    """The chapters that are made: modes and options, and the first turn step by step."""
    v = pack.vocabulary
    texts = [one.text for one in v.modes.values()] + [one.text for one in v.options.values()]
    said = [[words] for words in (in_words(text, lang) for text in texts) if words]
    if said:
        yield {"id": "options", "title": told("choices").get(lang), "parts": [["points", said]]}
    steps = lesson_steps(pack, lang)
    if steps:
        rows = [[f"{words} {told('lesson_pick', label=label).get(lang)}".strip()] for words, label in steps]
        yield {"id": "first_turn", "title": told("lesson").get(lang), "parts": [["steps", rows]]}
