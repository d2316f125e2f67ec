"""A file whose language nobody named: recognised by its text, or refused with what it may be."""

from __future__ import annotations

import json
import sys

import pytest

from getallenband.interpreters import Options, SourceText, recognition
from getallenband.interpreters.language import language, languages
from getallenband.interpreters.recognition import advice, likeliest, recognize
from getallenband.interpreters.running.engines import native_is_there
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.testing.cases import case_files
from getallenband.originals.edition import edition, editions
from getallenband.reports.runs.job import job_for
from getallenband.reports.runs.options import RunOptions

DECK = "      PRINT 20, K\n   20 FORMAT(1H ,I5)\n      END\n"
FUNCTION = "      REAL FUNCTION F(X)\n      F = X\n      END\n"
LOOSE = """      PROGRAM X(OUTPUT)
      DO 10 I = 1, 3
   10 K = I*I
PRINT 20, K
   20 FORMAT(1H ,I5)
      END
"""


@pytest.mark.parametrize("name", languages())
def test_every_case_is_recognised_or_declared_ambiguous(name):
    """No case is taken for another language, and nearly all are recognised."""
    unknown = []
    for case in case_files(name):
        try:
            assert likeliest(SourceText("deck.txt", case.source)).language.name == name, case.label
        except UserError:
            unknown.append(case.label)
    assert len(unknown) <= len(case_files(name)) / 8


@pytest.mark.parametrize("name", editions())
def test_programs_of_editions_are_recognised(name):
    for run in (run for run in edition(name).runs.values() if not run.missing):
        assert likeliest(SourceText("listing", run.reading)).language.name == run.language


def test_the_note_says_what_was_chosen(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text(DECK)
    job = job_for(str(path), RunOptions())
    assert (job.language, job.request.options.arithmetic) == ("cdc_fortran", "cdc6600")
    note = (
        f"{path}: taken for CDC 6000 FORTRAN (FORMAT with a label, PRINT, READ or WRITE, cards from column 7 on): "
        "--language cdc_fortran --arithmetic cdc6600"
    )
    assert job.notes == (note,)


def test_a_known_extension_needs_no_note(tmp_path):
    path = tmp_path / "deck.f"
    path.write_text(DECK)
    assert job_for(str(path), RunOptions()).notes == ()


def test_the_setting_that_accepts_a_text_is_chosen():
    assert recognize(SourceText("deck.txt", LOOSE)).settings == {"cards": "loose"}


def test_the_command_line_has_the_last_word(tmp_path):
    path = tmp_path / "deck.txt"
    path.write_text(LOOSE)
    assert job_for(str(path), RunOptions()).request.options.settings == {"cards": "loose"}
    wishes = RunOptions(settings={"cards": "auto"})
    assert job_for(str(path), wishes).request.options.settings == {"cards": "auto"}


def test_what_a_language_found_out_is_noted(tmp_path):
    path = tmp_path / "program.txt"
    path.write_text("'begin' 'integer' k; k := 2; outinteger(1, k) 'end'\n")
    assert job_for(str(path), RunOptions()).notes[1] == f"{path}:1:1: note: read with --setting representation=quoted"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n", "deck: no language is recognised in this text; say --language; known: algol60, amb_scheme, "),
        ("", "deck: no language is recognised in this text; say --language; known: algol60, amb_scheme, "),
        ("BEGIN END", "deck: the text may be in more than one language; say --language; candidates: "),
    ],
)
def test_a_text_that_nobody_can_tell(text, message):
    with pytest.raises(UserError, match=message.replace("[", r"\[")):
        recognize(SourceText("deck", text))


def test_advice_names_the_setting_that_accepts():
    found = advice(SourceText("x.f", LOOSE), language("cdc_fortran"), Options("cdc6600", {"cards": "columns"}))
    assert found.startswith("it is accepted with --setting cards=loose (")


def test_a_long_text_refused_at_its_end_is_not_read_with_every_setting(monkeypatch):
    read, whole = [], recognition.fault
    monkeypatch.setattr(recognition, "fault", lambda *given, **more: read.append(whole(*given, **more)) or read[-1])
    text = "begin integer k;\n" + "k := k + 1;\n" * 3000 + "k := +\nend\n"
    assert advice(SourceText("x.a60", text), language("algol60"), Options("ieee754")) == ""
    assert sum(read[:-1]) < recognition.TRIED


def test_advice_names_another_language():
    found = advice(
        SourceText("x.a60", "#include <stdio.h>\nint main() { return 0; }\n"), language("algol60"), Options()
    )
    assert found == "this looks like C (#include or #define, main(, declarations like int n;): --language c_subset"


