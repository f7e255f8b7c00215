"""Whatever happens to a file between two questions, a command ends with a sentence and its code.

Each run counts what it asks of the disk inside its folder. Another run of the same command meets
one fault, right before one of these questions.
"""

from __future__ import annotations

import errno
import io
import os
import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.builders import tgz
from tests.cli.conftest import Outcome, Run, write
from tests.cli.test_special_files import PACK

TRIED = 25
"""Faults that each command meets."""

COMMANDS: Mapping[str, Sequence[str]] = {
    "lint": ("lint", "."),
    "lint one": ("lint", "rp/roles/scout.md"),
    "lint an archive": ("lint", "ow.tgz"),
    "lint a list": ("lint", "--files-from", "list"),
    "fix": ("lint", ".", "--fix"),
    "diff": ("lint", ".", "--diff"),
    "add ignores": ("lint", ".", "--add-ignore"),
    "baseline": ("lint", ".", "--write-baseline", "base.json"),
    "output": ("lint", ".", "-o", "report", "--output-file", "sarif=report.sarif"),
    "list": ("list", ".", "--pack", "rp"),
    "show": ("show", "lead", "--pack", "rp"),
    "gate": ("gate", "ow", "--catalog", "catalog", "--previous", "ow.tgz"),
    "gate roles": ("gate", "rp"),
    "normalize": ("normalize", "rp/roles/scout.md"),
    "config": ("config", "rp/roles/scout.md"),
    "init role": ("init", "rp/roles", "--role", "lead"),
    "init from": ("init", "rp/roles", "--from", "rp/skills/s/SKILL.md"),
    "init pack": ("init", "new", "--pack", "p"),
    "associate": ("lsp", "--associate", "."),
    "clean": ("cache", "clean", "--cache-dir", "kept"),
}
ASKED = ("lstat", "mkdir", "open", "readlink", "replace", "scandir", "stat", "unlink")
ERRORS = (
    *(errno.EACCES, errno.EINVAL, errno.EIO, errno.ELOOP, errno.EMFILE, errno.ENAMETOOLONG),
    *(errno.ENOENT, errno.ENOSPC, errno.ENOTDIR, errno.EPERM, errno.EROFS),
)


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        path.unlink()


def instead(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with suppress(OSError):  # its folder is gone already
            remove(path)
            make(path)

    return change


def refused(number: int) -> Callable[[Path], None]:
    def refuse(path: Path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    return refuse


FAULTS: Mapping[str, Callable[[Path], None]] = {
    "gone": remove,
    "a folder": instead(Path.mkdir),
    "an empty file": instead(Path.touch),
    "a pipe": instead(os.mkfifo),
    "a circle": instead(lambda path: path.symlink_to(path.name)),
    "no end": instead(lambda path: path.symlink_to("/dev/zero")),
    "other bytes": instead(lambda path: path.write_bytes(b"\xff\xfe\0---\n{[")),
    **{errno.errorcode[number]: refused(number) for number in ERRORS},
}


class Disk:
    """Counts what is asked of a folder; before question number ``at``, the fault happens."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.at = -1
        self.fault: Callable[[Path], None] = remove
        self.asked = 0
        self._busy = False
        for name in ASKED:
            monkeypatch.setattr(os, name, self._watched(getattr(os, name)))
        monkeypatch.setattr(io, "open", self._watched(io.open))

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *rest: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and not self._busy:
                self._meet(Path(os.path.abspath(path)))  # noqa: PTH100 - follows no link
            return function(path, *rest, **named)

        return ask

    def _meet(self, path: Path) -> None:
        if self.folder not in path.parents:
            return
        self.asked += 1
        if self.asked - 1 != self.at:
            return
        self._busy = True
        try:
            self.fault(path)
        finally:
            self._busy = False


def planted(folder: Path) -> None:
    for name, text in PACK.items():
        write(folder / name, text)
    write(folder / "rp/roles/wrong.md", "---\nname: wrong\ndescription: d\nTools: read\n---\n\nB\n")
    write(folder / ".pi/agents/lead.md", "---\nname: lead\ndescription: d\n---\n\nB\n")
    write(folder / "herdr-lint.toml", 'ignore = ["key-unknown"]\n')
    write(folder / ".gitignore", "build/\n")
    write(folder / "list", "rp\now\n")
    shipped = {name[3:]: text.encode() for name, text in PACK.items() if name.startswith("ow/")}
    for path in ("ow.tgz", "catalog/crew.tgz"):
        write(folder / path, tgz(shipped))
    write(folder / "kept/0123", "x")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="makes what only Unix has")
@pytest.mark.parametrize("name", COMMANDS)
def test_no_fault_of_a_file_is_a_fault_of_the_program(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    tree = project / "tree"
    disk = Disk(tree, monkeypatch)

    def outcome(at: int = -1, fault: str = "gone") -> Outcome:
        disk.at = -1
        os.chdir(project)
        shutil.rmtree(tree, ignore_errors=True)
        planted(tree)
        os.chdir(tree)
        disk.at, disk.fault, disk.asked = at, FAULTS[fault], 0
        return run(*COMMANDS[name])

    assert outcome().code in {0, 1}
    questions = disk.asked
    assert questions
    chosen = random.Random(name)  # noqa: S311
    for _ in range(TRIED):
        at, fault = chosen.randrange(questions), chosen.choice(sorted(FAULTS))
        code, out, err = outcome(at, fault)
        assert code in {0, 1, 2}, (at, fault, err)
        assert "internal" not in out + err, (at, fault)
        assert code != 2 or err, (at, fault)
    disk.at = -1
    os.chdir(project)
