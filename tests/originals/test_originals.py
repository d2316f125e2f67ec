"""The loader of editions: what it reads, how it applies changes, and what it refuses, message by message."""

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from originals import EditionError, apparatus, edition, editions
from originals.changes import Change, Insertion, changed, inserted

PROGRAM = "START\n1 NR\n2 NR\n3 KLAAR\n"


def write_edition(home, files=None, **extra):
    """Write a small edition `x` under home; `files` replace or add files by name."""
    folder = home / "x"
    (folder / "experiments").mkdir(parents=True)
    checksum = sha256(PROGRAM.encode()).hexdigest()
    content = {
        "edition.toml": f"""
            [edition]
            name = "x"
            title = "A title"
            author = "An author"
            year = 1972
            source = "A source"
            machine = "A machine"
            rights = "None"
            [texts.main]
            role = "program"
            language = "ecol"
            file = "main.transcription"
            sha256 = "{checksum}"
            witness = "a print"
            """,
        "main.transcription": PROGRAM,
        "emendations.toml": """
            [[emendation]]
            id = "one"
            text = "main"
            line = 2
            old = "NR"
            new = "NP"
            kind = "misprint"
            certainty = "certain"
            reason = "because"
            """,
        "experiments/shorter.toml": """
            [[change]]
            id = "no-2"
            text = "main"
            line = 3
            old = "2 NR\\n"
            new = ""
            reason = "to save time"
            """,
        "driver": "TEKST",
        "runs.toml": """
            [runs.all]
            text = "main"
            about = "everything"
            inputs = { tape = "driver" }
            experiments = ["shorter"]
            insert = [{ file = "driver", after = "START" }]
            budget = { statements = 10 }
            probes = { p = { statement = "1", variable = "k" } }
            stop = { statement = "3", execution = 1 }
            [runs.plain]
            text = "main"
            about = "as printed"
            emendations = "none"
            """,
        "claims.toml": """
            [[claim]]
            id = "c"
            quotation = "q"
            place = "p"
            about = "a"
            run = "all"
            observe = "count"
            with = { statement = "1" }
            expected = 1
            verdict = "reproduced"
            why = "w"
            """,
    }
    for name, text in {**content, **(files or {}), **extra}.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return content


def test_reads_texts_runs_and_claims(tmp_path):
    write_edition(tmp_path)
    loaded = edition("x", tmp_path)
    assert editions(tmp_path) == ("x",)
    run = loaded.run("all")
    assert run.reading == "START\nTEKST\n1 NP\n3 KLAAR\n"
    assert run.tapes == {"tape": "TEKST"}
    assert run.emendations == ("one",)
    assert run.budget.statements == 10
    assert run.stop.statement == "3"
    assert run.probes["p"].variable == "k"
    assert set(run.sources) == {"main.transcription", "driver", "experiments/shorter.toml", "emendations.toml"}
    assert loaded.run("plain").reading == PROGRAM
    assert loaded.claims[0].parameters == {"statement": "1"}
    assert [row.identifier for row in apparatus(loaded)] == ["one", "no-2"]


