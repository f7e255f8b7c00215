"""The bridge of a pack: how its extension registers roles with the host.

What is looked for is a listener for the host's channel, in whichever module it is, and what that
listener registers. Facts alone; where the source does not say, the facts say so.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from herdr_lint.files.tree import PackTree
from herdr_lint.role_pack.extension.evaluator import Evaluator
from herdr_lint.role_pack.extension.modules import Modules, is_script
from herdr_lint.role_pack.extension.parser import Call, Module
from herdr_lint.role_pack.extension.script import Node
from herdr_lint.role_pack.extension.timing import Late, lateness
from herdr_lint.role_pack.extension.values import Function, Host, Location, Structure, Text, Value

CHANNEL = "pi-herdr-subagents:roles:discover:v1"
"""The event on which the host asks for roles; its name stays, whatever the package is called."""

PI_PACKAGES = frozenset(
    {
        "@earendil-works/pi-agent-core",
        "@earendil-works/pi-ai",
        "@earendil-works/pi-coding-agent",
        "@earendil-works/pi-tui",
        "@mariozechner/pi-agent-core",
        "@mariozechner/pi-ai",
        "@mariozechner/pi-coding-agent",
        "@mariozechner/pi-tui",
        "@sinclair/typebox",
        "typebox",
    }
)
"""What Pi itself provides to extensions."""

Factory = Literal["function", "missing", "other", "unknown"]
Via = Literal["events", "api", "unknown"]
Form = Literal[
    "path", "pathname", "url", "href", "file-url", "relative", "absolute", "not-text", "unknown"
]

_NEEDLES = (
    b":role",
    b"role:",
    b"roles.discover",
    b"events.",
    b".events",
    b"session_shutdown",
    b"@earendil-works/pi-",
    b"@mariozechner/pi-",
    b"typebox",
)
_NAME = re.compile(r"[\w@/.:-]{8,80}")
_NEAR = re.compile(r"(?:.*[-_:])?(?:sub)?agents?:roles?\b.*|.*:roles?:discover.*", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Listener:
    """A call that subscribes to the channel.

    ``node`` is the argument that names it, and ``handler`` the function that is called, if that
    can be told.
    """

    module: Module
    node: Node
    via: Via
    handler: Node | None = None

    @property
    def asynchronous(self) -> Node | None:
        """The word ``async`` of the function, if it has one."""
        return self.handler.first("async") if self.handler is not None else None


@dataclass(frozen=True, slots=True)
class Registration:
    """A call of ``register``; ``node`` is its argument, or the call where there is none.

    ``target`` is the place in the pack that it means, where it means one. ``function`` is the
    innermost function that it stands in, and ``origin`` the expression that a name for the
    argument was given.
    """

    module: Module
    node: Node
    function: Node
    form: Form
    text: str = ""
    target: str | None = None
    late: Late | None = None
    origin: Node | None = None


@dataclass(frozen=True)
class Bridge:
    """What the modules of a pack say about its bridge.

    ``entries`` are the modules that Pi loads, None where that cannot be told, and ``loaded``
    those that they load in turn, themselves included. ``near`` are texts that are nearly the name
    of the channel. What is missing is only known to be missing where the facts are ``certain``
    and no module is ``unread``.
    """

    entries: tuple[str, ...] | None
    modules: tuple[Module, ...]
    loaded: tuple[str, ...] = ()
    listeners: tuple[Listener, ...] = ()
    registrations: tuple[Registration, ...] = ()
    near: tuple[tuple[Module, Node, str], ...] = ()
    channel: bool = False
    certain: bool = True
    unread: frozenset[str] = field(default_factory=frozenset)
    factories: Mapping[str, Factory] = field(default_factory=dict)
    """What the default export of each entry is; ``other`` is something that cannot be called."""

    @property
    def checks_version(self) -> bool:
        return any("apiVersion" in module.words for module in self.modules)

    @property
    def unsubscribes(self) -> bool:
        return any(text == "session_shutdown" for m in self.modules for text, _ in m.strings)

    @property
    def registered(self) -> tuple[str, ...] | None:
        """The places in the pack that are registered, or None where that cannot be known.

        A place that is registered in a form that the host refuses counts: it was meant.
        """
        targets = [registration.target for registration in self.registrations]
        known = tuple(sorted({target for target in targets if target is not None}))
        return known if targets and None not in targets else None


def read_bridge(
    tree: PackTree, entries: Sequence[str] | None, *, everywhere: bool = True
) -> Bridge:
    """The bridge of a pack, looked for from the entries on and in all other scripts.

    ``everywhere`` is False for a quick look, which stays with the modules that the entries reach.
    """
    modules = Modules(tree)
    reached = modules.reached(entries or ())
    if not everywhere and not any(b"roles:discover" in data for data in reached.values()):
        return Bridge(None if entries is None else tuple(entries), ())
    loaded = [
        modules.get(path)
        for path, data in reached.items()
        if path in (entries or ()) or _is_worth_reading(data)
    ]
    if everywhere:
        for path in tree.files():
            if path not in reached and is_script(path) and _is_worth_reading(tree.read(path)):
                modules.get(path)
    speaks = any(_speaks_of_roles(module) for module in loaded if module is not None)
    search = _Search(modules, frozenset(reached) if speaks else None)
    search.run(entries or ())
    return search.bridge(None if entries is None else tuple(entries), tuple(reached))


def _is_worth_reading(data: bytes | None) -> bool:
    return data is not None and any(needle in data for needle in _NEEDLES)


def _speaks_of_roles(module: Module) -> bool:
    return any(text == CHANNEL or is_near(text) for text, _ in module.strings)


def is_near(text: str) -> bool:
    """Whether a text is nearly the name of the channel."""
    if text == CHANNEL or not _NAME.fullmatch(text):
        return False
    if _NEAR.fullmatch(text):
        return True
    return difflib.SequenceMatcher(None, text, CHANNEL, autojunk=False).ratio() > 0.85


class _Search:
    """Follows what Pi hands to the factories to the calls that register something."""

    def __init__(self, modules: Modules, within: frozenset[str] | None) -> None:
        self._modules = modules
        self._within = within
        self._evaluator = Evaluator(modules)
        self._listeners: dict[Node, Listener] = {}
        self._opaque = False
        self._factories: dict[str, Factory] = {}

    @property
    def _searched(self) -> list[Module]:
        """The modules that count, those first that speak of roles."""
        known = self._modules.known
        within = [one for one in known if self._within is None or one.path in self._within]
        return sorted(within, key=_speaks_of_roles, reverse=True)

    def run(self, entries: Iterable[str]) -> None:
        """Hand on what is known until nothing new comes of it."""
        for path in entries:
            self._start(path)
        for _ in range(_ROUNDS):
            before = self._given()
            for module in self._searched:
                for call in module.calls:
                    self._see(call, module)
            if self._given() == before:
                return

    def _given(self) -> int:
        return sum(map(len, self._evaluator.given.values()))

    def _start(self, path: str) -> None:
        """Hand the API to the factory of an entry."""
        module = self._modules.get(path)
        if module is None:
            self._factories[path] = "unknown"
            return
        value = self._evaluator.exported(module, "default")
        self._factories[path] = self._factory(module, value)
        if isinstance(value, Function):
            self._give(value, 0, Host.API)

    def _factory(self, module: Module, value: Value | None) -> Factory:
        """What the default export of an entry is."""
        match value:
            case Structure(node=Node(kind="object")) if self._evaluator.has(value, "default"):
                return "unknown"
            case Structure(node=Node(kind="class")):
                return "unknown"
            case Structure() | Text() | Location():
                return "other"
        return self._default_of(module) if value is None else "function"

    def _default_of(self, module: Module) -> Factory:
        """Whether there is a default export, in the module or in those it comes from."""
        passed: set[str] = set()
        name = "default"
        while module.path not in passed and not _is_unread(module):
            passed.add(module.path)
            binding = module.exports.get(name)
            if binding is None:
                return "missing" if name == "default" else "unknown"
            if not binding.source or not binding.path:
                return "unknown"
            name = binding.path[0]
            other = self._modules.imported(module, binding.source)
            if other is None:
                return "unknown"
            module = other
        return "unknown"

    def _give(self, function: Function, index: int, value: Value) -> None:
        self._evaluator.given.setdefault(function.node, {}).setdefault(index, value)

    def _see(self, call: Call, module: Module) -> None:
        value = self._evaluator.value(call.callee, module, call.scope)
        if module.script.slice(call.callee.part("property")) == "on" or value in {
            Host.API_ON,
            Host.EVENTS_ON,
        }:
            self._subscription(call, module, value)
        elif isinstance(value, Function):
            for index, argument in enumerate(call.arguments):
                handed = self._evaluator.value(argument, module, call.scope)
                if isinstance(handed, Host):
                    self._give(value, index, handed)

    def _subscription(self, call: Call, module: Module, callee: Value | None) -> None:
        arguments = call.arguments
        channel = self._evaluator.value(arguments[0], module, call.scope) if arguments else Text("")
        if channel != Text(CHANNEL):
            self._opaque |= callee is Host.EVENTS_ON and not isinstance(channel, Text)
            return
        handler = (
            self._evaluator.value(arguments[1], module, call.scope) if len(arguments) > 1 else None
        )
        function = handler.node if isinstance(handler, Function) else None
        via: Via = "unknown"
        if isinstance(callee, Host):
            via = "api" if callee is Host.API_ON else "events"
        self._listeners[call.node] = Listener(module, arguments[0], via, function)
        if isinstance(handler, Function):
            self._give(handler, 0, Host.REQUEST)

    def _registrations(self) -> Iterator[Registration]:
        for module in self._searched:
            for call in module.calls:
                callee = self._evaluator.value(call.callee, module, call.scope)
                if callee is Host.REGISTER:
                    yield self._registration(call, module)

    def _registration(self, call: Call, module: Module) -> Registration:
        late, function = lateness(call, module), call.scope.function.node
        if not call.arguments:
            return Registration(module, call.node, function, "not-text", late=late)
        node = call.arguments[0]
        value = self._evaluator.value(node, module, call.scope)
        form, text, target = _form(value)
        origin = _origin(node, call, module)
        return Registration(module, node, function, form, text, target, late, origin)

    def bridge(self, entries: tuple[str, ...] | None, loaded: tuple[str, ...]) -> Bridge:
        """All that was found."""
        modules = self._modules.known
        unread = {module.path for module in modules if _is_unread(module)}
        spoken = [(module, node, text) for module in modules for text, node in module.strings]
        near = [(module, node, text) for module, node, text in spoken if is_near(text)]
        return Bridge(
            entries,
            tuple(modules),
            loaded,
            tuple(self._listeners.values()),
            tuple(self._registrations()),
            tuple(near),
            bool(self._listeners) or any(text == CHANNEL for _, _, text in spoken),
            not self._opaque and not self._evaluator.exhausted,
            frozenset(unread | self._modules.refused),
            self._factories,
        )


def _origin(node: Node, call: Call, module: Module) -> Node | None:
    """The expression in the same module that a name was given."""
    binding = call.scope.find(module.script.slice(node)) if node.kind == "identifier" else None
    return None if binding is None or binding.parameter is not None else binding.value


def _is_unread(module: Module) -> bool:
    return module.script.trouble is not None or module.script.broken is not None


def _form(value: Value | None) -> tuple[Form, str, str | None]:
    """As what a value reaches the host, its text, and the place that it means."""
    match value:
        case Location():
            outside = value.place == ".." or value.place.startswith("../")
            return value.form, value.place or ".", None if outside else value.place
        case Text(text):
            if text.startswith("/") or _DRIVE.match(text):
                return "absolute", text, None
            if text.casefold().startswith("file:"):
                return "file-url", text, None
            return "relative", text, None
        case Structure() | Function():
            return "not-text", "", None
    return "unknown", "", None
