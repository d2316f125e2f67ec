"""Calls, actual parameters, and designational expressions (3.2, 3.5, 4.3 and 4.7 of the report)."""

from __future__ import annotations

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import (
    ARITHMETIC,
    Array,
    Entity,
    Formal,
    Kind,
    LabelPoint,
    Procedure,
    Switch,
    is_kind,
)  # fmt: skip
from getallenband.interpreters.languages.algol60.check.library import system
from getallenband.interpreters.languages.algol60.check.types import Checker, expect, statement, type_of, value
from getallenband.interpreters.languages.algol60.systems import system_names

Actuals = tuple[syntax.Expression, ...]

# --- designational expressions --------------------------------------------------------------------------------------


@statement.case(syntax.GoTo)
def go_to(c: Checker, node: syntax.GoTo) -> None:
    designational(c, node.target)


@statement.case(syntax.SwitchDeclaration)
def switch_declaration(c: Checker, node: syntax.SwitchDeclaration) -> None:
    for element in node.elements:
        designational(c, element)


def designational(c: Checker, node: syntax.Expression) -> None:
    match node:
        case syntax.Name() | syntax.IntegerNumber():
            entity = node.meaning
            if entity is None and isinstance(node, syntax.IntegerNumber):
                c.error(node.place, f"{node.value} is not a label (Report 3.5.1)", "a label")
            elif entity is not None and not is_kind(entity, LabelPoint, "label"):
                c.error(node.place, f"{entity.described} is not a label (Report 3.5.1)", "a label")
        case syntax.Subscripted():
            entity = node.name.meaning
            for subscript in node.subscripts:
                expect(c, subscript, ARITHMETIC, "a subscript", "3.5.4")
            if entity is not None and not is_kind(entity, Switch, "switch"):
                c.error(node.place, f"{entity.described} is not a switch (Report 3.5.1)", "a switch designator")
            elif entity is not None and len(node.subscripts) != 1:
                given = len(node.subscripts)
                c.error(node.place, f"{entity.described} takes one subscript, not {given} (Report 3.5.1)")
        case syntax.Conditional():
            expect(c, node.condition, ("Boolean",), "the condition of if", "3.5.1")
            designational(c, node.yes)
            designational(c, node.no)
        case _:
            c.error(node.place, "this expression is not designational (Report 3.5.1)", "a label or a switch designator")


def is_designational(node: syntax.Expression) -> bool:
    """Return whether an expression designates a label."""
    match node:
        case syntax.Name():
            return is_kind(node.meaning, LabelPoint, "label")
        case syntax.Subscripted():
            return is_kind(node.name.meaning, Switch, "switch")
        case syntax.Conditional():
            return is_designational(node.yes) or is_designational(node.no)
    return False


# --- calls ----------------------------------------------------------------------------------------------------------


@statement.case(syntax.ProcedureStatement)
def procedure_statement(c: Checker, node: syntax.ProcedureStatement) -> None:
    call(c, node.name, node.actuals)


@type_of.case(syntax.FunctionDesignator)
def function_designator(c: Checker, node: syntax.FunctionDesignator) -> str:
    return function(c, node.name, node.actuals)


@type_of.case(syntax.Name)
def name(c: Checker, node: syntax.Name) -> str:
    """Return the type of an identifier that stands alone: a variable, or a function without parameters."""
    entity = node.meaning
    if is_kind(entity, Procedure, "procedure"):
        return function(c, node, ())
    if is_kind(entity, Array, "array"):
        return c.error(node.place, f"{entity.described} needs subscripts (Report 3.1.4.1)")
    found: str = getattr(entity, "type", "")
    if entity is not None and not found:
        return c.error(node.place, f"{entity.described} has no value (3)")
    return found


def function(c: Checker, name: syntax.Name, actuals: Actuals) -> str:
    """Check a call for a value; return its type."""
    entity = name.meaning
    if is_kind(entity, Procedure, "procedure") and not entity.type:
        c.error(name.place, f"{entity.described} has no type: it gives no value (Report 5.4.4)")
    check_assigned(c, name)
    return call(c, name, actuals)


def check_assigned(c: Checker, name: syntax.Name) -> None:
    """Report a function that is called for its value, but whose body assigns none (5.4.4)."""
    entity = name.meaning
    if isinstance(entity, Procedure) and entity.type and not entity.assigned:
        message = f"{entity.described} is never given its value (Report 5.4.4; {entity.declared})"
        c.error(name.place, message, f"{entity.name} := … in its body")


