"""The fields of a role file, and what the host takes each value for (role reading 1.4, 1.5).

The words that a field admits and the names of tools stand once, in the ``$defs`` of the schema.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from herdr_lint.judge import shipped
from herdr_lint.late import late_pattern
from herdr_lint.syntax.text import ecma_trim

SCHEMA: Final = "role/role.schema.json"
_DEFS = shipped.load(SCHEMA)["$defs"]

BOOLEANS = ("true", "false")
THINKING: Final = tuple[str, ...](_DEFS["thinking"]["enum"])
BUILT_IN_TOOLS: Final = tuple[str, ...](_DEFS["built-in-tool"]["enum"])
SPAWNING_TOOLS: Final = tuple[str, ...](_DEFS["spawning-tool"]["enum"])
ALWAYS_THERE: Final = frozenset({"caller_ping", "subagent_done"})
"""Tools that the host itself gives to a child (role reading 1.6)."""
OWN_TOOLS: Final = ALWAYS_THERE.union(BUILT_IN_TOOLS, SPAWNING_TOOLS)

SKILL_NAME: Final = late_pattern(_DEFS["skill-name"]["pattern"])
NAMES_SUBAGENT: Final = late_pattern(_DEFS["names-subagent"]["pattern"])
"""What an entry of `tools` begins with that allows `subagent`, by name or as a pattern."""

_UNREADABLE_LIST = late_pattern(r"""^[\[{|>]|[#"']""")


class Field(NamedTuple):
    """How the host reads one field.

    ``read`` gives the typed value, or the raw text where the host does not take it as its type.
    A ``strict`` field makes the host exclude the role when it is badly written; an empty value of
    any other field counts as absent. ``words`` are the only values that the host takes, and
    ``entries`` tells of a list.
    """

    name: str
    read: Callable[[str], Any]
    strict: bool = False
    words: tuple[str, ...] = ()
    entries: bool = False

    def takes(self, raw: str) -> bool:
        """Whether the host takes a value of the field's type from this text."""
        return bool(raw) and self.has_type(self.read(raw))

    def has_type(self, value: Any) -> bool:
        """Whether what was read is more than the raw text of a value that the host refuses."""
        if not isinstance(value, str):
            return True
        return value in self.words if self.words else not self.strict


def split_list(raw: str) -> list[str]:
    """Comma-separated entries as the host splits them, empty ones included."""
    return [ecma_trim(entry) for entry in raw.split(",")]


def _text(raw: str) -> str:
    return raw


def _list(raw: str) -> list[str]:
    return [entry for entry in split_list(raw) if entry]


def _strict_list(raw: str) -> list[str] | str:
    entries = split_list(raw)
    return raw if _UNREADABLE_LIST.search(raw) or not all(entries) else entries


def _boolean(raw: str) -> bool | str:
    return raw == "true" if raw in BOOLEANS else raw


def _boolean_in_any_case(raw: str) -> bool | str:
    return _boolean(raw.lower()) if raw.lower() in BOOLEANS else raw


# The strict fields come first, in the order in which the host tries them.
FIELDS: Final = {
    field.name: field
    for field in (
        Field("tools", _strict_list, strict=True, entries=True),
        Field("deny-tools", _strict_list, strict=True, entries=True),
        Field("spawning", _boolean, strict=True, words=BOOLEANS),
        Field("self-spawn", _boolean, strict=True, words=BOOLEANS),
        Field("name", _text),
        Field("description", _text),
        Field("model", _text),
        Field("thinking", _text, words=THINKING),
        Field("system-prompt", _text, words=tuple(_DEFS["system-prompt"]["enum"])),
        Field("session-mode", _text, words=tuple(_DEFS["session-mode"]["enum"])),
        Field("persistent", _boolean, words=BOOLEANS),
        Field("auto-exit", _boolean, words=BOOLEANS),
        Field("interactive", _boolean, words=BOOLEANS),
        Field("disable-model-invocation", _boolean_in_any_case, words=BOOLEANS),
        Field("skills", _list, entries=True),
        Field("skill", _list, entries=True),
        Field("cwd", _text),
        Field("cli", _text),
        Field("cli-model", _text),
    )
}
"""Every key that the host looks for."""

UNSUPPORTED: Final = frozenset({"cli", "cli-model"})
"""Keys that the host looks for only to refuse what they ask for, or not at all any more."""

CAPABILITIES: Final = tuple(field.name for field in FIELDS.values() if field.strict)
"""The keys that limit what a role may do; the host takes them literally or not at all."""
