"""C text into its syntax tree.

parse(SourceText("x.c", "main() { return 2; }"), options)
TranslationUnit((FunctionDefinition(Specifiers(None, ()), FunctionDeclarator(NameDeclarator("main")), …),))
"""

from __future__ import annotations

import re
from typing import Any

from interpreters.language import Options
from interpreters.languages.c_subset import syntax
from interpreters.languages.c_subset.lexer import tokens_of
from interpreters.source.lark_parser import Grammar, Token, Transformer, Tree, place_of, v_args
from interpreters.source.position import Place, SourceText

EXPRESSION = ("NUMBER", "CHARACTER", "STRING", "STEP", "AMPERSAND", "TILDE", "BANG", "SIZEOF")
GRAMMAR = Grammar(
    "interpreters.languages.c_subset",
    "grammar.lark",
    own_tokens=True,
    alone={"WHILE": "while"},
    names={
        "IDENTIFIER": "a name", "TYPE_NAME": "the name of a type", "TYPE_WORD": "a type", "STRUCT": "a type",
        "ENUM": "a type", "QUALIFIER": "a type", "STORAGE": "a type", "ASSIGN": "an assignment",
        **dict.fromkeys(EXPRESSION, "an expression"), "SEMICOLON": "';'", "COMMA": "','", "COLON": "':'",
        "LPAR": "'('", "RPAR": "')'", "LSQB": "'['", "RSQB": "']'", "LBRACE": "'{'", "RBRACE": "'}'", "EQUAL": "'='",
        "DOT": "'.'", "__ANON_0": "'->'", "QMARK": "'?'", "ELLIPSIS": "'...'", "ELSE": "else",
        **dict.fromkeys(
            ("OR_OR", "AND_AND", "BAR", "CARET", "EQUALITY", "RELATION", "SHIFT", "PLUS", "MINUS", "STAR", "SLASH"),
            "an operator",
        ),
        **dict.fromkeys(
            ("IF", "SWITCH", "WHILE", "DO", "FOR", "GOTO", "CONTINUE", "BREAK", "RETURN", "CASE", "DEFAULT"),
            "a statement",
        ),
    },
)  # fmt: skip

ESCAPES = {"n": 10, "t": 9, "b": 8, "r": 13, "f": 12, "v": 11, "a": 7, "\\": 92, "'": 39, '"': 34, "?": 63, "¥": 92}
ESCAPED = re.compile(r"[\\¥](x[0-9a-fA-F]+|[0-7]{1,3}|.)|(.)", re.DOTALL)


def parse(source: SourceText, options: Options) -> syntax.TranslationUnit:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    del options
    tree = GRAMMAR.parse_tokens(source, tokens_of(source))
    parsed: syntax.TranslationUnit = Builder(source).transform(tree)
    return parsed


def characters(text: str) -> list[int]:
    """Return the codes of the characters between the quotes of a constant."""
    found = []
    for escape, plain in ESCAPED.findall(text[1:-1]):
        if plain:
            found.append(ord(plain))
        elif escape[0] == "x":
            found.append(int(escape[1:], 16))
        elif escape[0] in "01234567":
            found.append(int(escape, 8))
        else:
            found.append(ESCAPES.get(escape, ord(escape)))
    return found


