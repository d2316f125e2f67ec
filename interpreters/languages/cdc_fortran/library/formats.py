"""Turn the text of a FORMAT into its fields, and walk through them (ANSI X3.9-1966, 7.2.3).

layout = format_fields("(1H0/5X,3I4)")        # [Literal("0"), Slash(), Blanks(5), Edit("I", 4), …]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

MOST = 2000
"""The greatest count or width: more than any record had, and little enough for any memory."""

MOST_FIELDS, WIDEST = 10_000, 100_000
"""The fields of a FORMAT whose groups are repeated, and the columns that they take together."""


class FormatFault(Exception):
    """Raised where a FORMAT is wrong: at `index` in its text."""

    def __init__(self, message: str, index: int, expected: str = "") -> None:
        super().__init__(message)
        self.message, self.index, self.expected = message, index, expected


WIDTH_ONLY, WITH_DIGITS = "ILAOR", "FEGD"


@dataclass(frozen=True, slots=True)
class Edit:
    """A field for one list item: I F E G D L A (CDC) O R, its width and the digits after the point."""

    letter: str
    width: int
    digits: int = 0

    def __str__(self) -> str:
        return f"{self.letter}{self.width}" + (f".{self.digits}" if self.letter in WITH_DIGITS else "")


@dataclass(slots=True)
class Literal:
    """A Hollerith field; reading puts the card's characters in it."""

    text: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """nX."""

    count: int


@dataclass(frozen=True, slots=True)
class Tabulator:
    """(CDC, IBM) Tn: go to a column."""

    column: int


@dataclass(frozen=True, slots=True)
class Colon:
    """(CDC) End where the list has no more items."""


@dataclass(frozen=True, slots=True)
class Slash:
    """The end of a record."""


@dataclass(frozen=True, slots=True)
class Scale:
    """nP: the scale factor from here on."""

    factor: int


@dataclass(frozen=True, slots=True)
class Group:
    """Fields in parentheses, `repeat` times: never, where there are none."""

    repeat: int
    fields: list[Field]


Field = Edit | Literal | Blanks | Tabulator | Colon | Slash | Scale | Group


@dataclass(slots=True)
class Scanner:
    """Reads the text of a FORMAT from left to right."""

    text: str
    index: int = 0
    ended: int = 0
    counted: str = ""
    """Where the last Hollerith field ended, and its characters."""

    def peek(self) -> str:
        """Return the next character that is not blank, or nothing."""
        while self.text[self.index : self.index + 1] == " ":
            self.index += 1
        return self.text[self.index : self.index + 1]

    def take(self, character: str) -> bool:
        """Step over a character if it is next."""
        if self.peek() == character:
            self.index += 1
            return True
        return False

    def number(self) -> int | None:
        """Read digits; None where there are none."""
        start, digits = self.index, ""
        while self.peek().isdecimal():
            digits += self.text[self.index]
            self.index += 1
        if digits and (len(digits) > 10 or int(digits) > MOST):
            raise FormatFault(f"the number {digits} in a FORMAT", start, f"at most {MOST}")
        return int(digits) if digits else None

    def fields(self, depth: int) -> list[Field]:
        """Read fields up to the closing parenthesis."""
        found: list[Field] = []
        while not self.take(")"):
            if not self.peek():
                raise FormatFault("a parenthesis of this FORMAT is not closed", len(self.text) - 1, ")")
            if self.take("/"):
                found.append(Slash())
            elif self.take(":"):
                found.append(Colon())
            elif not self.take(","):
                found += self.field(depth)
        return found

    def field(self, depth: int) -> list[Field]:
        """Read one field with its repeat count."""
        start = self.index
        negative = self.take("-")
        if not negative:
            self.take("+")
        count = self.number()
        letter = self.peek()
        self.index += 1
        if letter == "P":
            if count is None:
                raise FormatFault("the scale factor P has no number", start)
            return [Scale(-count if negative else count)]
        if negative:
            raise FormatFault("only a scale factor has a sign", start)
        if letter == "(":
            if depth > 2:
                raise FormatFault("parentheses in a FORMAT are at most two deep", self.index - 1)
            inner = self.fields(depth + 1)
            return [Group((1 if count is None else count) if extent(inner)[0] else 0, inner)]
        if letter == "H":
            return [self.literal(count, start)]
        if letter in ("'", '"', "*", "≠"):
            return [self.quoted(letter, start)] * (count or 1)
        if letter == "T":
            column = self.number()
            if not column:
                raise FormatFault("the field T has no column", self.index - 1)
            return [Tabulator(column)]
        if letter == "X":
            return [Blanks(1 if count is None else count)]
        if count == 0:
            raise FormatFault("a repeat count of zero", start)
        return [self.edit(letter)] * (count or 1)

    def edit(self, letter: str) -> Edit:
        """Read the width of a field, and the digits of a real one."""
        if not letter or letter not in WIDTH_ONLY + WITH_DIGITS:
            shown = repr(letter) if letter else "the end"
            raise FormatFault(
                f"unexpected {shown} in a FORMAT", self.index - 1, "I, F, E, D, G, L, A, O, R, H, X, T, P, / or ("
            )
        width = self.number()
        if not width:
            raise FormatFault(
                f"the field {letter} has no width", self.index - 1, f"a number after it, as in {letter}10"
            )
        if letter in WIDTH_ONLY:
            return Edit(letter, width)
        if not self.take("."):
            raise FormatFault(f"the field {letter}{width} has no point and digits", self.index - 1)
        digits = self.number()
        if digits is None:
            raise FormatFault(f"the field {letter}{width}. has no digits", self.index - 1)
        return Edit(letter, width, digits)

    def quoted(self, quote: str, start: int) -> Literal:
        """Read the characters up to the next quote; a doubled one stands for itself."""
        text = ""
        while True:
            close = self.text.find(quote, self.index)
            if close < 0:
                raise FormatFault(f"the characters after this {quote} have no end", start, quote)
            text += self.text[self.index : close]
            self.index = close + 1
            if self.text[self.index : self.index + 1] != quote:
                return Literal(text)
            text += quote
            self.index += 1

    def literal(self, count: int | None, start: int) -> Literal:
        """Read the characters of a Hollerith field; they are taken as they are."""
        if not count:
            raise FormatFault("a Hollerith field has no count", start)
        text = self.text[self.index : self.index + count]
        if len(text) < count:
            raise FormatFault(f"the FORMAT ends inside a Hollerith field of {count}", start)
        self.index += count
        self.ended, self.counted = self.index, text
        return Literal(text)

    def explained(self, fault: FormatFault) -> FormatFault:
        """Return a fault with the Hollerith field directly before it, whose count may be wrong."""
        if self.counted and not self.text[self.ended : fault.index].strip():
            fault.message += f" (a Hollerith field of {len(self.counted)} ended before it: {self.counted[-40:]!r})"
        return fault


