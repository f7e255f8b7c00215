"""What is judged is what is unpacked. Runs with ``HERDR_LINT_UNPACKERS=1000`` (archives) alone.

Needs npm and the network (for node-tar), GNU tar, bsdtar and unzip. ``HERDR_LINT_UNPACKERS_FROM``
is the number of the first archive.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import PackFiles
from herdr_lint.model import Severity
from herdr_lint.run.archive_findings import archive_findings
from tests.unpackers.mutants import archive
from tests.unpackers.unpackers import Npm, Unpacker, unpackers

COUNT = int(os.environ.get("HERDR_LINT_UNPACKERS", "0"))
START = int(os.environ.get("HERDR_LINT_UNPACKERS_FROM", "0"))

pytestmark = pytest.mark.skipif(
    not COUNT or not all(map(shutil.which, ("npm", "tar", "bsdtar", "unzip"))),
    reason="set HERDR_LINT_UNPACKERS=1000 to unpack so many archives with other programs",
)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Unpacker, ...]]:
    npm = Npm(tmp_path_factory.mktemp("npm"))
    yield tuple(unpackers(npm))
    npm.close()


def is_taken(files: PackFiles, profile: str) -> bool:
    found = archive_findings(files, "a", profile)
    return not any(finding.severity is Severity.ERROR for finding in found)


def judged(files: PackFiles, unpacker: Unpacker) -> Mapping[str, bytes]:
    """The files by the names under which a program has to write them."""
    if unpacker.strips:
        return files.members
    return {files.stored(name): content for name, content in files.members.items()}


def test_nothing_is_unpacked_that_was_not_judged(
    programs: tuple[Unpacker, ...], tmp_path: Path
) -> None:
    tried: Counter[str] = Counter()
    wrong: list[tuple[int, str, str]] = []
    file = tmp_path / "archive"
    for seed in range(START, START + COUNT):
        data = archive(seed)
        files = read_archive(data)
        taken = {name for name in ("openwop/v1", "role-pack") if is_taken(files, name)}
        tried[f"{files.form} {'taken' if taken else 'refused'}"] += 1
        if not taken:
            continue
        file.write_bytes(data)
        for program in programs:
            if files.form not in program.forms or (program.strips and "role-pack" not in taken):
                continue
            tried[program.name] += 1
            known = judged(files, program)
            for name, content in program.written(file, tmp_path / "to").items():
                if known.get(name) != content:
                    wrong.append((seed, program.name, name))
    print(dict(sorted(tried.items())))  # noqa: T201 - the figures of a long run
    assert wrong == []
