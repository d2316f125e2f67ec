r"""A syntax tree of C back into text; macros stay replaced.

unparse(tree)       # "int\nmain()\n{\n  return 2;\n}\n"
"""

from __future__ import annotations

from interpreters.languages.c_subset import syntax

PRIORITY = {
    **dict.fromkeys(("*", "/", "%"), 13), **dict.fromkeys(("+", "-"), 12), **dict.fromkeys(("<<", ">>"), 11),
    **dict.fromkeys(("<", ">", "<=", ">="), 10), **dict.fromkeys(("==", "!="), 9), "&": 8, "^": 7, "|": 6, "&&": 5,
    "||": 4,
}  # fmt: skip
UNARY, CHOICE, ASSIGN, COMMA = 14, 3, 2, 1


def unparse(unit: syntax.TranslationUnit) -> str:
    """Print a program."""
    return "".join(function(item) if isinstance(item, syntax.FunctionDefinition) else f"{declaration(item)}\n"
                   for item in unit.items)  # fmt: skip


def function(node: syntax.FunctionDefinition) -> str:
    """Print a function."""
    words = specifiers(node.specifiers)
    old = "".join(f"{declaration(item)}\n" for item in node.parameters)
    return f"{words + chr(10) if words else ''}{declarator(node.declarator)}\n{old}{statement(node.body, '')}\n"


# --- declarations ------------------------------------------------------------------------------------------------


def declaration(node: syntax.Declaration) -> str:
    """Print a declaration."""
    names = ", ".join(
        declarator(item.declarator) + (f" = {initializer(item.initializer)}" if item.initializer else "")
        for item in node.declarators
    )
    return f"{specifiers(node.specifiers)}{' ' + names if names else ''};"


def specifiers(node: syntax.Specifiers) -> str:
    """Print specifiers."""
    described = [type_text(node.described)] if node.described else []
    return " ".join(([node.storage] if node.storage else []) + list(node.words) + described)


def type_text(node: syntax.StructSpecifier | syntax.EnumSpecifier) -> str:
    """Print a struct or an enum."""
    if isinstance(node, syntax.EnumSpecifier):
        names = ", ".join(
            n.name + (f" = {expression(n.value, CHOICE)}" if n.value else "") for n in node.enumerators or ()
        )
        return " ".join(filter(None, ("enum", node.tag, f"{{ {names} }}" if node.enumerators is not None else "")))
    members = " ".join(
        f"{specifiers(m.specifiers)} {', '.join(map(declarator, m.declarators))};" for m in node.members or ()
    )
    union = (node.tag or "").startswith("union ")
    word = "" if union else "struct"
    return " ".join(filter(None, (word, node.tag, f"{{ {members} }}" if node.members is not None else "")))


def declarator(node: syntax.Declarator) -> str:
    """Print a declarator."""
    match node:
        case syntax.NameDeclarator(name):
            return name or ""
        case syntax.PointerDeclarator(inner):
            return f"*{declarator(inner)}"
        case syntax.ArrayDeclarator(inner, length):
            return f"{behind(inner)}[{expression(length, CHOICE) if length else ''}]"
        case syntax.FunctionDeclarator(inner, parameters, names, open_end):
            given = [f"{specifiers(p.specifiers)} {declarator(p.declarator)}".rstrip() for p in parameters] + list(
                names
            )
            return f"{behind(inner)}({', '.join(given + (['...'] if open_end else []))})"


def behind(node: syntax.Declarator) -> str:
    """Print what stands before [ ] or ( )."""
    text = declarator(node)
    return f"({text})" if isinstance(node, syntax.PointerDeclarator) else text


def type_name(node: syntax.TypeName) -> str:
    """Print a type."""
    return f"{specifiers(node.specifiers)} {declarator(node.declarator)}".rstrip()


def initializer(node: syntax.Initializer) -> str:
    """Print a first value."""
    if isinstance(node, syntax.InitializerList):
        return f"{{ {', '.join(map(initializer, node.items))} }}"
    return expression(node, ASSIGN)


# --- statements --------------------------------------------------------------------------------------------------


