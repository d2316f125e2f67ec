"""Which lines of an ECOL program belong together, and what the language forbids.

    program = check(tree, source)
    program.main.lines, program.subs["drukaf"].lines, program.funs["kwadraat"].parameters

All faults that can be found are reported at once. A SUB shares the names of the main program; a FUN has its own
names and labels. Jumps stay inside their SUB or FUN, and outside of both: the documents show no others.

The grammar knows single lines only. ECOL has no block structure that a parser could recover by: with MET … HERHAAL as
one rule, a forgotten HERHAAL would be reported at the end of the text; found here, it is reported at its MET.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import chain
from typing import Literal, TypeVar

from getallenband.interpreters.ir.graphs import loops
from getallenband.interpreters.languages.ecol import syntax
from getallenband.interpreters.languages.ecol.syntax_hints import small_word
from getallenband.interpreters.source.diagnostics import Diagnostics, counted
from getallenband.interpreters.source.lark_parser import end_of
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import NOWHERE, walk

Found = TypeVar("Found", bound=syntax.Command)
ARRAY_FUNCTIONS = ("ONDIN", "BOVIN")


@dataclass(slots=True)
class Unit:
    """The main program, a SUB or a FUN: its lines (with START, END and FUN := but without headings)."""

    kind: Literal["main", "sub", "fun"]
    name: str
    parameters: tuple[str, ...] = ()
    place: Place = NOWHERE
    lines: list[syntax.Line] = field(default_factory=list)
    array_parameters: set[str] = field(default_factory=set)
    labels: dict[str, int] = field(default_factory=dict)
    partner: dict[int, int] = field(default_factory=dict)

    @property
    def scope(self) -> str:
        """The scope in which its names live: a FUN's own, or that of the main program."""
        return self.name if self.kind == "fun" else ""

    @property
    def title(self) -> str:
        return "the main program" if self.kind == "main" else f"{self.kind.upper()} {self.name}"

    @property
    def ending(self) -> str:
        return {"main": "KLAAR", "sub": "END", "fun": "FUN := …"}[self.kind]

    def commands(self, kind: type[Found]) -> Iterator[Found]:
        """Yield the commands of one kind."""
        return (line.command for line in self.lines if isinstance(line.command, kind))


@dataclass(slots=True)
class CheckedProgram:
    """A program whose parts fit: its units, and the names of arrays in each scope ("" is main program and SUBs)."""

    main: Unit
    subs: dict[str, Unit] = field(default_factory=dict)
    funs: dict[str, Unit] = field(default_factory=dict)
    arrays: dict[str, set[str]] = field(default_factory=lambda: {"": set()})

    @property
    def units(self) -> list[Unit]:
        """The main program, then the SUBs, then the FUNs, in the order of the text."""
        return [self.main, *self.subs.values(), *self.funs.values()]


def check(tree: syntax.Start, source: SourceText) -> CheckedProgram:
    """Group the lines of a program into its units; raise SourceError with all faults."""
    found = Diagnostics(source)
    program = divide(tree, found)
    check_frame(program.main, found)
    check_labels(program, found)
    for unit in program.units:
        pair_loops(unit, found)
        check_targets(unit, program, found)
    collect_arrays(program, found)
    for unit in program.units:
        check_names(unit, program, found)
    check_recursion(program, found)
    found.check()
    return program


# --- what belongs together ---------------------------------------------------------------------------------------


def divide(tree: syntax.Start, found: Diagnostics) -> CheckedProgram:
    """Divide the lines into main program, SUBs and FUNs."""
    main = unit = Unit("main", "")
    program = CheckedProgram(main)
    for line in tree.lines:
        match line.command:
            case syntax.Sub() | syntax.Fun() as heading:
                if unit is not main:
                    word = type(heading).__name__.upper()
                    found.error(heading.place, f"{word} {heading.name} begins inside {unit.title}", unit.ending)
                unit = open_unit(program, heading, found)
            case syntax.SubEnd() if unit.kind != "sub":
                found.error(line.command.place, "END without SUB", "SUB name before it", hint="KLAAR ends the program")
            case syntax.FunEnd() if unit.kind != "fun":
                found.error(line.command.place, "FUN := without the heading of a FUN", "FUN name (…) before it")
            case syntax.SubEnd() | syntax.FunEnd():
                unit.lines.append(line)
                unit = main
            case _:
                unit.lines.append(line)
    if unit is not main:
        found.error(unit.place, f"{unit.title} has no end", unit.ending)
    return program


