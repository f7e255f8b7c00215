"""Checks one role file: bytes, document, judgment, record."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.discover.units import RoleFile
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.model import Finding, Unchecked
from herdr_lint.normalize.document import Document
from herdr_lint.normalize.role import read_role
from herdr_lint.rules.records import RoleRecord, record_of
from herdr_lint.schema import validator
from herdr_lint.schema.judge import judge

SCHEMA = "role/role.schema.json"
LARGEST = 8 << 20
"""Bytes of a role file that are judged; a larger one is no prompt that a model could read."""


def check_role(role: RoleFile, settings: Settings) -> Checked:
    """Findings of a role file that was asked for, and the record that the catalogue needs."""
    data = contents(role.path, settings)
    if len(data) > LARGEST:
        reason = f"larger than {LARGEST >> 20} MiB"
        return Checked(unchecked=(Unchecked(role.shown, reason),), files=(role.shown,))
    document = read_role(role.shown, data, stem=role.stem, layer=role.layer)
    findings = judge_role(document, settings)
    record = _record(role, document, findings)
    if not role.given:
        return Checked(roles=(record,))
    return Checked(findings=findings, files=(role.shown,), roles=(record,))


def contents(path: Path, settings: Settings) -> bytes:
    """The bytes of a file, or those that stand for them."""
    overlaid = settings.overlay.get(path)
    return path.read_bytes() if overlaid is None else overlaid


def judge_role(document: Document, settings: Settings) -> tuple[Finding, ...]:
    """What our schema finds, then what each policy adds."""
    layer = str(document.data["layer"])
    found = list(judge(document, validator.shipped(SCHEMA), layer))
    for policy in settings.policies:
        found += judge(document, validator.policy(policy, "role"), layer)
    return tuple(found)


def _record(role: RoleFile, document: Document, findings: tuple[Finding, ...]) -> RoleRecord:
    reported = next((finding for finding in findings if finding.host_reports), None)
    values = document.data.get("frontmatter", {})
    name = document.data["name"]["effective"] if "name" in document.data else None
    description = values.get("description")
    return record_of(
        role,
        name=name if reported is None or reported.rule != "role-name-mismatch" else None,
        code=reported.host_code if reported else None,
        hidden=values.get("disable-model-invocation") is True,
        description=description if isinstance(description, str) else None,
        span=document.locate("/name"),
    )
