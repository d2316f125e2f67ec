"""The second entry of a procedure: for calls through a formal parameter, where nothing is known beforehand.

    entry(link, number, vector) -> bits of the value (0 without one)

Checks number, kinds and types of the actual parameters (4.7.4, 4.7.5.5), converts them, and calls the first entry.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.algol60.check.entities import Formal, Procedure
from interpreters.languages.algol60.lower import calls, names
from interpreters.languages.algol60.lower.context import (
    ARRAY_TAG,
    LABEL_TAG,
    PROCEDURE_TAG,
    STRING_TAG,
    SWITCH_TAG,
    TAGS,
    WORD,
    Context,
    ir_type,
)

TITLES = {
    **{tag: f"{type_} expression" for type_, tag in TAGS.items()},
    **{ARRAY_TAG + tag: f"{type_} array" for type_, tag in TAGS.items()},
    PROCEDURE_TAG: "procedure without a type",
    **{PROCEDURE_TAG + tag: f"{type_} procedure" for type_, tag in TAGS.items()},
    LABEL_TAG: "label",
    SWITCH_TAG: "switch",
    STRING_TAG: "string",
}


def entry(c: Context, procedure: Procedure) -> str:
    """Return the name of a procedure's second entry."""
    lowering = c.lowering

    def make(name: str) -> None:
        parameters = {"link": Type.INT, "number": Type.INT, "vector": Type.INT}
        title = f"procedure {procedure.name}"
        inner = Context(lowering, name, title, None, parameters=parameters, returns=Type.INT)
        inner.at(procedure.place)
        body(inner, procedure)
        inner.finish()

    return lowering.function_of(("uniform", procedure), f"{procedure.name} (as a parameter)", make)


def body(c: Context, procedure: Procedure) -> None:
    """Check the actual parameters and call."""
    build = c.build
    count = len(procedure.formals)
    number, vector = build.do(ops.LocalLoad, "number"), build.do(ops.LocalLoad, "vector")
    message = f"procedure {procedure.name} has {count} parameter{'s' * (count != 1)}, but is called with {{0}} (4.7.4)"
    build.perform(ops.Check, build.do(ops.IntCompare, "=", number, build.int(count)), message, (number,))
    arguments = [build.do(ops.LocalLoad, "link")]
    for index, formal in enumerate(procedure.formals):
        descriptor = build.do(ops.Load, "i64", vector, WORD * index)
        arguments.append(argument(c, procedure, formal, descriptor))
    returns = ir_type(procedure.type) if procedure.type else None
    found = build.call(calls.code_of(c, procedure), tuple(arguments), returns)
    if found is None:
        found = build.int(0)
    elif returns is Type.REAL:
        found = build.do(ops.RealToBits, found)
    c.leave(found)


def argument(c: Context, procedure: Procedure, formal: Formal, descriptor: Register) -> Register:
    """Make the word that a formal parameter is given from a descriptor."""
    build = c.build
    tag = build.do(ops.Load, "i64", descriptor)
    match formal.kind:
        case "simple":
            described = simple(c, procedure, formal, descriptor, tag)
            if not formal.value:
                return described
            found = names.fetch(c, described, formal.type)
            build.perform(ops.CheckDefined, found, f"the actual parameter of {formal.name} has no value yet")
            return found
        case "string":
            demand(c, procedure, formal, tag, [STRING_TAG])
            return build.do(ops.Load, "i64", descriptor, names.LINK)
        case "array":
            fitting = [TAGS[formal.type]]
            if formal.value and formal.type != "Boolean":
                fitting = [TAGS["integer"], TAGS["real"]]
            demand(c, procedure, formal, tag, [ARRAY_TAG + kind for kind in fitting])
        case "procedure":
            demand(c, procedure, formal, tag, [PROCEDURE_TAG + kind for kind in procedure_kinds(formal)])
        case "label":
            demand(c, procedure, formal, tag, [LABEL_TAG])
        case "switch":
            demand(c, procedure, formal, tag, [SWITCH_TAG])
    return descriptor


def procedure_kinds(formal: Formal) -> list[int]:
    """Return which types of procedure fit a formal procedure."""
    if not formal.type:
        return [0, *TAGS.values()]
    return [TAGS["Boolean"]] if formal.type == "Boolean" else [TAGS["integer"], TAGS["real"]]


def demand(c: Context, procedure: Procedure, formal: Formal, tag: Register, fitting: list[int]) -> None:
    """Trap where an actual parameter is not of a fitting kind; the message says what it is."""
    build = c.build
    right, wrong = build.label("right"), build.label("wrong")
    build.end(ops.Switch, tag, tuple((kind, right) for kind in fitting), wrong)
    build.begin(wrong)
    refuse(c, procedure, formal, tag, set(fitting))
    build.begin(right)


def refuse(c: Context, procedure: Procedure, formal: Formal, tag: Register, fitting: set[int]) -> None:
    """End the run with a message that says what was wanted and what was given."""
    build = c.build
    wanted = " or ".join(TITLES[kind] for kind in sorted(fitting))
    labels = {kind: build.label("given") for kind in TITLES if kind not in fitting}
    other = build.label("given")
    build.end(ops.Switch, tag, tuple(labels.items()), other)
    for kind, label in labels.items():
        build.begin(label)
        message = f"actual parameter {formal.position} of procedure {procedure.name} is a {TITLES[kind]}; expected: {wanted} (4.7.5.5)"  # noqa: E501
        build.end(ops.Trap, message)
    build.begin(other)
    build.end(ops.Trap, f"actual parameter {formal.position} of procedure {procedure.name} does not fit (4.7.5.5)")


def simple(c: Context, procedure: Procedure, formal: Formal, descriptor: Register, tag: Register) -> Register:
    """Return a descriptor of the formal parameter's type, converting an arithmetic one of the other type."""
    build = c.build
    result = build.local("described", Type.INT)
    done = build.label("described")
    kinds = ["Boolean"] if formal.type == "Boolean" else ["integer", "real"]
    values = {kind: build.label(f"{kind} value") for kind in kinds}
    callables = {kind: build.label(f"{kind} procedure") for kind in kinds}
    wrong = build.label("wrong")
    cases = [(TAGS[kind], label) for kind, label in values.items()]
    cases += [(PROCEDURE_TAG + TAGS[kind], label) for kind, label in callables.items()]
    build.end(ops.Switch, tag, tuple(cases), wrong)
    for kind, label in values.items():
        build.begin(label)
        same = kind == formal.type
        build.perform(ops.LocalStore, result, descriptor if same else names.adapted(c, descriptor, kind, formal.type))
        build.end(ops.Jump, done)
    for kind, label in callables.items():
        build.begin(label)
        parameters = build.do(ops.Load, "i64", descriptor, names.TARGET)
        message = f"actual parameter {formal.position} of procedure {procedure.name} is a procedure with parameters; expected: {formal.type} expression (4.7.5.4)"  # noqa: E501
        build.perform(ops.Check, build.do(ops.IntCompare, "=", parameters, build.int(0)), message)
        code = build.do(ops.FunctionCode, names.procedure_value(c, kind, formal.type))
        made = names.describe(c, build.int(TAGS[formal.type]), code, descriptor, build.int(0))
        build.perform(ops.LocalStore, result, made)
        build.end(ops.Jump, done)
    build.begin(wrong)
    refuse(c, procedure, formal, tag, {TAGS[kind] for kind in kinds})
    build.begin(done)
    return build.do(ops.LocalLoad, result)
