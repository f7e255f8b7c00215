"""Write the generated files: ``python -m tools.generate``; with ``--check``, name the stale ones.

Each is a function from nothing to the whole text of the file, so that a second run changes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tools.commands import commands_page
from tools.foreign import foreign_page
from tools.picture import picture
from tools.rules import rules_page
from tools.settings import settings_page

ROOT = Path(__file__).resolve().parents[1]

GENERATED: Mapping[str, Callable[[], str]] = {
    "docs/rules.md": rules_page,
    "docs/cli.md": commands_page,
    "docs/configuration.md": lambda: settings_page(ROOT / "docs/configuration.md"),
    "docs/from-other-programs.md": lambda: foreign_page(ROOT / "docs/from-other-programs.md"),
    "docs/output.svg": lambda: picture(ROOT),
    "docs/output-light.svg": lambda: picture(ROOT, light=True),
    "docs/output-40.svg": lambda: picture(ROOT, 40),
    "docs/output-120.svg": lambda: picture(ROOT, 120),
}


def stale(root: Path = ROOT) -> dict[str, str]:
    """The generated files that are not as they should be, with what they should be."""
    fresh = {name: make() for name, make in GENERATED.items()}
    return {name: text for name, text in fresh.items() if _text(root / name) != text}


def _text(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write, or with ``--check`` only compare; 1 when a file is stale."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m tools.generate [--check]", file=sys.stderr)
        return 2
    found = stale(root)
    if arguments:
        for name in found:
            print(f"{name} is stale: run `python -m tools.generate`", file=sys.stderr)
        return 1 if found else 0
    for name, text in found.items():
        (root / name).write_text(text, "utf-8", newline="\n")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
