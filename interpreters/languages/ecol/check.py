"""Which lines of an ECOL program belong together, and what the language forbids.

    checked = check(source, text)
    checked.main.lines, checked.subs["drukaf"].lines, checked.funs["kwadraat"].parameters

All faults that can be found are reported at once. A SUB shares the names of the main program; a FUN has its own
names and labels. Jumps stay inside their SUB or FUN, and outside of both: the documents show no others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from interpreters.languages.ecol import syntax
from interpreters.source.diagnostics import Diagnostic, SourceError, nearest
from interpreters.source.lark_parser import end_of
from interpreters.source.position import Place, SourceText

Found = TypeVar("Found", bound=syntax.Node)


@dataclass(slots=True)
class Unit:
    """The main program, a SUB or a FUN: its lines (with START, END and FUN := but without headings)."""

    kind: Literal["main", "sub", "fun"]
    name: str
    lines: list[syntax.Line] = field(default_factory=list)
    parameters: tuple[str, ...] = ()
    array_parameters: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)
    partner: dict[int, int] = field(default_factory=dict)
    place: Place = syntax.NOWHERE


@dataclass(slots=True)
class Checked:
    """A program whose parts fit: its units, and the names of arrays in each scope ("" is main program and SUBs)."""

    main: Unit
    subs: dict[str, Unit]
    funs: dict[str, Unit]
    arrays: dict[str, set[str]]

    def units(self) -> list[Unit]:
        """Return the main program, then the SUBs, then the FUNs, as they stand in the text."""
        return [self.main, *self.subs.values(), *self.funs.values()]


def scope_of(unit: Unit) -> str:
    """Return the scope in which a unit's names live: a FUN's own, or that of the main program."""
    return unit.name if unit.kind == "fun" else ""


def check(source: syntax.Source, text: SourceText) -> Checked:
    """Put the parts together; raise SourceError with all faults."""
    return Checker(text).checked(source)


class Checker:
    """One check of one program; diagnostics are collected."""

    def __init__(self, text: SourceText) -> None:
        self.text = text
        self.diagnostics: list[Diagnostic] = []

    def wrong(self, place: Place, message: str, expected: str = "", near: str = "") -> None:
        """Note a fault."""
        self.diagnostics.append(Diagnostic(place, message, expected, near))

    def checked(self, source: syntax.Source) -> Checked:
        """Check everything, in the order in which messages make sense."""
        found = self.divided(source)
        self.frame(found.main)
        self.labels(found)
        for unit in found.units():
            self.loops(unit)
            self.targets(unit, found)
        self.arrays(found)
        for unit in found.units():
            self.names(unit, found)
        self.recursion(found)
        if self.diagnostics:
            raise SourceError(self.text, self.diagnostics)
        return found

    # what belongs together

    def divided(self, source: syntax.Source) -> Checked:
        """Divide the lines into main program, SUBs and FUNs."""
        main = Unit("main", "")
        found = Checked(main, {}, {}, {"": set()})
        unit = main
        for line in source.lines:
            match line.command:
                case syntax.Sub(name) | syntax.Fun(name, _) as heading:
                    if unit is not main:
                        self.wrong(heading.place, f"a {word(heading)} inside {title(unit)}", ending(unit))
                    unit = self.opened(found, heading, name)
                case syntax.SubEnd() if unit.kind != "sub":
                    self.wrong(line.command.place, "END without SUB", "SUB name before it")
                case syntax.FunEnd() if unit.kind != "fun":
                    self.wrong(line.command.place, "FUN := without the heading of a FUN", "FUN name (…) before it")
                case syntax.SubEnd() | syntax.FunEnd():
                    unit.lines.append(line)
                    unit = main
                case _:
                    unit.lines.append(line)
        if unit is not main:
            self.wrong(unit.place, f"{title(unit)} has no end", ending(unit))
        return found

    def opened(self, found: Checked, heading: syntax.Sub | syntax.Fun, name: str) -> Unit:
        """Begin a SUB or a FUN."""
        if name in found.subs or name in found.funs:
            self.wrong(heading.place, f"{name} is described twice")
        if isinstance(heading, syntax.Sub):
            unit = found.subs[name] = Unit("sub", name, place=heading.place)
        else:
            unit = found.funs[name] = Unit("fun", name, parameters=heading.parameters, place=heading.place)
            found.arrays[name] = set()
            doubled = next((p for p in heading.parameters if heading.parameters.count(p) > 1), None)
            if doubled:
                self.wrong(heading.place, f"parameter {doubled} of FUN {name} is named twice")
        return unit

    def frame(self, main: Unit) -> None:
        """See that START begins the main program and KLAAR ends it."""
        commands = [line.command for line in main.lines if line.command]
        if not commands or not isinstance(commands[0], syntax.Begin):
            place = commands[0].place if commands else Place(1, 1)
            self.wrong(place, "the program does not begin with START", "START")
        for command in commands[1:]:
            if isinstance(command, syntax.Begin):
                self.wrong(command.place, "START stands in the middle of the program")
        if not commands or not isinstance(commands[-1], syntax.Finish):
            self.wrong(end_of(self.text), "KLAAR is missing", "KLAAR as the last line of the main program")

    def labels(self, found: Checked) -> None:
        """See that labels differ: in the main program and its SUBs together, in each FUN by itself."""
        for scope in ("", *found.funs):
            seen: dict[str, Place] = {}
            for unit in found.units():
                if scope_of(unit) != scope:
                    continue
                for index, line in enumerate(unit.lines):
                    if line.label is None:
                        continue
                    if "." in line.label:
                        self.wrong(line.place, f"label {line.label} is not a whole number", "a whole number")
                    elif line.label in seen:
                        first = seen[line.label].line
                        self.wrong(line.place, f"label {line.label} stands before two lines; the first is line {first}")
                    else:
                        seen[line.label] = line.place
                        unit.labels[line.label] = index

    def loops(self, unit: Unit) -> None:
        """Pair each MET with its HERHAAL."""
        open_loops: list[int] = []
        for index, line in enumerate(unit.lines):
            if isinstance(line.command, syntax.Loop):
                open_loops.append(index)
            elif isinstance(line.command, syntax.Repeat):
                if not open_loops:
                    self.wrong(line.command.place, "HERHAAL without MET", "MET before it")
                    continue
                start = open_loops.pop()
                unit.partner[start], unit.partner[index] = index, start
        for index in open_loops:
            command = unit.lines[index].command
            assert command is not None
            self.wrong(command.place, "MET without HERHAAL", "HERHAAL after it")

    def targets(self, unit: Unit, found: Checked) -> None:
        """See that every jump goes to a label of its own unit."""
        for target in targets_of(unit):
            if target.label is None or target.label in unit.labels:
                continue
            owner = next((other for other in found.units() if target.label in other.labels), None)
            if owner is not None:
                self.wrong(target.place, f"label {target.label} belongs to {title(owner)}", f"a label of {title(unit)}")
            else:
                near = nearest_label(target.label, unit.labels)
                self.wrong(target.place, f"label {target.label} does not exist", "a label or STOP", near)

    # names

    def arrays(self, found: Checked) -> None:
        """Collect the arrays of each scope, and find which parameters of a FUN are arrays."""
        for unit in found.units():
            for line in unit.lines:
                if isinstance(line.command, syntax.Reserve):
                    if unit.kind == "sub":
                        self.wrong(line.command.place, f"RIJ inside SUB {unit.name}", "RIJ in the main program")
                    found.arrays[scope_of(unit)].add(line.command.name)
        changed = True
        while changed:
            changed = False
            for fun in found.funs.values():
                for use in uses_of(fun):
                    used = array_uses(use, found)
                    fresh = (used & set(fun.parameters)) - fun.array_parameters
                    fun.array_parameters |= fresh
                    changed |= bool(fresh)

    def names(self, unit: Unit, found: Checked) -> None:
        """See that each name is used as what it is."""
        arrays = found.arrays[scope_of(unit)] | unit.array_parameters
        for line in unit.lines:
            match line.command:
                case syntax.Perform(name) if name not in found.subs:
                    expected = ":= after a variable" if name not in found.funs else "a FUN is called in an expression"
                    self.wrong(line.command.place, f"SUB {name} does not exist", expected, nearest(name, found.subs))
                case syntax.Assign(variable, _) if variable.name in found.funs:
                    self.wrong(variable.place, f"{variable.name} is a FUN and cannot be assigned to")
                case syntax.Loop(_, name, _, _) if name in arrays:
                    self.wrong(line.command.place, f"array {name} cannot count a loop", "a simple variable")
        for use in uses_of(unit):
            if isinstance(use, syntax.Standard):
                self.standard(use, arrays)
            else:
                self.variable(use, arrays, found)

    def standard(self, use: syntax.Standard, arrays: set[str]) -> None:
        """See that a standard function has the arguments it needs."""
        wanted = 2 if use.name == "GOK" else 1
        if len(use.arguments) != wanted:
            self.wrong(use.place, f"{use.name} has {counted(len(use.arguments))}", counted(wanted))
        elif use.name in ("ONDIN", "BOVIN"):
            argument = use.arguments[0]
            if not (isinstance(argument, syntax.Variable) and argument.name in arrays and not argument.subscripts):
                self.wrong(argument.place, f"{use.name} asks for an array", "the name of an array")

    def variable(self, use: syntax.Variable, arrays: set[str], found: Checked) -> None:
        """See that an array has one subscript, a FUN its arguments, and a simple variable neither."""
        name, count = use.name, len(use.subscripts)
        if name in found.funs and name not in arrays:
            wanted = len(found.funs[name].parameters)
            if count != wanted:
                self.wrong(use.place, f"FUN {name} is called with {counted(count)}", counted(wanted))
            for parameter, argument in zip(found.funs[name].parameters, use.subscripts, strict=False):
                if parameter in found.funs[name].array_parameters and not is_array(argument, arrays):
                    self.wrong(argument.place, f"parameter {parameter} of FUN {name} is an array", "an array's name")
        elif name in arrays and count != 1:
            self.wrong(use.place, f"array {name} is used with {count or 'no'} subscripts", "one subscript")
        elif name not in arrays and count:
            known = nearest(name, arrays | set(found.funs))
            self.wrong(use.place, f"{name} is neither an array nor a FUN", f"RIJ (m:n) {name} before it", known)

    def recursion(self, found: Checked) -> None:
        """See that no SUB calls itself, by whatever way: it has no variables of its own to remember where from."""
        calls = {name: {c.name for c in commands_of(unit, syntax.Perform)} for name, unit in found.subs.items()}
        for name, unit in found.subs.items():
            reached, fresh = set[str](), set(calls[name])
            while fresh:
                reached |= fresh
                fresh = {callee for called in fresh for callee in calls.get(called, ())} - reached
            if name in reached:
                self.wrong(unit.place, f"SUB {name} calls itself")


# --- looking through the tree ------------------------------------------------------------------------------------


def word(heading: syntax.Sub | syntax.Fun) -> str:
    """Return SUB or FUN."""
    return "SUB" if isinstance(heading, syntax.Sub) else "FUN"


def title(unit: Unit) -> str:
    """Return what messages call a unit."""
    return {"main": "the main program", "sub": f"SUB {unit.name}", "fun": f"FUN {unit.name}"}[unit.kind]


def ending(unit: Unit) -> str:
    """Return what ends a unit."""
    return {"main": "KLAAR", "sub": "END", "fun": "FUN := …"}[unit.kind]


def counted(number: int) -> str:
    """Write a number of arguments."""
    return f"{number} argument" if number == 1 else f"{number} arguments"


def nearest_label(label: str, known: dict[str, int]) -> str:
    """Return the label with the nearest number."""
    return min(known, key=lambda other: (abs(int(other) - int(label)), int(other)), default="")


def commands_of(unit: Unit, kind: type[Found]) -> list[Found]:
    """Return the commands of one kind in a unit."""
    return [line.command for line in unit.lines if isinstance(line.command, kind)]


def targets_of(unit: Unit) -> Iterator[syntax.Target]:
    """Yield every jump target in a unit."""
    for line in unit.lines:
        match line.command:
            case syntax.Jump(target):
                yield target
            case syntax.Choose(_, yes, no):
                yield yes
                if no is not None:
                    yield no


def parts(node: syntax.Node) -> Iterator[syntax.Node]:
    """Yield the nodes directly below a node."""
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        if isinstance(value, syntax.Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, syntax.Node))


def uses_of(unit: Unit) -> Iterator[syntax.Variable | syntax.Standard]:
    """Yield every use of a variable or standard function; a whole array that is handed over is no use by itself."""
    waiting: list[syntax.Node] = [line.command for line in reversed(unit.lines) if line.command]
    while waiting:
        node = waiting.pop()
        below = list(parts(node))
        if isinstance(node, syntax.Variable | syntax.Standard):
            yield node
            below = [item for item in below if not is_bare(item)] if whole_arrays(node) else below
        waiting.extend(reversed(below))


def whole_arrays(node: syntax.Variable | syntax.Standard) -> bool:
    """Tell whether an argument may be a whole array: those of a FUN, ONDIN and BOVIN (the checks look at them)."""
    return isinstance(node, syntax.Variable) or node.name in ("ONDIN", "BOVIN")


def is_bare(node: syntax.Node) -> bool:
    """Tell whether a node is a name without subscripts."""
    return isinstance(node, syntax.Variable) and not node.subscripts


def is_array(node: syntax.Expression, arrays: set[str]) -> bool:
    """Tell whether an expression is the bare name of an array."""
    return isinstance(node, syntax.Variable) and not node.subscripts and node.name in arrays


def array_uses(use: syntax.Variable | syntax.Standard, found: Checked) -> set[str]:
    """Return the names that a use shows to be arrays."""
    if isinstance(use, syntax.Standard):
        bare = use.arguments[:1] if use.name in ("ONDIN", "BOVIN") else ()
        return {argument.name for argument in bare if isinstance(argument, syntax.Variable)}
    if use.name in found.funs:
        called = found.funs[use.name]
        pairs = zip(called.parameters, use.subscripts, strict=False)
        return {a.name for p, a in pairs if p in called.array_parameters and isinstance(a, syntax.Variable)}
    return {use.name} if use.subscripts else set()
