"""Clocks: machine files that say where each figure is from, and times added up by hand from those figures."""

from __future__ import annotations

import pytest

from getallenband.interpreters import Options, SourceText, language, lower, read
from getallenband.interpreters.clocks import Charge, Clock, Figure, clock, clocks, timing
from getallenband.interpreters.language import checked_options
from getallenband.interpreters.source.diagnostics import SourceError, UserError
from getallenband.interpreters.testing.cases import case_files
from getallenband.originals.values import rounded
from getallenband.reports.checking.observed import Context, run_observer
from getallenband.reports.runs.clock import checked_clock, time_run
from getallenband.reports.runs.job import job_for
from getallenband.reports.runs.options import RunOptions
from getallenband.reports.runs.records import Records
from getallenband.reports.runs.run import perform

ALGOL = language("algol60")
OPTIONS = checked_options(ALGOL, Options("el_x8", {"library": "el_x8"}))

# Microseconds without the line's 7.5, by hand from MR 81, section 9 (the greater figure) and SEN-E0801 (the smaller).
STATEMENTS = {
    "i := i + 1": (3.75 + 10, 8 + 16),
    "x := y": (7.5, 15),
    "b := ¬ b": (5 + 14, 5 + 14),
    "x := x + y": (6.25 + 7.5, 18.75 + 15),
    "i := i - (i + i)": (2 * 3.75 + 12 + 10, 2 * 8 + 12 + 16),
    "i := i ÷ 2": (180 + 10, 190 + 16),
    "g[1] := 0": (52.5 + 60, 66 + 85),
    "i := g[i]": (2.5 + 60 + 10, 50 + 85 + 16),
    "i := m[i, i]": (2.5 + 2 * 60 + 10, 50 + 2 * 85 + 16),
    "f[1] := true": (122.5 + 60, 164 + 85),
    "if i = 1 then\ni := 0": (2.5 + 3.75 + 2.5, 7.5 + 8 + 5),
    "b := b ∧ b": (21 + 14, 21 + 14),
    "i := if b then 1 else 2": (2.5 + 2.5 + 10, 7.5 + 5 + 2.5 + 16),
    "i := if b then i + 1 else 2": (2.5 + 2.5 + 10, 7.5 + 5 + 2.5 + 8 + 16),
    "x := sin(y)": (2.5 + 470 + 7.5, 7.5 + 656.25 + 15),
}

# SEN-E0801, 5.2: what the emulated X8 took for such statements, variables at fixed addresses.
MEASURED = {
    "i := i + 1": (20, 20),
    "x := x + y": (22.5, 33.75),
    "g[i] := 0": (120, 120),
    "f[i] := true": (192.5, 192.5),
    "r[i] := r[i] + x": (197.5, 208.75),
}

# SEN-E0801, A.5: an execution of such statements in a procedure, its line's 7.5 included, as the published profile
# gives it: a line's time by its executions, which are its instructions by those of one execution.
PROFILED = {
    "k := g[j] - 1": 868_968.75 / (203_918 / 22),
    "k := g[j] + 4 × i": 4_666_692.5 / (943_525 / 25),
    "if g[g[k] + j] = 0 then\ni := 1": 5_708_326.25 / (1_358_676 / 36),
    "if g[g[k + 1] + j] = 0 then\ni := 1": 2_337_245 / (557_923 / 37),
    "if f[j] then\ni := 1": 6_180_237.5 / (1_245_270 / 31),
    "if i = n then\ni := 1": 67_180 / (16_795 / 5),
    "f[j] := false": 1_919_248.75 / (380_029 / 41),
    "g[j] := k": 1_251_315 / (268_801 / 29),
    "g[g[k + i] + j] := k": 2_838_355 / (618_056 / 46),
    "g[j] := 0": 434_330 / (96_889 / 29),
}


def program(statement, declarations=""):
    return SourceText(
        "a.a60",
        "begin integer i; real x, y; Boolean b; integer array g[1:2], m[1:2, 1:2]; real array r[1:2];"
        f" Boolean array f[1:2]; {declarations}\ni := 1;\n{statement}\nend",
    )


def charges(source, options=OPTIONS):
    return ALGOL.costs(read(source, "algol60", options), source, options)


def microseconds(source, statement, **counts):
    low, high = timing(clock("el_x8"), charges(source), counts).statements[statement]
    return 1e6 * low, 1e6 * high


def of_line_3(statement):
    """Return the time of one execution of a statement, without the bookkeeping of its line."""
    return tuple(time - 7.5 for time in microseconds(program(statement), "3", **{"3": 1}))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_costs_what_its_operators_do(statement):
    assert of_line_3(statement) == pytest.approx(STATEMENTS[statement])


@pytest.mark.parametrize("statement", MEASURED)
def test_what_was_measured_is_in_the_interval(statement):
    low, high = of_line_3(statement)
    least, most = MEASURED[statement]
    assert low <= least <= most <= high


