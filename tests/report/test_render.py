from __future__ import annotations

import io
import json
import subprocess
import sys
import zlib

import pytest

from herdr_lint import findings as many
from herdr_lint.model import Finding, Report, Severity
from herdr_lint.report import FORMATS, render, rendered, renderer, sarif, terminal
from herdr_lint.report.terminal import terminal_width, wants_color, wants_hyperlinks
from tests.laws.test_cost import counted


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


PROGRAMS = (
    "iTerm.app",
    "WezTerm",
    "vscode",
    "ghostty",
    "Hyper",
    "Tabby",
    "rio",
    "WarpTerminal",
    "zed",
)
TERMINALS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour")
"""Who makes links, by the names that they give themselves."""


@pytest.mark.parametrize(
    ("environment", "terminal", "linked"),
    [
        ({}, True, False),
        ({"TERM_PROGRAM": "WezTerm"}, True, True),
        ({"TERM_PROGRAM": "WezTerm"}, False, False),
        ({"TERM_PROGRAM": "WezTerm", "CI": "1"}, True, False),
        ({"TERM_PROGRAM": "Apple_Terminal"}, True, False),
        *(({"TERM_PROGRAM": name}, True, True) for name in PROGRAMS),
        *(({"TERM": f"{name}-direct"}, True, True) for name in TERMINALS),
        *(({"TERM": name}, True, False) for name in ("xterm-256color", "my-foot", "fo")),
        ({"WT_SESSION": "1"}, True, True),
        ({"KONSOLE_VERSION": "220401"}, True, True),
        ({"VTE_VERSION": "5000"}, True, True),
        ({"VTE_VERSION": "4999"}, True, False),
        ({"VTE_VERSION": "new"}, True, False),
        ({"VTE_VERSION": "1" * 5_000}, True, True),
        ({"FORCE_HYPERLINK": "1"}, False, True),
        ({"FORCE_HYPERLINK": "", "WT_SESSION": "1"}, True, False),
        ({"FORCE_HYPERLINK": "0", "WT_SESSION": "1"}, True, False),
    ],
)
def test_links_are_for_terminals_that_make_them(
    environment: dict[str, str], terminal: bool, linked: bool
) -> None:
    assert wants_hyperlinks(environment, terminal=terminal) is linked


def test_links_need_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    for name in ("FORCE_HYPERLINK", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("WT_SESSION", "1")
    assert terminal.Terminal.of("always", Terminal()) == (70, True, True)
    assert terminal.Terminal.of("always", io.StringIO()) == (70, True, False)
    assert terminal.Terminal.of("never", Terminal()) == (70, False, False)


def test_a_closed_stream_is_not_a_terminal() -> None:
    stream = io.StringIO()
    stream.close()
    assert not wants_color("auto", stream)
    assert not wants_color("auto", None)


def test_what_is_no_character_is_replaced() -> None:
    message = "\ud7ff\ud800a\udbff\udfffb\ue000"
    report = Report.of([Finding("r", Severity.ERROR, message, "h", "\udce9.md")])
    [told] = json.loads(render("json", report))["findings"]
    assert (told["path"], told["message"]) == ("\ufffd.md", "\ud7ff\ufffda\ufffd\ufffdb\ue000")


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "133")
    assert terminal_width() == 133
    monkeypatch.setenv("COLUMNS", "12" * 5_000)
    assert terminal_width() == 121_212
    for not_one in ("0", "-3", "wide"):
        monkeypatch.setenv("COLUMNS", not_one)
        assert terminal_width() == 80


@pytest.fixture
def hundred(monkeypatch: pytest.MonkeyPatch) -> Report:
    """A hundred findings, packed by five."""
    monkeypatch.setattr(many, "MOST_WHOLE", 10)
    monkeypatch.setattr(many, "RUN", 5)
    finding = Finding("empty-body", Severity.ERROR, "m", "help", "a.md")
    return Report.of(finding._replace(path=f"roles/r{number:03}.md") for number in range(100))


@pytest.mark.parametrize("format_name", FORMATS)
def test_many_findings_are_told_as_few_are(format_name: str, hundred: Report) -> None:
    few = Report(tuple(hundred.findings))
    assert render(format_name, hundred) == render(format_name, few)


@pytest.mark.parametrize("format_name", ["concise", "github", "json-lines", "text"])
def test_of_many_findings_few_are_there_at_a_time(
    format_name: str, hundred: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    with counted(monkeypatch, zlib, "decompress", lambda _: "") as unpacked:
        pieces = [(piece, unpacked.total()) for piece in rendered(format_name, hundred)]
    first = next(number for piece, number in pieces if "r000.md" in piece)
    last = next(number for piece, number in pieces if "r099.md" in piece)
    assert last == first + 19


def test_the_gravest_of_many_are_results(hundred: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "MOST_RESULTS", 7)
    noted = hundred.findings[3]._replace(severity=Severity.NOTE)
    report = Report.of(noted if one.path == noted.path else one for one in hundred.findings)
    assert isinstance(report.findings, many.Findings)
    [run] = json.loads(render("sarif", report))["runs"]
    told = [one["locations"][0]["physicalLocation"] for one in run["results"]]
    paths = [one["artifactLocation"]["uri"] for one in told]
    assert paths == [f"roles/r{number:03}.md" for number in (0, 1, 2, 4, 5, 6, 7)]
