"""Files that verbs write: whole where they can be, refused in words where they cannot, nothing else lost for it."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from getallenband.main import application
from tests import ROOT
from tests.command_line.test_wrong_arguments import commands

FILE = re.compile("FILE|DIR")
INPUTS = {"--printed", "--puzzle", "--tape"}
LEFT_ALONE = ": is not a regular file and is not replaced"


def test_files_with_good_names_are_written_before_the_others_are_refused(tmp_path, call):
    program = tmp_path / "files.pl"
    program.write_text(
        'print "important\n"; open(F, ">../out") || die; print F "x\n"; open(G, ">in") || die; print G "y\n";\n'
    )
    code, out, err = call("run", str(program), "--files", str(tmp_path / "made"))
    assert (code, out) == (2, "important\n")
    assert err == f"the program wrote a file '../out', which leads out of {tmp_path / 'made'}\n"
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["in"]


def test_long_output_is_written_in_parts(tmp_path, call, monkeypatch):
    monkeypatch.setattr("getallenband.reports.runs.delivery.PART", 4)
    program = tmp_path / "long.pl"
    program.write_text('print "twelve signs", "\n";\n')
    assert call("run", str(program))[1] == "twelve signs\n"


def precious(made):
    (made.parent / "precious").write_text("kept")
    (made / "c").symlink_to("../precious")


NOT_WRITTEN = {
    "a link": (precious, "c", "{made}/c" + LEFT_ALONE),
    "a link to itself": (lambda made: (made / "c").symlink_to("c"), "c", "{made}/c" + LEFT_ALONE),
    "a FIFO": (lambda made: os.mkfifo(made / "c"), "c", "{made}/c" + LEFT_ALONE),
    "a folder": (lambda made: (made / "c").mkdir(), "c", "{made}/c" + LEFT_ALONE),
    "a link to a folder": (lambda made: (made / "c").symlink_to(".."), "c/d", "{made}/c: is not a folder"),
    "a file for a folder": (lambda _: None, "a/c", "{made}/a: is not a folder"),
    "a long name": (lambda _: None, "c" * 300, f"{{made}}/{'c' * 300}: File name too long"),
    "NUL": (lambda _: None, "a\\0c", "the program wrote a file 'a\\x00c', and no file can have this name"),
    "two lines": (lambda made: (made / "a\nc").mkdir(), "a\\nc", "{made}/a␊c" + LEFT_ALONE),
    "the folder": (lambda _: None, "./b/..", "the program wrote a file './b/..', which leads out of {made}"),
    "another place": (lambda _: None, "/c", "the program wrote a file '/c', which leads out of {made}"),
}  # fmt: skip


@pytest.mark.parametrize("what", NOT_WRITTEN)
def test_what_cannot_be_written_is_told_when_all_else_is(tmp_path, call, what):
    prepare, name, message = NOT_WRITTEN[what]
    (made := tmp_path / "made").mkdir()
    prepare(made)
    program = tmp_path / "files.pl"
    names = "".join(f'open(F, ">{each}") || die; print F "new"; close(F);\n' for each in ("a", name, "z/z"))
    program.write_text(f'print "important\\n";\n{names}')
    record = tmp_path / "record"
    done = call("run", str(program), "--files", str(made), "--record", str(record))
    assert done == (2, "important\n", message.format(made=made) + "\n")
    assert [(made / each).read_text() for each in ("a", "z/z")] == ["new", "new"]
    assert record.exists()
    assert what != "a link" or (tmp_path / "precious").read_text() == "kept"


def test_every_complaint_about_files_is_made(tmp_path, call):
    program, made = tmp_path / "files.pl", tmp_path / "made"
    (tmp_path / "record").mkdir()
    program.write_text(
        'open(F, ">../a"); print F 1; open(G, ">b"); print G 1; open(H, ">b/c"); print H 1; print "x";\n'
    )
    assert call("run", str(program), "--files", str(made), "--save-status", str(tmp_path / "status")) == (
        2,
        "x",
        f"the program wrote a file '../a', which leads out of {made}\n{made}/b: is not a folder\n"
        f"{tmp_path}/status: not written: the program saved no status\n",
    )


def test_a_folder_for_files_is_looked_at_before_anything_runs(tmp_path, call):
    program = tmp_path / "x.ecol"
    program.write_text("START\nSCHRIJF (1,0) := 1\nKLAAR\n")
    assert call("run", str(program), "--files", str(program)) == (2, "", f"{program}: is not a folder\n")
    assert call("run", str(program), "--files", str(tmp_path / "no" / "such")) == (
        2, "", f"{tmp_path / 'no'}: there is no such folder\n",
    )  # fmt: skip
    assert [path.name for path in tmp_path.iterdir()] == ["x.ecol"]


def test_a_command_does_not_write_over_what_it_reads_or_writes(tmp_path, call, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.ecol").write_text("START\nSCHRIJF (1,0) := 1\nKLAAR\n")
    Path("numbers").write_text("7\n")
    assert call("new", "puzzle", "p.toml")[0] == 0
    Path("link.toml").symlink_to("p.toml")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    read, written = (f"{what}; name another file for what is written\n" for what in (
        "is read by this command", "is written by this command already",
    ))  # fmt: skip
    for arguments, message in (
        ("run x.ecol --tape numbers --record x.ecol", f"x.ecol: {read}"),
        ("run x.ecol --tape numbers --save-status ./numbers", f"numbers: {read}"),
        ("run x.ecol --tape tape=numbers --record numbers", f"numbers: {read}"),
        ("run x.ecol --tape numbers --record r --save-status ../{0}/r", f"../{{0}}/r: {written}"),
        ("solve p.toml --certificate p.toml", f"p.toml: {read}"),
        ("solve p.toml --svg ../{0}/p.toml", f"../{{0}}/p.toml: {read}"),
        ("solve link.toml --svg p.toml", f"p.toml: {read}"),
        ("solve p.toml --svg a --certificate a", f"a: {written}"),
        ("solve p.toml --checkpoint a --certificate b --svg a", f"a: {written}"),
        (
            "solve p.toml --checkpoint numbers --certificate b",
            "numbers: this file exists; give --resume to go on from it, or remove it\n",
        ),
    ):
        assert call(*arguments.format(tmp_path.name).split()) == (2, "", message.format(tmp_path.name))
    assert call("new", "edition", "mine", "x.ecol")[0] == 0
    for file in "edition.toml", "runs.toml":
        assert call("run", "./mine", "--record", f"mine/{file}") == (2, "", f"mine/{file}: {read}")
    shutil.rmtree(tmp_path / "mine")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_name_that_is_no_utf_8_is_written_by_its_bytes(tmp_path, call, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = "n\udcffame.ecol"
    Path(program).write_text("START\nSCHRIJF (1,0) := 1 / 0\nKLAAR\n")
    for record in ("-", "record"):
        code, out, err = call("run", program, "--record", record)
        text = out if record == "-" else Path(record).read_text()
        assert (code, json.loads(text)["run"]) == (3, r"n\xffame.ecol")
        assert err.startswith(r"n\xffame.ecol:2:18: trap: ")
    assert call("run", "no\udcff\n.ecol") == (2, "", "no\\xff␊.ecol: No such file or directory\n")
    Path("two\nlines.toml").write_text("x = 1\n")
    assert call("solve", "two\nlines.toml")[2].startswith("two␊lines.toml:1:1: ")
    for arguments, message in (
        (("new", "puzzle"), "already exists; nothing was overwritten"),
        (("verify",), "refused: the checksum is wrong: no certificate, or altered or cut off"),
    ):
        assert call(*arguments, "two\nlines.toml") == (2, "", f"two␊lines.toml: {message}\n")
    message = "two␊\\xff.toml: cannot read this puzzle file: No such file or directory\n"
    assert call("solve", "two\n\udcff.toml") == (2, "", message)
    assert call("new", "puzzle", "p\udcff.toml", "--json")[0] == 0
    for option in ("--checkpoint", "--svg"):
        code, out, _ = call("solve", "p\udcff.toml", "--json", option, "\udcff" + option)
        assert (code, json.loads(out)["puzzle"]) == (0, "p\udcff")
        assert Path("\udcff" + option).exists()


def test_a_missing_folder_is_named_before_anything_runs(tmp_path, call):
    program, missing = tmp_path / "x.ecol", tmp_path / "none"
    program.write_text("START\nSCHRIJF (1,0) := 1\nKLAAR\n")
    for arguments in (
        ("run", str(program), "--record", f"{missing}/x"),
        ("run", str(program), "--save-status", f"{missing}/x"),
        ("solve", "rug", "--svg", f"{missing}/x"),
        ("solve", "rug", "--checkpoint", f"{missing}/x"),
        ("solve", "rug", "--certificate", f"{missing}/x"),
        ("new", "puzzle", f"{missing}/x.toml"),
        ("new", "edition", f"{missing}/x", str(program)),
    ):
        assert call(*arguments) == (2, "", f"{missing}: there is no such folder\n"), arguments
    assert not missing.exists()


TAKEN = ": already exists; nothing was overwritten"
OUTPUTS = {
    "run x.ecol --record": LEFT_ALONE,
    "run x.ecol --save-status": LEFT_ALONE,
    "solve rug --checkpoint": LEFT_ALONE,
    "solve rug --certificate": LEFT_ALONE,
    "solve rug --svg": LEFT_ALONE,
    "run x.ecol --files": ": is not a folder",
    "report --out": ": is not a folder",
    "new edition {path} x.ecol": TAKEN,
    "new language": TAKEN,
    "new puzzle": TAKEN,
    "collate x.ecol x.ecol --out": TAKEN,
}
"""Every way to name an output, and what is said where something stands in its place that is none."""


def test_every_option_that_names_an_output_is_tried():
    parameters = [each for _, command in commands(application) for each in command.params]
    files = {each.opts[0] for each in parameters if isinstance(each, click.Option) and FILE.search(each.metavar or "")}
    assert files - INPUTS == {word for output in OUTPUTS for word in output.split() if word.startswith("--")}


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("what", ["link", "FIFO", "device"])
def test_no_verb_writes_where_no_file_is(tmp_path, call, monkeypatch, what, output):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.ecol").write_text("START\nSCHRIJF (1,0) := 1\nKLAAR\n")
    (tmp_path / "precious").write_text("kept")
    path = "/dev/null" if what == "device" else "out.toml"
    if what == "link":
        (tmp_path / path).symlink_to("precious")
    elif what == "FIFO":
        os.mkfifo(tmp_path / path)
    message = f"{path}{OUTPUTS[output]}\n"
    if (what, output) == ("device", "new puzzle"):
        message = "/dev/null: the name of a puzzle file ends in .toml\n"
    arguments = (output if "{path}" in output else f"{output} {{path}}").format(path=path).split()
    assert call(*arguments) == (2, "", message)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(
        ["precious", "x.ecol", *([path] if what != "device" else [])]
    )
    assert (tmp_path / "precious").read_text() == "kept"


def test_no_page_and_no_sealed_file_is_written_through_a_link(tmp_path, call, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.ecol").write_text("START\nSCHRIJF (1,0) := 1\nKLAAR\n")
    (tmp_path / "precious").write_text("kept")
    assert call("new", "edition", "mine", "x.ecol")[0] == 0
    for link, target, message in (
        ("mine.html", "../precious", "pages/mine.html" + LEFT_ALONE),
        ("mine.html", "mine.html", "pages/mine.html" + LEFT_ALONE),
        ("data", "..", "pages/data: is not a folder"),
    ):
        (tmp_path / "pages").mkdir()
        (tmp_path / "pages" / link).symlink_to(target)
        assert call("report", "mine", "--out", "pages") == (2, "", message + "\n")
        shutil.rmtree(tmp_path / "pages")
    (tmp_path / "mine" / "edition.toml").rename("edition")
    (tmp_path / "mine" / "edition.toml").symlink_to("../edition")
    (tmp_path / "mine" / "x.transcription").write_text("START\nSCHRIJF (1,0) := 2\nKLAAR\n")
    before = (tmp_path / "edition").read_text()
    assert call("seal", "mine") == (
        2, "", "mine/edition.toml: is a link or a device; an edition has files and folders only\n",
    )  # fmt: skip
    assert (tmp_path / "edition").read_text() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["edition", "mine", "precious", "x.ecol"]
    assert (tmp_path / "precious").read_text() == "kept"


@pytest.mark.parametrize(
    "arguments",
    [
        ("new", "puzzle", "made.toml"),
        ("new", "language", "made"),
        ("new", "edition", "made", "copy.a60"),
        ("collate", "copy.a60", "other.a60", "--out", "made"),
        ("solve", "rug", "--checkpoint", "made"),
        ("seal", "./mine"),
    ],
)
def test_nothing_is_left_where_no_file_may_have_a_byte(mine, arguments):
    """Nor may it be asked for a folder for temporary files: none can be written there."""
    for name in ("copy.a60", "other.a60"):
        Path(name).write_text((mine / "main.transcription").read_text() + name[0])
    (mine / "main.transcription").write_text("end")
    before = {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()}
    done = subprocess.run(
        [sys.executable, "-m", "getallenband", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.endswith(": File too large\n")
    assert "Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()} == before
