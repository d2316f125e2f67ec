"""Certificates: written, accepted, and refused when anything in them is altered."""

import hashlib
import json
import random
import tracemalloc
import zlib
from itertools import permutations
from pathlib import Path

import pytest

from getallenband.modern.exact_cover.answer import UnsuitedError
from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.geometry.polyforms import polyforms
from getallenband.modern.proof import certificate_file, check_certificate, check_copies, check_cover, check_order
from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.certificate_file import Refused, unpacked
from getallenband.modern.proof.check_certificate import check
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.search import solve


@pytest.fixture(autouse=True)
def by_tree(monkeypatch):
    monkeypatch.setattr("getallenband.modern.proof.certificate.order_claim", lambda *_: None)


@pytest.fixture(scope="module")
def rug(tmp_path_factory):
    path = tmp_path_factory.mktemp("certificates") / "rug.certificate"
    assert write_certificate(read_puzzle("rug"), path)
    return path


def altered(path, tmp_path, change):
    """Write a copy whose claim and tree were changed, with a checksum that is right again."""
    heading, _, packed = path.read_bytes()[:-32].partition(b"\n")
    claim, tree = change(json.loads(heading), zlib.decompress(packed))
    content = json.dumps(claim).encode() + b"\n" + zlib.compress(tree)
    copy = tmp_path / "altered.certificate"
    copy.write_bytes(content + hashlib.sha256(content).digest())
    return copy


def with_an_image(claim):
    """Add to the placements kept the image of the first under the last symmetry."""
    image = sorted(claim["symmetries"][-1][cell] for cell in claim["kept"][0])
    return claim | {"kept": [*claim["kept"], image]}


def test_a_certificate_is_accepted(rug):
    assert check(rug).startswith("rug: 3 solutions up to 4 symmetries, 12 in all")


def test_tetrihex_is_proved_and_small(tmp_path):
    path = tmp_path / "tetrihex.certificate"
    write_certificate(read_puzzle("tetrihex"), path)
    assert path.stat().st_size < 20_000_000
    assert "12290 solutions up to 12 symmetries, 147480 in all" in check(path)


ALIKE = """
lattice = "square"
sides = "fixed"
board = { rectangle = [3, 3] }
pieces = { A = "##", B = "##", C = "#/#", V = "##/#" }
"""
"""Turned about the diagonal, the two horizontal dominoes and the vertical one are other pieces."""
ALIKE_TURNED = """
lattice = "square"
board = { rectangle = [4, 4] }
pieces = { I = "####", J = "###/#", L = "###/#", O = "##/##" }
"""
ALIKE_WITH_COPIES = """
lattice = "square"
sides = "one-sided"
board = { rectangle = [4, 4] }
copies = { a = "0-1", b = "0-2", c = "0-2", d = "0-1" }
pieces = { I = "###", o = "#", a = "###/#..", b = "###/#..", c = "###/..#", d = "###/..#" }
"""
"""The mirror image of a is d, not c."""


@pytest.mark.parametrize("text", [ALIKE_TURNED, ALIKE_WITH_COPIES])
def test_pieces_may_be_alike(tmp_path, text):
    (tmp_path / "alike.toml").write_text(text)
    puzzle, path = read_puzzle(tmp_path / "alike.toml"), tmp_path / "alike.certificate"
    assert write_certificate(puzzle, path)
    found = solve(puzzle)
    assert found.solutions == 8 * found.solutions_up_to_symmetry
    assert f": {found.solutions_up_to_symmetry} solutions up to 8 symmetries, {found.solutions} in all; " in check(path)


