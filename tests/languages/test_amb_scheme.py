"""Laws of Scheme with amb: cases, any text gives a message or a run, and the jigsaw's count."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getallenband import main as command_line
from getallenband.interpreters import (
    Limits,
    Options,
    Outcome,
    ProbeRequest,
    Request,
    SourceError,
    SourceText,
    StopRequest,
    language,
    read,
    run,
)
from getallenband.interpreters.languages.amb_scheme import compiler
from getallenband.interpreters.languages.amb_scheme.expand import quoted
from getallenband.interpreters.languages.amb_scheme.values import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.testing.cases import Case, case_files
from tests import ROOT
from tests.generators import amb_procedures
from tests.generators.amb_programs import Maker
from tests.processes import PATIENCE
from tests.tools import needs

LIMITS = Limits(statements=400, output=2000, memory=1 << 24, depth=200)
REQUEST = Request(Options("exact", {"try_again": "3"}), limits=LIMITS)

NOT_IN_SCHEME = (
    "no_number_with_unknown_digits",
    "budget_of_choices",
    "case_without_else",
    "deep_tail_recursion",
    "depth_of_map",
    "library_assigned",
    "map_stops_with_the_shortest",
    "mutual_tail_recursion",
    "output_budget",
    "parameter_defined_again",
    "string_to_number",
    "strings_are_values",
    "written_procedures",
    "curried_definition",
    "map_with_choices",
    "random_choice_tries_all",
    "budget",
    "depth",
    "if_without_alternative",
)

WORDS = """
    ( ) ( ) ( ) ' ` , ,@ . define lambda let let* letrec if cond else => case begin and or quote set! permanent-set! amb
    ramb require if-fail define-syntax let-syntax syntax-rules ... _
    + - * / = < car cdr cons list append map apply f x y 0 1 2 -3 1/2 #t #f "s" try-again
