"""Check a certificate, the proof of a puzzle's number of solutions: in plain Python, and short on purpose.

    check(Path("tetrihex.certificate")) == "tetrihex: 12290 solutions …"        # or Refused

Nothing here comes from the solvers. The certificate only says what to cover next; every placement there is tried.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path
from typing import Any

from getallenband.durable import toml
from getallenband.modern.proof.certificate_file import (
    LISTS,
    NAME,
    NUMBER,
    TEXT,
    Refused,
    need,
    plain,
    read_claim,
    read_file,
    reading,
    unpacked,
)
from getallenband.modern.proof.check_copies import HOLE, Often, fix, in_use, often

__all__ = ["Refused", "check"]

Cell = tuple[int, ...]
KEYS = {
    "title", "lattice", "sides", "polyforms", "board", "holes", "copies", "fixed", "symmetries", "pieces", "orders",
}  # fmt: skip
DIMENSIONS = {"square": 2, "sticks": 2, "hexagonal": 3, "triangular": 3, "cubic": 3, "face-centred cubic": 3}
SHAPES = {
    "rectangle": {"square", "sticks"}, "torus": {"square"}, "cylinder": {"square"},
    "box": {"cubic"}, "hexagon": {"hexagonal", "triangular"}, "triangle": {"triangular"},
    "rhombus": {"triangular"}, "octahedron": {"face-centred cubic"},
}  # fmt: skip
LARGEST = 4096  # cells of a board
MOST = 512  # symmetries: 48 of a lattice, or those of a torus
KINDS = {"half-turn", "third-turn", "quarter-turn", "sixth-turn", "mirror"}
CLAIM = {
    "puzzle": TEXT, "puzzle_sha256": TEXT, "solutions": NUMBER, "solutions_in_all": NUMBER, "piece": NAME,
    "kept": LISTS, "symmetries": LISTS,
}  # fmt: skip


def check(path: Path, puzzle_file: Path | None = None) -> str:
    """Return the statement that the certificate proves; Refused says why it does not."""
    claim, packed = read_claim(path, "certificate", CLAIM)
    name = claim["puzzle"]
    file = puzzle_file or puzzle_path(name)
    with reading(file):
        board, pieces, bounds = read(toml.parse(read_file(file, claim["puzzle_sha256"])))
    group = check_symmetry(claim, len(board), pieces, bounds)
    count, nodes = walk(unpacked(packed), len(board), [sorted(sites) for sites in pieces.values()], bounds)
    claimed, total = [claim["solutions"], claim["solutions_in_all"]], count * len(group)
    said = f"the tree has {count} solutions, {total} in all; claimed are {claimed[0]} and {claimed[1]}"
    need(claimed == [count, total], said)
    in_all = f" up to {len(group)} symmetries, {total} in all" * (len(group) > 1)
    said = f"{count} solution{'s' * (count != 1)}{in_all}; search tree of the puzzle, {nodes} nodes checked"
    return f"{plain(puzzle_file or name)}: {said}"


def puzzle_path(name: str) -> Path:
    """Return the file of a puzzle by the name that a certificate gives."""
    if name.endswith((".toml", ".dlx")):
        return Path(name)
    need("/" not in name, f"no puzzle of ours is called {name!r}")
    return Path(__file__).parent.parent / "puzzles" / f"{name}.toml"


def read(puzzle: dict[str, Any]) -> tuple[list[Cell], dict[str, set[Cell]], list[Often]]:
    """Return the board's cells in order; of each piece every placement as a tuple of cell numbers, and how often."""
    lattice, sides = puzzle["lattice"], puzzle.get("sides", "free")
    sides, own = ("free", sides) if isinstance(sides, dict) else (sides, {})
    need({*own.values()} <= {"free", "one-sided", "fixed"}, "the sides of a piece are unknown")
    need(puzzle.keys() <= KEYS, f"the puzzle file has keys besides {', '.join(sorted(KEYS))}")
    need(isinstance(puzzle.get("title", ""), str), "the title is no text")
    orders = puzzle.get("orders", {})
    need(isinstance(orders, dict) and {*map(type, orders.values())} <= {dict}, "the orders are no table of tables")
    symmetries = puzzle.get("symmetries", "all")
    known = {*symmetries} <= KINDS if isinstance(symmetries, list) else symmetries in ("all", "rotations", "none")
    need(known, "the symmetries are none that a puzzle names")
    whole, without = board_cells(puzzle["board"], lattice), listed(puzzle["board"].get("without", []), lattice)
    need(set(without) < set(whole), "the board has no cells, or not those left out")
    need(len(whole) <= LARGEST, "the board is larger than that of a certificate")
    cells, parity = sorted(set(whole) - set(without)), {sum(cell) % 2 for cell in whole}
    need(lattice != "face-centred cubic" or len(parity) == 1, "the board has cells outside the lattice")
    number, ground = {cell: i for i, cell in enumerate(cells)}, colours(puzzle["board"].get("drawing"), lattice)
    rings = puzzle["board"].get("torus") or [0, *puzzle["board"].get("cylinder", [])[1:]]
    pieces: dict[str, set[Cell]] = {}
    every = read_pieces(puzzle, lattice, sides)
    need(own.keys() <= every.keys(), "there are sides of a piece that the puzzle has not")
    shapes = in_use(puzzle, every)
    empty = read_holes(puzzle.get("holes"), cells, lattice)
    sizes = {name: len(shape) for name, shape in shapes.items()} | ({HOLE: 1} if empty is not None else {})
    bounds = often(puzzle, sizes, len(cells))
    if lattice == "sticks":
        need(empty is None, "puzzles of sticks have no holes")
        empty = [at for at, lines in crossed(cells).items() if len(lines) == 2] or None
        cells = sorted([*cells, *(empty or [])])
        number = {cell: i for i, cell in enumerate(cells)}
        bounds += [(0, len(cells))] if empty else []
    for name, shape in shapes.items():
        alike = (
            lattice == "triangular"
            and len(set(map(sum, shape))) == 1
            and (len(shape) > 1 or own.get(name, sides) == "fixed")
        )
        need(not alike, f"the triangles of the piece {name!r} all point the same way")
        pieces[name] = sites = set()
        its = colours(puzzle.get("pieces", {}).get(name), lattice)
        need(lattice != "sticks" or not (its or ground), "sticks have no colours")
        for turned in images(shape, lattice, own.get(name, sides)):
            for target in cells:
                places = around(shifted(turned, turned[0], target), rings)
                moved = [number.get(cell, -1) for cell in places]
                agree = all(its.get(a, b) == b for a, b in zip(shape, map(ground.get, places), strict=True) if b)
                fits = lattice != "sticks" or (sum(places[0]) % 2 and (places[0][0] - turned[0][0]) % 2 == 0)
                if -1 not in moved and len({*moved}) == len(moved) and agree and fits:
                    passed = [at for at in crossed(places) if at in number] if lattice == "sticks" else []
                    sites.add(tuple(sorted([*moved, *map(number.__getitem__, passed)])))
    if empty is not None:
        pieces[HOLE] = {(number[cell],) for cell in empty}
    owner = read_fixed(puzzle.get("fixed", {}), [*shapes], number, lattice)
    return cells, dict(zip(pieces, fix(owner, [*pieces.values()], bounds), strict=True)), bounds


