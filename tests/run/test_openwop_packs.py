from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.files import disk, folder
from herdr_lint.files.regular import larger_than
from herdr_lint.model import Limits, Unchecked
from tests.builders import agent, files, manifest, text, tgz
from tests.project.trees import plant
from tests.run.conftest import linted, role

PACK = {"ow/pack.json": text(manifest(agents=[agent()])), "ow/prompts/writer.md": b"Write.\n"}
"""A pack in a folder, with a prompt."""
SIZE = sum(map(len, PACK.values())) - 1


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file of that name may not be read."""
    real = os.open

    def opened(path: Any, *arguments: Any, **options: Any) -> int:
        if os.fspath(path).endswith(name):
            raise PermissionError(13, "Permission denied")
        return real(path, *arguments, **options)

    monkeypatch.setattr(os, "open", opened)


@pytest.mark.parametrize("name", ["ow/pack.json", "ow/prompts/writer.md"])
def test_what_may_not_be_read_is_unchecked(
    tree: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    plant(tree, PACK)
    refuse(monkeypatch, name)
    told = Unchecked(name, "cannot be read: Permission denied", decides=True)
    assert told in linted("ow").unchecked
    assert told in linted(name).unchecked


def test_a_lone_manifest_that_may_not_be_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tree, {"vendor.acme.crew.json": PACK["ow/pack.json"]})
    refuse(monkeypatch, "crew.json")
    told = Unchecked("vendor.acme.crew.json", "cannot be read: Permission denied", decides=True)
    assert linted("vendor.acme.crew.json").unchecked == (told,)


def test_of_a_lone_manifest_five_mebibytes_are_read(tree: Path) -> None:
    whole = PACK["ow/pack.json"].ljust(5 << 20)
    plant(tree, {"vendor.acme.crew.json": whole, "vendor.acme.twin.json": whole + b" "})
    (found,) = linted("vendor.acme.crew.json").findings
    assert found.message == (
        f"`vendor.acme.crew.json` has {5 << 20} bytes, and the limit is {256 << 10}"
    )
    told = Unchecked("vendor.acme.twin.json", "larger than 5 MiB", decides=True)
    assert linted("vendor.acme.twin.json").unchecked == (told,)


def test_nothing_is_said_of_a_pack_beside_that_may_not_be_read(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = text(manifest(name="vendor.acme.twin", agents=[agent()]))
    plant(tree, {**PACK, "other/pack.json": twin, "other/prompts/writer.md": b"Write.\n"})
    (duplicate,) = [one for one in linted("other").findings if one.rule == "duplicate-agent-id"]
    assert [one.path for one in duplicate.related] == ["ow/pack.json"]
    refuse(monkeypatch, "ow/pack.json")
    report = linted("other")
    assert report.unchecked == ()
    assert "duplicate-agent-id" not in {one.rule for one in report.findings}


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_link_that_nothing_refers_to_is_not_left_out_of_what_is_checked(tree: Path) -> None:
    plant(tree, {**PACK, "ow/notes.md": "->prompts/writer.md"})
    assert linted("ow").unchecked == ()


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_a_manifest_that_is_a_link_is_not_read(tree: Path) -> None:
    plant(tree, {**PACK, "ow/pack.json": "->real.json", "ow/real.json": PACK["ow/pack.json"]})
    assert linted("ow").unchecked == (Unchecked("ow/pack.json", "cannot be read", decides=True),)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(members=1), "the pack has more than 1 files"),
        (Limits(unpacked=SIZE), f"the files of the pack are {larger_than(SIZE)} together"),
    ],
)
def test_what_is_too_much_is_unchecked(
    tree: Path, monkeypatch: pytest.MonkeyPatch, limits: Limits, reason: str
) -> None:
    plant(tree, PACK)
    monkeypatch.setattr(folder.read_folder, "__defaults__", (limits, {}))
    assert Unchecked("ow", reason, decides=True) in linted("ow").unchecked
    monkeypatch.chdir(tree / "ow")
    assert Unchecked(".", reason, decides=True) in linted(".").unchecked


def test_a_file_that_is_too_large_is_unchecked(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tree, {**PACK, "ow/prompts/writer.md": b"x" * 2_000})
    monkeypatch.setattr(folder.read_folder, "__defaults__", (Limits(member=1_999), {}))
    told = Unchecked("ow/prompts/writer.md", "larger than 1999 bytes", decides=True)
    assert told in linted("ow").unchecked


def test_nothing_of_a_pack_beside_is_read_where_no_pack_is_asked_for(tree: Path) -> None:
    plant(tree, {**PACK, "roles/x.md": role("x")})
    with disk.keeping(disk.Trace()) as trace:
        linted("roles/x.md")
    asked = [
        (at, question) for at, questions, _ in trace.groups() for question in questions.split("\0")
    ]
    assert not [
        one
        for one in asked
        if one[0].endswith("/ow/") and one[1].startswith((disk.READ, disk.READ_NO_LINK))
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_an_id_that_a_lone_manifest_or_an_archive_has_as_well(tree: Path, packed: bool) -> None:
    name = "twin.tgz" if packed else "vendor.acme.twin.json"
    twin = manifest(name="vendor.acme.twin", agents=[agent()])
    plant(tree, {**PACK, name: tgz(files(twin)) if packed else text(twin)})
    found = [
        (one.path, one.related[0].path)
        for one in linted("ow", name).findings
        if one.rule == "duplicate-agent-id"
    ]
    inside = f"{name}!pack.json" if packed else name
    assert found == [("ow/pack.json", inside), (inside, "ow/pack.json")]
