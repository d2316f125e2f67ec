"""The primitive procedures: numbers, pairs, symbols, strings; each takes values and raises Fault for wrong ones.

PRIMITIVES["remainder"].function(17, 5)          # 2

Procedures that call procedures, that print, or that fail are the machine's: see machine.py.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from getallenband.interpreters.languages.amb_scheme import reals, texts
from getallenband.interpreters.languages.amb_scheme.lists import append, associated, found, is_list, list_ref, part, put
from getallenband.interpreters.languages.amb_scheme.numerals import numeral
from getallenband.interpreters.languages.amb_scheme.reals import LARGEST, mixed, number
from getallenband.interpreters.languages.amb_scheme.texts import is_kind, text
from getallenband.interpreters.languages.amb_scheme.values import (
    EMPTY,
    FEW,
    ITEM,
    LONGEST,
    OK,
    ROOM,
    Character,
    Fault,
    Pair,
    Primitive,
    Promise,
    Symbol,
    Value,
    Vector,
    items_of,
    listed,
    short,
)

ELEMENTARY = {"exp": math.exp, "log": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin,
              "acos": math.acos}  # fmt: skip
ORDERS = ("<", ">", "<=", ">=")
COMPARED = (int, Fraction, float, str, Character)


def numbers(values: tuple[Value, ...], user: str) -> None:
    """Raise a Fault for a value that is not a number."""
    for value in values:
        if type(value) is not int and type(value) is not Fraction and type(value) is not float:
            raise Fault(f"{user} needs a number, not {short(value)}{instead(user, value)}")


def instead(user: str, value: Value) -> str:
    """Name what compares values that are no numbers, where a comparison of numbers was given one."""
    if user == "=":
        return ": equal? compares other values"
    return f": string{user}? compares strings" if type(value) is str and user in ORDERS else ""


def integer(value: Value, user: str) -> int:
    """Return an integer, which may be inexact."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise Fault(f"{user} needs an integer, not {short(value)}")


def exact_integer(value: Value, user: str) -> int:
    """Return a subscript or a count, which must be exact."""
    if type(value) is not int:
        raise Fault(f"{user} needs an exact integer, not {short(value)}")
    return value


def folded(values: tuple[Value, ...], user: str, operate: Callable[[Any, Any], Any]) -> Value:
    """Combine numbers from left to right; an operation on an inexact number is inexact."""
    numbers(values, user)
    result = values[0]
    for value in values[1:]:
        left, right = mixed((result, value), user)
        result = number(operate(left, right), user)
    return result


def plus(*values: Value) -> Value:
    """(+ number …)."""
    return folded(values or (0,), "+", operator.add)


def times(*values: Value) -> Value:
    """(* number …)."""
    return folded(values or (1,), "*", operator.mul)


def minus(first: Value, *others: Value) -> Value:
    """(- number …): the negative of one number, or the first less the others."""
    numbers((first,), "-")
    return folded((first, *others), "-", operator.sub) if others else -first


def over(first: Value, *others: Value) -> Value:
    """(/ number …): 1 divided by one number, or the first by the others."""

    def divided(left: Value, right: Value) -> Value:
        if right == 0:
            dividend = f"{short(first)} " if others else ""
            raise Fault(f"division by zero: (/ {dividend}{short(right)})")
        return left / right if type(left) is float else Fraction(left) / right

    return folded((first, *others) if others else (1, first), "/", divided)


