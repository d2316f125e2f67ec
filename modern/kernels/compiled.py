"""Turn a plain function over typed arrays into machine code, kept on disk for the next process.

    @kernel
    def total(words: Words, count: int) -> int:
        ...

numba compiles it on the first call ever; the machine code goes to the user's cache folder. A later process loads
that code directly through LLVM and does not even import numba, which takes longer than most puzzles. This holds for
kernels whose parameters are `Words`, `Numbers` and `int`, and whose result is an `int`, a `bool` or None; any other
kernel is left to numba's own dispatch and cache.

The machine code of a kernel is found again by what it was made from: its byte code, that of the kernels and the
constants that it names, the processor, and the versions of numba, LLVM and Python.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cached_property, update_wrapper
from importlib.metadata import version
from types import FunctionType
from typing import Any, TypeVar, cast

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

import durable

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., object])

ARRAYS = {"Words": np.dtype(np.uint64), "Numbers": np.dtype(np.int64)}
RESULTS: dict[str, Any] = {"int": ctypes.c_int64, "bool": ctypes.c_bool, "None": ctypes.c_int64}
RETURNED = (0, -2)  # numba's codes for a result and for None; kernels raise nothing
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


FOLDER = durable.cache_folder("compiled")


def kernel(function: Function) -> Function:
    """Compile on first call; integers wrap, subscripts are not checked, the interpreter lock is released."""
    return cast("Function", Kernel(cast("FunctionType", function)))


def instruction(name: str) -> Callable[[np.uint64], int]:
    """Name one of LLVM's instructions on a word, for use inside kernels: "ctpop" or "cttz"."""
    return cast("Callable[[np.uint64], int]", Instruction(name))


class Kernel:
    """A function that is machine code when called, and numba's dispatcher when another kernel calls it."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        """Run the machine code, made or loaded when first needed."""
        return self.code(*arguments)

    @cached_property
    def code(self) -> Callable[..., Any]:
        """What a call runs."""
        *parameters, result = self.function.__annotations__.values()
        if result in RESULTS and all(kind in ARRAYS or kind == "int" for kind in parameters):
            return MachineCode(self.function, parameters, result)
        return cast("Callable[..., Any]", self.dispatcher)

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba sees it."""
        import numba

        if FOLDER is not None:
            numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
        return numba.njit(cache=FOLDER is not None, **OPTIONS)(self.function)

    @cached_property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.Dispatcher(self.dispatcher)


class Instruction:
    """An instruction of LLVM on a word of 64 bits, as numba sees it."""

    def __init__(self, name: str) -> None:
        self.name = name

    @cached_property
    def _numba_type_(self) -> Any:
        from numba import types
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        def typed(_typing: Any, _word: Any) -> Any:
            def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                if self.name == "ctpop":
                    return builder.ctpop(arguments[0])
                return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

            return types.int64(types.uint64), build

        made = intrinsic(typed)
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


class MachineCode:
    """A kernel's machine code in this process, called with arrays and whole numbers."""

    def __init__(self, function: FunctionType, parameters: list[str], result: str) -> None:
        self.parameters = parameters
        self.result = RESULTS[result]
        self.is_none = result == "None"
        symbol, image = stored(function, parameters)
        self.engine = _engine()
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        self.engine.finalize_object()
        # numba passes an array as owner, parent, items, size of an item, address, length and stride.
        words = 2 + sum(7 if kind in ARRAYS else 1 for kind in parameters)
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * words)
        self.entry = prototype(self.engine.get_function_address(symbol))

    def __call__(self, *arguments: Any) -> Any:
        """Check the arguments against the annotations, run, return the result."""
        # Not kept between calls: other threads may run the same kernel meanwhile.
        result, fault = self.result(), ctypes.c_int64()
        values = [ctypes.addressof(result), ctypes.addressof(fault)]
        for kind, argument in zip(self.parameters, arguments, strict=True):
            if kind == "int":
                values.append(argument)
                continue
            if argument.dtype != ARRAYS[kind] or argument.ndim != 1 or not argument.flags.c_contiguous:
                raise TypeError(f"a kernel wants {kind}, not {argument.dtype} in {argument.ndim} dimensions")
            address = argument.__array_interface__["data"][0]
            values += (0, 0, argument.size, 8, address, argument.size, 8)
        status = self.entry(*values)
        if status not in RETURNED:
            raise RuntimeError(f"a kernel ended with status {status}")
        return None if self.is_none else result.value


def stored(function: FunctionType, parameters: list[str]) -> tuple[str, bytes]:
    """Return a kernel's symbol and object file, from the cache or made now and kept there.

    A file of the cache is the digest and the symbol on a line, then the object file; a damaged one is made again.
    """
    key = hashlib.sha256(b"\0".join(origin(function)) + host()).hexdigest()[:32]
    path = FOLDER / f"{function.__module__}.{function.__name__}-{key}.o" if FOLDER is not None else None
    if path is not None and path.exists():
        head, _, image = path.read_bytes().partition(b"\n")
        digest, _, symbol = head.decode().partition(" ")
        if digest == hashlib.sha256(image).hexdigest():
            return symbol, image
    symbol, image = made(function, parameters)
    if path is not None:
        head = f"{hashlib.sha256(image).hexdigest()} {symbol}\n".encode()
        durable.write(path, head + image)
    return symbol, image


def made(function: FunctionType, parameters: list[str]) -> tuple[str, bytes]:
    """Compile a kernel with numba; return its symbol and object file, with all kernels that it calls."""
    import numba

    kinds = {"int": numba.int64, "Words": numba.uint64[::1], "Numbers": numba.int64[::1]}
    signature = tuple(kinds[kind] for kind in parameters)
    # The wrappers would be for calls from Python objects; the machine code is called with addresses and numbers.
    bare: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = numba.njit(**bare, **OPTIONS)(function)
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly(compiled.library.get_llvm_str())
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic" if sys.platform != "win32" else "default",
        codemodel="jitdefault",
        jit=True,
    )
    return compiled.fndesc.llvm_func_name, machine.emit_object(module)


def origin(function: FunctionType) -> Iterator[bytes]:
    """Yield everything that a kernel's machine code follows from, the versions and the processor apart."""
    code = function.__code__
    yield code.co_code
    yield repr((code.co_consts, code.co_names, code.co_varnames, function.__annotations__)).encode()
    for name in code.co_names:
        value = function.__globals__.get(name)
        if isinstance(value, Kernel):
            yield from origin(value.function)
        elif isinstance(value, Instruction):
            yield value.name.encode()
        elif isinstance(value, (int, np.generic)):
            yield repr(value).encode()


def host() -> bytes:
    """Name the processor and the versions."""
    features = llvm.get_host_cpu_features().flatten()
    return repr(
        (sys.version_info[:2], version("numba"), llvm.llvm_version_info, llvm.get_host_cpu_name(), features)
    ).encode()


def _engine() -> Any:
    """Return a new place for machine code in this process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # Kernels own no memory, so numba's release of it is named but never called; a call would end the process.
    llvm.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value)
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
