r"""A syntax tree of ECOL back into text: each line in one normal form, with every operand that needs it in brackets.

unparse(Source((Line("1", Assign(Variable("k"), Number(1.0))),)))  # "1 k := 1\n"
"""

from __future__ import annotations

from interpreters.languages.ecol import syntax

PRIORITY = {"+": 1, "-": 1, "×": 2, "/": 2, "M": 4}
SIGN_PRIORITY = 3


def unparse(source: syntax.Source) -> str:
    """Print a program."""
    return "".join(f"{line_text(line)}\n" for line in source.lines)


def line_text(line: syntax.Line) -> str:
    """Print a line; an empty one has a colon behind its label."""
    if line.command is None:
        return f"{line.label}:"
    return f"{line.label} {command(line.command)}" if line.label else command(line.command)


def command(node: syntax.Command) -> str:
    """Print a command."""
    match node:
        case syntax.Begin():
            return "START"
        case syntax.Finish():
            return "KLAAR"
        case syntax.Stop():
            return "STOP"
        case syntax.Reserve(name, lower, upper, symbols):
            return f"RIJ{'SYM' if symbols else ''} ({expression(lower)}:{expression(upper)}) {name}"
        case syntax.Assign(variable, value):
            return f"{expression(variable)} := {expression(value)}"
        case syntax.Jump(target):
            return f"NAAR {place(target)}"
        case syntax.Choose(test, yes, no):
            return f"ALS {condition(test)} DAN {place(yes)}" + (f" ANDERS {place(no)}" if no else "")
        case syntax.Loop(step, name, first, last):
            return f"MET {expression(step)}, {name} := {expression(first)}, {expression(last)}"
        case syntax.Repeat():
            return "HERHAAL"
        case syntax.Sub(name):
            return f"SUB {name}"
        case syntax.SubEnd():
            return "END"
        case syntax.Fun(name, parameters):
            return f"FUN {name} ({', '.join(parameters)})"
        case syntax.FunEnd(value):
            return f"FUN := {expression(value)}"
        case syntax.Perform(name):
            return name
        case _:
            return printing(node)


def printing(node: syntax.Command) -> str:
    """Print a command that prints or reads."""
    match node:
        case syntax.Write(value, None, _):
            return f"SCHRIJF := {expression(value)}"
        case syntax.Write(value, syntax.Node() as before, syntax.Node() as after):
            return f"SCHRIJF ({expression(before)}, {expression(after)}) := {expression(value)}"
        case syntax.WriteScientific(value):
            return f"SCHRIJM := {expression(value)}"
        case syntax.WriteSymbol(value):
            return f"SCHRIJFSYM := {expression(value)}"
        case syntax.Text(text):
            return f'TEKST := "{text}"'
        case syntax.NewLine(times):
            return "NR" + (f" ({expression(times)})" if times else "")
        case syntax.Space(times):
            return "SPATIE" + (f" ({expression(times)})" if times else "")
        case syntax.NewPage():
            return "NP"
        case _:
            return "SKIP"


def place(target: syntax.Target) -> str:
    """Print the target of a jump."""
    return target.label or "STOP"


def condition(node: syntax.Condition) -> str:
    """Print a condition; the tree of EN under OF needs no brackets."""
    match node:
        case syntax.Either(left, right):
            return f"{condition(left)} OF {condition(right)}"
        case syntax.Both(left, right):
            return f"{condition(left)} EN {condition(right)}"
        case syntax.Relation(operator, first, second):
            return f"{expression(first)} {operator} {expression(second)}"


def expression(node: syntax.Expression, above: int = 0) -> str:
    """Print an expression; `above` is the least priority that may stand here without brackets."""
    match node:
        case syntax.Number(value):
            return f"{value:.0f}" if value.is_integer() else format(value, ".17f").rstrip("0")
        case syntax.Variable(name, subscripts):
            return f"{name} ({', '.join(map(expression, subscripts))})" if subscripts else name
        case syntax.Read(symbol):
            return "LEESSYM" if symbol else "LEES"
        case syntax.Counter(name):
            return name
        case syntax.Standard(name, arguments):
            return f"{name}({', '.join(map(expression, arguments))})"
        case syntax.Signed(sign, operand):
            return bracketed(f"{sign}{expression(operand, SIGN_PRIORITY)}", SIGN_PRIORITY, above)
        case syntax.Binary(operator, left, right):
            mine = PRIORITY[operator]
            return bracketed(f"{expression(left, mine)} {operator} {expression(right, mine + 1)}", mine, above)


def bracketed(text: str, mine: int, above: int) -> str:
    """Put brackets around a text whose priority is too low for where it stands."""
    return f"({text})" if mine < above else text
