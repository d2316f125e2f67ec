"""Turn the specification statements of a unit into symbols (ANSI X3.9-1966, 7.2, 8.1)."""

from __future__ import annotations

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Checking, StatementFunction, data_targets
from getallenband.interpreters.languages.cdc_fortran.library.formats import FormatFault, format_fields
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

LARGEST = 2**20
"""The greatest dimension: more words than the 6600 had, and small enough that a product of three is a number."""

specify: Dispatcher[Checking, None] = dispatcher("a specification")


def declare_parameters(c: Checking) -> None:
    """Take the dummy arguments of a unit, and the result of a function."""
    head = c.scope.unit.head
    for view in c.scope.views:
        before: set[str] = set()
        for index, name in enumerate(view.parameters):
            if name.name in before:
                c.error(name.place, f"parameter {name.name} is given twice")
            before.add(name.name)
            c.scope.symbol(name.name, name.place).parameter = index
    if isinstance(head, syntax.FunctionHead):
        result = c.scope.symbol(head.name, head.place)
        if head.type:
            result.type, result.typed = head.type, True


def declare(c: Checking, statement: syntax.Statement) -> None:
    """Take a statement into the scope."""
    construct = statement.construct
    if statement.label:
        first = c.scope.labels.setdefault(statement.label, statement)
        if first is not statement:
            message = f"label {statement.label} is already defined on line {first.label_place.line}"
            c.error(statement.label_place, message)
    if isinstance(construct, syntax.Format):
        declare_format(c, statement, construct)
    elif isinstance(construct, syntax.Data):
        declare_data(c, construct.groups)
    elif isinstance(construct, syntax.Entry):
        declare_entry(c, statement, construct)
    elif isinstance(construct, syntax.Specification):
        if c.executing:
            message = "specification statement after an executable statement"
            c.error(statement.place, message, "all specifications first")
        specify(c, construct)
    elif isinstance(construct, syntax.Assignment) and is_statement_function(c, construct):
        declare_statement_function(c, construct)
    else:
        if isinstance(c.scope.unit.head, syntax.BlockData):
            c.error(statement.place, "executable statement in BLOCK DATA", "DATA and specifications")
        c.executing = True
        c.scope.executables.append(statement)


def declare_data(c: Checking, groups: tuple[syntax.DataGroup, ...]) -> None:
    """Store the groups of a DATA statement for later: variables have no storage yet."""
    c.scope.data += groups
    for target in data_targets(one for group in groups for one in group.targets):
        c.scope.symbol(target.name, target.place)


def declare_entry(c: Checking, statement: syntax.Statement, entry: syntax.Entry) -> None:
    """Take an ENTRY: control passes it by."""
    if not isinstance(c.scope.unit.head, syntax.FunctionHead | syntax.SubroutineHead):
        c.error(entry.place, f"ENTRY in {c.scope.title}", "ENTRY in a subprogram")
    c.executing = True
    c.scope.executables.append(statement)
    if c.scope.is_function:
        # RETURN gives the value under the name that was called. As one storage the names of the function and its
        # entries may be assigned one for another.
        results = tuple(syntax.Name(name, place=entry.place) for name in (c.scope.name, entry.name))
        c.scope.equivalences.append(syntax.EquivalenceGroup(results))


def declare_format(c: Checking, statement: syntax.Statement, construct: syntax.Format) -> None:
    """Store a FORMAT, and parse it once to report faults."""
    if not statement.label:
        c.error(statement.place, "a FORMAT without a label", "a label in columns 1 to 5")
    try:
        format_fields(construct.text)
    except FormatFault as fault:
        place = statement.place
        if construct.offsets:
            offset = construct.offsets[min(max(fault.index, 0), len(construct.offsets) - 1)]
            place = c.diagnostics.source.place(offset, offset + 1)
        c.error(place, fault.message, fault.expected)
    c.scope.formats[statement.label] = construct


@specify.case(syntax.Dimension)
def dimension(c: Checking, node: syntax.Dimension) -> None:
    for declarator in node.declarators:
        if not declarator.dimensions:
            c.error(declarator.place, f"DIMENSION {declarator.name} gives no bounds", "bounds in parentheses")
        declare_array(c, declarator)


