"""``connector-action-unresolved``: a connector's actions and triggers are nodes of its pack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from herdr_lint.model import Finding
from herdr_lint.openwop.hints import Hints
from herdr_lint.openwop.subject import OpenwopPack, Way, entries, members


def unresolved_actions(pack: OpenwopPack) -> Iterator[Finding]:
    """Each action and trigger whose type no node has (OpenWOP v2, packs, connectors)."""
    types = set(pack.type_ids)
    hints = Hints(types)
    for way, value, cause in _named(members(pack.manifest.get("connector"))):
        if isinstance(value, str) and value and value not in types:
            hint = hints.of(value)
            yield pack.finding("connector-action-unresolved", way, value, cause=cause, hint=hint)


def _named(connector: Any) -> Iterator[tuple[Way, Any, str | None]]:
    for way, action in entries(connector.get("actions"), ("connector", "actions")):
        yield (*way, "typeId"), members(action).get("typeId"), None
    for way, trigger in entries(connector.get("triggers"), ("connector", "triggers")):
        yield way, trigger, "trigger"
