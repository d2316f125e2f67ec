"""Check the types in executable statements (ANSI X3.9-1966, 7.1)."""

from __future__ import annotations

from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.check.recursion import check_recursive_functions
from interpreters.languages.cdc_fortran.check.scopes import Checking
from interpreters.languages.cdc_fortran.check.types import (
    check_arguments,
    check_conversion,
    require,
    type_of,
)
from interpreters.lowering.dispatch import Dispatcher, dispatcher

check_statement: Dispatcher[Checking, None] = dispatcher("an executable statement")


def check_types(c: Checking) -> None:
    """Check the statements and statement functions of a unit, and the bounds of its dummy arrays."""
    check_adjustable_dimensions(c)
    for name, function in c.scope.functions.items():
        c.bound = frozenset(function.parameters)
        value = type_of(c, function.value)
        check_conversion(c, function.value.place, name, c.scope.symbols[name].type, value)
        c.bound = frozenset()
    check_recursive_functions(c)
    for statement in c.scope.executables:
        check_statement(c, statement.construct)


def check_adjustable_dimensions(c: Checking) -> None:
    for symbol in list(c.scope.symbols.values()):
        for bound in symbol.dimensions:
            if isinstance(bound, syntax.Name):
                found = c.scope.symbols.get(bound.name)
                if found is None or found.type != "INTEGER" or not (found.parameter is not None or found.common):
                    message = f"the dimension {bound.name} of {symbol.name} is not a parameter"
                    c.error(bound.place, message, "an integer parameter")


@check_statement.case(syntax.Assign, syntax.AssignedGoTo, syntax.ComputedGoTo)
def variable(c: Checking, node: syntax.Assign | syntax.AssignedGoTo | syntax.ComputedGoTo) -> None:
    require(c, node.variable, "INTEGER", node.variable.name, "an integer variable")


@check_statement.case(syntax.GoTo, syntax.Return, syntax.Continue, syntax.Stop, syntax.Pause)
def nothing(c: Checking, node: syntax.Executable) -> None:
    """Take statements without operands."""


@check_statement.case(syntax.Assignment)
def assignment(c: Checking, node: syntax.Assignment) -> None:
    value = type_of(c, node.value)
    for target in node.targets:
        kind = type_of(c, target)
        if not isinstance(node.value, syntax.Hollerith):
            check_conversion(c, node.value.place, target.name, kind, value)
        elif kind in ("LOGICAL", "COMPLEX"):
            c.error(target.place, f"{target.name} is {kind} and cannot hold characters", "INTEGER or REAL")


@check_statement.case(syntax.ArithmeticIf)
def arithmetic_if(c: Checking, node: syntax.ArithmeticIf) -> None:
    found = type_of(c, node.condition)
    if found == "COMPLEX" or (found == "LOGICAL" and len(node.labels) > 2):
        c.error(node.place, f"the condition is {found}", "a whole or real number")


@check_statement.case(syntax.LogicalIf)
def logical_if(c: Checking, node: syntax.LogicalIf) -> None:
    require(c, node.condition, "LOGICAL", "this condition", "a logical expression")
    check_statement(c, node.statement)


@check_statement.case(syntax.Call)
def call(c: Checking, node: syntax.Call) -> None:
    symbol = c.scope.symbols[node.name]
    if symbol.role == "subroutine":
        check_arguments(c, symbol, node.arguments, node.place)


@check_statement.case(syntax.Do)
def do(c: Checking, node: syntax.Do | syntax.ImpliedDo) -> None:
    require(c, node.variable, "INTEGER", f"the DO variable {node.variable.name}", "an integer variable")
    for parameter in (node.first, node.last, node.step):
        if parameter is not None:
            require(c, parameter, "INTEGER", "this DO parameter", "an integer variable or constant")


@check_statement.case(syntax.Auxiliary)
def auxiliary(c: Checking, node: syntax.Auxiliary) -> None:
    require(c, node.unit, "INTEGER", "this unit", "a whole number")


@check_statement.case(syntax.Transfer)
def transfer(c: Checking, node: syntax.Transfer) -> None:
    if node.unit is not None:
        require(c, node.unit, "INTEGER", "this unit", "a whole number")
    check_list(c, node.items)


def check_list(c: Checking, items: tuple[syntax.Item, ...]) -> None:
    """Check the items of a list; an array without subscripts is all of it."""
    for item in items:
        if isinstance(item, syntax.ImpliedDo):
            do(c, item)
            check_list(c, item.items)
        elif isinstance(item, syntax.Reference) or not c.scope.symbols[item.name].dimensions:
            type_of(c, item)
