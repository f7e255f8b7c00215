"""Where the project lives, as the package says it too."""

from __future__ import annotations

import re
import tomllib

from herdr_lint.links import HOME, REPOSITORY, rule_page
from herdr_lint.version import __version__
from tests.adoption.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_addresses_are_those_of_the_package() -> None:
    urls = PROJECT["project"]["urls"]
    assert (urls["Homepage"], urls["Repository"]) == (HOME, REPOSITORY)
    assert rule_page("case-collision") == f"{HOME}/rules/case-collision/"


def test_the_version_is_a_semantic_one() -> None:
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", __version__)
