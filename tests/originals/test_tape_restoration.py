"""The number tape of de Bruijn's article lacks numbers in the scan: geometry alone restores them, in one way only.

Two proofs, of which the second trusts less. The rows as the scan groups them: each short row is a form of its piece,
and one form only is left for it. The bare sequence of numbers, wherever rows begin and wherever numbers are missing:
there is one way to read it as 63 different rows, each four ascending positions and a number that tells the piece.
"""

import re
from functools import cache
from itertools import combinations, islice

from getallenband.modern.geometry.lattices import LATTICES
from getallenband.modern.geometry.polyforms import canonical_form, polyforms
from getallenband.originals.edition import edition

SQUARE = LATTICES["square"]
ROWS_IN_A_COLUMN = 7


@cache
def forms():
    """Return piece by relative positions for the fixed pentominoes; a column is 7 cells."""
    return {
        tuple(ROWS_IN_A_COLUMN * column + row for column, row in shape[1:]): canonical_form(shape, SQUARE, "free")
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


def test_some_short_rows_have_one_reading_only_because_the_lost_number_is_the_smallest():
    """Without the rule that positions ascend, and with a row allowed twice, more than one form of the piece fits."""
    rows = restored_rows()
    several = []
    for number, short in enumerate(scanned_rows(), start=1):
        if len(short) == 5:
            continue
        lost = [
            next(iter(set(row[:4]) - set(short[:3])))
            for row in rows
            if row[4] == short[3] and set(short[:3]) < set(row[:4])
        ]
        assert [each for each in lost if each < short[0]] == [rows[number - 1][0]]
        several += [number] * (len(lost) > 1)
    assert several == [19, 25, 31, 43]


@cache
def rows_by_what_is_left():
    """Return, for every row and every selection of its numbers, the rows that the selection can come from."""
    rows = {}
    for positions in forms():
        for number in range(1, 13):
            for kept in range(6):
                for left in combinations((*positions, number), kept):
                    rows.setdefault(left, set()).add((*positions, number))
    return rows


def readings(numbers, missing):
    """Yield every way to read the numbers as 63 different rows, when so many are missing anywhere."""

    @cache
    def possible(start, rows):
        """Tell whether the numbers from `start` can be read as the rows that are still wanted, all else disregarded."""
        if rows == 63:
            return start == len(numbers)
        if not 0 <= 5 * (63 - rows) - (len(numbers) - start) <= missing:
            return False
        steps = (kept for kept in range(6) if start + kept <= len(numbers))
        return any(
            numbers[start : start + kept] in rows_by_what_is_left() and possible(start + kept, rows + 1)
            for kept in steps
        )

    def extended(start, rows, number_of):
        if len(rows) == 63:
            yield rows
            return
        for kept in range(min(5, len(numbers) - start), -1, -1):
            if not possible(start + kept, len(rows) + 1):
                continue
            for row in sorted(rows_by_what_is_left().get(numbers[start : start + kept], ())):
                number, piece = row[4], forms()[row[:4]]
                known = number_of.get(piece)
                fits = number not in number_of.values() if known is None else known == number
                if fits and row not in rows:
                    yield from extended(start + kept, [*rows, row], {**number_of, piece: number})

    yield from extended(0, [], {})


def test_the_bare_sequence_has_one_reading():
    numbers = tuple(number for row in scanned_rows() for number in row)
    assert len(numbers) == 304
    assert list(readings(numbers, missing=5 * 63 - len(numbers))) == [restored_rows()]


def test_a_second_reading_would_be_seen():
    # A row that is lost as a whole could have stood anywhere.
    numbers = tuple(number for row in scanned_rows()[:-1] for number in row)
    found = list(islice(readings(numbers, missing=5 * 63 - len(numbers)), 2))
    assert len(found) == 2
    assert all(sorted(rows) == sorted(restored_rows()) for rows in found)
