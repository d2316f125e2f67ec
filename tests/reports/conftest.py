"""What tests of the pages share."""

from __future__ import annotations

import pytest

from tests.browser import chromium


@pytest.fixture(scope="package")
def browser():
    """Start the browser once: the tests that need it come first, one after another (tests/conftest.py)."""
    with chromium() as found:
        yield found
