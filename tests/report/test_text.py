from __future__ import annotations

from textwrap import dedent

import pytest

from herdr_lint.model import Edit, Finding, Position, Related, Report, Severity, Span, Unchecked
from herdr_lint.report import render
from herdr_lint.syntax.text import SourceText
from tests.report.sample import RULES


def finding(span: Span, **more: object) -> Finding:
    known: dict[str, object] = {
        "rule": "r",
        "severity": Severity.ERROR,
        "message": "m",
        "help": "",
        "path": "a.md",
        "span": span,
    }
    return Finding(**{**known, **more})  # type: ignore[arg-type]


def shown(text: str | None, *findings: Finding, width: int = 80) -> str:
    """The text of a run over ``a.md``, without the summary at the end."""
    source = None if text is None else SourceText.decode(text.encode("utf-8", "surrogatepass"))
    whole = render("text", Report.of(findings), sources=lambda _: source, rules=RULES, width=width)
    return whole.rpartition("\n\n0 files checked")[0]


def frame(text: str, start: int, end: int | None = None, *, line: int = 1, width: int = 80) -> str:
    """The rows of the frame of one span within a line."""
    rows = shown(text, finding(Span.at(line, start, end)), width=width).split("\n")
    return "\n".join(rows[3:-1])


def expected(text: str) -> str:
    return dedent(text).strip("\n")


def test_the_exact_span_is_underlined() -> None:
    assert frame("name: scuot", 7, 12) == expected("""
        1 | name: scuot
          |       ^^^^^""")


def test_an_empty_span_gets_one_caret_even_behind_the_last_character() -> None:
    assert frame("tools:", 7) == expected("""
        1 | tools:
          |       ^""")


def test_wide_and_combining_characters_are_underlined_by_their_cells() -> None:
    assert frame("a: 日本 cafe\u0301 x", 4, 6) == expected("""
        1 | a: 日本 cafe\u0301 x
          |    ^^^^""")
    assert frame("a: 日本 cafe\u0301 x", 7, 12) == expected("""
        1 | a: 日本 cafe\u0301 x
          |         ^^^^""")
    assert frame("a: 日本 cafe\u0301 x", 11, 12) == expected("""
        1 | a: 日本 cafe\u0301 x
          |            ^""")


def test_tabs_take_four_cells_and_what_is_invisible_is_named() -> None:
    assert frame("a:\tb\u202ec\x1b[0m\ufe0f", 4, 6) == expected("""
        1 | a:    b<U+202E>c<U+001B>[0m<U+FE0F>
          |       ^^^^^^^^^""")


@pytest.mark.parametrize(
    ("start", "end", "rows"),
    [
        (1, 6, "1 | alpha beta gamma delta epsilon zeta …\n  | ^^^^^"),
        (24, 31, "1 | …a gamma delta epsilon zeta eta theta…\n  |                ^^^^^^^"),
        (58, 64, f"1 | …lon zeta eta theta iota kappa lambda\n  | {'^^^^^^':>37}"),
        (64, 64, f"1 | …lon zeta eta theta iota kappa lambda\n  | {'^':>38}"),
        (1, 64, "1 | alpha beta gamma delta epsilon zeta …\n  | " + "^" * 37),
        (12, 64, "1 | …gamma delta epsilon zeta eta theta i…\n  |  " + "^" * 37),
    ],
)
def test_a_long_line_is_cut_around_the_span(start: int, end: int, rows: str) -> None:
    line = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda"
    assert frame(line, start, end, width=42) == rows


def test_a_line_of_a_million_characters_is_cut_as_well() -> None:
    line = "x" * 500_000 + "HERE" + "y" * 500_000
    assert frame(line, 500_001, 500_005, width=40) == expected("""
        1 | …xxxxxxxxxxxxxxxHEREyyyyyyyyyyyyyyy…
          |                 ^^^^""")


def test_both_ends_of_a_span_of_several_lines_are_shown() -> None:
    span = Span(Position(1, 1), Position(5, 3))
    assert shown("a:\n  - b\n  - c\n  - d\n  e f", finding(span)) == expected("""
        error[r]: m
         --> a.md:1:1
          |
        1 | a:
          | ^^ from here
        ...
        5 |   e f
          |   ^ to here
          |
        """)


def test_a_span_that_ends_with_its_line_end_does_not_reach_into_the_next_line() -> None:
    span = Span(Position(1, 1), Position(2, 1))
    assert "1 | name: x\n  | ^^^^^^^\n" in shown("name: x\ntools: y", finding(span))