def open_unit(program: CheckedProgram, heading: syntax.Sub | syntax.Fun, found: Diagnostics) -> Unit:
    """Begin a SUB or a FUN."""
    name, units = heading.name, program.subs | program.funs
    if name in units:
        found.error(heading.place, f"{name} is already defined on line {units[name].place.line}")
    if isinstance(heading, syntax.Sub):
        unit = program.subs[name] = Unit("sub", name, place=heading.place)
        return unit
    parameters = heading.parameters
    unit = program.funs[name] = Unit("fun", name, parameters, heading.place)
    program.arrays[name] = set()
    for doubled in sorted(one for one, times in Counter(parameters).items() if times > 1):
        found.error(heading.place, f"parameter {doubled} of FUN {name} is named twice")
    return unit


def check_frame(main: Unit, found: Diagnostics) -> None:
    """See that START begins the main program and KLAAR ends it."""
    commands = [line.command for line in main.lines if line.command]
    if not commands or not isinstance(commands[0], syntax.Begin):
        found.error(commands[0].place if commands else NOWHERE, "the program does not begin with START", "START")
    for command in commands[1:]:
        if isinstance(command, syntax.Begin):
            found.error(command.place, "START in the middle of the program", "START on the first line only")
    if not commands or not isinstance(commands[-1], syntax.Finish):
        found.error(end_of(found.source), "KLAAR is missing", "KLAAR as the last line of the main program")


def check_labels(program: CheckedProgram, found: Diagnostics) -> None:
    """See that labels differ: in the main program and its SUBs together, in each FUN by itself."""
    seen: dict[tuple[str, str], int] = {}
    for unit in program.units:
        for index, line in enumerate(unit.lines):
            if line.label is None:
                continue
            if not line.label.isdecimal():
                found.error(line.place, f"label {line.label} is not a whole number", "a whole number")
            elif (unit.scope, line.label) in seen:
                first = seen[unit.scope, line.label]
                found.error(line.place, f"label {line.label} is already defined on line {first}")
            else:
                seen[unit.scope, line.label] = line.place.line
                unit.labels[line.label] = index


def pair_loops(unit: Unit, found: Diagnostics) -> None:
    """Pair each MET with its HERHAAL."""
    open_loops: list[tuple[int, syntax.Loop]] = []
    for index, line in enumerate(unit.lines):
        if isinstance(line.command, syntax.Loop):
            open_loops.append((index, line.command))
        elif isinstance(line.command, syntax.Repeat):
            if open_loops:
                start, _ = open_loops.pop()
                unit.partner[start], unit.partner[index] = index, start
            else:
                found.error(line.command.place, "HERHAAL without MET", "MET before it")
    for _, loop in open_loops:
        found.error(loop.place, "MET without HERHAAL", "HERHAAL after it")


def targets(unit: Unit) -> Iterator[syntax.Target]:
    """Yield every jump target in a unit."""
    for line in unit.lines:
        yield from (node for node in walk(line) if isinstance(node, syntax.Target))


def check_targets(unit: Unit, program: CheckedProgram, found: Diagnostics) -> None:
    """Check that every jump goes to a label of its own unit."""
    for target in targets(unit):
        label = target.label
        if label is None or label in unit.labels:
            continue
        owner = next((other for other in program.units if label in other.labels), None)
        if owner is not None:
            found.error(target.place, f"label {label} belongs to {owner.title}", f"a label of {unit.title}")
        else:
            # decimals have no greatest number, as int and float have for long texts
            wanted = Decimal(label)
            near = min(unit.labels, key=lambda known: (abs(Decimal(known) - wanted), Decimal(known)), default="")
            hint = number_of_a_line(label, found.source)
            found.error(target.place, f"label {label} does not exist", "a label or STOP", near, hint)


def number_of_a_line(label: str, source: SourceText) -> str:
    """Return what to do where a jump goes to the number of a line that has no label."""
    possible = label.isdecimal() and len(label) <= len(str(len(source.starts)))
    number = int(label) if possible else 0
    text = source.line(number).strip()
    if not text or text[0].isdigit():
        return ""
    return f"a label is written before its line: if line {number} is meant, {label} {text}"


# --- names -------------------------------------------------------------------------------------------------------


def collect_arrays(program: CheckedProgram, found: Diagnostics) -> None:
    """Collect the arrays of each scope, and find which parameters of a FUN are arrays."""
    for unit in program.units:
        for reserve in unit.commands(syntax.Reserve):
            if unit.kind == "sub":
                found.error(reserve.place, f"RIJ inside SUB {unit.name}", "RIJ in the main program")
            program.arrays[unit.scope].add(reserve.name)
    changed = True
    while changed:
        changed = False
        for fun in program.funs.values():
            used = {name for use in uses(fun) for name in array_uses(use, program)}
            fresh = (used & set(fun.parameters)) - fun.array_parameters
            fun.array_parameters |= fresh
            changed |= bool(fresh)


def uses(unit: Unit) -> Iterator[syntax.Variable | syntax.Standard]:
    """Yield every use of a variable or standard function."""
    for line in unit.lines:
        yield from (node for node in walk(line) if isinstance(node, syntax.Variable | syntax.Standard))


