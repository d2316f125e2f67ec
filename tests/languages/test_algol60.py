"""ALGOL 60 beyond its cases: Man-or-Boy, deep recursion, representations, random programs."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters import (
    ASSERTING,
    Limits,
    Options,
    Outcome,
    ProbeRequest,
    Request,
    SourceError,
    SourceText,
    lower,
    run,
)
from getallenband.interpreters.ir.verify import verify
from getallenband.interpreters.languages.algol60 import LANGUAGE
from getallenband.interpreters.languages.algol60.check.library import Library, system
from getallenband.interpreters.languages.algol60.library import LIBRARY
from getallenband.interpreters.languages.algol60.lower.standard import MAKERS
from getallenband.interpreters.languages.algol60.systems import system_names
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.testing.cases import case_files
from tests import ROOT
from tests.generators.algol60_programs import Maker
from tests.generators.algol60_world import run_python
from tests.generators.algol60_writing import Writer

MAN_OR_BOY = """
begin
  integer j;
  real procedure A(k, x1, x2, x3, x4, x5); value k; integer k;
  begin
    real procedure B;
    begin k := k - 1; B := A := A(k, B, x1, x2, x3, x4) end;
    if k <= 0 then A := x4 + x5 else B
  end;
  for j := %d step 1 until %d do outinteger(1, A(j, 1, -1, -1, 1, 0))
