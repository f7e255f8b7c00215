"""The version before a pack: whether it is one that the pack can be held against."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from herdr_lint.files.collect import MANIFEST
from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show
from herdr_lint.run.archive_findings import is_incomplete
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed import PACKAGE, ROLE_PACK, manifest_of

_VERSION = re.compile(
    r"([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?"
).fullmatch


@dataclass(frozen=True, slots=True)
class Previous:
    """What a registry handed in as the version before; ``trouble`` is why it is of no use.

    ``manifest`` is there where it could be read.
    """

    pack: PackInput
    manifest: Document | None
    trouble: str | None = None

    @property
    def name_and_version(self) -> tuple[Any, Any] | None:
        if self.manifest is None:
            return None
        return self.manifest.data.get("name"), self.manifest.data.get("version")


def previous_of(pack: PackInput, later: PackResult) -> Previous:
    """The version before, as it was handed in, held against the manifest of the later one."""
    name = PACKAGE if later.profile == ROLE_PACK else MANIFEST
    if is_incomplete(pack.files):
        return Previous(pack, None, "could not be read to its end")
    manifest = manifest_of(pack, name)
    if manifest is None:
        return Previous(pack, None, f"has no {show(name)}")
    if not manifest.readable or not isinstance(manifest.data, Mapping):
        return Previous(pack, None, f"has a {show(name)} that cannot be read")
    return Previous(pack, manifest, _trouble(manifest.data, later))


def _trouble(earlier: Mapping[str, Any], later: PackResult) -> str | None:
    """Why two manifests are not those of two versions of one pack, the first before the second."""
    if earlier.get("name") != later.name:
        return f"is of another pack, {show(earlier.get('name'))}"
    version = earlier.get("version")
    if version == later.version:
        return None
    before, after = precedence(version), precedence(later.version)
    if before is None or after is None:
        return f"is version {show(version)}, which cannot be compared with {show(later.version)}"
    if before > after:
        return f"is version {show(version)}, which is later than {show(later.version)}"
    return None


def precedence(version: object) -> tuple[Any, ...] | None:
    """What orders versions (Semantic Versioning, section 11); None for what is not a version."""
    found = _VERSION(version) if isinstance(version, str) else None
    if found is None:
        return None
    release = tuple(map(_number, found.groups()[:3]))
    if found[4] is None:
        return (*release, (True,))
    return (*release, (False, *map(_identifier, found[4].split("."))))


def _number(digits: str) -> tuple[int, str]:
    """Orders numbers of any length as numbers, without the cost of making them any."""
    digits = digits.lstrip("0")
    return (len(digits), digits)


def _identifier(text: str) -> tuple[Any, ...]:
    return (False, *_number(text)) if text.isdecimal() else (True, text)
