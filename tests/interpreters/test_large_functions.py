"""Functions of 20,000 blocks, in a row and in a loop: engines of WebAssembly load them, and go on in their middle."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from getallenband.interpreters import machine
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.ops import Label, Register
from getallenband.interpreters.ir.program import Block, Function, Program, SourceStatement
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.outcome import Limits
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing import wasm
from getallenband.interpreters.wasm import run as module_run
from getallenband.interpreters.wasm.assembly import assembly
from getallenband.interpreters.wasm.module import PausingModule
from getallenband.interpreters.wasm.page import places
from tests.browser import Browser, chromium, firefox

pytestmark = pytest.mark.in_turn
SIZE = 20_000
TURNS = 3
LIMITS = Limits(memory=65536)
SLICE = 7_919
"""Statements between two pauses."""
RUN = """async ({ code, at, start, pages, counters, slice }) => {
  const memory = new WebAssembly.Memory({ initial: pages });
  const bytes = Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0));
  const env = { __linear_memory: memory, service: () => -1n };
  const { instance } = await WebAssembly.instantiate(bytes, { env });
  const words = new BigInt64Array(memory.buffer);
  for (const [name, value] of Object.entries(start)) words[at[name] / 8] = BigInt(value);
  words.fill(2n ** 62n, counters.start / 8, counters.start / 8 + counters.count);
  let statements = 0;
  for (let paused = 1; paused; ) {
    words[at.fuel / 8] = BigInt(slice);
    paused = instance.exports.run();
    statements += slice - Math.max(0, Number(words[at.fuel / 8]));
  }
  return statements;
}"""


def program(shape: str) -> Program:
    """Make a program whose blocks add 1 to k and jump to the next block, or over some while k is odd.

    In a loop the last one goes back to the first until k is large enough.
    """
    labels = [Label(f"b{number}") for number in range(SIZE)] + [Label("end")]
    registers: list[Type] = []
    blocks: dict[Label, Block] = {}

    def register(kind: Type = Type.INT) -> Register:
        registers.append(kind)
        return Register(len(registers) - 1)

    one, zero, least = register(), register(), register()
    constants = [ops.IntConstant(one, 1), ops.IntConstant(zero, 0), ops.IntConstant(least, TURNS * SIZE // 2)]
    blocks[Label("start")] = Block([*constants, ops.LocalStore("k", zero), ops.Jump(labels[0])])
    for number in range(SIZE):
        old, new, odd, again = register(), register(), register(), register(Type.BOOL)
        last = shape == "loop" and number == SIZE - 1
        far = labels[0 if last else min(SIZE, number + 2 + number * SLICE % 50)]
        body: list[Any] = [
            ops.Statement(number), ops.LocalLoad(old, "k"), ops.IntAdd(new, old, one, message="too large"),
            ops.LocalStore("k", new), ops.IntAnd(odd, new, one),
            ops.IntCompare(again, "<", new, least) if last else ops.IntCompare(again, "=", odd, zero),
        ]  # fmt: skip
        blocks[labels[number]] = Block([*body, ops.Branch(again, far, labels[number + 1])])
    blocks[labels[SIZE]] = Block([ops.Halt()])
    main = Function("main", "main", (), None, {"k": Type.INT}, registers, blocks, Label("start"))
    statements = [SourceStatement(str(number), Place(number + 1, 1)) for number in range(SIZE)]
    return Program("large", {"main": main}, {}, "main", statements=statements)


def counts(engine: Any, made: Program) -> dict[str, int]:
    found: dict[str, int] = engine.execute(made, {}, Host(made, LIMITS, lambda: None)).counts
    return found


@pytest.mark.soak
@pytest.mark.parametrize("shape", ["row", "loop"])
def test_wasmtime_runs_a_large_function(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module_run, "SLICE", SLICE)
    made = program(shape)
    assert counts(wasm, made) == counts(machine, made)


@pytest.mark.parametrize("started", [chromium, firefox])
def test_browsers_run_large_functions(started: Callable[[], AbstractContextManager[Browser]]) -> None:
    with started() as browser:
        for made in map(program, ("row", "loop")):
            module = PausingModule(made, LIMITS.memory, LIMITS.depth)
            data = {"code": b64encode(assembly(module)).decode(), "slice": SLICE, **places(module)}
            assert browser.new_page().evaluate(RUN, data) == sum(counts(machine, made).values())