REFUSALS = {
    "unknown key": ("edition.toml", 'title = "A title"', 'titel = "A title"', 'the key "title" is missing'),
    "checksum": (
        "edition.toml",
        'sha256 = "',
        'sha256 = "0',
        "main.transcription is not the text that was transcribed",
    ),
    "extra key": ("edition.toml", "year = 1972", "year = 1972\nyaer = 1", 'unknown key "yaer" \\(nearest: year\\)'),
    "wrong type": ("edition.toml", "year = 1972", 'year = "1972"', "\"year\" must be a whole number, not '1972'"),
    "not TOML": ("edition.toml", "[edition]", "[edition", "edition.toml: is not TOML"),
    "other name": ("edition.toml", 'name = "x"', 'name = "y"', "\"name\" is 'y', but the folder is 'x'"),
    "no match": (
        "emendations.toml",
        "line = 2",
        "line = 1",
        "one: 'NR' is not found at line 1 of main, which reads 'START'; it stands at line 2, 3",
    ),
    "beyond": ("emendations.toml", "line = 2", "line = 9", "one: line 9 does not exist: the text has 4 lines"),
    "kind": ("emendations.toml", "misprint", "misprnt", "must be one of scan, .* \\(nearest: misprint\\)"),
    "no change": ("emendations.toml", 'new = "NP"', 'new = "NR"', '"old" must not be empty and must differ'),
    "no text": ("emendations.toml", '"main"', '"mian"', "one: there is no text 'mian' \\(nearest: main\\)"),
    "experiment": (
        "runs.toml",
        '["shorter"]',
        '["shortr"]',
        "\\[runs.all\\]: there is no experiment 'shortr' \\(nearest: sho",
    ),
    "experiment match": (
        "experiments/shorter.toml",
        "line = 3",
        "line = 2",
        "no-2: '2 NR.n' is not found at line 2 of main",
    ),
    "anchor": (
        "runs.toml",
        'after = "START"',
        'after = "R"',
        "\\[runs.all\\]: the anchor 'R' for driver occurs 2 times",
    ),
    "two anchors": ("runs.toml", 'after = "START"', 'after = "S", before = "1"', 'expected either "after" or "before"'),
    "text": (
        "runs.toml",
        'text = "main"\n            about = "everything"',
        'text = "m"\nabout = "e"',
        "no program text 'm'",
    ),
    "input": ("runs.toml", 'tape = "driver"', 'tape = "nothing"', "neither a text nor a file 'nothing'"),
    "outside": ("runs.toml", 'tape = "driver"', 'tape = "../y"', "'../y' leads out of the folder"),
    "selection": ("runs.toml", '"none"', '"some"', '"emendations" must be "all", "none" or a list of ids, not "some"'),
    "emendation": ("runs.toml", '"none"', '["on"]', "\\[runs.plain\\]: there is no emendation 'on' \\(nearest: one\\)"),
    "budget": (
        "runs.toml",
        "statements = 10",
        "statements = 0",
        '\\[runs.all.budget\\]: "statements" must be at least 1',
    ),
    "claim run": ("claims.toml", '"all"', '"al"', "claim c: there is no run 'al' \\(nearest: all\\)"),
    "verdict": ("claims.toml", '"reproduced"', '"proved"', '"verdict" must be one of reproduced'),
    "expected": ("claims.toml", "expected = 1", "", 'claim c: the key "expected" is missing'),
    "none": ("claims.toml", '"count"', '"none"', '"observe" is "none" exactly where'),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refuses(tmp_path, case):
    file, old, new, message = REFUSALS[case]
    content = write_edition(tmp_path)
    assert old in content[file]
    (tmp_path / "x" / file).write_text(content[file].replace(old, new))
    with pytest.raises(EditionError, match=message):
        edition("x", tmp_path)


def test_refuses_a_text_that_is_not_utf8(tmp_path):
    write_edition(tmp_path, {"main.transcription": b"START \xff"})
    with pytest.raises(EditionError, match=r"main.transcription: is not UTF-8: byte 0xff at offset 6"):
        edition("x", tmp_path)


def test_names_the_nearest_edition_and_run(tmp_path):
    write_edition(tmp_path)
    (tmp_path / "x").rename(tmp_path / "debruijn")
    with pytest.raises(EditionError, match=r"there is no edition 'debruin' \(nearest: debruijn\)"):
        edition("debruin", tmp_path)


def change(line, old, new, identifier="c"):
    return Change(identifier, "t", line, old, new, "scan", "r", "certain", "f")


def test_changes_apply_at_once_to_the_lines_of_the_text_given():
    assert changed("a\nb\nc\n", [change(3, "c", "z"), change(1, "a\nb", "x")]) == "x\nz\n"


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 4), st.text("ab\n", max_size=5)), min_size=1, max_size=8), st.data())
def test_changes_that_are_undone_give_the_text_again(pieces, data):
    """Every second piece, made unique by a number, is replaced; the change of the change is the text."""
    words = [f"<{number}>" for number, _ in enumerate(pieces)]
    new = [data.draw(st.text("cd\n", min_size=1, max_size=3)) + word for word in words]
    fillings = ["x" * width + filling for width, filling in pieces]
    before, after = ("".join(a + b for a, b in zip(chosen, fillings, strict=True)) for chosen in (words, new))

    def changes(text, old, other):
        lines = [text.count("\n", 0, text.index(word)) + 1 for word in old]
        return [change(line, a, b, a) for line, a, b in zip(lines, old, other, strict=True)]

    assert changed(before, changes(before, words, new)) == after
    assert changed(after, changes(after, new, words)) == before


def test_changes_must_not_overlap_and_must_match_once():
    with pytest.raises(EditionError, match="f: second: overlaps first"):
        changed("abc", [change(1, "ab", "x", "first"), change(1, "bc", "y", "second")])
    with pytest.raises(EditionError, match="c: 'a' is found 2 times at line 1 of t, which reads 'aa'"):
        changed("aa", [change(1, "a", "x")])


def test_insertions_stand_on_lines_of_their_own():
    assert inserted("a b\nc\n", [Insertion("f", "a", True, "X\n")], "w") == "a\nX\n b\nc\n"
    assert inserted("a\nc\n", [Insertion("f", "c", False, "X\n")], "w") == "a\nX\nc\n"
    assert inserted("a\nc\n", [Insertion("f", "a", True, "X")], "w") == "a\nX\nc\n"


@pytest.mark.parametrize("name", editions())
def test_every_edition_loads_and_each_change_is_applied_somewhere(name):
    loaded = edition(name)
    applied = {identifier for run in loaded.runs.values() for identifier in run.emendations}
    assert applied == {emendation.identifier for emendation in loaded.emendations}
    assert {experiment for run in loaded.runs.values() for experiment in run.experiments} == set(loaded.experiments)
