"""Collects the golden cases in `tests/cases/**/*.md`; see `case_files.py` for their form."""

import difflib
import gc
import random
import secrets
import traceback

import case_files
import hypothesis
import pytest
import roomy
from _pytest.runner import runtestprotocol

# How long an example takes depends on what else the machine does; what must be fast is held to seconds of computing (`pace`).
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def pytest_addoption(parser):
    parser.addoption("--bless", action="store_true", help="rewrite the expected blocks of the golden cases")
    parser.addoption("--portion", metavar="N/M", help="every M-th of the chosen tests, from the N-th on (`soak.py`)")


LONG = (
    "test_random_games.py", "test_held.py", "test_golden_games.py", "test_same_games.py", "test_browser.py", "test_shipped.py", "test_expensive.py",
    "test_hidden_information.py", "test_thinking.py", "test_browser_whole.py", "test_daimyo_faults.py", "test_mutants_of_packs.py",
    "test_shared_room.py", "test_first_page.py", "test_back_ends.py", "test_cases.py", "test_new.py", "test_together.py",
    "test_in_its_place.py", "test_screen.py", "test_watched.py", "test_first_screen.py", "test_fuzz.py", "test_blind_bots.py",
    "test_secrets.py", "test_uploads.py", "test_batches.py", "test_history.py", "test_whole_printer.py",
    "test_shipped_packs.py", "test_asking_back.py", "test_why_in_words.py", "test_streams.py", "test_scenario_runner.py", "test_layout.py",
    "test_story.py", "test_determinism.py", "test_mutate.py", "test_browser_packs.py", "test_tutorial.py", "test_verify.py",
    "test_stacks.py", "test_lasting.py", "test_daimyo_referee.py", "test_kept.py", "test_expensive_packs.py",
    "test_searching.py", "test_friend.py", "test_guard.py", "test_try.py", "test_kept_code.py", "test_every_text.py",
)  # fmt: skip
"""Files that take longest begin first, so that no core waits for one of them at the end (`--no-loadscope-reorder`); those that wait
for a browser stand between those that compute, so that somebody always does, and behind the first, which print what they will play."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    rank = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda one: rank.get(one.path.name, len(LONG)))
    if config.getoption("--portion"):
        number, many = map(int, config.getoption("--portion").split("/"))
        kept = items[number - 1 :: many]
        config.hook.pytest_deselected(items=[one for at, one in enumerate(items, 1) if (at - number) % many])
        items[:] = kept


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """As pytest does it, but in a room that calls do not have to leave (`roomy`)."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    roomy.call(runtestprotocol, item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Look for garbage seldom: packs and tests stay, and looking through them took up to a fifth of all computing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 20, 100)


@pytest.fixture(autouse=True)
def seeds(request, monkeypatch):
    """Seeds nobody chose follow from the name of the test: what passes once passes always."""
    drawn = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "randbelow", drawn.randrange)
    monkeypatch.setattr(secrets, "randbits", drawn.getrandbits)


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".md" and "cases" in file_path.parts:
        return CaseFile.from_parent(parent, path=file_path)
    return None


class CaseFile(pytest.File):
    def collect(self):
        for case in case_files.read_cases(self.path.read_text()):
            yield CaseItem.from_parent(self, name=case.title, case=case)


class CaseItem(pytest.Item):
    def __init__(self, *, case, **more):
        super().__init__(**more)
        self.case = case
        if case.xfail:
            self.add_marker(pytest.mark.xfail(strict=True, reason=case.xfail))

    def runtest(self):
        given = list(case_files.answers(self.case))
        assert given, "a case without an expected block"
        wrong = [(block, text) for block, text in given if block.text != text]
        if wrong and self.config.getoption("--bless") and not self.case.xfail:
            self.bless(given)
        elif wrong:
            raise Unlike("\n".join(difference(block, text) for block, text in wrong))

    def bless(self, given):
        """Read the file again: cases blessed before have moved what stands below them."""
        text = self.path.read_text()
        case = next(one for one in case_files.read_cases(text) if one.title == self.case.title)
        blocks = [block for block in case.blocks if block.name in case_files.EXPECTED]
        for block, (_, answer) in reversed(list(zip(blocks, given, strict=True))):
            start, end = block.span
            text = text[:start] + answer + text[end:]
        self.path.write_text(text)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, Unlike):
            return str(excinfo.value)
        return "".join(traceback.format_exception(excinfo.value)[-6:])

    def reportinfo(self):
        return self.path, self.case.line, self.name


class Unlike(AssertionError):
    """An expected block is not what comes out."""


def difference(block, text):
    lines = difflib.unified_diff(block.text.splitlines(), text.splitlines(), "expected", "given", lineterm="", n=20)
    return f"{block.name}:\n" + "\n".join(lines)
