"""What references lead to: $h{$i}->{$j} is looked up once for equal $i and $j, as long as nothing changes.

The function keeps in locals where such a path led last, with the keys that were used and the epoch. An epoch ends
before each statement that may change an array or hash (it recalls nothing itself), and where memory is collected.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.lower.context import CachedAddress, Context, Path
from interpreters.languages.perl_subset.lower.names import Alias, Variable
from interpreters.languages.perl_subset.static_properties import is_special, within
from interpreters.source.tree import Node

# only what is known to change no container: anything else, above all a call or an assignment, ends the epoch
KEEPING = (
    syntax.Simple | syntax.Variable | syntax.Number | syntax.String | syntax.Element | syntax.Entry | syntax.LastIndex
    | syntax.Dereferenced | syntax.ListOf | syntax.Unary | syntax.Choice | syntax.Jump
)  # fmt: skip


def keeps_containers(node: syntax.Statement) -> bool:
    """Tell whether a statement changes no array or hash, but by what its blocks do."""
    match node:
        case syntax.Foreach(items=items):
            return changes_nothing(items)
        case syntax.If(condition=condition, otherwise=otherwise):
            return changes_nothing(condition) and not (
                isinstance(otherwise, syntax.If) and not keeps_containers(otherwise)
            )
        case syntax.Simple():
            return changes_nothing(node)
    return not isinstance(node, syntax.For | syntax.While)


def changes_nothing(node: Node) -> bool:
    return all(
        isinstance(inner, KEEPING)
        or (isinstance(inner, syntax.Binary) and inner.operator not in ("=~", "!~"))
        or (isinstance(inner, syntax.Function) and inner.name in ("exists", "defined", "length"))
        for inner in within(node)
    )


def path_to(c: Context, node: syntax.Expression) -> Path | None:
    """Return the path to an element or entry, if its keys are constants and scalar variables."""
    match node:
        case syntax.Element(syntax.Variable("@" as sigil, name), key) | syntax.Entry(
            syntax.Variable("%" as sigil, name), key
        ):
            found = c.scope.find(node, sigil + name)
            path = Path(found) if isinstance(found, Variable) else None
        case syntax.Element(syntax.Dereferenced("@" as sigil, inner), key) | syntax.Entry(
            syntax.Dereferenced("%" as sigil, inner), key
        ):
            if isinstance(inner, syntax.Variable):
                path = Path(keys=(inner,)) if is_readable(c, inner, True) else None
            else:
                path = path_to(c, inner)
        case _:
            return None
    if path is None:
        return None
    if isinstance(key, syntax.Number | syntax.String):
        return Path(path.begin, (*path.steps, (sigil, key)), path.keys)
    if isinstance(key, syntax.Variable) and is_readable(c, key, not path.keys):
        return Path(path.begin, (*path.steps, (sigil, len(path.keys))), (*path.keys, key))
    return None


def is_readable(c: Context, node: syntax.Variable, first: bool) -> bool:
    """Tell whether a scalar variable may be read before the rest of a path: only the first may fault."""
    if node.sigil != "$" or is_special(node):
        return False
    found = c.scope.find(node, f"${node.name}")
    return isinstance(found, Variable) or (isinstance(found, Alias) and (first or found.value is not None))


def reach(c: Context, path: Path, values: list[Register], follow: Callable[[], Register]) -> Register:
    """Return where a path leads with these keys: where it led last, or else where it does when it is followed."""
    if path not in c.cached_addresses:
        names = tuple(c.fresh("key") for _ in path.keys)
        c.cached_addresses[path] = CachedAddress(c.fresh("cached_addresses"), c.fresh("epoch"), names)
    kept = c.cached_addresses[path]
    # keys are compared as cells. Another cell with an equal key only costs a lookup; one cell cannot have two meanings,
    # since a collection, which may give its memory to another string, begins a new epoch
    known = c.compare("=", c.read(kept.epoch), c.read(c.epoch))
    for name, value in zip(kept.keys, values, strict=True):
        known = c.build.do(ops.BoolAnd, known, c.compare("=", c.read(name), value))

    def again() -> None:
        c.write(kept.address, follow())
        c.write(kept.epoch, c.read(c.epoch))
        for name, value in zip(kept.keys, values, strict=True):
            c.write(name, value)

    c.choose(c.build.do(ops.BoolNot, known), again)
    return c.read(kept.address)
