"""What is changed, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One change of one file.

    ``where`` is a module (``herdr_lint.role.lines``) or a file under ``schemas/``. ``text`` is the
    line, or the pointer of a place in a schema; ``number`` counts the changes of the file.
    """

    where: str
    number: int
    line: int
    text: str
    what: str


@dataclass(frozen=True)
class Outcome:
    """``by`` is the test that failed; None where all that were tried passed."""

    mutant: Mutant
    by: str | None
    tried: int
