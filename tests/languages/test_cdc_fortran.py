"""CDC FORTRAN beside gfortran, and its laws: cards, engines that agree."""

from __future__ import annotations

import random
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband.interpreters import Limits, Options, Outcome, Request, SourceError, SourceText, language, run
from getallenband.interpreters.running.engines import ASSERTING
from getallenband.interpreters.testing.cases import Case, case_files
from tests import ROOT
from tests.generators.fortran_characters import CharacterMaker
from tests.generators.fortran_decks import DeckMaker
from tests.generators.fortran_programs import Maker
from tests.generators.fortran_tapes import TapeMaker
from tests.shares import one_in
from tests.tools import needs
from tests.versions import NESTED_CALLS

CASES = case_files("cdc_fortran")
GFORTRAN = shutil.which("gfortran")
FLAGS = ["-std=legacy", "-w", "-O0", "-fdefault-real-8", "-fdefault-integer-8", "-fdefault-double-8", "-fno-automatic"]
LINKER = ["-fuse-ld=gold"] * bool(shutil.which("ld.gold"))  # as good, and in half of the time
OURS_ALONE = ("CDC", "gfortran", "setting", "cdc6600", "ieee754")


def common(case: Case) -> bool:
    """Tell whether a case ends well and is marked neither as CDC's own nor as a setting of ours."""
    return case.sections.get("ending") == "finished" and not any(word in case.reason for word in OURS_ALONE)


SAMPLE = one_in(4, filter(common, CASES))
"""A compiler takes longer than a case here, and cases change rarely: make soak compiles all."""


@needs("gfortran")
@pytest.mark.in_turn
@pytest.mark.parametrize("case", SAMPLE, ids=lambda case: case.label)
def test_gfortran_prints_the_same(case: Case, tmp_path: Path) -> None:
    assert printed_by_gfortran(case.source, case.tapes.get("tape", ""), tmp_path) == printed(case)


def printed_by_gfortran(source: str, tape: str, folder: Path) -> list[str]:
    program = compiled(source, folder)
    done = subprocess.run([program], cwd=folder, input=tape, capture_output=True, text=True, check=True)
    return lines(done.stdout)


