"""How each key that the host looks for is written, told where there is something to tell.

A key that stands once, on one plain line, with a value that the host takes, is only counted. Of
any other, the facts say what the host and YAML read. Where several things could be said of a line,
its facts are those of the gravest: a list that the host refuses is not compared with YAML's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from herdr_lint.late import late, late_pattern
from herdr_lint.model import Edit, Related, Span
from herdr_lint.role.fields import (
    BOOLEANS,
    CAPABILITIES,
    FIELDS,
    OWN_TOOLS,
    SKILL_NAME,
    SPAWNING_TOOLS,
    THINKING,
    Field,
    split_list,
)
from herdr_lint.role.frontmatter import QUOTES, FrontmatterEntry, KeyLine
from herdr_lint.role.intent import allowed_names, is_plain_scalar
from herdr_lint.role.reading import RoleReading

if TYPE_CHECKING:
    from herdr_lint.role import fixes, punctuation, tools
else:
    fixes = late("herdr_lint.role.fixes")
    punctuation = late("herdr_lint.role.punctuation")
    tools = late("herdr_lint.role.tools")

_QUALIFIED = late_pattern(r"[^/:\s]+/[^:\s]+")
_DRIVE = late_pattern(r"[A-Za-z]:")
_INHERIT = frozenset({"inherit", "inherited", "default", "parent", "auto", "none"})
_NO_SKILLS = frozenset({"none", "null", "true", "false", "yes", "no", "on", "off", "all"})
_TASK = late_pattern(r"task:", re.IGNORECASE | re.ASCII)
_LIST_DASH = late_pattern(r"-(\s|$)")
_UNPARSED = frozenset({"unreadable", "long"})
_NAMED_SKILLS = _UNPARSED | {"plain", "block-list", "mapping", "continued", "null"}
_MAPPINGS = frozenset({"mapping", "flow-mapping"})
_LISTED = frozenset({"mapping", "block-list"})
_EXAMPLES: Final[Mapping[str, str]] = {"tools": "read, bash", "deny-tools": "subagent"}
"""A value of each list that the host refuses if it is badly written, for those who wrote none."""

_DECORATED = frozenset({"single-quoted", "double-quoted", "commented"})


def _are_skills(names: list[str]) -> bool:
    return all(map(SKILL_NAME.fullmatch, names)) and not _NO_SKILLS.issuperset(names)


_ORDINARY: Final[Mapping[str, Callable[[str], bool]]] = {
    "tools": lambda raw: _are_ordinary(split_list(raw)),
    "deny-tools": lambda raw: all(name in SPAWNING_TOOLS for name in split_list(raw)),
    "model": lambda raw: (
        not punctuation.is_punctuated(raw) and all(map(_QUALIFIED.fullmatch, split_list(raw)))
    ),
    "cwd": lambda raw: raw.startswith("/"),
    "skills": lambda raw: _are_skills(split_list(raw)),
    "skill": lambda raw: False,
}
"""By key, whether there is nothing to say of a value that the host takes."""


def declared(reading: RoleReading, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The facts of each key that is declared, well or badly; ``values`` are the host's."""
    keys = dict.fromkeys((*reading.lines.canonical, *reading.lines.strays))
    return {key: _facts(reading, FIELDS[key], values.get(key)) for key in keys}


def _facts(reading: RoleReading, field: Field, value: Any) -> dict[str, Any]:
    entries = reading.lines.canonical.get(field.name, [])
    strays = reading.lines.strays.get(field.name, [])
    loose = field.name == "description" and reading.loose_text
    if len(entries) == 1 and not strays and not loose and _is_plain(field, entries[0], value):
        return {"times": 1, "canonical": True}
    facts: dict[str, Any] = {"times": len(entries), "canonical": not strays}
    if field.name == "description" and reading.lacks_description:
        del facts["times"]
    if entries:
        facts |= _Value(reading, field, entries).facts()
    if len(entries) > 1:
        _note_repetition(reading, field.name, entries)
    if strays:
        facts["lines"] = _lines(reading, field.name, entries, strays)
    return facts


def _is_plain(field: Field, entry: FrontmatterEntry, value: Any) -> bool:
    raw = entry.head.value
    if entry.tail or not is_plain_scalar(raw) or not field.has_type(value):
        return False
    ordinary = _ORDINARY.get(field.name)
    return ordinary is None or ordinary(raw)


def _are_ordinary(names: list[str]) -> bool:
    """Whether there is nothing to say of the names of tools; most roles name the first ones."""
    return OWN_TOOLS.issuperset(names) or tools.are_ordinary(names)


