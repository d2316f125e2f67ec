"""Laws of ECOL: any text gives a message or a run, both engines agree, whole numbers are only faster."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters import (
    ASSERTING,
    Limits,
    Options,
    Outcome,
    Request,
    SourceError,
    SourceText,
    checked_options,
    language,
    lower,
    run,
)
from getallenband.interpreters.language import Lowered
from getallenband.interpreters.languages.ecol.check import check
from getallenband.interpreters.languages.ecol.library import LIBRARY, session
from getallenband.interpreters.languages.ecol.lower import lower_program
from getallenband.interpreters.running.engines import execute
from tests.generators.ecol_programs import Maker

ECOL = language("ecol")
OPTIONS = checked_options(ECOL, Options())
LIMITS = Limits(statements=400, output=2000, memory=1 << 20, depth=50)
TAPE = {"tape": SourceText("tape.txt", "3, 1 -2 0.5 7 ] 4 x")}
NAMES = ("a", "b", "i")
ARRAYS = ("r", "s")
LABELS = ("1", "2", "3")
FUNCTIONS = ("ABS", "G", "WRTL", "SQRT", "LN", "LOG", "EXP", "SIN", "COS", "ARCTAN", "half")
FUNCTIONS_OF_ITS_OWN = ["FUN half (x)", "FUN := x / 2", "FUN som (x, y, z)", "x := x + y", "FUN := x - z"]

# --- programs ----------------------------------------------------------------------------------------------------

names = st.sampled_from(NAMES)
leaves = st.one_of(
    st.sampled_from(
        [
            "0",
            "1",
            "2",
            "3",
            "7",
            "0.5",
            "9007199254740991",
            "0.49999999999999994",
            "4503599627370495.5",
            "4503599627370497",
            "LEES",
            "LEESSYM",
            "PS",
            "PP",
            "GOKC",
            "BOVIN (r)",
            "ONDIN (s)",
        ]
    ),
    names,
)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from("+-×/M"), inner),
        st.builds("({}{})".format, st.sampled_from("+-"), inner),
        st.builds("{} ({})".format, st.sampled_from(ARRAYS), inner),
        st.builds("{} ({})".format, st.sampled_from(FUNCTIONS), inner),
        st.builds("GOK ({}, {})".format, inner, inner),
        st.builds("som ({}, {}, {})".format, inner, inner, inner),
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
    st.sampled_from(["NR", 'TEKST := "x"', 'TEKST := ": "', "deel", "NP", "SPATIE", "SKIP", "STOP"]),
    st.builds("{} ({})".format, st.sampled_from(["NR", "SPATIE"]), expressions),
    st.builds("SCHRIJFSYM := {}".format, expressions),
    st.builds("SCHRIJF ({}, {}) := {}".format, expressions, expressions, expressions),
)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Draw a program that check.py accepts: arrays first, three labels, a loop, a SUB and a jump here and there."""
    lines = ["START", f"n := {draw(st.sampled_from(['5', '2.5', 'LEES']))}"]
    for name in ARRAYS:
        lines.append(f"RIJ (1:{draw(st.sampled_from(['3', *['9'] * 6, '1000000000000000', 'n']))}) {name}")
    lines += ["RIJSYM (0,7) t"] * draw(st.booleans())
    for name in sorted(draw(st.sets(st.sampled_from(NAMES), min_size=2))):
        lines.append(f"{name} := {draw(leaves)}")
    body = draw(st.lists(commands, min_size=3, max_size=7))
    lines += [f"{label} {command}" for label, command in zip([*LABELS, *[""] * 9], body, strict=False)]
    if draw(st.booleans()):
        lines += [f"MET {draw(expressions)}, i := {draw(expressions)}, {draw(expressions)}", draw(commands), "HERHAAL"]
    return "\n".join([*lines, "KLAAR", "SUB deel", f"a := {draw(expressions)}", "END", *FUNCTIONS_OF_ITS_OWN, ""])


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


@settings(max_examples=12)
@given(programs())
def test_engines_agree(source: str) -> None:
    agree(source)


@settings(max_examples=8)
@given(st.integers(0, 1 << 30))
def test_what_is_printed_is_what_a_plain_model_prints(seed: int) -> None:
    program = Maker(Random(seed)).program()
    agree_with_model(program.text, program.tape, program.printed)


