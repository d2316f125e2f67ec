"""The search subs of the two Perl programs of 2012, step by step, as machine code.

    search_all      the first program: every shape is tried on the first free cell, its other cells worked out each time
    search_unique   the second: cells looked up, images of earlier boards left out; its two cuts can be turned off

`events` counts executions of statements, named in perl_model.py. Boards are noted as the piece on each cell,
from 0; on the board itself a piece is one more, and 0 is a free cell. A search ends just before one call of `search`
too many, or just before a board too many is printed, so that it stands where an interpreter was stopped.
"""

from __future__ import annotations

import numpy as np

from modern.kernels.arrays import Numbers, Words
from modern.kernels.compiled import kernel

COLUMNS, CELLS, PIECES, SHAPES = 10, 60, 12, 8
SQUARES = 5

# What search_all counts.
CALLS, TAKEN, TRIED, ROWS, COLUMNS_TRIED, LOOKED_UP, FREE, PLACED, PRINTED, REMOVED, OFF_BOARD = range(11)
# What search_unique counts: the first three as above.
ON_BOARD, TESTED, LAID, FULL, DESCENTS, ROW_OPEN, ROW_FULL, MIRRORED, STORED, NOTED, LIFTED, AT_ONCE, IMAGE = range(
    3, 16
)


@kernel
def search_all(
    shapes: Numbers, events: Numbers, boards: Numbers, board: Numbers, stack: Numbers, most_calls: int, most_boards: int
) -> int:
    """Run the first program's search; return the number of boards noted.

    `shapes` has for each piece the number of its shapes, then for each of 8 the (row, column) of four cells. `board`
    is 70 cells of which ten do not exist and are never free; `stack` has eight words a level and is zero.
    """
    found, depth, entering = 0, 0, True
    while depth >= 0:
        level = 8 * depth
        if entering:
            if events[CALLS] == most_calls:
                return found
            events[CALLS] += 1
            cell = 0
            while board[cell] != 0:
                cell += 1
            stack[level], stack[level + 5], stack[level + 6] = cell, -1, SHAPES
            entering = False
        piece = stack[level + 5]
        if piece < 0 or stack[level + 6] >= shapes[piece]:
            piece += 1
            while piece < PIECES and shapes[PIECES * 65 + piece] != 0:
                piece += 1
            stack[level + 5], stack[level + 6] = piece, 0
            if piece < PIECES:
                events[TAKEN] += 1
                continue
            depth -= 1
            if depth >= 0:
                level = 8 * depth
                for index in range(SQUARES):
                    board[stack[level + index]] = 0
                shapes[PIECES * 65 + stack[level + 5]] = 0
                events[REMOVED] += 1
            continue
        offsets = PIECES + (piece * SHAPES + stack[level + 6]) * 8
        stack[level + 6] += 1
        events[TRIED] += 1
        row, column = stack[level] // COLUMNS, stack[level] % COLUMNS
        fits = True
        for index in range(4):
            events[ROWS] += 1
            down = row + shapes[offsets + 2 * index]
            if down > 6:
                fits = False
                break
            events[COLUMNS_TRIED] += 1
            across = column + shapes[offsets + 2 * index + 1]
            if across < 0 or across > 9:
                fits = False
                break
            events[LOOKED_UP] += 1
            if down == 6:
                events[OFF_BOARD] += 1
            if board[down * COLUMNS + across] != 0:
                fits = False
                break
            events[FREE] += 1
            stack[level + 1 + index] = down * COLUMNS + across
        if not fits:
            continue
        events[PLACED] += 1
        for index in range(SQUARES):
            board[stack[level + index]] = piece + 1
        if depth < PIECES - 1:
            shapes[PIECES * 65 + piece] = 1
            depth += 1
            entering = True
            continue
        if found == most_boards:
            return found
        events[PRINTED] += 1
        for cell in range(CELLS):
            boards[found * CELLS + cell] = board[cell] - 1
        found += 1
        for index in range(SQUARES):
            board[stack[level + index]] = 0
        events[REMOVED] += 1
    return found


