"""Jumps of random ALGOL 60 programs, each with its translation into Python: switches, and labels as parameters.

    self.make_goto("")      # ("if B then goto S4[I]", ["if w.read(c_B): w.go_to(w.designated(w.read(g_I), s_S4))"])

In Python a label is an expression that makes an exception, a switch a tuple of functions that return one or nothing.
"""

from __future__ import annotations

from tests.generators.algol60_expressions import Pair
from tests.generators.algol60_statements import TEXTS, Statements


class Jumps(Statements):
    """Jumps; a part of Maker."""

    def make_goto(self, indent: str) -> tuple[str, list[str]]:
        c, o = self.boolean(1)
        if self.switches and self.chance(40):
            (name, elements), (a, p) = self.pick(self.switches), self.index()
            return f"if {c} then goto {name}[{a}]", [f"{indent}if {o}: w.go_to(w.designated({p}, {elements}))"]
        name, jump = self.pick(self.labels)
        return f"if {c} then goto {name}", [f"{indent}if {o}: w.go_to({jump})"]

    def index(self) -> Pair:
        """Make the index of a switch, mostly of one of its first elements."""
        if self.chance(70):
            (a, p), more = self.integer(1), self.pick("12")
            return f"iabs({a} - {a} ÷ 3 × 3) + {more}", f"w.whole(abs({p} - w.whole(w.quotient({p}, 3) * 3)) + {more})"
        return self.rounded(1) if self.chance(20) else (str(self.pick((0, 1, 2, 3, 4))),) * 2

    def designator(self) -> Pair:
        """Make an element of a switch."""
        label, jump = self.pick(self.labels)
        if self.switches and self.chance(15):
            (name, elements), (a, p) = self.pick(self.switches), self.index()
            return f"{name}[{a}]", f"lambda: w.designated({p}, {elements})"
        if self.chance(20):
            (c, o), (other, another) = self.boolean(1), self.pick(self.labels)
            return f"if {c} then {label} else {other}", f"lambda: {jump} if {o} else {another}"
        return label, f"lambda: {jump}"

    def make_switch(self, indent: str) -> tuple[str, list[str]]:
        """Make a block of parts that jump to and fro, through a switch too, until they have been begun often enough."""
        parts, inner = self.random.randrange(2, 5), indent + "    "
        turn, switch, out = self.fresh("t"), self.fresh("S"), self.fresh("L")
        exception, elements, state = f"x_{out}", f"s_{switch}", f"p_{out}"
        labels, switches = self.labels, self.switches
        mine = [(self.fresh("L"), f"{exception}({number})") for number in range(parts)]
        self.labels = [*labels, *mine, (out, f"{exception}({parts})")]
        made = [self.designator() for _ in range(self.random.randrange(1, 6))]
        self.switches = [*switches, (switch, elements)]
        algol, code = [], [f"{indent}class {exception}(Jump): pass"]
        code += [f"{indent}{elements} = ({', '.join(python for _, python in made)},)", f"{indent}c_{turn} = Cell(0)"]
        code += [f"{indent}{state} = 0", f"{indent}while True:", f"{indent}  try:"]
        for number, (label, _) in enumerate(mine):
            body, python = self.block(self.random.randrange(1, 3), inner + "  ")
            go, gone = self.make_goto(inner + "  ")
            algol.append(f"{label}: {turn} := {turn} + 1; if {turn} > 8 then goto {out}; {'; '.join([*body, go])}")
            code += [f"{inner}if {state} <= {number}:", f"{inner}  w.step()", f"{inner}  c_{turn}.value += 1"]
            code += [f"{inner}  if c_{turn}.value > 8: break", *python, *gone]
        self.labels, self.switches = labels, switches
        code += [f"{inner}break", f"{indent}  except {exception} as jump: {state} = jump.args[0]"]
        head = f"integer {turn}; switch {switch} := {', '.join(each for each, _ in made)}"
        return f"begin {head}; {turn} := 0; {'; '.join(algol)}; {out}: end", code

    def command(self, indent: str) -> tuple[str, list[str]]:
        """Make a procedure without a value, with labels, switches, strings and procedures as parameters."""
        name = self.fresh("q")
        formals = [(self.fresh("p"), kind) for kind in self.some_of(("label", "switch", "string", "procedure"))]
        before = self.labels, self.switches, self.commands
        self.labels = [*self.labels, *((formal, f"v_{formal}()") for formal, kind in formals if kind == "label")]
        self.switches = [*self.switches, *((formal, f"v_{formal}") for formal, kind in formals if kind == "switch")]
        self.commands = [
            *self.commands,
            *((formal, f"v_{formal}", ()) for formal, kind in formals if kind == "procedure"),
        ]
        body, code = self.block(self.random.randrange(1, 3), indent + "  ")
        for formal, kind in formals:
            if kind == "string":
                body.append(f"outstring(1, {formal})")
                code.append(f"{indent}  w.print_text(v_{formal})")
        self.labels, self.switches, self.commands = before
        self.commands = [*self.commands, (name, f"p_{name}", tuple(kind for _, kind in formals))]
        head = f"({', '.join(formal for formal, _ in formals)})" if formals else ""
        specifications = "".join(f"{kind} {formal}; " for formal, kind in formals)
        python = [f"{indent}def p_{name}({', '.join('v_' + formal for formal, _ in formals)}):", f"{indent}  w.step()"]
        return f"procedure {name}{head}; {specifications}begin {'; '.join(body)} end", [*python, *code]

    def some_of(self, kinds: tuple[str, ...]) -> list[str]:
        return [kind for kind in kinds if self.chance(50)]

    def make_command(self, indent: str) -> tuple[str, list[str]]:
        """Call one of these procedures, where there is something of each kind to give it."""
        ready = [command for command in self.commands if "switch" not in command[2] or self.switches]
        plain = [command[:2] for command in self.commands if not command[2]]
        ready = [command for command in ready if "procedure" not in command[2] or plain]
        ready = [command for command in ready if "label" not in command[2] or self.labels]
        if not ready:
            return self.make_print(indent)
        name, python, kinds = self.pick(ready)
        given: list[Pair] = []
        for kind in kinds:
            text = self.pick(TEXTS)
            given.append({
                "label": self.designator, "switch": lambda: self.pick(self.switches),
                "string": lambda text=text: (f"‘{text}’", repr(text)), "procedure": lambda: self.pick(plain),
            }[kind]())  # fmt: skip
        actuals = f"({', '.join(a for a, _ in given)})" if given else ""
        return f"{name}{actuals}", [f"{indent}{python}({', '.join(p for _, p in given)})"]
