"""Statements of random ALGOL 60 programs, each with its translation into Python; those that jump are in Maker.

self.make_list("")      # ("for i1 := 3, J do begin … end", ["for values2 in [lambda: (3), lambda: …]:", …])
"""

from __future__ import annotations

from tests.generators.algol60_expressions import Expressions, Pair

TEXTS = ("end", ";,", ". ,", "'begin'", " comment x;y ", "$", ".,", "it's", "(", ") x: (", '"', "_e_n_d", "×↑", "a  b")


class Statements(Expressions):
    """Statements; a part of Maker."""

    def block(self, count: int, indent: str) -> tuple[list[str], list[str]]:
        """Make statements."""
        algol: list[str] = []
        python: list[str] = []
        for _ in range(count):
            a, p = self.statement(indent)
            algol.append(a)
            python += p
        return algol, python

    def statement(self, indent: str) -> tuple[str, list[str]]:
        options = ["assign"] * 5 + ["print"] * 3 + ["element", "matrix", "call"]
        if self.nesting < 3:
            options += ["if", "if", "for", "for", "while", "list", "block", "switch"]
        if self.labels:
            options += ["goto", "goto"]
        if self.commands:
            options += ["command", "command"]
        kind = self.pick(options)
        step = f"{indent}w.step()"
        self.nesting += 1
        algol, python = getattr(self, f"make_{kind}")(indent)
        self.nesting -= 1
        for _ in range(self.chance(5) + self.chance(2)):
            algol = f"{self.fresh('L')}: {algol}"
        return algol, [step, *python]

    def make_assign(self, indent: str) -> tuple[str, list[str]]:
        kind = self.pick(["integer", "integer", "real", "Boolean"])
        found = [pair for pair in self.known(kind) if pair[0] not in self.fixed]
        if not found:
            return self.make_print(indent)
        name, cell = self.pick(found)
        make = {"integer": self.integer, "real": self.real, "Boolean": self.boolean}[kind]
        a, p = make()
        other, another = self.pick(found)
        if self.chance(15) and not cell.startswith("n_") and not another.startswith("n_"):
            return f"{name} := {other} := {a}", [f"{indent}{cell}.value = {another}.value = {p}"]
        if kind == "integer" and self.chance(20):
            return self.make_shown(name, cell, indent)
        algol, python = self.assigned(name, cell, (a, p), indent)
        return algol, [python]

    def make_shown(self, name: str, cell: str, indent: str) -> tuple[str, list[str]]:
        """Assign a real to an integer variable, and print what that holds then."""
        algol, python = self.assigned(name, cell, self.rounded(2), indent)
        shown = f"{indent}w.print_integer({self.read(cell)})"
        return f"begin {algol}; outinteger(1, {name}) end", [python, f"{indent}w.step()", shown]

    def assigned(self, name: str, cell: str, value: Pair, indent: str) -> Pair:
        """Assign to a variable, or to a parameter called by name."""
        target = f"{cell}[1](lambda: {value[1]})" if cell.startswith("n_") else f"{cell}.value = {value[1]}"
        return f"{name} := {value[0]}", indent + target

    def make_element(self, indent: str) -> tuple[str, list[str]]:
        kind = self.pick(["integer", "real"])
        target = self.element(kind, 1)
        if target is None:
            return self.make_print(indent)
        a, p = self.converted() if kind == "integer" else self.real()
        return f"{target[0]} := {a}", [f"{indent}assign({target[1]}, lambda: {p})"]

    def make_matrix(self, indent: str) -> tuple[str, list[str]]:
        target, (a, p) = self.matrix(1), self.converted()
        return f"{target[0]} := {a}", [f"{indent}assign({target[1]}, lambda: {p})"]

    def make_print(self, indent: str) -> tuple[str, list[str]]:
        if self.chance(15):
            texts = [self.pick(TEXTS) for _ in range(1 + self.chance(10))]
            return f"outstring(1, {' '.join(f'‘{text}’' for text in texts)})", [
                f"{indent}w.print_text({''.join(texts)!r})"
            ]
        if self.chance(60):
            a, p = self.converted()
            return f"outinteger(1, {a})", [f"{indent}w.print_integer({p})"]
        a, p = self.real()
        return f"outreal(1, {a})", [f"{indent}w.print_real({p})"]

    def make_call(self, indent: str) -> tuple[str, list[str]]:
        found = self.call(self.pick(["integer", "real"]), 2)
        if found is None:
            return self.make_print(indent)
        return found[0], [indent + found[1]]

    def make_if(self, indent: str) -> tuple[str, list[str]]:
        c, o = self.boolean()
        if self.chance(20):
            loop, p = self.make_for(indent + "  ")
            return f"if {c} then {loop}", [f"{indent}if {o}:", *p]
        yes, p = self.block(self.random.randrange(1, 3), indent + "  ")
        no, q = self.block(self.random.randrange(1, 3), indent + "  ")
        algol = f"if {c} then begin {'; '.join(yes)} end else begin {'; '.join(no)} end"
        return algol, [f"{indent}if {o}:", *p, f"{indent}else:", *q]

    def loop_variable(self) -> tuple[str, str] | None:
        found = [
            pair for pair in self.known("integer") if pair[0] not in self.fixed and not pair[1].startswith(("n_", "g_"))
        ]
        return self.pick(found) if found else None

    def make_for(self, indent: str) -> tuple[str, list[str]]:
        variable = self.loop_variable()
        if variable is None:
            return self.make_print(indent)
        name, cell = variable
        base = self.large_base() if self.chance(10) else 0
        first, last = base + self.random.randrange(-2, 4), base + self.random.randrange(-2, 6)
        (step, p), change, changed = self.step(indent + "  ")
        self.fixed.add(name)
        body, code = self.block(self.random.randrange(1, 3), indent + "  ")
        self.fixed.discard(name)
        algol = f"for {name} := {first} step {step} until {last} do begin {'; '.join([*body, *change])} end"
        kept = self.fresh("step")
        python = [f"{indent}{cell}.value = {first}", f"{indent}while True:", f"{indent}  {kept} = {p}"]
        python += [f"{indent}  if not w.goes_on({cell}.value, {last}, {kept}): break", *code, *changed]
        python.append(f"{indent}  {kept} = {kept} if w.modified else {p}")
        return algol, [*python, f"{indent}  {cell}.value = w.added({cell}.value, {kept})"]

    def step(self, indent: str) -> tuple[Pair, list[str], list[str]]:
        """Make a step, and sometimes a statement for the end of the body that changes it."""
        kind = self.pick(["integer", "integer", "real"])
        found = [pair for pair in self.known(kind) if pair[0] not in self.fixed]
        if not found or self.chance(60):
            value = self.pick(["1", "1", "2", "-1", "0.5", "1.5", "-1.5"])
            return (value, value), [], []
        name, cell = self.pick(found)
        make = self.integer if kind == "integer" else self.real
        algol, python = self.assigned(name, cell, make(1), indent)
        step, p = make(1) if self.chance(20) else (name, self.read(cell))
        return (step, p), [algol], [python]

    def make_list(self, indent: str) -> tuple[str, list[str]]:
        variable = self.loop_variable()
        if variable is None:
            return self.make_print(indent)
        name, cell = variable
        values = [self.converted(1) for _ in range(self.random.randrange(1, 4))]
        self.fixed.add(name)
        body, p = self.block(self.random.randrange(1, 3), indent + "  ")
        self.fixed.discard(name)
        loops = self.fresh("values")
        algol = f"for {name} := {', '.join(a for a, _ in values)} do begin {'; '.join(body)} end"
        python = [f"{indent}for {loops} in [{', '.join('lambda: ' + q for _, q in values)}]:"]
        return algol, [*python, f"{indent}  {cell}.value = {loops}()", *p]

    def make_while(self, indent: str) -> tuple[str, list[str]]:
        variable = self.loop_variable()
        if variable is None:
            return self.make_print(indent)
        name, cell = variable
        limit = self.random.randrange(1, 4)
        c, o = self.boolean(1)
        self.fixed.add(name)
        body, p = self.block(self.random.randrange(1, 3), indent + "  ")
        self.fixed.discard(name)
        algol = f"for {name} := 0, {name} + 1 while {name} < {limit} ∧ ({c} ∨ true) do begin {'; '.join(body)} end"
        turn = self.fresh("turn")
        python = [
            f"{indent}{cell}.value = 0",
            f"{indent}{turn} = True",
            f"{indent}while {turn} or advanced({cell}, {limit}, lambda: w.either({o}, True)):",
            f"{indent}  {turn} = False",
            *p,
        ]
        return algol, python
