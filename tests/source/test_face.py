"""What the stage promises as a whole: no network, no crash, found when installed, prints what it read."""

import doctest
import importlib
import pathlib
import pkgutil
import socket

import pytest
from pace import within
from source_packs import GOOD, messages, read, read_any, write

import interpreter.diagnostics
import interpreter.source
from interpreter.source import find, limits, plain, read_pack, shapes


def test_examples_in_the_sources():
    for package in (interpreter.diagnostics, interpreter.source):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            assert doctest.testmod(importlib.import_module(module.name)).failed == 0


def test_no_network(monkeypatch):
    def refuse(*_args, **_more):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    remote = '{"$ref": "http://127.0.0.1/x", "$schema": "http://127.0.0.1/y", id: a, image: "http://127.0.0.1/z.png"}'
    for name in GOOD:
        assert messages(read({name: remote}))


def test_schemas_inside_the_installed_package(tmp_path, monkeypatch):
    monkeypatch.setattr(find, "_PACKAGE", tmp_path)
    with pytest.raises(FileNotFoundError):
        shapes.schema("pack")
    write(tmp_path, {"_schemas/pack.schema.json": "{}"})
    assert shapes.schema("pack") == {}


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    folder = write(tmp_path / "demo", GOOD)
    opened = pathlib.Path.open

    def refuse(path, *args, **more):
        if path.name == "game.yaml":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **more)

    monkeypatch.setattr(pathlib.Path, "open", refuse)
    assert messages(read_pack(folder)) == ["pack/cannot-read: this cannot be read: Permission denied"]


def test_nodes():
    document, found = read_any("x.yaml", b"a: {b: [1, yes, ~, text], c: []}\n")
    assert found == []
    inner = document.root.get("a")
    assert inner.keys() == ("b", "c")
    assert "b" in inner
    assert inner.get("d") is None
    assert inner.key("c").span.column == 27
    assert inner.get("c")  # an empty list is something
    assert len(inner.get("c")) == 0
    assert [item.value for item in inner.get("b")] == [1, True, None, "text"]
    assert plain(document.root) == {"a": {"b": [1, True, None, "text"], "c": []}}
    assert (
        repr(document.root)
        == "Mapping({'a': Mapping({'b': Sequence([Scalar(1), Scalar(True), Scalar(None), Scalar('text')]), 'c': Sequence([])})})"
    )


def test_lines_are_found_by_span_and_by_path():
    pack = read({})
    assert pack.lines("rules/game.yaml") == pack.lines("demo.zip/rules/game.yaml")
    assert pack.lines("rules/game.yaml")[0] == "- verb: play the game"
    assert pack.lines("no/such/file") == ()
    assert [one.path for one in pack.of_kind("rules")] == ["rules/game.yaml"]


@pytest.mark.soak
def test_the_worst_packs_are_refused_in_time():
    whole = limits.FILE_BYTES
    worst = {
        "values": "a: [" + "0," * 99_000 + "]",
        "words": "a: " + "word " * (whole // 5 - 10),
        "escapes": 'a: "' + "\\u00e9" * (whole // 6 - 20) + '\\u202e"',
        "cards": "hero:\n" + "".join(f"  - {{id: a{at}, source: designed}}\n" for at in range(6000)),
        "rules": "a: &a [" + "*a," * 80_000,
    }
    for text in worst.values():
        with within(2):
            read({f"cards/{at}.yaml": text[:whole] for at in range(30)})
