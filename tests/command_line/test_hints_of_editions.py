"""A hint names what whoever reads it can do: for a file an option, for an edition a key in its files."""

from __future__ import annotations

import pytest

LIBRARY = "begin newline(1); outinteger(1, 3) end\n"
NO_LIBRARY = "'BEGIN' 'INTEGER' K; K := 1; PRINT(K); NEWLINE(1) 'END'\n"
UNDEFINED = "begin integer k; outinteger(1, k) end\n"
TOO_LARGE = "begin outinteger(1, 67108863 + 1) end\n"
IN_RUNS = "in mine/runs.toml, [runs.it]"
HINTS = {
    LIBRARY: ("--setting library=jff", f'newline is in the library jff: settings = {{ library = "jff" }}; {IN_RUNS}'),
    NO_LIBRARY: (
        "declare it in the program",
        f'but not NEWLINE (jff); declare it in a file: insert = [{{ file = "drivers/…", after = "…" }}]; {IN_RUNS}',
    ),
    UNDEFINED: (
        "--setting undefined=zero",
        f'settings = {{ undefined = "zero" }}: variables begin with zero; {IN_RUNS}',
    ),
    TOO_LARGE: ("--arithmetic ieee754", f'arithmetic = "ieee754": integers of 64 bits; {IN_RUNS}'),
}  # fmt: skip


@pytest.mark.parametrize("text", HINTS)
def test_a_hint_names_an_option_for_a_file_and_a_key_for_an_edition(call, tmp_path, monkeypatch, text):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text(text)
    option, key = HINTS[text]
    arithmetic = ("--arithmetic", "el_x8") if text == TOO_LARGE else ()
    assert option in call("run", "it.a60", *arithmetic)[2]
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    edition = tmp_path / "mine" / "edition.toml"
    edition.write_text(edition.read_text().replace("ieee754", arithmetic[-1] if arithmetic else "ieee754"))
    for said in (call("check", "mine")[1], call("run", "mine")[2]):
        assert key in said
        hints = [line for line in said.splitlines() if "hint: " in line]
        assert not any("--setting" in hint or "--arithmetic" in hint for hint in hints)


def test_the_driver_that_a_hint_asks_for_leads_to_a_verdict(call, tmp_path, monkeypatch):
    """The hints for this program led from one library to the other and back."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text(NO_LIBRARY)
    (tmp_path / "paper.txt").write_text("+1\n")
    assert call("new", "edition", "mine", "it.a60", "--printed", "paper.txt")[0] == 0
    (tmp_path / "mine" / "drivers").mkdir()
    (tmp_path / "mine" / "drivers" / "newline.a60").write_text(
        "'PROCEDURE' NEWLINE(N); 'VALUE' N; 'INTEGER' N; CARRIAGE(N);\n"
    )
    runs = tmp_path / "mine" / "runs.toml"
    driver = """insert = [{ file = "drivers/newline.a60", after = "'INTEGER' K;" }]"""
    runs.write_text(runs.read_text().replace('text = "it"', f'text = "it"\n{driver}'))
    assert call("seal", "mine")[1] == "claim it-output: awaiting-evidence is now reproduced-after-emendation\n"


def test_the_nearest_name_is_a_statement_or_a_folder_here(call, tmp_path, monkeypatch):
    """A claim's statement had no nearest one, and an edition in a folder beside was not proposed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text("begin prim: outinteger(1, 3) end\n")
    (tmp_path / "figures.toml").write_text('[[figure]]\nquotation = "3"\npublished = "3"\nstatement = "prime"\n')
    assert call("new", "edition", "reader1965", "it.a60", "--printed", "figures.toml")[0] == 0
    assert "claim it-figure-1: the program has no statement 'prime'; nearest: prim\n" in call("check", "reader1965")[1]
    monkeypatch.setattr("getallenband.originals.folders.OPENED", {})
    assert call("check", "reader1956")[2] == "there is no edition 'reader1956'; nearest: reader1965\n"
    assert call("run", "reader1956")[2] == "there is no edition or file 'reader1956'; nearest: reader1965\n"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [("kk := 1", "2:3: kk is not declared"), ("k := 1 ÷ 0", "2:10: trap: division by zero: 1 ÷ 0")],
)
def test_where_an_emended_line_is_wrong_its_emendation_is_named(call, tmp_path, monkeypatch, wrong, message):
    """With another line than was meant, a word was changed there without a sign of it; a trap did not name it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "it.a60").write_text("begin integer k;\n  k := 1;\n  outinteger(1, k)\nend\n")
    (tmp_path / "wrong.a60").write_text(f"begin integer k;\n  {wrong};\n  outinteger(1, k)\nend\n")
    assert call("new", "edition", "mine", "it.a60")[0] == 0
    assert call("collate", "mine/it.transcription", "wrong.a60", "--append")[0] == 0
    for said in (call("check", "mine")[1], call("run", "mine")[2]):
        assert f"mine/it.transcription:{message}" in said
        assert said.count("line 2 is emended (reading-1)") == 1
