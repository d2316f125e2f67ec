"""What differs between versions of Python, for tests that meet it."""

from __future__ import annotations

import sys

import pytest

from getallenband.interpreters.source.diagnostics import SourceError

NESTED_CALLS = pytest.mark.xfail(
    sys.version_info[:2] == (3, 12),
    raises=SourceError,
    strict=False,
    reason="Python 3.12 has a limit of its own for calls that go through C: deep nesting is refused with its place",
)