end
"""
REPORTS = ("modified", "revised")
KNUTH = [1, 0, -2, 0, 1, 0, 1, -1, -10, -30, -67, -138, -291]


def ran(text: str, engine: str = "native", limits: Limits | None = None, **settings: str) -> Outcome:
    arithmetic = settings.pop("arithmetic", "ieee754")
    request = Request(Options(arithmetic, settings), {}, limits or Limits(), engine)
    return run(SourceText("test.a60", text), "algol60", request)


@pytest.mark.parametrize("engine", [ASSERTING, "native"])
def test_man_or_boy(engine: str) -> None:
    outcome = ran(MAN_OR_BOY % (0, 12), engine)
    assert outcome.ending.kind == "finished"
    assert [int(number) for number in outcome.output.split()] == KNUTH


@pytest.mark.parametrize("statements", [None, 39_999])
def test_a_long_tape_is_read_where_fuel_is_overdrawn(statements: int | None) -> None:
    """The loop is so short that it tests no fuel."""
    text = "begin integer i; real s; s := 0; for i := 1 step 1 until 40000 do s := s + read; ABSFIXT(12, 0, s) end"
    tape = SourceText("tape", "".join(f"{number}\n" for number in range(50_000)))
    limits = Limits(statements=statements)
    native, machine = (
        run(SourceText("test.a60", text), "algol60", Request(Options("ieee754"), {"tape": tape}, limits, engine))
        for engine in ("native", "machine")
    )
    assert native.output.strip() == ("" if statements else str(sum(range(40_000))))
    assert (native.ending, native.output, native.counts) == (machine.ending, machine.output, machine.counts)
    assert native.tape_read == machine.tape_read == (39_997 if statements else 40_000)


def test_recursion_to_a_hundred_thousand() -> None:
    text = """
    begin
      integer procedure depth(n); value n; integer n; depth := if n = 0 then 0 else depth(n - 1) + 1;
      outinteger(1, depth(100000))
    end
    """
    outcome = ran(text)
    assert (outcome.ending.kind, outcome.output) == ("finished", "100000 ")


@pytest.mark.parametrize("engine", [ASSERTING, "native"])
def test_endless_recursion_is_a_trap(engine: str) -> None:
    text = "begin procedure p(n); integer n; p(n + 1); p(1) end"
    ending = ran(text, engine, Limits(depth=50_000)).ending
    assert ending.kind == "trap"
    assert ending.message == "procedure p is called 50001 deep: endless recursion?"


PIECE = """
for k := 1 step 1 until 3 do
  begin
    if k > 2 ∧ ¬b then x := x × 2.5 + k else x := x / (k + 1);
    a[k] := if b then k ÷ 2 else k ↑ 2;
    b := ¬b
  end;"""


def test_a_long_program_is_read_and_run() -> None:
    head = "begin integer k; real x; Boolean b; integer array a[1:3]; x := 1; b := false;"
    outcome = ran(head + PIECE * 250 + " outinteger(1, a[1] + a[2] + a[3]) end", "machine")
    assert (outcome.ending.kind, outcome.output) == ("finished", "5 ")


def test_deep_nesting() -> None:
    text = "begin integer k; k := " + "(" * 1000 + "1" + " + 1)" * 1000 + "; outinteger(1, k) end"
    assert ran(text, "machine").output == "1001 "
    chain = "begin integer k; k := 0" + " + 1" * 10_000 + "; outinteger(1, k) end"
    assert ran(chain, "machine").output == "10000 "
    blocks = "begin integer k; k := 1;" * 500 + "outinteger(1, k)" + " end" * 500
    assert ran(blocks, "machine").output == "1 "


@pytest.mark.parametrize("report", ["modified", "revised"])
def test_hundreds_of_jumps_through_a_switch_of_hundreds_of_labels_are_machine_code(report: str) -> None:
    labels = [f"l{number}" for number in range(300)]
    jumps = "; ".join(f"{label}: i := i + 1; goto s[i]" for label in labels)
    outcome = ran(f"begin integer i; switch s := {', '.join(labels)}, out; i := 1; {jumps}; out: outinteger(1, i) end",
                  report=report)  # fmt: skip
    assert (outcome.engine, outcome.output) == ("native", "301 ")


def library_table() -> str:
    """Write the table of docs/algol60_library.md: every standard procedure, with its system."""
    rows = [f"| `{each.heading}` | {name if name in system_names() else 'all'} | {each.what} | {each.source} |"
            for name in ("elementary", *system_names()) for each in system(name).procedures]  # fmt: skip
    return "\n".join(["| procedure | system | what it does | source |", "| --- | --- | --- | --- |", *rows]) + "\n"


def test_the_manual_lists_every_standard_procedure(update: bool) -> None:
    path = ROOT / "docs" / "algol60_library.md"
    before, marker, _ = path.read_text(encoding="utf-8").partition("## All procedures\n\n")
    if update:
        path.write_text(before + marker + library_table(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == before + marker + library_table()


@pytest.mark.parametrize("name", system_names())
def test_a_library_is_a_table_whose_procedures_can_be_called(name: str) -> None:
    library = Library(name)
    place = Place(1, 1)
    for standard in library.standards.values():
        found = library.find(standard.name.lower(), place)
        assert found is not None
        assert standard.in_algol or standard.how.split()[0] in MAKERS
        host = standard.host if standard.how.startswith(("prints ", "calls ", "reads ")) else "print"
        assert host in LIBRARY


REPRESENTATIONS = {
    "plain": "begin integer k; for k := 1 step 1 until 2 do outinteger(1, k) end",
    "upper": "BEGIN INTEGER k; FOR k := 1 STEP 1 UNTIL 2 DO outinteger(1, k) END",
    "quoted": "'BEGIN' 'INTEGER' k., 'FOR' k .= 1 'STEP' 1 'UNTIL' 2 'DO' outinteger(1, k) 'END'",
    "underlined": "_b_e_g_i_n _i_n_t_e_g_e_r k; _f_o_r k := 1 _s_t_e_p 1 _u_n_t_i_l 2 _d_o outinteger(1, k) _e_n_d",
}


@pytest.mark.parametrize("representation", REPRESENTATIONS)
def test_representations_are_found_out(representation: str) -> None:
    trees = [
        LANGUAGE.parse(SourceText("x", REPRESENTATIONS[representation]), Options("ieee754", {"representation": chosen}))
        for chosen in ("auto", representation)
    ]
    plain = LANGUAGE.parse(SourceText("x", REPRESENTATIONS["plain"]), Options("ieee754", {"representation": "plain"}))
    assert trees == [plain, plain]


CURED = (
    ("begin real s; s := s + 1 end", "undefined=zero"),
    ("begin integer i; i := -1; outreal(1, 2 ↑ i) end", "report=revised"),
    ("begin switch s := out; goto s[2]; out: end", "report=revised"),
    ("begin integer i; i := 67108863; i := i + 1 end", "arithmetic=ieee754"),
)


@pytest.mark.parametrize(("text", "cure"), CURED)
def test_a_trap_names_what_would_let_the_program_go_on(text: str, cure: str) -> None:
    trapped = ran(text, arithmetic="el_x8").ending
    assert trapped.kind == "trap"
    assert cure.replace("arithmetic=", "--arithmetic ") in LANGUAGE.cure(trapped.message)
    chosen = {"arithmetic": "el_x8", **dict([cure.split("=")])}
    assert ran(text, "native", None, **chosen).ending.kind == "finished"


def test_a_trap_that_no_setting_prevents_names_none() -> None:
    trapped = ran("begin integer i; i := -1; outreal(1, 0 ↑ i) end").ending
    assert (trapped.kind, LANGUAGE.cure(trapped.message)) == ("trap", "")


SWALLOWED = {
    "begin integer i;\n comment set i\n i := 2;\n outinteger(1, i) end": "i := 2 on line 3",
    "begin integer array a[1:2];\n comment one\n  and two\n a[1] := a[2] := 2;\n outinteger(1, a[2]) end":
        "a[1] := a[2] := 2 on line 4",
    "'BEGIN' 'REAL' X Y.,\n'COMMENT' NU\nX Y .= 2.,\nOUTREAL(1, XY) 'END'": "X Y .= 2 on line 3",
    "begin integer i, s; ! sum\nfor i := 1 step 1 until 3 do\ns := i;\noutinteger(1, s) end":
        "for i := 1 step 1 until 3 do on line 2",
}  # fmt: skip
"""Programs whose undefined variable a comment would have set, and what the hint points at."""


@pytest.mark.parametrize("text", SWALLOWED)
def test_a_trap_points_at_the_comment_that_swallows_the_assignment(text: str) -> None:
    trapped = ran(text).ending
    hint = LANGUAGE.cure(trapped.message, SourceText("x.a60", text), Options())
    assert hint.startswith(f"{SWALLOWED[text]} is part of the comment that begins on line ")


def test_a_trap_of_another_variable_has_the_usual_cure() -> None:
    text = "begin integer i, k;\n comment set i\n i := 2;\n outinteger(1, k) end"
    assert LANGUAGE.cure(ran(text).ending.message, SourceText("x.a60", text), Options()) == LANGUAGE.cure(
        ran(text).ending.message
    )


def agree(seed: int) -> None:
    """Write a random program in another representation, where it must mean the same, and run it."""
    random = Random(seed)
    arithmetic, report = random.choice(LANGUAGE.arithmetics), random.choice(REPORTS)
    plain, python = Maker(random, arithmetic).program()
    written = Writer(random).text(plain)
    agree_with_plain(written, plain)
    agree_with_python(written, python, arithmetic, report)


def agree_with_plain(written: str, plain: str) -> None:
    trees = [LANGUAGE.parse(SourceText("x", text), Options("ieee754", {})) for text in (written, plain)]
    assert trees[0] == trees[1], written


def agree_with_python(algol: str, python: str, arithmetic: str, report: str) -> None:
    """Run a program on both engines, and its translation in Python."""
    limits = Limits(statements=20_000, depth=900)
    chosen = {"arithmetic": arithmetic, "report": report}
    machine, native = (ran(algol, engine, limits, **chosen) for engine in (ASSERTING, "native"))
    assert machine.same_as(native)
    printed, ending = run_python(python, arithmetic, report)
    if ending != "spent" and machine.ending.kind != "exhausted" and "deep" not in machine.ending.message:
        assert (machine.output, machine.ending.kind) == (printed, ending)


def test_code_that_is_not_optimised_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getallenband.interpreters.native.run.LARGE", 0)
    for seed in range(5):
        agree(seed)


@settings(max_examples=5)
@given(st.integers(0, 2**32))
def test_random_programs_agree(seed: int) -> None:
    agree(seed)


WORDS = re.compile(r"[A-Za-z0-9]+|\s+|:=|.", re.DOTALL)
SOURCES = [case.source for case in case_files("algol60")]


@settings(max_examples=100)
@given(st.sampled_from(SOURCES), st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_text_gives_a_program_or_a_message(text: str, random: Random, changes: int) -> None:
    words = WORDS.findall(text)
    for _ in range(changes):
        place = random.randrange(len(words))
        words[place : place + random.randrange(3)] = [random.choice(words)] * random.randrange(3)
        words = words or [";"]
    message = ""
    try:
        lowered = lower(SourceText("changed.a60", "".join(words)), "algol60")
        verify(lowered.program, lowered.library)
    except SourceError as error:
        message = str(error)
    assert message == "" or message.startswith("changed.a60:")


TRACED = """begin integer k, s; integer array a[1:3];
  integer procedure f(n); value n; integer n; begin s := n; f := n × 2 end;
  k := 1;
again: a[k] := k;
  outinteger(1, f(k))
end
"""


def test_trace_follows_calls_labels_and_assignments() -> None:
    seen: list[str] = []
    request = Request(Options("ieee754", {}), engine="machine", trace=seen.append)
    run(SourceText("test.a60", TRACED), "algol60", request)
    assert seen == [
        "3:3 statement 3", "3:3 k := 1", "4:8 statement again", "4:8 a[1] := 1", "5:3 statement 5",
        "5:17 call procedure f", "2:53   statement 2:53", "2:53   s := 1", "2:61   statement 2:61", "2:61   f := 2",
        "return from procedure f",
    ]  # fmt: skip


def test_probes_find_the_variables_of_procedures() -> None:
    request = Request(Options("ieee754", {}), probes={"seen": ProbeRequest("2:61", "f.n")})
    assert run(SourceText("test.a60", TRACED), "algol60", request).probes == {"seen": {1: 1}}


def test_man_or_boy_at_twenty_fits_the_default_limits() -> None:
    assert ran(MAN_OR_BOY % (20, 20)).output == "-175416 "
