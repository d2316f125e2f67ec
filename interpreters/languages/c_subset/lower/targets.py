"""What static object a pointer points into, where every assignment says the same.

    int a[12][8][5];  …  p = a[i];  pp = p[j];  pp[1]      p and pp point into a, and nowhere else

Followed are pointer variables of functions whose address is never taken. A pointer that goes elsewhere (into memory,
to a function, into another type) escapes: whatever it points into can then be reached by any pointer.

What this is for: an access through a followed pointer needs no look-up in the table of objects, and an object to which
only such pointers lead is private, so that the IR's analyses may follow what it holds. A missing case in `escaping`
would make a private object change without their noticing: an expression that is not known to be harmless must be
yielded; a class that neither `escaping` nor HARMLESS has is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.library import HEAP
from getallenband.interpreters.languages.c_subset.typed import Expression, Typed, Variable
from getallenband.interpreters.languages.c_subset.types import Pointer, Void
from getallenband.interpreters.source.tree import Node, unknown, walk


@dataclass
class Targets:
    """What is known of pointers."""

    # Followed variables with the one static object that each points into.
    of_variable: dict[Variable, Variable] = field(default_factory=dict)
    # Static objects that any pointer may point into.
    escaped: set[Variable] = field(default_factory=set)
    # A pointer is converted to another type somewhere, so pointers may be misaligned.
    mixed: bool = False
    # The program allocates blocks.
    heap: bool = False
    # Cached results of `source`, by the id of the node.
    sources: dict[int, Variable | None] = field(default_factory=dict)

    def of(self, pointer: Expression) -> Variable | None:
        """Return the static object that a pointer points into, None where it is not known."""
        source = self.source(pointer)
        return self.of_variable.get(source, source if source.region else None) if source is not None else None

    def source(self, node: Typed) -> Variable | None:
        """Return the variable that a pointer is copied from, or points into."""
        if id(node) not in self.sources:
            self.sources[id(node)] = self.found(node)
        return self.sources[id(node)]

    def found(self, node: Typed) -> Variable | None:
        match node:
            case typed.Address(lvalue):
                return self.source(lvalue)
            case typed.Named(variable):
                return variable
            case typed.Element(base, _) | typed.MemberOf(base, _):
                return self.source(base)
            case typed.Pointed(pointer) | typed.Move(_, pointer, _):
                return self.source(pointer)
            case typed.Load(typed.Named(variable)) | typed.Old(variable) if variable and is_followed(variable):
                return variable
            case typed.Assign(typed.Named(variable)) | typed.Update(typed.Named(variable)) if is_followed(variable):
                return variable
            case typed.Comma(_, right) | typed.After(_, right):
                return self.source(right)
            case typed.StructArgument(lvalue) | typed.Copy(lvalue):
                return self.source(lvalue)
        return None


def is_followed(variable: Variable) -> bool:
    """Return whether a variable is a pointer that only assignments to its name change."""
    return isinstance(variable.type, Pointer) and not variable.region and not variable.address_taken


def targets_of(program: typed.Program) -> Targets:
    """Follow the pointers of a program."""
    t = Targets()
    nodes = [node for function in program.functions for node in walk(function)]
    t.of_variable = resolved(t, given_values(t, program, nodes))
    for node in nodes:
        for pointer in escaping(t, node):
            escape(t, pointer)
        t.mixed = t.mixed or mixes(node)
        t.heap = t.heap or (isinstance(node, typed.CallLibrary) and node.name in HEAP)
    for argument in program.arguments:
        escape(t, argument)
    for variable in program.statics:
        for _, value in variable.contents:
            if isinstance(value.type, Pointer) and (found := typed.static_offset(value)):
                t.escaped.add(found[0])
            t.mixed = t.mixed or mixes(value)
    return t


HARMLESS = (
    typed.Named, typed.Element, typed.Pointed, typed.MemberOf, typed.After, typed.Copy, typed.Constant,
    typed.RealConstant, typed.FunctionAddress, typed.Load, typed.Address, typed.StructArgument, typed.Unused,
    typed.Convert, typed.Arithmetic, typed.Shift, typed.Compare, typed.Logical, typed.Not, typed.Move, typed.Distance,
    typed.Old, typed.Comma, typed.Piece, typed.Scan, typed.Block, typed.Declare, typed.Initialize, typed.Evaluate,
    typed.If, typed.Loop, typed.Do, typed.Switch, typed.Case, typed.Labelled, typed.Goto, typed.Leave, typed.Return,
    typed.FunctionDefinition,
)  # fmt: skip
"""What stores and passes no pointer, or only in the forms that `escaping` lists before; any other class is refused."""
Given = dict[Variable, set[Variable | None]]


def given_values(t: Targets, program: typed.Program, nodes: list[Node]) -> Given:
    """Return what is assigned to each followed variable: objects, other variables, None for unknown values."""
    found: Given = {parameter: {None} for function in program.functions for parameter in function.parameters}
    for node in nodes:
        match node:
            case typed.Assign(typed.Named(variable), value) | typed.Update(typed.Named(variable), _, value):
                pass
            case typed.Initialize(variable, value):
                pass
            case _:
                continue
        if is_followed(variable):
            found.setdefault(variable, set()).add(t.source(value))
    return found


def resolved(t: Targets, given: Given) -> dict[Variable, Variable]:
    """Return the static object that each followed variable points into: the least fixed point."""
    # From empty sets upwards: pointers that are assigned to each other in a circle add nothing to one another.
    found: Given = {variable: set() for variable in given}
    grown = True
    while grown:
        grown = False
        for variable, sources in given.items():
            for source in sources:
                if source is None or is_followed(source):
                    fresh = found.get(source, {None}) if source is not None else {None}
                else:
                    fresh = {source if source.region else None}
                if not fresh <= found[variable]:
                    found[variable] |= fresh
                    grown = True
    only = {variable: next(iter(targets)) for variable, targets in found.items() if len(targets) == 1}
    return {variable: target for variable, target in only.items() if target is not None}


def escaping(t: Targets, node: Node) -> Iterator[Expression]:
    """Yield the pointers that are stored or passed where they are not followed."""
    match node:
        case typed.Assign(typed.Named(variable)) | typed.Update(typed.Named(variable)) if variable in t.of_variable:
            pass
        case typed.Initialize(variable) if variable in t.of_variable:
            pass
        case typed.Assign(_, value) | typed.Update(_, _, value):
            yield value
        case typed.Initialize(_, value) | typed.Return(value) if isinstance(value, Expression):
            yield value
        case typed.Convert(operand) if not isinstance(node.type, Void):
            yield operand
        case typed.Conditional(_, yes, no):
            yield from (yes, no)
        case typed.Call(_, arguments) | typed.CallPointer(_, arguments) | typed.CallLibrary(_, arguments):
            yield from arguments
        case typed.Piece(_, argument) if argument is not None:
            yield argument
        case typed.Print(_, stream, target):
            yield from (pointer for pointer in (stream, target) if pointer is not None)
        case typed.Scan(_, origin) if origin is not None:
            yield origin
        case _ if not isinstance(node, HARMLESS):
            raise unknown(node)


def escape(t: Targets, pointer: Expression) -> None:
    """Note that whatever a pointer points into can be reached by any pointer."""
    followed = isinstance(pointer.type, Pointer) or isinstance(pointer, typed.StructArgument)
    target = t.of(pointer) if followed else None
    if target is not None:
        t.escaped.add(target)


def mixes(node: Node) -> bool:
    """Return whether a node may convert a pointer to one to another type.

    A call through a pointer may: the parameters of the function called are not known.
    """
    match node:
        case typed.Convert(operand):
            return isinstance(operand.type, Pointer)
        case typed.CallPointer(_, arguments):
            return any(isinstance(argument.type, Pointer) for argument in arguments)
    return False
