"""Where a frontmatter ends, against where its author meant it to end."""

from __future__ import annotations

from typing import Any

from herdr_lint.role.fields import CAPABILITIES, FIELDS, split_list
from herdr_lint.role.frontmatter import FENCE, Frontmatter, KeyLine, continues, key_line
from herdr_lint.role.reading import Reading
from herdr_lint.syntax.text import SourceText


def closing(reading: Reading) -> dict[str, Any]:
    """How the block is closed, and known keys that it loses by that (role reading 1.2)."""
    text, block = reading.text, reading.block
    if block.lines[0].startswith(FENCE):
        return {"closed": "late"}
    lost = _lost_keys(text, block)
    rest = block.close_rest.strip()
    if rest:
        how = "longer" if set(rest) == {"-"} else "suffix"
    elif lost:
        how = "inside"
    else:
        return {"closed": "exact"}
    if any(key in CAPABILITIES for key in lost):
        how = f"{how}-capability"
    return {"closed": how, "lost": ", ".join(f"`{key}`" for key in lost)}


def _lost_keys(text: SourceText, block: Frontmatter) -> list[str]:
    """Known keys between the closing line and a later fence, where all looks like frontmatter."""
    fence = text.text.find(f"\n{FENCE}", block.close + 1)
    if fence < 0:
        return []
    lost: list[str] = []
    for number in range(block.close_line + 1, text.position(fence).line + 1):
        line = text.lines[number - 1]
        found = key_line(number, line)
        if found and found.canonical and found.key in FIELDS:
            lost.extend([] if _is_prose(found) else [found.key])
        elif line.strip() and not found and not continues(line) and not line.startswith("#"):
            return []
    return lost


def _is_prose(line: KeyLine) -> bool:
    """Whether a line that looks like a key has words for a value that is no text."""
    value = line.value.partition(" #")[0]
    return line.key != "description" and any(
        " " in entry for entry in split_list(value.strip("[]"))
    )
