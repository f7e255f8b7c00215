"""Canonical JSON: the bytes that RFC 8785 gives to data."""

from __future__ import annotations

from typing import Any

from herdr_lint.judge.document import Document

_SURROGATE = "it holds half of a surrogate pair"


class CanonicalError(ValueError):
    """Data that has no canonical form; the message is a reason that can end a sentence."""


def canonical_bytes(data: Any) -> bytes:
    """The RFC 8785 form of JSON data.

    Raises `CanonicalError` for what I-JSON does not admit (integers beyond 2^53-1, infinities,
    NaN, lone surrogates), for what is not JSON at all, and for nesting that would exhaust the
    printer.
    """
    import rfc8785

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
    """The RFC 8785 form of a document's whole data.

    Raises `CanonicalError` as `canonical_bytes` does, and also for a document that could not be
    read to its end or whose deepest levels were left out.
    """
    if not document.readable:
        raise CanonicalError("it could not be read")
    if any(problem.kind == "deeply-nested" for problem in document.problems):
        raise CanonicalError("it is nested too deeply")
    return canonical_bytes(document.data)
