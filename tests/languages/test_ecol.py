"""Laws of ECOL: any text gives a message or a run, both engines agree, whole numbers are only faster."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import (
    ASSERTING,
    Limits,
    Options,
    Outcome,
    Request,
    SourceError,
    SourceText,
    checked_options,
    execute,
    language,
    run,
)
from interpreters.language import Lowered
from interpreters.languages.ecol.check import check
from interpreters.languages.ecol.library import LIBRARY, session
from interpreters.languages.ecol.lower import lower_program

ECOL = language("ecol")
OPTIONS = checked_options(ECOL, Options())
LIMITS = Limits(statements=400, output=2000, memory=1 << 20, depth=50)
TAPE = {"tape": SourceText("tape.txt", "3, 1 -2 0.5 7 ] 4 x")}
NAMES = ("a", "b", "i")
ARRAYS = ("r", "s")
LABELS = ("1", "2", "3")

# --- programs ----------------------------------------------------------------------------------------------------

names = st.sampled_from(NAMES)
leaves = st.one_of(
    st.sampled_from(["0", "1", "2", "3", "7", "0.5", "9007199254740991", "LEES", "LEESSYM", "PS"]), names
)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-×/M"), inner),
        st.builds("({}{})".format, st.sampled_from("+-"), inner),
        st.builds("{} ({})".format, st.sampled_from(ARRAYS), inner),
        st.builds("{} ({})".format, st.sampled_from(["ABS", "G", "WRTL", "LN"]), inner),
    )


expressions = st.recursive(leaves, larger, max_leaves=5)
relations = st.builds("{} {} {}".format, expressions, st.sampled_from(["<", "<=", "=", "/=", ">=", ">"]), expressions)
conditions = st.one_of(relations, st.builds("{} {} {}".format, relations, st.sampled_from(["EN", "OF"]), relations))
targets = st.sampled_from([*LABELS, "STOP"])
variables = st.one_of(names, st.builds("{} ({})".format, st.sampled_from(ARRAYS), expressions))
assignments = st.builds("{} := {}".format, variables, expressions)
commands = st.one_of(
    assignments,
    assignments,
    st.builds("ALS {} DAN {}{}".format, conditions, targets, st.one_of(st.just(""), targets.map(" ANDERS {}".format))),
    st.builds("NAAR {}".format, targets),
    st.builds("SCHRIJF := {}".format, expressions),
    st.builds("SCHRIJM := {}".format, expressions),
    st.sampled_from(["NR", 'TEKST := "x"', 'TEKST := ": "', "deel"]),
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Draw a program that check.py accepts: arrays first, three labels, a loop, a SUB and a jump here and there."""
    lines = ["START", f"n := {draw(st.sampled_from(['5', '2.5', 'LEES']))}"]
    for name in ARRAYS:
        lines.append(f"RIJ (1:{draw(st.sampled_from(['3', *['9'] * 6, '1000000000000000', 'n']))}) {name}")
    for name in sorted(draw(st.sets(st.sampled_from(NAMES), min_size=2))):
        lines.append(f"{name} := {draw(leaves)}")
    body = draw(st.lists(commands, min_size=3, max_size=7))
    lines += [f"{label} {command}" for label, command in zip([*LABELS, *[""] * 9], body, strict=False)]
    if draw(st.booleans()):
        lines += [f"MET {draw(expressions)}, i := {draw(expressions)}, {draw(expressions)}", draw(commands), "HERHAAL"]
    return "\n".join([*lines, "KLAAR", "SUB deel", f"a := {draw(expressions)}", "END", ""])


def outcome(text: str, engine: str) -> Outcome | str:
    try:
        return run(SourceText("x.ecol", text), "ecol", Request(OPTIONS, TAPE, LIMITS, engine))
    except SourceError as error:
        return str(error)


# --- laws --------------------------------------------------------------------------------------------------------


def agree(source: str) -> None:
    """Run a program on both engines."""
    fast, slow = outcome(source, "native"), outcome(source, ASSERTING)
    if isinstance(slow, Outcome):
        assert isinstance(fast, Outcome)
        assert fast.same_as(slow)
    else:
        assert fast == slow


@settings(max_examples=40)
@given(programs())
def test_engines_agree(source: str) -> None:
    agree(source)


@settings(max_examples=60)
@given(programs())
def test_whole_numbers_are_only_faster(source: str) -> None:
    text = SourceText("x.ecol", source)
    usual = outcome(source, "machine")
    if isinstance(usual, str):
        return
    program = lower_program(check(ECOL.parse(text, OPTIONS), text), text, OPTIONS, speculate=False)
    lowered = Lowered(program, LIBRARY, lambda tapes: session(tapes, OPTIONS))
    host, real = execute(lowered, Request(OPTIONS, TAPE, LIMITS, "machine"))
    assert host.output.text == usual.output
    assert real.counts == usual.counts
    assert real.ending.kind == usual.ending.kind
    assert real.ending.place == usual.ending.place


@settings(max_examples=150)
@given(st.text(alphabet='START\nKLAR10a:=+ (,)"M×≤;ENDUBFHP', max_size=60))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    outcome(text, "machine")


@settings(max_examples=60)
@given(programs(), st.data())
def test_any_damaged_program_gives_a_message_or_a_run(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    put = data.draw(st.sampled_from(["", "\n", "(", ")", "END\n", "1 ", "\x00", "é", "KLAAR\n"]))
    outcome(text[:start] + put + text[end:], "machine")


@pytest.mark.parametrize("expression", ["(" * 1000 + "1" + ")" * 1000, "1" + " + 0" * 10_000, "-" * 1000 + "1"])
def test_deep_expressions(expression: str) -> None:
    done = outcome(f"START\nSCHRIJF (1,0) := {expression}\nKLAAR\n", "native")
    assert isinstance(done, Outcome)
    assert done.output.strip() == "1"


@settings(max_examples=30)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=12))
def test_reads_what_stands_on_the_tape(values: list[int]) -> None:
    text = f"START\nMET 1, i := 1, {len(values)}\nSCHRIJF (2,0) := LEES\nHERHAAL\nKLAAR\n"
    tapes = {"tape": SourceText("t", ", ".join(map(str, values)))}
    done = run(SourceText("x.ecol", text), "ecol", Request(OPTIONS, tapes, LIMITS))
    assert [int(word) for word in done.output.split()] == values
    assert done.tape_read == len(values)


def test_of_many_wrong_lines_twenty_are_told() -> None:
    text = outcome("START\n" + "k = 1\n" * 2000 + "KLAAR\n", "machine")
    assert isinstance(text, str)
    assert text.count("unexpected =") == 20
