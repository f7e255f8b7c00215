"""What an expression of an extension can stand for, as far as its text alone can tell."""

from enum import Enum, auto
from posixpath import normpath
from typing import Literal, NamedTuple, TypeAlias

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


class Text(NamedTuple):
    """A string, known to the last character."""

    text: str


class Location(NamedTuple):
    """A place relative to the root of the pack, and as what the program holds it.

    ``path`` ends in ``/`` where a URL does. A ``path`` is absolute, as ``fileURLToPath`` gives it;
    a ``url`` is an object, ``href`` its text, and ``pathname`` the part of that name.
    """

    path: str
    form: Literal["path", "url", "href", "pathname"]

    @property
    def place(self) -> str:
        """The name in the pack; it begins with ``..`` for what lies outside."""
        path = normpath(self.path)
        return "" if path == "." else path


class Library(NamedTuple):
    """Something from a module outside the pack; no ``name`` is the module as a whole."""

    source: str
    name: str = ""


class Function(NamedTuple):
    """A function of a module of the pack."""

    module: Module
    node: Node


class Structure(NamedTuple):
    """An object, an array, a class, a number, …: anything that is neither a text nor a function."""

    module: Module
    node: Node
    scope: Scope


class Namespace(NamedTuple):
    """All exports of a module of the pack, or ``import.meta`` of one."""

    module: Module
    meta: bool = False


Value: TypeAlias = "Host | Text | Location | Library | Function | Structure | Namespace"
