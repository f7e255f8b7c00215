"""What a caller may say about a search, and the directory of the agent's configuration."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from herdr_lint.model import Layer


@dataclass(frozen=True, slots=True)
class Options:
    """How to look.

    ``layer`` overrules what the place of a file says. ``roles`` are directories of roles that
    the configuration names, absolute. ``registered`` tells for the root of a package which
    paths it registers, or None if that cannot be known. ``excluded`` tells which paths the
    configuration leaves out, even when they are given. ``agent_directory`` is the agent's
    configuration directory (None: ask the environment), ``directory`` the working directory.
    ``context`` are trees whose roles count for collisions without being judged themselves.
    ``gitignore`` tells whether what git ignores is left out.
    """

    layer: Layer | None = None
    roles: tuple[Path, ...] = ()
    registered: Callable[[Path], Sequence[Path] | None] | None = None
    excluded: Callable[[Path], bool] | None = None
    agent_directory: Path | None = None
    directory: Path | None = None
    context: tuple[Path, ...] = ()
    allow_empty: bool = False
    gitignore: bool = True


def agent_directory(environment: Mapping[str, str] | None = None) -> Path:
    """``$PI_CODING_AGENT_DIR``, by default ``~/.pi/agent`` (role reading 1.7)."""
    named = (os.environ if environment is None else environment).get("PI_CODING_AGENT_DIR")
    return Path(os.path.abspath(os.path.expanduser(named or "~/.pi/agent")))
