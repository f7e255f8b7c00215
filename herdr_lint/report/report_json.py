"""``json``: the project's own shape, fixed by ``schemas/report.schema.json``."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.report.json_text import json_text
from herdr_lint.report.view import View


def render(view: View) -> Iterator[str]:
    yield json_text(view.report.to_dict())
