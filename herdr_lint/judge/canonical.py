"""Canonical JSON: the bytes that RFC 8785 gives to data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from herdr_lint.judge.document import Document
from herdr_lint.judge.parse_findings import phrase
from herdr_lint.late import late
from herdr_lint.syntax.parse import ParseIssue

if TYPE_CHECKING:
    import rfc8785
else:
    rfc8785 = late("rfc8785")

_SURROGATE = "it holds half of a surrogate pair"


MOST_REASONS = 20
"""Reasons that are told of one document."""


class CanonicalError(ValueError):
    """Data that has no canonical form; the message is a reason that can end a sentence.

    ``reasons`` holds each reason by itself, with the place in the file where it is known.
    """

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


def canonical_bytes(data: Any) -> bytes:
    """The RFC 8785 form of JSON data.

    Raises `CanonicalError` for what I-JSON does not admit (integers beyond 2^53-1, infinities,
    NaN, lone surrogates), for what is not JSON at all, and for nesting that would exhaust the
    printer.
    """
    try:
        return rfc8785.dumps(data)
    except RecursionError:
        raise CanonicalError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise CanonicalError(_SURROGATE) from None
    except rfc8785.IntegerDomainError:
        raise CanonicalError("it holds an integer beyond 2^53-1") from None
    except rfc8785.FloatDomainError:
        raise CanonicalError("it holds a number that is not finite") from None
    except rfc8785.CanonicalizationError as error:
        surrogate = isinstance(error.__cause__, UnicodeEncodeError)
        raise CanonicalError(_SURROGATE if surrogate else "it is not JSON") from error


def document_bytes(document: Document) -> bytes:
    """The RFC 8785 form of a document's whole data; raises what `whole_data` raises."""
    return canonical_bytes(whole_data(document))


def whole_data(document: Document) -> Any:
    """The data of a document, if it says all that the file says and nothing else.

    What JSON cannot say is nowhere repaired in silence: a file with a repeated key, an integer
    beyond 2^53-1, a tag of YAML or bytes that are not UTF-8 means different things to different
    readers. (A role document is made of facts, and states such things among them.)

    Raises:
        CanonicalError: with everything in the file that its data does not show.

    """
    if document.problems:
        raise CanonicalError(*map(_reason, document.problems[:MOST_REASONS]))
    return document.data


def _reason(problem: ParseIssue) -> str:
    if problem.kind == "deeply-nested":
        return "it is nested too deeply"
    start = problem.span.start
    return f"line {start.line}, column {start.column}: {phrase(problem)}"
