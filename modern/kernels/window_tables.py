"""Polyominoes on a small board: the first hole is covered next, and two table look-ups say with what.

The cells of the board's bounding box are numbered along its short side. Everything before the first hole is full,
and no piece but the very first reaches far beyond it, so one word, shifted to begin at the first hole, holds all that
matters: the window. It must show the next hole as well: `window_search` takes no puzzle where that may lie beyond.
A form is an orientation of a piece, as the bits that it covers from its first cell on; at most 64 forms make a word.

    candidates = allowed[hole] & unused & near[line of hole, low bits of the window] & far[other bits of the window]

allowed: the forms that the problem has at this hole. unused: those of the pieces not used yet. near and far: those that
overlap nothing. So no form is ever tried in vain. Besides, if all pieces are connected, `near` is empty where the
window shows an island that no set of pieces can cover. The search goes on only below a form that leaves candidates for
the next hole.

Of a piece with several copies the forms stay unused until the last is placed.

The piece with the fewest placements comes before all others, and the board is flipped so that it is near the
beginning: most branches end around it, and they should end early. (To scan for the first hole is as old as the programs
of the 1960s, which also placed the X first; the window tables are of today.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from getallenband.modern.kernels.arrays import Numbers, Words
from getallenband.modern.kernels.bits import ALL, ONE, ZERO, ones, zeros_below
from getallenband.modern.kernels.compiled import kernel
from getallenband.modern.kernels.resumable import BUDGET, EXHAUSTED, OWN, PAUSED, Progress, record

FORMS = 64
FAR_BITS = 14  # at most; the table has a word for each value
RANGES = 3  # of bits of the window that the far table joins

ROOT = OWN  # placements of the first piece tried so far
TOP = OWN + 1  # entries on the stack
FLIP = OWN + 2  # how the board is flipped now; -1: not yet
COPIES = OWN + 3  # of all pieces
STATE = OWN + 4


class Sizes(NamedTuple):
    """Numbers of pieces, of places on the short side and in all, bits of the near table, bits for a piece's copies."""

    pieces: int
    width: int
    length: int
    near_bits: int
    copy_bits: int


class Placements(NamedTuple):
    """Of each placement its piece, and covered[starts[p]:starts[p + 1]], its cells.

    places[flip * cells + cell] is the number of a cell on the flipped board.
    """

    piece_of: Numbers
    covered: Numbers
    starts: Numbers
    places: Numbers


class Roots(NamedTuple):
    """The placements of the first piece, and the flip of the board for each."""

    placements: Numbers
    flips: Numbers


class Forms(NamedTuple):
    """The forms of one flip: their cells as bits, the forms of other pieces, the piece of each.

    allowed  for each hole, the forms that the problem has there
    named    for each hole and form, the placement
    ranges   of the bits that the far table joins: lowest bit, mask, place in its index
    """

    cells: Words
    others: Words
    piece: Numbers
    allowed: Words
    named: Numbers
    ranges: Numbers


class Tables(NamedTuple):
    """What windows say: the forms that fit near and far bits, which are alive; each place's line, and what is full."""

    live: Words
    near: Words
    far: Words
    lines: Numbers
    blocked: Words


class Stack(NamedTuple):
    """Entries of the stack: see `search`."""

    windows: Words
    unused: Words
    choices: Words
    copies: Words
    tags: Numbers


@kernel
def is_dead(
    free: np.uint64, known: int, width: int, not_first: np.uint64, not_last: np.uint64, fillable: Numbers
) -> bool:
    """Whether an island of free cells is wholly in the `known` low bits and no set of pieces has its size.

    not_first and not_last are the places that are not on the first and on the last line.
    """
    inside = (ONE << np.uint64(known)) - ONE
    rest = free & inside
    step = np.uint64(width)
    while rest != ZERO:
        island = rest & (~rest + ONE)
        while True:
            beside = ((island & not_last) << ONE) | ((island & not_first) >> ONE) | (island << step) | (island >> step)
            grown = island | (beside & free)
            if grown == island:
                break
            island = grown
        if island & ~inside == ZERO and fillable[ones(island)] == 0:
            return True
        rest &= ~island
    return False


@kernel
def find_live(width: int, near_bits: int, fillable: Numbers, live: Words) -> None:
    """Write all ones for each line and value of the near bits that is not dead, zero for those that are."""
    for line in range(width):
        not_first = ALL
        not_last = ALL
        for place in range(64):
            if (line + place) % width == 0:
                not_first &= ~(ONE << np.uint64(place))
            if (line + place + 1) % width == 0:
                not_last &= ~(ONE << np.uint64(place))
        for index in range(1 << near_bits):
            dead = is_dead(~(np.uint64(index) << ONE), near_bits + 1, width, not_first, not_last, fillable)
            live[(line << near_bits) + index] = ZERO if dead else ALL


