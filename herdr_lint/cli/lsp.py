"""The lsp command: serve one editor."""

from __future__ import annotations

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
