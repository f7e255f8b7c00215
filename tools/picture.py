"""``docs/output.svg``: real output of the text report, as a terminal shows it."""

from __future__ import annotations

import contextlib
import re
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from herdr_lint import Severity, lint
from herdr_lint.report import render
from herdr_lint.run.sources import read_source

SHOWN = "examples/role-pack/roles/scout.md"
WIDTH = 80
_WEB_FONTS = re.compile(r"@font-face \{\{.*?\}\}\n", re.DOTALL)
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"


def picture(root: Path) -> str:
    """An SVG that depends on the example and on the renderer alone, and fetches no font."""
    with contextlib.chdir(root):
        report = lint([SHOWN])
        text = render(
            "text", report, sources=read_source, show=Severity.WARNING, color=True, width=WIDTH
        )
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text.rstrip("\n")))
    layout = _WEB_FONTS.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code, monospace", _FONTS)
    svg = console.export_svg(
        title=f"herdr-lint {SHOWN}", code_format=layout, unique_id="herdr-lint"
    )
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())
