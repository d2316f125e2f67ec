r"""ECOL text into its syntax tree.

    parse(SourceText("x.ecol", "START\n1 k := 1\n2 KLAAR\n"), options).lines[1]
    Line(label="1", command=Assign(Variable("k"), Number(1.0)))

Blanks are free, inside names and numbers too: they are squeezed out here.
"""

from __future__ import annotations

import re
from typing import Any

from interpreters.language import Options
from interpreters.languages.ecol import syntax
from interpreters.source.lark_parser import Grammar, Token, Transformer, Tree, place_of, v_args
from interpreters.source.position import Place, SourceText

COMMANDS = (
    "START", "KLAAR", "RESERVE", "NAAR", "ALS", "MET", "HERHAAL", "SUB", "END", "FUN", "SCHRIJF", "SCHRIJM",
    "SCHRIJFSYM", "TEKST", "NR", "SPATIE", "NP", "SKIP",
)  # fmt: skip

GRAMMAR = Grammar(
    "interpreters.languages.ecol",
    "grammar.lark",
    names={
        "NAME": "a name", "NUMBER": "a number", "STRING": 'a text in "…"', "_BECOMES": ":=", "RELATION": "a relation",
        "SIGN": "+ or -", "TIMES": "× or /", "POWER": "M", "FUNCTION": "a standard function", "COUNTER": "PS",
        "_NEWLINE": "a new line", "LPAR": "'('", "RPAR": "')'", "COLON": "':'", "COMMA": "','",
        **dict.fromkeys(COMMANDS, "a command"),
    },
)  # fmt: skip

RELATIONS = {"≤": "<=", "≥": ">=", "≠": "/=", "<>": "/="}
OPERATORS = {"*": "×", "−": "-", "××": "M", "**": "M"}


def parse(source: SourceText, options: Options) -> syntax.Source:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    tree = GRAMMAR.parse(source)
    parsed: syntax.Source = Builder(source).transform(tree)
    return parsed


def squeezed(token: Token) -> str:
    """Return a name or number without its blanks."""
    return re.sub(r"[ \t]+", "", str(token))


