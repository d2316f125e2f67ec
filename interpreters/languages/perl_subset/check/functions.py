"""Checks of functions and calls: their arguments, and the blocks of map, grep, sort and do."""

from __future__ import annotations

import re

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.check.checker import Checker, visit, visit_all
from getallenband.interpreters.languages.perl_subset.check.expressions import (
    check_changed,
    check_container,
    check_pattern,
    check_target,
)
from getallenband.interpreters.languages.perl_subset.check.statements import body, check_items
from getallenband.interpreters.languages.perl_subset.static_properties import (
    gives_list,
    is_array,
    items_of,
    map_or_grep_parts,
    modified,
    within,
)
from getallenband.interpreters.languages.perl_subset.words import FOREIGN, FUNCTIONS
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher

MANY = 10**6
UNARY = {word for word, kind in FUNCTIONS.items() if kind == "UNARY_WORD"}
ARGUMENTS = {
    **dict.fromkeys(UNARY - {"undef", "exists", "delete", "each", "close"}, (0, 1)), "scalar": (1, MANY),
    **dict.fromkeys(("index", "rindex"), (2, 3)), **dict.fromkeys(("join", "push", "unshift", "splice"), (1, MANY)),
    "sprintf": (1, MANY), "split": (0, 3), "substr": (2, 4), "open": (1, MANY),
}  # fmt: skip
"""The least and the greatest number of arguments of a function."""


@visit.case(syntax.Call)
def call(c: Checker, node: syntax.Call) -> None:
    if node.name not in c.subs:
        near = c.diagnostics.nearest(node.name, c.subs)
        c.wrong(node, f"sub {node.name} is not defined", "a sub of this program or a function", near)
    check_prototype(c, node)
    visit_all(c, node.arguments)


def check_prototype(c: Checker, node: syntax.Call) -> None:
    """Refuse a call whose arguments would be other ones under the prototype of its sub, which is skipped."""
    if not node.prototype:
        return
    name, given = node.name, items_of(node.arguments)
    instead = f"&{name}(…), to which the prototype {node.prototype} does not apply"
    signs = node.prototype.strip("()").replace(";", "")
    least = re.split("[;@%_]", node.prototype.strip("()"))[0]
    if not set(signs) <= set("$@%_"):
        c.wrong(node, f"the call of {name} with the prototype {node.prototype} is not supported", instead)
        return
    if len(given) < len(least) or (len(given) > len(signs) and not signs.endswith(("@", "%"))):
        c.wrong(node, f"{name} has {counted(given)} here, which its prototype {node.prototype} forbids", instead)
    elif "_" in signs[len(given) :]:
        c.wrong(node, f"{name} without the argument that its prototype takes from $_ is not supported", f"{name}($_)")
    for sign, argument in zip(signs, given, strict=False):
        if sign in "@%":
            break
        if gives_list(argument):
            message = f"a list where the prototype of {name} wants a single value is not supported"
            c.wrong(argument, message, instead)


@visit.case(syntax.Bareword)
def bareword(c: Checker, node: syntax.Bareword) -> None:
    """Refuse a word that Perl takes for a text, or under use strict for a mistake."""
    name, message = node.name, f"{node.name} is neither a function nor a sub that is declared before"
    if name in c.subs:
        c.wrong(node, message, f"{name}(), or sub {name}; before it")
    elif c.names.find(f"${name}") is not None:
        c.wrong(node, message, f"${name}, the variable")
    else:
        near = FOREIGN.get(name) or c.diagnostics.nearest(name, c.subs)
        c.wrong(node, message, f"'{name}' for a text", near)


@visit.case(syntax.ReadLine)
def read_line(c: Checker, node: syntax.ReadLine) -> None:
    c.file(node, node.file)


@visit.case(syntax.Function)
def function(c: Checker, node: syntax.Function) -> None:
    least, most = ARGUMENTS.get(node.name, (0, MANY))
    given = items_of(node.arguments)
    if not least <= len(given) <= most:
        wanted = (
            f"{least} to {most}" if 0 < least < most < MANY else f"at least {least}" if least else f"at most {most}"
        )
        c.wrong(node, f"{node.name} has {counted(given)} here", wanted)
    else:
        of_function(c, node)


def counted(given: tuple[syntax.Expression, ...]) -> str:
    return f"{len(given)} argument{'' if len(given) == 1 else 's'}"


of_function: Dispatcher[Checker, None] = dispatcher("a function", lambda node: node.name)
"""What a function asks of its arguments; their number is right."""


@of_function.otherwise
def plain(c: Checker, node: syntax.Function) -> None:
    visit_all(c, node.arguments)


@of_function.case("print", "printf", "say")
def print_(c: Checker, node: syntax.Function) -> None:
    if node.name == "say" and not c.say:
        c.wrong(node, "say is known only after use v5.10", 'print … "\\n"')
    c.file(node, node.file)
    visit_all(c, node.arguments)


@of_function.case("open")
def open_(c: Checker, node: syntax.Function) -> None:
    if not node.file:
        c.wrong(node, "open without a name in capitals for the file is not supported", 'open OUT, ">name"')
    visit_all(c, node.arguments)


@of_function.case("close")
def close(c: Checker, node: syntax.Function) -> None:
    if isinstance(node.arguments, syntax.Bareword):
        c.file(node, node.arguments.name)
    else:
        c.wrong(node, "close of this is not supported", "the name of an open file, in capitals")


