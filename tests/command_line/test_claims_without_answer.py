"""What an edition's claims and pictures ask for, and nothing can give: each is told with its place."""

from __future__ import annotations

from hashlib import sha256

import pytest

from getallenband.originals.values import read_published
from tests.command_line.mine import CLAIMS, EDITION, PROGRAM, RUNS
from tests.command_line.test_values_in_editions import derived

OUTPUT = 'observe = "output"\nwith = { spacing = "ignored" }'
TEST = """[test]
machine = "M"
microseconds = 5
what = "a test"
source = "S"
certainty = "read"
"""
COST = """observe = "time_per_statement"
with = { cost = [{ low = { test = 1 }, high = { test = 9 } }] }"""
ASKED = {
    "an item of an item of an item": (
        CLAIMS.replace("{this.published}", "{this.published" + "[0]" * 3000 + "}"),
        "6:1: claim answer: {this.published" + "[0]" * 3000 + "}: there is no item 0 of 42",
    ),
    "polyforms without number": (
        CLAIMS.replace(OUTPUT, 'observe = "polyforms"\nwith = { lattice = "cubic", sizes = [8], sides = "fixed" }'),
        "11:1: claim answer: there are more than 3000 polyforms of 6 cells",
    ),
    "a time that is a word": (
        CLAIMS.replace(OUTPUT, COST), "11:1: claim answer: the claim's value must be a number, not '42'"
    ),
    "a time that is true": (
        CLAIMS.replace('read = "text"', 'derived = { value = true, how = "so" }').replace(OUTPUT, COST),
        "11:1: claim answer: the claim's value must be a number, not True",
    ),
    "a solver that is not made for it": (
        CLAIMS.replace(OUTPUT, 'observe = "modern_count"\nwith = { puzzle = "soma", algorithm = "colours" }'),
        "11:1: claim answer: no algorithm is called 'colours'",
    ),
    "no probes": (
        CLAIMS.replace(OUTPUT, 'observe = "same_probes"'),
        "10:1: claim answer: the observer 'same_probes': names is missing",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ASKED)
def test_what_a_claim_asks_for_in_vain_is_told_with_its_place(call, mine, what):
    claims, message = ASKED[what]
    (mine / "claims.toml").write_text(claims)
    (mine / "machines.toml").write_text(TEST)
    code, out, err = call("check", "./mine")
    assert (code, out, err.partition(";")[0].rstrip("\n")) == (2, "", f"mine/claims.toml:{message}")


def test_of_several_times_the_first_is_judged(call, mine):
    claims = CLAIMS.replace('read = "text"', 'derived = { value = [0.000005, 9], how = "so" }').replace(OUTPUT, COST)
    (mine / "claims.toml").write_text(
        claims.replace(
            '"reproduced"', '"consistent"\nobserved = "5.00 µs an execution; holds for 0.000005000000 to 0.00004500000"'
        )
    )
    (mine / "machines.toml").write_text(TEST)
    assert call("check", "./mine", "--json")[0] == 0


def test_what_a_language_does_not_have_is_told_with_the_run(call, mine):
    (mine / "runs.toml").write_text(RUNS + 'arithmetic = "cdc6600"\n')
    message = "mine/runs.toml:4:1: [runs.first]: ALGOL 60 has no arithmetic 'cdc6600'; expected: ieee754, el_x8"
    for verb in "run", "check":
        assert call(verb, "./mine")[::2] == (2, f"{message}\n")


def test_lists_on_the_way_to_a_value_are_counted(call, mine):
    lists = "+".join(f"range(1, {99_990 + number})[0]" for number in range(9))
    claims = "".join(derived(f"'{{this.published}} + {lists}'").replace("answer", f"c{number}") for number in range(2))
    (mine / "claims.toml").write_text(claims)
    message = '"derived": the values of all claims need lists of more than 1,000,000 numbers'
    assert call("check", "./mine") == (2, "", f"mine/claims.toml:20:13: claim c1: {message}\n")


@pytest.mark.parametrize(
    ("printed", "reading", "value"),
    [
        ("it is -2", "number", -2),
        ("−1,234.5", "number", -1234.5),
        ("(-7)", "number", -7),
        ("“-7”", "number", -7),
        ("$-7", "number", -7),
        ("(6)-7", "numbers", [6, 7]),
        ("x-7", "number", 7),
        ("-1,-2, 3", "numbers", [-1, -2, 3]),
        ("6-10", "numbers", [6, 10]),
        ("pages 6 - 10", "numbers", [6, 10]),
    ],
)
def test_a_minus_belongs_to_the_number(printed, reading, value):
    assert read_published(printed, reading) == value


def test_a_time_has_no_minus():
    with pytest.raises(ValueError, match=r"'-5 s' is not a time: '-5' is no number, and no unit after one"):
        read_published("-5 s", "seconds")


BOARDS = 'int main(void) { printf("ab\\n"); printf("abc\\n"); return 0; }\n'
GALLERY = """[[picture]]
name = "p"
drawing = "board"
run = "first"
gallery = "first"
caption = "C"
with = { solution = 1, widths = [2], signs = '\\S{1,2}' }
"""


def test_the_boards_of_a_gallery_have_the_same_cells(call, mine):
    edition = EDITION.replace('"algol60"', '"c_subset"\narithmetic = "lp64"').replace(
        sha256(PROGRAM.encode()).hexdigest(), sha256(BOARDS.encode()).hexdigest()
    )
    for name, text in (
        ("edition.toml", edition), ("main.transcription", BOARDS), ("runs.toml", RUNS), ("report.toml", GALLERY)
    ):  # fmt: skip
        (mine / name).write_text(text)
    (mine / "claims.toml").unlink()
    message = "mine/report.toml:5:1: picture p: the boards have different cells: 'abc' beside 'ab'"
    assert call("report", "./mine") == (2, "", f"{message}\n")
