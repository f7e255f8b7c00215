"""The effective catalogue: which roles a host offers, and what became of the others.

The layers are read in order, package, global, project (role reading 1.8). Among the valid roles
of all packs a name may occur once, else every definition of it is disabled. Each file of an upper
layer then sets its name, or removes it if the file is invalid. Which of two files of one folder
has the last word depends on the sort order of the machine: that is reported, never predicted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from herdr_lint.catalog.records import ORDER, RoleRecord, merge
from herdr_lint.model import Layer


class State(StrEnum):
    """What became of a role file."""

    AVAILABLE = "available"
    HIDDEN = "hidden"
    """Launched by its exact name, but in no listing."""
    CONTESTED = "contested"
    """Another file of the same folder claims the name; the last in sort order has it."""
    SHADOWED = "shadowed"
    """A valid role of an upper layer has the name."""
    BLOCKED = "blocked"
    """An invalid file of an upper layer removed the name."""
    DISABLED = "disabled"
    """The packs define the name more than once."""
    INVALID = "invalid"
    """The host does not accept the file."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One role file in the catalogue: its state, and the files that put it there.

    ``by`` is empty for a role that is disabled only because it is registered on several ways.
    ``code`` is the host's, where it has one for this.
    """

    record: RoleRecord
    state: State
    by: tuple[RoleRecord, ...] = ()
    code: str | None = None


_Claims = Mapping[Layer, list[RoleRecord]]


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every role file that one host reads, sorted by name, then layer, then path."""

    standings: tuple[Standing, ...]

    @classmethod
    def of(cls, records: Iterable[RoleRecord]) -> Catalog:
        """The catalogue of one host, whatever the scopes of the records."""
        claims: dict[str, dict[Layer, list[RoleRecord]]] = defaultdict(lambda: defaultdict(list))
        known = merge(records)
        for record in known:
            if record.valid or record.layer is not Layer.PACKAGE:
                claims[record.name][record.layer].append(record)
        standings = [_standing(record, claims[record.name]) for record in known]
        return cls(tuple(sorted(standings, key=_order)))

    @property
    def available(self) -> tuple[Standing, ...]:
        """What the host lists."""
        return tuple(one for one in self.standings if one.state is State.AVAILABLE)

    @property
    def hidden(self) -> int:
        """How many roles can be launched and are not listed."""
        return sum(one.state is State.HIDDEN for one in self.standings)

    def launched_by(self, name: str) -> RoleRecord | None:
        """The role that the host launches by an exact name, or None if that is not certain."""
        for one in self.standings:
            if one.record.name == name and one.state in (State.AVAILABLE, State.HIDDEN):
                return one.record
        return None


def _order(standing: Standing) -> tuple[object, ...]:
    record = standing.record
    return (record.name, ORDER.index(record.layer), record.path, repr(record))


def _standing(record: RoleRecord, claims: _Claims) -> Standing:
    if not record.valid:
        return Standing(record, State.INVALID, code=record.code)
    rivals = tuple(other for other in claims[record.layer] if other is not record)
    if record.layer is Layer.PACKAGE and (rivals or record.times > 1):
        return Standing(record, State.DISABLED, rivals, "duplicate-package-role")
    top = max(claims, key=ORDER.index)
    if top is not record.layer:
        winners = tuple(other for other in claims[top] if other.valid)
        state = State.SHADOWED if winners else State.BLOCKED
        return Standing(record, state, winners or tuple(claims[top]))
    if rivals:
        return Standing(record, State.CONTESTED, rivals)
    return Standing(record, State.HIDDEN if record.hidden else State.AVAILABLE)
