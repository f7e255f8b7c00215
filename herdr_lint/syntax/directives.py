"""Comments that speak to this program: ``# herdr-lint: ignore[rule] reason``."""

from typing import NamedTuple

from herdr_lint.late import late_pattern

FILE = "ignore"
NEXT_LINE = "ignore-next-line"

_SPOKEN = late_pattern(r"#\s*herdr-lint:\s*(?:(ignore|ignore-next-line)\[([^\]]*)\])?\s*(.*)")


class Directive(NamedTuple):
    """What a comment asks for: rules to be silent in the file, or in the next line of it."""

    rules: tuple[str, ...]
    reason: str
    next_line: bool


def read_directive(comment: str) -> Directive | None:
    """What a comment says, from its ``#`` on; None for one that speaks to others."""
    found = _SPOKEN.fullmatch(comment)
    if found is None:
        return None
    rules = tuple(name.strip() for name in (found[2] or "").split(",") if name.strip())
    return Directive(rules, found[3].strip(), found[1] == NEXT_LINE)


def written(rules: list[str], *, next_line: bool) -> str:
    """The comment that silences rules."""
    return f"# herdr-lint: {NEXT_LINE if next_line else FILE}[{', '.join(rules)}]"
