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
    compare(text.replace("\x1b", "ESC"), GOLDEN.parent / "colour.txt")
    codes = re.compile(r"\x1b\[[\d;]*m|\x1b\]8;;.*?\x1b\\")
    assert codes.sub("", text) == render("text", REPORT, sources=sources)


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


def test_the_fewer_rows_there_are_the_less_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Step by step: what stands elsewhere as well is left out first."""
    lines = ["---", "name: scuot", *(f"k{number}: v" for number in range(3, 9))]
    source = SourceText.decode("\n".join(lines).encode())
    steps: dict[str, int] = {}
    for most in range(40, 0, -1):
        monkeypatch.setattr("herdr_lint.report.text.MOST_ROWS", most)
        text = render("text", Report.of([MUCH]), sources=lambda _: source)
        steps.setdefault(text.partition("\n\n")[2].rpartition("\n\n")[0], most)
    told = [f"at most {most} rows\n\n{text}\n" for text, most in steps.items()]
    compare("\n".join(told), GOLDEN.parent / "rows.txt")
