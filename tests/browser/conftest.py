"""A real Chromium for the tests of the pages: the system's own, nothing is downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "the browser tests need Chromium, and none was found. Install it (Debian: apt-get install chromium; "
    "Fedora: dnf install chromium; macOS: brew install --cask chromium) "
    "or say where it is: EXPEDITION_CHROMIUM=/path/to/chromium"
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Return the path of the browser, or None if there is none."""
    given = os.environ.get("EXPEDITION_CHROMIUM")
    if given:
        return given if Path(given).is_file() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Say what to install rather than fail in every test."""
    if chromium() is None:
        pytest.exit(MISSING, returncode=3)


@pytest.fixture(scope="session")
def browser() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


class Complaints(list):
    """The errors and warnings of a page."""


@pytest.fixture
def page(browser) -> Iterator:
    """Yield a fresh page; errors and warnings fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    opened.complaints = Complaints()
    opened.requests = []
    opened.on("pageerror", lambda error: opened.complaints.append(str(error)))
    opened.on(
        "console",
        lambda message: opened.complaints.append(message.text) if message.type in ("error", "warning") else None,
    )
    opened.on("request", lambda request: opened.requests.append(request.url))
    yield opened
    assert opened.complaints == []
    context.close()
