"""The two checkers of certificates, in Python and in JavaScript: on altered certificates they say the same.

What is proved without a tree is compared with a list of all solutions, too.

disagreements(7)     # "" or "own.toml after change 12: … in Python, … in JavaScript"
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from unittest.mock import patch

from getallenband.modern.exact_cover import Cover, Solution
from getallenband.modern.proof import certificate
from getallenband.modern.proof.verify import Refused, verify
from getallenband.modern.puzzle_files.errors import PuzzleError
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.modern.solvers import bit_parallel
from tests import ROOT
from tests.generators.hostile import replaced
from tests.generators.mutations import change_alike, double_tokens, drop_tokens, flip_bytes, swap_tokens
from tests.soak.damaged import altered, forged

IN_JAVASCRIPT = ROOT / "tests" / "reports" / "checker" / "check.mjs"
EACH = 100
PUZZLES = {
    "rug.toml": (ROOT / "modern" / "puzzles" / "rug.toml").read_text(encoding="utf-8"),
    "symmetric.toml": 'lattice = "square"\nboard = { rectangle = [2, 4] }\npolyforms = [{ size = 2 }, { size = 3 }]\n',
    "ranges.toml": """lattice = "square"
        board = { rectangle = [3, 4], without = [[0, 3]] }
        copies = { V = "1-2", "I\\u0032" = "any" }
        holes = { cells = [[0, 0], [2, 3]], number = "0-1" }
        fixed = { V = [[0, 1]] }
        symmetries = "none"
        [pieces]
        V = '##/#.'
        I2 = [[0, 0], [0, 1]]
        """,
    "hexagons.toml": 'lattice = "hexagonal"\nboard.hexagon = 2\ncopies.A = "any"\npieces = { A = "#.#", B = "#" }\n',
    "triangles.toml": """lattice = "triangular"
        board = { rhombus = [2, 2] }
        copies = "any"
        polyforms = [
            { size = 2 },
        ]
        """,
    "triangle.toml": """lattice = "triangular"
        board.triangle = 3
        copies = { D = "any", E = 0, M = 3, X = "0-0" }
        pieces = { D = "##", E = "###", M = "#", X = "####" }
        """,
    "sides.toml": """lattice = "square"
        board.rectangle = [3, 3]
        sides = { L = "fixed", V = "one-sided" }
        pieces = { I = "###", L = "##/#.", V = "##/#." }
        """,
    "colours.toml": """lattice = "square"
        board.drawing = "abab/b#ba"
        pieces = { D = "ab", E = "ab", F = "##", G = "bb" }
        """,
    "hexagon.toml": 'lattice = "triangular"\nboard.hexagon = 1\ncopies = "any"\npieces.D = "##"\n',
    "cubes.toml": """lattice = "cubic"
        board.box = [2, 2, 2]
        holes = 1
        pieces.A = '''
##/#.|#.'''
        pieces.C = "##/#."
        """,
    "balls.toml": """lattice = "face-centred cubic"
        board.octahedron = 2
        copies = "any"
        [pieces]
        A = [[0, 0, 0], [0, 1, 1]]
        """,
    "tables.toml": """lattice = "square"
