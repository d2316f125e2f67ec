"""What can be assigned to: scalars wherever they lie, lists, arrays, hashes, slices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower import expressions, operators
from getallenband.interpreters.languages.perl_subset.lower.context import KINDS, Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import lvalue
from getallenband.interpreters.languages.perl_subset.lower.names import Alias, GlobalAlias, Variable
from getallenband.interpreters.languages.perl_subset.runtime import arrays, hashes, layout, numbers, strings
from getallenband.interpreters.languages.perl_subset.static_properties import (
    is_arguments,
    is_list,
    is_special,
    items_of,
    one_array,
    read_late,
    targets_in_brackets,
)
from getallenband.interpreters.source.tree import Node


@dataclass(frozen=True, slots=True)
class LValue:
    """A scalar that is about to be read or written."""

    node: Node

    def address(self, c: Context, writing: bool = True) -> Register:
        """Return its address; an element or entry is there from now on."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class VariableLValue(LValue):
    """A variable."""

    found: Variable | Alias | GlobalAlias

    def address(self, c: Context, writing: bool = True) -> Register:  # noqa: ARG002
        if isinstance(self.found, Variable):
            return c.address_of(self.found)
        return expressions.address_of_alias(c, self.found, self.node)


@dataclass(frozen=True, slots=True)
class ItemLValue(LValue):
    """An element of an array, or an entry of a hash."""

    struct: Register
    key: Register


@dataclass(frozen=True, slots=True)
class ElementLValue(ItemLValue):
    """An element of an array."""

    of_arguments: bool

    def address(self, c: Context, writing: bool = True) -> Register:
        # perlsub: an element of @_ is an alias of the argument; of the copy here, the caller would never see the change
        if self.of_arguments and writing:
            c.host("copies", c.here(self.node))
        address = c.do(arrays.element_address, self.struct, self.key)
        c.choose(c.compare("=", address, c.number(0)), lambda: c.host("not_creatable", self.key, c.here(self.node)))
        return address


@dataclass(frozen=True, slots=True)
class EntryLValue(ItemLValue):
    """An entry of a hash."""

    def address(self, c: Context, writing: bool = True) -> Register:  # noqa: ARG002
        return c.do(hashes.entry_address, self.struct, self.key)


@lvalue.otherwise
def lvalue_of(c: Context, node: syntax.Expression) -> LValue:
    """Return the lvalue that an expression stands for; what it uses is computed."""
    if isinstance(node, syntax.ListOf) and node.brackets and len(node.items) == 1:
        return lvalue_of(c, node.items[0])
    # perlop: a scalar assignment is an lvalue, as in ($x = $y) =~ tr/a-z//
    if isinstance(node, syntax.Assign) and not is_list(node.target):
        expressions.scalar(c, node)
        return lvalue_of(c, node.target.variables[0] if isinstance(node.target, syntax.My) else node.target)
    if isinstance(node, syntax.My) and not node.brackets and node.variables[0].sigil == "$":
        return VariableLValue(node, expressions.declare(c, node.variables[0]))
    if isinstance(node, syntax.Variable) and node.sigil == "$" and not is_special(node):
        return VariableLValue(node, c.scope.find(node, f"${node.name}"))
    if isinstance(node, syntax.Entry):
        return EntryLValue(node, *expressions.hash_and_key(c, node))
    if isinstance(node, syntax.Element):
        return ElementLValue(node, *expressions.array_and_index(c, node), is_arguments(node.array))
    raise AssertionError("check.py refuses other targets")


def kept_lvalue(c: Context, found: LValue, *meanwhile: object) -> Callable[[], LValue]:
    """Protect an lvalue while something else is computed."""
    if not c.may_collect(*meanwhile) or isinstance(found, VariableLValue):
        return lambda: found
    assert isinstance(found, ItemLValue)
    assert isinstance(found.node, syntax.Element | syntax.Entry)
    of = found.node.array if isinstance(found.node, syntax.Element) else found.node.hash
    struct, key = expressions.keep_struct(c, found.struct, of, *meanwhile), c.keep(found.key, *meanwhile)

    def again() -> LValue:
        second = key()
        return replace(found, struct=struct(), key=second)

    return again


# --- assignments ---------------------------------------------------------------------------------------------------


