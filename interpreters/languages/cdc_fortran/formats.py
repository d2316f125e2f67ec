"""Turn the text of a FORMAT into its fields, and values into characters and back (ANSI X3.9-1966, 7.2.3).

layout = format_fields("(1H0/5X,3I4)")        # [Literal("0"), Slash(), Blanks(5), Edit("I", 4, 0), …]
written(Edit("F", 6, 2), 0, 3.14159)          # "  3.14"

A number that does not fit its field fills it with asterisks. On input blanks behind a digit are zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal, localcontext


class FormatFault(Exception):
    """Raised where a FORMAT is wrong (`index` into its text) or a field cannot be read (`index` -1)."""

    def __init__(self, message: str, index: int = -1) -> None:
        super().__init__(message)
        self.message, self.index = message, index


@dataclass(frozen=True, slots=True)
class Edit:
    """A field for one list item: I F E G D L A, its width and the digits behind the point."""

    letter: str
    width: int
    digits: int = 0

    def __str__(self) -> str:
        return f"{self.letter}{self.width}" + (f".{self.digits}" if self.letter in "FEGD" else "")


@dataclass(slots=True)
class Literal:
    """A Hollerith field; reading puts the card's characters in it."""

    text: str


@dataclass(frozen=True, slots=True)
class Blanks:
    """nX."""

    count: int


@dataclass(frozen=True, slots=True)
class Slash:
    """The end of a record."""


@dataclass(frozen=True, slots=True)
class Scale:
    """nP: the scale factor from here on."""

    factor: int


@dataclass(slots=True)
class Group:
    """Fields in brackets, `repeat` times."""

    repeat: int
    fields: list[Field]


Field = Edit | Literal | Blanks | Slash | Scale | Group


@dataclass(slots=True)
class Scanner:
    """Reads the text of a FORMAT from left to right."""

    text: str
    index: int = 0

    def peek(self) -> str:
        """Return the next character that is not blank, or nothing."""
        while self.text[self.index : self.index + 1] == " ":
            self.index += 1
        return self.text[self.index : self.index + 1]

    def take(self, sign: str) -> bool:
        """Step over a character if it is next."""
        if self.peek() == sign:
            self.index += 1
            return True
        return False

    def number(self) -> int | None:
        """Read digits; None where there are none."""
        digits = ""
        while self.peek().isdigit():
            digits += self.text[self.index]
            self.index += 1
        return int(digits) if digits else None

    def width(self, letter: str) -> int:
        """Read the width of a field."""
        start = self.index
        found = self.number()
        if not found:
            raise FormatFault(f"the field {letter} has no width", start - 1)
        return found

    def fields(self, depth: int) -> list[Field]:
        """Read fields up to the closing bracket."""
        found: list[Field] = []
        while not self.take(")"):
            sign = self.peek()
            if not sign:
                raise FormatFault("a bracket of this FORMAT is not closed", len(self.text) - 1)
            if sign == ",":
                self.index += 1
            elif sign == "/":
                self.index += 1
                found.append(Slash())
            else:
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
                raise FormatFault("brackets in a FORMAT are at most two deep", self.index - 1)
            return [Group(1 if count is None else count, self.fields(depth + 1))]
        if letter == "H":
            return [self.literal(count, start)]
        if letter == "X":
            return [Blanks(1 if count is None else count)]
        if count == 0:
            raise FormatFault("a repeat count of zero", start)
        if letter in ("I", "L", "A"):
            return [Edit(letter, self.width(letter))] * (count or 1)
        if letter in ("F", "E", "G", "D"):
            return [self.real(letter)] * (count or 1)
        shown = repr(letter) if letter else "the end"
        raise FormatFault(f"unexpected {shown} in a FORMAT: one of I F E D G L A H X P / ( is expected", self.index - 1)

    def real(self, letter: str) -> Edit:
        """Read the width and the digits of a real field."""
        width = self.width(letter)
        if not self.take("."):
            raise FormatFault(f"the field {letter}{width} has no point and digits", self.index - 1)
        digits = self.number()
        if digits is None:
            raise FormatFault(f"the field {letter}{width}. has no digits", self.index - 1)
        return Edit(letter, width, digits)

    def literal(self, count: int | None, start: int) -> Literal:
        """Read the characters of a Hollerith field; they are taken as they are."""
        if not count:
            raise FormatFault("a Hollerith field has no count", start)
        text = self.text[self.index : self.index + count]
        if len(text) < count:
            raise FormatFault(f"the FORMAT ends inside a Hollerith field of {count}", start)
        self.index += count
        return Literal(text)


def format_fields(text: str) -> list[Field]:
    """Read a FORMAT with its outer brackets; raise FormatFault."""
    scanner = Scanner(text)
    if not scanner.take("("):
        raise FormatFault("a FORMAT begins with a bracket", 0)
    found = scanner.fields(1)
    if scanner.peek():
        raise FormatFault("the FORMAT goes on behind its last bracket", scanner.index)
    return found


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
        """Go back to the last group at the outermost level (or the start); tell whether an Edit is there."""
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


