"""Punctuation that only looks right: names in curly quotes, lists with another comma."""

from __future__ import annotations

import re
from collections.abc import Callable

from herdr_lint.late import late_pattern

_QUOTES = "“”„‟‘’‚‛«»‹›「」『』〈〉《》｢｣＂＇`´"
_WRAPS = late_pattern(rf"^(?:[{_QUOTES}<]|\*\*|__)+|(?:[{_QUOTES}>]|\*\*|__)+$")
_STRANGE = late_pattern(rf"[{_QUOTES}、；，：，､﹐﹑｜／；·•・‧∙؛،]")
_SEPARATOR = late_pattern(r"\s*[、；，：､﹐﹑｜／·•・‧∙؛،;|/]\s*")
_MODEL_SEPARATOR = late_pattern(r"\s*[、；，､﹐﹑｜；;|]\s*")
_MODEL_SIGNS = late_pattern(r"[;|<>]|\*\*")
_STOPS = (".", "。", "．")
_NAME = late_pattern(r"[A-Za-z][\w.*-]*(?:__[\w.*-]+)*", re.ASCII)


def names_in(entry: str, is_known: Callable[[str], bool]) -> list[str] | None:
    """The names that an entry of a list was meant to be, if punctuation stands around them.

    None where there is none, and where what it leaves would be no names. A slash or another sign
    that names may hold counts only between names that ``is_known`` vouches for.
    """
    parts = [_bare(part) for part in _SEPARATOR.split(_bare(entry))]
    names = [part for part in parts if part]
    if names == [entry] or not names or not all(map(_NAME.fullmatch, names)):
        return None
    sure = _WRAPS.search(entry) or _STRANGE.search(entry) or entry.endswith(_STOPS)
    return names if sure or all(map(is_known, names)) else None


def is_punctuation(char: str) -> bool:
    """Whether a character only looks like a quote or a comma."""
    return _STRANGE.match(char) is not None


def is_punctuated(model: str) -> bool:
    """Whether a model's name holds quotes, a full stop behind it, or commas that are none."""
    return bool(_STRANGE.search(model) or _MODEL_SIGNS.search(model) or model.endswith(_STOPS))


def models_in(model: str) -> str:
    """The models that were meant by such a name, separated by commas."""
    return ", ".join(filter(None, map(_bare, _MODEL_SEPARATOR.split(_bare(model)))))


def text_in(value: str) -> str | None:
    """A name without the quotes and the full stop around it, or None if it has neither."""
    bare = _bare(value)
    return bare if bare and bare != value and not _STRANGE.search(bare) else None


def _bare(text: str) -> str:
    """The text without quotes around it and the full stop behind it, whichever stands outside."""
    text = _WRAPS.sub("", text.strip())
    if text.endswith(_STOPS) and not text.endswith(".."):
        text = _WRAPS.sub("", text[:-1].strip())
    return text
