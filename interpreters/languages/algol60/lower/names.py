"""Inside a procedure: reading and assigning parameters called by name (4.7.3.2 of the report).

The descriptor of such a parameter has five words:

    0  tag of the value's type (integer 1, real 2, Boolean 3)
    1  code that gives the value, called with word 2; 0: the value stands at the address in word 2
    2  link for the codes, or the address
    3  code that gives the variable's address, called with word 2; 0: nothing can be assigned
       (where word 1 is 0 it is 0 for a variable and 1 for a constant)
    4  tag of the variable's own type, which may differ from the parameter's: then the value is converted
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, Variable, is_kind
from getallenband.interpreters.languages.algol60.lower.arrays import element
from getallenband.interpreters.languages.algol60.lower.context import Context, is_named
from getallenband.interpreters.languages.algol60.lower.descriptors import (
    CODE,
    LINK,
    OWN_TAG,
    TAGS,
    TARGET,
    call_code,
    charge_evaluation,
    is_tag,
    word,
)
from getallenband.interpreters.languages.algol60.lower.expressions import convert
from getallenband.interpreters.languages.algol60.lower.program import cell_kind, ir_type
from getallenband.interpreters.lowering import cells

NO_VARIABLE = "is assigned to, but the actual one is not a variable (Report 4.7.5.2)"


def read(c: Context, formal: Formal) -> Register:
    """Read a parameter called by name, as it is stored."""
    found = fetch(c, words_of(c, formal), formal.type)
    c.build.perform(ops.CheckDefined, found, f"{cells.no_value(f'parameter {formal.name}')} ({formal.declared})")
    return found


Words = Callable[[int], Register]
"""Returns a word of a descriptor, given its offset."""


def take(c: Context, formal: Formal) -> None:
    """Copy the words of a parameter's descriptor to locals: where the call is inlined, LLVM sees what they are."""
    copies = {offset: c.build.local(f"{formal.name}.{offset}", Type.INT) for offset in (CODE, LINK, TARGET, OWN_TAG)}
    for offset, local in copies.items():
        c.build.perform(ops.LocalStore, local, word(c, c.word_of(formal), offset))
    # Copies stay right: nothing writes a descriptor after the call has made it.
    c.descriptors[formal] = copies


def words_of(c: Context, formal: Formal) -> Words:
    """Return a function that reads words of a parameter's descriptor: from locals, or memory in inner functions."""
    copies = c.descriptors.get(formal)
    if copies is None:
        return partial(word, c, c.word_of(formal))
    return lambda offset: c.build.do(ops.LocalLoad, copies[offset])


def fetch(c: Context, words: Words, type_: str) -> Register:
    """Read the value that a descriptor of this type describes.

    Evaluations in thunks are charged to the budget: where x + x is passed for a parameter x at every level of a
    recursion, one statement evaluates 2 ** depth expressions.
    """
    code, link = words(CODE), words(LINK)

    def evaluate() -> Register:
        # In the procedure's own function a statement is charged already; in a thunk nothing else would be.
        if not c.own:
            charge_evaluation(c)
        return call_code(c, code, link, returns=ir_type(type_))

    return c.chosen(ir_type(type_), is_tag(c, code, 0), lambda: word(c, link, kind=cell_kind(type_)), evaluate)


@dataclass(frozen=True, slots=True)
class NamedVariable:
    """The variable that a parameter called by name stands for: its address, and its own type's tag."""

    type: str
    address: Register
    tag: Register


Destination = cells.Cell | NamedVariable


def is_variable(node: syntax.Expression) -> bool:
    """Return whether an actual parameter can be assigned to."""
    return isinstance(node, syntax.Subscripted) or is_kind(node.meaning, Variable, "simple")


def destination(c: Context, node: syntax.Expression) -> Destination:
    """Find the variable of a left part, its subscripts evaluated (4.2.3.1)."""
    if isinstance(node, syntax.Subscripted):
        return element(c, node)
    c.at(node)
    formal = node.meaning
    if not is_named(formal):
        return c.cell(formal, formal.type)
    address, tag = locate(c, words_of(c, formal), formal.type, f"parameter {formal.name} {NO_VARIABLE}")
    return NamedVariable(formal.type, address, tag)


def check(c: Context, target: Destination) -> None:
    """Trap where the subscripts of a left part are outside their bounds, before the right part is evaluated."""
    # A parameter's address comes from a thunk, which has checked the subscripts (cells.address).
    if not isinstance(target, NamedVariable):
        cells.check(c.build, target)


def assign(c: Context, target: Destination, value: Register) -> None:
    """Assign a stored value; that of a parameter is converted where the variable's type differs."""
    if not isinstance(target, NamedVariable):
        cells.store(c.build, target, value)
        return
    type_ = target.type

    def store(kind: str) -> None:
        c.build.perform(ops.Store, cell_kind(kind), target.address, convert(c, value, kind))

    # Which of the two arithmetic types the variable has is known only as the program runs; Boolean fits Boolean only.
    if type_ == "Boolean":
        store(type_)
    else:
        other = "integer" if type_ == "real" else "real"
        c.choose(is_tag(c, target.tag, TAGS[type_]), lambda: store(type_), lambda: store(other))


def locate(c: Context, words: Words, type_: str, message: str) -> tuple[Register, Register]:
    """Return address and type tag of the variable that a descriptor describes; trap where there is no variable."""
    build = c.build
    code, link, target = words(CODE), words(LINK), words(TARGET)
    address, tag = build.local("address", Type.INT), build.local("tag", Type.INT)

    def found(where: Register, kind: Register) -> None:
        build.perform(ops.LocalStore, address, where)
        build.perform(ops.LocalStore, tag, kind)

    def direct() -> None:
        # Word 3 is read the other way round than in `thunk`: beside an address 0 is a variable's, beside a code 0 is
        # none. The type is the parameter's, since one of another type is described by codes (thunks.variable).
        build.perform(ops.Check, is_tag(c, target, 0), message)
        found(link, build.int(TAGS[type_]))

    def thunk() -> None:
        build.perform(ops.Check, build.do(ops.IntCompare, "/=", target, build.int(0)), message)
        found(call_code(c, target, link), words(OWN_TAG))

    c.choose(is_tag(c, code, 0), direct, thunk)
    return build.do(ops.LocalLoad, address), build.do(ops.LocalLoad, tag)
