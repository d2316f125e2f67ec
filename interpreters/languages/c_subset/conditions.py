"""The conditions of #if and #elif (C90, 6.8.1): constant expressions of integers.

Condition(tokens of `2 * 3 > 5 && !0`).value()      Value(1, SIGNED)

They are computed in 64 bits, signed or unsigned, whatever the width of long: C90 says as long, and gcc as intmax_t.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from getallenband.interpreters.languages.c_subset.constants import character_value, integer
from getallenband.interpreters.languages.c_subset.lexer import NAMES, wrong_escapes
from getallenband.interpreters.languages.c_subset.types import Integer
from getallenband.interpreters.source.lark_parser import Token

PRIORITIES = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
SIGNED = Integer("signed", 64, True, 1)
UNSIGNED = Integer("unsigned", 64, False, 1)


class ConditionError(Exception):
    """A condition that is not a constant expression; the text says why."""


class Value(NamedTuple):
    """An integer and its type, which is UNSIGNED where one operand's is."""

    number: int
    type: Integer


class Condition:
    """A condition that is read from left to right; `tokens` are still to come, the next one last."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens[::-1]
        self.skipped = 0

    def value(self) -> Value:
        """Return the value of the whole condition."""
        found = self.choice()
        if self.tokens:
            raise ConditionError(f"unexpected {self.tokens[-1]} in a condition")
        return found

    def choice(self) -> Value:
        test = self.operation(1)
        if not self.accept("?"):
            return test
        yes = self.skipping(not test.number, self.choice)
        self.expect(":")
        no = self.skipping(bool(test.number), self.choice)
        kind = common(yes, no)
        return Value(kind.wrapped(yes.number if test.number else no.number), kind)

    def skipping(self, skipped: bool, part: Callable[[], Value]) -> Value:
        """Return the value of a part; where it is skipped, a division by zero in it is no fault."""
        self.skipped += skipped
        found = part()
        self.skipped -= skipped
        return found

    def operation(self, lowest: int) -> Value:
        """Return the value of operators of at least this priority."""
        left = self.unary()
        while self.tokens and PRIORITIES.get(str(self.tokens[-1]), 0) >= lowest:
            operator = str(self.tokens.pop())
            decided = operator in ("||", "&&") and bool(left.number) == (operator == "||")
            right = self.skipping(decided, lambda: self.operation(PRIORITIES[operator] + 1))  # noqa: B023
            left = calculated(operator, left, right, bool(self.skipped))
        return left

    def unary(self) -> Value:
        if not self.tokens:
            raise ConditionError("a condition ends too early")
        token = self.tokens.pop()
        match str(token):
            case "-":
                number, kind = self.unary()
                return Value(kind.wrapped(-number), kind)
            case "+":
                return self.unary()
            case "!":
                return Value(int(not self.unary().number), SIGNED)
            case "~":
                number, kind = self.unary()
                return Value(kind.wrapped(~number), kind)
            case "(":
                found = self.choice()
                self.expect(")")
                return found
        return constant(token)

    def accept(self, word: str) -> bool:
        found = bool(self.tokens) and str(self.tokens[-1]) == word
        if found:
            self.tokens.pop()
        return found

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise ConditionError(f"a condition lacks {word}")


def constant(token: Token) -> Value:
    """Return the value of a number or a character; a name that is no macro is 0."""
    if token.type == "NUMBER":
        found = integer(token)
        if found is None:
            raise ConditionError(f"{token} is not an integer")
        if found.value > UNSIGNED.high:
            raise ConditionError(f"{token} is too large for 64 bits")
        unsigned = "u" in found.suffix or found.value > SIGNED.high
        return Value(found.value, UNSIGNED if unsigned else SIGNED)
    if token.type == "CHARACTER" and not any(wrong_escapes(token)):
        return Value(character_value(token), SIGNED)
    if token.type in NAMES:
        return Value(0, SIGNED)
    raise ConditionError(f"unexpected {token} in a condition")


def common(left: Value, right: Value) -> Integer:
    """Return the type that two operands are converted to (C90, 6.2.1.5)."""
    return SIGNED if left.type is right.type is SIGNED else UNSIGNED


def calculated(operator: str, left: Value, right: Value, skipped: bool) -> Value:
    """Compute; what does not fit is cut to 64 bits, as by gcc. Where it is skipped, only the type counts."""
    if operator in ("||", "&&"):
        either, both = left.number or right.number, left.number and right.number
        return Value(int(bool(either if operator == "||" else both)), SIGNED)
    if operator in ("<<", ">>"):
        return Value(0 if skipped else shifted(operator, left, right.number), left.type)
    kind = common(left, right)
    a, b = kind.wrapped(left.number), kind.wrapped(right.number)
    if operator in ("==", "!=", "<", ">", "<=", ">="):
        holds = {"==": a == b, "!=": a != b, "<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b}[operator]
        return Value(int(holds), SIGNED)
    if operator in ("/", "%"):
        return Value(0 if skipped else kind.wrapped(divided(operator, a, b)), kind)
    found = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}[operator]
    return Value(kind.wrapped(found), kind)


def shifted(operator: str, left: Value, places: int) -> int:
    if not 0 <= places < 64:
        raise ConditionError(f"a shift by {places} in a condition")
    return left.type.wrapped(left.number << places if operator == "<<" else left.number >> places)


def divided(operator: str, left: int, right: int) -> int:
    """Divide towards zero; the remainder has the sign of the left operand."""
    if right == 0:
        raise ConditionError("a division by zero in a condition")
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if operator == "/" else left - quotient * right