def test_a_symmetry_that_takes_one_piece_to_two_alike_is_refused(tmp_path):
    (tmp_path / "alike.toml").write_text(ALIKE)
    path = tmp_path / "alike.certificate"
    write_certificate(read_puzzle(tmp_path / "alike.toml"), path)
    assert check(path) == f"{tmp_path}/alike.toml: 2 solutions; search tree of the puzzle, 16 nodes checked"
    diagonal = [[*range(9)], [3 * (cell % 3) + cell // 3 for cell in range(9)]]
    with pytest.raises(Refused, match="a symmetry does not take placements to placements"):
        check(altered(path, tmp_path, lambda claim, tree: (claim | {"symmetries": diagonal}, tree)))


def test_any_flipped_bit_is_refused(rug, tmp_path):
    data = bytearray(rug.read_bytes())
    copy = tmp_path / "flipped.certificate"
    for place in range(0, len(data), len(data) // 60):
        data[place] ^= 1 << place % 8
        copy.write_bytes(data)
        with pytest.raises(Refused, match="checksum"):
            check(copy)
        data[place] ^= 1 << place % 8


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda c, t: (c | {"solutions": 4}, t), "the tree has 3 solutions, 12 in all; claimed are "),
        (lambda c, t: (c | {"solutions_in_all": 3}, t), "the tree has 3 solutions, 12 in all; claimed are "),
        (lambda c, t: (c, t[:-1]), "ends too early"),
        (lambda c, t: (c, t[:100] + t[150:]), "."),
        (lambda c, t: (c, t + b"\0"), "goes on after its end"),
        (lambda c, t: (c, bytes([200]) + t[1:]), "covers an item twice"),
        (lambda c, t: (c | {"kept": c["kept"][1:]}, t), "do not represent all"),
        (lambda c, t: (with_an_image(c), t), "share an orbit"),
        (lambda c, t: (c | {"symmetries": c["symmetries"][:3]}, t), "not a group"),
        (lambda c, t: (c | {"symmetries": [[0] * 28]}, t), "not a permutation"),
        (lambda c, t: (c | {"piece": None}, t), "no piece breaks"),
        (lambda c, t: (c | {"certificate": 2}, t), "it has version 2; expected version 1"),
        (lambda c, t: (c | {"puzzle": "tetrihex"}, t), "is another file, or has changed since"),
        (lambda c, t: (c | {"puzzle": "rugs"}, t), r"/puzzles/rugs\.toml: No such file or directory$"),
        (lambda c, t: (c | {"puzzle": "../puzzles/rug"}, t), r"^no puzzle of ours is called '\.\./puzzles/rug'$"),
        (
            lambda c, t: (c | {"puzzle": "rug\nall is well"}, t),
            r"^its 'puzzle' is \"rug\\nall is well\"; expected a text that ",
        ),
        (lambda c, t: (c | {"solutions": 3.0}, t), "^its 'solutions' is 3.0; expected a whole number$"),
        (lambda c, t: (c | {"certificate": True}, t), "it has version true; expected version 1"),
        (
            lambda c, t: (c | {"symmetries": [[*g, *range(7, 28)] for g in permutations(range(7))]}, t),
            "5040 symmetries are more",
        ),
        (lambda c, t: (c | {"symmetries": []}, t), "without that which leaves all in its place"),
        (
            lambda c, t: ({key: c[key] for key in c if key != "solutions"}, t),
            "^its keys are not certificate, puzzle, puzzle_sha256, ",
        ),
        (lambda _, t: ({}, t), "^it begins with another key than 'certificate'$"),
        (lambda c, t: ({"piece": c["piece"]} | c, t), "^it begins with another key than 'certificate'$"),
        (lambda c, t: (c | {"note": "all is well"}, t), "^its keys are not certificate, puzzle, puzzle_sha256, "),
        (lambda _, t: ([1], t), "^it is cut off, or not written as certificates are$"),
        (lambda c, t: (c | {"piece": "Q"}, t), "^the puzzle has no piece 'Q'$"),
        (lambda c, t: (c | {"piece": ["Y"]}, t), r"^its 'piece' is \[\"Y\"\]; expected a text, or null$"),
        (lambda c, t: (c | {"kept": [[[1]]]}, t), r"^its 'kept' is \[\[\[1\]\]\]; expected lists of whole numbers$"),
        (lambda c, t: (c | {"kept": [[1, 2, 999]]}, t), "^a placement kept is none of the piece$"),
        (lambda c, t: (c | {"kept": [[-1, -2, -3, -4]]}, t), "^a placement kept is none of the piece$"),
        (lambda c, t: (c | {"symmetries": 5}, t), "^its 'symmetries' is 5; expected lists of whole numbers$"),
        (lambda c, t: (c | {"puzzle_sha256": None}, t), "^its 'puzzle_sha256' is null; expected a text"),
    ],
)
def test_altered_certificates_are_refused(rug, tmp_path, change, why):
    with pytest.raises(Refused, match=why):
        check(altered(rug, tmp_path, change))


