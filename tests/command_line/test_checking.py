"""Checking by the command line: one claim alone, its evidence, what is kept, the pages of one edition."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from getallenband.originals.edition import edition


def test_one_claim_alone(call):
    code, out, err = call("check", "hitotumatu1968_rug", "three-fillings", "--json")
    assert (code, err) == (0, "")
    [verdict] = json.loads(out)
    assert (verdict["published"], verdict["observed"], verdict["verdict"]) == ("3", 3, "confirmed")
    assert verdict["reached"] == ["computed independently"]
    code, out, _ = call("check", "debruijn1972_pentomino", "63-plakjes", "eight-tries")
    assert code == 0
    assert out.endswith("\n2 statements: 2 confirmed; all as expected\n")


def test_the_evidence_of_a_claim(call):
    code, out, _ = call("check", "debruijn1972_pentomino", "el-x8-6-minutes", "24-solutions-cross-on-3", "--evidence")
    assert code == 0
    first, second = out.split("\n\n")
    assert first.startswith(
        "debruijn1972_pentomino 24-solutions-cross-on-3\n"
        "  kind          statement\n  verdict       reproduced-after-emendation\n"
    )
    assert "\n  run first24   finished, " in first
    assert "statements; getallenband run debruijn1972_pentomino/first24\n" in first
    assert "\n  run first24   probe solutions: 1: 24\n" in first
    assert "\n  power         holds for " in second
    assert second.endswith(
        "  again         getallenband check debruijn1972_pentomino el-x8-6-minutes --evidence --fresh\n"
    )


@pytest.mark.in_turn
def test_the_evidence_shows_statements_and_lines(call):
    _, out, _ = call("check", "debruijn1972_pentomino", "seven-puzzles", "ecol-from-algol", "--evidence")
    assert "\n  run full      statement 28: 7 times: 28 " in out
    assert "\n  run algol-full printed: " in out
    assert " more such lines\n" in out
    _, out, _ = call("check", "hitotumatu1968_rug", "corner-test-saves", "--evidence")
    assert out.count("\n  run guarded   statement 220: ") == 1  # the claim names it twice


def test_the_evidence_shows_the_quoted_line_and_the_rows_of_a_tape(call):
    _, out, _ = call("check", "debruijn1972_pentomino", "plakje-21", "--evidence")
    assert re.search(r"\n  witness       article\.transcription:\d+: .*plakje 21", out)
    assert "\n  input full/tape getallenband.transcription: 315 numbers in 11 lines\n" in out
    assert "\n  input full/tape row 21, line 4: 6 7 12 13 6\n" in out
    _, out, _ = call("check", "wada2002_jigsaw", "first-arrangement", "--evidence")
    assert "\n  witness       arrangement.transcription:1: " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["hitotumatu1968_rug", "total"],
            "there is neither an edition 'total' nor a claim of hitotumatu1968_rug; nearest: total-sol",
        ),
        (
            ["hitotumatu1968_rug", "debruijn1972_pentomino", "total-sol"],
            "claims can be named of one edition only: 'debruijn1972_pentomino' is another edition",
        ),
        (["hitotumatu", "total-sol"], "there is no edition 'hitotumatu'; nearest: hitotumatu1968_rug"),
    ],
)
def test_a_wrong_claim(call, arguments, message):
    code, out, err = call("check", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(message)


def test_another_observation_ends_with_1_and_says_both(call, monkeypatch):
    found = edition("hitotumatu1968_rug")
    claims = [
        replace(claim, pinned=["0 0"]) if claim.identifier == "figure-of-the-empty-rug" else claim
        for claim in found.claims
    ]
    monkeypatch.setattr("getallenband.reports.checking.check.edition", lambda _: replace(found, claims=tuple(claims)))
    code, out, _ = call("check", "hitotumatu1968_rug", "figure-of-the-empty-rug", "--json")
    assert code == 1
    [verdict] = json.loads(out)
    assert verdict["changes"] == [
        'observed before: ["0 0"], now: ["0 0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0 0"]'
    ]


def test_numbers_that_a_program_printed_are_expected_as_numbers(mine, call):
    """They were compared with texts, and differed; the list of what is left to do did not name the claim."""
    claims = mine / "claims.toml"
    contradicted = """with = { compare = "numbers" }
