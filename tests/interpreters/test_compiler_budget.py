"""The compiler's own budget: what would take too long or too much memory is refused, left out, or done once."""

from __future__ import annotations

import pytest

from getallenband.interpreters import Request, SourceError, SourceText, lower, page, read, run
from getallenband.interpreters.ir import builder
from getallenband.interpreters.source import diagnostics, nesting
from getallenband.interpreters.transform import definite_assignment

SUM = "START\na := 1\nb := 2{}\nSCHRIJF (2,0) := b\nKLAAR\n"


def test_a_program_of_too_many_operations_is_refused(monkeypatch):
    monkeypatch.setattr(builder, "LARGEST", 100)
    run(SourceText("x.ecol", SUM.format(" + a")), "ecol", Request())
    with pytest.raises(SourceError) as refused:
        lower(SourceText("x.ecol", SUM.format(" + a" * 100)), "ecol")
    head, line, caret, hint = str(refused.value).splitlines()
    assert head == "x.ecol:3:6: the program is too large from here on: more than 100 operations"
    assert line.startswith("    3 | b := 2 + a + a")
    assert caret.strip(" |^") == ""
    assert hint == "  hint: divide the program, or let it read what it holds as data"


@pytest.mark.parametrize("language", ["ecol", "perl_subset", "c_subset", "amb_scheme"])
def test_a_program_of_too_many_characters_is_refused(language, monkeypatch):
    assert nesting.LARGEST == 1 << 22
    monkeypatch.setattr(nesting, "LARGEST", 1000)  # the usual size takes minutes where it is not refused
    with pytest.raises(SourceError, match=r"x:1:1: the program has more than 1,000 characters"):
        read(SourceText("x", "\n" * 1001), language)


@pytest.fixture
def without_llvm(monkeypatch):
    monkeypatch.setattr("getallenband.interpreters.native.run.MachineCode", lambda *_: pytest.fail("compiled"))


@pytest.mark.usefixtures("without_llvm")
def test_more_parameters_than_llvm_takes():
    names, values = ", ".join(f"x{number}" for number in range(10_001)), ", ".join(["7"] * 10_001)
    text = f"START\na := f ({values})\nSCHRIJF (2,0) := a\nKLAAR\nFUN f ({names})\nFUN := x5\n"
    done = run(SourceText("x.ecol", text), "ecol", Request(engine="native"))
    assert (done.output.split(), done.engine) == (["7"], "machine")


@pytest.mark.usefixtures("without_llvm")
def test_a_program_too_large_for_llvm_runs_on_the_reference_engine(monkeypatch):
    monkeypatch.setattr("getallenband.interpreters.native.module.MOST_LINES", 100)
    done = run(SourceText("x.ecol", SUM.format(" + a" * 100)), "ecol", Request(engine="native"))
    assert (done.output, done.engine) == (" 102", "machine")


@pytest.mark.parametrize(("limit", "value"), [("MOST_BYTES", 1000), ("MOST_ITEMS", 100)])
def test_a_program_too_large_for_a_page_says_so(monkeypatch, limit, value):
    monkeypatch.setattr(f"getallenband.interpreters.wasm.module.{limit}", value)
    made = page(SourceText("x.ecol", SUM.format(" + a" * 100)), "ecol", Request())
    assert (made["refused"], made["wasm"]) == ("the program is too large for a page", "")


def test_arguments_of_arguments_of_macros_are_bounded():
    text = "#define M(x) x\nint main(void) { return " + "M(" * 2000 + "0" + ")" * 2000 + "; }\n"
    with pytest.raises(SourceError) as refused:
        lower(SourceText("x.c", text), "c_subset")
    assert str(refused.value).startswith("x.c:2:373: the arguments of macros have more than 1000000 tokens\n")


@pytest.mark.parametrize("numeral", ["0x" + "f" * 5000, "0b" + "1" * 20000, "0" + "7" * 6000, "9" * 5000])
def test_numerals_of_perl_may_be_of_any_length(numeral):
    assert run(SourceText("x.pl", f"print -{numeral};"), "perl_subset", Request()).output == "-Inf"


def test_a_static_array_takes_no_memory_beyond_its_values():
    text = "int many[100000000] = {1, 2};\nint main(void) { return 0; }\n"
    regions = lower(SourceText("x.c", text), "c_subset").program.regions.values()
    assert max(len(region.contents) for region in regions) < 100


@pytest.mark.parametrize("engine", ["machine", "native"])
def test_functions_too_large_to_analyse_keep_their_checks(monkeypatch, engine):
    monkeypatch.setattr(definite_assignment, "MOST_WORK", 0)
    done = run(SourceText("x.ecol", SUM.format(" + a")), "ecol", Request(engine=engine))
    assert done.output == "   3"


WRONG = {
    "algol60": ("begin integer a; {} end", "x{} := 1; "),
    "c_subset": ("int a;\nint main(void) {{\n{}return 0; }}\n", "x{} = 1;\n"),
    "cdc_fortran": ("      I = 1\n{}      END\n", "      CALL S{}\n"),
    "ecol": ("START\na := 1\n{}KLAAR\n", "s{}\n"),
    "informal_algol": ("BEGIN INT a; {} END", "x{} := 1; "),
    "perl_subset": ("use strict;\nmy $a = 1;\n{}", "$x{} = 1;\n"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_nearest_name_is_sought_for_the_faults_that_are_shown(monkeypatch, name):
    sought: list[str] = []
    monkeypatch.setattr(diagnostics, "nearest", lambda name, _known: sought.append(name) or "near")
    text, line = WRONG[name]
    with pytest.raises(SourceError) as refused:
        lower(SourceText("x", text.format("".join(line.format(number) for number in range(30)))), name)
    assert len(sought) == 20
    assert str(refused.value).count("  nearest: near") == 20
    assert str(refused.value).endswith("… and 10 more")
