"""Find out what each name of a unit is used for: what is assigned, what is passed, what is called.

After this every symbol has its role, and every label and FORMAT that a statement refers to has been looked up.
"""

from __future__ import annotations

import re

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Checking, targets_of
from getallenband.interpreters.languages.cdc_fortran.library.intrinsics import INTRINSICS, SUBROUTINES
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node, children
from getallenband.interpreters.source.words import origins

use: Dispatcher[Checking, None] = dispatcher("a construct that uses names")


def look_up_names(c: Checking) -> None:
    """Look up the names of a unit whose declarations are known."""
    for function in c.scope.functions.values():
        use(c, function.value)
    for statement in c.scope.executables:
        for label in targets_of(statement.construct):
            look_up_label(c, label, statement.construct)
        use(c, statement.construct)
    for group in c.scope.equivalences:
        for target in group.targets:
            c.scope.symbol(target.name, target.place)
    head = c.scope.unit.head
    if isinstance(head, syntax.FunctionHead) and not any(c.scope.symbols[one.name].changed for one in c.scope.views):
        c.error(head.place, f"function {c.scope.name} is never assigned a value", f"{c.scope.name} =")


def look_up_label(c: Checking, label: int, construct: syntax.Construct) -> None:
    """Check that a label belongs to an executable statement."""
    place = construct.statement.place if isinstance(construct, syntax.LogicalIf) else construct.place
    found = c.scope.labels.get(label)
    if found is None:
        near = c.nearest(label, c.scope.labels)
        c.error(place, f"there is no label {label} in {c.scope.title}", "", near)
    elif not isinstance(found.construct, syntax.Executable):
        c.error(place, f"label {label} is on a statement that is not executable")


# --- expressions -------------------------------------------------------------------------------------------------


@use.case(
    syntax.Integer, syntax.Real, syntax.Double, syntax.Complex, syntax.Logical, syntax.Hollerith, syntax.Octal,
    syntax.Unary, syntax.Binary, syntax.Parenthesized, syntax.GoTo, syntax.AssignedGoTo, syntax.ComputedGoTo,
    syntax.ArithmeticIf, syntax.LogicalIf, syntax.Continue, syntax.Stop, syntax.Pause, syntax.Entry,
)  # fmt: skip
def parts(c: Checking, node: Node) -> None:
    for child in children(node):
        use(c, child)


@use.case(syntax.Name)
def name(c: Checking, node: syntax.Name) -> None:
    c.scope.symbol(node.name, node.place)


@use.case(syntax.Reference)
def reference(c: Checking, node: syntax.Reference) -> None:
    if c.scope.symbol(node.name, node.place).dimensions:
        parts(c, node)
    else:
        call(c, node.name, node.place, "function")
        pass_arguments(c, node.name, node.arguments)


@use.case(syntax.Call)
def call_statement(c: Checking, node: syntax.Call) -> None:
    call(c, node.name, node.place, "subroutine")
    pass_arguments(c, node.name, node.arguments)


def pass_arguments(c: Checking, procedure: str, arguments: tuple[syntax.Expression, ...]) -> None:
    """Note the actual arguments of a procedure; it may change variables and elements."""
    for index, argument in enumerate(arguments):
        use(c, argument)
        if isinstance(argument, syntax.Name | syntax.Reference):
            found = c.scope.symbols[argument.name]
            if found.parameter is not None and isinstance(argument, syntax.Name):
                c.scope.passed_on.append((argument.name, procedure, index))
            # Assumed of every procedure: it may be a dummy one, and units that come later have not been looked at.
            if found.role in ("variable", "array"):
                found.passed = found.changed = True


def call(c: Checking, name: str, place: Place, role: str) -> None:
    """Note a call, and decide what the name is: the unit's own, else the deck's, else the library's procedure."""
    found = c.scope.symbol(name, place)
    known = c.procedures.get(name)
    if found.role == "statement function":
        return
    if name == c.scope.name and c.scope.is_function:
        c.error(place, f"{name} calls {name}: procedures are not recursive")
    elif found.role == "array" or (found.role == "variable" and found.changed and found.parameter is None):
        c.error(place, f"{name} is {'an' if found.role == 'array' else 'a'} {found.role}", f"a {role}")
    elif found.parameter is not None:
        # A dummy procedure: which one it is, only the callers know, so no name is looked up.
        found.role, found.external = role, True
    elif known is not None:
        if known.role != role:
            c.error(place, f"{name} is a {known.role}", f"a {role}")
        elif role == "function" and found.type != known.type:
            message = f"function {name} is {known.type}, but {found.type} in this unit"
            c.error(place, message, f"{known.type} {name}")
        found.role = role
        c.scope.calls.setdefault(name, place)
    elif role == "function" and name in INTRINSICS:
        found.role, found.type = "intrinsic", INTRINSICS[name].result
    elif role == "subroutine" and name in SUBROUTINES:
        found.role = found.role if found.role == "intrinsic" else "library subroutine"
    else:
        near = c.nearest(name, [*c.procedures, *(INTRINSICS if role == "function" else SUBROUTINES)])
        message = f"there is no {'array or function' if role == 'function' else role} {name}"
        origin, instead = origins("getallenband.interpreters.languages.cdc_fortran", "routines").get(name, ("", ""))
        hint = f"of {origin}; here: {instead}" if origin else ""
        c.error(place, message, "", "" if origin else near, hint)
        found.role = role


