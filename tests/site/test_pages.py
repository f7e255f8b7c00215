"""The pages of the site, before they are built."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from herdr_lint.cli.explain import plain
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import HOME, REPOSITORY, rule_page
from tests.adoption.conftest import ROOT
from tools import site


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return site.pages()


def test_each_rule_has_a_page_at_the_address_that_reports_link_to(found: dict[str, str]) -> None:
    for rule in RuleRegistry.shipped():
        folder = site.address(rule).removesuffix("index.html")
        assert rule_page(rule.id) == f"{HOME}/{folder}"
        text = found[f"{folder.rstrip('/')}.md"]
        assert f"\n# {rule.id}\n\n**{rule.title}.**\n" in text
        assert "\n## What happens\n" in text
        for wording in rule.causes.values():
            for told in (*(wording.consequence or {}).values(), wording.help):
                assert plain(told).replace("<", "&lt;").split("`")[0] in text


def test_a_page_of_a_rule_has_its_scenarios(found: dict[str, str]) -> None:
    text = found["rules/role-name-mismatch.md"]
    assert "\n## Cases that it finds { data-search-exclude }\n" in text
    assert "\n```text\nwarning[role-name-mismatch" in text
    assert "\n```yaml\n---\nname: " in text
    assert "```markdown\n---" not in text
    assert "](../role-reading.md#15-each-key)" in text


def test_links_lead_to_pages_of_the_site_or_to_the_repository() -> None:
    text = (
        "[a](docs/ci.md#gitlab-ci) [b](docs/rules.md#key-unknown) [c](docs/rules.md)\n"
        "[d](examples/role-pack) [e](LICENSE) ![f](docs/output.svg) [g](https://x.y/) [h](#here)\n"
        "```markdown\n[i](docs/ci.md)\n```\n"
    )
    places = {"docs/ci.md": "ci.md"}
    assert site.rewritten(text, "README.md", "index.md", places) == (
        "[a](ci.md#gitlab-ci) [b](rules/key-unknown.md) [c](rules/index.md)\n"
        f"[d]({REPOSITORY}/tree/main/examples/role-pack) [e]({REPOSITORY}/blob/main/LICENSE) "
        "![f](output.svg) [g](https://x.y/) [h](#here)\n"
        "```markdown\n[i](docs/ci.md)\n```\n"
    )
    elsewhere = (
        f"[a]({REPOSITORY}/blob/main/docs/ci.md#gitlab-ci) [b]({REPOSITORY}/blob/main/LICENSE) "
        '<img src="https://raw.githubusercontent.com/herdr-lint/herdr-lint/main/docs/output.svg">'
    )
    assert site.rewritten(elsewhere, "README.md", "index.md", places) == (
        f'[a](ci.md#gitlab-ci) [b]({REPOSITORY}/blob/main/LICENSE) <img src="output.svg">'
    )
    by_path = f"[docs/ci.md]({REPOSITORY}/blob/main/docs/ci.md) <{HOME}/editors/> <{HOME}/ci/>"
    places = {"docs/ci.md": "ci.md", "docs/editors/index.md": "editors/index.md"}
    assert site.rewritten(by_path, "README.md", "index.md", places) == (
        "[Hooks and CI](ci.md) [While you type](editors/index.md) [Hooks and CI](ci.md)"
    )
    pictures = (
        '<picture>\n  <source media="light" srcset="docs/output-light.svg">\n'
        '  <img alt="Output" src="docs/output.svg">\n</picture>\n'
    )
    assert site.rewritten(pictures, "README.md", "index.md", places) == (
        "![Output](output-light.svg#only-light)![Output](output.svg#only-dark)\n"
    )
    figures = "| gate | 76 ms, of 1 s | 1.94 × |\nIn 5 s it is done.\n"
    assert site.rewritten(figures, "README.md", "index.md", places) == (
        "| gate | 76\xa0ms, of 1\xa0s | 1.94\xa0× |\nIn 5 s it is done.\n"
    )
    places = {"README.md": "index.md"}
    assert site.rewritten("[a](../README.md)", "docs/ci.md", "editors/x.md", places) == (
        "[a](../index.md)"
    )


def test_the_menu_has_every_page(found: dict[str, str]) -> None:
    def names(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        inner = entry.values() if isinstance(entry, dict) else entry
        return [name for one in inner for name in names(one)]  # type: ignore[attr-defined]

    assert sorted(names(site.navigation(found))) == sorted(found)


def test_the_pages_of_editors_are_listed_and_their_settings_can_be_read() -> None:
    folder = ROOT / "docs/editors"
    index = (folder / "index.md").read_text("utf-8")
    readers = {"json": json.loads, "toml": tomllib.loads}
    for page in sorted(folder.glob("*.md")):
        assert page.name == "index.md" or f"]({page.name})" in index
        text = page.read_text("utf-8")
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            if language in readers:
                assert readers[language](block)


def test_the_project_has_one_address() -> None:
    """Whoever hosts it changes ``herdr_lint/links.py``, and then what this test names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    written = [*project.get("urls", {}).values()]
    for name in ("README.md", "RELEASING.md"):
        written += re.findall(
            r"\]\((https://[^)\s]*herdr-lint[^)\s]*)\)", (ROOT / name).read_text()
        )
    assert written
    assert [url for url in written if not url.startswith((HOME, REPOSITORY))] == []
