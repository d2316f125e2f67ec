"""The soak goes on with new inputs, keeps those that fail and what two of its processes tried; its page says so."""

from __future__ import annotations

import re
import shutil
from multiprocessing import get_context

import pytest

from tests import ROOT, tools
from tests.soak import __main__ as soak
from tests.soak import inputs, record
from tests.soak.blocks import BLOCKS, Block
from tests.soak.inputs import Input, numbered, together

TIMES = 40


@pytest.fixture
def docs(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RESULTS", tmp_path / "reliability.json")
    monkeypatch.setattr(record, "PAGE", tmp_path / "reliability.md")
    monkeypatch.setattr(inputs, "FAILING", tmp_path / "failing")
    monkeypatch.setattr(soak, "ROOT", tmp_path)
    return tmp_path


def block(monkeypatch, attempt, **more):
    monkeypatch.setitem(BLOCKS, "ecol", Block("nothing", 10, 3, numbered(attempt), ("getallenband/durable",), **more))


def keep_often(name, results, page):
    record.RESULTS, record.PAGE = results, page
    for number in range(1, TIMES + 1):
        record.keep(name, record.begun(name) | {"attempts": number, "inputs": number})


def rows(docs):
    return [
        line.split(" | ")[2:7] for line in (docs / "reliability.md").read_text().splitlines() if line[:6] == "| ecol"
    ]


def test_the_page_says_what_was_kept():
    assert record.PAGE.read_text(encoding="utf-8") == record.page(record.results())


def test_a_block_goes_on_with_new_inputs_and_does_so_on_other_sources(docs, monkeypatch, capsys):
    numbers = []
    block(monkeypatch, lambda number: numbers.append(number) or ("wrong" if number == 1 else ""))
    assert (soak.one("ecol", 1), numbers) == (0, [0])
    assert (soak.one("ecol", 2), numbers) == (1, [0, 1, 2])
    assert "ecol 1: wrong\necol 1: saved as failing/ecol-1.json\necol: 20 tried, 1 failed" in capsys.readouterr().out
    assert rows(docs) == [["30", "1", "30", "1", "0"]]
    monkeypatch.setattr(record, "sources", lambda name: f"other sources of {name}")
    assert record.write_page() == 0
    assert "† |" in (docs / "reliability.md").read_text()
    assert (soak.one("ecol", 2), numbers) == (0, [0, 1, 2, 3, 4])
    assert rows(docs) == [["50", "1", "20", "0", "0"]]
    assert "† |" not in (docs / "reliability.md").read_text()


def test_a_list_is_gone_through_once_on_the_same_sources(docs, monkeypatch):
    numbers = []
    block(monkeypatch, lambda number: numbers.append(number) or "", most=3)
    for attempts in (2, 3, 3):
        assert soak.one("ecol", attempts) == 0
    assert numbers == [0, 1, 2]
    monkeypatch.setattr(record, "sources", lambda name: f"other sources of {name}")
    assert soak.one("ecol", 2) == 0
    assert numbers == [0, 1, 2, 0, 1]
    assert rows(docs) == [["20", "0", "20", "0", "0"]]


def test_sizes_grow_but_lists_do_not():
    for name, block in BLOCKS.items():
        assert block.size(1) <= block.usual, name
        assert block.size(10) == (block.usual * 10 if block.most is None else min(block.usual * 10, block.most)), name
    assert {name for name, block in BLOCKS.items() if block.most is not None} == set(
        re.findall(r"`(\w+)`", re.search(r"goes through a list \(([^)]*)\)", record.HEAD)[1])
    )


@pytest.mark.usefixtures("docs")
def test_an_interrupted_block_keeps_what_it_tried(monkeypatch, capsys):
    def interrupted(number: int) -> str:
        if number == 2:
            raise KeyboardInterrupt
        return ""

    block(monkeypatch, interrupted)
    assert soak.one("ecol", 3) == 130
    assert capsys.readouterr().out == "ecol: 20 tried, 0 failed, 0 s, interrupted\n"
    assert record.begun("ecol")["attempts"] == 2


def test_a_block_without_its_oracle_is_left_out(docs, monkeypatch, capsys):
    block(monkeypatch, lambda _: "", needs=("gcc-of-nobody",))
    assert soak.one("ecol", 3) == 0
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


def test_versions_and_generators_belong_to_the_sources(monkeypatch, tmp_path):
    before = record.sources.__wrapped__("ecol")
    monkeypatch.setattr(record, "machine", lambda: "another llvmlite")
    assert record.sources.__wrapped__("ecol") != before
    monkeypatch.undo()
    monkeypatch.setattr(record, "GENERATORS", (str(tmp_path),))
    assert record.sources.__wrapped__("ecol") != before


GENERATORS = [
    ("variants.py", {"variants"}),
    ("samples.py", {"variants", "ecol", "certificates"}),
    ("ecol_programs.py", {"variants", "ecol"}),
    ("perl_programs.py", {"variants"}),
]


@pytest.mark.parametrize(("file", "blocks"), GENERATORS)
def test_a_generator_belongs_to_the_blocks_that_use_it(monkeypatch, tmp_path, file, blocks):
    """A change of what makes variants marked the rows of all blocks."""
    shutil.copytree(ROOT / "tests" / "generators", tmp_path / "tests" / "generators")
    monkeypatch.setattr(record, "ROOT", tmp_path)
    before = {name: record.sources.__wrapped__(name) for name in ("variants", "ecol", "certificates")}
    with (tmp_path / "tests" / "generators" / file).open("a") as changed:
        changed.write("# changed\n")
    assert {name for name, found in before.items() if record.sources.__wrapped__(name) != found} == blocks


# --- inputs that failed ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("docs")
def test_an_input_that_failed_reads_back_and_is_tried_again(monkeypatch, capsys):
    one = Input(7, "ecol", "START\r\nno UTF-8: \udcff\nKLAAR", {"wild": "2"}, {"tape": "1\n"})

    def check(given):
        assert not any("no UTF-8" in each.source for each in given)

    tries = together(lambda _: [Input(6), one, Input(8)], check)
    monkeypatch.setitem(BLOCKS, "ecol", Block("nothing", 3, 3, tries, ("getallenband/durable",)))
    assert soak.one("ecol", 1) == 1
    (path,) = inputs.failing()
    assert inputs.read(path) == ("ecol", one)
    assert soak.again() == 1
    assert "failing/ecol-7.json: AssertionError" in capsys.readouterr().out


def test_inputs_that_fail_only_together_are_kept_as_one():
    def check(given):
        assert len(given) < 2

    tries = together(lambda number: [Input(number, source="a"), Input(number, source="b")], check)
    (failure,) = tries.judge(tries.inputs(3))
    assert failure.input == Input(3, source="a\nb")


@pytest.mark.parametrize("path", inputs.failing(), ids=lambda path: path.stem)
def test_inputs_that_once_failed(path):
    block, one = inputs.read(path)
    if missing := [tool for tool in BLOCKS[block].needs if shutil.which(tool) is None]:
        tools.skip(missing[0])
    assert list(BLOCKS[block].tries.judge([one])) == []
