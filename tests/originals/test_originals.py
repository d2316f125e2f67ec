"""The loader of editions: what it reads, how it applies changes, and what it refuses, message by message."""

from hashlib import sha256

import pytest

from getallenband.originals.edition import edition, edition_at, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.files import Files
from getallenband.originals.prose import fill, number_words, typed_numbers
from getallenband.originals.quotations import located
from getallenband.originals.values import evaluate, read_published

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
            cause = "printing"
            certainty = "certain"
            need = "certain"
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
        "story.md": "It had {c.published}, run {run:plain.lines}.\n",
        "claims.toml": """
            [[claim]]
            id = "c"
            quotation = "so 1,000 or 2 of them"
            place = "p"
            about = "a"
            run = "all"
            observe = "count"
            with = { statement = "1" }
            published = "1,000"
            verdict = "reproduced"
            why = "{run:all.statements} and {this.published}"
            """,
    }
    for name, text in {**content, **(files or {}), **extra}.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return content


def test_reads_texts_runs_and_claims(tmp_path):
    write_edition(tmp_path)
    loaded = edition_at(tmp_path / "x")
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
    assert loaded.claims[0].value == 1000
    assert [row.identifier for row in loaded.apparatus] == ["one", "no-2"]


REFUSALS = {
    "unknown key": ("edition.toml", "2:13", 'title = "A title"', 'titel = "A title"', 'the key "title" is missing'),
    "checksum": (
        "edition.toml",
        "14:13",
        'sha256 = "',
        'sha256 = "0',
        "main.transcription is not the text that was transcribed",
    ),
    "extra key": ("edition.toml", "7:1", "year = 1972", "year = 1972\nyaer = 1", 'unknown key "yaer"; nearest: year'),
    "wrong type": ("edition.toml", "6:13", "year = 1972", 'year = "1972"', "\"year\" must be an integer, not '1972'"),
    "story without claim": ("story.md", "", "{c.", "{d.", r"story.md: \{d.published\}: there is no claim 'd'"),
    "story of another kind": (
        "story.md",
        "",
        "{c.",
        "{program:c.",
        r"story.md: \{program:c.published\}: there is no claim 'program:c'",
    ),
    "story is no claim": ("story.md", "", "{c.", "{this.", r"story.md: \{this.published\}: there is no claim 'this'"),
    "story without run": ("story.md", "", "plain", "plan", r"there is no run 'plan'; nearest: plain"),
    "brace in story": ("story.md", "", "{c.", "c.", r"story.md: '\}' alone"),
    "not TOML": (
        "edition.toml",
        "2:21",
        "[edition]",
        "[edition",
        "invalid TOML: Expected ']' at the end of a table declaration",
    ),
    "other name": ("edition.toml", "3:13", 'name = "x"', 'name = "y"', "\"name\" is 'y', but the folder is 'x'"),
    "no match": (
        "emendations.toml",
        "6:13",
        "line = 2",
        "line = 1",
        "one: 'NR' is not found at line 1 of main, which reads 'START'; it occurs at line 2, 3",
    ),
    "beyond": ("emendations.toml", "5:13", "line = 2", "line = 9", "one: line 9 does not exist: the text has 4 lines"),
    "cause": ("emendations.toml", "8:13", "printing", "printng", "must be one of author, .*; nearest: printing"),
    "certainty of what is undecided": (
        "emendations.toml",
        "9:13",
        "printing",
        "undecided",
        'one: unknown key "certainty"',
    ),
    "need": ("emendations.toml", "10:13", 'need = "certain"', 'need = "certan"', "nearest: certain"),
    "assumed claim": (
        "emendations.toml",
        "11:12",
        'need = "certain"',
        'need = "certain"\nassumes = ["d"]',
        "one: there is no claim 'd'; known: c",
    ),
    "no change": ("emendations.toml", "6:13", 'new = "NP"', 'new = "NR"', '"old" must not be empty and must differ'),
    "no text": ("emendations.toml", "4:13", '"main"', '"mian"', "one: there is no text 'mian'; nearest: main"),
    "experiment": (
        "runs.toml",
        "6:28",
        '["shorter"]',
        '["shortr"]',
        "\\[runs.all\\]: there is no experiment 'shortr'; nearest: sho",
    ),
    "experiment match": (
        "experiments/shorter.toml",
        "6:13",
        "line = 3",
        "line = 2",
        "no-2: '2 NR.n' is not found at line 2 of main",
    ),
    "anchor": (
        "runs.toml",
        "7:42",
        'after = "START"',
        'after = "R"',
        "\\[runs.all\\] insert driver: the anchor 'R' occurs 2 times",
    ),
    "two anchors": (
        "runs.toml",
        "7:23",
        'after = "START"',
        'after = "S", before = "1"',
        'expected either "after" or "before"',
    ),
    "text": (
        "runs.toml",
        "3:13",
        'text = "main"\n            about = "everything"',
        'text = "m"\nabout = "e"',
        "no program text 'm'",
    ),
    "input": ("runs.toml", "5:24", 'tape = "driver"', 'tape = "nothing"', "neither a text nor a file 'nothing'"),
    "outside": ("runs.toml", "5:24", 'tape = "driver"', 'tape = "../y"', "'../y' leads out of the folder"),
    "insertion": (
        "runs.toml",
        "7:25",
        '"driver", after',
        '"drover", after',
        "insert drover: .*/drover: cannot be read: No such",
    ),
    "selection": (
        "runs.toml",
        "14:13",
        '"none"',
        '"some"',
        '"emendations" must be "all", "none" or a list of ids, not "some"',
    ),
    "emendation": (
        "runs.toml",
        "14:28",
        '"none"',
        '["on"]',
        "\\[runs.plain\\]: there is no emendation 'on'; nearest: one",
    ),
    "budget": (
        "runs.toml",
        "8:24",
        "statements = 10",
        "statements = 0",
        '\\[runs.all.budget\\]: "statements" must be at least 1',
    ),
    "claim run": ("claims.toml", "7:13", '"all"', '"al"', "claim c: there is no run 'al'; nearest: all"),
    "verdict": ("claims.toml", "11:13", '"reproduced"', '"proved"', '"verdict" must be one of reproduced'),
}
PUBLISHED = 'published = "1,000"'
VERDICT = "verdict ="
CLAIM_REFUSALS = {
    "published": (
        "2:13",
        PUBLISHED,
        "",
        'the key "published" is missing; or "derived", if the document prints no figure',
    ),
    "not quoted": (
        "10:13",
        '"1,000"',
        '"1000"',
        "\"published\" '1000' is not in the quotation 'so 1,000 or 2 of them'",
    ),
    "two numbers": ("10:13", '"1,000"', '"1,000 or 2"', "\"published\" '1,000 or 2' has 2 numbers; expected one"),
    "no time": (
        "10:13",
        '"1,000"',
        '"2 of"\nread = "seconds"',
        "\"published\" '2 of' is not a time: 'of' is no number, and no unit",
    ),
    "no unit": (
        "10:13",
        '"1,000"',
        '"2"\nread = "seconds"',
        "\"published\" '2' is not a time: a number without a unit",
    ),
    "reading": ("11:1", '"1,000"', '"2"\nread = "numbr"', '"read" must be one of number, .*; nearest: number'),
    "no text": ("10:27", '"1,000"', '{ text = "mian" }', "\"published\": there is no text 'mian'; nearest: main"),
    "circle": ("10:25", PUBLISHED, 'derived = { value = "{c}", how = "h" }', '"derived" is circular: c → c'),
    "arithmetic": (
        "11:25",
        VERDICT,
        'derived = { value = "{this.published} ?", how = "h" }\nverdict =',
        "'{this.published} \\?' is not an arithmetic expression",
    ),
    "call": (
        "11:25",
        VERDICT,
        'derived = { value = "f({this.published})", how = "h" }\nverdict =',
        r"'f\({this.published}\)' is not arithmetic; expected",
    ),
    "no claim": ("10:25", PUBLISHED, 'derived = { value = "{d}", how = "h" }', "\"derived\": there is no claim 'd'"),
    "relation": (
        "11:13",
        VERDICT,
        'relation = "at-mst"\nverdict =',
        '"relation" must be one of equal, .*; nearest: at-most',
    ),
    "kind": (
        "11:13",
        VERDICT,
        'kind = "findng"\nverdict =',
        '"kind" must be one of statement, text, finding, not "findng"; nearest: finding',
    ),
    "unpinned": ("2:13", VERDICT, 'relation = "at-most"\nverdict =', '"observed" is missing: expected if and only if'),
    "pinned": ("11:13", VERDICT, "observed = 3\nverdict =", '"observed" is superfluous: expected if and only if'),
    "slip": (
        "11:13",
        VERDICT,
        'slip = "author"\nverdict =',
        '"slip" goes with "verdict" contradicted, and only with it',
    ),
    "tolerance": (
        "11:13",
        VERDICT,
        "tolerance = 1\nverdict =",
        '"tolerance" goes with "relation" near, and only with it',
    ),
    "prose claim": ("12:13", "{this.published}", "{d.value}", "\"why\": {d.value}: there is no claim 'd'"),
    "prose run": ("12:13", "{run:all.", "{run:al.", "\"why\": {run:al.statements}: there is no run 'al'; nearest: all"),
    "prose brace": ("12:13", "{this.published}", "{this", "\"why\": '{' alone; expected a name in braces"),
    "prose of what is derived": (
        "11:36",
        VERDICT,
        'derived = { value = 1, how = "{d.value}" }\nverdict =',
        "\"how\": {d.value}: there is no claim 'd'; known: c, this",
    ),
    "none": ("8:13", '"count"', '"none"', '"observe" is none if and only if "verdict" is not-checkable'),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refuses(tmp_path, case):
    file, place, old, new, message = REFUSALS[case]
    content = write_edition(tmp_path)
    assert old in content[file]
    (tmp_path / "x" / file).write_text(content[file].replace(old, new))
    with pytest.raises(EditionError, match=rf"/x/{file}:{place}: .*{message}" if place else message):
        edition_at(tmp_path / "x")


def test_an_empty_file_is_itself_what_is_wrong(tmp_path):
    """The message was about another file, whose texts the empty one did not name."""
    write_edition(tmp_path)
    (tmp_path / "x" / "edition.toml").write_text("")
    with pytest.raises(EditionError, match=r"/x/edition.toml:1:1: \[edition\]: the key \"name\" is missing"):
        edition_at(tmp_path / "x")


@pytest.mark.parametrize("case", CLAIM_REFUSALS)
def test_refuses_a_claim(tmp_path, case):
    place, old, new, message = CLAIM_REFUSALS[case]
    content = write_edition(tmp_path)["claims.toml"]
    assert old in content
    (tmp_path / "x" / "claims.toml").write_text(content.replace(old, new))
    with pytest.raises(EditionError, match=rf"/x/claims.toml:{place}: claim c: {message}"):
        edition_at(tmp_path / "x")


@pytest.mark.parametrize(
    ("quotation", "places"),
    [
        ("op 9", {0: 1, 1: 2, 3: 4}),
        ("op … is", {0: 1, 1: 2, 5: 9, 6: 11}),
        ("93", {0: 4, 1: 7}),
        ("is … op", None),
        ("op 8", None),
    ],
)
def test_a_quotation_is_found_with_other_blanks_and_words_left_out(quotation, places):
    assert located(quotation, " op 9\n 3 i\ts") == places


def test_every_quotation_is_in_the_article_if_there_is_one(tmp_path):
    article = "There are so 1,000\nor 2 of them.\n"
    checksum = sha256(article.encode()).hexdigest()
    content = write_edition(tmp_path, {"article.transcription": article})
    entry = f"""
[texts.article]
role = "article"
file = "article.transcription"
sha256 = "{checksum}"
witness = "a print"
"""
    (tmp_path / "x" / "edition.toml").write_text(content["edition.toml"] + entry)
    assert edition_at(tmp_path / "x").claims[0].value == 1000
    claims = content["claims.toml"].replace("or 2 of", "or 3 of")
    (tmp_path / "x" / "claims.toml").write_text(claims)
    message = "claim c: the quotation 'so 1,000 or 3 of them' is in none of main.transcription, article.transcription"
    with pytest.raises(EditionError, match=f"/x/claims.toml:4:13: {message}"):
        edition_at(tmp_path / "x")


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ('"read"', '"raed"', "7:9", '"certainty" must be one of read, .* not "raed"'),
        ("0.5", '"fast"', "4:9", "\"microseconds\" must be a number, not 'fast'"),
        ("0.5", "0", "4:9", '"microseconds" must be more than 0 and at most 1e\\+12, not 0'),
        ("what =", "waht =", "2:9", 'the key "what" is missing'),
    ],
)
def test_the_times_of_a_machine(tmp_path, old, new, place, message):
    times = """
        [test]
        machine = "a machine"
        microseconds = 0.5
        what = "a test"
        source = "its manual"
        certainty = "read"
        """
    write_edition(tmp_path, {"machines.toml": times})
    assert edition_at(tmp_path / "x").machines["test"].microseconds == 0.5
    (tmp_path / "x" / "machines.toml").write_text(times.replace(old, new))
    with pytest.raises(EditionError, match=rf"/x/machines.toml:{place}: \[test\]: {message}"):
        edition_at(tmp_path / "x")


