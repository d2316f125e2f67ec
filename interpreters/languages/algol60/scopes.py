"""Which declaration each identifier of a program refers to (sections 4.1.3 and 5 of the report).

    scopes = Scopes(source, standard)
    scopes.program(tree)                 # sets `meaning` of every Name; scopes.diagnostics holds what is wrong

Every block, procedure body and statement behind a for clause is a scope; labels belong to the smallest one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.entities import Array, Entity, Formal, LabelPoint, Procedure, Switch, Variable
from interpreters.source.diagnostics import Diagnostic, nearest
from interpreters.source.position import Place


@dataclass(eq=False, slots=True)
class Scope:
    """The names of one block; `opened` says what kind of block it is and where it begins."""

    parent: Scope | None
    owner: Procedure | None
    opened: tuple[str, Place]
    names: dict[str, Entity] = field(default_factory=dict)


def labels_of(nodes: Sequence[syntax.Statement], report: str) -> Iterator[tuple[syntax.Name, tuple[syntax.For, ...]]]:
    """Yield the labels that belong to the block of these statements, and the for statements that they are seen through.

    By the Revised Report a for statement is no block for the labels in it; a jump to one from outside is undefined
    when it is made (4.6.6). By the Modified Report nobody outside sees them (4.1.3).
    """
    stack: list[tuple[syntax.Statement, tuple[syntax.For, ...]]] = [(node, ()) for node in reversed(nodes)]
    while stack:
        node, loops = stack.pop()
        yield from ((label, loops) for label in node.labels)
        if isinstance(node, syntax.Compound):
            stack.extend((part, loops) for part in reversed(node.statements))
        elif isinstance(node, syntax.ConditionalStatement):
            stack.extend((part, loops) for part in (node.no, node.yes) if part is not None)
        elif isinstance(node, syntax.For) and report == "revised":
            stack.append((node.body, (*loops, node)))


class Scopes:
    """Walk a program and give every identifier its meaning."""

    def __init__(self, standard: Mapping[str, Entity], report: str) -> None:
        self.standard, self.report = standard, report
        self.folded = {name.casefold(): entity for name, entity in standard.items()}
        self.diagnostics: list[Diagnostic] = []
        self.procedures: list[Procedure] = []
        self.blocks: dict[int, list[Entity]] = {}
        self.hidden: list[tuple[str, Scope]] = []
        self.jumps: list[tuple[syntax.Name, Scope]] = []
        self.barred: Scope | None = None
        self.loops: list[syntax.For] = []

    def complain(self, place: Place, message: str, expected: str = "", near: str = "") -> None:
        """Keep a diagnostic."""
        self.diagnostics.append(Diagnostic(place, message, expected, near))

    # scopes and names

    def declare(self, scope: Scope, entity: Entity) -> None:
        """Put a name into a scope; complain where it is there already."""
        before = scope.names.get(entity.name)
        if before is not None:
            at = f"{before.place.line}:{before.place.column}"
            self.complain(entity.place, f"{entity.name} is declared twice in this block, first at {at} (5)")
            return
        scope.names[entity.name] = entity

    def find(self, name: str, scope: Scope) -> Entity | None:
        """Return what a name means in a scope; the standard names surround the program."""
        at: Scope | None = scope
        while at is not None:
            if name in at.names:
                if at is self.barred:
                    return None
                return at.names[name]
            at = at.parent
        return self.standard.get(name) or self.folded.get(name.casefold())

    def known(self, scope: Scope) -> list[str]:
        """Return every name that a scope sees."""
        found: list[str] = list(self.standard)
        at: Scope | None = scope
        while at is not None:
            found.extend(at.names)
            at = at.parent
        return found

    def refer(self, name: syntax.Name, scope: Scope, use: str) -> None:
        """Give an identifier its meaning; complain where it has none."""
        if self.barred is not None and name.name in self.barred.names:
            message = f"a bound cannot use {name.name}, which is declared in the same block (5.2.4.2)"
            self.complain(name.place, message)
            return
        entity = self.find(name.name, scope)
        if entity is None:
            if use == "label":
                self.jumps.append((name, scope))
            else:
                self.undeclared(name, scope)
            return
        name.meaning = entity
        if isinstance(entity, Formal):
            entity.uses.add(use)

    def undeclared(self, name: syntax.Name, scope: Scope) -> None:
        """Complain of an identifier without declaration; one that goes over a line's end may be two."""
        message = f"{name.name} is not declared (5)"
        if name.place.length < len(name.name):
            message += "; it goes over the end of the line: is a semicolon missing there?"
        self.complain(name.place, message, near=nearest(name.name, self.known(scope)))

    def subscripts(self, node: syntax.Subscripted, scope: Scope) -> None:
        """Walk an array identifier with its subscripts."""
        self.refer(node.name, scope, "subscripted")
        if isinstance(node.name.meaning, Formal) and node.name.meaning.dimensions is None:
            node.name.meaning.dimensions = len(node.subscripts)
        for subscript in node.subscripts:
            self.expression(subscript, scope)

    # programs, blocks, labels

    def program(self, tree: syntax.Program) -> None:
        """Walk a whole program."""
        scope = Scope(None, None, ("program", tree.place))
        self.labels(tree.body, scope)
        self.statement(tree.body, scope)
        for name, at in self.jumps:
            self.missing_label(name, at)

    def missing_label(self, name: syntax.Name, scope: Scope) -> None:
        """Complain of a jump to a label that is not there, or not to be seen."""
        for label, inner in self.hidden:
            if label == name.name:
                kind, place = inner.opened
                at = f"{place.line}:{place.column}"
                section = {"for statement": "4.6.6", "procedure body": "5.4.3"}.get(kind, "4.3.4")
                self.complain(name.place, f"no jump leads into a {kind}: {label} is inside the one at {at} ({section})")
                return
        near = nearest(name.name, self.known(scope))
        self.complain(name.place, f"label {name.name} does not exist (3.5)", "a label", near)

    def labels(self, statement: syntax.Statement, scope: Scope) -> None:
        """Declare the labels of a statement and of all in it that is no scope of its own."""
        for label, loops in labels_of((statement,), self.report):
            label.meaning = LabelPoint(name=label.name, place=label.place, owner=scope.owner, loops=loops)
            self.declare(scope, label.meaning)
            self.hidden.append((label.name, scope))

    def inner(self, body: syntax.Statement, scope: Scope, opened: tuple[str, Place]) -> None:
        """Walk a statement that acts like a block."""
        inside = Scope(scope, scope.owner, opened)
        self.labels(body, inside)
        self.statement(body, inside)

    # statements

    def statement(self, node: syntax.Statement, scope: Scope) -> None:
        """Walk a statement."""
        match node:
            case syntax.Assignment():
                for target in node.targets:
                    self.target(target, scope)
                self.expression(node.value, scope)
            case syntax.GoTo():
                self.designation(node.target, scope)
            case syntax.ProcedureStatement():
                self.refer(node.name, scope, "called" if node.actuals else "statement")
                self.actuals(node.name, node.actuals, scope)
            case syntax.ConditionalStatement():
                self.expression(node.condition, scope)
                self.statement(node.yes, scope)
                if node.no is not None:
                    self.statement(node.no, scope)
            case syntax.For():
                self.target(node.variable, scope)
                for element in node.elements:
                    self.element(element, scope)
                self.loops.append(node)
                if self.report == "modified":
                    self.inner(node.body, scope, ("for statement", node.place))
                else:
                    self.statement(node.body, scope)
                self.loops.pop()
            case syntax.Compound():
                for statement in node.statements:
                    self.statement(statement, scope)
            case syntax.Block():
                self.block(node, scope)

    def element(self, node: syntax.ForElement, scope: Scope) -> None:
        """Walk a for list element."""
        match node:
            case syntax.SingleElement():
                parts = [node.value]
            case syntax.StepElement():
                parts = [node.first, node.step, node.last]
            case syntax.WhileElement():
                parts = [node.value, node.condition]
        for part in parts:
            self.expression(part, scope)

    def target(self, node: syntax.Expression, scope: Scope) -> None:
        """Walk a left part or a controlled variable."""
        if isinstance(node, syntax.Subscripted):
            self.subscripts(node, scope)
        elif isinstance(node, syntax.Name):
            self.refer(node, scope, "assigned")
            if isinstance(node.meaning, Procedure) and node.meaning.standard is None:
                self.result(node, node.meaning, scope)

    def result(self, node: syntax.Name, procedure: Procedure, scope: Scope) -> None:
        """Let an assignment to a procedure identifier mean its value; it must stand in the procedure's body."""
        owner = scope.owner
        while owner is not None and owner is not procedure:
            owner = owner.owner
        if owner is None:
            message = f"assignment to {procedure.described} outside its body (4.2.3)"
            self.complain(node.place, message)
            node.meaning = None
        elif procedure.result is None:
            self.complain(node.place, f"assignment to procedure {procedure.name}, which has no type (5.4.4)")
            node.meaning = None
        else:
            procedure.assigned = True
            node.meaning = procedure.result

    def block(self, node: syntax.Block, scope: Scope) -> None:
        """Walk a block: all its declarations first, then what they contain, then its statements."""
        inside = Scope(scope, scope.owner, ("block", node.place))
        for declaration in node.declarations:
            self.declaration(declaration, inside)
        for statement in node.statements:
            self.labels(statement, inside)
        for declaration in node.declarations:
            self.contents(declaration, inside)
        for statement in node.statements:
            self.statement(statement, inside)

    # declarations

    def declaration(self, node: syntax.Declaration, scope: Scope) -> None:
        """Declare the identifiers of a declaration."""
        owner = scope.owner
        match node:
            case syntax.TypeDeclaration():
                for name in node.names:
                    name.meaning = Variable(name=name.name, place=name.place, owner=owner, type=node.type, own=node.own)
                    self.declare(scope, name.meaning)
            case syntax.ArrayDeclaration():
                for segment in node.segments:
                    for name in segment.names:
                        name.meaning = Array(
                            name=name.name, place=name.place, owner=owner, type=node.type, own=node.own,
                            bounds=segment.bounds,
                        )  # fmt: skip
                        self.declare(scope, name.meaning)
            case syntax.SwitchDeclaration():
                name = node.name
                name.meaning = Switch(name=name.name, place=name.place, owner=owner, elements=node.elements)
                self.declare(scope, name.meaning)
            case syntax.ProcedureDeclaration():
                self.heading(node, scope)

    def heading(self, node: syntax.ProcedureDeclaration, scope: Scope) -> None:
        """Declare a procedure with its formal parameters."""
        name = node.name
        procedure = Procedure(name=name.name, place=name.place, owner=scope.owner, type=node.type, body=node.body)
        procedure.loops = tuple(self.loops)
        name.meaning = procedure
        self.procedures.append(procedure)
        if node.type:
            procedure.result = Variable(
                name=name.name, place=name.place, owner=procedure, type=node.type, result_of=procedure
            )
        for position, formal in enumerate(node.formals, 1):
            formal.meaning = Formal(name=formal.name, place=formal.place, owner=procedure, position=position)
            procedure.formals.append(formal.meaning)
        self.specify(node, procedure)
        self.declare(scope, procedure)

    def specify(self, node: syntax.ProcedureDeclaration, procedure: Procedure) -> None:
        """Note the specifications and the value part of a heading."""
        formals: dict[str, Formal] = {}
        for formal in procedure.formals:
            if formal.name in formals:
                self.complain(formal.place, f"formal parameter {formal.name} appears twice (5.4.3)")
            formals[formal.name] = formal
        if procedure.name in formals:
            self.complain(formals[procedure.name].place, f"{procedure.name} is the name of its own procedure (5.4.3)")
        for specification in node.specifications:
            for name in specification.names:
                found = self.formal(name, formals)
                if found is None:
                    continue
                if found.specified:
                    self.complain(name.place, f"{name.name} is specified twice (5.4.5)")
                found.specified = True
                found.kind = specification.kind  # type: ignore[assignment]
                found.type = specification.type
        for name in node.values:
            found = self.formal(name, formals)
            if found is None:
                continue
            if found.value:
                self.complain(name.place, f"{name.name} stands twice in the value part (5.4)")
            found.value = True
            if found.kind in ("procedure", "switch", "string"):
                self.complain(
                    name.place, f"a {found.kind} has no value: {name.name} cannot be called by value (4.7.5.4)"
                )
            if found.kind == "unspecified":
                self.complain(name.place, f"{name.name} is called by value and needs a specification (5.4.5)")

    def formal(self, name: syntax.Name, formals: Mapping[str, Formal]) -> Formal | None:
        """Return the formal parameter of a name in a heading; complain where it is none."""
        found = formals.get(name.name)
        if found is None:
            self.complain(name.place, f"{name.name} is no formal parameter of this procedure (5.4.5)",
                          near=nearest(name.name, formals))  # fmt: skip
        name.meaning = found
        return found

    def contents(self, node: syntax.Declaration, scope: Scope) -> None:
        """Walk the expressions and statements inside a declaration."""
        match node:
            case syntax.ArrayDeclaration():
                self.barred = scope
                for segment in node.segments:
                    for lower, upper in segment.bounds:
                        self.expression(lower, scope)
                        self.expression(upper, scope)
                self.barred = None
            case syntax.SwitchDeclaration():
                for element in node.elements:
                    self.designation(element, scope)
            case syntax.ProcedureDeclaration():
                procedure = node.name.meaning
                if not isinstance(procedure, Procedure):
                    return
                fictitious = Scope(scope, procedure, ("procedure body", node.place))
                for formal in procedure.formals:
                    fictitious.names.setdefault(formal.name, formal)
                self.inner(node.body, fictitious, ("procedure body", node.place))

    # expressions

    def expression(self, node: syntax.Expression, scope: Scope) -> None:
        """Walk an expression."""
        match node:
            case syntax.Name():
                self.refer(node, scope, "value")
            case syntax.Subscripted():
                self.subscripts(node, scope)
            case syntax.FunctionDesignator():
                self.refer(node.name, scope, "function")
                self.actuals(node.name, node.actuals, scope)
            case syntax.Unary():
                self.expression(node.operand, scope)
            case syntax.Binary():
                while isinstance(node, syntax.Binary):
                    self.expression(node.right, scope)
                    node = node.left
                self.expression(node, scope)
            case syntax.Conditional():
                self.expression(node.condition, scope)
                self.expression(node.yes, scope)
                self.expression(node.no, scope)

    def actuals(self, name: syntax.Name, actuals: tuple[syntax.Expression, ...], scope: Scope) -> None:
        """Walk actual parameters; an identifier alone may be anything."""
        if isinstance(name.meaning, Procedure):
            name.meaning.calls.append(actuals)
        for actual in actuals:
            if isinstance(actual, syntax.Name):
                self.refer(actual, scope, "actual")
            elif isinstance(actual, syntax.IntegerNumber):
                actual.meaning = self.find(str(actual.value), scope)
            elif isinstance(actual, syntax.Conditional):
                self.designation_or_value(actual, scope)
            else:
                self.expression(actual, scope)

    def designation_or_value(self, node: syntax.Conditional, scope: Scope) -> None:
        """Walk a conditional expression whose parts may be labels."""
        self.expression(node.condition, scope)
        for part in (node.yes, node.no):
            if isinstance(part, syntax.Conditional):
                self.designation_or_value(part, scope)
            else:
                self.expression(part, scope)

    def designation(self, node: syntax.Expression, scope: Scope) -> None:
        """Walk a designational expression."""
        match node:
            case syntax.Name():
                self.refer(node, scope, "label")
            case syntax.Subscripted():
                self.refer(node.name, scope, "switch")
                for subscript in node.subscripts:
                    self.expression(subscript, scope)
            case syntax.Conditional():
                self.expression(node.condition, scope)
                self.designation(node.yes, scope)
                self.designation(node.no, scope)
            case _:
                self.expression(node, scope)
