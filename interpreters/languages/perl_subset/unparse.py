r"""A syntax tree of Perl back into text; brackets are part of the tree, only functions get some more.

unparse(tree)       # "my @cell = '00' .. '59';\n"
"""

from __future__ import annotations

import re

from interpreters.languages.perl_subset import syntax

SPECIAL = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\f": "\\f", "\a": "\\a", "\x1b": "\\e"}
DELIMITERS = '"|!/~^+*?&%'


def unparse(script: syntax.Script) -> str:
    """Print a program."""
    return "".join(f"{statement(item, '')}\n" for item in script.statements)


# --- statements --------------------------------------------------------------------------------------------------


def statement(node: syntax.Statement, indent: str) -> str:
    """Print a statement, indented."""
    match node:
        case syntax.Block(_, label):
            return f"{indent}{named(label)}{block(node, indent)}"
        case syntax.Simple(value, modifier, condition):
            behind = f" {modifier} {expression(condition)}" if condition else ""
            return f"{indent}{expression(value)}{behind};"
        case syntax.If():
            return indent + conditional(node, indent)
        case syntax.Foreach(variable, my, items, body, label):
            inside = expression(items)
            return (
                f"{indent}{named(label)}foreach {'my ' if my else ''}${variable.name} ({inside}) {block(body, indent)}"
            )
        case syntax.For(first, condition, after, body, label):
            parts = "; ".join(expression(part) if part else "" for part in (first, condition, after))
            return f"{indent}{named(label)}for ({parts}) {block(body, indent)}"
        case syntax.While(condition, body, negated, label):
            word = "until" if negated else "while"
            return f"{indent}{named(label)}{word} ({expression(condition)}) {block(body, indent)}"
        case syntax.Sub(name, body):
            return f"{indent}sub {name} {block(body, indent)}"
        case syntax.Use(name, items):
            return f"{indent}use {name} {expression(items) if items else ''}".rstrip() + ";"


def conditional(node: syntax.If, indent: str) -> str:
    """Print if and its elsif and else."""
    text = f"{'unless' if node.negated else 'if'} ({expression(node.condition)}) {block(node.block, indent)}"
    if isinstance(node.otherwise, syntax.If):
        return f"{text} els{conditional(node.otherwise, indent)}"
    return f"{text} else {block(node.otherwise, indent)}" if node.otherwise else text


def block(node: syntax.Block, indent: str) -> str:
    """Print a block; its first line is not indented."""
    inside = "".join(f"{statement(item, indent + '  ')}\n" for item in node.statements)
    return f"{{\n{inside}{indent}}}"


def named(label: str) -> str:
    """Print a label."""
    return f"{label}: " if label else ""


# --- expressions -------------------------------------------------------------------------------------------------


def expression(node: syntax.Expression) -> str:
    """Print an expression where no operator stands around it."""
    match node:
        case syntax.ListOf(items, False):
            return ", ".join(operand(item) for item in items) + ("," if len(items) == 1 else "")
        case syntax.Assign(operator, target, value):
            return f"{operand(target)} {operator} {operand(value)}"
        case syntax.Binary(operator, left, right):
            return f"{operand(left)} {operator} {operand(right)}"
        case syntax.Unary(operator, inner):
            return f"{operator} {operand(inner)}"
        case syntax.Choice(condition, yes, no):
            return f"{operand(condition)} ? {operand(yes)} : {operand(no)}"
        case syntax.Function() | syntax.BlockFunction():
            return function(node)
    return term(node)


def operand(node: syntax.Expression) -> str:
    """Print an expression that an operator stands beside: the tree keeps all brackets, so none are to be added."""
    return expression(node)


def function(node: syntax.Function | syntax.BlockFunction) -> str:
    """Print a built-in function, its arguments in brackets."""
    if isinstance(node, syntax.BlockFunction):
        if node.block is None:
            return f"{node.name} {expression(node.items)}"
        return f"{node.name}({block(node.block, '')} {expression(node.items)})"
    file = f"{node.file}, " if node.file and node.name == "open" else f"{node.file} " if node.file else ""
    if node.name == "return":
        return f"return {expression(node.arguments)}" if node.arguments else "return"
    if node.arguments is None:
        return f"{node.name}({file})".replace(" )", ")")
    return f"{node.name}({file}{expression(node.arguments)})"


