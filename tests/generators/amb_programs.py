"""Random programs in Scheme with amb that end soon: for comparing the evaluator with the textbook's.

    Maker(Random(7)).program()      # "(define g0 1)\n…\n(let ((x1 (amb 1 2))) (require (odd? x1)) …)\n"

Every program makes a few problems of a few choices each. Expressions have a type (number, truth, list, symbol, string),
so that a run hardly ever ends in an error; loops count down from a small number; choices are few, and are spent from a
purse that each form of the program fills again, so that all values of a problem can be asked for.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

NUMBERS = ("0", "1", "2", "3", "-1", "5", "10", "1/2", "-2/3", "7/2", "5/2",
           "4294967296", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
           "18446744073709551616/3")  # fmt: skip
SYMBOLS = ("'a", "'b", "'c")
LISTS = ("'()", "'(1 2)", "'(3 -1/2 4)", "(list 1 2)", "'(5)")
STRINGS = ('""', '"a"', '"b c"', '"\\\\\\""', '"a\\nb"')
TYPES = ("number", "number", "list", "truth", "symbol", "string")
LENGTHS = ("15", "20", "63", "64", "65", "1023", "1024", "1025")
"""Lengths and depths at which something changes within a machine, or might."""
CHOICES = 4
"""How many expressions all choices of one form may have, beyond one for each."""


@dataclass(frozen=True)
class Name:
    """A variable that may be used, or a procedure with the types of its parameters."""

    text: str
    type: str
    takes: tuple[str, ...] | None = None
    assigned: bool = True


class Maker:
    """Make one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.scopes: list[list[Name]] = [[]]
        self.serial = 0
        self.purse = 0
        self.loops = 0

    def program(self) -> str:
        """Return definitions of variables and procedures, then problems."""
        forms = [self.variable() for _ in range(self.random.randrange(1, 4))]
        forms += [self.procedure() for _ in range(self.random.randrange(3))]
        forms += [self.problem() for _ in range(self.random.randrange(1, 4))]
        if self.chance(2):
            forms.append(self.very_long())
        return "\n".join(forms) + "\n"

    # choices of the maker

    def pick(self, items: tuple[str, ...]) -> str:
        """Take one of several texts."""
        return items[self.random.randrange(len(items))]

    def pick_row(self, *rows: tuple[str, str, int]) -> tuple[str, str, int]:
        """Take one of several rows."""
        return rows[self.random.randrange(len(rows))]

    def chance(self, percent: int) -> bool:
        """Be true so often."""
        return self.random.randrange(100) < percent

    def fresh(self, letter: str) -> str:
        """Make a name, now and then one that is used outside already."""
        self.serial += 1
        return f"{letter}{self.serial if self.chance(80) else self.random.randrange(1, self.serial + 1)}"

    @contextmanager
    def scope(self, names: list[Name]) -> Iterator[None]:
        """Let names be seen."""
        self.scopes.append(names)
        yield
        self.scopes.pop()

    def visible(self, kind: str, procedures: bool) -> list[Name]:
        """List the names of a type that nothing hides."""
        seen: dict[str, Name] = {}
        for scope in self.scopes:
            seen |= {name.text: name for name in scope}
        return [name for name in seen.values() if name.type == kind and (name.takes is not None) == procedures]

    # forms of the program

    def variable(self) -> str:
        """Define a global variable."""
        kind = self.pick(TYPES)
        self.purse = 0
        text = f"(define g{len(self.scopes[0])} {self.expression(kind, 1)})"
        self.scopes[0].append(Name(f"g{len(self.scopes[0])}", kind))
        return text

    def procedure(self) -> str:
        """Define a procedure, which may choose."""
        kind, takes = self.pick(TYPES), tuple(self.pick(TYPES) for _ in range(self.random.randrange(3)))
        self.purse = 2
        name = f"f{len(self.scopes[0])}"
        parameters = [Name(f"p{index}", type_) for index, type_ in enumerate(takes)]
        with self.scope(parameters):
            body = self.body(kind, 3)
        self.scopes[0].append(Name(name, kind, takes, assigned=False))
        return f"(define ({' '.join([name, *(parameter.text for parameter in parameters)])}) {body})"

    def problem(self) -> str:
        """Make a form whose values are all asked for."""
        self.purse, self.loops = CHOICES, 0
        return self.expression(self.pick(TYPES), 4)

    def very_long(self) -> str:
        """Print about 2 ** 20 characters at once."""
        start, join, times = self.pick_row(
            ("'(12 -2/3)", "append", 17), ("'(12 -2/3)", "append", 16), ('"ab"', "string-append", 19),
            ('"abc\\""', "string-append", 18),
        )  # fmt: skip
        word = self.pick(("display", "write"))
        return f"({word} (let double ((n {times}) (x {start})) (if (= n 0) x (double (- n 1) ({join} x x)))))"

    def long(self, kind: str) -> str:
        """Make a list or string of a length, or a list of a depth, that lies at a boundary."""
        step = {"list": "(cons n x)", "string": '(string-append x "a")', "deep": "(list x)", "left": "(cons x n)"}[kind]
        start = self.atom("string") if kind == "string" else self.atom("list")
        return f"(let grow ((n {self.pick(LENGTHS)}) (x {start})) (if (= n 0) x (grow (- n 1) {step})))"

    def body(self, kind: str, depth: int) -> str:
        """Make statements and a value, sometimes behind inner definitions."""
        names, texts = [], []
        for _ in range(self.random.randrange(2) if self.chance(25) else 0):
            type_, name = self.pick(TYPES), f"d{self.serial}"
            self.serial += 1
            texts.append(f"(define {name} {self.expression(type_, depth - 1)})")
            names.append(Name(name, type_))
        with self.scope(names):
            texts += [self.statement(depth - 1) for _ in range(self.random.randrange(3))]
            return " ".join([*texts, self.expression(kind, depth)])

    def statement(self, depth: int) -> str:
        """Make an expression for what it does: assign, print, require."""
        if self.chance(2):
            return f"({self.pick(('display', 'write'))} {self.long(self.pick(('list', 'string', 'deep', 'left')))})"
        what = self.random.randrange(10)
        assignable = [name for kind in set(TYPES) for name in self.visible(kind, False) if name.assigned]
        if what < 5 and assignable:
            name = sorted(assignable, key=lambda name: name.text)[self.random.randrange(len(assignable))]
            word = "set!" if self.chance(65) else "permanent-set!"
            return f"({word} {name.text} {self.expression(name.type, depth)})"
        if what < 7:
            return f"(display {self.expression(self.pick(TYPES), depth)})"
        return f"(require {self.expression('truth', depth)})" if what < 9 else f"(for-each display {self.list(depth)})"

    # expressions

    def expression(self, kind: str, depth: int) -> str:
        """Make an expression of a type."""
        if depth <= 0:
            return self.atom(kind)
        general = (self.choice, self.choice, self.let, self.let_star, self.letrec, self.loop, self.conditional,
                   self.clauses, self.case, self.begin, self.if_fail, self.application, self.lambda_)  # fmt: skip
        if self.chance(60):
            return general[self.random.randrange(len(general))](kind, depth - 1)
        own: dict[str, Callable[[int], str]] = {
            "number": self.number, "truth": self.truth, "list": self.list, "string": self.string,
            "symbol": lambda _: self.atom("symbol"),
        }  # fmt: skip
        return own[kind](depth - 1)

    def atom(self, kind: str) -> str:
        """Make a variable or a constant."""
        names = self.visible(kind, False)
        if names and self.chance(65):
            return names[self.random.randrange(len(names))].text
        constants = {"number": NUMBERS, "truth": ("#t", "#f", "true"), "list": LISTS, "symbol": SYMBOLS}
        return self.pick(constants.get(kind, STRINGS))

    def number(self, depth: int) -> str:
        """Make a number."""
        what = self.random.randrange(7)
        one, other = self.expression("number", depth), self.expression("number", depth)
        if what < 3:
            return f"({self.pick(('+', '-', '*', 'max', 'min'))} {one} {other})"
        if what == 3:
            return f"({self.pick(('floor', 'ceiling', 'round', 'truncate', 'abs', 'numerator', 'square'))} {one})"
        if what == 4:
            return f"({self.pick(('quotient', 'remainder', 'modulo'))} (round {one}) {self.pick(('2', '3', '-3'))})"
        if what == 5:
            return f"(/ {one} {self.pick(('2', '-3', '3/4'))})"
        if self.chance(5):
            return f"({self.pick(('length', 'apply +', '(lambda (x) (car (reverse x)))'))} {self.long('list')})"
        text = self.expression("string", depth)
        others = (
            f"(length {self.list(depth)})",
            f"(apply + 1 {self.list(depth)})",
            f"(- {one})",
            f"(string-length {text})",
        )
        return self.pick(others)

    def string(self, depth: int) -> str:
        """Make a string."""
        one, other = self.expression("string", depth), self.expression("string", depth)
        number, symbol = self.expression("number", depth), self.expression("symbol", depth)
        if self.chance(5):
            return self.long("string")
        return self.pick((
            f"(string-append {one} {other})", f"(number->string {number})", f"(symbol->string {symbol})",
            f'(substring (string-append "ab" {one}) {self.pick(("0", "1", "2"))} 2)',
        ))  # fmt: skip

    def truth(self, depth: int) -> str:
        """Make a condition."""
        what = self.random.randrange(7)
        if what == 6:
            one, other = self.expression("string", depth), self.expression("string", depth)
            return f"({self.pick(('string=?', 'string<?', 'equal?'))} {one} {other})"
        if what < 2:
            word = self.pick(("=", "<", ">", "<=", ">="))
            return f"({word} {self.expression('number', depth)} {self.expression('number', depth)})"
        if what == 2:
            parts = " ".join(self.expression("truth", depth) for _ in range(self.random.randrange(4)))
            return f"({self.pick(('and', 'or'))} {parts})"
        if what == 3:
            return f"(not {self.expression('truth', depth)})"
        if what == 4:
            return f"(eq? {self.expression('symbol', depth)} {self.pick(SYMBOLS)})"
        return f"({self.pick(('null?', 'pair?', 'list?'))} {self.list(depth)})"

    def list(self, depth: int) -> str:
        """Make a list of numbers."""
        if depth <= 0:
            return self.atom("list")
        what = self.random.randrange(8)
        number, rest = self.expression("number", depth - 1), self.expression("list", depth - 1)
        if what == 0:
            return f"(cons {number} {rest})"
        if what == 1:
            return f"(append {rest} {self.expression('list', depth - 1)})"
        if what == 2:
            return f"(reverse {rest})"
        if what == 3:
            return f"(list {number} {self.expression('number', depth - 1)})"
        if what == 4:
            return self.pick((f"`(,{number} ,@{rest})", f"`(1 ,@{rest} ,{number})", f"`(,{number} . ,{rest})"))
        if what == 5:
            name = self.fresh("m")
            with self.scope([Name(name, "number")]):
                return f"(map (lambda ({name}) {self.expression('number', depth - 1)}) {self.atom('list')})"
        return self.expression("list", depth - 1)

    def choice(self, kind: str, depth: int) -> str:
        """Choose: amb of a few expressions, or none."""
        if self.loops:
            return self.expression(kind, depth)
        count = self.random.randrange(1, 4) if self.chance(93) else 0
        if count - 1 > self.purse:
            return self.expression(kind, depth)
        self.purse -= max(0, count - 1)
        return f"(amb{''.join(' ' + self.expression(kind, depth - 1) for _ in range(count))})"

    def bindings(self, depth: int, each_sees_those_before: bool) -> tuple[str, list[Name]]:
        """Make the bindings of a let."""
        names: list[Name] = []
        texts = []
        for _ in range(self.random.randrange(1, 4)):
            type_, name = self.pick(TYPES), self.fresh("x")
            with self.scope(names if each_sees_those_before else []):
                value = self.expression(type_, depth)
            if each_sees_those_before or name not in [other.text for other in names]:
                texts.append(f"({name} {value})")
                names.append(Name(name, type_))
        return f"({' '.join(texts)})", names

    def let(self, kind: str, depth: int) -> str:
        """Make a let."""
        bindings, names = self.bindings(depth, False)
        with self.scope(names):
            return f"(let {bindings} {self.body(kind, depth)})"

    def let_star(self, kind: str, depth: int) -> str:
        """Make a let*."""
        bindings, names = self.bindings(depth, True)
        with self.scope(names):
            return f"(let* {bindings} {self.body(kind, depth)})"

    def letrec(self, kind: str, depth: int) -> str:
        """Make a procedure that is seen in the body, and is not recursive without end."""
        name, takes = self.fresh("r"), self.pick(TYPES)
        with self.scope([Name("q", takes)]):
            value = self.body(kind, depth - 1)
        with self.scope([Name(name, kind, (takes,), assigned=False)]):
            return f"(letrec ((s{name} 1) ({name} (lambda (q) {value}))) {self.expression(kind, depth)})"

    def loop(self, kind: str, depth: int) -> str:
        """Count down from a small number and keep one value, which each turn makes anew."""
        count, kept, name = self.fresh("n"), self.fresh("k"), self.fresh("loop")
        start = self.expression(kind, depth)
        self.loops += 1
        with self.scope([Name(count, "number", assigned=False), Name(kept, kind)]):
            following = self.expression(kind, depth)
        self.loops -= 1
        turns = self.random.randrange(4)
        test, again = f"(if (= {count} 0) {kept}", f"({name} (- {count} 1) {following}))"
        return f"(let {name} (({count} {turns}) ({kept} {start})) {test} {again})"

    def conditional(self, kind: str, depth: int) -> str:
        """Make an if."""
        parts = (self.expression("truth", depth), self.expression(kind, depth), self.expression(kind, depth))
        return f"(if {' '.join(parts)})"

    def clauses(self, kind: str, depth: int) -> str:
        """Make a cond, also with =>."""
        texts = []
        for _ in range(self.random.randrange(1, 4)):
            if self.chance(20):
                name = self.fresh("v")
                with self.scope([Name(name, "list")]):
                    body = self.expression(kind, depth - 1)
                texts.append(f"((member 1 {self.list(depth - 1)}) => (lambda ({name}) {body}))")
            else:
                texts.append(f"({self.expression('truth', depth - 1)} {self.expression(kind, depth)})")
        return f"(cond {' '.join(texts)} (else {self.expression(kind, depth)}))"

    def case(self, kind: str, depth: int) -> str:
        """Make a case of symbols or numbers."""
        if self.chance(50):
            key, one, other = self.expression("symbol", depth), "(a)", "(c x)"
        else:
            key, one, other = self.expression("number", depth), "(1 2 1/2)", "(0 5)"
        values = [self.expression(kind, depth) for _ in range(3)]
        return f"(case {key} ({one} {values[0]}) ({other} {values[1]}) (else {values[2]}))"

    def begin(self, kind: str, depth: int) -> str:
        """Make a row."""
        return f"(begin {self.statement(depth)} {self.expression(kind, depth)})"

    def if_fail(self, kind: str, depth: int) -> str:
        """Make an if-fail."""
        return f"(if-fail {self.expression(kind, depth)} {self.expression(kind, depth)})"

    def application(self, kind: str, depth: int) -> str:
        """Apply a procedure of the program."""
        procedures = [] if self.loops else self.visible(kind, True)
        if not procedures:
            return self.expression(kind, depth)
        procedure = procedures[self.random.randrange(len(procedures))]
        assert procedure.takes is not None
        return f"({' '.join([procedure.text, *(self.expression(type_, depth - 1) for type_ in procedure.takes)])})"

    def lambda_(self, kind: str, depth: int) -> str:
        """Apply a lambda where it stands; or one that is chosen."""
        takes, name = self.pick(TYPES), self.fresh("y")
        with self.scope([Name(name, takes)]):
            procedure = f"(lambda ({name}) {self.body(kind, depth)})"
            other = f"(lambda ({name}) {self.expression(kind, depth - 1)})"
        if self.purse and not self.loops and self.chance(30):
            self.purse -= 1
            procedure = f"(amb {procedure} {other})"
        return f"({procedure} {self.expression(takes, depth)})"
