"""Statements of random FORTRAN programs: control, calls, input and output (see fortran_programs.py)."""

from __future__ import annotations

import re
from random import Random

from tests.generators.fortran_expressions import (
    COMPLEX,
    DOUBLE,
    INTEGER,
    LOGICAL,
    REAL,
    TEXT,
    Expressions,
    Procedure,
    Variable,
    size_of,
)

BOUNDED = {
    INTEGER: ("MOD({}, 997)", "MOD({}, 100)", "MAX0(MIN0({}, 50), -50)"),
    REAL: ("AMOD({}, 512.)", "AMIN1(AMAX1({}, -99.), 99.)"),
    DOUBLE: ("DMOD({}, 512.D0)", "DMIN1(DABS({}), 99.D0)"),
}
"""What keeps values small; a complex number is made of two real ones."""
FIELDS = {
    INTEGER: ("I12", "I5", "I3", "I8"),
    REAL: ("F12.4,1X", "F9.2,1X", "F7.0,1X", "E16.8", "1PE15.6", "G14.6,1X", "F20.10,1X", "0PF8.3,1X"),
    LOGICAL: ("L2", "L1", "L7"),
    DOUBLE: ("D20.10", "F14.5,1X", "1PD16.7", "E15.6"),
    COMPLEX: ("2(F10.3,1X)", "F9.2,2H +,E14.6", "2E15.6"),
    TEXT: ("A4", "A2", "A6", "A1"),
}
READ = {
    INTEGER: (("I5", "   12"), ("I4", "  -7"), ("I3", "   "), ("I6", "  +300")),
    REAL: (("F8.3", "   12.25"), ("F6.2", "  1234"), ("F7.1", "-2.5E+1"), ("E9.2", "   1.5E02"), ("F5.0", "    8")),
    LOGICAL: (("L4", "   T"), ("L5", "FALSE"), ("L2", " F")),
    DOUBLE: (("D10.2", "    1.25D1"), ("F8.2", "    -4.5")),
    TEXT: (("A4", "WXYZ"), ("A3", "A B"), ("A1", "*")),
}
"""Fields with a text that each reads."""