# --- statements --------------------------------------------------------------------------------------------------


def change(c: Checking, target: syntax.Target) -> None:
    """Note an assignment to a variable or an array element."""
    found = c.scope.symbol(target.name, target.place)
    found.changed = True
    if found.role not in ("variable", "array"):
        c.error(target.place, f"{target.name} is a {found.role}", "a variable or an array element")
    elif isinstance(target, syntax.Reference):
        if not found.dimensions:
            c.error(target.place, f"{target.name} is not an array", "DIMENSION")
        parts(c, target)


@use.case(syntax.Assignment)
def assignment(c: Checking, node: syntax.Assignment) -> None:
    for target in node.targets:
        change(c, target)
    use(c, node.value)


@use.case(syntax.Assign, syntax.Do)
def variable(c: Checking, node: syntax.Assign | syntax.Do) -> None:
    change(c, node.variable)
    parts(c, node)


@use.case(syntax.Return)
def return_(c: Checking, node: syntax.Return) -> None:
    if c.scope.is_main:
        c.error(node.place, "RETURN in the main program", "STOP")
    if node.exit is not None and not c.scope.exits:
        c.error(node.exit.place, f"{c.scope.title} has no labels to return to", "RETURN")
    elif isinstance(node.exit, syntax.Name) and node.exit.name not in c.scope.exits:
        use(c, node.exit)


@use.case(syntax.Transfer)
def transfer(c: Checking, node: syntax.Transfer) -> None:
    if node.unit is not None:
        unit(c, node.unit)
    named = node.format.name if isinstance(node.format, syntax.Name) else ""
    if named in c.scope.namelists:
        if node.items:
            c.error(node.items[0].place, f"{named} is a NAMELIST, and has no list after it")
        return
    look_up_format(c, node)
    transfer_list(c, node.items, reading=node.verb == "READ")


@use.case(syntax.MemoryTransfer)
def memory_transfer(c: Checking, node: syntax.MemoryTransfer) -> None:
    use(c, node.length)
    look_up_format(c, node)
    transfer_list(c, node.items, reading=node.verb == "DECODE")
    pass_arguments(c, "", (node.start,))


@use.case(syntax.Auxiliary)
def auxiliary(c: Checking, node: syntax.Auxiliary) -> None:
    unit(c, node.unit)


def unit(c: Checking, node: syntax.Expression) -> None:
    """Note a unit; a file name that is a variable nowhere else in the unit is not made one here."""
    if not (isinstance(node, syntax.Name) and is_file(c, node.name)):
        use(c, node)


def is_file(c: Checking, name: str) -> bool:
    """Return whether a name is that of a file: INPUT, OUTPUT, PUNCH, TAPE and a number."""
    return re.fullmatch(r"INPUT|OUTPUT|PUNCH|TAPE\d\d?", name) is not None and name not in c.scope.symbols


def look_up_format(c: Checking, node: syntax.Transfer | syntax.MemoryTransfer) -> None:
    """Look up the FORMAT of a transfer: its label, or the array that holds one."""
    if isinstance(node.format, syntax.Name):
        if not c.scope.symbol(node.format.name, node.format.place).dimensions:
            c.error(node.format.place, f"{node.format.name} is not an array that holds a FORMAT")
    elif isinstance(node.format, int) and node.format not in c.scope.formats:
        near = c.nearest(node.format, c.scope.formats)
        c.error(node.place, f"there is no FORMAT with the label {node.format}", "", near)


def transfer_list(c: Checking, items: tuple[syntax.Item, ...], *, reading: bool) -> None:
    """Note the items of a list; the variables of a READ are assigned."""
    for item in items:
        if isinstance(item, syntax.ImpliedDo):
            change(c, item.variable)
            for parameter in (item.first, item.last, item.step):
                if parameter is not None:
                    use(c, parameter)
            transfer_list(c, item.items, reading=reading)
        elif not isinstance(item, syntax.Name | syntax.Reference):
            if reading:
                c.error(item.place, "an expression cannot be read", "a variable or an array element")
            use(c, item)
        elif reading:
            change(c, item)
        else:
            use(c, item)
            if isinstance(item, syntax.Name) and c.scope.symbols[item.name].role not in ("variable", "array"):
                c.error(item.place, f"{item.name} is a {c.scope.symbols[item.name].role}", "its arguments")