def compared(name: str, holds: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    """Make a comparison of numbers, which must hold between all neighbours."""

    def comparison(*values: Value) -> bool:
        numbers(values, name)
        return all(holds(values[i], values[i + 1]) for i in range(len(values) - 1))

    return comparison


def of_integers(name: str, function: Callable[..., int]) -> Callable[..., Value]:
    """Make a procedure of integers; where one is inexact, so is the result (R5RS, 6.2.5)."""

    def applied(*values: Value) -> Value:
        whole = [value if type(value) is int else integer(value, name) for value in values]
        try:
            result = number(function(*whole), name)
        except ZeroDivisionError:
            raise Fault(f"division by zero: ({name} {' '.join(map(short, values))})") from None
        return reals.real(result, name) if float in map(type, values) else result

    return applied


def division(name: str, function: Callable[[int, int], int]) -> Callable[[Value, Value], Value]:
    """Make quotient, remainder or modulo, with a shortcut for exact integers."""
    general = of_integers(name, function)

    def applied(left: Value, right: Value) -> Value:
        if type(left) is int and type(right) is int and right != 0:
            return function(left, right)
        return general(left, right)

    return applied


def towards_zero(left: int, right: int) -> int:
    """Divide, rounding towards zero."""
    result = abs(left) // abs(right)
    return result if (left < 0) == (right < 0) else -result


whole_quotient = division("quotient", towards_zero)


def quotient(left: Value, right: Value) -> Value:
    """(quotient a b), rounded towards zero; an inexact zero has the sign of a / b, as in Guile."""
    result = whole_quotient(left, right)
    if type(result) is float and result == 0:
        zero = math.copysign(0.0, left)
        return -zero if right < 0 else zero
    return result


def remainder(left: int, right: int) -> int:
    """(remainder a b), with the sign of a."""
    result = abs(left) % abs(right)
    return -result if left < 0 else result


def expt(base: Value, exponent: Value) -> Value:
    """(expt base exponent)."""
    numbers((base, exponent), "expt")
    if type(base) is float or type(exponent) is not int:
        return reals.power(base, exponent)
    power = exponent
    if base == 0 and power < 0:
        raise Fault(f"division by zero: (expt 0 {power})")
    part = Fraction(base)
    size = max(abs(part.numerator), part.denominator).bit_length() - 1
    if size * abs(power) > LARGEST.bit_length():
        raise Fault("the result of expt has too many digits")
    return number(part**power, "expt")


def extreme(name: str, choose: Callable[..., Any]) -> Callable[..., Value]:
    """Make max or min."""

    def chosen(*values: Value) -> Value:
        numbers(values, name)
        return choose(mixed(values, name))

    return chosen


def of_number(name: str, function: Callable[[Any], Value]) -> Callable[[Value], Value]:
    """Make a procedure of one number."""

    def applied(value: Value) -> Value:
        numbers((value,), name)
        return function(value)

    return applied


def of_integer(name: str, function: Callable[[int], Value]) -> Callable[[Value], Value]:
    """Make a procedure of one whole number."""
    return lambda value: function(integer(value, name))


def equivalent(left: Value, right: Value) -> bool:
    """(eqv? a b): the same thing, or equal numbers or strings (which nothing can change)."""
    return left is right or (type(left) is type(right) and type(left) in COMPARED and left == right)


def equal(left: Value, right: Value) -> bool:
    """(equal? a b): equal all the way down."""
    todo = [(left, right)]
    same, turn = True, 0
    while todo and same and turn < LONGEST:
        turn += 1
        one, other = todo.pop()
        if type(one) is Vector and type(other) is Vector and len(one.items) == len(other.items):
            todo += zip(one.items, other.items, strict=True)
        elif type(one) is Pair and type(other) is Pair:
            todo += [(one.cdr, other.cdr), (one.car, other.car)]
        else:
            same = equivalent(one, other)
    if todo and same:
        raise Fault(f"equal? has compared {LONGEST} pairs: a cyclic list?")
    if turn > FEW:
        ROOM.work(ITEM * turn)
    return same


def list_tail(values: Value, count: Value) -> Value:
    """(list-tail list k)."""
    user = "list-tail"
    rest = values
    if not 0 <= exact_integer(count, user) <= LONGEST:
        raise Fault(f"{user}: {short(values)} has no {count} items")
    for _ in range(count):
        if type(rest) is not Pair:
            raise Fault(f"{user}: {short(values)} has no {count} items")
        rest = rest.cdr
    ROOM.work(ITEM * count)
    return rest


def string_append(*values: Value) -> str:
    """(string-append string …)."""
    size = sum(len(text(value, "string-append")) for value in values)
    if size > LONGEST:
        raise Fault(f"string-append makes more than {LONGEST} characters")
    ROOM.string(size)
    ROOM.work(size)
    return "".join(values)


def substring(value: Value, start: Value, end: Value) -> str:
    """(substring string start end)."""
    whole = text(value, "substring")
    if not 0 <= exact_integer(start, "substring") <= exact_integer(end, "substring") <= len(whole):
        raise Fault(f"substring: {start} to {end} is outside 0 to {len(whole)}")
    ROOM.string(end - start)
    ROOM.work(end - start)
    return whole[start:end]


def read_number(value: Value, base: Value = 10) -> Value:
    """(string->number string radix): false where it is not a number."""
    digits = text(value, "string->number")
    if type(base) is not int or not 2 <= base <= 36:
        raise Fault(f"string->number needs a radix from 2 to 36, not {short(base)}")
    found = numeral(digits, base, "string->number")
    return False if found is None else found


def number_text(value: Value, base: Value = 10) -> str:
    """(number->string number radix)."""
    numbers((value,), "number->string")
    return reals.in_base(value, base)


def is_number(value: Value) -> bool:
    """Return whether a value is a number."""
    return type(value) in (int, Fraction, float)


def is_rational(value: Value) -> bool:
    """Return whether a value is a number, and finite."""
    return is_exact(value) or (type(value) is float and math.isfinite(value))


def is_exact(value: Value) -> bool:
    """Return whether a value is an exact number."""
    return type(value) in (int, Fraction)


def stream_car(value: Value) -> Value:
    """(stream-car stream)."""
    if type(value) is not Pair:
        raise Fault(f"stream-car needs a stream, not {short(value)}")
    return value.car


def arctangent(*values: Value) -> Value:
    """(atan x) or (atan y x)."""
    return reals.elementary("atan", math.atan2 if len(values) == 2 else math.atan)(*values)


def is_integer(value: Value) -> bool:
    """Return whether a value is an integer, exact or not."""
    return type(value) is int or (type(value) is float and value.is_integer())


def defined() -> dict[str, Primitive]:
    """List the primitive procedures."""
    rows: list[tuple[str, Callable[..., Value], int, int | None]] = [
        ("+", plus, 0, None), ("*", times, 0, None), ("-", minus, 1, None), ("/", over, 1, None),
        ("=", compared("=", operator.eq), 1, None), ("<", compared("<", operator.lt), 1, None),
        (">", compared(">", operator.gt), 1, None), ("<=", compared("<=", operator.le), 1, None),
        (">=", compared(">=", operator.ge), 1, None),
        ("quotient", quotient, 2, 2), ("remainder", division("remainder", remainder), 2, 2),
        ("modulo", division("modulo", operator.mod), 2, 2), ("expt", expt, 2, 2),
        ("max", extreme("max", max), 1, None), ("min", extreme("min", min), 1, None),
        ("gcd", of_integers("gcd", math.gcd), 0, None), ("lcm", of_integers("lcm", math.lcm), 0, None),
        ("abs", of_number("abs", abs), 1, 1), ("square", of_number("square", lambda n: number(n * n, "square")), 1, 1),
        ("zero?", of_number("zero?", lambda n: bool(n == 0)), 1, 1),
        ("positive?", of_number("positive?", lambda n: bool(n > 0)), 1, 1),
        ("negative?", of_number("negative?", lambda n: bool(n < 0)), 1, 1),
        ("odd?", of_integer("odd?", lambda n: n % 2 == 1), 1, 1),
        ("even?", of_integer("even?", lambda n: n % 2 == 0), 1, 1),
        ("numerator", of_number("numerator", reals.part("numerator")), 1, 1),
        ("denominator", of_number("denominator", reals.part("denominator")), 1, 1),
        ("floor", of_number("floor", reals.rounded(math.floor)), 1, 1),
        ("ceiling", of_number("ceiling", reals.rounded(math.ceil)), 1, 1),
        ("truncate", of_number("truncate", reals.rounded(math.trunc)), 1, 1),
        ("round", of_number("round", reals.rounded(round)), 1, 1),
        ("sqrt", of_number("sqrt", reals.root), 1, 1),
        *((name, reals.elementary(name, function), 1, 1) for name, function in ELEMENTARY.items()),
        ("atan", arctangent, 1, 2), ("(ok)", lambda: OK, 0, 0),
        ("exact->inexact", of_number("exact->inexact", lambda n: reals.real(n, "exact->inexact")), 1, 1),
        ("inexact->exact", of_number("inexact->exact", reals.exact), 1, 1),
        ("exact?", of_number("exact?", is_exact), 1, 1),
        ("inexact?", of_number("inexact?", lambda n: not is_exact(n)), 1, 1),
        ("real?", is_number, 1, 1), ("complex?", is_number, 1, 1), ("boolean=?", operator.is_, 2, 2),
        ("1+", of_number("1+", lambda n: number(n + 1, "1+")), 1, 1),
        ("-1+", of_number("-1+", lambda n: number(n - 1, "-1+")), 1, 1),
        ("number?", is_number, 1, 1), ("rational?", is_rational, 1, 1), ("integer?", is_integer, 1, 1),
        ("boolean?", is_kind(bool), 1, 1), ("symbol?", is_kind(Symbol), 1, 1), ("string?", is_kind(str), 1, 1),
        ("pair?", is_kind(Pair), 1, 1), ("null?", lambda value: value is EMPTY, 1, 1), ("list?", is_list, 1, 1),
        ("not", lambda value: value is False, 1, 1),
        ("eq?", equivalent, 2, 2), ("eqv?", equivalent, 2, 2), ("equal?", equal, 2, 2),
        ("cons", Pair, 2, 2), ("list", lambda *values: listed(values), 0, None), ("append", append, 0, None),
        ("set-car!", put("set-car!", "car"), 2, 2), ("set-cdr!", put("set-cdr!", "cdr"), 2, 2),
        ("length", lambda values: sum(1 for _ in items_of(values, "length")), 1, 1),
        ("reverse", lambda values: listed(reversed(list(items_of(values, "reverse")))), 1, 1),
        ("list-tail", list_tail, 2, 2), ("list-ref", list_ref, 2, 2),
        ("memq", found("memq", equivalent), 2, 2), ("memv", found("memv", equivalent), 2, 2),
        ("member", found("member", equal), 2, 2), ("assq", associated("assq", equivalent), 2, 2),
        ("assv", associated("assv", equivalent), 2, 2), ("assoc", associated("assoc", equal), 2, 2),
        ("symbol->string", lambda value: texts.name(value, "symbol->string"), 1, 1),
        ("string->symbol", lambda value: Symbol(text(value, "string->symbol")), 1, 1),
        ("number->string", number_text, 1, 2), ("string->number", read_number, 1, 2),
        ("string-append", string_append, 0, None), ("substring", substring, 3, 3),
        ("string-length", lambda value: len(text(value, "string-length")), 1, 1),
        *texts.ROWS,
        ("make-promise", Promise, 1, 1), ("stream-car", stream_car, 1, 1), ("stream-pair?", is_kind(Pair), 1, 1),
        ("stream-null?", lambda value: value is EMPTY, 1, 1), ("empty-stream?", lambda value: value is EMPTY, 1, 1),
    ]  # fmt: skip
    names = [f"c{''.join(letters)}r" for count in (1, 2, 3, 4) for letters in product("ad", repeat=count)]
    rows += [(name, part(name), 1, 1) for name in names]
    return {name: Primitive(name, function, least, most) for name, function, least, most in rows}


PRIMITIVES = defined()
