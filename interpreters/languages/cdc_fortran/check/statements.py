"""Check the types in executable statements (ANSI X3.9-1966, 7.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.recursion import check_recursive_functions
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Checking, data_targets
from getallenband.interpreters.languages.cdc_fortran.check.types import (
    REALS,
    check_arguments,
    check_conversion,
    holds_word,
    require,
    type_of,
    wrong_count,
)
from getallenband.interpreters.languages.cdc_fortran.library.fields import WORD_LETTERS
from getallenband.interpreters.languages.cdc_fortran.library.formats import Edit, Field, Group, format_fields
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import SUBROUTINES
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

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


@check_statement.case(syntax.Assign, syntax.AssignedGoTo)
def variable(c: Checking, node: syntax.Assign | syntax.AssignedGoTo) -> None:
    require(c, node.variable, "INTEGER", node.variable.name, "an integer variable")


@check_statement.case(syntax.ComputedGoTo)
def computed_go_to(c: Checking, node: syntax.ComputedGoTo) -> None:
    require(c, node.index, "INTEGER", title(node.index), "an integer variable or expression")


def title(index: syntax.Expression) -> str:
    """Return what messages call the expression that chooses among labels."""
    return index.name if isinstance(index, syntax.Name) else "this expression"


@check_statement.case(
    syntax.GoTo, syntax.Return, syntax.Continue, syntax.Stop, syntax.Pause, syntax.Entry
)  # fmt: skip
def nothing(c: Checking, node: syntax.Executable) -> None:
    """Take statements without operands."""


@check_statement.case(syntax.Assignment)
def assignment(c: Checking, node: syntax.Assignment) -> None:
    value = type_of(c, node.value)
    for target in node.targets:
        check_conversion(c, node.value.place, target.name, type_of(c, target), value)


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
        check_arguments(c, symbol, node.arguments, node.place, len(node.exits))
    elif symbol.role in ("library subroutine", "intrinsic"):
        check_library_call(c, node)


def check_library_call(c: Checking, node: syntax.Call) -> None:
    """Check the arguments of a subroutine of the library; those that it sets are variables."""
    known = SUBROUTINES[node.name]
    wanted = (*known.arguments, known.sets) if known.sets else known.arguments
    if len(wanted) != len(node.arguments):
        wrong_count(c, node.place, f"subroutine {node.name}", len(wanted), len(node.arguments))
    for number, (kind, argument) in enumerate(zip(wanted, node.arguments, strict=False), start=1):
        c.scope.held |= holds_word(kind, type_of(c, argument))
        require(c, argument, kind, f"argument {number} of {node.name}", kind)
    if known.sets and node.arguments and not isinstance(node.arguments[-1], syntax.Name | syntax.Reference):
        message = f"{node.name} sets its last argument"
        c.error(node.arguments[-1].place, message, "a variable or an array element")


@check_statement.case(syntax.Do)
def do(c: Checking, node: syntax.Do | syntax.ImpliedDo) -> None:
    require(c, node.variable, "INTEGER", f"the DO variable {node.variable.name}", "an integer variable")
    for parameter in (node.first, node.last, node.step):
        if parameter is not None:
            require(c, parameter, "INTEGER", "this DO parameter", "an integer variable or constant")


@check_statement.case(syntax.Auxiliary)
def auxiliary(c: Checking, node: syntax.Auxiliary) -> None:
    check_unit(c, node.unit)


def check_unit(c: Checking, unit: syntax.Expression) -> None:
    """Check a unit: a number, or (CDC) the name of a file."""
    if not (isinstance(unit, syntax.Name) and unit.name not in c.scope.symbols):
        require(c, unit, "INTEGER", "this unit", "a whole number")


@check_statement.case(syntax.Transfer)
def transfer(c: Checking, node: syntax.Transfer) -> None:
    if node.unit is not None:
        check_unit(c, node.unit)
    check_list(c, node.items, free=node.format == "*")
    if node.verb == "READ":
        c.scope.held |= reads_words(c, node.format) and any(map(partial(is_real, c), listed(c, node)))


def listed(c: Checking, node: syntax.Transfer | syntax.MemoryTransfer) -> Iterable[syntax.Target]:
    """Return the variables that a statement transfers, those of its NAMELIST too."""
    group = c.scope.namelists.get(node.format.name) if isinstance(node.format, syntax.Name) else None
    return data_targets(node.items) if group is None else group.variables


def is_real(c: Checking, target: syntax.Target) -> bool:
    return c.scope.symbols[target.name].type in REALS


def reads_words(c: Checking, form: int | syntax.Name | str | None) -> bool:
    """Return whether items may be read as characters or octal digits: by such fields, an array's FORMAT, a NAMELIST."""
    if not isinstance(form, int):
        return isinstance(form, syntax.Name)
    return form in c.scope.formats and has_words(format_fields(c.scope.formats[form].text))


def has_words(fields: Iterable[Field]) -> bool:
    """Return whether a FORMAT has a field for the bits of a word."""
    return any(
        one.letter in WORD_LETTERS if isinstance(one, Edit) else isinstance(one, Group) and has_words(one.fields)
        for one in fields
    )


@check_statement.case(syntax.MemoryTransfer)
def memory_transfer(c: Checking, node: syntax.MemoryTransfer) -> None:
    require(c, node.length, "INTEGER", "this number of characters", "a whole number")
    check_list(c, (node.start, *node.items))
    if node.verb == "ENCODE":
        c.scope.held |= is_real(c, node.start)
    else:
        c.scope.held |= reads_words(c, node.format) and any(map(partial(is_real, c), listed(c, node)))


def check_list(c: Checking, items: tuple[syntax.Item, ...], *, free: bool = False) -> None:
    """Check the items of a list; an array without subscripts is all of it; with `free` characters fill no word."""
    for item in items:
        if isinstance(item, syntax.ImpliedDo):
            do(c, item)
            check_list(c, item.items, free=free)
        elif not (whole_array(c, item) or (free and isinstance(item, syntax.Hollerith))):
            type_of(c, item)


def whole_array(c: Checking, item: syntax.Expression) -> bool:
    return isinstance(item, syntax.Name) and bool(c.scope.symbols[item.name].dimensions)
