"""Syntax trees: what all their classes share, and how a parser's tree becomes one.

build = TreeBuilder(syntax)                       # syntax: a module of subclasses of Node

@build.rule                                       # only rules that do more than hand their children on
def sub(b: Building, name: Token) -> syntax.Sub:
    return syntax.Sub(without_blanks(name), place=b.place)

program = build(source, tree)                     # the rule `fun_end` becomes syntax.FunEnd(*children, place=…)

print(printed(program))
Source
  Line label='1'
    Assign
      …
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from types import FrameType, ModuleType
from typing import Any, Never, TypeVar, dataclass_transform

from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.lark_parser import Token, TransformerNonRecursive, Tree, place_of
from getallenband.interpreters.source.position import Place, SourceText

NOWHERE = Place(1, 1)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class NodeType(type):
    """Makes each class of nodes a frozen dataclass with slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        """Make the class; `dataclass` makes it once more, with the slots."""
        node_type: Any = super().__new__(cls, name, bases, members)
        return node_type if "__slots__" in members else dataclass(frozen=True, slots=True)(node_type)


class Node(metaclass=NodeType):
    """A construct: its place, which takes no part in comparisons. Its subclasses are dataclasses without saying so."""

    place: Place = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


def children(node: Node) -> Iterator[Node]:
    """Yield the nodes directly below a node, in the order of its fields."""
    for name in node.__dataclass_fields__:  # fields(node) makes a tuple anew for each node
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield item


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes below it, each before what is below it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(children(current))))


def unhandled(node: Never) -> TypeError:
    """Return the refusal of a node whose class is missing in the caller's list; mypy finds it before."""
    return without_case(node, sys._getframe(1))


def unknown(node: object) -> TypeError:
    """Return the same refusal where the classes are not a closed list, so that mypy cannot find it before."""
    return without_case(node, sys._getframe(1))


def without_case(node: object, caller: FrameType) -> TypeError:
    """Return the refusal of a node by a function."""
    where = f"{caller.f_globals['__name__']}.{caller.f_code.co_name}"
    return TypeError(f"{where} has no case for {type(node).__name__}")


def rebuilt(root: Node, changes: Callable[[Node], dict[str, Any]]) -> Any:
    """Return a tree made anew, each node with these fields changed; without recursion."""
    copies: dict[int, Node] = {}

    def renewed(value: Any) -> Any:
        return tuple(map(renewed, value)) if isinstance(value, tuple) else copies.get(id(value), value)

    for node in reversed(list(walk(root))):
        parts = {attribute.name: renewed(getattr(node, attribute.name)) for attribute in fields(node)}
        copies[id(node)] = replace(node, **{**parts, **changes(node)})
    return copies[id(root)]


def printed(node: Node, name: str = "", indent: int = 0) -> str:
    """Print a tree, a node a line: field, class, plain values but for defaults; what is below it is indented."""
    values, below = [], []
    for attribute in fields(node):
        value = getattr(node, attribute.name)
        if not attribute.repr or value is None or value == () or value == attribute.default:
            continue
        items = value if isinstance(value, tuple) else (value,)
        if any(isinstance(item, Node) for item in items):
            below += [printed(item, attribute.name, indent + 2) if isinstance(item, Node)
                      else f"{'':{indent + 2}}{attribute.name}: {item!r}" for item in items]  # fmt: skip
        else:
            values.append(f"{attribute.name}={value!r}")
    head = f"{'':{indent}}{name + ': ' if name else ''}{type(node).__name__}"
    return "\n".join([" ".join([head, *values]), *below])


@dataclass(slots=True)
class Building:
    """A tree in the making: its text, the faults found so far, and the place of the rule at hand."""

    source: SourceText
    diagnostics: Diagnostics
    place: Place = NOWHERE

    def at(self, token: Token) -> Place:
        """Return the place of a token."""
        return place_of(self.source, token)


Rule = Callable[..., Any]
Made = TypeVar("Made", bound=Rule)


class TreeBuilder:
    """Turn a parser's trees into syntax.

    A rule becomes the class of the same name (`fun_end`: FunEnd), which is given its children in order and its place;
    a last field that is a tuple takes all the children that are left. Tokens become strings, or what `tokens` makes of
    them by the names of their terminals. A function marked with `rule` is called instead for the rule of its name;
    trailing low lines do not count.
    """

    def __init__(self, syntax: ModuleType, **tokens: Callable[[Token], Any]) -> None:
        self.syntax, self.tokens = syntax, tokens
        self.rules: dict[str, Rule] = {}
        for name, made in vars(syntax).items():
            if isinstance(made, type) and issubclass(made, Node):
                snake = "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")
                self.rules[snake] = constructor(made)

    def rule(self, make: Made) -> Made:
        """Register a function of the building and the children."""
        self.rules[make.__name__.rstrip("_")] = make
        return make

    def __call__(self, source: SourceText, tree: Tree[Token]) -> Any:
        """Build a tree's node; raise SourceError where a rule noted a fault, and what a rule raises."""
        building = Building(source, Diagnostics(source))
        built = Assembly(self.syntax, self.rules, self.tokens, building).transform(tree)
        building.diagnostics.check()
        return built


def constructor(node_type: type[Node]) -> Rule:
    """Return the rule that hands its children to a class."""
    taken = [attribute for attribute in fields(node_type) if not attribute.kw_only]
    rest = bool(taken) and str(taken[-1].type).startswith("tuple[")

    def construct(b: Building, *given: Any) -> Node:
        values = [str(child) if isinstance(child, Token) else child for child in given]
        last = len(taken) - 1
        if rest and not (len(values) == last + 1 and isinstance(values[last], tuple)):
            values[last:] = [tuple(values[last:])]
        return node_type(*values, place=b.place)

    return construct


class Assembly(TransformerNonRecursive[Token, Any]):
    """One pass over one tree, from the leaves up, without recursion: a tree may be as deep as memory allows."""

    def __init__(
        self,
        syntax: ModuleType,
        rules: dict[str, Rule],
        tokens: dict[str, Callable[[Token], Any]],
        building: Building,
    ) -> None:
        super().__init__(visit_tokens=False)
        self.syntax, self.rules, self.tokens, self.building = syntax, rules, tokens, building

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        self.building.place = place_of(self.building.source, tree)
        given = (
            self.tokens[child.type](child) if isinstance(child, Token) and child.type in self.tokens else child
            for child in new_children or ()
        )
        rule = self.rules.get(tree.data.rstrip("_"))
        if rule is None:
            raise TypeError(self.missing(tree.data.rstrip("_")))
        return rule(self.building, *given)

    def missing(self, rule: str) -> str:
        """Return the message about a rule of the grammar that has neither a class nor a function."""
        name = "".join(word.capitalize() for word in rule.split("_"))
        return f"the grammar's rule {rule} has no class {name} in {self.syntax.__file__}, and no function {rule} for it"
