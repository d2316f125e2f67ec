"""The standard procedures: what they are called, what their parameters are, and the code that they become.

    standard_names("modified")["sqrt"]     # real procedure sqrt (E); value E; real E

They surround the program: a declaration of the same name hides one (3.2.4, appendix 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreters.arithmetic.el_x8 import EL_X8
from interpreters.arithmetic.ieee754 import IEEE754
from interpreters.arithmetic.number_system import NumberSystem
from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Entity, Formal, Procedure
from interpreters.languages.algol60.lower import calls, expressions, statements
from interpreters.languages.algol60.lower.context import Context
from interpreters.source.position import Place

NUMBERS: dict[str, NumberSystem] = {"ieee754": IEEE754, "el_x8": EL_X8}
Actuals = tuple[syntax.Expression, ...]
Code = Callable[[Context, Actuals, Place], Register | None]


@dataclass(frozen=True, slots=True)
class Standard:
    """A standard procedure; `parameters` is a list of "mode type name" (mode: value or name)."""

    name: str
    type: str
    parameters: tuple[str, ...]
    code: Code


def standard_names(library: str) -> dict[str, Entity]:
    """Return the standard procedures of a library: modified, el_x8, or both."""
    chosen = [*FUNCTIONS]
    if library in ("modified", "both"):
        chosen += MODIFIED
    if library in ("el_x8", "both"):
        chosen += EL_X8_SYSTEM
    return {standard.name: entity(standard) for standard in chosen}


def entity(standard: Standard) -> Procedure:
    """Make the declaration of a standard procedure."""
    place = Place(1, 1)
    procedure = Procedure(name=standard.name, place=place, type=standard.type, standard=standard.code, assigned=True)
    for position, words in enumerate(standard.parameters, 1):
        mode, type_, name = words.split()
        string = type_ == "string"
        procedure.formals.append(
            Formal(
                name=name,
                place=place,
                owner=procedure,
                position=position,
                kind="string" if string else "simple",
                type="" if string else type_,
                value=mode == "value",
            )
        )
    return procedure


# --- functions ------------------------------------------------------------------------------------------------------


def real(c: Context, actual: syntax.Expression) -> Register:
    """Evaluate a real parameter."""
    return expressions.converted(c, actual, "real")


def integer(c: Context, actual: syntax.Expression) -> Register:
    """Evaluate an integer parameter."""
    return expressions.converted(c, actual, "integer")


def absolute(c: Context, actuals: Actuals, place: Place) -> Register:
    """Abs (E)."""
    found = real(c, actuals[0])
    c.at(place)
    return c.build.do(ops.RealFunction, "absolute", (found,))


def integer_absolute(c: Context, actuals: Actuals, place: Place) -> Register:
    """Iabs (E)."""
    found = integer(c, actuals[0])
    c.at(place)
    build = c.build
    negative = build.do(ops.IntCompare, "<", found, build.int(0))
    return build.do(ops.Select, negative, build.do(ops.IntSubtract, build.int(0), found), found)


def sign(c: Context, actuals: Actuals, place: Place) -> Register:
    """Sign (E): -1, 0 or 1."""
    build = c.build
    if actuals[0].type == "integer":
        found, zero, kind = integer(c, actuals[0]), build.int(0), ops.IntCompare
        c.at(place)
        positive, negative = build.do(kind, ">", found, zero), build.do(kind, "<", found, zero)
    else:
        found, zero = real(c, actuals[0]), build.real(0.0)
        c.at(place)
        positive = build.do(ops.RealCompare, ">", found, zero)
        negative = build.do(ops.RealCompare, "<", found, zero)
    return build.do(ops.IntSubtract, build.do(ops.BoolToInt, positive), build.do(ops.BoolToInt, negative))


def entier(c: Context, actuals: Actuals, place: Place) -> Register:
    """Entier (E): the largest integer that is not greater."""
    if actuals[0].type == "integer":
        return integer(c, actuals[0])
    found, numbers = real(c, actuals[0]), c.lowering.numbers
    c.at(place)
    return c.build.do(ops.RealToInt, found, "floor", numbers.least, numbers.greatest, numbers.too_large())


def square_root(c: Context, actuals: Actuals, place: Place) -> Register:
    """Sqrt (E); a negative E is a fault."""
    found = real(c, actuals[0])
    c.at(place)
    proper = c.build.do(ops.RealCompare, ">=", found, c.build.real(0.0))
    c.build.perform(ops.Check, proper, "sqrt of a negative number: {0} (appendix 2)", (found,))
    return c.build.do(ops.RealFunction, "sqrt", (found,))


def logarithm(c: Context, actuals: Actuals, place: Place) -> Register:
    """Ln (E); E must be positive."""
    found = real(c, actuals[0])
    c.at(place)
    proper = c.build.do(ops.RealCompare, ">", found, c.build.real(0.0))
    c.build.perform(ops.Check, proper, "ln of a number that is not positive: {0} (appendix 2)", (found,))
    return c.build.do(ops.RealFunction, "ln", (found,))


def exponential(c: Context, actuals: Actuals, place: Place) -> Register:
    """Exp (E); overflow is a fault."""
    found = real(c, actuals[0])
    c.at(place)
    result = c.build.do(ops.RealFunction, "exp", (found,))
    c.build.perform(ops.CheckFinite, result, "overflow on exp: {0} (appendix 2)", (found,))
    return result


def mathematical(name: str) -> Code:
    """Make the code of a function that is defined everywhere."""

    def code(c: Context, actuals: Actuals, place: Place) -> Register:
        found = real(c, actuals[0])
        c.at(place)
        return c.build.do(ops.RealFunction, name, (found,))

    return code


def constant_real(pick: Callable[[NumberSystem], float]) -> Code:
    """Make the code of an environmental enquiry for a real number."""

    def code(c: Context, actuals: Actuals, place: Place) -> Register:
        del actuals, place
        return c.build.real(pick(c.lowering.numbers))

    return code


def greatest_integer(c: Context, actuals: Actuals, place: Place) -> Register:
    """Maxint."""
    del actuals, place
    return c.build.int(c.lowering.numbers.greatest)


# --- input and output -----------------------------------------------------------------------------------------------


def printing(name: str, *kinds: str) -> Code:
    """Make the code of a procedure that prints and never fails: it may be done later."""

    def code(c: Context, actuals: Actuals, place: Place) -> None:
        arguments = parameters(c, actuals, kinds)
        c.at(place)
        c.build.defer(name, *arguments)

    return code


def calling(name: str, *kinds: str) -> Code:
    """Make the code of a procedure that is done now; it may fail, or give a value."""

    def code(c: Context, actuals: Actuals, place: Place) -> Register | None:
        arguments = parameters(c, actuals, kinds)
        c.at(place)
        return c.build.host(name, *arguments)

    return code


def parameters(c: Context, actuals: Actuals, kinds: tuple[str, ...]) -> list[Register]:
    """Evaluate parameters called by value."""
    found = []
    for actual, kind in zip(actuals, kinds, strict=True):
        found.append(calls.text_of(c, actual) if kind == "string" else expressions.converted(c, actual, kind))
    return found


def reading(name: str, type_: str) -> Code:
    """Make the code of a procedure that reads a value (of this type) and assigns it to its last parameter."""

    def code(c: Context, actuals: Actuals, place: Place) -> None:
        channel = integer(c, actuals[0])
        arguments = [channel]
        if name == "inchar":
            arguments.append(calls.text_of(c, actuals[1]))
        if name == "ininteger":
            arguments.append(c.build.int(c.lowering.numbers.greatest))
        if not statements.is_variable(actuals[-1]):
            c.at(place)
            c.build.end(ops.Trap, f"{name} assigns to its last parameter: the actual one is no variable (4.7.5.2)")
            c.build.begin(c.build.label("unreached"))
            return
        target = statements.destination(c, actuals[-1])
        target.check()
        c.at(place)
        found = c.build.host(name, *arguments)
        assert found is not None
        target.store(expressions.convert(c, found, type_, actuals[-1].type))

    return code


def stop(c: Context, actuals: Actuals, place: Place) -> None:
    """End the program."""
    del actuals
    c.at(place)
    c.build.end(ops.Halt)
    c.build.begin(c.build.label("unreached"))


def print_number(c: Context, actuals: Actuals, place: Place) -> None:
    """Print (x): by the type of x."""
    if actuals[0].type == "integer":
        printing("print_integer", "integer")(c, actuals, place)
    else:
        printing("print_real", "real")(c, actuals, place)


FUNCTIONS = [
    Standard("abs", "real", ("value real E",), absolute),
    Standard("iabs", "integer", ("value integer E",), integer_absolute),
    Standard("sign", "integer", ("value real E",), sign),
    Standard("entier", "integer", ("value real E",), entier),
    Standard("sqrt", "real", ("value real E",), square_root),
    Standard("sin", "real", ("value real E",), mathematical("sin")),
    Standard("cos", "real", ("value real E",), mathematical("cos")),
    Standard("arctan", "real", ("value real E",), mathematical("arctan")),
    Standard("ln", "real", ("value real E",), logarithm),
    Standard("exp", "real", ("value real E",), exponential),
    Standard("stop", "", (), stop),
]
MODIFIED = [
    Standard("fault", "", ("value string str", "value real r"), calling("fault", "string", "real")),
    *[
        Standard(name, "", ("value integer channel", "value string str", "name integer int"), reading("inchar", "integer"))  # noqa: E501
        for name in ("inchar", "insymbol")
    ],
    *[
        Standard(name, "", ("value integer channel", "value string str", "value integer int"),
                 calling("outchar", "integer", "string", "integer"))
        for name in ("outchar", "outsymbol")
    ],
    Standard("length", "integer", ("value string str",), calling("length", "string")),
    Standard("outstring", "", ("value integer channel", "value string str"),
             printing("outstring", "integer", "string")),
    Standard("outterminator", "", ("value integer channel",), printing("outterminator", "integer")),
    Standard("ininteger", "", ("value integer channel", "name integer int"), reading("ininteger", "integer")),
    Standard("outinteger", "", ("value integer channel", "value integer int"),
             printing("outinteger", "integer", "integer")),
    Standard("inreal", "", ("value integer channel", "name real re"), reading("inreal", "real")),
    Standard("outreal", "", ("value integer channel", "value real re"), printing("outreal", "integer", "real")),
    Standard("maxreal", "real", (), constant_real(lambda numbers: numbers.real_greatest)),
    Standard("minreal", "real", (), constant_real(lambda numbers: numbers.real_least)),
    Standard("maxint", "integer", (), greatest_integer),
    Standard("epsilon", "real", (), constant_real(lambda numbers: numbers.real_epsilon)),
]  # fmt: skip
EL_X8_SYSTEM = [
    Standard("read", "real", (), calling("read")),
    Standard("print", "", ("value real x",), print_number),
    Standard("FIXT", "", ("value integer n", "value integer m", "value real x"),
             printing("fixt", "integer", "integer", "real")),
    Standard("ABSFIXT", "", ("value integer n", "value integer m", "value real x"),
             printing("absfixt", "integer", "integer", "real")),
    Standard("FLOT", "", ("value integer n", "value integer m", "value real x"),
             printing("flot", "integer", "integer", "real")),
    Standard("NLCR", "", (), printing("nlcr")),
    Standard("SPACE", "", ("value integer n",), printing("space", "integer")),
    Standard("TAB", "", (), printing("tab")),
    Standard("CARRIAGE", "", ("value integer n",), printing("carriage", "integer")),
    Standard("NEWPAGE", "", (), printing("newpage")),
    Standard("PRINTTEXT", "", ("value string s",), printing("printtext", "string")),
    Standard("LINENUMBER", "integer", (), calling("linenumber")),
]  # fmt: skip
