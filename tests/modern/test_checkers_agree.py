"""Both checkers of certificates, in Python and in JavaScript, accept and refuse the same."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from tests import ROOT
from tests.soak.checkers import (
    ALTERS,
    certificates,
    claiming,
    disagreements,
    form_of,
    in_javascript,
    in_python,
)
from tests.tools import needs

pytestmark = [needs("node"), pytest.mark.in_turn]


def test_both_checkers_accept_certificates_of_all_kinds():
    expected = [in_python(*pair) for pair in certificates()]
    assert None not in expected
    assert in_javascript(certificates()) == expected


PERL = Path(__file__).with_name("certificates.pl")
PENTOMINOES = (ROOT / "modern" / "puzzles" / "pentominoes-3x20.toml").read_text(encoding="utf-8")
SQUARE = "dominoes.toml", "pairs.toml", "shades.dlx", "colours.dlx", "dominoes-8x8.toml", "pentominoes.toml"
MORE = {
    "dominoes-8x8.toml": 'lattice = "square"\nboard.rectangle = [8, 8]\ncopies = "any"\npieces = { I = "##" }\n',
    "pentominoes.toml": PENTOMINOES.replace("polyforms", "# polyforms"),
}


@needs("perl")
@pytest.mark.parametrize("name", SQUARE)
def test_a_checker_that_follows_the_manual_proves_the_same(tmp_path, name):
    """`certificates.pl` follows docs/certificates.md step by step, and shares no code with the others."""
    pairs = [pair for pair in certificates() if pair[1].name == name]
    if name in MORE:
        puzzle, proof = tmp_path / name, tmp_path / "proof"
        puzzle.write_text(MORE[name])
        assert write_certificate(read_puzzle(f"{puzzle}"), proof)
        pairs = [(proof, puzzle)]
    for proof, puzzle in pairs:
        claim = json.loads(proof.read_bytes().partition(b"\n")[0])
        total = claim.get("solutions_in_all", claim["solutions"])
        classes = claim.get("solutions_up_to_symmetry", claim["solutions"])
        said = in_perl(proof, puzzle)
        assert said.startswith(f"{total} solutions")
        assert f", {classes} up to " in said or form_of(proof) == "cover_certificate"
        assert in_python(proof, puzzle).startswith(f"{classes} solution")
        random = Random(1)
        for _ in range(0 if name in MORE else 6):  # of a larger board a wrong order leads to millions of states
            forge, _ = ALTERS[form_of(proof)]
            changed = tmp_path / "changed"
            changed.write_bytes(forge(random, proof.read_bytes()))
            assert bool(in_perl(changed, puzzle)) == (in_python(changed, puzzle) is not None)


def in_perl(proof, puzzle):
    """Return what a certificate proves, "" if it is refused."""
    done = subprocess.run(["perl", PERL, proof, puzzle], capture_output=True, text=True, check=False)
    return "" if done.returncode else done.stdout


@pytest.mark.parametrize("number", range(6))
def test_both_checkers_say_the_same_of_altered_certificates(number):
    assert disagreements(number) == ""


@pytest.mark.parametrize(
    ("name", "old", "new", "proved"),
    [
        ("queens.toml", "\n", "\n# \x01\n", False),
        ("queens.toml", "queens", "title = 5\nqueens", False),
        ("queens.toml", "queens", "\ufeffqueens", True),
        ("queens.toml", "queens", "\ufeff\ufeffqueens", False),
        ("sudoku.toml", "....", "...\\ud800", False),
        ("sudoku.toml", "....", "...\xbd", False),
        ("colours.dlx", "| Knuth's example", "\ufeff| Knuth's example", True),
        ("colours.dlx", "| Knuth's example\n", "\ufeff", True),
        ("colours.dlx", "x y\n", "x \ufeffy\n", False),
        ("colours.dlx", "p q r |", "\u0661|p q r |", False),
        ("colours.dlx", "Knuth", "Knuth\x0b\x85\u2028", True),
        ("colours.dlx", "\n", "\r\n", True),
        ("colours.dlx", " x ", "\x1cx\r", True),
        ("tables.toml", "0b11", "3.0", False),
        ("balls.toml", "A = [[0, 0, 0], [0, 1, 1]]", "A = [[4096, 0, 0], [4096, 1, 1]]", True),
        ("balls.toml", "A = [[0, 0, 0], [0, 1, 1]]", "A = [[4098, 0, 0], [4098, 1, 1]]", False),
        ("tables.toml", "[copies]", "[board]\n[copies]", False),
        ("tables.toml", "[copies]", "[polyforms]\n[copies]", False),
        ("tables.toml", "[orders.rows]", "orders.x = 1.5\n[orders.rows]", False),
        ("tables.toml", "[orders.rows]", "[[orders]]", False),
        ("tables.toml", "[board]\nrectangle = [0x2, 0b11]", "board.rectangle = [2, 3]\n[board]", False),
        ("tables.toml", "[orders.rows]", "[orders.rows]\nx = [-0, 1_0.5, 1e9, -9223372036854775808]", True),
        ("tables.toml", "[orders.rows]", "[orders.rows]\nx = 9223372036854775808", False),
        ("tables.toml", "[orders.rows]", "[orders.rows]\nx = 1e400", False),
        ("tables.toml", "[orders.rows]", f"[orders.rows]\nx = {'[' * 97}{']' * 97}", True),
        ("tables.toml", "[orders.rows]", f"[orders.rows]\nx = {'[' * 99}{']' * 99}", False),
    ],
)
def test_both_checkers_read_a_file_alike(tmp_path, name, old, new, proved):
    for proof, puzzle in [pair for pair in certificates() if pair[1].name == name]:
        read_alike(tmp_path, proof, puzzle, old, new, proved)


def read_alike(tmp_path, proof, puzzle, old, new, proved):
    name = puzzle.name
    text = puzzle.read_text(encoding="utf-8")
    assert old in text
    changed, copy = tmp_path / "certificate", tmp_path / name
    copy.write_bytes(text.replace(old, new).encode())
    changed.write_bytes(claiming(proof.read_bytes(), copy.read_bytes()))
    said = in_python(changed, copy)
    assert (said is not None) == proved
    assert in_javascript([(changed, copy)]) == [said]
