"""Both checkers of certificates, in Python and in JavaScript, accept and refuse the same."""

from __future__ import annotations

import shutil

import pytest

from tests.soak.checkers import certificates, disagreements, in_javascript, in_python

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def test_both_checkers_accept_certificates_of_all_kinds():
    expected = [in_python(*pair) for pair in certificates()]
    assert None not in expected
    assert in_javascript(certificates()) == expected


@pytest.mark.parametrize("number", range(20))
def test_both_checkers_say_the_same_of_altered_certificates(number):
    assert disagreements(number) == ""