@pytest.mark.parametrize("statement", PROFILED)
def test_what_was_profiled_is_in_the_interval(statement):
    source = program("p(1)", f"integer n; procedure p(j); value j; integer j; begin integer i, k;\n{statement} end;")
    low, high = microseconds(source, "2", **{"2": 1})
    assert low <= PROFILED[statement] <= high


def test_the_six_minutes_of_1969_are_in_the_interval_of_the_author_s_algol_program():
    job = job_for("debruijn1972_pentomino/algol-first24", RunOptions())
    times = time_run(job, perform(job).counts, checked_clock("el_x8", job.language)).timing
    assert times.low < 360 < times.high
    assert times.high < 2 * times.low


def test_a_published_time_is_judged_by_a_clock():
    records, edition = Records(), "debruijn1972_pentomino"
    context = Context(edition, 360, "algol-first24", lambda run: records(edition, run), dict, str, None)
    seen = run_observer("time_by_clock", context, {"clock": "el_x8"})
    low, high = seen.interval
    assert 200 < low < 360 < high < 450
    assert seen.value == f"{rounded(low / 60, 3)} to {rounded(high / 60, 3)} minutes"
    assert (seen.facts["low"], seen.facts["high"]) == (round(low / 60, 1), round(high / 60, 1))
    assert context.parts == {("run", "algol-first24"), ("clock", "el_x8")}
    with pytest.raises(UserError, match="there is no clock for ECOL: el_x8 has the times of ALGOL 60 only"):
        run_observer("time_by_clock", context, {"clock": "el_x8", "run": "first24"})


def test_a_for_statement_turns_as_often_as_its_body():
    """SEN-E0801, 5.2.3: 66.25 + n × 83.75, and 7.5 for the line; MR 81: 80 a turn."""
    source = program("for i := 1 step 1 until 2 do\nx := y")
    low, high = microseconds(source, "3", **{"3": 1, "4": 10})
    assert (low, high) == pytest.approx((7.5 + 66.25 + 10 * 80, 7.5 + 71.25 + 10 * (83.75 + 7.5)))


def test_the_branch_with_else_pays_for_its_jump():
    source = program("if b then\ni := 0 else\ni := 1")
    without, taken = (microseconds(source, "3", **{"3": 4, "4": times})[0] for times in (0, 3))
    assert taken - without == pytest.approx(3 * 2.5)


def test_a_call_with_a_parameter_by_name_takes_what_was_measured():
    """SEN-E0801, 5.2.4: 182.5."""
    low, high = microseconds(program("p(x)", "procedure p(z); real z; begin real y; end;"), "3", **{"3": 1})
    assert low - 7.5 <= 182.5 <= high - 7.5


def test_variables_of_procedures_take_longer_to_find():
    """SEN-E0801, 5.2.1: 25 for i := i + 1, in place of 20."""
    source = program("p", "procedure p; begin integer i;\ni := i + 1 end;")
    low, high = (time - 7.5 for time in microseconds(source, "2", **{"2": 1}))
    assert (low, high) == pytest.approx((3.75 + 10 + 2 * 2.5, 8 + 16 + 2 * 5))
    assert low <= 25 <= high


def test_what_has_no_figure_is_counted_and_left_out():
    found = timing(clock("el_x8"), charges(program("NLCR")), {"3": 5})
    assert found.missing == {"NLCR()": 5}
    assert found.high == pytest.approx(5 * 7.5e-6)


def test_executions_are_added_up():
    machine = Clock("m", "M", "algol60", {"a": Figure((1, 3), "", "", "")})
    found = timing(machine, [Charge("1", "1", "a", 1, 2), Charge("1", "2", "a", 0, 1)], {"1": 1_000_000, "2": 500_000})
    assert found.statements == {"1": (1.0, 7.5)}


@pytest.mark.parametrize("name", clocks())
def test_every_figure_has_bounds_source_and_certainty(name):
    machine = clock(name)
    assert language(machine.language).costs is not None
    for figure in machine.figures.values():
        low, high = figure.microseconds
        assert 0 < low <= high
        assert figure.what
        assert figure.source
        assert figure.certainty in ("estimated", "measured", "derived")


def test_an_unknown_clock_is_named_with_those_that_there_are():
    with pytest.raises(UserError, match=r"^there is no clock 'el_x1'; nearest: el_x8 \(clocks: el_x8\)$"):
        clock("el_x1")


def test_every_program_of_the_cases_can_be_clocked():
    """Whatever is charged has a name under which statements are counted."""
    clocked, options = 0, checked_options(ALGOL, Options())
    for case in case_files("algol60"):
        source = SourceText(case.name, case.source)
        try:
            counted = {one.label for one in lower(source, "algol60", options).program.statements}
        except SourceError:
            continue
        clocked += 1
        assert {
            name for charge in charges(source, options) for name in (charge.statement, charge.counted)
        } <= counted, case.label
    assert clocked > 100