verdict = "contradicted"
slip = "author"
observed = [42, 2.50]
"""
    (mine / "main.transcription").write_text("begin outinteger(1, 42); outreal(1, 2.5) end\n")
    claims.write_text(
        claims.read_text()
        .replace('with = { spacing = "ignored" }\n', "")
        .replace('verdict = "reproduced"\n', contradicted)
    )
    assert call("seal", str(mine))[0] == 0
    assert call("check", str(mine))[0] == 0
    claims.write_text(claims.read_text().replace("42, 2.50", "42, 3"))
    code, out, _ = call("check", str(mine))
    why = "another observation than expected; if it is right, write into claims.toml"
    assert (code, f'1. claim answer: {why}: observed = ["42", "2.5"]\n' in out) == (1, True)
    assert 'observed before: [42, 3], now: ["42", "2.5"]' in " ".join(out.split())
    claims.write_text(claims.read_text().replace("[42, 3]", '["42", "2.5"]'))
    assert call("check", str(mine))[0] == 0


def test_what_is_kept_is_shown_and_cleared(call, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "getallenband" / "results"
    assert call("cache") == (0, f"{folder}: 0 results, 0.0 of at most 512 MB\n", "")
    call("check", "hitotumatu1968_rug", "total-sol")
    _, out, _ = call("cache")
    assert out.startswith(f"{folder}: 1 results, ")
    assert call("cache", "clear") == (0, f"{folder}: 1 removed\n", "")
    assert call("cache", "claer") == (2, "", "there is no action 'claer' of cache; expected: clear, or nothing\n")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert call("cache") == (0, "nothing is cached: the user's cache folder cannot be written\n", "")


@pytest.mark.in_turn
def test_the_pages_of_one_edition(call, tmp_path, monkeypatch):
    # the programs that the page runs take long to make, and have tests of their own
    monkeypatch.setattr("getallenband.reports.publishing.gather.player_data", lambda *_, **__: None)
    code, out, _ = call("report", "hitotumatu1968_rug", "--out", str(tmp_path))
    page, gallery = (tmp_path / f"hitotumatu1968_rug{kind}.html" for kind in ("", "-first-solution-all"))
    assert (code, out) == (0, f"report: {page} (and {page.with_suffix('.md')})\nreport: {gallery}\n")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*")) == [
        "data/hitotumatu1968_rug-as-the-author-ran-it.csv",
        "data/hitotumatu1968_rug-whole-search.csv",
        "data/hitotumatu1968_rug.json",
        "data/times.json",
        "hitotumatu1968_rug-as-the-author-ran-it.svg",
        "hitotumatu1968_rug-first-solution-all.html",
        "hitotumatu1968_rug-first-solution.svg",
        "hitotumatu1968_rug-listing-lines.svg",
        "hitotumatu1968_rug-propellers.svg",
        "hitotumatu1968_rug-whole-search.svg",
        "hitotumatu1968_rug.codecheck.yml",
        "hitotumatu1968_rug.html",
        "hitotumatu1968_rug.md",
        "hitotumatu1968_rug.tei.xml",
        "reading.html",
    ]
    assert call("report", "hitotumat", "--out", str(tmp_path))[0] == 2


def test_what_is_unknown_without_a_search_is_noted_and_no_more(mine, call):
    path = mine / "edition.toml"
    text = (
        path.read_text()
        + '[[witness]]\nsigil = "copy"\ntitle = "A print"\norigin = "a library"\nscan = "unknown: no stamp"\n'
    )
    path.write_text(text)
    code, out, err = call("check", str(mine))
    unknown = "scan of witness copy, reader of witness copy, pages of witness copy: unknown"
    assert (code, "all as expected" in out) == (0, True)
    assert f": {unknown}, but no [[search]] in edition.toml says where you looked" in err
    assert err.startswith("note: ")
    assert call("check", str(mine), "answer")[2] == ""
    search = '[[search]]\nwhere = "https://example.org/"\nwhen = "2026-11-28"\nwords = ["a"]\nresult = "Nothing."\n'
    path.write_text(text + search)
    assert call("check", str(mine))[::2] == (0, "")
    path.write_text(text.replace("year = 1968", 'year = "unknown"'))
    assert ": year, scan of witness copy" in call("check", str(mine))[2]


@pytest.mark.in_turn
def test_our_editions_have_no_such_note(call):
    assert "note:" not in call("check", "wada2002_jigsaw")[2]
