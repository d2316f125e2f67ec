"""Reading and storing variables: closures from a frame to a value.

    Variables(machine).read(core)(frame)

A frame is a list: slot 0 the frame around it, then the variables; None is a variable without a value. A global variable
has a cell, a frame of one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from getallenband.durable.names import nearest
from getallenband.interpreters.languages.amb_scheme import core
from getallenband.interpreters.languages.amb_scheme.machine import Frame, Machine, Stopped, position
from getallenband.interpreters.languages.amb_scheme.values import OK, Value, short
from getallenband.interpreters.outcome import Trap
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.words import meanings

Direct = Callable[[Frame], Value]
"""What an expression that never chooses is compiled to."""


class Variables:
    """Access to the variables of a program; `globals` holds the cells of global variables."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.globals: dict[core.Variable, Frame] = {}

    def cell(self, variable: core.Variable) -> Frame:
        """Return the cell of a global variable; one that the program does not define may be the library's."""
        if variable not in self.globals:
            self.globals[variable] = [self.machine.library.get(variable.name)]
        return self.globals[variable]

    def read(self, read: core.LocalRead | core.GlobalRead) -> Direct:
        """Read a variable."""
        return self.global_read(read) if isinstance(read, core.GlobalRead) else self.local_read(read)

    def local_read(self, read: core.LocalRead) -> Direct:
        """Read a variable of a frame; check for a value only where a body defines the variable."""
        index, depth = read.variable.index, read.depth
        if read.variable.defined:
            return self.checked_read(read)
        # Reads are most of what a program does, so the usual depths have no loop.
        if depth == 0:
            return itemgetter(index)
        if depth == 1:
            return lambda frame: frame[0][index]
        if depth == 2:
            return lambda frame: frame[0][0][index]

        def outer(frame: Frame) -> Value:
            for _ in range(depth):
                frame = frame[0]
            return frame[index]

        return outer

    def checked_read(self, read: core.LocalRead) -> Direct:
        """Read a variable that a body defines."""
        index, depth = read.variable.index, read.depth
        unassigned = Stopped(Trap(f"{read.variable.name} has no value yet", read.place))

        def checked(frame: Frame) -> Value:
            for _ in range(depth):
                frame = frame[0]
            value = frame[index]
            if value is None:
                raise unassigned
            return value

        return checked

    def global_read(self, read: core.GlobalRead) -> Direct:
        """Read a global variable."""
        cell = self.cell(read.variable)
        # A library name that the program never binds cannot change: its value is looked up once, here.
        if cell[0] is not None and read.variable.definitions == 0 and not read.variable.assigned:
            return constant(cell[0])

        def checked(frame: Frame) -> Value:
            del frame
            value = cell[0]
            if value is None:
                raise self.undefined(read.variable, read.place)
            return value

        return checked

    def undefined(self, variable: core.Variable, place: Place) -> Stopped:
        """Return the trap for a global variable that has no value."""
        left_out = meanings(__package__, "left_out")
        if not variable.definitions and variable.name in left_out:
            why = left_out[variable.name]
            return Stopped(Trap(f"{variable.name} is not supported{why and ': '}{why}", place))
        return self.without_definition(variable, place, self.machine.library)

    def without_definition(
        self, variable: core.Variable, place: Place, others: Iterable[str], cure: str = ""
    ) -> Stopped:
        """Return the trap for a variable that has no definition (yet); `others` may be meant, like the program's."""
        if variable.definitions:
            return Stopped(Trap(f"{variable.name} is not defined yet{cure}", place))
        near = nearest(variable.name, [*(known.name for known in self.globals if known.definitions), *others])
        meant = f" (nearest: {near})" if near else ""
        return Stopped(Trap(f"{variable.name} is not defined{meant}{cure}", place))

    def store(self, assign: core.Assign) -> Callable[[Frame, Value], Value]:
        """Store a value in a variable; set! records the old one on the trail, from which `Machine.fail` restores it."""
        variable, depth, kind, place = assign.variable, assign.depth, assign.kind, assign.place
        cell = self.cell(variable) if variable.frame is None else None
        index = 0 if cell is not None else variable.index
        choices, trail, keep = self.machine.choices, self.machine.trail, self.machine.keep
        undone, defines, trace = kind == "set!", kind == "define", self.machine.trace

        def store(frame: Frame, value: Value) -> Value:
            if cell is not None:
                target = cell
            else:
                target = frame
                for _ in range(depth):
                    target = target[0]
            old = target[index]
            if old is None and not defines:
                cure = f": (define {variable.name} …) comes before set!"
                raise self.without_definition(variable, place, (), cure)
            # SICP 4.3.3: only set! is undone on backtracking, a definition and permanent-set! are not. Without an open
            # choice the trail needs just the first old value, so that a loop of set! does not fill memory.
            if undone and choices:
                trail.append((target, index, old))
            elif undone:
                keep(target, index, old)
            target[index] = value
            if trace is not None:
                trace(f"{position(place)} {variable.name} := {short(value)}")
            return OK

        return store


def constant(value: Value) -> Direct:
    """Return the same value for every frame."""

    def same(frame: Frame) -> Value:
        del frame
        return value

    return same
