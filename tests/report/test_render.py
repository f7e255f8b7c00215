from __future__ import annotations

import io
import subprocess
import sys

import pytest

from herdr_lint.model import Finding, Report, Severity
from herdr_lint.report import FORMATS, render, renderer
from herdr_lint.report.terminal import terminal_width, wants_color, wants_hyperlinks


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "CLICOLOR_FORCE",
        "COLUMNS",
        "TTY_COMPATIBLE",
        "COLORTERM",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_each_format_has_a_renderer_and_nothing_else_is_one() -> None:
    for name in FORMATS:
        assert callable(renderer(name))
    with pytest.raises(KeyError):
        render("yaml", Report())


def test_the_shipped_rules_are_the_default() -> None:
    rule = "external-cli-unsupported"
    report = Report.of([Finding(rule, Severity.ERROR, "m", "h", "a.md")])
    assert f"herdr-lint explain {rule}" in render("text", report)


def test_a_source_is_asked_for_once_while_its_findings_are_written() -> None:
    asked: list[str] = []
    report = Report.of([Finding("r", Severity.ERROR, f"m{n}", "h", "a.md") for n in range(5)])
    render("text", report, sources=asked.append)
    assert asked == ["a.md"]


def test_a_machine_format_does_not_import_the_terminal() -> None:
    code = (
        "import sys; from herdr_lint.model import Report;"
        "from herdr_lint.report import FORMATS, render;"
        "[render(name, Report()) for name in FORMATS if name != 'text'];"
        "assert not [name for name in sys.modules if name.startswith('rich')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_colour_is_for_terminals_unless_told_otherwise() -> None:
    assert wants_color("auto", Terminal())
    assert not wants_color("auto", io.StringIO())
    assert wants_color("always", io.StringIO())
    assert not wants_color("never", Terminal())


@pytest.mark.parametrize(
    ("environment", "piped", "seen"),
    [
        ({}, False, True),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": ""}, False, True),
        ({"CLICOLOR_FORCE": "1"}, True, True),
        ({"CLICOLOR_FORCE": "0"}, False, True),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, False, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "Unknown"}, False, False),
        ({"TERM": ""}, False, True),
    ],
)
def test_the_environment_has_a_say_in_colour(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], piped: bool, seen: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color("auto", io.StringIO()) is piped
    assert wants_color("auto", Terminal()) is seen
    assert wants_color("always", io.StringIO())
    assert not wants_color("never", Terminal())


@pytest.mark.parametrize(
    ("environment", "terminal", "linked"),
    [
        ({}, True, False),
        ({"TERM_PROGRAM": "WezTerm"}, True, True),
        ({"TERM_PROGRAM": "WezTerm"}, False, False),
        ({"TERM_PROGRAM": "WezTerm", "CI": "1"}, True, False),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True, False),
        ({"TERM": "xterm-kitty"}, True, True),
        ({"WT_SESSION": "1"}, True, True),
        ({"KONSOLE_VERSION": "220401"}, True, True),
        ({"VTE_VERSION": "5000"}, True, True),
        ({"VTE_VERSION": "4999"}, True, False),
        ({"VTE_VERSION": "new"}, True, False),
        ({"FORCE_HYPERLINK": "1"}, False, True),
        ({"FORCE_HYPERLINK": "", "WT_SESSION": "1"}, True, False),
        ({"FORCE_HYPERLINK": "0", "WT_SESSION": "1"}, True, False),
    ],
)
def test_links_are_for_terminals_that_make_them(
    environment: dict[str, str], terminal: bool, linked: bool
) -> None:
    assert wants_hyperlinks(environment, terminal=terminal) is linked


def test_a_closed_stream_is_not_a_terminal() -> None:
    stream = io.StringIO()
    stream.close()
    assert not wants_color("auto", stream)


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "133")
    assert terminal_width() == 133
