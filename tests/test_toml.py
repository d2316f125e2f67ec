"""Places in TOML: beside a writer that knows where it puts what."""

from __future__ import annotations

import errno
import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as some

from getallenband.durable import toml
from tests import ROOT

NAMES = some.sampled_from(["", "a", "b-1", "7", "_", "two words", "x.y", "[z]", 'q"', "#"])
TEXTS = some.sampled_from(["", "plain", "# no comment", "[a]", "{b = 2}", 'one " two', "three\nlines\n[b]", "'", ","])
SCALARS = some.one_of(some.booleans(), some.integers(-(10**9), 10**9), some.floats(-1e9, 1e9), TEXTS)


def tables(values):
    return some.dictionaries(NAMES, values, max_size=3)


VALUES = some.recursive(SCALARS, lambda inner: some.lists(inner, max_size=3) | tables(inner), max_leaves=8)
ARRAYS = some.lists(tables(VALUES), min_size=1, max_size=3)
ROOTS = some.dictionaries(NAMES, VALUES | tables(VALUES) | ARRAYS, max_size=4)


class Writer:
    """Writes a document in ways that are chosen, and keeps where each value begins."""

    def __init__(self, choose) -> None:
        self.choose = choose
        self.text = ""
        self.places = {}

    def put(self, text):
        self.text += text

    def blank(self, *also):
        self.put(self.choose(["", "", " ", "\t", *also]))

    def note(self, path):
        before = self.text
        self.places[path] = (before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)

    def name(self, name):
        bare = name.replace("-", "").replace("_", "").isalnum() or name == "_"
        quoted = [json.dumps(name)] + ([f"'{name}'"] if "'" not in name else [])
        self.put(self.choose(quoted + ([name] if bare else [])))

    def pair(self, path, value):
        self.note(path)
        self.name(path[-1])
        while isinstance(value, dict) and len(value) == 1 and self.choose([True, False]):
            self.put(self.choose([".", " . "]))
            path, value = (*path, next(iter(value))), next(iter(value.values()))
            self.note(path)
            self.name(path[-1])
        self.blank()
        self.put("=")
        self.blank()
        self.value(path, value)

    def value(self, path, value):
        if isinstance(value, list):
            self.put("[")
            for number, item in enumerate(value):
                self.blank("\n", " # a comment, [with] = signs\n")
                self.note((*path, number))
                self.value((*path, number), item)
                self.blank()
                self.put("," if number < len(value) - 1 else self.choose(["", ",", ", # last\n"]))
            self.put("]")
        elif isinstance(value, dict):
            self.put("{")
            for number, (name, item) in enumerate(value.items()):
                self.put(", " if number else " ")
                self.pair((*path, name), item)
            self.put(" }")
        elif isinstance(value, str):
            self.string(value)
        else:
            self.put(json.dumps(value))

    def string(self, value):
        ways = [json.dumps(value)]
        if '"' not in value:
            ways.append(f'"""{value}"""')
        if "'" not in value:
            ways += [f"'''{value}'''"] + ([f"'{value}'"] if "\n" not in value else [])
        self.put(self.choose(ways))

    def document(self, content):
        for name, value in content.items():
            if not headed(value):
                self.pair((name,), value)
                self.put(self.choose(["\n", " # [x] = 1\n", "\n\n"]))
        for name, value in content.items():
            if headed(value):
                self.note((name,))
                for path, table in [((name,), value)] if isinstance(value, dict) else headers(name, value):
                    self.note(path)
                    brackets = "[]" if isinstance(value, dict) else ("[[", "]]")
                    self.put(brackets[0])
                    self.blank()
                    self.name(name)
                    self.put(brackets[1] + "\n")
                    for key, item in table.items():
                        self.blank()
                        self.pair((*path, key), item)
                        self.put("\n")


def headers(name, value):
    return [((name, number), table) for number, table in enumerate(value)]


def headed(value):
    return bool(value) and (
        isinstance(value, dict) or (isinstance(value, list) and all(isinstance(each, dict) for each in value))
    )


@given(ROOTS, some.data())
def test_places_are_those_that_the_writer_knows(content, data):
    writer = Writer(lambda ways: data.draw(some.sampled_from(ways)))
    writer.document(content)
    assert toml.parse(writer.text) == content
    assert {path: toml.place(writer.text, path) for path in writer.places} == writer.places


def test_a_byte_order_mark_is_ignored():
    assert toml.parse("\ufeffa = 1") == {"a": 1}
    with pytest.raises(tomllib.TOMLDecodeError, match="line 1, column 5"):
        toml.parse("\ufeffa = x")


@pytest.mark.parametrize(
    ("text", "line"), [("b = [\n", 1), ("b = [", 1), ("a = 1\n\nb = [\n", 3), ("a = 1\n\nb = [", 3), ("\n\nb = '\n", 3)]
)
def test_an_error_at_the_end_is_on_the_last_line(text, line):
    with pytest.raises(tomllib.TOMLDecodeError) as refused:
        toml.parse(text)
    assert toml.fault(refused.value, text)[1] == line


def test_many_places_go_through_a_text_once(monkeypatch):
    """A check of 1,000 claims with errors took minutes."""
    read, offsets = [], toml.Offsets
    monkeypatch.setattr(toml, "Offsets", lambda text: read.append(text) or offsets(text))
    text = "".join(f"[[claim]]\nid = {number}\n" for number in range(50))
    assert [toml.place(text, ("claim", number, "id")) for number in range(50)] == [(2 * n + 2, 1) for n in range(50)]
    assert read == [text]


