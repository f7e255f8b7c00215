"""Text of unknown origin, made fit to stand in one line of output."""

from __future__ import annotations

from herdr_lint.late import late_pattern

_BLANK = late_pattern(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that count as printable and leave no mark: fillers and variation selectors."""


def visible(text: str) -> str:
    r"""The text with everything escaped that does not show, such as ``\n`` or ``\u202e``.

    Line ends, control and bidirectional characters, odd spaces, lone surrogates: whatever could
    break a line, drive a terminal or deceive a reader. The result has no line end.
    """
    if text.isprintable() and not _BLANK.search(text):
        return text
    return "".join(char if _shows(char) else ascii(char)[1:-1] for char in text)


def visible_in_source(char: str) -> str:
    """A character of a source line; what does not show is named, as ``<U+202E>``.

    An escape would look the same as one that the author wrote, in JSON above all.
    """
    return char if _shows(char) else f"<U+{ord(char):04X}>"


def _shows(char: str) -> bool:
    return char.isprintable() and not _BLANK.match(char)
