"""Keys that the host does not know, and the known key that each was probably meant to be."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from herdr_lint.role.fields import FIELDS

COLONS = "\uff1a\ufe55\u2236\ua789\u02d0\u0589\u05c3\u0703"
"""Characters that pass for a colon on a screen."""

# Letters of other scripts that pass for the ASCII letters of a key.
_LOOKALIKES = str.maketrans(
    "аеіорсухѕԁԛԝһјӏոցսαεικνορτυχωɑɡıℓ‐‑‒–—−﹣－＿АВЕІЅКМНОРСТУХЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeiopcyxsdqwhjlnguaeiknoptuxwagil--------_ABEISKMHOPCTYXJABEZHIKMNOPTYX",
)
# Keys of neighbouring dialects that are a letter away from ours and mean something else; so do
# those that begin with x-, which are somebody's own.
_OTHER_WORDS = frozenset({"mode", "toolset"})
_INVISIBLE = frozenset({"Cf", "Cc", "Zs", "Zl", "Zp"})
LONGEST_NAME = 255
"""Characters of a name that is looked at for look-alikes; a file system holds no longer one."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINED = {known.replace("-", ""): known for known in FIELDS}


class Resemblance(NamedTuple):
    """The known key that an unknown one stands for, and by what it was recognised."""

    key: str
    by: str


def resembles(key: str) -> Resemblance | None:
    """The known key closest to ``key``, or None when it is simply another key.

    ``by`` is ``invisible``, ``lookalike``, ``case``, ``separator``, ``camel`` or ``typo``.
    """
    for by, variant in (
        ("invisible", visible(key)),
        ("lookalike", skeleton(key)),
        ("case", key.lower()),
        ("lookalike", skeleton(key).lower()),
        ("separator", re.sub(r"[_ .]+", "-", key.lower())),
        ("camel", _CAMEL.sub("-", key).lower()),
        ("camel", re.sub(r"[_ .]+", "-", _CAMEL.sub("-", skeleton(key))).lower()),
    ):
        if variant in FIELDS:
            return Resemblance(variant, by)
    variant = re.sub(r"[-_ .]", "", key.lower())
    if variant in _JOINED:
        return Resemblance(_JOINED[variant], "separator")
    return _typo(re.sub(r"[_ .]+", "-", key.lower()))


def _typo(key: str) -> Resemblance | None:
    if key == "spawn":
        return Resemblance("spawning", "typo")
    if key in _OTHER_WORDS or key.startswith("x-"):
        return None
    near = difflib.get_close_matches(key, FIELDS, n=1, cutoff=0.82)
    return Resemblance(near[0], "typo") if near else None


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
            if char not in " \t":
                yield at, char
        elif latin and not char.isascii() and (seen := skeleton(char)) and seen.isascii():
            yield at, char


# Keys by which other programs allow or deny tools, or limit otherwise what an agent may do.
_FOREIGN = (
    (
        "allow",
        re.compile(
            r"(allow(ed)?|enabled|permitted)[-_]?[Tt]ools?"
            r"|tools?[-_]?([Aa]llow(ed|list)?|[Ww]hitelist)"
        ),
    ),
    (
        "deny",
        re.compile(
            r"(disallow(ed)?|denied|excluded?|disabled|blocked|forbidden)[-_]?[Tt]ools?"
            r"|tools?[-_]?([Dd]eny(list)?|[Bb]lacklist|[Dd]enied)"
        ),
    ),
    (
        "default",
        re.compile(
            r"permissions?|permission[-_]?[Mm]ode|delegation([-_]?[Pp]olicy)?|read[-_]?[Oo]nly"
            r"|sandbox|(no|can|allow|max)[-_]?([Ss]ubagents?|[Ss]pawn(ing|s)?|[Dd]elegat(e|ion))"
        ),
    ),
)


def foreign(key: str) -> dict[str, str]:
    """What an unknown key is: another program's limit and its wish, or simply unknown."""
    wish = next((wish for wish, pattern in _FOREIGN if pattern.fullmatch(key)), None)
    return {"kind": "foreign", "wish": wish} if wish else {"kind": "unknown"}