def _note_repetition(reading: RoleReading, key: str, entries: list[FrontmatterEntry]) -> None:
    first, second = entries[0].head, entries[1].head
    pointer = f"/declared/{key}/times"
    reading.places.put(pointer, second.key_span)
    told = "first declared here"
    if key not in CAPABILITIES:
        told += "; the host reads this one"
    reading.places.related[pointer] = (Related(reading.path, first.key_span, told),)
    written = {reading.block.lines[entry.head.line - 2] for entry in entries}
    if len(written) == 1 and not any(entry.tail for entry in entries):
        safe = reading.intents[key].form != "unreadable"
        last = entries[-1].head.line
        together = last - second.line == len(entries) - 2
        end = last if together else second.line
        reading.places.edits[pointer] = fixes.delete_lines(second.line, end, safe=safe)
    elif len(entries) == 2 and not first.value and not entries[0].tail:
        reading.places.edits[pointer] = fixes.delete_lines(first.line, first.line, safe=False)


def _lines(
    reading: RoleReading, key: str, entries: list[FrontmatterEntry], strays: list[KeyLine]
) -> list[dict[str, Any]]:
    """Every line that the host takes for a declaration of a capability key."""
    found = sorted((*(entry.head for entry in entries), *strays))
    return [
        _line(reading, f"/declared/{key}/lines/{index}", key, line)
        for index, line in enumerate(found)
    ]


def _line(reading: RoleReading, pointer: str, key: str, line: KeyLine) -> dict[str, Any]:
    reading.places.put(pointer, line.key_span)
    if line.canonical:
        return {"field": key, "form": "bare"}
    owner = reading.lines.owners.get(line.line)
    if owner is not None:
        head = owner.head
        return {"field": key, "form": "nested", "owner": head.key, "owner_line": head.line}
    safe = reading.lines.is_plainly(line)
    reading.places.edits[f"{pointer}/form"] = fixes.fix_key(line, key, safe=safe)
    return {"field": key, "form": line.form}