@v_args(tree=True)
class Builder(Transformer[Token, Any]):
    """Turn the parser's tree into syntax, from the leaves up; one method for each rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.source = source

    def at(self, tree: Tree[Token]) -> Place:
        """Return the place of a rule's text."""
        return place_of(self.source, tree)

    def start(self, tree: Any) -> syntax.Source:
        """Build the program."""
        return syntax.Source(tuple(tree.children))

    def line(self, tree: Any) -> syntax.Line:
        """Build a line."""
        label = next((child for child in tree.children if isinstance(child, str)), None)
        command = next((child for child in tree.children if isinstance(child, syntax.Node)), None)
        return syntax.Line(label, command, place=self.at(tree))  # type: ignore[arg-type]

    def label(self, tree: Any) -> str:
        """Return a label's digits, without leading zeros."""
        digits = squeezed(tree.children[0])
        return digits.lstrip("0") or "0"

    def target(self, tree: Any) -> syntax.Target:
        """Build a jump's target."""
        word = squeezed(tree.children[0])
        return syntax.Target(None if word == "STOP" else word.lstrip("0") or "0", place=self.at(tree))

    # commands

    def begin(self, tree: Any) -> syntax.Begin:
        """Build START."""
        return syntax.Begin(place=self.at(tree))

    def finish(self, tree: Any) -> syntax.Finish:
        """Build KLAAR."""
        return syntax.Finish(place=self.at(tree))

    def stop(self, tree: Any) -> syntax.Stop:
        """Build STOP."""
        return syntax.Stop(place=self.at(tree))

    def reserve(self, tree: Any) -> syntax.Reserve:
        """Build RIJ or RIJSYM."""
        word, lower, upper, name = tree.children
        return syntax.Reserve(squeezed(name), lower, upper, word == "RIJSYM", place=self.at(tree))

    def assign(self, tree: Any) -> syntax.Assign:
        """Build an assignment."""
        return syntax.Assign(*tree.children, place=self.at(tree))

    def jump(self, tree: Any) -> syntax.Jump:
        """Build NAAR."""
        return syntax.Jump(*tree.children, place=self.at(tree))

    def choose(self, tree: Any) -> syntax.Choose:
        """Build ALS."""
        return syntax.Choose(*tree.children, place=self.at(tree))

    def loop(self, tree: Any) -> syntax.Loop:
        """Build MET."""
        step, name, first, last = tree.children
        return syntax.Loop(step, squeezed(name), first, last, place=self.at(tree))

    def repeat(self, tree: Any) -> syntax.Repeat:
        """Build HERHAAL."""
        return syntax.Repeat(place=self.at(tree))

    def sub(self, tree: Any) -> syntax.Sub:
        """Build SUB."""
        return syntax.Sub(squeezed(tree.children[0]), place=self.at(tree))

    def sub_end(self, tree: Any) -> syntax.SubEnd:
        """Build END."""
        return syntax.SubEnd(place=self.at(tree))

    def fun(self, tree: Any) -> syntax.Fun:
        """Build the heading of a FUN."""
        name, *parameters = (squeezed(child) for child in tree.children)
        return syntax.Fun(name, tuple(parameters), place=self.at(tree))

    def fun_end(self, tree: Any) -> syntax.FunEnd:
        """Build FUN := value."""
        return syntax.FunEnd(*tree.children, place=self.at(tree))

    def perform(self, tree: Any) -> syntax.Perform:
        """Build the call of a SUB."""
        return syntax.Perform(squeezed(tree.children[0]), place=self.at(tree))

    def write(self, tree: Any) -> syntax.Write:
        """Build SCHRIJF."""
        *form, value = tree.children
        return syntax.Write(value, *form, place=self.at(tree))

    def write_scientific(self, tree: Any) -> syntax.WriteScientific:
        """Build SCHRIJM."""
        return syntax.WriteScientific(*tree.children, place=self.at(tree))

    def write_symbol(self, tree: Any) -> syntax.WriteSymbol:
        """Build SCHRIJFSYM."""
        return syntax.WriteSymbol(*tree.children, place=self.at(tree))

    def text(self, tree: Any) -> syntax.Text:
        """Build TEKST."""
        return syntax.Text(str(tree.children[0])[1:-1], place=self.at(tree))

    def new_line(self, tree: Any) -> syntax.NewLine:
        """Build NR."""
        return syntax.NewLine(*tree.children, place=self.at(tree))

    def space(self, tree: Any) -> syntax.Space:
        """Build SPATIE."""
        return syntax.Space(*tree.children, place=self.at(tree))

    def new_page(self, tree: Any) -> syntax.NewPage:
        """Build NP."""
        return syntax.NewPage(place=self.at(tree))

    def skip(self, tree: Any) -> syntax.Skip:
        """Build SKIP."""
        return syntax.Skip(place=self.at(tree))

    # conditions

    def or_(self, tree: Any) -> syntax.Either:
        """Build OF."""
        return syntax.Either(*tree.children, place=self.at(tree))

    def and_(self, tree: Any) -> syntax.Both:
        """Build EN."""
        return syntax.Both(*tree.children, place=self.at(tree))

    def relation(self, tree: Any) -> syntax.Relation:
        """Build a comparison."""
        left, sign, right = tree.children
        return syntax.Relation(RELATIONS.get(sign, str(sign)), left, right, place=self.at(tree))

    # expressions

    def binary(self, tree: Any) -> syntax.Binary:
        """Build an operation."""
        left, sign, right = tree.children
        return syntax.Binary(OPERATORS.get(sign, str(sign)), left, right, place=self.at(tree))

    def signed(self, tree: Any) -> syntax.Signed:
        """Build a sign before an operand."""
        sign, operand = tree.children
        return syntax.Signed(OPERATORS.get(sign, str(sign)), operand, place=self.at(tree))

    def number(self, tree: Any) -> syntax.Number:
        """Build a number."""
        return syntax.Number(float(squeezed(tree.children[0])), place=self.at(tree))

    def read(self, tree: Any) -> syntax.Read:
        """Build LEES."""
        return syntax.Read(place=self.at(tree))

    def read_symbol(self, tree: Any) -> syntax.Read:
        """Build LEESSYM."""
        return syntax.Read(symbol=True, place=self.at(tree))

    def counter(self, tree: Any) -> syntax.Counter:
        """Build PS, PP or GOKC."""
        return syntax.Counter(str(tree.children[0]), place=self.at(tree))

    def standard(self, tree: Any) -> syntax.Standard:
        """Build the call of a standard function."""
        name, *arguments = tree.children
        name = "WRTL" if name == "SQRT" else str(name)
        return syntax.Standard(name, tuple(arguments), place=self.at(tree))

    def variable(self, tree: Any) -> syntax.Variable:
        """Build a variable, an element or the call of a FUN."""
        name, *subscripts = tree.children
        return syntax.Variable(squeezed(name), tuple(subscripts), place=self.at(tree))
