from __future__ import annotations

import errno
import gc
import inspect
import json
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from herdr_lint import report
from herdr_lint.cli import main as entry
from herdr_lint.cli.output import OutputError
from herdr_lint.late import late
from herdr_lint.links import REPOSITORY
from herdr_lint.report import terminal
from herdr_lint.version import __version__
from tests.cli.conftest import BAD, Run, good, write

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
START = [sys.executable, "-c", "from herdr_lint.cli.main import run; run()"]


def refuse(error: BaseException) -> object:
    def raise_(_: object) -> int:
        raise error

    return raise_


def test_a_reader_that_is_gone_is_no_failure_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What prints help makes a failure of a broken pipe."""
    from herdr_lint.cli import app

    def ends(*_: object, **__: object) -> object:
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            sys.exit(1)

    monkeypatch.setattr(app, "app", ends)
    assert entry.main(["rules"]) == 0
    monkeypatch.setattr(app, "app", lambda *_, **__: sys.exit(7))
    assert entry.main(["rules"]) == 7


def test_a_line_that_is_not_plain_is_read_as_well(run: Run, project: Path) -> None:
    good(project)
    assert run("roles", "--max-warnings", "0", "-f", "concise") == (0, "", "")
    assert run("roles", "-f", "concise") == (0, "", "")


def test_an_interrupt_ends_a_run_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(KeyboardInterrupt()))
    assert entry.main(["roles"]) == 130


def test_a_reader_that_has_seen_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(BrokenPipeError()))
    assert entry.main(["roles"]) == 0


@pytest.mark.parametrize(("signal_", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)])
def test_a_signal_that_became_another_exception(
    run: Run, monkeypatch: pytest.MonkeyPatch, signal_: BaseException, code: int
) -> None:
    def fail(_: object) -> int:
        try:
            raise signal_
        except BaseException as error:  # as Python does where a class is being made
            raise RuntimeError("Error calling __set_name__") from error

    monkeypatch.setattr(entry, "_dispatch", fail)
    assert run("roles") == (code, "", "")


def test_an_end_without_a_code_is_no_signal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> int:
        try:
            sys.exit("why")
        except SystemExit as error:
            raise RuntimeError("other") from error

    monkeypatch.setattr(entry, "_dispatch", fail)
    code, out, err = run("roles")
    assert (code, out, "RuntimeError: other; please report it" in err) == (3, "", True)


@pytest.mark.skipif(os.name == "nt", reason="makes a pipe that nobody reads")
@pytest.mark.parametrize("command", ["--help", "lsp --associate .", "schema", "rules", "roles"])
def test_nobody_reads(project: Path, command: str) -> None:
    good(project)
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [*START, *command.split()], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_what_another_library_printed_in_vain_fails_nothing() -> None:
    program = "import sys; from herdr_lint.cli.main import guarded; sys.exit(guarded(print))"
    around = {**os.environ, "PYTHONUNBUFFERED": ""}
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [sys.executable, "-c", program],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env=around,
        )
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.fixture
def whole_program(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For a test that runs as the program does, which owns its process; the others need theirs."""
    usual, handlers = gc.get_threshold(), {one: signal.getsignal(one) for one in ENDING}
    monkeypatch.setattr(sys, "argv", ["herdr-lint", "--version"])
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)
    for one, handler in handlers.items():
        signal.signal(one, handler)


@pytest.mark.usefixtures("whole_program")
def test_the_console_script_hands_on_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "main", lambda: 3)
    with pytest.raises(SystemExit) as outcome:
        entry.run()
    assert outcome.value.code == 3