@kernel
def find_forms(sizes: Sizes, first: int, flip: int, placements: Placements, forms: Forms) -> int:
    """List the forms of one flip of the board, and which are allowed where; return their number, or -1 if too many.

    `first` is the piece placed first. The result is also -1 if a form is longer than a window, there are too many far
    bits, or two placements are the same.
    """
    count = 0
    for place in range(len(forms.allowed)):
        forms.allowed[place] = ZERO
    used = ZERO
    cells = len(placements.places) // 4
    for p in range(len(placements.piece_of)):
        if placements.piece_of[p] == first:
            continue
        hole = sizes.length
        for i in range(placements.starts[p], placements.starts[p + 1]):
            hole = min(hole, placements.places[flip * cells + placements.covered[i]])
        form = ZERO
        for i in range(placements.starts[p], placements.starts[p + 1]):
            step = placements.places[flip * cells + placements.covered[i]] - hole
            if step > 63:
                return -1
            form |= ONE << np.uint64(step)
        number = 0
        while number < count and (forms.cells[number] != form or forms.piece[number] != placements.piece_of[p]):
            number += 1
        if number == count:
            if count == FORMS:
                return -1
            forms.cells[count] = form
            forms.piece[count] = placements.piece_of[p]
            used |= form
            count += 1
        bit = ONE << np.uint64(number)
        if forms.allowed[hole] & bit != ZERO:
            return -1
        forms.allowed[hole] |= bit
        forms.named[hole * FORMS + number] = p
    for one in range(count):
        forms.others[one] = ALL
        for other in range(count):
            if forms.piece[other] == forms.piece[one]:
                forms.others[one] &= ~(ONE << np.uint64(other))
    # The far bits that matter, as up to three ranges: (lowest bit, mask, place in the index of the far table).
    rest = used & (ALL << np.uint64(sizes.near_bits + 1))
    far_bits = 0
    for i in range(RANGES):
        low = min(zeros_below(rest), 63)
        high = low
        while high < 64 and rest >> np.uint64(high) & ONE != ZERO:
            high += 1
        while i == RANGES - 1 and high < 64 and rest >> np.uint64(high) != ZERO:
            high += 1
        forms.ranges[3 * i] = low
        forms.ranges[3 * i + 1] = (1 << (high - low)) - 1
        forms.ranges[3 * i + 2] = far_bits
        far_bits += high - low
        rest = rest & (ALL << np.uint64(high)) if high < 64 else ZERO
    return count if far_bits <= FAR_BITS else -1


@kernel
def overlapping(count: int, place: int, forms: Forms) -> np.uint64:
    """Return the forms that cover a place."""
    hit = ZERO
    for number in range(count):
        if forms.cells[number] >> np.uint64(place) & ONE != ZERO:
            hit |= ONE << np.uint64(number)
    return hit


@kernel
def fill_windows(count: int, sizes: Sizes, forms: Forms, tables: Tables) -> None:
    """Write for each value of the near and of the far bits the forms that do not overlap them."""
    tables.far[0] = ALL
    size = 1
    for i in range(RANGES):
        place = forms.ranges[3 * i]
        mask = forms.ranges[3 * i + 1]
        while mask > 0:
            hit = overlapping(count, place, forms)
            for index in range(size):
                tables.far[size + index] = tables.far[index] & ~hit
            size *= 2
            place += 1
            mask >>= 1
    tables.near[0] = ALL
    for place in range(sizes.near_bits):
        hit = overlapping(count, place + 1, forms)
        for index in range(1 << place):
            tables.near[(1 << place) + index] = tables.near[index] & ~hit
    for line in range(sizes.width - 1, -1, -1):
        for index in range(1 << sizes.near_bits):
            tables.near[(line << sizes.near_bits) + index] = (
                tables.near[index] & tables.live[(line << sizes.near_bits) + index]
            )


@kernel
def block(sizes: Sizes, flip: int, root: int, placements: Placements, tables: Tables) -> None:
    """Write for each place the window of what is not free from there on: no cell of the board, or under the root."""
    cells = len(placements.places) // 4
    for place in range(sizes.length):
        tables.blocked[place] = ONE
    for cell in range(cells):
        tables.blocked[placements.places[flip * cells + cell]] = ZERO
    for i in range(placements.starts[root], placements.starts[root + 1]):
        tables.blocked[placements.places[flip * cells + placements.covered[i]]] = ONE
    tables.blocked[sizes.length] = ALL
    for place in range(sizes.length - 1, -1, -1):
        tables.blocked[place] |= tables.blocked[place + 1] << ONE