"""


def outcome_or_message(text: str) -> str:
    try:
        return run(SourceText("case.scm", text), "amb_scheme", REQUEST).ending.kind
    except SourceError as error:
        return "refused" if str(error).startswith("case.scm:") else "refused without a place"


@settings(max_examples=150)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=40).map(" ".join))
def test_any_words_give_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message(text) in ("refused", "finished", "trap", "exhausted")


@settings(max_examples=100)
@given(st.text(max_size=40))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message(text) in ("refused", "finished", "trap", "exhausted")


DATA = st.recursive(
    st.sampled_from(["x", "car", "1", "-7/3", "#t", '"a\\n\\"b"', "()", "set!"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda parts: "(" + " ".join(parts) + ")"),
        st.tuples(inner, inner).map(lambda parts: f"({parts[0]} . {parts[1]})"),
        inner.map(lambda part: "'" + part),
    ),
    max_leaves=20,
)


@settings(max_examples=100)
@given(st.lists(DATA, max_size=3).map("\n".join))
def test_what_is_written_reads_back(text: str) -> None:
    tree = read(SourceText("case.scm", text), "amb_scheme")
    written = "\n".join(shown(quoted(form), True) for form in tree.forms)
    assert read(SourceText("case.scm", written), "amb_scheme") == tree


def finished(text: str, **limits: int) -> str:
    request = Request(Options("exact"), limits=Limits(**limits))
    outcome = run(SourceText("case.scm", text), "amb_scheme", request)
    assert outcome.ending.kind == "finished", outcome.ending
    return outcome.output


def test_names_of_an_earlier_run_take_no_memory() -> None:
    """A program that makes symbols until its memory is full makes as many when it is run again."""
    name = "(string->symbol (string-append (number->string n) (make-string 999 #\\a)))"
    text = f"(define (next n) (write-char #\\.) {name} (next (+ n 1)))\n(next 0)"
    request = Request(Options("exact"), limits=Limits(memory=3_000_000))
    first, second = (run(SourceText("case.scm", text), "amb_scheme", request) for _ in range(2))
    assert first.ending.kind == "exhausted"
    assert (second.ending, second.output) == (first.ending, first.output)


@pytest.mark.parametrize(
    ("text", "lines"),
    [("#lang sicp\n1", [1]), ("; a\n\n#lang racket/base ; b\n1", [3]), ("1\n#lang sicp", []), ("#lang lazy\n1", [])],
)
def test_a_skipped_line_for_racket_is_noted(text: str, lines: list[int]) -> None:
    notes = language("amb_scheme").notes
    assert notes is not None
    assert [note.place.line for note in notes(SourceText("case.scm", text), Options("exact"))] == lines


def test_deep_recursion_needs_no_python_stack() -> None:
    assert finished("(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1)))))\n(count 100000)") == "100000\n"


def test_a_million_turns() -> None:
    assert finished("(define (count n) (if (= n 0) 'done (count (- n 1))))\n(count 1000000)", depth=3) == "done\n"


def test_many_choices_need_no_python_stack() -> None:
    text = "(define (choices n) (if (= n 0) 'end (begin (amb 1 2) (choices (- n 1)))))\n(choices 100000)"
    assert finished(text) == "end\n"


MANY = 1500


@pytest.mark.parametrize(
    "text",
    [
        f"(amb {'(f) ' * MANY})",
        f"(begin {'(f) ' * MANY})",
        f"(length (list {'(f) ' * MANY}))",
        f"(length `({',(f) ' * MANY}))",
        f"(or {'(= 1 2) ' * MANY} (f))",
        f"(and {'(f) ' * MANY})",
        f"(cond {'((= 1 2) (f)) ' * MANY} (else 1))",
        f"(cond {'((not (f)) 2) ' * MANY} (else 1))",
        f"(case (f) {'((2) (f)) ' * MANY} (else 1))",
        f"(let ({' '.join(f'(x{i} (f))' for i in range(MANY))}) x3)",
        f"(letrec ({' '.join(f'(x{i} (f))' for i in range(MANY))}) x3)",
    ],
    ids=lambda text: text[1 : text.index(" ")],
)
def test_long_rows_need_no_python_stack(text: str) -> None:
    assert finished(f"(define (f) (amb 1 2))\n{text}") in ("1\n", "#t\n", f"{MANY}\n")


@pytest.mark.parametrize(
    "case", [case for case in case_files("amb_scheme") if case.path.stem == "choices"], ids=lambda case: case.name
)
def test_values_gathered_in_groups_are_those_of_one_list(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    source = SourceText("case.scm", case.source)
    whole = run(source, "amb_scheme", REQUEST)
    monkeypatch.setattr(compiler, "TOGETHER", 2)
    grouped = run(source, "amb_scheme", REQUEST)
    assert (grouped.output, grouped.ending, grouped.counts) == (whole.output, whole.ending, whole.counts)


def test_endless_loops_stop_at_the_budget() -> None:
    for text in ("(define (f) (f))\n(f)", "(define (f) (f) 1)\n(f)", "(define (f) (amb (f)))\n(f)"):
        outcome = run(SourceText("case.scm", text), "amb_scheme", Request(Options("exact"), limits=LIMITS))
        assert outcome.ending.kind in ("exhausted", "trap")


def test_interruption() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    request = Request(Options("exact"), progress=interrupt)
    assert run(SourceText("case.scm", "(define (f) (f))\n(f)"), "amb_scheme", request).ending.kind == "interrupted"


def test_memory_budget() -> None:
    request = Request(Options("exact"), limits=Limits(memory=1 << 22))
    outcome = run(SourceText("case.scm", "(define (f x) (f (cons x x)))\n(f 1)"), "amb_scheme", request)
    assert outcome.ending.kind == "exhausted"


@pytest.mark.parametrize(
    ("text", "limits", "message"),
    [
        ("(set-cdr! x x)", {"statements": 3000}, "the budget of 3000 statements is used up by work within statements"),
        ("(set-car! x x)", {"memory": 1 << 22}, "the memory of 4194304 bytes is used up"),
        (
            "(do ((i 0 (+ i 1))) ((= i 40)) (set! x (cons x x)))",
            {"output": 1 << 21},
            "the budget of 2097152 bytes of output is used up",
        ),
    ],
)
def test_data_without_end_are_printed_until_a_budget_ends(text: str, limits: dict[str, int], message: str) -> None:
    request = Request(Options("exact"), limits=Limits(**{"statements": None, "output": 1 << 25, **limits}))
    ending = run(SourceText("case.scm", f"(define x (list 1))\n{text}\n(display x)"), "amb_scheme", request).ending
    assert (ending.kind, ending.message) == ("exhausted", message)


COUNTED = """(define (f n)
  (if (= n 0)
      0
      (+ n (f (- n 1)))))
