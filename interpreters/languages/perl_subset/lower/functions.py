"""Built-in functions."""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import KINDS, Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import (
    condition,
    container,
    doubled,
    hash_and_key,
    last_of_list,
    list_function,
    listed,
    lvalue,
    many,
    scalar,
    scalar_function,
)
from getallenband.interpreters.languages.perl_subset.lower.lists import sublist
from getallenband.interpreters.languages.perl_subset.lower.lvalues import kept_lvalue
from getallenband.interpreters.languages.perl_subset.lower.operators import truth_value
from getallenband.interpreters.languages.perl_subset.runtime import (
    arrays,
    functions,
    hash_lists,
    hashes,
    joining,
    layout,
    numbers,
    strings,
)
from getallenband.interpreters.languages.perl_subset.static_properties import gives_list, items_of


@scalar.case(syntax.Function)
def function(c: Context, node: syntax.Function) -> Register:
    """Lower a function in scalar context."""
    return scalar_function(c, node)


@many.case(syntax.Function)
def function_of_lists(c: Context, node: syntax.Function) -> None:
    """Lower a function in list context."""
    list_function(c, node)


@list_function.otherwise
def only_value(c: Context, node: syntax.Function) -> None:
    c.push(scalar(c, node))


# --- arguments -----------------------------------------------------------------------------------------------------


def argument(node: syntax.Function) -> syntax.Expression:
    """Return the argument of a function of one; without one it is $_."""
    return node.arguments if node.arguments is not None else syntax.Variable("$", "_", place=node.place)


def values(c: Context, nodes: Sequence[syntax.Expression]) -> list[Register]:
    """Compute scalars one after the other."""
    kept = [c.keep(scalar(c, node), *nodes[index + 1 :]) for index, node in enumerate(nodes)]
    return [take() for take in reversed(kept)][::-1]


@scalar_function.otherwise
def plain(c: Context, node: syntax.Function) -> Register:
    """Lower a function of one value."""
    value = scalar(c, argument(node))
    if node.name == "length":
        return c.value_of(
            c.compare("=", value, c.undef()),
            c.undef,
            lambda: doubled(c, c.do(functions.length_of, c.do(strings.text, value))),
        )
    return c.made(f"function_{node.name}", value, c.here(node))


# --- endings ---------------------------------------------------------------------------------------------


@scalar_function.case("exit")
def exit_(c: Context, node: syntax.Function) -> Register:
    c.at(node)
    if node.arguments is None:
        c.build.end(ops.Halt)
        return c.undef()
    code = c.do(numbers.whole, scalar(c, node.arguments))
    # lowering the argument has moved the place
    c.at(node)
    c.choose(c.compare("/=", code, c.number(0)), lambda: c.host("exit", code))
    c.build.end(ops.Halt)
    return c.undef()


@scalar_function.case("die")
def die(c: Context, node: syntax.Function) -> Register:
    return listed(c, node.arguments, lambda start, end: c.host("die", start, end, c.here(node)))


# --- strings -------------------------------------------------------------------------------------------------------


@scalar_function.case("join")
def join(c: Context, node: syntax.Function) -> Register:
    first, *rest = items_of(node.arguments)
    c.push(scalar(c, first))
    start = c.fresh("joined", c.read(c.top))
    sublist(c, rest, node)
    made = c.do(joining.joined, c.load(c.read(start), -layout.CELL), c.read(start), c.read(c.top))
    c.write(c.top, c.add(c.read(start), -layout.CELL))
    return made


@scalar_function.case("sprintf")
def sprintf(c: Context, node: syntax.Function) -> Register:
    return listed(c, node.arguments, lambda start, end: c.made("sprintf", start, end))


