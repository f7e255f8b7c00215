"""How a pack registers roles, as far as its text tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension import evaluator, modules
from herdr_lint.role_pack.extension.bridge import Bridge, is_near
from herdr_lint.role_pack.extension.bridge import read_bridge as read_bridge_of
from herdr_lint.role_pack.extension.modules import Modules, is_script
from herdr_lint.role_pack.extension.quick_look import quick_look
from herdr_lint.role_pack.extension.resolution import Resolution
from tests.role_pack.packs import CHANNEL, EXTENSION, URL, changed
from tests.strategies.packs import packs, script_bytes


def bridge(text: str, **others: str) -> Bridge:
    """The bridge of a pack whose entry is ``src/index.ts``; others by name, ``__`` for ``/``."""
    return read_bridge(tree(text, **others), ["src/index.ts"])


def read_bridge(files: MappingTree, entries: Sequence[str] | None) -> Bridge:
    resolution = Resolution(files, {}, packed=False)
    found = Modules(files, resolution)
    reached = quick_look(found, entries or (), resolution)
    others = [path for path in files.files() if path not in reached and is_script(path)]
    return read_bridge_of(found, entries, reached, others)


def tree(text: str, **others: str) -> MappingTree:
    files = {"src/index.ts": text.encode(), "src/roles/scout.md": b""}
    files |= {
        "/".join(name.split("__")).replace("_", "."): data.encode() for name, data in others.items()
    }
    return MappingTree(files)


def registered(text: str, **others: str) -> list[tuple[str, str | None]]:
    return [(one.form, one.target) for one in bridge(text, **others).registrations]


def with_path(expression: str, before: str = "") -> str:
    """An extension that registers an expression."""
    return f"""{before}
