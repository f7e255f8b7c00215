"""Files of a pack that its modules read when they run: data, texts, the scripts of workers.

Only what is named from the module's own place, and known to the last character, is told. What a
module looks for before it reads it, or reads where a failure is caught, may be missing.
"""

from collections.abc import Iterator
from typing import NamedTuple

from herdr_lint.role_pack.extension.evaluator import Evaluator
from herdr_lint.role_pack.extension.parser import Call, Import, Module, Scope, called_for
from herdr_lint.role_pack.extension.script import Node
from herdr_lint.role_pack.extension.values import Library, Location

_READS = frozenset({"createReadStream", "readFile", "readFileSync"})
_LOOKS = frozenset({"access", "accessSync", "exists", "existsSync", "stat", "statSync"})
_FILE_SYSTEM = frozenset({"fs", "fs/promises"})


class Read(NamedTuple):
    """A file that is read; ``place`` is its name in the pack, ``..`` and so on outside of it.

    The use is ``guarded`` where the file is only named, or looked for first: it need not be there.
    """

    use: Import
    place: str


def file_reads(module: Module, evaluator: Evaluator) -> Iterator[Read]:
    """The files that a module reads or names from its own place, each where it is named."""
    calls = module.calls if module.words & _READS else ()
    looked_for = {
        found.place
        for call in calls
        if _names(module, call, evaluator, _LOOKS)
        and (found := _first(module, call, evaluator)) is not None
    }
    for call in calls:
        found = _first(module, call, evaluator) if _reads(module, call, evaluator) else None
        if found is not None:
            yield _read(module, call, found, unsure=found.place in looked_for)
    for call in _constructed(module):
        found = _first(module, call, evaluator)
        if found is not None and module.script.slice(call.node.part("constructor")) == "Worker":
            yield _read(module, call, found)
        named = evaluator.value(call.node, module, call.scope)
        if isinstance(named, Location):
            yield _read(module, call, named, unsure=True)


def _constructed(module: Module) -> Iterator[Call]:
    """What is made with ``new``."""
    pending: list[tuple[Node, Scope]] = [(module.script.root, module.scope)]
    while pending:
        node, scope = pending.pop()
        if node.kind == "new_expression":
            yield Call(node, scope)
        inner = module.scopes.get(node, scope)
        pending.extend((child, inner) for child in reversed(node.children))


def _reads(module: Module, call: Call, evaluator: Evaluator) -> bool:
    return _names(module, call, evaluator, _READS)


def _names(module: Module, call: Call, evaluator: Evaluator, names: frozenset[str]) -> bool:
    """Whether a call is one of some functions of Node for files."""
    said = module.script.slice(call.callee).rpartition(".")[2]
    if call.callee.kind == "member_expression":
        if said not in names:
            return False
        of = evaluator.value(call.callee.part("object"), module, call.scope)
        return isinstance(of, Library) and of.source in _FILE_SYSTEM
    found = evaluator.value(call.callee, module, call.scope)
    return isinstance(found, Library) and found.source in _FILE_SYSTEM and found.name in names


def _first(module: Module, call: Call, evaluator: Evaluator) -> Location | None:
    """The place that the first argument of a call is, as a URL or an absolute path."""
    if not call.arguments:
        return None
    found = evaluator.value(call.arguments[0], module, call.scope)
    return found if isinstance(found, Location) and found.form in {"path", "url"} else None


def _read(module: Module, call: Call, found: Location, *, unsure: bool = False) -> Read:
    way = found.place if found.place.startswith("..") else f"./{found.place}"
    use = called_for(module, call.node, call.scope, call.arguments[0], way)
    return Read(use._replace(guarded=unsure or use.guarded), found.place)
