"""Build the site: ``python -m tools.site``; it comes to stand in ``build/site``.

The pages are those of the repository, and one for each rule that is made of its file and its
scenarios. Nothing is fetched: neither by the build nor by a page that somebody reads.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

import herdr_lint
from herdr_lint.judge.rule_registry import Rule, RuleRegistry
from herdr_lint.links import HOME, REPOSITORY
from tools.rule_page import GROUPS, rule_page, rules_index

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build/pages"

FROM_ROOT = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "RELEASING.md": "releasing.md",
    "SECURITY.md": "security.md",
}
"""Pages of the repository's root, and where they stand on the site."""

GUIDES = (
    "configuration.md",
    "ci.md",
    "adopting.md",
    "nothing-to-check.md",
    "from-other-programs.md",
    "role-reading.md",
    "policies.md",
    "audit.md",
    "registries.md",
)
REFERENCE = ("cli.md", "library.md")
PROJECT = (
    "performance.md",
    "comparison.md",
    "architecture.md",
    "contributing.md",
    "security.md",
    "releasing.md",
    "changelog.md",
)
API = "api.md"
_RULES = "docs/rules.md"
_API_TEXT = """# Calls and types

Taken from the code. [The library](library.md) shows them at work.
"""

_LINK = re.compile(
    rf"(?<=\]\()(?:{re.escape(REPOSITORY)}/blob/main/(?P<inner>[^)\s#]+)"
    r"|(?!\w+:|#)(?P<target>[^)\s#]+)?)(?P<anchor>#[^)\s]*)?(?=\))"
)
_NAMED = re.compile(
    r"\[(?P<path>docs/[\w./-]+\.md)\]"
    rf"(?=\((?:{re.escape(REPOSITORY)}/blob/main/)?(?P=path)[)#])"
)
"""A link that shows the path of a page, as the repository's pages do."""
_OWN = re.compile(rf"<{re.escape(HOME)}/(?P<path>[\w./-]*)>")
_ROW = re.compile(r"^\|.*$", re.MULTILINE)
_UNIT = re.compile(r"(?<=\d) (?=(?:m?s|[KMG]iB|×)[ ,])")
"""The space before a unit, in a cell of a table."""
_TWO_PICTURES = re.compile(
    r"<picture>\s*<source [^>]*light[^>]*srcset=\"(?P<light>[^\"]+)\">\s*"
    r"<img alt=\"(?P<alt>[^\"]*)\" src=\"(?P<dark>[^\"]+)\">\s*</picture>"
)
"""A picture for each of the reader's colours; on the site a switch changes these."""
_PICTURES = f"{REPOSITORY.replace('//github.com/', '//raw.githubusercontent.com/')}/main/docs/"
_FENCE = re.compile(r"^(`{3,}|~{3,})", re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (\d\.\d) (.+)$", re.MULTILINE)


def pages(root: Path = ROOT) -> dict[str, str]:
    """Every page of the site by its name there."""
    sources = {name: page for name, page in FROM_ROOT.items() if (root / name).is_file()}
    documents = (path.relative_to(root / "docs").as_posix() for path in _documents(root))
    sources |= {f"docs/{name}": name for name in documents}
    book = RuleRegistry.shipped()
    places = {
        **sources,
        **{f"fixtures/{rule.group}/{rule.id}.md": _rule(rule.id) for rule in book},
    }
    found = {
        page: rewritten((root / source).read_text("utf-8"), source, page, places, root)
        for source, page in sources.items()
    }
    sections = _sections((root / "docs/role-reading.md").read_text("utf-8"))
    for rule in book:
        scenarios = root / f"fixtures/{rule.group}/{rule.id}.md"
        text = rule_page(rule, _scenarios(scenarios), sections)
        source = scenarios.relative_to(root).as_posix()
        found[_rule(rule.id)] = rewritten(text, source, _rule(rule.id), places, root)
    found["index.md"] = f"---\nhide: [navigation]\n---\n\n{found['index.md']}"
    found["rules/index.md"] = rules_index(book)
    found[API] = _API_TEXT + "".join(f"\n::: {name}\n" for name in _public())
    return found


def _public() -> Iterator[str]:
    """The dotted name of each public call and type, the calls first."""
    names = [name for name in herdr_lint.__all__ if not name.startswith("_")]
    for name in sorted(names, key=lambda name: (name[0].isupper(), name)):
        yield f"{getattr(herdr_lint, name).__module__}.{name}"


def _documents(root: Path) -> list[Path]:
    return sorted(path for path in (root / "docs").rglob("*.md") if path.name != "rules.md")


def _rule(rule_id: str) -> str:
    return f"rules/{rule_id}.md"


def _scenarios(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def _sections(text: str) -> dict[str, str]:
    """The anchors of the numbered sections of a page, by their numbers."""
    return {
        number: re.sub(r"[^\w\- ]", "", f"{number} {title}").strip().lower().replace(" ", "-")
        for number, title in _HEADING.findall(text)
    }


def rewritten(
    text: str, source: str, page: str, places: Mapping[str, str], root: Path = ROOT
) -> str:
    """A page with its links as they have to be on the site; what is in code blocks stays.

    ``source`` is its file in the repository. What has no page is linked to in the repository. A
    page that is read elsewhere as well links to the repository; here that is a link to a page.
    """

    def link(found: re.Match[str]) -> str:
        target, anchor = found["target"] or "", found["anchor"] or ""
        path = found["inner"] or normpath(f"{PurePosixPath(source).parent}/{target}")
        if path == _RULES:
            rule = anchor.removeprefix("#")
            return relpath(_rule(rule) if rule else "rules/index.md", _folder(page))
        if path in places:
            return relpath(places[path], _folder(page)) + anchor
        if path.startswith("docs/") and (root / path).is_file():
            return relpath(path.removeprefix("docs/"), _folder(page)) + anchor
        kind = "tree" if (root / path).is_dir() else "blob"
        return f"{REPOSITORY}/{kind}/main/{path}{anchor}"

    def prose(part: str) -> str:
        part = _NAMED.sub(lambda found: f"[{_page_title(root / found['path'])}]", part)
        part = _OWN.sub(lambda found: _own_link(found["path"], root), part)
        part = _ROW.sub(lambda found: _UNIT.sub("\N{NO-BREAK SPACE}", found[0]), part)
        part = _TWO_PICTURES.sub(_by_colour, part)
        return _LINK.sub(link, part.replace(_PICTURES, ""))

    return "".join(part if code else prose(part) for part, code in _parts(_without_notice(text)))


def _by_colour(found: re.Match[str]) -> str:
    light, dark = (found[name].replace(_PICTURES, "docs/") for name in ("light", "dark"))
    return f"![{found['alt']}]({light}#only-light)![{found['alt']}]({dark}#only-dark)"


def _page_title(path: Path) -> str:
    return _title(path.read_text("utf-8")) if path.is_file() else path.name


def _own_link(address: str, root: Path) -> str:
    """A link to a page of the site that says its whole address, as one to the repository's page."""
    path = f"docs/{address.rstrip('/')}"
    source = f"{path}/index.md" if (root / path).is_dir() else f"{path}.md"
    return f"[{_page_title(root / source)}]({REPOSITORY}/blob/main/{source})"


def _folder(page: str) -> str:
    return PurePosixPath(page).parent.as_posix()


def _without_notice(text: str) -> str:
    return re.sub(r"\A<!-- Generated by .*? -->\n+", "", text)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a page, and whether each is a block of code."""
    fence, part = "", ""
    for line in text.splitlines(keepends=True):
        found = _FENCE.match(line.lstrip())
        if found and not fence:
            yield part, False
            fence, part = found[1], ""
        part += line
        if fence and line.strip() == fence and part != line:
            yield part, True
            fence, part = "", ""
    yield part, bool(fence)


def navigation(found: Mapping[str, str]) -> list[dict[str, Any]]:
    """What the menu shows; a page that nothing here names comes to the guides."""
    book = RuleRegistry.shipped()
    editors = sorted(name for name in found if name.startswith("editors/"))
    named = {*GUIDES, *REFERENCE, *PROJECT, API, "index.md", *editors}
    others = [name for name in found if name not in named and not name.startswith("rules/")]
    groups = [
        {title: [{rule.id: _rule(rule.id)} for rule in book if rule.group == group]}
        for group, title in GROUPS.items()
    ]
    guides = [name for name in (*GUIDES, *sorted(others)) if name in found]
    menu: list[dict[str, Any]] = [
        {"Start": "index.md"},
        {"Rules": ["rules/index.md", *groups]},
        {"Guides": _entries(guides, found)},
        {"Editors": _entries(editors, found)},
        {"Reference": _entries((*REFERENCE, API), found)},
        {"Project": _entries(PROJECT, found)},
    ]
    return [entry for entry in menu if all(entry.values())]


def _entries(names: Sequence[str], found: Mapping[str, str]) -> list[dict[str, str]]:
    return [{_title(found[name]): name} for name in names if name in found]


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return found[1] if found else "Untitled"


def write(found: Mapping[str, str], folder: Path = PAGES, root: Path = ROOT) -> None:
    """Put the pages where the builder looks for them, with the pictures that they show."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs", folder, ignore=shutil.ignore_patterns("*.md"))
    for name, text in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def build(root: Path = ROOT) -> Path:
    """Build the site and return its folder.

    Raises:
        mkdocs.exceptions.Abort: if a link or an anchor leads nowhere.

    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.commands.build import build as make
    from mkdocs.config import load_config

    found = pages(root)
    write(found)
    config = load_config(
        str(root / "mkdocs.yml"),
        nav=navigation(found),
        site_url=f"{HOME}/",
        copyright=f'MIT licence · <a href="{REPOSITORY}">Repository</a>',
        docs_dir=str(PAGES),
        site_dir=str(root / "build/site"),
    )
    config.plugins.on_startup(command="build", dirty=False)
    make(config)
    config.plugins.on_shutdown()
    return root / "build/site"


def address(rule: Rule) -> str:
    """Where in the site's folder the page of a rule stands."""
    return f"rules/{rule.id}/index.html"


def main() -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    print(f"built {build().relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
