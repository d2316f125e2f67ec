"""Files: opening, closing, printing, reading lines. A handle is a name in capitals."""

from __future__ import annotations

from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower import lists
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import listed, many, scalar, scalar_function
from getallenband.interpreters.languages.perl_subset.lower.functions import argument
from getallenband.interpreters.languages.perl_subset.runtime import printing, strings


@scalar_function.case("print", "printf", "say")
def print_(c: Context, node: syntax.Function) -> Register:
    """Print, printf and say, which ends the line."""
    name, items = node.file or "STDOUT", argument(node)
    if node.name == "say":
        items = syntax.ListOf((items, syntax.String("\n", place=node.place)), place=node.place)

    def printed(start: Register, end: Register) -> Register:
        file = c.constant(name)
        if node.name != "printf" and name == "STDOUT":
            return c.do(printing.printed, file, start, end)
        done: Register = c.host("printf" if node.name == "printf" else "print", file, start, end)
        return done

    return listed(c, items, printed)


@scalar_function.case("open")
def open_(c: Context, node: syntax.Function) -> Register:
    """Open a file by a name in capitals."""

    def opened(start: Register, end: Register) -> Register:
        done: Register = c.host("open", c.constant(node.file), start, end)
        return done

    return listed(c, node.arguments, opened)


@scalar_function.case("close")
def close(c: Context, node: syntax.Function) -> Register:
    assert isinstance(node.arguments, syntax.Bareword)
    return c.made("close", c.constant(node.arguments.name))


@scalar.case(syntax.ReadLine)
def read_line(c: Context, node: syntax.ReadLine) -> Register:
    return c.do(strings.next_line, c.constant(node.file))


@many.case(syntax.ReadLine)
def read_lines(c: Context, node: syntax.ReadLine) -> None:
    lists.push_results(c, c.host("read_lines", c.constant(node.file)))
