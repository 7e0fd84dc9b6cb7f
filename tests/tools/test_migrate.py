"""`rulewright migrate`: old forms become new ones, and nothing else changes by a byte."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from interpreter.syntax import rewrites
from interpreter.syntax.clauses import Clause
from interpreter.syntax.rewrites import Edit, Rewrite, rewritten
from interpreter.tools.cli import main
from interpreter.tools.migration import NotMigrated, migrated
from interpreter.tools.shortening import shortened

CONTENT = Path(__file__).parents[2] / "content"


def _hurray(clause: Clause) -> list[Edit]:
    """`hurray N` becomes `cheer: N times`, which plain YAML cannot hold."""
    if clause.words[:1] != ("hurray",):
        return []
    return [Edit(clause.start, clause.tokens[0].end, "cheer:"), Edit(clause.end, clause.end, " times")]


def _double(clause: Clause) -> list[Edit]:
    """`twice X` becomes two lines."""
    if clause.words[:1] != ("twice",):
        return []
    said = " ".join(clause.words[1:])
    return [Edit(clause.start, clause.end, f"{said}\n{said}")]


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = (Rewrite("hurray N", "cheer: N times", _hurray), Rewrite("twice X", "X, and X again", _double))
    monkeypatch.setattr(rewrites, "REWRITES", table)


STYLES = {
    "block": ("e: |\n    gain 1 wood  # hurray\n    hurray 3   # loud\n", "e: |\n    gain 1 wood  # hurray\n    cheer: 3 times   # loud\n"),
    "block that keeps its end": ("e: |+\n  hurray 3\n\n", "e: |+\n  cheer: 3 times\n\n"),
    "block with a deeper block": ("e: |\n  if x:\n    hurray 3\n", "e: |\n  if x:\n    cheer: 3 times\n"),
    "behind a colon": ("e: |\n  if x: hurray 3\n", "e: |\n  if x: cheer: 3 times\n"),
    "plain": ("e: hurray 3 # so\nf: 1\n", "e: 'cheer: 3 times' # so\nf: 1\n"),
    "single quotes": ("e: 'hurray 3'\n", "e: 'cheer: 3 times'\n"),
    "double quotes": ('e: "hurray 3"\n', 'e: "cheer: 3 times"\n'),
    "double quotes with lines": ('e: "gain 1 wood\\nhurray 3"\n', 'e: "gain 1 wood\\ncheer: 3 times"\n'),
    "folded": ("e: >\n  hurray 3\n", "e: >\n  cheer: 3 times\n"),
    "in braces": ("- {e: hurray 3, f: 1}\n", "- {e: 'cheer: 3 times', f: 1}\n"),
    "in a list": ("e: [hurray 3, hurray 4]\n", "e: ['cheer: 3 times', 'cheer: 4 times']\n"),
    "brackets over lines": ("e: |\n  hurray (3 +\n    4)\n", "e: |\n  cheer: (3 +\n    4) times\n"),
    "new lines in a block": ("e: |\n  twice gain 1 wood\n", "e: |\n  gain 1 wood\n  gain 1 wood\n"),
    "new lines elsewhere": ("e: twice gain 1 wood\n", 'e: "gain 1 wood\\ngain 1 wood"\n'),
    "two steps": ("e: |\n  twice hurray 3\n", "e: |\n  cheer: 3 times\n  cheer: 3 times\n"),
    "text for people": ("e: {name: {en: hurray 3}, text: hurray 3}\n", "e: {name: {en: hurray 3}, text: hurray 3}\n"),
    "said in languages": ("- step: {say: {en: hurray 3, es: hurray 3}}\n", "- step: {say: {en: hurray 3, es: hurray 3}}\n"),
    "ends of lines": ("e: |\r\n  hurray 3\r\n", "e: |\r\n  cheer: 3 times\r\n"),
    "a mark before it": ("\ufeffe: |\n  hurray 3\n", "\ufeffe: |\n  cheer: 3 times\n"),
    "a template": ("e: hurray {n}\n", "e: 'cheer: {n} times'\n"),
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_a_script_is_rewritten_where_it_stands(style: str) -> None:
    """Comments, layout and the way it is quoted stay, unless the new form cannot stand there."""
    before, after = STYLES[style]
    assert migrated("rules.yaml", before) == after
    assert migrated("rules.yaml", after) == after


def test_a_page_is_rewritten_in_its_blocks() -> None:
    """Only what stands in fences of scripts and of YAML."""
    page = "hurray 3\n```effect\nhurray 3\n```\n```yaml a.yaml\n- e: hurray 3\n```\n```log\nhurray 3\n```\n"
    made = page.replace("effect\nhurray 3", "effect\ncheer: 3 times").replace("e: hurray 3", "e: 'cheer: 3 times'")
    assert migrated("page.md", page) == made


def test_what_cannot_be_rewritten_is_told() -> None:
    """A file that would have to change elsewhere too is left alone."""
    with pytest.raises(NotMigrated):
        migrated("rules.yaml", "e: |\r\n  hurray 3\n")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with two files to rewrite, one that is fine and one for people."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "text").mkdir()
    (tmp_path / "rules" / "a.yaml").write_text("- e: hurray 3\n")
    (tmp_path / "rules" / "b.yaml").write_text("- e: |\n    hurray 4\n")
    (tmp_path / "rules" / "c.yaml").write_text("- e: gain 1 wood\n")
    (tmp_path / "text" / "en.yaml").write_text("e: hurray 3\n")
    return tmp_path


def test_the_command_rewrites_a_pack_once(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says which files it wrote; a second time there is nothing to do."""
    assert main(["migrate", str(pack)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 files rewritten"
    assert (pack / "rules" / "a.yaml").read_text() == "- e: 'cheer: 3 times'\n"
    assert (pack / "text" / "en.yaml").read_text() == "e: hurray 3\n"
    assert main(["migrate", str(pack)]) == 0
    assert capsys.readouterr().out == "0 files rewritten\n"


def test_check_only_shows(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A difference as people know it, exit code 1, and nothing is changed."""
    assert main(["migrate", "--check", str(pack)]) == 1
    out = capsys.readouterr().out
    assert "-- e: hurray 3\n+- e: 'cheer: 3 times'\n" in out
    assert out.endswith("2 files to rewrite\n")
    assert (pack / "rules" / "a.yaml").read_text() == "- e: hurray 3\n"


def test_one_bad_file_stops_all(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written unless everything can be."""
    (pack / "rules" / "d.yaml").write_bytes(b"e: |\r\n  hurray 3\n")
    assert main(["migrate", str(pack)]) == 2
    assert "no file was changed" in capsys.readouterr().err
    assert (pack / "rules" / "a.yaml").read_text() == "- e: hurray 3\n"


@pytest.mark.parametrize("name", ["nowhere", "nothing\0here"])
def test_a_path_without_a_file_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 2."""
    assert main(["migrate", name]) == 2
    assert "there is nothing at" in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_takes_nothing_is_told(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The files stay as they were."""
    (pack / "rules").chmod(0o500)
    try:
        assert main(["migrate", str(pack)]) == 2
    finally:
        (pack / "rules").chmod(0o700)
    assert "cannot be written" in capsys.readouterr().err


def test_what_is_of_no_old_form_stays_byte_for_byte() -> None:
    """Whole files with all their comments."""
    for file in sorted((CONTENT / "five_kingdoms").rglob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        assert migrated(file.name, text) == text, file


def test_every_entry_of_the_table_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a rewrite writes is no old form: its own description of the new form stays as it is."""
    monkeypatch.undo()
    for rewrite in rewrites.REWRITES:
        assert rewritten(rewrite.old) == rewrite.new
        assert rewritten(rewrite.new) == rewrite.new


def test_the_end_of_a_sentence_is_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """`it.` and a word behind it are an old form only where nothing stands between them."""
    monkeypatch.undo()
    assert rewritten("play it. next one") == "play it. next one"
    assert rewritten("my.hand where it.cost > 1") == "my.hand where cost > 1"


# ---- what is said once

MANIFEST = "id: game\nlicense: MIT   # as all of them\nversion: 0.1.0\n"
RULES = """\
- verb: cheer
  text: {en: cheer, fr: "acclamez"}
  source: rulebook
  rule: R-1
  effect: gain 1 wood
- verb: hide                # nobody looks
  text: {en: go away}
  source: rulebook          # page 3
  rule: R-2
  effect: gain 1 wood
- {value: a, is: 1, source: rulebook, rule: R-3}
- {value: b, source: designed, is: 1}
"""
CARDS = """\
# All cards.
card:
  - id: one
    source: designed
    cost: 1
  - {id: two, source: designed}
  - id: three
    source: rulebook
    rule: R-4
"""


def test_a_pack_says_once_what_its_things_say() -> None:
    """Whole lines and parts of braces go; comments and whatever else stands on a line stay."""
    made = shortened({"pack.yaml": MANIFEST, "rules/a.yaml": RULES, "cards/a.yaml": CARDS})
    assert made["pack.yaml"] == MANIFEST.replace("them\n", "them\nsource: rulebook\n")
    assert made["rules/a.yaml"] == (
        RULES.replace("  source: rulebook\n", "").replace(", source: rulebook", "").replace("en: cheer, ", "")
    )
    cards = CARDS.replace("    source: designed\n", "").replace(", source: designed", "")
    assert made["cards/a.yaml"] == cards.replace("card:", "source: designed\n\ncard:")
    assert shortened({"pack.yaml": MANIFEST, "rules/a.yaml": RULES, "cards/a.yaml": CARDS} | made) == {}


def test_what_somebody_relies_on_is_not_said_anew() -> None:
    """A thing without a source would get one that it did not have."""
    files = {"pack.yaml": MANIFEST, "rules/a.yaml": RULES + "- {value: c, is: 1}\n"}
    assert "pack.yaml" not in shortened(files)


def test_a_shipped_pack_is_shortened_in_one_go() -> None:
    """Whatever is said too often in them is said once afterwards, and the things of each pack say the same as before."""
    for folder in sorted(CONTENT.iterdir()):
        files = {str(one.relative_to(folder).as_posix()): one.read_text("utf-8") for one in folder.rglob("*.yaml")}
        longer = {path: _with_sources(text) if path.startswith("rules/") else text for path, text in files.items()}
        once = longer | shortened(longer)
        assert shortened(once) == {}, folder.name


def _with_sources(text: str) -> str:
    """A file of rules in which each verb says again where it comes from."""
    return re.sub(
        r"^(- verb: .*\n)((?:  (?!source)\w.*\n)*?)(  rule: )", r"\1\2  source: rulebook\n\3", text, flags=re.MULTILINE
    )


def test_the_command_shortens_whole_packs_only(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a pack says of all its things stands in its own file."""
    assert main(["migrate", "--shorten", str(pack)]) == 2
    assert "not the folder of a pack" in capsys.readouterr().err
    (pack / "pack.yaml").write_text(MANIFEST)
    (pack / "rules" / "d.yaml").write_text(RULES)
    assert main(["migrate", "--shorten", str(pack)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 files rewritten"
    assert (pack / "rules" / "a.yaml").read_text() == "- e: 'cheer: 3 times'\n"
    assert (pack / "rules" / "d.yaml").read_text() == RULES.replace("en: cheer, ", "")
