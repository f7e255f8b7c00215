"""What a caller may say about a search, and the directory of the agent's configuration."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.tree import PackTree
from herdr_lint.model import Layer


def _nothing(_: str) -> Sequence[str]:
    return ()


class Options(NamedTuple):
    """How to look.

    ``layer`` overrules what the place of a file says. ``roles`` tells which directories of roles
    the configuration of a folder names, absolute. ``registered`` tells which paths a package
    registers, by their names in it, or None if that cannot be known. ``excluded`` tells which paths
    the configuration leaves out, even when they are requested, and ``moves`` in which folders it
    puts files into other layers than their place does. ``agent_directory`` is the agent's
    configuration directory (None: ask the environment), ``directory`` the working directory.
    ``gitignore`` tells whether what git ignores is left out.
    """

    system: FileSystem
    layer: Layer | None = None
    roles: Callable[[str], Sequence[str]] = _nothing
    registered: Callable[[PackTree], Sequence[str] | None] | None = None
    excluded: Callable[[str], bool] | None = None
    moves: Callable[[str], bool] | None = None
    agent_directory: Path | None = None
    directory: Path | None = None
    allow_empty: bool = False
    gitignore: bool = True


def agent_directory() -> Path:
    """``$PI_CODING_AGENT_DIR``, by default ``~/.pi/agent`` (role reading 1.7)."""
    named = os.environ.get("PI_CODING_AGENT_DIR")
    return Path(os.path.abspath(os.path.expanduser(named or "~/.pi/agent")))
