"""What an editor shows of findings."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from herdr_lint.links import rule_page
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.diagnostics import SOURCE, diagnostics
from herdr_lint.lsp.project import Answer
from herdr_lint.model import Finding, Position, Related, Severity, Span, Unchecked
from tests.project.trees import plant


def test_a_diagnostic_leads_to_other_places(tree: Path) -> None:
    plant(tree, {"b.md": "é: x\n"})
    related = (Related("b.md", Span.at(1, 2, 3), "here"), Related("c.md", Span.at(4, 2), "gone"))
    found = Finding("r", Severity.NOTE, "m", "h", "a.md", Span.at(1, 1, 2), related=related)

    def texts(shown: str) -> tuple[Path, BufferText | None]:
        path = tree / shown
        return path, BufferText(path.read_text("utf-8"), "utf-8") if path.exists() else None

    answer = Answer((found, found._replace(related=(), consequence="c")))
    first, second = diagnostics(answer, BufferText("xyz"), texts, {"r"}.__contains__)
    start = types.Position(0, 0)
    assert first.related_information == [
        types.DiagnosticRelatedInformation(
            types.Location(
                (tree / "b.md").as_uri(),
                types.Range(types.Position(0, 2), types.Position(0, 3)),
            ),
            "here",
        ),
        types.DiagnosticRelatedInformation(
            types.Location((tree / "c.md").as_uri(), types.Range(start, start)), "gone"
        ),
    ]
    assert (first.message, first.severity) == ("m\nhelp: h", types.DiagnosticSeverity.Information)
    assert (second.message, second.related_information) == ("m\nc\nhelp: h", None)
    assert first.code_description == types.CodeDescription(rule_page("r"))


def nowhere(shown: str) -> tuple[Path, None]:
    return Path(shown), None


def test_findings_stand_in_their_order_unless_there_are_too_many() -> None:
    finding = Finding("r", Severity.NOTE, "m", "h", "a.md", Span.at(1, 1, 2))
    grave = finding._replace(rule="a", severity=Severity.ERROR, span=Span.at(2, 1))
    text = BufferText("xyz\ny\n")
    found = diagnostics(Answer((finding, grave)), text, nowhere, {"a"}.__contains__)
    assert [(one.code, one.severity, one.source) for one in found] == [
        ("r", types.DiagnosticSeverity.Information, SOURCE),
        ("a", types.DiagnosticSeverity.Error, SOURCE),
    ]
    assert found[0].range == types.Range(types.Position(0, 0), types.Position(0, 1))
    assert [one.code_description for one in found] == [None, types.CodeDescription(rule_page("a"))]
    more = "1 more findings are not shown; `herdr-lint` lists them"
    for number, first, last in ((999, "r", "m\nhelp: h"), (1_000, "a", more)):
        found = diagnostics(Answer((*[finding] * number, grave)), text, nowhere, {"a"}.__contains__)
        assert (found[0].code, found[-1].message) == (first, last)
        assert len(found) == 1_000 + (last == more)


def test_what_is_not_checked_is_told_at_the_beginning() -> None:
    answer = Answer((), (Unchecked("a.md", "too large"),))
    assert diagnostics(answer, BufferText("x"), nowhere, {"s"}.__contains__) == [
        types.Diagnostic(
            types.Range(types.Position(0, 0), types.Position(0, 0)),
            "not checked: too large",
            types.DiagnosticSeverity.Information,
            source="herdr-lint",
        )
    ]


def test_of_many_lines_the_first_is_marked() -> None:
    finding = Finding("r", Severity.WARNING, "m", "h", "a.md", Span(Position(1, 2), Position(2, 2)))
    [found] = diagnostics(Answer((finding,)), BufferText("abc\nd\n"), nowhere, {"s"}.__contains__)
    assert found.range == types.Range(types.Position(0, 1), types.Position(0, 3))
    assert found.severity is types.DiagnosticSeverity.Warning
