"""A program as data for a page: the module, where everything lies in its memory, and what the page does for its calls.

    data = page_data(program, lowered, request)          # what JSON can hold
    data["wasm"], data["at"]["fuel"], data["statements"][5]

docs/engines.md says how a page runs it. A program that a page cannot run has no module; `refused` says why.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from getallenband.interpreters.compiled import state
from getallenband.interpreters.ir.execution import TooLargeToCompile
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import UNDEFINED_INT, UNDEFINED_REAL_BITS
from getallenband.interpreters.language import Lowered, Request
from getallenband.interpreters.lowering.page_calls import NotInPages, page_parts
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements
from getallenband.interpreters.wasm.assembly import assembly
from getallenband.interpreters.wasm.layout import MARGIN, PAGE
from getallenband.interpreters.wasm.module import PausingModule
from getallenband.interpreters.wasm.sites import site_data
from getallenband.interpreters.wasm.tapes import tape_data
from getallenband.interpreters.wasm.variables import array_data, cell_data, function_data, global_data, heap_data

FORMAT = 1
ROOM = 32 * 2**20
"""Bytes of memory that a program has besides its static memory, where the run allows so much."""
HEAP_ROOM = 600 * 10**6
"""The same for a program with a heap, of which a browser provides what is used; one for all runs, to share a module."""
CONTROL = {
    "site": state.SITE, "poll": state.POLL, "memory_stack": state.MEMORY_STACK, "frame_limit": state.FRAME_LIMIT,
    "pending": state.PENDING, "overflow_pending": state.OVERFLOW_PENDING, "fuel": state.FUEL, "block": state.BLOCK,
    "frame": state.FRAME, "depth": state.DEPTH, "work": state.WORK, "operands": state.OPERANDS,
}  # fmt: skip


PATTERNS = {"undefined_int": UNDEFINED_INT, "undefined_real": UNDEFINED_REAL_BITS}


def page_data(program: Program, lowered: Lowered, request: Request) -> dict[str, Any]:
    """Compile a program for a page: it has the tapes and the limits of the request."""
    limits, tapes = request.limits, request.tapes
    program = begin_blocks_at_statements(program)
    start = program.stack_start()
    size = min(limits.memory, start + ROOM) if page_parts(lowered).cells is None else HEAP_ROOM
    try:
        module = PausingModule(program, max(size, start + 4096), limits.depth)
        code = assembly(module)
        if len(lowered.programs) > 1:
            raise NotInPages("the deck has several programs, pages run one")
        sites = [site_data(module, site, lowered, tapes) for site in module.sites]
        numbers = tape_data(program, lowered, tapes)
    except NotInPages as problem:
        return refused(str(problem))
    except TooLargeToCompile:
        return refused("the program is too large for a page")
    return {
        "format": FORMAT,
        "refused": "",
        "wasm": b64encode(code).decode(),
        **run_data(module, lowered),
        "sites": sites,
        "tapes": numbers,
    }


def run_data(module: PausingModule, lowered: Lowered) -> dict[str, Any]:
    """Return what the memory of a run holds where, and what is shown of it."""
    return {
        **places(module),
        "statements": [
            {
                "label": statement.label,
                "line": statement.place.line,
                "column": statement.place.column,
                "length": statement.place.length,
            }
            for statement in module.program.statements
        ],
        "blocks": blocks(module),
        "functions": function_data(module),
        "globals": global_data(module),
        "arrays": array_data(module),
        "cells": cell_data(module, page_parts(lowered).cells),
        "heap": heap_data(module, page_parts(lowered).cells),
        "undefined": {"int": str(UNDEFINED_INT)},
    }


def refused(why: str) -> dict[str, Any]:
    return {"format": FORMAT, "refused": why, "wasm": ""}


def places(module: PausingModule) -> dict[str, Any]:
    """Return where everything lies, and what the control words hold before a run."""
    at, layout, program = module.at, module.layout, module.program
    return {
        "pages": at.pages,
        "at": {name: at.word(number) for name, number in CONTROL.items()},
        "start": {
            "poll": state.POLL_INTERVAL, "memory_stack": program.stack_start(), "frame": at.frames,
            "frame_limit": at.pages * PAGE - MARGIN,
        },
        "margin": MARGIN,
        "counters": {"start": at.counters, "count": len(program.statements)},
        "probes": {"start": at.word(layout.probes), "names": program.probes, "values": state.PROBE_VALUES},
        "overflow": {"start": at.word(layout.overflow)},
        "events": {"start": at.word(layout.events), "size": layout.event_size},
        "memory": {"start": at.memory, "size": module.memory_size, "image": image(program)},
        "frames": {"start": at.frames},
    }  # fmt: skip


def image(program: Program) -> list[list[Any]]:
    """Return what static memory holds at the start: [offset, bytes in base64], or [offset, cells, what each holds]."""
    found: list[list[Any]] = []
    for name, address in program.addresses().items():
        region = program.regions[name]
        if region.contents:
            found.append([address, b64encode(region.contents).decode()])
        elif region.pattern != "zero":
            found.append([address, (region.size + 7) // 8, str(PATTERNS[region.pattern])])
    return found


def blocks(module: PausingModule) -> list[dict[str, Any]]:
    """Return the blocks that a run can continue with, by their numbers."""
    places = module.program.places
    rows: list[dict[str, Any]] = [{"function": 0, "statement": -1, "line": 0, "column": 0}]
    for point in module.points:
        place = places[point.at]
        rows.append({
            "function": module.codes[point.function], "statement": point.statement,
            "line": place.line, "column": place.column,
        })  # fmt: skip
    return rows
