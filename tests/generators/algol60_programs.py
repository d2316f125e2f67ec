r"""Random well-typed ALGOL 60 programs, each with its translation into Python as a third opinion.

    algol, python = Maker(Random(7)).program()
    run_python(python)          # algol60_world.py: ("12 0.5\n", "finished")

The translation keeps every variable in a cell, a parameter called by name as a pair of functions (read, assign), and
a jump to the end of a block as an exception.
"""

from __future__ import annotations

from tests.generators.algol60_expressions import Expressions, Pair


class Maker(Expressions):
    """Make one program."""

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
            options += ["if", "if", "for", "while", "list", "block"]
        if self.labels:
            options += ["goto"]
        kind = self.pick(options)
        step = f"{indent}w.step()"
        self.nesting += 1
        algol, python = getattr(self, f"make_{kind}")(indent)
        self.nesting -= 1
        return algol, [step, *python]

    def make_assign(self, indent: str) -> tuple[str, list[str]]:
        kind = self.pick(["integer", "integer", "real", "Boolean"])
        found = [pair for pair in self.known(kind) if pair[0] not in self.fixed]
        if not found:
            return self.make_print(indent)
        name, cell = self.pick(found)
        make = {"integer": self.integer, "real": self.real, "Boolean": self.boolean}[kind]
        a, p = make()
        if kind == "integer" and self.chance(20):
            a, p = self.rounded(2)
        if cell.startswith("n_"):
            return f"{name} := {a}", [f"{indent}{cell}[1](lambda: {p})"]
        return f"{name} := {a}", [f"{indent}{cell}.value = {p}"]

    def make_element(self, indent: str) -> tuple[str, list[str]]:
        kind = self.pick(["integer", "real"])
        target = self.element(kind, 1)
        if target is None:
            return self.make_print(indent)
        a, p = self.integer() if kind == "integer" else self.real()
        return f"{target[0]} := {a}", [f"{indent}assign({target[1]}, lambda: {p})"]

    def make_matrix(self, indent: str) -> tuple[str, list[str]]:
        target, (a, p) = self.matrix(1), self.integer()
        return f"{target[0]} := {a}", [f"{indent}assign({target[1]}, lambda: {p})"]

    def make_print(self, indent: str) -> tuple[str, list[str]]:
        if self.chance(60):
            a, p = self.integer()
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
        first, last = self.random.randrange(-2, 4), self.random.randrange(-2, 6)
        step = self.pick([1, 1, 2, -1])
        self.fixed.add(name)
        body, p = self.block(self.random.randrange(1, 3), indent + "  ")
        self.fixed.discard(name)
        relation = "<=" if step > 0 else ">="
        algol = f"for {name} := {first} step {step} until {last} do begin {'; '.join(body)} end"
        python = [f"{indent}{cell}.value = {first}", f"{indent}while {cell}.value {relation} {last}:", *p]
        return algol, [*python, f"{indent}  {cell}.value += {step}"]

    def make_list(self, indent: str) -> tuple[str, list[str]]:
        variable = self.loop_variable()
        if variable is None:
            return self.make_print(indent)
        name, cell = variable
        values = [self.integer(1) for _ in range(self.random.randrange(1, 4))]
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

    def make_goto(self, indent: str) -> tuple[str, list[str]]:
        name, exception = self.pick(self.labels)
        c, o = self.boolean(1)
        return f"if {c} then goto {name}", [f"{indent}if {o}:", f"{indent}  raise {exception}"]

    def make_block(self, indent: str) -> tuple[str, list[str]]:
        """Make a block with declarations, perhaps procedures, and a label at its end to jump to."""
        label = self.fresh("L")
        exception = f"x_{label}"
        inner = indent + "  "
        declarations: list[str] = []
        starts: list[str] = []
        start_code: list[str] = []
        python = [f"{indent}class {exception}(Jump): pass", f"{indent}try:"]
        self.scopes.append({})
        functions = len(self.functions)
        for kind in ("integer", "integer", "real", "Boolean"):
            if self.chance(60):
                name = self.fresh({"integer": "i", "real": "x", "Boolean": "b"}[kind])
                declarations.append(f"{kind} {name}")
                python.append(f"{inner}c_{name} = Cell()")
                self.scopes[-1].setdefault(kind, []).append((name, f"c_{name}"))
                if self.chance(93):
                    algol, code = {"integer": ("4", "4"), "real": ("0.75", "0.75"), "Boolean": ("true", "True")}[kind]
                    starts.append(f"{name} := {algol}")
                    start_code += [f"{inner}w.step()", f"{inner}c_{name}.value = {code}"]
        if self.chance(50):
            name, kind = self.fresh("a"), self.pick(["integer", "real"])
            lower, upper = self.random.randrange(-1, 2), self.random.randrange(2, 6)
            bounds = f"{lower}:{upper}"
            if self.chance(40):
                bounds = f"iabs({lower}) - {abs(lower) - lower}:{upper}"
            declarations.append(f"{kind} array {name}[{bounds}]")
            python.append(f"{inner}c_{name} = {{(s,): Cell() for s in range({lower}, {upper + 1})}}")
            self.scopes[-1].setdefault(f"{kind} array", []).append((name, f"c_{name}"))
            for place in (1, 2):
                if self.chance(93):
                    starts.append(f"{name}[{place}] := {place}")
                    start_code += [
                        f"{inner}w.step()",
                        f"{inner}c_{name}[({place},)].value = {place if kind == 'integer' else float(place)}",
                    ]
        if self.nesting < 3 and self.chance(70):
            algol, code = self.function(inner)
            declarations.append(algol)
            python += code
        self.labels.append((label, exception))
        body, code = self.block(self.random.randrange(2, 5), inner)
        self.labels.pop()
        del self.functions[functions:]
        self.scopes.pop()
        python += [*start_code, *code, f"{indent}except {exception}: pass"]
        head = "; ".join(declarations)
        return f"begin {head + '; ' if head else ''}{'; '.join([*starts, *body])}; {label}: end", python

    def function(self, indent: str) -> tuple[str, list[str]]:
        """Make a function procedure: a bound by value, then parameters of all modes; it may call itself."""
        kind = self.pick(["integer", "real"])
        name, bound = self.fresh("f"), self.fresh("n")
        formals = [("value", "integer")]
        scope: dict[str, list[tuple[str, str]]] = {"bound": [(bound, f"c_{bound}")]}
        names, values, specifications = [bound], [bound], [f"integer {bound}"]
        python_formals, copies = [f"v_{bound}"], [f"c_{bound} = Cell(v_{bound})"]
        for _ in range(self.random.randrange(0, 4)):
            mode = self.pick(["value", "name", "variable", "array"])
            type_ = self.pick(["integer", "real"] if mode != "value" else ["integer", "real", "Boolean"])
            if mode == "array" and not self.known(f"{type_} array"):
                mode = "value"
            formal = self.fresh("p")
            names.append(formal)
            formals.append((mode, type_))
            specifications.append(f"{type_} {'array ' if mode == 'array' else ''}{formal}")
            if mode == "value":
                values.append(formal)
                python_formals.append(f"v_{formal}")
                copies.append(f"c_{formal} = Cell(v_{formal})")
                scope.setdefault(type_, []).append((formal, f"c_{formal}"))
            elif mode == "array":
                python_formals.append(f"c_{formal}")
                scope.setdefault(f"{type_} array", []).append((formal, f"c_{formal}"))
            else:
                python_formals.append(f"n_{formal}")
                scope.setdefault(type_, []).append((formal, f"n_{formal}"))
                if mode == "name":
                    self.fixed.add(formal)
        before, labels, self.labels = self.scopes, self.labels, self.labels if self.chance(60) else []
        self.scopes = [*before, scope]
        inner = indent + "  "
        make = self.integer if kind == "integer" else self.real
        a, p = make(2)
        self.functions.append((name, kind, formals))
        statements, code = self.block(self.random.randrange(1, 3), inner + "  ")
        b, q = make(2)
        self.functions.pop()
        self.scopes, self.labels = before, labels
        self.functions.append((name, kind, formals))
        algol = (
            f"{kind} procedure {name}({', '.join(names)}); value {', '.join(values)}; {'; '.join(specifications)}; "
            f"begin {name} := {a}; if {bound} > 0 then begin {'; '.join(statements)}; {name} := {b} end end"
        )
        python = [
            f"{indent}def p_{name}({', '.join(python_formals)}):",
            f"{inner}w.step()",
            *[inner + copy for copy in copies],
            f"{inner}result = {p}",
            f"{inner}if w.read(c_{bound}) > 0:",
            *code,
            f"{inner}  result = {q}",
            f"{inner}return result",
        ]
        return algol, python

    def program(self) -> Pair:
        """Make a whole program."""
        self.scopes = [{
            "integer": [("I", "g_I"), ("J", "g_J"), ("K", "c_K")], "real": [("X", "c_X"), ("Y", "c_Y")],
            "Boolean": [("B", "c_B")], "integer array": [("A", "c_A")], "real array": [("R", "c_R")],
        }]  # fmt: skip
        body, code = self.make_block("")
        algol = (
            "begin integer I, J, K; real X, Y; Boolean B; integer array A[1:3], M[1:3, 1:3]; real array R[0:4];\n"
            "I := 1; J := 2; K := 3; X := 0.5; Y := 2; B := true;\n"
            "for K := 1, 2, 3 do begin A[K] := K; R[K] := K; for J := 1, 2, 3 do M[K, J] := K × J end;\n"
            "J := 2; K := 3;\n" + body.replace("; ", ";\n") + "\nend\n"
        )
        python = "\n".join([
            "def assign(cell, value):",
            "  cell.value = value()",
            "def advanced(cell, limit, also):",
            "  cell.value += 1",
            "  return w.both(cell.value < limit, also())",
            "g_I, g_J, c_K, c_X, c_Y, c_B = Cell(1), Cell(2), Cell(3), Cell(0.5), Cell(2.0), Cell(True)",
            "c_A = {(s,): Cell(s) for s in (1, 2, 3)}",
            "c_R = {(s,): Cell(float(s)) if 1 <= s <= 3 else Cell() for s in range(5)}",
            "M = {(s, t): Cell(s * t) for s in (1, 2, 3) for t in (1, 2, 3)}",
            *code,
        ])  # fmt: skip
        return algol, python
