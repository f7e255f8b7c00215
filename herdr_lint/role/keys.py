"""Keys that the host does not know, and the known key that each was probably meant to be."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.role.fields import FIELDS
from herdr_lint.role.foreign import is_other_key
from herdr_lint.role.spelling import nearest

# Letters of other scripts that pass for the ASCII letters of a key.
_LOOKALIKES = str.maketrans(
    "аеіорсухѕԁԛԝһјӏոցսαεικνορτυχωɑɡıℓ‐‑‒–—−﹣－＿АВЕІЅКМНОРСТУХЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeiopcyxsdqwhjlnguaeiknoptuxwagil--------_ABEISKMHOPCTYXJABEZHIKMNOPTYX",
)
_LONG = 11
"""A key of so many letters may be misspelled in two of them."""

_NEGATIONS = late_pattern(
    r"a[-_ ]|an[-_ ]"
    r"|(anti|avoid|disable|dis|exclude|im|in|ir|never|no|non|not|omit|skip|un|without)[-_ ]?"
)
_INVISIBLE = frozenset({"Cf", "Cc", "Zs", "Zl", "Zp"})
_BLANKS = frozenset({" ", "\t"})
LONGEST_NAME = 255
"""Characters of a name that is looked at for look-alikes; a file system holds no longer one."""

_SEPARATORS = late_pattern(r"[_ .]+")
_CAMEL = late_pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINED = {known.replace("-", ""): known for known in FIELDS}


class Resemblance(NamedTuple):
    """The known key that an unknown one stands for, and by what it was recognised."""

    key: str
    by: str


def resembles(key: str) -> Resemblance | None:
    """The known key closest to ``key``, or None when it is simply another key.

    ``by`` is ``invisible``, ``lookalike``, ``case``, ``separator``, ``camel`` or ``typo``.
    """
    apart = _SEPARATORS.sub("-", key.lower())
    for by, variant in _variants(key, apart):
        if variant in FIELDS:
            return Resemblance(variant, by)
    joined = apart.replace("-", "")
    if joined in _JOINED:
        return Resemblance(_JOINED[joined], "separator")
    return _typo(apart)


def _variants(key: str, apart: str) -> Iterator[tuple[str, str]]:
    """What a key might be meant as, and by what; ``apart`` is the key in small letters and dashes.

    Most keys of a long file are plain, and none of these is more than the key itself.
    """
    lower = key.lower()
    if key == lower and key.isascii() and key.isprintable():
        return
    seen = skeleton(key)
    yield "invisible", visible(key)
    yield "case", lower
    yield "lookalike", seen.lower()
    yield "separator", apart
    yield "camel", _SEPARATORS.sub("-", _CAMEL.sub("-", seen)).lower()


def _typo(key: str) -> Resemblance | None:
    """The one known key that a key is a letter away from, or two if it is long."""
    if key == "spawn":
        return Resemblance("spawning", "typo")
    if is_other_key(key) or _denies(key):
        return None
    near = [_JOINED[joined] for joined in nearest(key.replace("-", ""), _JOINED)]
    if not near:
        near = nearest(key, (known for known in FIELDS if len(known) >= _LONG), most=2)
    if "skill" in near:  # the old name of the other
        near = ["skills"]
    return Resemblance(near[0], "typo") if len(near) == 1 else None


def _denies(key: str) -> bool:
    """Whether a key is a known one with a word for "not" before it."""
    return any(key.endswith(known) and _NEGATIONS.fullmatch(key[: -len(known)]) for known in FIELDS)


def visible(text: str) -> str:
    """The text without characters that leave no mark: zero-width, joiners, byte order marks."""
    return "".join(char for char in text if unicodedata.category(char) not in {"Cf", "Cc", "Mn"})


def skeleton(text: str) -> str:
    """The ASCII text that a reader sees where look-alike characters stand.

    A longer text than any name is left as it is: the work of Unicode's normalization grows with
    the square of a run of accents.
    """
    seen = visible(text)
    if len(seen) > LONGEST_NAME:
        return seen
    return unicodedata.normalize("NFKC", seen).translate(_LOOKALIKES)


def deceiving(entry: str) -> Iterator[tuple[int, str]]:
    """Characters that are invisible, and foreign letters among ASCII ones."""
    latin = any(char.isascii() and char.isalpha() for char in entry)
    for at, char in enumerate(entry):
        if unicodedata.category(char) in _INVISIBLE:
            if char not in _BLANKS:
                yield at, char
        elif latin and not char.isascii() and (seen := skeleton(char)) and seen.isascii():
            yield at, char
