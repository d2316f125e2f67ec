"""The number tape of de Bruijn's article lacks numbers in the scan: geometry alone restores them, in one way only.

Each short row is a form of its piece, and one form only is left for it.
"""

import re
from functools import cache

from modern.lattices import LATTICES
from modern.polyforms import polyforms, standard
from originals import edition

SQUARE = LATTICES["square"]
ROWS_IN_A_COLUMN = 7


@cache
def forms():
    """Return piece by relative positions for the fixed pentominoes; a column is 7 cells."""
    return {
        tuple(ROWS_IN_A_COLUMN * column + row for column, row in shape[1:]): standard(shape, SQUARE, "free")
        for shape in polyforms(SQUARE, 5, "fixed")
    }


@cache
def scanned_rows():
    transcription = edition("debruijn1972_pentomino").texts["getallenband"].transcription
    groups = (re.findall(r"\d+", group) for group in re.split(r"[\t\n]", transcription))
    return [tuple(map(int, group)) for group in groups if group]


@cache
def restored_rows():
    tape = edition("debruijn1972_pentomino").run("full").tapes["tape"]
    numbers = [int(number) for number in re.findall(r"\d+", tape)]
    return [tuple(numbers[start : start + 5]) for start in range(0, len(numbers), 5)]


def test_the_scan_lacks_the_first_number_of_every_line():
    short = [number for number, row in enumerate(scanned_rows(), start=1) if len(row) < 5]
    assert len(scanned_rows()) == 63
    assert short == list(range(1, 62, 6))
    assert {len(scanned_rows()[number - 1]) for number in short} == {4}


def test_the_restored_rows_are_the_63_fixed_pentominoes_grouped_by_piece():
    assert sorted(row[:4] for row in restored_rows()) == sorted(forms())
    pieces = {(row[4], forms()[row[:4]]) for row in restored_rows()}
    assert len(pieces) == 12
    assert len({number for number, _ in pieces}) == 12
    assert [row[4] for row in restored_rows()] == sorted(row[4] for row in restored_rows())


def test_each_short_row_has_one_reading():
    complete = {row[:4]: row[4] for row in scanned_rows() if len(row) == 5}
    piece_of_number = {number: forms()[positions] for positions, number in complete.items()}
    number_of_piece = {piece: number for number, piece in piece_of_number.items()}
    for row, restored in zip(scanned_rows(), restored_rows(), strict=True):
        if len(row) == 5:
            assert row == restored
            continue
        # A piece without a complete row (there is one such piece, the cross) has the number that no other piece has.
        readings = [
            (*positions, row[3])
            for positions, piece in forms().items()
            if set(row[:3]) < set(positions) and positions not in complete and number_of_piece.get(piece, 1) == row[3]
        ]
        assert readings == [restored]
