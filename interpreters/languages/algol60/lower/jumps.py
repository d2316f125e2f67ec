"""Go to statements, switches, and jumps out of procedures and thunks (3.5, 4.3 and 5.3 of the report)."""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, LabelPoint, Switch
from getallenband.interpreters.languages.algol60.lower.context import Context, block_of
from getallenband.interpreters.languages.algol60.lower.descriptors import call_described, charge_evaluation
from getallenband.interpreters.languages.algol60.lower.expressions import converted, value


def go_to(c: Context, node: syntax.Expression) -> None:
    """Go to the label that a designational expression designates; an undefined one may fall through."""
    c.at(node)
    entity = node.meaning
    match node:
        case syntax.Subscripted():
            index = converted(c, node.subscripts[0], "integer")
            c.at(node)
            switch(c, node.name.meaning, index)
        case syntax.Conditional():
            c.choose(value(c, node.condition), lambda: go_to(c, node.yes), lambda: go_to(c, node.no))
        case _ if isinstance(entity, LabelPoint):
            jump(c, entity)
        case _:
            # A formal label: its code unwinds, and returns only where no label is designated.
            call_described(c, c.word_of(entity))


def jump(c: Context, label: LabelPoint) -> None:
    """Go to a label: by a jump in this function, else by unwinding to the activation that holds it."""
    build = c.build
    # Not refused by the checker: a switch of the surrounding block may list such a label (Revised Report only), and is
    # wrong only where that element is gone to from outside.
    for loop in label.loops:
        if all(loop is not around for around in c.loops):
            where = f"the for statement on line {loop.place.line}"
            build.end(ops.Trap, f"go to {label.name} jumps into {where} from outside (Report 4.6.6)")
            return
    # A thunk in the same procedure's text is a function of its own, and must unwind like any other.
    if c.own and label.owner is c.procedure:
        level = c.levels.get(label, "level")
        if level != c.level:
            c.release_to(level)
        build.end(ops.Jump, block_of(label))
        return
    # Unwind finds the activation by its frame's address: of a recursive procedure several may be alive, and the one
    # to return to is that around this text (4.3.4), not the latest. The program itself has the identity 1.
    number = build.int(c.program.captures.land(label))
    # `land` may be new in this pass; the label's procedure then has no frame yet. Any number will do: the pass is
    # discarded.
    if label.owner is not None and label.owner in c.program.frames:
        activation = c.frame_of(label.owner)
    else:
        activation = build.int(1 if label.owner is None else 0)
    build.end(ops.Unwind, activation, number)


def switch(c: Context, entity: Switch | Formal, index: Register) -> None:
    """Go to the label that an element of a switch designates."""
    if isinstance(entity, Formal):
        call_described(c, c.word_of(entity), index)
    elif c.own and entity.owner is c.procedure and entity not in c.expanding:
        if all(isinstance(element.meaning, LabelPoint) for element in entity.elements):
            go_to_one(c, entity, index)
        else:
            elements(c, entity, index)
    else:
        c.build.call(switch_function(c, entity), (c.link_for(entity.owner), index), Type.INT)


def go_to_one(c: Context, entity: Switch, index: Register) -> None:
    """Go to one of the labels of a switch, by code that all such go to statements of this function share.

    With a copy in each, hundreds of jumps through a switch of hundreds of labels are too large for machine code.
    """
    build, count = c.build, c.build.int(len(entity.elements))
    # The level and the for statements belong to the key: what a jump releases depends on the one, whether it is allowed
    # (4.6.6) on the others.
    key, going, done = (entity, c.level, tuple(map(id, c.loops))), build.label("going"), build.label("done")
    if c.program.report == "modified":
        build.perform(ops.CheckRange, index, build.int(1), count, no_element(entity))
    else:
        # Revised Report, 4.3.5: a go to with an undefined designator is a dummy statement; the Modified Report's traps.
        within = (build.do(ops.IntCompare, "<=", build.int(1), index), build.do(ops.IntCompare, "<=", index, count))
        build.end(ops.Branch, build.do(ops.BoolAnd, *within), going, done)
        build.begin(going)
    known = c.dispatches.get(key)
    local, shared = known or (build.local(f"{entity.name} index", Type.INT), build.label(entity.name))
    build.perform(ops.LocalStore, local, index)
    build.end(ops.Jump, shared)
    if known is None:
        c.dispatches[key] = local, shared
        build.begin(shared)
        elements(c, entity, build.do(ops.LocalLoad, local))
        build.end(ops.Jump, done)
    build.begin(done)


def no_element(entity: Switch) -> str:
    """Word the trap of a jump to an element that a switch does not have."""
    count = len(entity.elements)
    return f"switch {entity.name} has no element {{0}}, only 1:{count} (Report 4.3.5; {entity.declared})"


def elements(
    c: Context, entity: Switch, index: Register, act: Callable[[syntax.Expression], None] | None = None
) -> None:
    """Choose among the elements of a switch; the chosen one is evaluated and gone to, or acted on (5.3.4)."""
    build = c.build
    labels = [build.label(f"{entity.name} element") for _ in entity.elements]
    undefined, done = build.label("undefined"), build.label("done")
    build.end(ops.Switch, index, tuple(enumerate(labels, 1)), undefined)
    c.expanding.append(entity)
    for label, element in zip(labels, entity.elements, strict=True):
        build.begin(label)
        at = build.at
        if act is None:
            go_to(c, element)
        else:
            act(element)
        build.at = at
        if build.block is not None:
            build.end(ops.Jump, done)
    c.expanding.pop()
    build.begin(undefined)
    if c.program.report == "modified":
        build.end(ops.Trap, no_element(entity), (index,))
    build.begin(done)


def switch_function(c: Context, entity: Switch) -> str:
    """Return the function (link, index) that goes to an element of a switch, for use from other functions."""
    program = c.program
    # By the Modified Report the body of a for statement is a block to its labels, so that no switch outside can list
    # one: one function serves every place.
    loops = tuple(c.loops) if program.report == "revised" else ()

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "index": Type.INT}
        title = f"switch {entity.name}"
        inner = Context(program, name, title, entity.owner, parameters=parameters, returns=Type.INT, loops=loops)
        inner.build.place(entity.place)
        charge_evaluation(inner)
        elements(inner, entity, inner.build.do(ops.LocalLoad, "index"))
        inner.leave(inner.build.int(0))
        inner.finish()

    return program.function_of(("switch", entity, tuple(map(id, loops))), f"switch {entity.name}", make)
