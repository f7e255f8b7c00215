"""Four times as many edits or open files are four times the work, not sixteen times."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.laws.test_growth import MOST, TIMES
from tests.lsp.editor import Editor, editor, partial, run
from tests.run.conftest import role

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="the server has to be a thread"),
]

SMALL = 20
EDITS = 20
"""For each file."""
LONG_AGO = 10**9
"""When the files were written: none can have changed since they were read."""


async def edited(one: Editor, paths: list[Path]) -> None:
    """Many edits in one message, each in a line of its own."""
    text, number = role(paths[0].stem), EDITS * len(paths)
    first = text.count("\n")
    one.open(paths[0], text + "Map.\n" * number)
    one.change(paths[0], *(partial((first + at, 0), (first + at, 1), "N") for at in range(number)))
    await one.symbols(paths[0])


async def opened(one: Editor, paths: list[Path], more: str = "") -> None:
    for path in paths:
        one.open(path, path.read_text("utf-8") + more)
        await asyncio.sleep(0)  # what is told has to be read
    await one.symbols(paths[-1])


async def restored(one: Editor, paths: list[Path]) -> None:
    """Opened with text that was never saved."""
    await opened(one, paths, "More.\n")


async def saved(one: Editor, paths: list[Path]) -> None:
    await restored(one, paths)
    for path in paths:
        one.save(path, path.read_text("utf-8") + "More.\n")
        await asyncio.sleep(0)
    await one.symbols(paths[-1])


async def closed(one: Editor, paths: list[Path]) -> None:
    await restored(one, paths)
    for path in paths[1:]:
        one.close(path)
        await asyncio.sleep(0)
    await one.symbols(paths[0])


Session = Callable[[Editor, list[Path]], Awaitable[None]]


def calls(root: Path, number: int, session: Session, *, alone: bool) -> int:
    """The calls that so many roles take, in a folder of the editor's or in none."""
    folder = root / f"{number}" / "roles"
    folder.mkdir(parents=True)
    paths = [folder / f"r{at}.md" for at in range(number)]
    for path in paths:
        path.write_text(role(path.stem), "utf-8")
        os.utime(path, (LONG_AGO, LONG_AGO))
    counted = 0

    def count(*_: object) -> None:
        nonlocal counted
        counted += 1

    async def whole() -> None:
        async with editor(*([] if alone else [folder.parent])) as one:
            await one.symbols(paths[0])  # what it takes to start does not count
            nonlocal counted
            counted = 0
            await session(one, paths)

    before = threading.getprofile()
    threading.setprofile(count)  # of the threads that are started from now on: the server's
    try:
        run(whole)
    finally:
        threading.setprofile(before)
    return counted


@pytest.mark.parametrize("alone", [False, True], ids=["in a folder", "alone"])
@pytest.mark.parametrize("session", [edited, opened, restored, saved, closed])
def test_an_editor_costs_what_it_sends(
    tree: Path, monkeypatch: pytest.MonkeyPatch, session: Session, alone: bool
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.server.PAUSE", 60)  # however slow the machine
    calls(tree, 1, session, alone=alone)  # what is loaded once does not count
    small, large = (calls(tree, number, session, alone=alone) for number in (SMALL, TIMES * SMALL))
    assert large < MOST * small, (small, large)
