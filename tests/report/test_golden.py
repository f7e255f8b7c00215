"""Every format over one report, as a reader would get it.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest tests/report/test_golden.py``, then read
the difference before it is committed. CI never writes.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from herdr_lint.report import FORMATS, render
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
    actual = rendered(format_name).encode()
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_bytes(actual)
    assert actual.decode() == golden.read_bytes().decode()


def test_every_golden_file_belongs_to_a_format() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(FORMATS)
