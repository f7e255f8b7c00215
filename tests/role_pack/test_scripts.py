"""The scripts of a pack as documents: each fact, where it stands, and what it has to do with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.judge.document import Document
from herdr_lint.role_pack.reading import read_role_pack
from herdr_lint.role_pack.scripts import extension_documents
from tests.role_pack.packs import CHANNEL, EXTENSION, changed, pack

GIVEN = [("p/extension.ts", 4, "it is given its value here")]
ABOUT = {f"/registrations/0/{fact}": GIVEN for fact in ("form", "found", "markdown", "roles")}
UNDECLARED = [("p/package.json", 1, "it is declared nowhere here")]
BRIDGE = {
    "kind": "extension",
    "factory": "function",
    "channel": "named",
    "listeners": [
        {"via": "events", "asynchronous": False, "checks-version": True, "unsubscribes": True}
    ],
    "registrations": [
        {
            "form": "path",
            "text": "roles",
            "late": "",
            "target": "roles",
            "found": "folder",
            "roles": 1,
        }
    ],
}
PLACES = {"/factory": (6, 16), "/listeners/0": (7, 36), "/registrations/0": (8, 52)}


def documents(files: Mapping[str, str], **manifest: Any) -> dict[str, Document]:
    reading = read_role_pack(MappingTree(pack(files, **manifest)), "p/")
    return {document.path: document for document in extension_documents(reading)}


def related(document: Document) -> dict[str, list[tuple[str, int, str]]]:
    return {
        pointer: [(one.path, one.span.start.line, one.message) for one in places]
        for pointer, places in document.related.items()
    }


def places(document: Document) -> dict[str, tuple[int, int]]:
    starts = {pointer: document.locate(pointer).start for pointer in document.spans}
    return {pointer: (start.line, start.column) for pointer, start in starts.items()}


def test_a_plain_extension() -> None:
    [document] = documents({}).values()
    assert (document.path, document.data) == ("p/extension.ts", BRIDGE)
    assert (related(document), places(document)) == (ABOUT, PLACES)


def test_what_an_extension_registers_and_when() -> None:
    text = f"""import {{ fileURLToPath }} from "node:url";
export default (pi) => {{
  pi.events.on("{CHANNEL}", async (request) => {{
    const gone = new URL("./gone", import.meta.url);
    request.register(gone);
    request.register(fileURLToPath(new URL("./roles/scout.md", import.meta.url)));
    request.register("./roles");
    await wait();
    request.register(fileURLToPath(new URL("./extension.ts", import.meta.url)));
  }});
  pi.on("{CHANNEL}", async (request) => request.register(__dirname + "/node_modules/x"));
}};
"""
    [document] = documents({"extension.ts": text}).values()
    assert document.data == {
        "kind": "extension",
        "factory": "function",
        "channel": "named",
        "listeners": [
            {
                "via": "events",
                "asynchronous": False,
                "checks-version": False,
                "unsubscribes": False,
            },
            {"via": "api", "asynchronous": True, "checks-version": True, "unsubscribes": True},
        ],
        "registrations": [
            {"form": "url", "text": "gone", "late": "", "target": "gone", "found": "missing"},
            {
                "form": "path",
                "text": "roles/scout.md",
                "late": "",
                "target": "roles/scout.md",
                "found": "file",
                "markdown": True,
            },
            {"form": "relative", "text": "./roles", "late": ""},
            {
                "form": "path",
                "text": "extension.ts",
                "late": "await",
                "target": "extension.ts",
                "found": "file",
                "markdown": False,
            },
            {"form": "path", "text": "node_modules/x", "late": ""},
        ],
    }
    assert related(document) == ABOUT
    assert places(document) == {
        "/factory": (2, 16),
        "/listeners/0": (3, 16),
        "/listeners/0/asynchronous": (3, 56),
        "/listeners/1": (11, 9),
        "/listeners/1/asynchronous": (11, 49),
        "/registrations/0": (5, 22),
        "/registrations/1": (6, 22),
        "/registrations/2": (7, 22),
        "/registrations/3": (9, 22),
        "/registrations/4": (11, 85),
    }


def test_what_is_imported_and_does_not_come_along() -> None:
    text = """import "./gone";