[board]
rectangle = [0x2, 0b11]
[[polyforms]]
size = 3
[[polyforms]]
size = 1
[copies]
"3.1" = "any"
"3.2" = "any"
"1.3" = "any"
[orders.rows]
scan = ["row", "column"]
""",
    "cylinder.toml": 'lattice = "square"\nboard.cylinder = [4, 5]\npolyforms = [{ size = 4 }]\n',
    "torus.toml": """lattice = "square"
        board.torus = [3, 4]
        copies = { I = "any", V = "1-2" }
        pieces = { I = "##", V = "##/#." }
        """,
    "sticks.toml": """lattice = "sticks"
        board.rectangle = [2, 2]
        copies = "any"
        polyforms = [{ size = 2 }, { size = 3 }]
        """,
    "queens.toml": "queens = 5\n",
    "langford.toml": "langford = 4\n",
    "sudoku.toml": 'sudoku = "1... .... .4.. ..2."\n',
    "colours.dlx": "| Knuth's example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    "dominoes.toml": 'lattice = "square"\nboard.rectangle = [4, 4]\ncopies = "any"\npieces = { I = "##" }\n',
    "pairs.toml": """lattice = "square"
        sides = "one-sided"
        board.rectangle = [3, 4]
        copies = { L = "0-2", J = "0-2", o = "any" }
        pieces = { L = "###/#..", J = "###/..#", o = "#" }
        """,
    "shades.dlx": "a b c 0:1|d 2:3|e | x y\n"
    + "".join(f"{item} {rest}\n" for item in "abcd" for rest in ("x:A", "x:B", "y e", "y:C", "e"))
    + "d\na b e\n",
    "multiplicities.toml": 'items = "a 2|b 0:2|c | x"\noptions = ["a x:red", "a b", "b", "b c x:red", "c", "b c"]\n',
}

SIGNS = (
    "0", "1", "2", "3", "-1", "+1", "1_0", "0x1", "01", "1.0", "1e0", "1e400", "-0", "256", "9007199254740993", "true",
    "9223372036854775808", "2026-01-01", "0b1", "0x_1", "\\u0041", "\\U00000041", "\\ud800", "\\e", "\\x41", "\n",
    "\r", "\r\n", "\t", "#", "'''", '"""', '"', "'", "[", "]", "{", "}", ",", ".", "=", "/", "|", ":", " ", "''",
    "\u2028", "\x0b", "\x0c", "\x85", "\ufeff", "\x00", "\x1c", "\x7f", "# \x01\n", "title = 1\n", "holes = 1\n",
    "'0-1'", "copies = '0-1'\n", "sides = 'fixed'\n", "__proto__ = 1\n", "[[polyforms]]\nsize = 2\n", "[board]\n",
    "[pieces]\n", "board.x = 1\n", "[orders.x]\n", "[[orders.x]]\n", "orders.x.y = 1.5\n", "pieces.B = '#'\n",
    "[[title]]\n", "\ufb06", "\xdf", "\xbd", "\u0663", "2|", "0:2|", "x:A",
)  # fmt: skip
"""What readers of TOML and of covers may take for something else."""


def form_of(proof: Path) -> str:
    """Return the key that a claim begins with: certificate, cover_certificate or order_certificate."""
    return proof.read_bytes()[2:20].partition(b'"')[0].decode()


def in_python(proof: Path, puzzle: Path) -> str | None:
    """Return what a certificate proves, None if it is refused."""
    try:
        _, said = verify(proof, puzzle)
    except Refused:
        return None
    return said.rpartition(": ")[2]


def in_javascript(pairs: Sequence[tuple[Path, Path]]) -> list[str | None]:
    """Return the same of pairs of a certificate and a puzzle file, from the checker of the pages."""
    lines = [json.dumps({"certificate": f"{proof}", "puzzle": f"{puzzle}"}) for proof, puzzle in pairs]
    command = [shutil.which("node") or "node", IN_JAVASCRIPT]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    found = [json.loads(line) for line in done.stdout.split("\n") if line]
    return [each["proves"].rpartition(": ")[2] if "proves" in each else None for each in found]


@cache
def certificates() -> tuple[tuple[Path, Path], ...]:
    """Write the certificates of each puzzle, with a tree and, where that suits it, by order; return pairs of files."""
    folder = Path(mkdtemp(prefix="checkers"))
    pairs = []
    for name, text in PUZZLES.items():
        puzzle = folder / name
        puzzle.write_text(text, encoding="utf-8")
        tree, proof = folder / f"{name}.tree", folder / f"{name}.certificate"
        with patch.object(certificate, "order_claim", return_value=None):
            assert certificate.write_certificate(read_puzzle(f"{puzzle}"), tree)
        assert certificate.write_certificate(read_puzzle(f"{puzzle}"), proof)
        pairs.append((tree, puzzle))
        if form_of(proof) == "order_certificate":
            pairs.append((proof, puzzle))
    return tuple(pairs)


