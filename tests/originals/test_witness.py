"""Where quotations stand in the editor's copy."""

from __future__ import annotations

import re

import pytest

from originals.edition import Loader, edition, editions
from originals.errors import EditionError
from originals.witness import Witness, read_witness


@pytest.mark.parametrize("name", editions())
def test_most_claims_have_their_line(name):
    found = edition(name)
    witness = read_witness(found)
    assert re.fullmatch("[0-9a-f]{64}", witness.sha256)
    assert len(witness.lines) >= 0.8 * len(found.claims)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[lines]\nplakje-22 = 3\n", r'witness.toml: the key "sha256" is missing'),
        ('sha256 = "0"\n[lines]\nplakje-22 = 3\n', r"there is no claim 'plakje-22' \(nearest: plakje-21\)"),
        ('sha256 = "0"\n[lines]\nplakje-21 = 0\n', r'"plakje-21" must be at least 1, not 0'),
    ],
)
def test_what_is_wrong_is_told(tmp_path, content, message):
    found = copied(tmp_path)
    (found.folder / "witness.toml").write_text(content, encoding="utf-8")
    with pytest.raises(EditionError, match=message):
        read_witness(found)


def test_without_the_file_there_are_no_lines(tmp_path):
    found = copied(tmp_path)
    (found.folder / "witness.toml").unlink()
    assert read_witness(found) == Witness()


def copied(folder):
    """Return an edition in another folder."""
    original = edition("debruijn1972_pentomino").folder
    for path in original.rglob("*.*"):
        if path.is_file():
            target = folder / original.name / path.relative_to(original)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    return Loader(folder / original.name).edition()
