"""Role files with everything that can be wrong with a line, for whoever fixes them."""

from __future__ import annotations

from hypothesis import strategies as st

KEYS = (
    "name",
    "description",
    "tools",
    "deny-tools",
    "spawning",
    "auto-exit",
    "interactive",
    "thinking",
    "system-prompt",
    "model",
    "skills",
    "skill",
    "cwd",
    "cli",
    "disable-model-invocation",
)
_MISWRITTEN = (
    "Tools",
    "deny_tools",
    "autoExit",
    "Description",
    "sikll",
    "systemPrompt",
    "allowed-tools",
    "color",
    "tools\u200b",
)
_VALUES = (
    "",
    "x",
    "scout",
    "read, bash",
    "read bash",
    "Read",
    "read,",
    "[read, bash]",
    '[read, "a,b"]',
    "[read, ~]",
    "[read, bash] # why",
    "[]",
    "true",
    "True",
    "yes",
    "false # leaf",
    "high",
    "High",
    "append",
    "Maps: the code",
    "Maps the code # all of it",
    "Maps  the code",
    "acme/small",
    "~/work",
    "~",
    "null",
    "*",
    "*anchor",
    "&anchor read",
    "!!str read",
    "{a: b}",
    "|",
    ">",
    ">-",
    "> # note",
    "a_b",
    "é ☃",
)
_TEXTS = ("scout", "read, bash", "true", "high", "a: b", "a # b", "- a", "12", "1e3", "a\\nb", "*")
_TAILS = (
    "  more",
    "  more text",
    "  # note",
    "  - read",
    "  - bash # why",
    "- read",
    "- 'a, b'",
    "  tools: read",
    "  key: value",
    "",
    "# note",
    "# herdr-lint: ignore[key-unknown, no-such-rule] why",
    "stray",
    "  ---",
    "]",
)
_COLONS = (": ",) * 6 + (":", " : ", ":\t", ":  ", "\uff1a")


@st.composite
def _entries(draw: st.DrawFn) -> list[str]:
    key = draw(st.sampled_from(KEYS + KEYS + _MISWRITTEN))
    quotes = draw(st.sampled_from(("",) * 8 + ('"', "'")))
    indent = draw(st.sampled_from(("",) * 8 + ("  ", "\t", "\u00a0")))
    value = draw(
        st.sampled_from(_VALUES)
        | st.sampled_from(_TEXTS).map(lambda text: f'"{text}"')
        | st.sampled_from(_TEXTS).map(lambda text: f"'{text}'")
        | st.sampled_from(_TEXTS).map(lambda text: f'"{text}" # why')
    )
    tail = draw(st.lists(st.sampled_from(_TAILS), max_size=3) | st.just([]))
    colon = draw(st.sampled_from(_COLONS))
    return [f"{indent}{quotes}{key}{quotes}{colon}{value}", *tail]


@st.composite
def role_files(draw: st.DrawFn) -> bytes:
    """Bytes that are nearly a role file: UTF-8, any line ends, fences mostly in place."""
    opening = draw(st.sampled_from(("---",) * 8 + ("--- ", "\n---", " \n\n---", "---\t")))
    closing = draw(st.sampled_from(("---",) * 8 + (" ---", "...", "--- ", "----", "---x", "")))
    entries = draw(st.lists(_entries(), min_size=1, max_size=4))
    indent = draw(st.sampled_from(("",) * 12 + ("  ",)))
    lines = [indent + line for entry in entries for line in entry]
    repeated = draw(st.integers(min_value=0, max_value=9))
    if repeated == 0:
        lines.append(lines[0])
    body = draw(st.sampled_from(("", "\nMap the code.\n", "Map the code.", "---\nx\n")))
    text = "\n".join((opening, *lines, closing, body))
    end = draw(st.sampled_from(("\n", "\n", "\r\n")))
    bom = draw(st.sampled_from(("",) * 4 + ("\ufeff",)))
    data: bytes = (bom + text.replace("\n", end)).encode()
    return data
