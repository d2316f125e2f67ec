r"""Calls: of functions of the program, through pointers, and of the library.

printf("%d %s\n", n, s)     becomes one library call for each run of text and numbers, and for each string
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.c_subset import typed
from interpreters.languages.c_subset.library import MOST_NUMBERS
from interpreters.languages.c_subset.lower.context import Context, ProgramContext
from interpreters.languages.c_subset.lower.expressions import does_not_fit
from interpreters.languages.c_subset.lower.memory import check_real_defined
from interpreters.languages.c_subset.lower.values import call, value
from interpreters.languages.c_subset.types import INT, CType, Floating, Integer, counted, register_type, signature

CODE_TAG = 2**30
"""The number that marks the word of a function; no object has it."""
LETTERS = {"isdigit": ((48, 57),), "isalpha": ((65, 90), (97, 122)), "isspace": ((9, 13), (32, 32))}

# --- functions of the program ------------------------------------------------------------------------------------


@value.case(typed.Call, typed.CallPointer)
def used_call(c: Context, node: typed.Call | typed.CallPointer) -> Register:
    """Lower a call whose value is used, which must have been returned."""
    result = call(c, node)
    name = node.routine.name if isinstance(node, typed.Call) else "the function"
    return returned(c, result, node.type, name)


def returned(c: Context, result: Register, kind: CType, name: str) -> Register:
    """Check that a value was returned, where that can be told."""
    if isinstance(kind, Floating):
        check_real_defined(c, result, f"{name} ended without returning a value")
    elif not (isinstance(kind, Integer) and kind.bits == 64):
        c.build.perform(ops.CheckDefined, result, f"{name} ended without returning a value")
    return result


@call.case(typed.Call)
def call_routine(c: Context, node: typed.Call) -> Register:
    arguments = values(c, node.arguments)
    c.at(node)
    result = c.build.call(node.routine.name, arguments, register_type(node.type))
    assert result is not None
    return result


def values(c: Context, nodes: tuple[typed.Expression, ...]) -> tuple[Register, ...]:
    """Lower arguments."""
    found = []
    for node in nodes:
        found.append(value(c, node))
    return tuple(found)


@value.case(typed.FunctionAddress)
def function_address(c: Context, node: typed.FunctionAddress) -> Register:
    return function_word(c.program, c.build, node.routine)


def function_word(p: ProgramContext, build: FunctionBuilder, routine: typed.Routine) -> Register:
    """Return the word of a function: a tag, the number of its signature, its code."""
    code = build.do(ops.FunctionCode, routine.name)
    return build.do(ops.IntOr, code, build.int((CODE_TAG << 32) | (p.signature(*signature(routine.type)) << 24)))


@call.case(typed.CallPointer)
def call_pointer(c: Context, node: typed.CallPointer) -> Register:
    """Lower a call through a pointer: the word must be a function's, with such parameters and such a result."""
    build, pointer = c.build, value(c, node.pointer)
    arguments = values(c, node.arguments)
    c.at(node)
    kinds, returns = tuple(register_type(argument.type) for argument in node.arguments), register_type(node.type)
    tag = build.do(ops.IntShiftRight, pointer, build.int(24))
    number = c.program.signature(kinds, returns)
    right = build.do(ops.IntCompare, "=", tag, build.int((CODE_TAG << 8) | number))
    given = counted(len(arguments), "argument")
    build.perform(ops.Check, right, f"this pointer does not point to a function of {given}")
    code = build.do(ops.IntAnd, pointer, build.int(2**24 - 1))
    result = build.call_indirect(code, arguments, kinds, returns)
    assert result is not None
    return result


# --- the library -------------------------------------------------------------------------------------------------


