"""Processes: one that has collected the tests, and a short-lived copy of it for each change."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tools.mutate.model import Mutant, Outcome
from tools.mutate.reach import LEFT_OUT, Reach
from tools.mutate.swap import Living, import_changed

Task = tuple[Mutant, list[str]]
"""A change, and the tests to try in their order."""
Done = Callable[[Outcome], None]
TOO_LONG = "(it took too long)"
ENDED = "(the process ended)"
_FILES = "files"
"""The folder of temporary files; below one called ``tests``, packs are taken for samples."""
NEAR = 50
"""Tests that are collected first where each change collects its own: most need no others."""
PATIENCE = 20
"""How many times as long a process may take as it may be at work: others may be busy as well."""
_OPTIONS = [
    "-n0",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
    "--no-header",
    "-x",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
]


class Collected:
    """A plugin that tries changes instead of running the tests."""

    def __init__(self, tasks: Sequence[Task], reach: Reach, jobs: int, done: Done) -> None:
        self._tasks = tasks
        self._reach = reach
        self._jobs = jobs
        self._done = done
        self.left: list[Task] = []
        """Those that only an import would bring about."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        living = Living()
        by_number = dict(enumerate(self._tasks))

        def work(number: int, scratch: Path) -> Outcome | None:
            _alone(session.config, scratch / _FILES)
            mutant, tests = by_number[number]
            if mutant.where.startswith("herdr_lint"):
                if not living.put_code(mutant):
                    return None
                return _tried(mutant, [items[one] for one in tests if one in items])
            living.put_schema(mutant, scratch / "package")
            return _tried(mutant, [items[one] for one in tests if one in items])

        for number, outcome in _each(work, self._tasks, self._reach, self._jobs):
            if outcome is None:
                self.left.append(by_number[number])
            else:
                self._done(outcome)
        return True


def _alone(config: pytest.Config, scratch: Path) -> None:
    """Give a copy of the process its own temporary files, which it would share with the others."""
    capturing = config.pluginmanager.getplugin("capturemanager")
    if capturing is None:
        raise RuntimeError("pytest has to capture what tests print")
    capturing.stop_global_capturing()
    _silence()
    capturing.start_global_capturing()
    scratch.mkdir()
    vars(config.__dict__["_tmp_path_factory"])["_basetemp"] = scratch


def _silence() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    os.close(null)


def _tried(mutant: Mutant, items: list[pytest.Item]) -> Outcome:
    """What comes of the tests one after the other, until one fails."""
    for number, item in enumerate(items):
        after = items[number + 1] if number + 1 < len(items) else None
        reports = runtestprotocol(item, log=False, nextitem=after)
        if any(report.failed for report in reports):
            return Outcome(mutant, item.nodeid, number + 1)
    return Outcome(mutant, None, len(items))


def with_collected(tasks: Sequence[Task], reach: Reach, jobs: int, done: Done) -> list[Task]:
    """Collect the whole suite once, and try each change in a copy; those left need an import."""
    plugin = Collected(tasks, reach, jobs, done)
    ignored = [f"--ignore={one}" for one in LEFT_OUT]
    pytest.main([*_OPTIONS, *ignored, "tests"], plugins=[plugin])
    return plugin.left


def with_import(tasks: Sequence[Task], reach: Reach, jobs: int, done: Done) -> None:
    """Try each change in a copy of a process that has imported nothing of ours yet."""
    import hypothesis  # noqa: F401 (what is imported here is so for every copy)
    import jsonschema  # noqa: F401
    import jsonschema_rs  # noqa: F401
    import rich.console  # noqa: F401
    import ruamel.yaml  # noqa: F401
    import tree_sitter  # noqa: F401
    import typer  # noqa: F401

    def work(number: int, scratch: Path) -> Outcome:
        mutant, tests = tasks[number]
        import_changed(mutant, scratch / "package")
        watch = _First()
        own = ["--basetemp", str(scratch / _FILES)]
        code = pytest.main([*_OPTIONS, *own, *tests], plugins=[watch])
        failed = watch.failed or (None if code == 0 else f"(pytest ends with {int(code)})")
        return Outcome(mutant, failed, watch.tried)

    for _, outcome in _each(work, tasks, reach, jobs):
        if outcome is not None:
            done(outcome)


class _First:
    """The first test that fails."""

    def __init__(self) -> None:
        self.failed: str | None = None
        self.tried = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tried += report.when == "call"
        if report.failed:
            self.failed = report.nodeid


Work = Callable[[int, Path], Outcome | None]


@dataclass(frozen=True)
class _Copy:
    """A process that tries a change; ``until`` is when it has taken too long."""

    number: int
    process: int
    pipe: int
    scratch: Path
    until: float

    def end(self, mutant: Mutant) -> Outcome | None:
        """What it says, or what came of it where it cannot say."""
        ready, _, _ = select.select([self.pipe], [], [], 0)
        outcome = _answer(self.pipe, mutant) if ready else Outcome(mutant, TOO_LONG, 0)
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.pipe)
        shutil.rmtree(self.scratch, ignore_errors=True)
        return outcome


def _each(
    work: Work, tasks: Sequence[Task], reach: Reach, jobs: int
) -> Iterator[tuple[int, Outcome | None]]:
    """What each task comes to, each in a process of its own; ``jobs`` of them at a time.

    Tests that have noticed another change of a file are tried first with the next ones.
    """
    noticed: dict[str, set[str | None]] = defaultdict(set)
    waiting = deque(range(len(tasks)))
    running: list[_Copy] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            number = waiting.popleft()
            mutant, tests = tasks[number]
            tests.sort(key=lambda test, by=noticed[mutant.where]: test not in by)  # type: ignore[misc]
            running.append(_copy(work, number, 10 + 3 * int(reach.seconds(tasks[number][1]))))
        ready, _, _ = select.select([copy.pipe for copy in running], [], [], 1.0)
        for copy in [one for one in running if one.pipe in ready or time.monotonic() > one.until]:
            running.remove(copy)
            mutant = tasks[copy.number][0]
            outcome = copy.end(mutant)
            if outcome is not None:
                noticed[mutant.where].add(outcome.by)
            yield copy.number, outcome


def _copy(work: Work, number: int, seconds: int) -> _Copy:
    """A copy of this process that may be at work for some seconds."""
    scratch = Path(tempfile.mkdtemp(prefix="mutate-"))
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        until = time.monotonic() + PATIENCE * seconds
        return _Copy(number, process, reader, scratch, until)
    try:
        os.setpgid(0, 0)
        import resource  # what there is no fork on does not have it either

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.close(reader)
        _silence()
        try:
            outcome = work(number, scratch)
            said = None if outcome is None else [outcome.by, outcome.tried]
        except BaseException as error:  # noqa: BLE001 (whatever goes wrong, the change did it)
            said = [f"({type(error).__name__}: {error})"[:200], 0]
        os.write(writer, json.dumps(said).encode())
    finally:
        os._exit(0)


def _answer(pipe: int, mutant: Mutant) -> Outcome | None:
    text = b""
    while part := os.read(pipe, 1 << 16):
        text += part
    if not text:  # at the end of its time, or by what the change does
        return Outcome(mutant, ENDED, 0)
    said = json.loads(text)
    return None if said is None else Outcome(mutant, said[0], said[1])