@pytest.mark.parametrize(
    "change", [lambda h, p: (h.replace(b": ", b":", 1), p), lambda h, p: (h, p + b"x"), lambda h, p: (h, p[:-1])]
)
def test_what_is_not_written_as_certificates_are_is_refused(rug, tmp_path, change):
    heading, _, packed = rug.read_bytes()[:-32].partition(b"\n")
    content = b"\n".join(change(heading, packed))
    copy = tmp_path / "altered.certificate"
    copy.write_bytes(content + hashlib.sha256(content).digest())
    with pytest.raises(Refused, match="not written as certificates are"):
        check(copy)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{ rectangle = [2, 2] }", "{ rectangle = [2, 2], box = [1, 2, 2] }", "not one shape"),
        ("{ rectangle = [2, 2] }", "{ rectangle = [99999999999, 0] }", "larger than that of a certificate"),
        (
            '"square"\nboard = { rectangle = [2, 2] }',
            '"hexagonal"\nboard = { hexagon = 99999999999 }',
            "is larger than",
        ),
        ("{ rectangle = [2, 2] }", "{ hexagon = 2 }", "no board of the square lattice is a hexagon"),
        ("{ rectangle = [2, 2] }", "{ rectangle = [2, 2, 1] }", r"\[2, 2, 1\] is no size of a rectangle"),
        ("{ rectangle = [2, 2] }", f"{{ rectangle = {[2] * 64} }}", "is no size of a rectangle"),
        ("{ rectangle = [2, 2] }", '{ cells = "##/##" }', "the board has no cells"),
        ("{ rectangle = [2, 2] }", "{ cells = [[0, 0], [0, true]] }", "has 2 whole numbers"),
        ("{ rectangle = [2, 2] }", "{ cells = [[0, 0], [0, 1.0]] }", "has 2 whole numbers"),
        ('lattice = "square"', "", r"own\.toml is no puzzle: `getallenband solve` says where$"),
        ("[2, 2] }", '["2", 2] }', "is no size of a rectangle"),
        ('"square"', '"kagome"', "no board of the kagome lattice is a rectangle"),
        ('"##"', "[[0, 0], [0, 0]]", "a board or a piece has a cell twice"),
        ('"##"', "[[0, 0, 0], [0, 0, 1]]", "a cell of the square lattice has 2 whole numbers"),
        ('I = "##"', 'I = "#"', "the pieces have 3 cells, the board has 4"),
        (
            "[pieces]",
            "polyforms = [{ size = 2 }]\n[pieces]",
            "the pieces are not the polyforms that the puzzle file names",
        ),
        (
            "[pieces]",
            "polyforms = [{ size = 3 }]\n[pieces]",
            "the pieces are not the polyforms that the puzzle file names",
        ),
        (
            "[pieces]",
            "polyforms = [{ size = 2, most = 1 }]\n[pieces]",
            "the polyforms have keys besides size and planar",
        ),
        ("[pieces]", "polyforms = [{ size = 9 }]\n[pieces]", "polyforms have 1 to 8 cells"),
        ("[pieces]", "polyforms = [{ size = 7 }]\n[pieces]", "more cells than the board of a certificate"),
        ("[pieces]", f"[pieces]\n{'a.' * 200_000}a = 1", "a key of more than 100 parts"),
        ('"##"', f"{[[0, x] for x in range(4_000)]}", "the pieces have 8000 cells, the board has 4"),
        ("[pieces]", "copies = { I = 2 }\n[pieces]", "the pieces have 6 cells, the board has 4"),
        ("[pieces]", "copies = { K = 2 }\n[pieces]", "there are copies of a piece that the puzzle has not"),
        ("[pieces]", "copies = '2-1'\n[pieces]", "'2-1' is no number of copies"),
        ("[pieces]", "copies = true\n[pieces]", "True is no number of copies"),
        ("[pieces]", "holes = 0\n[pieces]", "0 is no number of copies"),
        ("[pieces]", "holes = { cells = [] }\n[pieces]", "there are no cells that may stay empty"),
        ("[pieces]", "holes = { cells = [[0, 0]], most = 1 }\n[pieces]", "the holes have keys besides"),
        ("[pieces]", "fixed = { I = [[0, 0]], J = [[0, 0]] }\n[pieces]", "a cell is fixed for two pieces"),
        ("[pieces]", "fixed = { I = [[0, 0], [1, 1]] }\n[pieces]", "no placement of a piece covers the cells"),
        ("[pieces]", "fixed = { K = [[0, 0]] }\n[pieces]", r"own\.toml is no puzzle"),
        ("[pieces]", "symmetries = 'some'\n[pieces]", "the symmetries are none that a puzzle names"),
        ("[pieces]", "borders = 1\n[pieces]", "has keys besides board, copies, "),
        ("[2, 2] }", "[2, 2], without = '.#' }", "cells are not given as a list"),
        ("[2, 2] }", "[true, 4] }", "is no size of a rectangle"),
        ("[pieces]", "title = 5\n[pieces]", "the title is no text"),
        ("[pieces]", "orders = 5\n[pieces]", "the orders are no table of tables"),
        ("[pieces]", "sides = 'both'\n[pieces]", r"own\.toml is no puzzle"),
        ('J = "##"', '"." = "##"', "a piece has the name of holes"),
        ('J = "##"', 'J = "."', "a piece has no cells"),
        ("{ rectangle = [2, 2] }", "{ cells = [[0, 0], [0, 0]] }", "a board or a piece has a cell twice"),
        ("{ rectangle = [2, 2] }", "{ circle = 2 }", "no board of the square lattice is a circle"),
        ("[2, 2] }", "[2, 2], without = [[2, 0]] }", "the board has no cells, or not those left out"),
        ('"##"', '"#X#"', "a drawing has signs besides '#"),
        ('"##"', '"#|#"', "a drawing has signs besides '#"),
        ('"square"\nboard = { rectangle = [2, 2] }', '"hexagonal"\nboard = { cells = [[0, 0, 1]] }', "outside the hex"),
        (
            '"square"\nboard = { rectangle = [2, 2] }',
            '"hexagonal"\nboard = { drawing = "##/##" }',
            "not shifted by one column",
        ),
        (
            '"square"\nboard = { rectangle = [2, 2] }\n[pieces]\nI = "##"',
            '"triangular"\nboard = { rhombus = [2, 2] }\n[pieces]\n'
            "I = [[0, 0, 0], [1, 0, -1], [0, 1, -1], [2, 0, -2], [1, 1, -2], [0, 2, -2]]",
            "the triangles of the piece 'I' all point the same way",
        ),
    ],
)
def test_puzzles_that_would_deceive_the_checker_are_refused(tmp_path, old, new, why):
    puzzle, path = tmp_path / "own.toml", tmp_path / "own.certificate"
    text = 'lattice = "square"\nboard = { rectangle = [2, 2] }\n[pieces]\nI = "##"\nJ = "##"\n'
    puzzle.write_text(text.replace(old, new))
    claim = {
        "certificate": 1, "puzzle": str(puzzle), "puzzle_sha256": hashlib.sha256(puzzle.read_bytes()).hexdigest(),
        "solutions": 1, "solutions_in_all": 1, "piece": None, "kept": [], "symmetries": [],
    }  # fmt: skip
    content = json.dumps(claim).encode() + b"\n" + zlib.compress(b"")
    path.write_bytes(content + hashlib.sha256(content).digest())
    with pytest.raises(Refused, match=why):
        check(path)


