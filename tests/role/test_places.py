"""Where the facts of a role stand: what was noted, and what is worked out when it is asked for."""

import pytest

from herdr_lint.judge.document import NodeSpans
from herdr_lint.model import Span
from herdr_lint.role.places import LateSpans

NOTED, LATER = NodeSpans(None, Span.at(1, 1)), NodeSpans(None, Span.at(2, 1))


def test_what_was_noted_needs_nothing_more() -> None:
    asked: list[str] = []

    def later() -> dict[str, NodeSpans]:
        asked.append("asked")
        return {"/a": LATER, "/b": LATER}

    spans = LateSpans({"/a": NOTED}, later)
    assert spans["/a"] == NOTED
    assert asked == []
    assert spans["/b"] == LATER
    assert spans["/a"] == NOTED
    assert sorted(spans) == ["/a", "/b"]
    assert len(spans) == 2
    with pytest.raises(KeyError):
        spans["/c"]
    assert asked == ["asked"]
