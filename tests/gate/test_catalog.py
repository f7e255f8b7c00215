"""A catalog made from archives, or read from a file."""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import UsageError, gate
from herdr_lint.files.pack_input import integrity
from herdr_lint.gate.catalog import catalog_of, read_catalog
from herdr_lint.openwop.published import PublishedPack
from tests.builders import NAME, agent, files, manifest, node, text, tgz


def test_a_catalog_knows_names_versions_and_ids() -> None:
    first, second = tgz(files()), files(manifest(version="1.1.0", nodes=[node(), {}, 1]))
    catalog = catalog_of([first, second, {"package.json": text({"name": "a", "version": "1"})}])
    assert catalog.packs == {
        NAME: PublishedPack(
            {"1.0.0": integrity(first), "1.1.0": None},
            frozenset({"acme.text.count"}),
            frozenset({f"{NAME}.writer"}),
        ),
        "a": PublishedPack({"1": None}),
    }


def test_it_is_the_one_that_the_gate_wants() -> None:
    catalog = catalog_of([tgz(files(manifest(name="vendor.acme.other", agents=[agent()])))])
    verdict = gate(tgz(files()), catalog=catalog)
    assert [(one.rule, one.cause) for one in verdict.findings] == [
        ("duplicate-agent-id", "other-pack")
    ]
    assert gate(tgz(files()), catalog=catalog.to_dict()) == verdict


@pytest.mark.parametrize(
    ("broken", "trouble"),
    [
        (b"", "cannot be read in full"),
        (tgz(files())[:-40], "cannot be read in full"),
        ({"pack.json": b"[]"}, "has no manifest with a name and a version"),
        ({"pack.json": text({"name": "a"})}, "has no manifest with a name and a version"),
        ({"pack.json": text({"version": "1"})}, "has no manifest with a name and a version"),
        ({}, "has no manifest with a name and a version"),
    ],
    ids=["empty", "truncated", "a list", "no version", "no name", "no manifest"],
)
def test_what_is_no_pack_is_named(broken: bytes | dict[str, bytes], trouble: str) -> None:
    with pytest.raises(UsageError) as raised:
        catalog_of([tgz(files()), broken])
    assert raised.value.problems == (
        f"the catalog's archive `pack` {trouble}; replace it, or take it out of the folder",
    )


def test_a_folder_of_archives_is_a_catalog(tmp_path: Path) -> None:
    folder = tmp_path / "v1" / "packs" / NAME / "-"
    folder.mkdir(parents=True)
    (folder / "1.0.0.tgz").write_bytes(tgz(files()))
    (folder / "1.0.0.json").write_bytes(b"{}")
    catalog = read_catalog(tmp_path)
    assert catalog.packs[NAME].versions == {"1.0.0": integrity(tgz(files()))}
    assert gate(tgz(files()), catalog=tmp_path).republished


def test_a_folder_of_sources_is_none(tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_bytes(text(manifest()))
    with pytest.raises(UsageError) as raised:
        read_catalog(tmp_path)
    assert str(raised.value) == (
        f"the catalog `{tmp_path}` holds no archives (.tgz, .tar.gz, .tar, .zip); give the folder"
        " of what is published, or a JSON file"
    )


def test_every_archive_that_is_of_no_use_is_named() -> None:
    with pytest.raises(UsageError) as raised:
        catalog_of([b"", {}, tgz(files()), b""])
    useless = "the catalog's archive `pack` {}; replace it, or take it out of the folder"
    assert raised.value.problems == tuple(
        useless.format(trouble)
        for trouble in (
            "cannot be read in full",
            "has no manifest with a name and a version",
            "cannot be read in full",
        )
    )


def test_a_file_is_read_as_json(tmp_path: Path) -> None:
    file = tmp_path / "catalog.json"
    file.write_text(json.dumps(catalog_of([tgz(files())]).to_dict()))
    assert read_catalog(file) == catalog_of([tgz(files())])


OTHER_FORM = "is not of the form that `herdr-lint schema catalog` prints"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "cannot read the catalog `{}`: No such file or directory"),
        (
            b"",
            "the catalog `{}` is not JSON: Expecting value: line 1 column 1 (char 0);"
            " `herdr-lint schema catalog` prints its form",
        ),
        (
            b'{"version": 1, "pac',
            "the catalog `{}` is not JSON: Unterminated string starting at: line 1 column 16"
            " (char 15); `herdr-lint schema catalog` prints its form",
        ),
        (b"{}", f"the catalog {OTHER_FORM}: the document has no `packs`"),
        (b"{}".ljust(1000), f"the catalog {OTHER_FORM}: the document has no `packs`"),
        (b"{}".ljust(1001), "the catalog `{}` is larger than 1000 bytes"),
    ],
)
def test_what_is_no_catalog_is_wrong_use(
    content: bytes | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "catalog.json"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(import_module("herdr_lint.gate.catalog"), "LARGEST", 1000)
    with pytest.raises(UsageError) as raised:
        read_catalog(file)
    assert raised.value.problems[0] == problem.format(file)


def test_json_without_end_is_not_read_for_ever(tmp_path: Path) -> None:
    file = tmp_path / "catalog.json"
    file.write_bytes(b"[" * 100_000)
    with pytest.raises(UsageError) as raised:
        read_catalog(file)
    told = f"the catalog `{file}` is not JSON: it is nested too deeply"
    assert raised.value.problems == (f"{told}; `herdr-lint schema catalog` prints its form",)


def test_a_folder_that_cannot_be_listed_whole_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "crew.tgz").write_bytes(tgz(files()))
    scan = os.scandir

    def scanned(path: str) -> Any:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr("os.scandir", scanned)
    with pytest.raises(UsageError) as raised:
        read_catalog(tmp_path)
    assert str(raised.value) == f"cannot read the catalog `{tmp_path}`: Permission denied"