@of_function.case("return")
def return_(c: Checker, node: syntax.Function) -> None:
    if not c.sub:
        c.wrong(node, "return outside a sub", "exit")
    c.stays_in_loops(node, c.loops)
    visit_all(c, node.arguments)


@of_function.case("push", "unshift", "splice", "pop", "shift")
def of_array(c: Checker, node: syntax.Function) -> None:
    for array in items_of(node.arguments)[:1]:
        check_container(c, array, "@")
    visit_all(c, node.arguments)


@of_function.case("keys", "values")
def of_hash(c: Checker, node: syntax.Function) -> None:
    """Those of arrays came to Perl in 2010."""
    target = node.arguments
    if target is not None and is_array(target):
        c.wrong(node, f"{node.name} of an array is not supported", "a hash")
    else:
        check_container(c, target or syntax.Variable("$", "_", place=node.place), "%")
    visit_all(c, target)


@of_function.case("each")
def each(c: Checker, node: syntax.Function) -> None:
    if node.arguments is not None and is_array(node.arguments):
        c.wrong(node, "each of an array is not supported", "foreach my $i (0 .. $#array)")
    else:
        instead = "while (my ($key, $value) = each %hash)"
        c.wrong(node, "each outside the condition of a loop is not supported", instead)


@of_function.case("exists")
def exists(c: Checker, node: syntax.Function) -> None:
    if isinstance(node.arguments, syntax.Element):
        c.wrong(node, "exists of an element of an array is not supported", "defined")
    elif not isinstance(node.arguments, syntax.Entry):
        c.wrong(node, "exists needs an element of a hash", "$hash{key}")
    visit_all(c, node.arguments)


@of_function.case("delete")
def delete(c: Checker, node: syntax.Function) -> None:
    match node.arguments:
        case syntax.Entry():
            pass
        case syntax.Slice(of) if getattr(of, "sigil", "") == "%":
            pass
        case syntax.Element():
            c.wrong(node, "delete of an element of an array is not supported", "splice")
        case _:
            c.wrong(node, "delete needs an element of a hash", "$hash{key}")
    visit_all(c, node.arguments)


@of_function.case("defined")
def defined(c: Checker, node: syntax.Function) -> None:
    if getattr(node.arguments, "sigil", "$") != "$":
        c.wrong(node, "defined needs a single value; an array or hash is true if it is not empty", "$name")
    visit_all(c, node.arguments)


@of_function.case("chomp")
def chomp(c: Checker, node: syntax.Function) -> None:
    if node.arguments is not None:
        check_target(c, node.arguments)


@of_function.case("undef")
def undef(c: Checker, node: syntax.Function) -> None:
    if isinstance(node.arguments, syntax.Variable | syntax.Dereferenced):  # arrays and hashes, too
        check_target(c, node.arguments)
    elif node.arguments is not None:
        check_changed(c, node.arguments, "undef")


@of_function.case("substr")
def substr(c: Checker, node: syntax.Function) -> None:
    first, *rest = items_of(node.arguments)
    if len(rest) == 3:
        check_changed(c, first, "substr with four arguments")
    else:
        visit(c, first)
    visit_all(c, *rest)


@of_function.case("split")
def split(c: Checker, node: syntax.Function) -> None:
    separator, *rest = items_of(node.arguments) or (None,)
    if isinstance(separator, syntax.Pattern):
        # the empty pattern is itself here
        check_pattern(c, separator)
        visit(c, separator.text)
    else:
        visit_all(c, separator)
    visit_all(c, *rest)


@visit.case(syntax.BlockFunction)
def block_function(c: Checker, node: syntax.BlockFunction) -> None:
    """Map, grep and sort."""
    if node.name == "sort":
        visit(c, node.items)
        if node.block is not None:
            sort_block(c, node.block)
        return
    items, inside = map_or_grep_parts(node)
    visit(c, items)
    check_items(c, items, inside)
    value_block(c, inside, node.name)


def value_block(c: Checker, inside: syntax.Expression | syntax.Block, name: str) -> None:
    """Check a block whose value is that of the expression that it ends with."""
    if not isinstance(inside, syntax.Block):
        visit(c, inside)
        return
    *_, last = inside.statements or (syntax.Simple(syntax.ListOf(())),)
    if not isinstance(last, syntax.Simple) or last.condition is not None:
        c.wrong(last, f"a block of {name} that ends with other than an expression is not supported", "an expression")
    body(c, inside)


def sort_block(c: Checker, node: syntax.Block) -> None:
    for name in "ab":
        if c.names.find(f"${name}") is not None:
            c.wrong(node, f"${name} is not the variable that sort sets here", f"no my ${name} before")
    match node.statements:
        case (syntax.Simple(syntax.Call(name, None)),) if name in c.subs and c.subs[name].prototype == "($$)":
            c.wrong(node, f"sort by {name}, which gets its items in @_ by its prototype, is not supported", "$a and $b")
    for inner in within(node):
        if not {"a", "b"}.isdisjoint(modified(inner)):
            c.wrong(inner, "changing $a or $b in a block of sort is not supported", "a copy: my $x = $a")
    value_block(c, node, "sort")


@visit.case(syntax.Do)
def do(c: Checker, node: syntax.Do) -> None:
    value_block(c, node.block, "do")