import "./other";
import "#own";
import "../out";
import kit from "kit";
kit(() => import("./Roles/scout.md"));
"""
    other = 'import kit from "kit";\nimport made from "made";\nkit(made);\n'
    files = {"extension.ts": EXTENSION + text, "other.ts": other}
    found = documents(files, devDependencies={"made": "1"}, private=True)
    assert {path: document.data for path, document in found.items()} == {
        "p/extension.ts": BRIDGE
        | {
            "imports": [
                {"source": "./gone", "found": "missing", "path": "", "when": "load"},
                {"source": "./other", "found": "file", "path": "other.ts", "when": "load"},
                {"source": "#own", "found": "missing", "path": "", "when": "load"},
                {"source": "../out", "found": "elsewhere", "path": "", "when": "load"},
                {
                    "source": "./Roles/scout.md",
                    "found": "case",
                    "path": "roles/scout.md",
                    "when": "call",
                },
            ],
            "packages": [{"name": "kit", "found": "undeclared"}],
        },
        "p/other.ts": {"kind": "extension", "packages": [{"name": "made", "found": "dev"}]},
    }
    first, second = found.values()
    assert related(first) == {**ABOUT, "/packages/0": UNDECLARED}
    assert related(second) == {"/packages/0": UNDECLARED}
    assert places(first) == PLACES | {
        "/imports/0": (12, 8),
        "/imports/1": (13, 8),
        "/imports/2": (14, 8),
        "/imports/3": (15, 8),
        "/imports/4": (17, 18),
        "/packages/0": (16, 17),
    }
    assert places(second) == {"/packages/0": (2, 18)}
    [published, _] = documents(files).values()
    assert [one["found"] for one in published.data["imports"]] == [
        *("missing", "file", "missing", "out", "case")
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            changed(("discover:v1", "discover:v2")),
            {"channel": "named", "near": ["pi-herdr-subagents:roles:discover:v2"]},
        ),
        ("export default () => {};\n", {"channel": "absent"}),
        ("export default (pi) => { pi.events.on(name(), f); };\n", {"channel": "unknown"}),
        ("export default () => {};\n@@ (\n", {"channel": "unknown"}),
    ],
)
def test_whether_an_extension_listens(text: str, facts: Mapping[str, Any]) -> None:
    [document] = documents({"extension.ts": text}).values()
    assert document.data == {"kind": "extension", "factory": "function", **facts}


def test_of_a_bridge_that_is_not_whole_nothing_is_missed() -> None:
    """Nor of any listener but the first."""
    text = changed(("request.apiVersion === 1", "true"), ('"session_shutdown"', '"x"'))

    def told(text: str) -> list[tuple[bool, bool]]:
        [document] = documents({"extension.ts": text}).values()
        listeners = document.data["listeners"]
        return [(one["checks-version"], one["unsubscribes"]) for one in listeners]

    assert told(text) == [(False, False)]
    assert told(changed(("request.apiVersion === 1", "true"))) == [(False, True)]
    assert told(changed(('"session_shutdown"', '"x"'))) == [(True, False)]
    assert told(f"{text}@@ (\n") == [(True, True)]
    assert told(text.replace("request.register(roles)", "")) == [(True, True)]
    again = text.replace("  pi.on(", f'  pi.events.on("{CHANNEL}", f);\n  pi.on(')
    assert told(again) == [(False, False), (True, True)]


def test_only_the_first_entry_is_told_that_nothing_listens() -> None:
    files = {"extension.ts": "export default () => {};\n", "b.ts": "export default () => {};\n"}
    found = documents(files, pi={"extensions": ["./b.ts", "./extension.ts"]})
    assert {path: document.data.get("channel") for path, document in found.items()} == {
        "p/b.ts": "absent",
        "p/extension.ts": None,
    }


def test_a_module_without_facts_is_no_document() -> None:
    places = 'import { fileURLToPath } from "node:url";\nexport const ROLES = URL;\n'
    url = 'fileURLToPath(new URL("./roles", import.meta.url))'
    text = 'import { ROLES } from "./places";\n' + changed((url, "ROLES"))
    [document] = documents({"extension.ts": text, "places.ts": places.replace("URL;", f"{url};")})
    assert document == "p/extension.ts"


def test_what_is_nearly_the_name_is_told_where_nothing_is_the_name() -> None:
    near = "pi-herdr-subagents:roles:discover:v2"
    [document] = documents({"extension.ts": changed((CHANNEL, near))}).values()
    assert places(document) == {"/factory": (6, 16), "/near/0": (7, 36)}
    [document] = documents({"extension.ts": f'{EXTENSION}f("{near}");\n'}).values()
    assert document.data == BRIDGE


def test_an_entry_that_hands_on_what_another_module_exports() -> None:
    files = {"extension.ts": 'export { default } from "./other";\n', "other.ts": EXTENSION}
    found = documents(files)
    assert found["p/extension.ts"].data == {
        "kind": "extension",
        "factory": "function",
        "channel": "named",
    }
    assert places(found["p/extension.ts"]) == {}


def test_where_no_entry_is_known_nothing_is_told_of_one() -> None:
    [document] = documents({}, pi={"extensions": ["./+(a|b)/*"]}).values()
    assert {*document.data} == {"kind", "listeners", "registrations"}


def test_the_root_of_the_pack_has_a_name() -> None:
    [document] = documents({"extension.ts": changed(("./roles", "."))}).values()
    [registration] = document.data["registrations"]
    assert (registration["target"], registration["text"], registration["roles"]) == (".", ".", 0)
