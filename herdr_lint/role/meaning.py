"""Whether two spellings of an entry mean the same to whoever reads the frontmatter as YAML."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from herdr_lint.late import late, late_pattern
from herdr_lint.role.fields import Field, split_list
from herdr_lint.role.frontmatter import FrontmatterEntry
from herdr_lint.role.intent import NULLS, yaml_source

if TYPE_CHECKING:
    from ruamel.yaml import events as kinds

    from herdr_lint.syntax import yaml_scanner
else:
    kinds = late("ruamel.yaml.events")
    yaml_scanner = late("herdr_lint.syntax.yaml_scanner")

# What YAML 1.2 takes for something else than text, and 1.1, which most readers still follow.
_TYPED = late_pattern(
    r"|~|null|true|false|yes|no|on|off|y|n|=|<<"
    r"|[-+]?(0x[0-9a-f_]+|0b[01_]+|0o[0-7_]+|\.?[0-9][0-9_.:]*(e[-+]?[0-9]+)?|\.inf)|\.nan"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*",
    re.IGNORECASE,
)


class _Scalar(NamedTuple):
    text: str
    plain: bool


def means_same(field: Field, old: FrontmatterEntry, new: FrontmatterEntry) -> bool:
    """Whether a YAML reader takes the new entry for what it took the old one for.

    A list is the same as the names of its items, separated by commas, and a switch the same in
    quotes and in any letter case. A final line break does not count. An anchor that goes may be
    missed elsewhere, so nothing is the same without it.
    """
    before, after = _read(yaml_source(old)), _read(yaml_source(new))
    if not isinstance(after, _Scalar):
        return False
    if field.words == ("true", "false"):
        return isinstance(before, _Scalar) and before.text.lower() == after.text
    if _TYPED.fullmatch(after.text) and before != after:
        return False
    if field.entries:
        return _names(before) == _names(after)
    return isinstance(before, _Scalar) and before.text.removesuffix("\n") == after.text


def _names(value: _Scalar | tuple[_Scalar, ...] | None) -> list[str] | None:
    """The names that a value lists, or None if it is more than a list of names."""
    match value:
        case _Scalar():
            return [name for name in split_list(value.text) if name]
        case [*items] if not any(item.text in NULLS for item in items):
            return [item.text for item in items]
    return None


@lru_cache(maxsize=64)
def _read(source: str) -> _Scalar | tuple[_Scalar, ...] | None:
    """A scalar or a list of scalars; None for anything else and for what YAML refuses."""
    try:
        events = list(yaml_scanner.events(source))[4:-3]
    except (yaml_scanner.YAMLError, ValueError, OverflowError, RecursionError):
        return None
    if any(getattr(event, "anchor", None) for event in events):
        return None
    match events:
        case [kinds.ScalarEvent() as scalar]:
            return _scalar(scalar)
        case [kinds.SequenceStartEvent(), *items, kinds.SequenceEndEvent()] if all(
            isinstance(item, kinds.ScalarEvent) for item in items
        ):
            return tuple(_scalar(item) for item in items)
    return None


def _scalar(event: Any) -> _Scalar:
    return _Scalar(event.value, event.implicit[0])