@pytest.mark.usefixtures("whole_program")
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_the_console_script_ends_tidily(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in ENDING:
        signal.signal(one, signal.SIG_DFL)
    monkeypatch.setattr(entry, "main", lambda: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(SystemExit) as outcome:
        entry.run()
    assert outcome.value.code == 143


@pytest.mark.usefixtures("whole_program")
def test_only_the_program_searches_seldom_for_circles() -> None:
    usual = gc.get_threshold()
    assert entry.main(["--version"]) == 0
    assert (gc.get_threshold(), gc.get_freeze_count()) == (usual, 0)
    with pytest.raises(SystemExit):
        entry.run()
    assert gc.get_threshold()[0] == entry.SELDOM
    assert gc.get_freeze_count() > 0  # what there is at the end is not searched again


def test_output_that_cannot_be_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(OutputError("cannot write: full")))
    assert run("roles") == (2, "", "herdr-lint: cannot write: full\n")


def test_a_fault_of_ours_is_a_sentence_that_says_where(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from herdr_lint.report import concise

    def fail(_: object) -> str:
        raise KeyError("x\x1b[31m\ny")

    good(project)
    monkeypatch.setattr(concise, "render", fail)
    code, out, err = run("-f", "concise", "roles")
    assert (code, out) == (3, "")
    start, end = (
        "herdr-lint: internal error in herdr_lint/report/__init__.py, line ",
        f" (rendered): KeyError: 'x\\x1b[31m\\ny'; please report it: {REPOSITORY}/issues\n",
    )
    line = err.removeprefix(start).removesuffix(end)
    assert err == f"{start}{line}{end}"
    assert "render" in inspect.getsource(report).splitlines()[int(line) - 1]


def test_a_fault_outside_of_our_code_is_told_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from herdr_lint.cli import problems

    monkeypatch.setattr(problems, "_PACKAGE", "/elsewhere")
    monkeypatch.setattr(entry, "_dispatch", refuse(ValueError("v")))
    assert run("roles").err == (
        f"herdr-lint: internal error: ValueError: v; please report it: {REPOSITORY}/issues\n"
    )


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("rulez", "herdr-lint: did you mean the command `herdr-lint rules`?\n"),
        ("explian", "herdr-lint: did you mean the command `herdr-lint explain`?\n"),
        ("quux", ""),
        ("no/rules", ""),
    ],
)
def test_a_mistyped_command(run: Run, word: str, told: str) -> None:
    code, out, err = run(word)
    first, _, rest = err.partition("\n")
    assert (code, out, rest) == (2, "", told)
    assert first.startswith(f"herdr-lint: `{word}` does not exist")


def test_a_folder_that_is_named_nearly_like_a_command(run: Run, project: Path) -> None:
    (project / "rulez").mkdir()
    code, _, err = run("rulez")
    assert (code, "did you mean" in err) == (2, False)


def test_an_error_of_the_system_without_a_number_is_a_fault(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(OSError("odd")))
    code, _, err = run("roles")
    assert (code, err.startswith("herdr-lint: internal error")) == (3, True)


def process(*arguments: str, **streams: object) -> subprocess.CompletedProcess[bytes]:
    more = {"stderr": subprocess.PIPE, "stdout": subprocess.PIPE, **streams}
    return subprocess.run([*START, *arguments], check=False, timeout=60, **more)  # type: ignore[call-overload,no-any-return]


