"""The arguments of the gate, each held to its type before anything is read.

What is wrong with a call is told at once, in one `UsageError`; what is wrong with a pack never is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, TypeAlias

from herdr_lint.gate.catalog import read_catalog
from herdr_lint.judge.judge import show_path
from herdr_lint.model import Limits, UsageError
from herdr_lint.openwop import profiles
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.run.packed import AUTO, ROLE_PACK

Schemas: TypeAlias = (
    "PinnedSchemas | Mapping[str, bytes | Mapping[str, Any]] | str | os.PathLike[str]"
)
Catalog: TypeAlias = "PublishedPacks | Mapping[str, Any] | str | os.PathLike[str]"

_BYTES = (bytes, bytearray, memoryview)
_PACK = "the bytes of an archive, a path, or a mapping from file names to bytes"


def check_arguments(
    pack: object,
    profile: object,
    name: object,
    version: object,
    previous: object,
    limits: object,
) -> None:
    """Raise one `UsageError` with all that is wrong with the types and paths of a call."""
    problems = [
        *_pack_problems("pack", pack),
        *(() if previous is None else _pack_problems("previous", previous)),
        *_profile_problems(profile),
        *_text_problems("name", name),
        *_text_problems("version", version),
        *_limit_problems(limits),
    ]
    if problems:
        raise UsageError(*problems)


def read_published(catalog: object) -> PublishedPacks | None:
    """The catalog that was given, read.

    Raises:
        UsageError: it is not one.

    """
    if catalog is None or isinstance(catalog, PublishedPacks):
        return catalog
    if isinstance(catalog, str | os.PathLike):
        raise_for(_path_problems("catalog", catalog))
        return read_catalog(Path(catalog))
    if isinstance(catalog, Mapping):
        return PublishedPacks.read(catalog)
    raise UsageError(_wrong("catalog", "a mapping, a path, or a `PublishedPacks`", catalog))


def read_schemas(schemas: object) -> PinnedSchemas | None:
    """The registry's own schemas that were given, read.

    Raises:
        UsageError: they cannot be used.

    """
    if schemas is None or isinstance(schemas, PinnedSchemas):
        return schemas
    if isinstance(schemas, str | os.PathLike):
        raise_for(_path_problems("schemas", schemas))
        return PinnedSchemas.read(Path(schemas))
    if not isinstance(schemas, Mapping) or not all(
        isinstance(name, str) and isinstance(content, bytes | Mapping)
        for name, content in schemas.items()
    ):
        expected = "a folder, or a mapping from file names to schemas"
        raise UsageError(_wrong("schemas", expected, schemas))
    return PinnedSchemas.read(schemas)


def raise_for_profile(profile: object) -> None:
    """Raise a `UsageError` if there is no such profile."""
    raise_for(_profile_problems(profile))


def raise_for(problems: Iterator[str]) -> None:
    told = list(problems)
    if told:
        raise UsageError(*told)


def _pack_problems(argument: str, pack: object) -> Iterator[str]:
    if isinstance(pack, _BYTES):
        return
    if isinstance(pack, str | os.PathLike):
        yield from _path_problems(argument, pack)
    elif not isinstance(pack, Mapping):
        yield _wrong(argument, _PACK, pack)
    elif not all(isinstance(key, str) and isinstance(pack[key], _BYTES) for key in pack):
        yield f"`{argument}` is a mapping, but not from file names to bytes"


def _path_problems(argument: str, given: str | os.PathLike[str]) -> Iterator[str]:
    """Why a path leads to nothing; that a file cannot be read is a finding about the pack."""
    path: Any = os.fspath(given)
    try:
        if not isinstance(path, str):
            raise ValueError
        mode = Path(path).stat().st_mode
    except ValueError:
        yield f"`{argument}` is not a path: {path!a}"
    except (FileNotFoundError, NotADirectoryError):
        yield f"{_shown(path)} does not exist; check its spelling and the working directory"
    except OSError as error:
        yield f"{_shown(path)} cannot be opened: {error.strerror}"
    else:
        if not (S_ISREG(mode) or S_ISDIR(mode)):
            yield f"{_shown(path)} is neither a file nor a folder"


def _shown(path: str) -> str:
    return show_path(os.fsencode(path).decode("utf-8", "replace"))


def _profile_problems(profile: object) -> Iterator[str]:
    known = (AUTO, *profiles.shipped(), ROLE_PACK)
    if profile not in known:
        yield f"there is no profile {profile!r}; choose one of {', '.join(known)}"


def _text_problems(argument: str, value: object) -> Iterator[str]:
    if not isinstance(value, str | None):
        yield _wrong(argument, "a string", value)


def _limit_problems(limits: object) -> Iterator[str]:
    if limits is None:
        return
    if not isinstance(limits, Limits):
        yield _wrong("limits", "a `Limits`", limits)
        return
    for name, value in limits._asdict().items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            yield f"`limits.{name}` is {value!r}, not a number from 0"


def _wrong(argument: str, expected: str, given: object) -> str:
    return f"`{argument}` has to be {expected}, not {type(given).__name__}"
