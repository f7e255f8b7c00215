"""Whether a reference is the plain path of a file of the pack, and if not, what it is instead.

Three programs of one registry accept three different sets of references. What all of them accept
is a path that is relative, normal and equal to the name of a file to the letter, so that is what
is asked for (OpenWOP packs, references; RFC 0003, sections C and D).
"""

import re
from collections.abc import Collection, Container
from functools import cached_property
from typing import NamedTuple
from urllib.parse import unquote

from herdr_lint.files.names import composed
from herdr_lint.late import late_pattern
from herdr_lint.openwop.hints import Hints

_URL = late_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:")
_DRIVE = late_pattern(r"[A-Za-z]:")


class RefError(NamedTuple):
    """Why a reference leads to no file; ``expected`` is what to write instead, where known."""

    rule: str
    cause: str | None
    expected: str = ""


def form(reference: str) -> RefError | None:
    """What is wrong with a reference whatever files there are; None for a plain path."""
    cause = _leading_out(reference)
    if cause:
        return RefError("ref-unsafe", cause)
    normal = "/".join(step for step in reference.split("/") if step not in {"", "."})
    if normal == reference or not normal:
        return None
    return RefError("ref-unsafe", "not-normal", normal)


def _leading_out(reference: str) -> str | None:
    if _URL.match(reference):
        return "url"
    if reference.startswith("/") or _DRIVE.match(reference):
        return "absolute"
    if "\\" in reference:
        return "backslash"
    return "parent" if ".." in reference.split("/") else None


class Names:
    """The names of a pack's files, ready to be looked up in several ways.

    ``left_out`` holds the names of files that were not read: nothing is said of what they are.
    """

    def __init__(self, names: Collection[str], left_out: Container[str] = ()) -> None:
        self._names = frozenset(names)
        self._left_out = left_out
        self._hints = Hints(self._names)

    def error(self, reference: str) -> RefError | None:
        """What is wrong with a reference; None where it is the path of a file."""
        if self._is_folder(reference):
            return RefError("ref-missing", "directory")
        error = form(reference)
        if error or reference in self._names or reference in self._left_out:
            return error
        return self._spelled(reference) or RefError("ref-missing", None)

    def hint(self, reference: str) -> str:
        """A "did you mean" for a reference to nothing, or nothing."""
        return self._hints.of(reference)

    def _is_folder(self, reference: str) -> bool:
        if reference in self._names:
            return False
        if not reference.strip("./"):
            return ".." not in reference and not reference.startswith("/")
        folder = reference.rstrip("/") + "/"
        return any(name.startswith(folder) for name in self._names)

    def _spelled(self, reference: str) -> RefError | None:
        """The file that another spelling of the reference names, if there is one."""
        form = composed(reference)
        spellings = (
            ("percent", {unquote(reference)} & self._names),
            ("fragment", {re.split("[#?]", reference)[0]} & self._names),
            ("unicode-form", {self._by_form.get(form)}),
            ("case", {self._by_case.get(form.casefold())}),
        )
        for cause, found in spellings:
            for name in found:
                if name:
                    return RefError("ref-unsafe", cause, name)
        return None

    @cached_property
    def _by_form(self) -> dict[str, str]:
        return {composed(name): name for name in sorted(self._names)}

    @cached_property
    def _by_case(self) -> dict[str, str]:
        return {form.casefold(): name for form, name in self._by_form.items()}
