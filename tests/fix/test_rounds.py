from __future__ import annotations

import pytest

from herdr_lint.fix.rounds import fix
from herdr_lint.model import Edit, Finding, Severity, Span
from tests.fix.roles import lint

LEFT_OUT = "edits that would bring new findings or better nothing are left out"


def role(*lines: str) -> bytes:
    return "\n".join(("---", *lines, "---", "", "Map the code.", "")).encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            role("name: 'scout'", "description: Maps the code", "tools: [read, bash]"),
            role("name: scout", "description: Maps the code", "tools: read, bash"),
            id="quotes and a list",
        ),
        pytest.param(
            b"\n" + role('"description": Maps the code', "tools:", "  - read", "  - bash"),
            role("description: Maps the code", "tools: read, bash"),
            id="a fence, then what stands behind it",
        ),
        pytest.param(
            role("description: Maps", "tools: [read, bash] # why"),
            role("description: Maps", "# why", "tools: read, bash"),
            id="a comment gets a line of its own",
        ),
        pytest.param(
            role("description: Maps", "model: a/b", "model: a/b", "model: a/b"),
            role("description: Maps", "model: a/b"),
            id="the same line three times",
        ),
    ],
)
def test_safe_fixing(before: bytes, after: bytes) -> None:
    result = fix(before, lint)
    assert result.after == after
    assert result.changed
    assert result.problem is None
    assert list(result.left) == lint(after)


def test_line_ends_and_the_mark_stay() -> None:
    before = b"\xef\xbb\xbf---\r\ndescription: Maps\r\ntools: [read] # why\r\n---\r\nGo. \r\n"
    after = b"\xef\xbb\xbf---\r\ndescription: Maps\r\n# why\r\ntools: read\r\n---\r\nGo. \r\n"
    assert fix(before, lint).after == after


def test_guesses_only_on_request() -> None:
    before = role("description: Maps", "tool: read")
    assert not fix(before, lint).changed
    assert fix(before, lint, safe_only=False).after == role("description: Maps", "tools: read")
    misspelled = role("description: Maps", "Tools: read")
    assert fix(misspelled, lint).after == role("description: Maps", "tools: read")


def test_an_edit_that_only_swaps_one_finding_for_another_is_left_out() -> None:
    """With `fork` read, the body would not be delivered: that is for a person."""
    before = role("description: Maps", "session-mode: Fork")
    result = fix(before, lint, safe_only=False)
    assert (result.after, result.problem) == (before, LEFT_OUT)


def test_what_comes_out_once_comes_out_again() -> None:
    """A line that two rounds take for one key, and then for another."""
    before = b"---\nauto-exit: \ntools\xe2\x80\x8b: read\n  tools: read\nauto-exit: \n---\n"
    result = fix(before, lint, safe_only=False)
    assert fix(result.after, lint, safe_only=False).after == result.after


def test_a_file_that_is_not_utf8_is_left_as_it_is() -> None:
    before = role("description: Maps", "tools: [read]") + b"\xe9"
    result = fix(before, lint)
    assert (result.after, result.problem) == (before, "not UTF-8, and left as it is")
    assert fix(b"\xe9", lambda _: []).problem is None


def test_a_new_error_is_never_made() -> None:
    """The key that would be read makes the role refer to another file: that is for a person."""
    before = role('"name": other', "description: 'Maps: all'", "tools: [read]")
    result = fix(before, lint)
    assert result.after == role('"name": other', "description: 'Maps: all'", "tools: read")
    assert result.problem is None


def finding(text: str, start: int = 1) -> Finding:
    span = Span.at(1, start, start + 1)
    edits = (Edit(span, text),)
    return Finding(f"to-{text}", Severity.WARNING, "m", "h", "x.md", span, edits=edits)


def error() -> Finding:
    return finding("z")._replace(severity=Severity.ERROR, edits=())


def test_going_in_circles_leaves_the_file_alone() -> None:
    seen = []

    def swaps(data: bytes) -> list[Finding]:
        seen.append(data)
        return [finding("b" if data == b"a" else "a")]

    result = fix(b"a", swaps)
    assert (result.after, result.problem) == (b"a", LEFT_OUT)
    assert len(seen) == 11  # as it is, and ten rounds


def test_edits_that_harm_each_other_are_made_one_by_one() -> None:
    """Either of the two is fine, both together are an error."""

    def either(data: bytes) -> list[Finding]:
        if data == b"bb":
            return [error()]
        return [finding("b", at) for at in (1, 2) if data[at - 1 : at] == b"a"]

    result = fix(b"aa", either)
    assert (result.after, result.problem) == (b"ba", LEFT_OUT)


def test_an_edit_without_effect_is_no_edit() -> None:
    result = fix(b"a", lambda _: [finding("a")])
    assert (result.changed, result.problem) == (False, LEFT_OUT)


def test_one_without_effect_among_others_is_passed_over() -> None:
    def second_harms(data: bytes) -> list[Finding]:
        return [finding("a"), finding("b", 2) if data == b"aa" else error()]

    result = fix(b"aa", second_harms)
    assert (result.after, result.problem) == (b"aa", LEFT_OUT)


def test_a_new_finding_weighs_more_than_two_that_are_gone() -> None:
    def other(data: bytes) -> list[Finding]:
        return [finding("b"), finding("b", 2)] if data == b"aa" else [finding("c")]

    result = fix(b"aa", other)
    assert (result.after, result.problem) == (b"aa", LEFT_OUT)


def test_only_so_many_edits_are_tried_one_by_one() -> None:
    tried = []

    def none_helps(data: bytes) -> list[Finding]:
        tried.append(data)
        return [finding("b", at) for at in range(1, 60)]

    assert not fix(b"a" * 99, none_helps).changed
    assert len(tried) == 52  # as it is, all at once, and fifty by themselves
