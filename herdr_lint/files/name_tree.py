"""Where the entries of a pack come to lie once it is unpacked, on whatever disk."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from herdr_lint.files.names import folded

_Key = TypeVar("_Key")


class Clash(NamedTuple):
    """Two names for which some disk has one place.

    ``kind`` is ``case-collision``, or ``file-and-folder`` if one of them lies in the other.
    """

    kind: str
    name: str
    other: str


class NameTree:
    """The folders and files of a pack, as a tree in which names that some disk confuses are one.

    Its size is that of the different steps of all names: no path is kept as a whole.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[int | None, str], int] = {}
        self._steps: list[str] = []
        self._above: list[int | None] = []
        self._spellings: set[tuple[int, str]] = set()
        self._uses: set[tuple[int, bool]] = set()

    def __len__(self) -> int:
        """How many files and folders there are."""
        return len(self._steps)

    def take(self, name: str, *, is_file: bool) -> Iterator[Clash]:
        """Give a normal name its place; each clash is told once, however many names share it."""
        above: int | None = None
        steps = name.split("/")
        for count, step in enumerate(steps, 1):
            at = above = self._enter(above, step)
            if _is_new(self._spellings, (at, step)) and step != self._steps[at]:
                yield Clash("case-collision", "/".join(steps[:count]), self._path(at))
            as_file = is_file and count == len(steps)
            if _is_new(self._uses, (at, as_file)) and (at, not as_file) in self._uses:
                yield Clash("file-and-folder", "/".join(steps[:count]), self._path(at))

    def _enter(self, above: int | None, step: str) -> int:
        number = self._numbers.setdefault((above, folded(step)), len(self._steps))
        if number == len(self._steps):
            self._steps.append(step)
            self._above.append(above)
        return number

    def _path(self, at: int) -> str:
        """The name of a place as it was spelled first."""
        steps = []
        above: int | None = at
        while above is not None:
            steps.append(self._steps[above])
            above = self._above[above]
        return "/".join(reversed(steps))


def _is_new(known: set[_Key], key: _Key) -> bool:
    """Whether a key was not known; it is from now on."""
    before = len(known)
    known.add(key)
    return len(known) > before
