"""Scenario pages, ``fixtures/<group>/<rule>.md``: what ``fixtures/README.md`` says, as data.

A page is read line by line, and everything that is not a title, a file, a ``run`` or a ``findings``
is prose. Nothing here runs the linter, so that a site can be built from the same pages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).parent.parent / "fixtures"
NOTHING = "Nothing is found."
SECTIONS = {"Found": True, "Not found": False}

_FILE = re.compile(
    r"`(?P<path>[^`]+)`"
    r"(?:(?P<fence>(?: without a final line end)?(?:, its last line (?P<times>\d+) times)?:)"
    r"| is (?P<empty>empty)\."
    r"| is (?:this file|these bytes|this archive): \[[^]]*\]\((?P<bytes>[^)]+)\)\.?"
    r"| links to `(?P<target>[^`]+)`\.)"
)
_FENCE = re.compile(r"(`{3,})\s*(.*)")


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link among the files of a scenario."""

    target: str


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Files, how they are judged, and what is expected.

    ``fires`` tells whether the rule of the page is to be found or not. ``request`` is the ``run``
    block. ``expected`` is the text of the findings, empty where nothing is found, and None where
    the page does not say it yet; ``place`` are the lines of the page where that stands.
    """

    page: Path
    title: str
    fires: bool
    prose: str
    files: Mapping[str, bytes | Link]
    request: Mapping[str, Any]
    expected: str | None
    place: tuple[int, int]

    @property
    def rule(self) -> str:
        return self.page.stem

    @property
    def group(self) -> str:
        return self.page.parent.name

    def __str__(self) -> str:
        return f"{self.group}/{self.rule}: {self.title}"


class PageError(ValueError):
    """A page that is not written as ``fixtures/README.md`` says."""


def pages(root: Path = ROOT) -> list[Path]:
    return sorted(root.glob("*/*.md"))


def read_page(page: Path) -> list[Scenario]:
    """The scenarios of a page. Raises PageError where it is not a page of scenarios."""
    return list(_Reader(page).scenarios())


@dataclass
class _Draft:
    title: str
    fires: bool
    start: int
    prose: list[str] = field(default_factory=list)
    files: dict[str, bytes | Link] = field(default_factory=dict)
    request: dict[str, Any] = field(default_factory=dict)
    expected: str | None = None
    place: tuple[int, int] | None = None


class _Reader:
    def __init__(self, page: Path) -> None:
        self._page = page
        self._lines = page.read_text("utf-8").split("\n")
        self._at = 0

    def scenarios(self) -> Iterator[Scenario]:
        fires: bool | None = None
        draft: _Draft | None = None
        titles: set[str] = set()
        self._title()
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if not line.startswith("#"):
                self._content(draft, line)
                self._at += 1
                continue
            if draft:
                yield self._done(draft)
                draft = None
            mark, _, title = line.partition(" ")
            if mark == "##":
                fires = SECTIONS.get(title)
            if (mark, fires) not in {("##", True), ("##", False), ("###", True), ("###", False)}:
                self._fail(
                    "a section is `## Found` or `## Not found`, a scenario in it `### Title`"
                )
            if mark == "###" and fires is not None:
                if title in titles:
                    self._fail("two scenarios of one title")
                titles.add(title)
                draft = _Draft(title, fires, self._at)
            self._at += 1
        if draft:
            yield self._done(draft)

    def _title(self) -> None:
        if self._lines[0] != f"# {self._page.stem}":
            self._fail(f"the page begins with `# {self._page.stem}`, the id of the rule")
        self._at = 1

    def _content(self, draft: _Draft | None, line: str) -> None:
        start = self._at
        if fence := _FENCE.match(line):
            text = "".join(f"{one}\n" for one in self._fenced(fence[1]))
            if draft and fence[2] == "findings":
                self._expect(draft, text.removesuffix("\n"), start)
            elif draft and fence[2] == "run":
                draft.request = tomllib.loads(text)
            else:
                self._fail("in front of a block goes the line that names its file")
        elif draft and (named := _FILE.fullmatch(line)):
            self._file(draft, named)
        elif draft and line == NOTHING:
            self._expect(draft, "", start)
        elif draft and line:
            draft.prose.append(line)

    def _file(self, draft: _Draft, named: re.Match[str]) -> None:
        path = named["path"]
        if path in draft.files:
            self._fail("a file that is there already")
        draft.files[path] = self._file_content(named)

    def _file_content(self, named: re.Match[str]) -> bytes | Link:
        if named["target"]:
            return Link(named["target"])
        if named["bytes"]:
            return (self._page.parent / named["bytes"]).read_bytes()
        if named["empty"]:
            return b""
        self._at += 1
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1
        fence = _FENCE.match(self._lines[self._at]) if self._at < len(self._lines) else None
        if fence is None:
            self._fail("behind the name of a file goes a block with its text")
        lines = self._fenced(fence[1])
        lines += lines[-1:] * (int(named["times"] or 1) - 1)
        text = "".join(f"{line}\n" for line in lines)
        return (text.removesuffix("\n") if "without" in named["fence"] else text).encode()

    def _fenced(self, fence: str) -> list[str]:
        start = self._at + 1
        try:
            self._at = self._lines.index(fence, start)
        except ValueError:
            self._fail("a block that is not closed")
        return self._lines[start : self._at]

    def _expect(self, draft: _Draft, text: str, start: int) -> None:
        if draft.place:
            self._fail("what is found is said twice")
        draft.expected, draft.place = text, (start, self._at + 1)

    def _done(self, draft: _Draft) -> Scenario:
        if not draft.files:
            self._fail(f"no file in {draft.title!r}")
        place = draft.place or (self._end(draft), self._end(draft))
        return Scenario(
            self._page,
            draft.title,
            draft.fires,
            "\n".join(draft.prose),
            draft.files,
            draft.request,
            draft.expected,
            place,
        )

    def _end(self, draft: _Draft) -> int:
        """The line behind the last one of a scenario that is not empty."""
        return max(at + 1 for at in range(draft.start, self._at) if self._lines[at])

    def _fail(self, problem: str) -> NoReturn:
        raise PageError(f"{self._page}:{self._at + 1}: {problem}")


def write_expected(scenario: Scenario, text: str) -> None:
    """Put what is found into the page, in the place of what it said before."""
    (current,) = (one for one in read_page(scenario.page) if one.title == scenario.title)
    lines = scenario.page.read_text("utf-8").split("\n")
    told = block(text, "findings") if text else [NOTHING]
    start, end = current.place
    lines[start:end] = told if current.expected is not None else ["", *told]
    scenario.page.write_text("\n".join(lines), "utf-8", newline="\n")


def block(text: str, info: str) -> list[str]:
    """The lines of a fenced block that nothing in ``text`` can close."""
    lines = text.removesuffix("\n").split("\n")
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{info}", *lines, fence]


_LANGUAGES: Mapping[str, str] = {
    ".md": "markdown",
    ".json": "json",
    ".ts": "typescript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".js": "javascript",
    ".toml": "toml",
    ".yaml": "yaml",
    ".yml": "yaml",
}


def language(path: str) -> str:
    """What a block with the text of a file is marked as, so that pages are coloured."""
    return _LANGUAGES.get(Path(path).suffix.lower(), "text")


def format_file(path: str, text: str) -> Sequence[str]:
    """The lines of a page that stand for a file with this text."""
    if not text:
        return [f"`{path}` is empty."]
    how = "" if text.endswith("\n") else " without a final line end"
    return [f"`{path}`{how}:", "", *block(text, language(path))]