def test_no_advice_where_nothing_helps():
    assert advice(SourceText("x.c", "int main() { return 0 }\n"), language("c_subset"), Options("lp64")) == ""


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (
            f"{DECK}   42\n{DECK}",
            ["1:1: program 1 up to line 3", "4:1: data of program 1 up to line 4", "5:1: program 2 up to line 7"],
        ),
        (f"{DECK}   42\n", ["1:1: program 1 up to line 3", "4:1: data of program 1 up to line 4"]),
        (
            f"{DECK}{FUNCTION}{DECK.lower()}",
            ["7:1: read with cards=auto: lower case", "1:1: program 1 up to line 6", "7:1: program 2 up to line 9"],
        ),
        (
            f"JOB,CM60000.\n7/8/9\n{DECK}7/8/9\n  42\n7/8/9\n  43\n6/7/8/9\n",
            [
                "1:1: control cards (left out) up to line 1", "3:1: program 1 up to line 5",
                "7:1: data of program 1 up to line 7", "9:1: data of program 1 up to line 9",
            ],
        ),
        (f"{DECK}{FUNCTION}", []),
    ],
)  # fmt: skip
def test_the_notes_tell_what_a_deck_holds(tmp_path, deck, told):
    path = tmp_path / "deck.f"
    path.write_text(deck)
    found = job_for(str(path), RunOptions()).notes
    assert [one.removeprefix(f"{path}:").replace(" note:", "") for one in found] == told


LONG = "      I = " + "+".join(["1000"] * 13)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ([LONG, "      J = 1", "      END"], True),
        ([LONG.ljust(72)[:72] + "00000010", "      J = 1".ljust(72) + "00000020", "      END".ljust(72) + "30"], False),
        ([LONG[:72], "      J = 1".ljust(74) + "00000020", "      END"], False),
    ],
)
def test_a_note_tells_of_statements_that_are_cut(tmp_path, cards, told):
    path = tmp_path / "deck.f"
    path.write_text("\n".join(cards) + "\n")
    notes = job_for(str(path), RunOptions()).notes
    beyond = LONG[72:80]
    note = (
        f"{path}:1:73: note: {beyond!r} beyond column 72 is not read; if it is of the statement: --setting cards=free"
    )
    assert notes == ((note,) if told else ())


def test_notes_go_to_standard_error_or_into_the_record_or_are_left_out(tmp_path, call):
    path = tmp_path / "deck.f"
    path.write_text("      PRINT 20\n   20 FORMAT(3H HI)\n      END\n   42\n")
    notes = [f"{path}:1:1: note: program 1 up to line 3", f"{path}:4:1: note: data of program 1 up to line 4"]
    assert call("run", str(path))[2] == "".join(f"{note}\n" for note in notes)
    assert call("run", "--quiet", str(path))[2] == ""
    code, out, _ = call("run", "--quiet", "--json", str(path))
    assert (code, json.loads(out)["notes"]) == (0, notes)


def test_files_that_are_not_saved_are_named(tmp_path, call):
    program = tmp_path / "x.f"
    program.write_text("      WRITE(3,10)\n      PRINT 10\n   10 FORMAT(3H HI)\n      END\n")
    told = "written by the program, not saved: TAPE3 (--files DIR saves them)\n"
    assert call("run", str(program)) == (0, "HI\n", told)
    assert call("run", str(program), "--files", str(tmp_path)) == (0, "HI\n", "")


def test_of_many_files_that_are_not_saved_ten_are_named_and_the_others_counted(tmp_path, call):
    program = tmp_path / "x.pl"
    program.write_text('for my $i (101 .. 112) { open(F, ">", $i . "x" x 1000); close(F); }\n')
    names = ", ".join(f"{number}{'x' * 252}…" for number in range(101, 111))
    noted = f"written by the program, not saved: {names} and 2 more (--files DIR saves them)\n"
    assert call("run", str(program)) == (0, "", noted)


def test_a_name_of_two_lines_is_told_in_one(tmp_path, call):
    program = tmp_path / "x.pl"
    program.write_text('open(F, ">a\\nb"); print F 1; close F;\n')
    assert call("run", str(program)) == (0, "", "written by the program, not saved: a␊b (--files DIR saves them)\n")


def test_a_program_too_large_for_machine_code_is_run_by_the_slow_engine_which_is_told(call, tmp_path, monkeypatch):
    monkeypatch.setattr("getallenband.interpreters.native.module.MOST_LINES", 2)
    (tmp_path / "one.ecol").write_text("START\nSCHRIJF := 1\nKLAAR\n")
    code, out, err = call("run", str(tmp_path / "one.ecol"), "--record", "-")
    assert (code, json.loads(out)["engine"]) == (0, "machine")
    assert err == f"{tmp_path}/one.ecol: too large for machine code: the slow engine ran it\n"
    assert call("run", str(tmp_path / "one.ecol"), "--engine", "machine")[2] == ""


def test_where_llvm_cannot_be_loaded_the_slow_engine_runs_the_program(call, tmp_path, monkeypatch):
    """It was said that a file of LLVM's cannot be found, where memory was short."""
    monkeypatch.setitem(sys.modules, "getallenband.interpreters.native", None)
    monkeypatch.setattr("getallenband.interpreters.running.engines.native_is_there", native_is_there.__wrapped__)
    monkeypatch.setattr("getallenband.reports.runs.run.native_is_there", native_is_there.__wrapped__)
    (tmp_path / "one.ecol").write_text("START\nSCHRIJF := 1\nKLAAR\n")
    code, out, err = call("run", str(tmp_path / "one.ecol"))
    assert (code, out.strip()) == (0, "1")
    why = "LLVM cannot be loaded (is llvmlite installed, and memory left for it?)"
    assert err == f"{tmp_path}/one.ecol: {why}: the slow engine ran it\n"
