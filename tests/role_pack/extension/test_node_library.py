"""What Node brings along, asked of Node itself."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension.resolution import Resolution

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_node_brings_modules() -> None:
    command = [NODE or "", "-p", "require('module').builtinModules.join(' ')"]
    names = subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()
    public = [name for name in names if not name.startswith("_") and ":" not in name]
    assert {"fs", "path/posix", "zlib"} <= {*public}
    resolution = Resolution(MappingTree({}), {}, packed=False)
    found = {name: resolution.target("a.ts", name).found for name in public}
    assert found == dict.fromkeys(public, "provided")