def agree_with_model(text: str, tape: str, printed: str) -> None:
    """Run a program on both engines, which print what the model does."""
    tapes = {"tape": SourceText("tape.txt", tape)}
    for engine in (ASSERTING, "native"):
        done = run(SourceText("x.ecol", text), "ecol", Request(OPTIONS, tapes, engine=engine))
        assert (done.ending.kind, done.output) == ("finished", printed), text


@settings(max_examples=30)
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


SLIPS = {
    "LEES a": "write a := LEES",
    "LEES (a)": "write a := LEES",
    "10 LEESSYM b": "write b := LEESSYM",
    "SCHRIJF a": "write SCHRIJF := a",
    "SCHRIJF(i)": "write SCHRIJF := i, or with places SCHRIJF (6, 0) := i",
    "SCHRIJF (6) := i": "give the places before and after the point: SCHRIJF (6, 0) := …",
    "SCHRIJF = a": "write SCHRIJF := a",
    'SCHRIJF := "HALLO"': 'a text is printed by TEKST := "HALLO"',
    'SCHRIJF "hallo"': 'a text is printed by TEKST := "hallo"',
    'TEKST "hallo"': 'write TEKST := "hallo"',
    'TEKST = "hallo"': 'write TEKST := "hallo"',
    "TEKST := hallo": 'write TEKST := "hallo"',
    "TEKST hallo": 'write TEKST := "hallo"',
    "TEKST := “hallo”": 'write TEKST := "hallo"',
    "TEKST := 'hallo'": 'write TEKST := "hallo"',
    'TEKST := "hallo': "the quotation mark at the end is missing",
    "10 N := 10": "names are written in small letters: n",
    "a := SOM": "names are written in small letters: som",
    "GEM := 5": "names are written in small letters: gem",
    "a := b + GEM": "names are written in small letters: gem",
    "MAX := 1": "names are written in small letters: max",
    "a := a + MAX": "names are written in small letters: max",
    "Aap := 1": "names are written in small letters: aap",
    "als a > 3 dan 10": "words of the language are written in capitals: ALS, DAN",
    "Schrijf := a": "words of the language are written in capitals: SCHRIJF",
    "ALS a = 5 DAN SCHRIJF := a": "after DAN comes a label or STOP: put SCHRIJF := a on a line with a label",
    "ALS a = 5 DAN a := 3 ANDERS 20": "after DAN comes a label or STOP: put a := 3 on a line with a label",
    "ALS a = 5 DAN NAAR 10": "write 10 alone: DAN and ANDERS take a label without NAAR",
    "ALS a = 5 NAAR 10": "DAN is missing: ALS a = 1 DAN 10",
    "ALS a := 5 DAN 10": "a comparison is written = and an assignment :=",
    "ALS a DAN 10": "a condition compares two values: a = 1",
    "ALS a = 1 OF 2 DAN 10": "both sides of EN and OF compare two values: a = 1 OF a = 2",
    "ALS gem > 5,5 DAN 10": "write a decimal point: 5.5",
    "a := 5,5": "write a decimal point: 5.5",
    "MET 0,5, i := 1, 10": "write a decimal point: 0.5",
    "MET i := 1, 10": "a loop has its step first: MET 1, i := 1, 10",
    "MET 1 i := 1, 10": "a loop has its step first: MET 1, i := 1, 10",
    "MET 1, i = 1, 10": "a loop has its step first: MET 1, i := 1, 10",
    "100 EINDE": "KLAAR ends the program",
    "NR 2": "write NR (2)",
    "SPATIE n": "write SPATIE (n)",
    "NAAR einde": "a jump goes to the number before a line, or to STOP: NAAR 10",
    "GOTO 10": "a jump is written NAAR 10",
    "RIJ r (10)": "an array has two bounds, then its name: RIJ (1:10) r",
    "RIJ (10) r": "an array has two bounds, then its name: RIJ (1:10) r",
    "RIJ (1..10) r": "an array has two bounds, then its name: RIJ (1:10) r",
    "a := b : 2": "a division is written /",
    "a := b ^ 2": "a power is written M: a M 2",
    "a := b ↑ 2": "a power is written M: a M 2",
    "a := 2 · b": "a product is written × or *",
    "a := 1 b := 2": "a line has one command, and one :=",
    "SCHRIJF := a NR": "a line has one command: write NR on a line of its own",
    "a := 5 × (a + 1": "a ) is missing",
    "k1 = 3": "an assignment is written :=",
    "IF a = 3 THEN 10": "a choice is written ALS a = 1 DAN 10 ANDERS 20",
    "PRINT a": "a number is printed by SCHRIJF := a, a text by TEKST",
    "SCHRIJM (3) := 1": "SCHRIJM has no places: write SCHRIJM := …",
    "HERHAAL i": "HERHAAL must be alone on its line",
    "STOP 3": "STOP must be alone on its line",
    "5 := a": "the left side of := must be a variable",
    "a := SIN 5": "write SIN (5)",
    "a := WRTL a": "write WRTL (a)",
    "a := 3 a": "a product is written with ×: 3 × a",
    "SCHRIJF(3;2) := a": "a ) is missing",
    "r[3] := 5": "a subscript is written in round brackets: r (3)",
    "a := r[i]": "a subscript is written in round brackets: r (3)",
    "END SUB": "END must be alone on its line",
    "FUN f := 3": "a function has parameters, and its value at its end: FUN f (x), then FUN := x × x",
    "a := √3": "a square root is written WRTL (a)",
    "lees a": "words of the language are written in capitals: LEES",
    "klaar": "words of the language are written in capitals: KLAAR",
    "einde": "KLAAR ends the program",
    'tekst := "x"': "words of the language are written in capitals: TEKST",
}  # fmt: skip
"""A line as a pupil may write it, and what the message says."""


