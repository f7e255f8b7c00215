"""Programs without the right to read everything, which root has."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_VERSION = 0x20080522
_ALL_SEEING = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


def reports_without_rights(folder: Path, *commands: list[str]) -> list[Any]:
    """The JSON that each command prints in a folder, whatever a mode forbids to anybody else."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.rights", str(folder), json.dumps(commands)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        check=False,
        timeout=60,
    )
    if done.returncode == 77:
        pytest.skip("the right to read everything cannot be given up here")
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.split(b"\0")[:-1]]


def _drop() -> bool:
    """Give up reading what modes forbid; whether that holds from now on, for this process."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return hasattr(os, "geteuid")
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()
    if libc.capget(header, sets) != 0:
        return False
    sets[0] &= ~_ALL_SEEING
    return bool(libc.capset(header, sets) == 0)


if __name__ == "__main__":
    if not _drop():
        sys.exit(77)
    from herdr_lint.cli.main import main

    os.chdir(sys.argv[1])
    for command in json.loads(sys.argv[2]):
        main(command)
        sys.stdout.write("\0")
        sys.stdout.flush()
