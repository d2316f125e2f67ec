"""The soak goes on where it was left, keeps what two of its processes tried, and its page says what was kept."""

from __future__ import annotations

from multiprocessing import get_context

import pytest

from tests.soak import __main__ as soak
from tests.soak import record
from tests.soak.blocks import BLOCKS, Block

TIMES = 40


@pytest.fixture
def docs(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "reliability.json")
    monkeypatch.setattr(record, "PAGE", tmp_path / "reliability.md")
    return tmp_path


def block(monkeypatch, attempt, **more):
    monkeypatch.setitem(BLOCKS, "ecol", Block("nothing", 10, 3, attempt, ("durable",), **more))


def keep_often(name, results, page):
    record.RESULTS, record.PAGE = results, page
    for number in range(1, TIMES + 1):
        record.keep(name, record.nothing(name) | {"attempts": number})


def test_the_page_says_what_was_kept():
    assert record.PAGE.read_text(encoding="utf-8") == record.page(record.results())


def test_a_block_goes_on_where_it_was_left_and_begins_anew_on_other_sources(docs, monkeypatch, capsys):
    numbers = []
    block(monkeypatch, lambda number: numbers.append(number) or ("wrong" if number == 1 else ""))
    assert (soak.one("ecol", 1, fresh=False), numbers) == (0, [0])
    assert (soak.one("ecol", 3, fresh=False), numbers) == (1, [0, 1, 2])
    assert "ecol 1: wrong\necol: 30 tried, 1 failed, 0 s\n" in capsys.readouterr().out
    assert "| ecol | nothing | 30 | 1 | 0 |" in (docs / "reliability.md").read_text()
    monkeypatch.setattr(record, "sources", lambda name: f"other sources of {name}")
    assert (soak.one("ecol", 1, fresh=False), numbers) == (0, [0, 1, 2, 0])
    for _ in "ab":  # from the beginning: the same sources are not counted as earlier ones
        assert (soak.one("ecol", 1, fresh=True), numbers.pop()) == (0, 0)
        assert "| ecol | nothing | 10 | 0 | 0 |" in (docs / "reliability.md").read_text()
        assert "| `other so` | 30 | 1 |" in (docs / "reliability.md").read_text()


@pytest.mark.usefixtures("docs")
def test_an_interrupted_block_keeps_what_it_tried(monkeypatch, capsys):
    def interrupted(number: int) -> str:
        if number == 2:
            raise KeyboardInterrupt
        return ""

    block(monkeypatch, interrupted)
    assert soak.one("ecol", 3, fresh=False) == 130
    assert capsys.readouterr().out == "ecol: 20 tried, 0 failed, 0 s, interrupted\n"
    assert record.so_far("ecol")["attempts"] == 2


def test_a_block_without_its_oracle_is_left_out(docs, monkeypatch, capsys):
    block(monkeypatch, lambda _: "", needs=("gcc-of-nobody",))
    assert soak.one("ecol", 3, fresh=False) == 0
    assert capsys.readouterr().out == "ecol: left out: gcc-of-nobody cannot be found\n"
    assert not list(docs.iterdir())


@pytest.mark.usefixtures("docs")
def test_two_processes_keep_what_both_tried():
    context = get_context("fork")
    both = [
        context.Process(target=keep_often, args=(name, record.RESULTS, record.PAGE)) for name in ("ecol", "engines")
    ]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert {name: tried["attempts"] for name, tried in record.results().items()} == {"ecol": TIMES, "engines": TIMES}
    assert record.PAGE.read_text() == record.page(record.results())
