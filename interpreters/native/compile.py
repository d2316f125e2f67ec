"""LLVM assembly to machine code in this process.

    code = MachineCode(module.text, 2)
    code.enter(words, counters, memory, fuel, room)      # 0 normal, 1 unwinding past the entry function, 2 ended

The code lives as long as the object. Real arithmetic stays exact: no fast-math, no contraction to fused operations.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from collections.abc import Callable
from functools import cache

from llvmlite import binding

ENTER = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)
C_NAMES = {
    "sin": "sin", "cos": "cos", "tan": "tan", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "exp": "exp", "ln": "log", "log10": "log10", "arctan2": "atan2", "power": "pow",
    "remainder": "fmod",
}  # fmt: skip


class MachineCode:
    """A compiled module, at LLVM's level of optimisation 0 to 3; its memory is freed with the object."""

    def __init__(self, text: str, level: int) -> None:
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
        self.engine = binding.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.enter: Callable[..., int] = ENTER(self.engine.get_function_address("enter"))
        give_memory_back()


def target_machine(level: int) -> binding.TargetMachine:
    """Make a target machine for this processor (an engine takes ownership, so each needs its own)."""
    initialize()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=binding.get_host_cpu_features().flatten(), opt=level, jit=True
    )


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
def mathematics() -> dict[str, int]:
    """Return the addresses of the C functions that Python's own math module calls, by their names in the IR."""
    library = ctypes.CDLL(ctypes.util.find_library("m"))
    return {name: ctypes.cast(library[symbol], ctypes.c_void_p).value or 0 for name, symbol in C_NAMES.items()}
