"""``json-invalid`` and ``duplicate-json-key``: what the reader of a manifest met, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding, Related
from herdr_lint.syntax.parse import ParseIssue

_PHRASES: Mapping[str, str] = {
    "bad-escape": "{found} is not an escape sequence of JSON",
    "bad-number": "{found} is not a number in JSON",
    "byte-order-mark": "it begins with a byte order mark",
    "comment": "it has a comment",
    "control-character": "the control character {code} must be written as an escape sequence",
    "duplicate-key": "the key {key} stands twice",
    "empty": "it is empty",
    "invalid-utf8": "it is not UTF-8",
    "lone-surrogate": "{found} is half of a surrogate pair",
    "mismatched-bracket": "{found} is where {expected} must close what was opened",
    "missing-comma": "a comma is missing before this",
    "non-finite-literal": "{found} is not a number in JSON",
    "non-finite-number": "{found} is beyond what a number can hold",
    "single-quotes": "{found} is in single quotes",
    "text-after-end": "there is text after the end of the value",
    "too-deep": "it is nested too deeply",
    "trailing-comma": "there is a comma after the last entry",
    "unclosed": "the file ends and {found} is not closed",
    "unexpected-character": "{found} is where {expected} is expected",
    "unknown-word": "{found} is not a word of JSON; write strings in double quotes",
    "unquoted-key": "the key {found} is not in double quotes",
    "unsafe-integer": "{found} is beyond 2^53-1, which readers round",
    "unterminated-string": "the string does not end on its line",
    "utf-16": "it is UTF-16",
    "yaml-alias": "the alias {found} stands for something else",
    "yaml-anchor": "the anchor {found} names a value",
    "yaml-documents": "a second document begins here",
    "yaml-key": "the key {found} is not a string",
    "yaml-merge-key": "a merge key takes members from elsewhere",
    "yaml-syntax": "{reason}",
    "yaml-tag": "the tag {found} asks for something that JSON does not have",
    "yaml-too-large": "it has more than {limit} characters",
}

_CAUSES: Mapping[str, str] = {
    "byte-order-mark": "bom",
    "comment": "comment",
    "empty": "empty",
    "invalid-utf8": "not-utf8",
    "lone-surrogate": "lone-surrogate",
    "non-finite-literal": "nan",
    "non-finite-number": "number-range",
    "single-quotes": "single-quotes",
    "too-deep": "too-deep",
    "trailing-comma": "trailing-comma",
    "unsafe-integer": "integer-range",
    "utf-16": "not-utf8",
}

_QUOTED = frozenset({"code", "expected", "found", "key"})
_NO_FAULT = frozenset({"deeply-nested"})


def phrase(problem: ParseIssue) -> str:
    """What is wrong, as a clause that a message can end with."""
    params = {
        name: show(value) if name in _QUOTED and not _is_phrase(name, value) else value
        for name, value in problem.params.items()
    }
    return _PHRASES.get(problem.kind, problem.kind).format_map(_Lenient(params))


def _is_phrase(name: str, value: Any) -> bool:
    """Whether a reader has worded a value already: what it expected may be a phrase."""
    return "`" in str(value) or (name == "expected" and " " in str(value))


class _Lenient(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return f"`{name}`"


def findings(document: Document, context: str, data: bytes) -> Iterator[Finding]:
    """Each problem of a manifest; of bytes that are not UTF-8, only the first.

    ``context`` is the profile, and ``data`` the bytes that the document was read from.
    """
    told: set[str] = set()
    for problem in document.problems:
        if problem.kind == "duplicate-key":
            yield _duplicate(document, context, problem)
        elif problem.kind not in _NO_FAULT and not (
            problem.kind == "invalid-utf8" and problem.kind in told
        ):
            told.add(problem.kind)
            yield _invalid(document, context, problem, data)
    if document.readable and not isinstance(document.data, Mapping):
        yield word(
            "json-invalid",
            context,
            document.path,
            cause="not-an-object",
            span=document.locate(""),
            value=show(document.data),
        )


def _invalid(document: Document, context: str, problem: ParseIssue, data: bytes) -> Finding:
    fallback = "yaml" if problem.kind.startswith("yaml-") else "syntax"
    related = (
        () if problem.related is None else (Related(document.path, problem.related, "opened here"),)
    )
    return word(
        "json-invalid",
        context,
        document.path,
        cause=_CAUSES.get(problem.kind, fallback),
        span=problem.span,
        related=related,
        value=show(problem.params.get("found")),
        problem=phrase(problem),
        offset=_first_bad(data),
        expected=problem.params.get("limit"),
    )


def _first_bad(data: bytes) -> int | None:
    """The first byte that is not UTF-8, for the message that tells of it."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None


def _duplicate(document: Document, context: str, problem: ParseIssue) -> Finding:
    first = problem.related
    assert first is not None  # noqa: S101 - a repeated key has one before it
    escaped = any("\\" in document.text.slice(span) for span in (first, problem.span))
    return word(
        "duplicate-json-key",
        context,
        document.path,
        cause="escaped" if escaped else None,
        span=problem.span,
        related=(Related(document.path, first, "it stands here first"),),
        key=show(problem.params["key"]),
    )