def test_what_is_not_there_is_where_it_would_be():
    text = '# a puzzle\nx = 1\n\n[[run]]\nname = "a"\n\n[run.budget]\n[[run]]\n[a.b]\n[a]\n'
    expected = {
        ("y",): (1, 1), ("run", 0, "z"): (4, 1), ("run", 1, "budget"): (8, 1), ("a", "c"): (10, 1), ("a",): (10, 1),
        ("run", 0, "budget", "memory"): (7, 1),
    }  # fmt: skip
    assert {path: toml.place(text, path) for path in expected} == expected


def test_every_file_of_ours_says_where_its_keys_are():
    files = [path for path in ROOT.glob("*/**/*.toml") if ".venv" not in path.parts]
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert [path for path, text in zip(files, texts, strict=True) if missing(text)] == []
    assert len(files) > 50


def missing(text):
    """Return the keys of a file's tables for which no place is found."""
    found = toml.Offsets(text).found
    waiting, without = [((), toml.parse(text))], []
    while waiting:
        path, value = waiting.pop()
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += [((*path, key), item) for key, item in inner]
        without += [] if path in found or not path else [path]
    return without


# --- what long texts say is cached -------------------------------------------------------------------------------

LONG = 'text = "é"\nnumbers = [1, -2, 0.5, 1e3]\ntrue = true\n[[a.b]]\n[[a.b]]\nc = "' + "x" * toml.LONG + '"\n'


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """Give the test a cache of its own; return a function that reads a text without a parser."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def read(text):
        with monkeypatch.context() as without:
            without.setattr(toml, "parsed", None)
            return toml.parse(text)

    return read


def test_what_a_long_text_says_is_cached_as_it_is(cached):
    first = toml.parse(LONG)
    assert (again := cached(LONG)) == first == tomllib.loads(LONG)
    assert [type(each) for each in again["numbers"]] == [int, int, float, float]
    assert again["true"] is True
    with pytest.raises(TypeError):
        cached(LONG + "# another\n")


def test_a_damaged_table_is_read_again(cached, tmp_path):
    first = toml.parse(LONG)
    [path] = (tmp_path / "getallenband" / toml.FOLDER).iterdir()
    path.write_bytes(path.read_bytes().replace(b"0.5", b"0.6"))
    assert toml.parse(LONG) == first == cached(LONG)


@pytest.mark.usefixtures("cached")
def test_short_and_wrong_texts_are_not_cached(tmp_path):
    toml.parse("a = 1")
    with pytest.raises(tomllib.TOMLDecodeError):
        toml.parse(LONG + "d = inf\n")
    assert list((tmp_path / "getallenband" / toml.FOLDER).iterdir()) == []


def test_a_full_cache_is_said_once(tmp_path, monkeypatch, capsys):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("os.replace", full)
    for text in (LONG, LONG + "# another\n"):
        assert toml.parse(text) == tomllib.loads(LONG)
    folder = tmp_path / "getallenband" / toml.FOLDER
    assert capsys.readouterr().err == f"{folder}: No space left on device: tables are not cached\n"


def test_another_reader_reads_again(cached, monkeypatch):
    toml.parse(LONG)
    monkeypatch.setattr(toml, "reader", lambda: b"another version")
    with pytest.raises(TypeError):
        cached(LONG)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a = 1\n a = 2\n", ("'a' is defined twice, first in line 1", 2, 2)),
        ('[p]\nA = """\n[B]\n"""\nB = 1\nA = """\n#\n"""\n', ("'p.A' is defined twice, first in line 2", 6, 1)),
        ("p = { A = 1, B = 2, A = 3, C = 4 }", ("'p.A' is defined twice, first in line 1", 1, 21)),
        ("[a]\nb = 1\n[c]\n[a]\n", ("'a' is defined twice, first in line 1", 4, 1)),
        ("a.b = 1\n[a]\n", ("'a' is defined twice, first in line 1", 2, 1)),
        ("a.b = 1\na.b = 2", ("'a.b' is defined twice, first in line 1", 2, 3)),
        ("[a]\nb = 1\n[a.b]\n", ("'a.b' is defined twice, first in line 2", 3, 1)),
        ("a = [1]\n[[a]]\n", ("'a' is defined twice, first in line 1", 2, 1)),
        ("[[r]]\nx = 1\n[[r]]\nx = 1\nx = 2\n", ("'r.x' is defined twice, first in line 4", 5, 1)),
        ("x = {a = 1}\nx.b = 2", ("'x.b' is defined twice, first in line 1", 2, 3)),
    ],
)
def test_a_name_that_is_there_twice_is_named_with_both_its_lines(text, fault):
    with pytest.raises(tomllib.TOMLDecodeError) as refused:
        toml.parse(text)
    assert toml.fault(refused.value, text) == fault


@given(ROOTS.filter(bool), some.data())
def test_a_name_that_is_there_twice_has_the_place_of_the_second(content, data):
    writer = Writer(lambda ways: data.draw(some.sampled_from(ways)))
    name = data.draw(some.sampled_from(sorted(content)))
    writer.put(f"{json.dumps(name)} = 1\n")
    writer.document(content)
    with pytest.raises(tomllib.TOMLDecodeError) as refused:
        toml.parse(writer.text)
    message, line, _ = toml.fault(refused.value, writer.text)
    first = min(at for path, at in writer.places.items() if path[0] == name)
    assert message.endswith(" is defined twice, first in line 1"), message
    assert line >= first[0]
