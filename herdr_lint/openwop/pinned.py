"""A registry's own schemas, pinned to a release of the specification: its law, in our words.

The registry's schemas decide what is rejected. Ours, which judge the same manifest, explain: where
both find fault with the same place, theirs is said in the words of ours; what only theirs refuse
is said plainly, and what only ours refuse is not said at all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from herdr_lint.files import disk
from herdr_lint.files.disk import Kind
from herdr_lint.judge import validator
from herdr_lint.judge.document import Document, to_pointer
from herdr_lint.judge.judge import judge, show_path
from herdr_lint.judge.subschemas import Addresses, levels
from herdr_lint.judge.validator import Validator
from herdr_lint.late import late
from herdr_lint.model import Finding, Severity, UsageError
from herdr_lint.openwop.profiles import Profile
from herdr_lint.syntax.json_reader import why_no_json

if TYPE_CHECKING:
    from herdr_lint.judge import schema_registry
else:
    schema_registry = late("herdr_lint.judge.schema_registry")

RULE = "pack-manifest-invalid"
"""The rule that a registry's schemas break, but where they name one of their own."""

MOST_FAULTS = 1_000
"""So many are compared with what ours find; with more of them the pack is refused anyway."""

_CHOICES = frozenset({"anyOf", "not", "oneOf"})
"""Keywords whose schemas say nothing of what they refuse; of `allOf` and `if`, those inside do."""
_CHOICE_CAUSES = frozenset({"any-of", "not", "one-of"})
_KEY_CAUSES = frozenset({"additional-properties", "extension-key", "hostile-key", "since-v2"})
_KEYS = frozenset({"additionalProperties", "false", "not"})
_SCHEMA_RULES = frozenset(
    {
        "agent-manifest-invalid",
        "pack-kind-invalid",
        RULE,
        "skill-handoff-missing",
        "skill-memory-not-scratchpad",
    }
)


@dataclass(frozen=True)
class PinnedSchemas:
    """Schemas by the names of their files; ``kinds`` maps a kind of pack to the one that judges it.

    A schema judges the kind that it demands as the value of ``kind``.
    """

    schemas: Mapping[str, Mapping[str, Any]]
    kinds: Mapping[str, Mapping[str, Any]]
    hashes: Mapping[str, str]
    _validators: dict[str, Validator] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """For a pool of processes: without the validators, which each of them builds for itself."""
        return {**vars(self), "_validators": {}}

    @classmethod
    def read(cls, schemas: Mapping[str, bytes | Mapping[str, Any]] | str | Path) -> PinnedSchemas:
        """Schemas from a folder of ``*.json`` files, or from a mapping of names to contents.

        Raises:
            UsageError: if one cannot be read, has no ``$id`` or refers to what is not there, if
                none names a kind, or two the same one.

        """
        contents = _folder(Path(schemas)) if isinstance(schemas, str | Path) else schemas
        loaded = {name: _schema(name, content) for name, content in sorted(contents.items())}
        kinds: dict[str, Mapping[str, Any]] = {}
        for name, schema in loaded.items():
            kind = _kind(schema)
            if kind in kinds:
                raise UsageError(
                    f"two schemas judge the kind `{kind}`, {name} is one; keep one of them"
                )
            if kind is not None:
                kinds[kind] = schema
        if not kinds:
            raise UsageError(
                "none of the given schemas judges a kind of pack: no `kind` is a constant in any"
            )
        raise_for_references(loaded)
        return cls(loaded, kinds, {name: digest(contents[name]) for name in loaded})

    def validator(self, kind: str) -> Validator | None:
        """What judges packs of a kind, or None if no schema does; made once."""
        schema = self.kinds.get(kind)
        if schema is None:
            return None
        if kind not in self._validators:
            self._validators[kind] = self._law(schema)
        return self._validators[kind]

    def _law(self, schema: Mapping[str, Any]) -> Validator:
        law = {
            "x-herdr": {"rule": RULE, "cause": "{keyword}"},
            "allOf": [{"$ref": schema["$id"]}],
        }
        return validator.build(law, schema_registry.register(list(self.schemas.values())))

    def judge(
        self, document: Document, profile: Profile, ours: Iterable[Finding]
    ) -> Iterator[Finding] | None:
        """The findings of a manifest by these schemas; None where none of them judges its kind."""
        law = self.validator(profile.kind_named(document.data))
        return None if law is None else _merged(document, profile, law, list(ours))


