from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

import pytest

from herdr_lint.cli import progress
from herdr_lint.cli.progress import counted, line

ABC = ((1, "a"), (1, "b"), (1, "c"))


class Terminal(StringIO):
    """Shows what was flushed alone."""

    shown = ""

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.shown = self.getvalue()


class Clock:
    """A clock that goes on by ``step`` seconds each time it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Terminal]:
    """Makes standard error a terminal beside a clock of some step."""

    def make(step: float) -> Terminal:
        stream = Terminal()
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setattr("sys.stderr", stream)
        monkeypatch.setattr(progress, "monotonic", Clock(step))
        return stream

    return make


def test_a_long_run_is_counted_and_the_line_cleared(
    terminal: Callable[[float], Terminal],
) -> None:
    stream = terminal(0.6)
    assert list(counted([(1, "a"), (2, "b"), (3, "c")], 1200)) == ["a", "b", "c"]
    assert stream.shown == (
        "\r\x1b[Kherdr-lint: 3 of 1,200 checked, 2.5 a second, 8 min left"
        "\r\x1b[Kherdr-lint: 6 of 1,200 checked, 3.3 a second, 6 min left\r\x1b[K"
    )


def test_a_short_run_says_nothing(terminal: Callable[[float], Terminal]) -> None:
    stream = terminal(0.1)
    assert list(counted(ABC, 3)) == ["a", "b", "c"]
    assert stream.getvalue() == ""


def test_the_line_changes_no_more_often_than_can_be_read(
    terminal: Callable[[float], Terminal],
) -> None:
    stream = terminal(0.01)
    list(counted(((1, number) for number in range(400)), 400))
    assert stream.getvalue().count("checked") == 29


def test_nothing_is_said_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "monotonic", Clock(9))
    assert list(counted(ABC, 3)) == ["a", "b", "c"]
    assert stream.getvalue() == ""


@pytest.mark.parametrize("term", ["dumb", "UNKNOWN"])
def test_a_terminal_that_cannot_clear_a_line_gets_none(
    terminal: Callable[[float], Terminal], monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    stream = terminal(9)
    monkeypatch.setenv("TERM", term)
    assert list(counted(ABC, 3)) == ["a", "b", "c"]
    assert stream.getvalue() == ""


def test_a_terminal_that_says_nothing_of_itself_gets_one(
    terminal: Callable[[float], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = terminal(9)
    monkeypatch.delenv("TERM")
    list(counted(ABC, 3))
    assert stream.shown


def test_a_line_is_cleared_once(terminal: Callable[[float], Terminal]) -> None:
    stream = terminal(2)
    meter = progress.Meter()
    meter.tell(1, 2)
    meter.clear()
    meter.clear()
    assert stream.shown.count("\r\x1b[K") == 2


def test_the_line_is_cleared_when_the_run_breaks_off(
    terminal: Callable[[float], Terminal],
) -> None:
    def breaking() -> Iterator[tuple[int, str]]:
        yield 1, "a"
        raise KeyboardInterrupt

    stream = terminal(2)
    with pytest.raises(KeyboardInterrupt):
        list(counted(breaking(), 2))
    assert stream.getvalue().endswith("1 of 2 checked, 0.5 a second, 2 s left\r\x1b[K")


@pytest.mark.parametrize(
    ("done", "total", "seconds", "told"),
    [
        (0, 10, 5, "0 of 10 checked"),
        (5, 10, 0, "5 of 10 checked"),
        (1200, 9000, 3, "1,200 of 9,000 checked, 400 a second, 20 s left"),
        (10, 909, 1, "10 of 909 checked, 10 a second, 90 s left"),
        (10, 900, 1, "10 of 900 checked, 10 a second, 89 s left"),
        (10, 910, 1, "10 of 910 checked, 10 a second, 2 min left"),
        (99, 100, 10, "99 of 100 checked, 9.9 a second, 0 s left"),
        (1, 5_341, 1, "1 of 5,341 checked, 1.0 a second, 89 min left"),
        (1, 5_401, 1, "1 of 5,401 checked, 1.0 a second, 1 h 30 min left"),
        (1, 1, 0.5, "1 of 1 checked, 2.0 a second, 0 s left"),
        (1, 7_141, 1, "1 of 7,141 checked, 1.0 a second, 1 h 59 min left"),
        (1, 7_201, 1, "1 of 7,201 checked, 1.0 a second, 2 h 0 min left"),
        (100, 61_000, 20, "100 of 61,000 checked, 5.0 a second, 3 h 23 min left"),
    ],
)
def test_the_line_says_how_fast_and_how_long(
    done: int, total: int, seconds: float, told: str
) -> None:
    assert line(done, total, seconds) == f"herdr-lint: {told}"
