from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from herdr_lint.catalog.collisions import collisions
from herdr_lint.catalog.records import merge
from herdr_lint.project.targets import Discovery, RoleFile
from herdr_lint.run.roles import record_of
from tests.project.trees import ROLE, look, package, plant

TREE = {
    "packs/a/package.json": package("a"),
    "packs/a/roles/x.md": ROLE,
    "packs/a/agents/x.md": ROLE,
    "packs/a/roles/y.md": ROLE,
    "packs/a/test/roles/y.md": ROLE,
    "packs/b/package.json": package("b"),
    "packs/b/roles/y.md": ROLE,
    "packs/b/roles/Z.md": ROLE,
    "packs/b/roles/w.md": "->Z.md",
    "packs/b/examples/c/package.json": package("c"),
    "packs/b/examples/c/roles/y.md": ROLE,
    "apps/one/.pi/agents/x.md": ROLE,
    "apps/two/.pi/agents/x.md": ROLE,
    "apps/two/.pi/agents/z.md": ROLE,
}


def colliding(*parts: Discovery) -> list[tuple[str, str, tuple[str, ...]]]:
    """Collisions of the roles of several runs; each role goes by its file name."""
    records = merge(
        *(
            [record_of(target) for target in part.targets if isinstance(target, RoleFile)]
            for part in parts
        )
    )
    return [
        (one.path, one.rule, tuple(place.path for place in one.related))
        for one in collisions(records)
    ]


EXPECTED = [
    ("packs/a/agents/x.md", "duplicate-package-role", ("packs/a/roles/x.md",)),
    ("packs/a/roles/x.md", "duplicate-package-role", ("packs/a/agents/x.md",)),
    ("packs/a/roles/y.md", "duplicate-package-role", ("packs/b/roles/y.md",)),
    ("packs/b/roles/y.md", "duplicate-package-role", ("packs/a/roles/y.md",)),
]


def test_collisions_of_a_monorepo(tmp_path: Path) -> None:
    plant(tmp_path, TREE)
    assert colliding(look(tmp_path)) == EXPECTED


def test_any_split_of_the_paths_gives_the_same(tmp_path: Path) -> None:
    plant(tmp_path, TREE)
    folders = ["packs/a", "packs/b", "apps"]
    assert colliding(*(look(tmp_path, folder) for folder in folders)) == EXPECTED
    assert colliding(look(tmp_path, *folders)) == EXPECTED
    files = [path for path in TREE if path.endswith(".md")]
    assert colliding(look(tmp_path, *files)) == EXPECTED
    assert colliding(*(look(tmp_path, file) for file in files)) == EXPECTED


def test_one_file_is_enough_to_see_its_collisions(tmp_path: Path) -> None:
    plant(tmp_path, TREE)
    found = look(tmp_path, "packs/a/roles/x.md")
    assert [one for one in colliding(found) if found.covers(one[0])] == EXPECTED[1:2]


def test_the_hash_seed_does_not_matter(tmp_path: Path) -> None:
    plant(tmp_path, TREE)
    program = (
        "from tests.project.trees import look;"
        "from tests.catalog.test_whole_trees import colliding;"
        f"from pathlib import Path; found = look(Path({str(tmp_path)!r}));"
        "print(found.targets, sorted(found.requested), colliding(found))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
