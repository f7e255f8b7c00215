from __future__ import annotations

from textwrap import dedent

import pytest

from herdr_lint.model import Edit, Finding, Position, Related, Report, Severity, Span, Unchecked
from herdr_lint.report import render
from herdr_lint.report.terminal import Terminal
from herdr_lint.syntax.text import SourceText

pytestmark = pytest.mark.usefixtures("sample_rules")


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
    """The text of a run over ``a.md``, without the heading and the summary at the end."""
    source = None if text is None else SourceText.decode(text.encode("utf-8", "surrogatepass"))
    whole = render("text", Report.of(findings), sources=lambda _: source, terminal=Terminal(width))
    heading, _, rest = whole.partition("\n\n")
    assert heading.startswith("a.md")
    return rest.rpartition("\n\n0 files checked")[0]


def frame(text: str, start: int, end: int | None = None, *, line: int = 1, width: int = 80) -> str:
    """The rows of the frame of one span within a line."""
    rows = shown(text, finding(Span.at(line, start, end)), width=width).split("\n")
    return "\n".join(rows[2:])


def expected(text: str) -> str:
    return dedent(text).strip("\n")


def test_the_exact_span_is_underlined() -> None:
    assert frame("name: scuot", 7, 12) == expected("""
        1 | name: scuot
          |       ^^^^^""")


@pytest.mark.parametrize(("letters", "heading"), [(31, ": 1 error"), (32, "")])
def test_findings_are_counted_beside_a_name_where_there_is_room(letters: int, heading: str) -> None:
    path = "x" * letters
    text = render("text", Report.of([finding(Span.at(1, 1), path=path)]), terminal=Terminal(40))
    assert text.startswith(f"{path}{heading}\n\n")


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
    assert frame("e\u0301 x", 2, 3) == "1 | e\u0301 x\n  | ^"
    assert frame("\u0301x", 1, 2) == "1 | \u0301x\n  | ^"


def test_tabs_take_four_cells_in_ascii_too() -> None:
    assert frame("a:\tb\x1b", 4, 6) == expected("""
        1 | a:    b<U+001B>
          |       ^^^^^^^^^""")


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
        (1, 37, "1 | alpha beta gamma delta epsilon zeta …\n  | " + "^" * 36),
        (1, 64, "1 | alpha beta gamma delta epsilon zeta …\n  | " + "^" * 37),
        (12, 64, "1 | …gamma delta epsilon zeta eta theta i…\n  |  " + "^" * 37),
    ],
)
def test_a_long_line_is_cut_around_the_span(start: int, end: int, rows: str) -> None:
    line = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda"
    assert frame(line, start, end, width=42) == rows


