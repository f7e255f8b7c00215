"""``config-unused``: what a configuration says in vain, as a run over its whole folder sees it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from herdr_lint.config.filters import Silenced, apply_settings
from herdr_lint.config.loading import Configs
from herdr_lint.config.reading import display_path
from herdr_lint.config.selection import groups_of
from herdr_lint.config.settings import Config
from herdr_lint.files import git_patterns
from herdr_lint.files.file_system import FileSystem, Kind
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding
from herdr_lint.project.ignore import Ignores
from herdr_lint.project.targets import Discovery
from herdr_lint.run.check_result import CheckResult

UNUSED = "config-unused"


def unused_settings(
    found: Discovery, checked: CheckResult, configs: Configs, system: FileSystem
) -> Iterator[Finding]:
    """What the configurations say in vain of which a run has seen the whole folder."""
    for config in configs.in_use():
        if config.document is not None and found.covers(display_path(config.directory)):
            one = _Read(config, config.document, checked, configs, system)
            settings = config.for_file(config.document.path)
            yield from apply_settings(one.findings(), settings)


class _Read(NamedTuple):
    """One configuration, beside what a run has met below its folder."""

    config: Config
    document: Document
    checked: CheckResult
    configs: Configs
    system: FileSystem

    def findings(self) -> Iterator[Finding]:
        data = self.document.data
        seen = _Seen(self.config.directory, self.system)
        yield from self._patterns("/exclude", data.get("exclude", ()), seen)
        yield from self._rules("", data, None)
        first = len(self.config.overrides) - len(data.get("overrides", ()))
        for index, entry in enumerate(data.get("overrides", ())):
            yield from self._patterns(f"/overrides/{index}/paths", entry["paths"], seen)
            yield from self._rules(f"/overrides/{index}", entry, first + index)
        if self.config is self.configs.run:
            yield from self._alternatives(data.get("alternatives", ()))

    def _patterns(self, pointer: str, patterns: Iterable[str], seen: _Seen) -> Iterator[Finding]:
        for index, pattern in enumerate(patterns):
            if not seen.matches(pattern):
                yield self._say("pattern", f"{pointer}/{index}", pattern)

    def _alternatives(self, alternatives: Iterable[Iterable[str]]) -> Iterator[Finding]:
        known = {name for one in self.checked.roles for name in (one.package, one.home) if name}
        for number, members in enumerate(alternatives):
            for index, name in enumerate(members):
                if not any(fnmatchcase(one, name) for one in known):
                    yield self._say("alternative", f"/alternatives/{number}/{index}", name)

    def _rules(
        self, pointer: str, table: dict[str, Any], override: int | None
    ) -> Iterator[Finding]:
        """The rules that are switched off, for all files or for those of an override."""
        silenced = {one.rule for one in self.checked.silenced if self._concerns(one, override)}
        for index, name in enumerate(table.get("ignore", ())):
            if not _named(name, silenced):
                yield self._say("rule", f"{pointer}/ignore/{index}", name)
        for name, level in table.get("severity", {}).items():
            if level == "off" and name not in silenced:
                yield self._say("rule", f"{pointer}/severity/{name}", name)

    def _concerns(self, one: Silenced, override: int | None) -> bool:
        """Whether a finding that was not wanted is one of a file that an entry is about."""
        path = one.path.partition("!")[0]
        if self.configs.around(path).file != self.config.file:
            return False
        return override is None or override in self.config.overrides_for(path)

    def _say(self, cause: str, pointer: str, value: str) -> Finding:
        path, span = self.document.path, self.document.locate(pointer)
        return word(UNUSED, "*", path, cause=cause, span=span, value=show(value))


def _named(name: str, rules: Collection[str]) -> bool:
    """Whether a name is that of one of some rules, or of a group of one."""
    return name in rules or any(name in groups_of(rule) for rule in rules)


class _Seen:
    """What a run has met in a folder and below it."""

    def __init__(self, folder: Path, system: FileSystem) -> None:
        self._folder = folder
        self._system = system

    def matches(self, pattern: str) -> bool:
        """Whether a pattern is about anything that is there, or that git leaves out when it is."""
        pattern = pattern.removeprefix("!")
        spec = git_patterns.spec([pattern])
        return any(spec.match_file(path) for path in self._paths) or self._is_ignored(pattern)

    @cached_property
    def _paths(self) -> list[str]:
        start = str(self._folder).rstrip(os.sep) + os.sep
        return [
            entry.path[len(start) :].replace(os.sep, "/")
            + ("/" if entry.kind is Kind.DIRECTORY else "")
            for entry in self._system.listed(str(self._folder))
        ]

    def _is_ignored(self, pattern: str) -> bool:
        path = str(self._folder / pattern.strip("/"))
        return Ignores(self._system).ignores(path, directory=pattern.endswith("/"))
