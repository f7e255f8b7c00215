"""The example of an upload endpoint, over a real socket."""

from __future__ import annotations

import asyncio
import http.client
import importlib.util
import json
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import uvicorn

from tests.builders import NAME, agent, files, manifest, tgz, zipped

SOURCE = Path(__file__).parent.parent.parent / "examples" / "registry" / "app.py"
URL = f"/v1/packs/{NAME}/-/1.0.0.tgz"
SKILL = agent(role="skill", handoff={"taskSchemaRef": "schemas/a.json"})


class Answer(NamedTuple):
    status: int
    body: dict[str, Any]


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("registry_app", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "registry_app", module)  # where its dataclasses look for it
        spec.loader.exec_module(module)
    return module


class Client(NamedTuple):
    port: int
    root: Path

    def put(self, data: bytes, url: str = URL, method: str = "PUT", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, url, data, headers)
            response = connection.getresponse()
            return Answer(response.status, json.loads(response.read()))
        finally:
            connection.close()


@pytest.fixture
def client(example: ModuleType, tmp_path: Path) -> Iterator[Client]:
    config = uvicorn.Config(
        example.Application(tmp_path), host="127.0.0.1", port=0, log_level="error", ws="none"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Client(port, tmp_path)
    server.should_exit = True
    thread.join()


def test_a_pack_is_published_once(client: Client) -> None:
    data = tgz(files())
    first = client.put(data)
    assert first.status == 201
    assert first.body["integrity"].startswith("sha256-")
    assert {"kind": "runtime", "name": "remote", "optional": False} in first.body["needs"]
    published = client.root / NAME / "-" / "1.0.0.tgz"
    assert published.read_bytes() == data
    assert published.stat().st_mode & 0o777 == 0o644
    assert client.put(data).status == 200
    assert [path.name for path in published.parent.iterdir()] == ["1.0.0.tgz"]


def test_what_is_published_does_not_change(client: Client) -> None:
    client.put(tgz(files()))
    answer = client.put(zipped(files()))
    assert answer == Answer(
        409,
        {
            "error": "version_conflict",
            "message": f"`{NAME}` 1.0.0 is published already, with other bytes",
            "details": {
                "problems": [
                    {
                        "code": "version_conflict",
                        "rule": "version-immutable",
                        "file": "pack.json",
                        "line": 3,
                        "column": 14,
                        "message": f"`{NAME}` 1.0.0 is published already, with other bytes",
                        "help": "raise `version` and publish it as a new one",
                    }
                ]
            },
        },
    )
    assert (client.root / NAME / "-" / "1.0.0.tgz").read_bytes() == tgz(files())


def test_a_broken_pack_hears_of_everything_and_gets_one_code(client: Client) -> None:
    answer = client.put(tgz(files(manifest(agents=[agent(role="skill", persona="")]))))
    assert (answer.status, answer.body["error"]) == (400, "invalid_manifest")
    assert [one["rule"] for one in answer.body["details"]["problems"]] == [
        "skill-handoff-missing",
        "agent-manifest-invalid",
    ]
    assert answer.body["message"] == answer.body["details"]["problems"][0]["message"]
    assert list(client.root.iterdir()) == []


def test_a_later_version_is_held_against_the_one_before(client: Client) -> None:
    task = {"schemas__a_json": b"true"}
    assert client.put(tgz(files(manifest(agents=[SKILL]), **task))).status == 201
    later = tgz(files(manifest(version="1.1.0")))
    answer = client.put(later, URL.replace("1.0.0", "1.1.0"))
    assert answer.status == 201
    assert [one["rule"] for one in answer.body["warnings"]] == ["role-regression"]


def test_what_cannot_be_judged_is_not_published(client: Client) -> None:
    pack = manifest(kind="prompt", prompts=[{}])
    del pack["runtime"], pack["agents"]
    answer = client.put(tgz(files(pack)))
    reason = (
        "packs of the kind `prompt` have no schema here, so only what all kinds share was judged;"
        " give the registry's own schemas (`--schemas`)"
    )
    assert answer == Answer(
        501, {"error": "undecided", "message": reason, "details": {"unchecked": [reason]}}
    )
    assert list(client.root.iterdir()) == []


def test_a_version_for_an_older_line_is_held_against_that(client: Client) -> None:
    for version in ("2.0.0", "1.0.0", "1.10.0", "1.9.0"):
        data = tgz(files(manifest(version=version)))
        assert client.put(data, URL.replace("1.0.0", version)).status == 201


def test_an_address_has_to_be_that_of_the_pack(client: Client) -> None:
    answer = client.put(tgz(files()), URL.replace("crew", "crews"))
    assert (answer.status, answer.body["error"]) == (400, "manifest_name_mismatch")


def test_what_is_no_archive_is_refused(client: Client) -> None:
    answer = client.put(b"not an archive")
    assert (answer.status, answer.body["error"]) == (400, "tarball_gunzip_failed")


@pytest.mark.parametrize(
    ("method", "url", "status"),
    [
        ("GET", URL, 405),
        ("PUT", "/", 404),
        ("PUT", "/v1/packs/a%2f..%2f..%2fx/-/1.0.0.tgz", 404),
        ("PUT", URL + "/x", 404),
    ],
)
def test_other_requests_are_refused(client: Client, method: str, url: str, status: int) -> None:
    answer = client.put(b"", url, method)
    assert (answer.status, sorted(answer.body)) == (status, ["error", "message"])


def test_names_that_are_paths_are_no_names(client: Client) -> None:
    answer = client.put(tgz(files(manifest(name=".."))), "/v1/packs/../-/1.0.0.tgz")
    assert answer.status in {400, 404}
    assert list(client.root.iterdir()) == []


def test_a_body_that_says_it_is_too_large_is_not_read(client: Client) -> None:
    answer = client.put(b"", **{"Content-Length": str(1 << 40)})
    assert (answer.status, answer.body["error"]) == (413, "payload_too_large")


def test_two_uploads_at_the_same_moment_end_as_one(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = example.Store(tmp_path)
    seen: list[Path | None] = [None]
    latest = example.Store(tmp_path).latest
    monkeypatch.setattr(store, "latest", lambda *of: seen.pop() if seen else latest(*of))
    example.Store(tmp_path).add(NAME, "1.0.0", tgz(files()))
    assert example.publish(store, NAME, "1.0.0", zipped(files())).status == 409


class TestWithoutAServer:
    """What no well-behaved client does."""

    def test_a_body_is_counted_while_it_arrives(
        self, example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(example, "LIMITS", example.Limits(compressed=10))
        chunk = {"type": "http.request", "body": b"x" * 6, "more_body": True}
        sent = self.run(example, tmp_path, [chunk, chunk])
        assert sent[0]["status"] == 413

    def test_half_an_upload_is_none(self, example: ModuleType, tmp_path: Path) -> None:
        chunk = {"type": "http.request", "body": tgz(files()), "more_body": True}
        assert self.run(example, tmp_path, [chunk, {"type": "http.disconnect"}]) == []
        assert list(tmp_path.iterdir()) == []

    def test_other_protocols_are_left_alone(self, example: ModuleType, tmp_path: Path) -> None:
        assert self.run(example, tmp_path, [], type="websocket") == []

    def run(
        self, example: ModuleType, root: Path, messages: list[dict[str, Any]], **scope: str
    ) -> list[Mapping[str, Any]]:
        sent: list[Mapping[str, Any]] = []
        waiting = iter(messages)

        async def receive() -> Mapping[str, Any]:
            return next(waiting)

        async def send(message: Mapping[str, Any]) -> None:
            sent.append(message)

        whole = {"type": "http", "method": "PUT", "path": URL, "headers": [], **scope}
        asyncio.run(example.Application(root)(whole, receive, send))
        return sent
