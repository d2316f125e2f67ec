"""The player of the pages, without a browser: its modules in node, and what a page holds for it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from getallenband.interpreters import Options, Request, SourceText, page, run
from getallenband.reports.publishing.player import lacks, packed, script, starter
from tests.tools import needs

NODE = shutil.which("node")
TESTS = Path(__file__).parent / "player"

needs_node = needs("node")


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(NODE), *arguments], input=text, capture_output=True, text=True, check=False)


@needs_node
def test_the_modules_do_what_their_tests_say():
    done = node("--test", *map(str, sorted(TESTS.glob("*.test.mjs"))))
    assert done.returncode == 0, done.stdout


@needs_node
@pytest.mark.parametrize("made", [script, starter])
def test_the_scripts_of_a_page_are_without_imports(made):
    assert "import " not in made()
    assert "export " not in made()
    done = node("--check", "--input-type=module", "-", text=made())
    assert done.returncode == 0, done.stderr


@needs_node
def test_what_is_packed_is_unpacked():
    code = Path(json.__file__).read_bytes()
    noise = Random(1).randbytes(40_000)
    contents = [
        b"",
        b"a",
        b"ab" * 20_000,
        bytes(range(256)) * 3,
        noise,
        code + noise + code,
        code[::-1] + noise[:9] * 99,
    ]
    texts = [packed(content) for content in contents]
    done = node(str(TESTS / "unpack.mjs"), text=json.dumps(texts))
    assert [bytes.fromhex(text) for text in json.loads(done.stdout)] == contents


PERL = r"""my %board = map { $_ => 0 } "00" .. "02";
my @left = (7, "x☺", undef);
open OUT, ">found.dat" or die;
search(1 .. 3);
sub search {
  my $pos = (grep { $board{$_} eq "0" } sort keys %board)[0];
  foreach my $k (@_) {
    $board{$pos} = $k;
    print OUT join("", map { $board{$_} } sort keys %board), "\n" if @_ == 1;
    search(grep { $k != $_ } @_) if @_ > 1;
    $board{$pos} = 0;
  }
}
close OUT;
print "done: $left[1]\n";
print \@left;
"""


@needs_node
def test_perl_in_a_page_prints_and_writes_as_elsewhere_and_goes_back():
    source, request = SourceText("case.pl", PERL), Request(Options("ieee754"))
    outcome = run(source, "perl_subset", request)
    data = page(source, "perl_subset", request) | {"limits": {"output": 10_000, "statements": None}, "stop": None}
    assert data["refused"] == ""
    done = node(str(TESTS / "run.mjs"), text=json.dumps(data))
    assert done.stderr == ""
    found = json.loads(done.stdout)
    for result in found["results"]:
        assert result["ending"] == ["unsupported", "references cannot be printed in a page"]
        assert outcome.output.startswith(result["output"] + "ARRAY(")
        assert result["files"] == outcome.files
        assert result["counts"] == outcome.counts
    assert found["arrays"]["@left"] == [7, "x☺", None]
    assert len(found["arrays"]["%board"]) == 3
    assert dict(found["middle"])["@_"] == "(3)"


def test_the_manual_lists_what_pages_lack():
    assert lacks.PAGE.read_text(encoding="utf-8") == lacks.page(), (
        "run python -m getallenband.reports.publishing.player.lacks"
    )
    assert len(lacks.listed().splitlines()) < 30


ALGOL = """begin integer k; outstring(1, "down:
"); for k := 3 step -1 until -1 do begin outinteger(1, k); outstring(1, "; ") end; outterminator(1) end
"""


@needs_node
def test_algol_in_a_page_prints_strings_and_integers_as_elsewhere():
    source, request = SourceText("case.a60", ALGOL), Request(Options("ieee754"))
    data = page(source, "algol60", request) | {"limits": {"output": 10_000, "statements": None}, "stop": None}
    assert data["refused"] == ""
    done = node(str(TESTS / "run.mjs"), text=json.dumps(data))
    assert done.stderr == ""
    for result in json.loads(done.stdout)["results"]:
        assert result["output"] == run(source, "algol60", request).output == "down:\n3 ; 2 ; 1 ; 0 ; -1 ;  "


MATHEMATICS = """begin real x; x := 0.75;
outinteger(1, entier(1000000 * (sin(x) + cos(x) + arctan(x) + exp(x) + ln(x) + sqrt(x) + x ** 2.5))) end
"""


@needs_node
def test_mathematical_functions_in_a_page():
    source, request = SourceText("case.a60", MATHEMATICS), Request(Options("ieee754"))
    data = page(source, "algol60", request) | {"limits": {"output": 10_000, "statements": None}, "stop": None}
    assert data["refused"] == ""
    done = node(str(TESTS / "run.mjs"), text=json.dumps(data))
    assert done.stderr == ""
    for result in json.loads(done.stdout)["results"]:
        assert result["output"] == run(source, "algol60", request).output
