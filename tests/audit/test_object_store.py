"""The same against a real object store: a server of S3's protocol on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.audit import audit
from herdr_lint.audit.store import Store
from tests.audit.registry import contents, registry, write

pytestmark = pytest.mark.slow


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    from moto.server import ThreadedMotoServer

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield {"key": "none", "secret": "none", "endpoint_url": f"http://{host}:{port}"}
    finally:
        server.stop()


def test_packs_and_results_may_lie_in_a_bucket(tmp_path: Path, storage: dict[str, Any]) -> None:
    import s3fs

    archives = registry()
    bucket = s3fs.S3FileSystem(**storage)
    bucket.mkdir("registry")
    for name, data in archives.items():
        bucket.pipe_file(f"registry/v1/{name}", data)
    first = audit(["s3://registry/v1/"], "s3://registry/out", storage=storage)
    again = audit(["s3://registry/v1/"], "s3://registry/out", storage=storage, workers=2)
    assert first.tally == again.tally
    write(tmp_path / "packs", archives)
    audit([str(tmp_path / "packs")], str(tmp_path / "out"))
    here = {
        table: [row.replace(f"{tmp_path}/packs/", "s3://registry/v1/") for row in rows]
        for table, rows in contents(tmp_path / "out").items()
    }
    assert contents("s3://registry/out", storage) == here
    assert Store("s3://registry/out", storage).get("summary.md")
