"""The one door to the disk for all that a run reads, and the trace of what came through it.

A run is a function of its request and of the answers to the questions that it asks here. Where a
trace is being kept, each question and its answer are noted: if the same questions have the same
answers later, the same run would say the same. Nothing else may be asked of the disk by what a run
consists of; ``tests/laws/test_one_door.py`` holds that.
"""

import os
import stat
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar, overload

from herdr_lint.files.regular import LARGEST, NO_LINK, READING, TooLargeError, read_regular

try:
    from _blake2 import blake2b  # what hashlib offers; that loads OpenSSL as well, for 2 ms
except ImportError:
    from hashlib import blake2b

R = TypeVar("R")


class Kind(Enum):
    """What an entry is once links are followed."""

    FILE = auto()
    DIRECTORY = auto()
    SPECIAL = auto()
    BROKEN = auto()
    """A link that leads nowhere, or round in a circle."""


class Entry(NamedTuple):
    """One entry of a directory; ``folder`` is that directory, with a separator at its end.

    All entries of a directory share that text: there may be a hundred thousand of them.
    """

    name: str
    folder: str
    kind: Kind
    link: bool

    @classmethod
    def at(cls, path: str, kind: Kind, *, link: bool) -> "Entry":
        """What lies at a path."""
        start = path.rfind(os.sep) + 1
        return cls(path[start:], path[:start], kind, link)

    @property
    def path(self) -> str:
        return self.folder + self.name


class Listing(Sequence[Entry]):
    """The entries of a folder, sorted by name as code points, each made when it is asked for.

    Nearly all are plain files, of which nothing but the name need be kept; ``others`` are the rest,
    and whether they are links.
    """

    def __init__(
        self, folder: str, names: list[str], others: Mapping[str, tuple[Kind, bool]]
    ) -> None:
        self.names = names
        self._folder = folder
        self._others = others
        names.sort()

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Entry]:
        return map(self._entry, self.names)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(index, slice):
            return [*map(self._entry, self.names[index])]
        return self._entry(self.names[index])

    def has(self, name: str) -> bool:
        """Whether there is anything of that name."""
        at = bisect_left(self.names, name)
        return at < len(self.names) and self.names[at] == name

    def find(self, name: str) -> Entry | None:
        """What there is of that name."""
        return self._entry(name) if self.has(name) else None

    def others(self) -> Iterator[Entry]:
        """The entries that are no plain files: folders, links, devices."""
        return map(self._entry, sorted(self._others))

    def with_more(self, kinds: Mapping[str, Kind]) -> "Listing":
        """The same with other entries, which stand for those of their names."""
        others = dict(self._others)
        for name, kind in kinds.items():
            known = self.find(name)
            if known is None or known.kind is not kind:
                others.pop(name, None)
                if kind is not Kind.FILE:
                    others[name] = (kind, False)
        return Listing(self._folder, [*{*self.names, *kinds}], others)

    def _entry(self, name: str) -> Entry:
        kind, link = self._others.get(name, _PLAIN)
        return Entry(name, self._folder, kind, link)


_PLAIN = (Kind.FILE, False)


# Questions and answers

Group: TypeAlias = "tuple[str, str, bytes]"
"""Questions about what lies in one folder: the folder, what was asked, the digest of all answers.

What was asked is one text with NUL between the questions, since ten thousand of them are to take
little room: of each a letter, how many bytes at most, how many bytes that gave (-1 where the answer
is none), and the name.
"""

LARGEST_GROUP = 64
"""Questions whose answers have one digest."""

KIND, LINK, LIST, READ, READ_NO_LINK, REAL, BEGIN = "ksdrnpb"


