"""The conditions of #if and #elif (C90, 6.8.1): constant expressions of long integers.

value(tokens of `2 * 3 > 5 && !0`)      1
"""

from __future__ import annotations

from collections.abc import Callable

from interpreters.languages.c_subset.lexer import characters
from interpreters.source.lark_parser import Token

PRIORITIES = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip


class ConditionError(Exception):
    """A condition that is not a constant expression; the text says why."""


class Condition:
    """A condition that is read from left to right; `tokens` are still to come, the next one last."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens[::-1]
        self.skipped = 0

    def value(self) -> int:
        """Return the value of the whole condition."""
        found = self.choice()
        if self.tokens:
            raise ConditionError(f"unexpected {self.tokens[-1]} in a condition")
        return found

    def choice(self) -> int:
        test = self.operation(1)
        if not self.accept("?"):
            return test
        yes = self.skipping(not test, self.choice)
        self.expect(":")
        no = self.skipping(bool(test), self.choice)
        return yes if test else no

    def skipping(self, skipped: bool, part: Callable[[], int]) -> int:
        """Return the value of a part; where it is skipped, a division by zero in it is no fault."""
        self.skipped += skipped
        found = part()
        self.skipped -= skipped
        return found

    def operation(self, lowest: int) -> int:
        """Return the value of operators of at least this priority."""
        left = self.unary()
        while self.tokens and PRIORITIES.get(str(self.tokens[-1]), 0) >= lowest:
            operator = str(self.tokens.pop())
            decided = operator in ("||", "&&") and bool(left) == (operator == "||")
            right = self.skipping(decided, lambda: self.operation(PRIORITIES[operator] + 1))  # noqa: B023
            left = 0 if self.skipped and operator in "/%" else calculated(operator, left, right)
        return left

    def unary(self) -> int:
        if not self.tokens:
            raise ConditionError("a condition ends too early")
        token = self.tokens.pop()
        match str(token):
            case "-":
                return -self.unary()
            case "+":
                return self.unary()
            case "!":
                return int(not self.unary())
            case "~":
                return ~self.unary()
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


def constant(token: Token) -> int:
    """Return the value of a number or a character; a name that is no macro is 0."""
    if token.type == "NUMBER":
        digits = token.rstrip("uUlL")
        try:
            return int(digits, 16 if digits[:2] in ("0x", "0X") else 8 if digits.startswith("0") else 10)
        except ValueError:
            raise ConditionError(f"{token} is not an integer") from None
    if token.type == "CHARACTER":
        return characters(str(token))[-1]
    if token[0].isalpha() or token[0] == "_":
        return 0
    raise ConditionError(f"unexpected {token} in a condition")


def calculated(operator: str, left: int, right: int) -> int:
    """Compute; both sides of && and || are integers already."""
    match operator:
        case "||" | "&&":
            return int(bool(left or right) if operator == "||" else bool(left and right))
        case "==" | "!=" | "<" | ">" | "<=" | ">=":
            less, equal = left < right, left == right
            return int({"==": equal, "!=": not equal, "<": less, ">": not (less or equal), "<=": less or equal,
                        ">=": not less}[operator])  # fmt: skip
        case "<<" | ">>":
            if not 0 <= right < 64:
                raise ConditionError(f"a shift by {right} in a condition")
            return left << right if operator == "<<" else left >> right
        case "/" | "%":
            if right == 0:
                raise ConditionError("a division by zero in a condition")
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return quotient if operator == "/" else left - quotient * right
    return {"+": left + right, "-": left - right, "*": left * right, "&": left & right, "|": left | right,
            "^": left ^ right}[operator]  # fmt: skip