class Statements(Expressions):
    """Statements and cards; a part of Maker."""

    def __init__(self, random: Random, wild: int = 0) -> None:
        super().__init__(random, wild)
        self.lines: list[str] = []
        self.cards: list[str] = []
        self.labels = self.nesting = 0
        self.subroutines: list[Procedure] = []

    def put(self, text: str, label: int | str = "") -> None:
        """Punch a statement: some without blanks, some with one too many."""
        if not re.search(r"\dH|FORMAT|PROGRAM", text):
            if self.chance(5):
                text = text.replace(" ", "")
            elif self.chance(5):
                at = self.random.randrange(len(text))
                text = text[:at] + " " + text[at:]
        first, *others = re.findall(".{1,66}", text)
        if self.chance(3):
            self.lines.append(f"C     {first[:50]}\n")
        self.lines.append(f"{label:>5} {first}\n")
        self.lines += [f"     {number % 9 + 1}{more}\n" for number, more in enumerate(others)]

    def label(self) -> int:
        self.labels += 10
        return self.labels

    def bounded(self, kind: str) -> str:
        """An expression whose value stays small."""
        if kind == COMPLEX:
            return f"CMPLX({self.bounded(REAL)}, {self.bounded(REAL)})"
        if kind not in BOUNDED:
            return self.expression(kind)
        return self.pick(BOUNDED[kind]).format(self.expression(kind)) if not self.risky() else self.expression(kind)

    def statements(self, count: int, *, quiet: bool = False) -> None:
        """Put statements; quiet ones neither print nor call."""
        kinds = ["assign"] * 6 + ["write", "write", "subroutine"] * (not quiet)
        if self.nesting < 3:
            kinds += ["skip", "branch", "computed", "assigned", "again", "loop", "loop", "loop"]
        self.nesting += 1
        for _ in range(count):
            getattr(self, f"put_{self.pick(kinds)}")(quiet)
        self.nesting -= 1

    # assignments

    def assignment(self) -> str:
        """An assignment; numbers are converted to the type of the variable."""
        found = [v for v in self.variables if not v.fixed and v.type]
        target = self.pick(found)
        kind = target.type
        if kind in (INTEGER, REAL, DOUBLE) and self.chance(20):
            kind = self.pick((INTEGER, REAL, DOUBLE))
        name = self.element(target) if target.sizes else target.name
        return f"{name} = {self.bounded(kind)}"

    def put_assign(self, quiet: bool, label: int | str = "") -> None:
        del quiet
        text = self.assignment()
        self.put(f"IF ({self.expression(LOGICAL)}) {text}" if self.chance(15) else text, label)

    def land(self, label: int) -> None:
        """Put the statement that a label leads to."""
        if self.chance(50):
            self.put("CONTINUE", label)
        else:
            self.put_assign(True, label)

    # control

    def put_skip(self, quiet: bool) -> None:
        label = self.label()
        self.put(f"IF ({self.expression(LOGICAL)}) GO TO {label}")
        self.statements(self.number_below(1, 2), quiet=quiet)
        self.land(label)

    def ways(self, labels: list[int], quiet: bool) -> None:
        """Put what labels lead to, one after another; each but the last goes on at the end, or falls into the next."""
        end = self.label()
        for label in dict.fromkeys(labels):
            self.land(label)
            self.statements(1, quiet=quiet)
            if self.chance(75):
                self.put(f"GO TO {end}")
        self.land(end)

    def put_branch(self, quiet: bool) -> None:
        labels = [self.label(), self.label()]
        labels = [*labels, self.pick([*labels, self.label()])]
        self.put(f"IF ({self.expression(self.pick((INTEGER, REAL)))}) {', '.join(map(str, labels))}")
        self.ways(labels, quiet)

    def put_computed(self, quiet: bool) -> None:
        """A computed GO TO; where the number is outside, what follows is done."""
        labels = [self.label() for _ in range(self.number_below(1, 3))]
        name = self.fresh("KG")
        self.put(f"{name} = MOD(IABS({self.expression(INTEGER)}), 5)")
        self.put(f"GO TO ({', '.join(map(str, [*labels, labels[0]]))}), {name}")
        self.statements(1, quiet=quiet)
        self.ways(labels, quiet)

    def put_assigned(self, quiet: bool) -> None:
        labels, name, skip = [self.label(), self.label()], self.fresh("KL"), self.label()
        self.put(f"ASSIGN {labels[0]} TO {name}")
        self.put(f"IF ({self.expression(LOGICAL)}) GO TO {skip}")
        self.put(f"ASSIGN {labels[1]} TO {name}")
        self.land(skip)
        self.put(f"GO TO {name}, ({', '.join(map(str, labels))})")
        self.ways(labels, quiet)

    def put_again(self, quiet: bool) -> None:
        """A loop by a GO TO that leads back."""
        name, label = self.fresh("KA"), self.label()
        self.put(f"{name} = 0")
        self.land(label)
        self.put(f"{name} = {name} + 1")
        self.statements(self.number_below(1, 2), quiet=quiet)
        self.put(f"IF ({name} .LT. {self.number_below(1, 3)}) GO TO {label}")

    def heading(self, label: int) -> Variable:
        """Put a DO of one turn at least; its limit may be a variable."""
        limit = self.number_below(1, 4)
        made = Variable(self.fresh("I"), INTEGER, bound=limit, fixed=True)
        written = str(limit)
        if self.chance(40):
            written = self.fresh("N")
            self.put(f"{written} = MOD(IABS({self.expression(INTEGER)}), {limit}) + 1")
        step = self.pick(("", "", "", ", 1", ", 2"))
        self.put(f"DO {label} {made.name} = 1, {written}{step}")
        return made

    def put_loop(self, quiet: bool) -> None:
        """One or two loops with the same end, left early perhaps, or gone on with."""
        label, out = self.label(), self.label()
        outside = list(self.variables)
        for _ in range(self.pick((1, 1, 2))):
            self.variables.append(self.heading(label))
        if self.chance(30):
            self.put(f"IF ({self.expression(LOGICAL)}) GO TO {label}")
        self.statements(self.number_below(1, 2), quiet=quiet)
        if leaves := self.chance(20):
            self.put(f"IF ({self.expression(LOGICAL)}) GO TO {out}")
        self.land(label)
        self.variables = outside
        if leaves:
            self.land(out)

    # calls

    def put_subroutine(self, quiet: bool) -> None:
        """Call a subroutine: no variable twice, and none that it knows by another name."""
        if not self.subroutines:
            return self.put_assign(quiet)
        made = self.pick(self.subroutines)
        taken: set[str] = set()
        arguments = []
        for parameter in made.parameters:
            known = self.arrays_for(parameter) if parameter.sizes else self.variables
            own = [
                v for v in known if v.type == parameter.type and not v.fixed and not v.shared and v.name not in taken
            ]
            if parameter.bound:
                arguments.append(str(parameter.bound))
            elif not own:
                return self.put_assign(quiet)
            else:
                chosen = self.pick(own)
                taken.add(chosen.name)
                arguments.append(chosen.name if parameter.sizes or not chosen.sizes else self.element(chosen))
        self.put(f"CALL {made.name}({', '.join(arguments)})")
        return None

    # input and output

    def read(self) -> None:
        """Read a card or two into variables."""
        label = self.label()
        found = [v for v in self.variables if not v.sizes and not v.fixed and v.type in READ]
        items = [self.pick(found) for _ in range(self.number_below(1, 3))]
        chosen = [self.pick(READ[one.type]) for one in items]
        self.put(f"READ (5, {label}) {', '.join(one.name for one in items)}")
        divided = self.pick((",", ",", ",/"))
        self.put(f"FORMAT({divided.join(fields for fields, _ in chosen)})", label)
        self.cards.append(("\n" if "/" in divided else "").join(text for _, text in chosen) + "\n")

    def put_write(self, quiet: bool) -> None:
        del quiet
        found = [v for v in self.variables if v.type]
        self.write([self.pick(found) for _ in range(self.number_below(1, 3))])

    def write(self, variables: list[Variable]) -> None:
        """Print variables, elements, arrays and parts of arrays by a FORMAT of their own."""
        label = self.label()
        items, fields = [], []
        for one in variables:
            text, count = self.item(one)
            items.append(text)
            field = self.pick(FIELDS[one.type])
            fields.append(f"{count}({field})" if count > 1 else field)
            if self.chance(30):
                fields.append(self.pick(("1X", "3H = ", "2X", "/1H ", "1H,")))
        layout = ",".join(fields)
        if len(items) == 1 and self.chance(40):
            layout = self.pick(FIELDS[variables[0].type])  # it is begun again for each element
        self.put(f"WRITE (6, {label}) {', '.join(items)}")
        self.put(f"FORMAT(1H ,{layout})" if self.chance(80) else f"FORMAT({self.pick('123')}X,{layout}/)", label)

    def item(self, one: Variable) -> tuple[str, int]:
        """An item of a list, and how many numbers it stands for."""
        if not one.sizes:
            return one.name, 1
        match self.number_below(1, 3):
            case 1:
                return self.element(one), 1
            case 2:
                return one.name, size_of(one)
        names = [self.fresh("I") for _ in one.sizes]
        text = f"{one.name}({', '.join(names)})"
        for name, size in zip(names, one.sizes, strict=True):
            text = f"({text}, {name} = 1, {size})"
        return text, size_of(one)