class Trace:
    """What a run, or a part of it, has asked of the disk, in the order of the questions."""

    def __init__(self) -> None:
        self._groups: list[Group] = []
        self._folder = ""
        self._asked: list[str] = []
        self._digests: list[bytes] = []
        self.reads = 0
        """How often a file was to be read."""

    def note(self, what: str, path: str, longest: int, size: int, digest: bytes) -> None:
        """Take a question in; one about a path that no system has need not be asked again."""
        if "\0" in path:
            return
        at = path.rfind(os.sep) + 1
        folder = path[:at]
        if len(self._asked) == LARGEST_GROUP or folder != self._folder:
            self._close()
            self._folder = folder
        self.reads += what in {READ, READ_NO_LINK}
        self._asked.append(f"{what} {longest} {size} {path[at:]}")
        self._digests.append(digest)

    def take(self, part: "Trace") -> None:
        """Add what another process has asked for this run."""
        self._close()
        self._groups += part.groups()
        self.reads += part.reads

    def groups(self) -> Sequence[Group]:
        """All that was asked so far."""
        self._close()
        return self._groups

    def _close(self) -> None:
        if self._asked:
            digest = digest_of(b"".join(self._digests))
            self._groups.append((self._folder, "\0".join(self._asked), digest))
            self._asked.clear()
            self._digests.clear()


_kept: ContextVar[Trace | None] = ContextVar("kept", default=None)


@contextmanager
def keeping(into: Trace) -> Iterator[Trace]:
    """All that is asked inside, in this thread, is noted in a trace."""
    token = _kept.set(into)
    try:
        yield into
    finally:
        _kept.reset(token)


def kept_trace() -> Trace | None:
    """The trace that is being kept, if one is."""
    return _kept.get()


def still_holds(groups: Iterable[Group]) -> bool:
    """Whether the disk answers as it did; it is asked in order, until a group of answers differs.

    Raises:
        ValueError: if these are no questions.

    """
    return all(_holds(*group) for group in groups)


def _holds(folder: str, asked: str, expected: bytes) -> bool:
    digests = []
    for question in asked.split("\0"):
        what, longest, size, name = question.split(" ", 3)
        if size == "-1":
            digest = _ANSWERS[what](folder + name, int(longest))
        else:
            digest = _digest_of_file(folder + name, int(size), _FLAGS[what])
        if digest is None:
            return False
        digests.append(digest)
    return digest_of(b"".join(digests)) == expected


_FLAGS = {READ: READING, READ_NO_LINK: READING | NO_LINK}


def _digest_of_file(path: str, size: int, flags: int) -> bytes | None:
    """The digest of a regular file, of no more than shows that it has another size; else None."""
    try:
        handle = os.open(path, flags)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        data = b""
        while len(data) <= size and (more := os.read(handle, size + 1)):
            data += more  # one read need not give all of a large file
    except OSError:
        return None
    finally:
        os.close(handle)
    return digest_of(data)


def digest_of(data: bytes) -> bytes:
    """Sixteen bytes that nobody finds other data for."""
    return blake2b(data, digest_size=16).digest()


def _told(text: str) -> bytes:
    return digest_of(text.encode("utf-8", "surrogatepass"))


def _failed(error: OSError) -> bytes:
    """The answer that an error is: all that anybody could say of it."""
    size = error.size if isinstance(error, TooLargeError) else None
    return _told(repr((type(error).__name__, error.errno, error.strerror, size)))


def _note(what: str, path: str, answer: Callable[[], bytes], longest: int = 0) -> None:
    kept = _kept.get()
    if kept is not None:
        kept.note(what, path, longest, -1, answer())


def _asked(
    what: str,
    path: str,
    ask: Callable[[str], R],
    told: Callable[[R], bytes],
    longest: int = 0,
) -> R:
    """What the disk answers; a refusal is an answer as well, and raised as ``ask`` does."""
    try:
        found = ask(path)
    except OSError as error:
        failed = _failed(error)
        _note(what, path, lambda: failed, longest)
        raise
    _note(what, path, lambda: told(found), longest)
    return found


# The door


