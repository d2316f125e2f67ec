"""The atlas: its files, its rows, what is wrong with them, and the record of what was counted."""

from __future__ import annotations

import json

import pytest

from getallenband.modern.puzzle_files import PuzzleError, read_puzzle
from getallenband.modern.puzzle_files.atlas import atlas
from getallenband.reports.api.atlas import chosen, recount_rows
from getallenband.reports.comparing.atlas import changed, checksum, entries, recorded, recount, sample
from getallenband.reports.publishing.silhouettes import silhouette

FAMILY = """about = "Dominoes in rectangles"
pieces = "dominoes"
parameters = ["rows", "columns"]
name = "dominoes-${rows}x$columns"
puzzle = '''
lattice = "square"
copies = "any"
board = { rectangle = [$rows, $columns] }
pieces.D = "##"
'''

[[published]]
by = "A"
where = "B"
of = "all"
rows = [[2, 2, 2], [2, 3, "3"]]
"""


def family(folder, text=FAMILY):
    (folder / "own.toml").write_text(text)
    return atlas(folder)


def test_rows_of_a_family(tmp_path):
    rows = family(tmp_path)
    assert list(rows) == ["dominoes-2x2", "dominoes-2x3"]
    row = rows["dominoes-2x3"]
    assert (row.published, row.lattice, len(row.cells)) == (3, "square", 6)
    assert recount(row)["in_all"] == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('about = "Dominoes in rectangles"\n', "", "own.toml:1:1: the key 'about' is missing"),
        ("[2, 2, 2]", "[2, 2]", "own.toml:16:9: a row has 2 values and a count, not 2 elements"),
        ("[2, 2, 2]", "[2, 2, -1]", "own.toml:16:16: '-1' is not a count"),
        ("[2, 2, 2]", "[2, 2, true]", "own.toml:16:16: 'True' is not a count"),
        ("[2, 2, 2]", "[2, 3, 2]", "own.toml:16:20: another row is called 'dominoes-2x3'"),
        ("$rows, $c", "$row, $c", "own.toml:5:1: no parameter is called 'row'"),
        (
            "$rows, $c",
            "$, $c",
            "own.toml:5:1: Invalid placeholder in string: line 3, col 24; a dollar sign is written $$",
        ),
        (
            'of = "all"',
            'of = "some"',
            "own.toml:15:1: unknown kind of count 'some'; expected one of all, up to symmetry",
        ),
        ('by = "A"', 'byy = "A"', "own.toml:13:1: unknown key 'byy' in what was published; nearest: by"),
        ("about", "about = [", "own.toml:1:11: invalid TOML"),
    ],
)
def test_what_is_wrong_with_a_family(tmp_path, old, new, message):
    with pytest.raises(PuzzleError) as raised:
        family(tmp_path, FAMILY.replace(old, new, 1))
    assert str(raised.value).startswith(message)


def test_there_are_four_hundred_rows_and_each_has_a_source():
    assert len(atlas()) >= 400
    assert all(row.where and row.by for row in atlas().values())


def test_every_row_has_a_picture_or_no_cells():
    for row in atlas().values():
        assert bool(row.cells) == (row.lattice != "exact cover")
        assert silhouette(row.drawn, row.cells).startswith("<svg") or not row.cells


def test_the_record_is_of_the_rows_that_there_are():
    record = recorded()
    assert {name for name, ours in record.items() if name in atlas() and ours["of"] == checksum(atlas()[name])} == {
        *atlas()
    }
    assert record.keys() == atlas().keys()


def test_a_record_of_another_puzzle_does_not_count(tmp_path):
    row = family(tmp_path)["dominoes-2x2"]
    counted = recount(row)
    assert [each["verdict"] for each in entries([row], {row.name: counted})] == ["same"]
    assert [each["verdict"] for each in entries([row], {row.name: counted | {"of": ""}})] == ["open"]
    assert [each["verdict"] for each in entries([row], {row.name: counted | {"in_all": 3}})] == ["different"]
    assert [each["verdict"] for each in entries([row], {row.name: counted | {"finished": False}})] == ["open"]


def test_a_count_that_changed_is_told(tmp_path):
    row = family(tmp_path)["dominoes-2x2"]
    counted = recount(row)
    assert list(changed([(row, counted)], {row.name: counted})) == []
    said = list(changed([(row, counted)], {row.name: counted | {"in_all": 9}}))
    assert said == ["atlas dominoes-2x2: 2 (1 up to symmetry), recorded was 9 (1 up to symmetry)"]


def test_a_recount_ends_after_its_time():
    unfinished = recount(atlas()["polyominoes-2345-x-1"], seconds=0.2)
    assert not unfinished["finished"]
    assert unfinished["expected"] is None or unfinished["expected"] > 1


def test_recounts_are_kept(tmp_path):
    path, said = tmp_path / "record.json", []
    rows = chosen(["dominoes-2x2", "soma-castle-1"])
    record, different = recount_rows(rows, long=False, path=path, tell=said.append)
    assert different == []
    assert [line.partition(":")[0] for line in said] == ["dominoes-2x2", "soma-castle-1"]
    assert json.loads(path.read_text()) == record


def test_a_sample_of_each_quick_family():
    families = [row.family for row in sample()]
    assert len(set(families)) == len(families) > 20


def test_rows_are_puzzles_by_name():
    assert read_puzzle("soma-castle-1").title == "Piet Hein's Soma: soma-castle-1"
    with pytest.raises(PuzzleError, match="no puzzle is called 'soma-castel-1'; nearest: soma-castle-1"):
        read_puzzle("soma-castel-1")


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({"texts": ["dominoes-2x2"]}, {"dominoes-2x2"}),
        ({"texts": ["A359885"], "cells": "13-40"}, {"bent-tricubes-2x2x6-a359885", "bent-tricubes-2x2x9-a359885"}),
        ({"texts": [], "lattice": "exact cover", "pieces": "numbers", "cells": "0"},
         {"latin-square-2", "latin-square-3", "latin-square-4", "latin-square-5", "sudoku-4"}),
    ],
)  # fmt: skip
def test_rows_are_chosen(asked, names):
    assert {row.name for row in chosen(**asked)} == names


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"texts": ["domnioes-8x8"]}, "there is no row of the atlas 'domnioes-8x8'; nearest: dominoes-8x8"),
        ({"texts": [], "lattice": "squre"}, "there is no lattice of the atlas 'squre'; nearest: square"),
        ({"texts": [], "pieces": "hexiamond"}, "there is no piece of the atlas 'hexiamond'; nearest: hexiamonds"),
        ({"texts": [], "cells": "a"}, "--cells a: expected a number of cells such as 60, or a range such as 40-60"),
        ({"texts": ["soma"], "cells": "5"}, "no row of the atlas is like this"),
    ],
)
def test_what_is_asked_in_vain(asked, message):
    with pytest.raises(PuzzleError) as raised:
        chosen(**asked)
    assert str(raised.value) == message


def test_a_row_that_is_proved_needs_its_puzzle_file_and_verify_says_how_to_get_it(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert call("solve", "queens-4", "--certificate", "proof")[0] == 0
    code, out, err = call("verify", "proof")
    assert (code, out) == (2, "")
    assert err.endswith("`getallenband atlas queens-4 --file` prints it\n")
    (tmp_path / "queens-4.toml").write_text(call("atlas", "queens-4", "--file")[1])
    assert call("verify", "proof")[1].startswith("queens-4.toml: 2 solutions")
