"""Check the proof of a count that nobody could list: in plain Python, without anything from the solvers.

    check(Path("dominoes.certificate"))       # "dominoes.toml: 5 solutions up to 4 symmetries, …", or Refused

The certificate names an order of items, of a puzzle the order of its cells. The checker makes the cover from the file
of the puzzle and goes through it: the first item of the order that is still open is covered by every option that fits.
What can follow depends on the state alone, on which items are covered how often and in which colour; so ways to the
same state are added up and followed once. The classes under the symmetries are, by Burnside's lemma, the mean of the
numbers of solutions that each symmetry takes to themselves, and these are covers by orbits of options.
"""

from collections import Counter
from pathlib import Path

from getallenband.durable import toml
from getallenband.modern.proof import check_certificate, check_cover
from getallenband.modern.proof.certificate_file import (
    LISTS,
    NOT_WRITTEN,
    NUMBERS,
    TEXT,
    Refused,
    need,
    plain,
    read_claim,
    read_file,
    reading,
)

__all__ = ["Refused", "check"]

Bounds = tuple[int, int] | None
"""How often an item must and may be covered; None: it is optional."""
Option = tuple[tuple[int, str], ...]
"""Its items, ascending, each with the colour that it gets, "" for none."""
Step = tuple[int, int, int]
CLAIM = {
    "puzzle": TEXT, "puzzle_sha256": TEXT, "solutions": TEXT, "solutions_up_to_symmetry": TEXT, "order": NUMBERS,
    "symmetries": LISTS,
}  # fmt: skip
LARGEST = 1 << 29
"""Items of the order times options."""
MOST = 10_000_000
"""States of all symmetries together."""


def check(path: Path, puzzle_file: Path | None = None) -> str:
    """Return the statement that the certificate proves; Refused says why it does not."""
    claim, packed = read_claim(path, "order_certificate", CLAIM)
    need(packed == b"", NOT_WRITTEN)
    file = puzzle_file or check_certificate.puzzle_path(claim["puzzle"])
    with reading(file):
        what, items, options = read(read_file(file, claim["puzzle_sha256"]), file.suffix)
    need(len(claim["order"]) * len(options) <= LARGEST, "it has too many items and options to count in order")
    group = check_symmetry(claim["symmetries"], items, options)
    total = fixed = states = 0
    for symmetry in group:
        number, states = count(claim["order"], items, orbits(options, symmetry), states)
        total, fixed = total or number, fixed + number
    need(total < 10**4000, "there are more solutions than a certificate can claim")
    classes = fixed // len(group)
    claimed = [claim["solutions_up_to_symmetry"], claim["solutions"]]
    said = f"there are {classes} solutions up to symmetry, {total} in all; claimed are {claimed[0]} and {claimed[1]}"
    need(claimed == [f"{classes}", f"{total}"], said[:300])
    in_all = f" up to {len(group)} symmetries, {total} in all" * (len(group) > 1)
    said = f"{classes} solution{'s' * (classes != 1)}{in_all}; {what} counted in order, {states} states checked"
    return f"{plain(puzzle_file or claim['puzzle'])}: {said}"


def read(text: str, suffix: str) -> tuple[str, list[Bounds], list[Option]]:
    """Return "puzzle" or "cover", and its items and options, as the file has them; of a puzzle cells before pieces."""
    if suffix == ".dlx" or "lattice" not in (puzzle := toml.parse(text)):
        bounds, rows = check_cover.read(list(check_cover.lines(text, suffix)))
        return "cover", bounds, [tuple(sorted(row)) for row in rows]
    cells, pieces, often = check_certificate.read(puzzle)
    items: list[Bounds] = [(1, 1) for _ in cells]
    options = []
    for piece, (sites, (low, high)) in enumerate(zip(pieces.values(), often, strict=True), len(cells)):
        # More copies than fit on the board cannot be placed: then they need not be counted.
        free = low <= 0 and high >= len(cells) // min(map(len, sites), default=1)
        items.append(None if free else (low, high))
        options += [tuple((item, "") for item in ((*site,) if free else (*site, piece))) for site in sorted(sites)]
    return "puzzle", items, options


def check_symmetry(claimed: list[list[int]], items: list[Bounds], options: list[Option]) -> list[tuple[int, ...]]:
    """Check that the symmetries and the identity are a group that takes options to options; return it."""
    identity = tuple(range(len(items)))
    group = [*dict.fromkeys([identity, *map(tuple, claimed)])]
    known = set(options)
    need(len(group) == 1 + len(claimed), "two symmetries are the same, or one leaves all in its place")
    most = check_certificate.MOST
    need(len(group) <= most, f"{len(group)} symmetries are more than {most}")
    need(len(group) == 1 or len(known) == len(options), "there are symmetries, and two options are the same")
    for symmetry in group[1:]:
        need(sorted(symmetry) == [*identity], "a symmetry is not a permutation of the items")
        need(all(items[item] == items[symmetry[item]] for item in identity), "a symmetry takes an item to another kind")
        need({image(option, symmetry) for option in options} == known, "a symmetry does not take options to options")
    among = set(group)
    need(all(tuple(g[i] for i in h) in among for g in group for h in group), "the symmetries are not a group")
    return group


