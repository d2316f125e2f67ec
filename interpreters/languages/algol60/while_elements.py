"""While-elements that assign the same value again and again: for i := 1 while i < n do … (4.6.4.3 of the report).

The value is assigned before each test. Where it is a number, or is made of variables that the loop does not change, the
controlled variable does not count, as those who know a while statement expect.
"""

from __future__ import annotations

from collections.abc import Iterator

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.tree import Node, walk

CONSTANT = (syntax.IntegerNumber, syntax.RealNumber, syntax.Name, syntax.Unary, syntax.Binary)
CALLS = (syntax.FunctionDesignator, syntax.ProcedureStatement)


def unchanging(program: syntax.Program) -> Iterator[Diagnostic]:
    """Note each while-element whose value cannot change, if the loop uses its controlled variable."""
    variables, others = declared(program)
    for loop in walk(program):
        if not isinstance(loop, syntax.For) or not isinstance(loop.variable, syntax.Name):
            continue
        name = loop.variable.name
        for element in loop.elements:
            if not isinstance(element, syntax.WhileElement) or not uses(name, element.condition, loop.body):
                continue
            read = names(element.value)
            if name not in read and is_constant(element, loop, read, variables - others, others):
                message = f"the value of {name} never changes: it is assigned again before each test (Report 4.6.4.3)"
                hint = (
                    f"write {name} := {name} while … if the statement changes it, {name} := {name} + 1 while … to count"
                )
                yield Diagnostic(element.value.place, message, hint=hint)


def is_constant(
    element: syntax.WhileElement, loop: syntax.For, read: set[str], variables: set[str], others: set[str]
) -> bool:
    """Return whether the value of an element is the same each time: what its variables have cannot change meanwhile."""
    if not all(isinstance(node, CONSTANT) for node in walk(element.value)):
        return False
    inside = [*walk(element.condition), *walk(loop.body)]
    calls_nothing_declared = not any(isinstance(node, syntax.Name) and node.name in others for node in inside)
    return not read or (read <= variables and calls_nothing_declared and not read & changed(inside))


def changed(nodes: list[Node]) -> set[str]:
    """Return the names that are assigned to, or that a procedure may assign to."""
    found: set[str] = set()
    for node in nodes:
        parts: tuple[syntax.Expression, ...] = ()
        if isinstance(node, syntax.Assignment):
            parts = node.targets
        elif isinstance(node, syntax.For):
            parts = (node.variable,)
        elif isinstance(node, CALLS):
            parts = node.actuals
        found |= {part.name for part in parts if isinstance(part, syntax.Name)}
    return found


def declared(program: syntax.Program) -> tuple[set[str], set[str]]:
    """Return the names of simple variables, and those of all else that a name may call: procedures, parameters."""
    variables: set[str] = set()
    others: set[str] = set()
    for node in walk(program):
        if isinstance(node, syntax.TypeDeclaration):
            variables |= {name.name for name in node.names}
        elif isinstance(node, syntax.ProcedureDeclaration):
            others |= {node.name.name, *(formal.name for formal in node.formals)}
    return variables, others


def uses(name: str, *nodes: Node) -> bool:
    return any(name in names(node) for node in nodes)


def names(node: Node) -> set[str]:
    return {inner.name for inner in walk(node) if isinstance(inner, syntax.Name)}
