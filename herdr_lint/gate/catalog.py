"""The catalog of what is published: a JSON file, or made from the archives themselves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from herdr_lint.files.collect import MANIFEST
from herdr_lint.files.pack_input import Handed, PackInput
from herdr_lint.files.regular import larger_than
from herdr_lint.judge.judge import show_path
from herdr_lint.model import Limits, UsageError
from herdr_lint.openwop.published import PublishedPack, PublishedPacks
from herdr_lint.project.walk import ARCHIVES
from herdr_lint.run.archive_findings import is_incomplete
from herdr_lint.run.packed import PACKAGE, manifest_of
from herdr_lint.syntax.json_reader import why_no_json

LARGEST = 256 << 20
"""Bytes of a catalog in JSON."""


def read_catalog(path: Path) -> PublishedPacks:
    """The catalog in a JSON file; of a folder, that of the archives below it.

    Raises:
        UsageError: it cannot be read, or not in full; what is left out of a catalog would pass for
            what was never published.

    """
    try:
        if path.is_dir():
            return catalog_of(_archives_below(path))
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise UsageError(f"the catalog {_shown(path)} is {larger_than(LARGEST)}")
        content = json.loads(data)
    except OSError as error:
        raise UsageError(f"cannot read the catalog {_shown(path)}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        told = f"the catalog {_shown(path)} is not JSON: {why_no_json(error)}"
        raise UsageError(f"{told}; `herdr-lint schema catalog` prints its form") from error
    return PublishedPacks.read(content)


def _archives_below(folder: Path) -> list[Path]:
    """The archives in a folder. Raises OSError where one below it cannot be listed."""

    def fail(error: OSError) -> None:
        raise error

    below = (Path(at, name) for at, _, names in os.walk(folder, onerror=fail) for name in names)
    archives = sorted(path for path in below if path.name.endswith(ARCHIVES))
    if not archives:
        told = f"the catalog {_shown(folder)} holds no archives ({', '.join(ARCHIVES)})"
        raise UsageError(f"{told}; give the folder of what is published, or a JSON file")
    return archives


def catalog_of(packs: Iterable[Handed]) -> PublishedPacks:
    """The names, versions, integrities and ids of packs that are published already.

    Nothing is judged.

    Raises:
        UsageError: naming each pack that cannot be read in full, or whose manifest has no name and
            version.

    """
    found: dict[str, PublishedPack] = {}
    problems = []
    for pack in packs:
        given = PackInput.read(pack, Limits())
        manifest = manifest_of(given, MANIFEST) or manifest_of(given, PACKAGE)
        data = manifest.data if manifest and isinstance(manifest.data, Mapping) else {}
        name, version = data.get("name"), data.get("version")
        if is_incomplete(given.files):
            problems.append(_useless(given, "cannot be read in full"))
            continue
        if not (isinstance(name, str) and isinstance(version, str)):
            problems.append(_useless(given, "has no manifest with a name and a version"))
            continue
        before = found.get(name, PublishedPack())
        found[name] = PublishedPack(
            {**before.versions, version: given.integrity},
            before.type_ids | set(_ids(data.get("nodes"), "typeId")),
            before.agent_ids | set(_ids(data.get("agents"), "agentId")),
        )
    if problems:
        raise UsageError(*problems)
    return PublishedPacks(found)


def _useless(pack: PackInput, trouble: str) -> str:
    told = f"the catalog's archive {show_path(pack.label)} {trouble}"
    return f"{told}; replace it, or take it out of the folder"


def _shown(path: Path) -> str:
    return show_path(path.as_posix())


def _ids(items: Any, key: str) -> Iterable[str]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get(key), str):
            yield item[key]
