"""The table of ratios: ``python -m benchmarks``, from a checkout, writes ``docs/performance.md``.

Installs this checkout and check-jsonschema into an environment of their own (``--environment``
keeps it), makes the trees, runs the commands in turn, and writes each ratio beside its target.
``--packs`` names a folder of real archives for the gate; without it packs are generated.

check-jsonschema reads YAML files that hold what the frontmatter of the roles holds, and judges them
by a schema of their keys: as much of this program's work as another program does.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.measure import Command, Cost, compare, run
from benchmarks.packs import pack
from benchmarks.roles import EXTENSION, package, plant, role

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "performance.md"
PEERS = ("check-jsonschema",)
MODULES = 500
SCHEMA = {
    "type": "object",
    "required": ["name", "description"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
        "description": {"type": "string", "minLength": 1},
        "tools": {"type": "string", "pattern": "^[a-z_]+(, [a-z_]+)*$"},
        "spawning": {"type": "boolean"},
        "thinking": {"enum": ["off", "minimal", "low", "medium", "high", "xhigh", "max"]},
        "auto-exit": {"type": "boolean"},
        "system-prompt": {"enum": ["append", "replace"]},
    },
    "additionalProperties": False,
}


class Row(NamedTuple):
    """A line of the table; ``holds`` is whether the measured value reaches the target."""

    work: str
    target: str
    measured: str
    cost: Cost | None
    holds: bool


class Bench:
    """The commands and trees of one run of the benchmark."""

    def __init__(self, place: Path, environment: Path, runs: int, largest: int) -> None:
        self.place = place
        self.bin = environment / "bin"
        self.runs = runs
        self.largest = largest
        self.schema = place / "schema.json"
        self.schema.write_text(json.dumps(SCHEMA), "utf-8")

    def environment(self, cache: str = "none") -> dict[str, str]:
        return {
            "PATH": f"{self.bin}:/usr/bin:/bin",
            "HOME": str(self.place / "home"),
            "XDG_CACHE_HOME": str(self.place / cache),
            "PI_CODING_AGENT_DIR": str(self.place / "home/agent"),
            "LANG": "C.UTF-8",
        }

    def ours(self, folder: Path, *words: str, codes: tuple[int, ...] = (0,)) -> Command:
        return Command([str(self.bin / "herdr-lint"), *words], folder, self.environment(), codes)

    def peer(self, folder: Path) -> Command:
        files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.yaml"))
        words = [str(self.bin / "check-jsonschema"), "--schemafile", str(self.schema), *files]
        return Command(words, folder, self.environment())

    def python(self, code: str, folder: Path | None = None) -> Command:
        return Command(
            [str(self.bin / "python"), "-c", code], folder or self.place, self.environment()
        )

    def tree(self, count: int, faulty: float = 0.0) -> Path:
        """A tree of packs with so many roles, and the same as YAML beside it."""
        root = self.place / f"{count}-{faulty}"
        plant(root / "roles", count, faulty)
        for path in (root / "roles").glob("*/roles/*.md"):
            beside = root / "yaml" / path.parent.parent.name / f"{path.stem}.yaml"
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(path.read_text("utf-8").split("---\n")[1], "utf-8")
        return root

    def rows(self, packs: Path | None) -> Iterator[Row]:
        yield from self.start()
        yield from self.one_file()
        yield from self.one_of_many()
        yield from self.many()
        yield from self.findings()
        yield from self.gate(packs)
        yield from self.modules()

    def start(self) -> Iterator[Row]:
        found = compare(self.ours(self.place, "--version"), self.python("pass"), self.runs * 3)
        yield _ratio("`herdr-lint --version`", "bare Python", 5, found.cpu, found.ours)

    def one_file(self) -> Iterator[Row]:
        tree = self.tree(1)
        path = "roles/pack-0/roles/role-0.md"
        peer = self.peer(tree)
        found = compare(self.ours(tree, path), peer, self.runs * 3)
        yield _ratio("one clean role file", "check-jsonschema", 0.45, found.cpu, found.ours)
        text = (tree / path).read_text("utf-8").replace("thinking: low", "thinking: Low")
        bad = tree / "bad/roles/role-0.md"
        bad.parent.mkdir(parents=True)
        bad.write_text(text, "utf-8")
        command = self.ours(tree, "bad/roles/role-0.md", codes=(0, 1))
        found = compare(command, peer, self.runs * 3)
        yield _ratio("one file with findings", "check-jsonschema", 0.8, found.cpu, found.ours)

    def one_of_many(self) -> Iterator[Row]:
        many, one = self.tree(3_000), self.place / "1-0.0"
        for root in (many, one):
            subprocess.run(["git", "init", "-q", str(root)], check=True)
        path = "roles/pack-0/roles/role-0.md"
        found = compare(self.ours(many, path), self.ours(one, path), self.runs * 3)
        name = "one file in a repository of 3,000 roles"
        yield _ratio(name, "the same file alone", 1.5, found.cpu, found.ours)

    def many(self) -> Iterator[Row]:
        clean = self.tree(10_000)
        peer = self.peer(clean / "yaml")
        cold = self.ours(clean, "roles", "--no-cache")
        found = compare(cold, peer, self.runs)
        name = "10,000 clean roles, first run"
        yield _ratio(f"{name}, wall", "check-jsonschema", 0.2, found.wall, found.ours)
        yield _ratio(f"{name}, processor", "check-jsonschema", 0.35, found.cpu, found.ours)
        yield from self.again(clean, peer)
        faulty = self.tree(10_000, 0.1)
        mixed = compare(self.ours(faulty, "roles", "--no-cache", codes=(1,)), cold, self.runs)
        yield _ratio("a tenth of them faulty", "the clean run", 2, mixed.wall, mixed.ours)
        if self.largest > 10_000:
            yield from self.growth(cold)

    def again(self, tree: Path, peer: Command) -> Iterator[Row]:
        """With the cache: what it takes to say the same again, and what it costs to keep it."""
        name = "the same again, nothing changed"
        fresh = self.ours(tree, "roles", "--no-cache")
        kept = self.ours(tree, "roles", "--cache-dir", str(self.place / "kept"))
        clean = self.ours(tree, "cache", "clean", "--cache-dir", str(self.place / "kept"))
        found = compare(kept, peer, self.runs)
        yield _ratio(f"{name}, wall", "check-jsonschema", 0.07, found.wall, found.ours)
        costs, ratios = [], []
        for _ in range(self.runs):
            run(clean)
            costs.append(run(kept))
            ratios.append(costs[-1].cpu / run(fresh).cpu)
        name = "a first run that keeps an entry"
        yield _ratio(name, "one with no cache", 1.05, median(ratios), costs[-1])

    def growth(self, small: Command) -> Iterator[Row]:
        large = self.ours(self.tree(self.largest), "roles", "--no-cache")
        times = self.largest / 10_000
        cost, base = run(large), run(small)
        name = f"{self.largest:,} roles"
        yield _ratio(name, "10,000", 1.1 * times, cost.wall / base.wall, cost)
        peak = cost.peak
        yield Row(f"{name}, peak", "≤ 120 MiB", f"{peak:.0f} MiB", cost, peak <= 120)

    def findings(self) -> Iterator[Row]:
        """Very many findings, in the formats that print each as it is made."""
        tree = self.place / "findings"
        plant(tree / "roles", self.largest // 10, 0)
        keys = "".join(f"x-{number}: {number}\n" for number in range(100))
        for path in tree.glob("roles/*/roles/*.md"):
            text = path.read_text("utf-8")
            path.write_text(text.replace("tools:", keys + "tools:", 1), "utf-8")
        for name in ("concise", "json-lines", "sarif"):
            words = ("roles", "--no-cache", "--show", "note", "--format", name)
            cost = run(self.ours(tree, *words, codes=(0, 1)))
            work = f"{10 * self.largest:,} findings, `{name}`, peak"
            yield Row(work, "≤ 120 MiB", f"{cost.peak:.0f} MiB", cost, cost.peak <= 120)

    def gate(self, packs: Path | None) -> Iterator[Row]:
        folder = packs or self.generated()
        warm = _GATE.replace("FOLDER", repr(str(folder)))
        told = subprocess.run(
            self.python(warm).words, env=self.environment(), capture_output=True, check=True
        ).stdout
        middle, high, first = map(float, told.split())
        name = f"`gate()` warm, {'real' if packs else 'generated'} archives"
        measured = f"median {middle:.2f} ms, 95th {high:.2f} ms"
        yield Row(name, "median ≤ 1 ms", measured, None, middle <= 1)
        name = "import and first `gate()`"
        yield Row(name, "≤ 150 ms", f"{first:.0f} ms", None, first <= 150)

    def generated(self) -> Path:
        folder = self.place / "packs"
        folder.mkdir()
        chance = random.Random(1)  # noqa: S311 (no secret)
        for number in range(100):
            (folder / f"{number}.tgz").write_bytes(pack(number, chance))
        return folder

    def modules(self) -> Iterator[Row]:
        root = self.place / "modules"
        (root / "roles").mkdir(parents=True)
        (root / "src").mkdir()
        text = role(0, random.Random(1), 0.0)[1]  # noqa: S311 (no secret)
        (root / "roles/role-0.md").write_text(text, "utf-8")
        manifest = package("big") | {"files": ["extension.ts", "roles", "src"]}
        (root / "package.json").write_text(json.dumps(manifest), "utf-8")
        imports = "".join(f'import {{ f{n} }} from "./src/m{n}.ts";\n' for n in range(MODULES))
        (root / "extension.ts").write_text(imports + EXTENSION, "utf-8")
        for number in range(MODULES):
            body = "".join(f"  const v{n} = {{ a: {n}, b: [1, 2, 3] }};\n" for n in range(60))
            code = f"export function f{number}(pi: unknown) {{\n{body}}}\n"
            (root / f"src/m{number}.ts").write_text(code, "utf-8")
        cost = run(self.ours(root, ".", codes=(0, 1)))
        name = f"role pack with {MODULES} modules"
        yield Row(name, "≤ 1 s", f"{cost.wall:.2f} s", cost, cost.wall <= 1)


_GATE = """
import sys, time
start = time.perf_counter()
from pathlib import Path
from herdr_lint import gate
packs = [path.read_bytes() for path in sorted(Path(FOLDER).rglob("*.tgz"))]
gate(packs[0])
first = time.perf_counter() - start
times = []
for _ in range(5):
    for data in packs:
        start = time.perf_counter()
        gate(data)
        times.append(time.perf_counter() - start)
