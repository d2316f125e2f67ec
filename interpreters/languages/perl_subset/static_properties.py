"""What the form of an expression tells: whether it gives a list, takes one, or names what can be changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.transliteration import Table
from getallenband.interpreters.source.tree import Node, children, walk

LIST_FUNCTIONS = frozenset({"delete", "keys", "return", "reverse", "splice", "split", "values"})
"""Functions that give a list where one is wanted."""
LVALUES = syntax.Variable | syntax.Dereferenced | syntax.Element | syntax.Entry | syntax.Slice


def is_list(node: syntax.Expression) -> bool:
    """Tell whether an assignment to this takes a list."""
    if isinstance(node, syntax.My):
        return node.brackets or node.variables[0].sigil != "$"
    if isinstance(node, syntax.Variable | syntax.Dereferenced):
        return node.sigil != "$"
    return isinstance(node, syntax.ListOf | syntax.Slice)


def items_of(node: syntax.Expression | None) -> tuple[syntax.Expression, ...]:
    """Return the items of a list without parentheses, or the one expression, if there is any."""
    if isinstance(node, syntax.ListOf) and not node.brackets:
        return node.items
    return () if node is None else (node,)


def flattened(items: tuple[syntax.Expression, ...]) -> tuple[syntax.Expression, ...]:
    """Return the items of a list with those of lists inside it in their places."""
    return tuple(
        inner for item in items for inner in (flattened(item.items) if isinstance(item, syntax.ListOf) else (item,))
    )


def is_array(node: syntax.Expression) -> bool:
    """Tell whether this is a whole array."""
    return isinstance(node, syntax.Variable | syntax.Dereferenced) and node.sigil == "@"


def is_arguments(node: syntax.Expression | None) -> bool:
    """Tell whether this is @_."""
    return isinstance(node, syntax.Variable) and node.sigil + node.name == "@_"


def gives_list(node: syntax.Expression) -> bool:
    """Tell whether an expression may give other than its one value in list context."""
    match node:
        case syntax.Variable(sigil) | syntax.Dereferenced(sigil):
            return sigil != "$"
        case syntax.Binary(operator, left, right):
            if operator in ("and", "&&", "or", "||", "//"):
                return gives_list(right)
            if operator == "=~":
                return not isinstance(right, syntax.Substitute | syntax.Transliterate)
            return operator == ".." or (operator == "x" and isinstance(left, syntax.ListOf) and left.brackets)
        case syntax.Assign("=", target, _):
            return is_list(target)
        case syntax.Choice(_, yes, no):
            return gives_list(yes) or gives_list(no)
        case syntax.Function(name):
            return name in LIST_FUNCTIONS
    return isinstance(
        node, syntax.ListOf | syntax.Slice | syntax.Call | syntax.BlockFunction | syntax.Do | syntax.Pattern | syntax.My
        | syntax.ReadLine
    )  # fmt: skip


def lies_somewhere(node: syntax.Expression) -> bool:
    """Tell whether the items of a list may be variables or constants, and not only results that nothing else holds."""
    match node:
        case syntax.ListOf(items):
            return any(map(lies_somewhere, items))
        case syntax.Choice(_, one, other) | syntax.Binary("and" | "&&" | "or" | "||" | "//", one, other):
            return lies_somewhere(one) or lies_somewhere(other)
        case syntax.Binary("x", syntax.ListOf(_, True) as items, _) | syntax.Slice(syntax.ListOf() as items):
            return lies_somewhere(items)
        case syntax.Function("shift" | "pop" | "splice", items):
            return items is None or is_arguments(items_of(items)[0])
        case syntax.Function("reverse" | "scalar", items) if items is not None:
            return lies_somewhere(items)
        case syntax.Function(name):
            return name in ("substr", "values")
        case syntax.BlockFunction(name, _, items):
            return name != "map" and lies_somewhere(items)
        case syntax.Do(syntax.Block((*_, last))):
            return not isinstance(last, syntax.Simple) or lies_somewhere(last.expression)
        case syntax.Step():
            return node.before
    return isinstance(
        node, LVALUES | syntax.Number | syntax.String | syntax.My | syntax.Assign | syntax.LastIndex
    )  # fmt: skip


def is_special(node: syntax.Expression) -> bool:
    """Tell whether this is a variable that Perl sets itself."""
    return isinstance(node, syntax.Variable) and not (node.name[0].isalpha() or node.name[0] == "_")


def without_my(node: syntax.Expression) -> syntax.Expression:
    """Return the variables of a declaration, or of those in a list, to be read."""
    if isinstance(node, syntax.My):
        variables = tuple(variable for variable in node.variables if variable.sigil)
        return syntax.ListOf(variables, True, place=node.place)
    if isinstance(node, syntax.ListOf):
        return syntax.ListOf(tuple(map(without_my, node.items)), node.brackets, place=node.place)
    return node


def read_late(node: syntax.Expression) -> syntax.Variable | None:
    """Return the scalar variable that this stands for, which Perl reads when the whole operation or list is at hand.

    ++$x and $x = 5 change $x at once, but their value is $x itself.
    """
    match node:
        case syntax.Variable("$"):
            return node
        case syntax.Step(_, syntax.Variable("$") as changed, True) | syntax.Assign(_, syntax.Variable("$") as changed):
            return changed
        case syntax.ListOf((inner,), True):
            return read_late(inner)
    return None


def within(*roots: object) -> Iterator[Node]:
    """Yield the nodes of trees and of tuples of trees, in the order of the text."""
    for root in roots:
        if isinstance(root, tuple):
            yield from within(*root)
        elif isinstance(root, Node):
            yield from walk(root)


def skipped_declaration(statement: Node) -> syntax.My | None:
    """Return a declaration that the statement may skip, outside of its blocks.

    perlsyn leaves the value of such a variable undefined: it can be one of an earlier turn of the loop.
    """
    match statement:
        case syntax.Simple(expression, modifier) if modifier:
            waiting: list[Node] = [expression]
        case syntax.Simple(syntax.Binary("and" | "&&" | "or" | "||" | "//", _, right)):
            waiting = [right]
        case _:
            return None
    while waiting:
        if isinstance(node := waiting.pop(), syntax.My):
            return node
        waiting += (child for child in children(node) if not isinstance(child, syntax.Block))
    return None


def changes(node: Node) -> bool:
    """Tell whether this may change a variable: an assignment, a step, or the call of a sub."""
    kinds = syntax.Assign | syntax.Step | syntax.Call | syntax.Substitute | syntax.Transliterate
    functions = {"chomp", "shift", "pop", "substr", "undef"}
    return isinstance(node, kinds) or (isinstance(node, syntax.Function) and node.name in functions)


def may_collect(node: Node) -> bool:
    """Tell whether a collection may happen here: where subs are called, and statements begin."""
    return isinstance(node, syntax.Call | syntax.Block)


class Holders:
    """Which nodes are of some kind or hold such a node, at whatever depth: found once for a whole tree."""

    def __init__(self, kind: Callable[[Node], bool], tree: Node) -> None:
        self.kind = kind
        self.found: dict[int, bool] = {}
        for node in reversed(list(walk(tree))):
            self.found[id(node)] = self.of(node)

    def among(self, *nodes: object) -> bool:
        """Tell whether one is among these; a node that is not of the tree was made of such nodes."""
        for node in nodes:
            if isinstance(node, tuple):
                if self.among(*node):
                    return True
            elif isinstance(node, Node):
                known = self.found.get(id(node))
                if self.of(node) if known is None else known:
                    return True
        return False

    def of(self, node: Node) -> bool:
        return self.kind(node) or self.among(*children(node))


class Lines:
    """The first and the last line on which something of a node begins: found once for a whole tree."""

    def __init__(self, tree: Node) -> None:
        self.found: dict[int, tuple[int, int]] = {}
        for node in reversed(list(walk(tree))):
            self.found[id(node)] = self.of(node)

    def of(self, node: Node) -> tuple[int, int]:
        """Return them for a node of the tree, or for one that was made of such nodes."""
        if id(node) in self.found:
            return self.found[id(node)]
        lines = [node.place.line, *(line for below in children(node) for line in self.of(below))]
        return min(lines), max(lines)


def matches(inside: object) -> bool:
    """Tell whether something in here sets $1 and its like: a pattern does, but for that of split."""
    separators: set[int] = set()
    for node in within(inside):
        if isinstance(node, syntax.Function) and node.name == "split":
            given = node.arguments
            separators.add(id(given.items[0] if isinstance(given, syntax.ListOf) and given.items else given))
        elif isinstance(node, syntax.Pattern) and id(node) in separators:
            continue
        elif isinstance(node, syntax.Pattern) or (isinstance(node, syntax.Binary) and node.operator in ("=~", "!~")):
            return True
    return False


def modified(node: Node) -> Iterator[str]:
    """Yield the names of the scalar variables that this construct may assign to, "" for those not named here."""
    match node:
        case syntax.Assign(_, target, _):
            yield from scalars(*flattened((target,)))
        case syntax.Binary("=~", changed, syntax.Substitute(copied=False) | syntax.Transliterate()):
            yield from () if counts_only(node) else scalars(changed)
        case syntax.Step(_, operand):
            yield from scalars(operand)
        case syntax.Function("chomp", None):
            yield ""
        case syntax.Function("chomp" | "undef", arguments):
            yield from scalars(arguments)
        case syntax.Function("substr", syntax.ListOf((changed, _, _, _))):
            yield from scalars(changed)


def changed(node: Node) -> Iterator[str]:
    """Yield the variables of which a construct changes a part, or the whole."""
    match node:
        case syntax.Assign(_, syntax.My()):
            pass  # a new variable, whatever the name of another
        case syntax.Assign(_, target) | syntax.Step(_, target) | syntax.Bound(_, target, syntax.Substitute()):
            yield from roots(target)
        case syntax.Function("push" | "unshift" | "shift" | "pop" | "splice" | "delete" | "undef" | "chomp", given):
            for target in items_of(given)[:1]:
                yield from roots(target)


def roots(node: syntax.Expression) -> Iterator[str]:
    """Yield the variables, with their sigils, that an expression stands for, or for a part of which."""
    match node:
        case syntax.Variable(sigil, name):
            yield sigil + name
        case syntax.Element(of) | syntax.Entry(of) | syntax.Slice(of):
            yield from roots(of)
        case syntax.ListOf(items):
            for item in items:
                yield from roots(item)
        case syntax.Choice(_, one, other) | syntax.Binary("&&" | "and" | "||" | "or" | "//", one, other):
            yield from roots(one)
            yield from roots(other)
        case syntax.Assign(_, changed) | syntax.Step(_, changed, True):
            yield from roots(changed)
        case syntax.My(variables):
            for variable in variables:
                yield from roots(variable)


def counts_only(node: syntax.Binary) -> bool:
    """Tell whether a text is only looked at by tr, or copied."""
    match node.right:
        case syntax.Transliterate(searched, replaced, flags):
            return "r" in flags or Table(searched, replaced, flags).only_counts
    return False


def one_array(items: syntax.Expression) -> syntax.Expression | None:
    """Return the array that a loop over these items goes through, whose elements it may change; else None."""
    inner = items.items[0] if isinstance(items, syntax.ListOf) and len(items.items) == 1 else items
    target = inner.target if isinstance(inner, syntax.Assign) and inner.operator == "=" else inner
    if isinstance(target, syntax.My) and not target.brackets:
        target = target.variables[0]
    return target if is_array(target) else None


def scalars(*nodes: object) -> Iterator[str]:
    """Yield the names of those nodes that are scalar variables."""
    return (node.name for node in nodes if isinstance(node, syntax.Variable) and node.sigil == "$")


def targets_in_brackets(node: syntax.Expression) -> tuple[syntax.Expression, ...]:
    """Return what a list assignment assigns to, or the one target."""
    return flattened((node,))


def entries_of(condition: syntax.Expression | None) -> tuple[syntax.Expression, syntax.Expression] | None:
    """Return what a condition assigns the entries of a hash to, by each, and that hash; None for other conditions."""
    match condition:
        case syntax.Assign("=", target, syntax.Function("each", syntax.Variable("%") | syntax.Dereferenced("%") as of)):
            return target, of
    return None


def searched_in(node: Node | None) -> tuple[syntax.Variable, syntax.Pattern] | None:
    """Return the variable in which a match with g searches, and the pattern; None for all else."""
    match node:
        case syntax.Binary("=~", syntax.Variable("$") as text, syntax.Pattern(_, flags) as pattern) if "g" in flags:
            return text, pattern
        case syntax.Pattern(_, flags) if "g" in flags:
            return syntax.Variable("$", "_", place=node.place), node
    return None


def map_or_grep_parts(node: syntax.BlockFunction) -> tuple[syntax.Expression, syntax.Expression | syntax.Block]:
    """Return the items of map or grep, and what it computes of each."""
    if node.block is not None:
        return node.items, node.block
    first, *rest = node.items.items if isinstance(node.items, syntax.ListOf) else (node.items,)
    return syntax.ListOf(tuple(rest), place=node.place), first
