"""The counts of the literature: the known numbers, the page, and the certificates that docs/modern.md lists."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.proof.verify import verify
from getallenband.modern.puzzle_files import read_puzzle
from getallenband.originals.errors import EditionError
from getallenband.reports.comparing.counts import CountEntry, counts, listed, needed
from getallenband.reports.publishing.site import index
from getallenband.reports.runs import tasks
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.tasks import Task, published_times
from tests.modern.test_bit_parallel import COUNTS

GUIDE = Path(__file__).parents[2] / "docs" / "modern.md"
KNOWN = COUNTS | {"hexiamonds-6x6": 156, "t-tetrominoes-8x8": 15}
LONG = {"bedlam": 19_186, "one-sided-5x18": 686_628, "one-sided-6x15": 2_567_183, "hexominoes-14x15": 0}
PROVED = [each.puzzle for each in listed() if each.certificate.startswith("yes")]
QUICK = ("pentominoes-3x20", "pentominoes-8x8", "hexiamonds-6x6", "t-tetrominoes-8x8")
IN_ALL = {"soma": 48 * KNOWN["soma"]}
"""Solutions of a puzzle none of whose symmetries are broken, turned and mirrored ones too."""


def entry(**changes) -> CountEntry:
    return {
        "puzzle": "x", "title": "Five < six", "solutions": 12_345, "first": "", "seconds": 0.0305, "proof": "",
        "certificate": "yes",
    } | changes  # fmt: skip


def numbers(found: list[CountEntry]) -> dict[str, int]:
    return {each["puzzle"]: each["solutions"] for each in found}


def test_the_counts_of_every_day():
    found = counts(Oracle())
    assert numbers(found) == {each.puzzle: KNOWN[each.puzzle] for each in listed(soak=False)}
    assert [each["puzzle"] for each in found] == [each.puzzle for each in listed() if not each.soak]
    assert json.loads(json.dumps(found)) == found
    assert (found[0]["title"], found[0]["proof"]) == ("The twelve pentominoes in a rectangle of 3 by 20", "")


@pytest.mark.soak
def test_all_counts():
    found = counts(Oracle(), soak=True)
    assert numbers(found) == {each.puzzle: (KNOWN | LONG)[each.puzzle] for each in listed()}
    [impossible] = [each for each in found if each["proof"]]
    assert (impossible["puzzle"], impossible["solutions"]) == ("hexominoes-14x15", 0)
    assert impossible["proof"].endswith("these differences do not add up to 0")


def test_only_what_is_wanted_is_searched():
    assert set(needed(soak=True)) - set(needed(soak=False)) == {
        Task("result", (name, "auto")) for name in [*LONG, "pentacubes-3x4x5"]
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[puzzle]]\nname = "somma"\n', '2:1: puzzle somma: "name" must be one of bedlam, '),
        ('[[puzzle]]\nname = "soma"\nfrist = "A"\n', '3:1: puzzle soma: unknown key "frist"; nearest: first'),
        ('[[puzzles]]\nname = "soma"\n', '1:1: unknown key "puzzles"; nearest: puzzle'),
    ],
)
def test_a_wrong_list(tmp_path, text, message):
    (tmp_path / "counts.toml").write_text(text)
    with pytest.raises(EditionError) as raised:
        listed(tmp_path / "counts.toml")
    assert str(raised.value).startswith(f"{tmp_path}/counts.toml:{message}")


def test_the_table_on_the_page():
    proved = entry(puzzle="y", solutions=0, first="Scott, 1958", proof="eleven are odd")
    html = index([], [], counts=[entry(), proved])["puzzles.html"]
    assert (
        '<td>Five &lt; six<td class="num">12,345<td>—<td class="num"><span class="time">30.5 ms</span><td>yes\n' in html
    )
    assert '<td class="num">0<td>Scott, 1958<td' in html
    assert "<p>Why <code>y</code> has no solution: eleven are odd.</p>" in html
    assert html.count("has no solution:") == 1
    assert 'id="counts"' not in index([], [])["puzzles.html"]


def test_published_counts_say_how_long_a_search_is(tmp_path, monkeypatch):
    (tmp_path / "times.json").write_text(json.dumps({"soma": {"of": "", "seconds": 7.5}}))
    monkeypatch.setattr(tasks, "PUBLISHED", tmp_path)
    assert published_times() == {Task("result", ("soma", "auto")): 7.5}


def test_the_guide_has_every_certificate():
    assert list(nodes_in_guide()) == PROVED


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in PROVED]
)
def test_certificates_are_accepted_and_the_guide_has_their_nodes(name, tmp_path):
    path = tmp_path / "proof"
    assert write_certificate(read_puzzle(name), path)
    in_all = "" if name in IN_ALL else r" up to \d+ symmetries, \d+ in all"
    form = r"(?:search tree of the puzzle|puzzle counted in order), (\d+) (?:nodes|states) checked"
    found = re.fullmatch(rf"\S+: (\d+) solutions{in_all}; {form}", verify(path)[1])
    assert found is not None
    assert int(found[1]) == (KNOWN | IN_ALL)[name]
    assert int(found[2]) == nodes_in_guide()[name]


def nodes_in_guide() -> dict[str, int]:
    """Return the nodes of the certificates that docs/modern.md lists."""
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d,]+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: int(nodes.replace(",", "")) for name, nodes in rows}
