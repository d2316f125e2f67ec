"""What is built of the project works elsewhere: the wheel outside the repository, tests of the sdist where it lies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from importlib.metadata import version

import pytest

from getallenband.durable.installed import MOVED
from tests import ROOT
from tests.tree.tracked import copy_project

BUILD = "from setuptools.build_meta import build_sdist, build_wheel; build_sdist('../dist'); build_wheel('../dist')"
PIP = (sys.executable, "-m", "pip", "--python", "bin/python", "install", "--quiet", "--no-deps", "--no-build-isolation")
QUICK = ("tests/test_durable.py", "tests/tree/test_links.py", "tests/command_line/test_new_and_seal.py")


def done(*command: str, cwd, **environment: str) -> str:
    """Run a command that must succeed; return what it printed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(command, cwd=cwd, env=kept | environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build sdist and wheel of a copy; install the wheel in an environment that has only what we depend on besides."""
    folder = tmp_path_factory.mktemp("packages")
    copy_project(ROOT, folder / "copy")
    done(sys.executable, "-c", BUILD, cwd=folder / "copy")
    shutil.rmtree(folder / "copy")
    venv.create(folder / "venv")
    inside = next((folder / "venv" / "lib").glob("python*/site-packages"))
    (inside / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    done(*PIP, str(next((folder / "dist").glob("*.whl"))), cwd=folder / "venv")
    return folder


@pytest.mark.soak
def test_the_wheel_works_outside_the_repository(built, tmp_path):
    command = str(built / "venv" / "bin" / "getallenband")
    (tmp_path / "hello.txt").write_text("hello\n")
    (tmp_path / "hello.a60").write_text('begin outstring(1, "hello") end\n')
    kept = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    for arguments, last in {
        "--version": f"getallenband {version('getallenband')}",
        "run hello.a60": "hello",
        "new edition mine hello.a60": "next: getallenband check mine; getallenband report mine",
        "supply mine hello-prints hello.txt": "next: getallenband check mine",
        "seal mine": "claim hello-output: awaiting-evidence is now reproduced",
        "report mine --out pages": "report: pages/mine.html (and pages/mine.md)",
        "show mine": 'begin outstring(1, "hello") end',
        "check hitotumatu1968_rug total-sol": "1 statement: 1 reproduced-after-emendation; all as expected",
        "solve rug --certificate proof.json --json": '"finished": true, "no_solution": null}',
        "verify proof.json": "nodes checked",
        "new puzzle p.toml": "next: getallenband solve p.toml --list",
        "collate hello.a60 hello.a60": "0 differences",
        "new language tally": "next: pip install -e tally; getallenband cases tally",
    }.items():
        printed = done(command, *arguments.split(), cwd=tmp_path, **kept)
        assert printed.rstrip().endswith(last), (arguments, printed)
    done(*PIP, "-e", str(tmp_path / "tally"), cwd=built / "venv")
    assert done(command, "cases", "tally", cwd=tmp_path, **kept) == "tally: 3 cases, all as expected\n"
    assert "\ntally " in done(command, "list", cwd=tmp_path, **kept)


@pytest.mark.soak
def test_the_wheel_has_one_name_beside_whatever_a_project_calls_its_own(built, tmp_path):
    (site,) = (built / "venv" / "lib").glob("python*/site-packages")
    ours = {path.name for path in site.iterdir() if path.is_dir() and not path.name.endswith(".dist-info")}
    assert ours - {"__pycache__"} == {"getallenband"}
    for name in MOVED:
        (tmp_path / f"{name}.py").write_text(f"MINE = {name!r}\n")
    own = "; ".join(f"import {name}; assert {name}.MINE == {name!r}" for name in MOVED)
    run = "import getallenband as gb; assert 'kawai_hamekomi' in gb.editions()"
    python = str(built / "venv" / "bin" / "python")
    for program in (f"{own}; {run}", f"{run}; {own}"):
        done(python, "-c", program, cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done(python, "-m", "getallenband", "--version", cwd=tmp_path).startswith("getallenband ")


@pytest.mark.soak
def test_the_tests_of_the_sdist_pass_where_it_is_unpacked(built, tmp_path):
    with tarfile.open(next((built / "dist").glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    folder = next(tmp_path.iterdir())
    python = str(built / "venv" / "bin" / "python")
    said = done(python, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *QUICK, cwd=folder)
    assert said.count("\nPASSED ") > 80