@pytest.mark.parametrize("line", SLIPS)
def test_the_usual_slips_are_told_with_the_cure(line: str) -> None:
    message = outcome(f"START\na := 1\nb := 1\n{line}\n10 KLAAR\n", "machine")
    assert isinstance(message, str)
    assert message.startswith("x.ecol:4:")
    assert f"hint: {SLIPS[line]}" in message.split("x.ecol:5")[0]


def test_a_variable_called_like_a_command_is_noted() -> None:
    assert ECOL.notes is not None
    text = SourceText(
        "x.ecol", "START\nschrijf := 3\n10 tekst (1) := 3\nnr := schrijf\nschrijf := 4\nSCHRIJF := 3\nKLAAR\n"
    )
    notes = [(note.place.line, note.place.column, note.message) for note in ECOL.notes(text, OPTIONS)]
    assert notes == [(2, 1, "schrijf is a variable here"), (3, 4, "tekst is a variable here")]


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ("b := 1; a := 2\nSCHRIJF := a", "a := 2 on line 2 is part of a comment, which begins at the semicolon"),
        ("RIJ (1:3) r; r (2) := 3\nSCHRIJF := r (2)", "r (2) := 3 on line 2 is part of a comment, which begins at"),
        ("b := 1; a := 2\nNAAR 1\n2 a := 1\n1 SCHRIJF := a", "a := 2 on line 2 is part of a comment"),
        ("b := 1; a := 2\nSCHRIJF := c", ""),
    ],
)
def test_a_trap_points_at_the_comment_that_holds_the_assignment(lines: str, cause: str) -> None:
    text = f"START\n{lines}\nKLAAR\n"
    trapped = outcome(text, "machine")
    assert isinstance(trapped, Outcome)
    hint = ECOL.cure(trapped.ending.message, SourceText("x.ecol", text), OPTIONS)
    assert hint.startswith(cause)
    assert bool(hint) == bool(cause)


def test_of_many_wrong_lines_twenty_are_told() -> None:
    text = outcome("START\n" + "k = 1\n" * 2000 + "KLAAR\n", "machine")
    assert isinstance(text, str)
    assert text.count("unexpected =") == 20


@pytest.mark.parametrize("digits", [400, 6000])
def test_a_label_may_have_more_digits_than_any_number(digits):
    """The search for the label nearest to one that does not exist was an internal error."""
    with pytest.raises(SourceError, match="label 5 does not exist"):
        lower(SourceText("long.ecol", f"START\n{'9' * digits} NAAR 5\nKLAAR\n"), "ecol", Options())
