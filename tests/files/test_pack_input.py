"""A pack as it is handed in: what it is called, what its integrity is, where it lies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.files.collect import ArchiveIssue
from herdr_lint.files.disk import Trace, keeping
from herdr_lint.files.pack_input import PackInput, integrity
from herdr_lint.model import Limits
from tests.strategies.archives import tar_of, tgz, write_folder, zip_of

PACK = {"pack.json": b"{}", "a.md": b"a"}
TGZ = tgz(tar_of(PACK))
IN_FOLDER = tgz(tar_of({f"package/{name}": data for name, data in PACK.items()}))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_have_an_integrity_and_no_name(kind: type[bytes]) -> None:
    pack = PackInput.read(kind(IN_FOLDER), Limits())
    assert (pack.label, pack.prefix, pack.tree) == ("pack", "pack!package/", None)
    assert pack.integrity == integrity(IN_FOLDER)
    assert pack.members == PACK


def test_the_integrity_is_that_of_registries() -> None:
    assert integrity(b"abc") == "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="


def test_a_mapping_has_neither() -> None:
    pack = PackInput.read(PACK, Limits())
    assert (pack.label, pack.prefix, pack.integrity, pack.tree) == ("pack", "pack!", None, None)


@pytest.mark.parametrize(
    ("way", "prefix"),
    [("crew", "crew/"), ("./crew/", "crew/"), (".", ""), ("v1/packs/a/-/b", None)],
)
def test_a_folder_is_called_by_its_path(here: Path, way: str, prefix: str | None) -> None:
    write_folder(here / way, PACK)
    pack = PackInput.read(way, Limits())
    assert (pack.integrity, pack.tree) == (None, None)
    assert pack.prefix == (f"{way}/" if prefix is None else prefix)
    assert PackInput.read(way, Limits(), "other").prefix == "other/"


@pytest.mark.parametrize(
    ("path", "tree"),
    [
        ("a.tgz", None),
        ("v2/packs/acme.crew/-/acme.crew-1.0.0.tgz", "v2"),
        ("site/v10/packs/acme.crew/-/a.tgz", "v10"),
        ("site-v1/packs/acme.crew/-/a.tgz", None),
        ("v1/packs/acme/crew/-/a.tgz", None),
        ("v1/packs/acme.crew/-/a/b.tgz", None),
        ("v/packs/acme.crew/-/a.tgz", None),
    ],
)
def test_the_part_of_a_registry_that_an_archive_lies_in(
    here: Path, path: str, tree: str | None
) -> None:
    write_folder(here, {path: TGZ})
    pack = PackInput.read(path, Limits())
    assert (pack.label, pack.prefix, pack.tree) == (path, f"{path}!", tree)
    assert pack.integrity == integrity(TGZ)
    assert PackInput.read(Path(path), Limits(), "other").prefix == "other!"


@pytest.mark.skipif(os.name == "nt", reason="names are of characters there")
def test_a_path_of_other_bytes_can_be_shown(here: Path) -> None:
    path = os.fsdecode(b"\xe9-\xc3\xa9.tgz")
    write_folder(here, {path: TGZ})
    assert PackInput.read(path, Limits()).label == "\\xe9-\u00e9.tgz"


def test_an_archive_is_opened_once(here: Path) -> None:
    write_folder(here, {"a.tgz": TGZ})
    with keeping(Trace()) as trace:
        PackInput.read("a.tgz", Limits())
    assert trace.reads == 1


def test_what_cannot_be_read_has_no_integrity(here: Path) -> None:
    pack = PackInput.read("gone.tgz", Limits())
    reason = {"reason": "No such file or directory"}
    assert pack.files.issues == (ArchiveIssue("unreadable", None, reason),)
    assert pack.integrity is None


@pytest.mark.parametrize("bound", ["compressed", "unpacked"])
def test_an_archive_is_read_up_to_the_larger_of_two_limits(here: Path, bound: str) -> None:
    write_folder(here, {"a.tgz": TGZ})
    limits = {"compressed": 1, "unpacked": 1}
    at = PackInput.read("a.tgz", Limits(**limits | {bound: len(TGZ)}))
    assert at.integrity == integrity(TGZ)
    below = PackInput.read("a.tgz", Limits(**limits | {bound: len(TGZ) - 1}))
    assert below.integrity is None
    assert [one.kind for one in below.files.issues] == ["compressed-too-large"]


def test_two_packs_are_the_same() -> None:
    tgz_, zip_, mapping = (PackInput.read(one, Limits()) for one in (TGZ, zip_of(PACK), PACK))
    other = PackInput.read({**PACK, "a.md": b"b"}, Limits())
    assert tgz_.is_same_as(tgz_)
    assert not tgz_.is_same_as(zip_)
    assert tgz_.is_same_as(mapping)
    assert mapping.is_same_as(zip_)
    assert not mapping.is_same_as(other)
