"""Programs that unpack archives, each into a folder of its own, and what they wrote."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

SCRIPT = Path(__file__).parent / "unpack.mjs"
PACKAGES = ("tar@7",)
LINK = b"(a link)"
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}
"""libarchive and Info-ZIP replace characters that the locale does not have."""

Unpack: TypeAlias = Callable[[Path, Path], object]


@dataclass(frozen=True)
class Unpacker:
    """``forms`` are the archives it can read; ``strips`` whether it drops the first step."""

    name: str
    forms: frozenset[str]
    unpack: Unpack
    strips: bool = False

    def written(self, archive: Path, folder: Path) -> Mapping[str, bytes]:
        """The files that came of an archive; whatever the program says of it does not count."""
        folder.mkdir()
        try:
            self.unpack(archive, folder)
            return dict(_files(folder))
        finally:
            shutil.rmtree(folder)


TAR, ZIP = frozenset({"tgz", "tar"}), frozenset({"zip"})


def _command(*words: str) -> Unpack:
    def run(archive: Path, folder: Path) -> object:
        named = [word.format(archive=archive, folder=folder) for word in words]
        with archive.open("rb") as opened:
            return subprocess.run(
                named, stdin=opened, capture_output=True, check=False, timeout=60, env=ENVIRONMENT
            )

    return run


def _python_tar(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
    except (tarfile.TarError, OSError, EOFError, ValueError):
        pass


def _python_zip(archive: Path, folder: Path) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(archive.read_bytes())) as opened:
            for info in opened.infolist():
                opened.extract(info, folder)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError):
        pass


class Npm:
    """node-tar in one process for all archives."""

    def __init__(self, home: Path) -> None:
        (home / "package.json").write_text('{"private": true, "type": "module"}\n')
        subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", *PACKAGES],
            cwd=home,
            check=True,
            capture_output=True,
            timeout=300,
        )
        script = shutil.copy(SCRIPT, home)
        self._process = subprocess.Popen(
            ["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def unpack(self, archive: Path, folder: Path, strip: int) -> None:
        assert self._process.stdin
        assert self._process.stdout
        order = {"file": str(archive), "folder": str(folder), "strip": strip}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline().startswith(("done", "stopped"))

    def close(self) -> None:
        self._process.communicate()


def unpackers(npm: Npm) -> Iterator[Unpacker]:
    yield Unpacker("npm", TAR, lambda archive, to: npm.unpack(archive, to, 1), strips=True)
    yield Unpacker("node-tar", TAR, lambda archive, to: npm.unpack(archive, to, 0))
    yield Unpacker("tarfile", TAR, _python_tar)
    yield Unpacker("GNU tar", TAR, _command("tar", "-xf", "{archive}", "-C", "{folder}"))
    yield Unpacker("bsdtar", TAR | ZIP, _command("bsdtar", "-xf", "{archive}", "-C", "{folder}"))
    yield Unpacker("bsdtar, stream", ZIP, _command("bsdtar", "-xf", "-", "-C", "{folder}"))
    yield Unpacker("unzip", ZIP, _command("unzip", "-oq", "{archive}", "-d", "{folder}"))
    yield Unpacker("zipfile", ZIP, _python_zip)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for root, folders, names in os.walk(folder):
        for name in (*names, *folders):
            path = Path(root, name)
            label = path.relative_to(folder).as_posix()
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                yield label, LINK
            elif path.is_file():
                path.chmod(0o644)
                yield label, path.read_bytes()
