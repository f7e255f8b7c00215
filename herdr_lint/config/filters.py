"""What remains of the findings of one file: pure functions from findings to findings."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from herdr_lint.config.ignores import value_at
from herdr_lint.config.settings import FileSettings
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import make_finding
from herdr_lint.late import late
from herdr_lint.model import Finding

if TYPE_CHECKING:
    from herdr_lint.role import tools
else:
    tools = late("herdr_lint.role.tools")

_KEY_RULES = frozenset({"key-unknown", "key-misspelled", "capability-key-foreign"})
_TOOL_RULES = frozenset(
    {"tool-name-suspect", "deny-tools-unknown", "tool-scope-unknown", "tool-unresolved"}
)


def apply_settings(
    findings: Iterable[Finding], settings: FileSettings, document: Document | None = None
) -> list[Finding]:
    """The findings that are wanted, with the severities that they are to have.

    ``document`` is the one that the findings are about; without it, known tools and keys cannot
    be told.
    """
    selection = settings.selection
    runs = cache(selection.runs)
    wanted = (finding for finding in findings if runs(finding.rule))
    vouches = settings.known_keys or settings.known_tools
    if document is not None and vouches:
        told = (_of_unknown(finding, settings, document) for finding in wanted)
        wanted = (finding for finding in told if finding is not None)
    return [
        finding._replace(severity=selection.severity(finding.rule, finding.severity))
        for finding in wanted
    ]


class Silenced(NamedTuple):
    """A finding that the configuration does not want."""

    path: str
    rule: str


def silenced(findings: Iterable[Finding], settings: FileSettings) -> frozenset[Silenced]:
    """What ``apply_settings`` leaves out because its rule does not run."""
    runs = cache(settings.selection.runs)
    return frozenset(Silenced(one.path, one.rule) for one in findings if not runs(one.rule))


def _of_unknown(finding: Finding, settings: FileSettings, document: Document) -> Finding | None:
    """A finding as far as it is about tools or keys that the configuration does not vouch for."""
    if finding.rule in _KEY_RULES:
        known, value = settings.known_keys, value_at(document, f"{finding.pointer}/key")
    elif finding.rule in _TOOL_RULES:
        known, value = settings.known_tools, value_at(document, finding.pointer or "")
    else:
        return finding
    names = value if isinstance(value, list) else [value]
    left = [name for name in names if not _matches(name, known)]
    if left == names:
        return finding
    return _about(finding, document, names, left) if left else None


def _matches(name: Any, patterns: Iterable[str]) -> bool:
    return isinstance(name, str) and any(fnmatchcase(name, pattern) for pattern in patterns)


def _about(finding: Finding, document: Document, names: list[Any], left: list[Any]) -> Finding:
    """A finding about several tools, told of some of them; its edit would change the others."""
    layer, pointer = str(document.data["layer"]), str(finding.pointer)
    means = value_at(document, f"{pointer.rpartition('/')[0]}/means")
    facts = tools.group({name: means.get(name, "") for name in left})
    told = make_finding(
        document, finding.rule, layer, cause=finding.cause, pointer=pointer, **facts
    )
    first = document.locate(f"{pointer}/{names.index(left[0])}")
    return told._replace(span=first, edits=())
