"""Which packs make a game together: found, ordered, or refused with places in both files."""

import tracemalloc

import layered
import pytest
from layered import BASE, manifest, source, told, write
from pace import within

from interpreter.diagnostics import Severity
from interpreter.source import limits, read_pack
from interpreter.source.layers.inventory import inventory
from interpreter.source.version import is_bounded, satisfies


def found(folder, *names):
    return told(source(folder, *names).diagnostics)


def needs(name, **requires):
    return {"pack.yaml": manifest(name, {one: wanted.replace("_", ", ") for one, wanted in requires.items()})}


# --- versions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "fitting", "other"),
    [
        (">=0.1, <1", ["0.1.0", "0.9.9"], ["0.0.9", "1.0.0"]),
        ("==1.2", ["1.2.0"], ["1.2.1", "1.3.0"]),
        ("!=1.2.0, >1", ["1.2.1", "1.0.1"], ["1.2.0", "1.0.0"]),
        ("~=1.2", ["1.2.0", "1.9.0"], ["1.1.9", "2.0.0"]),
        ("~=1.2.3", ["1.2.3", "1.2.9"], ["1.2.2", "1.3.0"]),
        ("<=2", ["2.0.0", "1.9.9"], ["2.0.1"]),
        ("> 1, < 3", ["2.0.0"], ["1.0.0", "3.0.0"]),
    ],
)
def test_ranges(wanted, fitting, other):
    assert all(satisfies(one, wanted) for one in fitting)
    assert not any(satisfies(one, wanted) for one in other)


def test_ranges_agree_with_packaging():
    specifiers = pytest.importorskip("packaging.specifiers")
    versions = [f"{a}.{b}.{c}" for a in range(3) for b in range(4) for c in range(3)]
    bounds = ("0.1", "1", "1.2", "1.2.1", "2.0.0", "0")
    for sign in (">=", ">", "<=", "<", "==", "!=", "~="):
        for bound in bounds:
            if sign == "~=" and "." not in bound:
                continue
            theirs = specifiers.SpecifierSet(f"{sign}{bound}")
            for version in versions:
                assert satisfies(version, f"{sign}{bound}") == theirs.contains(version), (sign, bound, version)


def test_a_range_that_has_no_end_is_told():
    assert is_bounded("~=1.2") and is_bounded("==1") and is_bounded(">=1, <2")
    assert not is_bounded(">=1") and not is_bounded("!=3")


@pytest.mark.parametrize("wanted", ["banana", "1.2.3", ">=1.2.3.4", "~=1", ">=1 <2", "^1.2", ""])
def test_a_range_that_is_no_range(tmp_path, wanted):
    write(tmp_path, {"rain": {"pack.yaml": manifest("rain", {"base": wanted})}})
    one, *_ = [
        one
        for one in source(tmp_path, "rain").diagnostics
        if one.code not in ("pack/open-range", "pack/excluded-version")
    ]
    assert one.code in ("pack/wrong-form", "pack/length") and one.severity is Severity.ERROR


def test_a_range_that_is_none_is_told_alone(tmp_path):
    write(tmp_path, {"rain": {"pack.yaml": manifest("rain", {"base": "banana"})}})
    assert [one.code for one in source(tmp_path, "rain").diagnostics] == ["pack/wrong-form"]


def test_a_version_that_is_no_version(tmp_path):
    write(tmp_path, {"rain": {"pack.yaml": manifest("rain", version="banana")}})
    assert found(tmp_path, "rain") == ["pack/wrong-form: `version` must be like 1.2.3 @ rain/pack.yaml:2"]


def test_an_open_range_is_a_warning(tmp_path):
    write(tmp_path, {"rain": needs("rain", base=">=1")})
    (one,) = source(tmp_path, "rain").diagnostics
    assert (one.code, one.severity) == ("pack/open-range", Severity.WARNING)
    assert one.help.startswith('write `base: ">=1, <2"`')
    write(tmp_path, {"wind": needs("wind", base=">0.12.3, !=1.4")})
    assert 'write `base: ">0.12.3, !=1.4, <2"`' in source(tmp_path, "wind").diagnostics[0].help


# --- finding ----------------------------------------------------------------------------


def test_a_pack_that_is_not_there(tmp_path):
    write(tmp_path, {"rain": needs("rain", baze=">=1_<2"), "wind": needs("wind", far_away="<1")})
    (one,) = source(tmp_path, "rain").diagnostics
    assert one.code == "pack/missing-pack"
    assert one.message == "`rain` requires the pack `baze`, which is not there"
    (one,) = source(tmp_path, "wind").diagnostics
    assert one.help.startswith("packs are found among the shipped ones")