def test_one_line_between_two_places_is_shown_and_more_are_not() -> None:
    here = Related("a.md", Span.at(1, 1, 2), "the first")
    text = "a: 1\nb: 2\na: 3\nc: 4\nd: 5\na: 6"
    assert shown(text, finding(Span.at(3, 1, 2), related=(here,))) == expected("""
        error[r]: m
         --> a.md:3:1
          |
        1 | a: 1
          | - the first
        2 | b: 2
        3 | a: 3
          | ^
          |
        """)
    assert "  | - the first\n...\n6 | a: 6\n" in shown(
        text, finding(Span.at(6, 1, 2), related=(here,))
    )


def test_two_places_in_one_line_are_underlined_below_each_other() -> None:
    here = Related("a.md", Span.at(1, 1, 2), "this key")
    assert "1 | a: b\n  |    ^\n  | - this key\n" in shown(
        "a: b", finding(Span.at(1, 4, 5), related=(here,))
    )


def test_a_label_that_is_too_long_goes_below_the_underline() -> None:
    label = "this is where the key was written for the first time"
    near = Related("a.md", Span.at(1, 4, 9), label)
    assert shown("a: right\n", finding(Span.at(1, 1, 2), related=(near,)), width=44) == expected("""
        error[r]: m
         --> a.md:1:1
          |
        1 | a: right
          | ^
          |    -----
          |    this is where the key was written for
          |    the first time
          |
        """)
    far = Related("a.md", Span.at(1, 31, 36), label)
    assert shown("a: b".ljust(40), finding(Span.at(1, 1, 2), related=(far,)), width=44).endswith(
        "  |                               -----\n"
        "  | this is where the key was written for\n"
        "  | the first time\n"
        "  |"
    )


@pytest.mark.parametrize("text", [None, ""])
def test_without_a_text_there_is_no_frame_and_related_places_are_listed(text: str | None) -> None:
    here = Related("a.md", Span.at(2, 3), "the first")
    assert shown(text, finding(Span.at(4, 1), related=(here,), help="h")) == expected("""
        error[r]: m
         --> a.md:4:1
          = see: a.md:2:3: the first
          = help: h
        """)


def test_a_place_that_the_text_does_not_have_is_not_shown() -> None:
    assert shown("a: b", finding(Span.at(9, 9))) == "error[r]: m\n --> a.md:9:9"
    beyond = Span(Position(1, 90), Position(9, 9))
    assert "1 | a: b\n  |     ^\n" in shown("a: b", finding(beyond))


def test_an_edit_is_a_diff_of_the_lines_that_differ() -> None:
    edits = (
        Edit(Span.at(1, 7, 12), "scout"),
        Edit(Span(Position(3, 1), Position(4, 1)), ""),
        Edit(Span.at(6, 1), "b: 7\n"),
    )
    text = "name: scuot\na: 1\nb: 2\nc: 3\nd: 4\ne: 5"
    assert shown(text, finding(Span.at(9, 1), edits=edits)) == expected("""
        error[r]: m
         --> a.md:9:1
          = fix: fixable with `--fix`
        1 - name: scuot
        1 + name: scout
        3 - b: 2
        6 + b: 7
        """)


def test_a_diff_that_is_long_is_cut() -> None:
    edits = (Edit(Span.at(1, 1), "".join(f"k{number}: v\n" for number in range(9)), safe=False),)
    assert shown("a: b", finding(Span.at(9, 1), edits=edits)) == expected("""
        error[r]: m
         --> a.md:9:1
          = fix: a guess, which `--fix` leaves to you
        1 + k0: v
        2 + k1: v
        3 + k2: v
        4 + k3: v
        5 + k4: v
        6 + k5: v
          + … 3 more
        """)


@pytest.mark.parametrize(
    "edits",
    [
        (Edit(Span.at(1, 1, 4), "x"), Edit(Span.at(1, 2, 3), "y")),
        (Edit(Span.at(7, 1, 4), "x"),),
        (Edit(Span.at(1, 90), "x"),),
        (Edit(Span(Position(1, 3), Position(1, 1)), "x"),),
        (Edit(Span.at(1, 1, 2), "a"),),
        (Edit(Span(Position(1, 1), Position(2, 1)), "a"),),
    ],
    ids=["overlapping", "no such line", "no such column", "backwards", "no change", "too large"],
)
def test_edits_that_cannot_be_made_or_change_nothing_have_no_diff(edits: tuple[Edit, ...]) -> None:
    assert shown("a: b\n" + "x" * 20_000, finding(Span.at(9, 1), edits=edits)) == expected("""
        error[r]: m
         --> a.md:9:1
          = fix: fixable with `--fix`
        """)


