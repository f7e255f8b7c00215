"""Trees of files, the archives made of them, and archives that something has happened to."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from hypothesis import strategies as st

BLOCK = 512


def octal(number: int, width: int) -> bytes:
    return f"{number:0{width - 1}o}".encode() + b"\0"


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % BLOCK)


def entry(
    name: bytes | str,
    content: bytes = b"",
    *,
    kind: bytes = b"0",
    prefix: bytes = b"",
    magic: bytes = b"ustar\x0000",
    size: bytes | None = None,
    checksum: bytes | None = None,
) -> bytes:
    """One tar entry, with everything in it open to falsification."""
    raw = name if isinstance(name, bytes) else name.encode()
    header = bytearray(BLOCK)
    header[0:100] = raw[:100].ljust(100, b"\0")
    header[100:108] = octal(0o644, 8)
    header[124:136] = octal(len(content), 12) if size is None else size
    header[136:148] = octal(0, 12)
    header[148:156] = b" " * 8
    header[156:157] = kind
    header[257:265] = magic
    header[345:500] = prefix.ljust(155, b"\0")
    header[148:156] = octal(sum(header), 8) if checksum is None else checksum
    return bytes(header) + padded(content)


def pax(records: Mapping[str, str], kind: bytes = b"x") -> bytes:
    """A PAX header for the entry after it."""
    lines = b""
    for key, value in records.items():
        rest = f" {key}={value}\n".encode()
        length = len(rest)
        while length != len(rest) + len(str(length)):
            length = len(rest) + len(str(length))
        lines += str(length).encode() + rest
    return entry("PaxHeaders/x", lines, kind=kind)


def tar(entries: Iterable[bytes], end: bytes = bytes(2 * BLOCK)) -> bytes:
    return b"".join(entries) + end


def tar_of(members: Mapping[str, bytes]) -> bytes:
    return tar(entry(name, content) for name, content in members.items())


def tgz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def zip_of(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def write_folder(root: Path, members: Mapping[str, bytes]) -> Path:
    for name, content in members.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return root


step = st.sampled_from(["a", "b", "prompts", "x.md", "pack.json", "é", "\U0001f600", "so me"])
contents = st.binary(max_size=40) | st.just(b"x" * 2000)


@st.composite
def trees(draw: st.DrawFn) -> dict[str, bytes]:
    """Files of a pack: no name is a folder in another, none differ by case alone."""
    paths = draw(st.lists(st.lists(step, min_size=1, max_size=3).map("/".join), max_size=6))
    tree: dict[str, bytes] = {}
    for path in paths:
        clash = any(f"{path}/".startswith(f"{other}/") for other in tree)
        if not clash and not any(other.startswith(f"{path}/") for other in tree):
            tree[path] = draw(contents)
    return tree


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """An archive of some tree in which bytes were changed, cut out or doubled."""
    members = draw(trees())
    whole = draw(st.sampled_from([tar_of, zip_of, lambda tree: tgz(tar_of(tree))]))(members)
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(["change", "cut", "double", "end"])):
            case "change":
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at : at + draw(st.integers(1, 600))]
            case "double":
                data[at:at] = data[at : at + 512]
            case _:
                del data[at:]
        data = data or bytearray(b"\0")
    repack = draw(st.booleans())
    return tgz(bytes(data)) if repack else bytes(data)
