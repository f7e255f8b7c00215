"""herdr-lint: validate the role files and agent manifests that a multi-agent pack ships.

The library in three calls: `lint` for paths, `gate` for a registry's publish step, `normalize`
for the canonical JSON that the schemas judge. What they return is in `herdr_lint.model`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from herdr_lint.version import __version__

if TYPE_CHECKING:
    from herdr_lint.gate.gate import gate
    from herdr_lint.library import lint, normalize
    from herdr_lint.model import (
        Edit,
        Finding,
        Layer,
        Limits,
        Need,
        Outcome,
        Position,
        Related,
        Report,
        Severity,
        Span,
        Unchecked,
        UsageError,
        Verdict,
    )

__all__ = [
    "Edit",
    "Finding",
    "Layer",
    "Limits",
    "Need",
    "Outcome",
    "Position",
    "Related",
    "Report",
    "Severity",
    "Span",
    "Unchecked",
    "UsageError",
    "Verdict",
    "__version__",
    "gate",
    "lint",
    "normalize",
]

_HOMES = {
    "gate": "herdr_lint.gate.gate",
    "lint": "herdr_lint.library",
    "normalize": "herdr_lint.library",
}

# The package `gate` is imported here once, and its name given up to the call that is meant.
import_module("herdr_lint.gate")
del globals()["gate"]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: importing the package costs next to nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, "herdr_lint.model")), name)


def __dir__() -> list[str]:
    return sorted(__all__)