(let ((x (amb 1 2 3)))
  (require (> x 2))
  `(,(f x) . ,x))
(ramb)
"""


def counted(**request: object) -> Outcome:
    """Run the program above with probes or a stop."""
    return run(SourceText("case.scm", COUNTED), "amb_scheme", Request(Options("exact"), **request))  # type: ignore[arg-type]


def test_applications_and_choices_are_counted_by_line_and_column() -> None:
    expected = {"2": 4, "4:7": 3, "4:12": 3, "4:15": 3, "5": 3, "6:3": 3, "6:12": 3, "7:4": 2, "7:6": 1, "8": 1}
    assert counted().counts == expected


def test_probes_stand_at_applications_and_choices() -> None:
    probes = {
        "n": ProbeRequest("4:12", "n"),
        "x": ProbeRequest("6:3", "x"),
        "none": ProbeRequest("5", "f"),
        "global": ProbeRequest("7:6", "x"),
    }
    expected = {"n": {1: 1, 2: 1, 3: 1}, "x": {1: 1, 2: 1, 3: 1}, "none": {0: 3}, "global": {3: 1}}
    assert counted(probes=probes).probes == expected


@pytest.mark.parametrize(("statement", "execution", "line"), [("4:12", 2, 4), ("5", 3, 5), ("6:3", 1, 6), ("8", 1, 8)])
def test_a_stop_stands_before_an_application_or_the_next_try(statement: str, execution: int, line: int) -> None:
    outcome = counted(stop=StopRequest(statement, execution))
    assert outcome.ending.place is not None
    assert (outcome.ending.kind, outcome.ending.place.line) == ("finished", line)
    assert outcome.counts[statement] == execution - 1


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("3", "the program has no application 3"),
        ("4", "the program has no application 4; line 4 has 4:7, 4:12, 4:15"),
    ],
)
def test_a_stop_at_no_application_is_refused(statement: str, message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message) + "$"):
        counted(stop=StopRequest(statement, 1))


def test_a_probe_of_no_variable_is_refused() -> None:
    with pytest.raises(UserError, match=r"^y is not a variable at application 6:3$"):
        counted(probes={"y": ProbeRequest("6:3", "y")})


@pytest.mark.parametrize(
    ("options", "out", "err"),
    [
        (["--stop-at", "4:12:3"], "", ""),
        (["--stop-at", "7:6:1"], "", ""),
        ([], "(6 . 3)\n;;; There are no more values of\n(ramb)\n", ""),
        (["--max-statements", "6"], "", "case.scm:4:12: exhausted: the budget of 6 statements is used up"),
        (["--probe", "x=7:x"], "", "the program has no application 7; line 7 has 7:4, 7:6"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_command_line(
    options: list[str],
    out: str,
    err: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "case.scm"
    path.write_text(COUNTED, encoding="utf-8")
    printed, complaint = run_from_the_command_line([str(path), *options], monkeypatch, capsys)
    assert printed == out
    assert err in complaint


def test_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.scm"
    path.write_text(COUNTED, encoding="utf-8")
    printed, profile = run_from_the_command_line([str(path), "--profile"], monkeypatch, capsys)
    assert printed.startswith("(6 . 3)\n")
    assert profile.splitlines() == [
        '               | (define (f n)',
        '       4  2    |   (if (= n 0)',
        '               |       0',
        '       3  4:7  |       (+ n (f (- n 1)))))',
        '       3  4:12 |',
        '       3  4:15 |',
        '       3  5    | (let ((x (amb 1 2 3)))',
        '       3  6:3  |   (require (> x 2))',
        '       3  6:12 |',
        '       2  7:4  |   `(,(f x) . ,x))',
        '       1  7:6  |',
        '       1  8    | (ramb)',
    ]  # fmt: skip


