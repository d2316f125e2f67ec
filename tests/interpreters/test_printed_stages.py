"""The stages of a translation, printed: each language has them, and what is printed can be read again."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from getallenband.interpreters import Options, Request, SourceText, language, lower, read
from getallenband.interpreters.pipeline import SHOWN, shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.source.tree import printed
from getallenband.interpreters.testing.read_text import read_program

PROGRAMS = {
    "algol60": "begin outinteger(1, 7) end",
    "c_subset": "int main() { return 0; }",
    "cdc_fortran": "      PROGRAM X(OUTPUT)\n      PRINT 1\n    1 FORMAT(2H A)\n      END\n",
    "ecol": "START\nSCHRIJF (4,0) := 2 * LEES\nKLAAR\n",
    "informal_algol": "BEGIN PRINT LINE END",
    "perl_subset": "print 7;",
}


def given(name: str) -> tuple[SourceText, str, Request]:
    return SourceText("given", PROGRAMS[name]), name, Request(Options(language(name).arithmetics[0]))


@pytest.mark.parametrize("name", PROGRAMS)
def test_stages_can_be_read_again(name: str) -> None:
    source, _, request = given(name)
    assert shown("tree", *given(name)) == printed(read(source, name, request.options)) + "\n"
    assert read_program(shown("ir", *given(name))) == lower(source, name, request.options).program
    llvm.initialize_native_target()
    llvm.parse_assembly(shown("llvm", *given(name))).verify()


def test_what_has_its_own_evaluator_has_a_tree_only() -> None:
    scheme = (SourceText("x.scm", "(display 1)"), "amb_scheme", Request(Options("exact")))
    assert shown("tree", *scheme).startswith("Program\n")
    for name in SHOWN[1:]:
        with pytest.raises(UserError, match="Scheme with amb has its own evaluator, not the IR"):
            shown(name, *scheme)


def test_the_command_line_shows_a_stage_and_runs_nothing(call, tmp_path) -> None:
    path = tmp_path / "x.ecol"
    path.write_text(PROGRAMS["ecol"])
    code, out, err = call("run", str(path), "--show", "ir")
    assert (code, err) == (0, "")
    assert out.startswith(f"program '{path}' entry=main\n")
    assert call("run", str(path), "--show", "assembler")[0] == 2
