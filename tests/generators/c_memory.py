r"""Statements of random C programs on blocks of memory, structures by value, functions and bytes.

self.heap()         # { long *h3, *q4; … h3 = malloc(65 * sizeof(long)); … free(h3); }

Sizes and numbers are those at which our own library or compiler does something else: lengths about 16, 64, 1,024 and
2 ** 20, and integers about every power of two that has a meaning there. Each statement is a block that frees what it
takes and uses nothing of the others, so that it may stand anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.generators.c_statements import Statements

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT = (1, 2, 3, 7, 8, 9, 15, 16, 17, 18, 19, 20)
MIDDLE = (63, 64, 65, 66)
LONG = (1023, 1024, 1025)
HUGE = (2**20 - 1, 2**20, 2**20 + 1)
HELPERS = """
struct pair {int a; char c[5]; long b;};
struct pair made(int a, long b) {struct pair p; p.a = a; p.b = b; memset(p.c, a & 63, 5); return p;}
struct pair turned(struct pair p) {char c; c = p.c[0]; p.c[0] = p.c[4]; p.c[4] = c; return (p.a++, p);}
struct pair lesser(struct pair *p, struct pair *q) {return p->a < q->a ? *p : *q;}
int by_number(const void *l, const void *r) {return *(const int *) l - *(const int *) r;}
int by_size(const void *l, const void *r) {long x = *(long *) l, y = *(long *) r; return (x < y) - (x > y);}
int by_key(const void *l, const void *r) {return ((const struct pair *) l)->a - ((const struct pair *) r)->a;}
int doubled(int n) {return n % 1000 * 2;}
int opposite(int n) {return -(n % 1000);}
int applied(int (*f)(int), int n) {return (*f)(n) + f(1);}
""".strip().split("\n")


class Memory(Statements):
    """Statements on memory; a part of Maker."""

    def helpers(self) -> None:
        """Put what these statements call before the rest of a program."""
        for line in HELPERS:
            self.put(line)

    def blocks(self) -> list[Callable[[], None]]:
        return [self.heap, self.heap, self.heap, self.sorted, self.structs, self.structs, self.functions_, self.zeros]

    def length(self) -> int:
        """A length: great ones stand where they are used once."""
        if self.loops or self.current is not None:
            return int(self.pick(SHORT))
        return int(self.pick(SHORT if self.chance(60) else MIDDLE if self.chance(70) else LONG))

    def show(self, text: str) -> None:
        """Print a number; a function that changes nothing puts it into a variable of its own."""
        if self.pure:
            self.put(f"{self.pick(self.targets()).name} = ({text}) & 63;")
        else:
            self.put(f'printf("%ld ", (long) ({text}));')

    # --- blocks of memory ----------------------------------------------------------------------------------------

    def heap(self) -> None:
        """A block that is taken, filled, perhaps made longer or shorter, read and freed."""
        if not self.loops and self.current is None and self.chance(4):
            return self.huge()
        kind, size, name, i = self.pick(self.types), self.length(), self.fresh("h"), self.fresh("i")
        with self.block():
            self.put(f"{kind} *{name}, *q{name}; int {i}; unsigned long s{name} = {self.pick('017')};")
            clear = self.chance(30)
            self.put(f"{name} = calloc({size}, sizeof({kind}));" if clear else self.taken(name, kind, size))
            if not clear or self.chance(50):
                self.put(self.filled(name, kind, 0, size, i))
            if self.chance(40):
                old, size = size, self.length()
                self.put(f"{name} = realloc({name}, {size} * sizeof({kind}));")
                if size > old:
                    self.put(self.filled(name, kind, old, size, i))
            if size > 1 and self.chance(25):
                source, target = self.pick([("", " + 1"), (" + 1", "")])
                self.put(f"memmove({name}{target}, {name}{source}, {size - 1} * sizeof({kind}));")
            self.put(self.added(name, size, i))
            self.show(f"s{name}")
            self.spoil(name, size)
            self.put(f"free({name});")
            if self.risky():
                self.put(self.pick([f"free({name});", f"{name}[0] = 1;", f"s{name} = {name}[{size - 1}];"]))
        return None

    def taken(self, name: str, kind: str, size: int) -> str:
        """A block without contents."""
        return self.pick([
            f"{name} = malloc({size} * sizeof({kind}));", f"{name} = ({kind} *) malloc(sizeof(*{name}) * {size});",
            f"{name} = realloc(0, {size} * sizeof({kind}));",
        ])  # fmt: skip

    def filled(self, name: str, kind: str, low: int, high: int, i: str) -> str:
        """Set the elements from `low` to `high`."""
        q, value = f"q{name}", self.pick(["3", f"{i} & 63", f"{i} * 5 % 101"])
        return self.pick([
            f"for ({q} = {name} + {low}, {i} = 0; {q} < {name} + {high}; {q}++, {i}++) *{q} = {value};",
            f"for ({q} = &{name}[{low}], {i} = {low}; {i} < {high}; {i}++) *{q}++ = {value};",
            f"for ({i} = {high}, {q} = {name} + {high}; {q} != {name} + {low}; {i}--) *--{q} = {value};",
            f"for ({i} = {low}; {i} < {high}; {i}++) {name}[{i}] = {value};",
            f"for ({i} = {low}; {i} < {high}; {i}++) *({name} + {i}) = {value};",
            f"memset({name} + {low}, {self.pick(['0', '1', '255', '-1'])}, {high - low} * sizeof({kind}));",
        ])  # fmt: skip

    def added(self, name: str, size: int, i: str) -> str:
        """Add the elements up."""
        q, s = f"q{name}", f"s{name}"
        return self.pick([
            f"for ({q} = {name}; {q} - {name} < {size}; ) {s} = {s} * 3 + (unsigned long) *{q}++;",
            f"for ({i} = 0; {i} < {size}; {i}++) {s} = {s} * 5 ^ (unsigned long) {name}[{i}];",
            f"{q} = {name} + {size}; do {s} += (unsigned long) *--{q}; while ({q} > {name});",
        ])  # fmt: skip

    def spoil(self, name: str, size: int) -> None:
        """In a wild program, perhaps leave the block."""
        if self.risky():
            self.put(self.pick([
                f"{name}[{size}] = 1;", f"s{name} = {name}[-1];", f"free({name} + 1);",
                f"q{name} = {name} + {size}; *q{name} = 1;", f"memset({name}, 0, {size} * sizeof(*{name}) + 1);",
            ]))  # fmt: skip

    def huge(self) -> None:
        """A block of about a million bytes."""
        size, name = self.pick(HUGE), self.fresh("h")
        with self.block():
            self.put(f"char *{name}; {name} = malloc({size}); memset({name}, 'x', {size}); {name}[{size} - 1] = 0;")
            self.show(f"strlen({name})")
            self.put(f"{name} = realloc({name}, {self.pick(HUGE)}); {name}[100] = 0;")
            self.show(f"strlen({name}) + (memchr({name}, 0, {2**20 - 1}) != 0)")
            self.put(f"free({name});")

    # --- structures, functions, bytes ----------------------------------------------------------------------------

    def sorted(self) -> None:
        """An array that is sorted and searched; what is equal is not told apart."""
        size, name, i = self.length(), self.fresh("o"), self.fresh("i")
        kind, order, member = self.pick([("int", "by_number", ""), ("long", "by_size", ""),
                                         ("struct pair", "by_key", ".a")])  # fmt: skip
        with self.block():
            value = f"({i} * {self.pick(['7', '31', '1', '0', '-5'])} + {self.number_below(0, 9)}) % {self.pick(SHORT)}"
            self.put(f"{kind} {name}[{size}], k{name}; {kind} *f{name}; int {i};")
            self.put(f"for ({i} = 0; {i} < {size}; {i}++) {name}[{i}]{member} = {value};")
            self.put(f"qsort({name}, {size}, sizeof({kind}), {order});")
            self.show(f"{name}[0]{member} * 100 + {name}[{size - 1}]{member} + {name}[{size // 2}]{member}")
            self.put(f"k{name}{member} = {self.number_below(-2, 20)};")
            self.put(f"f{name} = bsearch(&k{name}, {name}, {size}, sizeof *{name}, {order});")
            self.show(f"f{name} ? f{name}->a : -99" if member else f"f{name} ? *f{name} : -99")

    def structs(self) -> None:
        """Structures that are assigned, chosen, passed, returned, and stand beside commas."""
        x, y, p, t = (self.fresh(letter) for letter in "xypt")
        values = [f"made({self.number_below(0, 60)}, {self.literal()})" for _ in range(4)]
        with self.block():
            self.put(f"struct pair {x}, {y}, z{x}[3], *{p}; int {t} = {self.integer(1)}, v{t} = 0;")
            self.put(f"{x} = {values[0]}; {y} = {values[1]}; {p} = z{x};")
            self.put(f"z{x}[0] = z{x}[1] = {values[2]}; z{x}[2] = {x};")
            terms = [x, y, f"*{p}", f"z{x}[{t} & 1]", values[3]]
            for _ in range(self.number_below(1, 4)):
                first, second = self.pick(terms), self.pick(terms)
                made = self.pick([
                    f"({t}++, {first})", f"{t} & 1 ? {first} : {second}", f"turned({first})", f"({first}, {second})",
                    f"lesser(&{x}, &{y})", f"({y} = {first})", f"turned(({x}, turned({second})))",
                    f"({t} & 2 ? ({t}--, {first}) : {second})",
                ])  # fmt: skip
                target = self.pick([x, f"z{x}[1]", f"*{p}"])
                self.put(self.pick([f"{target} = {made};", f"{made};", f"v{t} ^= ({made}).a;", f"{p} = &z{x}[{t} & 1];",
                                    f"{{struct pair w = {made}; v{t} += w.a & 7; {target} = w;}}"]))  # fmt: skip
            self.show(
                f"{x}.a + {y}.c[4] + {p}->c[0] + z{x}[1].a + (int) (z{x}[2].b & 255) + ({t} & 1023) + (v{t} & 63)"
            )
            if self.risky():
                self.show(f"{p}[3].a")

    def functions_(self) -> None:
        """Functions by their addresses: in an array, as arguments, and in a wild program made up."""
        name, number = self.fresh("t"), self.integer(1)
        with self.block():
            self.put(f"int (*{name}[3])(int); int x{name} = ({number}) & 1023;")
            self.put(f"{name}[0] = doubled; {name}[1] = &opposite; {name}[2] = {self.pick(['abs', 'doubled'])};")
            self.show(f"{name}[{self.subscript(2, 1)}](x{name}) + applied({name}[x{name} & 1], 3)")
            if self.risky():
                self.put(f"{{long w; memcpy(&w, {name}, sizeof w); w += 1; memcpy({name}, &w, sizeof w);}}")
                self.show(f"(*{name}[0])(2)")

    def zeros(self) -> None:
        """Bytes with zeros among them: in strings, in formats, in blocks that are compared."""
        name, size = self.fresh("b"), self.pick((16, 17, 20, 64, 65))
        text = self.pick(["ab\\0cd", "\\0x", "abc", "a\\177b\\0", "%d\\0%d", "x%%\\0y"])
        plain = text.replace("%", "p")
        with self.block():
            self.put(f"char {name}[{size}]; int n{name}; memset({name}, 'z', {size});")
            self.put(f'n{name} = sprintf({name}, "{text}"{", 5" if "%d" in text else ""});')
            self.show(f'n{name} * 100 + (int) strlen({name}) + (memcmp({name}, "{plain}", 3) > 0)')
            self.put(f'memcpy({name}, "{plain}", sizeof "{plain}"); {name}[{size - 1}] = 0;')
            self.show(f'{name}[2] + (strncmp({name}, "{plain}", 9) == 0) + (memchr({name}, 0, {size}) != 0)')
            self.put(f'strncpy({name}, "{plain}", {size}); strncat({name}, "qrs", 2);')
            self.show(f"strlen({name}) + {name}[{size - 1}]")
            if not self.pure:
                self.put(f'printf("%s|%.2s|%{self.pick(SHORT)}s|%-4.1s|", {name}, {name}, {name}, {name});')
            if self.risky():
                self.put(f'strcpy({name} + {size - 2}, "{self.pick(["ab", "abc"])}");')
