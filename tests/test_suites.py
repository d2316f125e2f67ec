"""Other people's suites are judged rightly, what is found in them is taken apart rightly, and the page follows."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests.suites import preparing, record
from tests.suites.suites import SUITES, lines_alike, words_alike
from tests.suites.trial import Answer, Found, Program, Verdict, Worker, judge

HELLO = '#include <stdio.h>\nmain() { printf("hello\\n"); return 0; }\n'
OVERFLOW = "main() { int i; i = 2147483647; i = i + 1; return 0; }\n"


def program(path: Path, text: str, answer: Answer | None, **more) -> Program:
    path.write_text(text, encoding="utf-8")
    return Program("a", path, lambda _: answer, **more)


@pytest.fixture(scope="module", autouse=True)
def usual_collection():
    """Collect garbage as often as elsewhere: until then a program's memory counts towards what a process may map."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


@pytest.fixture(scope="module")
def worker():
    worker = Worker()
    yield worker
    worker.stop()


@pytest.mark.parametrize(
    ("text", "answer", "kind"),
    [
        (HELLO, Answer("finished", "hello\n"), "equal"),
        (HELLO, Answer("finished", "help\n"), "wrong"),
        (HELLO, Answer("trap", "hello\n"), "wrong"),
        (HELLO, None, "without an answer"),
        (OVERFLOW, Answer("finished"), "wrong"),
        (OVERFLOW, Answer("trap"), "equal"),
        ("main() { for (;;) ; }", Answer("finished"), "over budget"),
        ("main() { long long x; }", Answer("finished"), "refused"),
    ],
)
def test_what_is_right_is_told_from_what_is_wrong(worker, tmp_path, monkeypatch, text, answer, kind):
    monkeypatch.setattr("tests.suites.trial.STATEMENTS", 100_000)
    each = program(tmp_path / "a.c", text, answer)
    assert judge(each, worker.run(each), {}).kind == kind


def test_a_difference_is_none_where_it_was_explained_or_another_tool_confirms_it(tmp_path):
    trap = Found("trap", "", "1:2: too large")
    each = program(tmp_path / "a.c", OVERFLOW, Answer("finished"))
    assert judge(each, trap, {"a": "why"}) == Verdict("explained", "why")
    assert judge(each, trap, {"b": "why"}).kind == "wrong"
    confirmed = program(tmp_path / "a.c", OVERFLOW, Answer("finished"), confirms=lambda: True)
    assert judge(confirmed, trap, {}).kind == "explained"
    assert judge(confirmed, Found("finished", "x"), {}).kind == "wrong"
    assert judge(each, Found("broken", "", "the engines disagree"), {"a": "why"}).kind == "wrong"


def test_a_process_that_dies_is_a_fault_and_the_next_program_runs(worker, tmp_path):
    hello = program(tmp_path / "a.c", HELLO, None)
    assert worker.run(hello).kind == "finished"
    worker.process.kill()
    assert judge(hello, worker.run(hello), {}).kind == "wrong"
    assert worker.run(hello) == Found("finished", "hello\n")


def test_a_process_does_not_look_for_garbage_in_what_it_was_forked_from(tmp_path, monkeypatch):
    """It copied a test process of gigabytes, which on a busy machine took longer than a program may."""

    def looked_through(*_):
        yield Found("finished", str(len(gc.get_objects()))), True

    inherited = [[] for _ in range(100_000)]
    monkeypatch.setattr("tests.suites.trial.both_engines", looked_through)
    worker = Worker()
    try:
        assert int(worker.run(program(tmp_path / "a.c", HELLO, None)).output) < len(inherited)
    finally:
        worker.stop()


def test_refusals_are_right_where_the_suite_has_wrong_programs(tmp_path):
    each = program(tmp_path / "a.a60", "", Answer("refused"), may_be_wrong=True)
    assert judge(each, Found("refused", "", "x is not declared"), {}).kind == "equal"
    assert judge(each, Found("finished"), {}).kind == "wrong"


def test_outputs_are_compared_by_what_counts():
    assert words_alike("1 1e-06 \n3.14159265359", "1.0 1.000000000000000₁₀-6 3.141592653589793")
    assert not words_alike("1 2", "1")
    assert not words_alike("3.14159265359", "3.14169265359")
    assert lines_alike(" A  \n B\n\n", " A\n B")
    assert not lines_alike(" A\n\n B", " A\n B")


