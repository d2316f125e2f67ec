"""Which declaration each identifier of a program refers to (sections 4.1.3 and 5 of the report).

    names = Names(standard, "modified", diagnostics)
    resolve(names, tree)                       # sets the meaning of every identifier; fills names.procedures

Every block, procedure body and statement after a for clause is a scope; labels belong to the smallest one. What blocks
and declarations put into scopes stands in declarations.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Entity, Formal, LabelPoint, Procedure
from getallenband.interpreters.languages.algol60.check.library import Library, better_library, left_out, systems_with
from getallenband.interpreters.languages.algol60.slips import HEADING, TYPE_WORDS, foreign_word
from getallenband.interpreters.languages.algol60.symbols import words_of
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node, children

SECTIONS = {"for statement": "4.6.6", "procedure body": "5.4.3", "block": "4.3.4"}


@dataclass(frozen=True, slots=True)
class Template:
    """Where a procedure is declared of which some formal parameters, given by their indices, are not specified."""

    scope: Scope
    node: syntax.ProcedureDeclaration
    unspecified: tuple[int, ...]


@dataclass(slots=True)
class Names:
    """What all scopes of a program share."""

    library: Library
    report: str
    diagnostics: Diagnostics
    procedures: list[Procedure] = field(default_factory=list)
    # Procedures whose headings leave a parameter unspecified: they may get several versions.
    templates: dict[Procedure, Template] = field(default_factory=dict)
    # Every label with its scope, so that a message can say why a jump does not reach it.
    hidden: list[tuple[str, Scope]] = field(default_factory=list)
    # Go to statements whose label was not found; reported at the end, when all labels are known.
    jumps: list[tuple[syntax.Name, Scope]] = field(default_factory=list)
    # The block whose bounds are being resolved: they must not use its own names (5.2.4.2).
    barred: Scope | None = None
    loops: list[syntax.For] = field(default_factory=list)
    standard: dict[str, Entity | None] = field(default_factory=dict)
    # Names that only other libraries have, each with the index of its first fault: the hint weighs all of them.
    elsewhere: dict[str, int] = field(default_factory=dict)

    def standard_entity(self, name: str, place: Place) -> Entity | None:
        """Return the standard procedure of a name that the program does not declare, first mentioned at a place."""
        if name not in self.standard:
            found = self.library.find(name, place)
            self.standard[name] = (
                self.declare_standard(found) if isinstance(found, syntax.ProcedureDeclaration) else found
            )
        return self.standard[name]

    def declare_standard(self, node: syntax.ProcedureDeclaration) -> Procedure:
        """Declare a standard procedure that is written in ALGOL 60, in a block around the program."""
        barred, loops = self.barred, self.loops
        self.barred, self.loops = None, []
        visit(Scope(self, None, None, ("program", node.place)), syntax.Block((node,), (), place=node.place))
        self.barred, self.loops = barred, loops
        procedure: Procedure = node.name.meaning
        procedure.library = True
        return procedure


@dataclass(eq=False, slots=True)
class Scope:
    """The names of one block; `opened` is the kind of block and where it begins."""

    shared: Names
    parent: Scope | None
    owner: Procedure | None
    opened: tuple[str, Place]
    names: dict[str, Entity] = field(default_factory=dict)

    def declare(self, entity: Entity) -> None:
        before = self.names.setdefault(entity.name, entity)
        if before is not entity:
            at = f"{before.place.line}:{before.place.column}"
            self.error(entity.place, f"{entity.name} is already declared in this block, at {at} (Report 5)")

    def find(self, name: str, place: Place) -> Entity | None:
        """Return what a name means here; the standard procedures surround the program."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return self.shared.standard_entity(name, place)

    def knows(self, name: str) -> bool:
        """Return whether the program declares a name that is visible here."""
        return any(name in scope.names for scope in self.outwards())

    def nearest(self, name: str) -> str:
        known = (known for scope in self.outwards() for known in scope.names)
        return self.shared.diagnostics.nearest(name, chain(self.shared.library.standards, known))

    def outwards(self) -> Iterator[Scope]:
        """Return this scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def error(self, place: Place, message: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        self.shared.diagnostics.error(place, message, expected, nearest, hint)


def resolve(names: Names, tree: syntax.Program) -> None:
    scope = Scope(names, None, None, ("program", tree.place))
    declare_labels(scope, tree.body)
    visit(scope, tree.body)
    for name, at in names.jumps:
        missing_label(at, name)
    suggest_library(names)


def suggest_library(names: Names) -> None:
    """Give the first of the names that only other libraries have the hint that is for all of them."""
    if names.elsewhere:
        used = [name for name, entity in names.standard.items() if entity is not None]
        hint = better_library(names.library.setting, used, names.elsewhere)
        found = names.diagnostics.found
        first = min(names.elsewhere.values(), key=lambda index: found[index].place)
        found[first] = replace(found[first], hint=hint)


# --- labels ---------------------------------------------------------------------------------------------------------


def labels_of(nodes: Sequence[syntax.Statement], report: str) -> Iterator[tuple[syntax.Name, tuple[syntax.For, ...]]]:
    """Yield the labels that belong to the block of these statements, each with the for statements around it.

    By the Revised Report a for statement is no block for the labels in it; a jump to one from outside is undefined
    when it is made (4.6.6). By the Modified Report they are not visible outside (4.1.3).
    """
    stack: list[tuple[syntax.Statement, tuple[syntax.For, ...]]] = [(node, ()) for node in reversed(nodes)]
    while stack:
        node, loops = stack.pop()
        yield from ((label, loops) for label in node.labels)
        if isinstance(node, syntax.Block) or (isinstance(node, syntax.For) and report != "revised"):
            continue
        around = (*loops, node) if isinstance(node, syntax.For) else loops
        stack.extend((part, around) for part in reversed(syntax.statements_in(node)))


def declare_labels(scope: Scope, *statements: syntax.Statement) -> None:
    for label, loops in labels_of(statements, scope.shared.report):
        label.notes.meaning = LabelPoint(name=label.name, place=label.place, owner=scope.owner, loops=loops)
        scope.declare(label.meaning)
        scope.shared.hidden.append((label.name, scope))


def missing_label(scope: Scope, name: syntax.Name) -> None:
    """Report a jump to a label that does not exist, or that is not visible."""
    for label, inner in scope.shared.hidden:
        if label == name.name:
            kind, place = inner.opened
            what = f"go to {label} jumps into the {kind} at {place.line}:{place.column} ({SECTIONS.get(kind, '4.3.4')})"
            scope.error(name.place, what, hint=f"label {label} is visible only inside that {kind}")
            return
    scope.error(name.place, f"label {name.name} is not defined (Report 3.5)", "a label", scope.nearest(name.name))


# --- identifiers ----------------------------------------------------------------------------------------------------


def refer(scope: Scope, name: syntax.Name, use: str) -> None:
    """Resolve an identifier; `use` is how it is used."""
    shared = scope.shared
    if shared.barred is not None and name.name in shared.barred.names:
        message = f"a bound cannot use {name.name}, which is declared in the same block (Report 5.2.4.2)"
        hint = "declare the array in an inner block, after begin, where this one's identifiers have their meanings"
        scope.error(name.place, message, hint=hint)
        return
    entity = name.notes.meaning = scope.find(name.name, name.place)
    if isinstance(entity, Formal):
        entity.uses.add(use)
    if entity is None and use == "label":
        shared.jumps.append((name, scope))
    elif entity is None:
        joined = name.place.length < len(name.name)
        hint = (
            "the identifier goes on in the next line: is a semicolon missing?" if joined else other_meaning(scope, name)
        )
        if not hint and systems_with(name.name):
            shared.elsewhere.setdefault(name.name, len(shared.diagnostics.found))
        scope.error(name.place, f"{name.name} is not declared (Report 5)", nearest=scope.nearest(name.name), hint=hint)


def other_meaning(scope: Scope, node: syntax.Name) -> str:
    """Suggest what an undeclared identifier may be: a word symbol, a call, or a word of another language."""
    name = node.name
    if name.lower() in words_of("english"):
        return f"{name} is a word symbol in other letters: --setting representation=mixed"
    for verb in ("read", "print"):
        if name.lower().startswith(verb) and scope.knows(name[len(verb) :]):
            return f"blanks mean nothing in identifiers: write {name[: len(verb)]}({name[len(verb) :]})"
    if any(scope.knows(f"{word}{name}") for word in TYPE_WORDS):
        return HEADING
    line = scope.shared.diagnostics.source.line(node.place.line)
    written = line[node.place.column - 1 :][: node.place.length]
    return left_out(name) or ("" if systems_with(name) else foreign_word(written))


visit: Dispatcher[Scope, None] = dispatcher("a construct of ALGOL 60")


@visit.case(
    syntax.IntegerNumber, syntax.RealNumber, syntax.LogicalValue, syntax.String, syntax.Unary, syntax.Conditional,
    syntax.SingleElement, syntax.StepElement, syntax.WhileElement, syntax.BoundPair,
)  # fmt: skip
def visit_parts(scope: Scope, node: Node) -> None:
    for part in children(node):
        visit(scope, part)


@visit.case(syntax.Name)
def visit_name(scope: Scope, node: syntax.Name) -> None:
    refer(scope, node, "value")


@visit.case(syntax.Subscripted)
def visit_subscripted(scope: Scope, node: syntax.Subscripted, use: str = "subscripted") -> None:
    refer(scope, node.name, use)
    entity = node.name.meaning
    if isinstance(entity, Formal) and entity.dimensions is None and use == "subscripted":
        entity.dimensions = len(node.subscripts)
    for subscript in node.subscripts:
        visit(scope, subscript)


@visit.case(syntax.Binary)
def visit_binary(scope: Scope, node: syntax.Binary) -> None:
    """Visit both operands; chains to the left without recursion."""
    left: syntax.Expression = node
    while isinstance(left, syntax.Binary):
        visit(scope, left.right)
        left = left.left
    visit(scope, left)


@visit.case(syntax.FunctionDesignator)
def visit_function(scope: Scope, node: syntax.FunctionDesignator) -> None:
    refer(scope, node.name, "function")
    visit_actuals(scope, node.name, node.actuals)


def visit_actuals(scope: Scope, name: syntax.Name, actuals: tuple[syntax.Expression, ...]) -> None:
    """Visit actual parameters: an identifier alone may be anything, an integer perhaps a label."""
    for index, actual in enumerate(actuals):
        if isinstance(actual, syntax.Name):
            refer(scope, actual, "actual")
            if isinstance(actual.meaning, Formal) and isinstance(name.meaning, Procedure):
                actual.meaning.passed.append((name.meaning, index))
        else:
            visit(scope, actual)
            if isinstance(actual, syntax.IntegerNumber):
                actual.notes.meaning = scope.find(str(actual.value), actual.place)


def visit_designation(scope: Scope, node: syntax.Expression) -> None:
    match node:
        case syntax.Name():
            refer(scope, node, "label")
        case syntax.Subscripted():
            visit_subscripted(scope, node, "switch")
        case syntax.Conditional():
            visit(scope, node.condition)
            visit_designation(scope, node.yes)
            visit_designation(scope, node.no)
        case _:
            visit(scope, node)


# --- statements -----------------------------------------------------------------------------------------------------


def visit_inner(scope: Scope, body: syntax.Statement, opened: tuple[str, Place]) -> None:
    """Visit a statement that acts like a block."""
    inner = Scope(scope.shared, scope, scope.owner, opened)
    declare_labels(inner, body)
    visit(inner if inner.names else scope, body)


@visit.case(syntax.Dummy, syntax.TypeDeclaration)
def visit_nothing(scope: Scope, node: Node) -> None:
    pass


@visit.case(syntax.Compound)
def visit_compound(scope: Scope, node: syntax.Compound) -> None:
    for statement in node.statements:
        visit(scope, statement)


@visit.case(syntax.ConditionalStatement)
def visit_conditional_statement(scope: Scope, node: syntax.ConditionalStatement) -> None:
    for part in (node.condition, node.yes, node.no):
        if part is not None:
            visit(scope, part)


@visit.case(syntax.Assignment)
def visit_assignment(scope: Scope, node: syntax.Assignment) -> None:
    for target in node.targets:
        visit_target(scope, target)
    visit(scope, node.value)


def visit_target(scope: Scope, node: syntax.Expression) -> None:
    """Visit a left part or a controlled variable; a procedure identifier there means the procedure's value."""
    if not isinstance(node, syntax.Name):
        visit(scope, node)
        return
    refer(scope, node, "assigned")
    procedure = node.meaning
    if not isinstance(procedure, Procedure) or procedure.standard is not None:
        return
    node.notes.meaning = None
    owner = scope.owner
    while owner is not None and owner is not procedure:
        owner = owner.owner
    if owner is None:
        scope.error(node.place, f"assignment to {procedure.described} outside its body (Report 4.2.3)")
    elif procedure.result is None:
        scope.error(node.place, f"assignment to procedure {procedure.name}, which has no type (Report 5.4.4)")
    else:
        procedure.assigned = True
        node.notes.meaning = procedure.result


@visit.case(syntax.GoTo)
def visit_go_to(scope: Scope, node: syntax.GoTo) -> None:
    visit_designation(scope, node.target)


@visit.case(syntax.ProcedureStatement)
def visit_procedure_statement(scope: Scope, node: syntax.ProcedureStatement) -> None:
    refer(scope, node.name, "called" if node.actuals else "statement")
    visit_actuals(scope, node.name, node.actuals)


@visit.case(syntax.For)
def visit_for(scope: Scope, node: syntax.For) -> None:
    visit_target(scope, node.variable)
    for element in node.elements:
        visit(scope, element)
    scope.shared.loops.append(node)
    if scope.shared.report == "modified":
        visit_inner(scope, node.body, ("for statement", node.place))
    else:
        visit(scope, node.body)
    scope.shared.loops.pop()
