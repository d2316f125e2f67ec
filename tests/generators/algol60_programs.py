r"""Random well-typed ALGOL 60 programs, each with its translation into Python as a third opinion.

    algol, python = Maker(Random(7)).program()
    run_python(python, "ieee754", "modified")          # algol60_world.py: ("12 0.5\n", "finished")

The translation keeps every variable in a cell, a parameter called by name as a pair of functions (read, assign), and
a jump as an exception.
"""

from __future__ import annotations

from tests.generators.algol60_expressions import Pair
from tests.generators.algol60_jumps import Jumps

Declared = tuple[str, str, list[str], list[str]]
"""A declaration, what it creates in Python, and statements for the first values, in both."""
ZEROS = {"integer": "0", "real": "0.0", "Boolean": "False"}


class Maker(Jumps):
    """Make one program."""

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
        made = [self.simple(kind) for kind in ("integer", "integer", "real", "Boolean") if self.chance(60)]
        made += [self.array() for _ in range(self.chance(50))]
        for declaration, created, given, code in made:
            declarations.append(declaration)
            python.append(inner + created)
            starts += given
            start_code += [line for each in code for line in (f"{inner}w.step()", inner + each)]
        if self.nesting < 3 and self.chance(70):
            algol, code = self.function(inner)
            declarations.append(algol)
            python += code
        self.labels.append((label, f"{exception}()"))
        commands = len(self.commands)
        if self.nesting < 3 and self.chance(40):
            algol, code = self.command(inner)
            declarations.append(algol)
            python += code
        body, code = self.block(self.random.randrange(2, 5), inner)
        self.labels.pop()
        del self.functions[functions:], self.commands[commands:]
        self.scopes.pop()
        python += [*start_code, *code, f"{indent}except {exception}: pass"]
        head = "; ".join(declarations)
        return f"begin {head + '; ' if head else ''}{'; '.join([*starts, *body])}; {label}: end", python

    def simple(self, kind: str) -> Declared:
        """Declare a variable, and mostly give it a value; an own one begins with zero."""
        name, own = self.fresh({"integer": "i", "real": "x", "Boolean": "b"}[kind]), self.chance(15)
        created = f"w.own({name!r}, Cell({ZEROS[kind]}))" if own else "Cell()"
        self.scopes[-1].setdefault(kind, []).append((name, f"c_{name}"))
        algol, code = {"integer": ("4", "4"), "real": ("0.75", "0.75"), "Boolean": ("true", "True")}[kind]
        declared = f"{'own ' * own}{kind} {name}", f"c_{name} = {created}"
        if self.chance(50 if own else 93):
            return *declared, [f"{name} := {algol}"], [f"c_{name}.value = {code}"]
        return *declared, [], []

    def array(self) -> Declared:
        """Declare an array, perhaps with large bounds, and mostly give two of its elements values."""
        name, kind, own = self.fresh("a"), self.pick(["integer", "real"]), self.chance(15)
        base = self.large_base() if self.chance(25) else 0
        lower, upper = base + self.random.randrange(-1, 2), base + self.random.randrange(2, 6)
        if base:
            self.bases[name] = base
        computed = self.chance(40) and not base and not own
        bounds = f"iabs({lower}) - {abs(lower) - lower}:{upper}" if computed else f"{lower}:{upper}"
        type_ = "" if kind == "real" and self.chance(30) else f"{kind} "
        cells = f"{{(s,): Cell({ZEROS[kind] if own else ''}) for s in range({lower}, {upper + 1})}}"
        self.scopes[-1].setdefault(f"{kind} array", []).append((name, f"c_{name}"))
        places = [place for place in (base + 1, base + 2) if self.chance(93)]
        given = [f"{name}[{place}] := {place}" for place in places]
        code = [f"c_{name}[({place},)].value = {place if kind == 'integer' else float(place)}" for place in places]
        created = f"c_{name} = " + (f"w.own({name!r}, {cells})" if own else cells)
        return f"{'own ' * own}{type_}array {name}[{bounds}]", created, given, code

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
            kind_of = {"array": f"{type_} array"}.get(mode, type_)
            specifications.append(f"{kind_of.removeprefix('real ') if self.chance(30) else kind_of} {formal}")
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
        before, labels, switches = self.scopes, self.labels, self.switches
        if self.chance(40):
            self.labels, self.switches = [], []
        self.scopes = [*before, scope]
        inner = indent + "  "
        make = self.converted if kind == "integer" else self.real
        a, p = make(2)
        self.functions.append((name, kind, formals))
        statements, code = self.block(self.random.randrange(1, 3), inner + "  ")
        b, q = make(2)
        self.functions.pop()
        self.scopes, self.labels, self.switches = before, labels, switches
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
        first, shown = self.make_shown("K", "c_K", "")
        body, code = self.make_block("")
        algol = (
            "begin integer I, J, K; real X, Y; Boolean B; integer array A[1:3], M[1:3, 1:3]; real array R[0:4];\n"
            "I := 1; J := 2; K := 3; X := 0.5; Y := 2; B := true;\n"
            "for K := 1, 2, 3 do begin A[K] := K; R[K] := K; for J := 1, 2, 3 do M[K, J] := K × J end;\n"
            f"J := 2; K := 3; {first}; K := 3;\n" + body.replace("; ", ";\n") + "\nend\n"
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
            *shown, "c_K.value = 3", *code,
        ])  # fmt: skip
        return algol, python
