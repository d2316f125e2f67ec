"""A function in the making: its builder, the places and labels of its statements, and structured control.

    c.mark(node)                                             # statement "7", or "7:12" for the second on line 7
    c.choose(condition, lambda: statement(c, node.yes), lambda: statement(c, node.no))
    value = c.chosen(Type.INT, condition, lambda: value(c, node.yes), lambda: value(c, node.no))

A language's own context adds what its names mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import Node


@dataclass(slots=True)
class StatementLabels:
    """The labels of a program's statements: the line; the line and the column for all but the first of a line."""

    lines: dict[int, int] = field(default_factory=dict)

    def of(self, place: Place) -> str:
        """Return the label of the statement at a place."""
        first = self.lines.setdefault(place.line, place.column)
        return str(place.line) if first == place.column else f"{place.line}:{place.column}"


class FunctionContext:
    """The context of every construct that is lowered: the function that it becomes a part of."""

    def __init__(self, build: FunctionBuilder, labels: StatementLabels) -> None:
        self.build, self.labels = build, labels

    def at(self, node: Node) -> None:
        """Put a construct's place on the operations that follow."""
        self.build.place(node.place)

    def mark(self, node: Node) -> str:
        """Begin a source statement; return its label."""
        label = self.labels.of(node.place)
        self.build.statement(label, node.place)
        return label

    def choose(self, condition: Register, yes: Callable[[], None], no: Callable[[], None] | None = None) -> None:
        """Do one of two things."""
        build = self.build
        then, otherwise, after = build.label("then"), build.label("else"), build.label("fi")
        build.end(ops.Branch, condition, then, after if no is None else otherwise)
        build.begin(then)
        yes()
        if no is not None:
            if build.block is not None:
                build.end(ops.Jump, after)
            build.begin(otherwise)
            no()
        build.begin(after)

    def chosen(
        self, kind: Type, condition: Register, yes: Callable[[], Register], no: Callable[[], Register]
    ) -> Register:
        """Compute one of two values of type INT or REAL."""
        result = self.build.local("%chosen", kind)

        def store(value: Callable[[], Register]) -> None:
            self.build.perform(ops.LocalStore, result, value())

        self.choose(condition, lambda: store(yes), lambda: store(no))
        return self.build.do(ops.LocalLoad, result)

    def loop(
        self, tests: list[Callable[[], Register]], body: Callable[[], None], turn: Callable[[], None] | None = None
    ) -> None:
        """Do the body again and again while every test, made in order before each time, gives true.

        `turn` is done before the tests each time: to mark a statement, where nothing else in the loop does.
        """
        build = self.build
        again, after = build.label("turn"), build.label("od")
        build.begin(again)
        if turn is not None:
            turn()
        for test in tests:
            going: Label = build.label("while")
            build.end(ops.Branch, test(), going, after)
            build.begin(going)
        body()
        if build.block is not None:
            build.end(ops.Jump, again)
        build.begin(after)