@kernel
def is_stored(table: Words, low: np.uint64, high: np.uint64) -> bool:
    """Tell whether a pair of words, not both zero, is in the table."""
    mask = np.uint64(table.size // 2 - 1)
    slot = ((low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD1B54A32D192ED03)) >> np.uint64(20)
    while True:
        slot &= mask
        at = 2 * np.int64(slot)
        if table[at] == low and table[at + 1] == high:
            return True
        if table[at] == np.uint64(0) and table[at + 1] == np.uint64(0):
            return False
        slot += np.uint64(1)


@kernel
def store(table: Words, low: np.uint64, high: np.uint64) -> None:
    """Put a pair of words into the table, which has room."""
    mask = np.uint64(table.size // 2 - 1)
    slot = ((low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xD1B54A32D192ED03)) >> np.uint64(20)
    while True:
        slot &= mask
        at = 2 * np.int64(slot)
        if (table[at] == low and table[at + 1] == high) or (
            table[at] == np.uint64(0) and table[at + 1] == np.uint64(0)
        ):
            table[at], table[at + 1] = low, high
            return
        slot += np.uint64(1)


@kernel
def pack(placed: Numbers, images: Numbers, image: int, half: int) -> np.uint64:
    """Return the placements of six pieces, in an image of the board, as one word: 10 bits each, 0 for a free piece."""
    word = np.uint64(0)
    for piece in range(6 * half, 6 * half + 6):
        number = placed[piece]
        if number >= 0:
            number = images[4 * number + image] + 1
        else:
            number = 0
        word = (word << np.uint64(10)) | np.uint64(number)
    return word


@kernel
def search_unique(
    places: Numbers,
    images: Numbers,
    events: Numbers,
    boards: Numbers,
    board: Numbers,
    stack: Numbers,
    placed: Numbers,
    seen: Words,
    unique: Words,
    count: int,
    last_line: int,
    symmetry: int,
    most_calls: int,
    most_boards: int,
) -> int:
    """Run the second program's search; return the number of boards noted, or -1 if the table `seen` is too small.

    `places` has for each piece the number of its shapes; then for each piece, shape and cell 1 + the number of the
    placement or 0; then for each placement its five cells. `images` has for each placement its number among the
    piece's, and those of its three mirrored placements. `placed` holds -1 for each piece; the first `count` pieces are
    laid, on the cells of `board` that are 0. last_line and symmetry say whether the line before the label ITEM and the
    call of symmetry() are there.
    """
    cells = PIECES + PIECES * SHAPES * CELLS
    found, depth, entering = 0, 0, True
    while depth >= 0:
        level = 8 * depth
        if entering:
            if events[CALLS] == most_calls:
                return found
            events[CALLS] += 1
            cell = 0
            while board[cell] != 0:
                cell += 1
            stack[level], stack[level + 5], stack[level + 6] = cell, -1, SHAPES
            entering = False
        piece = stack[level + 5]
        if piece < 0 or stack[level + 6] >= places[piece]:
            piece += 1
            while piece < count and placed[piece] >= 0:
                piece += 1
            stack[level + 5], stack[level + 6] = piece, 0
            if piece < count:
                events[TAKEN] += 1
                if last_line != 0 and depth < count - 1:
                    # The greatest of the other free pieces is one less than their number.
                    greatest = count - 1
                    while placed[greatest] >= 0 or greatest == piece:
                        greatest -= 1
                    if greatest == count - 2 - depth:
                        stack[level + 6] = SHAPES
                continue
            depth -= 1
            if depth >= 0:
                level = 8 * depth
                number = placed[stack[level + 5]]
                for index in range(SQUARES):
                    board[places[cells + SQUARES * number + index]] = 0
                placed[stack[level + 5]] = -1
                events[LIFTED] += 1
            continue
        shape = stack[level + 6]
        stack[level + 6] += 1
        events[TRIED] += 1
        number = places[PIECES + (piece * SHAPES + shape) * CELLS + stack[level]] - 1
        if number < 0:
            continue
        events[ON_BOARD] += 1
        fits = True
        for index in range(1, SQUARES):
            events[TESTED] += 1
            if board[places[cells + SQUARES * number + index]] != 0:
                fits = False
                break
        if not fits:
            continue
        events[LAID] += 1
        for index in range(SQUARES):
            board[places[cells + SQUARES * number + index]] = piece + 1
        placed[piece] = number
        if depth == count - 1:
            events[FULL] += 1
            fresh = True
            for image in range(1, 4):
                if is_stored(unique, pack(placed, images, image, 0), pack(placed, images, image, 1)):
                    fresh = False
                    events[IMAGE + image - 1] += 1
                    break
            if fresh:
                if found == most_boards:
                    return found
                store(unique, pack(placed, images, 0, 0), pack(placed, images, 0, 1))
                events[NOTED] += 1
                for cell in range(CELLS):
                    boards[found * CELLS + cell] = board[cell] - 1
                found += 1
        else:
            events[DESCENTS] += 1
            if symmetry == 0:
                depth += 1
                entering = True
                continue
            open_row, full_row = False, True
            for cell in range(COLUMNS):
                open_row = open_row or board[cell] == 0
                full_row = full_row and board[COLUMNS + cell] != 0
            goes_on = True
            if open_row:
                events[ROW_OPEN] += 1
            elif full_row:
                events[ROW_FULL] += 1
                if stack[level] < COLUMNS:
                    events[AT_ONCE] += 1
            elif is_stored(seen, pack(placed, images, 1, 0), pack(placed, images, 1, 1)):
                events[MIRRORED] += 1
                goes_on = False
            else:
                events[STORED] += 1
                if 8 * events[STORED] > 3 * seen.size:
                    return -1
                store(seen, pack(placed, images, 0, 0), pack(placed, images, 0, 1))
            if goes_on:
                depth += 1
                entering = True
                continue
        for index in range(SQUARES):
            board[places[cells + SQUARES * number + index]] = 0
        placed[piece] = -1
        events[LIFTED] += 1
    return found
