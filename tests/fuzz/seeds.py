"""Sound and broken files to start from: those of the scenarios, and archives of an attacker."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.targets import BETWEEN
from tests.scenarios import scenarios
from tests.unpackers.mutants import archive

FOUND = Path(__file__).parent / "found"
SUFFIXES = {"frontmatter": (".md",), "yaml": (".yaml", ".yml"), "json": (".json",)}
ARCHIVES = 300


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to start from; those that were found once are among them."""
    yield from found(target)
    if target == "archive":
        yield from map(archive, range(ARCHIVES))
        yield from (_plain(archive(seed)) for seed in range(ARCHIVES))
    for scenario in scenarios():
        files = {name: data for name, data in scenario.files.items() if isinstance(data, bytes)}
        if target == "gate":
            yield BETWEEN.join(part for name in files for part in (name.encode(), files[name], b""))
        for name, data in files.items():
            if name.endswith(SUFFIXES.get(target, ())):
                yield data
            if target == "yaml" and name.endswith(".json"):
                yield data


def found(target: str) -> Iterator[bytes]:
    """Inputs for which something did not hold when they were found."""
    for path in sorted((FOUND / target).glob("*")):
        yield path.read_bytes()


def _plain(data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return data
