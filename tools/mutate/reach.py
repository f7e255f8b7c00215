"""Which tests reach a line, from one run of the suite that noted it; and which reach a schema."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from coverage import CoverageData

from tools.mutate.model import Mutant

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "mutate"
_DATA = FOLDER / "coverage"
_TIMES = FOLDER / "times.json"
LEFT_OUT = ("tests/adoption", "tests/site", "tests/pi", "tests/unpackers", "tests/fuzz")
"""Tests that compare generated copies, or that judge other programs."""
_READINGS = "tests/role/test_readings.py"
"""Says quickly what is read from a role in hundreds of forms."""
_QUICK = 0.5
"""Seconds; a test that takes longer than this is tried late."""
_LONGEST = 20.0
"""Seconds; a test that takes longer than this is not tried."""

_BESIDE = {
    "role/role-pack": ("tests/role_pack",),
    "role/extension": ("tests/role_pack",),
    "role/skill": ("tests/role_pack",),
    "role/foreign-names": ("tests/role/test_foreign",),
    "role": ("tests/role", "tests/judge"),
    "openwop/json-schema": ("tests/openwop/test_json_schemas",),
    "openwop/profile": ("tests/openwop", "tests/gate"),
    "openwop": ("tests/openwop", "tests/gate", "tests/run/test_archive", "tests/judge"),
    "rules/openwop/": ("tests/openwop", "tests/judge", "tests/gate"),
    "rules/role-pack/": ("tests/role_pack", "tests/judge"),
    "rules/": ("tests/judge", "tests/test_severity", "tests/run/test_archive", "tests/gate"),
    "rules": ("tests/judge/test_rules",),
    "report": ("tests/report", "tests/cli"),
    "verdict": ("tests/gate", "tests/cli"),
    "catalog": ("tests/gate", "tests/cli"),
    "baseline": ("tests/config", "tests/cli"),
    "config": ("tests/config", "tests/cli"),
    "annotation": ("tests/config", "tests/judge"),
    "list": ("tests/cli",),
    "show": ("tests/cli",),
}
"""The tests of a schema, by how its path begins; the first that fits counts."""


def record(arguments: Sequence[str] = ("tests",)) -> None:
    """Run the suite once and note which test reaches which line; one that fails does not count."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    own = {"COVERAGE_FILE": str(_DATA), "MUTATE_TIMES": str(_TIMES), "HERDR_LINT_SLOW": "1"}
    noting = ["-p", "tools.mutate.recording", "--cov", "--cov-context=test", "--cov-report="]
    command = [sys.executable, "-m", "pytest", *arguments, *noting]
    ignored = [f"--ignore={one}" for one in LEFT_OUT]
    subprocess.run([*command, *ignored], cwd=ROOT, env={**os.environ, **own}, check=False)  # noqa: S603


class Reach:
    """What was noted."""

    def __init__(self) -> None:
        self._data = CoverageData(str(_DATA))
        self._data.read()
        self._times: dict[str, float] = {
            name: time
            for name, time in json.loads(_TIMES.read_text("utf-8")).items()
            if time <= _LONGEST and not name.startswith(LEFT_OUT)
        }

    def seconds(self, tests: Iterable[str]) -> float:
        return sum(self._times[one] for one in tests)

    def within(self, tests: Sequence[str], seconds: float) -> list[str]:
        """As many of the tests, from the first on, as take no longer than that."""
        ends = accumulate(self._times[one] for one in tests)
        return [one for one, end in zip(tests, ends, strict=True) if end <= seconds]

    def line(self, module: str, line: int, *, at_import: bool = False) -> list[str]:
        """The tests that reach a line: of the module itself, of its room, scenarios, others.

        What takes long comes after all that does not.

        A line that runs at import is reached by whatever reaches its module, and noted for the
        test alone that happened to import it.
        """
        lines = self._lines(module)
        anywhere = set().union(*lines.values())
        room = "tests/" + module.removeprefix("herdr_lint.").replace(".", "/")
        parent, own = room.rpartition("/")[::2]

        scenarios = "tests/test_scenarios.py"
        rooms = (f"{parent}/test_{own}.py", _READINGS, f"{parent}/", scenarios, "")

        # What a cache keeps is reached by the first test alone: those of the module may be others.
        reached = anywhere if at_import else lines.get(line) or anywhere
        found = reached | {one for one in self._times if one.startswith(rooms[0])}

        def near(test: str) -> tuple[bool, int, float, str]:
            distance = next(at for at, room in enumerate(rooms) if test.startswith(room))
            return self._times[test] > _QUICK, distance, self._times[test], test

        return sorted(found, key=near)

    @cache  # noqa: B019 (one object, as long as the program)
    def _lines(self, module: str) -> dict[int, set[str]]:
        path = ROOT / (module.replace(".", "/") + ".py")
        path = path if path.exists() else path.with_suffix("") / "__init__.py"
        found = self._data.contexts_by_lineno(str(path))
        return {line: set(self._known(names)) for line, names in found.items()}

    def _known(self, contexts: Iterable[str]) -> Iterator[str]:
        for context in contexts:
            test = context.rpartition("|")[0]
            if test in self._times:
                yield test

    def schema(self, mutant: Mutant, data: Any) -> list[str]:
        """The tests of a schema: scenarios of the rules at a place, then what lies beside it."""
        rules = set(_rules(data, mutant.text.split("/")[1:]))
        if mutant.where.startswith("rules/"):
            rules = {Path(mutant.where).stem}
        first = next((key for key in _BESIDE if mutant.where.startswith(key)), "")
        group = mutant.where.split("/")[1 if first.startswith("rules/") else 0]
        words = [f"[{kind}/{rule}: " for rule in rules for kind in _KINDS]
        folder, slash, name = mutant.where.rpartition("/")
        page = f"{folder}/" if slash else name.partition(".")[0]
        held = tuple(f"{_HELD}[{one}" for one in _USERS.get(page, (page,)))
        held += (_CASES,) if page.startswith("openwop/") else ()

        def near(test: str) -> int:
            if test.startswith((*held, *_PAGES)) or any(word in test for word in words):
                return 0
            if test.startswith(_BESIDE.get(first, ())):
                return 1
            return 2 if f"[{group}" in test else 3

        found = sorted((near(test), time, test) for test, time in self._times.items())
        return [test for distance, _, test in found if distance < 3]


_PAGES = ("tests/judge/test_codes.py", "tests/openwop/test_ranges.py", "tests/openwop/test_ids.py")
"""Tests that are quick, and say much of schemas."""
_HELD = "tests/judge/test_held.py::test_a_schema_holds_what_it_held"
_CASES = "tests/openwop/test_schemas.py::test_each_constraint"
"""Manifests for each demand of the schemas of packs, at its boundary."""
_USERS = {"openwop/shared/": ("openwop/v1/", "openwop/v2/")}
"""The schemas that refer to those of a folder, which has no pages of its own."""
_KINDS = ("archive", "catalog", "openwop", "role", "role-pack", "run")


def _rules(data: Any, way: Sequence[str]) -> Iterator[str]:
    """The rules that judge on the way to a place, and those at it or below."""
    for step in way:
        if isinstance(data, dict):
            yield from _named(data, deep=False)
            data = data.get(step)
        elif isinstance(data, list):
            data = data[int(step)]
    yield from _named(data, deep=True)


def _named(data: Any, *, deep: bool) -> Iterator[str]:
    if isinstance(data, dict):
        for key in ("x-herdr", "x-herdr-report"):
            if isinstance(data.get(key), dict):
                yield data[key].get("rule", "")
    if deep and isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _named(inner, deep=True)
