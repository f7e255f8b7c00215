"""The file that an editor asks about: what it is, and its text, findings and document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from herdr_lint.config.loading import load
from herdr_lint.config.reading import OWN_FILE, PROJECT_FILE, ConfigurationError
from herdr_lint.judge.document import Document, is_yaml
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.schema_guide import Guide
from herdr_lint.model import Finding, Severity, Span, UsageError
from herdr_lint.openwop import profiles
from herdr_lint.project.role_folders import PACK_MANIFESTS
from herdr_lint.project.targets import RoleFile, Target
from herdr_lint.role.document import read_role
from herdr_lint.syntax.spans import Step

Kind = Literal["role", "manifest", "package", "configuration", "other"]

CONFIGURATION = "configuration"
"""What stands for a rule in the findings about a configuration file."""

_CONFIG_SCHEMA = "config.schema.json"


@dataclass(frozen=True)
class Subject:
    """One file in one state."""

    path: Path
    data: bytes
    text: BufferText
    target: Target | None
    findings: Sequence[Finding] = ()

    @cached_property
    def kind(self) -> Kind:
        name = self.path.name
        if isinstance(self.target, RoleFile):
            return "role"
        if name in {OWN_FILE, PROJECT_FILE}:
            return "configuration"
        if name == "package.json":
            return "package"
        return "manifest" if self.target is not None or name in PACK_MANIFESTS else "other"

    @property
    def syntax(self) -> str:
        """The suffix that tells how the file is written."""
        suffix = self.path.suffix.lower()
        return ".yaml" if is_yaml(suffix) else suffix

    @cached_property
    def role(self) -> Document | None:
        """The document of a role file, as the host reads it."""
        if not isinstance(self.target, RoleFile):
            return None
        return read_role(
            self.target.display_path, self.data, stem=self.target.stem, layer=self.target.layer
        )

    @cached_property
    def manifest(self) -> Document:
        return read_manifest(self.path.as_posix(), self.data)

    @property
    def document(self) -> Document | None:
        """The document of what may hold ignores."""
        return self.manifest if self.kind == "manifest" else self.role

    @cached_property
    def guide(self) -> tuple[Guide, tuple[Step, ...]] | None:
        """The schema that describes the file, and the place in the file where it begins."""
        match self.kind:
            case "configuration":
                own = self.path.name == OWN_FILE
                return Guide(_CONFIG_SCHEMA), () if own else ("tool", "herdr-lint")
            case "manifest":
                return Guide(self._manifest_schema()), ()
        return None

    def _manifest_schema(self) -> str:
        data = self.manifest.data if isinstance(self.manifest.data, Mapping) else {}
        profile = profiles.recognise(data)
        is_agent = "agentId" in data and self.path.name not in PACK_MANIFESTS
        return profile.agent if is_agent else profile.schema_for(data)


def configuration_findings(path: Path, data: bytes) -> tuple[Finding, ...]:
    """What is wrong with a configuration file, as findings; a run would stop at it."""
    if path.name == PROJECT_FILE and b"herdr-lint" not in data:
        return ()
    try:
        load(path, data)
    except ConfigurationError as error:
        return tuple(
            _finding(path, problem.text, problem.span)
            for problem in error.located
            if problem.path.endswith(path.name)
        )
    except UsageError as error:
        if path.name == PROJECT_FILE:
            return ()
        return tuple(_finding(path, text, Span.at(1, 1)) for text in error.problems)
    return ()


def _finding(path: Path, text: str, span: Span) -> Finding:
    return Finding(
        rule=CONFIGURATION,
        severity=Severity.ERROR,
        message=text,
        help="see the guide to the configuration; the settings before this one hold meanwhile",
        path=path.as_posix(),
        span=span,
    )