@expressions.scalar.case(syntax.Assign)
def assign(c: Context, node: syntax.Assign) -> Register:
    """Lower an assignment; to a list or array it gives the number of values."""
    if node.operator != "=":
        return changed(c, node)
    if is_list(node.target):
        return assign_list(c, node)
    if isinstance(node.target, syntax.LastIndex):
        value = expressions.scalar(c, node.value)
        c.do(arrays.resize, expressions.container(c, node.target.array, "@"), c.do(numbers.position_of, value))
        return value
    if isinstance(node.value, syntax.ReadLine):
        # perl computes the lvalue first where a line that is read is all that is assigned (pp_readline)
        address = kept_lvalue(c, lvalue(c, node.target), node.value)
        value = expressions.scalar(c, node.value)
        c.store(address().address(c), value)
        return value
    late = read_late(node.value)
    kept = c.keep(expressions.scalar(c, node.value), node.target)
    if late is not None and (c.changes(node.target) or c.may_collect(node.target)):
        # $a[$i++] = $i: perl reads the variable when the lvalue is computed
        found = lvalue(c, node.target)
        value = expressions.scalar(c, late)
    elif c.may_collect(node.target):
        found = lvalue(c, node.target)
        value = kept()
    else:
        value = kept()
        found = lvalue(c, node.target)
    c.store(found.address(c), value)
    return value


def changed(c: Context, node: syntax.Assign) -> Register:
    """+= and its like: the lvalue is computed, then the value, then the lvalue is read and written."""
    operator, target = node.operator[:-1], node.target
    if isinstance(target, syntax.LastIndex) and operator not in operators.LOGICAL:
        return last_index_changed(c, target, operator, node.value, node)[1]
    if operator in operators.LOGICAL:
        found = lvalue(c, target)
        old = c.load(found.address(c))

        def other() -> Register:
            # found anew, since the value may have made an array grow, which moves its elements
            again = kept_lvalue(c, found, node.value)
            value = expressions.scalar(c, node.value)
            c.store(again().address(c), value)
            return value

        return c.value_of(operators.decision(c, operator, old), lambda: old, other)
    found = lvalue(c, target)
    # the element is there before the value is computed, which may look at it (autovivification)
    if not isinstance(found, VariableLValue):
        found.address(c)
    kept = kept_lvalue(c, found, node.value)
    value = expressions.scalar(c, node.value)
    address = kept().address(c)
    if operator == ".":
        made = c.do(strings.appended, c.load(address), value)
    else:
        old = c.load(address)
        made = operators.calculated(c, operator, c.do(numbers.or_zero, old) if operator in "+-" else old, value, node)
    c.store(address, made)
    return made


def last_index_changed(
    c: Context, target: syntax.LastIndex, operator: str, by: syntax.Expression, node: Node
) -> tuple[Register, Register]:
    """Lower $#a -= 1 and its like; return the old index and the new."""
    array = expressions.keep_struct(c, expressions.container(c, target.array, "@"), target.array, by)
    value = expressions.scalar(c, by)
    container = array()
    old = expressions.last_index_of(c, container)
    new = operators.calculated(c, operator, old, value, node)
    c.do(arrays.resize, container, c.do(numbers.position_of, new))
    return old, new


@expressions.scalar.case(syntax.Step)
def step(c: Context, node: syntax.Step) -> Register:
    """++ and --; ++ of a string counts as ranges do."""
    if isinstance(node.operand, syntax.LastIndex):
        one = syntax.Number("1", place=node.place)
        return last_index_changed(c, node.operand, node.operator[0], one, node)[node.before]
    address = lvalue(c, node.operand).address(c)
    old = c.load(address)
    up = node.operator == "++"
    new = c.do(numbers.successor, old) if up else c.do(numbers.difference, old, c.cell(1))
    c.store(address, new)
    if node.before:
        return new
    if up:
        # perlop: undef becomes 0 before it is incremented, so that $x++ gives 0; of --, which is not magical, it stays
        # undef
        return c.value_of(c.compare("=", old, c.undef()), lambda: c.cell(0), lambda: old)
    return old


def assign_list(c: Context, node: syntax.Assign) -> Register:
    """Assign a list: all values are computed, then assigned."""
    start = c.fresh("values", c.read(c.top))
    expressions.many(c, limited(node.value, node.target))
    end = c.fresh("end", c.read(c.top))
    if sorts_itself(node):
        # perl leaves out what was never assigned, and nothing here tells that from undef
        holes = c.is_true(c.do(arrays.has_undef, c.read(start), c.read(end)))
        c.choose(holes, lambda: c.missing(node, "sorting an array with undef in it into itself is not supported"))
    put_list(c, node.target, start, end)
    count = expressions.count_between(c, c.read(start), c.read(end))
    c.write(c.top, c.read(start))
    return count


def sorts_itself(node: syntax.Assign) -> bool:
    """Tell whether an array is sorted into itself, which perl does in place."""
    match node.value:
        case syntax.BlockFunction("sort", _, items) | syntax.ListOf((syntax.BlockFunction("sort", _, items),)):
            return one_array(items) == node.target
    return False


