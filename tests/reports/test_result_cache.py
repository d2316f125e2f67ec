"""Kept results: found again, made again where they are damaged or something that they depend on changed, bounded."""

from __future__ import annotations

import errno
import os

import pytest

from getallenband.interpreters.native import compile as compiling
from getallenband.originals.edition import edition
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import run_job
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records, make_record, question


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give the test a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "getallenband" / "results"


def counting():
    """Return a maker of results, and the list of those that it made."""
    made = []

    def make():
        made.append(len(made))
        return {"number": made[-1], "text": "é"}

    return make, made


def test_a_result_is_made_once(folder):
    make, made = counting()
    assert ResultCache().get({"a": 1}, make) == ResultCache().get({"a": 1}, make) == {"number": 0, "text": "é"}
    assert ResultCache().get({"a": 2}, make)["number"] == 1
    assert len(made) == len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", [b"", b"x", None, "byte", "short"])
def test_a_damaged_result_is_made_again(folder, damage):
    make, made = counting()
    ResultCache().get({"a": 1}, make)
    [path] = folder.iterdir()
    content = path.read_bytes()
    whole = {"byte": content[:-1] + bytes([content[-1] ^ 1]), "short": content[:-3], None: b"0" * 64 + content[64:]}
    path.write_bytes(damage if isinstance(damage, bytes) else whole[damage])
    assert ResultCache().get({"a": 1}, make)["number"] == 1
    assert ResultCache().get({"a": 1}, make)["number"] == 1
    assert len(made) == 2


@pytest.mark.usefixtures("folder")
def test_fresh_makes_each_again_once():
    make, _ = counting()
    ResultCache().get({"a": 1}, make)
    fresh = ResultCache(fresh=True)
    assert fresh.get({"a": 1}, make)["number"] == fresh.get({"a": 1}, make)["number"] == 1
    assert ResultCache().get({"a": 1}, make)["number"] == 1


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path, monkeypatch, capsys):
    make, _ = counting()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert [ResultCache().get({"a": 1}, make)["number"] for _ in "12"] == [0, 1]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_cache_that_is_full_or_cannot_be_written_is_told_once(folder, monkeypatch, capsys, number):
    def full(*_arguments):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.replace", full)
    make, _ = counting()
    cache = ResultCache()
    assert [cache.get({"a": number}, make)["number"] for number in (1, 2)] == [0, 1]
    assert capsys.readouterr().err == f"{folder}: {os.strerror(number)}: results are not cached\n"


def test_the_least_recently_used_go_first(folder):
    cache = ResultCache(limit=1400)
    noise = [os.urandom(300).hex() for _ in "1234"]
    for number, text in enumerate(noise[:3]):
        cache.get({"n": number}, lambda text=text: text)
    for age, path in enumerate(sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)):
        os.utime(path, (age, age))
    assert cache.look_up({"n": 0}) == noise[0]  # used just now
    cache.get({"n": 3}, lambda: noise[3])
    assert [cache.look_up({"n": number}) == text for number, text in enumerate(noise)] == [True, False, True, True]


def test_clearing_says_how_many_there_were(folder):
    for number in range(3):
        ResultCache().get({"n": number}, lambda: 0)
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    assert (ResultCache().clear(), list(folder.iterdir())) == (5, [folder / "folder"])


def test_a_folder_in_place_of_a_result_is_left_alone(folder, capsys):
    make, _ = counting()
    ResultCache().get({"a": 1}, make)
    [path] = folder.iterdir()
    path.unlink()
    path.mkdir()
    assert ResultCache().get({"a": 1}, make)["number"] == 1
    assert capsys.readouterr().err == f"{path}: Is a directory: results are not cached\n"
    assert not ResultCache().has({"a": 1})


def test_a_record_depends_on_text_inputs_options_and_sources(monkeypatch):
    job = run_job("debruijn1972_pentomino", "first24")
    first = question(job)
    assert first == question(run_job("debruijn1972_pentomino", "first24"))
    assert first["text"] == edition("debruijn1972_pentomino").run("first24").reading
    for name, other in (("of_run", lambda *_: "other"), ("versions", lambda *_: {"python": "3.99"}), ("FORM", 0)):
        with monkeypatch.context() as changed:
            changed.setattr(f"getallenband.reports.runs.records.{name}", other)
            assert question(job) != first


@pytest.mark.usefixtures("folder")
def test_a_record_is_kept_for_the_next_process(monkeypatch):
    first = Records()("debruijn1972_pentomino", "first24")
    monkeypatch.setattr("getallenband.reports.runs.records.perform", None)
    assert Records()("debruijn1972_pentomino", "first24") == first
    assert Records().known("debruijn1972_pentomino", "first24")
    assert not Records(ResultCache(fresh=True)).known("debruijn1972_pentomino", "first24")


@pytest.mark.usefixtures("folder")
def test_answers_are_kept_as_they_were(monkeypatch):
    def asked(oracle):
        return (
            oracle("rug", "", "first_hole", 1),
            oracle.result("rug"),
            oracle.attempts("rug", "first_hole"),
            oracle.solutions("rug"),
        )

    first = asked(Oracle())
    monkeypatch.setattr("getallenband.reports.runs.oracle.solver", None)
    monkeypatch.setattr("getallenband.modern.search.solve", None)
    assert asked(Oracle()) == first


def test_a_record_has_the_time_of_compiling_though_the_machine_code_is_cached(monkeypatch):
    texts, compiled = [], compiling.compiled
    monkeypatch.setattr(compiling, "compiled", lambda text, level: texts.append(text) or compiled(text, level))
    for _ in range(2):
        make_record(run_job("hitotumatu1968_rug", "main"))
    assert len(texts) == 2
