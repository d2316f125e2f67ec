"""The graph of a count and its proof follow step by step, without cpog-check; its answer is compared with our claim."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from benchmarks import cpog
from getallenband.modern.puzzle_files.puzzle import read_puzzle

COVERS = {
    "permutations": "r1 r2 r3 r4 c1 c2 c3 c4\n" + "".join(f"r{row} c{column}\n" for row in "1234" for column in "1234"),
    "coloured": "a b | x\n" + "a\na\na x:A\nb\nb\nb x:B\n",
    "spare": "a b 0:1|c\n" + "a b c\na\nb c\nb\n" * 3,
}
SMALL = {"dominoes-2x4": 5, "dominoes-3x4": 11, "trominoes-2x3": 3}
"""Puzzles of few options, and their solutions."""
LARGER = {
    "dominoes-6x6": 6728,
    "t-tetrominoes-8x8": 84,
    "calissons-2": 20,
    "dominoes-torus-4x4": 272,
    "permutations": 24,
}
UNSAID = {
    "right-trominoes-4x4": "whose number",
    "coloured": "optional items",
    "spare": "may be left uncovered",
    "pentominoes-6x10": "no certificate by an order",
}


def given(name, folder):
    """Return what a puzzle is named by; a cover of ours is written."""
    if name not in COVERS:
        return name
    (folder / f"{name}.dlx").write_text(COVERS[name])
    return f"{folder / name}.dlx"


def written(name, folder):
    """Write the files of a puzzle; return the solutions claimed, the variables, the clauses, the lines of the proof."""
    solutions, size, masks = cpog.stated(read_puzzle(given(name, folder)))
    cpog.write(size, masks, folder / name)
    heading, *lines = (folder / f"{name}.cnf").read_text().splitlines()
    clauses = [[int(each) for each in line.split()[:-1]] for line in lines]
    assert heading == f"p cnf {len(masks)} {len(clauses)}"
    return solutions, len(masks), clauses, (folder / f"{name}.cpog").read_text().splitlines()


@pytest.mark.parametrize("name", SMALL)
def test_the_clauses_have_as_many_models_as_there_are_solutions(name, tmp_path):
    solutions, variables, clauses, _ = written(name, tmp_path)
    models = [
        chosen
        for chosen in product((False, True), repeat=variables)
        if all(any(chosen[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
    ]
    assert len(models) == solutions == SMALL[name]


@pytest.mark.parametrize("name", [*SMALL, *LARGER])
def test_the_graph_sums_to_the_count(name, tmp_path):
    solutions, variables, _, lines = written(name, tmp_path)
    part = dict.fromkeys(range(1, variables + 1), Fraction(1, 2))  # of all assignments, those in which it is true
    for _, kind, *rest in (line.split() for line in lines if " p " in line or " s " in line):
        variable, *literals = (int(each) for each in (rest[:3] if kind == "s" else rest[:-1]))
        of = [part[literal] if literal > 0 else 1 - part[-literal] for literal in literals]
        part[variable] = sum(of) if kind == "s" else prod(of)
    assert f"r {max(part)}" in lines
    assert part[max(part)] * 2**variables == solutions == {**SMALL, **LARGER}[name]


def follows(clauses, clause, hints):
    """Return whether a clause follows: each hint gives a literal more, and the last a contradiction."""
    true = {-literal for literal in clause}
    for hint in hints[:-1]:
        left = {literal for literal in clauses[hint] if -literal not in true}
        if len(left) != 1 or left <= true:
            return False
        true |= left
    return all(-literal in true for literal in clauses[hints[-1]])


@pytest.mark.parametrize("name", [*SMALL, *LARGER])
def test_each_step_of_the_proof_follows(name, tmp_path):
    _, variables, puzzle, lines = written(name, tmp_path)
    clauses, defining = dict(enumerate(puzzle, 1)), {}
    depends = {variable: {variable} for variable in range(1, variables + 1)}
    for words in map(str.split, lines):
        kind, (first, *rest) = next(filter(str.isalpha, words)), [int(word) for word in words if not word.isalpha()]
        if kind == "a":
            clause, hints = rest[: rest.index(0)], rest[rest.index(0) + 1 : -1]
            assert follows(clauses, clause, hints)
            clauses[first] = clause
        elif kind == "d":
            assert follows(clauses, clauses.pop(first), rest[:-1])
        elif kind in "ps":
            sign, literals = (1, rest[1:-1]) if kind == "p" else (-1, rest[1:3])
            below = [depends[abs(literal)] for literal in literals]
            depends[rest[0]] = set().union(*below)
            if kind == "p":
                assert len(depends[rest[0]]) == sum(map(len, below))
            else:
                assert follows(defining, [-literal for literal in literals], rest[3:-1])
            defining[first] = [sign * rest[0], *(-sign * literal for literal in literals)]
            defining |= {first + 1 + at: [-sign * rest[0], sign * literal] for at, literal in enumerate(literals)}
            clauses |= {number: defining[number] for number in range(first, first + 1 + len(literals))}
    assert [clause for number, clause in clauses.items() if number not in defining] == [[max(depends)]]


@pytest.mark.parametrize("name", UNSAID)
def test_what_clauses_cannot_say_gets_a_sentence(name, tmp_path, capsys):
    assert cpog.compare(given(name, tmp_path), tmp_path)
    assert UNSAID[name] in capsys.readouterr().out


def test_a_proof_that_would_be_too_long_is_not_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cpog, "MOST", 1000)
    assert cpog.compare("dominoes-4x4", tmp_path)
    assert "too long" in capsys.readouterr().out
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("printed", "code"),
    [
        ("FULL-PROOF SUCCESS.\nRegular model count = 36", 0),
        ("FULL-PROOF SUCCESS.\nRegular model count = 35", 1),
        ("FULL-PROOF SUCCESS.\nRegular model count = 36.5", 1),
        ("ONE-SIDED VALID.\nRegular model count = 36", 1),
        ("", 1),
    ],
)
def test_only_a_whole_proof_of_the_same_count_agrees(printed, code, tmp_path, monkeypatch):
    (tmp_path / "cpog-check").write_text(f"#!/bin/sh\nprintf '{printed}'\n")
    (tmp_path / "cpog-check").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert cpog.main(["dominoes-4x4"]) == code


def test_without_the_checker_it_says_how_to_get_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", f"{tmp_path}")
    assert cpog.main([]) == 2
    assert "rebryant/cpog" in capsys.readouterr().err
