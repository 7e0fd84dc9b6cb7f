"""What people can choose before a game, as lines: the modes and the options of a pack."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.languages import in_words
from interpreter.play.pack import Pack
from interpreter.play.text import colon
from interpreter.tools.setting import spelled
from interpreter.tools.texts import say


def choice_lines(pack: Pack, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Give a heading and its lines for the modes and for the options; nothing for what the pack does not have."""
    modes = [(one.name, _mode(pack, one.name, lang)) for one in pack.vocabulary.modes.values()]
    options = [(name.replace("_", "-"), _option(pack, name, lang)) for name in pack.vocabulary.options]
    for heading, rows in ((say(lang, "modes"), modes), (say(lang, "options"), options)):
        if rows:
            width = max(len(name) for name, _ in rows)
            yield heading, [f"{name:<{width}}  {told}" for name, told in rows]


def _mode(pack: Pack, name: str, lang: str) -> str:
    mode = pack.vocabulary.modes[name]
    preset = "".join(f", {option}={spelled(value)}" for option, value in mode.setting.options.items())
    text = in_words(mode.text, lang, name)
    return f"{text} ({seats_in_words(mode.setting.least, mode.setting.most, lang)}{preset})"


def seats_in_words(least: int, most: int, lang: str) -> str:
    """Say how many players."""
    if least < most:
        return say(lang, "some_players", least=least, most=most)
    return say(lang, "one_player") if least == 1 else say(lang, "many_players", count=least)


def _option(pack: Pack, name: str, lang: str) -> str:
    option = pack.vocabulary.options[name]
    values = " ".join(f"[{spelled(one)}]" if one == option.default else spelled(one) for one in option.allowed)
    text = in_words(option.text, lang)
    return f"{values}{colon(lang)}{text}" if text else values