def test_the_listing_of_marst_is_taken_apart():
    text = (
        "*** TEST 001 ***\nTranslating...\n 1 begin\nCompiling...\nExecuting...\n1 2 \n\n"
        "*** TEST 002 ***\nTranslating...\ntest002.alg:2: missing begin\n\n\n"
        "*** TEST 003 ***\nExecuting...\n4\n\nfault: expi undefined\n"
    )
    kinds = {name: (answer.kind, answer.output.split()) for name, answer in preparing.marst_listing(text).items()}
    assert kinds == {"test001": ("finished", ["1", "2"]), "test002": ("refused", []), "test003": ("trap", ["4"])}


def test_scheme_is_taken_apart(tmp_path):
    text = """(define-syntax test x) (test-begin "r5rs")
    ; (a comment
    (test '(1 ")" #\\)) (list 1 ")" #\\))) (define x `(,@'())) (test-assert (eq? x x)) (test-end)"""
    (tmp_path / "tests.scm").write_text(text, encoding="utf-8")
    assert dict(preparing.r5rs_tests(tmp_path / "tests.scm")) == {
        "001": """(write (equal? (list 1 ")" #\\)) '(1 ")" #\\))))\n""",
        "002": "(define x `(,@'()))\n(write (equal? (eq? x x) #t))\n",
    }


def test_perls_own_harness_is_replaced(tmp_path):
    text = "#!./perl\n\nBEGIN {\n    require './test.pl';\n}\nplan(tests => 1);\nis(1, 1, 'one');\n__END__\nrest\n"
    (tmp_path / "a.t").write_text(text, encoding="utf-8")
    made = preparing.perl_test(tmp_path / "a.t")
    assert made.startswith(preparing.HARNESS)
    assert made[len(preparing.HARNESS) :].split() == ["plan(tests", "=>", "1);", "is(1,", "1,", "'one');"]


def test_a_test_of_perl_is_cut_where_a_part_is_whole():
    text = "$x = 1;\n\nif ($x) {\n\n  is($x, 1);\n}\n\nok(1);\n\nis(2,\n\n"
    parts = [part.removeprefix(preparing.HARNESS).strip() for part in preparing.perl_parts(preparing.HARNESS + text)]
    assert parts == ["if ($x) {\n\n  is($x, 1);\n}", "ok(1);"]


def test_words_of_gcc_are_left_out(tmp_path):
    text = "static __inline__ void __attribute__ ((noinline, noclone))\n"
    text += "f (unsigned long long x) { if (x != 1ULL) __builtin_abort (); }\n"
    (tmp_path / "a.c").write_text(text, encoding="utf-8")
    plain = "static  void \nf (unsigned long x) { if (x != 1UL) abort (); }\n"
    assert preparing.without_words_of_gcc(tmp_path / "a.c") == "#include <limits.h>\n" + plain


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("foo is not declared (5)", "… is not declared (n)"),
        ("function feof is not declared", "function … is not declared"),
        ("unexpected }", "unexpected …"),
        ("5:8: dynamic-wind is not supported", "dynamic-wind is not supported"),
        ('#pragma push_macro("abort") is not supported', "#pragma push_macro(…) is not supported"),
        ("long long is not supported", "long long is not supported"),
    ],
)
def test_messages_for_the_same_reason_are_counted_together(message, kind):
    assert record.kind_of(message) == kind


def test_the_page_says_what_was_found_and_nothing_is_wrong():
    found = record.results()
    assert record.PAGE.read_text(encoding="utf-8") == record.page(found)
    assert {name: each["wrong"] for name, each in found.items() if each["wrong"]} == {}
    assert set(found) == set(SUITES)


def test_rare_reasons_are_counted_together():
    found = {"refusals": {"goto": 7, "asm": 5, "long": 4, "eval": 1}}
    assert list(record.refusals({"npl": found})) == [
        ("npl", "goto", "7"), ("npl", "asm", "5"), ("npl", "2 other messages", "5"),
    ]  # fmt: skip


def test_what_is_wrong_is_on_the_page():
    nothing = {"date": "", "commit": "abc", "versions": ""}
    wrong = {"conditions": nothing, "counts": {"wrong": 1}, "refusals": {}, "explained": {}, "wrong": {"a": "1|2"}}
    assert "| `a`" in record.page({"npl": wrong})
    assert "1\\|2" in record.page({"npl": wrong})
