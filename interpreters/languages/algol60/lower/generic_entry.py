"""The generic entry of a procedure: for calls through a formal parameter, where nothing is known beforehand.

    entry(link, number, vector) -> bits of the value (0 without one)

Checks number, kinds and types of the actual parameters (4.7.4, 4.7.5.5), converts them, and calls the procedure, or the
version of it that is made for what is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60.check.entities import Formal, Procedure
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.descriptors import (
    ARRAY_TAG,
    LABEL_TAG,
    LINK,
    PROCEDURE_TAG,
    STRING_TAG,
    SWITCH_TAG,
    TAGS,
    TARGET,
    is_tag,
    word,
)  # fmt: skip
from getallenband.interpreters.languages.algol60.lower.designators import resolved
from getallenband.interpreters.languages.algol60.lower.functions import code_of
from getallenband.interpreters.languages.algol60.lower.names import fetch
from getallenband.interpreters.languages.algol60.lower.program import WORD, ir_type
from getallenband.interpreters.languages.algol60.lower.thunks import UNDEFINED, adapted, function_value

TITLES = {
    **{tag: f"{type_} expression" for type_, tag in TAGS.items()},
    **{ARRAY_TAG + tag: f"{type_} array" for type_, tag in TAGS.items()},
    PROCEDURE_TAG: "procedure without a type",
    **{PROCEDURE_TAG + tag: f"{type_} procedure" for type_, tag in TAGS.items()},
    LABEL_TAG: "label",
    SWITCH_TAG: "switch",
    STRING_TAG: "string",
}
OFFSETS = {"simple": 0, "array": ARRAY_TAG, "procedure": PROCEDURE_TAG}
TAGS_OF = {"string": STRING_TAG, "label": LABEL_TAG, "switch": SWITCH_TAG}


def entry(c: Context, procedure: Procedure) -> str:
    """Return the name of a procedure's generic entry."""
    program = c.program

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "number": Type.INT, "vector": Type.INT}
        # No procedure of its own (None): `link` is handed on to the procedure as it came, and never followed here.
        inner = Context(program, name, f"procedure {procedure.name}", None, parameters=parameters, returns=Type.INT)
        inner.build.place(procedure.place)
        body(inner, procedure)
        inner.finish()

    return program.function_of(("generic", procedure), f"{procedure.name} (as a parameter)", make)


def body(c: Context, procedure: Procedure) -> None:
    """Check the actual parameters and call."""
    build, count, number = c.build, len(procedure.formals), c.build.do(ops.LocalLoad, "number")
    if not procedure.variadic:
        message = f"procedure {procedure.name} has {count} parameter{'s' * (count != 1)}, but is called with {{0}}"
        build.perform(ops.Check, is_tag(c, number, count), f"{message} (Report 4.7.4)", (number,))
    # Exact types first: an integer procedure fits a real one, too, but a version for its own type must win.
    for exact in (True, False):
        for given, version in procedure.versions.items():
            # Only a procedure fits by another type: for all other kinds the second test would be the first again.
            if exact or "procedure" in dict(given):
                tests = [partial(is_given, c, index, *each, exact=exact) for index, each in enumerate(given)]
                when_all(c, [partial(is_tag, c, number, len(given)), *tests], partial(call, c, version))
    if procedure.variadic:
        build.end(ops.Trap, f"procedure {procedure.name} cannot be called with these parameters (Report 4.7.5.5)")
    else:
        call(c, procedure)


def is_given(c: Context, index: int, kind: str, type_: str, *, exact: bool) -> Register:
    """Test whether an actual parameter has a kind and type; unless `exact`, a procedure may have another type."""
    tag = word(c, word(c, c.build.do(ops.LocalLoad, "vector"), WORD * index))
    if kind == "procedure" and not exact:
        lowest, beyond = c.build.int(PROCEDURE_TAG), c.build.int(LABEL_TAG)
        return c.build.do(
            ops.BoolAnd, c.build.do(ops.IntCompare, ">=", tag, lowest), c.build.do(ops.IntCompare, "<", tag, beyond)
        )
    return is_tag(c, tag, TAGS_OF[kind] if kind in TAGS_OF else OFFSETS[kind] + TAGS.get(type_, 0))


def when_all(c: Context, tests: Sequence[Callable[[], Register]], act: Callable[[], None]) -> None:
    """Lower `act` for the case that all tests are true; each is made only if those before it were."""
    if tests:
        c.choose(tests[0](), lambda: when_all(c, tests[1:], act))
    else:
        act()


def call(c: Context, procedure: Procedure) -> None:
    """Call a procedure with the parameters of the vector, and return the bits of its value."""
    # A version whose body is illegal. Called by its name it is refused before the run; that a formal procedure leads to
    # it is known only here (4.7.5).
    if procedure.fault:
        c.build.end(ops.Trap, procedure.fault)
        return
    vector = c.build.do(ops.LocalLoad, "vector")
    arguments = [c.build.do(ops.LocalLoad, "link")]
    for index, formal in enumerate(procedure.formals):
        arguments.append(argument(c, procedure, formal, word(c, vector, WORD * index)))
    returns = ir_type(procedure.type) if procedure.type else None
    found = c.build.call(code_of(c.program, procedure), tuple(arguments), returns)
    # The caller knows no type, so every entry returns an INT. The value may be undefined: the caller checks it, since a
    # procedure statement does not care.
    if returns is Type.REAL:
        assert found is not None
        found = c.build.do(ops.RealToBits, found)
    c.leave(c.build.int(0) if found is None else found)


