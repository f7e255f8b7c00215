"""``json``: the project's own shape, fixed by ``schemas/report.schema.json``."""

from __future__ import annotations

import json

from herdr_lint.report.view import View


def render(view: View) -> str:
    return json.dumps(view.report.to_dict(), ensure_ascii=False, indent=2) + "\n"