def test_a_mark_of_the_encoding_is_no_part_of_a_text(tmp_path):
    write_edition(tmp_path, {"text": b"\xef\xbb\xbf5\n", "edition.toml": b"\xef\xbb\xbftitel = 1\n"})
    folder = tmp_path / "x"
    assert Files(folder).read("text") == "5\n"
    with pytest.raises(EditionError, match=r"x/edition.toml:1:1: "):
        edition_at(folder)


def test_refuses_a_text_that_is_not_utf8(tmp_path):
    write_edition(tmp_path, {"main.transcription": b"START \xff"})
    with pytest.raises(EditionError, match=r"main.transcription:1: is not UTF-8: byte 0xff at offset 6; save"):
        edition_at(tmp_path / "x")


def test_names_the_nearest_edition():
    with pytest.raises(EditionError, match=r"there is no edition 'debruin1972'; nearest: debruijn1972_pentomino"):
        edition("debruin1972")


@pytest.mark.parametrize("name", editions())
def test_every_edition_loads_and_each_change_is_applied_somewhere(name):
    loaded = edition(name)
    applied = {identifier for run in loaded.runs.values() for identifier in run.emendations}
    of_programs = [change for change in loaded.emendations if loaded.texts[change.text].role != "table"]
    assert applied == {emendation.identifier for emendation in of_programs}
    assert {experiment for run in loaded.runs.values() for experiment in run.experiments} == set(loaded.experiments)