@scalar_function.case("reverse")
def reverse(c: Context, node: syntax.Function) -> Register:
    """Lower the characters of all arguments as one string, backwards, or of $_."""
    topic = syntax.Variable("$", "_", place=node.place)
    start = c.fresh("reversed", c.read(c.top))
    if node.arguments is not None:
        many(c, node.arguments)
    c.choose(c.compare("=", c.read(start), c.read(c.top)), lambda: c.push(scalar(c, topic)))
    forwards = c.do(joining.joined, c.load(c.number(layout.EMPTY)), c.read(start), c.read(c.top))
    found = c.made("reversed", forwards)
    c.write(c.top, c.read(start))
    return found


@scalar_function.case("substr")
def substr(c: Context, node: syntax.Function) -> Register:
    """Substr; with a fourth argument it changes its string."""
    given = items_of(node.arguments)
    if len(given) < 4:
        value, start, *rest = values(c, given)
        return c.do(joining.part, value, start, rest[0] if rest else c.number(layout.UNKNOWN))
    kept = kept_lvalue(c, lvalue(c, given[0]), *given[1:])
    start, length, new = values(c, given[1:])
    address = kept().address(c)
    old = c.load(address)
    c.push(c.made("part_to_replace", old, start, length, c.here(node)))
    c.store(address, c.made("replaced", old, start, length, new))
    return c.pop()


@scalar_function.case("index", "rindex")
def finding(c: Context, node: syntax.Function) -> Register:
    """Index and rindex."""
    text, part, *rest = values(c, items_of(node.arguments))
    start = rest[0] if rest else c.number(layout.UNKNOWN)
    found: Register = c.host(node.name, text, part, start)
    return found


@scalar_function.case("chomp")
def chomp(c: Context, node: syntax.Function) -> Register:
    address = lvalue(c, argument(node)).address(c)
    string = c.do(strings.text, c.load(address))
    ends = c.do(functions.ends_line, string)

    def cut() -> None:
        length = c.do(functions.length_of, string)
        c.store(address, c.do(joining.part, string, c.cell(0), doubled(c, c.add(length, -1))))

    c.choose(c.is_true(ends), cut)
    return doubled(c, ends)


# --- arrays and hashes ---------------------------------------------------------------------------------------------


@scalar_function.case("push", "unshift")
def adding(c: Context, node: syntax.Function) -> Register:
    """Push and unshift."""
    array_node, *rest = items_of(node.arguments)
    if node.name == "push" and len(rest) == 1 and not gives_list(rest[0]) and not c.may_collect(rest[0]):
        array = container(c, array_node, "@")
        c.do(arrays.push_cell, array, scalar(c, rest[0]))
        return doubled(c, c.do(arrays.size_of, array))
    start = c.fresh("added", c.read(c.top))
    sublist(c, rest, node)
    # after the values: computing them may collect, and an address keeps no object alive
    array = container(c, array_node, "@")
    if node.name == "push":
        c.do(arrays.push_cells, array, c.read(start), c.read(c.top))
    else:
        c.do(arrays.replace_cells, array, c.number(0), c.number(0), c.read(start), c.read(c.top))
    c.write(c.top, c.read(start))
    return doubled(c, c.do(arrays.size_of, array))


@scalar_function.case("shift", "pop")
def taking(c: Context, node: syntax.Function) -> Register:
    """Shift and pop; without an array they take from @_, and outside of subs from @ARGV."""
    usual = syntax.Variable("@", "ARGV" if c.wants_scalar is None else "_", place=node.place)
    array = container(c, node.arguments or usual, "@")
    return c.do(arrays.shift_cell if node.name == "shift" else arrays.pop_cell, array)


@list_function.case("splice")
def splice(c: Context, node: syntax.Function) -> None:
    """Take elements out, put others in."""
    array_node, *rest = items_of(node.arguments)
    start = c.fresh("spliced", c.read(c.top))
    for item in rest[:2]:
        c.push(scalar(c, item))
    items = c.fresh("new", c.read(c.top))
    sublist(c, rest[2:], node)
    array = container(c, array_node, "@")
    begin = c.do(functions.splice_begin, array, c.load(c.read(start))) if rest else c.number(0)
    c.choose(c.compare("<", begin, c.number(0)), lambda: c.host("not_creatable", c.load(c.read(start)), c.here(node)))
    length = c.load(c.read(start), layout.CELL) if len(rest) > 1 else c.number(layout.UNKNOWN)
    c.write(c.top, c.do(functions.splice, array, begin, length, c.read(start), c.read(items), c.read(c.top)))


