"""The rules as data: one file a rule, ``schemas/rules/<group>/<id>.toml``.

Ids and groups are the names of files and folders, so a run that finds nothing reads none of them;
a file is read when its rule fires or is asked about. The codes with which OpenWOP registries answer
belong to the profiles; they are joined in here, so that a rule knows its code wherever it is
reported.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from herdr_lint.judge import shipped as files
from herdr_lint.late import late
from herdr_lint.model import Severity

if TYPE_CHECKING:
    import tomllib

    from herdr_lint.judge import codes as readers
else:
    tomllib = late("tomllib")
    readers = late("herdr_lint.judge.codes")

FOLDER = "rules"
"""Where the rules lie under ``schemas/``."""

ELSE = "*"
"""The context that stands for all others, in a table by layer or profile."""
UNSHIPPED = "/unshipped"
"""What stands behind a layer for roles in it that no pack ships."""

DEFAULT = "default"
"""The cause of a finding whose rule is broken in one way only."""

OTHER = "other"
"""The words for causes that somebody else's schema names; a rule has them only if it needs them."""

_T = TypeVar("_T")


class Wording(NamedTuple):
    """What one cause of a rule says; templates in the manner of ``str.format``.

    ``consequence`` says by context what the host or the registry does because of this cause.
    """

    message: str
    help: str
    severity: Mapping[str, Severity] | None = None
    consequence: Mapping[str, str] | None = None
    codes: Mapping[str, str] | None = None


class Rule(NamedTuple):
    """One rule with all its words.

    ``severity``, ``consequence`` and ``codes`` are tables by context (a layer, ``openwop/v1``,
    ``role-pack``), with ``*`` for all others. ``codes`` are what the reader of the file answers;
    ``context#cause`` is the code for one cause.
    """

    id: str
    group: str
    title: str
    severity: Mapping[str, Severity]
    explanation: str
    consequence: Mapping[str, str]
    bad: str
    good: str
    source: str
    causes: Mapping[str, Wording] = {}
    codes: Mapping[str, str] = {}
    fix: str | None = None
    opt_in: bool = False

    def wording(self, cause: str | None) -> Wording:
        """The wording of a cause. Raises KeyError where the rule has no words for it."""
        own = self._own(cause)
        return self.causes[OTHER] if own is None else own

    def _own(self, cause: str | None) -> Wording | None:
        return self.causes.get(cause or DEFAULT)

    def severity_in(self, context: str, cause: str | None = None) -> Severity:
        """The severity in a layer or profile; a cause may have one of its own."""
        own = self._own(cause)
        return _in(context, (own and own.severity) or self.severity)

    def consequence_in(self, context: str, cause: str | None = None) -> str:
        """What the reader of the file does because of a cause; a template like its message."""
        own = self._own(cause)
        return _in(context, (own and own.consequence) or self.consequence)

    @property
    def consequences(self) -> str:
        """What the readers do, whatever the cause and the context, as one paragraph."""
        return " ".join(self.consequence.values())

    def code_in(self, context: str, cause: str | None = None) -> str | None:
        """The code of the reader in a layer or profile; a cause may have one of its own."""
        own = self._own(cause)
        codes = (own and own.codes) or {}
        context = context.removesuffix(UNSHIPPED)
        return (
            codes.get(context)
            or codes.get(ELSE)
            or self.codes.get(f"{context}#{cause}")
            or self.codes.get(context)
            or self.codes.get(ELSE)
        )


def _in(context: str, table: Mapping[str, _T]) -> _T:
    for known in (context, context.removesuffix(UNSHIPPED)):
        if known in table:
            return table[known]
    return table[ELSE]


class RuleRegistry:
    """All rules by id; a rule is read when it is asked for."""

    def __init__(self, rules: Iterable[Rule] = (), folder: Path | None = None) -> None:
        self._folder = folder
        self._rules = {rule.id: rule for rule in rules}
        self._groups = {rule.id: rule.group for rule in self._rules.values()}
        if folder is not None:
            found = sorted(folder.glob("*/*.toml"), key=lambda path: path.stem)
            self._groups |= {path.stem: path.parent.name for path in found}

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of an id. Raises KeyError where there is none."""
        rule = self._rules.get(rule_id)
        if rule is None:
            rule = self._rules[rule_id] = make_rule(self.entry(rule_id))
        return rule

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._groups

    def __iter__(self) -> Iterator[Rule]:
        """Every rule with its words; ``ids`` is enough for who wants names alone."""
        return map(self.__getitem__, self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, in alphabetical order."""
        return tuple(self._groups)

    @property
    def groups(self) -> frozenset[str]:
        return frozenset(self._groups.values())

    def group_of(self, rule_id: str) -> str:
        """The group of an id. Raises KeyError where there is no such rule."""
        return self._groups[rule_id]

    def entry(self, rule_id: str) -> dict[str, Any]:
        """The data of a rule's file, with its id and group first. KeyError for an unknown id."""
        group = self._groups[rule_id]
        if self._folder is None:
            raise KeyError(rule_id)
        return {"id": rule_id, "group": group, **read(self._folder / group / f"{rule_id}.toml")}

    @classmethod
    @cache
    def shipped(cls) -> "RuleRegistry":
        return cls(folder=files.root() / FOLDER)


def read(path: Path) -> dict[str, Any]:
    """The data of one rule's file, as ``rules.schema.json`` describes it.

    Prose may be broken into lines anywhere; it is one paragraph. Examples stay as they are.
    """
    data = tomllib.loads(path.read_text("utf-8"))
    return {key: value if key in _EXAMPLES else _unwrapped(value) for key, value in data.items()}


_EXAMPLES = frozenset({"bad", "good"})


def _unwrapped(value: Any) -> Any:
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, dict):
        return {key: _unwrapped(member) for key, member in value.items()}
    return value


def make_rule(entry: Mapping[str, Any]) -> Rule:
    """A rule from the data of its file, its id and its group."""
    return Rule(
        id=entry["id"],
        group=entry["group"],
        title=entry["title"],
        severity=_severities(entry["severity"]),
        explanation=entry["explanation"],
        consequence=_by_context(entry["consequence"]),
        bad=entry["bad"],
        good=entry["good"],
        source=entry["source"],
        causes={
            name: _wording(cause, readers.severities_of(entry["id"], name))
            for name, cause in entry["causes"].items()
        },
        codes={
            **_by_context(entry.get("code", {})),
            **readers.codes_of(entry["id"], entry["group"]),
        },
        fix=entry.get("fix"),
        opt_in=entry.get("opt-in", False),
    )


def _wording(cause: Mapping[str, Any], by_profile: Mapping[str, str]) -> Wording:
    """The words of a cause; a severity of its own is what a profile may differ from."""
    return Wording(
        message=cause["message"],
        help=cause["help"],
        severity=(
            _severities({**_by_context(cause["severity"]), **by_profile})
            if "severity" in cause
            else None
        ),
        consequence=_by_context(cause["consequence"]) if "consequence" in cause else None,
        codes=_by_context(cause["code"]) if "code" in cause else None,
    )


def _severities(value: Any) -> Mapping[str, Severity]:
    return {context: Severity(name) for context, name in _by_context(value).items()}


def _by_context(value: Any) -> Mapping[str, str]:
    """A table by context; one text stands for all of them."""
    return {ELSE: value} if isinstance(value, str) else value
