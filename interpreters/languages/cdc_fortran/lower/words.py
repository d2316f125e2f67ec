"""Words of bits in IR (CDC): masks, shifts, and how words, integers and real numbers become one another.

A WORD in a register is its bits, 60 on the 6600 and 64 otherwise. An integer of the 6600 that is negative has the bits
of its ones' complement; 60 ones are held as MINUS_ZERO in memory and count as zero in arithmetic.

A REAL holds a word as a double up to WORDS_END (library/words.py). In a deck where one may (`held`), every operand of
real arithmetic is asked whether it is a number, and every result whether it is outside these doubles; other decks do
not pay for that.
"""

from __future__ import annotations

from getallenband.interpreters.arithmetic.cdc6600 import CDC6600
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import UNDEFINED_REAL
from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.types import REALS
from getallenband.interpreters.languages.cdc_fortran.library.words import MINUS_ZERO, REAL_KEY, WORDS_END
from getallenband.interpreters.languages.cdc_fortran.lower.context import UnitContext, Value


def constant_word(c: UnitContext, node: syntax.Hollerith | syntax.Octal, kind: str) -> Value:
    """Return characters or an octal constant as an integer, as a real number or as the bits themselves."""
    words = c.deck.checked.words
    bits = int(node.digits, 8) if isinstance(node, syntax.Octal) else words.pattern(node.text, node.fill)
    if kind in REALS:
        return Value(kind, (c.build.real(words.real(bits)),))
    if kind == "INTEGER":
        return Value(kind, (c.build.int(words.number(bits)),))
    return Value("WORD", (c.build.int(signed(bits)),))


def signed(bits: int) -> int:
    """Return the register that holds bits: above 63 it is negative."""
    return bits - 2**64 if bits >= 2**63 else bits


def bits_of(c: UnitContext, value: Value) -> Register:
    """Return the bits of a value; trap where a real number has not those of characters or a mask."""
    register = value.register
    if value.type in REALS:
        bits = c.build.do(ops.RealToBits, register)
        if not is_6600(c):
            return bits
        found = c.build.do(ops.IntXor, bits, c.build.int(signed(REAL_KEY)))
        zero = c.build.do(ops.RealCompare, "=", register, c.build.real(0.0))
        found = c.build.do(ops.Select, zero, c.build.int(0), found)
        message = "this real number has no bits of a 6600 word: it is no characters and no mask"
        c.build.perform(ops.CheckRange, found, c.build.int(0), c.build.int(2**60 - 1), message)
        return found
    if value.type == "INTEGER" and is_6600(c):
        # Ones' complement is one less than two's complement where the number is negative. MINUS_ZERO, -(2**60), becomes
        # 60 ones by the same rule.
        below = c.build.do(ops.BoolToInt, c.build.do(ops.IntCompare, "<", register, c.build.int(0)))
        return c.build.do(ops.IntAnd, c.build.do(ops.IntSubtract, register, below), c.build.int(2**60 - 1))
    return register


def real_of(c: UnitContext, bits: Register) -> Register:
    """Return what a REAL holds that has the bits of a word."""
    if is_6600(c):
        changed = c.build.do(ops.IntXor, bits, c.build.int(signed(REAL_KEY)))
        zero = c.build.do(ops.IntCompare, "=", bits, c.build.int(0))
        bits = c.build.do(ops.Select, zero, bits, changed)
    return c.build.do(ops.BitsToReal, bits)


def is_word(c: UnitContext, real: Register) -> Register:
    """Return whether a REAL holds characters or a mask; one without a value does not."""
    return c.build.do(ops.RealCompare, "<=", real, c.build.real(WORDS_END))


def no_word(c: UnitContext, real: Register) -> Register:
    """Return a REAL, or a NaN where it holds characters or a mask, in a deck where some may."""
    return c.build.do(ops.Select, is_word(c, real), c.build.real(UNDEFINED_REAL), real) if c.deck.held else real


def check_number(c: UnitContext, value: Value, message: str, values: tuple[Register, ...] = ()) -> None:
    """Trap where a REAL holds characters or a mask, in a deck where some may."""
    if c.deck.held and value.type in REALS and not c.speculating:
        for register in value.registers:
            c.build.perform(ops.Check, c.build.do(ops.BoolNot, is_word(c, register)), message, values)


