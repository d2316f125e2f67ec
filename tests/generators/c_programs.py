r"""Random C programs that end soon: for comparing the engines with each other and with a C compiler.

    Maker(Random(7), "lp64", wild=5).program()      # "#include <stdio.h>\n…int main()\n{…}\n"

No program depends on an order of evaluation that C leaves open: functions that expressions call change nothing but
their own variables, other side effects stand alone in a statement. Most programs set what they read and stay inside
their arrays; `wild` is the percentage of accesses and operations that need not.

A pointer of kind `pointer` points at two elements at least, a `thin` one at one; pointers that are kept in static
variables point at static variables.
"""

from __future__ import annotations

from tests.generators.c_expressions import SMALL, Function, Variable
from tests.generators.c_memory import Memory

TAPE = "5 -7 0 12 3 1000 -1 2 77 4 2147483647 1 -2147483648 6\n"


class Maker(Memory):
    """Make one program."""

    def function(self) -> None:
        """A function; its first parameter counts calls of itself down."""
        pure = self.chance(50)
        returns = self.pick(["int", "int", *self.types, *([] if pure else ["void"])])
        made = Function(self.fresh("f"), returns, pure)
        for _ in range(self.number_below(0, 3)):
            way = self.pick(["number", "number", "pointer", "thin", "rows", "node"])
            kind = self.types[0] if way == "rows" else self.pick(self.types)
            made.parameters.append(Variable(self.fresh(way[0]), way, kind, (self.columns,) if way == "rows" else ()))
        written = ["int d", *(self.declared(parameter) for parameter in made.parameters)]
        if self.chance(50):
            names = ", ".join(["d", *(parameter.name for parameter in made.parameters)])
            self.put(f"{returns if returns != 'int' or self.chance(50) else ''} {made.name}({names})".lstrip())
            self.put(" ".join(f"{line};" for line in written))
        else:
            self.put(f"{returns} {made.name}({', '.join(written)})")
        self.current = made
        with self.block():
            self.scopes[-1] += [Variable("d", "number", "int", bound=1000), *made.parameters]
            self.locals(self.number_below(1, 3))
            self.number(self.pick(self.types))
            self.put("if (d <= 0)" if returns != "void" else "if (d <= 0) return;")
            if returns != "void":
                self.put(f"    return {self.integer(2)};")
            self.functions.append(made)
            self.statements(self.number_below(2, 5))
            left_out = self.risky() and returns in SMALL  # a long may hold anything: that it has no value is not told
            if returns != "void" and not left_out:
                self.put(f"return {self.integer()};")
        self.current = None

    def declared(self, parameter: Variable) -> str:
        match parameter.kind:
            case "number":
                return f"{parameter.type} {parameter.name}"
            case "rows":
                return f"rows {parameter.name}"
            case "node":
                return f"struct node *{parameter.name}"
        return f"{parameter.type} {self.pick([f'*{parameter.name}', f'{parameter.name}[]'])}"

    def program(self) -> str:
        """The whole program: variables, functions, and a main that prints at its end what is in static memory."""
        self.globals()
        self.helpers()
        for _ in range(self.number_below(1, 3)):
            self.function()
        self.put("int main()")
        with self.block():
            self.locals(self.number_below(1, 4))
            self.number("int")
            self.put("head = pool; pool[0].next = &pool[1]; pool[1].next = &pool[2]; pool[2].next = &pool[3];")
            self.statements(self.number_below(4, 9))
            self.show_own()
            self.dump()
            self.put("return 0;")
        return "\n".join(self.lines) + "\n"

    def dump(self) -> None:
        """Print everything that is static."""
        for number in self.known("number", lasting=True):
            self.put(f'printf("%d ", (int) {number.name});')
        for array in (v for v in self.scopes[0] if v.kind == "array"):
            with self.block():
                names = [self.fresh("j") for _ in array.sizes]
                self.put(f"int {', '.join(names)};")
                heads = [f"for ({n} = 0; {n} < {size}; {n}++)" for n, size in zip(names, array.sizes, strict=True)]
                element = array.name + "".join(f"[{n}]" for n in names)
                self.put(f'{" ".join(heads)} printf("%ld ", (long) {element});')
        self.put('printf("%d %d %d\\n", (int) pool[0].v, (int) pool[1].w, (int) pool[2].list[1]);')