export default (pi) => {{
  pi.events.on("{CHANNEL}", (request) => request.register({expression}));
}};
"""


class TestChannel:
    @pytest.mark.parametrize(
        ("text", "near"),
        [
            (CHANNEL, False),
            ("pi-herdr-agents:roles:discover:v1", True),
            ("pi-herdr-subagents:roles:discover:v2", True),
            ("pi-herdr-subagents:roles:discover", True),
            ("pi-herdr-subagents:roles", True),
            ("PI-HERDR-SUBAGENTS:ROLES:DISCOVER:V1", True),
            ("pi-herdr-subagents:role:discover:v1", True),
            ("pi-herdr-subagent:roles:discovery:v1", True),
            ("herdr:roles:discover", True),
            ("pi-herdr-subagentsroles:discover:v1", True),
            ("pi-herdr-subagents-list:discover:v1", True),
            ("pi-herdr-subagents-tools:list:v1", False),
            ("pi-herdr-subagentsroles:discver:v1" + "z" * 9, True),
            ("pi-herdr-subagentsroles:discver:v1" + "z" * 10, False),
            ("other:roles:list", False),
            ("session_shutdown", False),
            (f"say {CHANNEL}", False),
            ("pi-herdr-agents", False),
            ("a" * 90, False),
        ],
    )
    def test_some_names_are_nearly_it(self, text: str, near: bool) -> None:
        assert is_near(text) is near

    @pytest.mark.parametrize(
        "text",
        [
            EXTENSION,
            changed((f'"{CHANNEL}"', f"`{CHANNEL}`")),
            changed((f'"{CHANNEL}"', "'pi-herdr-subagents:' + \"roles:discover:v1\"")),
            changed((f'"{CHANNEL}"', "EVENTS.roles"))
            + f'const EVENTS = {{ roles: "{CHANNEL}" }} as const;\n',
            changed((f'"{CHANNEL}"', 'EVENTS["roles"]'))
            + f'const EVENTS = Object.freeze({{ "roles": "{CHANNEL}" }});\n',
            changed(("pi.events.on", "bus.on"), ("export", "let bus; export")),
            changed(
                ("pi: ExtensionAPI", "{ events, on }"), ("pi.events", "events"), ("pi.on", "on")
            ),
        ],
    )
    def test_it_is_found_however_it_is_named(self, text: str) -> None:
        found = bridge(text)
        assert found.channel
        assert found.near == ()

    def test_what_cannot_be_told_is_not_certain(self) -> None:
        found = bridge(changed((f'"{CHANNEL}"', "process.env.CHANNEL")))
        assert (found.channel, found.certain, found.listeners) == (False, False, ())

    def test_another_event_is_certain(self) -> None:
        found = bridge(changed((f'"{CHANNEL}"', '"other"')))
        assert (found.channel, found.certain) == (False, True)
        assert bridge("export default (pi) => { pi.events.on(); };\n").certain
        assert bridge("export default (pi) => { pi.on(name()); other.on(name()); };\n").certain

    def test_a_comment_is_no_name(self) -> None:
        assert not bridge(f"// {CHANNEL}\nexport default () => {{}};\n").channel

    def test_any_script_may_name_it(self) -> None:
        found = bridge("export default () => 'text';\n", lib__other_js=EXTENSION)
        assert found.channel
        assert [one.module.path for one in found.listeners] == ["lib/other.js"]
        assert (found.checks_version, found.unsubscribes) == (True, True)
        other = changed(("request.apiVersion === 1", "true"), ('"session_shutdown"', '"x"'))
        found = bridge("export default () => {};\n", lib__other_js=other)
        assert (len(found.listeners), found.checks_version, found.unsubscribes) == (1, False, False)

    def test_modules_come_in_one_order_those_first_that_name_it(self) -> None:
        start = "export const start = (pi) => pi.events.on(CHANNEL, () => {});\n"
        text = f'import {{ start }} from "./bridge";\n{changed(("unsubscribe);", "start(pi));"))}'
        found = bridge(
            text,
            src__bridge_ts=f'import {{ CHANNEL }} from "./constants"; // agents:roles\n{start}',
            src__constants_ts=f'export const CHANNEL = "{CHANNEL}";\n',
        )
        assert [(one.module.path, one.via) for one in found.listeners] == [
            ("src/index.ts", "events"),
            ("src/bridge.ts", "events"),
        ]

    @pytest.mark.parametrize("place", ["tests__a_ts", "src__a_test_ts", "src__a_d_ts"])
    def test_tests_and_declarations_do_not_count(self, place: str) -> None:
        assert not bridge("export default () => {};\n", **{place: EXTENSION}).channel

    def test_what_is_loaded_counts_before_what_lies_around(self) -> None:
        spelled = CHANNEL.replace("-", "\\x2d").replace(":", "\\x3a")
        for text in (EXTENSION, changed((CHANNEL, spelled))):
            found = bridge(text, old__index_ts=changed(("./roles", "./old")))
            assert [one.target for one in found.registrations] == ["src/roles"]
        erased = 'import type { A } from "./old";\nA();\n'
        found = bridge(erased + EXTENSION, src__old_ts=changed(("./roles", "./old")))
        assert [one.target for one in found.registrations] == ["src/roles"]
        assert [one.path for one in found.modules] == ["src/index.ts", "src/old.ts"]
        found = bridge(changed(("discover:v1", "discover:v2")), old__index_ts=EXTENSION)
        assert (found.channel, len(found.near), found.listeners) == (False, 1, ())
        assert bridge(EXTENSION, old__index_ts="} // agents:roles\n").unread == frozenset()
        assert bridge(EXTENSION).entries == ("src/index.ts",)

    def test_who_asks_on_the_channel_is_the_host(self) -> None:
        host = f'export default (pi) => {{ pi.events.emit("{CHANNEL}", {{}}); }};\n'
        assert (bridge(host).emits, bridge(host).channel) == (True, True)
        assert bridge(f"{host.replace(CHANNEL, 'a')}{host}pi.events.emit('b'); emit();\n").emits
        assert not bridge(EXTENSION).emits
        assert not bridge(host.replace("discover:v1", "discover:v2")).emits

    def test_scripts_that_do_not_speak_of_it_register_nothing(self) -> None:
        found = bridge("export default () => {};\n")
        assert (found.is_silent, found.registered) == (True, ())
        assert not bridge("export default (pi) => pi.events.on(name(), f); // :roles\n").is_silent
        assert bridge("} // :roles\n").registered is None
        assert not bridge(EXTENSION.replace("discover:v1", "discover:v2")).is_silent


class TestListener:
    @pytest.mark.parametrize(
        ("call", "via"),
        [
            ("pi.events.on", "events"),
            ("pi.events?.on", "events"),
            ("pi.on", "api"),
            ("other.on", "unknown"),
            ("pi.events.addListener", None),
        ],
    )
    def test_it_subscribes_somewhere(self, call: str, via: str | None) -> None:
        found = bridge(changed(("pi.events.on", call)))
        assert [one.via for one in found.listeners] == ([] if via is None else [via])

    @pytest.mark.parametrize(
        "handler",
        [
            "(request) => { request.register(roles); }",
            "function (request) { request.register(roles); }",
            "({ register }) => register(roles)",
            "({ register: add, ...rest }) => add(roles)",
            "(request) => { const { register } = request as Discovery; register(roles); }",
            "(request) => { const discovery = request; discovery.register(roles); }",
            "(request) => { const add = request!.register; add(roles); }",
            "(request: any) => (request satisfies unknown).register(roles)",
            "(request) => request?.register?.(roles)",
            "answer",
            "later",
            "(request) => answer(request)",
            "(request) => help(1, request.register)",
            "handlers.answer",
            "handlers.short",
            "handlers.method",
        ],
    )
    def test_what_it_registers_is_followed(self, handler: str) -> None:
        text = f"""
