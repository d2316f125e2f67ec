"""Labels and switches as parameters: by name they are evaluated when they are jumped to, labels by value at the call.

The descriptor of a label or a switch has a second code, its resolver, which is called with the link (of a switch also
the index) and an address. It writes a descriptor there that leads to the one label that is designated now.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, LabelPoint, Switch
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.descriptors import (
    CODE,
    LABEL_TAG,
    LINK,
    MOST_WORDS,
    SWITCH_TAG,
    TARGET,
    call_code,
    charge_evaluation,
    describe,
    word,
)  # fmt: skip
from getallenband.interpreters.languages.algol60.lower.expressions import converted, value
from getallenband.interpreters.languages.algol60.lower.jumps import elements, go_to, switch_function
from getallenband.interpreters.languages.algol60.lower.thunks import shared, thunk


def label(c: Context, actual: syntax.Expression, title: str) -> Register:
    """Describe a designational expression that is called by name."""
    if isinstance(actual.meaning, Formal):
        return c.word_of(actual.meaning)
    return describe(c, *words(c, actual, title))


def words(c: Context, node: syntax.Expression, title: str) -> tuple[Register, ...]:
    """Return the descriptor of a designational expression: its tag, the code that jumps, the link, and the resolver."""

    def jump(inner: Context) -> Register:
        go_to(inner, node)
        return inner.build.int(0)

    # The code walks from its caller's frame and leaves its caller's for statements: it is another for each of them.
    key = (node.meaning if isinstance(node.meaning, LabelPoint) else id(node), c.procedure, loops_of(c))
    code = thunk(c, (key, "label"), f"{title} (label)", title, Type.INT, jump)
    return c.build.int(LABEL_TAG), code, c.link_for(c.procedure), resolver(c, (key, "resolver"), node, title)


def label_value(c: Context, actual: syntax.Expression, title: str) -> Register:
    """Describe the label that a designational expression designates now (4.7.3.1)."""
    at = c.slot(MOST_WORDS)
    resolve(c, actual, at, title)
    return at


def resolved(c: Context, descriptor: Register) -> Register:
    """Describe the label that a label's descriptor leads to now."""
    at = c.slot(MOST_WORDS)
    call_code(c, word(c, descriptor, TARGET), word(c, descriptor, LINK), at)
    return at


def resolve(c: Context, node: syntax.Expression, at: Register, title: str) -> None:
    """Write the descriptor of the label that an expression designates now to an address."""
    entity = node.meaning
    match node:
        case syntax.Conditional():
            condition = value(c, node.condition)
            c.choose(condition, lambda: resolve(c, node.yes, at, title), lambda: resolve(c, node.no, at, title))
        case syntax.Subscripted():
            index = converted(c, node.subscripts[0], "integer")
            c.at(node)
            switch = node.name.meaning
            if isinstance(switch, Formal):
                found = c.word_of(switch)
                call_code(c, word(c, found, TARGET), word(c, found, LINK), index, at)
            else:
                call_code(c, switch_resolver(c, switch), c.link_for(switch.owner), index, at)
        case _ if isinstance(entity, Formal):
            found = c.word_of(entity)
            call_code(c, word(c, found, TARGET), word(c, found, LINK), at)
        case _:
            write(c, at, words(c, node, title))


def write(c: Context, at: Register, descriptor: tuple[Register, ...]) -> None:
    for offset, register in zip((0, CODE, LINK, TARGET), descriptor, strict=True):
        c.build.perform(ops.Store, "i64", at, register, offset)


def resolver(c: Context, key: object, node: syntax.Expression, title: str) -> Register:
    """Return the code that resolves a designational expression in this function's surroundings."""
    program, procedure, loops = c.program, c.procedure, tuple(c.loops)

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "at": Type.INT}
        inner = Context(program, name, title, procedure, parameters=parameters, returns=Type.INT, loops=loops)
        resolve(inner, node, inner.build.do(ops.LocalLoad, "at"), title)
        inner.leave(inner.build.int(0))
        inner.finish()

    return c.build.do(ops.FunctionCode, program.function_of(key, f"{title} (which label)", make))


def loops_of(c: Context) -> tuple[int, ...]:
    # In the keys of functions because a jump into a for statement is a trap or not depending on the for statements
    # around it (jumps.jump): the same switch seen from elsewhere needs other code.
    return tuple(map(id, c.loops))


def switch_words(c: Context, entity: Switch) -> tuple[Register, ...]:
    """Return the descriptor of a switch."""
    code = c.build.do(ops.FunctionCode, switch_function(c, entity))
    return c.build.int(SWITCH_TAG), code, c.link_for(entity.owner), switch_resolver(c, entity)


def switch_resolver(c: Context, entity: Switch) -> Register:
    """Return the code that resolves an element of a switch; an undefined one leads nowhere (Revised Report, 4.3.5)."""
    program, loops, title = c.program, tuple(c.loops), f"switch {entity.name}"

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "index": Type.INT, "at": Type.INT}
        inner = Context(program, name, title, entity.owner, parameters=parameters, returns=Type.INT, loops=loops)
        inner.build.place(entity.place)
        build = inner.build
        charge_evaluation(inner)
        at, zero = build.do(ops.LocalLoad, "at"), build.int(0)
        nowhere = shared(
            inner, "nowhere", "an undefined switch designator", Type.INT, lambda within: within.build.int(0)
        )
        # Written first: where the index is that of no element, this remains. A jump to it returns, and so is the dummy
        # statement that 4.3.5 of the Revised Report demands. By the Modified Report `elements` traps before.
        write(inner, at, (build.int(LABEL_TAG), nowhere, zero, nowhere))
        elements(inner, entity, build.do(ops.LocalLoad, "index"), lambda node: resolve(inner, node, at, title))
        inner.leave(inner.build.int(0))
        inner.finish()

    key = ("switch resolver", entity, loops_of(c))
    return c.build.do(ops.FunctionCode, program.function_of(key, f"{title} (which label)", make))
