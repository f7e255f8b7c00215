"""SECURITY.md promises nothing that no test holds."""

from __future__ import annotations

import re

from tests.adoption.conftest import ROOT


def test_every_promise_names_tests_that_there_are() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    table = text.partition("## What is promised")[2].partition("\n## ")[0]
    rows = [row for row in table.split("\n") if row.startswith("| ")][1:]
    assert rows
    for row in rows:
        named = re.findall(r"`(tests/[^`]+)`", row)
        assert named, row
        for path in named:
            assert (ROOT / path).exists(), path
