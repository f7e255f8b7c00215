"""Standard input and nested configurations on the command line: the same answer as by path."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from herdr_lint.cli.fix import print_text, tell
from herdr_lint.cli.main import main
from herdr_lint.fix.files import FixedFile
from herdr_lint.fix.rounds import FixResult
from tests.cli.conftest import BAD, Run, good, write

TOLD = "invalid-capability-declaration"


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_fixing_a_buffer_prints_it_and_leaves_the_disk_alone(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(project / "roles/scout.md", BAD)
    feed(monkeypatch, BAD)
    code, out, err = run("--fix", "--stdin-filename", "roles/scout.md")
    assert (code, out) == (0, BAD.replace("[read]", "read").replace("High", "high"))
    assert err == "herdr-lint: roles/scout.md: 2 findings: 2 fixed, 0 left\n"
    assert path.read_text("utf-8") == BAD


def test_a_buffer_that_no_edit_is_for_is_printed_as_it_is(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, '{"name": "vendor.acme.crew"}')
    _, out, _ = run("--fix", "--stdin-filename", "pack.json")
    assert out == '{"name": "vendor.acme.crew"}'


def test_a_buffer_is_printed_as_far_as_it_is_fixed(
    project: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    result = FixResult(b"before", b"after", (), ())
    print_text([FixedFile(Path("a.md"), "a.md", result, problem="not all")], {Path("a.md"): b"?"})
    assert capfdbinary.readouterr().out == b"after"
    data = BAD.encode() + b"\xff"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["--fix", "--stdin-filename", "roles/scout.md"]) == 1
    told = b"herdr-lint: roles/scout.md: not UTF-8, and left as it is\n"
    assert capfdbinary.readouterr() == (data, told)


def test_what_could_not_be_written_is_not_fixed(capfd: pytest.CaptureFixture[str]) -> None:
    result = FixResult(b"before", b"after", (), ())
    tell([FixedFile(Path("a.md"), "a.md", result, problem="no")], write=True, diff=False)
    assert capfd.readouterr() == ("", "herdr-lint: a.md: no\n")


def test_the_diff_of_a_buffer_is_that_of_its_text(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(project)
    feed(monkeypatch, BAD)
    code, out, _ = run("--diff", "--stdin-filename", "roles/scout.md")
    assert code == 1
    assert "-tools: [read]\n-thinking: High\n+tools: read\n+thinking: high\n" in out


@pytest.mark.parametrize("name", ["roles/notes.txt", "src/notes.md"])
def test_a_buffer_of_no_kind_is_wrong_use(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    good(project)
    feed(monkeypatch, "# Notes\n")
    code, _, err = run("--stdin-filename", name)
    assert code == 2
    assert f"`{name}`: not a kind of file that is checked" in err


def test_each_file_weighs_and_shows_as_its_own_configuration_says(run: Run, project: Path) -> None:
    write(project / "herdr-lint.toml", 'fail-on = "never"\n')
    write(project / "a/herdr-lint.toml", 'fail-on = "warning"\nshow = "note"\n')
    high = "---\nname: lead\ndescription: d\nthinking: High\nmy-key: x\n---\nDo.\n"
    write(project / "a/roles/lead.md", high)
    write(project / "b/roles/lead.md", high)
    code, out, _ = run("b", "-f", "concise")
    assert (code, "value-ignored" in out, "key-unknown" in out) == (0, True, False)
    code, out, _ = run("a", "b", "-f", "concise")
    assert code == 1
    told = [line.split(":")[0] for line in out.splitlines() if "key-unknown" in line]
    assert told == ["a/roles/lead.md"]


def test_the_configuration_of_a_stranger_stops_nobody(run: Run, project: Path) -> None:
    (project / ".git").mkdir()
    good(project)
    write(project / "third/roles/other.md", BAD)
    write(project / "third/herdr-lint.toml", "a-later-setting = true\n")
    assert run("roles", "-f", "concise") == (0, "", "")
    assert run("third", "-f", "concise")[0] == 2
