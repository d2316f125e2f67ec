"""LLVM assembly to machine code in this process.

    code = MachineCode(assembly(module), 2)
    code.enter(words, counters, memory, fuel, room, service)   # 0 normal, 1 unwinding past the entry function, 2 ended

The code lives as long as the object. It is cached for the next process by the checksum of all that it was made from:
the assembly, this file, LLVM's version and level, and the processor. Real arithmetic stays exact: no fast-math, no
contraction to fused operations.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from llvmlite import binding

from getallenband import durable

SERVICE = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
ENTER = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, SERVICE
)
FOLDER = "machine-code"
ENTRIES, LARGEST = 1024, 2**19
"""Files in the cache, and bytes of the largest; a new file replaces the one in its place."""
C_NAMES = {
    "sin": "sin", "cos": "cos", "tan": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "exp": "exp", "ln": "log", "log10": "log10", "arctan2": "atan2", "power": "pow",
    "remainder": "fmod",
}  # fmt: skip


class MachineCode:
    """A compiled module, at LLVM's level of optimisation 0 to 3; its memory is freed with the object.

    Unless `cached`, it is compiled now, and not cached for others.
    """

    def __init__(self, text: str, level: int, *, cached: bool = True) -> None:
        bind_mathematics()
        self.engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine(level))
        image = load(text, level) if cached else compiled(text, level)
        self.engine.add_object_file(binding.ObjectFileRef.from_data(image))
        self.engine.finalize_object()
        self.enter: Callable[..., int] = ENTER(self.engine.get_function_address("enter"))
        give_memory_back()


def load(text: str, level: int) -> bytes:
    """Return an object file from the cache, or compile it now and cache it."""
    versions = Path(__file__).read_bytes(), binding.llvm_version_info, processor(), level
    made_from = repr(versions).encode() + text.encode()
    folder = durable.cache_folder(FOLDER)
    path = folder / f"{int(sha256(made_from).hexdigest(), 16) % ENTRIES}.o" if folder else None
    image = durable.read_cached(path, made_from) if path else None
    if image is None:
        image = compiled(text, level)
        if path and len(image) <= LARGEST:
            durable.keep(path, image, "machine code is", made_from)
    return image


def compiled(text: str, level: int) -> bytes:
    """Optimise a module and translate it to an object file."""
    machine = target_machine(level)
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=level)
    # vectors make stores with a stride slower, and nothing faster
    # unrolling stays on: without it Kawai's and de Bruijn's programs take 1 to 3 % longer
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.run(module, builder)
    image: bytes = machine.emit_object(module)
    return image


def target_machine(level: int) -> binding.TargetMachine:
    """Make a target machine for this processor (an engine takes ownership, so each needs its own)."""
    initialize()
    name, features = processor()
    return binding.Target.from_default_triple().create_target_machine(cpu=name, features=features, opt=level, jit=True)


def processor() -> tuple[str, str]:
    """Return the processor's name and its features, as LLVM has them."""
    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


@cache
def initialize() -> None:
    """Initialise LLVM for this processor, once."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def give_memory_back() -> None:
    """Give the system what LLVM took and has freed again, where the C library can; else the run keeps it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)


@cache
def bind_mathematics() -> None:
    """Bind the functions that code imports, in this process."""
    for name, address in mathematics().items():
        binding.add_symbol(f"math.{name}", address)


@cache
def mathematics() -> dict[str, int]:
    """Return the addresses of the C functions that Python's own math module calls, by their names in the IR."""
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    return {name: ctypes.cast(library[symbol], ctypes.c_void_p).value or 0 for name, symbol in C_NAMES.items()}