def read_holes(holes: Any, cells: list[Cell], lattice: str) -> list[Cell] | None:
    """Return the cells that may stay empty; None if all are covered."""
    if not isinstance(holes, dict):
        return None if holes is None else cells
    need({"cells"} <= holes.keys() <= {"cells", "number"}, "the holes have keys besides cells and number")
    empty = listed(holes["cells"], lattice)
    need(set(empty) <= set(cells) and empty != [], "there are no cells that may stay empty, or not on the board")
    return empty


def read_fixed(fixed: dict[str, Any], names: list[str], number: dict[Cell, int], lattice: str) -> dict[int, int]:
    """Return the piece of each cell that is fixed, both by number."""
    pairs = [(cell, names.index(name)) for name, given in fixed.items() for cell in as_cells(given, lattice)]
    owner = {number[cell]: piece for cell, piece in pairs}
    need(len(owner) == len(pairs), "a cell is fixed for two pieces")
    return owner


def listed(given: Any, lattice: str) -> list[Cell]:
    need(isinstance(given, list), "cells are not given as a list")
    return as_cells(given, lattice)


def board_cells(board: dict[str, Any], lattice: str) -> list[Cell]:
    """Return the cells that the puzzle file's board describes."""
    kinds = [key for key in board if key != "without"]
    need(len(kinds) == 1, "the puzzle file's board is not one shape")
    (kind,) = kinds
    if kind in ("drawing", "cells"):
        need(isinstance(board[kind], str) == (kind == "drawing"), f"the board has no {kind}")
        return as_cells(plain_drawing(board[kind]), lattice)
    need(lattice in SHAPES.get(kind, ()), f"no board of the {lattice} lattice is a {kind}")
    n = board[kind]
    if kind in ("hexagon", "octahedron", "triangle"):
        need(type(n) is int and n <= 16, "the board is larger than that of a certificate")
        if lattice == "triangular":  # strips between parallel lines, and which of them the board reaches
            first = (0, 0, 2 - n) if kind == "triangle" else (-n, -n, 2 - n)
            strips = [range(at, at + (n if kind == "triangle" else 2 * n)) for at in first]
            return [cell for cell in product(*strips) if sum(cell) in (0, 1)]
        cube = list(product(range(1 - n, n), repeat=3))
        return [c for c in cube if (sum(c) == 0 if kind == "hexagon" else sum(map(abs, c)) < n and (sum(c) - n) % 2)]
    fits = {*map(type, n)} == {int} and len(n) == DIMENSIONS[lattice] - (kind == "rhombus")
    need(fits, f"{n} is no size of a {kind}")
    need(prod(max(1, abs(side)) for side in n) <= LARGEST, "the board is larger than that of a certificate")
    if lattice == "sticks":
        return [cell for cell in product(*(range(2 * side + 1) for side in n)) if sum(cell) % 2]
    if kind == "rhombus":
        return [(x, y, down - x - y) for x, y, down in product(*map(range, n), (0, 1))]
    return list(product(*map(range, n)))


