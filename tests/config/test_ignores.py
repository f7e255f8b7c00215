"""What a file ignores of its own findings, for itself or for one line."""

from __future__ import annotations

import tracemalloc

import pytest

from herdr_lint.config.ignore_edits import ignore_file, ignore_line, ignoring_edits
from herdr_lint.config.ignores import apply_ignores, comments_of, has_directives
from herdr_lint.fix.plan import plan
from herdr_lint.judge.document import Document
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import (
    FILE_START,
    Edit,
    Finding,
    Layer,
    Position,
    Severity,
    Span,
    Suppressed,
)
from herdr_lint.role.document import read_role
from tests.config.test_filters import FAILED, KNOWN, UNKNOWN, findings_of, role, told


class TestOfAFile:
    def ignored(self, *lines: str) -> list[tuple[str, int, int, str]]:
        document = role(*lines)
        return told(apply_ignores(findings_of(document), document, known=KNOWN).findings)

    def test_a_rule_is_silent_in_the_whole_file(self) -> None:
        assert (
            self.ignored(
                "color: blue", "# herdr-lint: ignore[key-unknown] for another tool", "shape: round"
            )
            == []
        )

    def test_a_file_without_ignores_stays_as_it_is(self) -> None:
        document = role("color: blue")
        findings = findings_of(document)
        assert apply_ignores(findings, document, known=KNOWN).findings == findings

    def test_several_rules_in_one_line(self) -> None:
        assert (
            self.ignored(
                "color: blue",
                "autoExit: true",
                "# herdr-lint: ignore[key-unknown,key-misspelled ] x",
            )
            == []
        )

    def test_unknown_rules(self) -> None:
        assert self.ignored(
            "color: blue", "# herdr-lint: ignore[key-unknown, key-unknwon, nonsense] why"
        ) == [
            (
                "ignore-unknown",
                4,
                35,
                "there is no rule `key-unknwon`. Did you mean `key-unknown`?",
            ),
            ("ignore-unknown", 4, 48, "there is no rule `nonsense`."),
        ]

    def test_where_what_is_wrong_stands_and_what_takes_it_away(self) -> None:
        document = role(
            "# herdr-lint: ignore[key-unknown, empty-body] why", "x: # herdr-lint: ignore"
        )
        *idle, misplaced = apply_ignores([], document, known=KNOWN).findings
        line = Span(Position(3, 1), Position(4, 1))
        assert [(one.pointer, one.edits) for one in idle] == [("/ignores/0", (Edit(line, ""),))] * 2
        assert (misplaced.pointer, misplaced.edits) == (None, ())

    @pytest.mark.parametrize("fence", ["```", "~~~", " ```yaml", "~~~~"])
    def test_what_a_fence_holds_is_an_example(self, fence: str) -> None:
        line = "# herdr-lint: ignore[a]\n"
        text = f"---\nname: x\n---\n{line}{fence}\n{line}{fence}\n{line}~\n{line}"
        document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
        found = apply_ignores([], document, known=KNOWN).findings
        assert [one.span.start.line for one in found] == [4, 8, 10]

    def test_unused_rules(self) -> None:
        assert self.ignored("# herdr-lint: ignore[key-unknown, empty-body] why") == [
            (
                "ignore-unused",
                3,
                22,
                "`key-unknown` is ignored here, but it finds nothing in this file",
            ),
            (
                "ignore-unused",
                3,
                35,
                "`empty-body` is ignored here, but it finds nothing in this file",
            ),
        ]

    @pytest.mark.parametrize(
        "line",
        [
            "# herdr-lint: ignore[] why",
            "# herdr-lint: ignore[ , ]",
            "# herdr-lint: ignore key-unknown",
            "#herdr-lint:off",
        ],
    )
    def test_no_rule_at_all(self, line: str) -> None:
        assert self.ignored(line) == [("ignore-unknown", 3, 1, "the ignore names no rule")]

    def test_the_rules_about_ignores_can_be_ignored(self) -> None:
        line = "# herdr-lint: ignore[nonsense, empty-body, ignore-unknown, ignore-unused]"
        assert self.ignored(line) == []

    def test_an_ignore_of_a_rule_about_ignores_can_be_unused(self) -> None:
        assert self.ignored("# herdr-lint: ignore[ignore-unknown]") == [
            (
                "ignore-unused",
                3,
                22,
                "`ignore-unknown` is ignored here, but it finds nothing in this file",
            )
        ]

    def test_a_rule_that_was_not_selected_cannot_be_unused(self) -> None:
        document = role("# herdr-lint: ignore[key-unknown] why")
        found = apply_ignores([], document, known=KNOWN, runs=lambda _: False).findings
        assert found == []

    def test_what_is_wrong_with_them_is_told_as_it_is_wanted(self) -> None:
        document = role("# herdr-lint: ignore[key-unknown] why", "color: x # herdr-lint: ignore[x]")
        met: list[Finding] = []

        def wanted(found: list[Finding]) -> list[Finding]:
            met.extend(found)
            return found[1:]

        other = FAILED._replace(rule="x")
        sifted = apply_ignores([other], document, known=KNOWN, wanted=wanted)
        assert [one.span.start.line for one in met] == [3, 4]
        assert sifted.findings == [other, met[1]]

    def test_an_ignore_of_the_rule_about_unused_ones_is_never_unused(self) -> None:
        assert self.ignored("# herdr-lint: ignore[ignore-unused]") == []
        assert self.ignored("# herdr-lint: ignore-next-line[ignore-unused]") == []

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("color: blue", False),
            ("# herdr-lint", False),
            ("# herdr-lint: off", True),
            ("# herdr-lint: ignore[a]", True),
            ("color: blue # HERDR-LINT: ignore", True),
        ],
    )
    def test_whether_anything_is_said(self, line: str, *, says: bool) -> None:
        assert has_directives(role(line)) is says

    def test_nothing_is_called_unused_where_a_rule_failed(self) -> None:
        document = role("# herdr-lint: ignore[key-unknown, internal-error] why")
        assert apply_ignores([FAILED], document, known=KNOWN).findings == [FAILED]

    def test_rules_of_a_policy_are_known(self) -> None:
        document = role("# herdr-lint: ignore[short-stem] why")
        finding = UNKNOWN._replace(rule="short-stem", span=FILE_START)
        known = {*KNOWN, "short-stem"}
        assert apply_ignores([finding], document, known=known).findings == []


