from __future__ import annotations

from herdr_lint.files.names import LONGEST, composed, folded


def test_composed() -> None:
    assert composed("e\u0301/a\u0308.md") == "\u00e9/\u00e4.md"
    assert composed("e\u0301" * LONGEST) == "e\u0301" * LONGEST


def test_folded() -> None:
    same = ("Strasse. ", "stra\u00dfe", "STRASSE", "stra\u200dsse", "\uff53trasse")
    assert {folded(name) for name in same} == {"strasse"}
