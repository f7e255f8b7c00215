"""Emacs with Eglot, as it is set up by docs/editors/emacs.md.

Debian's packages are emacs-nox, elpa-eglot, elpa-markdown-mode and elpa-yaml-mode.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import write
from tests.lsp.programs import PACK, ROLE, needs, set_up, start

_WAIT = """
(run-hooks 'post-command-hook) ; a person's first key does this
(with-timeout (30) (while (null (flymake-diagnostics)) (accept-process-output nil 0.1)))
(dolist (one (flymake-diagnostics))
  (goto-char (flymake-diagnostic-beg one))
  (princ (format "%d:%d-%d %s %s\\n" (line-number-at-pos) (current-column)
                 (- (flymake-diagnostic-end one) (line-beginning-position))
                 (flymake-diagnostic-type one)
                 (car (split-string (flymake-diagnostic-text one) "\\n")))))
(dolist (action (append (eglot-code-actions (point)) nil))
  (princ (format "%s\\n" (plist-get action :title))))
(eglot-shutdown-all)
"""


@needs("emacs")
@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        (
            "roles/scout.md",
            ROLE,
            "3:7-13 eglot-error herdr-lint [invalid-capability-declaration]: "
            "`tools` is a YAML list in brackets, which the host does not read\n"
            "Write `tools: read` (invalid-capability-declaration)\n"
            "Ignore invalid-capability-declaration in this line\n"
            "Ignore invalid-capability-declaration in this file\n"
            "Fix all that is safe (herdr-lint)\n",
        ),
        (
            "herdr-lint.toml",
            'fail-onn = "error"\n',
            "1:0-8 eglot-error herdr-lint [configuration]: "
            "there is no setting `fail-onn`; did you mean `fail-on`?\n",
        ),
        (
            "pack.yaml",
            PACK.replace("1.0.0", "1"),
            "2:9-10 eglot-error herdr-lint [pack-manifest-invalid]: "
            "`version` is `1`, which is not a version\n"
            "Ignore pack-manifest-invalid in this line\n"
            "Ignore pack-manifest-invalid in this file\n",
        ),
    ],
)
def test_emacs_shows_what_is_wrong(tmp_path: Path, name: str, text: str, shown: str) -> None:
    write(tmp_path / "init.el", set_up("emacs", "elisp"))
    write(tmp_path / "wait.el", _WAIT)
    write(tmp_path / name, text)
    command = ["emacs", "--batch", "--funcall", "package-initialize", "--load", "init.el"]
    visit = ["--eval", f'(find-file "{name}")', "--load", str(tmp_path / "wait.el")]
    assert start(tmp_path, [*command, *visit]) == shown