def kind(path: str | os.PathLike[str]) -> Kind | None:
    """What a path leads to, or None if there is nothing, not even a link."""
    name = os.fspath(path)
    found = _kind(name)
    _note(KIND, name, lambda: _told(str(found)))
    return found


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is anything, were it a link that leads nowhere."""
    return kind(path) is not None


def is_file(path: str | os.PathLike[str]) -> bool:
    return kind(path) is Kind.FILE


def is_directory(path: str | os.PathLike[str]) -> bool:
    return kind(path) is Kind.DIRECTORY


def is_link(path: str) -> bool:
    found = os.path.islink(path)
    _note(LINK, path, lambda: _told(str(found)))
    return found


def real(path: str | os.PathLike[str]) -> str:
    """The path with all links followed that could be.

    Raises:
        OSError: for a relative path, where there is no working directory.
        ValueError: for a path that no system has.

    """
    found = _real(name := os.fspath(path))
    _note(REAL, name, lambda: _told(found))
    return found


def listing(folder: str) -> Listing:
    """The entries of a folder, sorted by name as code points.

    Raises:
        OSError: if it cannot be listed.

    """
    return _asked(LIST, folder, _listing, lambda found: _told(_names(found)))


def read(
    path: str | os.PathLike[str], longest: int = LARGEST, *, follow_links: bool = True
) -> bytes:
    """The bytes of a regular file.

    Raises:
        TooLargeError: if it has more than ``longest`` bytes, whatever it says of its size.
        OSError: if it cannot be read or is something else than a file.

    """
    what, name = READ if follow_links else READ_NO_LINK, os.fspath(path)
    try:
        data = read_regular(path, longest, follow_links=follow_links)
    except OSError as error:
        failed = _failed(error)
        _note(what, name, lambda: failed, longest)
        raise
    kept = _kept.get()
    if kept is not None:
        kept.note(what, name, longest, len(data), digest_of(data))
    return data


def beginning(path: str, size: int) -> bytes:
    """The first bytes of a regular file, whatever its size.

    Raises:
        OSError: if it cannot be read or is something else than a file.

    """
    return _asked(BEGIN, path, partial(read_regular, longest=size, cut=True), digest_of, size)


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except OSError:
        if not os.path.isabs(path):  # there is no working directory
            raise
        return os.path.normpath(path)  # a link went while it was followed


_KINDS = {stat.S_IFREG: Kind.FILE, stat.S_IFDIR: Kind.DIRECTORY}


def _kind(path: str) -> Kind | None:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return Kind.BROKEN if os.path.islink(path) else None
    except ValueError:
        return None
    return _KINDS.get(stat.S_IFMT(mode), Kind.SPECIAL)


def _listing(folder: str) -> Listing:
    names: list[str] = []
    others: dict[str, tuple[Kind, bool]] = {}
    with os.scandir(folder) as found:
        for one in found:
            names.append(one.name)
            if not one.is_file(follow_symlinks=False):  # as most are: nothing more is to be asked
                link = one.is_symlink()
                others[one.name] = (_kind_of(one), link)
    return Listing(os.path.join(folder, ""), names, others)


def _kind_of(entry: os.DirEntry[str]) -> Kind:
    try:
        if entry.is_file():
            return Kind.FILE
        if entry.is_dir():
            return Kind.DIRECTORY
    except OSError:
        return Kind.BROKEN
    return Kind.SPECIAL if os.path.exists(entry.path) else Kind.BROKEN


def _names(listed: Listing) -> str:
    odd = [f"{one.kind}{one.link:d}{one.name}" for one in listed.others()]
    return os.sep.join([*listed.names, os.sep, *odd])


def _list_again(path: str, _: int) -> bytes:
    try:
        return _told(_names(_listing(path)))
    except OSError as error:
        return _failed(error)


def _begin_again(path: str, size: int) -> bytes:
    try:
        return digest_of(read_regular(path, size, cut=True))
    except OSError as error:
        return _failed(error)


def _refused(path: str, longest: int, *, follow_links: bool) -> bytes | None:
    """The answer where nothing can be read; None where it can be by now."""
    try:
        read_regular(path, longest, follow_links=follow_links)
    except OSError as error:
        return _failed(error)
    return None


_ANSWERS: Mapping[str, Callable[[str, int], bytes | None]] = {
    KIND: lambda path, _: _told(str(_kind(path))),
    LINK: lambda path, _: _told(str(os.path.islink(path))),
    LIST: _list_again,
    READ: partial(_refused, follow_links=True),
    READ_NO_LINK: partial(_refused, follow_links=False),
    REAL: lambda path, _: _told(_real(path)),
    BEGIN: _begin_again,
}
