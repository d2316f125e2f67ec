"""Random FORTRAN programs that write, read and move about in tapes, with what they print by a model of a tape.

program, printed = TapeMaker(Random(7), marks=True).program()

A tape is a row of records and end-of-file marks, and the head stands before one of them (X3.9-1966, 7.1.3.3). Without
`marks` nothing is read or written directly after a mark, which gfortran refuses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.generators.choices import Choices

MARK = None
GREATEST = 2**59 - 1
MAGNITUDES = [0, 1, 9, 10, *(2**power + step for power in (15, 31, 47, 48, 52, 53, 58) for step in (-1, 0, 1))]
NUMBERS = [*MAGNITUDES, GREATEST - 1, GREATEST]
LENGTHS = (1, 2, 15, 16, 17, 20, 63, 64, 65, 66, 1023, 1024, 1025)
"""Words of records without a FORMAT."""
COLUMNS = (0, 1, 59, 60, 61, 79, 80, 81, 115, 116, 117, 129, 130, 131)
"""Blank columns before the number of a record that has a FORMAT."""

Tape = list[list[int] | None]


@dataclass
class Unit:
    """A tape on a unit: `words` of each record without a FORMAT, or 0, and where its head stands."""

    number: int
    words: int = 0
    tape: Tape = field(default_factory=list)
    head: int = 0
    last: str = ""

    def after_mark(self) -> bool:
        """Tell whether a mark, or the end of what was written, was passed last."""
        return self.head > 0 and (self.head > len(self.tape) or self.tape[self.head - 1] is MARK)

    def write(self, record: list[int] | None) -> None:
        """Write a record or a mark: it is the last one now."""
        self.head = min(self.head, len(self.tape))
        self.tape[self.head :] = [record]
        self.head += 1

    def read(self) -> list[int] | None:
        """Pass a record, a mark or the end of what was written."""
        record = self.tape[self.head] if self.head < len(self.tape) else MARK
        self.head = min(self.head, len(self.tape)) + 1
        return record


class TapeMaker(Choices):
    """Makes a program of single statements on two tapes; each READ says what it met."""

    def __init__(self, random: Random, *, marks: bool) -> None:
        super().__init__(random)
        self.marks, self.labels = marks, 100
        self.lines: list[str] = []
        self.printed: list[str] = []
        self.columns = self.pick(COLUMNS)
        self.width = self.pick((19, 20, 21))
        self.units = [Unit(1), Unit(2, self.pick(LENGTHS))]

    def put(self, text: str, label: int | str = "") -> None:
        self.lines.append(f"{label:>5} {text}\n")

    def program(self) -> tuple[str, list[str]]:
        """Return the program and the lines that it prints."""
        self.put(f"DIMENSION M({max(LENGTHS)})")
        for unit in self.units:
            self.write(unit)  # gfortran moves about in nothing that was never written
        for _ in range(self.number_below(5, 40)):
            self.statement(self.pick(self.units))
        self.put("STOP")
        self.put(f"FORMAT ({f'{self.columns}X, ' if self.columns else ''}I{self.width})", 20)
        self.put("FORMAT (1X, I3, 2I20)", 30)
        self.put("FORMAT (1X, I3, 4H EOF)", 40)
        self.put("END")
        return "".join(self.lines), self.printed

    def statement(self, unit: Unit) -> None:
        """Put a statement, and do on the model what it does on the tape."""
        kinds = ["write"] * 4 + ["read"] * 5
        if unit.after_mark() and not self.marks:
            kinds = []
        if self.marks or unit.last == "write":  # gfortran goes astray after an ENDFILE that follows a READ
            kinds += ["endfile"] * 2
        unit.last = self.pick([*kinds, "backspace", "backspace", "rewind"])
        getattr(self, unit.last)(unit)

    def write(self, unit: Unit) -> None:
        first, last = (self.pick(NUMBERS) * self.pick((1, -1)) for _ in range(2))
        if not unit.words:
            unit.write([first, first])
            self.put(f"WRITE ({unit.number}, 20) {self.constant(first)}")
            return
        unit.write([*[first] * (unit.words - 1), last])
        self.put(f"DO {self.label()} J = 1, {unit.words}")
        self.put(f"M(J) = {self.constant(first)}", self.labels)
        self.put(f"M({unit.words}) = {self.constant(last)}")
        self.put(f"WRITE ({unit.number}) (M(J), J = 1, {unit.words})")

    def constant(self, number: int) -> str:
        return str(number) if number >= 0 else f"({number})"

    def label(self) -> int:
        self.labels += 10
        return self.labels

    def read(self, unit: Unit) -> None:
        """Read, and print the first and the last number, or that there was none."""
        record, end, after = unit.read(), self.label(), self.label()
        last = max(unit.words, 1)
        how = "" if unit.words else ", 20"
        items = f"(M(J), J = 1, {last})" if unit.words else "M(1)"
        if self.marks and self.chance(50):
            self.put(f"READ ({unit.number}{how}) {items}")
            self.put(f"IF (EOF({unit.number}).NE.0.) GO TO {end}")
        else:
            self.put(f"READ ({unit.number}{how}, END={end}) {items}")
        self.put(f"WRITE (6, 30) {self.labels // 10 % 100}, M(1), M({last})")
        self.put(f"GO TO {after}")
        self.put(f"WRITE (6, 40) {self.labels // 10 % 100}", end)
        self.put("CONTINUE", after)
        number = f"{self.labels // 10 % 100:4}"
        self.printed.append(f"{number} EOF" if record is MARK else f"{number}{record[0]:20}{record[-1]:20}")

    def endfile(self, unit: Unit) -> None:
        unit.write(MARK)
        self.put(f"{self.pick(('ENDFILE', 'END FILE'))} {unit.number}")

    def backspace(self, unit: Unit) -> None:
        unit.head = max(0, unit.head - 1)
        self.put(f"BACKSPACE {unit.number}")

    def rewind(self, unit: Unit) -> None:
        unit.head = 0
        self.put(f"REWIND {unit.number}")
