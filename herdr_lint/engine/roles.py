"""Checks one role file: bytes, document, judgment, record."""

from __future__ import annotations

from herdr_lint.config.filters import apply_settings
from herdr_lint.discover.units import RoleFile
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.model import Finding, Unchecked
from herdr_lint.normalizer.document import Document
from herdr_lint.normalizer.role import read_role
from herdr_lint.rules.file_name import file_name
from herdr_lint.rules.records import RoleRecord, record_of
from herdr_lint.schema import validator
from herdr_lint.schema.judge import judge

SCHEMA = "role/role.schema.json"
LARGEST = 1 << 20
"""Bytes of a role file that are judged; a larger one is no prompt that a model could read."""


def check_role(role: RoleFile, settings: Settings) -> Checked:
    """Findings of a role file that was asked for, and the record that the catalogue needs."""
    data = settings.contents(role.path)
    files = ((role.shown, role.path),)
    if len(data) > LARGEST:
        reason = f"larger than {LARGEST >> 20} MiB"
        return Checked(unchecked=(Unchecked(role.shown, reason),), files=files)
    document = read_role(role.shown, data, stem=role.stem, layer=role.layer)
    findings = tuple(judge(document, validator.shipped(SCHEMA), role.layer.value))
    record = role_record(role, document, findings)
    if not role.given:
        return Checked(roles=(record,))
    config = settings.configs.nearest(role.path)
    for policy in config.policy:
        findings += tuple(judge(document, policy.validator, role.layer.value))
    wanted = apply_settings((*findings, *file_name(record)), config.for_file(role.path), document)
    ignoring = (document,) if "ignores" in document.data else ()
    return Checked(tuple(wanted), files=files, roles=(record,), ignoring=ignoring)


def role_record(role: RoleFile, document: Document, findings: tuple[Finding, ...]) -> RoleRecord:
    """The role as the host's catalogue has it: a mismatched name counts under the stem."""
    reported = next((finding for finding in findings if finding.host_reports), None)
    values = document.data.get("frontmatter", {})
    name = document.data["name"]["effective"] if "name" in document.data else None
    description = values.get("description")
    return record_of(
        role,
        name=None if reported and reported.rule == "role-name-mismatch" else name,
        code=reported.host_code if reported else None,
        hidden=values.get("disable-model-invocation") is True,
        description=description if isinstance(description, str) else None,
        span=document.locate("/name"),
    )
