"""Times apart from the data: a report that is made again is the same, byte for byte."""

from __future__ import annotations

import json

import pytest

from getallenband.reports.publishing.measured import FILE, read_times, set_times, settle, timeless
from tests.command_line.mine import FILES


@pytest.fixture
def folders(tmp_path):
    """Write two small editions; return their folders."""
    for name in ("mine", "other"):
        (tmp_path / name).mkdir()
        for path, content in FILES.items():
            (tmp_path / name / path).write_text(content.replace('name = "mine"', f'name = "{name}"'))
    return [str(tmp_path / name) for name in ("mine", "other")]


def written(out):
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_a_report_made_again_has_the_same_bytes(call, folders, tmp_path):
    out = tmp_path / "out"
    assert call("report", *folders, "--out", str(out), "--fresh")[0] == 0
    first = written(out)
    times = json.loads(first[FILE])
    assert list(times) == ["mine/first", "other/first"]
    assert call("report", *folders, "--out", str(out), "--fresh")[0] == 0
    assert written(out) == first


def test_the_data_has_no_times(call, folders, tmp_path):
    out = tmp_path / "out"
    call("report", *folders, "--out", str(out))
    first = written(out)
    altered = json.loads(first[FILE])
    for time in altered.values():
        time["seconds"], time["ended"] = {"build": 0.0, "run": 12345.678}, "2001-01-01T00:00:00+00:00"
    (out / FILE).write_text(json.dumps(altered))
    call("report", *folders, "--out", str(out))
    second = written(out)
    different = {path for path in first if first[path] != second[path]}
    quoting = {f"{name}{kind}" for name in ("mine", "other") for kind in (".html", ".md", ".codecheck.yml")}
    assert different == {FILE, *quoting}
    assert b"12346 s" in second["mine.md"]


def test_one_edition_leaves_the_times_of_others(call, folders, tmp_path):
    out = tmp_path / "out"
    call("report", *folders, "--out", str(out))
    before = read_times(out)
    call("report", folders[0], "--out", str(out), "--fresh")
    assert read_times(out) == before


@pytest.mark.parametrize(
    "damaged",
    ["", "[]", "{", '{"a": 1}', '{"a": {"of": "", "seconds": {}}}', "[" * 100_000, "\x00", '{"a": {"of": 1}}'],
)
def test_a_damaged_file_is_as_none(damaged, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / FILE).write_text(damaged)
    assert read_times(tmp_path) == {}


def test_what_has_changed_is_measured_anew():
    now = {"a/b": {"of": "1", "seconds": 2.0}, "c": {"of": "3", "seconds": 4.0}}
    earlier = {"a/b": {"of": "1", "seconds": 9.0}, "c": {"of": "0", "seconds": 9.0}, "d": {"of": "", "seconds": 9.0}}
    assert settle(now, earlier) == {"a/b": {"of": "1", "seconds": 9.0}, "c": {"of": "3", "seconds": 4.0}}


def test_a_program_has_the_time_of_its_run():
    program = {"edition": "e", "run": "r", "seconds": 0.0}
    solver = {"edition": None, "puzzle": "p", "name": "dancing_links (modern)", "seconds": 0.0}
    run = {"run": "r", "seconds": {}, "provenance": {"ended": "", "machine": "m"}}
    data = [{"edition": "e", "runs": [run], "programs": [dict(program)], "verdicts": []}]
    times = {
        "e/r": {"of": "", "seconds": {"build": 1.0, "run": 2.0}, "ended": "then"},
        "p/dancing_links": {"of": "", "seconds": 3.0},
    }
    set_times(times, data, [program, solver])
    assert (program["seconds"], data[0]["programs"][0]["seconds"], solver["seconds"]) == (2.0, 2.0, 3.0)
    assert run["provenance"] == {"ended": "then", "machine": "m"}
    assert timeless(data[0])["runs"] == [{"run": "r", "provenance": {"machine": "m"}}]
