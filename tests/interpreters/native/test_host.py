"""What lies outside of the fast engine: library, events, probes, stops, interrupts."""

import threading

import pytest

from getallenband.interpreters import native
from getallenband.interpreters.compiled import services
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.builder import FunctionBuilder
from getallenband.interpreters.ir.host import HostFunction, printer, put
from getallenband.interpreters.ir.messages import out_of_output, stopped
from getallenband.interpreters.ir.ops import Label
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.ir.verify_operations import OperationCheck
from getallenband.interpreters.native import run
from getallenband.interpreters.outcome import Crash, Exhausted, Finished, Interrupted, Limits, Trap
from getallenband.interpreters.source.position import Place
from tests.interpreters.native.programs import LIBRARY, counting, hidden, performed, started


def test_host_calls_and_events_keep_their_order():
    program, build = started()
    build.defer("int", build.int(1))
    build.host("int", build.int(2))
    build.defer("real", build.host("three", build.int(1), build.real(0.5), build.int(2)))
    build.defer("int", build.int(3))
    build.end(ops.Return)
    assert performed(program)[1].output.text == "1\n2\n3.5\n3\n"


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("trap", Trap("forbidden", Place(3, 5))),
        ("halt", Finished("enough", Place(3, 5))),
        ("tired", Exhausted("no more", Place(3, 5))),
    ],
)
def test_library_procedures_that_end_the_run(name, ending):
    program, build = started()
    build.defer("int", build.int(1))
    build.statement("1", Place(3, 5))
    build.host(name)
    build.statement("2", Place(4, 5))
    build.defer("int", build.int(2))
    build.end(ops.Return)
    execution, host = performed(program)
    assert execution.ending == ending
    assert execution.counts == {"1": 1, "2": 0}
    assert host.output.text == "1\n"


def test_a_fault_of_the_library_is_a_crash():
    program, build = started()
    build.host("bug")
    build.end(ops.Return)
    with pytest.raises(Crash) as caught:
        performed(program)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def printing(turns, end):
    program, build = started()
    build.local("k", Type.INT)
    build.perform(ops.LocalStore, "k", build.int(0))
    loop, done = Label("loop"), Label("done")
    limit = hidden(build, turns)
    build.begin(loop)
    build.statement("1", Place(2, 1))
    k = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1))
    build.perform(ops.LocalStore, "k", k)
    build.defer("int", k)
    build.end(ops.Branch, build.do(ops.IntCompare, "<", k, limit), loop, done)
    build.begin(done)
    build.statement("2", Place(3, 1))
    end(build)
    return program


@pytest.mark.parametrize("turns", [1, ops.EVENTS - 1, ops.EVENTS, ops.EVENTS + 1, 3 * ops.EVENTS])
def test_many_events(turns):
    program = printing(turns, lambda build: build.end(ops.Return))
    assert performed(program)[1].output.text.split() == [str(number) for number in range(1, turns + 1)]


@pytest.mark.parametrize(("width", "others"), [(100, 0), (5, 0), (100, 1)])
def test_calls_that_only_print_are_performed_as_one(monkeypatch, width, others):
    """Unless the device refuses, or one of the calls is of another kind."""

    def put(host, text):
        puts.append(text)
        if max(map(len, text.split("\n"))) > width:
            return False
        host.output.write(text)
        return True

    def write(host, text):
        singly.append(text)
        host.output.write(text)

    puts, singly = list[str](), list[str]()
    kinds = (Type.INT, Type.REAL)
    monkeypatch.setitem(LIBRARY, "both", printer(kinds, lambda _host, left, right: f"{left} {right}", write, put))
    monkeypatch.setitem(LIBRARY, "line", printer((), lambda _host: "\n", write, put))
    program, build = started()
    given = [(-1, -0.0), (2, 0.0), (-1, -0.0), (3, 1e300)]
    for left, right in [(hidden(build, left), hidden(build, right)) for left, right in given]:
        build.defer("both", left, right)
        build.defer("line")
    for _ in range(others):
        build.defer("int", build.int(7))
    build.end(ops.Return)
    texts = ["-1 -0.0", "\n", "2 0.0", "\n", "-1 -0.0", "\n", "3 1e+300", "\n"]
    assert performed(program)[1].output.text == "".join(texts) + "7\n" * others
    assert puts == ([] if others else ["".join(texts)])
    assert singly == (texts if others or width < 100 else [])


@pytest.mark.parametrize("most", [5, services.MOST_TEXTS])
@pytest.mark.parametrize("longest", [0, services.LONGEST])
def test_texts_of_many_calls_keep_their_order(monkeypatch, most, longest):
    """Those that are as before, new ones, those that repeat, and such as are too long to be joined."""

    monkeypatch.setattr(services, "MOST_TEXTS", most)
    monkeypatch.setattr(services, "LONGEST", longest)
    kinds = (Type.REAL, Type.INT)
    monkeypatch.setitem(LIBRARY, "both", printer(kinds, lambda _host, left, right: f"{left!r} {right},", put, put))
    monkeypatch.setitem(LIBRARY, "line", printer((), lambda _host: "\n", put, put))
    program, build = started()
    turns = 2 * ops.EVENTS
    build.local("k", Type.INT)
    build.perform(ops.LocalStore, "k", build.int(0))
    loop, done, limit = Label("loop"), Label("done"), hidden(build, turns)
    build.begin(loop)
    k = build.do(ops.IntAdd, build.do(ops.LocalLoad, "k"), build.int(1))
    build.perform(ops.LocalStore, "k", k)
    build.defer("both", build.do(ops.IntToReal, k), build.int(1))
    build.defer("both", build.real(-0.0), build.do(ops.IntAnd, k, build.int(1)))
    build.defer("line")
    build.end(ops.Branch, build.do(ops.IntCompare, "<", k, limit), loop, done)
    build.begin(done)
    build.end(ops.Return)
    expected = "".join(f"{float(turn)!r} 1,-0.0 {turn & 1},\n" for turn in range(1, turns + 1))
    assert performed(program)[1].output.text == expected