@kernel
def search(
    sizes: Sizes,
    placements: Placements,
    roots: Roots,
    forms: Forms,
    tables: Tables,
    stack: Stack,
    progress: Progress,
    buffer: Numbers,
) -> int:
    """Resume the search.

    copies[i] has for each piece `copy_bits` bits, the number of its copies left; with no bits there is one of each.
    Where there are several, a placement without cells comes first, in place of the piece with the fewest.

    An entry of the stack is a window, the forms of unused pieces, the candidates, the copies left, and a tag: the hole,
    the number of the last form placed, the hole where it was placed, and the number of pieces placed, ten bits each.
    """
    near_mask = np.uint64((1 << sizes.near_bits) - 1)
    copy_mask = np.uint64((1 << sizes.copy_bits) - 1)
    while True:
        low_1, low_2, low_3 = np.uint64(forms.ranges[0]), np.uint64(forms.ranges[3]), np.uint64(forms.ranges[6])
        mask_1, mask_2, mask_3 = np.uint64(forms.ranges[1]), np.uint64(forms.ranges[4]), np.uint64(forms.ranges[7])
        up_2, up_3 = np.uint64(forms.ranges[5]), np.uint64(forms.ranges[8])
        top = progress.state[TOP]
        while top > 0:
            if progress.state[BUDGET] <= 0:
                progress.state[TOP] = top
                return PAUSED
            top -= 1
            tag = stack.tags[top]
            hole = tag & 1023
            placed = tag >> 30
            choice = stack.choices[top]
            if placed > 1:
                progress.path[placed - 1] = forms.named[((tag >> 20) & 1023) * FORMS + ((tag >> 10) & 1023)]
            if placed == sizes.pieces - 1:
                number = zeros_below(choice)
                choice &= choice - ONE
                if choice != ZERO:
                    stack.choices[top] = choice
                    top += 1
                progress.nodes[placed] += 1
                progress.state[BUDGET] -= 1
                progress.path[placed] = forms.named[hole * FORMS + number]
                if record(progress, buffer):
                    progress.state[TOP] = top
                    return PAUSED
                continue
            window = stack.windows[top]
            free = stack.unused[top]
            spare = stack.copies[top]
            count = ones(choice)
            progress.nodes[placed] += count
            progress.state[BUDGET] -= count
            next_tag = ((placed + 1) << 30) | (hole << 20)
            while choice != ZERO:
                number = zeros_below(choice)
                choice &= choice - ONE
                filled = window | forms.cells[number]
                left = free & forms.others[number]
                if sizes.copy_bits > 0:
                    at = np.uint64(forms.piece[number] * sizes.copy_bits)
                    stack.copies[top] = spare - (ONE << at)
                    if stack.copies[top] >> at & copy_mask != ZERO:
                        left = free
                shift = zeros_below(~filled)
                next_hole = hole + shift
                filled = (filled >> np.uint64(shift)) | tables.blocked[next_hole]
                far_index = (
                    ((filled >> low_1) & mask_1)
                    | (((filled >> low_2) & mask_2) << up_2)
                    | (((filled >> low_3) & mask_3) << up_3)
                )
                found = (
                    forms.allowed[next_hole]
                    & left
                    & tables.near[tables.lines[next_hole] + np.int64((filled >> ONE) & near_mask)]
                    & tables.far[np.int64(far_index)]
                )
                stack.windows[top] = filled
                stack.unused[top] = left
                stack.choices[top] = found
                stack.tags[top] = next_tag | (number << 10) | next_hole
                top += found != ZERO
        progress.state[TOP] = 0
        # The next placement of the first piece.
        if progress.state[ROOT] == len(roots.placements):
            return EXHAUSTED
        root = roots.placements[progress.state[ROOT]]
        flip = roots.flips[progress.state[ROOT]]
        progress.state[ROOT] += 1
        progress.state[BUDGET] -= 1
        progress.nodes[0] += 1
        progress.path[0] = root if placements.starts[root] < placements.starts[root + 1] else -1
        if flip != progress.state[FLIP]:
            progress.state[FLIP] = flip
            count = find_forms(sizes, placements.piece_of[root], flip, placements, forms)  # fmt: skip
            fill_windows(count, sizes, forms, tables)
        block(sizes, flip, root, placements, tables)
        hole = zeros_below(~tables.blocked[0])
        stack.windows[0] = (tables.blocked[0] >> np.uint64(hole)) | tables.blocked[hole]
        stack.unused[0] = ALL
        stack.copies[0] = np.uint64(progress.state[COPIES])
        stack.choices[0] = (
            forms.allowed[hole] & tables.near[tables.lines[hole] + np.int64(stack.windows[0] >> ONE & near_mask)]
        )
        for number in range(FORMS):
            if stack.choices[0] >> np.uint64(number) & ONE != ZERO and forms.cells[number] & stack.windows[0] != ZERO:
                stack.choices[0] &= ~(ONE << np.uint64(number))
        stack.tags[0] = (1 << 30) | hole
        progress.state[TOP] = 1 if stack.choices[0] != ZERO else 0
