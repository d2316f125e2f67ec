"""Turn a plain function over typed arrays into machine code, kept on disk for the next process.

    @kernel
    def total(words: Words, count: int) -> int:
        ...

numba compiles it on the first call ever; the machine code goes to the user's cache folder. A later process loads that
code directly through LLVM and does not even import numba, which takes longer than most puzzles. A kernel takes the
arrays of arrays.py and `int`, and returns an `int`, a `bool` or None; one that only kernels call may do otherwise.

The cached code of a kernel is found by what it was made from: its byte code, that of the kernels and the constants that
it names, the processor, the compiler's options, and the versions of numba, LLVM and Python.
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

import durable
from modern.kernels.arrays import TYPES

Function = TypeVar("Function", bound=Callable[..., object])

RESULTS: dict[str, Any] = {"int": ctypes.c_int64, "bool": ctypes.c_bool, "None": ctypes.c_int64}
SUCCESS = (0, -2)  # numba's codes for a result and for None; kernels raise nothing
# The wrappers would be for calls from Python objects; the machine code is called with addresses and numbers.
BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
OPTIONS: dict[str, Any] = BARE | {"nogil": True, "boundscheck": False, "error_model": "numpy"}
# A kernel that another calls becomes a part of it: option_sets.py gains a tenth of the time.
CALLED: dict[str, Any] = OPTIONS | {"forceinline": True}


FORMAT = b"2"
"""The form of the cache's files: a part of their names, since other versions of the program write there too."""
FOLDER = durable.cache_folder("compiled")


def kernel(function: Function) -> Function:
    """Compile on first call; integers wrap, subscripts are not checked, the interpreter lock is released."""
    return cast("Function", Kernel(cast("FunctionType", function)))


def instruction(name: str) -> Callable[[np.uint64], int]:
    """Make one of LLVM's instructions on a word, "ctpop" or "cttz", callable in kernels."""
    return cast("Callable[[np.uint64], int]", Instruction(name))


class Kernel:
    """A function that is machine code when called, and numba's dispatcher when another kernel calls it."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self.code(*arguments)

    @cached_property
    def code(self) -> MachineCode:
        *parameters, result = self.function.__annotations__.values()
        return MachineCode(self.function, parameters, result)

    @cached_property
    def dispatcher(self) -> Any:
        """The function as numba sees it, which only refers to it weakly."""
        import numba

        return numba.njit(**CALLED)(self.function)

    @cached_property
    def _numba_type_(self) -> Any:
        from numba import types

        return types.Dispatcher(self.dispatcher)


class Instruction:
    """An LLVM instruction on a word of 64 bits, as numba sees it."""

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

        function = intrinsic(typed)
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(function)


class MachineCode:
    """A kernel's machine code in this process, called with arrays and integers."""

    def __init__(self, function: FunctionType, parameters: list[str], result: str) -> None:
        self.parameters = parameters
        self.result = RESULTS[result]
        self.is_none = result == "None"
        symbol, image = load(function, parameters)
        self.engine = _new_engine()
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        self.engine.finalize_object()
        # numba passes an array as owner, parent, items, size of an item, address, length and stride.
        words = 2 + sum(7 if kind in TYPES else 1 for kind in parameters)
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
            if argument.dtype != TYPES[kind] or argument.ndim != 1 or not argument.flags.c_contiguous:
                raise TypeError(f"a kernel wants {kind}, not {argument.dtype} in {argument.ndim} dimensions")
            address, size = argument.__array_interface__["data"][0], argument.itemsize
            values += (0, 0, argument.size, size, address, argument.size, size)
        status = self.entry(*values)
        if status not in SUCCESS:
            raise RuntimeError(f"a kernel ended with status {status}")
        return None if self.is_none else result.value


def load(function: FunctionType, parameters: list[str]) -> tuple[str, bytes]:
    """Return a kernel's symbol and object file from the cache, or compile it now and cache it.

    A file of the cache is the digest of all that follows, the symbol, each on a line, then the object file; a damaged
    one is made again. The digest tells accidents; that nobody else writes here is what `durable.cache_folder` sees to.
    """
    key = hashlib.sha256(FORMAT + b"\0".join(ingredients(function)) + _host()).hexdigest()[:32]
    path = FOLDER / f"{function.__module__}.{function.__name__}-{key}.o" if FOLDER is not None else None
    if path is not None and path.exists():
        digest, _, entry = path.read_bytes().partition(b"\n")
        if digest == hashlib.sha256(entry).hexdigest().encode():
            name, _, image = entry.partition(b"\n")
            return name.decode(), image
    symbol, image = compile_kernel(function, parameters)
    if path is not None:
        entry = symbol.encode() + b"\n" + image
        durable.keep(path, hashlib.sha256(entry).hexdigest().encode() + b"\n" + entry, "machine code is")
    return symbol, image


def compile_kernel(function: FunctionType, parameters: list[str]) -> tuple[str, bytes]:
    """Compile a kernel with numba; return its symbol and object file, with all kernels that it calls."""
    import numba

    kinds = {name: numba.from_dtype(kind)[::1] for name, kind in TYPES.items()} | {"int": numba.int64}
    signature = tuple(kinds[kind] for kind in parameters)
    dispatcher: Any = numba.njit(**OPTIONS)(function)
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


def _host() -> bytes:
    """Name the processor, the versions and the options of the compiler."""
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return repr((sys.version_info[:2], version("numba"), llvm.llvm_version_info, *processor, OPTIONS, CALLED)).encode()


def _new_engine() -> Any:
    """Return a new place for machine code in this process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # Kernels own no memory, so numba's release of it is named but never called; a call would end the process.
    llvm.add_symbol("NRT_MemInfo_call_dtor", ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value)
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
