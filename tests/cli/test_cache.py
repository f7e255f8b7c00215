"""The cache as a user meets it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from herdr_lint import findings as many
from herdr_lint import gate, lint
from herdr_lint.cache import Told, program
from herdr_lint.cli import remember
from herdr_lint.cli.options import LintOptions
from herdr_lint.judge.document import Document
from herdr_lint.model import Report, Severity
from herdr_lint.run import check_result, roles
from tests.builders import files, tgz
from tests.cli.conftest import BAD, Run, good, write
from tests.laws.test_cost import counted
from tests.laws.trees import CHANNEL, EXTENSION, package


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    monkeypatch.delenv("HERDR_LINT_NO_CACHE", raising=False)
    monkeypatch.setenv("HERDR_LINT_CACHE_DIR", str(kept_in(project)))
    monkeypatch.setattr(remember, "WORTH_AN_ENTRY", 1)
    # Python may have written bytecode beside what is installed since the tests have begun.
    monkeypatch.setattr(remember, "_STARTED", time.time())
    (project / ".git").mkdir()


def kept_in(project: Path) -> Path:
    """The folder of the cache, beside the project."""
    return project.with_name(f"{project.name}-kept")


@contextmanager
def judged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The roles that are judged inside, by path, as they come."""
    seen: list[str] = []

    def path_of(document: Document, *_: object) -> str:
        seen.append(document.path)
        return document.path

    with counted(monkeypatch, roles, "judge_role", path_of):
        yield seen


def entries(project: Path) -> list[Path]:
    folder = kept_in(project)
    return sorted(folder.glob("?" * 32)) if folder.exists() else []