def holding(name: str) -> str:
    """Word the trap of computing with characters."""
    return f"{name} holds characters or bits, not a real number"


def is_6600(c: UnitContext) -> bool:
    """Return whether words have 60 bits and ones' complement."""
    return c.system is CDC6600


def integer_of(c: UnitContext, bits: Register, *, kept: bool) -> Register:
    """Return bits as an integer; 60 ones are zero, or MINUS_ZERO where they are kept."""
    if not is_6600(c):
        return bits
    number = c.build.do(ops.IntWrap, bits, 60, True)
    below = c.build.do(ops.BoolToInt, c.build.do(ops.IntCompare, "<", number, c.build.int(0)))
    number = c.build.do(ops.IntAdd, number, below)
    if not kept:
        return number
    ones = c.build.do(ops.IntCompare, "=", bits, c.build.int(2**60 - 1))
    return c.build.do(ops.Select, ones, c.build.int(MINUS_ZERO), number)


def shared_real(c: UnitContext, real: Register) -> Register:
    """Return what a REAL holds that may share storage with an integer: an integer in it is a word."""
    bits = c.build.do(ops.RealToBits, real)
    least = c.build.do(ops.IntCompare, ">=", bits, c.build.int(MINUS_ZERO))
    greatest = c.build.do(ops.IntCompare, "<=", bits, c.build.int(c.system.greatest))
    word = real_of(c, bits_of(c, Value("INTEGER", (bits,))))
    return c.build.do(ops.Select, c.build.do(ops.BoolAnd, least, greatest), word, real)


def shared_integer(c: UnitContext, cell: Register) -> Register:
    """Return what an INTEGER holds that may share storage with a REAL: characters in it are the integer's bits."""
    word = is_word(c, c.build.do(ops.BitsToReal, cell))
    inside = c.build.do(ops.IntCompare, "<", cell, c.build.int(MINUS_ZERO))
    number = integer_of(c, c.build.do(ops.IntXor, cell, c.build.int(signed(REAL_KEY))), kept=True)
    return c.build.do(ops.Select, c.build.do(ops.BoolAnd, word, inside), number, cell)


def plain(c: UnitContext, value: Value, name: str = "this") -> Value:
    """Return a value as arithmetic takes it: a number, without the sign of zero."""
    check_number(c, value, holding(name))
    if value.type != "INTEGER" or not c.deck.masks or not is_6600(c):
        return value
    minus = c.build.do(ops.IntCompare, "=", value.register, c.build.int(MINUS_ZERO))
    return Value("INTEGER", (c.build.do(ops.Select, minus, c.build.int(0), value.register),))


def stored(c: UnitContext, value: Value) -> Value:
    """Return a word as the integer that a variable holds."""
    return Value("INTEGER", (integer_of(c, value.register, kept=True),))


def masked(c: UnitContext, operator: str, bits: list[Register]) -> Value:
    """Compute .AND., .OR., XOR or .NOT. on the bits of words."""
    ones = c.build.int(2**60 - 1 if is_6600(c) else -1)
    found = bits[0]
    if operator == ".NOT.":
        return Value("WORD", (c.build.do(ops.IntXor, found, ones),))
    for other in bits[1:]:
        found = c.build.do(MASKS[operator], found, other)
    return Value("WORD", (found,))


MASKS = {".AND.": ops.IntAnd, ".OR.": ops.IntOr, "XOR": ops.IntXor}


def shifted(c: UnitContext, bits: Register, count: int) -> Value:
    """Shift a word by a constant: to the left and round, or to the right with its sign."""
    size = 60 if is_6600(c) else 64
    by = c.build.int
    if count < 0:
        number = c.build.do(ops.IntWrap, bits, size, True)
        found = c.build.do(ops.IntShiftRight, number, by(min(-count, 63)), True)
    else:
        count %= size
        high = c.build.do(ops.IntShiftLeft, bits, by(count))
        found = c.build.do(ops.IntOr, high, c.build.do(ops.IntShiftRight, bits, by(size - count), False))
    return Value("WORD", (c.build.do(ops.IntAnd, found, by(2**60 - 1 if size == 60 else -1)),))
