"""Checks one role file: bytes, document, judgment, record."""

from __future__ import annotations

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.config.filters import apply_settings, has_directives
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.model import FILE_START, Finding, Span, Unchecked
from herdr_lint.project.targets import RoleFile
from herdr_lint.role.document import read_role
from herdr_lint.role.file_name import file_name
from herdr_lint.role.judging import judge_role
from herdr_lint.run.check_result import CheckResult, Settings

LARGEST = 1 << 20
"""Bytes of a role file that are judged; a larger one is no prompt that a model could read."""


def check_role(role: RoleFile, settings: Settings) -> CheckResult:
    """Findings of a role file that was asked for, and the record that the catalogue needs."""
    data = settings.contents(role.path)
    files = ((role.display_path, role.path),)
    if len(data) > LARGEST:
        reason = f"larger than {LARGEST >> 20} MiB"
        return CheckResult(unchecked=(Unchecked(role.display_path, reason),), files=files)
    document = read_role(role.display_path, data, stem=role.stem, layer=role.layer)
    findings = judge_role(document)
    record = role_record(role, document, findings)
    if not role.requested:
        return CheckResult(roles=(record,))
    config = settings.configs.nearest(role.path)
    for policy in config.policy:
        findings += tuple(judge(document, policy.validator, role.layer.value))
    wanted = apply_settings(
        (*findings, *file_name(record.path, record.layer, record.stem, record.name, record.span)),
        config.for_file(role.path),
        document,
    )
    ignoring = (document,) if has_directives(document) else ()
    return CheckResult(tuple(wanted), files=files, roles=(record,), ignoring=ignoring)


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


def record_of(
    role: RoleFile,
    *,
    name: str | None = None,
    code: str | None = None,
    hidden: bool = False,
    description: str | None = None,
    span: Span = FILE_START,
) -> RoleRecord:
    """The record of a role file that discovery found.

    ``name`` is the effective name, left out where the host cannot read one. A role belongs to its
    pack if the pack registers it, else to its directory.
    """
    directory = role.display_path.rpartition("/")[0] or "."
    registered = role.pack if role.via else None
    return RoleRecord(
        path=role.display_path,
        layer=role.layer,
        stem=role.stem,
        name=name or role.stem,
        source=registered.label if registered else directory,
        home=registered.display_path if registered else directory,
        package=role.pack.name if role.pack else None,
        scope=role.scope,
        code=code,
        hidden=hidden,
        description=description,
        via=role.via,
        span=span,
    )