def format_fields(text: str) -> list[Field]:
    """Read a FORMAT with its outer parentheses; raise FormatFault."""
    scanner = Scanner(text)
    if not scanner.take("("):
        raise FormatFault("a FORMAT begins with a parenthesis", 0, "(")
    try:
        found = scanner.fields(1)
    except FormatFault as fault:
        raise scanner.explained(fault) from None
    if scanner.peek():
        raise FormatFault("text after the last parenthesis of this FORMAT", scanner.index)
    for size, most, things in zip(extent(found), (MOST_FIELDS, WIDEST), ("fields", "columns"), strict=True):
        if size > most:
            raise FormatFault(f"a FORMAT of {size} {things}", 0, f"at most {most}")
    return found


def extent(fields: Sequence[Field]) -> tuple[int, int]:
    """Return how many fields there are, and columns, when groups are repeated."""
    number = columns = 0
    for one in fields:
        if isinstance(one, Group):
            inner = extent(one.fields)
            number, columns = number + one.repeat * inner[0], columns + one.repeat * inner[1]
            continue
        number += 1
        match one:
            case Edit(width=width) | Blanks(count=width):
                columns += width
            case Literal(text=text):
                columns += len(text)
    return number, columns


@dataclass(slots=True)
class Steps:
    """Walks through the fields of a FORMAT; at its end it goes back to the last group (format reversion)."""

    fields: list[Field]
    walk: Iterator[Field] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with the first field."""
        self.walk = unfolded(self.fields)

    def next(self) -> Field | None:
        """Return the next field, None at the end."""
        return next(self.walk, None)

    def revert(self) -> bool:
        """Go back to the last group at the outermost level (or the start); return whether it contains an Edit."""
        starts = [index for index, one in enumerate(self.fields) if isinstance(one, Group)]
        again = self.fields[starts[-1] :] if starts else self.fields
        self.walk = unfolded(again)
        return any(isinstance(one, Edit) for one in unfolded(again))


def unfolded(fields: list[Field]) -> Iterator[Field]:
    """Yield fields with their groups repeated."""
    for one in fields:
        if isinstance(one, Group):
            for _ in range(one.repeat):
                yield from unfolded(one.fields)
        else:
            yield one
