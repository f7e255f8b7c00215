"""Lint generated trees of role files: ``python -m benchmarks.roles --count 1000 5000 20000``.

Every tree is linted by a process of its own, so that its peak of memory is that of the tree alone.
About one file in ten has mistakes. The same numbers give the same tree.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

PACK = 40
"""Roles in a pack; one folder of 20,000 files would measure the file system."""
TOOLS = ("read", "bash", "edit", "write", "grep", "find", "ls", "fetch", "web_search")
MISTAKES = (
    ("tools: ", "Tools: "),
    ("spawning: false", "spawning: false  # never"),
    ("thinking: low", "thinking: Low"),
    ("description: ", "description: >\n  "),
    ("auto-exit: true", "auto-exit: yes"),
)
EXTENSION = """\
import { fileURLToPath } from "node:url";

const ROLES = fileURLToPath(new URL("./roles", import.meta.url));

export default function (pi) {
  const stop = pi.events.on("pi-herdr-subagents:roles:discover:v1", (request) => {
    if (request.apiVersion === 1) request.register(ROLES);
  });
  pi.on("session_shutdown", stop);
}
"""
START = "from herdr_lint.cli.main import run; run()"


class Cost(NamedTuple):
    """What a process took: seconds on the clock and of the processor, and mebibytes at its peak."""

    seconds: float
    cpu: float
    mebibytes: float


def role(number: int, chance: random.Random, faulty: float = 0.1) -> tuple[str, str]:
    """The name and the text of a plausible role; so many of them have a mistake."""
    name = f"role-{number}"
    tools = ", ".join(chance.sample(TOOLS, chance.randint(2, 5)))
    lines = [f"Step {step}: look at what step {step - 1} found." for step in range(1, 40)]
    body = "\n".join(lines[: chance.randint(5, len(lines))])
    text = (
        f"---\nname: {name}\ndescription: Does part {number} of the work\ntools: {tools}\n"
        "spawning: false\nthinking: low\nauto-exit: true\nsystem-prompt: append\n---\n\n"
        f"# {name}\n\n{body}\n"
    )
    if chance.random() < faulty:
        text = text.replace(*chance.choice(MISTAKES), 1)
    return name, text


def package(name: str) -> dict[str, Any]:
    """The manifest of a pack in which nothing is wrong."""
    return {
        "name": name,
        "version": "1.0.0",
        "type": "module",
        "license": "MIT",
        "keywords": ["pi-package"],
        "files": ["extension.ts", "roles"],
        "pi": {"extensions": ["./extension.ts"]},
        "peerDependencies": {"@earendil-works/pi-coding-agent": "*"},
    }


def plant(root: Path, count: int, faulty: float = 0.1) -> None:
    """A tree of packs that hold ``count`` roles between them."""
    chance = random.Random(count)  # noqa: S311 (no secret)
    for number in range(count):
        pack = root / f"pack-{number // PACK}"
        if number % PACK == 0:
            (pack / "roles").mkdir(parents=True)
            (pack / "package.json").write_text(json.dumps(package(pack.name)), "utf-8")
            (pack / "extension.ts").write_text(EXTENSION, "utf-8")
        name, text = role(number, chance, faulty)
        (pack / "roles" / f"{name}.md").write_text(text, "utf-8")


def measure(arguments: Sequence[str], folder: Path) -> Cost:
    """The cost of one run of the command line in a folder."""
    command = [sys.executable, "-c", START, *arguments]
    home = Path(__file__).resolve().parents[1]
    environment = os.environ | {"PYTHONPATH": str(home)}
    start = time.perf_counter()
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    target = 1 if sys.platform == "darwin" else 1024
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * target / 2**20)


def best(arguments: Sequence[str], folder: Path, times: int = 5) -> Cost:
    """The cheapest of several runs: the others were held up by something else."""
    return min((measure(arguments, folder) for _ in range(times)), key=lambda cost: cost.cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.roles")
    parser.add_argument("--count", type=int, nargs="+", default=[1000, 5000, 20000])
    parser.add_argument("--jobs", default="1", help="processes, as for herdr-lint lint")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        cold(Path(place))
        trees(Path(place), sorted(options.count), options.jobs)


def cold(place: Path) -> None:
    (place / "one/roles").mkdir(parents=True)
    text = role(0, random.Random(1))[1]  # noqa: S311 (no secret)
    (place / "one/roles/role-0.md").write_text(text, "utf-8")
    for name, arguments in (("--version", ["--version"]), ("one clean file", ["roles"])):
        cost = best(arguments, place / "one")
        print(f"{name:<16}{cost.cpu:8.2f} s cpu {cost.mebibytes:8.0f} MiB")


def trees(place: Path, counts: Sequence[int], jobs: str) -> None:
    found: list[Cost] = []
    for count in counts:
        tree = place / str(count)
        plant(tree, count)
        cost = measure(["--jobs", jobs, "-f", "concise", "."], tree)
        found.append(cost)
        each = f"{count / cost.seconds:8.0f} files/s {count / cost.cpu:8.0f} files/s cpu"
        print(f"{count:<16}{cost.seconds:8.2f} s {cost.mebibytes:8.0f} MiB {each}")
    if len(counts) > 1:
        growth = found[-1].cpu / found[0].cpu
        more = (found[-1].mebibytes - found[0].mebibytes) * 1024 / (counts[-1] - counts[0])
        print(f"{counts[-1] / counts[0]:.0f} times the files take {growth:.1f} times the processor")
        print(f"each further file takes {more:.1f} KiB")


if __name__ == "__main__":
    main()