def test_a_pack_is_found_beside_as_a_zip_or_as_named(tmp_path):
    write(tmp_path, {"rain": {}})
    assert found(tmp_path, "rain") == []
    (tmp_path / "base").rename(tmp_path / "elsewhere")
    assert found(tmp_path, "rain")[0].startswith("pack/missing-pack")
    assert found(tmp_path, "rain", "elsewhere") == []  # known by its id, not by its folder


def test_a_folder_of_the_right_name_with_another_pack_in_it(tmp_path):
    write(tmp_path, {"rain": {}, "base": {**BASE, "pack.yaml": BASE["pack.yaml"].replace("id: base", "id: other")}})
    assert found(tmp_path, "rain")[0].startswith("pack/missing-pack")


def test_an_excluded_version_names_both_places(tmp_path):
    write(tmp_path, {"rain": needs("rain", base=">=2_<3"), "wind": needs("wind", base=">=1_<2")})
    assert found(tmp_path, "rain", "wind") == [
        (
            "pack/excluded-version: `rain` requires `base` >=2, <3, and version 1.2.0 is there"
            " @ rain/pack.yaml:4, base/pack.yaml:1, wind/pack.yaml:4"
        )
    ]
    assert found(tmp_path, "wind", "rain") == found(tmp_path, "rain", "wind")


def test_a_circle_is_drawn_with_its_edges(tmp_path):
    write(tmp_path, {"a": needs("a", b="<1"), "b": needs("b", c="<1"), "c": needs("c", a="<1")})
    for asked in ("a", "b", "c"):
        assert found(tmp_path, asked) == [
            (
                "pack/circle-of-packs: packs require each other in a circle: a → b → c → a"
                " @ a/pack.yaml:4, b/pack.yaml:4, c/pack.yaml:4"
            )
        ]


def test_a_pack_that_requires_itself(tmp_path):
    write(tmp_path, {"rain": needs("rain", rain="<1")})
    assert found(tmp_path, "rain") == ["pack/dependency-cycle: dependency cycle rain → rain @ rain/pack.yaml:4"]


def test_an_expansion_for_another_game(tmp_path):
    other = {**BASE, "pack.yaml": BASE["pack.yaml"].replace("id: base", "id: chess")}
    write(tmp_path, {"chess": other, "rain": {}, "bishops": needs("bishops", chess=">=1_<2")})
    wanted = ["pack/other-game: packs for two games, `base` and `chess`, cannot be played together"]
    assert [one.partition(" @ ")[0] for one in found(tmp_path, "base", "bishops")] == wanted
    assert [one.partition(" @ ")[0] for one in found(tmp_path, "bishops", "rain")] == wanted
    assert found(tmp_path, "rain", "bishops")[0].endswith("@ bishops/pack.yaml:4, rain/pack.yaml:4")
    assert [one.partition(" @ ")[0] for one in found(tmp_path, "base", "chess")] == wanted


def test_two_packs_with_one_id(tmp_path):
    write(tmp_path, {"rain": {}, "old": {"pack.yaml": manifest("rain", version="0.0.1")}})
    (one,) = source(tmp_path, "rain", "old").diagnostics
    assert one.code == "pack/same-pack-twice"
    assert one.message == "two packs call themselves `rain`, with different content"
    assert source(tmp_path, "old", "rain").diagnostics == (one,)
    write(tmp_path, {"copy": {"pack.yaml": manifest("rain")}})
    assert found(tmp_path, "rain", "copy") == []  # the same pack twice is the same pack


def test_what_is_wrong_in_each_pack_is_told_at_once(tmp_path):
    write(tmp_path, {"rain": {"cards/x.yaml": "hero: [{id: A}]"}, "wind": {"model.yaml": "kindz: {}"}})
    told_ = found(tmp_path, "rain", "wind")
    assert any("rain/cards/x.yaml" in one for one in told_) and any("wind/model.yaml" in one for one in told_)


# --- sizes ------------------------------------------------------------------------------


def megabytes(run):
    tracemalloc.start()
    run()
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return peak


def test_a_stack_of_fifty_packs(tmp_path):
    packs = {
        f"p{number}": {
            "pack.yaml": manifest(f"p{number}", {f"p{number - 1}" if number else "base": "<2"}),
            "cards/x.yaml": f"hero:\n  - change: baker\n    cost: {number}\n  - {{id: new_{number}, name: Newt, cost: 1, source: designed}}\n",
        }
        for number in range(50)
    }
    write(tmp_path, packs)
    with within(2):
        pack = layered.pack(tmp_path, "p49")
    assert megabytes(lambda: layered.pack(tmp_path, "p49")) < 300
    heroes = pack.vocabulary.kinds["hero"].items
    assert len(pack.vocabulary.packs) == 51 and len(heroes) == 52
    assert heroes[0].faces[0].values["cost"] == 49


