"""Laws of ECOL: any text gives a message or a run, both engines agree, whole numbers are only faster."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import (
    Limits,
    Options,
    Outcome,
    Request,
    SourceError,
    SourceText,
    checked_options,
    executed,
    language,
    run,
)
from interpreters.language import Lowered
from interpreters.languages.ecol import syntax
from interpreters.languages.ecol.check import check
from interpreters.languages.ecol.library import LIBRARY, session
from interpreters.languages.ecol.lower import Lowering
from interpreters.languages.ecol.unparse import unparse

ECOL = language("ecol")
OPTIONS = checked_options(ECOL, Options())
LIMITS = Limits(statements=400, output=2000, memory=1 << 20, depth=50)
TAPE = {"tape": SourceText("tape.txt", "3, 1 -2 0.5 7 ] 4 x")}
NAMES = ("a", "b", "i")
ARRAYS = ("r", "s")
LABELS = ("1", "2", "3")

# --- programs ----------------------------------------------------------------------------------------------------

numbers = st.sampled_from([0.0, 1.0, 2.0, 3.0, 7.0, 0.5, 9007199254740991.0]).map(syntax.Number)
names = st.sampled_from(NAMES).map(syntax.Variable)
leaves = st.one_of(numbers, names, st.just(syntax.Read()), st.just(syntax.Read(True)), st.just(syntax.Counter("PS")))


def larger(inner: st.SearchStrategy[syntax.Expression]) -> st.SearchStrategy[syntax.Expression]:
    return st.one_of(
        st.builds(syntax.Binary, st.sampled_from("+-×/M"), inner, inner),
        st.builds(syntax.Signed, st.sampled_from("+-"), inner),
        st.builds(lambda name, inside: syntax.Variable(name, (inside,)), st.sampled_from(ARRAYS), inner),
        st.builds(lambda f, inside: syntax.Standard(f, (inside,)), st.sampled_from(["ABS", "G", "WRTL", "LN"]), inner),
    )


expressions = st.recursive(leaves, larger, max_leaves=5)
relations = st.builds(syntax.Relation, st.sampled_from(["<", "<=", "=", "/=", ">=", ">"]), expressions, expressions)
conditions = st.one_of(
    relations, st.builds(syntax.Both, relations, relations), st.builds(syntax.Either, relations, relations)
)
targets = st.sampled_from([*LABELS, None]).map(syntax.Target)
variables = st.one_of(names, st.builds(lambda n, e: syntax.Variable(n, (e,)), st.sampled_from(ARRAYS), expressions))
commands = st.one_of(
    st.builds(syntax.Assign, variables, expressions),
    st.builds(syntax.Assign, variables, expressions),
    st.builds(syntax.Choose, conditions, targets, st.one_of(st.none(), targets)),
    st.builds(syntax.Jump, targets),
    st.builds(syntax.Write, expressions),
    st.builds(syntax.NewLine),
    st.builds(syntax.Text, st.sampled_from(["x", ": "])),
    st.builds(syntax.Perform, st.just("deel")),
)


@st.composite
def programs(draw: st.DrawFn) -> syntax.Source:
    """Draw a program that check.py accepts: arrays first, three labels, a loop, a SUB and a jump here and there."""
    lines = [syntax.Line(None, syntax.Begin())]
    lines.append(
        syntax.Line(
            None,
            syntax.Assign(
                syntax.Variable("n"), draw(st.sampled_from([syntax.Number(5.0), syntax.Number(2.5), syntax.Read()]))
            ),
        )
    )
    for name in ARRAYS:
        upper = draw(
            st.sampled_from([syntax.Number(3.0), *[syntax.Number(9.0)] * 6, syntax.Number(1e15), syntax.Variable("n")])
        )
        lines.append(syntax.Line(None, syntax.Reserve(name, syntax.Number(1.0), upper)))
    for name in draw(st.sets(st.sampled_from(NAMES), min_size=2)):
        lines.append(syntax.Line(None, syntax.Assign(syntax.Variable(name), draw(leaves))))
    body = draw(st.lists(commands, min_size=3, max_size=7))
    for label, command in zip([*LABELS, *[None] * 9], body, strict=False):
        lines.append(syntax.Line(label, command))
    if draw(st.booleans()):
        lines.append(syntax.Line(None, syntax.Loop(draw(expressions), "i", draw(expressions), draw(expressions))))
        lines.append(syntax.Line(None, draw(commands)))
        lines.append(syntax.Line(None, syntax.Repeat()))
    lines.append(syntax.Line(None, syntax.Finish()))
    lines.append(syntax.Line(None, syntax.Sub("deel")))
    lines.append(syntax.Line(None, syntax.Assign(syntax.Variable("a"), draw(expressions))))
    lines.append(syntax.Line(None, syntax.SubEnd()))
    return syntax.Source(tuple(lines))


def outcome(text: str, engine: str) -> Outcome | str:
    try:
        return run(SourceText("x.ecol", text), "ecol", Request(OPTIONS, TAPE, LIMITS, engine))
    except SourceError as error:
        return str(error)


# --- laws --------------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(programs())
def test_engines_agree(source: syntax.Source) -> None:
    fast, slow = outcome(unparse(source), "native"), outcome(unparse(source), "machine")
    if isinstance(slow, Outcome):
        assert isinstance(fast, Outcome)
        assert fast.same_as(slow)
    else:
        assert fast == slow


@settings(max_examples=100)
@given(programs())
def test_print_and_read_back(source: syntax.Source) -> None:
    text = unparse(source)
    assert unparse(ECOL.parse(SourceText("x.ecol", text), OPTIONS)) == text


@settings(max_examples=60)
@given(programs())
def test_whole_numbers_are_only_faster(source: syntax.Source) -> None:
    text = SourceText("x.ecol", unparse(source))
    usual = outcome(text.text, "machine")
    if isinstance(usual, str):
        return
    checked = check(ECOL.parse(text, OPTIONS), text)
    lowered = Lowered(Lowering(checked, text, OPTIONS, assume=False).program(), LIBRARY, lambda t: session(t, OPTIONS))
    host, real = executed(lowered, Request(OPTIONS, TAPE, LIMITS, "machine"))
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
def test_any_damaged_program_gives_a_message_or_a_run(source: syntax.Source, data: st.DataObject) -> None:
    text = unparse(source)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    put = data.draw(st.sampled_from(["", "\n", "(", ")", "END\n", "1 ", "\x00", "é", "KLAAR\n"]))
    outcome(text[:start] + put + text[end:], "machine")


@settings(max_examples=30)
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=12))
def test_reads_what_stands_on_the_tape(values: list[int]) -> None:
    text = f"START\nMET 1, i := 1, {len(values)}\nSCHRIJF (2,0) := LEES\nHERHAAL\nKLAAR\n"
    tapes = {"tape": SourceText("t", ", ".join(map(str, values)))}
    done = run(SourceText("x.ecol", text), "ecol", Request(OPTIONS, tapes, LIMITS))
    assert [int(word) for word in done.output.split()] == values
    assert done.tape_read == len(values)
