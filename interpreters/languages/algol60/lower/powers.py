"""Raising to a power, by the types of the operands (3.3.4.3 of the report)."""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.lowering import arithmetic

UNDEFINED = "{0} ↑ {1} is undefined (Report 3.3.4.3)"
EXACT = 2**52
"""Below this a power computed in real arithmetic is exact once it is rounded."""


def power(c: Context, node: syntax.Binary, left: Register, right: Register) -> Register:
    build, numbers = c.build, c.program.numbers
    # The checker has chosen the type by the report: in the Revised one a variable exponent makes the result real.
    if node.type == "integer":
        # Not 0, though it looks as easy: 0 ↑ 0 must trap.
        if isinstance(node.right, syntax.IntegerNumber) and node.right.value in (1, 2, 3):
            return arithmetic.repeated(build, numbers, "×", left, node.right.value)
        return integer_power(c, left, right)
    # Before the power: C's pow gives 1 for 0 ↑ 0 and infinity for 0 ↑ (-1), where 3.3.4.3 gives nothing.
    check_defined(c, left, right)
    exponent = arithmetic.to_real(build, right)
    found = build.do(ops.RealFunction, "power", (arithmetic.to_real(build, left), exponent))
    build.perform(ops.CheckFinite, found, numbers.real_overflow("↑"), (left, right))
    return found


def check_defined(c: Context, base: Register, exponent: Register) -> None:
    """Trap where a real power is undefined.

    The base must not be zero, unless the exponent is positive; to a real exponent it must not be negative either.
    """
    build = c.build
    proper = compare(c, ">" if build.type_of(exponent) is Type.REAL else "/=", base)
    positive = compare(c, ">", exponent)
    if build.type_of(exponent) is Type.REAL:
        positive = build.do(ops.BoolAnd, compare(c, "=", base), positive)
    build.perform(ops.Check, build.do(ops.BoolOr, proper, positive), UNDEFINED, (base, exponent))


def compare(c: Context, relation: str, number: Register) -> Register:
    """Compare with zero."""
    zero = c.build.real(0.0) if c.build.type_of(number) is Type.REAL else c.build.int(0)
    return arithmetic.compare(c.build, relation, number, zero)


def integer_power(c: Context, base: Register, exponent: Register) -> Register:
    """Integer to an integer power, which must not be negative: exact, in the library where doubles do not reach."""
    build, numbers = c.build, c.program.numbers
    build.perform(ops.Check, compare(c, ">=", exponent), UNDEFINED, (base, exponent))
    some = build.do(ops.BoolOr, compare(c, "/=", base), compare(c, "/=", exponent))
    build.perform(ops.Check, some, UNDEFINED, (base, exponent))
    quick = build.do(ops.RealFunction, "power", (build.do(ops.IntToReal, base), build.do(ops.IntToReal, exponent)))
    size = build.do(ops.RealFunction, "absolute", (quick,))

    def rounded() -> Register:
        found = build.do(ops.RealToInt, quick, "nearest", -EXACT, EXACT, "{0}")
        # The EL-X8's integers end far below EXACT, so an exact result may still overflow.
        least, greatest = build.int(numbers.least), build.int(numbers.greatest)
        fits = build.do(ops.BoolAnd, build.do(ops.IntCompare, "<=", found, greatest),
                        build.do(ops.IntCompare, ">=", found, least))  # fmt: skip
        build.perform(ops.Check, fits, numbers.overflow("↑"), (base, exponent))
        return found

    def exact() -> Register:
        found = build.host("integer_power", base, exponent, build.int(numbers.greatest))
        assert found is not None
        return found

    # An infinite `quick` is not below EXACT either: the library says that it overflows.
    return c.chosen(Type.INT, build.do(ops.RealCompare, "<", size, build.real(float(EXACT))), rounded, exact)
