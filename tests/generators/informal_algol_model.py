"""What a program of the informal Algol does, as a third opinion: a walk over its syntax tree, slow and by itself.

run_model(parse(text), {"tape": "1 0 1"})          # (" 3\\n", "finished"), or "trap", or "spent"

It knows the rules of the language's README and its external procedures, but READ STATUS INTO and PRINT RESULT.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.informal_algol import syntax

GREATEST = 2**63 - 1
RELATIONS = {
    "=": lambda a, b: a == b, "/=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "AND": lambda a, b: a & b, "OR": lambda a, b: a | b,
}  # fmt: skip


class Fault(Exception):
    """What is a trap."""


class Spent(Exception):
    """The program runs for too long, or calls too deep."""


@dataclass
class Cell:
    """A variable or an element, undefined at first."""

    type: Type | None
    value: int | None = None


@dataclass
class Array:
    """An array: its bounds, None before a FLEX one is filled, and the elements that were used."""

    node: syntax.Array
    type: Type
    bounds: list[tuple[int, int]] | None
    cells: dict[tuple[int, ...], Cell] = field(default_factory=dict)

    def element(self, subscripts: tuple[int, ...]) -> Cell:
        if self.bounds is None or any(
            not low <= each <= high for each, (low, high) in zip(subscripts, self.bounds, strict=True)
        ):
            raise Fault("subscript")
        return self.cells.setdefault(subscripts, Cell(self.type))

    def all(self) -> list[Cell]:
        """Return all elements, the last subscript running fastest."""
        places: list[tuple[int, ...]] = [()]
        for low, high in self.bounds or [(1, 0)]:
            places = [(*place, each) for place in places for each in range(low, high + 1)]
        return [self.element(place) for place in places]


Scope = dict[str, Any]


class Model:
    """A run: the scopes from the outermost block inwards, the tapes, what was printed."""

    def __init__(self, tapes: Mapping[str, str], budget: int) -> None:
        self.scopes: list[Scope] = [{}]
        self.tape = re.findall(r"[^\s,;]+", tapes.get("tape", ""))
        self.tables = tapes.get("tables", "")
        self.output: list[str] = []
        self.budget, self.deep = budget, 0

    def find(self, name: str) -> Any:
        return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)

    # statements

    def block(self, node: syntax.Block) -> None:
        for declaration in node.declarations:
            self.declare(declaration)
        for statement in node.statements:
            self.statement(statement)

    def declare(self, node: syntax.Declaration) -> None:
        scope = self.scopes[-1]
        match node:
            case syntax.Constants(constants):
                for each in constants:
                    scope[each.name] = Cell(Type.INT, self.value(each.value))
            case syntax.Simple(names):
                scope.update({each.name: Cell(each.type) for each in names})
            case syntax.Array(bounds, names):
                for each in names:
                    flexible = any(bound.upper is None for bound in bounds)
                    found = None if flexible else [self.bound(bound) for bound in bounds]
                    scope[each.name] = Array(node, each.type, found)
            case syntax.Procedure():
                scope[node.name] = node

    def bound(self, node: syntax.Bound) -> tuple[int, int]:
        assert node.upper is not None
        low, high = self.value(node.lower), self.value(node.upper)
        if low > high:
            raise Fault("no element")
        return low, high

    def statement(self, node: syntax.Statement) -> None:
        self.step()
        match node:
            case syntax.Block():
                self.scopes.append({})
                self.block(node)
                self.scopes.pop()
            case syntax.Assign():
                self.assign(node)
            case syntax.Choose(condition, yes, no):
                if self.value(condition):
                    self.statement(yes)
                elif no is not None:
                    self.statement(no)
            case syntax.Loop():
                self.loop(node)
            case syntax.Call(name, arguments):
                found = self.find(name)
                if found is None:
                    self.external(name, arguments)
                else:
                    self.call(name, arguments)

    def step(self) -> None:
        self.budget -= 1
        if self.budget < 0:
            raise Spent

    def assign(self, node: syntax.Assign) -> None:
        cell = self.locate(node.variable)
        if node.operator == ":=":
            cell.value = self.value(node.value)
            return
        old, given = self.defined(cell), self.value(node.value)
        cell.value = old & given if node.operator == "&:=" else self.whole(old + given * (1, -1)[node.operator == "-="])

    def loop(self, node: syntax.Loop) -> None:
        count = Cell(Type.INT, self.value(node.first))
        self.scopes.append({node.name: count})
        while (node.last is None or self.defined(count) <= self.value(node.last)) and (
            node.condition is None or self.value(node.condition)
        ):
            self.statement(node.body)
            count.value = self.whole(self.defined(count) + 1)
        self.scopes.pop()

    def call(self, name: str, arguments: tuple[syntax.Expression, ...]) -> int:
        """Call a procedure; return its value, or 0 where it has none."""
        self.step()
        procedure = self.scopes[0][name]
        given = [self.value(argument) for argument in arguments]
        before, result = self.scopes, Cell(procedure.type)
        parameters = {each: Cell(None, value) for each, value in zip(procedure.parameters, given, strict=True)}
        own = {name: result} if procedure.type else {}
        self.scopes, self.deep = [before[0], {**own, **parameters}], self.deep + 1
        if self.deep > 40:
            raise Spent
        self.statement(procedure.body)
        self.scopes, self.deep = before, self.deep - 1
        return self.defined(result) if procedure.type else 0

    # expressions

    def locate(self, node: syntax.Variable) -> Cell:
        found = self.find(node.name)
        if not isinstance(found, Array):
            assert isinstance(found, Cell)
            return found
        return found.element(tuple([self.value(each) for each in node.subscripts]))

    def defined(self, cell: Cell) -> int:
        if cell.value is None:
            raise Fault("undefined")
        return cell.value

    def whole(self, value: int) -> int:
        if abs(value) > GREATEST:
            raise Fault("overflow")
        return value

    def value(self, node: syntax.Expression) -> int:
        match node:
            case syntax.Number(digits):
                return int(digits)
            case syntax.Truth(value):
                return int(value)
            case syntax.Variable(name, _):
                if isinstance(self.find(name), syntax.Procedure):
                    return self.call(name, ())
                return self.defined(self.locate(node))
            case syntax.FunctionCall(name, arguments):
                return self.call(name, arguments)
            case syntax.Absolute(operand):
                return abs(self.value(operand))
            case syntax.Unary(operator, operand):
                found = self.value(operand)
                return {"+": found, "-": -found, "NOT": 1 - found}[operator]
        left, right = self.value(node.left), self.value(node.right)
        return self.operation(node.operator, left, right)

    def operation(self, operator: str, left: int, right: int) -> int:
        if operator in RELATIONS:
            return int(RELATIONS[operator](left, right))
        if operator in ("÷", "MOD"):
            if right == 0:
                raise Fault("division by zero")
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return quotient if operator == "÷" else left - quotient * right
        return self.whole({"+": left + right, "-": left - right, "×": left * right}[operator])

    # external procedures

    def external(self, name: str, arguments: tuple[syntax.Expression, ...]) -> None:
        if name == "PRINT LINE":
            self.output.append("\n")
        for argument in arguments:
            if name == "PRINT":
                self.output.append(f" {self.value(argument)}")
                continue
            assert isinstance(argument, syntax.Variable)
            found = self.find(argument.name)
            if name == "set tables":
                self.table(argument.name, found)
            else:
                self.fill(found, name)

    def fill(self, found: Cell | Array, name: str) -> None:
        """Do initialize or READ IN."""
        for cell in found.all() if isinstance(found, Array) else [found]:
            cell.value = 0 if name == "initialize" else self.read(self.tape, cell, isinstance(found, Array))

    def read(self, tokens: list[str], cell: Cell, element: bool) -> int | None:
        if not tokens:
            raise Fault("the end of the tape")
        token = tokens.pop(0)
        if token == "-" and element:
            return None
        if not re.fullmatch(r"[+-]?\d+", token) or (cell.type is Type.BOOL and int(token) not in (0, 1)):
            raise Fault("no value")
        return self.whole(int(token))

    def table(self, name: str, array: Array) -> None:
        """Read the upper bounds and the elements of the table of this name."""
        found = re.search("^" + r"\s+".join(name.split()) + r"\b([^A-Za-z]*)", self.tables, re.MULTILINE)
        if found is None:
            raise Fault("no table")
        tokens = found[1].split()
        bounds = []
        for bound in array.node.bounds:
            upper, low = int(tokens.pop(0)), self.value(bound.lower)
            if bound.upper is not None and upper != self.value(bound.upper):
                raise Fault("another bound")
            bounds.append((low, upper))
        array.bounds, array.cells = bounds, {}
        for cell in array.all():
            cell.value = self.read(tokens, cell, element=True)
        if tokens:
            raise Fault("too many numbers")


def run_model(tree: syntax.Block, tapes: Mapping[str, str], budget: int = 20_000) -> tuple[str, str]:
    """Run a program; return what it printed and how it ended."""
    model = Model(tapes, budget)
    try:
        model.block(tree)
    except Fault:
        return "".join(model.output), "trap"
    except (Spent, RecursionError):
        return "".join(model.output), "spent"
    return "".join(model.output), "finished"
