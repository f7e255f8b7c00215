"""What a YAML 1.2 reader would make of one frontmatter entry: the author's intent.

Most entries are plain: one line, nothing that YAML treats specially. For those both readings
are the same text and ruamel.yaml is not even imported. The others are parsed one entry at a
time, from the event stream, so that one unreadable value does not hide its neighbours and
nothing is ever expanded, constructed or run.
"""

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from herdr_lint.late import late, late_pattern
from herdr_lint.role.frontmatter import Frontmatter, FrontmatterEntry

if TYPE_CHECKING:
    from ruamel.yaml import events as kinds

    from herdr_lint.syntax import yaml_scanner
else:
    kinds = late("ruamel.yaml.events")
    yaml_scanner = late("herdr_lint.syntax.yaml_scanner")

NULLS = frozenset({"", "~", "null", "Null", "NULL"})

LONGEST = 8192
"""Entries of more characters are not parsed: the parser takes tens of microseconds for each."""

MOST_BRACKETS = 100
"""Entries with more opening brackets are not parsed: each token costs as much as it is deep."""

MOST_MARKS = 1000
"""Entries with more characters that may be tokens are not parsed: a token costs a lot itself."""

MOST_PARSED = 100_000
"""What the entries of one block may cost that are parsed, in characters; see `_cost`."""

_COST_OF_MARK = 20

_MARKS = late_pattern(r"[\[\]{},:?&*!-]")
_SPECIAL = late_pattern(r"""^[-?:,\[\]{}#&*!|>'"%@`]|:([ \t]|$)|[ \t]#""")
_WHITE = late_pattern(r"[ \t\n]+")
_SURROGATE = late_pattern("[\ud800-\udfff]")
_STYLES = {"'": "single-quoted", '"': "double-quoted", "|": "literal", ">": "folded"}
_KEY = "key: "


class Intent(NamedTuple):
    """YAML's reading of an entry.

    ``form`` names what sets the entry apart from a plain line: ``plain`` if nothing does,
    ``unreadable`` if YAML refuses it, ``long`` if it is too much to be parsed, ``mapping`` and
    ``flow-mapping`` for all that is nested, lists of lists included. ``meant`` is the
    value as one line that the host can read: text with its line breaks folded, a flat list joined
    by commas, ``""`` for null, and None where there is no such line. ``comment`` is a trailing
    comment, with its ``#``.
    """

    form: str
    meant: str | None
    comment: str = ""


_LONG = Intent("long", None)


def is_plain_scalar(value: str) -> bool:
    """Whether YAML, too, reads just this text in it, or at least refuses nothing else."""
    return not _SPECIAL.search(value) and value not in NULLS


class Intents:
    """YAML's readings of the entries of one block, of which no end is parsed.

    What comes after others have cost too much counts as ``long``, whatever its own length.
    """

    def __init__(self, block: Frontmatter) -> None:
        self._block = block
        self._left = MOST_PARSED

    def of(self, entry: FrontmatterEntry) -> Intent:
        """YAML's reading of one entry, which is parsed only where a plain look does not suffice.

        An alias of what is no anchor in the block is an error in YAML.
        """
        value = entry.head.value
        if not entry.tail and not _SPECIAL.search(value):
            return Intent("null", "") if value in NULLS and value else Intent("plain", value)
        source = yaml_source(entry)
        if _is_long(source):
            return _LONG
        self._left -= _cost(source)
        return _LONG if self._left < 0 else _parse(source, self._block.anchors)


def _cost(source: str) -> int:
    """About how many characters of plain text are parsed in the time that this takes."""
    return len(source) + _COST_OF_MARK * len(_MARKS.findall(source))


_ALLOWED = frozenset({"true", "yes", "on", "allow", "allowed"})


