"""Documents that are all that a shape can be: what is printed, and what is written by hand.

Each member that a schema knows is in one of them, and each word of a list of words. What an odd one
has beside that is refused, though each member by itself is sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

STATES = ("available", "hidden", "contested", "shadowed", "blocked", "disabled", "invalid")
LAYERS = ("package", "global", "project")
NEEDS = (
    "capability",
    "credential",
    "dependency",
    "engine",
    "facet",
    "mcp-server",
    "memory",
    "model-capability",
    "model-class",
    "oauth",
    "peer",
    "runtime",
    "runtime-requirement",
    "secret",
    "tool",
)
HASH = "3" * 64
INTEGRITY = f"sha256-{'A' * 42}+="
PLACE = {"line": 1, "column": 1}
TOOL = {"name": "herdr-lint", "version": "1"}
NOTHING: list[Any] = []

FINDING = {
    "rule": "r",
    "severity": "error",
    "message": "m",
    "help": "h",
    "path": "scout.md",
    "start": PLACE,
    "end": PLACE,
    "cause": "default",
    "consequence": "c",
    "pointer": "/frontmatter/thinking",
    "host_code": "code",
    "host_reports": True,
    "source": "s",
    "related": [{"path": "lead.md", "start": PLACE, "end": PLACE, "message": "m"}],
    "edits": [{"safe": True, "start": PLACE, "end": PLACE, "text": "high"}],
}
LITTLE = {key: FINDING[key] for key in ("rule", "message", "help", "path", "start")}
LEFT = {"path": "lead.md", "reason": "r", "decides": True}


def reports() -> Iterator[tuple[str, Any]]:
    counts = {"files": 0, "errors": 0, "warnings": 0, "notes": 0, "unchecked": 0}
    others = [{**LITTLE, "severity": level} for level in ("warning", "note")]
    near = [
        {**LITTLE, "severity": "note", "related": [{"path": "", "start": PLACE, "message": ""}]}
    ]
    whole = {"version": 1, "tool": TOOL, "summary": counts}
    yield "whole", {**whole, "findings": [FINDING], "unchecked": [LEFT]}
    yield "little", {**whole, "findings": others, "unchecked": NOTHING}
    yield "related", {**whole, "findings": near, "unchecked": NOTHING}


def verdicts() -> Iterator[tuple[str, Any]]:
    needs: list[dict[str, Any]] = [{"kind": kind, "name": "n", "optional": False} for kind in NEEDS]
    needs[0] |= {"value": "v", "by": ["a"]}
    unknown = {"name": None, "version": None, "integrity": None}
    known = {"name": "crew", "version": "1.0.0", "integrity": INTEGRITY}
    same = {
        "version": 1,
        "tool": TOOL,
        "profile": "role-pack",
        "pack": unknown,
        "republished": False,
        "findings": NOTHING,
        "unchecked": NOTHING,
        "needs": NOTHING,
        "schemas": {"role/role.schema.json": f"sha256:{HASH}"},
    }
    accepted = {**same, "outcome": "accepted", "accepted": True, "primary": None}
    published = {"profile": "openwop/v2", "pack": known, "republished": True, "needs": needs}
    yield "accepted", {**accepted, **published}
    rejected = {**same, "outcome": "rejected", "accepted": False, "primary": "pack_invalid"}
    yield "rejected", {**rejected, "findings": [FINDING]}
    undecided = {**same, "outcome": "undecided", "accepted": False, "primary": None}
    left = {"unchecked": [LEFT, {**LEFT, "decides": False}]}
    yield "undecided", {**undecided, **left}
    yield "odd, accepted with a code", {**accepted, "primary": "c"}
    yield "odd, accepted like a rejected one", {**rejected, "outcome": "accepted"}
    yield "odd, accepted like an undecided one", {**undecided, **left, "outcome": "accepted"}
    yield "odd, undecided with a code", {**undecided, **left, "primary": "c"}
    yield "odd, without a version of OpenWOP", {**accepted, "profile": "openwop/v"}


def lists() -> Iterator[tuple[str, Any]]:
    role = {"name": "scout", "path": "scout.md", "source": "crew@1.0.0", "layer": "package"}
    why: dict[str, dict[str, Any]] = {
        "contested": {"by": ["lead.md"]},
        "shadowed": {"by": ["lead.md"]},
        "blocked": {"by": ["lead.md"], "code": "c"},
        "disabled": {"description": "d"},
        "invalid": {"code": "c"},
    }
    roles = [{**role, "state": state, **why.get(state, {})} for state in STATES]
    others = [{**role, "layer": layer, "state": "available"} for layer in LAYERS]
    whole = {"version": 1, "hidden": 0, "unchecked": NOTHING}
    yield "states", {**whole, "roles": roles}
    yield "layers", {**whole, "roles": others, "hidden": 1, "unchecked": [LEFT]}
    for state in STATES[2:]:
        yield state, {**whole, "roles": [{**role, "state": state, **why[state]}]}
    for state in STATES[:2]:
        for more in ({"by": ["lead.md"]}, {"code": "c"}):
            yield f"odd, {state}", {**whole, "roles": [{**role, "state": state, **more}]}


def shown() -> Iterator[tuple[str, Any]]:
    settings: list[dict[str, Any]] = [
        {"key": "tools", "line": 1, "written": "read", "read": ["read"], "follows": "f"},
        {"key": "cwd", "read": None, "follows": "f"},
        {"key": "thinking", "read": "high", "follows": "f"},
        {"key": "spawning", "read": True, "follows": "f"},
    ]
    launch = {
        "refused": None,
        "tools": ["read"],
        "added": ["a"],
        "denied": ["d"],
        "may_spawn": True,
        "exits_by_itself": False,
        "skills": ["map"],
        "settings": settings[:2],
    }
    role = {
        "version": 1,
        "name": "scout",
        "path": "scout.md",
        "layer": "package",
        "source": "crew@1.0.0",
        "state": "available",
        "code": None,
        "launched": True,
        "others": NOTHING,
        "launch": launch,
        "skills": [{"name": "map", "path": "skills/map/SKILL.md"}, {"name": "x", "path": None}],
    }
    yield "whole", role
    for setting in settings[2:]:
        yield setting["key"], {**role, "launch": {**launch, "settings": [setting]}}
    all_tools = {**launch, "refused": "why", "tools": None}
    yield "all tools", {**role, "code": "c", "launch": all_tools}
    layers = [{"path": "p", "layer": layer, "state": "hidden"} for layer in LAYERS]
    states = [{"path": "p", "layer": "project", "state": state} for state in STATES]
    yield "others", {**role, "launch": None, "others": [*layers, *states]}


def catalogs() -> Iterator[tuple[str, Any]]:
    pack = {
        "versions": {"1.0.0": INTEGRITY, "1.1.0": None},
        "nodes": ["acme.text.count"],
        "agents": ["acme.crew.writer"],
    }
    yield "whole", {"$schema": "s", "version": 1, "packs": {"acme.crew": pack}}
    yield "bare", {"version": 1, "packs": {"acme.crew": {}}}


def baselines() -> Iterator[tuple[str, Any]]:
    entry = {"path": "a", "rule": "r", "fingerprint": "0123456789abcdef"}
    longest = {**entry, "fingerprint": HASH}
    yield "whole", {"$schema": "s", "version": 1, "findings": [{**entry, "count": 1}]}
    yield "bare", {"version": 1, "findings": [longest]}
    yield "odd", {"version": 1, "findings": [{**entry, "fingerprint": f"{HASH}0"}]}


def policy_annotations() -> Iterator[tuple[str, Any]]:
    texts = {"cause": "c", "message": "m", "consequence": "c", "help": "h", "source": "s"}
    yield "whole", {"rule": "model-2-required", "at": "key", "severity": "error", **texts}
    yield "other", {"rule": "model", "at": "value", "severity": "warning"}
    yield "note", {"rule": "m2", "severity": "note"}
    yield "odd", {"rule": "m2-"}


def rules() -> Iterator[tuple[str, Any]]:
    texts = {"source": "s", "explanation": "e", "bad": "b", "good": "g"}
    cause = {"message": "m", "help": "h"}
    levels = {"*": "error", "package": "warning", "package/unshipped": "note"}
    codes = {"*": "a", "global": "a", "project": "a", "role-pack": "a", "openwop/v2": "a"}
    yield (
        "whole",
        {
            "title": "t" * 90,
            "severity": levels,
            "code": codes,
            "fix": "safe",
            "opt-in": True,
            **texts,
            "consequence": codes,
            "causes": {
                "two-2-words": {
                    **cause,
                    "severity": levels,
                    "code": codes,
                    "consequence": codes,
                }
            },
        },
    )
    bare = {"title": "t", **texts, "consequence": "c", "causes": {"a1": cause}}
    yield "bare", {**bare, "severity": "error"}
    yield "unsafe", {**bare, "severity": "warning", "fix": "unsafe"}
    yield "codes", {**bare, "severity": "note", "code": "c"}
    for title in ("", "t.", "t.t"):
        yield f"title `{title}`", {**bare, "severity": "note", "title": title}
    for cause_id in ("A", "a_b", "a-", "1a", "-a"):
        yield f"cause {cause_id}", {**bare, "severity": "note", "causes": {cause_id: cause}}
    for context in ("packages", "a global", "openwop/", "openwop/V2"):
        yield f"for {context}", {**bare, "severity": {"*": "note", context: "error"}}
    for words in ({}, {"global": "c"}, {"globally": "c"}):
        yield f"consequence {words}", {**bare, "severity": "note", "consequence": words}
    of_cause = {**cause, "severity": "error", "code": "c", "consequence": "c"}
    yield "of a cause", {**bare, "severity": "note", "causes": {"a-b": of_cause}}


def configs() -> Iterator[tuple[str, Any]]:
    some = {"select": ["role"], "ignore": ["role"], "severity": {"a": "error", "b": "warning"}}
    yield (
        "whole",
        {
            **some,
            "overrides": [{"paths": ["p"], **some, "layer": "auto"}],
            "layer": "package",
            "policy": ["p"],
            "known-tools": ["t"],
            "known-keys": ["k"],
            "roles": ["r"],
            "exclude": ["e"],
            "alternatives": [["a", "b"]],
            "profile": "auto",
            "fail-on": "error",
            "show": "note",
            "baseline": "b",
            "extends": "e",
            "required-version": ">=0.1",
        },
    )
    levels = {"severity": {"a": "note", "b": "off"}}
    yield "levels", {**levels, "fail-on": "warning", "show": "warning", "layer": "global"}
    yield "never", {"fail-on": "never", "show": "error", "layer": "project"}


def profiles() -> Iterator[tuple[str, Any]]:
    limits = ("compressed", "unpacked", "manifest", "member", "member_name")
    peers = {"families": ["f"], "deleted": ["d"], "aliases": {"a": ["n"]}}
    whole: dict[str, Any] = {
        "$schema": "s",
        "title": "t",
        "recognised_by": {"precedence": 0, "schema": True},
        "schemas": {"agent": "a-1.schema.json", "any_pack": "../v-1/a.schema.json"},
        "absent_kind": "a",
        "kinds": {"a": {"schema": "a.schema.json"}, "b": {"frame": "a.schema.json"}},
        "order": [{"step": "s", "rules": ["a", "b2-c-d3"], "groups": ["g", "h"]}, {"step": "s"}],
        "default_code": "c",
        "codes": {"r": "c_1", "r-2": "c", "r-2/c-3": "c"},
        "severities": {"r/c": "error", "r-2/c": "warning", "r/c-3": "note"},
        "peers": peers,
        "limits": dict.fromkeys(limits, 1),
        "schema_id": "{name}{version}{file}",
    }
    yield "whole", whole


SHAPES: Mapping[str, Any] = {
    "annotation": policy_annotations,
    "baseline": baselines,
    "catalog": catalogs,
    "config": configs,
    "list": lists,
    "openwop/profile": profiles,
    "report": reports,
    "rules": rules,
    "show": shown,
    "verdict": verdicts,
}