@pytest.mark.skipif(os.name == "nt", reason="POSIX shells and devices")
class TestStreams:
    def shell(self, project: Path, line: str) -> subprocess.CompletedProcess[bytes]:
        """Run a line of a shell in which ``$HL`` is the program, over a role with findings."""
        write(project / "roles/scout.md", BAD)
        script = f'HL() {{ "{sys.executable}" -c "{START[2]}" "$@"; }}; {line}'
        return subprocess.run(["/bin/sh", "-c", script], capture_output=True, check=False)

    @pytest.mark.parametrize("command", ["roles", "-f json roles", "list .", "explain empty-body"])
    def test_closed_output(self, project: Path, command: str) -> None:
        done = self.shell(project, f"HL {command} >&-")
        assert done.returncode == 2
        assert done.stderr == b"herdr-lint: standard output is closed\n"

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    @pytest.mark.parametrize("command", ["roles", "--help", "--version", "schema", "rules"])
    def test_a_full_device(self, project: Path, command: str) -> None:
        done = self.shell(project, f"HL {command} >/dev/full")
        assert done.returncode == 2
        assert done.stderr == (
            b"herdr-lint: cannot write to standard output: No space left on device\n"
        )

    def test_no_stream_at_all(self, project: Path) -> None:
        done = self.shell(project, "HL roles <&- >&- 2>&-")
        assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")

    def test_closed_input(self, project: Path) -> None:
        done = self.shell(project, "HL --stdin-filename roles/a.md <&-")
        assert (done.returncode, done.stderr) == (
            2,
            b"herdr-lint: standard input is closed; give a file by its name instead\n",
        )

    def test_full_messages_do_not_change_the_code(self, project: Path) -> None:
        done = self.shell(project, "HL roles --fix -f concise --fail-on never 2>/dev/full")
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"[read]" not in (project / "roles/scout.md").read_bytes()

    def test_no_working_directory(self, project: Path) -> None:
        write(project / "gone/x", "")
        done = self.shell(project, "cd gone && rm x && rmdir ../gone && HL ../roles")
        assert done.returncode == 2
        assert done.stderr == b"herdr-lint: the working directory does not exist any more\n"

    @pytest.mark.slow
    @pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-16"])
    @pytest.mark.parametrize("command", ["roles", "-f json roles", "--help", "rules", "nöwhere"])
    def test_any_encoding(self, project: Path, encoding: str, command: str) -> None:
        write(project / "roles/日本.md", "---\nname: x\n---\n")
        done = self.shell(project, f"PYTHONIOENCODING={encoding} HL {command}")
        assert done.returncode in {0, 1, 2}
        assert b"Traceback" not in done.stderr


def test_control_characters_of_names_do_not_reach_the_terminal(run: Run) -> None:
    code, _, err = run("no\x1b[31m\u202ewhere")
    assert code == 2
    assert "no\\x1b[31m\\u202ewhere" in err