import {{ fileURLToPath }} from "node:url";
const roles = {URL};
function answer(request) {{ request.register(roles); }}
const later = async (request) => answer(request);
const help = (_, add) => add(roles);
const short = (request) => answer(request);
const handlers = {{ answer, short, "method"(request) {{ request.register(roles); }} }};
export default function (pi) {{
  pi.events.on("{CHANNEL}", {handler});
}}
"""
        assert registered(text) == [("path", "src/roles")]

    def test_it_is_followed_into_other_modules(self) -> None:
        text = 'import { start } from "./bridge.js";\nexport default (pi) => start(pi);\n'
        other = """
import { CHANNEL, ROLES } from "./constants";
import * as all from "./constants";
export function start(pi) {
  pi.events.on(CHANNEL, (request) => { request.register(ROLES); request.register(all.ROLES); });
}
"""
        constants = f"""
import {{ fileURLToPath }} from "url";
export const CHANNEL = "{CHANNEL}";
export const ROLES = fileURLToPath(new URL("../roles", import.meta.url));
"""
        found = bridge(text, src__bridge_ts=other, src__constants__index_ts=constants)
        assert [one.via for one in found.listeners] == ["events"]
        assert found.registered == ("src/roles",)
        assert [one.path for one in found.modules] == [
            "src/bridge.ts",
            "src/constants/index.ts",
            "src/index.ts",
        ]

    @pytest.mark.parametrize(("length", "registered"), [(3, ("src",)), (4, None), (11, None)])
    def test_there_is_an_end_to_following(
        self, length: int, registered: tuple[str, ...] | None
    ) -> None:
        steps = "".join(f"function f{n}(x) {{ f{n - 1}(x); }}\n" for n in range(1, 12))
        text = "function f0(x) { x.register(__dirname); }\n" + steps
        text += f'export default (pi) => {{ pi.events.on("{CHANNEL}", (x) => f{length}(x)); }};\n'
        found = bridge(text)
        assert (len(found.listeners), found.registered) == (1, registered)

    def test_a_handler_that_is_not_there_registers_nothing(self) -> None:
        text = f'export default (pi) => {{ pi.events.on("{CHANNEL}"); }};\n'
        found = bridge(text)
        assert (len(found.listeners), found.registered) == (1, None)
        assert found.listeners[0].asynchronous is None

    def test_it_may_be_asynchronous(self) -> None:
        found = bridge(changed(("(request) =>", "async (request) =>")))
        word = found.listeners[0].asynchronous
        assert word is not None
        assert word.kind == "async"

    def test_other_calls_of_register_are_none_of_it(self) -> None:
        assert registered('export default (pi) => { registry.register("./roles"); };\n') == []


class TestPaths:
    @pytest.mark.parametrize(
        ("expression", "form", "target"),
        [
            (URL, "path", "src/roles"),
            ('fileURLToPath(new URL("../roles/", import.meta.url))', "path", "roles"),
            ('fileURLToPath(new URL("roles%20x?a#b", import.meta.url))', "path", "src/roles x"),
            ('fileURLToPath(new URL("", import.meta.url))', "path", "src/index.ts"),
            ('fileURLToPath(new URL("a", new URL("../b/", import.meta.url)))', "path", "b/a"),
            ('fileURLToPath(new URL("..", import.meta.url))', "path", ""),
            ("fileURLToPath(import.meta.url)", "path", "src/index.ts"),
            ('new URL("./roles", import.meta.url)', "url", "src/roles"),
            ('new URL("./roles", import.meta.url).href', "href", "src/roles"),
            ('new URL("./roles", import.meta.url).toString()', "href", "src/roles"),
            ('new URL("./roles", import.meta.url).toJSON()', "href", "src/roles"),
            ('new URL("./roles", import.meta.url).search()', "unknown", None),
            ('String(new URL("./roles", import.meta.url))', "href", "src/roles"),
            ('`${new URL("./roles", import.meta.url)}`', "href", "src/roles"),
            ('"" + new URL("./roles", import.meta.url)', "href", "src/roles"),
            ('"" + new URL("./roles", import.meta.url).href', "href", "src/roles"),
            ('"" + new URL("./roles", import.meta.url).pathname', "pathname", "src/roles"),
            ('"" + __dirname', "path", "src"),
            ('new URL("./roles", import.meta.url).pathname', "pathname", "src/roles"),
            ('new URL("./roles", import.meta.url).host', "unknown", None),
            ("import.meta.url", "href", "src/index.ts"),
            ("import.meta.dirname", "path", "src"),
            ("import.meta.filename", "path", "src/index.ts"),
            ("import.meta.env", "unknown", None),
            ("__dirname", "path", "src"),
            ('new URL(".", import.meta.url).pathname + "/roles"', "pathname", "src/roles"),
            ('dirname(new URL("./a/b", import.meta.url).pathname)', "pathname", "src/a"),
            ('join(new URL(".", import.meta.url).pathname, "roles")', "pathname", "src/roles"),
            ('__dirname + "/~roles"', "path", "src/~roles"),
            ('join(__dirname, "..") + "/roles"', "path", "roles"),
            (f"""'./{"x" * 4000}' + '{"y" * 94}'""", "relative", None),
            (f"""'./{"x" * 4000}' + '{"y" * 95}'""", "unknown", None),
            ("__filename", "path", "src/index.ts"),
            ("`${__dirname}/roles`", "path", "src/roles"),
            ('__dirname + "/roles"', "path", "src/roles"),
            ('__dirname + ""', "path", "src"),
            ('__dirname + "roles"', "unknown", None),
            ('__dirname - "roles"', "unknown", None),
            ('join(__dirname, "..", "roles")', "path", "roles"),
            ('join(__dirname, "../..")', "path", None),
            ('join(__dirname, "../../x")', "path", None),
            ('join(__dirname, "../..x")', "path", "..x"),
            (
                'path.join(dirname(dirname(fileURLToPath(import.meta.url))), "roles")',
                "path",
                "roles",
            ),
            ("dirname(dirname(dirname(__dirname)))", "path", None),
            ('resolve(__dirname, "roles")', "path", "src/roles"),
            ('resolve("x", __dirname, "roles")', "path", "src/roles"),
            ('resolve(__dirname, "/opt/roles")', "absolute", None),
            ('resolve("/opt", "roles")', "absolute", None),
            ('resolve("roles")', "unknown", None),
            ("join(__dirname, name)", "unknown", None),
            ("join()", "unknown", None),
            ('join("roles", "x")', "relative", None),
            ("join([], 'x')", "unknown", None),
            ("dirname('a')", "unknown", None),
            ("normalize(__dirname)", "path", "src"),
            ("realpathSync(__dirname)", "path", "src"),
            ("pathToFileURL(__dirname)", "url", "src"),
            ("pathToFileURL('a')", "unknown", None),
            ("fileURLToPath('a')", "unknown", None),
            ("String(3)", "unknown", None),
            ("String('a')", "relative", None),
            ("roles.toJSON()", "unknown", None),
            ('new URL("file:///opt/roles", import.meta.url)', "unknown", None),
            ('new URL("/roles", import.meta.url)', "unknown", None),
            ('new URL("[", import.meta.url)', "unknown", None),
            ('new URL("//host/x", import.meta.url)', "unknown", None),
            ('new URL("file:///opt/roles")', "unknown", None),
            ("new URL(name, import.meta.url)", "unknown", None),
            ('new Other("./roles", import.meta.url)', "unknown", None),
            ("new URL", "unknown", None),
            ('"./roles"', "relative", None),
            ("'~/roles'", "relative", None),
            ('""', "relative", None),
            ('"/opt/roles"', "absolute", None),
            (r'"C:\\roles"', "absolute", None),
            ('"file:///opt/roles"', "file-url", None),
            ("[roles]", "not-text", None),
            ("{}", "not-text", None),
            ("3", "not-text", None),
            ("() => roles", "not-text", None),
            ("", "not-text", None),
            ("process.env.ROLES", "unknown", None),
            ("getRoles()", "unknown", None),
            ("await roles", "unknown", None),
            ("one", "path", "src/roles"),
            ("two()", "path", "src/roles"),
            ("three()", "path", "src/roles"),
            ("four()", "unknown", None),
            ("five()", "unknown", None),
            ("eight()", "path", "src/roles"),
            ("nine", "unknown", None),
            ("ten()", "unknown", None),
            ("path.missing(one)", "unknown", None),
            ("{}.roles", "unknown", None),
            ("six", "unknown", None),
            ("seven", "path", "src/roles"),
            ("(() => { const x = __dirname; return dirname(x); })()", "path", ""),
            ("(() => {})()", "unknown", None),
            ("(function () {})()", "unknown", None),
            ("()", "unknown", None),
            ("nested.deep.roles", "path", "src/roles"),
            ("nested[key].roles", "unknown", None),
            ("nested['deep'].roles", "path", "src/roles"),
            ("nested.other", "not-text", None),
            ("nested.missing.roles", "unknown", None),
        ],
    )
    def test_an_expression_means_a_place(
        self, expression: str, form: str, target: str | None
    ) -> None:
        before = f"""
