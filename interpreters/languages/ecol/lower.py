"""ECOL's syntax tree into the IR: one function for each construct.

    18 ALS k > 63 DAN 19 ANDERS 12     becomes     statement 17; int_compare; branch label.19, label.12

The main program and its SUBs are one function: a SUB is a stretch of blocks that ends in a switch back to its
callers. A FUN is a function of its own. Simple variables are locals, integers where wholeness.py shows that they are
whole. An array whose RIJ has literal bounds and stands in the straight beginning of the program is static memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Label
from interpreters.ir.program import Program, Region, Variable
from interpreters.ir.types import Type
from interpreters.language import Lowered, Options
from interpreters.languages.ecol import library, syntax
from interpreters.languages.ecol.check import Checked, Unit, check, commands_of
from interpreters.languages.ecol.expressions import Array, Expressions
from interpreters.languages.ecol.wholeness import RESULT, Wholeness
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.position import Place, SourceText

WIDEST = 80


def lower(source: syntax.Source, text: SourceText, options: Options) -> Lowered:
    """Check and lower a program: first with whole numbers wherever they may be assumed, on demand without."""
    checked = check(source, text)

    def lowered(assume: bool) -> Lowered:
        program = Lowering(checked, text, options, assume).program()
        fallback = (lambda: lowered(False)) if assume else None
        return Lowered(program, library.LIBRARY, lambda tapes: library.session(tapes, options), fallback)

    return lowered(True)


@dataclass(frozen=True, slots=True)
class Turn:
    """A loop's blocks: the one that tests for the next turn, and the one behind the loop."""

    test: Label
    after: Label


class Lowering:
    """One lowering of one program."""

    def __init__(self, checked: Checked, text: SourceText, options: Options, assume: bool) -> None:
        self.checked = checked
        self.text = text
        self.options = options
        self.wholeness = Wholeness(checked, assume)
        self.made = Program(text.name, {}, {}, "main")
        self.calls: dict[str, list[Place]] = {name: [] for name in checked.subs}
        for unit in (checked.main, *checked.subs.values()):
            for command in commands_of(unit, syntax.Perform):
                self.calls[command.name].append(command.place)

    def program(self) -> Program:
        """Lower every unit."""
        static = self.static_arrays()
        build = FunctionBuilder(self.made, "main", "the main program", library=library.LIBRARY)
        names = Expressions(build, self.checked, self.wholeness, self.options, "", static)
        units = [self.checked.main, *self.checked.subs.values()]
        names.declare(units)
        for unit in units:
            UnitLowering(self, names, unit).lower()
        for name, local in names.locals.items():
            kind = build.function.locals[local]
            self.made.variables[name] = Variable(function="main", local=local, type=kind)
        for fun in self.checked.funs.values():
            self.lower_fun(fun)
        return self.made

    def lower_fun(self, fun: Unit) -> None:
        """Lower a FUN: an array parameter is handed over as address and bounds."""
        parameters: dict[str, Type] = {}
        for name in fun.parameters:
            if name in fun.array_parameters:
                parameters |= {f"{name}.{part}": Type.INT for part in ("address", "lower", "upper")}
            else:
                parameters[name] = self.type_of(fun.name, name)
        returns = self.type_of(fun.name, RESULT)
        build = FunctionBuilder(self.made, f"fun.{fun.name}", f"FUN {fun.name}", parameters, returns, library.LIBRARY)
        names = Expressions(build, self.checked, self.wholeness, self.options, fun.name, {})
        names.declare([fun])
        UnitLowering(self, names, fun).lower()

    def type_of(self, scope: str, name: str) -> Type:
        """Return the type that holds a name's values."""
        return Type.INT if self.wholeness.whole(scope, name) else Type.REAL

    def static_arrays(self) -> dict[str, Array]:
        """Give static memory to the arrays whose RIJ has literal bounds and is certainly the first use of the name."""
        found: dict[str, Array] = {}
        used: dict[str, syntax.Variable] = {}
        counts: dict[str, int] = {}
        for line in self.checked.main.lines:
            if isinstance(line.command, syntax.Reserve):
                counts[line.command.name] = counts.get(line.command.name, 0) + 1
        for command in self.beginning():
            for variable in variables_of(command):
                used.setdefault(variable.name, variable)
            if not isinstance(command, syntax.Reserve):
                continue
            name, lower, upper = command.name, literal(command.lower), literal(command.upper)
            if name in used:
                diagnostic = Diagnostic(used[name].place, f"array {name} is used before its RIJ", f"RIJ (m:n) {name}")
                raise SourceError(self.text, [diagnostic])
            if lower is None or upper is None or lower > upper or counts[name] > 1:
                continue
            kind = self.type_of("", name)
            pattern = "zero" if self.options.settings["unassigned"] == "zero" else f"undefined_{kind}"
            self.made.regions[name] = Region(8 * (upper - lower + 1), pattern)  # type: ignore[arg-type]
            found[name] = Array(name, kind, command.symbols, (lower, upper))
        return found

    def beginning(self) -> list[syntax.Command]:
        """Return the commands that are executed once, first and in order: up to the first that may be come back to."""
        main = self.checked.main
        goals = {target for unit in self.checked.units() for target in labels_aimed_at(unit)}
        found: list[syntax.Command] = []
        for line in main.lines:
            if line.label in goals or isinstance(line.command, syntax.Jump | syntax.Choose | syntax.Loop):
                break
            if isinstance(line.command, syntax.Perform | syntax.Finish | syntax.Stop):
                break
            if line.command:
                found.append(line.command)
        return found