@specify.case(syntax.TypeStatement)
def type_statement(c: Checking, node: syntax.TypeStatement) -> None:
    for declarator in node.declarators:
        found = c.scope.symbol(declarator.name, declarator.place)
        if found.typed and found.type != node.type:
            c.error(declarator.place, f"{declarator.name} is already declared {found.type}")
        found.type, found.typed = node.type, True
        declare_array(c, declarator)
    declare_data(c, node.data)


@specify.case(syntax.Implicit)
def implicit(c: Checking, node: syntax.Implicit) -> None:
    """Take nothing: the scope began with the types that IMPLICIT gives."""


@specify.case(syntax.Namelist)
def namelist(c: Checking, node: syntax.Namelist) -> None:
    for group in node.groups:
        c.scope.namelists[group.name] = group
        for variable in group.variables:
            found = c.scope.symbol(variable.name, variable.place)
            # The library is given its address, so it must be in memory; and a READ may assign any of the group.
            found.passed = found.changed = True


@specify.case(syntax.Common)
def common(c: Checking, node: syntax.Common) -> None:
    for block in node.blocks:
        for declarator in block.declarators:
            declare_array(c, declarator)
            found = c.scope.symbol(declarator.name, declarator.place)
            if found.parameter is not None:
                c.error(declarator.place, f"the parameter {found.name} cannot be in COMMON")
            if found.common:
                c.error(declarator.place, f"{found.name} is already in COMMON")
            found.common = True
            c.scope.commons.setdefault(block.name, []).append(declarator.name)


@specify.case(syntax.Equivalence)
def equivalence(c: Checking, node: syntax.Equivalence) -> None:
    c.scope.equivalences += node.groups


@specify.case(syntax.External)
def external(c: Checking, node: syntax.External) -> None:
    for name in node.names:
        found = c.scope.symbol(name.name, name.place)
        found.external, found.role = True, "procedure"


def declare_array(c: Checking, declarator: syntax.Declarator) -> None:
    """Declare the dimensions of a name, if it has any."""
    found = c.scope.symbol(declarator.name, declarator.place)
    if not declarator.dimensions:
        return
    if found.dimensions:
        c.error(declarator.place, f"{declarator.name} already has dimensions")
    if len(declarator.dimensions) > 3:
        c.error(declarator.place, f"{declarator.name} has {len(declarator.dimensions)} dimensions", "at most 3")
    for bound in declarator.dimensions:
        if isinstance(bound, syntax.Integer) and not 1 <= bound.value <= LARGEST:
            expected = f"at most {LARGEST}" if bound.value else "1 or more"
            c.error(bound.place, f"a dimension of {bound.value}", expected)
        if isinstance(bound, syntax.Name) and found.parameter is None:
            message = f"{found.name} has an adjustable dimension but is not a dummy array"
            c.error(bound.place, message, "a number")
    found.dimensions, found.role = declarator.dimensions, "array"


# --- statement functions -----------------------------------------------------------------------------------------


def is_statement_function(c: Checking, construct: syntax.Assignment) -> bool:
    """Return whether an assignment defines a statement function: its name is no array, its arguments are names."""
    target = construct.targets[0]
    return (
        not c.executing
        and isinstance(target, syntax.Reference)
        and not (target.name in c.scope.symbols and c.scope.symbols[target.name].dimensions)
        and all(isinstance(argument, syntax.Name) for argument in target.arguments)
    )


def declare_statement_function(c: Checking, construct: syntax.Assignment) -> None:
    """Take the definition of a statement function."""
    target = construct.targets[0]
    assert isinstance(target, syntax.Reference)
    c.scope.symbol(target.name, target.place).role = "statement function"
    names = tuple(argument.name for argument in target.arguments if isinstance(argument, syntax.Name))
    c.scope.functions[target.name] = StatementFunction(target.name, names, construct.value)
    for name in names:
        c.scope.symbol(name, target.place)