def as_cells(given: Any, lattice: str) -> list[Cell]:
    """Return the cells of a drawing or a list, each once and in the lattice."""
    cells = draw(given, lattice) if isinstance(given, str) else [tuple(cell) for cell in given]
    whole = all(len(cell) == DIMENSIONS[lattice] and {*map(type, cell)} == {int} for cell in cells)
    need(whole, f"a cell of the {lattice} lattice has {DIMENSIONS[lattice]} whole numbers")
    need(all(abs(number) <= 4096 for cell in cells for number in cell), "a cell is farther away than 4096")
    need(lattice != "sticks" or all(sum(cell) % 2 for cell in cells), "there are cells that are no sticks")
    sums = {"hexagonal": {0}, "triangular": {0, 1}}.get(lattice)
    need(sums is None or set(map(sum, cells)) <= sums, f"there are cells outside the {lattice} lattice")
    need(len(set(cells)) == len(cells), "a board or a piece has a cell twice")
    return cells


def colours(given: Any, lattice: str) -> dict[Cell, str]:
    """Return the colours of a drawing: cells that are small letters."""
    drawing = given if isinstance(given, str) else ""
    shown = {letter: re.sub(f"[^{letter}\\s/|]", ".", drawing) for letter in {*re.findall("[a-z]", drawing)}}
    return {cell: each for each, only in shown.items() for cell in draw(only.replace(each, "#"), lattice)}


def plain_drawing(given: Any) -> Any:
    """Return a drawing without its colours."""
    return re.sub("[a-z]", "#", given) if isinstance(given, str) else given


