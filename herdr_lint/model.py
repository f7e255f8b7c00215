"""The values that every layer speaks of: positions, findings, reports, verdicts.

Nothing here reads a file or knows a rule. Every type is frozen, so a report is a plain
value that can be sorted, compared, pickled to a worker and merged.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from herdr_lint.late import late
from herdr_lint.version import __version__

if TYPE_CHECKING:
    from herdr_lint import findings as many
else:
    many = late("herdr_lint.findings")

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)


class UsageError(Exception):
    """The run was asked for something that it cannot do; the message says what to do instead.

    ``problems`` holds each complaint on its own, in the order in which they were met.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Severity(StrEnum):
    """How much a finding weighs; ordered, so ``Severity.WARNING < Severity.ERROR``.

    All four comparisons are stated: ``str`` has them too, so none would be derived.
    """

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for a note, 1 for a warning, 2 for an error."""
        return _RANKS[self.value]

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, Severity) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.rank <= other.rank if isinstance(other, Severity) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.rank > other.rank if isinstance(other, Severity) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.rank >= other.rank if isinstance(other, Severity) else NotImplemented


_RANKS = {"note": 0, "warning": 1, "error": 2}


class Layer(StrEnum):
    """Where the host finds a role file; later layers override earlier ones."""

    PACKAGE = "package"
    GLOBAL = "global"
    PROJECT = "project"


class Limits(NamedTuple):
    """How much of a pack is read, in bytes unless said otherwise.

    ``compressed``, ``unpacked``, ``member``, ``manifest`` (``pack.json``) and ``member_name`` are
    what OpenWOP registries allow by default. The others are this project's own: ``members`` is a
    number of entries (the largest of 281 published packs has 119), and ``ratio`` how many bytes
    may come out of one compressed byte once more than a mebibyte has come out (6.4 at most there).
    """

    compressed: int = 10 * 2**20
    unpacked: int = 50 * 2**20
    member: int = 5 * 2**20
    manifest: int = 256 * 2**10
    member_name: int = 100
    members: int = 5_000
    ratio: int = 100


class Position(NamedTuple):
    """A place in a file: 1-based line, 1-based column in code points.

    A byte order mark takes no column, and neither does the CR of a CRLF.
    """

    line: int
    column: int

    def to_dict(self) -> dict[str, int]:
        return {"line": self.line, "column": self.column}


class Span(NamedTuple):
    """A stretch of a file; ``end`` is exclusive."""

    start: Position
    end: Position

    @classmethod
    def at(cls, line: int, column: int, end_column: int | None = None) -> "Span":
        """A span within one line; empty when ``end_column`` is left out."""
        return cls(Position(line, column), Position(line, end_column or column))

    def to_dict(self) -> dict[str, dict[str, int]]:
        return {"start": self.start.to_dict(), "end": self.end.to_dict()}


FILE_START = Span.at(1, 1)
"""Where a finding stands that concerns a file as a whole."""


class Edit(NamedTuple):
    """A replacement of ``span`` by ``text``.

    ``safe`` edits keep what the author wrote and only change its form; the others guess.
    """

    span: Span
    text: str
    safe: bool = True

    def to_dict(self) -> dict[str, Any]:
        return {"safe": self.safe, **self.span.to_dict(), "text": self.text}


class Related(NamedTuple):
    """Another place that a finding speaks of."""

    path: str
    span: Span
    message: str

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, **self.span.to_dict(), "message": self.message}


class Finding(NamedTuple):
    """One thing that is wrong, and all that a person needs to fix it.

    ``consequence`` is what the host or the registry does because of it, in this very case; None
    for a rule of a policy that does not say. ``path`` uses ``/`` and is relative to the working
    directory where that is possible; a member of an archive is ``archive.tgz!pack.json``.
    ``pointer`` is the JSON Pointer of the judged value in the canonical document. ``host_code`` is
    the code that the host or the registry answers with, if it has one, and ``host_reports`` marks
    the one problem of a role file that the host itself would name (it stops at the first).
    """

    rule: str
    severity: Severity
    message: str
    help: str
    path: str
    span: Span = FILE_START
    cause: str | None = None
    consequence: str | None = None
    pointer: str | None = None
    host_code: str | None = None
    host_reports: bool = False
    source: str | None = None
    related: tuple[Related, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Path, line, column, rule, then whatever tells two findings apart."""
        return (self.path, self.span, self.rule, self.pointer or "", self.message)

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``schemas/report.schema.json#/$defs/finding``; empty members left out."""
        shape: dict[str, Any] = {
            "rule": self.rule,
            "severity": self.severity.value,
            "message": self.message,
            "help": self.help,
            "path": self.path,
            **self.span.to_dict(),
        }
        optional: dict[str, Any] = {
            "cause": self.cause,
            "consequence": self.consequence,
            "pointer": self.pointer,
            "host_code": self.host_code,
            "host_reports": self.host_reports or None,
            "source": self.source,
            "related": [related.to_dict() for related in self.related] or None,
            "edits": [edit.to_dict() for edit in self.edits] or None,
        }
        shape.update((key, value) for key, value in optional.items() if value is not None)
        return shape


