"""Complete the specifications that headings leave out, from the uses and the actual parameters (5.4.5).

A heading may leave its parameters unspecified. Then a parameter's kind follows from how the body uses it, and its
type from the actual parameters of all calls: integer where all are, real where one is, Boolean where all are.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.entities import Array, Formal, Kind, LabelPoint, Procedure, Switch, Variable
from interpreters.source.diagnostics import Diagnostic

ROLES: tuple[tuple[str, Kind], ...] = (
    ("subscripted", "array"), ("switch", "switch"), ("called", "procedure"), ("function", "procedure"),
    ("statement", "procedure"), ("label", "label"), ("assigned", "simple"), ("value", "simple"),
)  # fmt: skip


def complete(procedures: Sequence[Procedure]) -> list[Diagnostic]:
    """Give every unspecified formal parameter a kind and a type; return what cannot be decided."""
    open_formals = [formal for procedure in procedures for formal in procedure.formals if formal.kind == "unspecified"]
    for formal in open_formals:
        formal.kind = next((kind for role, kind in ROLES if role in formal.uses), "unspecified")
    diagnostics: list[Diagnostic] = []
    for _ in range(len(open_formals) + 1):
        changed = False
        for formal in open_formals:
            before = (formal.kind, formal.type)
            settle(formal)
            changed = changed or before != (formal.kind, formal.type)
        if not changed:
            break
    for formal in open_formals:
        if {kind for kind, _ in actuals_of(formal)} - {"", formal.kind, "procedure"} or mixed(formal):
            message = f"{formal.name} has no specification, and its actual parameters are of different kinds (5.4.5)"
            diagnostics.append(Diagnostic(formal.place, message, "a specification"))
        if formal.kind == "unspecified":
            formal.kind = "simple"
        if formal.kind in ("simple", "array") and not formal.type:
            formal.type = "real"
    return diagnostics


def settle(formal: Formal) -> None:
    """Take over what the actual parameters show so far."""
    found = actuals_of(formal)
    if formal.kind == "unspecified":
        kinds = {kind for kind, _ in found if kind}
        if len(kinds) == 1:
            formal.kind = kinds.pop()  # type: ignore[assignment]
    if formal.kind not in ("simple", "array", "procedure"):
        return
    types = {type_ for _, type_ in found if type_}
    if types:
        formal.type = types.pop() if len(types) == 1 else "real"


def mixed(formal: Formal) -> bool:
    """Tell whether actual parameters are Boolean and arithmetic, or arrays of different types."""
    types = {type_ for _, type_ in actuals_of(formal) if type_}
    return len(types) > 1 and ("Boolean" in types or formal.kind == "array")


def actuals_of(formal: Formal) -> list[tuple[str, str]]:
    """Return kind and type of the actual parameter in each call, as far as they are known."""
    owner = formal.owner
    assert owner is not None
    index = formal.position - 1
    return [kind_and_type(actuals[index]) for actuals in owner.calls if index < len(actuals)]


def kind_and_type(node: syntax.Expression) -> tuple[str, str]:
    """Return kind and type of an actual parameter, as far as they are known."""
    match node:
        case syntax.String():
            return "string", ""
        case syntax.Name():
            match node.meaning:
                case Array():
                    return "array", node.meaning.type
                case Procedure():
                    if node.meaning.type and not node.meaning.formals:
                        return "simple", node.meaning.type
                    return "procedure", node.meaning.type
                case Switch():
                    return "switch", ""
                case LabelPoint():
                    return "label", ""
                case Formal():
                    kind = node.meaning.kind
                    return ("" if kind == "unspecified" else kind), node.meaning.type
        case syntax.Subscripted():
            if isinstance(node.name.meaning, Switch):
                return "label", ""
        case syntax.Conditional():
            return join(kind_and_type(node.yes), kind_and_type(node.no))
    return "simple", value_type(node)


def join(first: tuple[str, str], second: tuple[str, str]) -> tuple[str, str]:
    """Return what two branches are together."""
    kind = first[0] or second[0]
    return kind, arithmetic(first[1], second[1])


def arithmetic(left: str, right: str) -> str:
    """Return the type of two operands together; nothing where one is unknown."""
    if not left or not right:
        return ""
    return left if left == right else "real"


def value_type(node: syntax.Expression) -> str:
    """Return the type of an expression, as far as it is known."""
    match node:
        case syntax.IntegerNumber():
            return "integer"
        case syntax.RealNumber():
            return "real"
        case syntax.LogicalValue():
            return "Boolean"
        case syntax.Name():
            return node.meaning.type if isinstance(node.meaning, Variable | Formal | Procedure) else ""
        case syntax.Subscripted() | syntax.FunctionDesignator():
            entity = node.name.meaning
            return entity.type if isinstance(entity, Array | Formal | Procedure) else ""
        case syntax.Unary():
            return "Boolean" if node.operator == "¬" else value_type(node.operand)
        case syntax.Binary():
            if node.operator not in "+-×/÷↑":
                return "Boolean"
            if node.operator == "/":
                return "real"
            return arithmetic(value_type(node.left), value_type(node.right))
        case syntax.Conditional():
            return arithmetic(value_type(node.yes), value_type(node.no))
    return ""