import path, {{ join, dirname, resolve, normalize }} from "node:path";
import {{ fileURLToPath, pathToFileURL }} from "url";
const {{ realpathSync }} = require("node:fs");
const one = {URL};
const two = () => one;
function three() {{ const found = one; return found; }}
function four() {{ if (x) return one; return two; }}
function five() {{ return one; x(); }}
function eight() {{ var found = one; return found; }}
var nine = one; var nine = one; const ten = () => {{}};
let six = one; six = other;
const [...{{}}] = [], {{ seven = 1 }} = {{ seven: one }};
const nested = {{ deep: {{ roles: one }}, other: 3, ...more }};
"""
        assert registered(with_path(expression, before)) == [(form, target)]

    def test_a_text_reaches_the_host_as_it_is(self) -> None:
        text = with_path('join("roles", "../x", "y")', 'import { join } from "path";')
        assert [one.text for one in bridge(text).registrations] == ["x/y"]
        for expression, told in (
            ("__dirname", "src"),
            ('new URL("..", import.meta.url)', "."),
            ("3", ""),
            ("name", ""),
            ('"/opt"', "/opt"),
            ('"file:x"', "file:x"),
        ):
            assert [one.text for one in bridge(with_path(expression)).registrations] == [told]

    @pytest.mark.parametrize(
        ("text", "form"),
        [
            ('const fs = require("./other"); export default fs.roles;', "unknown"),
            ('import { roles } from "./other";\n', "path"),
            ('import { again as roles } from "./other";\n', "path"),
            ('import { starred as roles } from "./other";\n', "path"),
            ('import { nothing as roles } from "./other";\n', "unknown"),
            ('import { roles } from "./missing";\n', "unknown"),
            ('import { roles } from "../../outside";\n', "unknown"),
            ('import { roles } from "somewhere";\n', "unknown"),
            ('import * as other from "./other";\nconst { roles } = other;\n', "path"),
            ('const { roles } = require("./other");\n', "path"),
            ('const { roles } = require("./missing");\n', "unknown"),
            ("const { roles } = require(name);\n", "unknown"),
            ("const { roles } = require();\n", "unknown"),
            ('const { roles } = require("./other", 1);\n', "path"),
            ("const { roles } = import.meta;\n", "unknown"),
        ],
    )
    def test_names_are_followed_into_other_modules(self, text: str, form: str) -> None:
        other = """
