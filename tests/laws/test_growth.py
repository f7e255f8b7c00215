"""Twice the input is twice the work: four times as much is nowhere near sixteen times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from herdr_lint import Unchecked, lint
from herdr_lint.files.regular import DEEPEST

HEAD = "---\nname: scout\ndescription: d\n"
TAIL = "---\n\nMap.\n"
SMALL = 2_000
TIMES = 4
MOST = 6.0
"""How many times the work of the small file the large one may cost; a square would be 16."""


def joined(key: str, word: str) -> Callable[[int], str]:
    return lambda number: f"{key}: " + ", ".join(word.format(at) for at in range(number)) + "\n"


def lines(line: str, before: str = "") -> Callable[[int], str]:
    return lambda number: before + "".join(line.format(at) for at in range(number))


FRONTMATTER: dict[str, Callable[[int], str]] = {
    "keys": lines("k{}: v\n"),
    "strays": lines(" tools: read{}\n"),
    "repeated": lines("tools: read\n"),
    "list": lines("  - t{}\n", "tools:\n"),
    "tools": joined("tools", "Read"),
    "other tools": joined("tools", "t{}"),
    "odd tools": joined("tools", "+x{}"),
    "denied": joined("deny-tools", "Xead{}"),
    "overlap": lambda number: joined("tools", "a{}")(number) + joined("deny-tools", "a{}")(number),
    "skills": joined("skills", "A_b{}"),
    "models": joined("model", "m{}"),
    "look-alikes": joined("tools", "r\u0435ad{}"),
    "misspelled among others": lambda number: (
        lines("k{}: v\n")(number) + lines("Tools: read\n")(number)
    ),
    "typos among others": lambda number: lines("k{}: v\n")(number) + lines("tols: read\n")(number),
    "keys of other programs": lines("allowed-tools: [Read, Bash]\n"),
    "conflicts": lines("<<<<<<< a\ntools: a\n=======\ntools: b\n>>>>>>> b\n"),
    "ignored on one line": lambda number: (
        f"# herdr-lint: ignore[{','.join(['key-unknown'] * number)}] x\n"
    ),
    "unknown on one line": lambda number: (
        f"# herdr-lint: ignore[{','.join(f'zz{at}' for at in range(number))}] x\n"
    ),
    "ignored on many lines": lines("# herdr-lint: ignore[zz{}] x\n"),
    "ignored on the next line": lines("# herdr-lint: ignore-next-line[key-unknown] x\n"),
}


def calls(path: Path, text: str) -> int:
    """The calls that judging a file takes, those of functions in C among them."""
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    path.write_text(text, "utf-8")
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        lint([path])
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("name", FRONTMATTER)
def test_a_role_costs_what_it_is_long(tmp_path: Path, name: str) -> None:
    role = tmp_path / "roles" / "scout.md"
    role.parent.mkdir()
    make = FRONTMATTER[name]
    small, large = (HEAD + make(number) + TAIL for number in (SMALL, TIMES * SMALL))
    calls(role, small)  # what is loaded once does not count
    assert calls(role, large) < MOST * calls(role, small)


WEIGH = """
import resource, sys
from herdr_lint import lint
print(len(lint(sys.argv[1:]).findings), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process weighed")
@pytest.mark.parametrize("name", ["keys", "strays", "skills", "models", "odd tools"])
def test_no_end_of_findings_has_a_bounded_weight(tmp_path: Path, name: str) -> None:
    """What is wrong with one item is forgotten before a later one is asked about."""
    role = tmp_path / "roles" / "scout.md"
    role.parent.mkdir()
    role.write_text(HEAD + FRONTMATTER[name](30_000) + TAIL, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", WEIGH, str(role)], capture_output=True, text=True, check=True
    )
    found, mebibytes = map(int, ran.stdout.split())
    assert found >= (1 if name == "odd tools" else 30_000)
    assert mebibytes < 200


def test_a_tree_is_gone_into_for_so_many_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deep = tmp_path.joinpath(*["d"] * DEEPEST)
    (deep / "e" / "roles").mkdir(parents=True)
    (deep / "roles").mkdir()
    for folder in (deep / "roles", tmp_path / "roles"):
        folder.mkdir(exist_ok=True)
        (folder / "scout.md").write_text(HEAD + TAIL, "utf-8")
    report = lint([tmp_path])
    assert report.files == ("roles/scout.md",)
    below = deep.relative_to(tmp_path).as_posix()
    reason = f"more than {DEEPEST} folders deep"
    assert report.unchecked == (
        Unchecked(f"{below}/e", reason),
        Unchecked(f"{below}/roles", reason),
    )
    assert len(lint([deep]).files) == 1
