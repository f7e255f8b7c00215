"""Which file or package the name in an import means, as Pi finds it when it loads a module.

Measured with Pi 1.6, which loads extensions through ``jiti``: the name as it is, TypeScript for
JavaScript, the name with an ending, a folder by its ``package.json`` or its index. Letter case
counts, also where the author's disk does not mind.
"""

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import basename, dirname, join, splitext
from typing import Any, Literal, NamedTuple
from urllib.parse import unquote

from herdr_lint.files.tree import PackTree
from herdr_lint.late import late_pattern
from herdr_lint.role_pack.extension.node_library import BUILT_IN
from herdr_lint.role_pack.pi_resources import place

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

Found = Literal[
    "file", "missing", "case", "out", "provided", "declared", "undeclared", "dev", "elsewhere"
]

_TYPESCRIPT_OF = {".js": ".ts", ".mjs": ".mts", ".cjs": ".cts", ".jsx": ".tsx"}
_ENDINGS = (".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".jsx", ".node")
_URL = late_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:")
_NAME = late_pattern(r"(?:@[^/\\]+/)?[^/\\@.][^/\\]*")


class Target(NamedTuple):
    """What an import means.

    ``found`` is ``case`` for a file that is there in another letter case, which is ``path`` then;
    ``provided`` by Node or Pi; ``elsewhere`` what cannot be judged, such as a URL. ``name`` is the
    package.
    """

    found: Found
    path: str | None = None
    name: str = ""


class _Listed(NamedTuple):
    """What lies in a folder, by its names and by what they are whatever the letter case."""

    names: frozenset[str]
    folded: Mapping[str, str]


class Resolution:
    """Finds what imports mean, in one pack with one manifest."""

    def __init__(self, tree: PackTree, manifest: Mapping[str, Any], *, packed: bool) -> None:
        self._tree = tree
        self._manifest = manifest
        self._packed = packed
        self._lists: dict[str, _Listed] = {}
        self._found: dict[tuple[str, str], Target] = {}

    def target(self, importer: str, source: str) -> Target:
        """What a name means in the module ``importer``."""
        key = (dirname(importer), source)
        if key not in self._found:
            self._found[key] = self._target(*key)
        return self._found[key]

    def _target(self, folder: str, source: str) -> Target:
        if source in {".", ".."} or source.startswith(("./", "../")):
            return self._file(folder, source)
        if _URL.match(source):
            return Target("elsewhere")
        return self._package(source)

    def _file(self, folder: str, source: str) -> Target:
        name = re.split(r"[?#]", source)[0]
        wanted = [place(join(folder, way), installed=True) for way in (name, unquote(name))]
        if wanted[0] is None:
            return Target("out")
        for path in dict.fromkeys(path for path in wanted if path is not None):
            found = self.module(path)
            if found is not None:
                return Target("file", found)
        if "node_modules" in wanted[0].split("/"):
            return Target("elsewhere")
        other = next(filter(None, map(self._in_other_case, self._candidates(wanted[0]))), None)
        return Target("missing") if other is None else Target("case", other)

    def file(self, name: str) -> Target:
        """What a file of the pack is that is read by exactly this name; a folder is elsewhere."""
        if name == ".." or name.startswith("../"):
            return Target("out")
        if self._is_there(name):
            return Target("file", name)
        if self._tree.is_folder(name) or "node_modules" in name.split("/"):
            return Target("elsewhere")
        other = self._in_other_case(name)
        return Target("missing") if other is None else Target("case", other)

    def module(self, path: str) -> str | None:
        """The file that a path without or with its ending means."""
        return next(filter(self._is_there, self._candidates(path)), None)

    def _candidates(self, path: str) -> Iterator[str]:
        """The files that a path may mean, in the order in which they are tried."""
        if path:
            stem, suffix = splitext(path)
            yield path
            if suffix in _TYPESCRIPT_OF:
                yield stem + _TYPESCRIPT_OF[suffix]
            yield from (path + ending for ending in _ENDINGS)
        if self._tree.is_folder(path):
            main = self._main(path)
            if main is not None:
                yield main
                yield from (main + ending for ending in _ENDINGS)
            yield from (join(path, f"index{ending}") for ending in _ENDINGS)

    def _main(self, folder: str) -> str | None:
        data = self._tree.read(join(folder, "package.json")) if folder else None
        try:
            main = json.loads(data)["main"] if data else None
        except (ValueError, RecursionError, KeyError, TypeError):
            return None
        return place(join(folder, main)) if isinstance(main, str) else None

    def _is_there(self, path: str) -> bool:
        """Whether a file is there by exactly this name, whatever the disk takes for equal."""
        if not self._tree.is_file(path):
            return False
        above = path
        while above:
            if basename(above) not in self._listed(dirname(above)).names:
                return False
            above = dirname(above)
        return True

    def _in_other_case(self, path: str) -> str | None:
        found = ""
        for step in path.split("/"):
            own = self._listed(found).folded.get(step.casefold())
            if own is None:
                return None
            found = f"{found}/{own}" if found else own
        return found if self._tree.is_file(found) else None

    def _listed(self, folder: str) -> _Listed:
        if folder not in self._lists:
            names = self._tree.entries(folder)
            self._lists[folder] = _Listed(frozenset(names), {n.casefold(): n for n in names})
        return self._lists[folder]

    def _package(self, source: str) -> Target:
        if source.startswith("#"):
            return Target("elsewhere" if self._is_own(source) else "missing")
        found = _NAME.match(source)
        if found is None:
            return Target("elsewhere")
        name = found[0]
        if name in PI_PACKAGES or name in BUILT_IN:
            return Target("provided", name=name)
        if name == self._manifest.get("name") or self._declares(name):
            return Target("declared", name=name)
        dev = name in _members(self._manifest, "devDependencies")
        return Target("dev" if dev else "undeclared", name=name)

    def _declares(self, name: str) -> bool:
        """Whether the package is installed along with the pack, or lies in its archive."""
        for key in ("dependencies", "peerDependencies", "optionalDependencies"):
            if name in _members(self._manifest, key):
                return True
        for key in ("bundledDependencies", "bundleDependencies"):
            bundled = self._manifest.get(key)
            if isinstance(bundled, list) and name in bundled:
                return True
        return self._packed and self._tree.is_folder(f"node_modules/{name}")

    def _is_own(self, source: str) -> bool:
        """Whether the manifest gives a name of its own with ``#`` a meaning."""
        for key in _members(self._manifest, "imports"):
            before, star, after = key.partition("*")
            if source == key or (star and source.startswith(before) and source.endswith(after)):
                return True
        return False


def _members(manifest: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = manifest.get(key)
    return value if isinstance(value, Mapping) else {}
