"""One pack by itself: its verdict, its findings and its claims, as rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import fsspec

from herdr_lint.audit.claims import Claim, claims_of, role_claims
from herdr_lint.catalog.records import RoleOrigin
from herdr_lint.gate.gate import Judged, judge_submission
from herdr_lint.model import Finding, Limits, Verdict
from herdr_lint.openwop import profiles
from herdr_lint.openwop.subject import OpenwopPack

Row = dict[str, Any]

_LIMITS = Limits()
_UNNAMED = "pack"
"""What the gate calls an archive that came as bytes."""


@dataclass
class Rows:
    """What judging packs yields, ready to be put into tables."""

    verdicts: list[Row] = field(default_factory=list)
    findings: list[Row] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    unread: list[Row] = field(default_factory=list)

    def add(self, address: str, profile: str, storage: Mapping[str, Any]) -> None:
        """Judge one more pack; whatever goes wrong with it is one of the rows."""
        try:
            data = read(address, storage)
        except Exception as error:  # noqa: BLE001 - each kind of store fails in its own way
            self.unread.append({"pack": address, "reason": f"{type(error).__name__}: {error}"})
            return
        judged = judge_submission(data, profile)
        found = judged.verdict.findings
        self.verdicts.append(_verdict(address, judged.verdict, len(data)))
        self.findings += [row(address, _placed(address, one.path), one) for one in found]
        self.claims += _claims(address, judged)


def read(address: str, storage: Mapping[str, Any]) -> bytes:
    """The bytes of an archive, as many of them as may have to be read."""
    most = max(_LIMITS.compressed, _LIMITS.unpacked) + 1
    with fsspec.open(address, "rb", **storage) as file:
        return bytes(file.read(most))


def row(address: str, path: str, finding: Finding) -> Row:
    """A finding as a row; ``path`` is where it stands, the address of the pack included."""
    start, end = finding.span.start, finding.span.end
    return {
        "pack": address,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "cause": finding.cause,
        "path": path,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "pointer": finding.pointer,
        "message": finding.message,
        "help": finding.help,
        "host_code": finding.host_code,
    }


def _verdict(address: str, verdict: Verdict, size: int) -> Row:
    counted = {"error": 0, "warning": 0, "note": 0}
    for finding in verdict.findings:
        counted[finding.severity.value] += 1
    return {
        "pack": address,
        "name": verdict.name,
        "version": verdict.version,
        "profile": verdict.profile,
        "outcome": verdict.outcome.value,
        "primary": verdict.primary,
        "integrity": verdict.integrity,
        "bytes": size,
        "errors": counted["error"],
        "warnings": counted["warning"],
        "notes": counted["note"],
        "unchecked": [f"{_placed(address, one.path)}: {one.reason}" for one in verdict.unchecked],
    }


def _placed(address: str, path: str) -> str:
    """A path of the gate's, with the address instead of the name that it gave to the bytes."""
    return address + path.removeprefix(_UNNAMED)


def _placed_origin(address: str, origin: RoleOrigin) -> RoleOrigin:
    placed = (_placed(address, one) for one in (origin.shown, origin.source, origin.home))
    shown, source, home = placed
    return origin._replace(shown=shown, source=source, home=home)


def _claims(address: str, judged: Judged) -> list[Claim]:
    """What the pack claims, said of its address."""
    alone = judged.alone
    roles = [one._replace(origin=_placed_origin(address, one.origin)) for one in alone.roles]
    document = alone.manifest
    if document is None or alone.profile not in profiles.shipped():
        return role_claims(roles)
    placed = document._replace(path=_placed(address, document.path))
    profile = profiles.shipped()[alone.profile]
    return claims_of(OpenwopPack(placed, profile, judged.pack.members, f"{address}!"))
