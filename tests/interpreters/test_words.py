"""The tables of words: what they name is there, nothing stands twice, and a new command needs no other place."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from pygments.token import Keyword

from getallenband.interpreters.highlighting import lexer_for
from getallenband.interpreters.language import folder_of, ours
from getallenband.interpreters.languages.algol60.reading import GRAMMAR as ALGOL60
from getallenband.interpreters.languages.algol60.symbols import RELATIONS
from getallenband.interpreters.languages.amb_scheme.parse import GRAMMAR as SCHEME
from getallenband.interpreters.languages.c_subset.parse import GRAMMAR as C
from getallenband.interpreters.languages.cdc_fortran.parse import GRAMMAR as FORTRAN
from getallenband.interpreters.languages.ecol import syntax, syntax_hints
from getallenband.interpreters.languages.ecol.grammar import GRAMMAR as ECOL
from getallenband.interpreters.languages.informal_algol.parse import GRAMMAR as INFORMAL
from getallenband.interpreters.languages.perl_subset.grammar import GRAMMAR as PERL
from getallenband.interpreters.source.words import by_word, meanings, origins, tables
from getallenband.reports.publishing.playground.build import archive
from tests import ROOT

GRAMMARS = {
    grammar.package.rpartition(".")[2]: grammar for grammar in (ALGOL60, SCHEME, C, FORTRAN, ECOL, INFORMAL, PERL)
}
LEXER_ALONE = {"algol60": {"COMMENT", "GO", "TO", *RELATIONS}, "perl_subset": {"BITS"}}
"""Tokens that the lexer makes another of, or refuses."""


def rows(table: dict) -> list[tuple[str, str | list[str]]]:
    """Return the lines of a table, and of the tables in it."""
    inner = [row for value in table.values() if isinstance(value, dict) for row in rows(value)]
    return [(key, value) for key, value in table.items() if not isinstance(value, dict)] + inner


def words_of(table: dict) -> list[str]:
    return [word for key, value in rows(table) for word in ([key] if isinstance(value, str) else value)]


def terminals(name: str) -> set[str]:
    parser = GRAMMARS[name].parser
    return {each.name for each in parser.terminals} | {
        symbol.name for rule in parser.rules for symbol in rule.expansion if symbol.is_term
    }


def test_every_language_has_a_table():
    assert set(GRAMMARS) == set(ours())
    assert [name for name in ours() if not (folder_of(name) / "words.toml").is_file()] == []


def test_every_folder_has_the_stages_that_the_manual_names():
    stages = ("grammar.lark", "words.toml", "syntax", "parse", "check", "lower", "library", "page", "cases")
    lacking = [
        (name, stage)
        for name in ours()
        for stage in stages
        if not any((folder_of(name) / f"{stage}{ending}").exists() for ending in ("", ".py"))
    ]
    assert lacking == [("amb_scheme", stage) for stage in ("check", "lower", "page")]


@pytest.mark.parametrize("name", GRAMMARS)
def test_no_word_stands_twice_in_a_table(name):
    for title, table in tables(GRAMMARS[name].package).items():
        words = words_of(table)
        assert sorted(words) == sorted(set(words)), title


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_table_is_read(name):
    code = [path for path in folder_of(name).rglob("*.py") if "__pycache__" not in path.parts]
    text = "".join(path.read_text(encoding="utf-8") for path in code)
    unread = [title for title in tables(GRAMMARS[name].package) if f'"{title}"' not in text]
    assert set(unread) <= {"terminals", "firsts"}


@pytest.mark.parametrize("name", GRAMMARS)
def test_what_messages_call_terminals_are_terminals(name):
    found = tables(GRAMMARS[name].package)
    assert set(words_of(found["terminals"])) <= terminals(name)
    assert all(GRAMMARS[name].firsts(rule) for rule in found.get("firsts", {}))


TOKENS = [("algol60", "english"), ("algol60", "symbols"), ("c_subset", "keywords")]
PERL_TOKENS = ("functions", "statements", "quotes", "word_operators", "operators")


@pytest.mark.parametrize(("name", "table"), [*TOKENS, *(("perl_subset", table) for table in PERL_TOKENS)])
def test_tokens_of_words_are_terminals(name, table):
    tokens = set(meanings(GRAMMARS[name].package, table).values())
    assert tokens - LEXER_ALONE.get(name, set()) <= terminals(name)


def test_fortran_keywords_that_the_tree_keeps_are_terminals():
    kept = {word.replace(" ", "") for word, kind in meanings(FORTRAN.package, "keywords").items() if kind == "kept"}
    assert kept - {"FORMAT"} <= terminals("cdc_fortran")  # a FORMAT is no statement of the grammar


@pytest.mark.parametrize("name", ["ecol", "informal_algol"])
def test_words_of_the_grammar_are_coloured_and_not_foreign(name):
    grammar = GRAMMARS[name]
    for word in grammar.words:
        assert (Keyword, word) in [(kind, text) for _, kind, text in lexer_for(name).get_tokens_unprocessed(word)]
    assert not set(grammar.words) & set(words_of(tables(grammar.package).get("foreign", {})))


def test_the_manual_has_every_word_of_ecol():
    manual = (ROOT / "docs" / "ecol.md").read_text(encoding="utf-8")
    assert [word for word in ECOL.words if not re.search(rf"\b{word}\b", manual)] == []


def test_words_of_a_name_of_informal_algol_are_none_of_the_language():
    reserved = re.search(r"WORD: /\(\?!\(\?:([A-Z|]+)\)", INFORMAL.text)
    assert reserved is not None
    assert sorted(reserved[1].split("|")) == sorted(INFORMAL.words)


def test_a_line_is_a_word_or_a_meaning_with_its_words():
    assert by_word({"a": "first", "second": ["b", "c"]}) == {"a": "first", "b": "second", "c": "second"}
    assert meanings(ECOL.package, "foreign")["EINDE"] == "KLAAR ends the program"
    assert origins(FORTRAN.package, "routines")["ERF"] == ("IBM's FORTRAN", "a function of your own")
    with pytest.raises(KeyError):
        meanings(ECOL.package, "absent")


def test_the_word_that_the_tour_adds_is_not_there_yet():
    tour = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    line = re.search(r'"a loop is written MET 1, i := 1, 10 … HERHAAL" = \[([^]]*)\]', tour)
    assert line is not None
    words = [word for word, hint in meanings(ECOL.package, "foreign").items() if "HERHAAL" in hint]
    assert re.findall(r'"(\w+)"', line[1]) == [*words, "LUS"]
    assert syntax_hints.hint("LUS 10\n", 0) == "names are written in small letters: lus"


def test_the_playground_has_every_table():
    names = set(zipfile.ZipFile(io.BytesIO(archive())).namelist())
    assert {f"getallenband/interpreters/languages/{name}/words.toml" for name in GRAMMARS} <= names


# --- a new command of ECOL ------------------------------------------------------------------------------------------

EXCHANGE = (
    (
        "grammar.lark",
        '          | "SKIP" ',
        '          | "RUIL" variable "," variable   -> exchange\n',
        "the grammar's rule exchange has no class Exchange in ",
    ),
    (
        "syntax.py",
        "Straight = (",
        "class Exchange(Node):\n    left: Variable\n    right: Variable\n\n\n",
        "syntax.assignments has no case for Exchange",
    ),
    (
        "syntax.py",
        "        case FunEnd(value):",
        "        case Exchange(left, right):\n            return [(left.name, right), (right.name, left)]\n",
        "Exchange'> is not a command: no function for it in getallenband.interpreters.languages.ecol.lower.commands",
    ),
    (
        "lower/commands.py",
        "@command.case(syntax.Skip)",
        "@command.case(syntax.Exchange)\ndef exchange(c: Context, node: syntax.Exchange) -> None:\n"
        "    pair = [(each, index_of(c, each)) for each in (node.left, node.right)]\n"
        "    held = [value(c, each) if index is None else context.element(c, each, index) for each, index in pair]\n"
        "    for (each, index), other in zip(pair, reversed(held), strict=True):\n"
        "        store(c, each, index, other)\n\n\n",
        "2.5000 1 7 1, 2.5000 1 7 1",
    ),
)
"""File, before which line, what is put there, and what is said then."""
PROGRAM = r"""
import sys
import getallenband.interpreters.languages
getallenband.interpreters.languages.__path__.insert(0, sys.argv[1])
from getallenband.interpreters import Request, SourceError, SourceText, run
from getallenband.interpreters.languages.ecol.grammar import GRAMMAR

