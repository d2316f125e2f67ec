"""Turn a program unit into its scope: what each name is, the labels, the statements that are executed.

scope = scope_of(unit, deck_procedures, diagnostics)
scope.symbols["K"]            # Symbol("K", "INTEGER", (Integer(52),))
scope.labels[220]             # the statement with that label

What the rules of the standard forbid is a diagnostic; what compilers of the time let pass is named in the package's
docstring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.formats import FormatFault, format_fields
from interpreters.languages.cdc_fortran.intrinsics import INTRINSICS
from interpreters.source.diagnostics import Diagnostics, nearest
from interpreters.source.position import Place

WORDS = {"INTEGER": 1, "REAL": 1, "LOGICAL": 1, "DOUBLEPRECISION": 2, "COMPLEX": 2, "PROCEDURE": 1}
LARGEST = 2**20
"""The greatest dimension: more words than the 6600 had, and small enough that a product of three is a number."""

NO_TERMINAL = (
    syntax.GoTo, syntax.AssignedGoTo, syntax.ComputedGoTo, syntax.ArithmeticIf, syntax.Return, syntax.Stop,
    syntax.Pause, syntax.Do,
)  # fmt: skip


@dataclass(slots=True)
class Symbol:
    """What a name of a unit is.

    `parameter` is its place among the dummy arguments, `role` one of variable, array, function, subroutine, procedure
    (external, called or not), statement function, intrinsic. `changed` is set where the unit may assign it, `passed`
    where its address is given away.
    """

    name: str
    type: str
    at: Place
    dimensions: tuple[syntax.Expression, ...] = ()
    role: str = "variable"
    parameter: int | None = None
    typed: bool = False
    external: bool = False
    changed: bool = False
    passed: bool = False
    common: bool = False

    @property
    def words(self) -> int:
        """Return the storage units of the variable or of one element."""
        return WORDS[self.type]


@dataclass(slots=True)
class StatementFunction:
    """A statement function: its parameters and its expression."""

    name: str
    parameters: tuple[str, ...]
    value: syntax.Expression


@dataclass(slots=True)
class Scope:
    """All that the declarations of a unit say."""

    unit: syntax.Unit
    name: str
    title: str
    symbols: dict[str, Symbol] = field(default_factory=dict)
    labels: dict[int, syntax.Statement] = field(default_factory=dict)
    formats: dict[int, syntax.Format] = field(default_factory=dict)
    commons: dict[str, list[str]] = field(default_factory=dict)
    equivalences: list[tuple[syntax.Target, ...]] = field(default_factory=list)
    data: list[syntax.Data] = field(default_factory=list)
    functions: dict[str, StatementFunction] = field(default_factory=dict)
    executables: list[syntax.Statement] = field(default_factory=list)

    @property
    def parameters(self) -> tuple[syntax.Name, ...]:
        """Return the dummy arguments."""
        head = self.unit.head
        return head.parameters if isinstance(head, syntax.FunctionHead | syntax.SubroutineHead) else ()

    @property
    def is_main(self) -> bool:
        """Tell whether this is the main program."""
        return self.unit.head is None or isinstance(self.unit.head, syntax.ProgramHead)


@dataclass(slots=True)
class Procedure:
    """A procedure of the deck: "subroutine" or "function", its result's type, and its head."""

    role: str
    type: str
    head: syntax.FunctionHead | syntax.SubroutineHead


def implicit(name: str) -> str:
    """Return the type of a name that no statement declares."""
    return "INTEGER" if name[0] in "IJKLMN" else "REAL"


def scope_of(unit: syntax.Unit, procedures: dict[str, Procedure], diagnostics: Diagnostics) -> Scope:
    """Declare a unit's names and check its statements."""
    return Declarations(unit, procedures, diagnostics).scope


