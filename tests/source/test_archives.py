"""Archives and files that are no pack: refused with a clear word, nothing written, nothing hangs."""

import os
import random
import stat
import struct
import tarfile
import zipfile
from io import BytesIO

import pytest
from source_packs import GOOD, messages, read, write, zipped

from interpreter.source import limits, read_archive, read_pack
from interpreter.source.layers.known import known_packs


def refusal(files, **more):
    pack = read_archive(zipped(files, **more), "demo.zip")
    assert pack.diagnostics
    return messages(pack)


def with_member(name, content="x"):
    return refusal([*GOOD.items(), (name, content)])


# --- good ones --------------------------------------------------------------------------


def test_the_good_pack_is_good():
    pack = read({})
    assert messages(pack) == []
    assert pack.name == "demo"
    assert [one.path for one in pack.documents] == sorted(GOOD)
    assert [one.kind for one in pack.documents] == ["cards", "model", "pack", "rules", "text"]


def test_folder_and_zip_give_the_same_pack(tmp_path):
    folder = read_pack(write(tmp_path / "demo", GOOD))
    archive = tmp_path / "demo.zip"
    archive.write_bytes(zipped(dict(reversed(GOOD.items()))))
    packed = read_pack(archive)
    assert folder.digest == packed.digest == read({}).digest
    assert [one.path for one in folder.documents] == [one.path for one in packed.documents]
    assert folder.diagnostics == packed.diagnostics == ()


def test_a_zipped_folder_is_read_without_its_top(tmp_path):
    pack = read_archive(zipped({"demo/": "", **{f"demo/{name}": text for name, text in GOOD.items()}}), "demo.zip")
    assert messages(pack) == []
    assert pack.digest == read({}).digest


def test_digest_follows_content_and_names_but_not_line_ends():
    same = {name: text.replace("\n", "\r\n") for name, text in GOOD.items()}
    other = {**GOOD, "rules/game.yaml": GOOD["rules/game.yaml"] + "# more\n"}
    renamed = {("rules/play.yaml" if name.startswith("rules") else name): text for name, text in GOOD.items()}
    digests = [read_archive(zipped(files), "x").digest for files in (GOOD, same, other, renamed)]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_pictures_notes_and_litter_are_let_be():
    extra = {
        "README.md": "hi",
        "LICENSE": "free",
        "assets/a.png": b"\x89PNG",
        "assets/notes/x.txt": "hi",
        ".DS_Store": b"\0",
        "__MACOSX/._pack.yaml": b"\0",
    }
    pack = read(extra)
    assert messages(pack) == []
    assert "assets/a.png" in pack.files
    assert ".DS_Store" not in pack.files


# --- names ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["../evil.yaml", "cards/../../evil.yaml", "./x.yaml", "cards//x.yaml", "..\\evil.yaml"]
)
def test_unsafe_path(name):
    assert any("pack/unsafe-path: unsafe path in archive" in one for one in with_member(name))


@pytest.mark.parametrize("name", ["/etc/x", "C:\\x.yaml", "c:/x.yaml", "\\\\server\\x.yaml", "//server/x.yaml"])
def test_absolute_path(name):
    assert any("pack/absolute-path: absolute path in archive" in one for one in with_member(name))


def test_duplicate_member_is_named_and_neither_wins():
    found = refusal([*GOOD.items(), ("cards/x.yaml", "a: 1"), ("cards/x.yaml", "b: 1")])
    assert "pack/duplicate-member: duplicate member `cards/x.yaml`" in found


def test_names_that_differ_in_capitals_only():
    assert any("duplicate member `cards/Heroes.yaml`" in one for one in with_member("cards/Heroes.yaml"))


@pytest.mark.parametrize(
    "name",
    ["CON.yaml", "cards/nul.yaml", "a.", "cards/com1.txt", "cards/" + "a" * 300 + ".yaml", "cards/ä.yaml", "a b.md",
     "cards/x.yaml ", "-x.md", "a/b/c/d/e/f/g/h/i.md", "cards/a:b.yaml", "cards/a\\b.yaml", "x\x07.md", "\ud800.md"],
)  # fmt: skip
def test_name_not_portable(name, tmp_path):
    assert any(
        "pack/name-not-portable: file name not portable" in one
        for one in with_member(name.encode("utf-8", "replace").decode())
    )


