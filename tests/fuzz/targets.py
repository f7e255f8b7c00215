"""What holds for any bytes, one function for each door through which bytes come in.

``python -m tests.fuzz TARGET`` looks for bytes for which it does not hold, led by coverage;
`tests/fuzz/test_targets.py` tries random ones and all that were ever found.
"""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from herdr_lint import gate
from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import PackFiles
from herdr_lint.files.names import normal
from herdr_lint.judge import validator
from herdr_lint.judge.canonical import CanonicalError, document_bytes
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Layer, Limits, Severity, Span
from herdr_lint.role.document import read_role
from herdr_lint.run.archive_findings import archive_findings
from herdr_lint.syntax.text import SourceText

LIMITS = Limits(unpacked=1 << 20, member=1 << 18, manifest=1 << 16, members=200)
BETWEEN = b"\n---8<---\n"
"""Stands between the files of a pack, and after the name of each, in an input for ``gate``."""


def frontmatter(data: bytes) -> None:
    for layer in (Layer.PACKAGE, Layer.PROJECT):
        document = read_role("scout.md", data, stem="scout", layer=layer)
        document_bytes(document)
        _spans_are_places(document)
        found = tuple(judge(document, validator.shipped("role/role.schema.json"), layer.value))
        _findings_are_sound(found, document.text)


def yaml(data: bytes) -> None:
    document = read_manifest("pack.yaml", data)
    _spans_are_places(document)
    _is_canonical_or_says_why(document)


def json_text(data: bytes) -> None:
    document = read_manifest("pack.json", data)
    _spans_are_places(document)
    _is_canonical_or_says_why(document)
    if document.readable and not document.problems:
        assert json.loads(data) == document.data


def archive(data: bytes) -> None:
    files = read_archive(data, LIMITS)
    assert sum(map(len, files.members.values())) <= LIMITS.unpacked
    found = [*archive_findings(files, "a.tgz", "role-pack")]
    for finding in found:
        assert finding.message.isprintable()
    if all(finding.severity is not Severity.ERROR for finding in found):
        stored = {files.stored(name): content for name, content in files.members.items()}
        for name, content in _as_python_reads(files, data):
            assert stored.get(normal(name)) == content, name


def gate_pack(data: bytes) -> None:
    parts = data.split(BETWEEN)
    names = [part.decode("utf-8", "replace") for part in parts[:-1:2]]
    pack: bytes | Mapping[str, bytes] = data
    if len(parts) > 2:
        pack = dict(zip(names, parts[1::2], strict=False))
    verdict = gate(pack, limits=LIMITS)
    assert not [one for one in verdict.findings if one.rule == "internal-error"]
    errors = any(one.severity is Severity.ERROR for one in verdict.findings)
    assert not (verdict.accepted and errors)
    json.dumps(verdict.to_dict())


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "frontmatter": frontmatter,
    "yaml": yaml,
    "json": json_text,
    "archive": archive,
    "gate": gate_pack,
}


def _spans_are_places(document: Document) -> None:
    for spans in document.spans.values():
        for span in (spans.key, spans.value):
            if span is not None:
                _is_place(span, document.text)


def _is_place(span: Span, text: SourceText) -> None:
    assert min(span.start.line, span.start.column) >= 1
    assert span.start <= span.end
    assert text.offset(span.start) <= text.offset(span.end) <= len(text.text)


def _is_canonical_or_says_why(document: Document) -> None:
    if not document.problems:
        document_bytes(document)
        return
    with suppress(CanonicalError):
        document_bytes(document)


def _findings_are_sound(found: tuple[Finding, ...], text: SourceText) -> None:
    for finding in found:
        assert finding.rule != "internal-error", finding.message
        assert finding.message.isprintable(), finding.message
        _is_place(finding.span, text)
        for edit in finding.edits:
            _is_place(edit.span, text)


def _as_python_reads(files: PackFiles, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files that Python's own readers find, as far as they get."""
    if files.form == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as opened:
            for info in opened.infolist():
                if not info.is_dir():
                    yield info.filename, opened.read(info)
        return
    with tarfile.open(fileobj=io.BytesIO(data)) as opened_tar:
        for member in opened_tar:
            content = opened_tar.extractfile(member) if member.isreg() else None
            if content is not None:
                yield member.name, content.read()
            else:
                assert member.isdir(), member.name