def run_from_the_command_line(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[str, str]:
    """Run `getallenband run` in this process; return standard output and standard error."""
    monkeypatch.setattr(sys, "argv", ["getallenband", "run", *arguments])
    with pytest.raises(SystemExit):
        command_line.main()
    captured = capsys.readouterr()
    return captured.out, captured.err


PLAIN = [
    case for case in case_files("amb_scheme") if case.path.stem in ("plain", "r5rs") and case.name not in NOT_IN_SCHEME
]
PRELUDE = "(define true #t) (define false #f) (define (square x) (* x x))\n"


WITH_GUILE = needs("guile")


@WITH_GUILE
@pytest.mark.in_turn
@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
def test_without_amb_it_is_scheme(case: Case) -> None:
    """What needs no amb does the same in Guile."""
    silent = Request(Options("exact", {"show": "nothing"}))
    ours = run(SourceText("case.scm", case.source), "amb_scheme", silent).output
    command = ["guile", "--no-auto-compile", "-q", "-c", PRELUDE + case.source]
    theirs = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    assert ours == theirs


LONG = """
(define (numbers n l) (if (= n 0) l (numbers (- n 1) (cons n l))))
(define (wrapped n l) (if (= n 0) l (wrapped (- n 1) (list l))))
(define (around n l) (if (= n 0) l (around (- n 1) (vector l n))))
(define (tailed n l) (if (= n 0) l (tailed (- n 1) (cons 'a l))))
"""


@WITH_GUILE
@pytest.mark.parametrize(
    "size", [0, 1, 63, 64, 1023, 1024, 1025, 4095, 4096, 4097, pytest.param(60_000, marks=pytest.mark.soak)]
)
def test_long_and_deep_data_are_printed_whole(size: int) -> None:
    """What display and write print of long lists, deep lists and vectors is what Guile prints."""
    values = (f"(numbers {size} '())", f"(wrapped {min(size, 5000)} 'x)", f"(around {min(size, 5000)} \"s\")",
              f"(tailed {size} '(b . c))", f"(list->vector (numbers {size} '()))", f"(make-string {size} #\\a)",
              f"(list (make-vector {size} \"\\n\") (number->string (expt 7 {min(size, 4000)})))")  # fmt: skip
    text = LONG + "".join(f"(display {value})(newline)(write {value})(newline)\n" for value in values)
    theirs = subprocess.run(
        ["guile", "--no-auto-compile", "-q", "/dev/stdin"], input=text, capture_output=True, text=True, check=True,
        timeout=PATIENCE,
    ).stdout  # fmt: skip
    assert finished(text) == theirs


AMB = ROOT / "benchmarks" / "peers" / "amb.scm"
CHOOSING = re.compile(r"\((amb|require|set!|permanent-set!|if-fail)\b")
MORE = "60"
"""How many more values each problem of a random program is asked for: all that it has."""


def textbook_outputs(programs: Sequence[tuple[str, str]], folder: Path) -> list[str]:
    """Run programs, each with the values it is asked for, on the textbook's evaluator in Guile."""
    arguments = []
    for index, (text, more) in enumerate(programs):
        path = folder / f"{index}.scm"
        path.write_text(text, encoding="utf-8")
        arguments += [str(path), "0" if more == "none" else more]
    command = ["guile", "--no-auto-compile", "-q", str(AMB), *arguments]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE).stdout
    *outputs, rest = printed.split("\f\n")
    assert len(outputs) == len(programs), rest
    return [output.partition(";;; error ")[0] for output in outputs]


def own_output(text: str, more: str) -> str:
    """Run a program here, in the form that the textbook's evaluator prints."""
    outcome = run(SourceText("case.scm", text), "amb_scheme", Request(Options("exact", {"try_again": more})))
    assert outcome.ending.kind in ("finished", "trap"), outcome.ending
    in_the_line = outcome.ending.kind == "trap" and outcome.output and not outcome.output.endswith("\n")
    return outcome.output + "\n" if in_the_line else outcome.output


NOT_IN_THE_TEXTBOOK = (
    "random_choice_tries_all", "driver_loop", "driver_prints_behind_display", "budget_of_choices",
    "4_3_1_an_element_of", "4_3_3_ramb", "4_3_3_vectors", "4_3_3_promises", "4_3_3_continuations",
)  # fmt: skip
BY_THE_TEXTBOOK = [
    case
    for case in case_files("amb_scheme")
    if CHOOSING.search(case.source)
    and case.path.stem != "r5rs"
    and "finished" in case.sections.get("ending", "")
    and case.name not in NOT_IN_THE_TEXTBOOK
]


