"""A catalog made from archives."""

from __future__ import annotations

from herdr_lint import gate
from herdr_lint.files.pack_input import integrity
from herdr_lint.gate.catalog import catalog_of
from herdr_lint.openwop.published import PublishedPack
from tests.builders import NAME, agent, files, manifest, node, text, tgz


def test_a_catalog_knows_names_versions_and_ids() -> None:
    first, second = tgz(files()), files(manifest(version="1.1.0", nodes=[node(), {}, 1]))
    catalog = catalog_of([first, second, b"", {"pack.json": b"[]"}, {"pack.json": text({})}])
    assert catalog.packs == {
        NAME: PublishedPack(
            {"1.0.0": integrity(first), "1.1.0": None},
            frozenset({"acme.text.count"}),
            frozenset({f"{NAME}.writer"}),
        )
    }


def test_it_is_the_one_that_the_gate_wants() -> None:
    catalog = catalog_of([tgz(files(manifest(name="vendor.acme.other", agents=[agent()])))])
    verdict = gate(tgz(files()), catalog=catalog)
    assert [(one.rule, one.cause) for one in verdict.findings] == [
        ("duplicate-agent-id", "other-pack")
    ]
    assert gate(tgz(files()), catalog=catalog.to_dict()) == verdict