import { fileURLToPath } from "node:url";
export * from "./plain";
export * from "./stars.js";
export * from "./missing.js";
export * from "somewhere";
export * from "./other.js";
export const roles = fileURLToPath(new URL("./roles", import.meta.url));
export { roles as again };
"""
        stars = 'export const starred = __dirname + "/roles";\n'
        found = registered(
            with_path("roles", text),
            src__other_ts=other,
            src__plain_ts="export const plain = 1;\n",
            src__stars_mjs="",
            src__stars_ts=stars,
        )
        assert [one for one, _ in found] == [form]

    def test_one_unknown_place_makes_all_unknown(self) -> None:
        text = f"""
export default (pi) => {{
  pi.events.on("{CHANNEL}", (request) => {{
    request.register(__dirname);
    request.register(__dirname);
  }});
}};
"""
        assert bridge(text).registered == ("src",)
        assert bridge(text.replace("(__dirname)", "(x)", 1)).registered is None

    def test_where_a_name_got_its_value_is_told(self) -> None:
        found = bridge(EXTENSION).registrations[0]
        assert found.origin is not None
        assert found.module.script.slice(found.origin) == URL
        assert bridge(with_path("unknown")).registrations[0].origin is None
        assert (
            bridge(changed(("request.register(roles)", "((x) => request.register(x))(1)")))
            .registrations[0]
            .origin
            is None
        )


class TestLateness:
    @pytest.mark.parametrize(
        ("body", "late"),
        [
            ("request.register(x);", None),
            ("request.register(x); await y;", None),
            ("await y; request.register(x);", "await"),
            ("await y; request.register();", "await"),
            ("request.register(z ? await y : 0);", None),
            ("request.register(async () => { await y; });", None),
            ("request.register(await x);", "await"),
            ("await request.register(x);", None),
            ("if (await y) request.register(x);", "await"),
            ("if (z) { await y; } request.register(x);", None),
            ("if (z) { await y; request.register(x); }", "await"),
            ("if (z) a; else { await y; } request.register(x);", None),
            ("z ? await y : 0; request.register(x);", None),
            ("z ? 0 : await y; request.register(x);", None),
            ("(await y) ? 0 : 1; request.register(x);", "await"),
            ("z && await y; request.register(x);", None),
            ("z || await y; request.register(x);", None),
            ("z ?? await y; request.register(x);", None),
            ("z + await y; request.register(x);", "await"),
            ("(await y) && request.register(x);", "await"),
            ("try { await y; } catch {} request.register(x);", "await"),
            ("try { a; } catch { await y; } request.register(x);", None),
            ("while (z) { await y; } request.register(x);", None),
            ("do { await y; } while (z); request.register(x);", "await"),
            ("switch (z) { case 1: await y; } request.register(x);", None),
            ("switch (z) { default: await y; } request.register(x);", None),
            ("switch (await y) { case 1: request.register(x); }", "await"),
            ("for (; z; ) { await y; } request.register(x);", None),
            ("for (; z; await y) {} request.register(x);", None),
            ("for (; await y; ) {} request.register(x);", "await"),
            ("for (const a = await y; z; ) {} request.register(x);", "await"),
            ("for (const a of await y) {} request.register(x);", "await"),
            ("for (const a of b) { await y; } request.register(x);", None),
            ("for await (const a of y) {} request.register(x);", "await"),
            ("for await (const a of y) request.register(a);", "await"),
            ("for await (const a of request.register(x)) {}", None),
            ("const f = async () => { await y; }; request.register(x);", None),
            ("const f = async () => { await y; request.register(x); };", "await"),
            *(
                (f"y.{name}(() => request.register(x));", "callback")
                for name in ("then", "catch", "finally", "nextTick")
            ),
            *(
                (f"{name}(() => {{ request.register(x); }});", "callback")
                for name in ("queueMicrotask", "setImmediate", "setInterval", "setTimeout")
            ),
            ("list.forEach((one) => request.register(one));", None),
            ("a = function () { request.register(x); }.then(y);", None),
        ],
    )
    def test_a_call_may_come_too_late(self, body: str, late: str | None) -> None:
        text = f"""