@pytest.mark.parametrize(("of_printing", "of_code", "runs"), [(10**6, 0, 1), (0, 10**6, 2)])
def test_code_is_optimised_for_its_own_time(monkeypatch, of_printing, of_code, runs):
    """Not for what Python takes to print."""

    def number(_host, value):
        clock["now"] += of_printing
        return f"{value}\n"

    class Run(run.NativeRun):
        def __init__(self, *given):
            started.append(given)
            super().__init__(*given)

        def refuel(self, site, fuel):
            clock["now"] += of_code
            return super().refuel(site, fuel)

    clock, started = {"now": 0.0}, []
    monkeypatch.setattr("time.thread_time", lambda: clock["now"])
    monkeypatch.setattr(run, "LONG", 0)
    monkeypatch.setattr(run, "FIRST_FUEL", ops.EVENTS)
    monkeypatch.setattr(native, "NativeRun", Run)
    monkeypatch.setitem(LIBRARY, "int", printer((Type.INT,), number, put, put))
    execution, host = performed(printing(3 * ops.EVENTS, lambda build: build.end(ops.Return)))
    assert (len(started), execution.counts["1"], host.output.text.count("\n")) == (runs, *[3 * ops.EVENTS] * 2)


def test_output_that_runs_out_at_the_end():
    execution, host = performed(printing(3, lambda build: build.end(ops.Return)), Limits(output=5, memory=1 << 20))
    assert host.output.text == "1\n2\n3"
    assert execution.ending == Exhausted(out_of_output(5), Place(3, 1))


def test_output_that_runs_out_at_a_trap():
    program = printing(3, lambda build: build.end(ops.Trap, "wrong"))
    execution, host = performed(program, Limits(output=5, memory=1 << 20))
    assert host.output.text == "1\n2\n3"
    assert execution.ending == Trap("wrong", Place(3, 1))


def test_output_that_runs_out_on_the_way():
    execution, _ = performed(printing(10**9, lambda build: build.end(ops.Return)), Limits(output=5, memory=1 << 20))
    assert execution.ending == Exhausted(out_of_output(5), Place(2, 1))
    assert execution.counts == {"1": ops.EVENTS, "2": 0}


def probed(turns, step, start):
    program = counting(1, turns)
    program.probes = ["none", "k"]
    build = FunctionBuilder(program, "other", "other")
    build.end(ops.Return)
    build.function = program.functions["main"]
    build.check = OperationCheck(program, {}, build.function, build.here)
    build.block = build.function.blocks[Label("loop")]
    last = build.block.operations.pop()
    k = build.do(ops.IntMultiply, build.do(ops.LocalLoad, "k"), build.int(step))
    build.perform(ops.Probe, 1, build.do(ops.IntAdd, k, build.int(start)))
    build.add(last)
    return program


def test_probes_of_small_and_odd_values():
    assert performed(probed(3, 0, 7))[0].probes == {"none": {}, "k": {7: 3}}
    many = performed(probed(20_000, -1, 1000))[0].probes["k"]
    assert many == {1000 - number: 1 for number in range(1, 20_001)}
    assert list(many) == sorted(many)
    assert performed(probed(2, 1, 1022))[0].probes["k"] == {1023: 1, 1024: 1}


def test_stopping_before_an_execution():
    program = counting(2)
    block = program.functions["main"].blocks[Label("loop")]
    block.operations.insert(1, ops.StopBefore(2, 4, at=2))
    execution, _ = performed(program)
    assert execution.ending == Finished(stopped("c", 4), program.places[2])
    assert execution.counts == {"a": 1, "b": 4, "c": 3, "z": 0}


def endless(marked):
    program, build = started()
    loop = Label("loop")
    build.begin(loop)
    if marked:
        build.statement("1", Place(2, 1))
    build.end(ops.Jump, loop)
    return program


class Impatient:
    """A progress display that interrupts once it is called."""

    def __init__(self, problem):
        self.problem, self.calls = problem, []

    def __call__(self, statements):
        self.calls.append(statements)
        raise self.problem


@pytest.mark.parametrize("marked", [True, False])
def test_ctrl_c_ends_an_endless_loop(marked):
    display = Impatient(KeyboardInterrupt())
    execution, _ = performed(endless(marked), progress=display)
    assert isinstance(execution.ending, Interrupted)
    assert len(display.calls) == 1
    assert (display.calls[0] > 0) is marked
    assert bool(sum(execution.counts.values())) is marked


def test_a_failing_progress_display_stops_the_run():
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        performed(endless(True), progress=Impatient(ZeroDivisionError()))
    assert threading.active_count() <= before + 1


def test_ctrl_c_ends_a_library_procedure_that_charges_its_work(monkeypatch):
    def long(host):
        for _ in range(10**9):
            host.charge(0)

    monkeypatch.setitem(LIBRARY, "long", HostFunction((), None, long))
    program, build = started()
    build.host("long")
    build.end(ops.Return)
    execution, _ = performed(program, progress=Impatient(KeyboardInterrupt()))
    assert isinstance(execution.ending, Interrupted)
