"""The two checkers of certificates, in Python and in JavaScript: on altered certificates they say the same.

disagreements(7)     # "" or "own.toml after change 12: … in Python, … in JavaScript"
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp

from modern.proof import check_certificate, check_cover
from modern.proof.certificate import write_certificate
from modern.proof.certificate_file import Refused
from modern.puzzle_files.puzzle import read_puzzle
from tests import ROOT
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
    "queens.toml": "queens = 5\n",
    "langford.toml": "langford = 4\n",
    "sudoku.toml": 'sudoku = "1... .... .4.. ..2."\n',
    "colours.dlx": "| Knuth's example\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
    "multiplicities.toml": 'items = "a 2|b 0:2|c | x"\noptions = ["a x:red", "a b", "b", "b c x:red", "c", "b c"]\n',
}


def is_cover(certificate: Path) -> bool:
    """Tell the certificate of an exact cover from that of a puzzle, as `verify` does."""
    return certificate.read_bytes().startswith(b'{"cover_certificate"')


def in_python(certificate: Path, puzzle: Path) -> str | None:
    """Return what a certificate proves, None if it is refused."""
    try:
        said = (check_cover if is_cover(certificate) else check_certificate).check(certificate, puzzle)
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
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [each["proves"].rpartition(": ")[2] if "proves" in each else None for each in found]


@cache
def certificates() -> tuple[tuple[Path, Path], ...]:
    """Write the certificate of each puzzle; return pairs of certificate and puzzle file."""
    folder = Path(mkdtemp(prefix="checkers"))
    pairs = []
    for name, text in PUZZLES.items():
        puzzle = folder / name
        puzzle.write_text(text, encoding="utf-8")
        proof = folder / f"{name}.certificate"
        assert write_certificate(read_puzzle(f"{puzzle}"), proof)
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


def disagreements(number: int) -> str:
    """Alter certificates, most with a checksum made right again; say where the checkers do not agree."""
    random = Random(number)
    with TemporaryDirectory() as folder:
        pairs = []
        for turn in range(EACH):
            proof, puzzle = random.choice(certificates())
            changed = Path(folder) / f"{turn}"
            alter = (altered, forged, reshaped)[turn % (2 if is_cover(proof) else 3)]
            changed.write_bytes(alter(random, proof.read_bytes()))
            pairs.append((changed, puzzle))
        for turn, (pair, javascript) in enumerate(zip(pairs, in_javascript(pairs), strict=True)):
            python = in_python(*pair)
            if python != javascript:
                return f"{pair[1].name} after change {turn}: {python} in Python, {javascript} in JavaScript"
    return ""