def compiled(source: str, folder: Path, *flags: str) -> Path:
    """Compile a program by gfortran; raise CalledProcessError if it refuses it."""
    (folder / "case.f").write_text(re.sub(r"PROGRAM (\w+) *\(.*\)", r"PROGRAM \1", source))
    assert GFORTRAN is not None
    command = [GFORTRAN, *FLAGS, *LINKER, *flags, "case.f", "-o", "case"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return folder / "case"


def printed(case: Case) -> list[str]:
    return lines(outcome(case.source, case.tapes, "cdc6600", "machine").output)


def outcome(source: str, tapes: Mapping[str, str], arithmetic: str, engine: str) -> Outcome:
    texts = {key: SourceText(key, text) for key, text in tapes.items()}
    request = Request(Options(arithmetic, {"carriage": "raw"}), texts, Limits(statements=1_000_000), engine)
    return run(SourceText("case.f", source), "cdc_fortran", request)


def lines(printed: str) -> list[str]:
    return [line.rstrip() for line in printed.splitlines()]


# --- FORMAT beside gfortran ---------------------------------------------------------------------------------------

WHOLE_NUMBERS = (0, 7, -3, 12345, 99999, 100000, -987654, 10**9, 2**31 - 1, -(2**31), 2**53 + 1, 2**59 - 1, 1 - 2**59)
NUMBERS = (0.0, 1.0, -1.0, 0.5, -0.25, 3.14159265, -2.71828, 9.9996, 99999.5, 0.00012345, -1234567.0, 1.5e10, 2.5e-11)


def random_field(draw: random.Random) -> tuple[str, str]:
    """Return a field and the constant or name of an item that goes with it."""
    kind = draw.choice("IIFFFEEGDL")
    width, digits = draw.randint(1, 20), draw.randint(0, 7)
    if kind == "I":
        return f"I{width}", f"K({draw.randint(1, len(WHOLE_NUMBERS))})"
    if kind == "L":
        return f"L{width}", f"Q({draw.randint(1, 2)})"
    scale = draw.choice(["", "", "", "1P", "2P", "-1P", "0P"])
    digits = max(digits, 3) if kind in "EGD" else digits
    return f"{scale}{kind}{max(width, digits + 1)}.{digits}", f"X({draw.randint(1, len(NUMBERS))})"


def random_formats(draw: random.Random, count: int) -> str:
    """Return a program that prints many lines by random FORMATs."""
    lines = [
        f"      DIMENSION X({len(NUMBERS)}), K({len(WHOLE_NUMBERS)})",
        "      LOGICAL Q(2)", "      DATA Q/.TRUE., .FALSE./",
    ]  # fmt: skip
    lines += [f"      K({index}) = {number}" for index, number in enumerate(WHOLE_NUMBERS, start=1)]
    lines += [f"      X({index}) = {repr(number).upper()}" for index, number in enumerate(NUMBERS, start=1)]
    for label in range(1, count + 1):
        fields = [random_field(draw) for _ in range(draw.randint(1, 4))]
        layout = "".join(f",{draw.choice(['', '1X,', '2H (,', '/1H ,'])}{field}" for field, _ in fields)
        items = [item for _, item in fields]
        if draw.random() < 0.3:
            items += items
        lines.append(f"      WRITE (6,{label}) {items[0]}")
        lines += [f"     1, {item}" for item in items[1:]]
        lines.append(f"{label:5d} FORMAT(1H ,1H|")
        lines += [f"     1{piece}" for piece in re.findall(".{1,60}", layout)]
        lines.append("     2,1H|)")
    return "\n".join([*lines, "      END", ""])


@needs("gfortran")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_formats_like_gfortran(seed: int, tmp_path: Path) -> None:
    source = random_formats(random.Random(seed), 150)
    ours = printed(Case("cdc_fortran", tmp_path, "formats", source))
    theirs = printed_by_gfortran(source, "", tmp_path)
    different = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    assert different == []


# What is in memory before shows which items a READ leaves as they were; the records end with more slashes than READs.
LISTS = """\
      {type} A, B, X(3)
      DO 30 I = 1, 200
      DO 10 J = 1, 3
   10 X(J) = J
      A = 8.
      B = 9.
      READ (5,*) A, X, B
      WRITE (6,40) A, X, B
      READ (5,*) A
      READ (5,*) (X(J), J = 1, 3)
   30 WRITE (6,40) A, X, B
   40 FORMAT (1H , 10F8.2)
      END
"""


VALUES_READ = {"REAL": ["7", "-2.5", "1E2", "3*4."], "COMPLEX": ["(7,8)", "( -2.5 , 1. )", "(1E2,0)", "3*(4.,5.)"]}


def random_lists(draw: random.Random, kind: str, count: int) -> str:
    """Return records with values for READ *: some of them repeated, left out, or after a slash."""
    records = []
    for _ in range(count):
        values = draw.choices([*VALUES_READ[kind], "", "2*", "/"], [4, 2, 1, 1, 2, 1, 1], k=draw.randint(1, 5))
        records.append("".join(value + draw.choice([",", " ", " , "]) for value in values))
    return "\n".join([*records, *["/"] * 600, ""])


@needs("gfortran")
@pytest.mark.parametrize("kind", ["REAL", "COMPLEX"])
def test_random_lists_like_gfortran(kind: str, tmp_path: Path) -> None:
    source, tape = LISTS.format(type=kind), random_lists(random.Random(7), kind, 1000)
    theirs = printed_by_gfortran(source, tape, tmp_path)
    for engine in ("machine", "native"):
        assert lines(outcome(source, {"tape": tape}, "cdc6600", engine).output) == theirs


def random_cards(draw: random.Random, count: int) -> tuple[str, str]:
    """Return a program that reads whole numbers from fields of many widths, and its cards."""
    lines, cards = [], []
    for label in range(1, count + 1):
        number = draw.choice([*WHOLE_NUMBERS, draw.randint(-(10 ** draw.randint(1, 17)), 10 ** draw.randint(1, 17))])
        text = draw.choice(["{}", "{:+}", "{:020}"]).format(number)
        width, skipped = len(text) + draw.randint(0, 5), draw.choice([0, 1, 30, 54, 55])
        cards.append(" " * skipped + text.rjust(width) + draw.choice(["", "9", "X"]))
        lines += [f"      READ (5,{label}) K", "      WRITE (6,900) K"]
        lines.append(f"{label:5d} FORMAT({f'{skipped}X,' if skipped else ''}I{width})")
    return "\n".join([*lines, "  900 FORMAT(1X,I20)", "      END", ""]), "\n".join(cards) + "\n"


@needs("gfortran")
def test_random_cards_like_gfortran(tmp_path: Path) -> None:
    source, tape = random_cards(random.Random(4), 200)
    ours = outcome(source, {"tape": tape}, "cdc6600", "machine")
    assert (ours.ending.kind, lines(ours.output)) == ("finished", printed_by_gfortran(source, tape, tmp_path))


# --- random programs beside gfortran ------------------------------------------------------------------------------

WATCHED = ("-fcheck=bounds", "-fno-sign-zero", "-ffpe-trap=invalid,zero,overflow")
UNWATCHED = (
    "integer overflow",
    "MOD(0,0)",
    "division by zero: 1 / 0",
    "division by zero: 0 ** -",
    "division by zero: MOD",
)
"""Traps of ours that gfortran does not know: it takes MOD(K, K) for 0, and 1 / K for K or 0, whatever K is.

It takes MOD(K, 1) for 0 too, and does not compute K, in which there may be a MOD by zero.
"""
NEGATIVE_ZERO = r"-(?=0?\.0*( |$))"
"""What is rounded to zero keeps its sign here, zero itself has none: no option of gfortran has both."""


def by_gfortran(deck: str, data: str, folder: Path, level: str) -> subprocess.CompletedProcess[str]:
    program = compiled(deck, folder, *WATCHED, level)
    return subprocess.run([program], cwd=folder, input=data, capture_output=True, text=True, check=False)


def compare(seed: int, wild: int) -> None:
    compare_program(*Maker(random.Random(seed), wild).program(), arithmetic_of(seed), wild)


def arithmetic_of(seed: int) -> str:
    return ("cdc6600", "ieee754")[seed % 2]


def compare_program(deck: str, data: str, arithmetic: str, wild: int) -> None:
    """Run a program on both engines and by gfortran, which stops where we do; only what is wild may stop."""
    ours, native = (outcome(deck, {"tape": data}, arithmetic, engine) for engine in (ASSERTING, "native"))
    assert ours.same_as(native), deck
    assert wild or ours.ending.kind != "trap", f"stopped by {ours.ending}:\n{deck}"
    if GFORTRAN is None or ours.ending.kind == "exhausted":
        return
    with TemporaryDirectory() as folder:
        try:
            theirs = by_gfortran(deck, data, Path(folder), "-O0")
            if theirs.returncode == -signal.SIGSEGV:  # gfortran 12 takes a sum for the label of an assigned GO TO
                theirs = by_gfortran(deck, data, Path(folder), "-O1")
                if theirs.returncode:  # and goes astray there as well
                    return
        except subprocess.CalledProcessError as refused:
            if wild:  # a constant that is wrong is refused, whether the program comes there or not
                return
            pytest.fail(f"{refused.stderr}\n{deck}")
    if ours.ending.kind == "trap":
        assert theirs.returncode or any(words in ours.ending.message for words in UNWATCHED), f"{ours.ending}\n{deck}"
    else:
        assert theirs.returncode == 0, f"{theirs.stderr}\n{deck}"
        assert [re.sub(NEGATIVE_ZERO, " ", line) for line in lines(ours.output)] == lines(theirs.stdout), deck


@pytest.mark.parametrize("seed", one_in(3, range(4)))
def test_random_programs_like_gfortran(seed: int) -> None:
    compare(seed, wild=5 * (seed % 2))


def compare_tapes(seed: int) -> None:
    marks = bool(seed % 2)
    compare_tape_program(*TapeMaker(random.Random(seed), marks=marks).program(), arithmetic_of(seed // 2), marks=marks)


def compare_tape_program(deck: str, expected: list[str], arithmetic: str, *, marks: bool) -> None:
    """Run a program on tapes on both engines, beside a model of a tape, and by gfortran where it can do that."""
    ours, native = (outcome(deck, {}, arithmetic, engine) for engine in (ASSERTING, "native"))
    assert ours.same_as(native), deck
    assert (ours.ending.kind, lines(ours.output)) == ("finished", expected), f"{ours.ending}\n{deck}"
    if GFORTRAN is not None and not marks:
        with TemporaryDirectory() as folder:
            theirs = by_gfortran(deck, "", Path(folder), "-O0")
        assert (theirs.returncode, lines(theirs.stdout)) == (0, expected), f"{theirs.stderr}\n{deck}"


@pytest.mark.parametrize("seed", one_in(3, range(4)))
def test_random_tapes_like_a_model_and_gfortran(seed: int) -> None:
    compare_tapes(seed)


def compare_deck(deck: str, expected: list[str], engine: str) -> None:
    """Run a deck on an engine: its programs read the data that its maker gave them."""
    ours = outcome(deck, {}, "ieee754", engine)
    assert (ours.ending.kind, [line[1:] for line in lines(ours.output)]) == ("finished", expected), deck


@pytest.mark.parametrize("seed", one_in(3, range(12)))
def test_random_decks(seed: int) -> None:
    compare_deck(*DeckMaker(random.Random(seed)).deck(), (ASSERTING, "native")[seed % 2])


def compare_characters(deck: str, printed: list[str], traps: bool) -> None:
    """Run a program about characters in reals on both engines: it prints and ends as its maker says."""
    for ours in (outcome(deck, {}, "cdc6600", engine) for engine in (ASSERTING, "native")):
        assert ours.ending.kind == ("trap" if traps else "finished"), f"{ours.ending}\n{deck}"
        assert [line[1:] for line in lines(ours.output)] == printed, deck


@pytest.mark.parametrize("seed", one_in(3, range(16)))
def test_random_characters_in_reals(seed: int) -> None:
    compare_characters(*CharacterMaker(random.Random(seed)).program())


# --- cures of traps -----------------------------------------------------------------------------------------------

CURED = (
    ("      I = J\n", "undefined=zero"),
    ("      DO 10 I = 1, 2\n   10 J = I\n      J = I\n", "do_variable=kept"),
    ("      DIMENSION A(2), B(2)\n      DATA B/2*1./\n      A(3) = 1.\n", "subscripts=storage"),
    ("      WRITE (5, 10)\n   10 FORMAT (3H HI)\n", "PROGRAM X(TAPE5=OUTPUT)"),
    ("      READ (6, 10)\n   10 FORMAT (5X)\n", "PROGRAM X(TAPE6=INPUT)"),
    ("      READ (5, 10) I\n      READ (5, 10, END=20) I\n   20 READ (5, 10) I\n   10 FORMAT (I1)\n", "--tape FILE"),
    ("      WRITE (1, 10)\n      REWIND 1\n      READ (1, 10)\n      READ (1, 10)\n   10 FORMAT (1X)\n", "END=label"),
)


MISFIT = (
    ("      PRINT 10, 5\n   10 FORMAT (1X, F5.1)\n", "5 by I5"),
    ("      PRINT 10, 5.\n   10 FORMAT (1X, I5)\n", "IFIX(X)"),
    ("      X = 4HABCD\n      Y = X + 1.\n", "4HSTOP"),
    ("      X = 4HABCD\n      IF (X .EQ. 1.) STOP\n", "4HSTOP"),
    ("      X = 4HABCD\n      PRINT 10, X\n   10 FORMAT (1X, F5.1)\n", "an A field"),
    ("      X = 5.5\n      PRINT 10, X\n   10 FORMAT (1X, A4)\n", "an F, E or G field"),
)


@pytest.mark.parametrize(("text", "cure"), MISFIT)
def test_a_trap_of_types_names_the_field_or_the_comparison_that_fits(text: str, cure: str) -> None:
    trapped = run(SourceText("trap.f", f"{text}      END\n"), "cdc_fortran", Request(Options("cdc6600"))).ending
    assert trapped.kind == "trap"
    assert cure in language("cdc_fortran").cure(trapped.message)


@pytest.mark.parametrize(("text", "cure"), CURED)
def test_a_trap_names_what_would_let_the_program_go_on(text: str, cure: str) -> None:
    request = Request(Options("cdc6600"), {"tape": SourceText("tape", "1\n")})
    trapped = run(SourceText("trap.f", f"{text}      END\n"), "cdc_fortran", request).ending
    assert trapped.kind == "trap"
    assert cure in language("cdc_fortran").cure(trapped.message)
    if "=" in cure and "label" not in cure:
        head = f"      {cure}\n" * cure.startswith("PROGRAM")
        chosen = {} if head else dict([cure.split("=")])
        cured = SourceText("cured.f", f"{head}{text}      END\n")
        assert run(cured, "cdc_fortran", replace(request, options=Options("cdc6600", chosen))).ending.kind == "finished"


# --- laws ---------------------------------------------------------------------------------------------------------

INTEGERS, REALS, LOGICALS = ("I", "J", "K"), ("X", "Y"), ("P", "Q")
START = """      LOGICAL P, Q
      DIMENSION N(3), Z(3)
      DATA N/4, -1, 7/, Z/0.5, -2.0, 3.25/, P/.TRUE./, Q/.FALSE./
      DATA I/3/, J/-2/, K/0/, X/1.5/, Y/-0.75/
"""


def integer_expressions(deeper: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, deeper, st.sampled_from(["+", "-", "*", "/"]), deeper),
        st.builds("(-{})".format, deeper),
        st.builds("N({})".format, deeper),
        st.builds("{}({}, {})".format, st.sampled_from(["MOD", "MAX0", "MIN0", "ISIGN", "IDIM"]), deeper, deeper),
        st.builds("IABS({})".format, deeper),
        st.builds("({}**{})".format, deeper, st.sampled_from(["2", "3", "J", "I"])),
    )


def real_expressions(deeper: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({} {} {})".format, deeper, st.sampled_from(["+", "-", "*", "/"]), deeper),
        st.builds("Z({})".format, integers),
        st.builds("{}({})".format, st.sampled_from(["ABS", "SQRT", "SIN", "ATAN", "EXP", "AINT", "COS"]), deeper),
        st.builds("FLOAT({})".format, integers),
        st.builds("{}({}, {})".format, st.sampled_from(["AMAX1", "AMIN1", "SIGN", "DIM", "AMOD"]), deeper, deeper),
    )


def logical_expressions(deeper: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    relations = st.sampled_from([".LT.", ".LE.", ".EQ.", ".NE.", ".GT.", ".GE."])
    return st.one_of(
        st.builds("({} {} {})".format, deeper, st.sampled_from([".AND.", ".OR."]), deeper),
        st.builds("(.NOT. {})".format, deeper),
        st.builds("({} {} {})".format, integers, relations, integers),
        st.builds("({} {} {})".format, reals, relations, reals),
    )


integers = st.recursive(st.sampled_from([*INTEGERS, "1", "2", "77"]), integer_expressions, max_leaves=6)
reals = st.recursive(st.sampled_from([*REALS, "0.25", "3.", "1.E3"]), real_expressions, max_leaves=6)
logicals = st.recursive(st.sampled_from([*LOGICALS, ".TRUE."]), logical_expressions, max_leaves=5)
assignments = st.one_of(
    st.builds("{} = {}".format, st.sampled_from([*INTEGERS, "N(2)"]), st.one_of(integers, reals)),
    st.builds("{} = {}".format, st.sampled_from([*REALS, "Z(1)"]), st.one_of(reals, integers)),
    st.builds("{} = {}".format, st.sampled_from(LOGICALS), logicals),
)
statements = st.one_of(
    assignments,
    st.builds("IF ({}) {}".format, logicals, assignments),
    st.builds("PRINT 900, {}, {}, {}".format, st.sampled_from(INTEGERS), st.sampled_from(REALS), st.just("Q")),
)


def cards(texts: list[str]) -> str:
    """Punch statements, continued where they are long."""
    punched = []
    for text in texts:
        pieces = re.findall(".{1,66}", text)
        punched += [f"      {pieces[0]}", *(f"     1{piece}" for piece in pieces[1:])]
    return START + "\n".join([*punched, "  900 FORMAT(1H ,I20,E20.10,L3)", "      END", ""])


@settings(max_examples=15)
@given(st.lists(statements, min_size=1, max_size=8), st.sampled_from(["cdc6600", "ieee754"]))
def test_random_programs_on_both_engines(texts: list[str], arithmetic: str) -> None:
    source = SourceText("random.f", cards([text for text in texts if len(text) < 1000]))
    outcomes = [
        run(source, "cdc_fortran", Request(Options(arithmetic), {}, Limits(statements=1000), engine))
        for engine in (ASSERTING, "native")
    ]
    assert outcomes[0].same_as(outcomes[1])


@settings(max_examples=25)
@given(st.sampled_from(CASES), st.data())
def test_any_damaged_deck_gives_a_message_or_a_run(case: Case, data: st.DataObject) -> None:
    text = case.source
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 4))
        text = text[:at] + data.draw(st.text("ABIJ019(),.=+-*/H$ \t\nä'", max_size=4)) + text[at + gone :]
    for form in ("columns", "loose"):
        assert re.match(r"damaged\.f:\d+:\d+: |finished|trap|exhausted", ending(SourceText("damaged.f", text), form))


def ending(source: SourceText, form: str) -> str:
    request = Request(Options("cdc6600", {"cards": form}), {}, Limits(statements=300, output=2000), "machine")
    try:
        return run(source, "cdc_fortran", request).ending.kind
    except SourceError as error:
        return str(error)


LOOPS = range(1000, 1500)
DEEP = {
    "parentheses": ("I = " + "(" * 1000 + "1" + ")" * 1000, 1),
    "terms": ("I = 0" + " + 1" * 10_000, 10_000),
    "continuations": ("I = 0 +\n" + "1 1 +\n" * 3000 + "1 1", 3001),
    "subscripts": ("DIMENSION K(1)\nDATA K/1/\nI = " + "K(" * 1000 + "1" + ")" * 1000, 1),
    "conditions": ("I = 1\nIF (I .EQ. 1" + " .AND. I .EQ. 1" * 1500 + ") I = 2", 2),
    "loops": (
        "I = 0\n" + "".join(f"DO {label} K{label} = 1, 1\n" for label in LOOPS) + "I = I + 1\n"
        + "".join(f"{label} CONTINUE\n" for label in reversed(LOOPS)), 1,
    ),
}  # fmt: skip


@NESTED_CALLS
@pytest.mark.parametrize(("text", "value"), DEEP.values(), ids=DEEP)
def test_deep_and_long_programs_run(text: str, value: int) -> None:
    source = SourceText("deep.f", f"{text}\nPRINT 10, I\n10 FORMAT(1X,I5)\nEND\n")
    outcome = run(source, "cdc_fortran", Request(Options("cdc6600", {"cards": "loose"}), {}, Limits(), "machine"))
    assert (outcome.ending.kind, outcome.output.split()) == ("finished", [str(value)])


@pytest.mark.parametrize(
    "section",
    ["3.1", "3.2", "3.3", "3.4", "3.5", "4.1", "4.2", "5.1", "5.2", "6.1", "6.2", "6.3", "6.4", "7.1.1", "7.1.2.1",
     "7.1.2.2", "7.1.2.3", "7.1.2.4", "7.1.2.5", "7.1.2.6", "7.1.2.8", "7.1.3.1", "7.1.3.2", "7.1.3.3", "7.1.3.4",
     "7.2.1.1", "7.2.1.3", "7.2.1.4", "7.2.1.5", "7.2.1.6", "7.2.2", "7.2.3.2", "7.2.3.3", "7.2.3.4", "7.2.3.5",
     "7.2.3.6", "7.2.3.7", "7.2.3.8", "7.2.3.9", "7.2.3.10", "8.1", "8.2", "8.3.1", "8.3.2", "8.3.3", "8.4", "8.5",
     "9.1", "10.2"],
)  # fmt: skip
def test_every_section_of_the_standard_has_a_case(section: str) -> None:
    assert [case for case in CASES if re.search(rf"\b{re.escape(section)}(?![0-9])", case.reason)]


ADVICE = re.compile(r"^\| (?P<what>.*`(?P<code>[^`]+)`) \| (?P<advice>.+) \| (?P<case>\w+) \|$", re.MULTILINE)


def test_the_page_keeps_what_it_promises_about_listings() -> None:
    page = (ROOT / "docs" / "cdc_fortran.md").read_text(encoding="utf-8")
    rows = list(ADVICE.finditer(page.partition("## If your listing says X, do Y")[2]))
    cases = {case.name: case for case in CASES if case.path.parent.name == "conformance"}
    assert len(rows) >= 20
    for row in rows:
        case = cases[row["case"]]
        assert row["code"].replace("{\\t}", "\t") in case.source + "".join(case.tapes.values()), row["case"]
        named = dict(one.split("=") for one in re.findall(r"--setting (\w+=\w+)", row["advice"]))
        refused = "error" in case.sections or "trap" in case.sections.get("ending", "")
        assert refused or all(case.options.get(key, value) == value for key, value in named.items()), row["case"]
        if "nothing" in row["advice"]:
            assert not refused, row["case"]


@pytest.mark.soak
def test_a_thousand_programs_of_a_deck_run() -> None:
    text = "      PROGRAM P(OUTPUT)\n      END\n" * 1000
    assert run(SourceText("deck.f", text), "cdc_fortran", Request(Options("cdc6600"))).ending.kind == "finished"


def test_a_deck_of_more_programs_is_refused() -> None:
    text = "      PROGRAM P(OUTPUT)\n      END\n" * 1001
    with pytest.raises(SourceError, match="this is program 1,001 of the deck") as caught:
        run(SourceText("deck.f", text), "cdc_fortran", Request(Options("cdc6600")))
    assert caught.value.diagnostics[0].place.line == 2001