@pytest.mark.parametrize(("lattice", "size"), [("square", 6), ("hexagonal", 5), ("triangular", 6), ("cubic", 4)])
@pytest.mark.parametrize("sides", ["free", "one-sided", "fixed"])
def test_the_checker_makes_the_polyforms_that_the_solvers_make(lattice, size, sides):
    assert check_certificate.polyforms(size, False, lattice, sides) == [*polyforms(LATTICES[lattice], size, sides)]


def test_planar_polyforms_are_those_of_the_solvers():
    for lattice, size in (("cubic", 5), ("face-centred cubic", 4)):
        expected = polyforms(LATTICES[lattice], size, "free", planar=True)
        assert check_certificate.polyforms(size, True, lattice, "free") == [*expected]


def test_pieces_may_be_named_as_polyforms_only(tmp_path):
    puzzle, path = tmp_path / "own.toml", tmp_path / "own.certificate"
    puzzle.write_text('lattice = "square"\nboard = { rectangle = [2, 4] }\npolyforms = [{ size = 2 }, { size = 3 }]\n')
    assert write_certificate(read_puzzle(puzzle), path)
    proved = "1 solution up to 4 symmetries, 4 in all; search tree of the puzzle, 3 nodes checked"
    assert check(path) == f"{puzzle}: {proved}"


