"""The pages say what is so: commands and snippets run, files are read, links lead somewhere.

A page is run from top to bottom in a folder of its own that holds the examples. A block whose first
line is ``# NAME``, or that follows the words "This is `NAME`:", is the file of that name. Output is
compared as doctest does it: ``...`` stands for anything.
"""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from herdr_lint.cli.main import main
from herdr_lint.links import HOME, REPOSITORY
from tests.adoption.conftest import ROOT
from tests.cli.conftest import write

PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
    if path.name not in {"rules.md", "cli.md"}
)
_BLOCK = re.compile(
    r"(?:This is `(?P<named>[^`]+)`:\n\n)?"
    r"^(?P<fence>```+)(?P<language>\w+)\n(?P<text>(?:# (?P<name>\S+\.\w+)\n)?.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
_OWN_FILE = re.compile(rf"{REPOSITORY}/blob/main/|https://raw.githubusercontent.com/[\w/-]+/main/")
"""What stands before the name of a file in the README, which the package index shows as well."""


class Block(NamedTuple):
    language: str
    text: str
    file: str | None
    line: int


def blocks(path: Path) -> Iterator[Block]:
    page = path.read_text("utf-8")
    for found in _BLOCK.finditer(page):
        file = found["named"] or found["name"]
        yield Block(found["language"], found["text"], file, page.count("\n", 0, found.start()) + 1)


def each(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=each)
def test_the_page_is_true(
    page: Path, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    names: dict[str, object] = {}
    for block in blocks(page):
        where = f"{each(page)}:{block.line}"
        if block.file:
            write(folder / block.file, block.text)
        if block.language == "console":
            run_commands(block, where, capfdbinary)
        if block.language == "pycon":
            run_snippet(block, where, names, capfdbinary)


def run_commands(block: Block, where: str, streams: pytest.CaptureFixture[bytes]) -> None:
    """Run the herdr-lint commands of a block; what else it shows is not for a test to run."""
    code = 0
    for entry in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = entry.partition("\n")
        words = shlex.split(command, comments=True)
        if words[0] == "herdr-lint":
            code = main(words[1:])
            captured = streams.readouterr()
            compare(expected, (captured.err + captured.out).decode(), f"{where}: $ {command}")
        elif command == "echo $?":
            compare(expected, f"{code}\n", f"{where}: exit code")


def compare(expected: str, got: str, where: str) -> None:
    checker = doctest.OutputChecker()
    assert checker.check_output(expected, got, doctest.ELLIPSIS), f"{where}\n{got}"


def run_snippet(
    block: Block, where: str, names: dict[str, object], streams: pytest.CaptureFixture[bytes]
) -> None:
    test = doctest.DocTestParser().get_doctest(block.text, names, where, where, block.line)
    outcome = doctest.DocTestRunner().run(test, clear_globs=False)
    names.update(test.globs)
    assert outcome.failed == 0, streams.readouterr().out.decode()
    assert outcome.attempted > 0


def test_the_commands_for_a_fresh_machine_are_one_line_each() -> None:
    setup = "python3 -m venv .venv && .venv/bin/pip install"
    commands = [
        line.removeprefix("$ ")
        for block in blocks(ROOT / "README.md")
        for line in block.text.splitlines()
        if line.startswith("$ python3 ")
    ]
    assert commands == [
        f"{setup} . && .venv/bin/herdr-lint examples/role-pack",
        f"{setup} -e '.[test]' && .venv/bin/pytest",
    ]


@pytest.mark.parametrize("page", [*PAGES, ROOT / "docs/rules.md", ROOT / "docs/cli.md"], ids=each)
def test_links_lead_somewhere(page: Path) -> None:
    text = _OWN_FILE.sub("", page.read_text("utf-8"))
    for picture in re.findall(r'(?:src|srcset)="([^"]+)"', text):
        assert (page.parent / picture).exists(), picture
    for target, anchor in _LINK.findall(text):
        file = page.parent / target if target else page
        assert file.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
            assert anchor in {slug(heading) for heading in headings}, f"{target}#{anchor}"


def slug(heading: str) -> str:
    """The anchor that GitHub and GitLab give a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_setup_of_contributors_names_extras_that_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    for page in PAGES:
        for named in re.findall(r"'\.\[([\w,]+)\]'", page.read_text("utf-8")):
            assert set(named.split(",")) <= set(extras)


def test_one_address_of_the_repository_and_no_placeholder() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
    assert urls["Homepage"] == HOME
    assert all(url.startswith(REPOSITORY) for name, url in urls.items() if name != "Homepage")
    for page in PAGES:
        text = page.read_text("utf-8")
        assert "OWNER" not in text
        for url in re.findall(r"https://github\.com/[\w-]*/herdr-lint\b", text):
            assert url == REPOSITORY


def test_links_of_the_readme_hold_where_there_is_no_repository_around_it() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [target for target, _ in _LINK.findall(text) if target] == []
    assert not re.search(r'(?:src|srcset)="(?!https:)', text)
