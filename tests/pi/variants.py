"""Small packs, each with one thing in it that npm or Pi may see in its own way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FACTORY = "export default function (pi) {}\n"

IMPORTS: Mapping[str, str] = {
    "value": 'import { a } from "./m.ts"; console.log(a);',
    "type": 'import type { T } from "./gone.ts";',
    "type specifier": 'import { type T } from "./gone.ts";',
    "type specifier and a value": 'import { type T, a } from "./gone.ts"; a;',
    "unused": 'import { a } from "./gone.ts";',
    "unused default": 'import a from "./gone.ts";',
    "unused namespace": 'import * as a from "./gone.ts";',
    "used in a type": 'import { T } from "./gone.ts"; let x: T | undefined;',
    "used in typeof": 'import { T } from "./gone.ts"; let x: typeof T;',
    "used in implements": 'import { T } from "./gone.ts"; class A implements T {}',
    "used in extends": 'import { T } from "./gone.ts"; class A extends T {}',
    "used as type argument": 'import { T } from "./gone.ts"; new Map<string, T>();',
    "used in as": 'import { T } from "./gone.ts"; const z = {} as T;',
    "used in satisfies": 'import { T } from "./gone.ts"; const z = {} satisfies T;',
    "shadowed": 'import { T } from "./gone.ts"; function f(T: any) { return T; }',
    "name of a member": 'import { T } from "./gone.ts"; const o: any = { T: 1 }; o.T;',
    "shorthand": 'import { T } from "./gone.ts"; const o: any = { T };',
    "decorator": 'import { D } from "./gone.ts"; class A { m(@D() x: any) {} }',
    "alias of a namespace": 'import { N } from "./gone.ts"; import Q = N.M;',
    "exported": 'import { T } from "./gone.ts"; export { T };',
    "exported as type": 'import { T } from "./gone.ts"; export type { T };',
    "effects": 'import "./gone.ts";',
    "empty": 'import {} from "./gone.ts";',
    "re-export": 'export { a } from "./gone.ts";',
    "re-export of a type": 'export { type a } from "./gone.ts";',
    "star": 'export * from "./gone.ts";',
    "star as": 'export * as q from "./gone.ts";',
    "star of types": 'export type * from "./gone.ts";',
    "import()": 'const q = await import("./gone.ts");',
    "import() of a template": "const q = await import(`./gone.ts`);",
    "import() in a function": 'async function q() { await import("./gone.ts"); }',
    "import() that may fail": 'try { await import("./gone.ts"); } catch {}',
    "require": 'const q = require("./gone.cjs");',
    "require in a function": 'function q() { return require("./gone.cjs"); }',
    "require that may fail": 'try { require("gone"); } catch {}',
    "import require": 'import q = require("./gone.ts"); q;',
    "import require, unused": 'import q = require("./gone.ts");',
    "module in a type": 'let x: import("./gone.ts").T[] | undefined;',
    "comment": '// import "./gone.ts"\n/* import "./gone.ts" */',
    "string": "const s = 'import { a } from \"./gone.ts\"';",
    "regular expression": 'const s = /import ".\\/gone.ts"/;',
    "ambient": 'declare module "./gone.ts" { export const z: number }',
    "json": 'import d from "./d.json"; d.x;',
    "json that is not there": 'import d from "./gone.json"; d.x;',
    ".js for .ts": 'import { a } from "./m.js"; a;',
    ".js for .tsx": 'import { a } from "./tt.js"; a;',
    ".jsx for .tsx": 'import { a } from "./tt.jsx"; a;',
    ".mjs for .mts": 'import { a } from "./mm.mjs"; a;',
    ".ts for .js": 'import { a } from "./only.ts"; a;',
    "no ending": 'import { a } from "./m"; a;',
    "no ending, .tsx": 'import { a } from "./tt"; a;',
    "no ending, .mts": 'import { a } from "./mm"; a;',
    "no ending, .cts": 'import { a } from "./cc"; a;',
    "no ending, .json": 'import a from "./d"; a;',
    "no ending, declarations": 'import { a } from "./dd"; a;',
    "folder": 'import { a } from "./dir"; a;',
    "folder with a slash": 'import { a } from "./dir/"; a;',
    "folder with main": 'import { a } from "./dirm"; a;',
    "folder with exports": 'import { a } from "./dire"; a;',
    "folder with JSON": 'import a from "./dirj"; a;',
    "here": 'import { a } from "."; a;',
    "letter case": 'import { a } from "./M.ts"; a;',
    "query": 'import { a } from "./m.ts?x=1"; a;',
    "hash": 'import { a } from "./m.ts#x"; a;',
    "escaped space": 'import { a } from "./sp%20ace.ts"; a;',
    "space": 'import { a } from "./sp ace.ts"; a;',
    "out of the pack": 'import "../gone.ts";',
    "built in": 'import fs from "fs/promises"; fs;',
    "built in by prefix": 'import fs from "node:sqlite"; fs;',
    "built in only by prefix": 'import fs from "sqlite"; fs;',
    "package": 'import fs from "p-limit"; fs;',
    "package, unused": 'import fs from "p-limit";',
    "package that Pi depends on": 'import q from "chalk"; q;',
    "Pi": 'import { createEventBus } from "@earendil-works/pi-coding-agent"; createEventBus;',
    "part of Pi": 'import q from "@earendil-works/pi-ai/compat"; q;',
    "typebox": 'import { Type } from "@sinclair/typebox/value"; Type;',
    "not provided": 'import * as q from "@earendil-works/pi-mcp"; q;',
    "itself": 'import { a } from "@acme/x/m.ts"; a;',
    "own name": 'import { a } from "#m"; a;',
    "own name that is not given": 'import { a } from "#gone"; a;',
}
"""The first lines of an extension, which imports something."""

_EXTENSIONS = {
    "ext/a.ts": FACTORY,
    "ext/b.test.ts": FACTORY,
    "ext/c.js": FACTORY,
    "ext/sub/index.ts": FACTORY,
    "ext/sub2/d.ts": FACTORY,
    "ext/.h.ts": FACTORY,
    "ext/[x].ts": FACTORY,
    "e.ts": FACTORY,
}
EXTENSIONS: tuple[tuple[str, ...], ...] = (
    *((one,) for one in ("./ext", "ext", "ext/", "./e.ts", "e.ts", "./E.ts", "./none", ".\\e.ts")),
    *((one,) for one in ("/e.ts", "~/e.ts", "file:///e.ts", "npm:x", " ./e.ts", "./ext/../e.ts")),
    *((one,) for one in ("./ext/*.ts", "ext/*.ts", "./ext/?.ts", "./ext/{a,c}.*", "./ext/*")),
    *((one,) for one in ("./ext/[a]*.ts", "./*", "**/*.ts", "./**/*.ts", "./ext/.h.ts")),
    *((one,) for one in ("./ext/.*.ts", "!ext/a.ts", "+ext/a.ts")),
    ("./e.ts", "e.ts"),
    *(
        ("./ext", one)
        for one in (
            *("!./ext/*.test.ts", "!ext/*.test.ts", "!*.test.ts", "!**/*.test.ts", "!ext/a.ts"),
            *(
                "!./ext/a.ts",
                "!ext",
                "!ext/",
                "!ext/**",
                "!ext/{a,c}.*",
                "!ext/[ac].*",
                "!!ext/a.ts",
            ),
            *("!~/a.ts", "!/ext/a.ts", "!ext/A.ts", "!ext/./a.ts", "! ext/a.ts", "!#a.ts"),
            *("-ext/a.ts", "-./ext/a.ts", "-a.ts", "-ext/*.ts", "-ext", "-/ext/a.ts"),
        )
    ),
    ("./ext", "!ext/*.ts", "+ext/a.ts"),
    ("./ext", "!ext/*.ts", "+./ext/a.ts"),
    ("./ext", "+ext/a.ts", "-ext/a.ts"),
)
"""Lists for ``pi.extensions``."""

_SKILL = "---\nname: {}\ndescription: d\n---\nx\n"
_SKILLS = {
    **{f"skills/{one}/SKILL.md": _SKILL.format(one) for one in ("a", "b", ".x")},
    "skills/a/deep/SKILL.md": _SKILL.format("deep"),
    "skills/g/h/SKILL.md": _SKILL.format("h"),
    "skills/g/i.md": _SKILL.format("i"),
    "skills/c.md": _SKILL.format("c"),
    "skills/README.md": "# x\n",
    "other/o/SKILL.md": _SKILL.format("o"),
}
SKILLS: tuple[tuple[str, ...], ...] = (
    *((one,) for one in ("./skills", "./skills/a", "./skills/a/SKILL.md", "./skills/c.md", ".")),
    *((one,) for one in ("./skills/*", "./skills/*.md", "./**/SKILL.md", "./skills/README.md")),
    *((one,) for one in ("./skills/g", "/skills", "~/skills", "./skills/.x")),
    *(
        ("./skills", one)
        for one in (
            *("!./skills/b", "!skills/b", "!skills/b/", "!skills/b/SKILL.md", "!b", "!skills/b/**"),
            *("!*.md", "!skills/{a,b}", "-skills/b", "-./skills/b", "-skills/b/"),
            *("-skills/b/SKILL.md", "-./skills/b/SKILL.md", "-b"),
        )
    ),
    ("./skills", "!skills/**", "+skills/b"),
)
"""Lists for ``pi.skills``."""

BLOCKS: tuple[str, ...] = (
    *("description: d", "description: 5", "description: ''", "description: [d]", "", "null", "- a"),
    *("description: a: b", "description: a #c", "description: @x", "description: %x", "key"),
    *(
        "description:\n  d\n  e",
        "description: |\n  d",
        "description: >-\n  d",
        "description: d\n\tx: y",
    ),
    *(
        "description:\td",
        "\tdescription: d",
        "  description: d",
        "description: d\n x: y",
        "description:d",
    ),
    *(
        "description: d\ndescription: e",
        "description: d\n'description': e",
        "x: {a: b, a: c}\ndescription: d",
    ),
    *(
        "description: d\nx:\n  a: b\n  a: c",
        "description: d\nX: a\nx: b",
        "x: y\n1: a\n'1': b\ndescription: d",
    ),
    *("description: d\nx: &a b", "description: d\nx: *a", "x: &a d\ndescription: *a"),
    *(
        "x: &a b\ny: [*a]\ndescription: d",
        "y: *a\nx: &a b\ndescription: d",
        "&a description: d\nx: *a",
    ),
    *("<<: {description: d}", "x: &a {description: d}\n<<: *a", "x: &a [*a]\ndescription: d"),
    *("description: d\n<<: {a: b}", "description: d\nx: !y z", "description: d\n? [a]\n: b"),
    *("description: d\n...", "description: d\n...\nx: y", "%TAG ! x\n---\ndescription: d"),
    *(
        "description: 'd",
        'description: "\\q"',
        "description: 'd' e",
        "description: [d",
        "x: [,]\ndescription: d",
    ),
    *(
        "description: 'd\n e'",
        "description: 'd\ne'",
        'description: "d\n"',
        "description: 'd\n\n e'",
    ),
    *("description:\n 'd\ne'", "description:\n'd'", "description: 'd\n\te'", "'description': 'd'"),
    *(
        "x: [a,\nb]\ndescription: d",
        "x: [\n  a\n]\ndescription: d",
        "x: {\na: b\n}\ndescription: d",
    ),
    *("x: [a\n, b]\ndescription: d", "x: ['a\nb']\ndescription: d", "x: ['a\n b']\ndescription: d"),
    *("x:\n  y: 'a\n  b'\ndescription: d", "x:\n  y: 'a\n   b'\ndescription: d"),
    *("x:\n  - 'a\n  b'\ndescription: d", "x:\n  - 'a\n   b'\ndescription: d"),
    *("x:\n- 'a\nb'\ndescription: d", "x:\n- 'a\n b'\ndescription: d"),
    *("x:\n  y: [\n    a\n  ]\ndescription: d", "x:\n  y: [\n    a\n ]\ndescription: d"),
)
"""What stands between the fences of a skill."""


_MODULES = (
    *("m.ts", "mm.mts", "cc.cts", "tt.tsx", "index.ts", "only.js", "sp ace.ts"),
    *("dir/index.ts", "dirm/q.ts", "dire/q.ts"),
)


def importing(root: Path, lines: str) -> Path:
    """A pack whose extension begins with some lines."""
    return _written(
        root,
        {"pi": {"extensions": ["./e.ts"]}, "imports": {"#m": "./m.ts"}}
        | {"exports": {"./m.ts": "./m.ts"}},
        {
            "e.ts": f"{lines}\n{FACTORY}",
            **dict.fromkeys(
                _MODULES,
                "export const a = 1;\n",
            ),
            "d.json": '{"x": 1}\n',
            "dd.d.ts": "export const a: number;\n",
            "dirm/package.json": '{"main": "./q.ts"}\n',
            "dire/package.json": '{"exports": "./q.ts"}\n',
            "dirj/index.json": "{}\n",
        },
    )


def listing(root: Path, resource: str, entries: tuple[str, ...]) -> Path:
    """A pack with a list of resources, and files for it to name."""
    files = _EXTENSIONS if resource == "extensions" else _SKILLS
    return _written(root, {"pi": {resource: [*entries]}}, files)


def describing(root: Path, blocks: Sequence[str]) -> Path:
    """A pack with a skill for each block, which no block names."""
    files = {f"skills/s{at}/SKILL.md": f"---\n{one}\n---\n" for at, one in enumerate(blocks)}
    return _written(root, {"pi": {"skills": ["./skills"]}}, files)


def ignoring(root: Path, folder: str, name: str, lines: str) -> Path:
    """A pack with an ignore file in a folder of resources."""
    pi = {"extensions": ["./ext"], "skills": ["./skills"]}
    return _written(root, {"pi": pi}, {**_EXTENSIONS, **_SKILLS, f"{folder}/{name}": lines})


def _written(root: Path, manifest: dict[str, Any], files: Mapping[str, str]) -> Path:
    whole = {"name": "@acme/x", "version": "1.0.0", **manifest}
    for name, text in {"package.json": json.dumps(whole), **files}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root
