"""A registry's upload endpoint around `herdr_lint.gate`: an ASGI application, no framework.

``PUT /v1/packs/{name}/-/{version}.tgz`` takes an archive and answers

- 201 when the pack is published now, 200 when the same bytes were published before,
- 409 when other bytes were, 413 when there are too many, 400 when the pack is to be rejected,
- 501 when this registry cannot judge it, such as a pack of a kind that it has no schema for,

each but the first two with ``{"error", "message", "details"}``. Who may publish what is not decided
here: put your authorisation in front, and refuse a name that is not the caller's before the body is
read.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from herdr_lint import Limits, Outcome, Severity, Verdict, gate

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LIMITS = Limits()
ROUTE = re.compile(r"/v1/packs/([A-Za-z0-9._-]{1,256})/-/([A-Za-z0-9.+-]{1,128})\.tgz")
STATUS = {"version_conflict": 409, "payload_too_large": 413, "internal_error": 500}


class TooLargeError(Exception):
    """The body has more bytes than the registry takes."""


class DisconnectedError(Exception):
    """The client has gone before its upload was complete."""


@dataclass(frozen=True)
class Answer:
    """A status and a body of JSON."""

    status: int
    body: Mapping[str, Any]

    @classmethod
    def refusal(cls, status: int, error: str, message: str, **details: Any) -> Answer:
        body: dict[str, Any] = {"error": error, "message": message}
        return cls(status, body | {"details": details} if details else body)


class Store:
    """Published archives in a folder, ``<name>/-/<version>.tgz``; none ever changes."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def latest(self, name: str, version: str) -> Path | None:
        """The archive to compare with: the same version, else the last one before it."""
        same = self._path(name, version)
        if same.exists():
            return same
        found = {_order(path.stem): path for path in same.parent.glob("*.tgz")}
        before = max((order for order in found if order < _order(version)), default=None)
        return None if before is None else found[before]

    def add(self, name: str, version: str, data: bytes) -> bool:
        """Publish; False if somebody else has published that version meanwhile."""
        path = self._path(name, version)
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            os.fsync(file.fileno())
            try:
                os.link(file.name, path)
            except FileExistsError:
                return False
        return True

    def _path(self, name: str, version: str) -> Path:
        return self._root / name / "-" / f"{version}.tgz"


def _order(version: str) -> tuple[int, ...]:
    """What orders versions, as far as releases go."""
    return tuple(map(int, re.findall(r"\d{1,9}", version)[:3]))


def publish(store: Store, name: str, version: str, data: bytes) -> Answer:
    """Judge an archive, and publish it if the verdict is that it may be."""
    verdict = gate(
        data,
        "openwop/v1",
        name=name,
        version=version,
        previous=store.latest(name, version),
        limits=LIMITS,
    )
    if verdict.outcome is Outcome.REJECTED:
        return _rejected(verdict)
    if verdict.outcome is Outcome.UNDECIDED:
        open_ = [item.reason for item in verdict.unchecked if item.decides]
        return Answer.refusal(501, "undecided", open_[0], unchecked=open_)
    body = {
        "name": name,
        "version": version,
        "integrity": verdict.integrity,
        "needs": [need.to_dict() for need in verdict.needs],
        "warnings": _told(verdict, Severity.WARNING),
    }
    if verdict.republished:
        return Answer(200, body)
    # The name and the version are those of the manifest now, which its schema has judged, so they
    # are fit to be names of files.
    if store.add(name, version, data):
        return Answer(201, body)
    return publish(store, name, version, data)


def _rejected(verdict: Verdict) -> Answer:
    error = verdict.primary or "internal_error"
    problems = _told(verdict, Severity.ERROR)
    first = next((one for one in problems if one["code"] == error), problems[0])
    return Answer.refusal(STATUS.get(error, 400), error, first["message"], problems=problems)


def _told(verdict: Verdict, severity: Severity) -> list[dict[str, Any]]:
    """What an author needs to fix the pack."""
    return [
        {
            "code": finding.host_code,
            "rule": finding.rule,
            "file": finding.path.partition("!")[2],
            "line": finding.span.start.line,
            "column": finding.span.start.column,
            "message": finding.message,
            "help": finding.help,
        }
        for finding in verdict.findings
        if finding.severity is severity
    ]


class Application:
    """The endpoint, for any ASGI server."""

    def __init__(self, root: Path) -> None:
        self._store = Store(root)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            with suppress(DisconnectedError):
                await _send(await self._answer(scope, receive), send)
        elif scope["type"] == "lifespan":
            await _live(receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Answer:
        route = ROUTE.fullmatch(scope["path"])
        if not route:
            return Answer.refusal(404, "not_found", "there is nothing at this address")
        if scope["method"] != "PUT":
            return Answer.refusal(405, "method_not_allowed", "archives are put here")
        try:
            data = await _body(scope, receive)
        except TooLargeError:
            message = f"an archive has at most {LIMITS.compressed} bytes"
            return Answer.refusal(413, "payload_too_large", message)
        # Judging takes milliseconds of processor time: not on the event loop.
        return await asyncio.to_thread(publish, self._store, route[1], route[2], data)


async def _body(scope: Scope, receive: Receive) -> bytes:
    """The body, of which no more is kept than an archive may have."""
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > LIMITS.compressed:
        raise TooLargeError
    data = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise DisconnectedError
        data += message.get("body", b"")
        if len(data) > LIMITS.compressed:
            raise TooLargeError
        if not message.get("more_body"):
            return bytes(data)


async def _send(answer: Answer, send: Send) -> None:
    body = json.dumps(answer.body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _live(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return


app = Application(Path(os.environ.get("REGISTRY_ROOT", "registry")) / "v1" / "packs")
