"""Modules that are loaded when something of them is first used.

What most runs do without, and what takes long to load, stands at the head of a module as

    if TYPE_CHECKING:
        import rfc8785
    else:
        rfc8785 = late("rfc8785")

so that there is one place to see it, and no import inside a function. Which modules are loaded so,
and why, is said in ``docs/architecture.md``; a test holds the two together.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


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
