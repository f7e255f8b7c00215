from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from herdr_lint.cli import watch
from herdr_lint.cli.options import LintOptions
from herdr_lint.cli.watch import watch_lint
from herdr_lint.late import late
from tests.cli.conftest import BAD, Run, good, write

START = "from herdr_lint.cli.main import run; run()"


def test_each_change_is_another_run(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    def changes() -> Iterator[object]:
        write(project / "roles/scout.md", BAD)
        yield "broken"
        write(project / "herdr-lint.toml", "fail-on = ")
        yield "half a setting"
        (project / "herdr-lint.toml").unlink()
        good(project)
        yield "fixed"

    good(project)
    monkeypatch.setattr(watch, "_changes", lambda _: changes())
    assert watch_lint(LintOptions(paths=(Path("roles"),), format="concise")) == 0
    out, err = capfdbinary.readouterr()
    assert [line.split(b" ")[1] for line in out.splitlines()] == [
        b"error[invalid-capability-declaration]",
        b"warning[value-ignored]",
    ]
    assert err.startswith(b"herdr-lint: herdr-lint.toml:1:")


def test_the_code_is_that_of_the_last_run(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(project / "roles/scout.md", BAD)
    monkeypatch.setattr(watch, "_changes", lambda _: ["change"])
    assert watch_lint(LintOptions(format="concise")) == 1
    write(project / "herdr-lint.toml", "fail-on = ")
    assert watch_lint(LintOptions(format="concise")) == 2


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--output=x", "--watch does not go with --output"),
        ("--write-baseline=x", "--write-baseline does not go with --watch"),
        ("--stdin-filename=x.md", "--watch needs files: standard input can be read only once"),
        ("--files-from=-", "--watch needs files: standard input can be read only once"),
    ],
)
def test_what_would_set_off_the_next_run(run: Run, project: Path, option: str, told: str) -> None:
    good(project)
    assert run("--watch", option, "roles") == (2, "", f"herdr-lint: {told}\n")


def test_a_path_that_is_not_there(run: Run) -> None:
    pytest.importorskip("watchfiles")
    assert run("--watch", "nowhere") == (
        2,
        "",
        "herdr-lint: `nowhere` does not exist; check its spelling\n",
    )


def test_without_the_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    monkeypatch.setattr("herdr_lint.cli.watch.watchfiles", late("watchfiles"))
    code, _, err = run("--watch")
    assert (code, err) == (
        2,
        "herdr-lint: --watch needs watchfiles: pip install 'herdr-lint[watch]'\n",
    )


def test_with_the_library(project: Path) -> None:
    """A whole process: it sees a file change, and ends when it is interrupted."""
    pytest.importorskip("watchfiles")
    role = write(project / "roles/scout.md", BAD)
    command = [sys.executable, "-c", START, "--watch", "-f", "concise", "roles"]
    seen = threading.Event()

    def change_until_seen() -> None:
        """Once is not enough: watching begins some time after the first report."""
        while not seen.wait(0.5):
            write(role, "---\nname: scout\n")

    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "error[invalid-capability-declaration]" in process.stdout.readline()
        changing = threading.Thread(target=change_until_seen)
        changing.start()
        lines = iter(process.stdout.readline, "")
        assert any("invalid-role-definition" in line for line in lines)
        seen.set()
        changing.join()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        # 1 is the code of the last run, 130 that of one which was under way.
        assert process.wait() in {1, 130}


def test_a_terminal_is_cleared_before_each_further_run(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good(project)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(watch, "_changes", lambda _: ["changed"])
    assert watch_lint(LintOptions(paths=(Path("roles"),), format="concise")) == 0
    sys.stdout.flush()
    assert capfdbinary.readouterr().out == b"\x1b[H\x1b[2J"


def test_the_watcher_gets_the_paths(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watchfiles = pytest.importorskip("watchfiles")
    watched: list[object] = []

    def watcher(*paths: Path, **options: object) -> list[object]:
        watched.extend([*paths, options])
        return []

    good(project)
    monkeypatch.setattr(watchfiles, "watch", watcher)
    assert watch_lint(LintOptions(paths=(Path("roles"),), format="concise")) == 0
    assert watch_lint(LintOptions(format="concise", allow_empty=True)) == 0
    how = {"debounce": 300, "raise_interrupt": False}
    assert watched == [Path("roles"), how, Path(), how]
