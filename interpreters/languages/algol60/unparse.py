r"""A syntax tree back into ALGOL 60 text, in plain words; parsing the text gives the same tree.

unparse(parse(SourceText("x", "begin integer k; k := (1 + 2) × k end"), options))
"begin\n  integer k;\n  k := (1 + 2) × k\nend\n"
"""

from __future__ import annotations

import re

from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.lexer import SYMBOLS

LEVELS = {
    "≡": 1, "⊃": 2, "∨": 3, "∧": 4, "<": 6, "<=": 6, "=": 6, ">=": 6, ">": 6, "/=": 6,
    "+": 7, "-": 7, "×": 8, "/": 8, "÷": 8, "↑": 9,
}  # fmt: skip
NOT_LEVEL, RELATION_LEVEL, SIGN_LEVEL, PRIMARY_LEVEL = 5, 6, 7, 10
UNICODE = {"<=": "≤", ">=": "≥", "/=": "≠"}
OPEN, CLOSE = "\ue000", "\ue001"
"""What bold words stand between until it is known whether quotes are needed."""


def unparse(tree: syntax.Program) -> str:
    """Print a program in plain words, or in quoted ones where an identifier is spelled like a symbol."""
    text = "\n".join(statement(tree.body, "")) + "\n"
    outside = re.sub(rf'"(?:\\.|[^"\\])*"|{OPEN}[^{CLOSE}]*{CLOSE}', " ", text)
    quote = "'" if set(re.findall(r"[A-Za-z0-9]+", outside)) & {*SYMBOLS} else ""
    return text.replace(OPEN, quote).replace(CLOSE, quote)


def bold(words: str) -> str:
    """Mark the words of a symbol or of several."""
    return " ".join(OPEN + word + CLOSE for word in words.split())


# --- expressions ----------------------------------------------------------------------------------------------------


def expression(node: syntax.Expression, level: int = 0) -> str:
    """Print an expression; in parentheses where it binds less than `level`."""
    text, own = printed(node)
    return f"({text})" if own < level else text


def printed(node: syntax.Expression) -> tuple[str, int]:
    """Print an expression, and tell how strongly it binds."""
    match node:
        case syntax.IntegerNumber():
            return str(node.value), PRIMARY_LEVEL
        case syntax.RealNumber():
            return real(node.value), PRIMARY_LEVEL
        case syntax.LogicalValue():
            return bold("true" if node.value else "false"), PRIMARY_LEVEL
        case syntax.String():
            return quoted(node.text), PRIMARY_LEVEL
        case syntax.Name():
            return node.name, PRIMARY_LEVEL
        case syntax.Subscripted():
            return f"{node.name.name}[{listed(node.subscripts)}]", PRIMARY_LEVEL
        case syntax.FunctionDesignator():
            return f"{node.name.name}({listed(node.actuals)})", PRIMARY_LEVEL
        case syntax.Unary():
            if node.operator == "¬":
                return "¬" + expression(node.operand, RELATION_LEVEL), NOT_LEVEL
            return node.operator + expression(node.operand, SIGN_LEVEL + 1), SIGN_LEVEL
        case syntax.Binary():
            return binary(node)
        case syntax.Conditional():
            yes, no = expression(node.yes, 1), expression(node.no)
            return f"{bold('if')} {expression(node.condition)} {bold('then')} {yes} {bold('else')} {no}", 0
    raise TypeError(type(node))


def binary(node: syntax.Binary) -> tuple[str, int]:
    """Print an operation; relations stand beside sums only."""
    level = LEVELS[node.operator]
    parts = []
    while True:
        right = expression(node.right, level + 1)
        parts.append(f" {UNICODE.get(node.operator, node.operator)} {right}")
        chained = isinstance(node.left, syntax.Binary) and LEVELS[node.left.operator] == level
        if not chained or level == RELATION_LEVEL:
            break
        assert isinstance(node.left, syntax.Binary)
        node = node.left
    left = expression(node.left, level + 1 if level == RELATION_LEVEL else level)
    return left + "".join(reversed(parts)), level


def real(value: float) -> str:
    """Print a real number so that it is read as the same one."""
    text = repr(value)
    mantissa, _, power = text.partition("e")
    return f"{mantissa}₁₀{int(power)}" if power else text


def quoted(text: str) -> str:
    """Print a string between double quotes."""
    for sign, escape in (("\\", "\\\\"), ('"', '\\"'), ("'", "\\'"), ("\n", "\\n"), ("\t", "\\t"), ("\f", "\\f")):
        text = text.replace(sign, escape)
    return f'"{text}"'