def image(option: Option, symmetry: tuple[int, ...]) -> Option:
    return tuple(sorted((symmetry[item], colour) for item, colour in option))


def orbits(options: list[Option], symmetry: tuple[int, ...]) -> list[list[Option]]:
    """Return the options in groups: each with its images under the powers of a symmetry."""
    if symmetry == (*range(len(symmetry)),):
        return [[option] for option in options]
    seen: set[Option] = set()
    groups = []
    for first in options:
        orbit = []
        while first not in seen:
            seen.add(first)
            orbit.append(first)
            first = image(first, symmetry)
        groups.append(orbit)
    return [orbit for orbit in groups if orbit]


def count(order: list[int], items: list[Bounds], groups: list[list[Option]], states: int) -> tuple[int, int]:
    """Return the number of covers by whole groups of options, and the states met, added to those met before."""
    board = Board(order, items, {pair for group in groups for option in group for pair in option})
    steps, keep = board.steps(groups)
    levels: list[dict[int, int]] = [{} for _ in keep]
    levels[0][board.begin] = 1
    states += 1
    for place, here in enumerate(steps):
        level, levels[place] = levels[place], {}
        for state, ways in level.items():
            for forbidden, covered, taken in here:
                after = (state | covered) - taken
                if state & forbidden == 0 and after & board.guards == board.guards:
                    gap = lowest(~after)
                    after &= keep[gap]
                    if after in levels[gap]:
                        levels[gap][after] += ways
                    else:
                        levels[gap][after] = ways
                        states += 1
            need(states <= MOST, f"its order leads to more than {MOST} states")
    return sum(ways for state, ways in levels[-1].items() if board.has_enough(state)), states


def lowest(bits: int) -> int:
    """Return the place of the lowest bit that is set, -1 if there is none."""
    return (bits & -bits).bit_length() - 1


class Board:
    """What is where in a state, which is one number.

    Lowest comes a bit for each item of the order, set where it is covered; a bit that stays zero; then how many more
    options each other item may have, below a guard, a bit that is cleared where it has had too many; then a bit for
    each colour that an optional item can get, of which none is one.
    """

    def __init__(self, order: list[int], items: list[Bounds], pairs: set[tuple[int, str]]) -> None:
        known = dict(enumerate(items))
        need(all((known.get(item) or (0, 0))[1] == 1 for item in order), "its order has items not covered once at most")
        self.place = {item: at for at, item in enumerate(order)}
        need(len(self.place) == len(order), "its order has an item twice")
        self.empty = [at for item, at in self.place.items() if known[item] == (0, 1)]
        self.counter: dict[int, tuple[int, int]] = {}
        self.spare: list[tuple[int, int, int]] = []
        self.begin, self.guards, shift = 0, 0, len(order) + 1
        for item, bounds in known.items():
            if bounds is not None and item not in self.place:
                (low, high), width = bounds, bounds[1].bit_length()
                self.counter[item] = shift, high
                self.spare.append((shift, (1 << width) - 1, high - low))
                self.begin |= high << shift
                self.guards |= 1 << shift + width
                shift += width + 1
        self.begin |= self.guards
        optional = sorted(pair for pair in pairs if known[pair[0]] is None)
        self.colour = {pair: 1 << bit for bit, pair in enumerate(optional, shift)}
        self.colours: Counter[int] = Counter()
        for (item, _), bit in self.colour.items():
            self.colours[item] += bit

    def steps(self, groups: list[list[Option]]) -> tuple[list[list[Step]], list[int]]:
        """Return the steps at each place, and the bits of a state that are needed from each place on.

        A step is what a group does: bits that must not be set, bits that it sets, what it takes from the numbers.
        """
        colours = self.colours.total()
        steps: list[list[Step]] = [[] for _ in self.place]
        keep = [~colours for _ in [*steps, None]]
        for group in groups:
            step = self.step(group)
            if step is not None:
                first = lowest(step[1])
                need(0 <= first < len(steps), "an option covers no item of its order")
                steps[first].append(step)
                keep[first] |= (step[0] | step[1]) & colours
        for at in self.empty:
            steps[at].append((1 << at, 1 << at, 0))
        for at in reversed(range(len(steps))):
            keep[at] |= keep[at + 1]
        return steps, keep

    def step(self, group: list[Option]) -> Step | None:
        """Return what a group does to a state, None if its options cannot stand beside each other."""
        forbidden = covered = taken = 0
        for (item, colour), times in Counter(pair for option in group for pair in option).items():
            if item in self.counter:
                shift, high = self.counter[item]
                taken += times << shift
                if times > high:
                    return None
                continue
            bits = 1 << self.place[item] if item in self.place else self.colour[item, colour]
            others = bits if item in self.place else self.colours[item]
            if covered & others or (times > 1 and not colour):
                return None
            covered |= bits
            forbidden |= others & ~bits if colour else others
        return forbidden, covered, taken

    def has_enough(self, state: int) -> bool:
        """Whether each item that is counted has as many options as it must."""
        return all(state >> shift & mask <= most for shift, mask, most in self.spare)