# --- output ------------------------------------------------------------------------------------------------------


def written(edit: Edit, scale: int, value: float) -> str:
    """Write a number by I, F, E, D or G."""
    if edit.letter == "I":
        return fitted(str(value), edit.width)
    if edit.letter == "F":
        return fixed(value, edit.width, edit.digits, scale)
    if edit.letter == "G":
        return general(value, edit.width, edit.digits, scale)
    return floating(value, edit.width, edit.digits, scale, edit.letter)


def fitted(text: str, width: int) -> str:
    """Put text at the right of a field; a 0 before the point gives way first."""
    if len(text) > width and text.lstrip("-").startswith("0.") and not text.endswith("."):
        text = text.replace("0.", ".", 1)
    return text.rjust(width) if len(text) <= width else "*" * width


def fixed(value: float, width: int, digits: int, scale: int) -> str:
    """Write Fw.d."""
    if scale == 0:
        text = f"{value:.{digits}f}"
    else:
        with localcontext() as context:
            context.prec = 800
            number = Decimal(value).scaleb(scale).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_EVEN)
            text = f"{number:f}"
    if digits == 0:
        text += "."
    return fitted(text if value else text.removeprefix("-"), width)


def floating(value: float, width: int, digits: int, scale: int, letter: str) -> str:
    """Write Ew.d or Dw.d with its scale factor."""
    before = max(scale, 0)
    significant = digits + scale if scale <= 0 else digits + 1
    if significant <= 0 or scale > digits + 1:
        return "*" * width
    mantissa, exponent = scientific(abs(value), significant)
    power = exponent - scale + 1 if value else 0
    zeros = "0" * max(0, -scale)
    figures = zeros + mantissa
    text = ("-" if value < 0 else "") + (figures[:before] or "0") + "." + figures[before:]
    mark = f"{letter}{power:+03d}" if abs(power) < 100 else f"{power:+04d}"
    return fitted(text + mark, width)


def scientific(value: float, significant: int) -> tuple[str, int]:
    """Return the significant digits of a number, rounded, and the exponent of the first."""
    digits, exponent = f"{value:.{significant - 1}e}".split("e")
    return digits.replace(".", ""), int(exponent)


def general(value: float, width: int, digits: int, scale: int) -> str:
    """Write Gw.d: like F where the number has its digits about the point, else like E."""
    size = scientific(abs(value), max(digits, 1))[1] + 1 if value else 1
    if 0 <= size <= digits:
        text = fixed(value, width - 4, digits - size, 0) if width > 4 else "*"
        return "*" * width if "*" in text else text + "    "
    return floating(value, width, digits, scale, "E")


def characters_written(edit: Edit, text: str) -> str:
    """Write Aw: the leftmost characters of a word, or blanks before all of them."""
    return text[: edit.width] if edit.width < len(text) else text.rjust(edit.width)


# --- input -------------------------------------------------------------------------------------------------------


def integer_read(edit: Edit, text: str) -> int:
    """Read Iw; raise FormatFault for what is no whole number."""
    digits = text.lstrip().replace(" ", "0")
    if not digits:
        return 0
    if not digits.lstrip("+-").isdigit() or len(digits) - len(digits.lstrip("+-")) > 1:
        raise FormatFault(f"{text!r} is no number for {edit}")
    return int(digits)


def real_read(edit: Edit, scale: int, text: str) -> float:
    """Read Fw.d, Ew.d, Dw.d or Gw.d: the point may be left out, and so may the E before a signed exponent."""
    squeezed = text.lstrip().replace(" ", "0")
    if not squeezed:
        return 0.0
    mantissa, power = exponent_split(squeezed.replace("D", "E"))
    shift = 0 if "." in mantissa else -edit.digits
    if power is None:
        shift -= scale
    try:
        number = Decimal(mantissa).scaleb(shift + int(power or 0))
    except (ArithmeticError, ValueError):
        raise FormatFault(f"{text!r} is no number for {edit}") from None
    value = float(number)
    if value in (float("inf"), float("-inf")):
        raise FormatFault(f"{text!r} is too large a number for {edit}")
    return value


def exponent_split(text: str) -> tuple[str, str | None]:
    """Divide digits from the exponent; None where there is none."""
    if "E" in text:
        mantissa, power = text.split("E", 1)
        return mantissa, power
    for index in range(len(text) - 1, 0, -1):
        if text[index] in "+-":
            return text[:index], text[index:]
    return text, None


def logical_read(edit: Edit, text: str) -> bool:
    """Read Lw: T or F behind blanks, then anything."""
    lead = text.lstrip()[:1]
    if lead not in ("T", "F"):
        raise FormatFault(f"{text!r} is no logical value for {edit}")
    return lead == "T"


def characters_read(edit: Edit, text: str, size: int) -> str:
    """Read Aw for a word of `size` characters: the rightmost ones, or blanks behind."""
    return text[-size:] if edit.width >= size else text.ljust(size)
