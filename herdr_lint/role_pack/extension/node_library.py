"""The few functions of Node with which extensions name a directory, applied to known values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

from herdr_lint.role_pack.extension.parser import Module
from herdr_lint.role_pack.extension.values import Library, Location, Text, Value

BUILT_IN = frozenset(
    [
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
    ]
)
"""Modules of Node that need no ``node:`` before them (Node 20 and 22)."""

LONGEST = 4_096
"""Characters of a text that is put together."""


def global_value(name: str, module: Module) -> Value | None:
    """What a name means that no declaration gives a meaning."""
    match name:
        case "URL":
            return Library("url", "URL")
        case "require" | "String":
            return Library(name)
        case "__filename":
            return Location(module.path, "path")
        case "__dirname":
            return Location(dirname(module.path), "path")
    return None


def meta_value(module: Module, name: str) -> Value | None:
    """What a member of ``import.meta`` means."""
    match name:
        case "url":
            return Location(module.path, "href")
        case "filename":
            return Location(module.path, "path")
        case "dirname":
            return Location(dirname(module.path), "path")
    return None


def concatenated(left: Value | None, right: Value | None) -> Value | None:
    """What ``+`` and templates make of two values."""
    match left, right:
        case Text(), Text():
            return _text(left.text + right.text)
        case Text(""), Location(form="path" | "href" | "pathname"):
            return right
        case Text(""), Location(form="url"):
            return right._replace(form="href")
        case Location(form="path" | "pathname"), Text() if right.text.startswith("/"):
            return left._replace(path=_below(left.path, right.text))
        case Location(), Text(""):
            return left
    return None


def _below(folder: str, text: str) -> str:
    return join(folder, text.lstrip("/"))


def url(text: Value | None, base: Value | None) -> Value | None:
    """A URL that is given relative to another one."""
    match text, base:
        case Text(), Location(form="url" | "href"):
            parts = urlsplit(text.text) if "[" not in text.text else None
            if parts is None or parts.scheme or text.text.startswith("/"):
                return None
            path = join(base.path.rpartition("/")[0], unquote(parts.path))
            return Location(path if parts.path else base.path, "url")
    return None


def _path_of_url(values: Sequence[Value | None]) -> Value | None:
    match values[0]:
        case Location(form="url" | "href") as location:
            return Location(location.place, "path")
    return None


def _url_of_path(values: Sequence[Value | None]) -> Value | None:
    match values[0]:
        case Location(form="path") as location:
            return location._replace(form="url")
    return None


def text_of(values: Sequence[Value | None]) -> Value | None:
    """The value as a string."""
    match values[0]:
        case Location(form="url") as location:
            return location._replace(form="href")
        case Location() | Text() as value:
            return value
    return None


def _parent(values: Sequence[Value | None]) -> Value | None:
    match values[0]:
        case Location(form="path" | "pathname") as location:
            return location._replace(path=normpath(join(location.place, "..")))
    return None


def _joined(values: Sequence[Value | None]) -> Value | None:
    """Paths put together; texts alone stay a text."""
    first, *rest = values
    texts = [value.text for value in rest if isinstance(value, Text)]
    if len(texts) < len(rest):
        return None
    match first:
        case Location(form="path" | "pathname"):
            return first._replace(path=normpath("/".join([first.place or ".", *texts])))
        case Text():
            return _text(normpath("/".join([first.text, *texts])))
    return None


def _text(text: str) -> Text | None:
    """A text that was put together, unless it grew beyond all that is meant as a path."""
    return Text(text) if len(text) <= LONGEST else None


def _resolved(values: Sequence[Value | None]) -> Value | None:
    """Paths put together, of which an absolute one begins anew."""
    for at in range(len(values) - 1, 0, -1):
        match values[at]:
            case Text(text) if text.startswith("/"):
                return _joined(values[at:])
            case Location(form="path"):
                return _joined(values[at:])
    first = values[0]
    if isinstance(first, Text) and not first.text.startswith("/"):
        return None
    return _joined(values)


def _same(values: Sequence[Value | None]) -> Value | None:
    return values[0]


FUNCTIONS: Mapping[tuple[str, str], Callable[[Sequence[Value | None]], Value | None]] = {
    ("String", ""): text_of,
    ("fs", "realpathSync"): _same,
    ("path", "dirname"): _parent,
    ("path", "join"): _joined,
    ("path", "normalize"): _joined,
    ("path", "resolve"): _resolved,
    ("url", "fileURLToPath"): _path_of_url,
    ("url", "pathToFileURL"): _url_of_path,
}
"""What is known of a function, by module and name; called with at least one value."""
