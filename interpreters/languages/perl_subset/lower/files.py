"""Files: opening, closing, printing, reading lines. A handle is a name, or what `open my $f` puts into a variable."""

from __future__ import annotations

from interpreters.ir.ops import Register
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.lower import lists
from interpreters.languages.perl_subset.lower.context import Context
from interpreters.languages.perl_subset.lower.expressions import condition, listed, many, scalar, scalar_function, spot
from interpreters.languages.perl_subset.lower.functions import argument
from interpreters.languages.perl_subset.runtime import formatting, printing, strings
from interpreters.languages.perl_subset.static_properties import is_list, items_of
from interpreters.source.tree import Node

EXPECTED = "the name of an open file, in capitals, or a variable"


def handle(c: Context, name: str, node: Node) -> Register:
    """Return the handle of a file: its name, or the value of a variable."""
    if name.startswith("$"):
        return scalar(c, syntax.Variable("$", name[1:], place=node.place))
    c.shared.printed.setdefault(name, node)
    return c.constant(name)


@scalar_function.case("print", "printf")
def print_(c: Context, node: syntax.Function) -> Register:
    """Print and printf."""
    name = node.file or "STDOUT"

    def printed(start: Register, end: Register) -> Register:
        file = handle(c, name, node)
        if node.name == "print" and name == "STDOUT":
            return c.do(printing.printed, file, start, end)
        if name == "STDOUT":
            return c.do(formatting.print_formatted, file, start, end)
        done: Register = c.host(node.name, file, start, end)
        return done

    return listed(c, argument(c, node), printed)


@scalar_function.case("open")
def open_(c: Context, node: syntax.Function) -> Register:
    """Open a file by a name in capitals, or by a variable that gets a new handle."""
    given = list(items_of(node.arguments))
    target = given.pop(0) if given and not node.file else None
    variable = target is not None and not is_list(target) and isinstance(target, syntax.My | syntax.Variable)
    if not given or not (node.file or variable):
        message = "open without a name in capitals or a variable for the file is not supported"
        c.names.wrong(node, message, 'open OUT, ">name"')
        return c.undef()
    c.shared.opened_files.add(node.file)
    if target is not None:
        c.store(spot(c, target).place(c), c.made("new_handle"))

    def opened(start: Register, end: Register) -> Register:
        name = c.constant(node.file) if target is None else scalar(c, declared(target))
        found: Register = c.host("open", name, start, end)
        return found

    return listed(c, syntax.ListOf(tuple(given), place=node.place), opened)


def declared(target: syntax.Expression) -> syntax.Expression:
    """Return a variable, which may be in its declaration."""
    # lowered twice, a `my` would declare a second variable
    return target.variables[0] if isinstance(target, syntax.My) else target


def of_handle(c: Context, node: syntax.Function, usual: str = "") -> Register | None:
    """Return the handle that close or eof is given."""
    given = node.arguments
    match given:
        case None if usual:
            return c.constant(usual)
        case syntax.Bareword(name):
            return handle(c, name, node)
        case syntax.Variable("$", name):
            return handle(c, f"${name}", node)
    c.names.wrong(node, f"{node.name} of this is not supported", EXPECTED)
    return None


@scalar_function.case("close")
def close(c: Context, node: syntax.Function) -> Register:
    found = of_handle(c, node)
    return c.undef() if found is None else c.made("close", found)


@condition.case("eof")
def eof(c: Context, node: syntax.Function) -> Register:
    """Tell whether a file is at its end; without a name the main input."""
    found = of_handle(c, node, "STDIN")
    return c.is_true(c.number(0) if found is None else c.host("at_end", found))


@scalar.case(syntax.ReadLine)
def read_line(c: Context, node: syntax.ReadLine) -> Register:
    return c.do(strings.next_line, handle(c, node.file, node))


@many.case(syntax.ReadLine)
def read_lines(c: Context, node: syntax.ReadLine) -> None:
    lists.push_results(c, c.host("read_lines", handle(c, node.file, node)))
