"""From files and options to settings; every name in them is checked on the way."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from herdr_lint.config import reading
from herdr_lint.config.reading import hint, raise_problems
from herdr_lint.config.selection import ALWAYS, Choice, groups, highest
from herdr_lint.config.settings import AUTO, Config, Excluded, FileSettings, Override
from herdr_lint.files import disk
from herdr_lint.judge.document import Document, Part, to_pointer
from herdr_lint.judge.judge import show
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.late import late
from herdr_lint.model import Severity, UsageError
from herdr_lint.version import __version__

if TYPE_CHECKING:
    from herdr_lint.config import extending as inheriting
    from herdr_lint.config import policy as policies
    from herdr_lint.config.policy import Policy
    from herdr_lint.files import git_patterns
    from herdr_lint.judge import codes
else:
    codes = late("herdr_lint.judge.codes")
    inheriting = late("herdr_lint.config.extending")
    git_patterns = late("herdr_lint.files.git_patterns")
    policies = late("herdr_lint.config.policy")

MOST_EXTENDED = 32
"""Files that may extend one another, one after the other."""

_OFF = "off"
_VALUE: Part = "value"
_ALL_RULES = "; `herdr-lint rules` lists them all"

_Problem: TypeAlias = "tuple[str, Part, str]"


class Configs:
    """The configurations of one run: each file is judged by the nearest one.

    ``run`` holds for the run as a whole. A configuration that the caller named is the only one.
    ``options`` are those of ``overruled``.
    """

    def __init__(
        self,
        run: Config | None = None,
        *,
        explicit: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.run = run or Config()
        self.explicit = explicit
        self.options = options or {}
        self._near: dict[str, Config | UsageError] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Configs):
            return NotImplemented
        own = (self.run, self.explicit, self.options)
        return own == (other.run, other.explicit, other.options)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def load(
        cls, explicit: Path | None = None, directory: Path | None = None, **options: Any
    ) -> Configs:
        """Read the named configuration, or else the one nearest to a directory (the working one).

        Raises:
            UsageError: as ``load`` and ``overruled`` say.

        """
        directory = Path(disk.real(directory or Path.cwd()))
        path = explicit or reading.find(directory)
        config = load(path) if path else Config(directory=directory)
        return cls(overruled(config, **options), explicit=explicit is not None, options=options)

    def without_baseline(self) -> Configs:
        """The same, but that the run as a whole accepts nothing that was found before."""
        run = self.run._replace(baseline=None)
        return Configs(run, explicit=self.explicit, options=self.options)

    def nearest(self, path: str | Path) -> Config:
        """The configuration that a file is judged by.

        Raises:
            UsageError: as ``load`` says.

        """
        found = self._nearest(path)
        if isinstance(found, UsageError):
            raise found
        return found

    def around(self, path: str | Path) -> Config:
        """The configuration of a file that may be only context: a broken one does not count."""
        found = self._nearest(path)
        return self.run if isinstance(found, UsageError) else found

    def of_shown(self, path: str) -> Config:
        """The configuration of a file as a report names it, or of the archive that it lies in."""
        return self.around(path.partition("!")[0])

    def in_use(self) -> tuple[Config, ...]:
        """The configurations that files have been judged by so far, each once."""
        met = (one for one in self._near.values() if isinstance(one, Config))
        return tuple({one.file: one for one in (self.run, *met)}.values())

    def _nearest(self, path: str | Path) -> Config | UsageError:
        if self.explicit:
            return self.run
        folder = str(path).rpartition(os.sep)[0]
        found = self._near.get(folder)
        if found is None:
            found = self._looked_for(os.path.dirname(os.path.abspath(path)))
            if folder:  # relative ones as well: the paths of a report are asked about one by one
                self._near[folder] = found
        return found

    def _looked_for(self, directory: str) -> Config | UsageError:
        """What holds for the files of a folder, by the nearest one on the way up that says it."""
        below: list[str] = []
        while directory not in self._near:
            below.append(directory)
            if (found := self._found(directory)) is not None:
                self._near[directory] = found
            else:
                directory = os.path.dirname(directory)
        found = self._near[directory]
        self._near.update(dict.fromkeys(below, found))
        return found

    def _found(self, folder: str) -> Config | UsageError | None:
        """What a folder itself says of what lies in it; None where those above it are asked."""
        try:
            file = reading.in_folder(folder)
            if file is not None:
                return self._config(file)
            return (
                self._plain if reading.is_top(folder) or folder == os.path.dirname(folder) else None
            )
        except UsageError as error:
            return error

    def for_file(self, path: str | Path) -> FileSettings:
        """What a file is judged by, by the configuration that is nearest to it."""
        return self.nearest(path).for_file(path)

    @cached_property
    def _plain(self) -> Config:
        """What holds for files of a project that says nothing: the defaults and the options."""
        if self.run.file is None:
            return self.run
        return overruled(Config(), **self.options)

    def _config(self, path: Path) -> Config:
        if path == self.run.file:
            return self.run
        return overruled(load(path), **self.options)


def load(path: Path, data: bytes | None = None, extending: tuple[Path, ...] = ()) -> Config:
    """The settings of one file: ``pyproject.toml``, or one of any other name.

    ``data`` stands for the contents of the file, where they are not those on the disk, and
    ``extending`` are the files that lead to this one.

    Raises:
        UsageError: the file or something that it names cannot be read, or it says what makes no
            sense; each problem with its file, line and column.

    """
    path = Path(os.path.abspath(path))
    document = reading.read(path, data)
    _refuse_other_version(document)
    base = _base(document, path, extending)
    policy = _policies(_within(path.parent, document.data.get("policy", ())))
    known = (*base.policy, *policy) if base else policy
    problems = (
        *_rule_problems(document, known),
        *_pattern_problems(document),
        *_missing_roles(document, path.parent),
    )
    raise_problems(document, problems)
    config = Config(
        directory=path.parent,
        policy=policy,
        file=path,
        document=document,
        **_settings(document.data, path.parent),
    )
    return inheriting.extended(config, base, document.data) if base else config


def _refuse_other_version(document: Document) -> None:
    wanted = document.data.get("required-version")
    problem = inheriting.version_problem(wanted, __version__) if wanted else None
    if problem:
        raise_problems(document, [("/required-version", _VALUE, problem)])


def _base(document: Document, path: Path, extending: tuple[Path, ...]) -> Config | None:
    """The configuration that another one extends, with all that it extends itself."""
    if "extends" not in document.data:
        return None
    (file,) = _within(path.parent, [document.data["extends"]])
    if file in (path, *extending):
        told = f"{show(document.data['extends'])} leads back to this file; take it out"
        raise_problems(document, [("/extends", _VALUE, told)])
    if len(extending) == MOST_EXTENDED:
        told = f"more than {MOST_EXTENDED} files extend one another; put some of them together"
        raise_problems(document, [("/extends", _VALUE, told)])
    return load(file, extending=(*extending, path))


def overruled(
    config: Config,
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    policy: Sequence[Path] = (),
    exclude: Sequence[str] = (),
    **settings: Any,
) -> Config:
    """The configuration with what the command line says instead; None and nothing say nothing.

    Policies are added to the configured ones, ``select`` and ``ignore`` overrule the configured
    choice of rules. ``settings`` are other attributes of ``Config``.

    Raises:
        UsageError: a name is that of no rule or group, or a policy cannot be used.

    """
    added = _policies([Path(os.path.abspath(path)) for path in policy])
    policies = tuple({one.path: one for one in (*config.policy, *added)}.values())
    whole = config._replace(policy=policies)
    options = (("--select", select or ()), ("--ignore", ignore))
    problems = [
        f"{option}: {told}"
        for option, rules in options
        for rule in rules
        if (told := _name_problem(rule, whole.known_rules, off=option == "--ignore"))
    ]
    if profile_told := _profile_problem(settings.get("profile")):
        problems.append(f"--profile: {profile_told}")
    problems += [f"--exclude: {told}" for pattern in exclude if (told := _pattern_problem(pattern))]
    if problems:
        raise UsageError(*problems)
    said = {key: value for key, value in settings.items() if value is not None}
    given = {"select": select, "ignore": ignore, "policy": policy, **said}
    return config._replace(
        asked=Choice(tuple(select) if select else None, tuple(ignore)),
        asked_exclude=Excluded(tuple(exclude), Path.cwd()) if exclude else None,
        policy=policies,
        given=config.given | {key for key, value in given.items() if value},
        **said,
    )


def _settings(data: Mapping[str, Any], directory: Path) -> dict[str, Any]:
    """The attributes of ``Config`` that a file sets, each as its type."""
    found: dict[str, Any] = {
        key.replace("-", "_"): tuple(value) if isinstance(value, list) else value
        for key, value in data.items()
        if key not in {"select", "ignore", "severity", "policy"}
    }
    found["choice"] = _choice(data)
    found["overrides"] = tuple(
        Override(tuple(entry["paths"]), _choice(entry), entry.get("layer"))
        for entry in data.get("overrides", ())
    )
    found["alternatives"] = tuple(map(tuple, data.get("alternatives", ())))
    found["roles"] = tuple(_within(directory, data.get("roles", ())))
    if "show" in data:
        found["show"] = Severity(data["show"])
    if "extends" in data:
        (found["extends"],) = _within(directory, [data["extends"]])
    if "baseline" in data:
        (found["baseline"],) = _within(directory, [data["baseline"]])
    return found


def _choice(data: Mapping[str, Any]) -> Choice:
    severity = {
        rule: None if level == _OFF else Severity(level)
        for rule, level in data.get("severity", {}).items()
    }
    select = tuple(data["select"]) if "select" in data else None
    return Choice(select, tuple(data.get("ignore", ())), severity)


def _within(directory: Path, paths: Sequence[str]) -> list[Path]:
    return [Path(os.path.normpath(directory / path)) for path in paths]


def _policies(paths: Sequence[Path]) -> tuple[Policy, ...]:
    """The policies of a run; without any, what reads them is not loaded."""
    return tuple(policies.Policy.load(path) for path in paths)


# What the schema cannot say


def _rule_problems(document: Document, policy: Sequence[Policy]) -> Iterator[_Problem]:
    """Names of rules that do not exist, and severities that a rule cannot have."""
    known = Config(policy=tuple(policy)).known_rules
    overrides = enumerate(document.data.get("overrides", ()))
    tables = [("", document.data), *((f"/overrides/{index}", entry) for index, entry in overrides)]
    if told := _profile_problem(document.data.get("profile")):
        yield "/profile", _VALUE, told
    for pointer, table in tables:
        for key in ("select", "ignore"):
            for index, rule in enumerate(table.get(key, ())):
                problem = _name_problem(rule, known, off=key == "ignore")
                if problem:
                    yield f"{pointer}/{key}/{index}", _VALUE, problem
        for rule, level in table.get("severity", {}).items():
            problem = _severity_problem(rule, level, known)
            if problem:
                yield pointer + to_pointer(["severity", rule]), "key", problem


def _name_problem(rule: str, known: Collection[str], *, off: bool) -> str | None:
    if off and rule in ALWAYS:
        return f"{show(rule)} cannot be switched off; take it out of the list"
    if rule in known or rule in groups():
        return None
    near = hint(rule, sorted({*known, *groups()})) or _ALL_RULES
    return f"there is no rule or group {show(rule)}{near}"


def _profile_problem(name: str | None) -> str | None:
    if name is None or name in {AUTO, *codes.names()}:
        return None
    known = ", ".join(codes.names())
    return f"there is no profile {show(name)}; choose one of auto, {known}"


def _severity_problem(rule: str, level: str, known: Collection[str]) -> str | None:
    if rule not in known:
        return f"there is no rule {show(rule)}{hint(rule, sorted(known)) or _ALL_RULES}"
    if rule in ALWAYS:
        return f"the severity of {show(rule)} cannot be changed; remove the entry"
    book = RuleRegistry.shipped()
    if level != _OFF and rule in book and Severity(level) > highest(book[rule]):
        return f"the severity of {show(rule)} can be {show(highest(book[rule]).value)} at most"
    return None


def _missing_roles(document: Document, directory: Path) -> Iterator[_Problem]:
    """Directories of roles that are not there."""
    named = document.data.get("roles", ())
    for index, (name, path) in enumerate(zip(named, _within(directory, named), strict=True)):
        if not disk.exists(path):
            told = f"there is no folder {show(name)}; its path begins at the configuration's folder"
            yield f"/roles/{index}", _VALUE, told


def _pattern_problems(document: Document) -> Iterator[_Problem]:
    lists = {"/exclude": document.data.get("exclude", ())}
    for index, entry in enumerate(document.data.get("overrides", ())):
        lists[f"/overrides/{index}/paths"] = entry["paths"]
    for pointer, patterns in lists.items():
        for index, pattern in enumerate(patterns):
            told = _pattern_problem(pattern)
            if told:
                yield f"{pointer}/{index}", _VALUE, told


def _pattern_problem(pattern: str) -> str | None:
    try:
        git_patterns.spec([pattern])
    except (ValueError, re.error):
        return (
            f"{show(pattern)} is not a pattern as in a .gitignore, such as `drafts/` or `*.old.md`"
        )
    return None
