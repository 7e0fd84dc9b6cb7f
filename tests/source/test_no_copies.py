"""An expansion holds only what it adds: nothing that a pack below says once stands in it again.

What the packs below say several times (`source: designed`, the same price of two boards) is a habit and no copy. What they
say once is: a line of some length, or several lines in a row of which two stand nowhere else. There are none of either.
"""

from collections import Counter

import pytest

from interpreter.source import read_pack
from interpreter.source.find import shipped_packs

LONG = 45
"""Characters from which on a line says something of its own; a shorter one may just call a verb."""
RUN = 4
"""So many lines in a row may be a copy, however short they are."""
APART = ("text/", "equivalent_mutants.yaml")
"""Words of a language are given again where they say the same; marks of mutants quote what they are about."""

EXPANSIONS = {
    name: place for name, place in shipped_packs().items() if "requires:" in (place / "pack.yaml").read_text()
}


def files_of(folder):
    """The lines of each file that say something, without comments."""
    for file in sorted(folder.rglob("*.yaml")):
        if not str(file.relative_to(folder)).startswith(APART):
            lines = (line.split(" #")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
            yield file.relative_to(folder), [line for line in lines if line and not line.startswith("#")]


def said(folder):
    """How often each line stands in a pack."""
    return Counter(line for _, lines in files_of(folder) for line in lines)


def runs(lines):
    return set(zip(*(lines[start:] for start in range(RUN)), strict=False))


def copies(folder, *lower):
    """What stands in a pack, and in the packs below it in one place only."""
    known = sum((said(one) for one in lower), Counter())
    in_a_row = {run for one in lower for _, lines in files_of(one) for run in runs(lines)}
    found = []
    for file, lines in files_of(folder):
        if file.parts[0] != "scenarios":  # positions are set up in the same words
            found += [line for line in lines if len(line) >= LONG and known[line] == 1]
        found += [str(run) for run in runs(lines) & in_a_row if sum(known[line] == 1 for line in run) > 1]
    return found


def below(name):
    places = shipped_packs()
    return [places[part.id] for part in read_pack(str(EXPANSIONS[name])).packs if part.id != name]


@pytest.mark.parametrize("name", sorted(EXPANSIONS))
def test_nothing_of_a_pack_below_stands_in_an_expansion(name):
    assert below(name)
    assert copies(EXPANSIONS[name], *below(name)) == []


@pytest.mark.parametrize("name", sorted(EXPANSIONS))
def test_a_copy_is_noticed(name, tmp_path):
    """Copy an item, and a script of another, from the first pack below."""
    lowest = below(name)[0]
    rules = [lines for file, lines in files_of(lowest) if file.parts[0] == "rules"]
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/stolen.yaml").write_text("\n".join(rules[0][:12]))
    assert copies(tmp_path, lowest)
