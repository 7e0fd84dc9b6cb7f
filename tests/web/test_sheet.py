"""Sheets to print: every card once for each copy, nine to a page, whatever it says fits its card."""

import re

import pytest
from pace import within
from tables import loaded
from tiny_pack import checked

from interpreter.tools.cli import main
from interpreter.web import shapes
from interpreter.web.pdf import BOLD, Page, document, width, wrapped
from interpreter.web.sheet import HIGH, SIZES, WIDE, cards_of, sheets


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_sheets_of_a_large_game(lang):
    pack = loaded("daimyo")
    made, count = sheets(pack, lang, ("hero",))
    assert count == sum(item.count for item in pack.vocabulary.kinds["hero"].items)
    assert made.count(b"/Type /Page ") == 2 * -(-count // 9), "a page of fronts and one of backs for nine cards"
    assert sheets(pack, lang, ("hero",))[0] == made
    texts = re.findall(rb"\((.*?)\) Tj", made)
    assert b"Deserter" in b" ".join(texts) or lang == "fr"


def test_the_file_is_well_formed():
    page = Page()
    page.text(10, 10, "a (b) \\ é → \n", 9)
    made = document([page])
    start = int(re.search(rb"startxref\n(\d+)", made)[1])
    assert made[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", made), 1):
        assert made[int(place) :].startswith(b"%d 0 obj" % number)
    assert rb"(a \(b\) \\ " in made


def test_lines_fit_their_card():
    for text in ("word " * 80, "i" * 200, "an ordinary sentence with Words"):
        for line in wrapped(text, SIZES[0], WIDE - 8):
            assert width(line, SIZES[0]) <= WIDE - 8 or " " not in line
    assert HIGH > WIDE and width("Title", 11, BOLD) > width("Title", 11)


def test_a_card_with_two_faces_has_a_back():
    cards = cards_of(loaded("ancient_world"), "en", ("military_card",), copies=False)
    assert all(card.back is not None for card in cards)


def test_a_back_shows_on_paper_what_it_shows_on_the_table():
    """In Five Kingdoms everybody sees of a hidden card to which kingdom it belongs."""
    pack = loaded("five_kingdoms")
    cards = cards_of(pack, "en", ("card",), copies=False)
    edges = {(card.seen, card.edge) for card in cards}
    assert dict(edges)["Reptiles"] == shapes.colours()["blue"][0]
    assert len(edges) == len({card.seen for card in cards}) == 7
    made, _ = sheets(pack, "en", ("card",))
    assert made.count(b"(Reptiles) Tj") == sum(card.seen == "Reptiles" for card in cards_of(pack, "en", ("card",)))
    heroes = cards_of(loaded("daimyo"), "en", ("hero",), copies=False)
    assert {(card.seen, card.edge) for card in heroes} == {("", shapes.BACK[0])}, "nothing is told of a hero"


def test_what_says_little_says_it_large():
    made, _ = sheets(loaded("hearts"), "en", ("card",))
    sizes = [float(size) for size in re.findall(rb"/\w+ ([\d.]+) Tf", made)]
    assert max(sizes) >= 20
    heroes, _ = sheets(loaded("daimyo"), "en", ("hero",))
    text = [float(size) for size in re.findall(rb"/F1 ([\d.]+) Tf", heroes)]
    assert sum(size >= 10 for size in text) > len(text) / 4, "what a hero does is as large as it can be"


def test_the_command(tmp_path, capsys):
    out = tmp_path / "cards.pdf"
    assert main(["sheet", "hearts", "--out", str(out), "--kind", "card", "--lang", "en"]) == 0
    assert out.read_bytes().startswith(b"%PDF-1.4")
    assert "52 cards" in capsys.readouterr().out
    assert main(["sheet", "hearts", "--out", str(out), "--kind", "cardd"]) == 2
    assert "did you mean `card`" in capsys.readouterr().err
    assert main(["sheet", "hearts", "--out", str(tmp_path / "no/where.pdf"), "--kind", "card"]) == 2


def test_no_name_passes_for_a_part_of_the_file():
    """Readers that mend broken files look for the words of their parts, wherever they stand."""
    name = ") Tj ET endstream endobj 9 0 obj << /S /JavaScript >> trailer xref ("
    page = Page()
    page.text(20, 20, name, 9)
    made = document([page])
    assert made.count(b"obj") == 2 * 6 and made.count(b"stream") == 2
    assert made.count(b"xref") == 2 and made.count(b"trailer") == 1
    assert rb"(\) Tj ET end\163tream end\157bj 9 0 \157bj <<" in made


def test_many_copies_take_little_time():
    cards = "card:\n" + "".join(
        f"  - {{id: z{n}, cost: 1, count: 150, source: designed, name: {{en: Z{n}, fr: Z}}, effect: gain {n} points}}\n"
        for n in range(100)
    )
    pack = checked({"cards/more.yaml": cards.encode()})
    with within(2):
        assert sheets(pack, "en")[1] > 15_000


def test_icons_are_drawn_as_on_the_page():
    for name, path in shapes.icons().items():
        pieces = list(shapes.outline(path))
        assert pieces[0][0] == "m", name
        points = [point for _, some in pieces for point in some]
        assert all(-2 <= x <= 26 and -2 <= y <= 26 for x, y in points), name
    ends = [some[-1] for sign, some in shapes.outline("M12 2a10 10 0 100 20 10 10 0 000-20z") if sign == "c"]
    assert len(ends) == 4, "two halves of a circle, a quarter each"
    assert [(round(x), round(y)) for x, y in ends] == [(2, 12), (12, 22), (22, 12), (12, 2)]


def test_cards_have_the_colours_of_the_table():
    made, _ = sheets(loaded("hearts"), "en", ("card",))
    assert len(shapes.colours()) >= 12 and set(shapes._in_turn()) <= set(shapes.colours())
    cards = cards_of(loaded("daimyo"), "en", ("relic",), copies=False)
    assert {card.front.edge for card in cards} == {
        shapes.colours()[hue][0] for hue in ("blue", "red", "yellow", "purple", "green", "black")
    }
    assert all(card.front.icon == "person" for card in cards_of(loaded("daimyo"), "en", ("hero",), copies=False))
    assert made.count(b" c ") > 52 * 4, "suits are drawn"
