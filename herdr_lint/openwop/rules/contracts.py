"""``handoff-schema-invalid``, ``pack-schema-invalid``, ``schema-id-stale``: a pack's own schemas.

A host judges each task and each result by the schemas of the handoff, so those have to be
schemas; the others a registry is asked to warn about (RFC 0003, section D; OpenWOP registry,
operations and contributing).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from herdr_lint.files.regular import larger_than
from herdr_lint.judge.document import Document, Part, to_pointer
from herdr_lint.judge.judge import show
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.judge.parse_findings import phrase
from herdr_lint.model import Edit, Finding, Related, Span, Unchecked
from herdr_lint.openwop.json_schemas import UNCHECKED, SchemaProblem, problems
from herdr_lint.openwop.references import Use, references
from herdr_lint.openwop.subject import OpenwopPack, Way
from herdr_lint.syntax.parse import ParseIssue

FOLDER = "schemas/"

LARGEST = 256 << 10
"""Bytes of one schema that is judged, and `MOST_BYTES` those of all of them: many times what is
known of any pack."""
MOST_BYTES = 4 << 20

LONGEST_ADDRESS = 200
"""An address is shown whole: what is wrong with it stands near its end."""

_NO_JSON = frozenset({"byte-order-mark", "invalid-utf8", "non-finite-literal"})
"""Problems that end no reading of ours, and at which ``JSON.parse`` or a strict decoder stops."""


def broken_schemas(pack: OpenwopPack) -> Iterator[Finding | Unchecked]:
    """What is wrong with each schema that the pack ships or that a handoff refers to."""
    handoffs = _handoff_files(pack)
    suites = {ref.name for ref in references(pack) if ref.use is Use.EVAL_SUITE}
    left = MOST_BYTES
    stale: list[_Stale] = []
    for name, data in sorted((pack.files or {}).items()):
        if name not in handoffs and (name in suites or not _is_schema(name)):
            continue
        if len(data) > min(left, LARGEST):
            whole = f"the schemas of the pack are {larger_than(MOST_BYTES)} together"
            reason = larger_than(LARGEST) if len(data) > LARGEST else whole
            yield Unchecked(pack.prefix + name, reason, decides=name in handoffs)
            continue
        left -= len(data)
        document = read_manifest(pack.prefix + name, data, syntax="json")
        yield from _judged(pack, name, document, handoffs.get(name))
        if not _broken(document):
            stale += _stale(pack, name, document)
    yield from _addresses(pack, stale)


def _is_schema(name: str) -> bool:
    return name.startswith(FOLDER) and name.endswith(".json")


def _handoff_files(pack: OpenwopPack) -> Mapping[str, Way]:
    """The files that handoffs refer to, each with the way to the first place that does."""
    found: dict[str, Way] = {}
    for reference in references(pack):
        if reference.use is Use.HANDOFF:
            found.setdefault(reference.name, reference.way)
    return found


def _broken(document: Document) -> list[ParseIssue]:
    """Why a file is not JSON to everybody."""
    return [problem for problem in document.problems if problem.fatal or problem.kind in _NO_JSON]


def _judged(
    pack: OpenwopPack, name: str, document: Document, referred: Way | None
) -> Iterator[Finding | Unchecked]:
    rule = "pack-schema-invalid" if referred is None else "handoff-schema-invalid"
    broken = _broken(document)
    for problem in broken[:1]:
        yield pack.finding_in(
            name,
            rule,
            problem.span,
            cause="json",
            related=_related(pack, referred),
            problem=phrase(problem),
        )
    if not broken:
        for error in problems(document):
            if error.cause == UNCHECKED:
                decides = rule == "handoff-schema-invalid"
                yield Unchecked(document.path, error.params["problem"], decides)
            else:
                yield _finding(pack, name, document, rule, error, _related(pack, referred))


def _related(pack: OpenwopPack, referred: Way | None) -> tuple[Related, ...]:
    return () if referred is None else pack.related(referred, "referred to here")


def _finding(
    pack: OpenwopPack,
    name: str,
    document: Document,
    rule: str,
    error: SchemaProblem,
    related: tuple[Related, ...],
) -> Finding:
    pointer = to_pointer(error.way)
    part: Part = "key" if error.way[-2:-1] == ("patternProperties",) else "value"
    return pack.finding_in(
        name,
        rule,
        document.locate(pointer, part),
        cause=error.cause,
        related=related,
        place=show(pointer or "/"),
        **error.params,
    )


@dataclass(frozen=True, slots=True)
class _Stale:
    """A schema whose address is not the one that the registry serves it from."""

    file: str
    cause: str | None
    given: str | None
    expected: str
    span: Span


def _stale(pack: OpenwopPack, name: str, document: Document) -> Iterator[_Stale]:
    """What is stale or foreign about the address that a schema has as its ``$id``."""
    schema = document.data
    if not (isinstance(schema, Mapping) and pack.name and pack.version):
        return
    template = pack.profile.schema_id
    expected = _filled(template, pack.name, pack.version, name.removeprefix(FOLDER))
    given = schema.get("$id")
    if given == expected or not isinstance(given, str | None):
        return
    cause = "missing" if given is None else _difference(pack, template, given)
    yield _Stale(name, cause, given, expected, document.locate(to_pointer(("$id",))))


def _addresses(pack: OpenwopPack, stale: Sequence[_Stale]) -> Iterator[Finding]:
    """One finding for all schemas of which the same is wrong: one slip makes many of them stale."""
    for cause in dict.fromkeys(one.cause for one in stale):
        first, *others = (one for one in stale if one.cause == cause)
        many = "schema" if len(others) == 1 else "schemas"
        found = pack.finding_in(
            first.file,
            "schema-id-stale",
            first.span,
            cause=cause,
            value=show(first.given, LONGEST_ADDRESS),
            expected=show(first.expected, LONGEST_ADDRESS),
            more=f"; the same goes for {len(others)} more {many}" if others else "",
            related=tuple(
                Related(pack.prefix + one.file, one.span, f"here it is {show(one.expected)}")
                for one in others
            ),
        )
        if first.given is not None:
            text = json.dumps(first.expected, ensure_ascii=False)
            found = found._replace(edits=(Edit(first.span, text, safe=cause is None),))
        yield found


def _filled(template: str, name: str, version: str, file: str) -> str:
    """The template with its three names filled in, whatever braces those have in them."""
    known = {"{name}": name, "{version}": version, "{file}": file}
    return re.sub("{(?:name|version|file)}", lambda found: known[found[0]], template)


def _difference(pack: OpenwopPack, template: str, given: str) -> str | None:
    """In which respect an ``$id`` is another address: the cause, None for the version."""
    pattern = re.escape(template)
    for part, fits in (("name", "[^/]+"), ("version", "[^/]+"), ("file", ".+")):
        pattern = pattern.replace(rf"\{{{part}\}}", f"(?P<{part}>{fits})")
    found = re.fullmatch(pattern, given)
    if not found:
        return "foreign"
    if found["name"] != pack.name:
        return "name"
    return None if found["version"] != pack.version else "file"