TEXT = "START\na := 1\nb := 2.5\nRUIL a, b\nRIJ (1:3) r\nr (2) := b\nb := 7\nRUIL r (2), b\n"
TEXT += "SCHRIJF := a\nSCHRIJF := b\nSCHRIJF := r (2)\nr (3) := 1\nRUIL r (LEES), a\nSCHRIJF := a\nKLAAR\n"
try:
    outcomes = [
        run(SourceText("x.ecol", TEXT), "ecol", Request(engine=engine, tapes={"tape": SourceText("tape", "3 2")}))
        for engine in ("machine", "native")
    ]
    print(*(" ".join(outcome.output.split()) for outcome in outcomes), sep=", ")
except TypeError as error:
    print(error)
print(GRAMMAR.names["RUIL"], "RUIL" in GRAMMAR.words)
for wrong in ("ruil a", "a := 1 RUIL a, b", "FUN ruil"):
    try:
        run(SourceText("x.ecol", f"START\n{wrong}\nKLAAR\n"), "ecol", Request())
    except SourceError as error:
        print(error.diagnostics[0].hint)
"""
HINTS = """a command True
words of the language are written in capitals: RUIL
a line has one command: write RUIL on a line of its own
"""


def test_a_new_command_takes_three_places_and_each_that_is_missing_is_named(tmp_path: Path) -> None:
    """The promise of docs/languages.md: a line of the grammar, a class in syntax.py, a function in lower."""
    folder = tmp_path / "ecol"
    shutil.copytree(folder_of("ecol"), folder, ignore=shutil.ignore_patterns("__pycache__", "cases"))
    for file, before, added, said in EXCHANGE:
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(before) == 1
        (folder / file).write_text(text.replace(before, added + before), encoding="utf-8")
        command = [sys.executable, "-B", "-c", PROGRAM, str(tmp_path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        first, _, rest = done.stdout.partition("\n")
        assert said in first
        assert rest.startswith(HINTS)


def test_every_class_of_a_command_is_in_the_union_of_commands():
    """What mypy checks rests on it: that lists of commands lack none."""
    rules = {
        (rule.alias or rule.expansion[0].name).rstrip("_")
        for rule in ECOL.parser.rules if rule.origin.name == "statement"
    }  # fmt: skip
    classes = {"".join(part.capitalize() for part in rule.split("_")) for rule in rules}
    assert classes == {each.__name__ for each in get_args(syntax.Command)}
