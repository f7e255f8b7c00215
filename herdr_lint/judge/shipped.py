"""The shipped schema files, wherever the package is run from."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).parent.parent


@cache
def root() -> Path:
    """The folder of schemas: inside the installed package, or beside it in a source tree."""
    shipped = _PACKAGE / "schemas"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "schemas"


@cache
def load(name: str) -> Any:
    """The parsed JSON of a shipped file, by its path under ``schemas/``; not to be changed."""
    return json.loads((root() / name).read_bytes())
