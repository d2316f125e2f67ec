"""Programs as data for a page: what it is told, and what is refused."""

from __future__ import annotations

import inspect
import re
from base64 import b64decode
from typing import Any

import pytest
from wasmtime import Engine, Module

from getallenband.interpreters import Options, Request, SourceText, language, lower, page
from getallenband.interpreters.languages.c_subset.library.formats import WIDEST
from getallenband.interpreters.languages.perl_subset.runtime import layout
from getallenband.interpreters.lowering.page_calls import page_parts
from tests import ROOT


def data_of(name: str, text: str, tape: str = "") -> dict[str, Any]:
    tapes = {"tape": SourceText("tape.txt", tape)} if tape else {}
    options = Options(language(name).arithmetics[0])
    return page(SourceText(f"case{language(name).extensions[0]}", text), name, Request(options, tapes))


ECOL = "START\nRIJ (1:3) r\nr (2) := LEES\nSCHRIJF (3,0) := r (2)\nNR\nKLAAR\n"


def test_a_module_imports_memory_and_one_function_and_exports_run() -> None:
    module = Module(Engine(), b64decode(data_of("ecol", ECOL, "5")["wasm"]))
    assert {name.name for name in module.imports} == {"__linear_memory", "service"}
    assert [name.name for name in module.exports] == ["run"]


def test_what_a_page_is_told() -> None:
    data = data_of("ecol", ECOL, "5 6.5")
    assert [row["line"] for row in data["statements"]] == [2, 3, 4, 5, 6]
    assert [(row["name"], row["bounds"], row["kind"]) for row in data["arrays"]] == [("r", [[1, 3]], "i64")]
    assert (data["tapes"]["tape"]["numbers"], data["tapes"]["tape"]["ends"]) == ([5.0, 6.5], [1, 5])
    assert data["tapes"]["tape"]["end"].startswith("the tape ends after 2 numbers (tape.txt:1:5)")
    calls = [call for site in data["sites"] for call in site.get("calls", [])]
    assert calls == [["read", "tape"], ["format", "schrijf", {"arg": 2}, 3, 0, 0], ["text", "\n"]]


@pytest.mark.parametrize(
    ("name", "text", "calls"),
    [
        ("c_subset", 'int main() { printf("%3d|%c%%\\n", 7, 65); return 0; }',
         [["convert", 7, "", "d", "", 3, None, WIDEST], ["text", "|"], ["convert", 65, "", "c", "", 0, None, WIDEST],
          ["text", "%"], ["text", "\n"]]),
        ("informal_algol", "BEGIN PRINT(3); PRINT LINE END",
         [["text", " "], ["format", "conversion", 3, "d", "", 0, None], ["text", "\n"]]),
        ("ecol", "START\nk := 2\nSCHRIJF (k,0) := 1\nKLAAR\n",
         [["format", "schrijf", {"arg": 2}, {"arg": 0}, 0, 0]]),
    ],
)  # fmt: skip
def test_formats_are_read_once(name: str, text: str, calls: list[Any]) -> None:
    data = data_of(name, text)
    assert data["refused"] == ""
    assert [call for site in data["sites"] for call in site.get("calls", [])] == calls


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("ecol", "START\nk := LEESSYM\nKLAAR\n", "line 2 calls read_symbol, which pages do not have"),
        ("perl_subset", "print rand(7);", "line 1 calls rand, which pages do not have"),
        ("c_subset", "int main() { return atoi(\"7\"); }", "line 1 calls atoi, which pages do not have"),
        ("cdc_fortran", "      PROGRAM X(TAPE1)\n      WRITE (1, 1)\n    1 FORMAT(2H A)\n      END\n",
         "line 2 calls begin with another file than OUTPUT, which pages do not have"),
    ],
)  # fmt: skip
def test_what_a_page_cannot_do_is_said(name: str, text: str, why: str) -> None:
    assert data_of(name, text) == {"format": 1, "refused": why, "wasm": ""}


def test_a_format_of_fortran_is_read_once() -> None:
    data = data_of("cdc_fortran", "      PROGRAM X(OUTPUT)\n      PRINT 1, 7\n    1 FORMAT(1H ,2(I3,1X))\n      END\n")
    ((_, layouts, _, words), item, end) = [call for site in data["sites"] for call in site.get("calls", [])]
    assert list(layouts.values()) == [[["text", " "], ["group", 2, [["edit", "I", 3, 0], ["blanks", 1]]]]]
    assert (words["size"], words["bits"], item, end) == (10, 6, ["item", 7, "INTEGER"], ["end", "pages"])


