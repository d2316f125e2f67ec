"""Statements of random C programs: assignments, calls, loops and jumps that end, walks through arrays and lists."""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from tests.generators.c_declarations import LOCALS, Declarations
from tests.generators.c_expressions import Function, Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DROPPED = (
    "step", "chained", "aim", "keep", "link", "copy_struct", "scan", "copy_string", "run", "if_", "for_", "while_",
    "switch", "guarded", "jump", "walk", "follow", "inner", "macro", "bytes_", "print_", "edge",
    "heap", "sorted", "structs", "functions_", "zeros",
)  # fmt: skip


class Statements(Declarations):
    """Statements; a part of Maker."""

    def __init__(self, random: Random, model: str = "lp64", wild: int = 0) -> None:
        super().__init__(random, model, wild)
        self.labels = 0
        self.in_macro = False
        # each program leaves out kinds of statements, so that the others stand closer together
        self.left_out = {kind for kind in DROPPED if self.chance(45)}

    def statements(self, count: int) -> None:
        for _ in range(count):
            self.statement()

    def statement(self) -> None:
        options = (
            [self.assign] * 6 + [self.store] * 4 + [self.print_] * 2 + [self.step, self.chained, self.aim, self.aim]
        )
        if not self.pure:
            options += [self.keep, self.link, self.copy_struct, self.scan, self.copy_string, self.run, self.run]
        if self.nesting < 4:
            options += [self.if_, self.if_, self.for_, self.for_, self.while_, self.switch, self.guarded, self.jump]
            options += [self.walk, self.follow, self.inner, self.macro]
            if not self.pure:
                options += [self.bytes_]
            if self.wild:
                options += [self.edge, self.edge]
            options += self.blocks()
        if self.loops:
            options += [self.leave]
        chosen = self.pick([option for option in options if option.__name__ not in self.left_out])
        chosen()

    def blocks(self) -> list[Callable[[], None]]:
        """The statements that are blocks of their own: see c_memory.py."""
        return []

    def assign(self) -> None:
        target = self.pick(self.targets()).name
        match self.pick(["=", "=", "=", "op", "op", "small"]):
            case "=":
                self.put(f"{target} = {self.reduced()};")
            case "op":
                sign = self.pick(["+", "-", "&", "|", "^"])
                self.put(f"{target} {sign}= {self.reduced()};")
            case _:
                sign = self.pick(["*", "/", "%", "<<", ">>"])
                self.put(f"{target} {sign}= {self.integer() if self.risky() else self.pick('123')};")

    def place(self) -> str:
        """An element or member that may be stored into."""
        lasting = [] if self.pure else ["member", "member", "pointed", "pointed", "element", "element", "element"]
        arrays = self.open_arrays()
        kind = self.pick([*lasting, "own"])
        if kind == "member":
            return self.member(1)
        if kind == "pointed":
            return self.pointed(1)
        return self.element_of(self.pick(arrays), 2) if arrays else self.pick(self.targets()).name

    def store(self) -> None:
        place = self.place()
        if place[0].isdigit() or place[0] in "('":
            return self.assign()
        match self.random.randrange(5):
            case 0:
                self.put(f"{place} {self.pick('+-&|^')}= {self.reduced()};")
            case 1:
                self.put(f"{place if place[0] != '*' else f'({place})'}{self.pick(['++', '--'])};")
            case _:
                # many elements hold 0 or 1, so that they can be subscripts
                self.put(f"{place} = {self.reduced() if self.chance(50) else self.pick('01')};")
        return None

    def step(self) -> None:
        """Statements with ++ and -- where nothing else reads the variable."""
        numbers = self.targets()
        first = self.pick(numbers).name
        others = [v.name for v in numbers if v.name != first]
        arrays = self.open_arrays(flat=True)
        sign = self.pick(["++", "--"])
        if arrays and self.chance(40):
            array = self.pick(arrays)
            mask = (1 << (array.sizes[0].bit_length() - 1)) - 1
            self.put(f"{array.name}[{first}{sign} & {mask}] = {self.literal()};")
        elif others and self.chance(70):
            other = self.pick(others)
            form = self.pick([f"{first}{sign}", f"{sign}{first}", f"({first} += 3) - 1", f"({first}{sign}, 2)"])
            self.put(f"{other} = {form};")
        else:
            self.put(self.pick([f"{first}{sign};", f"{sign}{first};"]))

    def chained(self) -> None:
        names = [v.name for v in self.targets()]
        first, second = self.pick(names), self.pick(names)
        if self.chance(60):
            self.put(f"{first} = {second} = {self.reduced()};")
        else:
            self.put(f"{first} = {self.reduced()}, {second} = {self.reduced()};")

    def aim(self) -> None:
        """Let a pointer of this function point elsewhere."""
        kinds = ["pointer", "thin", "rows", "node"]
        found = [v for kind in kinds for v in self.known(kind) if not v.lasting]
        if not found:
            return self.assign()
        target = self.pick(found)
        if target.kind != "node" and self.risky():
            return self.put(f"{target.name} {self.pick(['+=', '-='])} {self.pick('123')};")
        match target.kind:
            case "rows":
                self.put(f"{target.name} = {self.rows(target.type)};")
            case "node":
                self.put(f"{target.name} = {self.some_node()};")
            case "pointer" | "thin" if target.home is not None and self.chance(50):
                self.put(f"{target.name} = {self.pointer_into(target.home)};")
            case "pointer" if self.chance(40):
                self.put(f"{target.name}++;")
                self.put(f"{self.pick(self.targets()).name} = {self.reduced_of(f'*{target.name}')};")
                self.put(f"{target.name}{self.pick(['--', ' -= 1', ' += -1'])};")
            case kind if target.home is None:
                head = f"if ({self.condition(1)}) " if self.chance(40) else ""
                self.put(f"{head}{target.name} = {self.address(target.type, thin=kind == 'thin')};")
                if self.chance(60) and not self.pure:
                    self.put(f"{self.behind(target, 1)} {self.pick(['=', '^=', '+='])} {self.pick('0123')};")
            case _:
                self.store()
        return None

    def reduced_of(self, text: str) -> str:
        return f"{text} & 15" if self.chance(50) else text

    def keep(self) -> None:
        """Keep a pointer in a static variable."""
        found = self.known("pointer", lasting=True) + self.known("pointers")
        if self.chance(30) or not found:
            self.put(f"{self.node(1)}p = {self.address('long', lasting=True)};")
            return
        target = self.pick(found)
        name = target.name if target.kind == "pointer" else f"{target.name}[{self.subscript(target.sizes[0], 1)}]"
        self.put(f"{name} = {self.address(target.type, lasting=True)};")

    def link(self) -> None:
        """Link the nodes of the pool otherwise."""
        other = self.pick(["0", "&pool[3]", f"&pool[{self.random.randrange(4)}]", "head", "pool"])
        if self.chance(30):
            self.put(f"head = {self.pick(['pool', '&pool[1]', f'&pool[{self.subscript(4, 1)}]'])};")
        else:
            self.put(f"pool[{self.subscript(4, 1)}].next = {other};")

    def copy_struct(self) -> None:
        left, right = self.node(1), self.node(1)
        left, right = (f"*{n[:-2]}" if n.endswith("->") else n[:-1] for n in (left, right))
        self.put(f"{left} = {right};")

    def scan(self) -> None:
        kind = self.pick(["int", "long"])
        found = self.known("array", lasting=True, kinds=kind)
        target = self.element_of(self.pick(found), 1) if found else self.pick(["pool[1].list[0]", "pool[0].v"])
        self.put(f'scanf("%{"ld" if kind == "long" and found else "d"}", &{target});')

    def copy_string(self) -> None:
        found = self.known("array", lasting=True)
        array = self.pick(found)
        if array.type == "char" and len(array.sizes) == 1:
            self.put(f'strcpy({array.name}, "{"abcdefgh"[: array.sizes[0] - (0 if self.risky() else 1)]}");')
            self.put(f'printf("%s %d|", {array.name}, (int) strlen({array.name}));')
        elif "char" not in array.type and len(array.sizes) == 1:
            self.put(f'strcpy((char *) {array.name}, "{self.pick(["", "a", "xyz"])}");')
        else:
            self.store()

    def print_(self) -> None:
        if self.pure:
            return self.assign()
        form, kind = self.pick([
            ("%d", "int"), ("%d", "int"), ("%u", "unsigned"), ("%ld", "long"), ("%lu", "unsigned long"),
            ("%x", "unsigned"), ("%5d", "int"), ("%-4d|", "int"), ("%03d", "short"), ("%d", "unsigned char"),
        ])  # fmt: skip
        if self.chance(10):
            self.put(f"putchar((({self.integer()}) & 31) + 64);")
        else:
            self.put(f'printf("{form} ", ({kind}) ({self.integer()}));')
        return None

    def run(self) -> None:
        """Call a function that changes something: alone in a statement, or where C fixes the order."""
        found = [f for f in self.functions if f is not self.current or not self.loops]
        if not found:
            return self.assign()
        function = self.pick(found)
        call = self.call(function, 1)
        plain = [v.name for v in self.targets()]
        if self.chance(25):
            self.through(function)
        elif function.returns == "void" or self.chance(20):
            self.put(f"{call};")
        elif self.chance(70):
            self.put(f"{self.pick(plain)} = {call};")
        else:
            with self.block(f"if ({call} {self.pick(['&&', '||'])} {self.condition(1)})"):
                self.statement()
        return None

    def through(self, function: Function) -> None:
        """Call a function through a pointer, which looked at another one before."""
        name, target = self.fresh("h"), self.pick(self.targets()).name
        others = [f.name for f in self.functions if f.returns == function.returns]
        with self.block():
            self.put(f"{function.returns} (*{name})();")
            self.put(f"{name} = {self.pick(others)};")
            if not self.risky():
                self.put(f"{name} = {self.pick(['', '&'])}{function.name};")
            call = f"{self.pick([name, f'(*{name})'])}({', '.join([self.bound(function), *self.given(function, 1)])})"
            self.put(f"{call};" if function.returns == "void" else f"{target} = {call};")

    def inner(self, kinds: tuple[str, ...] = LOCALS) -> None:
        """A block with variables of its own, which it uses."""
        with self.block():
            self.locals(2, kinds)
            for variable in list(self.scopes[-1]):
                if variable.kind == "array" and not variable.aside:
                    self.put(f"{self.element_of(variable, 0)}{self.pick(['++', '--', ' ^= 5', ' = 2'])};")
                elif variable.kind in ("pointer", "thin") and not self.pure:
                    self.put(f"{self.behind(variable, 0)} {self.pick(['=', '^=', '+='])} {self.pick('0123')};")
            self.statements(self.number_below(1, 3))
            self.show_own()

    def show_own(self) -> None:
        """Print the numbers of the innermost block, and the first elements of its arrays and behind its pointers."""
        if self.pure:
            return
        shown = [v.name for v in self.scopes[-1] if v.kind == "number"]
        shown += [v.name + "[0]" * len(v.sizes) for v in self.scopes[-1] if v.kind == "array"]
        shown += [f"*{v.name}" for v in self.scopes[-1] if v.kind in ("pointer", "thin")]
        if shown:
            values = ", ".join(f"(int) {text}" for text in shown)
            self.put(f'printf("{"%d " * len(shown)}", {values});')

    def macro(self) -> None:
        """Two blocks that one macro holds: what they declare has the same names and one place in the text."""
        if self.in_macro:
            return self.inner()
        lines, self.lines, self.in_macro, serial = self.lines, [], True, self.serial
        self.inner(("pointer", "static", "array"))
        first, self.serial = self.serial, serial
        self.inner(("pointer", "static", "array"))
        self.serial = max(first, self.serial)
        made, self.lines, self.in_macro = " ".join(line.strip() for line in self.lines), lines, False
        name = self.fresh("M")
        self.put(f"#define {name} {made}")
        self.put(name)
        if "goto" not in made and self.chance(50):
            self.put(name)
        return None

    def if_(self) -> None:
        head = f"if ({self.condition()})"
        if self.chance(30):
            target = self.pick(self.targets()).name
            head = f"if (({target} = {self.reduced()}) {self.pick(['>', '!='])} {self.literal()})"
        with self.block(head):
            self.statements(self.number_below(1, 3))
        if self.chance(45):
            with self.block("else"):
                self.statements(self.number_below(1, 2))

    def guarded(self) -> None:
        """A subscript that was tested before."""
        arrays = self.open_arrays(flat=True)
        numbers = self.targets()
        if not arrays or not numbers:
            return self.assign()
        array, number = self.pick(arrays), self.pick(numbers)
        last = array.sizes[0] - (0 if self.risky() else 1)
        low = f"{number.name} >= 0 && " if not number.type.startswith("unsigned") or self.chance(50) else ""
        with self.block(f"if ({low}{number.name} <= {last})"):
            self.put(f"{array.name}[{number.name}] {self.pick(['=', '^=', '|='])} {self.literal()};")
            self.put(f"{number.name} = {array.name}[{number.name}];")
        return None

    @contextmanager
    def counter(self, bound: int) -> Iterator[str]:
        """A counter declared for one loop, in a block around it."""
        with self.block():
            kind = self.pick(["int", "int", "int", "char", "short", "long", "unsigned", "unsigned char"])
            name = self.fresh("i")
            variable = self.declare(Variable(name, "number", kind, bound=bound))
            self.put(f"{kind} {name} = 0;")
            yield name
            self.scopes[-1].remove(variable)

    @contextmanager
    def turning(self, kind: str) -> Iterator[None]:
        self.loops.append(kind)
        yield
        self.loops.pop()

    def for_(self) -> None:
        sizes = [size for v in self.known("array") for size in v.sizes] or [3]
        bound = self.pick([*sizes, 2, 4])
        with self.counter(bound) as name, self.turning("for"):
            heads = [f"for ({name} = 0; {name} < {bound}; {name}++)", f"for (; {name} <= {bound - 1}; ++{name})",
                     f"for ({name} = {bound}; {name}--; )", f"for ({name} = 1; {name} != {bound}; {name} += 1)",
                     f"for ({name} = 0; {name} < {bound} && {self.condition(1)}; {name}++)"]  # fmt: skip
            with self.block(self.pick(heads)):
                self.statements(self.number_below(1, 3))

    def while_(self) -> None:
        bound = self.number_below(2, 4)
        with self.counter(bound + 1) as name, self.turning("while"):
            if self.chance(50):
                with self.block(f"while ({name}++ < {bound} && {self.condition(1)})"):
                    self.statements(self.number_below(1, 3))
            else:
                with self.block("do", f" while (++{name} < {bound});"):
                    self.statements(self.number_below(1, 3))

    def leave(self) -> None:
        word = "break" if self.loops[-1] == "switch" else self.pick(["break", "continue"])
        self.put(f"if ({self.condition(1)}) {word};")

    def switch(self) -> None:
        count = self.number_below(1, 4)
        values = [self.number_below(-1, 6) for _ in range(count)]
        turning = self.turning(self.loops[-1] if self.loops else "switch")
        with turning, self.block(f"switch (({self.integer(2)}) & 7)"):
            for value in dict.fromkeys(values):
                self.put(f"case {value}:")
                self.statements(self.number_below(0, 2))
                if self.chance(50):
                    self.put("break;")
            if self.chance(60):
                self.put("default:")
                self.statements(self.number_below(1, 2))
            else:
                self.put(";")

    def jump(self) -> None:
        """A goto: ahead, back a few times, or into a loop."""
        self.labels += 1
        label, counter = f"l{self.labels}", self.fresh("k")
        with self.block():
            self.put(f"int {counter} = 0;")
            match self.random.randrange(3):
                case 0:
                    self.put(f"if ({self.condition()}) goto {label};")
                    self.statements(2)
                    self.put(f"{label}: ;")
                case 1:
                    self.put(f"{label}: {counter}++;")
                    self.statements(2)
                    self.put(f"if ({counter} < 3 && {self.condition(1)}) goto {label};")
                case _:
                    self.put(f"if ({self.condition()}) goto {label};")
                    with self.turning("for"), self.block(f"for ({counter} = 0; {counter} < 3; {counter}++)"):
                        self.statement()
                        self.put(f"{label}: ;")
                        self.statement()

    def walk(self) -> None:
        """Go through an array by a pointer."""
        arrays = [v for v in self.known("array") if len(v.sizes) == 1 and not (self.pure and v.lasting)]
        if not arrays:
            return self.assign()
        array, name = self.pick(arrays), self.fresh("q")
        end = array.sizes[0] + (1 if self.risky() else 0)
        target = self.pick(self.targets()).name
        with self.block():
            self.put(f"{array.type} *{name};")
            head = f"for ({name} = {array.name}; {name} < {array.name} + {end}; )"
            forms = [f"*{name}++ = {self.literal()};", f"{target} = *{name}++;", f"{target} ^= *{name}++;"]
            if self.chance(40):
                head = f"for ({name} = {array.name} + {array.sizes[0]}; {name} != {array.name}; )"
                forms = [f"*--{name} = {self.literal()};", f"{target} = *--{name};", f"--{name}, {target} |= *{name};"]
            with self.block(head):
                self.put(self.pick(forms))
        return None

    def edge(self) -> None:
        """A subscript that can hardly leave its bounds, or just does."""
        arrays = self.open_arrays(flat=True)
        if not arrays:
            return self.assign()
        array, name = self.pick(arrays), self.fresh("x")
        size, text, other = array.sizes[0], f"({self.integer(2)})", f"({self.integer(1)})"
        with self.block():
            self.put(f"{self.pick(['int', 'int', 'long', 'unsigned', 'char', 'short'])} {name};")
            near = self.pick([size, size, size, size + 1, size - 1])
            value = self.pick([
                f"{text} % {near}", f"{text} & {near - 1}", f"({text} & 15) / {self.pick('345')}",
                f"({text} & {size - 1}) + 1", f"(unsigned char) {text} >> {self.pick('567')}", f"({text} & 7) - 1",
                f"{text} < 0 ? 0 : {text} % {near}", f"{text} == {near} ? 0 : {near}", f"({text} & 3) * ({other} & 1)",
                f"{near} - ({text} & 3)", f"!{text} + {near - 1}",
            ])  # fmt: skip
            self.put(f"{name} = {value};")
            if self.chance(50):
                self.put(self.pick([
                    f"if ({name} < 0) {name} = -{name};", f"while ({name} > {near - 1}) {name} -= 2;", f"{name}--;",
                    f"if ({name} != {size}) {name}++;", f"if ({name} >= {near}) {name} = {near - 1};", f"{name} |= 1;",
                ]))  # fmt: skip
            self.put(f"{array.name}[{name}] {self.pick(['=', '^=', '+='])} {self.pick('01')};")
            self.put(f"{self.pick(self.targets()).name} = {array.name}[{name}];")
        return None

    def follow(self) -> None:
        """Follow the links of the pool; they may go round."""
        target, node = self.pick(self.targets()).name, self.fresh("n")
        with self.counter(5) as name, self.turning("for"):
            self.put(f"struct node *{node};")
            with self.block(
                f"for ({node} = {self.some_node()}; {node} && {name} < 4; {node} = {node}->next, {name}++)"
            ):
                self.put(f"{target} ^= {node}->{self.pick(['v', 'w', 'list[1]', 'list[0]'])};")
                if not self.pure:
                    self.put(f"{node}->{self.pick(['v', 'w', 'list[2]'])} = {self.reduced()};")
                    self.put(f"if ({node}->p) {target} = {self.pick([f'*{node}->p', f'{node}->p[1]'])};")

    def bytes_(self) -> None:
        """Look at an array as bytes, or as other integers."""
        array = self.pick(self.known("array"))
        kind = self.pick(
            ["char", "unsigned char", "unsigned char", "short", "int"] if self.wild else ["char", "unsigned char"]
        )
        name, target = self.fresh("c"), self.pick(self.targets()).name
        start = array.name + "[0]" * (len(array.sizes) - 1)
        with self.block():
            self.put(f"{kind} *{name};")
            self.put(f"{name} = ({kind} *) {start};")
            self.put(f"{name}[{self.subscript(2, 1)}] = {self.reduced()};")
            self.put(f"{target} = {name}[{self.subscript(2, 1)}];")
            if self.wild and self.chance(30):
                self.put(f"{target} = *(({array.type} *) ({name} + {self.pick('012')}));")