@pytest.mark.parametrize(
    ("line", "start", "row"),
    [
        ("e\u0301" * 36 + "end", 1, "e\u0301" * 34 + "…"),
        ("x" * 100 + "e\u0301", 102, "…" + "x" * 33 + "e\u0301"),
        ("日" * 30 + "x" * 10, 41, "…" + "日" * 12 + "x" * 10),
        ("x" * 36, 37, "…" + "x" * 34),
        ("x" * 36, 36, "x" * 36),
    ],
)
def test_a_cut_line_takes_no_more_cells_than_there_are(line: str, start: int, row: str) -> None:
    assert frame(line, start, width=40).split("\n")[0] == f"1 | {row}"


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
        1 | a:
          | ^^ from here
        ...
        5 |   e f
          |   ^ to here
        """)


@pytest.mark.parametrize(
    ("end", "line", "carets"),
    [
        (Position(3, 5), "3 |   e f", "  ^^ to here"),
        (Position(3, 2), "3 |   e f", " ^ to here"),
        (Position(3, 9), "3 |   e f", "  ^^^ to here"),
        (Position(3, 1), "2 | - b", "^^^ to here"),
        (Position(4, 1), "3 |   e f", "  ^^^ to here"),
        (Position(9, 1), "4 | g", "^ to here"),
    ],
)
def test_the_end_of_a_span_of_several_lines(end: Position, line: str, carets: str) -> None:
    found = finding(Span(Position(1, 2), end))
    assert shown("a:\n- b\n  e f\ng", found).split("\n")[-2:] == [line, f"  | {carets}"]


def test_a_line_in_between_is_cut_as_well() -> None:
    here = Related("a.md", Span.at(3, 1, 2), "there")
    text = f"a\n{'b' * 50}\nc"
    rows = shown(text, finding(Span.at(1, 1, 2), related=(here,)), width=40).split("\n")
    assert rows[4] == f"2 | {'b' * 34}…"


def test_a_span_that_ends_with_its_line_end_does_not_reach_into_the_next_line() -> None:
    span = Span(Position(1, 1), Position(2, 1))
    assert shown("name: x\ntools: y", finding(span)).endswith("1 | name: x\n  | ^^^^^^^")


def test_one_line_between_two_places_is_shown_and_more_are_not() -> None:
    here = Related("a.md", Span.at(1, 1, 2), "the first")
    text = "a: 1\nb: 2\na: 3\nc: 4\nd: 5\na: 6"
    assert shown(text, finding(Span.at(3, 1, 2), related=(here,))) == expected("""
        error[r]: m
         --> a.md:3:1
        1 | a: 1
          | - the first
        2 | b: 2
        3 | a: 3
          | ^
        """)
    for line, shown_line in ((4, "c: 4"), (6, "a: 6")):
        assert f"  | - the first\n...\n{line} | {shown_line}\n  | ^" in shown(
            text, finding(Span.at(line, 1, 2), related=(here,))
        )


def test_two_places_in_one_line_are_underlined_below_each_other() -> None:
    here = Related("a.md", Span.at(1, 1, 2), "this key")
    assert "1 | a: b\n  |    ^\n  | - this key" in shown(
        "a: b", finding(Span.at(1, 4, 5), related=(here,))
    )


def test_a_label_that_is_too_long_goes_below_the_underline() -> None:
    label = "this is where the key was written for the first time"
    far = Related("a.md", Span.at(1, 31, 36), label)
    assert shown("a: b".ljust(40), finding(Span.at(1, 1, 2), related=(far,)), width=44).endswith(
        "  |                               -----\n"
        "  | this is where the key was written for\n"
        "  | the first time"
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
    assert shown("\n" * 99 + "a", finding(Span.at(100, 1))) == expected("""
        error[r]: m
           --> a.md:100:1
        100 | a
            | ^
        """)
    beyond = Span(Position(1, 90), Position(9, 9))
    assert "1 | a: b\n  |     ^" in shown("a: b", finding(beyond))


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
          = fix: `--fix`
        1 - name: scuot
        1 + name: scout
        3 - b: 2
        ... 1 more place
        """)


def test_edits_of_one_line_are_one_change() -> None:
    edits = (Edit(Span.at(1, 1, 2), "b"), Edit(Span.at(1, 4, 5), "2"), Edit(Span.at(2, 1, 2), "d"))
    assert shown("a: 1\nc: 3\n", finding(Span.at(9, 1), edits=edits)) == expected("""
        error[r]: m
         --> a.md:9:1
          = fix: `--fix`
        1 - a: 1
        1 + b: 2
        2 - c: 3
        2 + d: 3
        """)


LONG = "x" * 60


@pytest.mark.parametrize(
    ("text", "edits", "rows"),
    [
        ("ab", [Edit(Span.at(1, 1, 2), "x"), Edit(Span.at(1, 2, 3), "y")], ["1 - ab", "1 + xy"]),
        ("ab", [Edit(Span.at(1, 3), "c")], ["1 - ab", "1 + abc"]),
        ("ab", [Edit(Span.at(1, 4), "c")], []),
        (
            "a\nb\nc",
            [
                Edit(Span.at(1, 1, 2), "a"),
                Edit(Span.at(2, 1, 2), "x"),
                Edit(Span.at(3, 1, 2), "y"),
            ],
            ["2 - b", "2 + x", "3 - c", "3 + y"],
        ),
        ("a\nb\nc", [Edit(Span(Position(1, 1), Position(3, 2)), "x\nb\nc")], ["1 - a", "1 + x"]),
        ("a\nb\nc", [Edit(Span(Position(1, 1), Position(3, 2)), "a\nx\nc")], ["2 - b", "2 + x"]),
        (
            f"{LONG}a",
            [Edit(Span.at(1, 61, 62), f"b\n{LONG}c\nd")],
            [
                f"1 - …{'x' * 33}a",
                f"1 + …{'x' * 33}b",
                f"2 + {'x' * 24}…  … 1 more",
            ],
        ),
        (
            f"a\n{'b' * 20_000}",
            [Edit(Span.at(2, 1), "c")],
            [f"2 - {'b' * 34}…", f"2 + c{'b' * 33}…"],
        ),
        (f"a\n{'b' * 20_001}", [Edit(Span.at(2, 1), "c")], []),
    ],
)
def test_what_an_edit_changes(text: str, edits: list[Edit], rows: list[str]) -> None:
    found = finding(Span.at(99, 1), edits=tuple(edits))
    assert shown(text, found, width=40).split("\n")[3:] == rows