def test_no_symmetry_at_all_proves_nothing(tmp_path):
    """Without any, every placement would stand for all of a piece that has none: 1 solution of a puzzle of none."""
    puzzle, path = tmp_path / "own.toml", tmp_path / "own.certificate"
    puzzle.write_text('lattice = "square"\nboard = { rectangle = [1, 2] }\n[pieces]\nI = "#/#"\n')
    claim = {
        "certificate": 1, "puzzle": str(puzzle), "puzzle_sha256": hashlib.sha256(puzzle.read_bytes()).hexdigest(),
        "solutions": 1, "solutions_in_all": 0, "piece": "I", "kept": [[0, 1]], "symmetries": [],
    }  # fmt: skip
    content = json.dumps(claim).encode() + b"\n" + zlib.compress(b"\0")
    path.write_bytes(content + hashlib.sha256(content).digest())
    with pytest.raises(Refused, match="the symmetries are without that which leaves all in its place"):
        check(path)


def test_what_no_checker_would_read_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "rug.certificate"
    monkeypatch.setattr("getallenband.durable.LARGEST", 1 << 20)
    with pytest.raises(UnsuitedError, match=r"^the certificate's tree has more than 0 bytes: it is not written"):
        write_certificate(read_puzzle("rug"), path)
    assert not path.exists()


def test_a_device_is_not_read(rug, tmp_path):
    link = tmp_path / "endless.toml"
    link.symlink_to("/dev/zero")
    with pytest.raises(Refused, match=r"endless\.toml: is not a regular file$"):
        check(altered(rug, tmp_path, lambda claim, tree: (claim | {"puzzle": str(link)}, tree)))


def test_a_huge_file_is_not_read(rug, tmp_path):
    huge = tmp_path / "huge.toml"
    with huge.open("wb") as file:
        file.truncate((1 << 26) + 1)
    with pytest.raises(Refused, match=r"huge\.toml: has more than 67,108,864 bytes$"):
        check(rug, huge)
    with pytest.raises(OSError, match="has more than 67,108,864 bytes"):
        check(huge)