def put_list(c: Context, node: syntax.Expression, start: str, end: str) -> None:
    """Put the values between two addresses of the stack into an array, a hash, a slice, or variables in brackets."""
    targets = tuple(one for target in targets_in_brackets(node) for one in one_by_one(target))
    at = c.fresh("at", c.read(start))
    # ($i, $a[$i]) = (1, 2): all lvalues come first; only where a collection may come between, one by one
    found = {} if c.may_collect(targets) else {id(target): lvalue(c, target) for target in targets if is_item(target)}
    for target in targets:
        take(c, target, at, end, found.get(id(target)))


def one_by_one(target: syntax.Expression) -> tuple[syntax.Expression, ...]:
    """Return declarations of one variable each for one in brackets; else the target itself."""
    if isinstance(target, syntax.My) and target.brackets:
        return tuple(syntax.My((variable,), False, place=variable.place) for variable in target.variables)
    return (target,)


def is_item(node: syntax.Expression) -> bool:
    """Tell whether this is an element of an array or an entry of a hash."""
    return isinstance(node, syntax.Element | syntax.Entry)


def take(c: Context, node: syntax.Expression, at: str, end: str, found: LValue | None) -> None:
    """Assign to one target of a list assignment what it can hold; leave the rest for the next."""
    sigil = node.variables[0].sigil if isinstance(node, syntax.My) else getattr(node, "sigil", "$")
    if sigil == "" or (isinstance(node, syntax.Function) and node.name == "undef" and node.arguments is None):
        c.write(at, c.add(c.read(at), layout.CELL))
    elif isinstance(node, syntax.Slice):
        take_slice(c, node, at, end)
    elif sigil in ("@", "%"):
        # an array takes all that is left (perldata). `at` may be beyond `end`, as scalars without a value move it on,
        # too.
        container = expressions.container(c, node, sigil)
        c.choose(
            c.compare("<", c.read(at), c.read(end)),
            lambda: c.do(KINDS[sigil].fill, container, c.read(at), c.read(end)),
            lambda: c.do(KINDS[sigil].clear, container),
        )
        c.write(at, c.read(end))
    else:
        found = found or lvalue(c, node)
        c.store(found.address(c), following(c, at, end))


def following(c: Context, at: str, end: str) -> Register:
    """Return the next value of a list assignment, or undef."""
    value = c.value_of(c.compare("<", c.read(at), c.read(end)), lambda: c.load(c.read(at)), c.undef)
    c.write(at, c.add(c.read(at), layout.CELL))
    return value


def take_slice(c: Context, node: syntax.Slice, at: str, end: str) -> None:
    """Assign one value to each item of a slice."""
    sigil = getattr(node.of, "sigil", "")
    first = c.fresh("keys", c.read(c.top))
    expressions.many(c, node.keys)
    last = c.fresh("last", c.read(c.top))
    container = expressions.container(c, node.of, sigil)
    key = c.fresh("key", c.read(first))

    def body() -> None:
        c.charge()
        name = c.load(c.read(key))
        c.write(key, c.add(c.read(key), layout.CELL))
        arguments = sigil == "@" and is_arguments(node.of)
        found: LValue = (
            EntryLValue(node, container, name) if sigil == "%" else ElementLValue(node, container, name, arguments)
        )
        c.store(found.address(c), following(c, at, end))

    c.loop([lambda: c.compare("<", c.read(key), c.read(last))], body)
    c.write(c.top, c.read(first))


def limited(value: syntax.Expression, target: syntax.Expression) -> syntax.Expression:
    """Give a split that is assigned to n variables the limit n + 1, as Perl does."""
    if isinstance(value, syntax.ListOf) and len(value.items) == 1:
        return limited(value.items[0], target)
    if not (isinstance(value, syntax.Function) and value.name == "split"):
        return value
    found = items_of(value.arguments)
    if len(found) > 2 and found[2] != syntax.Number("0"):
        return value
    if not isinstance(target, syntax.My | syntax.ListOf):
        return value
    targets = [
        one
        for each in targets_in_brackets(target)
        for one in (each.variables if isinstance(each, syntax.My) else (each,))
    ]
    if any(is_list(one) for one in targets if getattr(one, "sigil", "$")):  # without sigil: undef among declarations
        return value
    place = value.place
    default = (syntax.String(" ", place=place), syntax.Variable("$", "_", place=place))
    filled = (*found[:2], *default[len(found) :], syntax.Number(str(len(targets) + 1), place=place))
    return syntax.Function("split", syntax.ListOf(filled, place=place), place=place)
