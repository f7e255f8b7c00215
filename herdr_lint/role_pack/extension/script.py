"""TypeScript and JavaScript as a tree of nodes, within bounds, whatever the text is.

The grammars are tree-sitter's, so a text that breaks the language still gives a tree: what was
understood stands in it, and the rest is marked. The tree is copied into plain nodes that know their
parents, with offsets in code points of the source text.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from herdr_lint.late import late, late_pattern
from herdr_lint.model import Span
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    import tree_sitter
    import tree_sitter_javascript
    import tree_sitter_typescript
    from tree_sitter import Language, Tree, TreeCursor
else:
    tree_sitter = late("tree_sitter")
    tree_sitter_javascript = late("tree_sitter_javascript")
    tree_sitter_typescript = late("tree_sitter_typescript")

Dialect = Literal["typescript", "tsx", "javascript"]
Trouble = Literal["too-large", "too-deep", "too-complex"]

SUFFIXES: dict[str, Dialect] = {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "tsx",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascript",
}
"""The dialect of a file by the end of its name."""

LARGEST = 512 << 10
"""Bytes of a script that are read."""

DEEPEST = 1_000
"""Levels of nodes that are kept."""

_CHUNK = 4096
_MOST_STEPS = 6_500
"""Steps of one parse; each may keep some 13 KiB until its end."""

_TYPE_OF_MODULE = late_pattern(
    rb"""(?<![\w$.])import\s*\(\s*(["'])[^"'\n]*\1\s*(?:,[^()\n]{0,200})?\)"""
    rb"""(?=\s*(?:\.\s*(?!(?:then|catch|finally)\b)[\w$]|\[\s*["']))"""
)
_ALL_TYPES = late_pattern(rb"(?<![\w$.])export\s+type\s*(\*(?:\s*as\s+[\w$]+)?)(?=\s*from\b)")
_USING = late_pattern(rb"(?<![\w$.])(?:await[ \t]+)?using(?=[ \t]+[A-Za-z_$][\w$]*\s*[:=](?!=))")
_COMMENTS = frozenset({"comment", "html_comment"})


class Node:
    """One node of a script.

    ``kind`` is the grammar's name for it and ``role`` the field of the parent that it fills, if
    any. ``start`` and ``end`` are offsets in the text; ``end`` is exclusive.
    """

    __slots__ = ("children", "end", "kind", "parent", "role", "start")

    def __init__(
        self, kind: str, role: str | None, start: int, end: int, parent: "Node | None" = None
    ) -> None:
        self.kind = kind
        self.role = role
        self.start = start
        self.end = end
        self.parent = parent
        self.children: Sequence[Node] = ()

    def add(self, child: "Node") -> None:
        """Make a node the last child. Most nodes have none, and no list of their own for them."""
        if isinstance(self.children, list):
            self.children.append(child)
        else:
            self.children = [child]

    def child(self, role: str) -> "Node | None":
        """The first child that fills a field."""
        for child in self.children:
            if child.role == role:
                return child
        return None

    def part(self, role: str) -> "Node":
        """The same, but an empty node where there is none."""
        return self.child(role) or Node("", role, self.end, self.end, self)

    @property
    def inner(self) -> "Node":
        """The first child, or an empty node where there is none."""
        return self.children[0] if self.children else self.part("")

    def first(self, *kinds: str) -> "Node | None":
        """The first child of one of the kinds."""
        return next((child for child in self.children if child.kind in kinds), None)

    def has(self, kind: str) -> bool:
        """Whether a child is of a kind; keywords are nodes of their own kind."""
        return any(child.kind == kind for child in self.children)

    def walk(self) -> "Iterator[Node]":
        """The node and all below it, in the order of the text."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def above(self) -> "Iterator[Node]":
        """The nodes around this one, the innermost first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class Script(NamedTuple):
    """A script as far as it was understood.

    ``trouble`` tells why there is no tree at all. ``broken`` is where the text first stops to be
    what the grammar knows; what stands elsewhere is in the tree all the same.
    """

    text: SourceText
    root: Node
    trouble: Trouble | None = None
    broken: Span | None = None

    def span(self, node: Node) -> Span:
        return self.text.span(node.start, node.end)

    def slice(self, node: Node) -> str:
        return self.text.text[node.start : node.end]


def parse(text: SourceText, dialect: Dialect) -> Script:
    """The tree of a script; never raises, in time linear in the text, for any text."""
    data = text.text.encode("utf-8", "surrogatepass")
    empty = Node("program", None, 0, len(text.text))
    if len(data) > LARGEST:
        return Script(text, empty, "too-large")
    tree = _tree(data if dialect == "javascript" else _spelled_out(data), dialect)
    if tree is None:
        return Script(text, empty, "too-complex")
    root, broken = _copy(tree.walk(), _code_points(data))
    if root is None:
        return Script(text, empty, "too-deep")
    return Script(text, root, None, None if broken is None else text.span(*broken))


def _spelled_out(data: bytes) -> bytes:
    """The same text, in as many bytes, without what TypeScript knows and the grammar does not.

    ``import("./x.ts").T`` in a type becomes a name, ``export type *`` a list of nothing, and
    ``using`` a ``const``. What a string or comment says does not matter here. The patterns of words
    that few scripts have are only made for these.
    """
    data = _TYPE_OF_MODULE.sub(lambda found: b"_" * len(found[0]), data)
    if b"type" in data:
        data = _ALL_TYPES.sub(_as_empty_list, data)
    if b"using" in data:
        data = _USING.sub(lambda found: b"const".ljust(len(found[0])), data)
    return data


def _as_empty_list(found: re.Match[bytes]) -> bytes:
    start = found.start(1) - found.start() - 1
    return found[0][:start].ljust(start) + b"{}".ljust(len(found[0]) - start)


def _tree(data: bytes, dialect: Dialect) -> "Tree | None":
    """The tree of tree-sitter, or None when the text costs far more than scripts cost.

    Parsing is linear for what people write, but looking ahead again and again and repairing what
    is broken need not be. So steps and reads are counted, which unlike a clock gives the same
    answer for the same bytes: real scripts stay below a third of either. What a step keeps in
    memory has a bound of its own, so that the largest scripts may take fewer for each byte.
    """
    steps = min(1_000 + len(data) // 40, _MOST_STEPS)
    reads = 16 + 12 * (len(data) // _CHUNK + 1)

    def read(offset: int, _: object) -> bytes:
        nonlocal reads
        reads -= 1
        return data[offset : offset + _CHUNK] if reads > 0 else b""

    def stop(_: int, __: bool) -> bool:
        nonlocal steps
        steps -= 1
        return steps < 0 or reads <= 0

    try:
        tree = tree_sitter.Parser(_language(dialect)).parse(read, progress_callback=stop)
    except ValueError:
        return None
    return tree if reads > 0 else None


@cache
def _language(dialect: Dialect) -> "Language":
    match dialect:
        case "javascript":
            grammar = tree_sitter_javascript.language()
        case "tsx":
            grammar = tree_sitter_typescript.language_tsx()
        case _:
            grammar = tree_sitter_typescript.language_typescript()
    return tree_sitter.Language(grammar)


def _code_points(data: bytes) -> Sequence[int]:
    """For each offset in bytes, the offset in code points."""
    if data.isascii():
        return range(len(data) + 1)
    return list(accumulate((byte & 0xC0 != 0x80 for byte in data), initial=0))


def _tells(kind: str, *, named: bool) -> bool:
    """Whether a node says something: not punctuation, not a comment."""
    return kind not in _COMMENTS if named else kind.isalpha()


def _copy(
    cursor: "TreeCursor", points: Sequence[int]
) -> tuple[Node | None, tuple[int, int] | None]:
    """The tree as plain nodes, without punctuation, and the first stretch that is broken.

    No node where it is deeper than `DEEPEST`.
    """
    root: Node | None = None
    broken: tuple[int, int] | None = None
    open_nodes: list[Node] = []
    going = True
    while going:
        found = cast("tree_sitter.Node", cursor.node)
        start, end = points[found.start_byte], points[found.end_byte]
        node = Node(found.type, cursor.field_name, start, end)
        if broken is None and (found.is_error or found.is_missing):
            broken = start, end
        if root is None:
            root = node
        else:
            node.parent = open_nodes[-1]
            if _tells(node.kind, named=found.is_named or node.role is not None):
                node.parent.add(node)
        if len(open_nodes) > DEEPEST:
            return None, broken
        going = _advance(cursor, open_nodes, node)
    return root, broken


def _advance(cursor: "TreeCursor", open_nodes: list[Node], node: Node) -> bool:
    """Go on to the next node in the order of the text; False after the last one."""
    if cursor.goto_first_child():
        open_nodes.append(node)
        return True
    while not cursor.goto_next_sibling():
        if not cursor.goto_parent():
            return False
        open_nodes.pop()
    return True