class UnitLowering:
    """The lowering of the lines of one unit into the function that its names belong to."""

    def __init__(self, lowering: Lowering, names: Expressions, unit: Unit) -> None:
        self.lowering, self.names, self.unit = lowering, names, unit
        self.build = names.build
        self.loops: dict[int, Turn] = {}
        self.current = ""

    def lower(self) -> None:
        """Lower the lines in order, each at the block of its label."""
        if self.unit.kind == "sub":
            self.build.begin(Label(f"sub.{self.unit.name}"))
        for index, line in enumerate(self.unit.lines):
            if line.label is not None:
                self.build.begin(self.label(line.label))
            if line.command is None or isinstance(line.command, syntax.Begin):
                continue
            prefix = f"{self.unit.name} " if self.unit.kind == "fun" else ""
            self.current = f"{prefix}{line.label or f'line {line.place.line}'}"
            self.build.statement(self.current, line.command.place)
            if isinstance(line.command, syntax.Repeat):
                self.repeat(index)
            else:
                self.command(index, line.command)
        if self.build.block is not None:
            self.build.end(ops.Halt)

    def label(self, label: str) -> Label:
        """Return the block of a source label."""
        return Label(f"label.{label}")

    def command(self, index: int, node: syntax.Command) -> None:
        """Lower a command."""
        build, names = self.build, self.names
        match node:
            case syntax.Finish() | syntax.Stop():
                build.end(ops.Halt)
            case syntax.Reserve():
                names.reserve(node)
            case syntax.Assign(variable, value):
                names.assign(variable, value)
            case syntax.Jump(target):
                build.end(ops.Jump, self.target(target))
            case syntax.Choose():
                self.choose(node)
            case syntax.Loop():
                self.loop(index, node)
            case syntax.Perform():
                self.perform(node)
            case syntax.SubEnd():
                self.sub_end()
            case syntax.FunEnd(value):
                names.leave(value)
            case _:
                self.printing(node)

    def target(self, target: syntax.Target) -> Label:
        """Return the block where a jump goes; STOP has one of its own."""
        if target.label is not None:
            return self.label(target.label)
        stop = Label("stop")
        if stop not in self.build.function.blocks:
            block, self.build.block = self.build.block, None
            self.build.begin(stop)
            self.build.end(ops.Halt)
            self.build.block = block
        return stop

    def choose(self, node: syntax.Choose) -> None:
        """Lower ALS: without ANDERS it goes on below."""
        condition = self.names.condition(node.condition)
        below = self.build.label("else")
        no = self.target(node.no) if node.no else below
        self.build.end(ops.Branch, condition, self.target(node.yes), no)
        if not node.no:
            self.build.begin(below)

    # loops

    def loop(self, index: int, node: syntax.Loop) -> None:
        """Lower MET: as ALGOL's step until, step and last being evaluated once, or, by the setting, at each test."""
        build, names = self.build, self.names
        names.store(node.name, names.value(node.first))
        if names.options.settings["loop"] == "once":
            for part, expression in (("step", node.step), ("last", node.last)):
                local = build.local(f"{part} of line {node.place.line}", names.type_of(expression))
                names.hidden[(node.place, part)] = local
                build.perform(ops.LocalStore, local, names.value(expression))
        test, after = build.label("turn"), build.label("done")
        self.loops[index] = Turn(test, after)
        build.begin(test)
        build.statement(f"{self.current} test", node.place)
        step, last = names.kept(node, "step"), names.kept(node, "last")
        count = names.load(node.name, node.place)
        zero = build.int(0)
        up = names.compare(">=", step, zero)
        body, upwards, downwards = build.label("body"), build.label("up"), build.label("down")
        build.end(ops.Branch, up, upwards, downwards)
        build.begin(upwards)
        build.end(ops.Branch, names.compare("<=", count, last), body, after)
        build.begin(downwards)
        build.end(ops.Branch, names.compare(">=", count, last), body, after)
        build.begin(body)

    def repeat(self, index: int) -> None:
        """Lower HERHAAL: count on and test again; reached without its MET, step and last have no value: a trap."""
        start = self.unit.partner[index]
        node = self.unit.lines[start].command
        assert isinstance(node, syntax.Loop)
        names = self.names
        counted = names.load(node.name, node.place)
        names.store(node.name, names.arithmetic("+", counted, names.kept(node, "step")))
        self.build.end(ops.Jump, self.loops[start].test)
        self.build.begin(self.loops[start].after)

    # SUBs

    def perform(self, node: syntax.Perform) -> None:
        """Lower the call of a SUB: note where from, go there, come back through its switch."""
        number = self.lowering.calls[node.name].index(node.place)
        self.build.perform(ops.LocalStore, self.names.return_local(node.name), self.build.int(number))
        self.build.end(ops.Jump, Label(f"sub.{node.name}"))
        self.build.begin(Label(f"back.{node.name}.{number}"))

    def sub_end(self) -> None:
        """Lower END: a switch over the calls."""
        name = self.unit.name
        calls = range(len(self.lowering.calls[name]))
        value = self.build.do(ops.LocalLoad, self.names.return_local(name))
        backs = tuple((number, Label(f"back.{name}.{number}")) for number in calls)
        never = self.build.label("never")
        self.build.end(ops.Switch, value, backs, never)
        self.build.begin(never)
        self.build.end(ops.Halt)

    # printing

    def printing(self, node: syntax.Command) -> None:
        """Lower a command that prints, or SKIP."""
        build, names = self.build, self.names
        match node:
            case syntax.Write(value, syntax.Node() as before, syntax.Node() as after):
                digits = [self.small(part, "SCHRIJF") for part in (before, after)]
                build.defer("write", *digits, names.as_real(names.value(value)))
            case syntax.Write(value, _, _):
                build.defer("write_free", names.as_real(names.value(value)))
            case syntax.WriteScientific(value):
                build.defer("write_scientific", names.as_real(names.value(value)))
            case syntax.WriteSymbol(value):
                build.host("write_symbol", names.rounded(names.value(value), "SCHRIJFSYM"))
            case syntax.Text(text):
                build.defer("text", build.string(text))
            case syntax.NewLine(times):
                build.defer("new_line", self.small(times, "NR") if times else build.int(1))
            case syntax.Space(times):
                build.defer("space", self.small(times, "SPATIE") if times else build.int(1))
            case syntax.NewPage():
                build.defer("new_page")
            case syntax.Skip():
                build.host("skip")

    def small(self, node: syntax.Expression, word: str) -> ops.Register:
        """Lower the number of places or lines in a printing command."""
        value = self.names.rounded(self.names.value(node), word)
        low, high = self.build.int(0), self.build.int(WIDEST)
        self.build.perform(ops.CheckRange, value, low, high, f"{word} is given {{0}}, which is not in {{1}}:{{2}}")
        return value


# --- looking through the tree ------------------------------------------------------------------------------------


def literal(node: syntax.Expression) -> int | None:
    """Return the value of a whole literal, signed or not."""
    match node:
        case syntax.Number(value) if value.is_integer() and abs(value) < 2**31:
            return int(value)
        case syntax.Signed(sign, syntax.Number() as number):
            unsigned = literal(number)
            return None if unsigned is None else -unsigned if sign == "-" else unsigned
    return None


def variables_of(node: syntax.Node) -> list[syntax.Variable]:
    """Return the variables below a node."""
    found = [node] if isinstance(node, syntax.Variable) else []
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, syntax.Node):
                found += variables_of(item)
    return found


def labels_aimed_at(unit: Unit) -> set[str]:
    """Return the labels that jumps of a unit go to."""
    found: set[str] = set()
    for line in unit.lines:
        match line.command:
            case syntax.Jump(syntax.Target(str(label))):
                found.add(label)
            case syntax.Choose(_, yes, no):
                found |= {target.label for target in (yes, no) if target and target.label}
    return found
