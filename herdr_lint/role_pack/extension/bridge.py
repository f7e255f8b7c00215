"""The bridge of a pack: how its extension registers roles with the host.

What is looked for is a listener for the host's channel, in whichever module it is, and what that
listener registers. Facts alone; where the source does not say, the facts say so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from herdr_lint.late import late, late_pattern
from herdr_lint.role_pack.extension.evaluator import Evaluator
from herdr_lint.role_pack.extension.modules import Modules
from herdr_lint.role_pack.extension.parser import Call, Module
from herdr_lint.role_pack.extension.script import Node
from herdr_lint.role_pack.extension.timing import Late, Timing
from herdr_lint.role_pack.extension.values import Function, Host, Location, Structure, Text, Value

if TYPE_CHECKING:
    import difflib
else:
    difflib = late("difflib")

CHANNEL = "pi-herdr-subagents:roles:discover:v1"
"""The event on which the host asks for roles; its name stays, whatever the package is called."""

Factory = Literal["function", "missing", "other", "unknown"]
Via = Literal["events", "api", "unknown"]
Form = Literal[
    "path", "pathname", "url", "href", "file-url", "relative", "absolute", "not-text", "unknown"
]

_NAME = late_pattern(r"[\w@/.:-]{8,80}")
_NEAR = late_pattern(r"(?:.*[-_:])?(?:sub)?agents?:roles?\b.*|.*:roles?:discover.*", re.IGNORECASE)
_DRIVE = late_pattern(r"[A-Za-z]:[\\/]")
_ROUNDS = 4


class Listener(NamedTuple):
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


class Registration(NamedTuple):
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


class Bridge(NamedTuple):
    """What the modules of a pack say about its bridge.

    ``entries`` are the modules that Pi loads, None where that cannot be told, and ``modules``
    those that were parsed. ``near`` are texts that are nearly the name of the channel. Who
    ``emits`` on the channel is the host, which asks for roles. What is missing is only known to
    be missing where the facts are ``certain`` and no module is ``unread``.
    """

    entries: tuple[str, ...] | None
    modules: tuple[Module, ...]
    listeners: tuple[Listener, ...]
    registrations: tuple[Registration, ...]
    near: tuple[tuple[Module, Node, str], ...]
    channel: bool
    emits: bool
    certain: bool
    unread: frozenset[str]
    factories: Mapping[str, Factory]
    """What the default export of each entry is; ``other`` is something that cannot be called."""

    checks_version: bool
    unsubscribes: bool

    @property
    def is_silent(self) -> bool:
        """Whether it is certain that no script listens for the host's question."""
        spoken = self.channel or bool(self.near) or bool(self.unread)
        return self.certain and not spoken

    @property
    def registered(self) -> tuple[str, ...] | None:
        """The places in the pack that are registered, or None where that cannot be known.

        A place that is registered in a form that the host refuses counts: it was meant. Where no
        script speaks of the channel, nothing is registered.
        """
        if self.is_silent:
            return ()
        targets = [registration.target for registration in self.registrations]
        known = tuple(sorted({target for target in targets if target is not None}))
        return known if targets and None not in targets else None


def read_bridge(
    modules: Modules, entries: Sequence[str] | None, reached: Iterable[str], others: Iterable[str]
) -> Bridge:
    """The bridge of a pack, looked for in the modules that are loaded, and then in ``others``.

    ``reached`` are the modules that the entries lead to, themselves included. What does not speak
    of the channel is parsed only where what does hands something on to it.
    """
    loaded = frozenset(reached)
    for path in (*(entries or ()), *sorted(filter(modules.speaks, loaded))):
        modules.get(path)
    bridging = any(map(speaks_of_roles, modules.known))
    for path in () if bridging else filter(modules.speaks, others):
        modules.get(path)
    search = _ChannelSearch(modules, loaded if bridging else None)
    search.run(entries or ())
    return search.bridge(None if entries is None else tuple(entries))


def speaks_of_roles(module: Module) -> bool:
    """Whether a text in a module is the name of the channel, or nearly."""
    return any(text == CHANNEL or is_near(text) for text, _ in module.strings)