export default (pi) => {{
  pi.events.on("{CHANNEL}", async (request) => {{ {body} }});
}};
"""
        assert [one.late for one in bridge(text).registrations] == [late]


class TestFactory:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("export default (pi) => {};", "function"),
            ("export default function () {}", "function"),
            ("export default f; function f() {}", "function"),
            ("export default f; function* f() {}", "function"),
            ("export default (function* () {});", "function"),
            ("export default f; { function f() {} }", "unknown"),
            ("export default make();", "unknown"),
            ("export default name;", "unknown"),
            ("export default class {}", "unknown"),
            ("export default { a: 1 };", "other"),
            ("export default { default: f };", "unknown"),
            ("export default { ...all };", "unknown"),
            ("export default { default() {} };", "unknown"),
            ("export default 'text';", "other"),
            ("export default import.meta.url;", "other"),
            ("export default [f];", "other"),
            ("export const a = 1;", "missing"),
            ("", "missing"),
            ("export * from './other';", "missing"),
            ("export { default } from './other';", "function"),
            ("export { named as default } from './other';", "unknown"),
            ("export { nothing as default } from './other';", "unknown"),
            ("export { default } from './empty';", "missing"),
            ("export { default } from './index';", "unknown"),
            ("export { default } from './nothing';", "unknown"),
            ("export { default } from 'package';", "function"),
            ("export * as default from './other';", "function"),
            ("export * as default from './nothing';", "unknown"),
            ("import { named } from './other'; export default named;", "unknown"),
            ("export default (pi) => {", "unknown"),
            ("const a = (;", "unknown"),
        ],
    )
    def test_a_default_export_is_something(self, text: str, kind: str) -> None:
        other = "export default () => {};\nexport const named = make();\n"
        found = bridge(text + "\n", src__other_ts=other, src__empty_ts="a;\n")
        assert found.factories == {"src/index.ts": kind}

    def test_an_entry_that_is_no_script_is_unknown(self) -> None:
        files = MappingTree({"package.json": b"{}"})
        found = read_bridge(files, ["package.json", "missing.ts"])
        assert found.factories == {"package.json": "unknown", "missing.ts": "unknown"}
        assert read_bridge(files, None).factories == {}
        assert read_bridge(files, None).entries is None


class TestFacts:
    def test_versions_and_shutdown_are_looked_for_everywhere(self) -> None:
        assert bridge(EXTENSION).checks_version
        assert bridge(EXTENSION).unsubscribes
        assert not bridge(changed(("request.apiVersion === 1", "true"))).checks_version
        assert not bridge(changed(('"session_shutdown"', '"x"'))).unsubscribes

    def test_a_module_that_registers_nothing_may_end_the_listening(self) -> None:
        text = changed(('"session_shutdown"', '"x"'), ("request.apiVersion === 1", "true"))
        other = 'export const stop = (pi) => pi.on("session_shutdown", () => {});\n'
        found = bridge(f'import "./other";\n{text}', src__other_ts=other)
        assert (found.checks_version, found.unsubscribes) == (False, True)
        other = "export const sound = (request) => request.apiVersion === 1;\n"
        found = bridge(f'import "./other";\n{text}', src__other_ts=other)
        assert (found.checks_version, found.unsubscribes) == (True, False)
        other = "// apiVersion, session_shutdown\n"
        found = bridge(f'import "./other";\n{text}', src__other_ts=other)
        assert (found.checks_version, found.unsubscribes) == (False, False)
        other = "export const sound = (request) => request.apiVersion === 1;\n"
        found = bridge(f'import "./other";\n{text}'.replace("v1", "v2"), src__other_ts=other)
        assert (found.checks_version, found.unsubscribes) == (False, False)

    def test_a_script_that_is_not_there_is_no_module(self) -> None:
        files = tree(EXTENSION)
        found = Modules(files, Resolution(files, {}, packed=False))
        assert found.get("src/gone.ts") is None
        assert found.refused == set()
        module = found.get("src/index.ts")
        assert module is not None
        assert found.get("src/index.ts") is module

    def test_a_script_that_is_not_understood_is_told(self) -> None:
        assert bridge(EXTENSION + "@@ (\n").unread == {"src/index.ts"}
        assert bridge("[" * 2_000 + EXTENSION).unread == {"src/index.ts"}

    def test_too_many_scripts_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        first = f'import "./other";\n{EXTENSION}'
        monkeypatch.setattr(modules, "MOST", len(first))
        found = bridge(first, src__other_ts=EXTENSION)
        assert found.unread == {"src/other.ts"}
        assert [module.path for module in found.modules] == ["src/index.ts"]
        found = bridge(first.replace("session_shutdown", "other"), src__other_ts=EXTENSION)
        assert not found.unsubscribes
        assert found.unread == {"src/other.ts"}

    def test_too_much_to_follow_is_not_certain(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(evaluator, "MOST_STEPS", 3)
        found = bridge(EXTENSION)
        assert not found.certain
        assert found.registered is None

    @pytest.mark.parametrize(
        ("listener", "via"),
        [
            ("const listen = pi.events.on;", "events"),
            ("const { on: listen } = pi.events;", "events"),
            ("const { events: { on: listen } } = pi;", "events"),
            ("const { on: listen } = pi;", "api"),
        ],
    )
    def test_a_listener_may_have_another_name(self, listener: str, via: str) -> None:
        text = changed(
            ("pi.events.on(", "listen("), ("  const unsubscribe", f"{listener}\nconst unsubscribe")
        )
        found = bridge(text)
        assert ([one.via for one in found.listeners], found.registered) == ([via], ("src/roles",))

    @pytest.mark.parametrize(("length", "expected"), [(53, ("src/roles",)), (54, None)])
    def test_a_value_is_handed_on_so_far(
        self, length: int, expected: tuple[str, ...] | None
    ) -> None:
        files = {f"src__m{n}_ts": f'export * from "./m{n + 1}";' for n in range(length)}
        files[f"src__m{length}_ts"] = f"export const ROLES = {URL};"
        files[f"src__m{length}_ts"] += '\nimport { fileURLToPath } from "node:url";'
        text = 'import { ROLES } from "./m0";\n' + changed((URL, "ROLES"))
        assert bridge(text, **files).registered == expected

    @pytest.mark.parametrize(
        ("expression", "step", "last", "most"),
        [
            ("({0})", "", "", 60),
            ("`${{{0}}}`", "", "", 60),
            ("{0} + ''", "", "", 60),
            ("a0", "const a{0} = a{1};\n", "const a{0} = 'x';\n", 59),
            ("a0()", "const a{0} = () => a{1}();\n", "const a{0} = () => 'x';\n", 58),
            ("a0()", "const a{0} = () => {{ return a{1}(); }};\n", "const a{0} = () => 'x';\n", 58),
            ("a0.b", "const a{0} = {{ b: a{1}.b }};\n", "const a{0} = {{ b: 'x' }};\n", 58),
            ("a0.b", "const a{0} = a{1};\n", "const b = 'x', a{0} = {{ b }};\n", 58),
            ("a0['b']", "const a{0} = {{ b: a{1}['b'] }};\n", "const a{0} = {{ b: 'x' }};\n", 58),
        ],
    )
    def test_a_value_is_found_in_so_many_steps(
        self, expression: str, step: str, last: str, most: int
    ) -> None:
        for length, form in ((most, "relative"), (most + 1, "unknown")):
            before = "".join(step.format(n, n + 1) for n in range(length)) + last.format(length)
            wanted = expression
            if not step:
                wanted = "'x'"
                for _ in range(length):
                    wanted = expression.format(wanted)
            assert registered(with_path(wanted, before)) == [(form, None)]

    def test_a_module_of_another_letter_case_hands_nothing_on(self) -> None:
        text = 'import { ROLES } from "./Places";\n' + changed((URL, "ROLES"))
        places = 'export const ROLES = new URL("./roles", import.meta.url).pathname;'
        assert bridge(text, src__Places_ts=places).registered == ("src/roles",)
        assert bridge(text, src__places_ts=places).registered is None

    def test_with_just_enough_steps_everything_is_found(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = f'export default (pi) => pi.events.on("{CHANNEL}", (r) => r.register("/x"));\n'
        for steps in range(1, 100):
            monkeypatch.setattr(evaluator, "MOST_STEPS", steps)
            found = bridge(text)
            if found.certain:
                break
            assert [one.form for one in found.registrations] != ["absolute"]
        assert steps == 22  # one for each expression, whenever it is asked for
        assert [one.form for one in found.registrations] == ["absolute"]

    @pytest.mark.parametrize(
        "text",
        [
            "const a = b; const b = a;\n",
            "const a = `${b}${b}`; const b = `${a}`;\n",
            "export * from './index';\nimport { a } from './index';\n",
            "".join(f"const a{n} = a{n + 1} + a{n + 1};\n" for n in range(40)) + "const a = a0;\n",
            "".join(f"const a{n} = a{n + 1} + a{n + 1};\n" for n in range(14))
            + 'const a14 = "'
            + "x" * 900
            + '"; const a = a0;\n',
            "const a = " + "+".join(['"x"'] * 200) + ";\n",
        ],
    )
    def test_values_that_never_end_are_unknown(self, text: str) -> None:
        assert registered(with_path("a", text)) == [("unknown", None)]


def entries(files: dict[str, bytes]) -> list[str]:
    return [name for name in files if name.endswith((".ts", ".js"))]


@given(packs)
@settings(max_examples=150, deadline=None)
def test_any_pack_can_be_read(files: dict[str, bytes]) -> None:
    tree = MappingTree(files)
    found = read_bridge(tree, entries(files))
    assert {one.module for one in found.registrations} <= set(found.modules)
    assert found.registered != () or not found.registrations


@given(script_bytes)
@settings(max_examples=150, deadline=None)
def test_any_script_can_be_followed(data: bytes) -> None:
    files: dict[str, Any] = {"a.ts": data, "other.ts": data}
    read_bridge(MappingTree(files), ["a.ts"])
