"""The base of syntax trees, the builder, the nesting guard, the collector of diagnostics and the dispatcher."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

from getallenband.interpreters.lowering.dispatch import dispatcher
from getallenband.interpreters.source.diagnostics import Diagnostic, Diagnostics, SourceError, render
from getallenband.interpreters.source.lark_parser import Grammar, Token, Tree
from getallenband.interpreters.source.nesting import with_deep_stack
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import Building, Node, TreeBuilder, printed, unhandled, walk


class Name(Node):
    text: str


class CallOf(Node):
    name: str
    arguments: tuple[Node, ...] = ()


class Negated(Node):
    operand: Node


def builder() -> TreeBuilder:
    module = ModuleType("syntax")
    vars(module).update(Name=Name, CallOf=CallOf, Negated=Negated)
    build = TreeBuilder(module)

    @build.rule
    def name(b: Building, word: Token) -> Name:
        return Name(word.lower(), place=b.at(word))

    return build


TEXT = SourceText("x", "F(A, B)")


def word(start: int) -> Token:
    return Token("WORD", TEXT.text[start], start, end_pos=start + 1)


def test_a_class_of_nodes_is_a_frozen_dataclass_with_slots():
    node = CallOf("f")
    assert node == CallOf("f", ()) != CallOf("g")
    assert not hasattr(node, "__dict__")
    with pytest.raises(AttributeError):
        node.name = "g"


def test_a_rule_becomes_the_class_of_its_name_and_a_last_tuple_takes_the_rest() -> None:
    tree = Tree("call_of", [word(0), Tree("name", [word(2)]), Tree("name", [word(5)])])
    assert builder()(TEXT, tree) == CallOf("F", (Name("a"), Name("b")))
    assert builder()(TEXT, Tree("call_of", [word(0)])) == CallOf("F", ())
    assert type(builder()(TEXT, Tree("call_of", [word(0)])).name) is str


def test_a_rule_that_is_written_knows_its_places() -> None:
    assert builder()(TEXT, Tree("name", [word(5)])).place == Place(1, 6, 1)


def test_what_a_rule_raises_comes_out_as_itself() -> None:
    build = builder()

    @build.rule
    def negated(b: Building, operand: Node) -> Node:
        raise ValueError(f"here, at {b.place.column}: {operand}")

    with pytest.raises(ValueError, match="here, at"):
        build(TEXT, Tree("negated", [Tree("name", [word(2)])]))


def test_all_faults_that_rules_note_are_told() -> None:
    build = builder()

    @build.rule
    def name(b: Building, word: Token) -> Name:
        b.diagnostics.error(b.at(word), f"no {word}")
        return Name(str(word))

    with pytest.raises(SourceError, match=r"(?s)1:3: no A.*1:6: no B"):
        build(TEXT, Tree("call_of", [word(0), Tree("name", [word(2)]), Tree("name", [word(5)])]))


def test_a_tree_of_any_depth_is_built_and_walked() -> None:
    tree = Tree("name", [word(2)])
    for _ in range(50_000):
        tree = Tree("negated", [tree])
    built = builder()(TEXT, tree)
    assert sum(1 for _ in walk(built)) == 50_001


def test_printing_shows_fields_classes_and_values() -> None:
    tree = CallOf("f", (Name("a"), Negated(Name("b"))))
    assert printed(tree).split("\n") == [
        "CallOf name='f'", "  arguments: Name text='a'", "  arguments: Negated", "    operand: Name text='b'",
    ]  # fmt: skip


def test_the_guard_bears_deep_recursion_and_gives_everything_back() -> None:
    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    before = sys.getrecursionlimit(), threading.stack_size()
    assert with_deep_stack(TEXT, lambda: depth(100_000)) == 100_000
    with pytest.raises(ZeroDivisionError):
        with_deep_stack(TEXT, lambda: 1 // 0)
    assert (sys.getrecursionlimit(), threading.stack_size()) == before


def test_endless_recursion_is_told_with_the_innermost_place() -> None:
    def visit(node: Node) -> None:
        visit(Name(type(node).__name__, place=Place(1, 3)))

    with pytest.raises(SourceError) as caught:
        with_deep_stack(TEXT, lambda: visit(Name("x")))
    assert str(caught.value).startswith("x:1:3: the program is nested too deeply here")


def test_of_many_diagnostics_twenty_are_shown() -> None:
    found = Diagnostics(SourceText("x", "a\n" * 30))
    found.check()
    for line in range(30):
        found.error(Place(line + 1, 1), "wrong", "right", "near", "try this")
    with pytest.raises(SourceError) as caught:
        found.fail(Place(31, 1), "last")
    lines = str(caught.value).split("\n")
    assert sum(line.endswith(": wrong") for line in lines) == 20
    assert lines[-1] == "… and 11 more"
    assert lines[:6] == [
        "x:1:1: wrong",
        "    1 | a",
        "      | ^",
        "  expected: right",
        "  nearest: near",
        "  hint: try this",
    ]


def test_a_dispatcher_calls_the_case_of_the_class() -> None:
    show = dispatcher("a name or a call")

    @show.case(Name, CallOf)
    def show_name(c: str, node: Name) -> str:
        return c + type(node).__name__

    assert show("a ", Name("x")) == "a Name"
    with pytest.raises(TypeError, match="Negated'> is not a name or a call"):
        show("a ", Negated(Name("x")))


def test_an_excerpt_shows_control_characters_and_keeps_its_carets() -> None:
    source = SourceText("x", "a\t\x1b[2J\r\x0b\x7f\x85\u202eb !\n")
    line, carets = source.excerpt(source.place(12, 13)).split("\n")
    assert line == "    1 | a\t␛[2J␍␋␡��b !"
    assert carets == "      |  \t" + " " * 10 + "^"
    message = render(source, [Diagnostic(source.place(2, 3), "unexpected \x1b\n\u202e", expected="no \x00")])
    assert message.startswith("x:1:3: unexpected ␛␊�\n")
    assert message.endswith("\n  expected: no ␀")


def test_an_excerpt_of_a_long_line_shows_what_stands_around_the_place() -> None:
    source = SourceText("x", "a" * 500 + "!" + "b" * 500)
    line, carets = source.excerpt(source.place(500, 501)).split("\n")
    assert len(line) < 180
    assert line[carets.index("^")] == "!"
    for start in (0, 1, 999, 1000):
        line, carets = source.excerpt(source.place(start, start + 1)).split("\n")
        assert line[carets.index("^")] == source.text[start]
        assert carets.count("^") == 1


def test_an_altered_grammar_in_the_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source = SourceText("x", "START\nSCHRIJF (4,0) := 2 + 3 × 4\nKLAAR\n")

    def parsed() -> Tree[Token]:
        return Grammar("getallenband.interpreters.languages.ecol", "grammar.lark").parse(source)

    made = parsed()
    (file,) = tmp_path.rglob("*.tables")
    whole = file.read_bytes()
    assert parsed() == made
    for place in range(0, len(whole), len(whole) // 20):
        altered = bytearray(whole)
        altered[place] ^= 1
        file.write_bytes(altered)
        assert parsed() == made
        assert file.read_bytes() != altered
    for put in (os.mkfifo, Path.mkdir):
        file.unlink()
        put(file)
        assert parsed() == made


def test_a_rule_of_the_grammar_without_a_class_is_named():
    syntax = ModuleType("syntax")
    syntax.__file__ = "language/syntax.py"
    builder = TreeBuilder(syntax)
    with pytest.raises(TypeError, match=r"rule new_page has no class NewPage in language/syntax\.py"):
        builder(SourceText("x", "NP"), Tree(Token("RULE", "new_page"), []))


def test_a_list_that_lacks_a_class_names_both():
    with pytest.raises(
        TypeError, match=r"test_source_tree\.test_a_list_that_lacks_a_class_names_both has no case for Name"
    ):
        raise unhandled(Name("x"))  # type: ignore[arg-type]
