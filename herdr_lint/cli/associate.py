"""``lsp --associate``: tell editors which schema belongs to which file of a project."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from herdr_lint.cli.output import write_named
from herdr_lint.judge.bundle import bundled
from herdr_lint.model import UsageError

FOLDER = ".herdr-lint"
"""Where in a project the schemas come to stand."""

_CONFIG = "config.schema.json"
_MANIFESTS = {
    "openwop-v1.schema.json": "openwop/v1/node-pack.schema.json",
    "openwop-v2.schema.json": "openwop/v2/node-pack.schema.json",
}
PROFILES = {"openwop/v1": "openwop-v1.schema.json", "openwop/v2": "openwop-v2.schema.json"}


def associate(folder: Path, profile: str) -> str:
    """Write the schemas and the files by which editors find them; what was done, as text.

    A file that is there is left alone, and what should be added to it is told.

    Raises:
        UsageError: if there is no such profile, or the folder cannot be written to.

    """
    if profile not in PROFILES:
        raise UsageError(f"there is no profile {profile!r}; choose {' or '.join(PROFILES)}")
    try:
        return "".join(_associate(folder, PROFILES[profile]))
    except OSError as error:
        raise UsageError(f"cannot write {error.filename}: {error.strerror}") from error


def _associate(folder: Path, manifest: str) -> Iterator[str]:
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, source in {_CONFIG: _CONFIG, **_MANIFESTS}.items():
        _write(folder / FOLDER / name, _json(bundled(source)))
        yield f"wrote {FOLDER}/{name}\n"
    for name, text in _associations(manifest).items():
        path = folder / name
        if path.exists():
            yield f"{name} is there already; it should have\n\n{text}\n"
        else:
            path.parent.mkdir(exist_ok=True)
            _write(path, text)
            yield f"wrote {name}\n"


def _associations(manifest: str) -> Mapping[str, str]:
    """By file: what VS Code's extensions, and taplo with all that is built on it, look for."""
    config, pack = f"{FOLDER}/{_CONFIG}", f"{FOLDER}/{manifest}"
    code = {
        "json.schemas": [{"fileMatch": ["**/pack.json"], "url": f"./{pack}"}],
        "yaml.schemas": {f"./{pack}": ["**/pack.yaml", "**/pack.yml"]},
        "evenBetterToml.schema.associations": {r".*/herdr-lint\.toml$": f"./{config}"},
    }
    taplo = f'[[rule]]\ninclude = ["**/herdr-lint.toml"]\n\n[rule.schema]\npath = "./{config}"\n'
    return {".vscode/settings.json": _json(code), ".taplo.toml": taplo}


def _json(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _write(path: Path, text: str) -> None:
    write_named(path, text)
