"""``python -m tools.mutate [FILE]…``: which small changes no test notices.

FILE is a module (``herdr_lint/role/lines.py``), a file under ``schemas/``, or a folder of either;
without one, all of them. The tests that reach a line are noted once, by a run of the whole suite
(``--record`` does it again after tests have changed). Each change is tried in a process of its
own. Changes that alter nothing that anybody can see stand in ``tools/mutate/equivalent.toml``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tools.mutate import forks, reach
from tools.mutate.code import code_mutants
from tools.mutate.forks import Done, Task
from tools.mutate.model import Mutant, Outcome
from tools.mutate.reach import Reach
from tools.mutate.schemas import schema_mutants
from tools.mutate.swap import AT_IMPORT, PACKAGE, at_import, path_of

HERE = Path(__file__).parent
IMPORTED = 1_000
"""Tests for a change that an import brings about: each such change imports everything again."""
_OUT = os.dup(1)
"""Standard output, where pytest does not capture it."""


def say(text: str) -> None:
    """Print a line at once."""
    os.write(_OUT, f"{text}\n".encode())


def main(arguments: Sequence[str]) -> int:
    """Try the changes that were asked for; 1 where a file comes out below ``--at-least``."""
    options = _options(arguments)
    os.environ.setdefault("HYPOTHESIS_PROFILE", "mutation")
    os.environ["HERDR_LINT_SLOW"] = "1"
    os.chdir(reach.ROOT)
    if options.record or not (reach.FOLDER / "times.json").exists():
        reach.record()
    noted = reach.Reach()
    tasks = list(_tasks(options, noted))
    outcomes: list[Outcome] = []

    def done(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if outcome.by is None:
            say(_line(outcome.mutant))

    say(f"{len(tasks)} changes")
    _try(tasks, options, noted, done)
    return _table(outcomes, options.at_least)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("files", nargs="*", default=["herdr_lint", "schemas"], metavar="FILE")
    parser.add_argument("--number", type=int, default=20, help="changes of each file (20)")
    parser.add_argument("--seed", type=int, default=0, help="which changes are drawn (0)")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each change (60)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--record", action="store_true", help="note again which test reaches what")
    parser.add_argument("--at-least", type=float, default=0, metavar="PERCENT")
    return parser.parse_args(arguments)


def _tasks(options: argparse.Namespace, noted: Reach) -> Iterator[Task]:
    """The changes drawn from each file, each with the tests to try."""
    known = _equivalent()
    for where in _files(options.files):
        if where.startswith("schemas/"):
            name = where.removeprefix("schemas/")
            found = schema_mutants(name, Path(where))
            data = json.loads(Path(where).read_bytes()) if where.endswith(".json") else {}
        else:
            module = where.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found, data = code_mutants(module, path_of(module)), None
        found = [one for one in found if (one.where, one.text, one.what) not in known]
        draw = random.Random(f"{options.seed} {where}")  # noqa: S311 (not for secrets)
        for mutant in sorted(
            draw.sample(found, min(options.number, len(found))), key=lambda one: one.number
        ):
            tests = (
                noted.line(mutant.where, mutant.line, at_import=_needs_import(mutant))
                if data is None
                else noted.schema(mutant, data)
            )
            yield mutant, noted.within(tests, options.seconds)


def _files(given: Iterable[str]) -> Iterator[str]:
    for name in given:
        path = Path(name)
        if path.is_dir():
            found = (one for one in path.rglob("*") if one.suffix in {".py", ".json", ".toml"})
            yield from sorted(map(str, found))
        else:
            yield path.as_posix()


def _equivalent() -> set[tuple[str, str, str]]:
    data = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))
    return {(where, one["text"], one["what"]) for where, found in data.items() for one in found}


def _try(tasks: Sequence[Task], options: argparse.Namespace, noted: Reach, done: Done) -> None:
    """First what an import brings about, as long as nothing of ours is imported."""
    importing = [task for task in tasks if _needs_import(task[0])]
    forks.with_import(
        [(mutant, tests[:IMPORTED]) for mutant, tests in importing], noted, options.jobs, done
    )
    rest = [task for task in tasks if not _needs_import(task[0])]
    for mutant, _ in forks.with_collected(rest, noted, options.jobs, done):
        say(f"not tried: {_line(mutant)}")


def _needs_import(mutant: Mutant) -> bool:
    if mutant.where.startswith(PACKAGE):
        return at_import(mutant)
    return f"{mutant.where}#{mutant.text}/".startswith(AT_IMPORT)


def _line(mutant: Mutant) -> str:
    place = f"{mutant.where}:{mutant.line}" if mutant.line else mutant.where
    return f"{place}: {mutant.text}: {mutant.what}"


def _table(outcomes: Sequence[Outcome], at_least: float) -> int:
    """Print the rate of each file, the worst first; 1 where one lies below ``at_least``."""
    rates = []
    for where in {one.mutant.where for one in outcomes}:
        of_it = [one for one in outcomes if one.mutant.where == where]
        noticed = sum(one.by is not None for one in of_it)
        rates.append((100 * noticed / len(of_it), noticed, len(of_it), where))
    for rate, noticed, number, where in sorted(rates):
        say(f"{rate:5.0f} %  {noticed:4} of {number:4}  {where}")
    lasting = sum(one.by in {forks.TOO_LONG, forks.ENDED} for one in outcomes)
    say(f"{lasting} of them ended their process or took too long")
    all_of_them = sum(one.by is not None for one in outcomes)
    say(f"{all_of_them} of {len(outcomes)} changes were noticed")
    return int(any(rate < at_least for rate, *_ in rates))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
