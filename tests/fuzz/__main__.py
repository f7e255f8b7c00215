"""``python -m tests.fuzz TARGET [OPTION]…``: look for inputs with Atheris; options are libFuzzer's.

For instance ``-max_total_time=600`` or ``-runs=100000``. What is found is left in the working
directory as ``crash-…``; keep it in ``tests/fuzz/found/TARGET/`` under a name that says what it is.
"""

from __future__ import annotations

import hashlib
import pkgutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

ROOMS = (
    "catalog",
    "config",
    "files",
    "gate",
    "judge",
    "openwop",
    "project",
    "role",
    "run",
    "syntax",
)
"""Where the bytes of targets go; ``role`` begins the name of two rooms."""


def _load_all() -> None:
    """Load what waits until it is needed as well: no coverage is told of what is loaded later."""
    import herdr_lint

    wanted = tuple(f"herdr_lint.{room}" for room in ROOMS)
    for module in pkgutil.walk_packages(herdr_lint.__path__, "herdr_lint."):
        if module.name.startswith(wanted):
            import_module(module.name)


def main() -> None:
    import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]

    with atheris.instrument_imports(include=["herdr_lint", "ruamel"]):
        from tests.fuzz.targets import TARGETS

        _load_all()
    from tests.fuzz.seeds import seeds

    name, *options = sys.argv[1:]
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as corpus:
        for data in seeds(name):
            (Path(corpus) / hashlib.sha256(data).hexdigest()).write_bytes(data)
        # libFuzzer never comes back: it leaves the folder to the system.
        atheris.Setup([sys.argv[0], corpus, *options], target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