@v_args(tree=True)
class Builder(Transformer[Token, Any]):
    """Turn the parser's tree into syntax; one method for each rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        super().__init__()
        self.source = source

    def at(self, tree: Any) -> Place:
        """Return the place of a rule's text."""
        return place_of(self.source, tree)

    def start(self, tree: Any) -> syntax.TranslationUnit:
        """Build the program."""
        return syntax.TranslationUnit(tuple(tree.children), place=self.at(tree))

    def function_definition(self, tree: Any) -> syntax.FunctionDefinition:
        """Build a function; without specifiers it is an int."""
        parts = list(tree.children)
        specifiers = parts.pop(0) if isinstance(parts[0], syntax.Specifiers) else syntax.Specifiers(None, ())
        declarator, *declarations, body = parts
        return syntax.FunctionDefinition(specifiers, declarator, tuple(declarations), body, place=self.at(tree))

    # declarations

    def declaration(self, tree: Any) -> syntax.Declaration:
        """Build a declaration."""
        specifiers, *declarators = tree.children
        return syntax.Declaration(specifiers, tuple(declarators), place=self.at(tree))

    def declaration_specifiers(self, tree: Any) -> syntax.Specifiers:
        """Build specifiers; const and volatile say nothing to us."""
        storage, words, described = None, [], None
        for part in tree.children:
            if isinstance(part, syntax.Node):
                described = part
            elif part.type == "STORAGE":
                storage = str(part)
            elif part.type != "QUALIFIER":
                words.append(str(part))
        return syntax.Specifiers(storage, tuple(words), described, place=self.at(tree))  # type: ignore[arg-type]

    def init_declarator(self, tree: Any) -> syntax.InitDeclarator:
        """Build a declared name."""
        return syntax.InitDeclarator(*tree.children, place=self.at(tree))

    def struct_specifier(self, tree: Any) -> syntax.StructSpecifier:
        """Build struct; a union is refused in check."""
        word, *rest = tree.children
        tag = str(rest.pop(0)) if rest and isinstance(rest[0], Token) else None
        tag = f"union {tag}" if word == "union" else tag
        return syntax.StructSpecifier(tag, tuple(rest) if rest else None, place=self.at(tree))

    def struct_declaration(self, tree: Any) -> syntax.Member:
        """Build one line of a struct."""
        specifiers, *declarators = tree.children
        return syntax.Member(specifiers, tuple(declarators), place=self.at(tree))

    def enum_specifier(self, tree: Any) -> syntax.EnumSpecifier:
        """Build enum."""
        _, *rest = tree.children
        tag = str(rest.pop(0)) if rest and isinstance(rest[0], Token) else None
        return syntax.EnumSpecifier(tag, tuple(rest) if rest else None, place=self.at(tree))

    def enumerator(self, tree: Any) -> syntax.Enumerator:
        """Build a name of an enum."""
        name, *value = tree.children
        return syntax.Enumerator(str(name), *value, place=self.at(tree))

    def name_declarator(self, tree: Any) -> syntax.NameDeclarator:
        """Build the name in a declarator."""
        return syntax.NameDeclarator(str(tree.children[0]), place=self.at(tree))

    def pointer_declarator(self, tree: Any) -> syntax.PointerDeclarator:
        """Build * before a declarator."""
        inner = [part for part in tree.children if isinstance(part, syntax.Node)]
        return syntax.PointerDeclarator(inner[0] if inner else self.nameless(tree), place=self.at(tree))  # type: ignore[arg-type]

    def array_declarator(self, tree: Any) -> syntax.ArrayDeclarator:
        """Build [length] behind a declarator."""
        kinds = (syntax.NameDeclarator, syntax.PointerDeclarator, syntax.ArrayDeclarator, syntax.FunctionDeclarator)
        parts = list(tree.children)
        inner = parts.pop(0) if parts and isinstance(parts[0], kinds) else self.nameless(tree)
        return syntax.ArrayDeclarator(inner, parts[0] if parts else None, place=self.at(tree))

    def function_declarator(self, tree: Any) -> syntax.FunctionDeclarator:
        """Build (parameters) behind a declarator; (void) has none."""
        inner, *rest = tree.children
        pair: Any = rest[0] if rest else ((), False)
        given, open_end = pair
        if given and isinstance(given[0], str):
            return syntax.FunctionDeclarator(inner, (), given, place=self.at(tree))
        if len(given) == 1 and given[0].specifiers.words == ("void",) and given[0].declarator == self.nameless(tree):
            given = ()
        return syntax.FunctionDeclarator(inner, given, (), open_end, place=self.at(tree))

    def typed_parameters(self, tree: Any) -> tuple[tuple[syntax.Parameter, ...], bool]:
        """Build parameters with types."""
        given = tuple(part for part in tree.children if isinstance(part, syntax.Parameter))
        return given, len(given) < len(tree.children)

    def old_parameters(self, tree: Any) -> tuple[tuple[str, ...], bool]:
        """Build the names of the old form."""
        return tuple(str(token) for token in tree.children), False

    def parameter(self, tree: Any) -> syntax.Parameter:
        """Build one parameter."""
        specifiers, *declarator = tree.children
        return syntax.Parameter(specifiers, declarator[0] if declarator else self.nameless(tree), place=self.at(tree))

    def type_name(self, tree: Any) -> syntax.TypeName:
        """Build a type."""
        specifiers, *declarator = tree.children
        return syntax.TypeName(specifiers, declarator[0] if declarator else self.nameless(tree), place=self.at(tree))

    def nameless(self, tree: Any) -> syntax.NameDeclarator:
        """Build the declarator that declares no name."""
        return syntax.NameDeclarator(None, place=self.at(tree))

    def initializer_list(self, tree: Any) -> syntax.InitializerList:
        """Build { … }."""
        return syntax.InitializerList(tuple(tree.children), place=self.at(tree))

    # statements

    def compound_statement(self, tree: Any) -> syntax.Compound:
        """Build { … }."""
        declarations = tuple(part for part in tree.children if isinstance(part, syntax.Declaration))
        return syntax.Compound(declarations, tuple(tree.children[len(declarations) :]), place=self.at(tree))

    def labelled(self, tree: Any) -> syntax.Labelled:
        """Build a label."""
        label, body = tree.children
        return syntax.Labelled(str(label), body, place=self.at(tree))

    def case(self, tree: Any) -> syntax.Case:
        """Build case."""
        return syntax.Case(*tree.children, place=self.at(tree))

    def default(self, tree: Any) -> syntax.Case:
        """Build default."""
        return syntax.Case(None, *tree.children, place=self.at(tree))

    def expression_statement(self, tree: Any) -> syntax.ExpressionStatement:
        """Build an expression for its effect."""
        return syntax.ExpressionStatement(tree.children[0] if tree.children else None, place=self.at(tree))

    def if_(self, tree: Any) -> syntax.If:
        """Build if."""
        return syntax.If(*tree.children, place=self.at(tree))

    def switch(self, tree: Any) -> syntax.Switch:
        """Build switch."""
        return syntax.Switch(*tree.children, place=self.at(tree))

    def while_(self, tree: Any) -> syntax.While:
        """Build while."""
        return syntax.While(*tree.children, place=self.at(tree))

    def do_(self, tree: Any) -> syntax.Do:
        """Build do."""
        return syntax.Do(*tree.children, place=self.at(tree))

    def for_(self, tree: Any) -> syntax.For:
        """Build for."""
        return syntax.For(*tree.children, place=self.at(tree))

    def clause(self, tree: Any) -> Any:
        """Build an expression that may be missing."""
        return tree.children[0] if tree.children else None

    def goto(self, tree: Any) -> syntax.Goto:
        """Build goto."""
        return syntax.Goto(str(tree.children[0]), place=self.at(tree))

    def continue_(self, tree: Any) -> syntax.Continue:
        """Build continue."""
        return syntax.Continue(place=self.at(tree))

    def break_(self, tree: Any) -> syntax.Break:
        """Build break."""
        return syntax.Break(place=self.at(tree))

    def return_(self, tree: Any) -> syntax.Return:
        """Build return."""
        return syntax.Return(*tree.children, place=self.at(tree))

    # expressions

    def name(self, tree: Any) -> syntax.Name:
        """Build a name."""
        return syntax.Name(str(tree.children[0]), place=self.at(tree))

    def number(self, tree: Any) -> syntax.Number:
        """Build a number."""
        return syntax.Number(str(tree.children[0]), place=self.at(tree))

    def character(self, tree: Any) -> syntax.Character:
        """Build a character; of several the last ones count, as in most compilers."""
        value = 0
        for code in characters(str(tree.children[0])):
            value = value * 256 + code
        return syntax.Character(value, place=self.at(tree))

    def string(self, tree: Any) -> syntax.String:
        """Build a string; neighbours are one."""
        codes = [code for token in tree.children for code in characters(str(token))]
        return syntax.String("".join(map(chr, codes)), place=self.at(tree))

    def index(self, tree: Any) -> syntax.Index:
        """Build a subscript."""
        return syntax.Index(*tree.children, place=self.at(tree))

    def call(self, tree: Any) -> syntax.Call:
        """Build a call."""
        function, *arguments = tree.children
        return syntax.Call(function, tuple(arguments), place=self.at(tree))

    def member(self, tree: Any) -> syntax.MemberOf:
        """Build a member."""
        base, name = tree.children
        return syntax.MemberOf(base, str(name), False, place=self.at(tree))

    def arrow(self, tree: Any) -> syntax.MemberOf:
        """Build a member of what a pointer points at."""
        base, name = tree.children
        return syntax.MemberOf(base, str(name), True, place=self.at(tree))

    def prefix(self, tree: Any) -> syntax.Step:
        """Build ++ or -- before an operand."""
        operator, operand = tree.children
        return syntax.Step(str(operator), operand, True, place=self.at(tree))

    def postfix(self, tree: Any) -> syntax.Step:
        """Build ++ or -- behind an operand."""
        operand, operator = tree.children
        return syntax.Step(str(operator), operand, False, place=self.at(tree))

    def unary_operator(self, tree: Any) -> str:
        """Return the sign."""
        return str(tree.children[0])

    def unary(self, tree: Any) -> syntax.Unary:
        """Build a sign before an operand."""
        return syntax.Unary(*tree.children, place=self.at(tree))

    def sizeof_expression(self, tree: Any) -> syntax.SizeofExpression:
        """Build sizeof."""
        return syntax.SizeofExpression(*self.operands(tree), place=self.at(tree))

    def sizeof_type(self, tree: Any) -> syntax.SizeofType:
        """Build sizeof of a type."""
        return syntax.SizeofType(*self.operands(tree), place=self.at(tree))

    def operands(self, tree: Tree[Any]) -> list[Any]:
        """Return the children that are syntax."""
        return [part for part in tree.children if isinstance(part, syntax.Node)]

    def cast(self, tree: Any) -> syntax.Cast:
        """Build a cast."""
        return syntax.Cast(*tree.children, place=self.at(tree))

    def binary(self, tree: Any) -> syntax.Binary:
        """Build an operation."""
        left, operator, right = tree.children
        return syntax.Binary(str(operator), left, right, place=self.at(tree))

    def choice(self, tree: Any) -> syntax.Choice:
        """Build ? :."""
        return syntax.Choice(*tree.children, place=self.at(tree))

    def assign(self, tree: Any) -> syntax.Assign:
        """Build an assignment."""
        target, operator, value = tree.children
        return syntax.Assign(str(operator), target, value, place=self.at(tree))

    def comma(self, tree: Any) -> syntax.Comma:
        """Build the comma operator."""
        return syntax.Comma(*tree.children, place=self.at(tree))