def test_the_same_again_is_not_judged(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(project)
    write(project / "roles/bad.md", BAD)
    with judged(monkeypatch) as first:
        before = run("roles")
    assert sorted(first) == ["roles/bad.md", "roles/scout.md"]
    os.utime(project / "roles/scout.md", (1, 1))
    with judged(monkeypatch) as second:
        assert run("roles") == before
    assert second == []
    with judged(monkeypatch) as third:
        assert run("roles", "--no-cache") == before
    assert sorted(third) == sorted(first)


def test_one_entry_serves_every_form_of_report(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project / "roles/bad.md", BAD)
    run("roles")
    with judged(monkeypatch) as seen:
        for words in (["-f", "json"], ["-f", "sarif"], ["-q"], ["--statistics"], ["--jobs", "1"]):
            assert run("roles", *words) == run("roles", *words, "--no-cache")
        assert len(seen) == 5
        beside = project.with_name(f"{project.name}-beside")
        write(beside / "list", "roles\n")
        for words in (
            ["roles", "--color", "always"],
            ["roles", "-o", f"{beside}/x"],
            ["roles", "--output-file", f"json={beside}/y"],
            ["roles", "--cache-dir", str(kept_in(project))],
            ["--files-from", f"{beside}/list"],
        ):
            assert run(*words).code == 1
    assert len(seen) == 5
    assert len(entries(project)) == 1


def test_options_that_change_the_answer_have_entries_of_their_own(run: Run, project: Path) -> None:
    write(project / "roles/bad.md", BAD)
    asked = [
        [],
        ["--fail-on", "never"],
        ["--show", "note"],
        ["--max-warnings", "0"],
        ["--ignore", "role"],
        ["--layer", "project"],
        ["--exclude", "x"],
    ]
    for _ in range(2):
        for words in asked:
            assert run("roles", *words) == run("roles", *words, "--no-cache")
    assert len(entries(project)) == len(asked)


@pytest.mark.parametrize("variable", ["HOME", "PI_CODING_AGENT_DIR"])
def test_another_home_is_another_question(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    if variable == "HOME":
        monkeypatch.delenv("PI_CODING_AGENT_DIR", raising=False)
        monkeypatch.setattr(
            os.path, "expanduser", lambda path: os.environ["H"] if path == "~" else path
        )
        variable = "H"
    good(project)
    for count, name in enumerate(("one", "two"), 1):
        monkeypatch.setenv(variable, str(project.with_name(name)))
        run("roles")
        run("roles")
        assert len(entries(project)) == count


def test_an_entry_that_was_of_use_is_noted_as_used(run: Run, project: Path) -> None:
    good(project)
    run("roles")
    [entry] = entries(project)
    os.utime(entry, (1, 1))
    run("roles")
    assert entry.stat().st_mtime > 1


def test_other_bytes_of_the_same_size_and_time(run: Run, project: Path) -> None:
    path = good(project)
    assert run("roles").code == 0
    about = path.stat()
    write(path, path.read_text().replace("name: scout", "name: other"))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert path.stat().st_size == about.st_size
    assert run("roles").code == 1


def test_what_is_around_counts(run: Run, project: Path) -> None:
    for name in ("a", "b"):
        write(project / name / "package.json", package(name))
        write(project / name / "extension.ts", EXTENSION.format(channel=CHANNEL, folder="roles"))
        good(project, folder=f"{name}/roles")
    (project / "b/roles/scout.md").unlink()
    assert run("a").code == 0
    good(project, folder="b/roles")
    assert run("a").code == 1


def test_an_entry_that_is_damaged_is_replaced(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project / "roles/bad.md", BAD)
    before = run("roles")
    [entry] = entries(project)
    whole = entry.read_bytes()
    for data in (b"", whole[:-1], whole.replace(b"bad", b"sad"), b"\0" * 100):
        entry.write_bytes(data)
        with judged(monkeypatch) as seen:
            assert run("roles") == before
        assert seen == ["roles/bad.md"]
        assert entry.read_bytes() == whole


def test_what_another_was_asked_does_not_count(run: Run, project: Path) -> None:
    """An entry that has come to stand where that of another question stands."""
    write(project / "roles/bad.md", BAD)
    before = run("roles")
    [first] = entries(project)
    run("roles", "--show", "error")
    [second] = set(entries(project)) - {first}
    first.write_bytes(second.read_bytes())
    assert run("roles") == before


def test_what_another_program_has_kept_does_not_count(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(project)
    run("roles")
    monkeypatch.setattr(program, "program_digest", lambda _: "0" * 32)
    with judged(monkeypatch) as seen:
        run("roles")
    assert seen == ["roles/scout.md"]


def test_questions_that_are_none(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good(project)
    before = run("roles")

    def no_such_question(_: object) -> bool:
        raise KeyError("x")

    monkeypatch.setattr(remember, "still_holds", no_such_question)
    assert run("roles") == before


def test_nothing_at_all_is_a_small_run(run: Run, project: Path) -> None:
    write(project / "list", "")
    assert run("--files-from", "list", "--allow-empty").code == 0
    assert entries(project) == []


def test_a_small_run_keeps_nothing(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remember, "WORTH_AN_ENTRY", 2)
    good(project)
    run("roles")
    assert entries(project) == []


def test_a_folder_may_be_large_and_some_files_are_not(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stem in ("a", "b"):
        good(project, stem, ".pi/agents")
    monkeypatch.setattr(remember, "WORTH_AN_ENTRY", 2)
    run(".pi/agents/a.md")
    assert entries(project) == []
    run(".pi/agents/a.md", ".pi/agents/b.md")
    assert len(entries(project)) == 1
    run(".pi")
    assert len(entries(project)) == 2
    run()
    assert len(entries(project)) == 3


def test_very_many_findings_are_not_kept(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "MOST_WHOLE", 2)
    monkeypatch.setattr(check_result, "FEW", 1)
    for name in ("one", "two", "six"):
        write(project / f"roles/{name}.md", BAD)
    code, out, _ = run("roles", "-f", "concise")
    assert (code, entries(project)) == (1, [])
    monkeypatch.setattr(many, "MOST_WHOLE", 99)
    assert run("roles", "-f", "concise") == (code, out, "")
    assert len(entries(project)) == 1


def test_for_some_files_nothing_is_looked_up_or_noted(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good(project)
    monkeypatch.setattr(remember, "WORTH_AN_ENTRY", 2)
    monkeypatch.setattr(remember, "_request", None)
    monkeypatch.setattr(remember, "Trace", None)
    assert run("roles/scout.md")[0] == 0
    assert entries(project) == []


def test_a_fault_of_ours_is_not_kept(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    good(project)
    with monkeypatch.context() as patch:
        patch.setattr(roles, "judge_role", fail)
        assert run("roles").code == 3
    assert run("missing").code == 2
    assert entries(project) == []
    assert run("roles").code == 0


def test_what_a_program_finds_that_nobody_can_name_is_not_kept(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code changed after it was loaded, or cannot be read."""
    good(project)
    monkeypatch.setattr(program, "program_digest", lambda _: None)
    assert run("roles").code == 0
    assert entries(project) == []


@pytest.mark.parametrize(
    "words",
    [
        ["--no-cache"],
        ["--fix"],
        ["--diff"],
        ["--add-ignore"],
        ["--write-baseline", "accepted.json"],
        ["--stdin-filename", "roles/scout.md"],
    ],
)
def test_runs_that_keep_nothing(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    good(project)
    monkeypatch.setattr("herdr_lint.cli.lint.read_standard_input", lambda: b"")
    run("roles", *words)
    assert entries(project) == []


def test_the_environment_switches_it_off(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERDR_LINT_NO_CACHE", "1")
    good(project)
    run("roles")
    assert entries(project) == []


def test_the_library_and_the_gate_keep_nothing(project: Path) -> None:
    good(project)
    lint(["roles"])
    gate(tgz(files()))
    assert not (kept_in(project)).exists()


def test_a_folder_that_an_option_names(run: Run, project: Path) -> None:
    good(project)
    other = f"../{project.name}-other"
    before = run("roles", "--cache-dir", other)
    assert run("roles", "--cache-dir", other) == before
    assert len(list((project / other).glob("?" * 32))) == 1
    assert entries(project) == []
    told = run("roles", "--cache-dir", "x", "--no-cache")
    assert (told.code, told.err) == (
        2,
        "herdr-lint: --no-cache does not go with --cache-dir\n",
    )


def test_a_folder_that_cannot_be_written_is_not_spoken_of(run: Run, project: Path) -> None:
    good(project)
    write(kept_in(project), "a file")
    assert run("roles") == run("roles", "--no-cache")


def test_cleaning(run: Run, project: Path) -> None:
    kept = kept_in(project)
    assert run("cache", "clean") == (0, f"nothing is kept in {kept}\n", "")
    good(project)
    run("roles")
    assert run("cache", "clean") == (0, f"1 entry, 0.0 MiB, removed from {kept}\n", "")
    assert not kept.exists()
    write(kept / ("0" * 32), b" " * (3 << 19))
    assert run("cache", "clean").out == f"1 entry, 1.5 MiB, removed from {kept}\n"
    run("roles")
    run("roles", "--show", "note")
    assert run("cache", "clean", "--cache-dir", str(kept)).out.startswith("2 entries, ")


def test_cleaning_where_something_cannot_be_removed(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = kept_in(project)
    (kept / ("0" * 32)).mkdir(parents=True)
    told = run("cache", "clean")
    assert told.code == 2
    reasons = map(os.strerror, (errno.EISDIR, errno.EPERM, errno.EACCES))
    assert told.err in {f"herdr-lint: cannot empty {kept}: {reason}\n" for reason in reasons}
    monkeypatch.delenv("HERDR_LINT_CACHE_DIR")
    monkeypatch.setattr("herdr_lint.cache.store.default_folder", lambda *_: None)
    assert run("cache", "clean") == (
        2,
        "",
        "herdr-lint: there is no folder for a cache here; name one with --cache-dir or"
        " HERDR_LINT_CACHE_DIR\n",
    )
    assert run("cache", "burn").code == 2


def test_a_working_directory_that_is_gone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(os, "getcwd", gone)
    told = Told(Report(), Severity.NOTE, 0)
    assert remember.remembered(LintOptions(), [project], lambda: told) is told


def test_processes_at_once(project: Path) -> None:
    """Whoever writes and reads at the same time, each gets the answer."""
    write(project / "roles/bad.md", BAD)
    code = (
        "import sys; from herdr_lint.cli import remember, main; remember.WORTH_AN_ENTRY = 1;"
        " sys.exit(max(main.main(['roles', '-f', 'json']) for _ in range(5)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    started = [
        subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    told = {process.communicate()[0] for process in started}
    assert {process.returncode for process in started} == {1}
    [answer] = told
    reports = answer.decode().split('{\n  "version"')[1:]
    assert len(reports) == 5
    assert len(set(reports)) == 1
    assert json.loads('{"version"' + reports[0])["summary"]["errors"] >= 1
    assert len(entries(project)) == 1


def test_several_workers(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        good(project, stem=f"r{number}")
    before = run("roles", "--jobs", "2")
    with judged(monkeypatch) as seen:
        assert run("roles") == before
    assert seen == []
    write(project / "roles/r5.md", BAD)
    assert run("roles", "--jobs", "2") == run("roles", "--no-cache")
    assert run("roles", "--jobs", "2").code == 1