DECEIVING = "pentominoes-6x10: 9,999 solutions; 5 nodes checked (from a.toml"
"""With the colon that follows it and the true count, `verify` seemed to say something of another puzzle."""


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (DECEIVING, f"'{DECEIVING}'"),
        ("pentominoes-6\u044510.toml", r"'pentominoes-6\u044510.toml'"),
        ("my own.toml", "'my own.toml'"),
        ("own-1_2.toml", "own-1_2.toml"),
    ],
)
@pytest.mark.parametrize(
    ("text", "count"),
    [('lattice = "square"\nboard = { rectangle = [1, 2] }\n[pieces]\nI = "##"\n', 1), ("queens = 4\n", 2)],
)
def test_a_name_is_quoted_where_it_may_be_taken_for_something_else(tmp_path, monkeypatch, name, said, text, count):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text)
    assert write_certificate(read_puzzle(name), Path("own.certificate"))
    checker = check if count == 1 else check_cover.check
    assert checker(Path("own.certificate")).startswith(f"{said}: {count} solution")
    assert checker(Path("own.certificate"), Path(name)).startswith(f"{said}: {count} solution")


@pytest.mark.parametrize(
    "data", [b"", b"ab", bytes(range(256)) * 1000, bytes(300_000), random.Random(1).randbytes(200_000)]
)
def test_a_tree_is_unpacked_in_pieces(data):
    packed = zlib.compress(data)
    assert bytes(unpacked(packed)) == data
    for wrong in (packed[:-1], packed[: len(packed) // 2], packed + b"x", b"", b"x" + packed):
        with pytest.raises(Refused, match=r"^it is cut off, or not written as certificates are$"):
            bytes(unpacked(wrong))


def test_a_tree_is_unpacked_no_further_than_it_is_right(rug, tmp_path):
    copy = altered(rug, tmp_path, lambda claim, _: (claim, bytes(1 << 28)))
    tracemalloc.start()
    with pytest.raises(Refused, match="covers an item twice"):
        check(copy)
    assert tracemalloc.get_traced_memory()[1] < 1 << 27  # the file is read by a buffer of 64 MiB
    tracemalloc.stop()


@pytest.mark.parametrize(
    "text", ['lattice = "square"\nboard = { rectangle = [1, 2] }\n[pieces]\nI = "##"\n', "queens = 4\n"]
)
def test_a_name_that_cannot_be_printed_gets_no_certificate(tmp_path, text):
    puzzle, path = tmp_path / "a\x1b.toml", tmp_path / "own.certificate"
    puzzle.write_text(text)
    with pytest.raises(UnsuitedError, match="this name has signs that cannot be printed"):
        write_certificate(read_puzzle(puzzle), path)
    assert not path.exists()


def test_lines_may_end_in_carriage_returns(tmp_path):
    puzzle, path = tmp_path / "own.toml", tmp_path / "own.certificate"
    puzzle.write_bytes(b'lattice = "square"\r\nboard = { rectangle = [1, 2] }\r\n[pieces]\r\nI = "##"\r\n')
    assert write_certificate(read_puzzle(puzzle), path)
    assert check(path).startswith(f"{puzzle}: 1 solution")


def test_a_certificate_of_another_puzzle_is_refused(rug, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text('lattice = "square"\n')
    with pytest.raises(Refused, match=r"other\.toml is another file, or has changed since$"):
        check(rug, other)


OTHERS = "from getallenband.modern.proof import check_certificate, check_cover"


def test_the_checkers_are_short_and_independent():
    texts = [
        Path(each.__file__).read_text(encoding="utf-8")
        for each in (certificate_file, check_copies, check_certificate, check_cover, check_order)
    ]
    lines = [len(text.splitlines()) for text in texts]
    assert sum(lines[:3]) < 550
    assert lines[0] + lines[3] < 335
    assert lines[4] < 250
    imported = [line for text in texts for line in text.splitlines() if "import" in line and "modern" in line]
    assert all(
        line.startswith(
            ("from getallenband.modern.proof.certificate_file ", "from getallenband.modern.proof.check_copies ", OTHERS)
        )
        for line in imported
    )
    assert not [text for text in texts if "numpy" in text]
