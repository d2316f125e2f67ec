"""Certificates of exact covers: accepted by a program of its own, refused when anything in them is altered."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.check_certificate import Refused
from getallenband.modern.proof.check_cover import check
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from tests.modern.test_covers import MCC, XCC, by_definition, covers


@pytest.fixture(autouse=True)
def by_tree(monkeypatch):
    monkeypatch.setattr("getallenband.modern.proof.certificate.order_claim", lambda *_: None)


def certified(folder, text, name):
    (folder / name).write_text(text)
    path = folder / "own.certificate"
    assert write_certificate(read_puzzle(folder / name), path)
    return path


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("langford.toml", "langford = 7", 52),
        ("queens.toml", "queens = 8", 92),
        ("sudoku.toml", f"sudoku = '{'.' * 16}'", 288),
        ("colours.dlx", XCC, 1),
        ("several.dlx", MCC, 11),
        ("several.toml", f"items = '{MCC.splitlines()[0]}'\noptions = {MCC.splitlines()[1:]}", 11),
        ("one_short.dlx", "2:2|a b\na b\n", 0),
        ("short_after_a_choice.dlx", "2:3|a 2:2|b c\na b c\na b\na c\nb c\n", 1),
        ("none.dlx", "a b\na\n", 0),
        ("empty.toml", "items = 'a'", 0),
        ("left_out.toml", "items = '0:1|a'", 1),
        ("not_kept.dlx", "a | s\ns\n", 0),
    ],
)
def test_counts_are_proved(tmp_path, name, text, count):
    statement = check(certified(tmp_path, text, name))
    assert statement.startswith(f"{tmp_path / name}: {count} solution{'s' * (count != 1)}; ")
    assert int(statement.split()[-3]) > 0


@given(covers())
@settings(max_examples=60)
def test_small_covers_are_proved_to_have_the_solutions_of_the_definition(cover):
    items = [f"{item.low}:{item.high}|{item.name}" for item in cover.wanted if item.high is not None]
    optional = [item.name for item in cover.wanted if item.high is None]
    lines = [" ".join([*items, "|", *optional]), *(cover.text(i) for i in range(len(cover.options)))]
    with tempfile.TemporaryDirectory() as folder:
        path = certified(Path(folder), "\n".join(lines), "random.dlx")
        count = len(by_definition(cover))
        assert f" {count} solution{'s' * (count != 1)}; " in check(path)


def altered(path, change):
    heading, _, packed = path.read_bytes()[:-32].partition(b"\n")
    claim, tree = change(json.loads(heading), zlib.decompress(packed))
    content = json.dumps(claim).encode() + b"\n" + zlib.compress(tree)
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda claim, tree: (claim | {"solutions": 10}, tree), "the tree has 11 solutions, not 10"),
        (lambda claim, tree: (claim | {"solutions": 11.0}, tree), "its 'solutions' is 11.0; expected a whole number"),
        (lambda claim, tree: (claim | {"cover_certificate": 2}, tree), "it has version 2; expected version 1"),
        (lambda claim, tree: (claim, tree[:-2]), "the tree ends too early"),
        (lambda claim, tree: (claim, tree[:-1]), "the tree ends too early"),
        (lambda claim, tree: (claim, tree + b"\0"), "the tree goes on after its end"),
        (lambda claim, tree: (claim | {"cover": 5}, tree), "its 'cover' is 5; expected a text that can be printed"),
        (lambda claim, tree: (claim, tree + b"\0\0"), "the tree goes on after its end"),
        (lambda claim, tree: (claim, b"\5\0" + tree[2:]), "covers an item that needs no more"),
        (lambda claim, tree: (claim, tree[2:4] * 2 + tree[4:]), "covers an item that needs no more"),
        (lambda claim, tree: (claim | {"cover_sha256": "0"}, tree), "is another file, or has changed since"),
    ],
)
def test_what_is_altered_is_refused(tmp_path, change, why):
    with pytest.raises(Refused) as caught:
        check(altered(certified(tmp_path, MCC, "own.dlx"), change))
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a a\na\n", "the item 'a' is defined twice"),
        ("a | a\na\n", "the item 'a' is defined twice"),
        ("a | x\na b\n", "an option has an item that is not defined: a b"),
        ("a | x\na x x\n", "an option has an item twice: a x x"),
        ("a | x\na:red x\n", "a colour where none may be: a:red x"),
        ("a | x\na x:\n", "a colour without a name, or with two: a x:"),
        ("a | x\na x:red:blue\n", "a colour without a name, or with two: a x:red:blue"),
        ("2:x|a\na\n", "'2:x|a' is no item"),
        ("3:1|a\na\na\na\n", "'3:1|a' is no item"),
        ("0:0|a b\na\nb\n", "'0:0|a' is no item"),
        ("0_2|a\na\na\n", "'0_2|a' is no item"),
        ("a | b | c\na\n", "'|' is no item"),
        (" | b\nb\n", "there is no item that must be covered"),
        ("a\n" * 200_002, "there are more than 200,000 options"),
        (f"| {'x' * (1 << 24)}\na\n", "the file has more than 16,777,216 characters"),
    ],
)
def test_a_problem_that_is_not_one_is_refused(tmp_path, text, why):
    assert refusal(tmp_path, "other.dlx", text) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("langford = 3\nqueens = 2\n", "the file has other keys than one problem's"),
        ("langford = -1\n", "-1 is no number of pairs or queens"),
        ("langford = 99999999999\n", "99999999999 is no number of pairs or queens"),
        ("queens = true\n", "True is no number of pairs or queens"),
        ("sudoku = '1'\n", "a sudoku of 1 cells"),
        (f"sudoku = '{'.' * 1296}'\n", "a sudoku of 1296 cells"),
        ("sudoku = '²234341221434321'\n", "a sudoku has other values"),
        ("items = 'a'\noptions = 'a'\n", "the options are no list"),
        ("items = 'a'\noptions = [5]\n", "other.toml is no puzzle: `getallenband solve` says where"),
        ("sudoku = 5\n", "other.toml is no puzzle: `getallenband solve` says where"),
        (
            f"{'a.' * 200_000}a = 1",
            "other.toml: invalid TOML: a key of more than 100 parts (at line 1, column 1)",
        ),
    ],
)
def test_a_file_that_is_no_problem_is_refused(tmp_path, text, why):
    assert refusal(tmp_path, "other.toml", text) == why


def refusal(tmp_path, name, text):
    """Check a certificate against another problem whose checksum it claims; return why it is refused."""
    path = certified(tmp_path, MCC, "own.dlx")
    (tmp_path / name).write_text(text, encoding="utf-8")
    checksum = hashlib.sha256(text.encode()).hexdigest()
    with pytest.raises(Refused) as caught:
        check(altered(path, lambda claim, tree: (claim | {"cover_sha256": checksum}, tree)), tmp_path / name)
    return str(caught.value).removeprefix(f"{tmp_path}/")


def test_a_tree_beyond_the_checkers_depth_is_told(tmp_path):
    names = [f"i{number}" for number in range(1200)]
    path = certified(tmp_path, "\n".join([" ".join(names), *names]) + "\n", "own.dlx")
    with pytest.raises(Refused, match=r"^its tree is deeper than this checker goes$"):
        check(path)


def test_blanks_of_all_kinds_part_words(tmp_path):
    assert check(certified(tmp_path, "a\t|\tb\na\n", "tabs.dlx")).startswith(f"{tmp_path / 'tabs.dlx'}: 1 solution;")


def test_a_device_is_not_read(tmp_path):
    path = certified(tmp_path, MCC, "own.dlx")
    with pytest.raises(Refused, match="/dev/zero: is not a regular file"):
        check(altered(path, lambda claim, tree: (claim | {"cover": "/dev/zero"}, tree)))


def test_any_flipped_bit_is_refused(tmp_path):
    path = certified(tmp_path, XCC, "own.dlx")
    data = bytearray(path.read_bytes())
    for place in range(0, len(data), len(data) // 40):
        data[place] ^= 1 << place % 8
        path.write_bytes(data)
        with pytest.raises(Refused, match="checksum"):
            check(path)
        data[place] ^= 1 << place % 8
