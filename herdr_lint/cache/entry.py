"""What a run came to, as bytes and back; bytes that are anything else come to nothing.

An entry is a line with its format and a digest of the rest, and the rest in JSON: it may come from
anywhere, and nothing in it is run.
"""

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from herdr_lint.cache import Told
from herdr_lint.files.disk import Group
from herdr_lint.model import (
    Edit,
    Finding,
    Position,
    Related,
    Report,
    Severity,
    Span,
    Suppressed,
    Unchecked,
)

_FORMAT = b"herdr-lint cache 1 "


class Kept(NamedTuple):
    """What a run of a ``program`` on a ``request`` came to as long as the trace holds."""

    program: str
    request: str
    trace: Sequence[Group]
    told: Told


def packed(entry: Kept) -> Sequence[bytes]:
    """The bytes of an entry, in pieces: that of a large run would be held several times."""
    trace = [(folder, asked, digest.hex()) for folder, asked, digest in entry.trace]
    parts = (entry.program, entry.request, trace, entry.told)
    body = [piece for one in parts for piece in (b",", _json(one))]
    body[0] = b"["
    body.append(b"]")
    return [_head(body), *body]


def _json(value: Any) -> bytes:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def unpacked(data: bytes) -> Kept | None:
    """The entry that these bytes are; None where they are none, or not all of one."""
    body = data[data.find(b"\n") + 1 :]
    if not data.startswith(_head([body])):
        return None
    try:
        return _entry(json.loads(body.decode("utf-8", "surrogatepass")))
    except (TypeError, ValueError, RecursionError):
        return None


def _head(body: Sequence[bytes]) -> bytes:
    digest = blake2b(digest_size=16)
    for piece in body:
        digest.update(piece)
    return _FORMAT + digest.hexdigest().encode() + b"\n"


def _entry(value: Any) -> Kept:
    program, request, trace, (report, show, code) = value
    groups = [(_text(at), _text(asked), bytes.fromhex(digest)) for at, asked, digest in trace]
    told = Told(_report(*report), Severity(show), int(code))
    return Kept(_text(program), _text(request), groups, told)


def _report(findings: Any, unchecked: Any, files: Any, suppressed: Any) -> Report:
    return Report(
        tuple(_finding(one) for one in findings),
        tuple(
            Unchecked(_text(path), _text(why), bool(decides)) for path, why, decides in unchecked
        ),
        tuple(map(_text, files)),
        tuple(_suppressed(*one) for one in suppressed),
    )


def _finding(value: Any) -> Finding:
    rule, severity, message, help_, path, span, *more = value
    cause, consequence, pointer, host_code, host_reports, source, related, edits = more
    return Finding(
        rule=_text(rule),
        severity=Severity(severity),
        message=_text(message),
        help=_text(help_),
        path=_text(path),
        span=_span(span),
        cause=_text_if_any(cause),
        consequence=_text_if_any(consequence),
        pointer=_text_if_any(pointer),
        host_code=_text_if_any(host_code),
        host_reports=bool(host_reports),
        source=_text_if_any(source),
        related=tuple(Related(_text(at), _span(span), _text(told)) for at, span, told in related),
        edits=tuple(Edit(_span(span), _text(text), bool(safe)) for span, text, safe in edits),
    )


def _suppressed(finding: Any, kind: Any, reason: Any) -> Suppressed:
    if kind not in {"inSource", "external"}:
        raise ValueError(kind)
    return Suppressed(_finding(finding), kind, _text(reason))


def _span(value: Any) -> Span:
    (line, column), (end_line, end_column) = value
    return Span(Position(int(line), int(column)), Position(int(end_line), int(end_column)))


def _text_if_any(value: Any) -> str | None:
    return None if value is None else _text(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
