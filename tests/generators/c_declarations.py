"""Variables of random C programs, static and local, with their first values; the text that is being written."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from tests.generators.c_expressions import INTEGERS, SMALL, Expressions, Variable

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCALS = ("number", "number", "number", "array", "pointer", "pointer", "thin", "rows", "node", "struct", "static")
"""The kinds of local variables."""


class Declarations(Expressions):
    """Lines of text and declarations; a part of Maker."""

    def __init__(self, random: Random, model: str = "lp64", wild: int = 0) -> None:
        super().__init__(random, model, wild)
        self.lines: list[str] = []
        self.depth = self.nesting = 0

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str = "", tail: str = "") -> Iterator[None]:
        """A block with names of its own."""
        self.put(f"{head} {{".lstrip())
        self.depth += 1
        self.nesting += 1
        self.scopes.append([])
        yield
        self.scopes.pop()
        self.nesting -= 1
        self.depth -= 1
        self.put(f"}}{tail}")

    def reduced(self) -> str:
        """A value to assign, mostly small: then sums stay in range."""
        text = self.integer()
        if self.chance(60):
            return self.pick([f"({text}) % 100", f"({text}) & 63", f"({text}) % 7", f"({text}) & 3"])
        return text

    def initial(self, sizes: tuple[int, ...], small: bool = False) -> str:
        """The first values of an array: with all braces, the outer ones only, or too few; of some 0 and 1 only."""
        size, *rest = sizes
        count = size if self.chance(70) else self.number_below(1, size)
        if not rest or self.chance(20):
            return f"{{{', '.join(self.pick('01') if small else self.constant() for _ in range(count))}}}"
        return f"{{{', '.join(self.initial(tuple(rest), small) for _ in range(count))}}}"

    def constant(self) -> str:
        if self.chance(10):
            return self.literal()
        return self.pick(["0", "1", "2", "3", "4", "5", "-1", "1 + 2", "(7 - 3) * 2", "1 << 4", "'b'", "~0"])

    def array(self, *, lasting: bool, word: str = "") -> None:
        aside = lasting and self.chance(40)
        kind = "long" if aside and self.chance(70) else self.pick(self.types)
        sizes = tuple(self.number_below(2, 6) for _ in range(self.pick([1, 1, 1, 2, 2, 3])))
        if len(sizes) == 1 and self.chance(5):
            sizes = (self.pick((15, 16, 17, 20, 63, 64, 65, 66)),)
        if len(sizes) == 2 and self.chance(60):
            sizes = (sizes[0], self.columns)
        name = self.fresh("a")
        shape = "".join(f"[{size}]" for size in sizes)
        value = f" = {self.initial(sizes, aside)}" if not lasting or self.chance(30 if aside else 60) else ""
        self.put(f"{word}{kind} {name}{shape}{value};")
        self.declare(Variable(name, "array", kind, sizes, lasting=lasting, aside=aside))

    def globals(self) -> None:
        self.put("#include <stdio.h>")
        self.put("#include <stdlib.h>")
        self.put("#include <string.h>")
        self.put(f"typedef {self.types[0]} row[{self.columns}];")
        self.put("typedef row *rows;")
        self.put("long spare[8];")
        self.put(f"struct node {{{self.pick(SMALL)} v; {self.pick(INTEGERS)} w; int list[3]; {self.pick(SMALL)} to[2]; "
                 "struct node *next; long *p;};")  # fmt: skip
        self.put("struct node pool[4], *head = pool;")
        self.declare(Variable("head", "node", "struct node", lasting=True))
        self.declare(Variable("grid", "array", self.types[0], (3, self.columns), lasting=True))
        self.put(f"row grid[3] = {self.initial((3, self.columns))};")
        for _ in range(self.number_below(1, 3)):
            kind, name = self.pick(self.types), self.fresh("g")
            self.put(f"{kind} {name}{self.pick(['', f' = {self.constant()}'])};")
            self.declare(Variable(name, "number", kind, lasting=True))
        for _ in range(self.number_below(1, 4)):
            self.array(lasting=True, word=self.pick(["", "", "static "]))
        for _ in range(self.number_below(0, 2)):
            kind, name = (
                self.pick([v.type for v in self.known("array") if len(v.sizes) == 1] or ["long"]),
                self.fresh("p"),
            )
            arrays = [v.name for v in self.known("array", kinds=kind) if len(v.sizes) == 1] or ["spare"]
            if self.chance(50):
                self.put(f"{kind} *{name} = {self.pick(arrays)};")
                self.declare(Variable(name, "pointer", kind, lasting=True))
            else:
                self.put(f"{kind} *{name}[2] = {{{self.pick(arrays)}, {self.pick(arrays)}}};")
                self.declare(Variable(name, "pointers", kind, (2,), lasting=True))

    def locals(self, count: int, kinds: tuple[str, ...] = LOCALS) -> None:
        """Variables of a function or block, with their first values."""
        for _ in range(count):
            kind = self.pick(self.types)
            match self.pick(kinds):
                case "array":
                    self.array(lasting=False)
                case "static" if not self.pure:
                    self.array(lasting=True, word="static ")
                case "pointer" | "thin" as way:
                    name, home = self.fresh("p"), None
                    arrays = self.known("array")
                    if arrays and self.chance(60):
                        home = self.pick(arrays)
                        kind = home.type
                    value = self.pointer_into(home) if home else self.address(kind, thin=way == "thin")
                    self.put(f"{kind} *{name} = {value};")
                    self.declare(Variable(name, way, kind, home=home))
                case "rows":
                    name = self.fresh("r")
                    self.put(f"rows {name} = {self.rows(self.types[0])};")
                    self.declare(Variable(name, "rows", self.types[0], (self.columns,)))
                case "struct":
                    name = self.fresh("s")
                    self.put(
                        f"struct node {name} = {self.pick(['{1, 2}', '{1, 2, {3, 4, 5}}', '{0, 1, 0, 1, 1, 1, 0}'])};"
                    )
                    self.declare(Variable(name, "struct", "struct node"))
                case "node":
                    name = self.fresh("n")
                    self.put(f"struct node *{name} = {self.some_node()};")
                    self.declare(Variable(name, "node", "struct node"))
                case _:
                    self.number(kind)

    def number(self, kind: str) -> None:
        """A variable, which in a wild program may be left without a value."""
        name = self.fresh("x")
        unset = self.risky() and kind in SMALL
        self.put(f"{kind} {name}{'' if unset else f' = {self.reduced()}'};")
        self.declare(Variable(name, "number", kind))
