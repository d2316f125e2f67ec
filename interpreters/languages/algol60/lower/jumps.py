"""Go to statements, switches, and jumps out of procedures and thunks (3.5, 4.3 and 5.3 of the report)."""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Label, Register
from interpreters.ir.types import Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Formal, LabelPoint, Switch
from interpreters.languages.algol60.lower import expressions, names
from interpreters.languages.algol60.lower.context import Context


def block_of(label: LabelPoint) -> Label:
    """Return the block of the IR that a label stands before."""
    return Label(f"{label.name}@{label.place.line}:{label.place.column}")


def go_to(c: Context, node: syntax.Expression) -> None:
    """Go to the label that a designational expression designates; an undefined one may fall through."""
    c.at(node.place)
    match node:
        case syntax.Name() | syntax.IntegerNumber():
            entity = node.meaning
            if isinstance(entity, LabelPoint):
                jump(c, entity)
            else:
                call_label(c, entity)
        case syntax.Subscripted():
            index = expressions.converted(c, node.subscripts[0], "integer")
            c.at(node.place)
            switch(c, node.name.meaning, index)
        case syntax.Conditional():
            choose(c, node)


def jump(c: Context, label: LabelPoint) -> None:
    """Go to a label: by a jump in this function, else by unwinding to the activation that holds it."""
    build = c.build
    for loop in label.loops:
        if all(loop is not around for around in c.loops):
            message = f"go to {label.name} leads into the for statement on line {loop.place.line} from outside (4.6.6)"
            build.end(ops.Trap, message)
            return
    if c.own and label.owner is c.procedure:
        level = c.levels.get(label, "level")
        if level != c.level:
            c.release_to(level)
        build.end(ops.Jump, block_of(label))
        return
    number = build.int(c.lowering.found.land(label))
    if label.owner is None:
        activation = build.int(1)
    elif label.owner in c.lowering.frames:
        activation = c.frame_of(label.owner)
    else:
        activation = build.int(0)
    build.end(ops.Unwind, activation, number)


def call_label(c: Context, formal: Formal) -> None:
    """Go to the label that a formal parameter stands for."""
    build = c.build
    descriptor = c.load(formal, "integer", None)
    code, link = build.do(ops.Load, "i64", descriptor, names.CODE), build.do(ops.Load, "i64", descriptor, names.LINK)
    build.call_indirect(code, (link,), (Type.INT,), Type.INT)


def choose(c: Context, node: syntax.Conditional) -> None:
    """Go to one of two labels."""
    build = c.build
    yes, no, done = build.label("then"), build.label("else"), build.label("fi")
    build.end(ops.Branch, expressions.value(c, node.condition), yes, no)
    for label, branch in ((yes, node.yes), (no, node.no)):
        build.begin(label)
        go_to(c, branch)
        if build.block is not None:
            build.end(ops.Jump, done)
    build.begin(done)


def switch(c: Context, entity: Switch | Formal, index: Register) -> None:
    """Go to the label that an element of a switch designates."""
    build = c.build
    if isinstance(entity, Formal):
        descriptor = c.load(entity, "integer", None)
        code = build.do(ops.Load, "i64", descriptor, names.CODE)
        link = build.do(ops.Load, "i64", descriptor, names.LINK)
        build.call_indirect(code, (link, index), (Type.INT, Type.INT), Type.INT)
    elif c.own and entity.owner is c.procedure and entity not in c.expanding:
        elements(c, entity, index)
    else:
        build.call(switch_function(c, entity), (c.link_for(entity.owner), index), Type.INT)


def elements(c: Context, entity: Switch, index: Register) -> None:
    """Choose among the elements of a switch; each is evaluated when it is chosen (5.3.4)."""
    build = c.build
    labels = [build.label(f"{entity.name} element") for _ in entity.elements]
    undefined, done = build.label("undefined"), build.label("done")
    build.end(ops.Switch, index, tuple(enumerate(labels, 1)), undefined)
    c.expanding.append(entity)
    for label, element in zip(labels, entity.elements, strict=True):
        build.begin(label)
        at = build.at
        go_to(c, element)
        build.at = at
        if build.block is not None:
            build.end(ops.Jump, done)
    c.expanding.pop()
    build.begin(undefined)
    if c.lowering.report == "modified":
        count = len(entity.elements)
        message = f"switch {entity.name} has no element {{0}}, only 1:{count} (4.3.5; {entity.declared})"
        build.end(ops.Trap, message, (index,))
    build.begin(done)


def switch_function(c: Context, entity: Switch) -> str:
    """Return the function that goes to an element of a switch, for use from elsewhere; called with link and index."""
    lowering = c.lowering
    loops = tuple(c.loops) if lowering.report == "revised" else ()

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "index": Type.INT}
        title = f"switch {entity.name}"
        inner = Context(lowering, name, title, entity.owner, parameters=parameters, returns=Type.INT, loops=loops)
        inner.at(entity.place)
        elements(inner, entity, inner.build.do(ops.LocalLoad, "index"))
        inner.leave(inner.build.int(0))
        inner.finish()

    return lowering.function_of(("switch", entity, tuple(map(id, loops))), f"switch {entity.name}", make)
