"""Where the packs are: a listing, a folder, a bucket or the index of a registry, as addresses.

An address is a path, or a URL of a scheme that fsspec knows: ``s3://``, ``gs://``, ``https://``.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urljoin

import fsspec

from herdr_lint.model import UsageError

ARCHIVES = (".tgz", ".tar.gz", ".zip")


def addresses(inputs: Iterable[str], storage: Mapping[str, Any]) -> list[str]:
    """The addresses of all packs that the inputs stand for, each once, in order.

    An input is an archive; a folder or prefix, whose archives count at any depth; a listing, one
    address a line; or an index as JSON: an npm package document or search result, or an OpenWOP
    catalog or list of packs. ``storage`` holds options for fsspec.

    Raises:
        UsageError: if an input cannot be read, or is none of these.

    """
    return sorted({address for given in inputs for address in _expanded(given, storage)})


def _expanded(given: str, storage: Mapping[str, Any]) -> Iterator[str]:
    if given.endswith(ARCHIVES):
        yield given
        return
    fs, path = fsspec.core.url_to_fs(given, **storage)
    try:
        if given.endswith(".json"):
            yield from indexed(given, fs.cat_file(path))
        elif not given.endswith("/") and fs.isfile(path):
            yield from listed(fs.cat_file(path).decode("utf-8", "replace"))
        else:
            yield from _folder(given, fs, path)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {given}: {error}") from error


def _folder(given: str, fs: Any, path: str) -> Iterator[str]:
    found = sorted(name for name in fs.find(path) if name.endswith(ARCHIVES))
    if not found:
        raise UsageError(f"{given} has no archive ({', '.join(ARCHIVES)}) in it; check the address")
    return iter(found if "://" not in given else [fs.unstrip_protocol(name) for name in found])


def listed(text: str) -> Iterator[str]:
    """The addresses of a listing: one a line; empty lines and comments (``#``) say nothing."""
    for line in text.splitlines():
        address = line.strip()
        if address and not address.startswith("#"):
            yield address


def indexed(url: str, content: bytes) -> Iterator[str]:
    """The addresses in the index of a registry; those that are not said follow from ``url``."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{url} is not JSON, as the index of a registry has to be") from error
    found = list(_index(url, data))
    if not found:
        raise UsageError(
            f"{url} is not an index of packs that is known here: an npm package document or search"
            " result, an OpenWOP catalog, or a list of packs"
        )
    return iter(found)


def _index(url: str, data: Any) -> Iterator[str]:
    match data:
        case {"versions": dict(versions)}:  # npm: all versions of one package
            yield from _tarballs(versions.values())
        case {"objects": list(objects)}:  # npm: a page of search results
            yield from _npm_addresses(url, objects)
        case {"packs": dict(packs)}:  # OpenWOP: a catalog
            for name, entry in packs.items():
                published = entry.get("versions") if isinstance(entry, Mapping) else None
                for version in published or ():
                    yield _pack_address(url, name, version)
        case {"packs": list(packs)} | list(packs):  # OpenWOP: a list of packs
            for entry in packs:
                yield from _listed_pack(url, entry)


def _tarballs(versions: Iterable[Any]) -> Iterator[str]:
    for version in versions:
        match version:
            case {"dist": {"tarball": str(tarball)}}:
                yield tarball


def _npm_addresses(url: str, objects: Iterable[Any]) -> Iterator[str]:
    root = url.partition("/-/")[0]
    for entry in objects:
        match entry:
            case {"package": {"name": str(name), "version": str(version)}}:
                file = f"{name.rpartition('/')[2]}-{version}.tgz"
                yield f"{root}/{quote(name, safe='@/')}/-/{file}"


def _listed_pack(url: str, entry: Any) -> Iterator[str]:
    match entry:
        case {"tarball": str(address)} | {"url": str(address)}:
            yield address if "://" in address else _beside(url, address)
        case {"name": str(name), "versions": list(versions)}:
            for version in versions:
                yield _pack_address(url, name, version)
        case {"name": str(name), "version": str(version)}:
            yield _pack_address(url, name, version)


def _beside(index: str, address: str) -> str:
    """An address that counts from the index; ``urljoin`` itself knows only the web's schemes."""
    scheme, _, place = index.rpartition("://")
    joined = urljoin(f"//{place}" if scheme else place, address)
    return f"{scheme}:{joined}" if scheme else joined


def _pack_address(index: str, name: str, version: Any) -> str:
    """Where an OpenWOP registry keeps a version of a pack, beside its index."""
    if isinstance(version, Mapping):
        version = version.get("version", "")
    folder = index.rpartition("/")[0]
    return posixpath.join(folder, "packs", quote(name), "-", f"{version}.tgz")