def allowed_names(entry: FrontmatterEntry) -> list[str]:
    """The keys of a mapping of names to switches that are switched on; YAML can read it."""
    events = list(yaml_scanner.events(yaml_source(entry)))[4:]
    depth, flat = 0, list[str]()
    for event in events:
        begins = isinstance(event, kinds.CollectionStartEvent)
        if depth == 1 and (begins or isinstance(event, kinds.ScalarEvent)):
            flat.append("" if begins else str(event.value))
        depth += begins - isinstance(event, kinds.CollectionEndEvent)
    pairs = zip(flat[::2], flat[1::2], strict=False)
    return [name for name, switch in pairs if switch.lower() in _ALLOWED]


def yaml_source(entry: FrontmatterEntry) -> str:
    """An entry as a YAML text of its own, with another key."""
    return "\n".join([_KEY + entry.head.value, *(line for _, line in entry.tail)]) + "\n"


def _is_long(source: str) -> bool:
    """Whether it would take long to parse."""
    return (
        len(source) > LONGEST
        or source.count("[") + source.count("{") > MOST_BRACKETS
        or len(_MARKS.findall(source)) > MOST_MARKS
    )


@lru_cache(maxsize=128)
def _parse(source: str, anchors: frozenset[str]) -> Intent:
    """The reading of a text, the same for all edits that are tried elsewhere in its file."""
    try:
        events = list(yaml_scanner.events(source))
    except (yaml_scanner.YAMLError, ValueError, OverflowError):
        return Intent("unreadable", None)
    # stream, document, mapping and key open the document; what follows the key is the value
    value = events[4:-3]
    if not _is_one_node(value) or any(
        isinstance(event, kinds.AliasEvent) and event.anchor not in anchors for event in value
    ):
        return Intent("unreadable", None)
    line = source[len(_KEY) :].partition("\n")[0]
    meant, comment = _meant(value), _comment(line, value[-1])
    if meant and _SURROGATE.search(meant):  # an escape can spell what no file can hold
        return Intent("unreadable", None)
    return Intent(_form(value, line, meant, comment), meant, comment)


def _is_one_node(events: list[Any]) -> bool:
    """Whether there is one value: YAML knows line ends that the host does not, and keys behind."""
    steps = (
        isinstance(event, kinds.CollectionStartEvent) - isinstance(event, kinds.CollectionEndEvent)
        for event in events
    )
    return 0 not in [*accumulate(steps)][:-1]


def _form(events: list[Any], line: str, meant: str | None, comment: str) -> str:
    value = events[0]
    if isinstance(value, kinds.AliasEvent):
        return "alias"
    if meant is None:
        return "flow-mapping" if value.flow_style else "mapping"
    if meant == "" and isinstance(value, kinds.ScalarEvent):
        return "null" if line else "plain"
    if value.anchor:
        return "anchor"
    if value.ctag is not None:
        return "tag"
    if isinstance(value, kinds.SequenceStartEvent):
        return "flow-list" if value.flow_style else "block-list"
    if value.style in _STYLES:
        return _STYLES[value.style]
    if comment:
        return "commented"
    return "continued" if value.end_mark.line else "plain"


def _meant(events: list[Any]) -> str | None:
    """The value as one line, if it is a scalar or a flat list of scalars without commas."""
    match events:
        case [kinds.ScalarEvent() as scalar]:
            return _line(scalar)
        case [kinds.SequenceStartEvent(), *items, kinds.SequenceEndEvent()]:
            if all(isinstance(item, kinds.ScalarEvent) and "," not in item.value for item in items):
                return ", ".join(_line(item) for item in items)
    return None


def _line(scalar: Any) -> str:
    if scalar.style is None and scalar.value in NULLS:
        return ""
    return " ".join(_WHITE.split(str(scalar.value).strip(" \t\n")))


def _comment(line: str, last: Any) -> str:
    """The comment that follows a value which ends on its first line."""
    mark = last.end_mark
    if mark.line:
        return ""
    rest = line[mark.column - len(_KEY) :].strip(" \t")
    return rest if rest.startswith("#") else ""
