from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.builders import tgz
from tests.cli.conftest import BAD, GOOD, Run, good, write
from tests.laws.trees import package

IGNORED = "invalid-capability-declaration, value-ignored"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_role_ignores_what_is_found_in_it(run: Run, project: Path, end: str) -> None:
    text = BAD.replace("\n", end)
    path = write(project / "roles/scout.md", text)
    good(project, "elder")
    told = f"herdr-lint: roles/scout.md: ignores {IGNORED}\n"
    assert run("roles", "--add-ignore") == (0, "", told)
    expected = text
    for rule, key in (("invalid-capability-declaration", "tools"), ("value-ignored", "thinking")):
        comment = f"# herdr-lint: ignore-next-line[{rule}]{end}"
        expected = expected.replace(f"{end}{key}:", f"{end}{comment}{key}:")
    assert path.read_bytes().decode() == expected
    assert run("roles", "-f", "concise", "--show", "note").code == 0
    assert run("roles", "--add-ignore") == (0, "", "")


def test_a_comment_that_is_there_gets_the_new_rules(run: Run, project: Path) -> None:
    there = "---\n# herdr-lint: ignore[value-ignored] as agreed\n"
    path = write(project / "roles/scout.md", BAD.replace("---\n", there, 1))
    assert run("roles", "--add-ignore", "-q") == (0, "", "")
    comment = "# herdr-lint: ignore[value-ignored, invalid-capability-declaration] as agreed"
    assert path.read_text().startswith(f"---\n{comment}\nname:")


@pytest.mark.parametrize("suffix", ["yaml", "yml"])
def test_a_manifest_in_yaml_ignores_as_well(run: Run, project: Path, suffix: str) -> None:
    path = write(project / f"vendor.x.y.{suffix}", "name: vendor.x.y\nagents:\n- {}\n")
    assert run(path.name, "--add-ignore", "-q").code == 0
    assert run(path.name, "-f", "concise", "--show", "warning").code == 0
    assert "# herdr-lint: ignore-next-line[agent-manifest-invalid" in path.read_text()


def test_a_file_that_is_not_utf_8_stays_as_it_is(run: Run, project: Path) -> None:
    path = project / "roles/scout.md"
    path.parent.mkdir()
    path.write_bytes(BAD.encode() + b"\xff\n")
    told = "herdr-lint: roles/scout.md: it is not UTF-8, so no comment is written into it\n"
    assert run("roles", "--add-ignore") == (1, "", told)


def test_what_cannot_be_ignored_in_a_file(run: Run, project: Path) -> None:
    write(project / "roles/scout.md", "---\nspawning: false\n")
    write(project / "pack.json", '{"name": "vendor.x.y", "agents": [{}]}')
    code, out, err = run("pack.json", "roles", "--add-ignore")
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "herdr-lint: pack.json: only roles and manifests in YAML can ignore a finding; use the"
        " configuration or a baseline",
        "herdr-lint: roles/scout.md: there is no frontmatter that a comment could stand in",
    ]


def test_files_that_cannot_be_written(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from herdr_lint.cli import add_ignore
    from herdr_lint.files.writing import WriteError

    def refuse(*_: object) -> None:
        raise WriteError("read-only, and left as it is")

    write(project / "roles/scout.md", BAD)
    monkeypatch.setattr(add_ignore, "replace_file", refuse)
    told = "herdr-lint: roles/scout.md: read-only, and left as it is\n"
    assert run("roles", "--add-ignore") == (1, "", told)

    def vanish(*_: object) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(add_ignore, "replace_file", vanish)
    told = "herdr-lint: roles/scout.md: cannot be read: No such file or directory\n"
    assert run("roles", "--add-ignore") == (1, "", told)


def test_it_does_not_go_with_a_report(run: Run) -> None:
    assert run("--add-ignore", "-f", "json") == (
        2,
        "",
        "herdr-lint: --add-ignore does not go with --format\n",
    )


def test_an_ignore_that_is_not_used_is_not_ignored(run: Run, project: Path) -> None:
    text = BAD.replace("---\n", "---\n# herdr-lint: ignore[empty-body] no\n", 1)
    path = write(project / "roles/scout.md", text)
    assert run("roles", "--add-ignore", "-q", "--show", "note").code == 0
    assert "ignore-unused" not in path.read_text()
    assert "ignore-unused" in run("roles", "-f", "concise", "--show", "note").out


def test_what_is_said_of_a_run_is_not_ignored(run: Run, project: Path) -> None:
    """Nothing is wrong with a role of which it is said, and no other file takes a comment."""
    head = "---\n# herdr-lint: ignore[no-such-rule] no\n"
    path = write(project / "roles/scout.md", GOOD.format(stem="scout").replace("---\n", head, 1))
    write(project / "herdr-lint.toml", 'exclude = ["nothing/"]\nbaseline = "accepted.json"\n')
    entry = {"path": "gone.md", "rule": "key-unknown", "fingerprint": "0" * 32, "count": 1}
    write(project / "accepted.json", json.dumps({"version": 1, "findings": [entry]}))
    before = path.read_bytes()
    assert {line.partition("[")[2].partition("]")[0] for line in concise(run)} == {
        "baseline-unused",
        "config-unused",
        "ignore-unknown",
    }
    assert run("--add-ignore", "--show", "note") == (0, "", "")
    assert path.read_bytes() == before


def concise(run: Run) -> list[str]:
    return run("-f", "concise", "--show", "note").out.splitlines()


def test_nothing_is_written_into_an_archive(run: Run, project: Path) -> None:
    inside = {"package.json": package("one").encode(), "roles/scout.md": BAD.encode()}
    data = tgz({f"package/{name}": text for name, text in inside.items()})
    write(project / "one.tgz", data)
    code, out, err = run("one.tgz", "--add-ignore")
    assert (code, out) == (1, "")
    told = "only roles and manifests in YAML can ignore a finding; use the"
    told += " configuration or a baseline"
    files = ("package.json", "roles/scout.md")
    assert err.splitlines() == [f"herdr-lint: one.tgz!package/{file}: {told}" for file in files]
    assert (project / "one.tgz").read_bytes() == data