class Suppressed(NamedTuple):
    """A finding that is not reported, because its file ignores it or a baseline accepts it.

    ``reason`` is what the comment in the file says, if it says one.
    """

    finding: Finding
    kind: Literal["inSource", "external"]
    reason: str = ""


class Unchecked(NamedTuple):
    """Something that was met and not judged, and why; never the same as being fine.

    ``decides`` is true where an error could have come of it, so that nobody can say yet whether a
    registry may take the pack.
    """

    path: str
    reason: str
    decides: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, "reason": self.reason, "decides": self.decides}


def _each_once(unchecked: Iterable[Unchecked]) -> Iterable[Unchecked]:
    """What was not checked and why, each once; it decides if it does so anywhere."""
    found: dict[tuple[str, str], Unchecked] = {}
    for one in unchecked:
        known = found.setdefault((one.path, one.reason), one)
        if one.decides and not known.decides:
            found[one.path, one.reason] = one
    return found.values()


class Report(NamedTuple):
    """The outcome of one run: findings sorted by path, line, column, rule; no duplicates.

    What is ``suppressed`` counts nowhere and decides nothing; it is there for formats that tell.
    Where ``findings`` are very many, they are no tuple but packed (``herdr_lint/findings.py``).
    """

    findings: Sequence[Finding] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: tuple[str, ...] = ()
    suppressed: tuple[Suppressed, ...] = ()

    @classmethod
    def of(
        cls,
        findings: Iterable[Finding] = (),
        unchecked: Iterable[Unchecked] = (),
        files: Iterable[str] = (),
        suppressed: Iterable[Suppressed] = (),
    ) -> "Report":
        """Sort and de-duplicate; the only place where the order of a report is decided."""
        return cls(
            many.settled(findings) if findings != () else (),
            tuple(sorted(_each_once(unchecked))),
            tuple(sorted(set(files))),
            tuple(sorted(dict.fromkeys(suppressed), key=lambda one: one.finding.sort_key)),
        )

    def merge(self, other: "Report") -> "Report":
        """Both reports as one; associative, so partial reports may be merged in any order."""
        return Report.of(
            chain(self.findings, other.findings),
            (*self.unchecked, *other.unchecked),
            (*self.files, *other.files),
            (*self.suppressed, *other.suppressed),
        )

    @property
    def tally(self) -> Counter[tuple[str, Severity]]:
        """How many findings there are of each rule and severity."""
        return many.tally(self.findings) if self.findings else Counter()

    def count(self, severity: Severity) -> int:
        return sum(number for (_, one), number in self.tally.items() if one is severity)

    @property
    def worst(self) -> Severity | None:
        """The gravest severity found, or None for a report without findings."""
        return max((severity for _, severity in self.tally), default=None)

    def about(self, paths: Collection[str]) -> "Report":
        """What the report says of some files."""
        wanted = frozenset(paths)
        return Report(
            many.kept(self.findings, lambda finding: finding.path in wanted),
            tuple(item for item in self.unchecked if item.path in wanted),
            tuple(file for file in self.files if file in wanted),
            tuple(one for one in self.suppressed if one.finding.path in wanted),
        )

    def at_least(self, severity: Severity) -> "Report":
        """The same report without the findings below ``severity``."""
        if severity is Severity.NOTE:
            return self
        found = self.findings
        kept = many.kept(found, lambda finding: finding.severity >= severity) if found else ()
        quiet = tuple(one for one in self.suppressed if one.finding.severity >= severity)
        return Report(kept, self.unchecked, self.files, quiet)

    @property
    def summary(self) -> dict[str, int]:
        return {
            "files": len(self.files),
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "notes": self.count(Severity.NOTE),
            "unchecked": len(self.unchecked),
        }

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``schemas/report.schema.json``."""
        return {
            "version": 1,
            "tool": {"name": "herdr-lint", "version": __version__},
            "summary": self.summary,
            "findings": [finding.to_dict() for finding in self.findings],
            "unchecked": [item.to_dict() for item in self.unchecked],
        }


class Need(NamedTuple):
    """One thing that a pack asks of the host or registry that takes it; a fact, no judgment.

    ``kind`` is ``capability``, ``credential``, ``dependency``, ``engine``,
    ``facet``, ``mcp-server``, ``memory``, ``model-capability``, ``model-class``, ``oauth``,
    ``peer``, ``runtime``, ``runtime-requirement``, ``secret`` or ``tool``. ``name`` says what is
    needed and ``value`` how much of it (a range, a level, scopes), if that is said. ``optional``
    needs are those that the manifest says it does without; ``by`` are the agents and nodes that
    have the need, none for the pack as a whole.
    """

    kind: str
    name: str
    value: str = ""
    optional: bool = False
    by: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        shape: dict[str, Any] = {"kind": self.kind, "name": self.name, "optional": self.optional}
        if self.value:
            shape["value"] = self.value
        if self.by:
            shape["by"] = list(self.by)
        return shape


class Outcome(StrEnum):
    """What a verdict comes to."""

    ACCEPTED = "accepted"
    """Everything that decides was checked, and holds."""

    REJECTED = "rejected"
    """At least one finding is an error."""

    UNDECIDED = "undecided"
    """No finding is an error, but something that decides could not be checked."""


class Verdict(NamedTuple):
    """What a registry should answer to a pack, and why.

    Of a rejected pack ``primary`` is the one code to answer with, by the profile's order of
    checks. Why a pack is undecided stands in ``unchecked``, in the items that decide.
    ``republished`` says that the same bytes are published under that name and version already.
    ``integrity`` is that of the archive (``sha256-`` and base64), None where no archive was given.
    ``needs`` is what a host must offer, ``schemas`` maps each schema file that was used to its
    hash (``sha256:`` and hexadecimal).
    """

    outcome: Outcome
    profile: str
    primary: str | None = None
    name: str | None = None
    version: str | None = None
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    needs: tuple[Need, ...] = ()
    republished: bool = False
    integrity: str | None = None
    schemas: Mapping[str, str] = {}

    @property
    def accepted(self) -> bool:
        """Whether the pack may be published: false for a rejected and for an undecided one."""
        return self.outcome is Outcome.ACCEPTED

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``schemas/verdict.schema.json``."""
        return {
            "version": 1,
            "tool": {"name": "herdr-lint", "version": __version__},
            "outcome": self.outcome.value,
            "accepted": self.accepted,
            "primary": self.primary,
            "profile": self.profile,
            "pack": {"name": self.name, "version": self.version, "integrity": self.integrity},
            "republished": self.republished,
            "findings": [finding.to_dict() for finding in self.findings],
            "unchecked": [item.to_dict() for item in self.unchecked],
            "needs": [need.to_dict() for need in self.needs],
            "schemas": dict(sorted(self.schemas.items())),
        }
