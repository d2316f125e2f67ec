"""What tests of the pages share."""

from __future__ import annotations

import pytest

from getallenband.durable.errors import Error
from getallenband.reports.publishing.playground import build
from tests import tools
from tests.browser import chromium
from tests.reports.playground_page import Page


@pytest.fixture(scope="package")
def browser():
    """Start the browser once: the tests that need it come first, one after another (tests/conftest.py)."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def playground(browser, tmp_path_factory):  # noqa: ARG001 (without a browser nothing is fetched)
    """Make the playground where there is a browser for it: what it is made of is fetched once."""
    folder = tmp_path_factory.mktemp("playground")
    try:
        build.build(folder)
    except Error as error:
        tools.skip(tools.PLAYGROUND, str(error))
    return folder


@pytest.fixture(scope="module")
def opened_playground(browser, playground):
    """Open the page once, from disk, for the tests of a file that need nothing but a page."""
    found = Page(browser, playground.as_uri())
    yield found
    assert found.errors == []
    assert {request.partition(":")[0] for request in found.requests} <= {"file", "blob", "data"}