@pytest.mark.parametrize("name", ["plugin.py", "x.so", "page.html", "cards/x.yml", "x.exe", "cards/heroes", ".env.sh"])
def test_file_type_not_allowed(name):
    found = with_member(name)
    assert any("pack/file-type: file type not allowed" in one or "not portable" in one for one in found)
    assert any(name in one for one in found)


@pytest.mark.parametrize("name", ["inner.zip", "cards/x.tar.gz", "x.7z", "assets/x.whl"])
def test_archive_inside(name):
    assert any("pack/archive-inside: archives inside a pack are not read" in one for one in with_member(name))


def test_archive_inside_under_another_name():
    assert any("archives inside a pack are not read" in one for one in with_member("assets/a.png", zipped(GOOD)))


@pytest.mark.parametrize("name", ["heroes.yaml", "cards/deep/x.yaml", "other/x.yaml", "a.png"])
def test_misplaced(name):
    assert any("pack/misplaced-file" in one and "not at a place that is read" in one for one in with_member(name))


@pytest.mark.parametrize("pair", [("x.md", "x.md/y.md"), ("x.md", "x.md/")])
def test_file_and_folder_share_a_name(pair):
    found = refusal([*GOOD.items(), *((name, "") for name in pair)])
    assert "pack/file-and-folder: file and folder share a name: `x.md`" in found


def test_a_link_in_an_archive():
    info = zipfile.ZipInfo("cards/link.yaml")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert any("pack/link: link not allowed" in one for one in refusal([*GOOD.items(), (info, "/etc/passwd")]))


# --- manifests --------------------------------------------------------------------------


def test_no_manifest():
    assert "pack/manifest-missing: pack.yaml missing" in messages(read({}, without=["pack.yaml"]))
    assert "pack.yaml at its top" in read({}, without=["pack.yaml"]).diagnostics[0].help


@pytest.mark.parametrize(
    "name",
    ["guests.yaml~", "guests.yaml.bak", "guests.yaml.orig", ".guests.yaml.swp", "#guests.yaml#", ".#guests.yaml"],
)
def test_the_backup_of_an_editor(name, tmp_path):
    folder = write(tmp_path / "demo", {**GOOD, f"cards/{name}": "x"})
    for pack in (read_pack(folder), read({f"cards/{name}": "x"})):
        assert messages(pack) == [f"pack/backup-file: `cards/{name}` looks like a backup of an editor"]
        assert pack.diagnostics[0].help == "delete it, or keep it outside the pack"


def test_two_manifests():
    assert any(
        "pack/manifest-repeated: more than one manifest" in one
        for one in with_member("old/pack.yaml", GOOD["pack.yaml"])
    )
    both = {f"{top}/{name}": text for top in "ab" for name, text in GOOD.items()}
    assert any("more than one manifest" in one for one in refusal(both))


# --- sizes ------------------------------------------------------------------------------


def test_bomb_is_refused_before_it_is_read():
    found = refusal({**GOOD, "assets/a.png": bytes(limits.EXPANDED_BYTES + 1)})
    assert found == ["pack/too-large: expands beyond 32 MB"]


def test_ratio():
    found = refusal({**GOOD, "assets/a.png": bytes(2_000_000)})
    assert found == ["pack/expands-too-far: expands to more than 100 times its size"]