def reshaped(random: Random, data: bytes) -> bytes:
    """Leave out, double or exchange rows of the claim, name another piece, claim another total; mend the checksum."""
    heading, _, packed = data[:-32].partition(b"\n")
    claim = json.loads(heading)
    for key in random.sample(sorted(claim.keys() & {"kept", "symmetries", "piece", "solutions_in_all"}), k=2):
        rows = claim[key]
        if key == "piece":
            claim[key] = random.choice([None, "V", "I2", "A", "B", "2.1", "3.1", "3.2"])
        elif key == "solutions_in_all":
            claim[key] = claim["solutions"] * random.choice([0, 1, 2, 3, 4, 6, 8])
        elif rows:
            one, other = random.choice(rows), random.choice(rows)
            claim[key] = random.choice(
                [[one], [one, other], [*rows, one], rows[1:], rows[::-1], [one[::-1], *rows[1:]]]
            )
    content = json.dumps(claim).encode() + b"\n" + packed
    return content + sha256(content).digest()


def reordered(random: Random, data: bytes) -> bytes:
    """Change the order, the symmetries or the numbers of a claim without a tree; mend the checksum."""
    heading, _, _ = data[:-32].partition(b"\n")
    claim = json.loads(heading)
    for key in random.sample(
        ("order", "symmetries", "solutions", "solutions_up_to_symmetry"), k=random.choice((1, 1, 2))
    ):
        if key.startswith("solutions"):
            number = int(claim[key])
            claim[key] = random.choice([f"{number + random.choice((-1, 1, 7))}", f"0{number}", number, f"{number}.0"])
        elif key == "symmetries":
            rows = claim[key]
            claim[key] = [
                shuffled(random, row) if isinstance(row, list) and random.random() < 0.3 else row
                for row in shuffled(random, rows)
            ]
        else:
            claim[key] = shuffled(random, claim[key])
    content = json.dumps(claim).encode() + b"\n" + random.choice([b"", b"", b"", b"", b"\0"])
    return content + sha256(content).digest()


def shuffled(random: Random, rows: list[Any]) -> list[Any]:
    """Leave out, double, exchange or move rows, or put another number or none in the place of one."""
    if not rows:
        return [0, 1] if random.random() < 0.1 else [[0], [1, 0]]
    one, other = sorted(random.choices(range(len(rows)), k=2))
    swapped = [*rows]
    swapped[one], swapped[other] = rows[other], rows[one]
    number = random.choice([-1, 0, 3, len(rows), 10**20, None])
    return random.choice(
        [swapped, rows[::-1], rows[one:] + rows[:one], rows[:one] + rows[one + 1 :], [*rows, rows[one]], rows[:one],
         [*rows[:one], number, *rows[one + 1 :]], random.sample(rows, len(rows))]
    )  # fmt: skip


def inserted(random: Random, data: bytes, _language: str) -> bytes:
    """Put a sign of those above between two others, or in the place of one or two."""
    text = data.decode(errors="replace")
    start = random.randrange(len(text) + 1)
    return (text[:start] + random.choice(SIGNS) + text[start + random.choice((0, 0, 1, 2)) :]).encode()


def rewritten(random: Random, proof: bytes, puzzle: bytes) -> tuple[bytes, bytes]:
    """Change a puzzle file once or a few times, and let the certificate be of what comes out."""
    changes = (flip_bytes, drop_tokens, double_tokens, swap_tokens, change_alike, replaced_value, *[inserted] * 4)
    for change in random.choices(changes, k=random.choice((1, 1, 1, 2, 3))):
        puzzle = change(random, puzzle, "ecol")
    return claiming(proof, puzzle), puzzle


