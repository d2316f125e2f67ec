"""Programs of a few operations, built by hand, and what the fast engine makes of them."""

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import Host, HostExhausted, HostFunction, HostHalt, HostTrap
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.native import execute
from getallenband.interpreters.outcome import Finished, Limits, Trap
from getallenband.interpreters.source.position import Place

LOW, HIGH = -(2**63), 2**63 - 1


def raiser(problem):
    def perform(*_):
        raise problem

    return perform


LIBRARY = {
    "int": HostFunction((Type.INT,), None, lambda host, value: host.output.write(f"{value}\n")),
    "real": HostFunction((Type.REAL,), None, lambda host, value: host.output.write(f"{value!r}\n")),
    "same_int": HostFunction((Type.INT,), Type.INT, lambda _host, value: value),
    "same_real": HostFunction((Type.REAL,), Type.REAL, lambda _host, value: value),
    "three": HostFunction((Type.INT, Type.REAL, Type.INT), Type.REAL, lambda _host, a, b, c: a + b + c),
    "trap": HostFunction((), None, raiser(HostTrap("forbidden"))),
    "halt": HostFunction((), None, raiser(HostHalt("enough"))),
    "tired": HostFunction((), None, raiser(HostExhausted("no more"))),
    "bug": HostFunction((), None, raiser(ZeroDivisionError("ours"))),
}


def started(regions=None):
    program = Program("p", {}, regions or {}, "main")
    return program, FunctionBuilder(program, "main", "the program", library=LIBRARY)


def performed(program, limits=None, progress=None):
    limits = limits or Limits(memory=1 << 20)
    host = Host(program, limits)
    return execute(program, LIBRARY, host, progress), host


def shown(make, regions=None):
    """Run a main that prints one value; return that value, or the ending if it is no Finished."""
    program, build = started(regions)
    build.place(Place(3, 5))
    value = make(build)
    if build.type_of(value) is Type.BOOL:
        value = build.do(ops.BoolToInt, value)
    whole = build.type_of(value) is Type.INT
    build.defer("int" if whole else "real", value)
    build.end(ops.Return)
    execution, host = performed(program)
    if not isinstance(execution.ending, Finished):
        return execution.ending
    return int(host.output.text) if whole else float(host.output.text)


def hidden(build, value):
    """Return a register whose value LLVM does not know when it compiles."""
    if isinstance(value, float):
        return build.host("same_real", build.real(value))
    return build.host("same_int", build.int(value))


def binary(operation, left, right, **fields):
    return shown(lambda build: build.do(operation, hidden(build, left), hidden(build, right), **fields))


def unary(operation, value, **fields):
    return shown(lambda build: build.do(operation, hidden(build, value), **fields))


def trap(message):
    return Trap(message, Place(3, 5))


def counting(statements=3, limit=10):
    """A loop of `limit` turns with marks a (once), b, c, d … (in one block, each turn) and z (once)."""
    program, build = started()
    for name, start in (("k", 0), ("limit", limit)):
        build.local(name, Type.INT)
        build.perform(ops.LocalStore, name, hidden(build, start))
    build.statement("a", Place(1, 1))
    loop, done = Label("loop"), Label("done")
    build.begin(loop)
    for number in range(statements):
        build.statement("bcdefg"[number], Place(2, 1 + number))
    k = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1))
    build.perform(ops.LocalStore, "k", k)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", k, build.do(ops.LocalLoad, "limit")), loop, done)
    build.begin(done)
    build.statement("z", Place(4, 1))
    build.end(ops.Return)
    return program
