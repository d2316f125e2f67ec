"""Proofs of counts by an order of the cells: small covers by the definition, damages, what is too large or deceives."""

from __future__ import annotations

import hashlib
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from getallenband.modern.proof import certificate, check_order
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.check_order import Refused, check
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from tests.modern.test_covers import by_definition, covers

DOMINOES = 'lattice = "square"\nboard = { rectangle = [4, 5] }\ncopies = "any"\npieces = { I = "##" }\n'
HORSES = "items = 'a b 2:3|c | x'\noptions = ['a x:A', 'a c', 'b x:A c', 'b x:B c', 'b c', 'a b c x']\n"


@pytest.fixture
def dominoes(tmp_path):
    return written(tmp_path, DOMINOES)


def written(folder, text):
    """Write the certificate of a puzzle by its order."""
    (folder / "own.toml").write_text(text)
    path = folder / "own.certificate"
    claim = certificate.order_claim(read_puzzle(f"{folder / 'own.toml'}"))
    assert claim is not None
    return sealed(path, claim)


def sealed(path, claim, after=b""):
    content = json.dumps(claim).encode() + b"\n" + after
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


def claim_of(path):
    return json.loads(path.read_bytes().partition(b"\n")[0])


def test_a_certificate_is_accepted(dominoes):
    assert check(dominoes).endswith(
        "own.toml: 33 solutions up to 4 symmetries, 95 in all; puzzle counted in order, 98 states checked"
    )


@settings(max_examples=40)
@given(covers())
def test_small_covers_are_counted_as_by_the_definition(cover):
    """With colours, multiplicities and optional items; whatever its order, a proof is of the true number."""
    items = [f"{item.low}:{item.high}|{item.name}" for item in cover.wanted if item.high is not None]
    optional = [item.name for item in cover.wanted if item.high is None]
    lines = [" ".join([*items, "|", *optional]), *(cover.text(i) for i in range(len(cover.options)))]
    once = [number for number, item in enumerate(cover.wanted) if item.high == 1]
    count = len(by_definition(cover))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "random.dlx"
        path.write_text("\n".join(lines))
        checksum = hashlib.sha256(path.read_bytes()).hexdigest()
        claim = {
            "order_certificate": 1, "puzzle": f"{path}", "puzzle_sha256": checksum, "solutions": f"{count}",
            "solutions_up_to_symmetry": f"{count}", "symmetries": [],
        }  # fmt: skip
        for order in (once, once[::-1]):
            proof = sealed(path.with_suffix(".proof"), claim | {"order": order})
            if all({*once}.intersection(option) for option in cover.options):
                assert f": {count} solution{'s' * (count != 1)}; cover counted in order, " in check(proof)
            else:
                with pytest.raises(Refused, match="an option covers no item of its order"):
                    check(proof)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"solutions": "96"}, "there are 33 solutions up to symmetry, 95 in all; claimed are "),
        ({"solutions": "095"}, "there are 33 solutions up to symmetry, 95 in all; claimed are "),
        ({"solutions": 95}, "its 'solutions' is 95; expected a text that can be printed"),
        ({"solutions_up_to_symmetry": "30"}, "there are 33 solutions up to symmetry, 95 in all; claimed are "),
        ({"order": [*range(20), 20]}, "its order has items not covered once at most"),
        ({"order": [*range(20), 99]}, "its order has items not covered once at most"),
        ({"order": [-1, *range(20)]}, "its order has items not covered once at most"),
        ({"order": [*range(20), 0]}, "its order has an item twice"),
        ({"order": []}, "an option covers no item of its order"),
        ({"order": [0.0]}, "expected a list of whole numbers"),
        ({"symmetries": [[*range(21)]]}, "two symmetries are the same, or one leaves all in its place"),
        ({"symmetries": [[*range(20)]]}, "a symmetry is not a permutation of the items"),
        ({"symmetries": [[1, 0, *range(2, 21)]]}, "a symmetry does not take options to options"),
        ({"symmetries": [[20, *range(1, 20), 0]]}, "a symmetry takes an item to another kind"),
        ({"order_certificate": 2}, "it has version 2; expected version 1"),
        ({"puzzle_sha256": "0"}, "is another file, or has changed since"),
    ],
)
def test_altered_claims_are_refused(dominoes, change, why):
    with pytest.raises(Refused) as caught:
        check(sealed(dominoes, claim_of(dominoes) | change))
    assert why in str(caught.value)


