"""Turn a syntax tree back into cards: labels in columns 1 to 5, statements in 7 to 72, continuations numbered.

unparse(parse(source, options))          # parses to the same tree
"""

from __future__ import annotations

from interpreters.languages.cdc_fortran import syntax

WIDTH = 66


def unparse(tree: syntax.Deck) -> str:
    """Print a deck."""
    cards: list[str] = []
    for unit in tree.units:
        if unit.head is not None:
            cards += card("", construct(unit.head))
        for statement in unit.statements:
            cards += card(str(statement.label or ""), construct(statement.construct))
        cards += card("", "END")
    return "\n".join(cards) + "\n"


def card(label: str, text: str) -> list[str]:
    """Print a statement on as many cards as it needs."""
    pieces = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    first = f"{label:<5} {pieces[0]}"
    return [first, *(f"     {'123456789ABCDEFGHIJ'[index]}{piece}" for index, piece in enumerate(pieces[1:]))]


def construct(node: syntax.Construct) -> str:
    """Print one statement."""
    printed = declaration(node) or control(node)
    if printed:
        return printed
    if isinstance(node, syntax.Assignment):
        return " = ".join([*map(expression, node.targets), expression(node.value)])
    if isinstance(node, syntax.Transfer):
        return transfer(node)
    if isinstance(node, syntax.Auxiliary):
        return f"{node.verb} {expression(node.unit)}"
    if isinstance(node, syntax.Format):
        return f"FORMAT{node.text}"
    raise TypeError(f"no statement: {node!r}")


def declaration(node: syntax.Construct) -> str:
    """Print a head, a specification or END; anything else is left to others."""
    if isinstance(node, syntax.ProgramHead):
        files = ", ".join(name + (f"={other}" if other else "") for name, other in node.files)
        return f"PROGRAM {node.name}" + (f"({files})" if files else "")
    if isinstance(node, syntax.FunctionHead):
        return f"{node.type} FUNCTION {node.name}({arguments(node.parameters)})".lstrip()
    if isinstance(node, syntax.SubroutineHead):
        return f"SUBROUTINE {node.name}" + (f"({arguments(node.parameters)})" if node.parameters else "")
    if isinstance(node, syntax.BlockData):
        return "BLOCK DATA"
    if isinstance(node, syntax.Dimension):
        return f"DIMENSION {declarators(node.declarators)}"
    if isinstance(node, syntax.TypeStatement):
        return f"{node.type} {declarators(node.declarators)}"
    if isinstance(node, syntax.Common):
        return "COMMON " + " ".join(f"/{name}/ {declarators(members)}" for name, members in node.blocks)
    if isinstance(node, syntax.Equivalence):
        return "EQUIVALENCE " + ", ".join(f"({arguments(group)})" for group in node.groups)
    if isinstance(node, syntax.External):
        return f"EXTERNAL {arguments(node.names)}"
    if isinstance(node, syntax.Data):
        return "DATA " + ", ".join(
            f"{arguments(names)} /{', '.join(map(value, given))}/" for names, given in node.groups
        )
    return "END" if isinstance(node, syntax.End) else ""


def control(node: syntax.Construct) -> str:
    """Print a control statement; anything else is left to others."""
    if isinstance(node, syntax.Assign):
        return f"ASSIGN {node.label} TO {node.variable.name}"
    if isinstance(node, syntax.GoTo):
        return f"GO TO {node.label}"
    if isinstance(node, syntax.AssignedGoTo):
        return f"GO TO {node.variable.name}, ({labels(node.labels)})"
    if isinstance(node, syntax.ComputedGoTo):
        return f"GO TO ({labels(node.labels)}), {node.variable.name}"
    if isinstance(node, syntax.ArithmeticIf):
        return f"IF ({expression(node.condition)}) {labels(node.labels)}"
    if isinstance(node, syntax.LogicalIf):
        return f"IF ({expression(node.condition)}) {construct(node.statement)}"
    if isinstance(node, syntax.Call):
        return f"CALL {node.name}" + (f"({arguments(node.arguments)})" if node.arguments else "")
    if isinstance(node, syntax.Stop | syntax.Pause):
        return f"{type(node).__name__.upper()} {node.digits}".rstrip()
    if isinstance(node, syntax.Return | syntax.Continue):
        return type(node).__name__.upper()
    if isinstance(node, syntax.Do):
        return f"DO {node.label} {node.variable.name} = {run(node.first, node.last, node.step)}"
    return ""


def transfer(node: syntax.Transfer) -> str:
    """Print READ, WRITE, PRINT or PUNCH."""
    layout = node.format.name if isinstance(node.format, syntax.Name) else str(node.format or "")
    listed = items(node.items)
    if node.unit is not None:
        where = f"({expression(node.unit)}{', ' if layout else ''}{layout})"
        return f"{node.verb} {where} {listed}".rstrip()
    return f"{node.verb} {layout}" + (f", {listed}" if listed else "")


def items(given: tuple[syntax.Item, ...]) -> str:
    """Print a list of items."""
    printed = []
    for item in given:
        if not isinstance(item, syntax.ImpliedDo):
            printed.append(expression(item))
        elif item.variable is None or item.first is None or item.last is None:
            printed.append(f"({items(item.items)})")
        else:
            printed.append(f"({items(item.items)}, {item.variable.name} = {run(item.first, item.last, item.step)})")
    return ", ".join(printed)


def run(first: syntax.Expression, last: syntax.Expression, step: syntax.Expression | None) -> str:
    """Print the parameters of a DO."""
    return ", ".join(expression(one) for one in (first, last, step) if one is not None)


def labels(given: tuple[int, ...]) -> str:
    """Print labels."""
    return ", ".join(map(str, given))


def declarators(given: tuple[syntax.Declarator, ...]) -> str:
    """Print declarators."""
    return ", ".join(one.name + (f"({arguments(one.dimensions)})" if one.dimensions else "") for one in given)


def value(given: syntax.DataValue) -> str:
    """Print a constant of DATA."""
    return (f"{given.repeat}*" if given.repeat != 1 else "") + expression(given.value)


def arguments(given: tuple[syntax.Expression, ...]) -> str:
    """Print arguments, subscripts or names."""
    return ", ".join(map(expression, given))


def expression(node: syntax.Expression) -> str:
    """Print an expression."""
    if isinstance(node, syntax.Integer):
        return str(node.value)
    if isinstance(node, syntax.Real | syntax.Double):
        return node.text
    if isinstance(node, syntax.Complex):
        return f"({expression(node.real)}, {expression(node.imaginary)})"
    if isinstance(node, syntax.Logical):
        return ".TRUE." if node.value else ".FALSE."
    if isinstance(node, syntax.Hollerith):
        return f"{len(node.text)}H{node.text}"
    if isinstance(node, syntax.Name):
        return node.name
    if isinstance(node, syntax.Reference):
        return f"{node.name}({arguments(node.arguments)})"
    if isinstance(node, syntax.Bracketed):
        return f"({expression(node.inner)})"
    if isinstance(node, syntax.Unary):
        return f"{node.operator}{' ' if node.operator == '.NOT.' else ''}{expression(node.operand)}"
    space = "" if node.operator in ("**",) else " "
    return f"{expression(node.left)}{space}{node.operator}{space}{expression(node.right)}"