@lru_cache(maxsize=4096)
def is_near(text: str) -> bool:
    """Whether a text is nearly the name of the channel."""
    if text == CHANNEL or not _NAME.fullmatch(text):
        return False
    if _NEAR.fullmatch(text):
        return True
    if not 0.7 < len(text) / len(CHANNEL) < 1.4:
        return False
    return difflib.SequenceMatcher(None, text, CHANNEL).ratio() > 0.85


class _ChannelSearch:
    """Follows what Pi hands to the factories to the calls that register something."""

    def __init__(self, modules: Modules, within: frozenset[str] | None) -> None:
        self._modules = modules
        self._within = within
        self._evaluator = Evaluator(modules)
        self._listeners: dict[Node, Listener] = {}
        self._opaque = False
        self._emits = False
        self._factories: dict[str, Factory] = {}

    @property
    def _searched(self) -> list[Module]:
        """The modules that count, those first that speak of roles."""
        known = self._modules.known
        within = [one for one in known if self._within is None or one.path in self._within]
        return sorted(within, key=speaks_of_roles, reverse=True)

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

    def _factory(self, module: Module, value: "Value | None") -> Factory:
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
        method = module.script.slice(call.callee.part("property"))
        if method == "on" or value in {Host.API_ON, Host.EVENTS_ON}:
            self._subscription(call, module, value)
        elif method == "emit" and call.arguments and not self._emits:
            channel = self._evaluator.value(call.arguments[0], module, call.scope)
            self._emits = channel == Text(CHANNEL)
        elif isinstance(value, Function):
            for index, argument in enumerate(call.arguments):
                handed = self._evaluator.value(argument, module, call.scope)
                if isinstance(handed, Host):
                    self._give(value, index, handed)

    def _subscription(self, call: Call, module: Module, callee: "Value | None") -> None:
        arguments = call.arguments
        if not arguments:
            return
        channel = self._evaluator.value(arguments[0], module, call.scope)
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
            timing = Timing(module)
            for call in module.calls:
                callee = self._evaluator.value(call.callee, module, call.scope)
                if callee is Host.REGISTER:
                    yield self._registration(call, module, timing)

    def _registration(self, call: Call, module: Module, timing: Timing) -> Registration:
        late, function = timing.lateness(call), call.scope.function.node
        if not call.arguments:
            return Registration(module, call.node, function, "not-text", late=late)
        node = call.arguments[0]
        value = self._evaluator.value(node, module, call.scope)
        form, text, target = _form(value)
        origin = _origin(node, call, module)
        return Registration(module, node, function, form, text, target, late, origin)

    def bridge(self, entries: tuple[str, ...] | None) -> Bridge:
        """All that was found."""
        modules = self._modules.known
        unread = {module.path for module in modules if _is_unread(module)}
        spoken = [(module, node, text) for module in modules for text, node in module.strings]
        near = [(module, node, text) for module, node, text in spoken if is_near(text)]
        listeners = tuple(self._listeners.values())
        return Bridge(
            entries,
            tuple(modules),
            listeners,
            tuple(self._registrations()),
            tuple(near),
            bool(listeners) or any(text == CHANNEL for _, _, text in spoken),
            self._emits,
            not self._opaque and not self._evaluator.exhausted,
            frozenset(unread | self._modules.refused),
            self._factories,
            self._tells(lambda module: "apiVersion" in module.words, b"apiVersion"),
            self._tells(_ends_with_session, b"session_shutdown"),
        )

    def _tells(self, says: Callable[[Module], bool], word: bytes) -> bool:
        """Whether a module says something; those that were not parsed yet are looked at last."""
        if any(map(says, self._modules.known)):
            return True
        for path in sorted(self._within or ()) if self._listeners else ():
            if word in (self._modules.data(path) or b""):
                module = self._modules.get(path)
                if module is not None and says(module):
                    return True
        return False


def _ends_with_session(module: Module) -> bool:
    return any(text == "session_shutdown" for text, _ in module.strings)


def _origin(node: Node, call: Call, module: Module) -> Node | None:
    """The expression in the same module that a name was given."""
    binding = call.scope.find(module.script.slice(node))
    return None if binding is None or binding.parameter is not None else binding.value


def _is_unread(module: Module) -> bool:
    return module.script.trouble is not None or module.script.broken is not None


def _form(value: "Value | None") -> tuple[Form, str, str | None]:
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
