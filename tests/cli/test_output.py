from __future__ import annotations

import json
import sys

import pytest

from herdr_lint.cli.output import emit_json

TOLD = '{"a":"\u202e\u009b31m\u00e9\U000e0001"}\n'


@pytest.mark.parametrize("terminal", [True, False])
def test_json_drives_no_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    emit_json(TOLD.encode())
    shown = capfdbinary.readouterr().out.decode()
    assert json.loads(shown) == json.loads(TOLD)
    if terminal:
        assert shown == '{"a":"\\u202e\\u009b31m\u00e9\\udb40\\udc01"}\n'
    else:
        assert shown == TOLD
