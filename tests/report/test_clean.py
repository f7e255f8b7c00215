"""A report with nothing in it reads the same, whoever writes it."""

from __future__ import annotations

import pytest

from herdr_lint.model import Finding, Report, Severity, Unchecked
from herdr_lint.report import clean, render, renderer
from herdr_lint.report.terminal import PLAIN
from herdr_lint.report.view import View, no_sources


@pytest.mark.parametrize("files", [0, 1, 2, 10_500])
@pytest.mark.parametrize("width", [20, 34, 35, 80])
@pytest.mark.parametrize("brief", [False, True])
@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"unchecked": (Unchecked("a", "b"),)},
        {"findings": (Finding("x", Severity.NOTE, "m", "h", "p"),)},
    ],
)
def test_it_says_what_text_says(
    files: int, width: int, brief: bool, color: bool, more: dict[str, object]
) -> None:
    report = Report(files=tuple(map(str, range(files))), **more)  # type: ignore[arg-type]
    terminal = PLAIN._replace(width=width, color=color)
    view = View(
        report=report.at_least(Severity.WARNING),
        whole=report,
        sources=no_sources,
        terminal=terminal,
        base="",
        brief=brief,
    )
    said = render("text", report, show=Severity.WARNING, terminal=terminal, brief=brief)
    assert said == "".join(renderer("text")(view))


def test_one_line_is_written_without_the_library_that_lays_text_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = "2 files checked, nothing to report."
    report = Report(files=("a", "b"))
    terminal = PLAIN._replace(width=len(line), color=False)
    view = View(report, report, no_sources, terminal, "")
    assert clean.render(view) == f"{line}\n"
    assert clean.render(view._replace(brief=True)) == ""
    with monkeypatch.context() as patched:
        patched.setattr("herdr_lint.report.renderer", None)
        assert render("text", report, terminal=terminal) == f"{line}\n"
    narrow, colored = terminal._replace(width=len(line) - 1), terminal._replace(color=True)
    for other in (
        view._replace(terminal=narrow),
        view._replace(terminal=colored),
        view._replace(whole=report._replace(unchecked=(Unchecked("a", "b"),))),
    ):
        assert clean.render(other) is None