class _Value:
    """The first line of a key, which is the one that the host reads, looked at closely."""

    def __init__(self, reading: RoleReading, field: Field, entries: list[FrontmatterEntry]) -> None:
        self.reading = reading
        self.field = field
        self.entry = entries[0]
        self.alone = len(entries) == 1
        self.raw = self.entry.head.value
        self.pointer = f"/declared/{field.name}"
        self.intent = reading.lines.intents.of(self.entry)
        reading.intents[field.name] = self.intent
        unparsed = self.intent.form in _UNPARSED | {"plain"} and not self.entry.goes_on
        self.same = self.intent.meant == self.raw or unparsed
        self.taken = field.takes(self.raw)

    def facts(self) -> dict[str, Any]:
        head = self.entry.head
        value_span = head.value_span if head.value else None
        self.reading.places.put(self.pointer, value_span, head.key_span)
        facts: dict[str, Any] = {"raw": self.raw, "form": self.intent.form}
        if not self.same and self.intent.meant is not None:
            facts["meant"] = self.intent.meant
        self._note_edit()
        tell = _TOLD.get(self.field.name, _Value.as_word)
        return facts | tell(self)

    # Edits

    def _note_edit(self) -> None:
        edit = fixes.fix_value(self.reading.text, self.entry, self.intent, self.field)
        if edit is None:
            return
        if not self._is_welcome(edit.text.rpartition(f"{self.field.name}: ")[2]):
            edit = edit._replace(safe=False)
        for fact in ("", "/same", "/written", "/blank"):
            self.reading.places.edits[f"{self.pointer}{fact}"] = edit
        if self.field.words:
            self.reading.places.edits[f"/frontmatter/{self.field.name}"] = edit

    def _is_welcome(self, value: str) -> bool:
        """Whether the host, once it reads a value, has nothing to say against it."""
        match self.field.name:
            case "cli":
                return False
            case "name":
                return value == self.reading.stem
            case "skills" | "skill":
                return all(map(SKILL_NAME.fullmatch, split_list(value)))
        return True

    # What two readers make of the line

    def _compared(self, *, syntax: bool = True) -> dict[str, Any]:
        """Whether YAML reads what the host reads, and whether it reads the line at all."""
        form = self.intent.form
        if not self.same:
            unseen = form in _UNPARSED | {"continued"} and not self.raw
            cut = form in _UNPARSED or (form in _LISTED and self.raw)
            cause = "below" if unseen else "cut" if cut else form
            return {"same": False, "difference": cause}
        return {"same": True} | ({"yaml": form} if syntax and form in _UNPARSED else {})

    def _empty(self) -> dict[str, Any]:
        """That the key is there, once, and gives a value to neither reader."""
        return {"empty": True} if self.same and self.alone and not self.raw else {}

    # By key

    def as_list(self) -> dict[str, Any]:
        if not self.taken:
            refused = self._why_no_list()
            if refused in _MAPPINGS:
                return self._switched_on()
            return {"refused": refused, "example": _EXAMPLES[self.field.name]}
        names = tools.tool_names if self.field.name == "tools" else tools.denied_names
        compared = {} if _LIST_DASH.match(self.raw) else self._compared()
        return compared | names(self.reading)

    def _switched_on(self) -> dict[str, Any]:
        """A mapping of tools to switches; those that are on can be told on one line."""
        form = self.intent.form
        names = tools.plain_names(allowed_names(self.entry), deny=self.field.name != "tools")
        if not names:
            return {"refused": form}
        edit = fixes.fix_entry(self.reading.text, self.entry, self.field.name, ", ".join(names))
        self.reading.places.edits[self.pointer] = edit
        return {"refused": f"{form}-names", "allowed": ", ".join(names)}

    def _why_no_list(self) -> str:
        """Why the host does not take a capability list: by the line, or by what YAML reads."""
        raw, form = self.raw, self.intent.form
        by_line = form in _UNPARSED | {"plain", "continued"} or raw == "{}"
        if not by_line and self.intent.meant != "":
            return form
        if form == "continued" and (not raw or raw.endswith(",")):
            return form
        if not raw and not self.same:
            return "below"
        if raw in {"", "[]", "{}", '""', "''"} or raw[0] == "#":
            return "empty"
        if raw[0] in "[{|>":
            return "container"
        return "hash" if "#" in raw else "quote" if set(raw) & set("\"'") else "blank-entry"

    def as_switch(self) -> dict[str, Any]:
        if self.taken:
            return self._compared()
        cause = "boolean-empty" if not self.raw else "boolean"
        form, meant = self.intent.form, self.intent.meant
        if self.raw and form in _DECORATED and meant in BOOLEANS:
            cause = f"boolean-{form}"
        return {"refused": cause}

    def as_word(self) -> dict[str, Any]:
        """A word that the host drops is judged with the values that it reads."""
        if self.taken or (not self.raw and not self.same):
            return self._compared(syntax=False)
        return self._empty()

    def as_name(self) -> dict[str, Any]:
        """A name that is not the stem is told of as a mismatch."""
        compared = self._compared() if self.raw in {self.reading.stem, ""} else {}
        return compared | self._empty()

    def as_description(self) -> dict[str, Any]:
        """One that a pack lacks is told of as missing; quotes and comments hurt the least."""
        if self.reading.lacks_description:
            return {}
        compared = self._compared()
        opened = self.intent.form == "unreadable" and self.raw[:1] in QUOTES
        if self.reading.loose_text and (self.same or opened):
            return {"same": False, "difference": "unindented", **self._joined(opened=opened)}
        if self.intent.form in _DECORATED | {"null"}:
            compared["difference"] = f"description-{self.intent.form}"
        return compared

    def _joined(self, *, opened: bool) -> dict[str, str]:
        """The description with the text that goes on below it, which YAML refuses."""
        below = self.reading.loose_text
        indented = [line.strip() for _, line in self.entry.tail] if opened else []
        whole = " ".join(filter(None, [self.raw, *indented, *below]))
        if whole[0] in QUOTES and whole[-1] == whole[0]:
            whole = whole[1:-1]
        end = self.entry.last_line + len(below)
        span = Span(
            self.entry.head.value_span.start,
            self.reading.text.line_span(end).end,
        )
        self.reading.places.edits[f"{self.pointer}/same"] = Edit(span, whole, safe=False)
        return {"meant": whole}

    def as_model(self) -> dict[str, Any]:
        facts = self._compared() | self._empty()
        if self.same and self.raw:
            names = split_list(self.raw)
            if not all(names):
                facts.pop("yaml", None)
                facts["blank"] = True
            names = [name for name in names if name]
            for index, span in enumerate(self.reading.entry_spans("model", names)):
                self.reading.places.put(f"{self.pointer}/models/{index}", span)
            facts["models"] = [_model(name) for name in names]
            self._note_models(names)
            if len(names) == 1 and facts["models"][0].get("cause") == "inherit":
                self._note_deletion(f"{self.pointer}/models/0/qualified")
        return facts

    def _note_models(self, names: list[str]) -> None:
        for index, span in enumerate(self.reading.entry_spans("model", names)):
            meant = punctuation.models_in(names[index])
            if punctuation.is_punctuated(names[index]) and _ORDINARY["model"](meant):
                edit = Edit(span, meant, safe=False)
                self.reading.places.edits[f"{self.pointer}/models/{index}/qualified"] = edit

    def _note_deletion(self, pointer: str) -> None:
        edit = fixes.delete_entry(self.reading.block, self.entry)
        if edit and self.alone:
            self.reading.places.edits[pointer] = edit

    def as_directory(self) -> dict[str, Any]:
        """Judged as the host reads it, unless YAML means another one."""
        facts: dict[str, Any] = {}
        if self.raw != "~":
            facts |= self._compared() | self._empty()
        if self.raw and (self.same or self.intent.form == "commented" or self.raw == "~"):
            drive = _DRIVE.match(self.raw)
            base = "tilde" if self.raw[0] == "~" else "drive" if drive else "default"
            facts |= {"directory": self.raw, "base": base}
        return facts

    def as_unjudged(self) -> dict[str, Any]:
        """A value that is reported whatever it is; one below the line is as good as none."""
        return {"empty": True} if self.alone and not self.raw else {}

    def as_skills(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        if self.field.name == "skill":
            shadowed = self.reading.lines.value("skills") != ""
            facts = {"shadowed": shadowed} | ({"legacy": not shadowed} if self.raw else {})
            self._note_legacy()
            if shadowed:
                return facts
        facts |= self._empty()
        if self.intent.form not in _NAMED_SKILLS:
            return facts | ({} if self.same else {"written": self.intent.form})
        facts |= self._skill_names()
        if "legacy" in facts and "words" in facts:
            del facts["legacy"]
            facts["legacy-words"] = facts.pop("words")
        return facts

    def _note_legacy(self) -> None:
        head, top_level = self.entry.head, self.reading.lines.top_level
        for fact in ("shadowed", "legacy"):
            self.reading.places.put(f"{self.pointer}/{fact}", None, head.key_span)
        if (top_level["skill"], top_level["skills"]) == (1, 0):
            edit = fixes.fix_key(head, "skills", safe=True)
            self.reading.places.edits[f"{self.pointer}/legacy"] = edit

    def _skill_names(self) -> dict[str, Any]:
        """The names, or the words where no skill can be meant by them."""
        names = split_list(self.raw)
        blank = not all(names) and bool(self.raw)
        names = [name for name in names if name]
        for index, span in enumerate(self.reading.entry_spans(self.field.name, names)):
            pointer = f"{self.pointer}/entries/{index}"
            meant = punctuation.names_in(names[index], lambda _: True)
            if meant and all(map(SKILL_NAME.fullmatch, meant)):
                self.reading.places.edits[pointer] = Edit(span, ", ".join(meant), safe=False)
        if self.intent.form == "null" and not all(map(SKILL_NAME.fullmatch, names)):
            self._note_deletion(f"{self.pointer}/written")
            return {"written": "null"}
        if names and set(names) <= _NO_SKILLS:
            for fact in ("words", "legacy-words"):
                self._note_deletion(f"{self.pointer}/{fact}")
            return {"words": ", ".join(names)}
        facts = {"entries": names, **self._compared(syntax=False)}
        return facts | ({"blank": True} if self.same and blank else {})


def _model(name: str) -> dict[str, Any]:
    """A model as the host cuts it at the first slash, and what it takes for something else."""
    provider, _, model = name.partition("/")
    level = name.rpartition(":")[2]
    if _TASK.match(name):
        cause = "task"
    elif name.lower() in _INHERIT:
        cause = "inherit"
    elif punctuation.is_punctuated(name):
        cause = "punctuation"
    elif not (provider and model):
        cause = "default"
    elif level in THINKING:
        cause = "thinking-suffix"
    else:
        return {"written": name, "qualified": True}
    return {"written": name, "qualified": False, "cause": cause}


_TOLD: Final[Mapping[str, Callable[[_Value], dict[str, Any]]]] = {
    "tools": _Value.as_list,
    "deny-tools": _Value.as_list,
    "spawning": _Value.as_switch,
    "self-spawn": _Value.as_switch,
    "name": _Value.as_name,
    "description": _Value.as_description,
    "model": _Value.as_model,
    "skills": _Value.as_skills,
    "skill": _Value.as_skills,
    "cwd": _Value.as_directory,
    "cli": _Value.as_unjudged,
    "cli-model": _Value.as_unjudged,
}
"""What is told of a line, by its key; of all others as of a word."""
