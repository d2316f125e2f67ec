"""The playground without a browser: what it offers, and what its driver says of jobs."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from getallenband.interpreters.highlighting import OURS
from getallenband.interpreters.language import language, ours
from getallenband.interpreters.outcome import Crash
from getallenband.originals.edition import edition
from getallenband.reports.publishing.playground import build, driver
from getallenband.reports.publishing.playground import packages as packages_of_page
from getallenband.reports.publishing.playground.build import archive
from getallenband.reports.publishing.playground.content import DEFAULT_LIMITS, colours, language_data, originals
from tests import ROOT

DOUBLE = "START\na := LEES\nSCHRIJF (4,0) := 2 * a\nKLAAR\n"


def job(text: str, name: str, **more: object) -> str:
    usual = {"language": name, "text": text, "tapes": {}, "arithmetic": "", "settings": {}, "limits": DEFAULT_LIMITS}
    return json.dumps({**usual, **more})


def ran(given: str, slow: str = "wanted by a test") -> tuple[str, dict]:
    said: list[dict] = []
    driver.run(given, slow, said.append)
    assert [one["type"] for one in said[:-1]] == ["output"] * (len(said) - 1)
    json.dumps(said)
    return "".join(one["text"] for one in said[:-1]), said[-1]


def stepped(given: str, first: int, count: int) -> dict:
    said: list[dict] = []
    driver.steps(given, first, count, said.append)
    assert len(said) == 1
    return said[0]


@pytest.mark.parametrize("name", ours())
def test_each_example_runs_as_the_page_gives_it(name: str) -> None:
    data = language_data(language(name))
    for example in data["why_here"] + data["examples"]:
        tapes = {"tape": example["tape"]} if example["tape"] else {}
        printed, end = ran(job(example["text"], name, tapes=tapes, settings=example["settings"]))
        assert (end["state"], bool(printed)) == ("finished", True), example["name"]
        assert end["counts"]
        assert end["statements"]


@pytest.mark.parametrize("name", ours())
def test_each_language_has_the_page_of_the_manual_to_which_the_page_leads(name: str) -> None:
    assert (ROOT / "docs" / f"{name}.md").is_file()


def test_each_package_in_the_page_has_its_licence(tmp_path) -> None:
    packages = json.loads((packages_of_page.HERE / "package-lock.json").read_text())["packages"]
    for path, about in packages.items():
        if path:
            folder = tmp_path / path.removeprefix("node_modules/")
            folder.mkdir(parents=True)
            about = {"name": folder.relative_to(tmp_path).as_posix(), **about}
            (folder / "package.json").write_text(json.dumps(about))
            (folder / "LICENSE").write_text(f"the licence of {about['name']}")
    found = packages_of_page.licences(tmp_path)
    text = packages_of_page.notices(found)
    names = {one.package for one in found}
    assert {"pyodide", "@codemirror/view", "@lezer/common", "lark", "platformdirs"} <= names
    assert not [name for name in names if name.startswith(("esbuild", "@esbuild/"))]
    assert all(one.name and one.text and f"\n{one.package} {one.version}: {one.name}\n" in text for one in found)
    assert "the licence of @codemirror/view" in text
    assert "zlib 1.3.1" in text


def test_a_language_that_is_not_named_is_recognised() -> None:
    printed, end = ran(job(DOUBLE, "", tapes={"tape": "21"}))
    assert (printed, end["language"]) == ("    42", "ecol")
    assert "taken for ECOL" in end["notes"][0]


def test_the_tape_of_another_program_does_not_matter_to_a_language_without_input() -> None:
    assert ran(job("(display 7)", "amb_scheme", tapes={"tape": "21"}))[1]["state"] == "finished"


def test_a_refused_text_has_the_command_line_s_message_and_marks_at_its_places(call, tmp_path) -> None:
    text = "START\nNAAR 9\nSCHRIJF := a b c (\nKLAAR\n"
    (tmp_path / "program.ecol").write_text(text)
    _, _, err = call("run", str(tmp_path / "program.ecol"))
    _, end = ran(job(text, "ecol"))
    assert end["state"] == "refused"
    assert end["message"] == err.replace(f"{tmp_path}/", "").rstrip("\n")
    assert [(mark["line"], mark["severity"]) for mark in end["marks"]] == [(3, "error")]


def test_a_fault_on_the_tape_marks_nothing_in_the_program() -> None:
    _, end = ran(job(DOUBLE, "ecol", tapes={"tape": "x"}))
    assert (end["state"], end["kind"]) == ("trapped", "trap")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"language": "klingon"}, "there is no language 'klingon'; known: algol60"),
        ({"settings": {"width": "broad"}}, "setting width cannot be 'broad'; expected: report, narrow"),
        ({"settings": {"depth": "1"}}, "ECOL has no setting 'depth'"),
        ({"arithmetic": "el_x8"}, "ECOL has no arithmetic 'el_x8'"),
        ({"text": "\0\x01\xff"}, "program.ecol:1:1"),
        ({"text": ""}, "program.ecol:1:1"),
    ],
)
def test_what_is_wrong_is_refused_with_a_message(more: dict, said: str) -> None:
    _, end = ran(job(**{"text": DOUBLE, "name": "ecol", **more}) if "text" in more else job(DOUBLE, "ecol", **more))
    assert end["state"] == "refused"
    assert said in end["message"]


@pytest.mark.parametrize(
    ("text", "limit", "said"),
    [
        ("START\n1 NAAR 1\nKLAAR\n", {"statements": 1000}, "the budget of 1000 statements is used up"),
        ('START\n1 TEKST := "x"\n NAAR 1\nKLAAR\n', {"output": 1000}, "the budget of 1000 bytes of output is used up"),
        ("START\nSCHRIJF := f (1)\nKLAAR\nFUN f (n)\nFUN := f (n)\n", {"depth": 50}, "FUN f is called 51 deep"),
        ("START\nRIJ (1:9999999) a\nKLAAR\n", {}, "the memory limit is 67108864 bytes"),
    ],
)
def test_budgets_end_with_the_command_line_s_messages(text: str, limit: dict, said: str) -> None:
    _, end = ran(job(text, "ecol", limits={**DEFAULT_LIMITS, **limit}))
    assert end["state"] == "trapped"
    assert said in end["message"]


COUNTING = "START\na := 0\n1 a := a + 1\nSCHRIJF (3,0) := a\nALS a < 100 DAN 1\nKLAAR\n"


@pytest.mark.parametrize("statements", [1, 2, 3, 100, 301])
def test_a_run_with_more_than_a_beginning_is_to_be_compiled(monkeypatch, statements: int) -> None:
    monkeypatch.setattr(driver, "BEGINNING", statements)
    assert ran(job(COUNTING, "ecol"), "") == ("", {"type": "more"})


def test_a_run_that_is_no_more_than_a_beginning_is_the_whole_run(monkeypatch) -> None:
    monkeypatch.setattr(driver, "BEGINNING", 302)
    assert ran(job(COUNTING, "ecol"), "") == ran(job(COUNTING, "ecol"))


def test_an_internal_error_is_raised_for_the_page_to_begin_anew(monkeypatch) -> None:
    monkeypatch.setattr(driver, "perform", lambda *_, **__: (_ for _ in ()).throw(Crash("an operation")))
    with pytest.raises(Crash):
        ran(job(COUNTING, "ecol"))


def test_steps_have_values_and_what_was_printed_before_them() -> None:
    said = stepped(job(DOUBLE, "ecol", tapes={"tape": "21"}), 0, 10)
    assert [(step["line"], step["printed"]) for step in said["steps"]] == [(2, 0), (3, 0), (4, 6)]
    assert [dict(step["calls"][0]["variables"]) for step in said["steps"]] == [{"a": "—"}, {"a": "21"}, {"a": "21"}]
    assert (said["output"], said["ended"]["state"]) == ("    42", "finished")


def test_a_window_of_steps_is_a_part_of_all_steps() -> None:
    given = job(DOUBLE, "ecol", tapes={"tape": "21"})
    part = stepped(given, 1, 1)
    assert (part["steps"], part["ended"]) == (stepped(given, 0, 10)["steps"][1:2], None)


def test_scheme_steps_are_calls_and_choices() -> None:
    said = stepped(job("(define y 3)\n(let ((x (amb 1 2))) (require (= x 2)) (+ x y))\n", "amb_scheme"), 0, 50)
    assert "choice 2 of 2" in [step["what"] for step in said["steps"]]
    assert said["steps"][-1]["variables"] == [("y", "3")]


@pytest.mark.parametrize("name", OURS)
def test_the_rules_of_colours_are_none_that_only_python_reads(name: str) -> None:
    found = colours(name)
    assert found is not None
    for pattern, _ in found["rules"]:
        re.compile(pattern)
        assert not re.search(r"\(\?[P#(aiLmsux]|\\[AZ]|\(\?<[=!]", pattern), pattern


def test_the_archive_is_the_same_each_time_and_has_no_llvm() -> None:
    packed = archive()
    assert packed == archive()
    names = zipfile.ZipFile(io.BytesIO(packed)).namelist()
    assert not [name for name in names if "interpreters/native/" in name or "interpreters/testing/" in name]
    ours = ("__init__.py", "interpreters/machine/engine.py", "interpreters/browser.py")
    assert {*(f"getallenband/{name}" for name in ours), "lark/__init__.py"} <= set(names)


def test_each_text_of_an_edition_is_offered_once() -> None:
    texts = [(one["edition"], edition(one["edition"]).run(one["run"]).text) for one in originals()]
    assert {"debruijn1972_pentomino", "hitotumatu1968_rug", "perl2012_pentomino"} <= {name for name, _ in texts}
    assert len(set(texts)) == len(texts)


def test_the_page_is_written_with_all_that_it_loads(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(build, "fetched", lambda cache: cache)
    monkeypatch.setattr(build, "PYODIDE", ())
    monkeypatch.setattr(build, "bundle", lambda _, name: f"// {name}")
    monkeypatch.setattr(build, "licences", lambda _: [])
    monkeypatch.setattr(build, "snapshot", lambda *_: b"")
    build.build(tmp_path, tmp_path)
    text = (tmp_path / "playground.html").read_text(encoding="utf-8")
    loaded = re.findall(r'<script[^>]* src="(playground/[\w.]+)"', text)
    assert loaded
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("playground/*")} == {
        *loaded,
        "playground/NOTICES.txt",
    }
