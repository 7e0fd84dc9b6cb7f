"""`rulewright watch`: each save is answered with findings, the text of the card and the scenarios it concerns."""

import pytest
from pace import within

from interpreter.tools.commands.watch import watch
from interpreter.tools.watching import Watcher


@pytest.fixture
def saves(pebbles, capsys):
    """Watch the pack while files are saved, one between two looks; gives what was printed after each."""

    def run(*steps):
        told, waiting = [], list(steps)

        def wait(_seconds):
            told.append(capsys.readouterr().out)
            if not waiting:
                raise KeyboardInterrupt
            waiting.pop(0)()

        assert watch(Watcher(str(pebbles)), wait) == 0
        return told

    return run


def edit(path, old, new):
    def save():
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    return save


def test_a_save_is_answered(saves, pebbles):
    cards = next((pebbles / "cards").glob("*.yaml"))
    told = saves(
        edit(cards, "effect: take pebbles {size}", "effect: take pebbles {size} + 1"),
        edit(cards, "effect: take pebbles {size} + 1", "effect: tkae pebbles {size}"),
        lambda: None,
        edit(cards, "effect: tkae pebbles {size}", "effect: take pebbles {size}"),
    )
    first, changed, broken, idle, mended = told
    assert first == "0 errors, 0 warnings\n"
    assert "scoop_1 (en): Scoop of 1." in changed
    assert "FAIL  a scoop moves pebbles" in changed
    assert "1 scenario of what changed: 1 failed" in changed
    assert "did you mean `take`?" in broken
    assert idle == ""
    assert "1 scenario of what changed: 0 failed" in mended


def test_it_answers_within_a_second(pebbles, capsys):
    watcher = Watcher(str(pebbles))
    watcher.look()
    scenario = next((pebbles / "scenarios").glob("*.yaml"))
    edit(scenario, "p1.pebbles is 3", "p1.pebbles is 4")()
    with within(1):
        assert watcher.look()
    assert "FAIL" in capsys.readouterr().out


def test_what_cannot_be_watched_is_told(rulewright):
    ran = rulewright("watch", "nowhere")
    assert ran.code == 2
    assert "there is no pack in `nowhere`" in ran.err
