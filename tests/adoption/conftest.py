"""What stands in the repository beside the package: its pages, hooks, actions and examples."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# An installed package is tested without the repository around it.
collect_ignore_glob = [] if (ROOT / "docs").is_dir() else ["test_*.py"]


def program(name: str) -> str | None:
    """The path of a program that this environment brings along, or else of one on the machine."""
    return shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
