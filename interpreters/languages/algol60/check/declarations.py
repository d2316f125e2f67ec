"""Blocks and their declarations: what they put into scopes (sections 4.1 and 5 of the report)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Array, Formal, Procedure, Switch, Variable
from getallenband.interpreters.languages.algol60.check.scopes import (
    Names,
    Scope,
    Template,
    declare_labels,
    visit,
    visit_designation,
    visit_inner,
)  # fmt: skip
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.tree import rebuilt, unhandled


@visit.case(syntax.Block)
def visit_block(scope: Scope, node: syntax.Block) -> None:
    """Visit a block: all its declarations first, then what they contain, then its statements."""
    inner = Scope(scope.shared, scope, scope.owner, ("block", node.place))
    for declaration in node.declarations:
        declare(inner, declaration)
    declare_labels(inner, *node.statements)
    for part in (*node.declarations, *node.statements):
        visit(inner, part)


# --- declarations ---------------------------------------------------------------------------------------------------


def declare(scope: Scope, node: syntax.Declaration) -> None:
    """Declare the identifiers of a declaration."""
    owner = scope.owner
    match node:
        case syntax.TypeDeclaration():
            for name in node.names:
                name.notes.meaning = Variable(
                    name=name.name, place=name.place, owner=owner, type=node.type, own=node.own
                )
                scope.declare(name.meaning)
        case syntax.ArrayDeclaration():
            for name, bounds in ((name, segment.bounds) for segment in node.segments for name in segment.names):
                name.notes.meaning = Array(
                    name=name.name, place=name.place, owner=owner, type=node.type, own=node.own, bounds=bounds
                )
                scope.declare(name.meaning)
        case syntax.SwitchDeclaration():
            name = node.name
            name.notes.meaning = Switch(name=name.name, place=name.place, owner=owner, elements=node.elements)
            scope.declare(name.meaning)
        case syntax.ProcedureDeclaration():
            declare_procedure(scope, node)
        case _:
            raise unhandled(node)


def declare_procedure(scope: Scope, node: syntax.ProcedureDeclaration) -> None:
    scope.declare(make_procedure(scope, node))


def make_procedure(scope: Scope, node: syntax.ProcedureDeclaration) -> Procedure:
    """Make a procedure with its formal parameters."""
    name, place = node.name.name, node.name.place
    procedure = Procedure(name=name, place=place, owner=scope.owner, type=node.type, body=node.body)
    procedure.loops = tuple(scope.shared.loops)
    node.name.notes.meaning = procedure
    scope.shared.procedures.append(procedure)
    if node.type:
        procedure.result = Variable(name=name, place=place, owner=procedure, type=node.type)
    formals: dict[str, Formal] = {}
    for position, formal in enumerate(node.formals, 1):
        entity = Formal(name=formal.name, place=formal.place, owner=procedure, position=position)
        procedure.formals.append(entity)
        if formal.name == name:
            scope.error(formal.place, f"{name} is the name of its own procedure (Report 5.4.3)")
        if formal.name in formals:
            scope.error(formal.place, f"formal parameter {formal.name} appears twice (Report 5.4.3)")
        formals[formal.name] = entity
    specify(scope, node, formals)
    unspecified = tuple(index for index, formal in enumerate(procedure.formals) if formal.kind == "unspecified")
    if unspecified:
        scope.shared.templates[procedure] = Template(scope, node, unspecified)
    return procedure


def redeclare(names: Names, template: Procedure) -> Procedure:
    """Declare a procedure again as another version, with new entities."""
    found, diagnostics = names.templates[template], names.diagnostics
    node = rebuilt(found.node, lambda part: {"notes": syntax.Notes()} if isinstance(part, syntax.Expression) else {})
    names.diagnostics, names.loops = Diagnostics(diagnostics.source), list(template.loops)
    version = make_procedure(found.scope, node)
    del names.templates[version]
    version.origin, version.library = template, template.library
    visit(found.scope, node)
    names.diagnostics, names.loops = diagnostics, []
    return version


def specify(scope: Scope, node: syntax.ProcedureDeclaration, formals: Mapping[str, Formal]) -> None:
    """Note the specifications and the value part of a heading."""
    for specification in node.specifications:
        for name, formal in formals_of(scope, specification.names, formals):
            if formal.specified:
                scope.error(name.place, f"{name.name} is specified twice (Report 5.4.5)")
            formal.specified = True
            formal.kind = specification.kind  # type: ignore[assignment]
            formal.type = specification.type
    for name, formal in formals_of(scope, node.values, formals):
        if formal.value:
            scope.error(name.place, f"{name.name} is listed twice in the value part (Report 5.4)")
        formal.value = True
        if formal.kind == "procedure" and formal.type:
            formal.kind = "simple"
        if formal.kind in ("procedure", "switch", "string"):
            scope.error(name.place, f"{formal.kind} {name.name} cannot be called by value (Report 4.7.5.4)",
                        hint=f"a {formal.kind} has no value: remove {name.name} from the value part")  # fmt: skip
        if formal.kind == "unspecified":
            message = f"{name.name} is called by value but not specified (Report 5.4.5)"
            scope.error(name.place, message, "a specification")


def formals_of(
    scope: Scope, names: Sequence[syntax.Name], formals: Mapping[str, Formal]
) -> Iterator[tuple[syntax.Name, Formal]]:
    """Yield the formal parameters that names in a heading mean; report the others."""
    for name in names:
        if name.name in formals:
            yield name, formals[name.name]
        else:
            message = f"{name.name} is not a formal parameter of this procedure (Report 5.4.5)"
            scope.error(name.place, message, nearest=scope.shared.diagnostics.nearest(name.name, formals))


@visit.case(syntax.ArrayDeclaration)
def visit_array_declaration(scope: Scope, node: syntax.ArrayDeclaration) -> None:
    scope.shared.barred = scope
    for pair in (pair for segment in node.segments for pair in segment.bounds):
        visit(scope, pair)
    scope.shared.barred = None


@visit.case(syntax.SwitchDeclaration)
def visit_switch_declaration(scope: Scope, node: syntax.SwitchDeclaration) -> None:
    for element in node.elements:
        visit_designation(scope, element)


@visit.case(syntax.ProcedureDeclaration)
def visit_procedure_declaration(scope: Scope, node: syntax.ProcedureDeclaration) -> None:
    procedure, opened = node.name.meaning, ("procedure body", node.place)
    heading = Scope(scope.shared, scope, procedure, opened)
    for formal in procedure.formals:
        heading.names.setdefault(formal.name, formal)
    if procedure.origin is not None:
        heading.names[procedure.name] = procedure
    visit_inner(heading, node.body, opened)