def statement(node: syntax.Statement, indent: str) -> str:
    """Print a statement, indented."""
    deeper = indent + "  "
    match node:
        case syntax.Compound(declarations, statements):
            lines = [f"{deeper}{declaration(item)}\n" for item in declarations]
            lines += [f"{statement(item, deeper)}\n" for item in statements]
            return f"{indent}{{\n{''.join(lines)}{indent}}}"
        case syntax.Labelled(label, body):
            return f"{indent}{label}:\n{statement(body, deeper)}"
        case syntax.Case(value, body):
            head = f"case {expression(value, CHOICE)}:" if value else "default:"
            return f"{indent}{head}\n{statement(body, deeper)}"
        case syntax.ExpressionStatement(value):
            return f"{indent}{expression(value) if value else ''};"
        case syntax.If(condition, yes, no):
            first = syntax.Compound((), (yes,)) if no and takes_else(yes) else yes
            text = f"{indent}if ({expression(condition)})\n{statement(first, deeper)}"
            return text + (f"\n{indent}else\n{statement(no, deeper)}" if no else "")
        case syntax.Switch(value, body):
            return f"{indent}switch ({expression(value)})\n{statement(body, deeper)}"
        case syntax.While(condition, body):
            return f"{indent}while ({expression(condition)})\n{statement(body, deeper)}"
        case syntax.Do(body, condition):
            return f"{indent}do\n{statement(body, deeper)}\n{indent}while ({expression(condition)});"
        case syntax.For(first, condition, after, body):
            parts = "; ".join(expression(part) if part else "" for part in (first, condition, after))
            return f"{indent}for ({parts})\n{statement(body, deeper)}"
        case syntax.Goto(label):
            return f"{indent}goto {label};"
        case syntax.Continue():
            return f"{indent}continue;"
        case syntax.Break():
            return f"{indent}break;"
        case syntax.Return(value):
            return f"{indent}return{' ' + expression(value) if value else ''};"


def takes_else(node: syntax.Statement) -> bool:
    """Tell whether an else behind a statement would be read as part of it."""
    match node:
        case syntax.If(_, _, None):
            return True
        case syntax.If(_, _, no):
            return takes_else(no) if no else True
        case syntax.Labelled() | syntax.Case() | syntax.While() | syntax.For() | syntax.Switch():
            return takes_else(node.body)
    return False


# --- expressions -------------------------------------------------------------------------------------------------


def expression(node: syntax.Expression, above: float = 0) -> str:
    """Print an expression; `above` is the least priority that may stand here without brackets."""
    mine, text = printed(node)
    return f"({text})" if mine < above else text


def printed(node: syntax.Expression) -> tuple[int, str]:
    """Return an expression's priority and its text."""
    match node:
        case syntax.Name(text) | syntax.Number(text):
            return 16, text
        case syntax.Character(value):
            return 16, "'" + "".join(escaped(code, "'") for code in codes_of(value)) + "'"
        case syntax.String(value):
            return 16, '"' + "".join(escaped(ord(sign), '"') for sign in value) + '"'
        case syntax.Index(array, index):
            return 15, f"{expression(array, 15)}[{expression(index)}]"
        case syntax.Call(called, arguments):
            return 15, f"{expression(called, 15)}({', '.join(expression(item, ASSIGN) for item in arguments)})"
        case syntax.MemberOf(base, name, arrow):
            return 15, f"{expression(base, 15)}{'->' if arrow else '.'}{name}"
        case syntax.Step(operator, operand, True):
            return UNARY, f"{operator} {expression(operand, UNARY)}"
        case syntax.Step(operator, operand, _):
            return 15, f"{expression(operand, 15)}{operator}"
        case syntax.Unary(operator, operand):
            return UNARY, f"{operator} {expression(operand, UNARY)}"
        case syntax.SizeofExpression(operand):
            return UNARY, f"sizeof {expression(operand, UNARY + 0.5 if starts_with_bracket(operand) else UNARY)}"
        case syntax.SizeofType(kind):
            return UNARY, f"sizeof({type_name(kind)})"
        case syntax.Cast(kind, operand):
            return UNARY, f"({type_name(kind)}) {expression(operand, UNARY)}"
        case syntax.Binary(operator, left, right):
            mine = PRIORITY[operator]
            return mine, f"{expression(left, mine)} {operator} {expression(right, mine + 1)}"
        case syntax.Choice(condition, yes, no):
            return CHOICE, f"{expression(condition, CHOICE + 1)} ? {expression(yes)} : {expression(no, CHOICE)}"
        case syntax.Assign(operator, target, value):
            return ASSIGN, f"{expression(target, UNARY)} {operator} {expression(value, ASSIGN)}"
        case syntax.Comma(left, right):
            return COMMA, f"{expression(left, COMMA)}, {expression(right, ASSIGN)}"


def starts_with_bracket(node: syntax.Expression) -> bool:
    """Tell whether sizeof needs brackets around a cast, which would be read as a type otherwise."""
    return isinstance(node, syntax.Cast)


def codes_of(value: int) -> list[int]:
    """Return the characters of a constant of one or several."""
    found = [value % 256]
    while value >= 256:
        value //= 256
        found.insert(0, value % 256)
    return found


def escaped(code: int, quote: str) -> str:
    """Print a character of a constant."""
    if chr(code) in (quote, "\\"):
        return f"\\{chr(code)}"
    return chr(code) if 32 <= code < 127 else f"\\{code:03o}"
