"""The lsp command: serve one editor."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.model import UsageError


def serve_editor() -> None:
    """Serve until the editor is done.

    Raises:
        UsageError: if the library that speaks the protocol is not there.

    """
    try:
        from herdr_lint.lsp.server import serve
    except ImportError as error:
        needed = "`herdr-lint lsp` needs pygls: pip install 'herdr-lint[lsp]'"
        raise UsageError(needed) from error
    serve()


def associated(project: Path, profile: str) -> str:
    """Write schemas and settings for editors; what was done, as text.

    Raises:
        UsageError: as ``associate`` says.

    """
    from herdr_lint.cli.associate import associate

    return associate(project, profile)