def test_where_rows_are_few_what_goes_is_shown_if_nothing_comes() -> None:
    long = " ".join(["word"] * 99)
    edits = (Edit(Span(Position(1, 1), Position(2, 1)), ""),)
    found = finding(Span.at(9, 1), edits=edits, help=long, consequence=long, message=long)
    assert shown("a: b\nc", found).split("\n")[-1] == "1 - a: b"


def test_a_diff_that_is_long_is_cut() -> None:
    edits = (Edit(Span.at(1, 1), "".join(f"k{number}: v\n" for number in range(9)), safe=False),)
    assert shown("a: b", finding(Span.at(9, 1), edits=edits)) == expected("""
        error[r]: m
         --> a.md:9:1
          = fix: `--fix --unsafe`
        1 + k0: v
        2 + k1: v  … 7 more
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
          = fix: `--fix`
        """)


KNOWN = {
    "rule": "tool-name-suspect",
    "severity": Severity.WARNING,
    "consequence": "No tool of that name exists.",
}


def test_each_finding_tells_what_the_host_does_and_which_one_it_stops_at() -> None:
    other = finding(Span.at(1, 1), **KNOWN, host_code="x")
    same = finding(Span.at(2, 1), **KNOWN, host_code="tool-name-suspect", host_reports=True)
    assert shown(None, other, same) == expected("""
        warning[tool-name-suspect]: m
         --> a.md:1:1  (code x)
          = host: No tool of that name exists.

        warning[tool-name-suspect]: m
         --> a.md:2:1  (the host stops at this one)
          = host: No tool of that name exists.
        """)


def test_the_mark_goes_to_the_consequence_where_it_does_not_fit_beside_the_place() -> None:
    marked = finding(Span.at(1, 1), **KNOWN, host_code="x", host_reports=True)
    assert shown(None, marked, width=40) == expected("""
        warning[tool-name-suspect]: m
         --> a.md:1:1
          = host: No tool of that name exists.
              (code x, the host stops at this
              one)
        """)


@pytest.mark.parametrize(("code", "beside"), [("c" * 18, True), ("c" * 19, False)])
def test_the_mark_stands_beside_the_place_if_it_fits(code: str, beside: bool) -> None:
    rows = shown(None, finding(Span.at(1, 1), host_code=code), width=40).split("\n")
    place = f" --> a.md:1:1  (code {code})"
    assert rows[1:] == ([place] if beside else [" --> a.md:1:1", f"  = host: code {code}"])


def test_places_that_the_message_names_are_not_said_again() -> None:
    places = (Related("b.md", Span.at(1, 1), "there"), Related("c.md", Span.at(1, 1), "there"))
    for message, said in (("as `b.md`", ["c.md"]), ("as b.md", ["b.md", "c.md"])):
        rows = shown(None, finding(Span.at(1, 1), message=message, related=places)).split("\n")
        assert rows[2:] == [f"  = see: {name}:1:1: there" for name in said]


def test_the_title_is_the_rules_and_the_caret_has_the_message() -> None:
    found = finding(Span.at(1, 7, 12), **KNOWN, message="it is wrong")
    assert shown("name: scuot", found) == expected("""
        warning[tool-name-suspect]: What tool-name-suspect finds
         --> a.md:1:7
        1 | name: scuot
          |       ^^^^^ it is wrong
          = host: No tool of that name exists.
        """)
    rows = shown("name: scuot", found, width=40).split("\n")
    assert rows[0] == "warning[tool-name-suspect]: What tool-…"
    found = finding(Span.at(1, 7), rule="skill-memory-not-scratchpad")
    assert shown("name: scuot", found, width=40).startswith("error[skill-memory-not-scratchpad]\n")