def claiming(proof: bytes, puzzle: bytes) -> bytes:
    """Let a certificate be of another puzzle file."""
    heading, _, packed = proof[:-32].partition(b"\n")
    claim = json.loads(heading)
    claim["cover_sha256" if "cover_sha256" in claim else "puzzle_sha256"] = sha256(puzzle).hexdigest()
    content = json.dumps(claim).encode() + b"\n" + packed
    return content + sha256(content).digest()


def replaced_value(random: Random, data: bytes, _language: str) -> bytes:
    return replaced(random, data)


def disagreements(number: int) -> str:
    """Alter certificates, most with a corrected checksum, or puzzle files; say what is wrong.

    They must agree, and accept no file that `solve` refuses, but for its orders, of which a certificate says nothing.
    """
    random = Random(number)
    with TemporaryDirectory() as folder:
        pairs = []
        for turn in range(EACH):
            proof, puzzle = random.choice(certificates())
            changed, about = Path(folder) / f"{turn}", puzzle
            if turn % 4 == 3:
                about = Path(folder) / f"{turn}{puzzle.suffix}"
                forged_proof, text = rewritten(random, proof.read_bytes(), puzzle.read_bytes())
                changed.write_bytes(forged_proof)
                about.write_bytes(text)
            else:
                forge, reshape = ALTERS[form_of(proof)]
                alter = (altered, forge, reshape)[turn % 4]
                changed.write_bytes(alter(random, proof.read_bytes()))
            pairs.append((changed, about))
        for turn, (pair, javascript) in enumerate(zip(pairs, in_javascript(pairs), strict=True)):
            python = in_python(*pair)
            said = f"{pair[1].name} after change {turn}: {python} in Python, {javascript} in JavaScript"
            if python != javascript:
                return f"{said}: {pair[1].read_bytes()!r}"
            if python and (refused := by_solve(pair[1])):
                return f"{said}, but {refused}"
            if python and form_of(pair[0]) == "order_certificate" and not python.startswith(by_list(*pair)):
                return f"{said}, but a list has {by_list(*pair)}: {pair[1].read_bytes()!r}"
    return ""


ALTERS = {
    "certificate": (forged, reshaped),
    "cover_certificate": (forged, altered),
    "order_certificate": (reordered, reordered),
}
"""What changes the tree or the claim of a certificate, and mends the checksum."""


def by_list(proof: Path, path: Path) -> str:
    """Return what a claim without a tree has to say, from a list of all solutions and their images."""
    claim = json.loads(proof.read_bytes().partition(b"\n")[0])
    try:
        problem = read_puzzle(f"{path}").problem
    except PuzzleError:  # of an order in the file, of which a certificate says nothing
        return ""
    found = list[Solution]()
    bit_parallel.solve(problem, on_solution=found.append)
    if isinstance(problem, Cover):
        return f"{len(found)} solution"
    sets = {frozenset(problem.options[index] for index in each) for each in found}
    group = [range(problem.items), *claim["symmetries"]]
    moved = [{option: tuple(sorted(g[item] for item in option)) for option in problem.options} for g in group]
    images = {frozenset(frozenset(to[option] for option in each) for to in moved) for each in sets}
    in_all = f" up to {len(group)} symmetries, {len(sets)} in all" if len(group) > 1 else ""
    return f"{len(images)} solution{'s' * (len(images) != 1)}{in_all}; "


def by_solve(puzzle: Path) -> str:
    """Return why `solve` does not take a puzzle file, "" if it does, or if it is for an order in it."""
    try:
        read_puzzle(f"{puzzle}")
    except PuzzleError as error:
        text = puzzle.read_text(encoding="utf-8")
        line = re.search(r"toml:(\d+):", f"{error}")
        orders = text.find("orders")
        return "" if line and 0 <= orders < len("".join(text.splitlines(True)[: int(line[1])])) else f"{error}"
    return ""
