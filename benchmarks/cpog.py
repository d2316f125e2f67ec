"""Have counts that nobody can list checked by a program of others that knows no puzzles: cpog-check.

python -m benchmarks.cpog [PUZZLE …]      # names of puzzles or rows of the atlas, or files; without them PUZZLES

What a certificate claims by an order becomes two files. NAME.cnf says the puzzle: a variable for each option, for each
item a clause that one of its options is chosen, and clauses that no two are. NAME.cpog has the states of the order as a
graph of products and sums, with a proof that the graph has the models of the clauses. The format is that of Bryant,
Nawrocki, Avigad and Heule, "Certified Knowledge Compilation with Application to Verified Model Counting", SAT 2023.

A state is a set of covered items, a number as in `check_order.py`. Its node is the sum, over the options of its first
open item, of the option, without its rivals, times the node of the next state. The proof is this lemma, of each state
from the last to the first: if no chosen option crosses its border (covers an item inside and one outside), its node is
true. It follows from the lemmas of the next states, one clause for each step. At the state in which nothing is covered
no option crosses the border. After that each clause of the puzzle is deleted, as it follows from the graph.

The proof is exact, but the arithmetic of cpog-check (commit a97ed85) may drop remainders of large numbers: a proof that
is accepted with another count is no proof of it (docs/certificates.md).
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, TextIO

from getallenband.durable.errors import Error
from getallenband.modern.proof import check_order
from getallenband.modern.proof.order_claim import order_claim
from getallenband.modern.puzzle_files.puzzle import Puzzle, read_puzzle

PUZZLES = ("t-tetrominoes-8x8", "dominoes-8x8", "dominoes-10x10", "trominoes-6x6", "calissons-4")
COMMAND = "cpog-check"
MISSING = f"""\
{COMMAND} is not on the path: git clone https://github.com/rebryant/cpog && make -C cpog/src {COMMAND}
makes it with gcc, as cpog/src/{COMMAND}"""
MOST = 1 << 27
"""Clauses times steps between states: the proof has some bytes for each."""
COUNT = re.compile(r"FULL-PROOF SUCCESS.*Regular model count = (\S+)", re.DOTALL)


class Unsaid(Exception):
    """The clauses cannot say this puzzle."""


class Node(NamedTuple):
    """A product or a sum of literals.

    Clause `first` says that a product is true if all its literals are, and that a sum is false if none is. The clause
    after it that has the j-th literal says that a product is false if that is, and that a sum is true if it is.
    """

    variable: int
    first: int
    is_sum: bool
    literals: list[int]

    def clause(self, literal: int) -> int:
        return self.first + 1 + self.literals.index(literal)


class Proof:
    """A CPOG file in the making. The hints of a step are the clauses that lead to its conflict, in their order."""

    def __init__(self, file: TextIO, variables: int, clauses: int) -> None:
        self.file, self.variables, self.number = file, variables, clauses
        self.nodes: list[Node] = []
        self.added: list[tuple[int, list[int]]] = []

    def line(self, *parts: int | str) -> None:
        print(*parts, file=self.file)

    def node(self, literals: list[int], hints: list[int] | None = None) -> Node:
        """Define a sum of two, with hints that they are not both true, or without hints a product."""
        self.variables += 1
        node = Node(self.variables, self.number + 1, hints is not None, literals)
        self.number += 1 + len(literals)
        self.nodes.append(node)
        self.line(node.first, "s" if node.is_sum else "p", node.variable, *literals, *(hints or []), 0)
        return node

    def sums(self, products: list[Node]) -> list[Node]:
        """Add up products whose first literals are rivals, two at a time; return the sums, the outermost first."""
        sums: list[Node] = []
        for at, product in reversed([*enumerate(products[:-1], 1)]):
            *others, last = later = products[at:]
            # the product excludes the options of the later ones, so all but the last are false, and that is a conflict
            hints = [product.clause(-each.literals[0]) for each in later]
            hints += [*(each.first + 1 for each in others), *(each.first for each in sums), last.first + 1]
            sums.insert(0, self.node([product.variable, (sums or later)[0].variable], hints))
        return sums

    def add(self, clause: list[int], hints: list[int]) -> int:
        self.number += 1
        self.line(self.number, "a", *clause, 0, *hints, 0)
        self.added.append((self.number, hints))
        return self.number

    def end(self, clauses: list[list[int]]) -> None:
        """Delete all clauses but the last, which says that the graph is true: each follows from those that stay."""
        *lemmas, (true, _) = self.added
        self.line("r", self.nodes[-1].variable)
        for number, hints in reversed(lemmas):
            self.line("d", number, *hints, 0)
        for number, clause in enumerate(clauses, 1):
            false, hints = set(clause), [true]
            for node in self.nodes:
                if false.issuperset(node.literals) if node.is_sum else not false.isdisjoint(node.literals):
                    false.add(node.variable)
                    first = next(literal for literal in node.literals if literal in false)
                    hints.append(node.first if node.is_sum else node.clause(first))
            self.line("d", number, *hints, 0)


def stated(puzzle: Puzzle) -> tuple[int, int, list[int]]:
    """Return the number claimed, the items of the order, and what each option covers, as the checker reads them."""
    claim = order_claim(puzzle)
    if claim is None or claim["solutions"] == "0":
        raise Unsaid("it has no solution" if claim else "it has no certificate by an order")
    _, items, options = check_order.read(puzzle.text, puzzle.path.suffix)
    if any(items[item] != (1, 1) for item in claim["order"]):
        raise Unsaid("an item of its order may be left uncovered")
    place = {item: at for at, item in enumerate(claim["order"])}
    masks = [sum(1 << place[item] for item, _ in option if item in place) for option in options]
    sizes = {mask.bit_count() for mask in masks}
    for item in {item for option in options for item, _ in option} - place.keys():
        # a piece that all options are of, each as large, is placed so often that the cells are covered
        if items[item] is None or len(sizes) > 1 or not all((item, "") in option for option in options):
            raise Unsaid("it has optional items, or pieces whose number the cells alone do not fix")
    return int(claim["solutions"]), len(place), masks


def clauses_of(size: int, masks: dict[int, int]) -> tuple[list[list[int]], dict[tuple[int, int], int]]:
    """Return the clauses, first those of the items, and of each two rivals the number of their clause, from 1."""
    clauses = [[option for option, mask in masks.items() if mask >> place & 1] for place in range(size)]
    rivals: dict[tuple[int, int], int] = {}
    for options in clauses[:]:
        for one, other in combinations(options, 2):
            if (one, other) not in rivals:
                clauses.append([-one, -other])
                rivals[one, other] = rivals[other, one] = len(clauses)
    return clauses, rivals


def states_of(masks: dict[int, int], through: list[list[int]], most: int) -> list[dict[int, list[int]]]:
    """Return for each place the states whose first open item it is, each with the options that go on from there."""
    levels: list[dict[int, list[int]]] = [{} for _ in [*through, None]]
    levels[0][0] = []
    for options, states in zip(through, levels, strict=False):
        for state, own in states.items():
            own += [option for option in options if not masks[option] & state]
            most -= len(own)
            if most < 0:
                raise Unsaid("its proof would be too long")
            for after in (state | masks[option] for option in own):
                levels[check_order.lowest(~after)].setdefault(after, [])
    return levels[:-1]


def write(size: int, covered: list[int], path: Path) -> str:
    """Write the two files of a path, say how large they are. An option is what it covers; a literal is its number."""
    masks = dict(enumerate(covered, 1))
    clauses, rivals = clauses_of(size, masks)
    levels = states_of(masks, clauses[:size], MOST // len(clauses))
    files = path.with_suffix(".cnf"), path.with_suffix(".cpog")
    lines = [f"p cnf {len(masks)} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    files[0].write_text("\n".join(lines) + "\n", encoding="ascii")
    end = (1 << size) - 1
    node: dict[int, list[int]] = {end: []}  # of a state with solutions: the variable of its node, of the end none
    lemma: dict[int, list[int]] = {end: []}  # of a state: the number of its clause
    with files[1].open("w", encoding="ascii") as file:
        proof = Proof(file, len(masks), len(clauses))
        for place, states in reversed([*enumerate(levels)]):
            for state, own in states.items():
                crossing = [option for option, mask in masks.items() if mask & state and mask & ~state]
                products, steps = [], []
                for option in own:
                    after = state | masks[option]
                    excluded = [each for each in masks if (option, each) in rivals and not masks[each] & state]
                    clause, hints = [*crossing, -option], [*(rivals[option, each] for each in excluded), *lemma[after]]
                    if after in node:
                        products.append(proof.node([option, *(-each for each in excluded), *node[after]]))
                        clause.append(products[-1].variable)
                        hints.append(products[-1].first)
                    steps.append(proof.add(clause, hints))
                sums = proof.sums(products)
                if products:
                    node[state] = [(sums or products)[0].variable]
                # if the node is false, so are all sums and products, hence no option of the item is chosen
                hints = [number for each in sums for number in (each.first + 1, each.first + 2)]
                lemma[state] = [proof.add([*crossing, *node.get(state, [])], [*hints, *steps, place + 1])]
        proof.end(clauses)
    total = sum(each.stat().st_size for each in files)
    return f"{len(masks):,} variables, {len(clauses):,} clauses, {len(proof.nodes):,} operations, {total:,} bytes"


def compare(name: str, folder: Path) -> bool:
    """Print a line about a puzzle; return False if the checker does not count what our certificate claims."""
    puzzle = read_puzzle(name)
    path = folder / puzzle.name
    try:
        claimed, size, masks = stated(puzzle)
        figures = write(size, masks, path)
    except Unsaid as reason:
        print(f"{name}: not checked: {reason}", flush=True)
        return True
    began = time.perf_counter()
    line = [COMMAND, "-v", "1", f"{path.with_suffix('.cnf')}", f"{path.with_suffix('.cpog')}"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    seconds, counted = time.perf_counter() - began, COUNT.search(done.stdout)
    said = f"counted {counted[1]}" if counted else f"refused: {(done.stdout + done.stderr)[-200:].strip()}"
    agrees = counted is not None and counted[1] == f"{claimed}"
    print(f"{name}: {figures}, {seconds:.2f} s: {said}, {'agrees' if agrees else f'not {claimed}'}", flush=True)
    return agrees


def main(names: list[str]) -> int:
    """Compare puzzles; return the exit code."""
    if shutil.which(COMMAND) is None:
        print(MISSING, file=sys.stderr)
        return 2
    try:
        with tempfile.TemporaryDirectory() as folder:
            agree = [compare(name, Path(folder)) for name in names or PUZZLES]
            return 0 if all(agree) else 1
    except Error as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