def test_where_a_page_finds_the_variables_of_perl() -> None:
    data = data_of("perl_subset", "my @a = (1, 2);\nsub first {\n  my $x = shift;\n  return $x;\n}\nfirst(@a);\n")
    codes = {function["title"]: code for code, function in enumerate(data["functions"])}
    found = {(cell["name"], cell["function"]) for cell in data["cells"]}
    assert found == {("@a", -1), ("@_", codes["sub first"]), ("$x", codes["sub first"])}
    assert data["heap"]["size"] == 600 * 10**6
    assert all(data["heap"]["tops"][code] > 0 for code in codes.values() if not data["functions"][code]["routine"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("algol60", "begin outinteger(1, 7) end"),
        ("c_subset", "int main() { return 0; }"),
        ("cdc_fortran", "      PROGRAM X(OUTPUT)\n      END\n"),
        ("ecol", "START\nNR\nKLAAR\n"),
        ("informal_algol", "BEGIN PRINT LINE END"),
        ("perl_subset", "print 7;"),
    ],
)
def test_each_form_takes_what_its_procedure_takes(name: str, text: str) -> None:
    """A form is looked at only where an edition calls it in a page, which few tests make."""
    lowered = lower(
        SourceText(f"case{language(name).extensions[0]}", text), name, Options(language(name).arithmetics[0])
    )
    forms = page_parts(lowered).forms
    assert forms
    for procedure, form in forms.items():
        inspect.signature(form).bind(None, *lowered.library[procedure].parameters)


@pytest.mark.parametrize("value", ["X = 1.0", "CONTINUE"])
def test_a_deck_of_several_programs_is_refused(value: str) -> None:
    """So it is where the first one's speculation fails (X has no value) and it is lowered again without."""
    first = f"""
      PROGRAM A(OUTPUT)
      {value}
      DO 1 I = 1, 3
    1 Y = X + X * 2.0
      END
"""
    source = SourceText("two.f", first + "      PROGRAM B(OUTPUT)\n      PRINT 2\n    2 FORMAT(2H B)\n      END\n")
    refused = page(source, "cdc_fortran", Request(Options("cdc6600")))["refused"]
    assert refused == "the deck has several programs, pages run one"


KAWAI = """BEGIN INT CONST n=3; [1:n, 1:FLEX]INT site; [1:n, 0:2]INT link; link[3, 2] := 7; set tables(site) END
"""
ALGOL = "begin integer array r [1:2, 3:4]; r [2, 3] := 7 end\n"


def test_arrays_have_the_bounds_of_their_declarations() -> None:
    tapes = {"tables": SourceText("tables.txt", "site 3 2\n1 2 3 4 5 6\n")}
    data = page(
        SourceText("case.ia", KAWAI),
        "informal_algol",
        Request(Options(language("informal_algol").arithmetics[0]), tapes),
    )
    static, moved = sorted(data["arrays"], key=lambda row: str(row["name"]))
    assert (static["name"], static["bounds"]) == ("link", [[1, 3], [0, 2]])
    assert (moved["name"], moved["bounds"][0], list(moved["bounds"][1][1])) == ("site", [1, 3], ["at"])
    assert "pointer" in moved
    assert [(row["name"], row["bounds"]) for row in data_of("algol60", ALGOL)["arrays"]] == [("r", [[1, 2], [3, 4]])]


def test_an_array_of_a_block_has_bounds_that_a_run_shows() -> None:
    """Only arrays with constant bounds were known: X[1:N] of an ALGOL program gave no board."""
    text = "begin integer n; n := 8; begin integer array x[1:n]; procedure p; x[1] := n; p end end\n"
    (row,) = data_of("algol60", text)["arrays"]
    ((low, high),) = row["bounds"]
    assert (row["name"], low, list(high), "pointer" in row) == ("x", 1, ["at"], True)


def test_the_player_knows_perls_layout() -> None:
    """Compare the constants of perl.mjs, const NAME = n; or const [NAME, …] = [n, …];, with layout.py."""
    text = (ROOT / "reports/publishing/player/perl.mjs").read_text(encoding="utf-8")
    found: dict[str, int] = {}
    for names, numbers in re.findall(r"^const \[?([A-Z_, ]+?)\]? = \[?([0-9n, ]+)\]?;", text, re.MULTILINE):
        given = [int(number.removesuffix("n")) for number in numbers.split(", ")]
        found |= dict(zip(names.split(", "), given, strict=True))
    assert {"KIND", "TAG", "FIRST", "INSIDE", "CHUNK_END", "KEY_WORDS", "WAITING_WIDE"} <= set(found)
    assert found == {name: getattr(layout, name) for name in found}


def test_fortran_arrays_lie_by_columns() -> None:
    (row,) = data_of("cdc_fortran", "      PROGRAM X\n      DIMENSION N(2,3)\n      N(1,2) = 7\n      END\n")["arrays"]
    assert (row["bounds"], row["columns"]) == ([[1, 2], [1, 3]], True)