def test_what_the_host_does_is_told_once_for_a_rule() -> None:
    known = {
        "rule": "tool-name-suspect",
        "severity": Severity.WARNING,
        "host_code": "x",
        "consequence": "No tool of that name exists.",
    }
    report = [finding(Span.at(line, 1), **known) for line in (1, 2)]
    marked = finding(Span.at(3, 1), **known, host_reports=True)
    assert shown(None, *report, marked) == expected("""
        warning[tool-name-suspect]: m
         --> a.md:1:1
          = host: No tool of that name exists. Code: `x`.

        warning[tool-name-suspect]: m
         --> a.md:2:1

        warning[tool-name-suspect]: m
         --> a.md:3:1
          = host: This is the one that the host reports.
        """)


def test_long_messages_are_wrapped_and_short_code_is_kept_in_one_piece() -> None:
    wide = "w" * 50
    long = f"the value of this key is not what `tools: read, bash` means to the host, and {wide}"
    assert shown(None, finding(Span.at(1, 1), message=long, help=long), width=48) == expected("""
        error[r]: the value of this key is not what
          `tools: read, bash` means to the host, and
          wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
          wwww
         --> a.md:1:1
          = help: the value of this key is not what
                  `tools: read, bash` means to the host,
                  and
                  wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
                  wwwwwwwwwwww
        """)


def test_prose_stays_readable_on_a_wide_terminal() -> None:
    message = "word " * 60
    lines = shown(None, finding(Span.at(1, 1), message=message), width=240).split("\n")
    assert max(map(len, lines)) <= 100


FILES = ["a.md", "b.md"]


def summary_of(report: Report, show: Severity = Severity.NOTE) -> str:
    return render("text", report, rules=RULES, show=show)


def test_nothing_to_report() -> None:
    assert summary_of(Report.of(files=FILES)) == "2 files checked, nothing to report.\n"


def test_what_was_not_checked_is_listed_with_its_reason() -> None:
    path = "packs/with/a/name/that/takes/up/more/than/half/of/the/line.json"
    unchecked = [Unchecked("a.md", "no schema"), Unchecked(path, "too large")]
    summary = summary_of(Report.of(unchecked=unchecked, files=FILES[1:]))
    assert summary.rstrip("\n") == expected(f"""
        2 not checked:
          a.md: no schema
          {path}:
            too large

        1 file checked, nothing to report.
        """)


@pytest.mark.parametrize(
    ("severities", "show", "sentence"),
    [
        ("n", Severity.WARNING, "1 note is not shown; `--show note` shows it."),
        ("nn", Severity.WARNING, "2 notes are not shown; `--show note` shows them."),
        (
            "nww",
            Severity.ERROR,
            "2 warnings and 1 note are not shown; `--show note` shows them.",
        ),
        ("ww", Severity.ERROR, "2 warnings are not shown; `--show warning` shows them."),
    ],
)
def test_hidden_findings_are_counted(severities: str, show: Severity, sentence: str) -> None:
    kinds = {"n": Severity.NOTE, "w": Severity.WARNING}
    findings = [
        finding(Span.at(line, 1), severity=kinds[letter])
        for line, letter in enumerate(severities, start=1)
    ]
    expected = f"2 files checked, nothing to report.\n{sentence}\n"
    assert summary_of(Report.of(findings, files=FILES), show) == expected


def test_the_summary_counts_what_can_be_fixed_and_points_to_the_gravest_rule() -> None:
    safe, guess = Edit(Span.at(1, 1), "x"), Edit(Span.at(1, 1), "x", safe=False)
    findings = [
        finding(Span.at(1, 1), rule="duplicate-key", severity=Severity.WARNING, edits=(safe,)),
        finding(Span.at(2, 1), rule="role-name-mismatch", edits=(safe, guess)),
        finding(Span.at(3, 1), severity=Severity.NOTE),
    ]
    assert summary_of(Report.of(findings, files=FILES)).endswith(
        "\n\n2 files checked: 1 error, 1 warning, 1 note.\n"
        "1 can be fixed with `--fix`.\n"
        "To learn more about a rule: `herdr-lint explain role-name-mismatch`\n"
    )


def test_colour_marks_the_severity() -> None:
    text = render("text", Report.of([finding(Span.at(1, 1))]), rules=RULES, color=True)
    assert text.startswith("\x1b[1;31merror[r]: \x1b[0m")