@list_function.case("keys", "values")
def keys(c: Context, node: syntax.Function) -> None:
    """Keys and values in list context."""
    c.pushed(hash_lists.push_entries, container(c, argument(node), "%"), c.number(1 if node.name == "keys" else 2))


@scalar_function.case("keys", "values")
def count_keys(c: Context, node: syntax.Function) -> Register:
    # the count is kept doubled, and so is a cell
    return c.load(container(c, argument(node), "%"), layout.LIVE)


@list_function.case("reverse")
def reverse_list(c: Context, node: syntax.Function) -> None:
    start = c.fresh("reversed", c.read(c.top))
    if node.arguments is not None:
        many(c, node.arguments)
    c.do(arrays.reverse_cells, c.read(start), c.read(c.top))


# --- what is there and what is not ---------------------------------------------------------------------------------


@condition.case("exists")
def exists(c: Context, node: syntax.Function) -> Register:
    assert isinstance(node.arguments, syntax.Entry)
    hash_, name = hash_and_key(c, node.arguments)
    return c.compare("/=", c.do(hashes.entry_of, hash_, c.do(strings.text, name)), c.number(0))


@condition.case("defined")
def defined(c: Context, node: syntax.Function) -> Register:
    return c.compare("/=", scalar(c, argument(node)), c.undef())


@scalar_function.case("delete")
def delete(c: Context, node: syntax.Function) -> Register:
    target = node.arguments
    if isinstance(target, syntax.Entry):
        return c.do(hashes.remove_entry, *hash_and_key(c, target))
    return last_of_list(c, node)


@list_function.case("delete")
def delete_slice(c: Context, node: syntax.Function) -> None:
    """Delete a slice of a hash, or one entry."""
    target = node.arguments
    if not isinstance(target, syntax.Slice):
        c.push(delete(c, node))
        return
    start = c.fresh("deleted", c.read(c.top))
    many(c, target.keys)
    c.do(hash_lists.remove_entries, container(c, target.of, "%"), c.read(start), c.read(c.top))


@scalar_function.case("undef")
def undef(c: Context, node: syntax.Function) -> Register:
    """Lower the value, or the emptying of a variable."""
    target = node.arguments
    if target is None:
        return c.undef()
    sigil = getattr(target, "sigil", "$")
    if sigil in ("@", "%"):
        c.do(KINDS[sigil].clear, container(c, target, sigil))
    else:
        c.store(lvalue(c, target).address(c), c.undef())
    return c.undef()


@scalar_function.case("splice")
def last(c: Context, node: syntax.Function) -> Register:
    return last_of_list(c, node)


@scalar_function.case("scalar")
def in_scalar_context(c: Context, node: syntax.Function) -> Register:
    return scalar(c, argument(node))


@scalar_function.case("time")
def time(c: Context, _node: syntax.Function) -> Register:
    return c.made("time")


@scalar_function.case("rand", "srand")
def random_number(c: Context, node: syntax.Function) -> Register:
    """Rand and srand; without an argument the library knows what is meant."""
    given = items_of(node.arguments)
    return c.made(node.name, scalar(c, given[0]) if given else c.undef())


@scalar_function.case("wantarray")
def wantarray(c: Context, _node: syntax.Function) -> Register:
    """Tell which context a sub is called in, which is known here: it is lowered once for each."""
    if c.wants_scalar is None:
        return c.undef()
    return c.constant("") if c.wants_scalar else c.cell(1)


@scalar_function.case("exists", "defined")
def condition_value(c: Context, node: syntax.Function) -> Register:
    return truth_value(c, condition(c, node))
