r"""Calls: of functions of the program, through pointers, and of the library.

printf("%d %s\n", n, s)     becomes one library call for each run of text and numbers, and for each string
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.c_subset import typed
from getallenband.interpreters.languages.c_subset.library import MATHEMATICS, MOST_NUMBERS
from getallenband.interpreters.languages.c_subset.library.scanning import FAILED
from getallenband.interpreters.languages.c_subset.library.streams import END_OF_FILE
from getallenband.interpreters.languages.c_subset.lower.context import Context
from getallenband.interpreters.languages.c_subset.lower.expressions import does_not_fit
from getallenband.interpreters.languages.c_subset.lower.memory import OFFSET, check_index, check_real_defined, store_to
from getallenband.interpreters.languages.c_subset.lower.values import call, locate, value
from getallenband.interpreters.languages.c_subset.types import INT, CType, Floating, Integer, counted, register_type

FIRST_FUNCTION = 2**30
"""The number of the function whose code is 0, as an object: no variable has so large a number."""
LETTERS = {
    "isdigit": ((48, 57),), "isalpha": ((65, 90), (97, 122)), "isspace": ((9, 13), (32, 32)), "isupper": ((65, 90),),
    "islower": ((97, 122),), "isalnum": ((48, 57), (65, 90), (97, 122)), "isxdigit": ((48, 57), (65, 70), (97, 102)),
    "ispunct": ((33, 47), (58, 64), (91, 96), (123, 126)), "iscntrl": ((0, 31), (127, 127)), "isprint": ((32, 126),),
    "isgraph": ((33, 126),),
}  # fmt: skip

# --- functions of the program ------------------------------------------------------------------------------------


@value.case(typed.Call, typed.CallPointer)
def used_call(c: Context, node: typed.Call | typed.CallPointer) -> Register:
    """Lower a call whose value is used: the function must have returned one (C90, 6.6.6.4)."""
    result = call(c, node)
    name = node.routine.name if isinstance(node, typed.Call) else "the function"
    return returned(c, result, node.type, name)


def returned(c: Context, result: Register, kind: CType, name: str) -> Register:
    """Check that a value was returned, where the pattern for "no value" is not a value of the type.

    A 64-bit integer has no pattern to spare, so there such a fault goes unnoticed.
    """
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
    return function_word(c.build, node.routine)


def function_word(build: FunctionBuilder, routine: typed.Routine) -> Register:
    """Return the word of a function: a pointer to offset 0 of an object whose number is made from its code."""
    number = build.do(ops.IntAdd, build.do(ops.FunctionCode, routine.name), build.int(FIRST_FUNCTION))
    return build.do(ops.IntShiftLeft, number, build.int(32))


@call.case(typed.CallPointer)
def call_pointer(c: Context, node: typed.CallPointer) -> Register:
    """Lower a call through a pointer; check that it is a function's, with these types of parameters and result."""
    build, pointer = c.build, value(c, node.pointer)
    arguments = values(c, node.arguments)
    c.at(node)
    kinds, returns = tuple(register_type(argument.type) for argument in node.arguments), register_type(node.type)
    message = f"this pointer does not point to a function of {counted(len(arguments), 'argument')}"
    offset = build.do(ops.IntAnd, pointer, build.int(OFFSET))
    build.perform(ops.Check, build.do(ops.IntCompare, "=", offset, build.int(0)), message)
    number = build.do(ops.IntShiftRight, pointer, build.int(32))
    code = build.do(ops.IntSubtract, number, build.int(FIRST_FUNCTION))
    result = build.call_indirect(code, arguments, kinds, returns, message)
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
    if name in ("abs", "labs"):
        kind = node.type
        assert isinstance(kind, Integer)
        negative = build.do(ops.IntSubtract, build.int(0), arguments[0], kind.low, kind.high, does_not_fit("-", kind))
        below = build.do(ops.IntCompare, "<", arguments[0], build.int(0))
        return build.do(ops.Select, below, negative, arguments[0])
    if name in MATHEMATICS:
        return build.do(ops.RealFunction, MATHEMATICS[name], arguments)
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
    """Test whether a character is in one of several ranges."""
    found = build.do(ops.BoolConstant, False)
    for low, high in ranges:
        above = build.do(ops.IntCompare, ">=", code, build.int(low))
        below = build.do(ops.IntCompare, "<=", code, build.int(high))
        found = build.do(ops.BoolOr, found, build.do(ops.BoolAnd, above, below))
    return found


# --- printf and scanf --------------------------------------------------------------------------------------------


@value.case(typed.Print)
def count_printed(c: Context, node: typed.Print) -> Register:
    """Lower a printf whose value is used: the count of characters printed after it, less that before.

    Counting needs the host at once, so an unused value, the usual case, is not computed: its output can be deferred.
    """
    return print_(c, node, value_used=True)


