"""Compile a kernel, with all kernels that it calls, to an object file: numba types and lowers it, LLVM optimises it.

    image = compile_kernel(search, target_machine())

numba is imported only here, when a kernel is compiled: a later process loads the object file without it (compiled.py).
Two guards refuse what numba would accept and a kernel must not do: `check_types` an operator between signed and
unsigned integers or anything in floating point, `check_symbols` code that could raise an exception.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any

# numba would optimise each function, and LLVM does the whole once more below: 2.3 s instead of 3.8 for the first solve
os.environ.setdefault("NUMBA_OPT", "0")

import llvmlite.binding as llvm
import numba as untyped_numba
import numba.core.types as numba_types
from llvmlite import ir
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic as untyped_intrinsic
from numba.extending import models, overload, register_model

from getallenband.modern.kernels.arrays import TYPES, parts
from getallenband.modern.kernels.bits import Instruction

numba: Any = untyped_numba
cgutils: Any = untyped_cgutils
intrinsic: Any = untyped_intrinsic
types: Any = numba_types
"""What numba says of its own types is not what mypy needs to know."""

ENTRIES = {"Words": types.uint64, "Numbers": types.int64, "Ints": types.int32, "Bytes": types.uint8}
RESULTS = {"int": types.int64, "bool": types.boolean, "None": types.int64}
OPTIONS: Any = {"error_model": "numpy", "forceinline": True, "no_cpython_wrapper": True, "_nrt": False}
WORD = ir.IntType(64)
OF_C = ("memset", "memcpy", "memmove", "strlen")
"""Functions of C that LLVM makes of loops; every process has them."""


# --- arrays: a pointer and a length ------------------------------------------------------------------------------
# numba's own arrays correct negative subscripts at every access, which costs dancing_links 1.7 times its time


class Row(numba_types.Type):
    """numba's type of an array of kernels; its entries are widened to 64 bits when they are read."""

    def __init__(self, entry: Any) -> None:
        self.entry, self.kind = entry, types.uint64 if entry == types.uint64 else types.int64
        super().__init__(name=f"Row({entry})")


@register_model(Row)
class RowModel(models.StructModel):
    """How a Row is in memory."""

    def __init__(self, manager: Any, row: Row) -> None:
        super().__init__(manager, row, [("data", types.CPointer(row.entry)), ("length", types.int64)])


