"""The tables of an audit: what is read of them, and by whom."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from herdr_lint.audit import audit
from herdr_lint.audit.store import Store
from tests.audit.registry import contents, registry, write


class Locked(MemoryFileSystem):  # type: ignore[misc]
    """A store that lets in whoever has the key, and is one place for all of them."""

    protocol = "locked"
    store: ClassVar[dict[str, Any]] = {}
    seen: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]

    def __init__(self, key: str = "") -> None:
        super().__init__()
        if key != "right":
            raise PermissionError("the key does not fit")

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return str(super()._strip_protocol(path.replace("locked://", "memory://")))

    def find(self, path: str, *more: Any, **options: Any) -> Any:
        """What there was when it was asked for first, as stores of the web have it."""
        if not self.exists(path):
            raise FileNotFoundError(path)
        return self.seen.setdefault(path, super().find(path, *more, **options))

    def invalidate_cache(self, path: str | None = None) -> None:
        self.seen.clear()

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        raise NotImplementedError("a store of the web has no folders")

    def unstrip_protocol(self, name: str) -> str:
        return f"locked:/{self._strip_protocol(name)}"


@pytest.fixture
def storage(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    fsspec.register_implementation("locked", Locked, clobber=True)
    monkeypatch.setattr(Locked, "store", {})
    monkeypatch.setattr(Locked, "seen", {})
    monkeypatch.setattr(Locked, "pseudo_dirs", [""])
    return {"key": "right"}


def test_options_go_to_whatever_is_asked_of_a_store(
    tmp_path: Path, storage: dict[str, Any]
) -> None:
    for name, data in registry(0).items():
        Locked(**storage).pipe_file(f"/v1/{name}", data)
    audit(["locked://v1/"], "locked://out", storage=storage)
    write(tmp_path / "packs", registry(0))
    audit([str(tmp_path / "packs")], str(tmp_path / "out"))
    here = {
        table: [row.replace(f"{tmp_path}/packs/", "locked://v1/") for row in rows]
        for table, rows in contents(tmp_path / "out").items()
    }
    assert contents("locked://out", storage) == here
    assert here["unread"] == []
    with pytest.raises(PermissionError):
        audit(["locked://v1/"], "locked://out")


def test_the_parts_are_those_that_there_are_by_now(storage: dict[str, Any]) -> None:
    store = Store("locked://out/", storage)
    assert store.parts("open") == []
    for part in ("a", "b"):
        store.write("open", part, [{"path": "p", "reason": "\u00e9 \ud800"}])
    assert store.parts("open") == ["a", "b"]
    store.write("open", "c", [{"path": "p", "reason": "r"}])
    assert store.parts("open") == ["a", "b", "c"]
    assert store.read("open", "a") == [{"path": "p", "reason": "\u00e9 \\ud800"}]


def test_every_text_of_a_row_can_be_written(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.write("verdicts", "a", [{"pack": "a", "unchecked": ["\ud800", "b"], "errors": 2}])
    assert store.read("verdicts", "a", ["pack", "unchecked", "errors"]) == [
        {"pack": "a", "unchecked": ["\\ud800", "b"], "errors": 2}
    ]


def test_a_store_travels_without_what_it_holds_open(storage: dict[str, Any]) -> None:
    store, fresh = (Store("locked://out", storage) for _ in range(2))
    store.put("a", b"1")
    assert pickle.dumps(store) == pickle.dumps(fresh)
    there = pickle.loads(pickle.dumps(store))  # noqa: S301 - our own
    assert (there, there.get("a")) == (store, b"1")


def test_a_folder_of_a_store_has_one_name(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    Store(f"{tmp_path}/out/").put("a/b", b"1")
    assert Store(f"file://{tmp_path}/out").get("a/b") == b"1"
    assert Store(str(tmp_path / "out")).get("a/c") is None


def test_only_what_is_named_is_kept(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for part in ("b", "c", "a"):
        store.write("open", part, [{"path": part, "reason": "r"}])
    store.put("open/notes.txt", b"")
    assert store.parts("open") == ["a", "b", "c"]
    store.keep("open", {"a", "c"})
    assert store.parts("open") == ["a", "c"]
    assert [*store.rows("open", ["path"])] == [{"path": "a"}, {"path": "c"}]
    store.write("unread", "a", [])
    assert store.parts("unread") == []


def test_claims_are_read_from_a_bucket_up_to_another(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "out"))
    rows = [{"bucket": bucket, "value": f"v{bucket}"} for bucket in (1, 2, 3, 3, 4)]
    store.write("claims", "a", rows)
    assert store.claims("a", 2, 4) == rows[1:4]
    assert store.claims("a", 0, 256) == rows
    assert store.read("claims", "a", ["value"]) == [{"value": one["value"]} for one in rows]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is asked for threads")
def test_a_table_is_read_without_another_thread(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.write("claims", "a", ({"bucket": 1, "value": f"{number}"} for number in range(999)))
    threads = Path("/proc/self/task")
    before = [*threads.iterdir()]
    assert len(store.read("claims", "a")) == 999
    assert [*threads.iterdir()] == before


_THREADS = """
import os, sys
from herdr_lint.audit import audit
before = len(os.listdir("/proc/self/task"))
found = audit([sys.argv[1]], sys.argv[2])
print(len(os.listdir("/proc/self/task")) - before, found.tally.judged)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the kernel is asked for threads")
def test_no_thread_is_left_that_can_bring_the_end_down(tmp_path: Path) -> None:
    """PyArrow's would, if they still held something of Python's when the interpreter ends."""
    archives = registry()
    write(tmp_path / "packs", archives)
    command = [sys.executable, "-c", _THREADS, str(tmp_path / "packs"), str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == f"0 {len(archives)}\n"
