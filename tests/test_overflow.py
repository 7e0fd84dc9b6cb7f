"""What happens beyond the most a counter can hold is a script like any other, on the table as with a player."""

import pytest
from tiny_pack import checked, tiny_files

HOSTS = {"shared": "    round: {start: 1, max: 3}\n", "player": "      coins: {start: 2}\n"}


@pytest.mark.parametrize("host", HOSTS)
def test_the_overflow_of_a_counter_is_looked_through(host):
    line = HOSTS[host]
    model = tiny_files()["model.yaml"].decode()
    assert line in model
    script = 'max: 3, overflow: "choose one:\\n  strange_word: set leader to none"}\n'
    start = line.partition(", max")[0].rstrip("}\n")
    found = checked({"model.yaml": model.replace(line, f"{start}, {script}").encode()}).diagnostics
    assert {one.message for one in found} == {"`strange_word` has no term in text/en.yaml, text/fr.yaml"}
