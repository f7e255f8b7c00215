"""The normalize command: a file as the canonical JSON that the schemas judge."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.files.regular import read_regular
from herdr_lint.judge.canonical import CanonicalError, document_bytes
from herdr_lint.judge.document import Document
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Layer, UsageError
from herdr_lint.role.document import read_role


def canonical_json(file: Path, layer: str) -> bytes:
    """A file as canonical JSON.

    Raises:
        UsageError: if it cannot be read, or has no canonical form.

    """
    try:
        document = _document(file, read_regular(file), layer)
        return document_bytes(document)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    except CanonicalError as error:
        told = (f"{file} has no canonical form: {reason}" for reason in error.reasons)
        raise UsageError(*told) from error


def _document(file: Path, data: bytes, layer: str) -> Document:
    """A Markdown file is read as a role, anything else as a manifest."""
    if file.suffix == ".md":
        at = Layer.PACKAGE if layer == "auto" else Layer(layer)
        return read_role(file.as_posix(), data, stem=file.stem, layer=at)
    return read_manifest(file.as_posix(), data)
