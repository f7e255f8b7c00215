"""Text for standard output."""

from __future__ import annotations

import sys


def emit(text: str) -> None:
    """Print as UTF-8 whatever the locale says, so that one file name cannot end a run."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()
