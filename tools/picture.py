"""Pictures of the text report: real output, as terminals of several widths and colours show it."""

from __future__ import annotations

import contextlib
import re
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME, TerminalTheme
from rich.text import Text

from herdr_lint import Severity, lint
from herdr_lint.report import render
from herdr_lint.report.terminal import Terminal
from herdr_lint.run.sources import read_source

SHOWN = "examples/role-pack/roles/scout.md"
_WEB_FONTS = re.compile(r"@font-face \{\{.*?\}\}\n", re.DOTALL)
_LIGHT = TerminalTheme(
    (255, 255, 255),
    (36, 41, 47),
    [(36, 41, 47), (207, 34, 46), (17, 99, 41), (125, 78, 0),
     (9, 105, 218), (130, 80, 223), (27, 124, 131), (110, 119, 129)],
    [(87, 96, 106), (164, 14, 38), (26, 127, 55), (99, 60, 1),
     (33, 139, 255), (163, 117, 249), (49, 146, 170), (140, 149, 159)],
)  # fmt: skip
_FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"


def picture(root: Path, width: int = 80, *, light: bool = False) -> str:
    """An SVG that depends on the example and on the renderer alone, and fetches no font."""
    with contextlib.chdir(root):
        report = lint([SHOWN])
        text = render(
            "text",
            report,
            sources=read_source,
            show=Severity.WARNING,
            terminal=Terminal(width, color=True),
        )
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(text.rstrip("\n")))
    layout = _WEB_FONTS.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code, monospace", _FONTS)
    svg = console.export_svg(
        title=f"herdr-lint {Path(SHOWN).name}" if width < 60 else f"herdr-lint {SHOWN}",
        theme=_LIGHT if light else SVG_EXPORT_THEME,
        code_format=layout,
        unique_id=f"herdr-lint-{width}",
    )
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())
