"""Whether a misspelled key may be written right without asking.

It may where only one key can be meant, and where what the host then reads is what stands there.
"""

from __future__ import annotations

from herdr_lint.role.fields import FIELDS
from herdr_lint.role.frontmatter import KeyLine
from herdr_lint.role.keys import Resemblance
from herdr_lint.role.reading import RoleReading
from herdr_lint.role.spelling import nearest

_SLIPS = frozenset({"camel", "case", "separator", "typo"})
"""Ways of misspelling that leave no doubt; a character that looks like another may be meant."""


def is_safe_rename(reading: RoleReading, line: KeyLine, found: Resemblance) -> bool:
    """Whether the key of a line can only be the one that it resembles, with the value it has.

    A name makes another role of the file once it is seen.
    """
    if reading.lines.is_plainly(line):
        return True
    if found.by not in _SLIPS or found.key == "name" or line.head != line.key:
        return False
    clear = _is_one_slip(line.key, found) and reading.lines.meant[found.key] == 1
    return clear and _reads(reading, line, found)


def _is_one_slip(key: str, found: Resemblance) -> bool:
    """Whether a typo is of one letter; one that makes a plural or takes it away may be meant."""
    if found.by != "typo":
        return True
    written = key.lower()
    plural = written.rstrip("s") == found.key.rstrip("s")
    return not plural and nearest(written, FIELDS) == [found.key]


def _reads(reading: RoleReading, line: KeyLine, found: Resemblance) -> bool:
    """Whether the host takes the value, and YAML the same one."""
    if not FIELDS[found.key].takes(line.value):
        return False
    return reading.lines.intents.of(reading.block.entry_at[line.line]).meant == line.value