def _merged(
    document: Document, profile: Profile, law: Validator, ours: list[Finding]
) -> Iterator[Finding]:
    met = islice(validator.schema_errors(law, document.data), MOST_FAULTS)
    schema_errors = [(to_pointer(error.path), error.keyword) for error in met]
    kept = [
        finding
        for finding in ours
        if finding.rule not in _SCHEMA_RULES or _is_confirmed(finding, schema_errors)
    ]
    yield from kept
    errors = [finding for finding in kept if finding.severity is Severity.ERROR]
    for finding in judge(document, law, profile.name):
        if not any(_says(other, finding) for other in errors):
            in_agent = f"{finding.pointer}".startswith("/agents/")
            yield finding._replace(rule="agent-manifest-invalid") if in_agent else finding


def _says(ours: Finding, theirs: Finding) -> bool:
    """Whether a finding of ours covers what the registry's schemas found."""
    if theirs.cause in _CHOICE_CAUSES and _is_within(ours.pointer, theirs.pointer):
        return True
    if ours.pointer != theirs.pointer:
        return False
    return theirs.cause != "required" or ours.message.startswith(theirs.message)


def _is_within(pointer: str | None, place: str | None) -> bool:
    return f"{pointer}".startswith(f"{place}/")


def _is_confirmed(finding: Finding, schema_errors: list[tuple[str, str]]) -> bool:
    """Whether the registry's schemas refuse what ours refuse, there or in a choice around it."""
    pointer = finding.pointer
    if finding.cause in _KEY_CAUSES:
        return any(pointer == place and keyword in _KEYS for place, keyword in schema_errors)
    return any(
        pointer == place or (keyword in _CHOICES and _is_within(pointer, place))
        for place, keyword in schema_errors
    )


def _folder(root: Path) -> Mapping[str, bytes]:
    if not disk.is_directory(root):
        raise UsageError(f"there is no folder {show_path(root.as_posix())} of schemas; give one")
    try:
        return {
            path.relative_to(root).as_posix(): disk.read(path)
            for path in sorted(_below(str(root), ".json"))
        }
    except OSError as error:
        raise UsageError(f"cannot read the schemas in {root}: {error.strerror}") from error


def _below(folder: str, ending: str) -> Iterator[Path]:
    """What lies in a folder or below it under a name of that ending.

    No link to a folder is followed, and what may not be listed is passed by.
    """
    pending = [folder]
    while pending:
        try:
            entries = disk.listing(pending.pop())
        except PermissionError:
            continue
        for entry in entries:
            if entry.name.endswith(ending):
                yield Path(entry.path)
            if entry.kind is Kind.DIRECTORY and not entry.link:
                pending.append(entry.path)


def _schema(name: str, content: bytes | Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        schema = json.loads(content) if isinstance(content, bytes) else content
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the schema {name} is not JSON: {why_no_json(error)}") from error
    if not isinstance(schema, Mapping) or not isinstance(schema.get("$id"), str):
        raise UsageError(
            f"the schema {name} has no `$id`, by which the others refer to it; add one"
        )
    return schema


def raise_for_references(schemas: Mapping[str, Mapping[str, Any]]) -> None:
    """A `UsageError` for the first reference of the schemas that leads to none of them."""
    addresses = Addresses()
    for schema in schemas.values():
        addresses.add(schema)
    names = {id(level): name for name, schema in schemas.items() for _, level in levels(schema)}
    for level, _, reference in addresses.missing():
        told = f"refers to `{reference}`, which is not among the schemas; add it"
        raise UsageError(f"{names[id(level.schema)]} {told}")


def _kind(schema: Mapping[str, Any]) -> str | None:
    """The one kind that a schema admits; None for one that judges something else."""
    match schema:
        case {"properties": {"kind": {"const": str(kind)} | {"enum": [str(kind)]}}}:
            return kind
    return None


def digest(content: bytes | Mapping[str, Any]) -> str:
    """The hash of a schema file: ``sha256:`` and hexadecimal digits."""
    data = content if isinstance(content, bytes) else json.dumps(content, sort_keys=True).encode()
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
