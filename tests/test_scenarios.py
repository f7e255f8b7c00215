"""Every scenario gives the findings that its page tells, and no others, whichever way it is run."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from herdr_lint import Finding
from herdr_lint.cli.main import main
from herdr_lint.judge.rule_registry import RuleRegistry
from tests.scenarios import (
    FOLDER,
    UPDATE,
    arguments_of,
    findings_of,
    plant,
    scenarios,
    told,
)
from tools.scenarios import NOTHING, ROOT, PageError, Scenario, pages, read_page, write_expected

BOOK = RuleRegistry.shipped()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, out of reach of the real home and of GitHub Actions."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.mark.parametrize("scenario", scenarios(), ids=str)
def test_a_scenario_gives_the_findings_that_its_page_tells(
    scenario: Scenario, tree: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    found = told(scenario)
    if UPDATE:  # pragma: no cover
        assert "PYTEST_XDIST_WORKER" not in os.environ, "pages are written by one process: -n0"
        write_expected(scenario, found)
    else:
        assert scenario.expected is not None, f"neither a block `findings` nor {NOTHING!r}"
        assert found == scenario.expected
    findings = findings_of(scenario)
    assert (scenario.rule in {finding.rule for finding in findings}) is scenario.fires
    assert [(finding, names) for finding in findings if (names := _unfilled(finding))] == []
    arguments = arguments_of(scenario)
    if arguments is not None:  # the same by the command line, where that has such options
        plant(scenario, tree)
        main(arguments)
        report = json.loads(capfdbinary.readouterr().out)
        assert report["findings"] == [finding.to_dict() for finding in findings]


def _unfilled(finding: Finding) -> set[str]:
    """The names of a template that still stand in the words of a finding."""
    if finding.rule not in BOOK:
        return set()
    rule = BOOK[finding.rule]
    wording = rule.wording(finding.cause)
    consequences = [*rule.consequence.values(), *(wording.consequence or {}).values()]
    names = re.findall(r"\{\w+\}", " ".join([wording.message, wording.help, *consequences]))
    told = f"{finding.message} {finding.help} {finding.consequence}"
    return {name for name in names if name in told}


class TestPages:
    def test_each_is_about_a_rule_of_its_group(self) -> None:
        for page in pages():
            assert page.parent.name == BOOK.group_of(page.stem), page

    def test_nothing_else_lies_among_them(self) -> None:
        """Every file beside a page is named on it."""
        known = {ROOT / "README.md", *pages()}
        for page in pages():
            for name in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
                known.add(page.parent / name)
        assert {path for path in ROOT.rglob("*") if path.is_file()} <= known

    @pytest.mark.parametrize(
        ("text", "problem"),
        [
            ("# other", "1: the page begins with `# rule`"),
            ("# rule\n## Bad", "2: a section is `## Found` or `## Not found`"),
            ("# rule\n### X", "2: a section is `## Found` or `## Not found`"),
            ("# rule\n## Found\n### X", "4: no file in 'X'"),
            ("# rule\n## Found\n### X\n```json\n{}\n```", "6: in front of a block goes the line"),
            ("# rule\n## Found\n### X\n`a`:", "5: behind the name of a file goes a block"),
            ("# rule\n## Found\n### X\n`a`:\n\ntext", "6: behind the name of a file goes a block"),
            ("# rule\n## Found\n### X\n`a`:\n```\ntext", "5: a block that is not closed"),
            ("# rule\n## Found\n### X\n`a` is empty.\n`a` is empty.", "5: a file that is there"),
            (
                "# rule\n## Found\n### X\n`a` is empty.\n\n### X\n`a` is empty.",
                "6: two scenarios of one title",
            ),
            (
                "# rule\n## Found\n### X\n`a` is empty.\n\nNothing is found.\n\nNothing is found.",
                "8: what is found is said twice",
            ),
        ],
    )
    def test_what_is_not_a_page_says_why(self, tmp_path: Path, text: str, problem: str) -> None:
        page = tmp_path / "rule.md"
        page.write_text(text, "utf-8")
        with pytest.raises(PageError, match=re.escape(f"{page}:{problem}")):
            read_page(page)

    def test_a_page_is_read_and_written(self, tmp_path: Path) -> None:
        page = tmp_path / "role" / "rule.md"
        page.parent.mkdir()
        (page.parent / "latin").write_bytes(b"\xe9")
        page.write_text(PAGE, "utf-8")
        first, second = read_page(page)
        assert str(first) == "role/rule: It is wrong"
        assert first.fires
        assert first.prose == "Some words.\nAnd more."
        assert first.request == {"lint": ["a"]}
        assert first.files == {"a": b"1\n```\n", "b": b"x\nx\nx", "c": b"\xe9", "d": b""}
        assert first.expected is None
        assert (second.fires, second.expected) == (False, "")
        write_expected(first, "error[rule]: m\n  ```")
        write_expected(second, "")
        assert read_page(page)[0].expected == "error[rule]: m\n  ```"
        assert read_page(page)[1].expected == ""
        write_expected(first, "")
        assert page.read_text("utf-8") == PAGE.replace("empty.\n", f"empty.\n\n{NOTHING}\n")


PAGE = """# rule

Words about the page.

## Found

### It is wrong

Some words.
And more.

```run
lint = ["a"]
```

`a`:

````text
1
```
````

`b` without a final line end, its last line 3 times:

```text
x
```

`c` is these bytes: [c](latin).

`d` is empty.

## Not found

### It is right

`a` links to `b`.

Nothing is found.
"""