def next_line(*lines: str) -> list[tuple[str, int, int, str]]:
    document = role(*lines)
    return told(apply_ignores(findings_of(document), document, known=KNOWN).findings)


class TestOfTheNextLine:
    def test_only_that_line_is_silent(self) -> None:
        assert next_line(
            "# herdr-lint: ignore-next-line[key-unknown] for another tool",
            "color: blue",
            "shape: round",
        ) == [("key-unknown", 5, 1, "the host does not know `shape`")]

    def test_several_comments_and_rules_stand_above_one_line(self) -> None:
        assert (
            next_line(
                "# herdr-lint: ignore-next-line[value-ignored, empty-body] why",
                "# another comment",
                "# herdr-lint: ignore[empty-body]",
                "thinking: High",
            )[0][0]
            == "ignore-unused"
        )

    def test_an_idle_one_is_told_of_and_taken_out(self) -> None:
        lines = (
            "# herdr-lint: ignore-next-line[value-ignored, key-unknown] why",
            "color: blue",
            "thinking: High",
        )
        document = role(*lines)
        idle = apply_ignores(findings_of(document), document, known=KNOWN).findings[-1]
        assert told([idle]) == [
            (
                "ignore-unused",
                3,
                32,
                "`value-ignored` is ignored for the next line, but it finds nothing there",
            )
        ]
        fixed = plan(document.text.text.encode(), idle.edits) or b""
        assert b"# herdr-lint: ignore-next-line[key-unknown] why\n" in fixed

    def test_an_unknown_rule(self) -> None:
        assert next_line("# herdr-lint: ignore-next-line[key-unknwon]", "color: blue")[1:] == [
            (
                "ignore-unknown",
                3,
                32,
                "there is no rule `key-unknwon`. Did you mean `key-unknown`?",
            )
        ]

    def test_what_is_silent_is_told_with_its_reason(self) -> None:
        document = role("# herdr-lint: ignore-next-line[key-unknown] for another tool", "color: x")
        (finding,) = findings_of(document)
        sifted = apply_ignores([finding], document, known=KNOWN)
        assert sifted.findings == []
        assert sifted.suppressed == [Suppressed(finding, "inSource", "for another tool")]


YAML = """\
# herdr-lint: ignore-next-line[explicit-role] first
name: vendor.acme.flow
agents:
  # herdr-lint: ignore-next-line[agent-manifest-invalid] as agreed
  - agentId: x
    prompt: |
      # herdr-lint: ignore[a] a text
    persona: y # herdr-lint: ignore[b] behind a value
"""