def test_part_of_the_symmetries_is_no_group_or_another_true_sentence(dominoes):
    claim = claim_of(dominoes)
    turns = claim["symmetries"]
    with pytest.raises(Refused, match="the symmetries are not a group"):
        check(sealed(dominoes, claim | {"symmetries": turns[:2]}))
    classes = (95 + check_order.count(claim["order"], *quotient(claim, turns[0]))[0]) // 2
    fewer = claim | {"symmetries": turns[:1], "solutions_up_to_symmetry": f"{classes}"}
    assert f": {classes} solutions up to 2 symmetries, 95 in all; " in check(sealed(dominoes, fewer))


def quotient(claim, symmetry):
    _, items, options = check_order.read(Path(claim["puzzle"]).read_text(), ".toml")
    return items, check_order.orbits(options, tuple(symmetry)), 0


@pytest.mark.parametrize("after", [b"\0", b"x", b"\n"])
def test_nothing_follows_the_claim(dominoes, after):
    with pytest.raises(Refused, match="not written as certificates are"):
        check(sealed(dominoes, claim_of(dominoes), after))


def test_an_order_that_merges_too_little_is_refused(dominoes, monkeypatch):
    monkeypatch.setattr(check_order, "MOST", 50)
    with pytest.raises(Refused, match="its order leads to more than 50 states"):
        check_order.check(dominoes)
    monkeypatch.setattr("getallenband.modern.proof.order_claim.MOST", 50)
    assert certificate.order_claim(read_puzzle(claim_of(dominoes)["puzzle"])) is None


def test_a_board_of_more_cells_than_a_tree_has_bytes_for(tmp_path):
    text = DOMINOES.replace("[4, 5]", "[2, 150]")
    assert " in all; puzzle counted in order, " in check(written(tmp_path, text))


def test_numbers_beyond_python_are_refused(tmp_path):
    items = [f"i{number}" for number in range(14_000)]
    (tmp_path / "many.dlx").write_text("\n".join([" ".join(items), *items, *items]) + "\n")
    puzzle = read_puzzle(tmp_path / "many.dlx")
    assert certificate.order_claim(puzzle) is None
    claim = {
        "order_certificate": 1, "puzzle": puzzle.given, "puzzle_sha256": puzzle.checksum, "solutions": "1",
        "solutions_up_to_symmetry": "1", "order": [*range(len(items))], "symmetries": [],
    }  # fmt: skip
    with pytest.raises(Refused, match="more solutions than a certificate can claim"):
        check_order.check(sealed(tmp_path / "proof", claim))


def test_a_cover_whose_masks_would_fill_the_memory_is_refused(dominoes, monkeypatch):
    puzzle = read_puzzle(claim_of(dominoes)["puzzle"])
    monkeypatch.setattr(check_order, "LARGEST", 100)
    monkeypatch.setattr("getallenband.modern.exact_cover.ways.MOST_BITS", 100)
    with pytest.raises(Refused, match="it has too many items and options to count in order"):
        check_order.check(dominoes)
    assert certificate.order_claim(puzzle) is None


def test_pieces_that_nothing_tells_apart_are_proved_without_symmetries(tmp_path):
    text = DOMINOES.replace('I = "##"', 'I = "##", J = "##"')
    assert "symmetries" not in check(written(tmp_path, text))


def test_a_cover_has_a_tree_unless_solutions_are_more_than_states(tmp_path):
    (tmp_path / "queens.toml").write_text("queens = 6\n")
    assert certificate.order_claim(read_puzzle(tmp_path / "queens.toml")) is None
    (tmp_path / "many.dlx").write_text("a b c d e | x\n" + "".join(f"{i}\n{i} x:A\n{i} x:B\n" for i in "abcde"))
    path = tmp_path / "proof"
    assert write_certificate(read_puzzle(tmp_path / "many.dlx"), path)
    assert ": 63 solutions; cover counted in order, " in check(path)


def test_a_stop_is_obeyed(tmp_path):
    (tmp_path / "own.toml").write_text(DOMINOES)
    path = tmp_path / "proof"
    assert not write_certificate(read_puzzle(tmp_path / "own.toml"), path, lambda: True)
    assert not path.exists()
