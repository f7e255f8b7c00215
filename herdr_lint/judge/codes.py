"""The codes with which registries answer: data that each profile's folder brings.

A folder ``schemas/<subject>/<profile>/`` with a ``profile.json`` says in which order that reader
checks, and the code of a rule where it has one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from herdr_lint.judge import shipped


def codes_of(rule_id: str) -> Mapping[str, str]:
    """The codes of one rule, by profile, or ``profile#cause`` where a cause has its own.

    A rule has a code in every profile in whose order of checks it stands.
    """
    found = {}
    for name, profile in _profiles().items():
        codes = profile["codes"]
        if any(rule_id in step.get("rules", ()) for step in profile["order"]):
            found[name] = codes.get(rule_id, profile["default_code"])
        for key, code in codes.items():
            rule, _, cause = key.partition("/")
            if rule == rule_id and cause:
                found[f"{name}#{cause}"] = code
    return found


@cache
def _profiles() -> Mapping[str, Mapping[str, Any]]:
    root = shipped.root()
    names = sorted(
        path.parent.relative_to(root).as_posix() for path in root.glob("*/*/profile.json")
    )
    return {name: shipped.load(f"{name}/profile.json") for name in names}