@value.case(typed.CallLibrary)
@call.case(typed.CallLibrary)
def call_library(c: Context, node: typed.CallLibrary) -> Register:
    build, name, arguments = c.build, node.name, values(c, node.arguments)
    c.at(node)
    if name == "putchar":
        code = build.do(ops.IntAnd, arguments[0], build.int(255))
        build.defer("format 1", build.string("%c"), code)
        return code
    if name == "abs":
        negative = build.do(ops.IntSubtract, build.int(0), arguments[0], INT.low, INT.high, does_not_fit("-", INT))
        below = build.do(ops.IntCompare, "<", arguments[0], build.int(0))
        return build.do(ops.Select, below, negative, arguments[0])
    if name in LETTERS:
        return build.do(ops.BoolToInt, within(build, arguments[0], LETTERS[name]))
    if name in ("toupper", "tolower"):
        low, step = (97, -32) if name == "toupper" else (65, 32)
        other = build.do(ops.IntAdd, arguments[0], build.int(step))
        return build.do(ops.Select, within(build, arguments[0], ((low, low + 25),)), other, arguments[0])
    result = build.host(name, *arguments)
    if name == "exit":
        build.end(ops.Halt)
        build.begin(build.label("never"))
    return result if result is not None else build.int(0)


def within(build: FunctionBuilder, code: Register, ranges: tuple[tuple[int, int], ...]) -> Register:
    """Tell whether a character is in one of some ranges."""
    found = build.do(ops.BoolConstant, False)
    for low, high in ranges:
        above = build.do(ops.IntCompare, ">=", code, build.int(low))
        below = build.do(ops.IntCompare, "<=", code, build.int(high))
        found = build.do(ops.BoolOr, found, build.do(ops.BoolAnd, above, below))
    return found


# --- printf and scanf --------------------------------------------------------------------------------------------


@value.case(typed.Print)
def count_printed(c: Context, node: typed.Print) -> Register:
    """Lower a printf whose value is used: the characters printed after it, less those before."""
    given = arguments_of(c, node)
    c.at(node)
    before = c.build.host("printed")
    print_pieces(c, node, given)
    after = c.build.host("printed")
    assert before is not None
    assert after is not None
    return c.build.do(ops.IntSubtract, after, before)


@call.case(typed.Print)
def print_(c: Context, node: typed.Print) -> Register:
    given = arguments_of(c, node)
    c.at(node)
    print_pieces(c, node, given)
    return c.build.int(0)


def arguments_of(c: Context, node: typed.Print | typed.Scan) -> list[Register | None]:
    """Lower the arguments of a format's pieces, in order."""
    given: list[Register | None] = []
    for piece in node.pieces:
        found = value(c, piece.argument) if piece.argument is not None else None
        real = piece.argument is not None and isinstance(piece.argument.type, Floating)
        given.append(c.build.do(ops.RealToBits, found) if found is not None and real else found)
    return given


def print_pieces(c: Context, node: typed.Print, given: list[Register | None]) -> None:
    """Print: numbers with the text around them go together, strings alone."""
    form, numbers = "", list[Register]()
    for piece, register in zip(node.pieces, given, strict=True):
        if register is not None and (piece.text[-1] == "s" or len(numbers) == MOST_NUMBERS):
            print_numbers(c.build, form, numbers)
            form, numbers = "", []
        if register is not None and piece.text[-1] == "s":
            c.build.host("format_string", c.build.string(piece.text), register)
            continue
        form += piece.text
        numbers += [] if register is None else [register]
    print_numbers(c.build, form, numbers)


def print_numbers(build: FunctionBuilder, form: str, numbers: list[Register]) -> None:
    """Print numbers by a form of Python's %."""
    if form:
        build.defer(f"format {len(numbers)}", build.string(form), *numbers)


@value.case(typed.Scan)
@call.case(typed.Scan)
def scan(c: Context, node: typed.Scan) -> Register:
    """Lower scanf: it stops at the first conversion that fails."""
    build, given = c.build, arguments_of(c, node)
    c.at(node)
    count = build.local("scanned", Type.INT)
    build.perform(ops.LocalStore, count, build.int(0))
    after = build.label("scanned")
    for index, (piece, pointer) in enumerate(zip(node.pieces, given, strict=True)):
        assert pointer is not None
        found = build.host("scan", build.string(piece.text), pointer)
        assert found is not None
        if index == 0:
            # at the end of the input, with nothing matched, the value is EOF
            build.perform(ops.LocalStore, count, found)
        more = build.label("scan")
        matched = build.do(ops.IntCompare, ">", found, build.int(0))
        build.end(ops.Branch, matched, more, after)
        build.begin(more)
        build.perform(ops.LocalStore, count, build.int(index + 1))
    build.begin(after)
    return build.do(ops.LocalLoad, count)
