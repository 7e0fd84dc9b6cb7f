"""A lesson of a stranger's pack is played through before anybody begins it: it takes its time, and fails, as any rule may."""

import subprocess
import sys

import pytest
from pace import within

from hostile.lessons import LESSONS, files
from interpreter.play.pack import load
from interpreter.play.tutorial import NoLesson, lesson_of, lesson_steps

SLOW = 2.0


def written(folder, effect, steps):
    for path, content in files(effect, steps).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return str(folder)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_an_end_and_no_rule_of_it_breaks_out(tmp_path, name):
    effect, steps, said = LESSONS[name]
    pack = load(written(tmp_path / "tiny", effect, steps))
    with within(SLOW), pytest.raises(NoLesson) as wrong:
        lesson_of(pack)
    assert said in str(wrong.value)
    assert wrong.value.span.file.endswith("tutorial.yaml")
    assert lesson_steps(pack, "en") == [], "the rule book does without"


@pytest.mark.parametrize("name", LESSONS)
def test_every_command_tells_what_is_wrong_with_a_lesson(tmp_path, name):
    effect, steps, said = LESSONS[name]
    folder = written(tmp_path / "tiny", effect, steps)
    for command in (["test", folder], ["play", folder, "--tutorial"]):
        done = subprocess.run(
            [sys.executable, "-m", "interpreter.tools", *command],
            input="",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        told = done.stdout + done.stderr
        assert done.returncode and said in told and "Traceback" not in told, told