class Declarations:
    """Makes the scope of one unit, statement by statement."""

    def __init__(self, unit: syntax.Unit, procedures: dict[str, Procedure], diagnostics: Diagnostics) -> None:
        self.procedures, self.diagnostics = procedures, diagnostics
        self.scope = Scope(unit, *named(unit))
        for index, name in enumerate(self.scope.parameters):
            if name.name in self.scope.symbols:
                self.complain(name.place, f"{name.name} is twice a parameter")
            self.symbol(name.name, name.place).parameter = index
        if isinstance(unit.head, syntax.FunctionHead):
            result = self.symbol(unit.head.name, unit.head.place)
            if unit.head.type:
                result.type, result.typed = unit.head.type, True
        self.executing = False
        for statement in unit.statements:
            self.declare(statement)
        self.close()

    def complain(self, at: Place, message: str, expected: str = "", near: str = "") -> None:
        """Add a diagnostic."""
        self.diagnostics.error(at, message, expected, near)

    def symbol(self, name: str, at: Place) -> Symbol:
        """Return the symbol of a name, made with its implicit type where it is new."""
        if name not in self.scope.symbols:
            self.scope.symbols[name] = Symbol(name, implicit(name), at)
        return self.scope.symbols[name]

    # --- one statement -------------------------------------------------------------------------------------------

    def declare(self, statement: syntax.Statement) -> None:
        """Take a statement into the scope."""
        construct = statement.construct
        if statement.label:
            if statement.label in self.scope.labels:
                first = self.scope.labels[statement.label].label_place.line
                self.complain(statement.label_place, f"label {statement.label} is there twice: first on line {first}")
            self.scope.labels.setdefault(statement.label, statement)
        if isinstance(construct, syntax.Format):
            self.format(statement, construct)
        elif isinstance(construct, syntax.Data):
            self.scope.data.append(construct)
            for group in construct.groups:
                for target in group.targets:
                    self.symbol(target.name, target.place)
        elif isinstance(construct, syntax.Specification):
            if self.executing:
                self.complain(
                    statement.place, "a specification behind an executable statement", "it before all of them"
                )
            self.specify(construct)
        elif isinstance(construct, syntax.Assignment) and self.is_statement_function(construct):
            self.statement_function(construct)
        elif isinstance(construct, syntax.Executable):
            if isinstance(self.scope.unit.head, syntax.BlockData):
                self.complain(statement.place, "an executable statement in BLOCK DATA", "DATA and specifications")
            self.executing = True
            self.scope.executables.append(statement)

    def format(self, statement: syntax.Statement, construct: syntax.Format) -> None:
        """Keep a FORMAT, and read it once to see whether it is right."""
        if not statement.label:
            self.complain(statement.place, "a FORMAT without a label", "a label in columns 1 to 5")
        try:
            format_fields(construct.text)
        except FormatFault as fault:
            offset = construct.offsets[min(max(fault.index, 0), len(construct.offsets) - 1)]
            self.complain(self.diagnostics.source.place(offset, offset + 1), fault.message)
        self.scope.formats[statement.label] = construct

    def specify(self, construct: syntax.Specification) -> None:
        """Take a specification statement."""
        if isinstance(construct, syntax.Dimension):
            for declarator in construct.declarators:
                if not declarator.dimensions:
                    self.complain(declarator.place, f"{declarator.name} has no dimensions", "them in brackets")
                self.array(declarator)
        elif isinstance(construct, syntax.TypeStatement):
            for declarator in construct.declarators:
                found = self.symbol(declarator.name, declarator.place)
                if found.typed and found.type != construct.type:
                    self.complain(declarator.place, f"{declarator.name} is {found.type} already")
                found.type, found.typed = construct.type, True
                self.array(declarator)
        elif isinstance(construct, syntax.Common):
            for block in construct.blocks:
                self.common(block.name, block.declarators)
        elif isinstance(construct, syntax.Equivalence):
            self.scope.equivalences += [group.targets for group in construct.groups]
        elif isinstance(construct, syntax.External):
            for name in construct.names:
                found = self.symbol(name.name, name.place)
                found.external, found.role = True, "procedure"

    def array(self, declarator: syntax.Declarator) -> None:
        """Give a name its dimensions."""
        found = self.symbol(declarator.name, declarator.place)
        if not declarator.dimensions:
            return
        if found.dimensions:
            self.complain(declarator.place, f"{declarator.name} has its dimensions already")
        if len(declarator.dimensions) > 3:
            self.complain(
                declarator.place, f"{declarator.name} has {len(declarator.dimensions)} dimensions", "at most 3"
            )
        for bound in declarator.dimensions:
            if isinstance(bound, syntax.Integer) and bound.value < 1:
                self.complain(bound.place, "a dimension of zero", "1 or more")
            if isinstance(bound, syntax.Integer) and bound.value > LARGEST:
                self.complain(bound.place, f"a dimension of {bound.value}", f"at most {LARGEST}")
            if isinstance(bound, syntax.Name) and found.parameter is None:
                self.complain(
                    bound.place, f"only a dummy array has adjustable dimensions, {found.name} is none", "a number"
                )
        found.dimensions, found.role = declarator.dimensions, "array"

    def common(self, block: str, declarators: tuple[syntax.Declarator, ...]) -> None:
        """Put names into a COMMON block."""
        for declarator in declarators:
            self.array(declarator)
            found = self.symbol(declarator.name, declarator.place)
            if found.parameter is not None:
                self.complain(declarator.place, f"the parameter {found.name} cannot be in COMMON")
            if found.common:
                self.complain(declarator.place, f"{found.name} is twice in COMMON")
            found.common = True
            self.scope.commons.setdefault(block, []).append(declarator.name)

    def is_statement_function(self, construct: syntax.Assignment) -> bool:
        """Tell whether an assignment defines a statement function: its name is no array, its arguments are names."""
        target = construct.targets[0]
        return (
            not self.executing
            and isinstance(target, syntax.Reference)
            and not (target.name in self.scope.symbols and self.scope.symbols[target.name].dimensions)
            and all(isinstance(argument, syntax.Name) for argument in target.arguments)
        )

    def statement_function(self, construct: syntax.Assignment) -> None:
        """Take the definition of a statement function."""
        target = construct.targets[0]
        assert isinstance(target, syntax.Reference)
        found = self.symbol(target.name, target.place)
        found.role = "statement function"
        names = tuple(argument.name for argument in target.arguments if isinstance(argument, syntax.Name))
        self.scope.functions[target.name] = StatementFunction(target.name, names, construct.value)
        for name in names:
            self.symbol(name, target.place)

    # --- all statements together -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Find what every name is used for, and check labels and DO nests."""
        for function in self.scope.functions.values():
            self.uses(function.value)
        for statement in self.scope.executables:
            assert isinstance(statement.construct, syntax.Executable)
            self.executable(statement.construct)
        for group in self.scope.equivalences:
            for target in group:
                self.symbol(target.name, target.place)
        self.do_nests()
        if isinstance(self.scope.unit.head, syntax.FunctionHead) and not self.scope.symbols[self.scope.name].changed:
            self.complain(
                self.scope.unit.head.place, f"function {self.scope.name} never gets a value", f"{self.scope.name} ="
            )

    def executable(self, construct: syntax.Executable) -> None:
        """Note what an executable statement uses, changes and passes on."""
        for label in targets_of(construct):
            self.target(label, construct.place)
        if isinstance(construct, syntax.Assignment):
            for target in construct.targets:
                self.changes(target)
            self.uses(construct.value)
        elif isinstance(construct, syntax.Assign):
            self.changes(construct.variable)
        elif isinstance(construct, syntax.AssignedGoTo | syntax.ComputedGoTo):
            self.uses(construct.variable)
        elif isinstance(construct, syntax.ArithmeticIf):
            self.uses(construct.condition)
        elif isinstance(construct, syntax.LogicalIf):
            self.uses(construct.condition)
            self.executable(construct.statement)
        elif isinstance(construct, syntax.Call):
            self.called(construct.name, construct.place, "subroutine")
            for argument in construct.arguments:
                self.argument(argument)
        elif isinstance(construct, syntax.Do):
            self.changes(construct.variable)
            for parameter in (construct.first, construct.last, construct.step):
                if parameter is not None:
                    self.uses(parameter)
        elif isinstance(construct, syntax.Transfer):
            self.transfer(construct)
        elif isinstance(construct, syntax.Auxiliary):
            self.uses(construct.unit)
        elif isinstance(construct, syntax.Return) and self.scope.is_main:
            self.complain(construct.place, "RETURN in the main program", "STOP")

    def transfer(self, construct: syntax.Transfer) -> None:
        """Note what an input or output statement uses and changes."""
        if construct.unit is not None:
            self.uses(construct.unit)
        if isinstance(construct.format, syntax.Name):
            found = self.symbol(construct.format.name, construct.format.place)
            if not found.dimensions:
                self.complain(construct.format.place, f"{found.name} is no array that holds a FORMAT")
        elif construct.format is not None and construct.format not in self.scope.formats:
            known = nearest(str(construct.format), map(str, self.scope.formats))
            self.complain(construct.place, f"there is no FORMAT with the label {construct.format}", "", known)
        self.listed(construct.items, construct.verb == "READ")

    def listed(self, items: tuple[syntax.Item, ...], reading: bool) -> None:
        """Note the items of a list."""
        for item in items:
            if isinstance(item, syntax.ImpliedDo):
                self.changes(item.variable)
                for parameter in (item.first, item.last, item.step):
                    if parameter is not None:
                        self.uses(parameter)
                self.listed(item.items, reading)
            elif reading:
                self.changes(item)
            else:
                self.uses(item)
                if self.symbol(item.name, item.place).role in ("function", "intrinsic", "statement function"):
                    self.complain(item.place, f"{item.name} is no array", "a variable or an array element")

    def target(self, label: int, at: Place) -> None:
        """Check that a label belongs to an executable statement."""
        found = self.scope.labels.get(label)
        if found is None:
            known = nearest(str(label), map(str, self.scope.labels))
            self.complain(at, f"there is no label {label} in {self.scope.title}", "", known)
        elif not isinstance(found.construct, syntax.Executable):
            self.complain(at, f"label {label} is on a statement that is not executed")

    def changes(self, target: syntax.Target) -> None:
        """Note an assignment to a variable or an array element."""
        found = self.symbol(target.name, target.place)
        found.changed = True
        if found.role not in ("variable", "array"):
            self.complain(target.place, f"{target.name} is a {found.role}", "a variable or an array element")
        elif isinstance(target, syntax.Reference):
            if not found.dimensions:
                self.complain(target.place, f"{target.name} is no array", "DIMENSION")
            for subscript in target.arguments:
                self.uses(subscript)

    def uses(self, expression: syntax.Expression) -> None:
        """Note the names of an expression."""
        if isinstance(expression, syntax.Name):
            self.symbol(expression.name, expression.place)
        elif isinstance(expression, syntax.Reference):
            found = self.symbol(expression.name, expression.place)
            if found.dimensions:
                for argument in expression.arguments:
                    self.uses(argument)
            else:
                self.called(expression.name, expression.place, "function")
                for argument in expression.arguments:
                    self.argument(argument)
        elif isinstance(expression, syntax.Unary):
            self.uses(expression.operand)
        elif isinstance(expression, syntax.Binary):
            self.uses(expression.left)
            self.uses(expression.right)
        elif isinstance(expression, syntax.Parenthesized):
            self.uses(expression.inner)

    def argument(self, expression: syntax.Expression) -> None:
        """Note an actual argument: a variable or element may be changed by the procedure."""
        self.uses(expression)
        if isinstance(expression, syntax.Name | syntax.Reference):
            found = self.symbol(expression.name, expression.place)
            if found.role in ("variable", "array"):
                found.passed = found.changed = True

    def called(self, name: str, at: Place, role: str) -> None:
        """Note a call and decide what the name is."""
        found = self.symbol(name, at)
        if found.role == "statement function":
            return
        if found.role in ("variable", "array") and found.changed and found.parameter is None:
            self.complain(at, f"{name} is a variable", f"a {role}")
            return
        if found.role == "array":
            self.complain(at, f"{name} is an array", f"a {role}")
            return
        if found.parameter is not None or found.external:
            found.role = role if found.parameter is not None else found.role
        known = self.procedures.get(name)
        if found.parameter is not None:
            found.role, found.external = role, True
        elif known is not None:
            if known.role != role:
                self.complain(at, f"{name} is a {known.role}", f"a {role}")
            found.role = role
            if role == "function" and found.type != known.type:
                self.complain(at, f"function {name} is {known.type}, here it is {found.type}", f"{known.type} {name}")
        elif role == "function" and name in INTRINSICS:
            found.role, found.type = "intrinsic", INTRINSICS[name].result
        else:
            near = nearest(name, [*self.procedures, *(INTRINSICS if role == "function" else ())])
            kind = "array or function" if role == "function" else role
            self.complain(at, f"there is no {kind} {name}", "", near)
            found.role = role

    def do_nests(self) -> None:
        """Check that every DO ends behind itself, inside the DO around it, on a statement that may end one."""
        open_loops: list[syntax.Do] = []
        for statement in self.scope.executables:
            construct = statement.construct
            if isinstance(construct, syntax.Do):
                if construct.label and construct.label == statement.label:
                    self.complain(construct.place, f"the DO ends on itself, label {construct.label}")
                open_loops.append(construct)
            if statement.label and any(loop.label == statement.label for loop in open_loops):
                self.loop_end(statement, open_loops)
        for loop in open_loops:
            if loop.label not in self.scope.labels:
                known = nearest(str(loop.label), map(str, self.scope.labels))
                self.complain(loop.place, f"there is no label {loop.label} to end this DO", "", known)
            else:
                self.complain(loop.place, f"label {loop.label} stands before its DO", "the end of a DO behind it")

    def loop_end(self, statement: syntax.Statement, open_loops: list[syntax.Do]) -> None:
        """Close the loops that end on a statement."""
        while open_loops and open_loops[-1].label == statement.label:
            open_loops.pop()
        for loop in [loop for loop in open_loops if loop.label == statement.label]:
            inner = open_loops[-1]
            self.complain(
                statement.label_place,
                f"the DO of line {loop.place.line} ends here, inside the DO {inner.label} of line {inner.place.line}",
            )
            open_loops.remove(loop)
        construct = statement.construct
        inner_statement = construct.statement if isinstance(construct, syntax.LogicalIf) else construct
        if isinstance(inner_statement, NO_TERMINAL):
            self.complain(statement.place, "a DO cannot end on this statement", "CONTINUE")


def named(unit: syntax.Unit) -> tuple[str, str]:
    """Return the name of a unit, and what messages call it."""
    head = unit.head
    if isinstance(head, syntax.FunctionHead):
        return head.name, f"function {head.name}"
    if isinstance(head, syntax.SubroutineHead):
        return head.name, f"subroutine {head.name}"
    if isinstance(head, syntax.BlockData):
        return f"BLOCK DATA {head.place.line}", "this BLOCK DATA"
    return (head.name, f"program {head.name}") if head else ("MAIN", "the main program")


def targets_of(construct: syntax.Executable) -> Iterator[int]:
    """Yield the labels that a statement goes to."""
    if isinstance(construct, syntax.GoTo | syntax.Assign):
        yield construct.label
    elif isinstance(construct, syntax.AssignedGoTo | syntax.ComputedGoTo | syntax.ArithmeticIf):
        yield from construct.labels
