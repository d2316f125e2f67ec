"""Check a certificate, the proof of a puzzle's number of solutions: in plain Python, and short on purpose.

    check(Path("tetrihex.certificate")) == "tetrihex: 12290 solutions …"        # or Refused

Nothing here comes from the solvers. The certificate only says what to cover next; every placement there is tried.
"""

import json
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations, product
from pathlib import Path
from typing import Any

Cell = tuple[int, ...]
KEYS = {"title", "lattice", "sides", "polyforms", "board", "pieces", "orders"}


class Refused(Exception):
    """The certificate does not prove its claim."""


def need(condition: bool, refusal: str) -> None:
    if not condition:
        raise Refused(refusal)


def check(path: Path, puzzle_file: Path | None = None) -> str:
    """Return the statement that the certificate proves; Refused says why it does not."""
    data = path.read_bytes()
    need(sha256(data[:-32]).digest() == data[-32:], "the checksum is wrong: the file was altered or cut off")
    heading, _, packed = data[:-32].partition(b"\n")
    try:
        claim, stream = json.loads(heading), zlib.decompressobj()
        need(repr(claim["certificate"]) == "1", f"it has version {claim['certificate']}; expected version 1")
        tree, name = stream.decompress(packed, 1 << 30), claim["puzzle"]
        whole = stream.eof and not stream.unused_data and json.dumps(claim).encode() == heading
        need(whole and name.isprintable(), "it is cut off, too large, or not written as certificates are")
        named = Path(name) if name.endswith(".toml") else Path(__file__).parent.parent / "puzzles" / f"{name}.toml"
        name, text = str(puzzle_file or name), read_file(puzzle_file or named)
        same = sha256(text).hexdigest() == claim["puzzle_sha256"]
        need(same, f"{puzzle_file or named} is another puzzle file, or has changed since")
        board, pieces = read(tomllib.loads(text.decode()))
        group = check_symmetry(claim, len(board), pieces)
        count = walk(tree, len(board), [sorted(sites) for sites in pieces.values()])
        claimed, total = [claim["solutions"], claim["solutions_in_all"]], count * len(group)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, zlib.error, RecursionError) as error:
        raise Refused(f"it cannot be read: {type(error).__name__} {error}") from None
    need(repr(claimed) == f"[{count}, {total}]", f"the tree has {count} and {total} solutions, not {claimed}")
    in_all = f" up to {len(group)} symmetries, {total} in all" * (len(group) > 1)
    return f"{name}: {count} solution{'s' * (count != 1)}{in_all}; {len(tree)} nodes checked"


def read_file(path: Path) -> bytes:
    """Read the file that a certificate is about: a stranger may have named a device that never ends."""
    need(path.is_file() or not path.exists(), f"{path} is no regular file")
    return path.read_bytes()


def read(puzzle: dict[str, Any]) -> tuple[list[Cell], dict[str, set[Cell]]]:
    """Return the board's cells in order, and of each piece every placement as a tuple of cell numbers."""
    lattice, sides = puzzle["lattice"], puzzle.get("sides", "free")
    size = {"square": 2, "hexagonal": 3, "triangular": 3, "cubic": 3, "face-centred cubic": 3}[lattice]
    need(puzzle.keys() <= KEYS, f"the puzzle file has keys besides {', '.join(sorted(KEYS))}")
    need(len(puzzle["board"].keys() - {"without"}) == 1, "the puzzle file's board is not one shape")
    whole, without = board_cells(puzzle["board"], lattice), {tuple(cell) for cell in puzzle["board"].get("without", [])}
    need(len(set(whole)) == len(whole), "the board has a cell twice")
    need(without < set(whole), "the board has no cells, or not those left out")
    cells, sums = sorted(set(whole) - without), set(map(sum, whole))
    of_triangles, of_balls = lattice == "triangular", len({number % 2 for number in sums}) == 1
    lawful = {"hexagonal": sums == {0}, "triangular": sums <= {0, 1}, "face-centred cubic": of_balls}
    need(lawful.get(lattice, True), f"the board has cells outside the {lattice} lattice")
    number = {cell: i for i, cell in enumerate(cells)}
    pieces: dict[str, set[Cell]] = {}
    for name, given in puzzle["pieces"].items():
        shape = draw(given, lattice) if isinstance(given, str) else [tuple(cell) for cell in given]
        need(len(set(shape)) == len(shape), f"the piece {name!r} has a cell twice")
        alike = of_triangles and len(set(map(sum, shape))) == 1 and (len(shape) > 1 or sides == "fixed")
        need(not alike, f"the triangles of the piece {name!r} all point the same way")
        pieces[name] = sites = set()
        for axes, signs in motions(lattice, sides, size):
            turned = [tuple(s * cell[a] for a, s in zip(axes, signs, strict=True)) for cell in shape]
            for target in cells:
                step = [a - b for a, b in zip(target, turned[0], strict=True)]
                moved = [number.get(tuple(a + b for a, b in zip(cell, step, strict=True)), -1) for cell in turned]
                if -1 not in moved:
                    sites.add(tuple(sorted(moved)))
    return cells, pieces


