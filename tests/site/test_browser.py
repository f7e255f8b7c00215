"""The site in a browser. On request only: ``HERDR_LINT_SITE=1``, with Playwright and Chromium.

``HERDR_LINT_PICTURES=FOLDER`` keeps a picture of each page that is looked at.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import HOME
from tools import site

pytestmark = pytest.mark.skipif(
    not os.environ.get("HERDR_LINT_SITE"), reason="the site is built on request (HERDR_LINT_SITE=1)"
)

WIDTHS = (390, 1280)
MOST_REQUESTS = 12
LARGEST_PAGE = 1_000_000
"""Bytes of a first visit, before they are compressed."""
LOOKED_AT = (
    "",
    "rules/",
    "rules/invalid-capability-declaration/",
    "api/",
    "cli/",
    "configuration/",
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nobody reads it."""


@pytest.fixture(scope="module")
def folder() -> Path:
    return site.build()


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page that fails the test for whatever a reader's console would show."""
    context = browser.new_context(color_scheme="light")
    opened = context.new_page()
    problems: list[str] = []
    opened.on("console", lambda message: _keep(problems, message))
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("requestfailed", lambda request: problems.append(f"{request.url} failed"))
    opened.on("request", lambda request: _foreign(problems, request.url, address))
    yield opened
    context.close()
    assert problems == []


def _keep(problems: list[str], message: Any) -> None:
    if message.type in {"error", "warning"}:
        problems.append(message.text)


def _foreign(problems: list[str], url: str, address: str) -> None:
    if not url.startswith((address, "data:", "blob:")):
        problems.append(f"asks {url}")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_page_fits_the_screen(page: Any, address: str, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address + name, wait_until="networkidle")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    pictures = os.environ.get("HERDR_LINT_PICTURES")
    if pictures:
        shown = name.strip("/").replace("/", "-") or "start"
        for number, scheme in enumerate(("light", "dark")):
            if number:
                page.click("label[for=__palette_1]")
            page.screenshot(path=f"{pictures}/{shown}-{width}-{scheme}.png")


def test_the_search_finds_the_page_of_each_rule(page: Any, address: str) -> None:
    """Among the first three pages: the id of one rule can be a part of others."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(address, wait_until="networkidle")
    page.keyboard.press("/")
    for rule in RuleRegistry.shipped():
        page.fill("input[name=query]", "")
        page.keyboard.insert_text(rule.id[:-1])
        page.keyboard.press(rule.id[-1])
        page.wait_for_function(
            "way => [...new Set([...document.querySelectorAll('.md-search-result__link')]"
            ".map(link => link.href.split(/[?#]/)[0]))].slice(0, 3).includes(way)",
            arg=f"{address}rules/{rule.id}/",
            timeout=10_000,
        )


def test_the_colours_can_be_changed(page: Any, address: str) -> None:
    page.goto(address, wait_until="networkidle")
    assert page.get_attribute("body", "data-md-color-scheme") == "default"
    assert page.is_visible("img[src*=only-light]")
    page.click("label[for=__palette_1]")
    assert page.get_attribute("body", "data-md-color-scheme") == "slate"
    assert page.is_visible("img[src*=only-dark]")
    assert not page.is_visible("img[src*=only-light]")


class _Reader(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids = {"__skip"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in {"href", "src"} and value and tag != "link":
                self.links.append(value)
            elif key in {"id", "name"} and value:
                self.ids.add(value)


def test_every_link_and_anchor_leads_somewhere(folder: Path) -> None:
    """In the built pages, read as files; the builder has looked at their sources only."""
    read = {
        f"/{path.relative_to(folder).as_posix().removesuffix('index.html')}": _Reader(
            path.read_text("utf-8")
        )
        for path in folder.rglob("*.html")
    }

    def leads(page: str, link: str) -> bool:
        parts = urlsplit(urljoin(f"http://site{page}", link))
        target = unquote(parts.path)
        if parts.netloc not in {"site", urlsplit(HOME).netloc} or parts.scheme == "mailto":
            return True
        if target not in read:
            return (folder / target.lstrip("/")).is_file()
        return not parts.fragment or unquote(parts.fragment) in read[target].ids

    assert [
        (page, link)
        for page, reader in read.items()
        for link in reader.links
        if not leads(page, link)
    ] == []


def test_the_pages_of_rules_are_there(folder: Path) -> None:
    for rule in RuleRegistry.shipped():
        assert (folder / site.address(rule)).is_file()


def test_a_page_is_light(page: Any, address: str) -> None:
    """What a reader's first visit costs: everything is ours, and comes in a few requests."""
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(len(response.body())))
    page.goto(f"{address}rules/role-name-mismatch/", wait_until="networkidle")
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= LARGEST_PAGE
