"""What may be spent on the roles of one pack: a hostile one has no end of them.

A role that is left out is told as unchecked, and it decides: a pack is never accepted for what
nobody has looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from herdr_lint.files.regular import larger_than
from herdr_lint.judge.isolation import MOST_FINDINGS, Shield
from herdr_lint.model import Finding, Unchecked
from herdr_lint.role.glance import LARGEST_ROLE

ALL_ROLES = 16 << 20
"""Bytes of all roles of a pack that are judged."""

LARGEST_FRONTMATTER = 256 << 10
"""Bytes of the frontmatter of a role that is judged: each line of it can be a finding."""

ALL_FRONTMATTER = 2 << 20
"""Bytes of the frontmatter of all roles of a pack that is judged: it costs far more than a body."""

MOST_IN_ALL = 5_000
"""Findings about the roles of a pack, told or not, after which no further role is judged."""

_CLOSE = b"\n---"


@dataclass
class Budget:
    """The roles of one pack, judged one after the other as long as there is something left."""

    findings: list[Finding] = field(default_factory=list)
    unchecked: list[Unchecked] = field(default_factory=list)
    _bytes: int = 0
    _frontmatter: int = 0
    _found: int = 0
    _left_out: list[str] = field(default_factory=list)

    def spend(self, path: str, data: bytes, findings: Iterable[Finding]) -> None:
        """Judge a role with this content, or leave it out; findings are made as they are read."""
        size, frontmatter = len(data), max(data.find(_CLOSE, 1), 0)
        if size > LARGEST_ROLE:
            self.unchecked.append(Unchecked(path, larger_than(LARGEST_ROLE), decides=True))
        elif frontmatter > LARGEST_FRONTMATTER:
            reason = f"its frontmatter is {larger_than(LARGEST_FRONTMATTER)}"
            self.unchecked.append(Unchecked(path, reason, decides=True))
        elif self._is_used_up(size, frontmatter):
            self._left_out.append(path)
        else:
            self._bytes += size
            self._frontmatter += frontmatter
            self._judge(path, findings)

    def _is_used_up(self, size: int, frontmatter: int) -> bool:
        return (
            self._bytes + size > ALL_ROLES
            or self._frontmatter + frontmatter > ALL_FRONTMATTER
            or self._found > MOST_IN_ALL
        )

    def _judge(self, path: str, findings: Iterable[Finding]) -> None:
        shield = Shield(path)
        shield.gather(lambda: self._counted(findings))
        self.findings += shield.findings
        if shield.cut_short:
            reason = f"more than {MOST_FINDINGS} findings; the rest is not told"
            self.unchecked.append(Unchecked(path, reason))

    def _counted(self, findings: Iterable[Finding]) -> Sequence[Finding]:
        """All findings of a role: those that go untold have cost as much."""
        found = tuple(findings)
        self._found += len(found)
        return found

    def settle(self, path: str) -> Iterator[Unchecked]:
        """Everything that was not checked; ``path`` is that of the pack."""
        yield from self.unchecked
        if self._left_out:
            first, more = self._left_out[0], len(self._left_out) - 1
            others = "1 more role" if more == 1 else f"{more} more roles"
            told = f"`{first}` and {others} were" if more else f"`{first}` was"
            reason = f"{told} not judged: the roles before have used up what a pack may cost"
            yield Unchecked(path, reason, decides=True)
