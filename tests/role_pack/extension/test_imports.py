"""What an extension imports; what Pi makes of each way to import was tried with Pi itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension import modules
from herdr_lint.role_pack.extension.imports import done_imports
from herdr_lint.role_pack.extension.parser import read_module
from herdr_lint.role_pack.reading import PackReading, read_role_pack
from herdr_lint.syntax.text import SourceText
from tests.role_pack.packs import pack


def reading(files: Mapping[str, str], /, **manifest: Any) -> PackReading:
    return read_role_pack(MappingTree(pack({**files}, **manifest)))


def told(files: Mapping[str, str], /, **manifest: Any) -> list[tuple[str, str, str]]:
    """The imports that are told: by whom, of what, and what was found."""
    return [
        (one.module.path, one.use.source, one.target.found)
        for one in reading(files, **manifest).imports
    ]


def done(text: str) -> list[str]:
    return [one.source for one in done_imports(read_module("a.ts", SourceText(text), "typescript"))]


class TestTrace:
    def test_where_all_is_fine_nothing_is_parsed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def parse(*_: object) -> None:
            raise AssertionError("nothing looks wrong")

        monkeypatch.setattr(modules, "read_module", parse)
        files = {"extension.ts": 'import "./a";\nimport fs from "fs";\n', "a.ts": ""}
        assert reading(files).imports == ()

    def test_only_what_leads_to_something_wrong_is_parsed(self) -> None:
        found = reading(
            {
                "extension.ts": 'import "./a";\nimport "./b";\n',
                "a.ts": 'import "./gone";\n',
                "b.ts": "export {};\n",
            }
        )
        assert [(one.module.path, one.use.source) for one in found.imports] == [("a.ts", "./gone")]
        assert [module.path for module in found.modules.known] == ["a.ts", "extension.ts"]

    def test_where_nothing_is_lost_nobody_asks_what_is_loaded(self) -> None:
        found = reading({"extension.ts": 'import "./a";\n', "a.ts": "f(import.meta.url);\n"})
        assert found.imports == ()
        assert [module.path for module in found.modules.known] == ["a.ts"]

    def test_a_module_that_only_a_comment_names_is_not_loaded(self) -> None:
        files = {"extension.ts": 'f(); /* import "./a" */\n', "a.ts": 'import "./gone";\n'}
        assert told(files) == []
        assert told({**files, "extension.ts": '// import "./a"\n * import "./a"\n'}) == []

    def test_an_entry_is_loaded_whatever_else_only_names_it(self) -> None:
        files = {
            "extension.ts": 'import "./gone";\n',
            "other.ts": 'f(); /* import "./extension" */\n',
        }
        pi = {"extensions": ["./extension.ts", "./other.ts"]}
        assert told(files, pi=pi) == [("extension.ts", "./gone", "missing")]

    def test_where_the_entries_cannot_be_told_nothing_is(self) -> None:
        found = reading({"extension.ts": 'import "./gone";\n'}, pi={"extensions": ["./+(a|b)/*"]})
        assert found.resources.extensions is None
        assert (found.reached, found.imports) == ({}, ())
        assert found.bridge.entries is None

    def test_what_reads_like_an_import_is_looked_at(self) -> None:
        text = 'import "./\u00e9";\nimport "./d.json";\nf("./a");\nrequire("./b");\n'
        text += 'import type { A } from "./a";\n'
        files = {"\u00e9.ts": 'import "./c";\n', "a.ts": "", "b.ts": "", "d.json": "{}"}
        assert reading({"extension.ts": text, **files}).reached == {
            "extension.ts": ["./\u00e9", "./d.json", "./b"],
            "\u00e9.ts": ["./c"],
            "b.ts": [],
        }
        made = f"createRequire(import.meta.url);\n{text}"
        assert [*reading({"extension.ts": made, **files}).reached] == [
            *("extension.ts", "\u00e9.ts", "b.ts", "a.ts")
        ]

    def test_a_name_that_is_no_text_is_looked_at_as_well(self) -> None:
        files = pack({"extension.ts": b'import "./\xff";\n'})
        found = read_role_pack(MappingTree(files)).reached
        assert found == {"extension.ts": ["./\ufffd"]}

    def test_another_way_to_a_module_is_found(self) -> None:
        files = {
            "extension.ts": 'f(); /* import "./c" */\nimport "./b";\n',
            "b.ts": 'import "./c";\nimport "./extension";\n',
            "c.ts": 'import "./gone";\n',
        }
        assert told(files) == [("c.ts", "./gone", "missing")]

    def test_a_comment_may_stand_in_an_import(self) -> None:
        files = {"extension.ts": 'import { a } from\n  // of old\n  "./gone";\na();\n'}
        assert told(files) == [("extension.ts", "./gone", "missing")]

    def test_what_only_looks_wrong_is_not_told(self) -> None:
        assert told({"extension.ts": 'f(); /* import "./gone" */\n'}) == []
        text = 'import "./a";\nf(); /* import "./gone" */\n'
        assert told({"extension.ts": text, "a.ts": ""}) == []

    def test_a_namespace_may_stand_on_a_line_of_its_own(self) -> None:
        files = {"extension.ts": 'import\n  * as a from "./gone";\na();\n'}
        assert told(files) == [("extension.ts", "./gone", "missing")]

    def test_what_cannot_be_parsed_tells_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(modules, "MOST", 10)
        assert told({"extension.ts": 'import "./gone";\n'}) == []

    def test_the_entry_itself_may_import_nothing_but_scripts(self) -> None:
        files = {"extension.ts": 'import "./d.json";\n', "d.json": "{}"}
        assert told(files, files=["extension.ts", "roles"]) == [
            ("extension.ts", "./d.json", "file")
        ]


FS = 'import fs from "node:fs";\n'
OTHER = 'import fs from "other";\n'
ALL = 'import * as files from "fs";\n'
MODULE = 'import { createRequire } from "node:module";\n'
MADE = f"{MODULE}const need = createRequire(import.meta.url);\n"
GONE = 'new URL("./gone.txt", import.meta.url)'


class TestOtherWays:
    @pytest.mark.parametrize(
        ("text", "lost"),
        [
            (f"{FS}fs.readFileSync({GONE});\n", True),
            (f"{ALL}files.readFileSync({GONE});\n", True),
            (f"{FS}fs.promises.readFile({GONE});\n", True),
            (f"{FS}fs.createReadStream({GONE});\n", True),
            (f"{FS}fs.writeFileSync({GONE});\n", False),
            (f'import {{ readFile }} from "node:fs/promises";\nreadFile({GONE});\n', True),
            (f'import {{ readFile }} from "fs/other";\nreadFile({GONE});\n', False),
            (f"{FS}fs.readFile({GONE}, f);\n", True),
            *(
                (f"{FS}fs.{name}({GONE});\nfs.readFileSync({GONE});\n", False)
                for name in ("access", "accessSync", "exists", "existsSync", "stat", "statSync")
            ),
            (f"{FS}fs.lstat({GONE});\nfs.readFileSync({GONE});\n", True),
            (f"new Worker({GONE});\n", True),
            (f"new Worker(name);\nnew Worker();\nf({GONE});\n", False),
            (f'const fs = require("fs");\nfs.promises.readFile({GONE});\n', True),
            (f'import {{ promises }} from "fs";\npromises.readFile({GONE});\n', True),
            (f"{FS}fs.readFileSync({GONE}.href);\n", False),
            (f"{FS}fs.readFileSync({GONE}.pathname);\n", False),
            (f"new Other({GONE});\n", False),
            (f"{FS}fs.readFileSync();\nfs.promises.readFile(name, {GONE});\n", False),
            (f"{OTHER}fs.readFileSync({GONE});\n", False),
            (f"{OTHER}fs.promises.readFile({GONE});\n", False),
            (f"a().readFile({GONE});\nreadFile({GONE});\n", False),
        ],
    )
    def test_a_file_that_is_read(self, text: str, lost: bool) -> None:
        assert self.lost(text, "./gone.txt") == (["missing"] if lost else [])

    def test_a_file_that_is_there_is_not_told(self) -> None:
        text = f'{FS}fs.readFileSync({GONE});\nfs.readFileSync(new URL("./roles", FROM));\n'
        files = {"extension.ts": text.replace("FROM", "import.meta.url"), "gone.txt": ""}
        assert told(files) == []
        files_of_npm = ["extension.ts", "roles"]
        again = [("extension.ts", "./gone.txt", "file")] * 2  # where it is named, and read
        assert told(files, files=files_of_npm) == again

    def test_a_file_of_another_letter_case_is_told(self) -> None:
        files = {"extension.ts": f"{FS}fs.readFileSync({GONE});\n", "Gone.txt": ""}
        assert told(files) == [("extension.ts", "./gone.txt", "case")]

    def test_a_file_outside_of_the_pack_is_not_shipped(self) -> None:
        text = f'{FS}fs.readFileSync(new URL("../x.txt", import.meta.url));\n'
        assert told({"extension.ts": text}) == [("extension.ts", "../x.txt", "out")]

    @pytest.mark.parametrize(
        ("text", "lost"),
        [
            (f'{MADE}need("./gone");\n', True),
            (f'{MADE}need.resolve("./gone");\n', True),
            (f'{MADE}need.resolve(name);\nneed.paths("./gone");\n', False),
            (f'{MADE}const {{ main }} = need;\nmain("./gone");\n', False),
            (f'{MADE}(need)("./gone");\nneed["resolve"]("./gone");\n', False),
            (f'{MODULE}const {{ main }} = createRequire(__filename);\nmain("./gone");\n', False),
            (f'{MODULE}var need = createRequire(__filename);\nvar need;\nneed("./gone");\n', False),
            (f'{MADE}function f(need) {{ need("./gone"); need.resolve("./gone"); }}\n', False),
            (
                'import m from "node:module";\n'
                'const need = m.createRequire(import.meta.url);\nneed("./gone");\n',
                True,
            ),
            (f'{MADE}const other = need.cache;\nother("./gone");\n', False),
            ('require.resolve("./gone");\n', True),
            ('import.meta.resolve("./gone");\n', True),
            ('declare const require: any;\nrequire.resolve("./gone");\n', True),
            ('declare const need: any;\nneed.resolve("./gone");\n', False),
            ('function f(require) { require("./gone"); }\n', False),
            ('import require from "node:module";\nrequire.resolve("./gone");\n', False),
            (MADE.replace("import.meta.url", "") + 'need("./gone");\n', False),
            (MADE.replace("import.meta.url", '"/a.js"') + 'need("./gone");\n', False),
            (MADE.replace("= createRequire", "= made") + 'need("./gone");\n', False),
            ('createRequire(import.meta.url)("./gone");\n', True),
            ('createRequire(pathToFileURL(__filename))("./gone");\n', True),
            *(
                (f'createRequire({place})("./gone");\n', True)
                for place in ("import.meta.url", "import.meta.filename", "__filename")
            ),
            ('createRequire(__dirname)("./gone");\n', False),
            ('let need;\nneed("./gone");\n', False),
        ],
    )
    def test_a_module_that_is_required(self, text: str, lost: bool) -> None:
        assert self.lost(text, "./gone") == (["missing"] if lost else [])

    def lost(self, text: str, name: str) -> list[str]:
        return [found for _, source, found in told({"extension.ts": text}) if source == name]


class TestDone:
    @pytest.mark.parametrize(
        "text",
        [
            'import type { A } from "x"',
            'import { type A } from "x"',
            'import { a } from "x"',
            'import a from "x"',
            'import * as a from "x"',
            'import { a as b } from "x"; a',
            'import { A } from "x"; let b: A | typeof A | A.B; type C = A',
            'import { A } from "x"; interface D extends A {}',
            'import { A } from "x"; class B implements A {}',
            'import { A } from "x"; function f(A: number) { return A }',
            'import { A } from "x"; export type { A }; export { type A }',
            'import { A } from "x"; function f<B extends A>(this: A): asserts this is A;',
            'import { A } from "x"; export { A } from "x2"',
            *(
                f'import {{ A }} from "x"; {erased}'
                for erased in (
                    "abstract class B { abstract c(A: number): void }",
                    "class B { c(A: number): void; c(a: any) {} }",
                    "function f(A: number): void; function f(a: any) {}",
                    "declare function f(A: number): void",
                    "declare enum B { C = A }",
                    "interface B { [A]: string }",
                    "interface B extends A.C {}",
                    "class B implements A.C {}",
                    "type B = { [A]: string }",
                    "type B = (A: number) => void",
                    "let b: { [A]: string }",
                    "f<{ [A]: string }>()",
                    "function f<B = { [A]: 1 }>() {}",
                    "y as { (A: number): void }",
                    "y as { new (A: number): void }",
                    "y as { c(A: number): void }",
                    "y as { [A: string]: number }",
                    "y as A.B",
                    "y as typeof A",
                    "function f(a: any): a is A.B {}",
                )
            ),
            'export type { a } from "x"',
            'export { type a } from "x"',
            'export type * from "x"',
            'export type * as a from "x"',
            'import a = require("x")',
            'import type a = require("x"); a',
            'let a: import("x").B[]; let c: typeof import("x"); let d: import("x")["e"]',
            'let a: Array<import("x", { with: { "resolution-mode": "import" } }).B>',
            'try { await import("x") } catch {}',
            'import("x").then(f).catch(g)',
            'import("x").catch(g).then(f)',
            'import type {} from "x"',
            'import("x").catch(g)',
            'try { require("x") } finally {}',
            'declare module "y" { import a from "x"; export const b: typeof a }',
            'declare module "y" { import "x" }',
            'let a: import(/* of */ "x").B',
            'type A = import(/* of */ "x").B',
            'new A<import(/* of */ "x").B>()',
            'y as typeof import("x")',
            'interface A { [require("x")]: string }',
            "import(x); require(`${x}`); require()",
        ],
    )
    def test_these_need_nothing(self, text: str) -> None:
        assert [one for one in done(text) if one != "x2"] == []

    @pytest.mark.parametrize(
        "text",
        [
            'import "x"',
            'import {} from "x"',
            'import a from "x"; a',
            'import { type A, b } from "x"; b()',
            'import { a } from "x"; a(); interface D {}',
            'import { a } from "x"; a(); b(); c()',
            'import { a } from "x"; export { a }',
            'import { a } from "x"; export default a',
            'import { a } from "x"; const b = { a }',
            'import { A } from "x"; class B extends A {}',
            'import { A } from "x"; class B { @A() c() {} }',
            'import * as a from "x"; import b = a.c',
            'import { a } from "x"; var a = 1; a()',
            'export { a } from "x"',
            'export * from "x"',
            'export * as a from "x"',
            'import a = require("x"); a',
            'await import("x")',
            "const a = import(`x`)",
            'function f() { require("x") }',
            'try { f() } catch { require("x") }',
            'try { f = () => import("x") } catch {}',
            'using a = import("x")',
            'await using a = import("x")',
        ],
    )
    def test_these_are_done(self, text: str) -> None:
        assert done(text) == ["x"]
