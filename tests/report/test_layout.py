"""Rows that are cut off, to the last cell."""

from __future__ import annotations

import pytest
from rich.text import Text

from herdr_lint.report.layout import cut_off


@pytest.mark.parametrize(
    ("rows", "most", "shown"),
    [
        (["a", "b"], None, ["a", "b"]),
        (["a", "b"], 2, ["a", "b"]),
        (["a", "b", "c"], 2, ["a", "b …"]),
        (["a", "b  "], 1, ["a …"]),
        (["a   ", "b"], 1, ["a …"]),
        (["12345678", "b"], 1, ["12345678 …"]),
        (["123456789", "b"], 1, ["12345678 …"]),
    ],
)
def test_rows_that_are_too_many(rows: list[str], most: int | None, shown: list[str]) -> None:
    assert [row.plain for row in cut_off([Text(row) for row in rows], most, 10)] == shown
