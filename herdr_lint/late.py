"""Modules that are loaded, and patterns that are compiled, when something of them is first used.

What most runs do without, and what takes long to load, stands at the head of a module as

    if TYPE_CHECKING:
        import rfc8785
    else:
        rfc8785 = late("rfc8785")

so that there is one place to see it, and no import inside a function. Which modules are loaded so,
and why, is said in ``docs/architecture.md``; a test holds the two together.

A pattern at a module's head is a `late_pattern`: of some 150, a run that finds nothing needs
a third.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import compile as late_pattern
    from types import ModuleType
    from typing import Any

__all__ = ["late", "late_pattern"]


class _Late:
    """Stands for a module of some name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, name)


def late(name: str) -> _Late:
    """The module of that name, loaded when something of it is asked for.

    That may raise what an import raises: `ImportError` where it is not installed.
    """
    return _Late(name)


class _LatePattern:
    """Stands for a compiled pattern."""

    def __init__(self, *given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module("re").compile(*self._given), name)
        setattr(self, name, found)  # so that it is looked up once
        return found


if not TYPE_CHECKING:
    late_pattern = _LatePattern
