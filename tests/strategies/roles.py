"""Role files: near what a person writes, far from it, and mere bytes."""

from __future__ import annotations

from hypothesis import strategies as st

KEYS = [
    "name",
    "description",
    "tools",
    "deny-tools",
    "spawning",
    "self-spawn",
    "model",
    "thinking",
    "system-prompt",
    "session-mode",
    "persistent",
    "auto-exit",
    "interactive",
    "disable-model-invocation",
    "skills",
    "skill",
    "cwd",
    "cli",
    "cli-model",
]
STRICT = ("tools", "deny-tools", "spawning", "self-spawn")

_ODD_BLANKS = " \t\u00a0\u2003\ufeff\x85\x1c\x0b\r"
_ODD_TEXT = "aé́\u200b中\U0001f600�\u2028\x00:#-,'\"[]{}&*!|>%@`\\~/. "

plain_words = st.text("abcXYZ019/+._()=é中", min_size=1, max_size=8)
plain_values = st.lists(plain_words, min_size=1, max_size=4).map(" ".join)
"""Values without anything that YAML treats specially, and not one of its words for nothing."""

odd_values = st.text(_ODD_TEXT + _ODD_BLANKS, max_size=12)

values = st.one_of(
    st.sampled_from(
        [
            *("", "true", "false", "True", "no", "'true'", '"false"', "false # leaf", "~", "null"),
            *(
                "read",
                "read, bash",
                "[read, bash]",
                "read,",
                ",read",
                '"read"',
                "read # why",
                "- a",
            ),
            *(
                "|",
                ">-",
                ">+ # c",
                "[",
                "{a: b}",
                "&a x",
                "*a",
                "!!str x",
                "Read",
                "+x",
                "read bash",
            ),
            *(
                "high",
                "High",
                "fork",
                "append",
                "x",
                "X",
                '"x"',
                "x # c",
                "a: b",
                "acme/small",
                "/a",
            ),
            *(
                "a, b--c",
                "sonnet",
                "task:x",
                "subagent",
                "subagent, Subagent",
                "[a, [b]]",
                "# only",
            ),
            *("\ufeffread", "re\u200bad", "\u0430bc/d", '"\\ud800"', '"\\UFFFFFFFF"', "[a, b] # c"),
        ]
    ),
    plain_values,
    odd_values,
)

keys = st.sampled_from(KEYS)
written_keys = st.one_of(
    keys,
    keys.map(str.title),
    keys.map(lambda key: key.replace("-", "_")),
    keys.map(lambda key: f'"{key}"'),
    keys.map(lambda key: f"'{key}'"),
    keys.map(lambda key: key[:-1]),
    keys.map(lambda key: f"{key[:2]}\u200b{key[2:]}"),
    st.sampled_from(["color", "allowed-tools", "permission", "x-a", "- tools", "цвет", ""]),
)
_before = st.sampled_from(["", "", "", "", " ", "  ", "\t", "\u00a0", "\ufeff"])
_colon = st.sampled_from([": ", ": ", ": ", ":", " : ", "\t:", ":\t", "\uff1a ", ":\u00a0"])

lines = st.one_of(
    st.builds("{}{}{}{}".format, _before, written_keys, _colon, values),
    st.builds("{}: {}".format, keys, values),
    st.builds("{}: {}".format, st.sampled_from(STRICT), values),
    st.builds("  {}".format, values),
    st.builds("- {}".format, values),
    st.sampled_from(
        ["", " ", "# c", "  # c", "]", "}", "-", " ---", "...", "# herdr-lint: ignore[x]"]
    ),
    odd_values.map(lambda text: text.replace("\n", "")),
)

_opening = st.sampled_from(
    ["---\n"] * 8 + ["--- \n", "\n---\n", " ---\n", "----\n", "", "---\n---\n"]
)
_closing = st.sampled_from(
    ["---\n"] * 8 + ["---", "--- \n", "----\n", "---x\n", " ---\n", "...\n", ""]
)
_body = st.one_of(
    st.sampled_from(["\nBody.\n", "", "\n \n", "Body", "\ntools: read\n---\n", "\n---\n\nBody.\n"]),
    st.lists(lines, max_size=4).map("\n".join),
)


@st.composite
def role_texts(draw: st.DrawFn) -> str:
    """The text of a role file, with LF only."""
    block = "".join(f"{line}\n" for line in draw(st.lists(lines, max_size=6)))
    return draw(_opening) + block + draw(_closing) + draw(_body)


@st.composite
def role_files(draw: st.DrawFn) -> bytes:
    """The bytes of a role file: any line end, perhaps a byte order mark, perhaps not UTF-8."""
    text = draw(role_texts())
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    data = text.replace("\n", end).encode("utf-8", "surrogatepass")
    data = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"])) + data
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(min_size=1, max_size=3)) + data[at:]
    return data


@st.composite
def plain_roles(draw: st.DrawFn) -> str:
    """Role files with nothing in their frontmatter that YAML treats specially."""
    chosen = draw(st.lists(st.sampled_from(KEYS), unique=True))
    block = "".join(f"{key}: {draw(plain_values)}\n" for key in chosen)
    return f"---\n{block}# a comment\n---\n\nBody.\n"


stems = st.sampled_from(["x", "X", "scout", "README", "no", "a.b"])
any_bytes = st.one_of(role_files(), st.binary(max_size=64))