def board_cells(board: dict[str, Any], lattice: str) -> list[Cell]:
    """Return the cells that the puzzle file's board describes."""
    if "drawing" in board:
        return draw(board["drawing"], lattice)
    n = board.get("hexagon") or board.get("octahedron") or 0
    sizes = board.get("rectangle") or board.get("box") or board.get("rhombus") or [n * n]
    need(sum(map(abs, sizes)) <= 256, "the board is larger than that of a certificate")
    cube = product(range(1 - n, n), repeat=3)
    if n:
        return [c for c in cube if (sum(c) == 0 if "hexagon" in board else sum(map(abs, c)) < n and (sum(c) - n) % 2)]
    if "rhombus" in board:
        return [(x, y, down - x - y) for x, y, down in product(*map(range, sizes), (0, 1))]
    return list(map(tuple, board.get("cells") or product(*map(range, sizes))))


def draw(drawing: str, lattice: str) -> list[Cell]:
    """Return the cells marked # in a drawing of rows separated by / and layers separated by |."""
    signs = "#. /\n|" if lattice == "cubic" else "#. /\n"
    need(set(drawing) <= set(signs), f"a drawing has signs besides {signs!r}")
    layers = [layer.replace("\n", "/").strip("/").split("/") for layer in drawing.split("|")]
    rows = [(z, y, row) for z, layer in enumerate(layers) for y, row in enumerate(layer)]
    marks: list[Cell] = [(z, y, x) for z, y, row in rows for x, mark in enumerate(row) if mark == "#"]
    if lattice == "triangular":
        return [(y, (x - y) // 2, 1 - (x - y) % 2 - y - (x - y) // 2) for _, y, x in marks]
    hexagonal: list[Cell] = [((x - y) // 2, -((x - y) // 2) - y, y) for _, y, x in marks]
    return {"hexagonal": hexagonal, "square": [mark[1:] for mark in marks]}.get(lattice, marks)


def motions(lattice: str, sides: str, size: int) -> Iterator[tuple[Cell, Cell]]:
    """Yield the motions a piece may undergo: which coordinate goes where, and with which sign."""
    slant = lattice in ("hexagonal", "triangular")
    for axes, signs in product(permutations(range(size)), product((1, -1), repeat=size)):
        swaps = sum(axes[i] > axes[j] for i in range(size) for j in range(i + 1, size))
        turn = swaps % 2 == (0 if slant else signs.count(-1) % 2)
        allowed = {"free": True, "one-sided": turn, "fixed": swaps == 0 and -1 not in signs}
        if allowed[sides] and (not slant or len(set(signs)) == 1):
            yield axes, signs


def check_symmetry(claim: dict[str, Any], cells: int, pieces: dict[str, set[Cell]]) -> set[Cell]:
    """Check that the symmetries are a group, and that the placements kept represent all of their piece's."""
    group, of_pieces = {tuple(g) for g in claim["symmetries"]}, Counter(map(frozenset, pieces.values()))
    need(all(sorted(g) == list(range(cells)) for g in group), "a symmetry is not a permutation of the cells")
    need(tuple(range(cells)) in group, "the symmetries are without that which leaves all in its place")
    need(all(tuple(g[i] for i in h) in group for g in group for h in group), "the symmetries are not a group")
    images = [Counter(frozenset(tuple(sorted(g[c] for c in s)) for s in own) for own in pieces.values()) for g in group]
    need(all(image == of_pieces for image in images), "a symmetry does not take placements to placements")
    if claim["piece"] is not None:
        kept = {tuple(site) for site in claim["kept"]}
        orbits = [tuple(sorted(g[c] for c in site)) for site in kept for g in group]
        need(len(set(orbits)) == len(orbits), "two placements kept share an orbit, or one is symmetric")
        need(set(orbits) == pieces[claim["piece"]], "the placements kept do not represent all of the piece")
        pieces[claim["piece"]] = kept
    need(claim["piece"] is not None or len(group) == 1, "no piece breaks the symmetries")
    return group


def walk(tree: bytes, cells: int, pieces: list[list[Cell]]) -> int:
    """Walk the tree in preorder: at each node try every placement of the item named; return the number of solutions."""
    sites = [sum(1 << i for i in (*site, cells + piece)) for piece, own in enumerate(pieces) for site in own]
    through = [[site for site in sites if site >> item & 1] for item in range(cells + len(pieces))]
    items = iter(tree)

    def node(covered: int) -> int:
        if covered == (1 << len(through)) - 1:
            return 1
        item = next(items, len(through))
        need(item < len(through) and not covered >> item & 1, "the tree ends too early, or covers an item twice")
        return sum(node(covered | site) for site in through[item] if not covered & site)

    solutions = node(0)
    need(next(items, -1) < 0, "the tree goes on after its end")
    return solutions