@pytest.mark.parametrize(
    ("start", "label", "rows"),
    [
        (4, "short", ["^^^^^ short"]),
        (
            4,
            "two rows beside the carets are not more than two below them",
            [
                "^^^^^ two rows beside the carets are not",
                "more than two below them",
            ],
        ),
        (
            14,
            "two rows below the carets, at the left of all there is, and three beside the carets",
            [
                "^^^^^",
                "two rows below the carets, at the left of",
                "all there is, and three beside the carets",
            ],
        ),
    ],
)
def test_a_label_stands_where_it_takes_fewer_rows(start: int, label: str, rows: list[str]) -> None:
    found = finding(Span.at(1, start, start + 5), **KNOWN, message=label)
    text = shown("a: b".ljust(20), found, width=48)
    assert [row[4:].strip() for row in text.split("\n")[3:-1]] == rows


def test_one_edit_is_shown_once_and_the_help_does_not_repeat_it() -> None:
    edits = (Edit(Span.at(1, 7, 12), "scout"),)
    first = finding(Span.at(1, 7), help="write the file's name: `scout`", edits=edits)
    second = finding(Span.at(2, 1), help="Did you mean `scout`?", edits=edits)
    assert shown("name: scuot", first, second) == expected("""
        error[r]: m
         --> a.md:1:7
        1 | name: scuot
          |       ^
          = help: write the file's name (fix: `--fix`)
        1 - name: scuot
        1 + name: scout

        error[r]: m
         --> a.md:2:1
          = help: Did you mean `scout`? (fix: the edit above)
        """)


@pytest.mark.parametrize(
    ("help_", "told"),
    [
        ("write `sco…`", "write this"),
        ("write `scouts`", "write `scouts`"),
        ("take the name of the file: `sco…`", "take the name of the file"),
        ("take the name of the file: `map`", "take the name of the file: `map`"),
        ("it is no name. Did you mean `scout`?", "it is no name"),
    ],
)
def test_the_help_leaves_out_what_stands_below_it(help_: str, told: str) -> None:
    edit = Edit(Span.at(1, 7, 12), "scout")
    rows = shown("name: scuot", finding(Span.at(9, 1), help=help_, edits=(edit,))).split("\n")
    assert rows[2] == f"  = help: {told} (fix: `--fix`)"


def test_what_lies_in_an_archive_is_never_called_fixable() -> None:
    edits = (Edit(Span.at(1, 7, 12), "scout"),)
    found = finding(Span.at(1, 7), path="a.tgz!roles/a.md", help="write `x`", edits=edits)
    source = SourceText.decode(b"name: scuot")
    text = render("text", Report.of([found]), sources=lambda _: source)
    assert "fix" not in text
    assert text.endswith(
        "  = help: write `x`\n1 - name: scuot\n1 + name: scout\n\n0 files checked: 1 error.\n"
    )


def test_what_lies_in_a_manifest_is_not_called_fixable_either() -> None:
    found = finding(Span.at(1, 1), path="pack.json", edits=(Edit(Span.at(1, 1), "{"),))
    report = Report.of([found])
    assert "fix" not in render("text", report)
    assert "Make this edit by hand." in render("sarif", report)


def test_places_in_other_files_take_a_row_each_and_many_are_counted() -> None:
    places = [Related(f"{name}.md", Span.at(2, 7), "also here") for name in "bcdef"]
    long = Related("ab.md", Span.at(1, 1), "w" * 80)
    assert shown("name: scuot", finding(Span.at(1, 7), related=(long, *places))) == expected("""
        error[r]: m
         --> a.md:1:7
        1 | name: scuot
          |       ^
          = see: ab.md:1:1
          = see: b.md:2:7: also here
          = see: c.md:2:7: also here
          = see: 3 more places
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
              `tools: read, bash` means to the host, and
              wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww
              wwwwwwww
        """)


