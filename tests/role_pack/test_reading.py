"""What is known of one pack: which scripts count, and what gets into its archive."""

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.reading import read_role_pack
from tests.role_pack.packs import ROLE, pack

SCRIPTS = {"a.ts": "", "deep/b.ts": "", "roles/scout.md": ROLE}


@pytest.mark.parametrize(
    ("changes", "manifest", "others"),
    [
        ({}, {}, ["a.ts", "deep/b.ts"]),
        ({}, {"keywords": None}, ["a.ts", "deep/b.ts"]),  # `pi` names the extension
        ({}, {"pi": None}, ["a.ts", "deep/b.ts", "extension.ts"]),  # the keyword is there
        ({}, {"pi": None, "keywords": None}, ["a.ts", "extension.ts"]),
        (
            {"extensions/c.ts": "export default () => {};\n"},
            {"pi": None, "keywords": None},
            ["a.ts", "deep/b.ts", "extension.ts"],
        ),
        ({"package.json": "[]"}, {}, ["a.ts", "deep/b.ts", "extension.ts"]),
    ],
)
def test_of_a_package_for_pi_all_scripts_count(
    changes: dict[str, str], manifest: dict[str, object], others: list[str]
) -> None:
    reading = read_role_pack(MappingTree(pack({**SCRIPTS, **changes}, **manifest)))
    assert sorted(reading.others) == others


def test_texts_alone_are_keywords() -> None:
    reading = read_role_pack(MappingTree(pack(keywords=[3, "PI-Package", None, "x"])))
    assert reading.keywords == {"pi-package", "x"}
    assert read_role_pack(MappingTree(pack(keywords="x"))).keywords == frozenset()


def test_what_is_packed_is_shipped_whatever_the_manifest_lists() -> None:
    tree = MappingTree(pack(SCRIPTS, files=["roles"]))
    plain, packed = read_role_pack(tree), read_role_pack(tree, packed=True)
    assert [path for path in SCRIPTS if plain.ships(path)] == ["roles/scout.md"]
    assert [path for path in SCRIPTS if packed.ships(path)] == [*SCRIPTS]


def test_the_roles_at_a_place() -> None:
    others = {"roles/notes.txt": "x", "roles/more.md/a.md": ROLE}
    reading = read_role_pack(MappingTree(pack({**SCRIPTS, **others})))
    assert reading.roles_at("roles") == ("roles/scout.md",)
    assert reading.roles_at("roles/scout.md") == ("roles/scout.md",)
    assert reading.roles_at("deep") == ()
    assert reading.roles_at("nowhere") is None


def test_without_an_extension_the_folders_that_go_by_custom_hold_the_roles() -> None:
    files = {"agents/lead.md": ROLE, "lib/a.md": ROLE, "extension.ts": None}
    reading = read_role_pack(MappingTree(pack(files)))
    assert reading.role_places == ("agents", "roles")
    assert reading.role_files == ("agents/lead.md", "roles/scout.md")
    assert (reading.manifest.path, reading.prefix) == ("package.json", "")
