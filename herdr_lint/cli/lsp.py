"""The lsp command: serve one editor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.cli.associate import associate
from herdr_lint.late import late
from herdr_lint.model import UsageError

if TYPE_CHECKING:
    from herdr_lint.lsp import server
else:
    server = late("herdr_lint.lsp.server")


def serve_editor() -> None:
    """Serve until the editor is done.

    Raises:
        UsageError: if the library that speaks the protocol is not there, or a stream is closed.

    """
    try:
        serve = server.serve
    except ImportError as error:
        needed = "`herdr-lint lsp` needs pygls: pip install 'herdr-lint[lsp]'"
        raise UsageError(needed) from error
    if sys.stdin is None or sys.stdout is None:
        raise UsageError("an editor talks on standard input and output, and one of them is closed")
    serve()


def associated(project: Path, profile: str) -> str:
    """Write schemas and settings for editors; what was done, as text.

    Raises:
        UsageError: as ``associate`` says.

    """
    return associate(project, profile)