@pytest.mark.parametrize(("letters", "row"), [(34, f"  `{'a' * 34} b c`"), (35, "  b c`")])
def test_code_is_broken_at_its_spaces_if_it_is_long(letters: int, row: str) -> None:
    found = finding(Span.at(1, 1), message=f"0123456789 `{'a' * letters} b c`")
    assert shown(None, found, width=58).split("\n")[1] == row


def test_of_what_is_too_much_the_least_is_shown_that_tells_it() -> None:
    def words(letter: str) -> str:
        return " ".join(f"{letter}{number}" for number in range(60))

    much = finding(
        Span.at(1, 1, 4),
        rule="role-name-mismatch",
        message=words("m"),
        help=words("h"),
        consequence=words("c"),
        related=(Related("b.md", Span.at(1, 1), "there"), Related("a.md", Span.at(3, 1), "here")),
        edits=(Edit(Span.at(1, 1, 2), "a\nb\nc\nd"), Edit(Span.at(4, 1), "x")),
    )
    assert shown("one\ntwo\nthree\nfour\n", much) == expected("""
        error[role-name-mismatch]: What role-name-mismatch finds
         --> a.md:1:1  (fix: `--fix`)
        1 | one
          | ^^^ m0 m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13 m14 m15 m16 m17 m18 m19
          |     m20 m21 m22 m23 m24 m25 m26 m27 m28 m29 m30 m31 m32 m33 m34 m35 m36 m3 …
          = host: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c1 …
          = help: h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19
              h20 h21 h22 h23 h24 h25 h26 h27 h28 h29 h30 h31 h32 h33 h34 h35 h36 h37 …
        1 + a  … 3 more
        """)


def test_prose_stays_readable_on_a_wide_terminal() -> None:
    message = "word " * 60
    lines = shown(None, finding(Span.at(1, 1), message=message), width=240).split("\n")
    assert max(map(len, lines)) <= 100


FILES = ["a.md", "b.md"]


def summary_of(report: Report, show: Severity = Severity.NOTE) -> str:
    return render("text", report, show=show)


def test_nothing_to_report() -> None:
    assert summary_of(Report.of(files=FILES)) == "2 files checked, nothing to report.\n"
    seen = Terminal(color=True)
    assert render("text", Report.of(files=FILES), terminal=seen) == (
        "2 files checked, \x1b[1;32mnothing to report\x1b[0m.\n"
    )


def test_a_brief_report_has_no_summary() -> None:
    report = Report.of(unchecked=[Unchecked("a.md", " ".join(["why"] * 20))], files=FILES)
    assert (
        render("text", report, brief=True)
        == expected(f"""
        1 not checked:
          a.md: {" ".join(["why"] * 18)}
            why why
        """)
        + "\n\n"
    )
    assert render("text", Report.of(), brief=True) == ""
    report = Report.of([finding(Span.at(1, 1))])
    assert render("text", report, brief=True) == "a.md: 1 error\n\nerror[r]: m\n --> a.md:1:1\n\n"


def test_where_no_file_was_checked_nothing_is_said_of_what_was() -> None:
    report = Report.of(unchecked=[Unchecked("a.md", "why")])
    assert summary_of(report).endswith("\n\n0 files checked, nothing to report.\n")


@pytest.mark.parametrize(("letters", "rest"), [(36, "why"), (37, "\n    why")])
def test_what_was_not_checked_stands_beside_its_reason_if_it_is_short(
    letters: int, rest: str
) -> None:
    path = "x" * letters
    summary = summary_of(Report.of(unchecked=[Unchecked(path, "why")]))
    told = f"  {path}: {rest}".replace(": \n", ":\n")
    assert summary.startswith(f"1 not checked:\n{told}\n\n")


