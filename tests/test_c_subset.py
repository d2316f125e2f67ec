"""C beside a C compiler: every case that ends by itself prints the same when gcc compiles it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreters import Limits, Options, Request, SourceError, SourceText, run
from tests.cases import Case, case_files

FINISHED = [case for case in case_files("c_subset") if "finished" in case.sections.get("ending", "") and not case.tapes]
GCC = shutil.which("gcc")
LIMITS = Limits(statements=2000, output=2000, memory=1 << 20, depth=50)

WORDS = """
    { } { } ( ) ( ) [ ] ; ; , = == + - * & ++ -- ! ? : if else while for do switch case default break continue return
    goto int char unsigned struct typedef x y p f main() main() {int x; 0 1 2 "s" 'c' printf("%d",
"""


def compiled_output(source: str, folder: Path) -> str:
    """Compile and run a program; the yen sign is the backslash of its character set."""
    text, program = folder / "case.c", folder / "case"
    text.write_text(source.replace("¥", "\\"), encoding="utf-8")
    subprocess.run(["gcc", "-m64", "-std=gnu89", "-w", "-O1", "-o", str(program), str(text)], check=True, timeout=60)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=60)
    return done.stdout


@pytest.mark.skipif(GCC is None, reason="there is no gcc")
@pytest.mark.parametrize("case", FINISHED, ids=lambda case: case.label)
def test_gcc_prints_the_same(case: Case, tmp_path: Path) -> None:
    outcome = run(SourceText("case.c", case.source), "c_subset", Request(Options("lp64"), engine="machine"))
    assert outcome.ending.kind == "finished"
    assert compiled_output(case.source, tmp_path) == outcome.output


def outcome_or_message(text: str) -> str:
    try:
        return run(SourceText("case.c", text), "c_subset", Request(Options("lp64"), {}, LIMITS, "machine")).ending.kind
    except SourceError as error:
        return "refused" if str(error).startswith("case.c:") else "refused without a place"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=30).map(" ".join))
def test_any_words_give_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message(text) in ("refused", "finished", "trap", "exhausted")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_gives_a_message_or_a_run(text: str) -> None:
    assert outcome_or_message("main(){" + text) in ("refused", "finished", "trap", "exhausted")


STATEMENTS = r"""
x=y+1; y--; if(x<y) while(x<9)x++; {int|x;x=3;y=x;} p=&x; *p=4; a[x]=y; y=a[1]; x<<=y; for(x=0;x<3;x++) p=a+x; y=*p++;
switch(y){case|0:x=1;case|1:y=2;break;default:;} goto|end; x/=y; printf("%d|%c\n",x,65+y); return|x; do|y++;while(y<2);
y=x==1?2:f(y); p[1]=0; break; s.b=s.a;
"""
"""Statements that a random program is made of; | is a blank."""


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(STATEMENTS.split()), max_size=8).map(lambda parts: "\n".join(parts).replace("|", " ")))
def test_any_statements_give_a_message_or_a_run(text: str) -> None:
    start = "struct {int a;int b;} s; int a[3]; f(n){return n>0?f(n-1):n;}\nmain(){int x,y,*p; x=y=0; p=a;\n"
    assert outcome_or_message(start + text + "\nend: ;}\n") in ("refused", "finished", "trap", "exhausted")