@call.case(typed.Print)
def print_(c: Context, node: typed.Print, *, value_used: bool = False) -> Register:
    """Lower printf; fprintf and sprintf redirect the output around it."""
    build = c.build
    stream = value(c, node.stream) if node.stream is not None else None
    target = value(c, node.target) if node.target is not None else None
    # All arguments before anything is printed: one of them may be a call that prints.
    given = [sizes_and_argument(c, piece) for piece in node.pieces]
    c.at(node)
    if target is not None:
        build.host("begin text")
        print_pieces(c, node, given)
        length = build.host("end text", target)
        assert length is not None
        return length
    before = build.host("printed") if value_used else None
    if stream is not None:
        build.host("stream", stream)
    print_pieces(c, node, given)
    if stream is not None:
        build.host("end stream")
    after = build.host("printed") if value_used else None
    return build.int(0) if before is None or after is None else build.do(ops.IntSubtract, after, before)


def sizes_and_argument(c: Context, piece: typed.Piece) -> list[Register]:
    """Lower the arguments of a conversion; a real number becomes its bits."""
    found = []
    for size in piece.sizes:
        found.append(value(c, size))
    if piece.argument is not None:
        register = value(c, piece.argument)
        real = isinstance(piece.argument.type, Floating)
        found.append(c.build.do(ops.RealToBits, register) if real else register)
    return found


def print_pieces(c: Context, node: typed.Print, given: list[list[Register]]) -> None:
    """Print numbers with the text around them in one host call, and each string in one of its own.

    A string is read from memory as it is printed, which cannot be deferred; numbers can.
    """
    form, numbers = "", list[Register]()
    for piece, registers in zip(node.pieces, given, strict=True):
        string = bool(registers) and piece.text[-1] == "s"
        if string or len(numbers) + len(registers) > MOST_NUMBERS:
            print_numbers(c.build, form, numbers)
            form, numbers = "", []
        if string:
            print_string(c.build, piece, registers)
        else:
            form += piece.text
            numbers += registers
    print_numbers(c.build, form, numbers)


def print_string(build: FunctionBuilder, piece: typed.Piece, registers: list[Register]) -> None:
    """Print a string; its sizes may be arguments."""
    name = "format_string" if len(registers) == 1 else f"format_string {len(registers)}"
    build.host(name, build.string(piece.text), *registers)


def print_numbers(build: FunctionBuilder, form: str, numbers: list[Register]) -> None:
    """Print numbers by a form of Python's %."""
    if form:
        build.defer(f"format {len(numbers)}", build.string(form), *numbers)


@value.case(typed.Scan)
@call.case(typed.Scan)
def scan(c: Context, node: typed.Scan) -> Register:
    """Lower scanf: it stops at the first conversion that fails, and returns how many it stored."""
    build = c.build
    lvalue = int_from_the_tape(node)
    if lvalue is not None:
        return scan_int(c, node, lvalue)
    origin = value(c, node.origin) if node.origin is not None else None
    given = [sizes_and_argument(c, piece) for piece in node.pieces]
    c.at(node)
    if origin is not None:
        build.host("read text" if node.way == "origin" else "read file", origin)
    count, stored = build.local("scanned", Type.INT), 0
    build.perform(ops.LocalStore, count, build.int(0))
    after = build.label("scanned")
    first = "scan tape" if origin is None else "scan"
    for number, (piece, registers) in enumerate(zip(node.pieces, given, strict=True)):
        found = build.host("scan" if number else first, build.string(piece.text), *(registers or [build.int(0)]))
        assert found is not None
        if stored == 0:
            # At the end of the input, with nothing stored, the value is EOF (C90, 7.9.6.2).
            ended = build.do(ops.IntCompare, "<", found, build.int(0))
            build.perform(ops.LocalStore, count, build.do(ops.Select, ended, found, build.int(0)))
        more = build.label("scan")
        build.end(ops.Branch, build.do(ops.IntCompare, ">", found, build.int(0)), more, after)
        build.begin(more)
        stored += bool(registers) and "n:" not in piece.text
        build.perform(ops.LocalStore, count, build.int(stored))
    build.begin(after)
    return build.do(ops.LocalLoad, count)


def int_from_the_tape(node: typed.Scan) -> typed.Lvalue | None:
    """Return where scanf ("%d", &…) stores an int from the tape: a variable, or an element of an array."""
    if node.origin is not None or [piece.text for piece in node.pieces] != ["d:i32"]:
        return None
    match node.pieces[0].argument:
        case typed.Address(lvalue=typed.Named() | typed.Element(base=typed.Named()) as lvalue) if lvalue.type == INT:
            return lvalue
    return None


def scan_int(c: Context, node: typed.Scan, lvalue: typed.Lvalue) -> Register:
    """Lower such a scanf: the library gives the number, which machine code stores."""
    build = c.build
    location = locate(c, lvalue)
    c.at(node.pieces[0].argument or node)
    check_index(c, location, past_end=True)
    c.at(node)
    found = build.host("scan int")
    assert found is not None
    count, read, after = build.local("scanned", Type.INT), build.label("scan"), build.label("scanned")
    build.perform(ops.LocalStore, count, build.do(ops.IntSubtract, found, build.int(FAILED)))
    is_number = build.do(ops.IntCompare, "<", found, build.int(FAILED + END_OF_FILE))
    build.end(ops.Branch, is_number, read, after)
    build.begin(read)
    check_index(c, location, message="scanf copies 4 bytes into 0")
    store_to(c, location, found)
    build.perform(ops.LocalStore, count, build.int(1))
    build.end(ops.Jump, after)
    build.begin(after)
    return build.do(ops.LocalLoad, count)
