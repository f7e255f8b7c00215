"""What a run and each of its files are to be judged by, as plain values."""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from herdr_lint.config.selection import Choice, Selection
from herdr_lint.judge.document import Document
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.late import late
from herdr_lint.model import Layer, Severity

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from herdr_lint.config.policy import Policy
    from herdr_lint.files import git_patterns
    from herdr_lint.openwop.pinned import PinnedSchemas
else:
    git_patterns = late("herdr_lint.files.git_patterns")

AUTO = "auto"
NEVER = "never"


class Override(NamedTuple):
    """Settings for the files that ``paths`` match; ``layer`` is None where it says nothing."""

    paths: tuple[str, ...]
    choice: Choice = Choice()
    layer: str | None = None


class Excluded(NamedTuple):
    """Patterns of the command line, which count from the working directory."""

    patterns: tuple[str, ...]
    directory: Path

    def matches(self, path: str | Path) -> bool:
        return _matches(self.patterns, self.directory, path)


class FileSettings(NamedTuple):
    """What one file is judged by; ``layer`` is None where its place tells."""

    selection: Selection = Selection()
    layer: Layer | None = None
    known_tools: tuple[str, ...] = ()
    known_keys: tuple[str, ...] = ()


class Config(NamedTuple):
    """All settings, as ``schemas/config.schema.json`` describes them; complete without any file.

    ``directory`` is the folder that patterns count from, the working directory where nothing is
    said; all other paths are absolute.
    ``choice`` is what the configuration says of rules, ``asked`` what the command line does, and
    ``asked_exclude`` what the command line leaves out.
    ``schemas`` are those of a registry, which judge its packs instead of ours.
    ``file`` is where the settings come from, ``document`` what stands in it, and ``given`` names
    the settings in which the command line overruled it. ``base`` is the configuration that it
    extends, whose settings are part of these.
    """

    directory: Path = Path()
    choice: Choice = Choice()
    asked: Choice = Choice()
    overrides: tuple[Override, ...] = ()
    layer: str = AUTO
    policy: tuple["Policy", ...] = ()
    known_tools: tuple[str, ...] = ()
    known_keys: tuple[str, ...] = ()
    roles: tuple[Path, ...] = ()
    exclude: tuple[str, ...] = ()
    asked_exclude: Excluded | None = None
    alternatives: tuple[tuple[str, ...], ...] = ()
    profile: str = AUTO
    schemas: "PinnedSchemas | None" = None
    fail_on: str = Severity.ERROR.value
    show: Severity = Severity.WARNING
    baseline: Path | None = None
    extends: Path | None = None
    required_version: str | None = None
    base: "Config | None" = None
    file: Path | None = None
    document: Document | None = None
    given: frozenset[str] = frozenset()

    @property
    def fails_at(self) -> Severity | None:
        """The severity from which on a finding fails the run; None if none does."""
        return None if self.fail_on == NEVER else Severity(self.fail_on)

    @property
    def known_rules(self) -> frozenset[str]:
        """The ids of all rules: ours and those of the policies."""
        return frozenset(RuleRegistry.shipped().ids).union(
            *(policy.rules for policy in self.policy)
        )

    @property
    def moves_files(self) -> bool:
        """Whether files may be put into other layers than their place does."""
        return self.layer != AUTO or any(override.layer for override in self.overrides)

    def excludes(self, path: str | Path) -> bool:
        """Whether a path is to be passed over, even when it is named."""
        if self.asked_exclude is not None and self.asked_exclude.matches(path):
            return True
        return bool(self.exclude) and _matches(self.exclude, self.directory, path)

    def overrides_for(self, path: str | Path) -> Iterator[int]:
        """The indexes of the overrides that hold for a file, in their order."""
        for index, override in enumerate(self.overrides):
            if _matches(override.paths, self.directory, path):
                yield index

    def for_file(self, path: str | Path) -> FileSettings:
        """What one file is judged by."""
        overrides = [self.overrides[index] for index in self.overrides_for(path)]
        layers = (self.layer, *(override.layer for override in overrides if override.layer))
        layer = self.layer if "layer" in self.given else layers[-1]
        choices = (self.choice, *(override.choice for override in overrides), self.asked)
        return FileSettings(
            Selection(choices),
            None if layer == AUTO else Layer(layer),
            self.known_tools,
            self.known_keys,
        )


def _matches(patterns: tuple[str, ...], directory: Path, path: str | Path) -> bool:
    """Whether patterns match a path; they say nothing of what does not lie in their folder."""
    try:
        inner = os.path.relpath(path, directory).replace(os.sep, "/")
    except ValueError:
        return False
    return inner.partition("/")[0] not in {".", ".."} and _spec(patterns).match_file(inner)


@lru_cache(maxsize=256)
def _spec(patterns: tuple[str, ...]) -> "GitIgnoreSpec":
    return git_patterns.spec(patterns)
