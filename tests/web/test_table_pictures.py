"""Pictures of packs on the table: checked, layered, served as what they are, and left out where they are none."""

import hashlib
import shutil
from pathlib import Path

import pytest
from small_png import png
from tables import begun, hall_at, loaded, served

from interpreter.play.findings import everything_wrong
from interpreter.play.pack import load
from interpreter.play.tables import read_table
from interpreter.web.hall import Hall
from interpreter.web.packs import Packs
from interpreter.web.scene import scene_of
from interpreter.web.sheet import cards_of, sheets
from interpreter.web.store import Store

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pack(tmp_path):
    shutil.copytree(ROOT / "content/sealed_bids", tmp_path / "bids")
    return tmp_path / "bids"


def codes(pack):
    return [(one.code, one.message) for one in everything_wrong(str(pack)).diagnostics]


def test_the_paintings_are_what_their_script_paints():
    import paintings

    for paint in paintings.ALL:
        assert (paintings.FOLDER / f"{paint.__name__}.png").read_bytes() == paint().png()


def test_an_unused_picture_is_a_warning_and_a_changed_one_is_looked_at_again(pack):
    assert codes(pack) == []
    (pack / "assets/more.png").write_bytes(png())
    assert codes(pack) == [("pack/picture-unused", "`assets/more.png` is shown nowhere")]
    (pack / "assets/more.png").unlink()
    assert codes(pack) == []
    (pack / "assets/banquet.png").write_bytes(b"no picture")
    assert [code for code, _ in codes(pack)] == ["pack/not-a-picture"]
    (pack / "table.yaml").unlink()
    assert {code for code, _ in codes(pack)} == {"pack/picture-unused"}


def test_names_of_items_and_values(pack):
    (pack / "table.yaml").write_text("painting: {picture: {banket: assets/banquet.png}}\n")
    assert ("check/unknown-name", "unknown item or value `banket`") in codes(pack)
    (pack / "table.yaml").write_text(
        "painting: {picture: {portrait: assets/countess.png, banquet: assets/banquet.png}}\n"
    )
    assert {code for code, _ in codes(pack)} == {"pack/picture-unused"}
    shown = {card.front.name: card.front.picture for card in cards_of(load(str(pack)), "en")}
    countess = (pack / "assets/countess.png").read_bytes()
    assert shown["Old Sailor"] == shown["The Countess"] == countess
    assert shown["The Banquet"] == (pack / "assets/banquet.png").read_bytes()
    assert shown["Three Pears"] is None


def test_a_table_with_a_bad_picture_is_drawn_without(pack):
    (pack / "assets/banquet.png").write_bytes(b"<svg onload='alert(1)'/>")
    hints = read_table(load(str(pack)))
    assert hints.diagnostics and not hints.pictures
    assert "picture" not in scene_of(load(str(pack)), 2, {}, "en")["kinds"]["painting"]


def test_an_expansion_shows_its_own(pack, tmp_path):
    above = tmp_path / "forgeries"
    (above / "assets").mkdir(parents=True)
    (above / "pack.yaml").write_text(
        "id: forgeries\nversion: 0.1.0\ntitle: {en: Forgeries, fr: Faux, de: Fälschungen}\nlanguages: [en, fr, de]\n"
        'engine: ">=0.1"\nrequires: {sealed_bids: ">=0.1,<99"}\n'
    )
    (above / "assets/banquet.png").write_bytes(png(9, 9))
    (above / "table.yaml").write_text("painting: {picture: {banquet: assets/banquet.png}}\n")
    assert [one for one in codes(above) if one[0].startswith("pack/p")] == []
    made = load(str(above))
    pictures = read_table(made).pictures
    shown = scene_of(made, 2, {}, "en")["kinds"]["painting"]["picture"]
    assert pictures[shown["banquet"]] == png(9, 9)
    assert pictures[shown["lemons"]] == (pack / "assets/lemons.png").read_bytes()


def test_served_as_what_it_is_and_nothing_else(pack):
    with served(hall_at()) as client:
        game = begun(client, "sealed_bids", ["human", "human"])
        for where in ("pack=sealed_bids", f"game={game['game']}"):
            scene = client.get(f"/api/scene?{where}").json()
            name = scene["kinds"]["painting"]["picture"]["lemons"]
            answer = client.get(f"/picture/{name}?{where}")
            assert answer.content == (pack / "assets/lemons.png").read_bytes()
            assert hashlib.sha256(answer.content).hexdigest() == name
            assert answer.headers["content-type"] == "image/png"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "img-src 'self'" in answer.headers["content-security-policy"]
            assert "immutable" in answer.headers["cache-control"]
        for path in (
            f"/picture/{'0' * 64}?pack=sealed_bids",
            f"/picture/{name}?pack=pig",
            "/picture/lemons.png?pack=sealed_bids",
        ):
            assert client.get(path).status_code == 404
        assert client.get(f"/picture/{name}?pack=nothing").status_code == 400
        assert client.get(f"/picture/{name}?game=nothing").status_code == 400


def test_what_no_table_names_is_not_served(pack):
    secret = png(7, 7)
    (pack / "assets/other.png").write_bytes(secret)
    with served(Hall(Store(":memory:"), Packs((str(pack),)))) as client:
        name = hashlib.sha256(secret).hexdigest()
        assert client.get(f"/picture/{name}?pack={pack}").status_code == 404


@pytest.mark.parametrize("colour", [0, 2, 3, 4, 6])
def test_every_kind_of_picture_is_printed(pack, colour):
    clear = [(b"tRNS", b"\x00")] if colour == 3 else []
    (pack / "assets/banquet.png").write_bytes(png(5, 4, colour=colour, before=clear))
    made, count = sheets(load(str(pack)), "en")
    assert count == 12
    assert made.count(b"/Subtype /Image") == 24, "each with what is seen of it"
    assert made.count(b"/Width 5 /Height 4") == 2
    assert made == sheets(load(str(pack)), "en")[0]


def test_a_pack_without_pictures_is_printed_as_before():
    assert b"/XObject" not in sheets(loaded("five_kingdoms"), "en")[0]
