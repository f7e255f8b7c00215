"""Checks one role file: bytes, document, judgment, record."""

from functools import lru_cache
from posixpath import basename
from typing import NamedTuple

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.config.filters import apply_settings, silenced
from herdr_lint.config.ignores import has_directives
from herdr_lint.files.regular import TooLargeError, why_unread
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge, show, word
from herdr_lint.model import FILE_START, Finding, Span, Unchecked
from herdr_lint.project.targets import RoleFile
from herdr_lint.role.document import read_role
from herdr_lint.role.file_name import file_name
from herdr_lint.role.glance import LARGEST_ROLE
from herdr_lint.role.judging import judge_role
from herdr_lint.run.check_result import CheckResult, Settings

UNREADABLE = "unreadable-role-definition"


class JudgedRole(NamedTuple):
    """One role file, judged by its bytes and its place alone."""

    document: Document
    findings: tuple[Finding, ...]
    record: RoleRecord


def judged(role: RoleFile, data: bytes) -> JudgedRole:
    """Judge a role file, wherever its bytes come from: a folder, an archive, a buffer."""
    document = read_role(role.display_path, data, stem=role.stem, layer=role.layer)
    findings = judge_role(document, role.context)
    record = role_record(role, document, findings)
    named = file_name(record.path, record.layer, record.stem, record.name, record.span)
    return JudgedRole(document, (*findings, *named), record)


def check_role(role: RoleFile, settings: Settings) -> CheckResult:
    """Findings of a role file that was asked for, and the record that the catalogue needs."""
    files = (role.display_path,)
    try:
        data = _contents(role, settings)
    except TooLargeError as error:
        unchecked = Unchecked(role.display_path, why_unread(error))
        return CheckResult(unchecked=(unchecked,), files=files)
    except OSError as error:
        return _unreadable(role, settings, error)
    one = judged(role, data)
    if not role.requested:
        return CheckResult(roles=(one.record,))
    document, findings = one.document, one.findings
    config = settings.configs.nearest(role.path)
    for policy in config.policy:
        findings += tuple(judge(document, policy.validator, role.layer.value))
    result = CheckResult(
        files=files,
        roles=(one.record,),
        ignoring=(document,) if has_directives(document) else (),
    )
    if not findings:
        return result
    wants = config.for_file(role.path)
    return result._replace(
        findings=tuple(apply_settings(findings, wants, document)),
        silenced=silenced(findings, wants),
    )


def _contents(role: RoleFile, settings: Settings) -> bytes:
    tree = role.pack.tree if role.pack and role.via else None
    if tree is None or not tree.is_of(settings.system):
        return settings.system.read(role.path, LARGEST_ROLE)
    return tree.load(role.path, LARGEST_ROLE)


def _unreadable(role: RoleFile, settings: Settings, error: OSError) -> CheckResult:
    """A role file that the host lists and cannot read; in an upper layer it blocks its name."""
    denied = "no-permission" if isinstance(error, PermissionError) else "default"
    finding = word(
        UNREADABLE,
        role.layer.value,
        role.display_path,
        cause=role.unreadable or denied,
        name=show(basename(role.display_path)),
        reason=error.strerror or str(error),
    )
    finding = finding._replace(host_reports=finding.host_code is not None)
    wants = settings.configs.for_file(role.path)
    return CheckResult(
        tuple(apply_settings([finding], wants)),
        files=(role.display_path,),
        roles=(record_of(role, code=UNREADABLE),),
        silenced=silenced([finding], wants),
    )


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

    ``name`` is the effective name, left out where the host cannot read one.
    """
    stem = role.stem
    return RoleRecord(
        origin=role.site.origin,
        stem=stem,
        name=name if name and name != stem else stem,
        code=code,
        hidden=hidden,
        description=description,
        span=_shared(span),
    )


@lru_cache(maxsize=1024)
def _shared(span: Span) -> Span:
    """The same span for all roles that have their name at the same place."""
    return span
