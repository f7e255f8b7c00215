"""What readers make of rules: codes and severities, data that each profile's folder brings.

A folder ``schemas/<subject>/<profile>/`` with a ``profile.json`` says in which order that reader
checks, the code of a rule where it has one of its own, and where it is stricter than others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from herdr_lint.judge import shipped


def names() -> tuple[str, ...]:
    """The profiles that there are, ``openwop/v1`` and so on."""
    return tuple(_files())


def codes_of(rule_id: str, group: str) -> Mapping[str, str]:
    """The codes of one rule, by profile, or ``profile#cause`` where a cause has its own.

    A rule has a code in every profile in whose order of checks it or its group stands.
    """
    found = {}
    for name, profile in _profiles().items():
        codes = profile["codes"]
        steps = profile["order"]
        if any(
            rule_id in step.get("rules", ()) or group in step.get("groups", ()) for step in steps
        ):
            found[name] = codes.get(rule_id, profile["default_code"])
        for key, code in codes.items():
            rule, _, cause = key.partition("/")
            if rule == rule_id and cause:
                found[f"{name}#{cause}"] = code
    return found


def severities_of(rule_id: str, cause: str) -> Mapping[str, str]:
    """The severities of one cause of a rule that profiles have for themselves, by profile."""
    key = f"{rule_id}/{cause}"
    found = ((name, profile["severities"].get(key)) for name, profile in _profiles().items())
    return {name: severity for name, severity in found if severity}


@cache
def _profiles() -> Mapping[str, Mapping[str, Any]]:
    return {name: shipped.load(file) for name, file in _files().items()}


@cache
def _files() -> Mapping[str, str]:
    """The data of each profile, by its name: paths under ``schemas/``, none of them read yet."""
    root = shipped.root()
    found = sorted(path.relative_to(root) for path in root.glob("*/*/profile.json"))
    return {file.parent.as_posix(): file.as_posix() for file in found}