def term(node: syntax.Expression) -> str:
    """Print a term."""
    match node:
        case syntax.Number(text):
            return text
        case syntax.String(value):
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        case syntax.Interpolated(parts):
            return interpolated(parts)
        case syntax.Pattern(text, flags):
            return f"/{text}/{flags}"
        case syntax.Variable(sigil, name):
            return f"{sigil}{name}"
        case syntax.My(variables, brackets):
            names = ", ".join(term(variable) for variable in variables)
            return f"my ({names})" if brackets else f"my {names}"
        case syntax.Dereferenced(sigil, reference):
            return f"{sigil}{{{expression(reference)}}}"
        case syntax.LastIndex(syntax.Variable(_, name)):
            return f"$#{{{name}}}"
        case syntax.LastIndex(array):
            return "$#" + term(array)[1:]
        case syntax.Element(syntax.Dereferenced(_, reference), index):
            return f"{term_of(reference)}->[{expression(index)}]"
        case syntax.Element(array, index):
            return f"${term(array)[1:]}[{expression(index)}]"
        case syntax.Entry(syntax.Dereferenced(_, reference), key):
            return f"{term_of(reference)}->{{{expression(key)}}}"
        case syntax.Entry(hash_, key):
            return f"${term(hash_)[1:]}{{{expression(key)}}}"
        case syntax.Slice(syntax.ListOf() as items, keys):
            return f"{term(items)}[{expression(keys)}]"
        case syntax.Slice(syntax.Variable(sigil) | syntax.Dereferenced(sigil) as of, keys):
            inside = expression(keys)
            return f"@{term(of)[1:]}[{inside}]" if sigil == "@" else f"@{term(of)[1:]}{{{inside}}}"
        case syntax.ListOf(items, _):
            return f"({', '.join(operand(item) for item in items)})"
        case syntax.AnonymousArray(items):
            return f"[{expression(items) if items else ''}]"
        case syntax.AnonymousHash(items):
            return f"{{{expression(items) if items else ''}}}"
        case syntax.Reference(inner):
            return f"\\{operand(inner)}"
        case syntax.Step(operator, inner, before):
            return f"{operator}{operand(inner)}" if before else f"{operand(inner)}{operator}"
        case syntax.Call(name, None):
            return f"{name}()"
        case syntax.Call(name, arguments):
            return f"{name}({expression(arguments) if arguments else ''})"
        case syntax.Jump(word, label):
            return f"{word} {label}".rstrip()
    return operand(node)


def term_of(node: syntax.Expression) -> str:
    """Print what an arrow stands behind."""
    return operand(node)


def interpolated(parts: tuple[syntax.Expression, ...]) -> str:
    """Print a text with variables, between delimiters that no variable's code contains."""
    codes = [None if isinstance(part, syntax.String) else inserted(part) for part in parts]
    inside = "".join(code for code in codes if code is not None)
    delimiter = next(sign for sign in DELIMITERS if sign not in inside)
    pieces: list[str] = []
    for part, code in zip(parts, codes, strict=True):
        if isinstance(part, syntax.String):
            text = re.sub(rf"[\\$@{re.escape(delimiter)}]", r"\\\g<0>", part.value)
            text = "".join(SPECIAL.get(sign, sign if sign >= " " else f"\\x{{{ord(sign):x}}}") for sign in text)
            pieces.append("\\" + text if pieces and re.match(r"[\[{:'-]", text) else text)
        else:
            pieces.append(code or "")
    text = "".join(pieces)
    return f'"{text}"' if delimiter == '"' else f"qq{delimiter}{text}{delimiter}"


def inserted(node: syntax.Expression) -> str:
    """Print a variable inside a text: its name in braces, so that what follows does not count as a part of it."""
    if isinstance(node, syntax.Variable) and re.match(r"\w", node.name):
        return f"{node.sigil}{{{node.name}}}"
    return term(node)
