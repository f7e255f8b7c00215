"""Every format over one report, as a reader would get it.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest tests/report/test_golden.py``, then read
the difference before it is committed. CI never writes.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from herdr_lint.model import Edit, Finding, Related, Report, Severity, Span
from herdr_lint.report import FORMATS, render
from herdr_lint.report.terminal import Terminal
from herdr_lint.syntax.text import SourceText
from herdr_lint.version import __version__
from tests.report.sample import REPORT, sources

pytestmark = pytest.mark.usefixtures("sample_rules")

GOLDEN = Path(__file__).parent.parent / "golden" / "report"
ENDINGS = {
    "text": "txt",
    "concise": "txt",
    "json-lines": "jsonl",
    "github": "txt",
    "junit": "xml",
    "markdown": "md",
    "checkstyle": "xml",
}


def rendered(format_name: str) -> str:
    text = render(format_name, REPORT, sources=sources)
    if format_name == "sarif":  # one long line, spread out so that a difference can be read
        text = json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    return text.replace(f'"{__version__}"', '"0.0.0"')


@pytest.mark.parametrize("format_name", FORMATS)
def test_format_is_as_agreed(format_name: str) -> None:
    golden = GOLDEN / f"{format_name}.{ENDINGS.get(format_name, 'json')}"
    compare(rendered(format_name), golden)


def compare(text: str, golden: Path) -> None:
    actual = text.encode()
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_bytes(actual)
    assert actual.decode() == golden.read_bytes().decode()


def test_the_text_is_the_same_in_colour() -> None:
    """Each escape is shown as ``ESC``."""
    seen = Terminal(color=True, hyperlinks=True)
    text = render("text", REPORT, sources=sources, terminal=seen)
    far = (Related("a.md", Span.at(8, 1), "far"),)
    many = Report.of([MUCH._replace(related=far, message="m", help="", consequence=None)])
    text += render("text", many, sources=lambda _: LINES, terminal=seen)
    compare(text.replace("\x1b", "ESC"), GOLDEN.parent / "colour.txt")
    codes = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;;.*?\x1b\\")
    plain = render("text", REPORT, sources=sources)
    assert codes.sub("", text) == plain + render("text", many, sources=lambda _: LINES)


def test_every_golden_file_belongs_to_a_format() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(FORMATS)


MUCH = Finding(
    "role-name-mismatch",
    Severity.ERROR,
    f"`name` is `scuot`, but {' '.join(f'm{number}' for number in range(66))}",
    f"{' '.join(f'h{number}' for number in range(55))} last",
    "a.md",
    Span.at(2, 7, 12),
    consequence=f"The host {' '.join(f'c{number}' for number in range(50))}",
    host_code="other",
    related=(
        Related("b.md", Span.at(1, 1), "another role has that name"),
        Related("c.md", Span.at(1, 1), ""),
        Related("a.md", Span.at(4, 1, 5), "here as well"),
    ),
    edits=tuple(Edit(Span.at(line, 1, 6), f"x{line}\ny{line}\nz{line}") for line in (3, 5, 7)),
)


LINES = SourceText.decode(
    "\n".join(["---", "name: scuot", *(f"k{number}: v" for number in range(3, 9))]).encode()
)


def test_the_fewer_rows_there_are_the_less_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step: what stands elsewhere as well is left out first."""
    steps: dict[str, int] = {}
    for most in range(40, 0, -1):
        monkeypatch.setattr("herdr_lint.report.text.MOST_ROWS", most)
        text = render("text", Report.of([MUCH]), sources=lambda _: LINES)
        steps.setdefault(text.partition("\n\n")[2].rpartition("\n\n")[0], most)
    told = [f"at most {most} rows\n\n{text}\n" for text, most in steps.items()]
    compare("\n".join(told), GOLDEN.parent / "rows.txt")


def test_where_a_label_stands() -> None:
    """Beside or below what is underlined, whichever takes fewer rows, and never beyond a row."""
    source, pictures = SourceText.decode(b"x" * 44), []
    for column in (1, 12, 17, 18, 19, 20, 21, 22, 33, 44):
        for cells in (5, 20, 21, 22, 23, 24, 25, 43, 44, 45, 70, 110):
            label = ("word " * 30)[: cells - 1] + "."
            found = Finding(
                "duplicate-key", Severity.ERROR, label, "", "a.md", Span.at(1, column, column + 2)
            )
            whole = render(
                "text", Report.of([found]), sources=lambda _: source, terminal=Terminal(48)
            )
            rows = whole.split("\n\n")[1].split("\n")[3:]
            assert max(map(len, rows)) <= 48
            pictures.append("\n".join([f"{column}, {cells}", *rows]))
    compare("\n".join(pictures) + "\n", GOLDEN.parent / "labels.txt")
