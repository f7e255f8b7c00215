"""Ranges of versions: what npm's own program reads, and what it does not (semver 7, asked once)."""

from __future__ import annotations

import pytest

from herdr_lint.judge import validator
from tests.openwop.test_schemas import TABLES

# fmt: off
READ = (
    "1", "1.2.3", ">1.2.3", ">=1.2.3", "<1.2.3", "<=1.2.3", "=1.2.3", "~1.2.3", "~>1.2.3",
    "^1.2.3", "> 1.2.3", "^ 1.2.3", "~ 1.2.3", ">1", ">=1", "<1", "<=1", "=1", "~1", "~>1", "^1",
    "> 1", "^ 1", "~ 1", "x", ">x", ">=x", "<x", "<=x", "=x", "~x", "~>x", "^x", "> x", "^ x",
    "~ x", "1.2", "v1.2.3", "1.x", "1.2.x", "1.X", "*", "1.*", "0.0.0", "10.20.30", "1.2.3-a",
    "1.2.3-a.b.c", "1.2.3-0", "1.2.3-0.1", "1.2.3-a1-b", "1.2.3-1a", "1.2.3-10", "1.2.3-rc.10",
    "1.2.3-5", "1.2.3-a.5",
    "1.2.3+b", "1.2.3+b.1.c-d", "1.2.3-a+b", "1.2.3-a.b+c.d", "1.2+b", "1 - 2", "1.2 - 2.x",
    "1.2.3 - 2.0.0", "1.2.3-a.b - 2.0.0-0", "1.2.3+b.c - 2.0.0+d", "v1 - v2", "1.2.3-a - 2.3",
    "1.2.3 - 2.0.0-a.b.c+d.e", "1  -  2", " 1 - 2 ", "1 - 2 || 3", "3 || 1 - 2", "3||1 - 2||4",
    "1 || 2", "1||2", "1 || ", "|| 1", "||", "1 |||| 2", "1 || || 2", ">=1 <2", ">=1  <2",
    ">=1 <2 || ^3", "", " ", "\t1", "1\n2", ">=1.1.0 <2.0.0", ">=1.1.0 <3.0.0", ">= 1.1 < 2",
    "^1 ~2", "* *", "1 x", "> *", "^ *", "* - 2", "1.* - 2", "1.2.* - 2.*", "X - 2.3.*", "1 - *",
    "1.2.3-a+b.c - v2", "9007199254740991", "1.9007199254740991", "1.2.9007199254740991",
)
NOT_READ = (
    ">>1.2.3", "==1.2.3", "=>1.2.3", "!1.2.3", ">>1", "=>1", "!1", ">>x", "=>x", "!x", "01",
    "1.02", "1.2.03", "1.2.3-01", "1.2.3-a.01", "1.2.3-", "1.2.3+", "1.2.3-a.", "1.2.3+b.",
    "1.2.3-a..b", "1.2.3.4", "x.1", "*.1", "1.x.3", "a", "1.a", "1.2.a", "99999999999999999",
    "1.99999999999999999", "1.2.99999999999999999",
    "1.2.3-a_b", "1.2.3+a_b", "1.2.3-a+b - 2-", "a - 2", "1 - b", "1.2.3-01 - 2", "1 - 2.02",
    ">1 - 2", "1 - >2", "1 -2", "1- 2", "1-2", "1 - 2 - 3", "- 2",
    " - 2", "1 || - 2", "1|| - 2", "1 -", "1 | 2", "1 ||| 2",
    "|", ">=1,<2", "latest", "1 - 2 3", "1 2 - 3", "1 - 2 - 3 || 4", "1.2.3+ - 2", "1.2.3+b. - 2",
    "x.1 - 2", "1 - x.1", ">1 - 2 || 3",
)
# fmt: on


def is_told(text: str) -> bool:
    """Whether the schema for packs of any kind says that a range cannot be read."""
    pack = {**TABLES["v1"]["bases"]["chain"]["data"], "engines": {"openwop": text}}
    errors = validator.shipped("openwop/v1/pack.schema.json").errors(pack)
    return any(error.annotation.get("cause") == "range" for error in errors)


@pytest.mark.parametrize("text", READ)
def test_a_range_that_npm_reads(text: str) -> None:
    assert not is_told(text)


@pytest.mark.parametrize("text", NOT_READ)
def test_a_range_that_npm_does_not_read(text: str) -> None:
    assert is_told(text)
