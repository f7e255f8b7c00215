"""The results of an audit: tables of Parquet files in a folder or a bucket.

Each task writes *parts* of its own, whole or not at all, and those of the verdicts last. So a part
of the verdicts means that everything about its packs is there, and an audit that was broken off
goes on where it was.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from fsspec.implementations.local import LocalFileSystem

_FINDING = pa.schema(
    [
        ("pack", pa.string()),
        ("rule", pa.string()),
        ("severity", pa.string()),
        ("cause", pa.string()),
        ("path", pa.string()),
        ("line", pa.int64()),
        ("column", pa.int64()),
        ("end_line", pa.int64()),
        ("end_column", pa.int64()),
        ("pointer", pa.string()),
        ("message", pa.string()),
        ("help", pa.string()),
        ("host_code", pa.string()),
    ]
)
SCHEMAS: Mapping[str, pa.Schema] = {
    "verdicts": pa.schema(
        [
            ("pack", pa.string()),
            ("name", pa.string()),
            ("version", pa.string()),
            ("profile", pa.string()),
            ("outcome", pa.string()),
            ("primary", pa.string()),
            ("integrity", pa.string()),
            ("bytes", pa.int64()),
            ("errors", pa.int64()),
            ("warnings", pa.int64()),
            ("notes", pa.int64()),
            ("unchecked", pa.list_(pa.string())),
        ]
    ),
    "findings": _FINDING,
    "across": _FINDING,
    "open": pa.schema([("path", pa.string()), ("reason", pa.string())]),
    "claims": pa.schema([("bucket", pa.int32()), ("value", pa.string())]),
    "unread": pa.schema([("pack", pa.string()), ("reason", pa.string())]),
}
"""The tables: what each pack came to, what is wrong with it, what only many packs show (``across``)
and leave ``open``, what packs claim, and those that could not be read."""


@dataclass(frozen=True)
class Store:
    """A place for results, by its URL or path; small and picklable."""

    url: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def _place(self) -> tuple[Any, str]:
        fs, path = fsspec.core.url_to_fs(self.url, **self.options)
        return fs, path

    def __getstate__(self) -> dict[str, Any]:
        return {"url": self.url, "options": self.options}

    def write(self, table: str, part: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write a part of a table, whole or not at all; no rows are no part."""
        listed = list(rows)
        if listed:
            content = io.BytesIO()
            columns = pa.Table.from_pylist(_readable(listed), schema=SCHEMAS[table])
            pq.write_table(columns, content, compression="zstd")
            self.put(f"{table}/{part}.parquet", content.getvalue())

    def read(
        self, table: str, part: str, columns: Sequence[str] | None = None
    ) -> list[dict[str, Any]]:
        """The rows of a part."""
        rows: list[dict[str, Any]] = self._table(table, part, columns).to_pylist()
        return rows

    def claims(self, part: str, first: int, last: int) -> list[dict[str, Any]]:
        """The claims of a part in the buckets from the first one up to the last."""
        table = self._table("claims", part)
        bucket = table["bucket"]
        wanted = pc.and_(pc.greater_equal(bucket, first), pc.less(bucket, last))
        rows: list[dict[str, Any]] = table.filter(wanted).to_pylist()
        return rows

    def _table(self, table: str, part: str, columns: Sequence[str] | None = None) -> pa.Table:
        """A part, read by this thread alone.

        A thread of PyArrow that has not yet let go of a file of Python's when the interpreter ends
        brings the whole process down.
        """
        fs, root = self._place
        content = pa.BufferReader(fs.cat_file(f"{root}/{table}/{part}.parquet"))
        return pq.ParquetFile(content).read(columns, use_threads=False)

    def rows(self, table: str, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
        """The rows of all parts of a table, part by part."""
        for part in self.parts(table):
            yield from self.read(table, part, columns)

    def parts(self, table: str) -> list[str]:
        """The names of the parts of a table, in order."""
        fs, root = self._place
        fs.invalidate_cache()
        folder = f"{root}/{table}"
        names = fs.find(folder) if fs.exists(folder) else []
        ends = [name.rpartition("/")[2] for name in names if name.endswith(".parquet")]
        return sorted(name.removesuffix(".parquet") for name in ends)

    def keep(self, table: str, parts: Collection[str]) -> None:
        """Remove all parts of a table but these."""
        fs, root = self._place
        for part in self.parts(table):
            if part not in parts:
                fs.rm(f"{root}/{table}/{part}.parquet")

    def put(self, name: str, content: bytes) -> None:
        """Write a file, whole or not at all."""
        fs, root = self._place
        path = f"{root}/{name}"
        if not isinstance(fs, LocalFileSystem):
            fs.pipe_file(path, content)
            return
        fs.makedirs(path.rpartition("/")[0], exist_ok=True)
        with fs.open(path, "wb", autocommit=False) as file:
            file.write(content)
        file.commit()

    def get(self, name: str) -> bytes | None:
        """A file, or None where there is none."""
        fs, root = self._place
        try:
            return bytes(fs.cat_file(f"{root}/{name}"))
        except FileNotFoundError:
            return None


def _readable(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows with every text fit for UTF-8: half of a surrogate pair cannot be written."""
    return [{key: _text(value) for key, value in row.items()} for row in rows]


def _text(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return [_text(one) for one in value] if isinstance(value, list) else value