@pytest.mark.parametrize(
    ("printed", "reading", "value"),
    [
        ("12,290", "number", 12290),
        ("om 3.5 s", "number", 3.5),
        ("2,3,9,10", "numbers", [2, 3, 9, 10]),
        ("6 minuten", "seconds", 360),
        ("half uurtje", "seconds", 1800),
        ("5時間40分", "seconds", 20400),
        ("3.5秒", "seconds", 3.5),
        ("honderd miljoen jaar", "seconds", 31_557_600 * 10**8),
        ("12", "text", "12"),
    ],
)
def test_what_is_printed_becomes_a_value(printed, reading, value):
    assert read_published(printed, reading) == value


def test_arithmetic_of_published_figures():
    values = {"a": 4, "b": [10, 4], "c": 2.5}
    assert evaluate("{a} * {b}[0] - (1 + 1)", values.__getitem__) == 38
    assert evaluate("{b}[0] / {a}", values.__getitem__) == evaluate("{c}", values.__getitem__)
    assert isinstance(evaluate("{b}[1] / {a}", values.__getitem__), int)
    assert evaluate("range({a}, 10, 3)", values.__getitem__) == [4, 7, 10]
    assert evaluate("range(1, 2) + sorted({b})", values.__getitem__) == [1, 2, 4, 10]
    assert evaluate("differences({b})", values.__getitem__) == [-6]
    for wrong in ("range({c}, 3)", "range(1)", "sorted({b}, {b})", "range(1, 9, 0)"):
        with pytest.raises(ValueError, match="cannot be applied to"):
            evaluate(wrong, values.__getitem__)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Line 60, lines 65, 68 and 71 to 74, section 4, piece 12.", []),
        ("It prints 24 of them, in 1969, not 1,357.", ["24", "1,357"]),
        ('The "12" of the page, ‘gBrg’ and `x > 6` on the EL-X8 or CDC 6600.', []),
        ("{this.published} and {run:full.count.86} are 2 figures, 41 % more", ["2", "41"]),
        ("of row 3 only 5 % are left", ["5"]),
    ],
)
def test_typed_numbers_are_found(text, found):
    assert typed_numbers(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It would take a seventh of this time, with the other seven times as long.", ["a seventh", "seven times as"]),
        ("Half a dozen, two\nper cent, or half a percent.", ["Half a dozen", "two per cent", "half a percent"]),
        ("from twenty-seven to sixty-six times as fast, or fivefold", ["sixty-six times as", "fivefold"]),
        ("one in twenty-eight, and nine out of ten", ["one in twenty-eight", "nine out of ten"]),
        ("between two minutes and most of an hour", ["two minutes", "most of an hour"]),
        ("“18 uur”, eighteen hours, “3.5秒” (three and a half seconds)", []),
        ("“多少効率がよいかも知れぬ”, but the gain is two per cent.", ["two per cent"]),
        ("The second half, a third piece, half a turn, two programs, a second time, one in three places.", []),
        ("{this.share} per cent, {run:full.statements} times as many, the “two thirds”", []),
    ],
)
def test_quantities_in_words_are_found(text, found):
    assert number_words(text) == found


def test_names_in_braces_are_filled():
    assert fill("{{a}} is {b.c}", {"b.c": "3"}.__getitem__) == "{a} is 3"