@pytest.mark.parametrize("variable", ["CI", "GITHUB_ACTIONS", "TF_BUILD"])
def test_no_line_is_a_command_to_a_ci_service(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    name = "::error::x ##[error]y.md"
    write(project / name, "---\ntools: [read]\ndescription: ##vso[task.x]z\n---\nx\n")
    monkeypatch.setenv(variable, "true")
    for format_name in ("text", "concise"):
        out = run("-f", format_name, name).out
        assert ": :error::x ## [error]y.md" in out
        assert not any(line.lstrip().startswith("::") for line in out.splitlines())
        assert "##[" not in out
        assert "##vso[" not in out
    monkeypatch.delenv(variable)
    monkeypatch.delenv("CI", raising=False)
    assert run("-f", "concise", name).out.startswith("::error::x ##[error]y.md:")


@pytest.mark.usefixtures("whole_program", "run")
def test_the_package_is_a_program() -> None:
    with pytest.raises(SystemExit) as outcome:
        runpy.run_module("herdr_lint", run_name="__main__")
    assert outcome.value.code == 0
    assert "run" in runpy.run_module("herdr_lint.__main__", run_name="imported")


def test_the_version_among_other_options(run: Run) -> None:
    assert run("list", "--version").code == 2
    assert run("--version", "--help").out == f"herdr-lint {__version__}\n"


class TestALanguageServer:
    def test_is_served(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        served: list[bool] = []
        monkeypatch.setattr("herdr_lint.lsp.server.serve", lambda: served.append(True))
        assert (run("lsp").code, served) == (0, [True])

    def test_needs_its_library(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "herdr_lint.lsp.server", None)
        monkeypatch.setattr("herdr_lint.cli.lsp.server", late("herdr_lint.lsp.server"))
        told = "herdr-lint: `herdr-lint lsp` needs pygls: pip install 'herdr-lint[lsp]'\n"
        assert run("lsp") == (2, "", told)

    @pytest.mark.parametrize("stream", ["stdin", "stdout"])
    def test_needs_its_streams(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, stream: str
    ) -> None:
        monkeypatch.setattr(sys, stream, None)
        told = "an editor talks on standard input and output, and one of them is closed"
        assert run("lsp") == (2, "", f"herdr-lint: {told}\n")

    def test_reads_standard_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from herdr_lint.lsp import server

        started: list[bool] = []
        monkeypatch.setattr(server.Server, "start_io", lambda _: started.append(True))
        server.serve()
        assert started == [True]


def test_the_system_refuses_something_that_has_no_name(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = FileNotFoundError(errno.ENOENT, "No usable temporary directory found")
    monkeypatch.setattr(entry, "_dispatch", refuse(error))
    told = "herdr-lint: cannot go on: No usable temporary directory found\n"
    assert run("roles") == (2, "", told)


def test_there_may_be_too_little_memory(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(MemoryError()))
    assert run("roles") == (2, "", "herdr-lint: there is not enough memory for that\n")


def test_a_file_that_the_system_refuses(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    error = OSError(errno.EIO, "Input/output error", "roles/a\x1b.md")
    monkeypatch.setattr(entry, "_dispatch", refuse(error))
    told = "herdr-lint: cannot use roles/a\\x1b.md: Input/output error\n"
    assert run("roles") == (2, "", told)


@pytest.mark.parametrize("place", [None, "gone"])
def test_what_the_system_refuses(
    run: Run, monkeypatch: pytest.MonkeyPatch, place: str | None
) -> None:
    error = OSError(errno.ENOSPC, "No space left on device") if place is None else SystemError("?")
    monkeypatch.setattr(entry, "_dispatch", refuse(error))
    if place:

        def gone() -> str:
            raise FileNotFoundError

        monkeypatch.setattr(os, "getcwd", gone)
    told = {
        None: "cannot write to standard output: No space left on device",
        "gone": "the working directory does not exist any more",
    }
    assert run("roles") == (2, "", f"herdr-lint: {told[place]}\n")


def test_standard_input_may_list_nothing(run: Run, project: Path) -> None:
    write(project / "list", "\n")
    code, _, err = run("--files-from", "list", "--allow-empty")
    assert (code, err) == (0, "")


def test_settings_show_what_they_hold(run: Run, project: Path) -> None:
    write(project / "herdr-lint.toml", 'known-tools = ["\\u202e\\u001b[31m"]\n')
    out = run("config").out
    assert '["\\u202e\\u001b[31m"]' in out
    assert out.isascii()


def test_the_words_of_a_policy_drive_nothing(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    words = {
        "rule": "x-y",
        "message": "m \x1b[31m\u202e",
        "help": "h\x9b\n::error::",
    }
    policy = {"maxProperties": 0, "x-herdr": words}
    write(project / "policy.json", json.dumps(policy))
    write(project / "herdr-lint.toml", 'policy = ["policy.json"]\n')
    for command in (
        ["explain", "x-y"],
        ["rules"],
        ["explain", "x-y", "--json"],
        ["rules", "--json"],
    ):
        code, out, _ = run(*command)
        assert code == 0
        assert "x-y" in out
        assert not set(out) & {"\x1b", "\u202e", "\x9b", "\x07"}
        assert not any(line.lstrip().startswith("::") for line in out.splitlines())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_signals_that_end_a_program_are_an_exception() -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    own = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        entry._end_tidily()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        with pytest.raises(SystemExit) as outcome:
            signal.raise_signal(signal.SIGTERM)
        assert outcome.value.code == 143
    finally:
        for number, handler in {**before, signal.SIGHUP: own}.items():
            signal.signal(number, handler)


def test_what_follows_two_dashes_is_a_path(run: Run, project: Path) -> None:
    good(project)
    assert run("-f", "concise", "--", "roles") == (0, "", "")
    assert "`--fix` does not exist" in run("--", "--fix").err


def test_a_terminal_without_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert terminal.terminal_width() == 80
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((0, 0)))
    assert terminal.terminal_width() == 80
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((33, 1)))
    assert terminal.terminal_width() == 33