def test_expanded_size_at_the_limit():
    room = limits.EXPANDED_BYTES - sum(len(text.encode()) for text in GOOD.values())
    # Bytes that pack about 20 times, so that neither size nor ratio of the archive is met first.
    noise = b"".join(bytes([letter]) * 64 for letter in random.Random(1).randbytes(1 << 14))
    picture = noise * (room // len(noise) + 1)
    for extra, refused in ((-1, False), (0, False), (1, True)):
        pack = read_archive(zipped({**GOOD, "assets/a.png": picture[: room + extra]}), "x")
        assert messages(pack) == (["pack/too-large: expands beyond 32 MB"] if refused else [])


def test_packed_size_at_the_limit():
    noise = random.Random(1).randbytes(limits.ARCHIVE_PACKED_BYTES)
    empty = len(zipped({**GOOD, "assets/a.png": b""}, method=zipfile.ZIP_STORED))
    for extra, refused in ((-1, False), (0, False), (1, True)):
        content = noise[: limits.ARCHIVE_PACKED_BYTES - empty + extra]
        packed = zipped({**GOOD, "assets/a.png": content}, method=zipfile.ZIP_STORED)
        assert len(packed) == limits.ARCHIVE_PACKED_BYTES + extra
        found = messages(read_archive(packed, "x"))
        assert found == (["pack/too-large: the archive is beyond 8 MB"] if refused else [])


def test_member_count_at_the_limit():
    for extra, refused in ((-1, False), (0, False), (1, True)):
        count = limits.MEMBERS - len(GOOD) + extra
        pack = read({f"assets/{number}.txt": "" for number in range(count)})
        assert messages(pack) == (["pack/too-many-files: more than 2,000 files"] if refused else [])


def test_very_many_members_are_not_even_listed():
    packed = zipped({f"{number}.txt": "" for number in range(60_000)}, method=zipfile.ZIP_STORED)
    assert len(packed) < limits.ARCHIVE_PACKED_BYTES
    assert messages(read_archive(packed, "x")) == ["pack/too-many-files: more than 2,000 files"]


def test_documents_together():
    count = limits.DOCUMENTS_BYTES // limits.FILE_BYTES
    words = random.Random(1).randbytes(1 << 13).hex() + "\n"
    text = "# " + ("# ".join([words] * 16))[: limits.FILE_BYTES - 3] + "\n"
    for files, refused in ((count - 1, False), (count + 1, True)):
        pack = read_archive(zipped({**GOOD, **{f"cards/{at}.yaml": text for at in range(files)}}), "x")
        codes = {one.code for one in pack.diagnostics}
        assert codes == {"pack/empty-file"} | ({"pack/too-large"} if refused else set())


# --- broken and foreign -----------------------------------------------------------------


def test_encrypted():
    packed = bytearray(zipped(GOOD))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = packed.find(mark)
        packed[at + offset] |= 1
    assert any(
        "pack/encrypted: encrypted packs are not supported" in one for one in messages(read_archive(bytes(packed), "x"))
    )


def test_strange_compression():
    found = refusal(GOOD, method=zipfile.ZIP_LZMA)
    assert all(one.startswith(("pack/compression-method", "pack/manifest")) for one in found)


def test_cut_in_half():
    packed = zipped(GOOD)
    assert messages(read_archive(packed[: len(packed) // 2], "x")) == [
        "pack/incomplete-archive: not a complete zip archive"
    ]


def test_every_truncation_is_refused():
    packed = zipped(GOOD)
    for length in range(len(packed)):
        assert read_archive(packed[:length], "x").diagnostics, length


def test_damage_never_raises():
    packed = zipped(GOOD)
    chance = random.Random(7)
    for _ in range(600):
        damaged = bytearray(packed)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        read_archive(bytes(damaged), "x")


def test_a_size_that_lies():
    packed = bytearray(zipped(GOOD))
    at = packed.find(b"PK\x01\x02")
    struct.pack_into("<I", packed, at + 24, 5)
    assert any("larger than the 5 bytes" in one for one in messages(read_archive(bytes(packed), "x")))
    struct.pack_into("<I", packed, at + 24, 5000)
    assert any("is damaged" in one for one in messages(read_archive(bytes(packed), "x")))


def test_other_archives(tmp_path):
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("pack.yaml"))
    target = tmp_path / "demo.tar.gz"
    target.write_bytes(buffer.getvalue())
    assert messages(read_pack(target)) == ["pack/not-zip: this is not a pack: packs are zip files or folders"]
    assert "packs are zip files" in messages(read_archive(b"", "x"))[0]
    assert "packs are zip files" in messages(read_pack(write(tmp_path, GOOD) / "pack.yaml"))[0]


# --- folders ----------------------------------------------------------------------------


def test_links_that_leave(tmp_path):
    secret = tmp_path / "secret.yaml"
    secret.write_text("hero: []")
    folder = write(tmp_path / "demo", GOOD)
    (folder / "cards" / "out.yaml").symlink_to(secret)
    (folder / "cards" / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    (folder / "rules" / "loop.yaml").symlink_to(folder / "rules" / "loop.yaml")
    (folder / "text" / "up").symlink_to(folder)
    pack = read_pack(folder)
    assert [one.label.span.file.rpartition("demo/")[2] for one in pack.diagnostics] == [
        "cards/gone.yaml",
        "cards/out.yaml",
        "rules/loop.yaml",
        "text/up",
    ]
    assert all("link not allowed" in one for one in messages(pack))


def test_a_link_inside_the_pack_is_a_file(tmp_path):
    folder = write(tmp_path / "demo", GOOD)
    (folder / "text" / "fr.yaml").symlink_to(folder / "text" / "en.yaml")
    assert messages(read_pack(folder)) == []


def test_a_pipe_is_not_opened(tmp_path):
    folder = write(tmp_path / "demo", GOOD)
    os.mkfifo(folder / "cards" / "pipe.yaml")
    assert any("link not allowed" in one for one in messages(read_pack(folder)))


def test_a_pipe_in_the_place_of_an_installed_pack_is_not_opened(tmp_path, monkeypatch):
    """Every command looks at what is installed."""
    monkeypatch.setenv("RULEWRIGHT_DATA", str(tmp_path))
    (tmp_path / "packs").mkdir()
    os.mkfifo(tmp_path / "packs" / "demo.zip")
    assert not next(one for one in known_packs() if one.name == "demo").sound
    assert messages(read_pack("demo")) == ["pack/cannot-read: this cannot be read: no file"]


def test_a_folder_with_too_many_files(tmp_path):
    folder = write(tmp_path / "demo", GOOD)
    for number in range(limits.MEMBERS + 1):
        (folder / f"{number}.txt").touch()
    assert any("more than 2,000 files" in one for one in messages(read_pack(folder)))


def test_nothing_of_a_folder_without_manifest_is_read(tmp_path):
    folder = write(tmp_path / "demo", {"plugin.py": "", "cards/x.yaml": "["})
    assert messages(read_pack(folder)) == ["pack/manifest-missing: pack.yaml missing"]


def test_folders_nested_too_deep(tmp_path):
    folder = write(tmp_path / "demo", {**GOOD, "a/b/c/d/e/f/g/h/i/j/k.md": ""})
    assert any("not portable" in one for one in messages(read_pack(folder)))


def test_a_large_document_in_a_folder(tmp_path):
    folder = write(tmp_path / "demo", {**GOOD, "cards/x.yaml": b"#" * 1_100_000})
    assert messages(read_pack(folder)) == ["pack/file-too-large: file larger than 256 KB"]


# --- finding ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["no_such_pack", "", " ", "a\0b", "x" * 5000, "/no/such/place.zip"])
def test_not_found(where):
    assert messages(read_pack(where))[0].startswith("pack/not-found: there is no pack")


def test_shipped_packs_are_found_by_name(tmp_path, monkeypatch):
    from interpreter.source import find

    write(tmp_path / "content" / "demo", GOOD)
    (tmp_path / "content" / "empty").mkdir()
    monkeypatch.setattr(find, "_PACKAGE", tmp_path / "interpreter")
    pack = read_pack("demo")
    assert messages(pack) == []
    assert pack.where == "content/demo"
    near = read_pack("demi").diagnostics[0]
    assert near.help == "did you mean `demo`?"
    (tmp_path / "interpreter").mkdir()
    (tmp_path / "content").rename(tmp_path / "interpreter" / "_content")
    assert messages(read_pack("demo")) == []


def test_a_member_larger_than_declared_is_called_so():
    name, text = "cards/heroes.yaml", GOOD["cards/heroes.yaml"]
    for declared in (0, 1, len(text) - 1):
        packed = bytearray(zipped(GOOD))
        for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            names = {b"PK\x03\x04": 30, b"PK\x01\x02": 46}
            place = packed.find(mark)
            while packed[place + names[mark] : place + names[mark] + len(name)] != name.encode():
                place = packed.find(mark, place + 1)
            packed[place + at : place + at + 4] = struct.pack("<I", declared)
        found = messages(read_archive(bytes(packed), "x"))
        wanted = f"pack/larger-than-declared: `{name}` is larger than the {declared} bytes that the archive declares"
        assert wanted in found
        assert not any("damaged" in one for one in found)


@pytest.mark.parametrize(
    "name", ["cards/HEROES.yaml", "cards\\heroes.yaml", "cards/heroes.yaml.", "cards/ｈeroes.yaml"]
)
def test_names_that_some_system_takes_for_one_are_called_so(name):
    found = with_member(name, GOOD["cards/heroes.yaml"])
    assert any(one.startswith(f"pack/duplicate-member: duplicate member `{name}`") for one in found)
    assert not any("not portable" in one for one in found)