@WITH_GUILE
def test_choices_are_the_textbooks(tmp_path: Path) -> None:
    """What chooses or assigns does the same on SICP's evaluator (4.3.3)."""
    programs = [(case.source, case.options.get("try_again", "none")) for case in BY_THE_TEXTBOOK]
    assert len(programs) > 40
    for case, program, theirs in zip(BY_THE_TEXTBOOK, programs, textbook_outputs(programs, tmp_path), strict=True):
        assert own_output(*program) == theirs, case.label


def check_random_programs(seeds: Sequence[int], folder: Path) -> None:
    check_programs({seed: Maker(Random(seed)).program() for seed in seeds}, folder)


def check_programs(texts: Mapping[int, str], folder: Path) -> None:
    """Compare programs: the same values in the same order, the same printed between them."""
    programs = [(text, MORE) for text in texts.values()]
    for seed, program, theirs in zip(texts, programs, textbook_outputs(programs, folder), strict=True):
        assert own_output(*program) == theirs, f"seed {seed}:\n{program[0]}"


@WITH_GUILE
@settings(max_examples=1)
@given(start=st.integers(0, 1 << 30))
def test_random_programs_choose_as_the_textbook(start: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    check_random_programs(range(start, start + 50), tmp_path_factory.mktemp("programs"))


PLAIN_PRELUDE = """
(define prelude '(begin
  (define true #t) (define false #f) (define (square x) (* x x)) (define (-1+ x) (- x 1)) (define boolean=? eq?)
  (define (symbol<? a b) (string<? (symbol->string a) (symbol->string b)))
  (define-syntax cons-stream (syntax-rules () ((_ a b) (cons a (delay b)))))
  (define-syntax ramb (syntax-rules () ((_ a) a)))
  (define the-empty-stream '()) (define stream-car car) (define (stream-cdr s) (force (cdr s)))
  (define stream-pair? pair?) (define stream-null? null?) (define empty-stream? null?)))
(define (run path)
  (let ((module (make-fresh-user-module)))
    (eval prelude module)
    (catch #t
      (lambda () (with-input-from-file path (lambda ()
        (let loop ((form (read))) (if (not (eof-object? form)) (begin (eval form module) (loop (read))))))))
      (lambda error (display ";;; error ") (write error)))
    (display "\\f\n")))
(for-each run (cdr (command-line)))
"""
DECIMAL = re.compile(r"-?\d+\.\d*(e[-+]?\d+)?")


def same_reals(text: str) -> str:
    """Write each real number in one way: Guile writes 1e10 as 10000000000.0."""
    return DECIMAL.sub(lambda found: repr(float(found[0])), text)


def check_plain_programs(texts: Mapping[int, str], folder: Path) -> None:
    """Compare programs without amb with Guile: what finishes prints the same; what traps printed the same before."""
    driver, paths = folder / "driver.scm", {seed: folder / f"{seed}.scm" for seed in texts}
    driver.write_text(PLAIN_PRELUDE, encoding="utf-8")
    for seed, path in paths.items():
        path.write_text(texts[seed], encoding="utf-8")
    command = ["guile", "--no-auto-compile", "-q", str(driver), *map(str, paths.values())]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE, env=environment)
    silent = Request(Options("exact", {"show": "nothing"}))
    for (seed, text), theirs in zip(texts.items(), done.stdout.split("\f\n")[:-1], strict=True):
        outcome = run(SourceText("case.scm", text), "amb_scheme", silent)
        ours, expected = same_reals(outcome.output), same_reals(theirs)
        same = ours == expected if outcome.ending.kind == "finished" else expected.startswith(ours)
        assert same, f"seed {seed}:\n{text}\n{ours}{outcome.ending}\nGuile:\n{theirs}"


@WITH_GUILE
def test_random_programs_of_the_library_print_what_guile_prints(tmp_path: Path) -> None:
    check_plain_programs({seed: amb_procedures.program(Random(seed)) for seed in range(100)}, tmp_path)
