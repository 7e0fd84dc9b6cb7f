"""A text that cannot be made is a fault of ours: it is told to who looks after the server, and nobody's game ends of it."""

from running import running

BROKEN = """
from interpreter.play.names import Names

def owned(self, of, number):
    from interpreter.play.text import Text
    def make(lang):
        raise RecursionError("no end of words")
    return Text(make)
Names.owned = owned
"""


def test_a_text_that_cannot_be_made_closes_no_table(tmp_path):
    with running(tmp_path, before=BROKEN) as server:
        game = server.begin("tic_tac_toe", ["human", "human"])
        with server.page(game["game"], game["seats"][0]) as page:
            assert [one["label"] for one in page.options] == ["…"] * 9
            assert page.answer(page.pick(page.options[0]["key"]))["done"]
        server.process.terminate()
        log, _ = server.process.communicate(timeout=30)
    assert "a text could not be made: RecursionError" in log
