"""What an expression of an extension can stand for, as far as its text alone can tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from posixpath import normpath
from typing import Literal, TypeAlias

from herdr_lint.role_pack.extension.parser import Module, Scope
from herdr_lint.role_pack.extension.script import Node


class Host(Enum):
    """What Pi and the host hand to an extension."""

    API = auto()
    """The argument of the factory."""
    API_ON = auto()
    EVENTS = auto()
    EVENTS_ON = auto()
    REQUEST = auto()
    """The argument of a listener for roles."""
    REGISTER = auto()
    VERSION = auto()


@dataclass(frozen=True, slots=True)
class Text:
    """A string, known to the last character."""

    text: str


@dataclass(frozen=True, slots=True)
class Location:
    """A place relative to the root of the pack, and as what the program holds it.

    ``path`` ends in ``/`` where a URL does. A ``path`` is absolute, as ``fileURLToPath`` gives it;
    a ``url`` is an object, ``href`` its text, and ``pathname`` the part of that name.
    """

    path: str
    form: Literal["path", "url", "href", "pathname"]

    @property
    def place(self) -> str:
        """The name in the pack; it begins with ``..`` for what lies outside."""
        path = normpath(self.path) if self.path else "."
        return "" if path == "." else path


@dataclass(frozen=True, slots=True)
class Library:
    """Something from a module outside the pack; no ``name`` is the module as a whole."""

    source: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a module of the pack."""

    module: Module
    node: Node


@dataclass(frozen=True, slots=True)
class Structure:
    """An object, an array, a class, a number, …: anything that is no text and no function."""

    module: Module
    node: Node
    scope: Scope


@dataclass(frozen=True, slots=True)
class Namespace:
    """All exports of a module of the pack, or ``import.meta`` of one."""

    module: Module
    meta: bool = False


Value: TypeAlias = "Host | Text | Location | Library | Function | Structure | Namespace"