def draw(drawing: str, lattice: str) -> list[Cell]:
    """Return the cells marked # in a drawing of rows separated by / and layers separated by |."""
    signs = "#. /\n|" if lattice == "cubic" else "#. /\n"
    need(set(drawing) <= set(signs), f"a drawing has signs besides {signs!r}")
    layers = [layer.replace("\n", "/").strip("/").split("/") for layer in drawing.split("|")]
    rows = [(z, y, row) for z, layer in enumerate(layers) for y, row in enumerate(layer)]
    marks: list[Cell] = [(z, y, x) for z, y, row in rows for x, mark in enumerate(row) if mark == "#"]
    if lattice == "triangular":
        return [(y, (x - y) // 2, 1 - (x - y) % 2 - y - (x - y) // 2) for _, y, x in marks]
    if lattice == "hexagonal":
        need(len({(x - y) % 2 for _, y, x in marks}) < 2, "a row of a hexagonal drawing is not shifted by one column")
        return [((x - y) // 2, -((x - y) // 2) - y, y) for _, y, x in marks]
    return {"square": [mark[1:] for mark in marks], "sticks": [mark[1:] for mark in marks], "cubic": marks}[lattice]


def read_pieces(puzzle: dict[str, Any], lattice: str, sides: str) -> dict[str, list[Cell]]:
    """Return the pieces by name: all the polyforms that the file names, if it names any."""
    forms: list[tuple[Cell, ...]] = []
    for entry in puzzle.get("polyforms", []):
        need(entry.keys() <= {"size", "planar"}, "the polyforms have keys besides size and planar")
        forms += polyforms(entry["size"], entry.get("planar", False), lattice, sides)
        need(sum(map(len, forms)) <= 256, "the polyforms have more cells than the board of a certificate")
    if "pieces" not in puzzle:
        return {f"{len(form)}.{i}": list(form) for i, form in enumerate(forms, 1)}
    shapes = {name: as_cells(plain_drawing(given), lattice) for name, given in puzzle["pieces"].items()}
    need(HOLE not in shapes, "a piece has the name of holes")
    need(all(shapes.values()), "a piece has no cells")
    alike = not forms or sorted(least(shape, lattice, sides) for shape in shapes.values()) == sorted(set(forms))
    need(alike, "the pieces are not the polyforms that the puzzle file names, each once")
    return shapes


def polyforms(size: int, planar: bool, lattice: str, sides: str) -> list[tuple[Cell, ...]]:
    """Return all connected sets of cells of a size, each in the least of its positions, ascending."""
    touching = 2 if lattice in ("hexagonal", "face-centred cubic") else 1
    steps = [step for step in product((-1, 0, 1), repeat=DIMENSIONS[lattice]) if sum(map(abs, step)) == touching]
    origin, spread = (0,) * DIMENSIONS[lattice], {"hexagonal": 0, "triangular": 1}.get(lattice, 2 * size)
    found: set[tuple[Cell, ...]] = {(origin,)}
    if lattice == "sticks":
        found = {least([stick], lattice, sides) for stick in ((0, 1), (1, 0))}
    need(type(size) is int and 1 <= size <= 8, "polyforms have 1 to 8 cells")
    for _ in range(size - 1):
        grown = {(*shape, *shifted([step], origin, cell)) for shape in found for cell in shape for step in steps}
        if lattice == "sticks":
            grown = {(*shape, other) for shape in found for one in shape for end in ends(one) for other in ends(end)}
        sums = {shape: sorted(map(sum, shape)) for shape in grown if len(set(shape)) == len(shape)}
        found = {least(shape, lattice, sides) for shape, own in sums.items() if own[-1] - own[0] <= spread}
        need(len(found) <= 3000, "there are more than 3000 polyforms")
    return sorted(shape for shape in found if not planar or is_planar(shape))


def is_planar(shape: tuple[Cell, ...]) -> bool:
    return all(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 0
        for (a, b, c), (d, e, f), (g, h, i) in combinations(shifted(shape, shape[0], (0, 0, 0)), 3)
    )


def least(shape: Iterable[Cell], lattice: str, sides: str) -> tuple[Cell, ...]:
    """Return the least of a shape's images, each with its least cell at the origin."""
    turned = images(shape, lattice, sides)
    if lattice == "sticks":  # moved by steps of two
        return min(tuple(sorted(shifted(i, min(i), tuple(at % 2 for at in min(i))))) for i in map(list, turned))
    return min(tuple(sorted(shifted(image, min(image), (0,) * len(image[0])))) for image in turned)


def ends(cell: Cell) -> list[Cell]:
    """Return the two ends of a stick; the four sticks at an end."""
    y, x = cell
    along: list[Cell] = [(y, x - 1), (y, x + 1)]
    across: list[Cell] = [(y - 1, x), (y + 1, x)]
    return along * (x % 2 or y % 2 == 0) + across * (y % 2 or x % 2 == 0)


def crossed(sticks: Iterable[Cell]) -> dict[Cell, set[int]]:
    """Return where two sticks in a line meet, and in which directions."""
    own, found = set(sticks), defaultdict[Cell, set[int]](set)
    for y, x in own:
        if (y + 2 * (y % 2), x + 2 * (x % 2)) in own:
            found[y + y % 2, x + x % 2].add(y % 2)
    return found


def shifted(shape: Iterable[Cell], start: Cell, target: Cell) -> list[Cell]:
    step = [a - b for a, b in zip(target, start, strict=True)]
    return [tuple(a + b for a, b in zip(cell, step, strict=True)) for cell in shape]


def around(places: list[Cell], rings: list[int]) -> list[Cell]:
    """Return the cells of a board whose axes are closed to rings of these lengths; one of the length 0 is open."""
    if not any(rings):
        return places
    return [tuple(at % ring if ring else at for at, ring in zip(cell, rings, strict=True)) for cell in places]


def images(shape: Iterable[Cell], lattice: str, sides: str) -> Iterator[list[Cell]]:
    """Yield a shape after each motion that a piece may undergo."""
    slant, size = lattice in ("hexagonal", "triangular"), DIMENSIONS[lattice]
    for axes, signs in product(permutations(range(size)), product((1, -1), repeat=size)):
        swaps = sum(axes[i] > axes[j] for i in range(size) for j in range(i + 1, size))
        turn = swaps % 2 == (0 if slant else signs.count(-1) % 2)
        allowed = {"free": True, "one-sided": turn, "fixed": swaps == 0 and -1 not in signs}
        if allowed[sides] and (not slant or len(set(signs)) == 1):
            yield [tuple(s * cell[a] for a, s in zip(axes, signs, strict=True)) for cell in shape]


def check_symmetry(claim: dict[str, Any], cells: int, pieces: dict[str, set[Cell]], bounds: list[Often]) -> set[Cell]:
    """Check that the symmetries are a group, and that the placements kept represent all of their piece's."""
    group = {tuple(g) for g in claim["symmetries"]}
    of_pieces = Counter(zip(map(frozenset, pieces.values()), bounds, strict=True))
    need(len(group) <= MOST, f"{len(group)} symmetries are more than {MOST}")
    need(all(sorted(g) == list(range(cells)) for g in group), "a symmetry is not a permutation of the cells")
    need(tuple(range(cells)) in group, "the symmetries are without that which leaves all in its place")
    need(all(tuple(g[i] for i in h) in group for g in group for h in group), "the symmetries are not a group")
    for g in group:
        images = [frozenset(tuple(sorted(g[c] for c in site)) for site in own) for own in pieces.values()]
        need(
            Counter(zip(images, bounds, strict=True)) == of_pieces, "a symmetry does not take placements to placements"
        )
    need(claim["piece"] in (None, *pieces), f"the puzzle has no piece {claim['piece']!r:.80}")
    if claim["piece"] is not None:
        need(
            bounds[[*pieces].index(claim["piece"])] == (1, 1), "the piece that breaks the symmetries is not placed once"
        )
        kept = {tuple(site) for site in claim["kept"]}
        need(kept <= pieces[claim["piece"]], "a placement kept is none of the piece")
        orbits = [tuple(sorted(g[c] for c in site)) for site in kept for g in group]
        need(len(set(orbits)) == len(orbits), "two placements kept share an orbit, or one is symmetric")
        need(set(orbits) == pieces[claim["piece"]], "the placements kept do not represent all of the piece")
        pieces[claim["piece"]] = kept
    need(claim["piece"] is not None or len(group) == 1, "no piece breaks the symmetries")
    return group


def walk(items: Iterator[int], cells: int, pieces: list[list[Cell]], bounds: list[Often]) -> tuple[int, int]:
    """Walk the tree in preorder: at each node try every placement of the item named; return solutions and nodes.

    Items are the cells, and the pieces that are placed once; of the others copies are left.
    """
    left, spare = [high for _, high in bounds], [high - low for low, high in bounds]
    once = [1 << cells + piece if pair == (1, 1) else 0 for piece, pair in enumerate(bounds)]
    full = (1 << cells) - 1 | sum(once)
    sites = [(sum(1 << i for i in site) | once[piece], piece) for piece, own in enumerate(pieces) for site in own]
    through = [[site for site in sites if site[0] >> item & 1] for item in range(full.bit_length())]
    nodes = 0

    def node(covered: int) -> int:
        nonlocal nodes
        if covered == full:
            return all(more <= most for more, most in zip(left, spare, strict=True))
        nodes += 1
        item = next(items, len(through))
        need(
            item < len(through) and (full & ~covered) >> item & 1 == 1,
            "the tree ends too early, or covers an item twice",
        )
        count = 0
        for site, piece in through[item]:
            if not covered & site and left[piece]:
                left[piece] -= 1
                count += node(covered | site)
                left[piece] += 1
        return count

    solutions = node(0)
    need(next(items, -1) < 0, "the tree goes on after its end")
    return solutions, nodes
