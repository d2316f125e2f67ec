"""Figures come into the editions' prose by name: what is typed yet is listed, and the list only becomes shorter."""

from __future__ import annotations

from pathlib import Path

from originals.claims import prose_of
from originals.edition import edition, editions
from originals.prose import typed_numbers

LIST = Path(__file__).with_name("typed_numbers.txt")


def test_no_further_figure_is_typed_in_prose():
    typed = [
        f"{name} {claim.identifier} {key}: {' '.join(typed_numbers(text))}"
        for name in editions()
        for claim, key, text in prose_of(edition(name).claims)
        if typed_numbers(text)
    ]
    assert typed == LIST.read_text(encoding="utf-8").splitlines()
