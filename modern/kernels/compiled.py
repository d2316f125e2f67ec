"""Turn a plain function over typed arrays into machine code, kept on disk for the next process.

    @kernel
    def total(words: Words, count: int) -> int:
        ...

translate.py makes LLVM's language of it on the first call ever; the machine code goes to the user's cache folder, where
a later process finds it. A kernel takes the arrays of arrays.py and `int`, and returns an `int`, a `bool` or None; one
that only kernels call may take and return np.uint64 too.

The cached code of a kernel is found by what it was made from: its byte code, that of the kernels and the constants that
it names, the translator, the processor, and the versions of LLVM and Python.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numpy as np

import durable
from durable.errors import Error
from durable.names import unknown
from modern.kernels.arrays import TYPES
from modern.kernels.bits import Instruction

Function = TypeVar("Function", bound=Callable[..., object])

RESULTS: dict[str, Any] = {"int": ctypes.c_int64, "bool": ctypes.c_bool, "None": ctypes.c_int64}

FORMAT = b"3"
"""The form of the cache's files: a part of their names, since other versions of the program write there too."""
FOLDER = durable.cache_folder("compiled")

COMPILERS = ("llvm", "numba")


def kernel(function: Function) -> Function:
    """Compile on first call; integers wrap, subscripts are not checked, the interpreter lock is released."""
    return cast("Function", Kernel(cast("FunctionType", function)))


class Kernel:
    """A function that is machine code when called, and a part of the kernel that calls it."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self.code(*arguments)

    @cached_property
    def code(self) -> Callable[..., Any]:
        if compiler() == "numba":
            from modern.kernels.by_numba import by_numba

            return by_numba(self.function)
        return MachineCode(self.function)


def compiler() -> str:
    """Return the compiler that the environment asks for; raise Error if there is none of that name."""
    name = os.environ.get("GETALLENBAND_COMPILER") or COMPILERS[0]
    if name not in COMPILERS:
        raise Error(f"GETALLENBAND_COMPILER: {unknown('compiler', name, COMPILERS)}")
    return name


class MachineCode:
    """A kernel's machine code in this process, called with arrays and integers."""

    def __init__(self, function: FunctionType) -> None:
        *self.parameters, self.result = function.__annotations__.values()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(load(function)))
        self.engine.finalize_object()
        words = sum(2 if kind in TYPES else 1 for kind in self.parameters)
        prototype = ctypes.CFUNCTYPE(RESULTS[self.result], *[ctypes.c_int64] * words)
        self.entry = prototype(self.engine.get_function_address(function.__name__))

    def __call__(self, *arguments: Any) -> Any:
        """Check the arguments against the annotations, run, return the result."""
        values = []
        for kind, argument in zip(self.parameters, arguments, strict=True):
            if kind == "int":
                values.append(argument)
                continue
            if argument.dtype != TYPES[kind] or argument.ndim != 1 or not argument.flags.c_contiguous:
                raise TypeError(f"a kernel wants {kind}, not {argument.dtype} in {argument.ndim} dimensions")
            values += (argument.__array_interface__["data"][0], argument.size)
        result = self.entry(*values)
        return None if self.result == "None" else result


def load(function: FunctionType) -> bytes:
    """Return a kernel's object file from the cache, or compile it now and cache it."""
    key = hashlib.sha256(FORMAT + b"\0".join(ingredients(function)) + _host()).hexdigest()[:32]
    path = FOLDER / f"{function.__module__}.{function.__name__}-{key}.o" if FOLDER is not None else None
    if path is not None and (image := durable.kept(path)) is not None:
        return image
    image = compile_kernel(function)
    if path is not None:
        durable.keep(path, image, "machine code is")
    return image


def compile_kernel(function: FunctionType) -> bytes:
    """Compile a kernel, with all kernels that it calls, to an object file."""
    from modern.kernels.translate import translate

    machine = target_machine()
    translated = translate(function)
    translated.triple, translated.data_layout = machine.triple, str(machine.target_data)
    module = llvm.parse_assembly(str(translated))
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def target_machine() -> llvm.TargetMachine:
    """Make a target machine for this processor (an engine takes ownership, so each needs its own)."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3,
        reloc="pic" if sys.platform != "win32" else "default", codemodel="jitdefault", jit=True,
    )  # fmt: skip


def ingredients(function: FunctionType) -> Iterator[bytes]:
    """Yield everything that a kernel's machine code follows from, except processor, versions and options."""
    code = function.__code__
    yield code.co_code
    yield repr((code.co_consts, code.co_names, code.co_varnames, function.__annotations__)).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, Kernel):
            yield from ingredients(value.function)
        elif isinstance(value, Instruction):
            yield value.name.encode()
        elif isinstance(value, (int, np.generic)):
            yield repr(value).encode()


@cache
def _host() -> bytes:
    """Name the translator, the processor and the versions."""
    translator = b"".join(Path(__file__).with_name(name).read_bytes() for name in ("translate.py", "expressions.py"))
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return translator + repr((sys.version_info[:2], llvm.llvm_version_info, *processor)).encode()