def call(c: Checker, name: syntax.Name, actuals: Actuals) -> str:
    """Check a call; return the type of its value, if it has one."""
    entity = name.meaning
    if entity is None or isinstance(entity, Formal):
        for actual in actuals:
            natural(c, actual)
    if entity is None:
        return ""
    if isinstance(entity, Formal) and entity.kind == "procedure":
        return entity.type
    if not isinstance(entity, Procedure):
        return c.error(name.place, f"{entity.described} is not a procedure (Report 4.7.1)", "a procedure")
    if entity.variadic:
        for actual in actuals:
            _, type_ = natural(c, actual)
            if is_complete_function(actual):
                actual.notes.type = type_
        return entity.type
    wanted, given = len(entity.formals), len(actuals)
    if wanted != given:
        count = f"{wanted} parameter{'s' * (wanted != 1)}"
        standard = entity.standard
        hint = others_named(entity.name, standard.source) if standard else ""
        message = f"{entity.described} has {count}, not {given} (4.7.4{where(entity)})"
        c.error(name.place, message, standard.heading if standard else "", hint)
        return entity.type
    for formal, actual in zip(entity.formals, actuals, strict=True):
        actual_parameter(c, entity, formal, actual)
    return entity.type


def others_named(name: str, source: str) -> str:
    """Name the systems that have another procedure of this name, for a program that seems to mean that one."""
    others = [f"{each.heading} in the library {known}"
              for known in system_names() for each in system(known).procedures
              if each.name.casefold() == name.casefold() and each.source != source]  # fmt: skip
    return f"there is also {' and '.join(others)} (--setting library=…)" if others else ""


def where(procedure: Procedure) -> str:
    """Return where a procedure is declared, to follow the section in a message."""
    return "" if procedure.standard or procedure.library else f"; {procedure.declared}"


# --- actual parameters ----------------------------------------------------------------------------------------------


def actual_parameter(c: Checker, procedure: Procedure, formal: Formal, actual: syntax.Expression) -> None:
    """Check that an actual parameter has the kind and type of the formal one (4.7.5.5)."""
    if formal.kind == "label":
        designational(c, actual)
        actual.notes.type = "label"
        return
    kind, type_ = natural(c, actual)
    if kind == "unspecified":
        return
    fits = kind == formal.kind
    if formal.kind == "simple" and isinstance(actual, syntax.Name) and is_complete_function(actual):
        check_assigned(c, actual)
        fits, kind, actual.notes.type = True, "simple", type_
    if not fits or not types_fit(formal, type_):
        message = f"actual parameter {formal.position} of {procedure.name} is {kind_and_type(kind, type_)}"
        prints = procedure.standard is not None and kind == "string" and formal.kind == "simple"
        hint = 'a string is printed by outstring(1, "…") or PRINTTEXT("…")' if prints else ""
        c.error(actual.place, f"{message} (4.7.5.5{where(procedure)})", wanted(formal), hint)


def kind_and_type(kind: str, type_: str) -> str:
    """Describe a kind and type: a Boolean expression, an integer array."""
    found = f"{type_} {kind}".strip() if kind != "simple" else f"{type_} expression"
    return f"{'an' if found[:1] in 'aeio' else 'a'} {found}"


def types_fit(formal: Formal, type_: str) -> bool:
    """Return whether the type of an actual parameter of the right kind fits the formal one's."""
    if formal.kind == "procedure":
        return not formal.type or ((formal.type == "Boolean") == (type_ == "Boolean") and bool(type_))
    if formal.kind == "array" and not formal.value:
        return not formal.type or type_ == formal.type
    return (formal.type == "Boolean") == (type_ == "Boolean")


def is_complete_function(actual: syntax.Expression) -> bool:
    """Return whether an actual parameter is a function called without parameters."""
    if not isinstance(actual, syntax.Name) or not is_kind(actual.meaning, Procedure, "procedure"):
        return False
    return bool(actual.meaning.type) and not getattr(actual.meaning, "formals", ())


def wanted(formal: Formal) -> str:
    """Describe the actual parameter that a formal one requires."""
    if formal.kind == "simple":
        return "Boolean expression" if formal.type == "Boolean" else "arithmetic expression"
    return f"{formal.type} {formal.kind}".strip()


KINDS: tuple[tuple[type[Entity], Kind], ...] = ((Array, "array"), (Procedure, "procedure"), (Switch, "switch"))


def natural(c: Checker, actual: syntax.Expression) -> tuple[Kind, str]:
    """Check an actual parameter by itself; return its kind and type, unspecified where it is wrong."""
    if is_designational(actual):
        designational(c, actual)
        actual.notes.type = "label"
        return "label", ""
    entity = actual.meaning
    if isinstance(actual, syntax.String) or (isinstance(entity, Formal) and entity.kind == "string"):
        actual.notes.type = "string"
        return "string", ""
    for made, kind in KINDS:
        if isinstance(actual, syntax.Name) and is_kind(entity, made, kind):
            actual.notes.type = kind
            return kind, getattr(entity, "type", "")
    found = value(c, actual)
    return ("simple", found) if found else ("unspecified", "")