@intrinsic
def row_of(_context: Any, data: Any, _length: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        row = cgutils.create_struct_proxy(signature.return_type)(context, builder)
        row.data, row.length = values
        return row._getvalue()

    return Row(data.dtype)(data, types.int64), code


@intrinsic
def entry_of(_context: Any, row: Any, _at: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        bits = builder.load(builder.gep(builder.extract_value(values[0], 0), [values[1]], inbounds=True))
        widen = builder.sext if row.entry.signed else builder.zext
        return widen(bits, WORD) if row.entry.bitwidth < WORD.width else bits

    return row.kind(row, types.int64), code


@intrinsic
def put_entry(_context: Any, row: Any, _at: Any, _value: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        data, bits = builder.extract_value(values[0], 0), values[2]
        if row.entry.bitwidth < WORD.width:
            bits = builder.trunc(bits, ir.IntType(row.entry.bitwidth))
        builder.store(bits, builder.gep(data, [values[1]], inbounds=True))
        return context.get_dummy_value()

    return types.void(row, types.int64, row.kind), code


@intrinsic
def length_of(_context: Any, row: Any) -> Any:
    return types.int64(row), lambda _context, builder, _signature, values: builder.extract_value(values[0], 1)


@overload(operator.getitem, strict=False, jit_options=OPTIONS)
def get(row: Any, at: Any) -> Any:
    return (lambda row, at: entry_of(row, at)) if isinstance(row, Row) and isinstance(at, types.Integer) else None


@overload(operator.setitem, strict=False, jit_options=OPTIONS)
def put(row: Any, at: Any, value: Any) -> Any:  # noqa: ARG001
    return (lambda row, at, value: put_entry(row, at, value)) if isinstance(row, Row) else None


@overload(len, strict=False, jit_options=OPTIONS)
def length(row: Any) -> Any:
    return (lambda row: length_of(row)) if isinstance(row, Row) else None


# --- the two instructions of bits.py ------------------------------------------------------------------------------


@intrinsic
def ones(_context: Any, _word: Any) -> Any:
    return types.int64(types.uint64), lambda _context, builder, _signature, values: builder.ctpop(values[0])


@intrinsic
def zeros_below(_context: Any, _word: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], cgutils.false_bit)

    return types.int64(types.uint64), code


INSTRUCTIONS = {"ctpop": ones, "cttz": zeros_below}


# --- a kernel -----------------------------------------------------------------------------------------------------


def compile_kernel(function: FunctionType, machine: llvm.TargetMachine) -> bytes:
    """Return a kernel's object code; raise TypeError for what a kernel may not do."""
    module = llvm.parse_assembly(text_of(function))
    module.verify()
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name != function.__name__:
            each.linkage = "internal"  # so that what is not used goes, with names that differ from process to process
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    check_symbols(function, module)  # the optimiser has dropped what numba has for exceptions that cannot happen
    return bytes(machine.emit_object(module))


def text_of(function: FunctionType) -> str:
    """Return a kernel as LLVM's language, its entry under the kernel's name: arrays come as pointer and length."""
    entry, signature = entry_function(function)
    made = numba.cfunc(signature, error_model="numpy")(entry)
    for part in parts_called(function):
        check_types(part)
    text: str = made.inspect_llvm()
    name = function.__name__
    text = re.sub(rf'@"?{re.escape(made._wrapper_name)}"?(?=\()', f"@{name}", text)
    head = re.search(rf"^define .*@{name}\((.*)\).*$", text, re.MULTILINE)
    assert head is not None
    # no two arrays of a kernel overlap: the compiler may keep their entries in registers
    text = text[: head.start(1)] + re.sub(r"\bptr\b", "ptr noalias", head[1]) + text[head.end(1) :]
    # which the function that the entry calls learns only if it becomes a part of the entry
    return re.sub(r"(?m)^(attributes #\d+ = \{) noinline \}", r"\1 alwaysinline }", text)


def entry_function(function: FunctionType) -> tuple[FunctionType, Any]:
    """Return a function that takes machine words alone and calls the kernel, and its signature."""
    *parameters, result = function.__annotations__.values()
    kinds: list[Any] = []
    names: dict[str, Any] = {"kernel": dispatcher(function), "row_of": row_of}

    def argument(kind: str) -> str:
        if kind in TYPES:
            kinds.extend((types.CPointer(ENTRIES[kind]), types.int64))
            return f"row_of(p{len(kinds) - 2}, p{len(kinds) - 1})"
        if members := parts(function, kind):
            names[kind] = function.__globals__[kind]
            return f"{kind}({', '.join(map(argument, members))})"
        kinds.append(types.int64)
        return f"p{len(kinds) - 1}"

    call = f"kernel({', '.join(map(argument, parameters))})"
    body = f"    {call}\n    return 0" if result == "None" else f"    return {call}"
    exec(f"def entry({', '.join(f'p{number}' for number in range(len(kinds)))}):\n{body}\n", names)
    return names["entry"], RESULTS[result](*kinds)


@cache
def dispatcher(function: FunctionType) -> Any:
    """Return numba's form of a kernel: the kernels and instructions that it names are in numba's form too."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        value = names.get(name)
        if isinstance(value, Instruction):
            names[name] = INSTRUCTIONS[value.name]
        elif isinstance(called := getattr(value, "function", None), FunctionType):
            names[name] = dispatcher(called)
    plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    return numba.njit(**OPTIONS)(plain)


def parts_called(function: FunctionType) -> Iterator[FunctionType]:
    """Yield a kernel's function and those of the kernels that it calls."""
    yield function
    for name in function.__code__.co_names:
        if isinstance(called := getattr(function.__globals__.get(name), "function", None), FunctionType):
            yield from parts_called(called)


def check_types(function: FunctionType) -> None:
    """Raise TypeError where signed and unsigned integers meet (numba takes the result for signed), or for floats."""
    for compiled in dispatcher(function).overloads.values():
        annotation = compiled.type_annotation
        for expression, signature in annotation.calltypes.items():
            if getattr(expression, "op", "") in ("binop", "inplace_binop") and signature is not None:
                signs = {kind.signed for kind in signature.args if isinstance(kind, types.Integer)}
                if len(signs) > 1:
                    raise TypeError(f"{expression.loc}: {expression.fn.__name__} of signed and unsigned integers")
                if any(isinstance(kind, types.Float) for kind in signature.args):
                    raise TypeError(f"{expression.loc}: {expression.fn.__name__} of numbers made floating-point")
        for name, kind in annotation.typemap.items():
            if isinstance(kind, types.Float):
                raise TypeError(f"{function.__module__}.{function.__name__}: {name} is a floating-point number")


def check_symbols(function: FunctionType, module: llvm.ModuleRef) -> None:
    """Raise TypeError where code asks for a function of Python's or numba's: only LLVM's and C's are there."""
    asked = [each.name for each in module.functions if each.is_declaration]
    if wrong := [name for name in asked if not name.startswith("llvm.") and name not in OF_C]:
        raise TypeError(f"{function.__module__}.{function.__name__} may raise an exception: it uses {', '.join(wrong)}")
