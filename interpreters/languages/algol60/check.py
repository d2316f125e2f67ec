"""Kinds and types: what the report forbids, said with the section that forbids it.

    procedures = check(tree, source, report, standard)      # raises SourceError with every diagnostic

Sets `type` of every expression; completes the specifications that a heading leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.entities import (
    ARITHMETIC,
    Array,
    Entity,
    Formal,
    LabelPoint,
    Procedure,
    Switch,
    Variable,
)
from interpreters.languages.algol60.scopes import Scopes
from interpreters.languages.algol60.specifications import complete
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.position import Place, SourceText

PROPER = {"+", "-", "×", "/", "÷", "↑"}
LOGICAL = {"∧", "∨", "⊃", "≡"}


def check(tree: syntax.Program, source: SourceText, report: str, standard: Mapping[str, Entity]) -> list[Procedure]:
    """Give identifiers their meanings and expressions their types; raise SourceError with all diagnostics."""
    scopes = Scopes(standard, report)
    scopes.program(tree)
    unspecified = complete(scopes.procedures)
    types = Types(report)
    types.statement(tree.body)
    for procedure in scopes.procedures:
        types.procedure(procedure)
    diagnostics = [*scopes.diagnostics, *unspecified, *types.diagnostics]
    if diagnostics:
        raise SourceError(source, diagnostics)
    return scopes.procedures


class Types:
    """Walk statements and expressions, and complain of what does not fit."""

    def __init__(self, report: str) -> None:
        self.report = report
        self.diagnostics: list[Diagnostic] = []

    def complain(self, place: Place, message: str, expected: str = "") -> str:
        """Keep a diagnostic; return the type of what is wrong (none)."""
        self.diagnostics.append(Diagnostic(place, message, expected))
        return ""

    # statements

    def statement(self, node: syntax.Statement) -> None:
        """Check a statement."""
        match node:
            case syntax.Assignment():
                self.assignment(node)
            case syntax.GoTo():
                self.designational(node.target)
            case syntax.ProcedureStatement():
                self.call(node.name, node.actuals, statement=True)
            case syntax.ConditionalStatement():
                self.expect(node.condition, ("Boolean",), "the condition of if", "4.5.1")
                self.statement(node.yes)
                if node.no is not None:
                    self.statement(node.no)
            case syntax.For():
                self.loop(node)
            case syntax.Compound():
                for statement in node.statements:
                    self.statement(statement)
            case syntax.Block():
                for declaration in node.declarations:
                    self.declaration(declaration)
                for statement in node.statements:
                    self.statement(statement)

    def assignment(self, node: syntax.Assignment) -> None:
        """Check an assignment statement (4.2.4)."""
        types = [self.target(target) for target in node.targets]
        for target, kind in zip(node.targets[1:], types[1:], strict=True):
            if kind and types[0] and kind != types[0]:
                self.complain(
                    target.place, f"left parts of one statement differ in type: {types[0]} and {kind} (4.2.4)"
                )
        wanted = ("Boolean",) if types[0] == "Boolean" else ARITHMETIC
        if types[0]:
            self.expect(node.value, wanted, f"what is assigned to {self.shown(node.targets[0])}", "4.2.4")
        else:
            self.value(node.value)

    def shown(self, target: syntax.Expression) -> str:
        """Describe a left part."""
        name = target.name if isinstance(target, syntax.Subscripted) else target
        assert isinstance(name, syntax.Name)
        return str(name.meaning.described)

    def target(self, node: syntax.Expression) -> str:
        """Check a left part; return its type."""
        if isinstance(node, syntax.Subscripted):
            return self.value(node)
        assert isinstance(node, syntax.Name)
        entity = node.meaning
        match entity:
            case Variable():
                node.type = entity.type
            case Formal(kind="simple"):
                node.type = entity.type
            case Array() | Formal(kind="array"):
                return self.complain(node.place, f"{entity.described} needs subscripts (3.1.4.1)")
            case None:
                return ""
            case _:
                return self.complain(node.place, f"nothing can be assigned to {entity.described} (4.2.1)", "a variable")
        return node.type

    def loop(self, node: syntax.For) -> None:
        """Check a for statement (4.6)."""
        kind = self.target(node.variable)
        if kind and kind not in ARITHMETIC:
            self.complain(node.variable.place, f"the controlled variable is {kind}; it must be real or integer (4.6.3)")
        for element in node.elements:
            match element:
                case syntax.SingleElement():
                    self.expect(element.value, ARITHMETIC, "a for list element", "4.6.1")
                case syntax.StepElement():
                    for part in (element.first, element.step, element.last):
                        self.expect(part, ARITHMETIC, "a step-until-element", "4.6.1")
                case syntax.WhileElement():
                    self.expect(element.value, ARITHMETIC, "a while-element", "4.6.1")
                    self.expect(element.condition, ("Boolean",), "the condition of while", "4.6.1")
        self.statement(node.body)

    # declarations

    def declaration(self, node: syntax.Declaration) -> None:
        """Check what stands inside a declaration; procedure bodies are checked apart."""
        match node:
            case syntax.ArrayDeclaration():
                for segment in node.segments:
                    for pair in segment.bounds:
                        for bound in pair:
                            self.expect(bound, ARITHMETIC, "a subscript bound", "5.2.1")
                            if node.own and constant(bound) is None:
                                self.complain(bound.place, "a bound of an own array must be an integer (5.2.4.2)")
            case syntax.SwitchDeclaration():
                for element in node.elements:
                    self.designational(element)

    def procedure(self, procedure: Procedure) -> None:
        """Check a procedure's body."""
        assert procedure.body is not None
        if procedure.type and not procedure.assigned:
            self.complain(procedure.place, f"{procedure.described} is given no value in its body (5.4.4)",
                          f"{procedure.name} := …")  # fmt: skip
        self.statement(procedure.body)

    # expressions

    def expect(self, node: syntax.Expression, wanted: Iterable[str], what: str, section: str) -> str:
        """Check an expression that must have one of these types."""
        found = self.value(node)
        if found and found not in wanted:
            words = "arithmetic" if "real" in wanted else " or ".join(wanted)
            self.complain(node.place, f"{what} is {found}, not {words} ({section})")
        return found

    def value(self, node: syntax.Expression) -> str:
        """Check an expression that must have a value; return its type, or nothing where it is wrong."""
        node.type = self.value_type(node)
        return node.type

    def value_type(self, node: syntax.Expression) -> str:
        """Return the type of an expression."""
        match node:
            case syntax.IntegerNumber():
                return "integer"
            case syntax.RealNumber():
                return "real"
            case syntax.LogicalValue():
                return "Boolean"
            case syntax.String():
                return self.complain(node.place, "a string has no value: it can only be a parameter (2.6.3)")
            case syntax.Name():
                return self.name(node)
            case syntax.Subscripted():
                return self.subscripted(node)
            case syntax.FunctionDesignator():
                return self.call(node.name, node.actuals, statement=False)
            case syntax.Unary():
                return self.unary(node)
            case syntax.Binary():
                return self.binary(node)
            case syntax.Conditional():
                return self.conditional(node)
        raise TypeError(type(node))

    def name(self, node: syntax.Name) -> str:
        """Return the type of an identifier that stands alone."""
        entity = node.meaning
        match entity:
            case None:
                return ""
            case Variable() | Formal(kind="simple"):
                return str(entity.type)
            case Procedure() | Formal(kind="procedure"):
                return self.call(node, (), statement=False)
            case Array() | Formal(kind="array"):
                return self.complain(node.place, f"{entity.described} needs subscripts (3.1.4.1)")
        return self.complain(node.place, f"{entity.described} has no value (3)")

    def subscripted(self, node: syntax.Subscripted) -> str:
        """Return the type of a subscripted variable."""
        entity = node.name.meaning
        for subscript in node.subscripts:
            self.expect(subscript, ARITHMETIC, "a subscript", "3.1.4.2")
        count = len(node.subscripts)
        match entity:
            case None:
                return ""
            case Array():
                if count != entity.dimensions:
                    self.complain(
                        node.place,
                        f"{entity.described} has {entity.dimensions} subscript{'s' * (entity.dimensions > 1)}, "
                        f"not {count} (5.2.3.2; {entity.declared})",
                    )
                return entity.type
            case Formal(kind="array"):
                return entity.type
            case Switch() | Formal(kind="switch"):
                return self.complain(node.place, f"{entity.described} stands only behind go to (3.5)")
        return self.complain(node.place, f"{entity.described} is no array (3.1.1)")

    def unary(self, node: syntax.Unary) -> str:
        """Return the type of a sign or ¬ with its operand."""
        if node.operator == "¬":
            self.expect(node.operand, ("Boolean",), "the operand of ¬", "3.4.1")
            return "Boolean"
        return self.expect(node.operand, ARITHMETIC, f"the operand of {node.operator}", "3.3.4")

    def binary(self, node: syntax.Binary) -> str:
        """Return the type of an operation (3.3.4, 3.4.5); chains to the left are followed without recursion."""
        chain = [node]
        while isinstance(chain[-1].left, syntax.Binary):
            chain.append(chain[-1].left)
        for link in reversed(chain):
            link.type = self.operation(link)
        return node.type

    def operation(self, node: syntax.Binary) -> str:
        """Return the type of one operation whose left operand, if it is one too, has its type already."""
        operator = node.operator
        wanted = ("Boolean",) if operator in LOGICAL else ARITHMETIC
        section = "3.4.1" if operator in LOGICAL else "3.3.4" if operator in PROPER else "3.4.1"
        what = f"an operand of {operator}"
        if isinstance(node.left, syntax.Binary):
            left = node.left.type
            if left and left not in wanted:
                words = "arithmetic" if "real" in wanted else "Boolean"
                self.complain(node.left.place, f"{what} is {left}, not {words} ({section})")
        else:
            left = self.expect(node.left, wanted, what, section)
        right = self.expect(node.right, wanted, what, section)
        if operator not in PROPER:
            return "Boolean"
        if operator == "/":
            return "real"
        if operator == "÷":
            for part, kind in ((node.left, left), (node.right, right)):
                if kind == "real":
                    self.complain(part.place, "an operand of ÷ is real, not integer (3.3.4.2)")
            return "integer"
        if operator == "↑":
            return self.power(node, left, right)
        return "integer" if left == right == "integer" else "real"

    def power(self, node: syntax.Binary, left: str, right: str) -> str:
        """Return the type of ↑: by the Revised Report integer only where the exponent is seen not to be negative."""
        if left == right == "integer" and (self.report == "modified" or isinstance(node.right, syntax.IntegerNumber)):
            return "integer"
        return "real"

    def conditional(self, node: syntax.Conditional) -> str:
        """Return the type of a conditional expression (3.3.4.4)."""
        self.expect(node.condition, ("Boolean",), "the condition of if", "3.3.1")
        yes, no = self.value(node.yes), self.value(node.no)
        if yes and no and (yes == "Boolean") != (no == "Boolean"):
            return self.complain(node.place, f"one branch is {yes}, the other {no} (3.3.1)")
        return yes if yes == no else "real"

    # designational expressions

    def designational(self, node: syntax.Expression) -> None:
        """Check a designational expression (3.5)."""
        match node:
            case syntax.Name() | syntax.IntegerNumber():
                entity = node.meaning
                if entity is None and isinstance(node, syntax.Name):
                    return
                if not isinstance(entity, LabelPoint) and not (isinstance(entity, Formal) and entity.kind == "label"):
                    shown = entity.described if isinstance(entity, Entity) else str(node.value)  # type: ignore[union-attr]
                    self.complain(node.place, f"{shown} is no label (3.5.1)", "a label")
            case syntax.Subscripted():
                entity = node.name.meaning
                for subscript in node.subscripts:
                    self.expect(subscript, ARITHMETIC, "a subscript", "3.5.4")
                if entity is None:
                    return
                if not isinstance(entity, Switch) and not (isinstance(entity, Formal) and entity.kind == "switch"):
                    self.complain(node.place, f"{entity.described} is no switch (3.5.1)", "a switch designator")
                elif len(node.subscripts) != 1:
                    self.complain(node.place, f"{entity.described} takes one subscript (3.5.1)")
            case syntax.Conditional():
                self.expect(node.condition, ("Boolean",), "the condition of if", "3.5.1")
                self.designational(node.yes)
                self.designational(node.no)
            case _:
                self.complain(
                    node.place, "this is no designational expression (3.5.1)", "a label or a switch designator"
                )

    # calls

    def call(self, name: syntax.Name, actuals: tuple[syntax.Expression, ...], *, statement: bool) -> str:
        """Check a call; return the type of its value."""
        entity = name.meaning
        if entity is None:
            for actual in actuals:
                self.natural(actual)
            return ""
        if isinstance(entity, Formal) and entity.kind == "procedure":
            for actual in actuals:
                self.natural(actual)
            if not entity.type and not statement:
                return self.complain(name.place, f"{entity.described} has no type: it gives no value (5.4.4)")
            return entity.type
        if not isinstance(entity, Procedure):
            return self.complain(name.place, f"{entity.described} is no procedure (4.7.1)", "a procedure")
        if not statement and not entity.type:
            self.complain(name.place, f"{entity.described} has no type: it gives no value (5.4.4)")
        wanted, given = len(entity.formals), len(actuals)
        if wanted != given:
            count = f"{wanted} parameter{'s' * (wanted != 1)}"
            self.complain(name.place, f"{entity.described} has {count}, not {given} (4.7.4{self.where(entity)})")
            return entity.type
        for formal, actual in zip(entity.formals, actuals, strict=True):
            self.actual(entity, formal, actual)
        return entity.type

    def where(self, entity: Procedure) -> str:
        """Say where a procedure is declared, behind a section."""
        return "" if entity.standard else f"; {entity.declared}"

    def actual(self, procedure: Procedure, formal: Formal, actual: syntax.Expression) -> None:
        """Check that an actual parameter is what the formal one asks for (4.7.5.5)."""
        if formal.kind == "label":
            self.designational(actual)
            actual.type = "label"
            return
        kind, type_ = self.natural(actual)
        if not kind:
            return
        fits = kind == formal.kind
        if formal.kind == "simple" and kind == "procedure" and type_ and self.without_parameters(actual):
            fits, kind, actual.type = True, "simple", type_
        if fits and formal.kind in ("simple", "array", "procedure"):
            fits = self.types_fit(formal, type_)
        if not fits:
            found = f"{type_} {kind}".strip() if kind != "simple" else f"{type_} expression"
            message = f"actual parameter {formal.position} of {procedure.name} is {article(found)}"
            self.complain(actual.place, f"{message} (4.7.5.5{self.where(procedure)})", self.wanted(formal))

    def types_fit(self, formal: Formal, type_: str) -> bool:
        """Tell whether a type fits a formal parameter's."""
        if formal.kind == "procedure":
            return not formal.type or ((formal.type == "Boolean") == (type_ == "Boolean") and bool(type_))
        if formal.kind == "array" and not formal.value:
            return type_ == formal.type
        return (formal.type == "Boolean") == (type_ == "Boolean")

    def without_parameters(self, actual: syntax.Expression) -> bool:
        """Tell whether a procedure identifier is a complete expression."""
        assert isinstance(actual, syntax.Name)
        return isinstance(actual.meaning, Formal) or not actual.meaning.formals

    def wanted(self, formal: Formal) -> str:
        """Say what a formal parameter asks for."""
        if formal.kind == "simple":
            return "Boolean expression" if formal.type == "Boolean" else "arithmetic expression"
        return f"{formal.type} {formal.kind}".strip()

    def natural(self, actual: syntax.Expression) -> tuple[str, str]:
        """Check an actual parameter by itself; return its kind and type, or nothing where it is wrong."""
        if isinstance(actual, syntax.String):
            actual.type = "string"
            return "string", ""
        if is_designational(actual):
            self.designational(actual)
            actual.type = "label"
            return "label", ""
        if isinstance(actual, syntax.Name):
            match actual.meaning:
                case Array() | Formal(kind="array"):
                    actual.type = "array"
                    return "array", actual.meaning.type
                case Procedure() | Formal(kind="procedure"):
                    actual.type = "procedure"
                    return "procedure", actual.meaning.type
                case Switch() | Formal(kind="switch"):
                    actual.type = "switch"
                    return "switch", ""
                case Formal(kind="string"):
                    actual.type = "string"
                    return "string", ""
        found = self.value(actual)
        return ("simple", found) if found else ("", "")


def is_designational(node: syntax.Expression) -> bool:
    """Tell whether an expression designates a label."""
    match node:
        case syntax.Name():
            entity = node.meaning
            return isinstance(entity, LabelPoint) or (isinstance(entity, Formal) and entity.kind == "label")
        case syntax.Subscripted():
            entity = node.name.meaning
            return isinstance(entity, Switch) or (isinstance(entity, Formal) and entity.kind == "switch")
        case syntax.Conditional():
            return is_designational(node.yes) or is_designational(node.no)
    return False


def constant(node: syntax.Expression) -> int | None:
    """Return the value of an integer, perhaps with a sign; None for any other expression."""
    if isinstance(node, syntax.Unary) and isinstance(node.operand, syntax.IntegerNumber):
        return node.operand.value if node.operator == "+" else -node.operand.value
    return node.value if isinstance(node, syntax.IntegerNumber) else None


def article(words: str) -> str:
    """Put a or an before words."""
    return ("an " if words[:1] in "aeio" else "a ") + words
