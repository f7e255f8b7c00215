from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from herdr_lint.fix.files import FixedFile, fix_files
from herdr_lint.model import FILE_START, Finding, Related, Severity
from tests.fix.roles import lint

BROKEN = b"---\ndescription: Maps\ntools: [read]\n---\n\nGo.\n"
WHOLE = b"---\ndescription: Maps\ntools: read\n---\n\nGo.\n"


def lint_one(_: Path, data: bytes) -> list[Finding]:
    return lint(data)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scout.md"
    path.write_bytes(BROKEN)
    return path


def test_fix_writes(file: Path) -> None:
    (fixed,) = fix_files([(file, "scout.md")], lint_one)
    assert file.read_bytes() == WHOLE
    assert (fixed.written, fixed.problem) == (True, None)
    assert [finding.rule for finding in fixed.result.left] == ["leaf-without-spawning"]
    assert fixed.diff == (
        b"--- a/scout.md\n+++ b/scout.md\n@@ -1,6 +1,6 @@\n ---\n description: Maps\n"
        b"-tools: [read]\n+tools: read\n ---\n \n Go.\n"
    )


def test_without_write_only_the_diff_is_told(file: Path) -> None:
    (fixed,) = fix_files([(file, "scout.md")], lint_one, write=False)
    assert file.read_bytes() == BROKEN
    assert (fixed.written, fixed.result.after) == (False, WHOLE)


def test_a_guess_is_made_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "scout.md"
    guess = WHOLE.replace(b"tools:", b"tool:")
    path.write_bytes(guess)
    (fixed,) = fix_files([(path, "scout.md")], lint_one)
    assert (fixed.written, path.read_bytes()) == (False, guess)
    (fixed,) = fix_files([(path, "scout.md")], lint_one, safe_only=False)
    assert (fixed.written, path.read_bytes()) == (True, WHOLE)


def test_what_cannot_be_read_or_written_hinders_no_other(file: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked.md"
    locked.write_bytes(BROKEN)
    locked.chmod(0o444)
    gone = tmp_path / "gone.md"
    told = fix_files([(gone, "gone.md"), (locked, "locked.md"), (file, "scout.md")], lint_one)
    assert [(one.display_path, one.written, one.problem) for one in told] == [
        ("gone.md", False, "cannot be read: No such file or directory"),
        ("locked.md", False, "read-only, and left as it is"),
        ("scout.md", True, None),
    ]


def test_nothing_to_fix(tmp_path: Path) -> None:
    path = tmp_path / "scout.md"
    path.write_bytes(WHOLE)

    def lint_all(_: object) -> list[Finding]:
        raise AssertionError("nothing is changed that could harm another file")

    (fixed,) = fix_files([(path, "scout.md")], lint_one, lint_all=lint_all)
    assert not fixed.written
    assert fixed.diff == b""


def error(path: str, *related: str) -> Finding:
    others = tuple(Related(one, FILE_START, "here") for one in related)
    return Finding("taken", Severity.ERROR, "m", "h", path, related=others)


@pytest.fixture
def pair(file: Path) -> list[tuple[Path, str]]:
    other = file.with_name("other.md")
    other.write_bytes(BROKEN)
    return [(file, "scout.md"), (other, "other.md")]


def outcome(told: list[FixedFile]) -> list[tuple[str, bool, str | None]]:
    return [(one.display_path, one.written, one.problem) for one in told]


LEFT = "left as it is, because fixing it would bring `taken`"


def test_a_file_whose_fix_harms_another_is_left_alone(pair: list[tuple[Path, str]]) -> None:
    """The other role works until this one can be read again."""

    def lint_all(overlay: Mapping[Path, bytes]) -> list[Finding]:
        return [error("working.md", "scout.md")] if pair[0][0] in overlay else []

    told = fix_files(pair, lint_one, lint_all=lint_all)
    assert outcome(told) == [("scout.md", False, LEFT), ("other.md", True, None)]
    assert told[0].result.after == BROKEN


def test_an_error_that_was_there_before_does_no_harm(pair: list[tuple[Path, str]]) -> None:
    told = fix_files(pair, lint_one, lint_all=lambda _: [error("working.md", "scout.md")])
    assert [one.written for one in told] == [True, True]


def test_a_warning_does_no_harm(pair: list[tuple[Path, str]]) -> None:
    warning = error("working.md", "scout.md")._replace(severity=Severity.WARNING)
    told = fix_files(pair, lint_one, lint_all=lambda overlay: [warning] if overlay else [])
    assert [one.written for one in told] == [True, True]


def test_only_what_is_told_of_the_new_error_is_left_alone(pair: list[tuple[Path, str]]) -> None:
    """The other file is told of in an error that was there before."""

    def lint_all(overlay: Mapping[Path, bytes]) -> list[Finding]:
        before = error("broken.md", "other.md")
        return [before, error("working.md", "scout.md")] if pair[0][0] in overlay else [before]

    told = fix_files(pair, lint_one, lint_all=lint_all)
    assert outcome(told) == [("scout.md", False, LEFT), ("other.md", True, None)]


def test_only_what_is_fixed_is_asked_about_and_left_alone(pair: list[tuple[Path, str]]) -> None:
    """The role that works is among the files, and needs no fixing itself."""
    working = pair[0][0].with_name("working.md")
    working.write_bytes(WHOLE)
    asked: list[set[Path]] = []

    def lint_all(overlay: Mapping[Path, bytes]) -> list[Finding]:
        asked.append(set(overlay))
        return [error("working.md", "scout.md")] if pair[0][0] in overlay else []

    told = fix_files([*pair, (working, "working.md")], lint_one, lint_all=lint_all)
    assert outcome(told)[1:] == [("other.md", True, None), ("working.md", False, None)]
    assert outcome(told)[0] == ("scout.md", False, LEFT)
    assert asked == [set(), {path for path, _ in pair}, {pair[1][0]}]


def test_every_rule_that_would_break_is_named(file: Path) -> None:
    def lint_all(overlay: Mapping[Path, bytes]) -> list[Finding]:
        other = error("scout.md")._replace(rule="absent")
        return [error("scout.md"), other, other] if overlay else []

    told = fix_files([(file, "scout.md")], lint_one, lint_all=lint_all)
    problem = "left as it is, because fixing it would bring `absent`, `taken`"
    assert outcome(told) == [("scout.md", False, problem)]


@pytest.mark.parametrize("asked", [False, True])
def test_where_nobody_can_be_blamed_nothing_is_written(
    pair: list[tuple[Path, str]], asked: bool
) -> None:
    working = pair[0][0].with_name("working.md")
    working.write_bytes(WHOLE)
    files = [*pair, (working, "working.md")] if asked else pair
    told = fix_files(
        files, lint_one, lint_all=lambda overlay: [error("working.md")] if overlay else []
    )
    assert outcome(told)[:2] == [("scout.md", False, LEFT), ("other.md", False, LEFT)]
    assert [one.written for one in told[2:]] == [False] * asked