def manifest(text: str = YAML, name: str = "pack.yaml") -> Document:
    return read_manifest(name, text.encode())


def at(line: int, rule: str) -> Finding:
    return Finding(rule, Severity.ERROR, "m", "h", "pack.yaml", Span.at(line, 3))


class TestOfAManifest:
    def test_comments_count_where_they_are_lines_of_their_own(self) -> None:
        document = manifest()
        assert has_directives(document)
        assert [(one.line, one.says.rules) for one in comments_of(document)] == [
            (1, ("explicit-role",)),
            (4, ("agent-manifest-invalid",)),
        ]

    def test_a_bracket_holds_comments_and_a_text_of_several_lines_none(self) -> None:
        inner = "  # herdr-lint: ignore[a] x\n  # herdr-lint: ignore[b] y\n"
        texts = ("'b\n  {}'", '"\n{}  b"', "|\n{}")
        held = [f"a: {text.format(inner)}\n" for text in (*texts, "[\n{}]", "[\n{}  b]")]
        lines = [[one.line for one in comments_of(manifest(text))] for text in held]
        assert lines == [[], [], [], [2, 3], [2, 3]]

    def test_a_long_name_is_not_repeated_for_each_value_below_it(self) -> None:
        document = manifest(
            "# herdr-lint: ignore[a] x\n? " + "k" * 20_000 + "\n:\n" + "- a\n" * 2_000
        )
        tracemalloc.start()
        assert len([*comments_of(document)]) == 1
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 5_000_000

    @pytest.mark.parametrize("between", ["", "\n", "  # a comment\n", "\n# a\n\n"])
    @pytest.mark.parametrize("last", ["persona: x", "", "# a comment", "persona: x\n"])
    def test_the_last_line_is_the_next_one_whatever_it_says(self, between: str, last: str) -> None:
        text = f"name: x\n# herdr-lint: ignore-next-line[explicit-role]\n{between}{last}"
        document = manifest(text)
        end = text.rstrip("\n").count("\n") + 1 if last.strip("\n") else text.count("\n") + 1
        for line in range(1, end + 2):
            found = apply_ignores([at(line, "explicit-role")], document, known=KNOWN)
            assert len(found.suppressed) == (line == end)

    def test_below_the_last_line_there_is_none(self) -> None:
        document = manifest("name: x\n# herdr-lint: ignore-next-line[explicit-role]")
        for line in (1, 2):
            found = apply_ignores([at(line, "explicit-role")], document, known=KNOWN)
            assert found.suppressed == []

    def test_a_fence_in_a_text_is_none_of_the_manifest(self) -> None:
        document = manifest("a: |\n  ```\nb: y # herdr-lint: ignore[b]\n")
        (misplaced,) = apply_ignores([], document, known=KNOWN).findings
        assert misplaced.span == Span.at(3, 6, 29)

    def test_findings_of_the_next_line_are_silent(self) -> None:
        findings = [at(5, "agent-manifest-invalid"), at(8, "agent-manifest-invalid")]
        sifted = apply_ignores(findings, manifest(), known=KNOWN)
        assert told(sifted.findings) == [
            ("agent-manifest-invalid", 8, 3, "m"),
            (
                "ignore-unused",
                1,
                32,
                "`explicit-role` is ignored for the next line, but it finds nothing there",
            ),
            (
                "ignore-unused",
                8,
                16,
                "this ignore is not a comment line of its own, so it silences nothing",
            ),
        ]
        assert sifted.suppressed == [Suppressed(findings[0], "inSource", "as agreed")]

    def test_where_a_directive_without_a_rule_stands(self) -> None:
        document = manifest("a:\n  - b # herdr-lint: ignore[x]\n  # herdr-lint: ignore[] why \n")
        (empty, misplaced) = apply_ignores([], document, known=KNOWN).findings
        assert (empty.rule, empty.span) == ("ignore-unknown", Span.at(3, 3, 29))
        assert (misplaced.rule, misplaced.span) == ("ignore-unused", Span.at(2, 7, 30))
        assert [one.span for one in comments_of(document)] == [empty.span]

    @pytest.mark.parametrize("name", ["pack.yaml", "pack.yml", "PACK.YML", "pack.json"])
    def test_only_yaml_has_comments(self, name: str) -> None:
        document = manifest("# herdr-lint: ignore[empty-body]\na: 1\n", name)
        assert has_directives(document) == (name != "pack.json")
        assert [one.line for one in comments_of(document)] == [1] * (name != "pack.json")

    def test_json_has_no_comments(self) -> None:
        text = '{"name": "# herdr-lint: ignore[x]"}'
        assert not has_directives(manifest(text, "pack.json"))
        assert [*comments_of(manifest(text, "pack.json"))] == []
        assert not has_directives(manifest('{"ignores": 1}', "pack.json"))
        assert not has_directives(manifest("a: 1\n"))