def test_what_was_not_checked_is_listed_with_its_reason() -> None:
    path = "packs/with/a/name/that/takes/up/more/than/half/of/the/line.json"
    unchecked = [Unchecked("a.md", "no schema"), Unchecked(path, "too large")]
    summary = summary_of(Report.of(unchecked=unchecked, files=FILES[1:]))
    assert summary.rstrip("\n") == expected(f"""
        2 not checked:
          a.md: no schema
          {path}:
            too large

        1 file: nothing to report in what was checked.
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
        "1 can be fixed with `--fix`, 1 more with `--fix --unsafe`.\n"
        "To learn more about a rule: `herdr-lint explain role-name-mismatch`\n"
    )


def test_a_place_of_which_nothing_is_said_is_named_alone() -> None:
    found = finding(Span.at(1, 1), related=(Related("b.md", Span.at(2, 3), ""),))
    assert "= see: b.md:2:3\n" in f"{shown('x', found)}\n"


@pytest.mark.parametrize(
    ("places", "told"), [(1, ": t"), (2, " and 1 more place"), (4, " and 3 more places")]
)
def test_places_share_a_row_where_rows_are_few(places: int, told: str) -> None:
    """Else a finding would take more rows than it may."""
    others = tuple(Related(f"{name}.md", Span.at(2, 3), "t") for name in "bcde"[:places])
    long = " ".join(["word"] * 25)
    found = finding(Span.at(1, 1), related=others, help=long, consequence=long, cause="c")
    rows = shown("x", found).split("\n")
    assert [row.strip() for row in rows if "= see" in row] == [f"= see: b.md:2:3{told}"]


@pytest.mark.parametrize(("letters", "told"), [(46, "b" * 46), (47, f"…{'b' * 45}")])
def test_where_rows_are_few_a_place_takes_one_of_them(letters: int, told: str) -> None:
    others = tuple(Related(f"{'b' * letters}.md", Span.at(1, 3), "t") for _ in range(2))
    long = " ".join(["word"] * 25)
    found = finding(Span.at(1, 1), related=others, help=long, consequence=long)
    rows = [row for row in shown("x", found).split("\n") if "bbb" in row]
    assert rows == [f"  = see: {told}.md:1:3 and 1 more place"]


def test_a_value_that_is_not_in_the_text_is_not_left_out_of_the_message() -> None:
    long = " ".join(["word"] * 70)
    message = "`name` is `scuot`, but it is wrong"
    other = message.replace("scuot", "scout")
    for end, said, told in (
        (Position(1, 12), message, "it is wrong"),
        (Position(9, 1), message, message),
        (Position(1, 12), other, other),
    ):
        span = Span(Position(1, 7), end)
        found = finding(span, **KNOWN | {"consequence": long}, message=said, help=long)
        assert f"^^^^^ {told}\n" in shown("name: scuot", found)
    assert f": {message}\n" not in shown(None, found)


def test_edits_that_guess_are_counted_as_such() -> None:
    guess = finding(Span.at(1, 1), edits=(Edit(Span.at(1, 1), "x", safe=False),))
    text = summary_of(Report.of([guess], files=FILES))
    assert text.endswith("\n1 can be fixed with `--fix --unsafe`.\n")


def test_rows_are_counted_where_the_terminal_is_wide_enough() -> None:
    long = " ".join(["word"] * 99)
    found = finding(Span.at(1, 1), message=long, help=long, consequence=long)
    rows = {width: len(shown(None, found, width=width).split("\n")) for width in (79, 80)}
    assert rows == {79: 24, 80: 6}


def test_colour_marks_the_severity() -> None:
    report = Report.of([finding(Span.at(1, 1))])
    text = render("text", report, terminal=Terminal(color=True))
    assert text.startswith(
        "\x1b[1;4ma.md\x1b[0m: \x1b[1;31m1 error\x1b[0m\n\n"
        "\x1b[1;31merror[r]\x1b[0m\x1b[1;31m: \x1b[0m\x1b[1mm\x1b[0m\n"
    )


def test_the_id_of_a_shipped_rule_is_a_link_where_the_terminal_makes_one() -> None:
    linked = Terminal(color=True, hyperlinks=True)
    known = Report.of([finding(Span.at(1, 1), **KNOWN)])
    text = render("text", known, terminal=linked)
    page = "https://herdr-lint.dev/rules/tool-name-suspect/"
    shown_id = "\x1b[1;33mtool-name-suspect\x1b[0m"
    assert f"\x1b]8;;{page}\x1b\\{shown_id}\x1b]8;;\x1b\\\x1b[1;33m]" in text
    assert "\x1b]8" not in render("text", known, terminal=Terminal(color=True))
    policy = Report.of([finding(Span.at(1, 1))])
    assert "\x1b]8" not in render("text", policy, terminal=linked)
