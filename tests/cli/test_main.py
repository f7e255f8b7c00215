from __future__ import annotations

import os
import sys

import pytest

from herdr_lint.cli import main as entry


def refuse(error: BaseException) -> object:
    def raise_(_: object) -> int:
        raise error

    return raise_


def test_an_interrupt_ends_a_run_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_dispatch", refuse(KeyboardInterrupt()))
    assert entry.main(["roles"]) == 130


def test_a_reader_that_has_seen_enough(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    redirected: list[int] = []
    monkeypatch.setattr(entry, "_dispatch", refuse(BrokenPipeError()))
    monkeypatch.setattr(os, "dup2", lambda _, target: redirected.append(target))
    assert entry.main(["roles"]) == 0
    assert redirected == [sys.stdout.fileno()]


def test_the_console_script_hands_on_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "main", lambda: 3)
    with pytest.raises(SystemExit) as outcome:
        entry.run()
    assert outcome.value.code == 3