def whole_arrays(use: syntax.Variable | syntax.Standard, program: CheckedProgram) -> list[syntax.Expression]:
    """Return the arguments of a call that must be names of arrays, as far as is known."""
    if isinstance(use, syntax.Standard):
        return list(use.arguments) if use.name in ARRAY_FUNCTIONS else []
    fun = program.funs.get(use.name)
    pairs = zip(fun.parameters, use.subscripts, strict=False) if fun else ()
    return [argument for parameter, argument in pairs if fun and parameter in fun.array_parameters]


def array_uses(use: syntax.Variable | syntax.Standard, program: CheckedProgram) -> set[str]:
    """Return the names that a use shows to be arrays."""
    found = {argument.name for argument in whole_arrays(use, program) if isinstance(argument, syntax.Variable)}
    if isinstance(use, syntax.Variable) and use.subscripts and use.name not in program.funs:
        found.add(use.name)
    return found


def is_array(node: syntax.Expression, arrays: set[str]) -> bool:
    """Return whether a node is the bare name of an array."""
    return isinstance(node, syntax.Variable) and not node.subscripts and node.name in arrays


def check_names(unit: Unit, program: CheckedProgram, found: Diagnostics) -> None:
    """Check that each name is used according to its declaration."""
    arrays = program.arrays[unit.scope] | unit.array_parameters
    for line in unit.lines:
        if line.command is None:
            continue
        match line.command:
            case syntax.Perform(name) if unit.kind == "fun" and name in program.subs:
                message = f"SUB {name} cannot be called in a FUN, which has names of its own"
                found.error(line.command.place, message, "a FUN in an expression")
            case syntax.Perform(name) if name not in program.subs:
                expected = "a FUN is called in an expression" if name in program.funs else ":= after a variable"
                near = found.nearest(name, program.subs)
                hint = "" if near else small_word(name)
                found.error(line.command.place, f"SUB {name} does not exist", expected, near, hint)
            case syntax.Loop(_, name, _, _) if name in arrays - program.funs.keys():
                found.error(line.command.place, f"array {name} cannot count a loop", "a simple variable")
        for name in sorted({name for name, _ in syntax.assignments(line.command)} & program.funs.keys()):
            place = line.command.variable.place if isinstance(line.command, syntax.Assign) else line.command.place
            found.error(place, f"{name} is a FUN and cannot be assigned to")
    passed = {id(argument) for use in uses(unit) for argument in whole_arrays(use, program)}
    for use in uses(unit):
        if isinstance(use, syntax.Standard):
            check_standard(use, arrays, found)
        elif id(use) not in passed:
            check_variable(use, arrays, program, found)


def check_standard(use: syntax.Standard, arrays: set[str], found: Diagnostics) -> None:
    """See that a standard function has the arguments it needs."""
    wanted, given = 2 if use.name == "GOK" else 1, use.arguments
    if len(given) != wanted:
        found.error(
            use.place, f"{use.name} is called with {counted(len(given), 'argument')}", counted(wanted, "argument")
        )
    elif use.name in ARRAY_FUNCTIONS and not is_array(given[0], arrays):
        found.error(given[0].place, f"the argument of {use.name} is not an array", "the name of an array")


def check_variable(use: syntax.Variable, arrays: set[str], program: CheckedProgram, found: Diagnostics) -> None:
    """See that an array has one subscript, a FUN its arguments, and a simple variable neither."""
    name, given = use.name, use.subscripts
    if name in program.funs and name not in arrays:
        fun = program.funs[name]
        if len(given) != len(fun.parameters):
            found.error(
                use.place,
                f"FUN {name} is called with {counted(len(given), 'argument')}",
                counted(len(fun.parameters), "argument"),
            )
        for parameter, argument in zip(fun.parameters, given, strict=False):
            if parameter in fun.array_parameters and not is_array(argument, arrays):
                found.error(argument.place, f"parameter {parameter} of FUN {name} is an array", "an array's name")
    elif name in arrays and len(given) != 1:
        found.error(use.place, f"array {name} has {counted(len(given), 'subscript')} here", "one subscript")
    elif name not in arrays and given:
        near = found.nearest(name, chain(arrays, program.funs))
        found.error(use.place, f"{name} is neither an array nor a FUN", f"RIJ (m:n) {name} before it", near)


def check_recursion(program: CheckedProgram, found: Diagnostics) -> None:
    """Check that no SUB calls itself, directly or through others: it has no local variables that a call could save."""
    calls = {
        name: [call.name for call in unit.commands(syntax.Perform) if call.name in program.subs]
        for name, unit in program.subs.items()
    }
    for name in chain.from_iterable(loops(list(calls), calls)):
        found.error(program.subs[name].place, f"SUB {name} calls itself", hint="a FUN may call itself")
