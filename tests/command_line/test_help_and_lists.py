"""What a newcomer meets: a greeting, help, lists, names of which a part is known, tables with wide signs."""

from __future__ import annotations

import io
from pkgutil import iter_modules

import pytest

import getallenband.verbs
from getallenband import main
from getallenband.reports.publishing.layout import display_width, table, wrapped


def test_the_command_alone_names_commands_that_work(call):
    code, greeting, _ = call()
    assert code == 0
    commands = [line.split("  ")[1].split() for line in greeting.splitlines() if line.startswith("  getallenband ")]
    assert len(commands) == 3
    for _, *arguments in commands:
        assert call(*arguments)[0] == 0


def test_the_order_of_verbs_names_verbs():
    assert set(main.ORDER) <= {module.name for module in iter_modules(getallenband.verbs.__path__)}
    assert main.verbs()[: len(main.ORDER)] == list(main.ORDER)


def test_help_and_version_are_verbs_too(call):
    assert call("help", "run")[1] == call("run", "--help")[1]
    assert call("help", "new", "puzzle")[1] == call("new", "puzzle", "--help")[1]
    assert call("help")[1] == call("--help")[1]
    assert "there is no verb 'rum'; nearest: run" in call("help", "rum")[2]
    assert "run has no verbs of its own" in call("help", "run", "x")[2]
    assert call("version") == call("--version")


@pytest.mark.parametrize("kind", ["editions", "runs", "languages", "puzzles"])
def test_one_kind_is_listed_alone(call, kind):
    code, listed, _ = call("list", kind)
    assert code == 0
    assert ("pentominoes-6x10" in listed) == (kind == "puzzles")
    assert ("debruijn1972_pentomino/first24" in listed) == (kind == "runs")


def test_an_unknown_kind_is_refused(call):
    assert call("list", "runz") == (2, "", "there is no list 'runz'; nearest: runs\n")


@pytest.mark.parametrize(
    ("arguments", "offered"),
    [
        (("solve", "6x10"), "nearest: pentominoes-6x10, pentominoes-repeated-6x10\n"),
        (("check", "rug"), "nearest: hitotumatu1968_rug\n"),
        (("run", "rug"), "nearest: hitotumatu1968_rug\n"),
        (("solve", "pentomino"), "pentominoes-6x10, …\n"),
        (("run", "debruijn1972_pentomino/ful"), "nearest: full\n"),
    ],
)
def test_a_part_of_a_name_is_enough_to_be_offered_the_whole(call, arguments, offered):
    code, _, message = call(*arguments)
    assert code == 2
    assert message.endswith(offered)


def test_lines_are_as_wide_as_a_terminal_shows_them():
    assert display_width("はめ ab") == 7
    assert wrapped("はめこみパズル", 6) == ["はめこ", "みパズ", "ル"]
    assert wrapped("revised representation=auto|plain", 16) == ["revised", "representation=", "auto|plain"]


def test_names_of_claims_are_never_broken(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    name = "seven-tetrahexes-43-forms-and-more"
    assert name in table([[name, "a text that is long enough to be wrapped"]], ["claim", "published"], {1})


@pytest.mark.parametrize("run", ["first24", "full", "algol-first24"])
def test_a_solution_of_every_run_is_drawn(call, run):
    code, board, _ = call("show", f"debruijn1972_pentomino/{run}", "--solution", "2")
    assert code == 0
    assert board.startswith("B B B E E E K K K K\nB A B D D E L L L K\n")


def test_claims_on_long_runs_are_counted(call):
    assert call("check", "perl2012_pentomino")[2] == "left out: 13 claims that rest on long runs (--soak)\n"


def test_an_array_is_shown_in_the_order_of_its_subscripts(call, tmp_path, monkeypatch):
    program = "START\n1 RIJ (1:12) a\n2 MET 1, i := 1, 12\n3 a (i) := i\n4 HERHAAL\n5 j := 1\nKLAAR\n"
    (tmp_path / "one.ecol").write_text(program)
    monkeypatch.setattr("sys.stdin", io.StringIO("t 5\nv\nc\n"))
    code, _, err = call("run", str(tmp_path / "one.ecol"), "--step")
    assert code == 0
    elements = [f"[{number}]={number}" for number in range(1, 13)]
    assert " ".join(err.split()).endswith(f"(step) a {', '.join(elements)} i = 13 (step)")


def test_steps_to_what_is_not_there_are_refused(call, tmp_path, monkeypatch):
    (tmp_path / "one.ecol").write_text("START\n1 i := 1\n\n2 i := 2\nKLAAR\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("l 3\nl 99\nt nosuch\nl\nxyz\nhelp\nl 4\nv\nc\n"))
    code, _, err = call("run", str(tmp_path / "one.ecol"), "--step")
    assert code == 0
    assert err.count("no statement begins in line") == 2
    assert "there is no statement 'nosuch'; known: 1, 2" in err
    assert "(step) l: its line is missing\n" in err
    assert "(step) there is no command 'xyz'\n" in err
    assert "(step)   n          the next statement" in err
    assert "4  2 | 2 i := 2" in err
