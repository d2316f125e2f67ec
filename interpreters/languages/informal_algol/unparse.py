"""A syntax tree of the informal Algol back into text.

unparse(Assign(":=", Variable("k"), Number(1)))     # "k := 1"
"""

from __future__ import annotations

from interpreters.ir.types import Type
from interpreters.languages.informal_algol import syntax

PRIORITY = {
    "OR": 1, "AND": 2, "NOT": 3, "=": 4, "/=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "×": 6, "÷": 6,
    "MOD": 6,
}  # fmt: skip
WORDS = {Type.INT: "INT", Type.BOOL: "BOOL"}


def unparse(block: syntax.Block) -> str:
    """Print a program."""
    return f"{statement(block, '')}\n"


def statement(node: syntax.Statement, indent: str) -> str:
    """Print a statement; its first line is not indented."""
    match node:
        case syntax.Dummy():
            return ""
        case syntax.Block(declarations, statements):
            deeper = f"{indent}  "
            lines = [f"{deeper}{declaration(item, deeper)};\n" for item in declarations]
            body = ";\n".join(f"{deeper}{statement(item, deeper)}" for item in statements)
            return f"BEGIN\n{''.join(lines)}{body}\n{indent}END"
        case syntax.Assign(operator, variable, value):
            return f"{expression(variable)} {operator} {expression(value)}"
        case syntax.Call(name, arguments):
            return name + (f"({listed(arguments)})" if arguments else "")
        case syntax.Choose(condition, yes, no):
            # an IF without ELSE before an ELSE would take it: a block keeps them apart
            first = syntax.Block((), (yes,)) if no is not None and takes_else(yes) else yes
            text = f"IF {expression(condition)} THEN {statement(first, indent)}"
            return text + (f" ELSE {statement(no, indent)}" if no is not None else "")
        case syntax.Loop(name, start, last, condition, body_):
            head = f"FOR {name}={expression(start)}...{expression(last) if last else ''}"
            test = f" WHILE {expression(condition)}" if condition else ""
            return f"{head}{test} DO {statement(body_, indent)}"


def takes_else(node: syntax.Statement) -> bool:
    """Tell whether an ELSE behind a statement would be read as part of it."""
    match node:
        case syntax.Choose(_, yes, no):
            return no is None or takes_else(no) or takes_else(yes)
        case syntax.Loop():
            return takes_else(node.body)
    return False


def declaration(node: syntax.Declaration, indent: str) -> str:
    """Print a declaration."""
    match node:
        case syntax.Constants(constants):
            return "INT CONST " + ", ".join(f"{item.name}={expression(item.value)}" for item in constants)
        case syntax.Simple(names):
            return typed(names)
        case syntax.Array(bounds, names):
            return f"[{', '.join(map(bound, bounds))}]{typed(names)}"
        case syntax.Procedure(kind, name, parameters, specifications, body):
            head = f"{WORDS[kind]} PROC {name}" if kind else f"PROC {name}"
            head += f"({', '.join(parameters)});" if parameters else ";"
            given = "".join(f" {WORDS[item.type]} {item.name};" for item in specifications)
            return f"{head}{given}\n{indent}  {statement(body, indent + '  ')}"


def typed(names: tuple[syntax.Typed, ...]) -> str:
    """Print a list of names with their types."""
    parts, kind = [], None
    for item in names:
        parts.append(item.name if item.type is kind else f"{WORDS[item.type]} {item.name}")
        kind = item.type
    return ", ".join(parts)


def bound(node: syntax.Bound) -> str:
    """Print the bounds of a dimension."""
    return f"{expression(node.lower)}:{expression(node.upper) if node.upper else 'FLEX'}"


def listed(nodes: tuple[syntax.Expression, ...]) -> str:
    """Print expressions with commas between them."""
    return ", ".join(map(expression, nodes))


def expression(node: syntax.Expression, above: int = 0) -> str:
    """Print an expression; `above` is the least priority that may stand here without brackets."""
    match node:
        case syntax.Number(value):
            return str(value)
        case syntax.Truth(value):
            return "TRUE" if value else "FALSE"
        case syntax.Variable(name, subscripts):
            return name + (f"[{listed(subscripts)}]" if subscripts else "")
        case syntax.FunctionCall(name, arguments):
            return f"{name}({listed(arguments)})"
        case syntax.Absolute(operand):
            return f"ABS({expression(operand)})"
        case syntax.Unary(operator, operand):
            mine = PRIORITY[operator]
            below = 3 if operator == "NOT" else 6
            text = f"NOT {expression(operand, below)}" if operator == "NOT" else operator + expression(operand, below)
            return f"({text})" if mine < above else text
        case syntax.Binary(operator, left, right):
            mine = PRIORITY[operator]
            first = 5 if mine == 4 else mine
            text = f"{expression(left, first)} {operator} {expression(right, mine + 1)}"
            return f"({text})" if mine < above else text
