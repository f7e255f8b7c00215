"""The schemas that a verdict names are the files that judged."""

import hashlib

import pytest

from herdr_lint import gate
from herdr_lint.gate import used_schemas
from herdr_lint.judge import shipped
from herdr_lint.openwop.pinned import digest
from tests.builders import files
from tests.role_pack.packs import ROLE, pack


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_those_of_a_profile(version: str) -> None:
    found = used_schemas.of_profile(f"openwop/{version}")
    folder = shipped.root() / "openwop" / version
    names = {f"openwop/{version}/{path.name}" for path in folder.iterdir()}
    assert found.keys() == names | {"openwop/json-schema.schema.json"}
    assert {"profile.json", "pack.schema.json"} <= {name.rpartition("/")[2] for name in found}
    for name, told in found.items():
        assert told == digest((shipped.root() / name).read_bytes())


def test_those_of_role_packs() -> None:
    found = used_schemas.of_role_packs()
    assert found.keys() == {f"role/{path.name}" for path in (shipped.root() / "role").iterdir()}
    for name, told in found.items():
        assert told == digest((shipped.root() / name).read_bytes())


def test_a_verdict_names_them() -> None:
    assert gate(files()).schemas == used_schemas.of_profile("openwop/v1")
    assert gate(pack({"roles/scout.md": ROLE})).schemas == used_schemas.of_role_packs()
    data = (shipped.root() / "role/role.schema.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() in used_schemas.of_role_packs()["role/role.schema.json"]
