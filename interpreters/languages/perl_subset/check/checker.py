"""What is known at a place of the text while a program is checked, and the walk over its constructs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.static_properties import (
    changed,
    modified,
    within,
)
from getallenband.interpreters.languages.perl_subset.words import HANDLES_LEFT_OUT
from getallenband.interpreters.lowering.dispatch import Dispatcher, dispatcher
from getallenband.interpreters.source.block_names import BlockNames
from getallenband.interpreters.source.diagnostics import Diagnostics
from getallenband.interpreters.source.tree import Node, children


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop around a place; where `instead` names another, Perl would remember how far this one came."""

    label: str
    instead: str = ""


class Checker:
    """The check of one program: what is known at a place of the text."""

    def __init__(self, tree: syntax.Script, diagnostics: Diagnostics) -> None:
        self.tree = tree
        self.diagnostics = diagnostics
        # each variable with its sigil, and the sub that it belongs to, or ""
        self.names: BlockNames[str] = BlockNames()
        self.everywhere: set[str] = set()
        self.strict = self.say = False
        self.sub = ""
        self.loops: list[Loop] = []
        self.subs: dict[str, syntax.Sub] = {}
        self.opened = {"STDIN", "STDOUT"}
        for node in within(tree):
            if isinstance(node, syntax.Sub):
                if node.name in self.subs:
                    self.wrong(node, f"a second sub {node.name} is not supported", "another name")
                self.subs.setdefault(node.name, node)
            elif isinstance(node, syntax.Function) and node.name == "open" and node.file:
                self.opened.add(node.file)

    def wrong(self, node: Node, message: str, expected: str = "", near: str = "") -> None:
        self.diagnostics.error(node.place, message, expected, near)

    @cached_property
    def modified(self) -> set[str]:
        """The names of the scalar variables that something in the program may assign to, "" for those not named."""
        return {name for node in within(self.tree) for name in modified(node)}

    @cached_property
    def changed(self) -> set[str]:
        """The variables, with their sigils, of which something in the program changes a part, or the whole."""
        return {name for node in within(self.tree) for name in changed(node)}

    @contextmanager
    def loop(self, label: str, instead: str = "") -> Iterator[None]:
        self.loops.append(Loop(label, instead))
        yield
        self.loops.pop()

    def file(self, node: Node, name: str) -> None:
        """Check that a file is opened somewhere."""
        if name in HANDLES_LEFT_OUT:
            self.wrong(node, f"the file handle {name} is not supported", HANDLES_LEFT_OUT[name])
        elif name and name not in self.opened:
            near = self.diagnostics.nearest(name, self.opened)
            self.wrong(node, f"the file handle {name} is never opened", f'open {name}, ">name"', near)

    def stays_in_loops(self, node: Node, loops_left: list[Loop]) -> None:
        """Refuse a jump out of a loop over the entries of a hash, or over matches."""
        instead = next((loop.instead for loop in loops_left if loop.instead), "")
        if instead:
            self.wrong(node, "leaving a loop over each or over matches is not supported", instead)


visit: Dispatcher[Checker, None] = dispatcher("a construct")


@visit.otherwise
def visit_children(c: Checker, node: Node) -> None:
    for child in children(node):
        visit(c, child)


def visit_all(c: Checker, *nodes: Node | None) -> None:
    for node in nodes:
        if node is not None:
            visit(c, node)