def written(document: Document, *findings: Finding) -> str | None:
    edits = ignoring_edits(document, findings)
    if edits is None:
        return None
    return (plan(document.text.text.encode(), edits) or b"").decode()


class TestWriting:
    def test_above_the_one_line_or_for_the_file(self) -> None:
        document = role("color: blue", "shape: round", "thinking: High")
        assert written(document, at(3, "a"), at(4, "a"), at(5, "c"), at(5, "b"), at(1, "d")) == (
            "---\n# herdr-lint: ignore[a, d]\ndescription: d\ncolor: blue\nshape: round\n"
            "# herdr-lint: ignore-next-line[b, c]\nthinking: High\n---\n\nGo.\n"
        )

    def test_into_a_comment_that_is_there(self) -> None:
        there = "# herdr-lint: ignore-next-line[a] why"
        document = role(there, "color: blue")
        assert f"{there[:-5]}, b] why\ncolor" in (written(document, at(4, "b")) or "")
        document = role("# herdr-lint: ignore[] why", "color: blue")
        assert "\n# herdr-lint: ignore[b] why\ncolor" in (written(document, at(4, "b")) or "")

    def test_into_a_manifest_as_deep_as_its_line(self) -> None:
        document = manifest("agents:\n  - agentId: x\n    text: |\n      y\n")
        assert written(document, at(2, "a"), at(4, "b")) == (
            "# herdr-lint: ignore[b]\nagents:\n  # herdr-lint: ignore-next-line[a]\n"
            "  - agentId: x\n    text: |\n      y\n"
        )

    def test_nowhere_without_frontmatter_or_in_json(self) -> None:
        bare = read_role("x.md", b"Text.\n", stem="x", layer=Layer.PACKAGE)
        assert written(bare, at(1, "a")) is None
        assert written(manifest("{}", "pack.json"), at(1, "a")) is None

    def test_nowhere_above_what_is_not_a_line(self) -> None:
        document = role("color: blue")
        last = len(document.text.lines)
        assert ignore_line(document, last + 1, ["a"]) is None
        assert ignore_line(document, 0, ["a"]) is None
        assert ignore_line(document, 3, ["a"]) is not None

    def test_above_the_first_line_of_the_frontmatter(self) -> None:
        document = role("color: blue")
        above = "---\n# herdr-lint: ignore-next-line[a]\ndescription: d\n"
        assert (written(document, at(2, "a")) or "").startswith(above)

    def test_above_the_first_and_the_last_line_of_a_manifest(self) -> None:
        document = manifest("name: x\nversion: y")
        assert written(document, at(1, "a")) == (
            "# herdr-lint: ignore-next-line[a]\nname: x\nversion: y"
        )
        assert written(document, at(2, "a")) == (
            "name: x\n# herdr-lint: ignore-next-line[a]\nversion: y"
        )

    def test_nowhere_above_what_belongs_to_a_key(self) -> None:
        document = role("skills:", " - a", "tools:", "- b", "color: blue")
        assert [
            line for line in range(1, 10) if ignore_line(document, line, ["a"]) is not None
        ] == [2, 3, 5, 7, 8]

    def test_a_rule_is_listed_once(self) -> None:
        document = role("# herdr-lint: ignore-next-line[a, b] why", "color: blue")
        edit = ignore_line(document, 4, ["b", "c", "a"])
        assert edit is not None
        assert edit.text == "a, b, c"

    def test_a_comment_of_the_other_kind_is_left_alone(self) -> None:
        document = role("# herdr-lint: ignore-next-line[a]", "color: blue")
        edit = ignore_file(document, ["b"])
        assert edit == Edit(Span.at(2, 1), "# herdr-lint: ignore[b]\n")
        document = role("# herdr-lint: ignore[a]", "color: blue")
        edit = ignore_line(document, 4, ["b"])
        assert edit == Edit(Span.at(4, 1), "# herdr-lint: ignore-next-line[b]\n")

    def test_a_comment_without_a_list_is_left_alone(self) -> None:
        document = role("# herdr-lint: off", "color: blue")
        edit = ignore_file(document, ["a"])
        assert edit is not None
        assert edit.text == "# herdr-lint: ignore[a]\n"
