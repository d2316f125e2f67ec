"""Turn a plain function over typed arrays into machine code, cached on disk for the next process.

    @kernel
    def total(words: Words, count: int) -> int:
        ...

numba compiles it on the first call ever (by_numba.py); the object code goes to the user's cache folder, where a later
process finds it without importing numba. A kernel takes `int`, the arrays of arrays.py and named tuples of these, and
returns an `int`, a `bool` or None; one that only kernels call may take and return np.uint64 too.

The cached code of a kernel is found by what it was made from: its byte code, that of the kernels and the constants that
it names, by_numba.py, the processor, and the versions of numba, LLVM and Python.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property, update_wrapper
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numpy as np

from getallenband import durable
from getallenband.modern.kernels.arrays import TYPES, parts
from getallenband.modern.kernels.bits import Instruction

Function = TypeVar("Function", bound=Callable[..., object])

RESULTS: dict[str, Any] = {"int": ctypes.c_int64, "bool": ctypes.c_bool, "None": ctypes.c_int64}

FORMAT = b"3"
"""The form of the cache's files: a part of their names, since other versions of the program write there too."""
FOLDER = durable.cache_folder("compiled")


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
        return MachineCode(self.function)


class MachineCode:
    """A kernel's machine code in this process, called with arrays and integers."""

    def __init__(self, function: FunctionType) -> None:
        *parameters, self.result = function.__annotations__.values()
        self.members = [parts(function, kind) for kind in parameters]
        self.parameters = [
            each for kind, members in zip(parameters, self.members, strict=True) for each in members or [kind]
        ]
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(load(function)))
        self.engine.finalize_object()
        words = sum(2 if kind in TYPES else 1 for kind in self.parameters)
        prototype = ctypes.CFUNCTYPE(RESULTS[self.result], *[ctypes.c_int64] * words)
        self.entry = prototype(self.engine.get_function_address(function.__name__))

    def __call__(self, *arguments: Any) -> Any:
        """Check the arguments against the annotations, run, return the result."""
        values = []
        flat = chain.from_iterable(
            argument if members else (argument,) for argument, members in zip(arguments, self.members, strict=True)
        )
        for kind, argument in zip(self.parameters, flat, strict=True):
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
    if path is not None and (image := durable.read_cached(path)) is not None:
        return image
    from getallenband.modern.kernels.by_numba import compile_kernel

    if sys.stderr.isatty():
        sys.stderr.write(f"compiling {function.__module__}.{function.__name__}: once on this machine\n")
    image = compile_kernel(function, target_machine())
    if path is not None:
        durable.keep(path, image, "machine code is")
    return image


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
    yield repr([parts(function, kind) for kind in function.__annotations__.values()]).encode()
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
    """Name the compiler, the processor and the versions.

    numba's is in a file of its own, which is read sooner than what installers say of a package.
    """
    spec = find_spec("numba")
    assert spec is not None
    assert spec.origin is not None
    numba = Path(spec.origin).with_name("_version.py").read_bytes()
    compiler = Path(__file__).with_name("by_numba.py").read_bytes()
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return compiler + repr((numba, sys.version_info[:2], llvm.llvm_version_info, *processor)).encode()
