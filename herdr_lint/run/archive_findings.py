"""Archives as they are shipped: each issue of their format or of the limits is a finding.

The readers in ``herdr_lint.files`` establish what is wrong; here it gets its rule. A
issue keeps its kind as the cause of the finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding
from herdr_lint.run.pack_result import ROLE_PACK

RULES: Mapping[str, tuple[str, ...]] = {
    "archive-entry-too-large": ("member-too-large",),
    "archive-extended-header": ("gnu-long-name", "name-too-long", "pax-header"),
    "archive-malformed": (
        "encrypted",
        "extension-stray",
        "extension-too-large",
        "file-named-as-folder",
        "gzip-members",
        "header-disagreement",
        "hidden-data",
        "link-name",
        "member-checksum",
        "member-damaged",
        "no-end-marker",
        "overlapping-members",
        "pax-global",
        "pax-newline",
        "pax-repeated",
        "pax-size",
        "pax-unknown",
        "pax-value",
        "tar-field",
        "tar-parse-failed",
        "tar-truncated",
        "trailing-data",
        "unsupported-method",
        "zip-extra-field",
        "zip-flags",
        "zip-parse-failed",
        "zip-stored-stream",
    ),
    "archive-manifest-too-large": ("manifest-too-large",),
    "archive-name-ambiguous": (
        "case-collision",
        "duplicate-member",
        "file-and-folder",
        "name-not-plain",
        "outside-npm-folder",
    ),
    "archive-path-unsafe": (
        "absolute-path",
        "backslash",
        "control-character",
        "double-dot",
        "drive-letter",
        "empty-name",
        "name-decomposed",
        "name-not-utf8",
        "name-rewritten",
        "name-unusable",
        "name-with-nul",
        "path-traversal",
    ),
    "archive-special-entry": (
        "hard-link",
        "old-entry",
        "special-file",
        "symbolic-link",
        "unknown-entry",
    ),
    "archive-too-large": ("compression-bomb", "too-many-members", "unpacked-too-large"),
    "archive-unreadable": (
        "gunzip-failed",
        "gzip-checksum",
        "gzip-truncated",
        "not-an-archive",
        "unreadable",
    ),
    "archive-upload-too-large": ("compressed-too-large",),
}
"""The kinds of issue that each rule is about."""

_RULE_OF = {kind: rule for rule, kinds in RULES.items() for kind in kinds}


def archive_findings(files: PackFiles, path: str, context: str) -> Iterator[Finding]:
    """The findings of a pack as it was read, in the order in which it was read.

    ``path`` is how people know the archive, the folder or the mapping; ``context`` the profile.
    """
    from_npm = files.npm_issues() if context == ROLE_PACK else ()
    for issue in (*files.issues, *from_npm):
        yield word(
            _RULE_OF[issue.kind],
            context,
            member_path(files, path, issue.member),
            cause=issue.kind,
            **_params(issue),
        )


_INCOMPLETE = frozenset(
    {
        "archive-entry-too-large",
        "archive-malformed",
        "archive-manifest-too-large",
        "archive-too-large",
        "archive-unreadable",
        "archive-upload-too-large",
    }
)


def is_incomplete(files: PackFiles) -> bool:
    """Whether something of the pack was not read, or may be other than what was read."""
    return any(_RULE_OF[issue.kind] in _INCOMPLETE for issue in files.issues)


def member_path(files: PackFiles, path: str, stored: str | None) -> str:
    """The path of a finding about an entry: ``pack.tgz!pack.json``, ``folder/pack.json``.

    ``stored`` is the name as the archive has it, or None for the archive itself. Nothing in the
    path can confuse a terminal or a report.
    """
    if stored is None:
        return path
    name = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in stored)
    if files.form != "folder":
        return f"{path}!{name}"
    return name if path == "." else f"{path}/{name}"


def _params(issue: ArchiveIssue) -> dict[str, Any]:
    """The facts of an issue for its message; what somebody else wrote is made visible first."""
    params = dict(issue.params)
    for key in ("key", "other", "type"):
        if key in params:
            params[key] = show(params[key])
    params["member"] = "the archive" if issue.member is None else show(issue.member)
    return params
