"""The program without the right to read everything, which root has."""

from __future__ import annotations

import ctypes
import os
import sys

_VERSION = 0x20080522
_ALL_SEEING = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


def drop() -> bool:
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
    if not drop():
        sys.exit("the right to read everything cannot be given up here")
    from herdr_lint.cli.main import run

    run()