def test_too_many_packs(tmp_path):
    most = limits.PACKS
    write(tmp_path, {f"p{n}": needs(f"p{n}", **{f"p{n - 1}" if n else "base": "<2"}) for n in range(most + 5)})
    assert found(tmp_path, f"p{most + 4}")[0].startswith(f"pack/too-many-packs: more than {most} packs at once")


@pytest.mark.parametrize("fits", [True, False])
def test_ten_thousand_changed_cards(tmp_path, fits):
    numbers = "[" + ", ".join(map(str, range(100))) + "]"
    card = f"hero:\n  - id: h_{{a}}_{{b}}\n    for_each: {{a: {numbers}, b: {numbers}}}\n    name: H\n    cost: 1\n    source: designed\n"
    names = [f"h_{a}_{b}" if fits else f"x_{a}_{b}" for a in range(100) for b in range(100)]
    files = {
        f"cards/{part}.yaml": "hero:\n"
        + "".join(f"  - change: {one}\n    cost: {len(one)}\n" for one in names[part::4])
        for part in range(4)
    }
    write(tmp_path, {"base": {**BASE, "cards/more.yaml": card}, "rain": files})
    with within(2):
        read = source(tmp_path, "rain")
    if fits:
        assert not read.diagnostics
        root = next(one.root for one in read.documents if one.path == "cards/more.yaml")
        assert len(root.get("hero")) == 10_000
        assert megabytes(lambda: source(tmp_path, "rain")) < 300
    else:
        assert read.diagnostics[0].code == "pack/nothing-to-change"


def test_templates_that_unfold_without_end_are_not_looked_at_one_by_one(tmp_path):
    """The checker refuses them; what stands on them, and whoever only shows them, waits for nothing."""
    words = "[" + ", ".join(f"w{number}" for number in range(200)) + "]"
    card = "".join(
        f"  - {{id: 'h{n}_{{a}}_{{b}}_{{c}}', for_each: {{a: {words}, b: {words}, c: {words}}}, name: H, cost: 1, source: designed}}\n"
        for n in range(40)
    )
    write(
        tmp_path,
        {
            "base": {**BASE, "cards/more.yaml": "hero:\n" + card},
            "rain": {"cards/x.yaml": "hero:\n  - change: h39_w1_w1_w1\n    cost: 2\n"},
        },
    )
    with within(2):
        read = source(tmp_path, "rain")
    assert read.diagnostics[0].code == "pack/nothing-to-change"
    with within(2):
        assert len(inventory(source(tmp_path, "base"))) > 2_000


@pytest.mark.parametrize("alike", [True, False])
def test_one_card_changed_ten_thousand_times(tmp_path, alike):
    """What a pack says about one key is compared with itself; that must not grow with its square."""
    costs = [2 if alike else number % 9 for number in range(10_000)]
    files = {
        f"cards/{part}.yaml": "hero:\n" + "".join(f"  - change: baker\n    cost: {cost}\n" for cost in costs[part::4])
        for part in range(4)
    }
    write(tmp_path, {"rain": files})
    with within(2):
        read = source(tmp_path, "rain")
    assert [one.code for one in read.diagnostics] == ([] if alike else ["pack/conflict"])


def test_a_last_word_that_differs_is_still_a_conflict(tmp_path):
    costs = [*[2] * 60, 3]
    write(
        tmp_path, {"rain": {"cards/x.yaml": "hero:\n" + "".join(f"  - {{change: baker, cost: {n}}}\n" for n in costs)}}
    )
    (one,) = source(tmp_path, "rain").diagnostics
    assert one.code == "pack/conflict"


def test_one_verb_wrapped_thousands_of_times(tmp_path):
    around = "- change: verb rest\n  after: gain 1 gold\n" * 2_000
    write(
        tmp_path,
        {
            "base": {**BASE, "rules/more.yaml": "- {verb: rest, source: designed, effect: gain 1 gold}\n"},
            "rain": {"rules/x.yaml": around},
        },
    )
    with within(2):
        source(tmp_path, "rain")


def test_many_nodes_in_many_packs(tmp_path):
    many = "hero:\n" + "".join(f"  - {{id: h{n}, name: H, cost: 1, source: designed}}\n" for n in range(3_500))
    packs = {f"p{n}": {"cards/x.yaml": many.replace("id: h", f"id: h{n}x")} for n in range(14)}
    write(tmp_path, packs)
    told_ = found(tmp_path, "base", *packs)
    assert any("pack/too-many-values" in one for one in told_)


def test_reading_a_stack_by_name_needs_no_order(tmp_path, monkeypatch):
    write(tmp_path, {"rain": {}})
    monkeypatch.chdir(tmp_path)
    read = read_pack("rain")
    assert read.where == "rain" and [part.where for part in read.packs] == ["base", "rain"]