def argument(c: Context, procedure: Procedure, formal: Formal, descriptor: Register) -> Register:
    """Return the word to pass for a formal parameter, made from the descriptor of the actual one."""
    tag = word(c, descriptor)
    if formal.kind == "simple":
        described = simple(c, procedure, formal, descriptor, tag)
        if not formal.value:
            return described
        found = fetch(c, partial(word, c, described), formal.type)
        c.build.perform(ops.CheckDefined, found, UNDEFINED)
        return found
    fitting = fitting_tags(formal)
    right, wrong = c.build.label("right"), c.build.label("wrong")
    c.build.end(ops.Switch, tag, tuple((kind, right) for kind in fitting), wrong)
    c.build.begin(wrong)
    trap_on_parameter(c, procedure, formal, tag, set(fitting))
    c.build.begin(right)
    if formal.kind == "label" and formal.value:
        return resolved(c, descriptor)
    return word(c, descriptor, LINK) if formal.kind == "string" else descriptor


def fitting_tags(formal: Formal) -> list[int]:
    """Return the tags of the actual parameters that a formal one which is not simple accepts."""
    if formal.kind in TAGS_OF:
        return [TAGS_OF[formal.kind]]
    kinds = [TAGS["Boolean"]] if formal.type == "Boolean" else [TAGS["integer"], TAGS["real"]]
    # The value of a typed procedure is converted at each call. Where none is wanted any procedure will do: a statement
    # discards the value.
    if formal.kind == "procedure":
        return [PROCEDURE_TAG + kind for kind in (kinds if formal.type else [0, *TAGS.values()])]
    # By name the actual array's words are used as they stand, so the types must agree; by value the copy is converted
    # (arrays.copy_value).
    return [ARRAY_TAG + kind for kind in (kinds if formal.value else [TAGS[formal.type]])]


def trap_on_parameter(c: Context, procedure: Procedure, formal: Formal, tag: Register, fitting: set[int]) -> None:
    """End the run with a message that names the required and the actual kind of parameter."""
    build = c.build
    wanted = " or ".join(TITLES[kind] for kind in sorted(fitting))
    labels = {kind: build.label("given") for kind in TITLES if kind not in fitting}
    other = build.label("given")
    build.end(ops.Switch, tag, tuple(labels.items()), other)
    what = f"actual parameter {formal.position} of procedure {procedure.name}"
    for kind, label in labels.items():
        build.begin(label)
        article = "an" if TITLES[kind][0] in "aeiou" else "a"
        build.end(ops.Trap, f"{what} is {article} {TITLES[kind]}; expected: {wanted} (Report 4.7.5.5)")
    build.begin(other)
    build.end(ops.Trap, f"{what} does not fit (Report 4.7.5.5)")


def simple(c: Context, procedure: Procedure, formal: Formal, descriptor: Register, tag: Register) -> Register:
    """Return a descriptor of the formal parameter's type, converting an arithmetic one of the other type."""
    build = c.build
    types = ["Boolean"] if formal.type == "Boolean" else ["integer", "real"]
    result, done, wrong = build.local("described", Type.INT), build.label("described"), build.label("wrong")
    labels = {offset + TAGS[type_]: build.label("given") for offset in (0, PROCEDURE_TAG) for type_ in types}
    build.end(ops.Switch, tag, tuple(labels.items()), wrong)
    for type_ in types:
        build.begin(labels[TAGS[type_]])
        found = descriptor if type_ == formal.type else adapted(c, descriptor, type_, formal.type)
        build.perform(ops.LocalStore, result, found)
        build.end(ops.Jump, done)
        build.begin(labels[PROCEDURE_TAG + TAGS[type_]])
        build.perform(ops.LocalStore, result, function(c, procedure, formal, descriptor, type_))
        build.end(ops.Jump, done)
    build.begin(wrong)
    trap_on_parameter(c, procedure, formal, tag, {TAGS[type_] for type_ in types})
    build.begin(done)
    return build.do(ops.LocalLoad, result)


def function(c: Context, procedure: Procedure, formal: Formal, descriptor: Register, kind: str) -> Register:
    """Describe the value of a function passed for a simple parameter; it must have no parameters (4.7.5.4)."""
    what = f"actual parameter {formal.position} of procedure {procedure.name} is a procedure with parameters"
    message = f"{what}; expected: {formal.type} expression (Report 4.7.5.4)"
    c.build.perform(ops.Check, is_tag(c, word(c, descriptor, TARGET), 0), message)
    return function_value(c, descriptor, kind, formal.type)