def listed(nodes: tuple[syntax.Expression, ...]) -> str:
    """Print expressions with commas."""
    return ", ".join(expression(node) for node in nodes)


# --- statements -----------------------------------------------------------------------------------------------------


def statement(node: syntax.Statement, indent: str) -> list[str]:
    """Print a statement as lines."""
    lines = unlabelled(node, indent)
    if node.labels:
        labels = "".join(f"{label.name}: " for label in node.labels)
        lines[0] = indent + labels + lines[0][len(indent) :]
    return lines


def unlabelled(node: syntax.Statement, indent: str) -> list[str]:
    """Print a statement without its labels."""
    match node:
        case syntax.Assignment():
            targets = "".join(expression(target) + " := " for target in node.targets)
            return [indent + targets + expression(node.value)]
        case syntax.GoTo():
            return [f"{indent}{bold('goto')} {expression(node.target)}"]
        case syntax.Dummy():
            return [indent]
        case syntax.ProcedureStatement():
            actuals = f"({listed(node.actuals)})" if node.actuals else ""
            return [indent + node.name.name + actuals]
        case syntax.ConditionalStatement():
            lines = [
                f"{indent}{bold('if')} {expression(node.condition)} {bold('then')}",
                *statement(node.yes, indent + "  "),
            ]
            if node.no is not None:
                lines += [indent + bold("else"), *statement(node.no, indent + "  ")]
            return lines
        case syntax.For():
            elements = ", ".join(for_element(element) for element in node.elements)
            head = f"{indent}{bold('for')} {expression(node.variable)} := {elements} {bold('do')}"
            return [head, *statement(node.body, indent + "  ")]
        case syntax.Compound():
            return [indent + bold("begin"), *separated(node.statements, indent + "  "), indent + bold("end")]
        case syntax.Block():
            lines = [indent + bold("begin")]
            for item in node.declarations:
                inner = declaration(item, indent + "  ")
                inner[-1] += ";"
                lines += inner
            return [*lines, *separated(node.statements, indent + "  "), indent + bold("end")]
    raise TypeError(type(node))


def separated(nodes: tuple[syntax.Statement, ...], indent: str) -> list[str]:
    """Print statements with semicolons between them."""
    lines: list[str] = []
    for number, node in enumerate(nodes):
        inner = statement(node, indent)
        if number < len(nodes) - 1:
            inner[-1] += ";"
        lines += inner
    return lines


def for_element(node: syntax.ForElement) -> str:
    """Print a for list element."""
    match node:
        case syntax.SingleElement():
            return expression(node.value)
        case syntax.StepElement():
            step, until = f"{bold('step')} {expression(node.step)}", f"{bold('until')} {expression(node.last)}"
            return f"{expression(node.first)} {step} {until}"
        case syntax.WhileElement():
            return f"{expression(node.value)} {bold('while')} {expression(node.condition)}"


# --- declarations ---------------------------------------------------------------------------------------------------


def declaration(node: syntax.Declaration, indent: str) -> list[str]:
    """Print a declaration as lines."""
    match node:
        case syntax.TypeDeclaration():
            return [f"{indent}{bold('own ' * node.own + node.type)} {names(node.names)}"]
        case syntax.ArrayDeclaration():
            segments = ", ".join(segment(part) for part in node.segments)
            return [f"{indent}{bold('own ' * node.own + node.type + ' array')} {segments}"]
        case syntax.SwitchDeclaration():
            return [f"{indent}{bold('switch')} {node.name.name} := {listed(node.elements)}"]
        case syntax.ProcedureDeclaration():
            return procedure(node, indent)


def names(nodes: tuple[syntax.Name, ...]) -> str:
    """Print identifiers with commas."""
    return ", ".join(node.name for node in nodes)


def segment(node: syntax.ArraySegment) -> str:
    """Print arrays with their bounds."""
    pairs = ", ".join(f"{expression(lower)}:{expression(upper)}" for lower, upper in node.bounds)
    return f"{names(node.names)}[{pairs}]"


def procedure(node: syntax.ProcedureDeclaration, indent: str) -> list[str]:
    """Print a procedure declaration."""
    formals = f"({names(node.formals)})" if node.formals else ""
    lines = [f"{indent}{bold(node.type + ' procedure')} {node.name.name}{formals};"]
    if node.values:
        lines.append(f"{indent}  {bold('value')} {names(node.values)};")
    for item in node.specifications:
        kind = "" if item.kind == "simple" else item.kind
        lines.append(f"{indent}  {bold(f'{item.type} {kind}')} {names(item.names)};")
    return [*lines, *statement(node.body, indent + "  ")]
