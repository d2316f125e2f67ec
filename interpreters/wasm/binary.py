"""LLVM assembly to a WebAssembly module, without a linker.

    wasm = binary(assembly(module))     # imports env.__linear_memory and env.service, exports run

LLVM writes an object whose only faults are that it exports nothing and holds tables for a linker; its addresses count
from 0, and are right as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from llvmlite import binding

FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"
"""What every browser of today has; nothing that only newer ones load."""
CUSTOM, IMPORT, EXPORT, CODE = 0, 2, 7, 10
FUNCTION_IMPORT = 0


def binary(text: str, level: int = 2) -> bytes:
    """Compile assembly, at LLVM's level of optimisation, and export its first function as `run`."""
    machine = target().create_target_machine(cpu="generic", features=FEATURES, opt=level)
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return export_first(machine.emit_object(module))


@cache
def target() -> binding.Target:
    """Initialise LLVM for WebAssembly, once."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding.Target.from_triple("wasm32-unknown-unknown")


def export_first(object_: bytes) -> bytes:
    """Add the export of the first function, and leave out what is for a linker."""
    sections = [(kind, content) for kind, content in sections_of(object_) if kind != CUSTOM]
    imported = next(content for kind, content in sections if kind == IMPORT)
    export = b"\x01\x03run\x00" + unsigned(function_imports(imported))
    place = next(place for place, (kind, _) in enumerate(sections) if kind > EXPORT)
    sections.insert(place, (EXPORT, export))
    return object_[:8] + b"".join(bytes([kind]) + unsigned(len(content)) + content for kind, content in sections)


def sections_of(object_: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the content of every section."""
    at = 8
    while at < len(object_):
        size, start = read_unsigned(object_, at + 1)
        yield object_[at], object_[start : start + size]
        at = start + size


def function_imports(section: bytes) -> int:
    """Count the functions among the imports: they come before the module's own."""
    count, at = read_unsigned(section, 0)
    functions = 0
    for _ in range(count):
        for _name in range(2):
            size, at = read_unsigned(section, at)
            at += size
        kind, at = section[at], at + 1
        functions += kind == FUNCTION_IMPORT
        at = after_type(section, kind, at)
    return functions


def after_type(section: bytes, kind: int, at: int) -> int:
    """Return where the type of an import ends: of a function, a table, a memory or a global."""
    if kind == FUNCTION_IMPORT:
        return read_unsigned(section, at)[1]
    if kind == 3:
        return at + 2
    at += kind == 1
    limited, at = section[at], at + 1
    for _ in range(1 + (limited & 1)):
        _, at = read_unsigned(section, at)
    return at


def unsigned(value: int) -> bytes:
    """Write a number in LEB128."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)


def read_unsigned(data: bytes, at: int) -> tuple[int, int]:
    """Read a number in LEB128; return it and where it ends."""
    value, shift = 0, 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