times.sort()
print(times[len(times) // 2] * 1e3, times[len(times) * 95 // 100] * 1e3, first * 1e3)
"""


def _ratio(work: str, against: str, most: float, ratio: float, cost: Cost) -> Row:
    return Row(work, f"≤ {most:g} × {against}", f"{ratio:.2f} ×", cost, ratio <= most)


def install(environment: Path) -> None:
    """This checkout and its peers, compiled, in an environment of their own."""
    if not (environment / "bin/herdr-lint").exists():
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    pip = [str(environment / "bin/python"), "-m", "pip", "install", "-q", "--compile"]
    subprocess.run([*pip, *PEERS], check=True)
    subprocess.run([*pip, "--force-reinstall", "--no-deps", str(ROOT)], check=True)
    subprocess.run([*pip, str(ROOT)], check=True)


def page(rows: list[Row], environment: Path, packs: Path | None) -> str:
    """The page of the documentation."""
    listed = subprocess.run(
        [str(environment / "bin/python"), "-m", "pip", "list", "--format=json"],
        capture_output=True,
        check=True,
    ).stdout
    versions: dict[str, Any] = {one["name"]: one["version"] for one in json.loads(listed)}
    used = ("herdr-lint", *PEERS, "jsonschema-rs", "jsonschema", "typer")
    named = ", ".join(f"{name} {versions[name]}" for name in used if name in versions)
    source = "real archives" if packs else "generated archives"
    lines = [
        "# Performance",
        "",
        "Written by `python -m benchmarks`: whole processes, each command in turn with the one it",
        "is held against, and the median of the ratios. Ratios, since they hold on other machines.",
        "",
        f"- {dt.datetime.now(dt.UTC):%Y-%m-%d}, {platform.system()} "
        f"{platform.machine()}, {len(os.sched_getaffinity(0))} processors, "
        f"Python {platform.python_version()}",
        f"- {named}; {source} for the gate",
        "",
        "| work | target | measured | wall | processor | peak | |",
        "|---|---|---|---|---|---|---|",
        *map(_line, rows),
    ]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    costs = ["", "", ""]
    if row.cost is not None:
        costs = [f"{row.cost.wall:.2f} s", f"{row.cost.cpu:.2f} s", f"{row.cost.peak:.0f} MiB"]
    mark = "reached" if row.holds else "**missed**"
    return f"| {' | '.join([row.work, row.target, row.measured, *costs, mark])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks")
    parser.add_argument("--packs", type=Path, help="a folder of real archives for the gate")
    parser.add_argument("--environment", type=Path, help="where to install; kept")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--largest", type=int, default=100_000)
    parser.add_argument("--output", type=Path, default=PAGE)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        environment = (options.environment or place / "environment").resolve()
        install(environment)
        bench = Bench(place, environment, options.runs, options.largest)
        rows = []
        for row in bench.rows(options.packs):
            print(_line(row), flush=True)
            rows.append(row)
        text = page(rows, environment, options.packs)
    options.output.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
