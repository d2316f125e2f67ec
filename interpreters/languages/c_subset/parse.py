"""C text into its syntax tree.

parse(SourceText("x.c", "main() { return 2; }"), options)
TranslationUnit((FunctionDefinition(Specifiers(), FunctionDeclarator(NameDeclarator("main")), (), …),))
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from getallenband.interpreters.language import Options
from getallenband.interpreters.languages.c_subset import syntax
from getallenband.interpreters.languages.c_subset.constants import character_value
from getallenband.interpreters.languages.c_subset.lexer import characters, scan
from getallenband.interpreters.languages.c_subset.newer_c import explained
from getallenband.interpreters.languages.c_subset.prelude import PRELUDE
from getallenband.interpreters.languages.c_subset.preprocessor import moved, tokens_of
from getallenband.interpreters.languages.c_subset.slips import mended, without_echoes
from getallenband.interpreters.source.diagnostics import Diagnostic, SourceError
from getallenband.interpreters.source.lark_parser import Grammar, Recovery, Token
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import Building, Node, TreeBuilder

GRAMMAR = Grammar(
    "getallenband.interpreters.languages.c_subset",
    "grammar.lark",
    start="translation_unit",
    own_tokens=True,
    alone={"WHILE": "while"},
)
RECOVERY = Recovery(
    stops=frozenset({"SEMICOLON"}),
    openers=frozenset({"LBRACE", "LPAR", "LSQB"}),
    closers=frozenset({"RBRACE", "RPAR", "RSQB"}),
    barriers=frozenset({"TYPE_WORD"}),
)

build = TreeBuilder(syntax)


def parse(source: SourceText, options: Options) -> syntax.TranslationUnit:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    tokens = tokens_of(source, options.arithmetic)
    try:
        tree = GRAMMAR.parse_tokens(source, tokens, RECOVERY)
    except SourceError as error:
        raise SourceError(source, without_echoes([cured(one, source, tokens) for one in error.diagnostics])) from None
    parsed: syntax.TranslationUnit = build(source, tree)
    named = {str(token): token for token in reversed(tokens) if token in PRELUDE}
    return replace(parsed, library=tuple(library_function(source, name, named[name]) for name in named))


def cured(diagnostic: Diagnostic, source: SourceText, tokens: list[Token]) -> Diagnostic:
    """Return a syntax error with what it is in later C, or with its cure."""
    later = explained(diagnostic, source)
    return mended(diagnostic, source, tokens) if later is diagnostic else later


def library_function(source: SourceText, name: str, origin: Token) -> syntax.FunctionDefinition:
    """Parse a function of the library that is written in C, as if it stood where the program first names it."""
    tokens = [moved(token, origin) for token in scan(PRELUDE[name].replace("size_t", "unsigned long"))]
    parsed: syntax.TranslationUnit = build(source, GRAMMAR.parse_tokens(source, tokens, RECOVERY))
    (found,) = parsed.items
    assert isinstance(found, syntax.FunctionDefinition)
    return found


# declarations


@build.rule
def translation_unit(b: Building, *items: syntax.FunctionDefinition | syntax.Declaration) -> syntax.TranslationUnit:
    return syntax.TranslationUnit(items, place=b.place)


@build.rule
def function_definition(b: Building, *parts: Node) -> syntax.FunctionDefinition:
    specifiers, rest = parts[0], parts[1:]
    if not isinstance(specifiers, syntax.Specifiers):
        specifiers, rest = syntax.Specifiers(), parts
    declarator, *declarations, body = rest
    return syntax.FunctionDefinition(specifiers, declarator, tuple(declarations), body, place=b.place)  # type: ignore[arg-type]


@build.rule
def untyped_declaration(b: Building, *declarators: syntax.InitDeclarator) -> syntax.Declaration:
    """Build a declaration without a type, which is int (K&R, A.10.2), or a semicolon too many, as compilers allow."""
    return syntax.Declaration(syntax.Specifiers(), declarators, place=b.place)


@build.rule
def declaration_specifiers(b: Building, *parts: Node | Token) -> syntax.Specifiers:
    storage, words, described = None, [], None
    for part in parts:
        if isinstance(part, syntax.StructSpecifier | syntax.EnumSpecifier) and described is None:
            described = part
        elif isinstance(part, syntax.StructSpecifier | syntax.EnumSpecifier):
            words.append(part.word if isinstance(part, syntax.StructSpecifier) else "enum")
        elif isinstance(part, Token) and part.type == "STORAGE":
            storage = str(part)
        elif isinstance(part, Token) and part.type != "QUALIFIER":
            # const and volatile are ignored
            words.append(str(part))
    return syntax.Specifiers(storage, tuple(words), described, place=b.place)


@build.rule
def struct_specifier(b: Building, word: Token, *parts: Token | syntax.StructDeclaration) -> syntax.StructSpecifier:
    tag, members = tag_and_members(parts)
    return syntax.StructSpecifier(str(word), tag, members, place=b.place)


@build.rule
def enum_specifier(b: Building, _: Token, *parts: Token | syntax.Enumerator) -> syntax.EnumSpecifier:
    tag, members = tag_and_members(parts)
    return syntax.EnumSpecifier(tag, members, place=b.place)


def tag_and_members(parts: tuple[Any, ...]) -> tuple[str | None, tuple[Any, ...] | None]:
    """Return the tag and the description of a struct or enum, None for one that is not there."""
    tag = str(parts[0]) if isinstance(parts[0], Token) else None
    members = tuple(part for part in parts if isinstance(part, Node))
    return tag, members or None


@build.rule
def pointer_declarator(b: Building, *parts: Token | syntax.Declarator) -> syntax.PointerDeclarator:
    inner = parts[-1]
    return syntax.PointerDeclarator(nameless(b) if isinstance(inner, Token) else inner, place=b.place)


@build.rule
def bit_field(b: Building, *parts: Any) -> syntax.BitField:
    return syntax.BitField(parts[0] if len(parts) > 1 else nameless(b), place=b.place)


@build.rule
def array_declarator(b: Building, *parts: Any) -> syntax.ArrayDeclarator:
    inner, *length = parts if parts and isinstance(parts[0], syntax.Declarator) else (nameless(b), *parts)
    return syntax.ArrayDeclarator(inner, length[0] if length else None, place=b.place)


@build.rule
def function_declarator(b: Building, *parts: syntax.Declarator) -> syntax.FunctionDeclarator:
    inner, *headings = parts if parts and not is_heading(parts[0]) else (nameless(b), *parts)
    heading = headings[0] if headings else None
    if not isinstance(heading, syntax.FunctionDeclarator):
        return syntax.FunctionDeclarator(inner, place=b.place)
    given = heading.parameters
    if given == (syntax.Parameter(syntax.Specifiers(words=("void",))),):
        given = ()
    return syntax.FunctionDeclarator(
        inner, given, heading.names, heading.prototype, heading.variadic, place=b.place
    )  # fmt: skip


def is_heading(part: syntax.Declarator) -> bool:
    """Return whether a declarator only holds the parameters of another one."""
    return isinstance(part, syntax.FunctionDeclarator) and part.inner == syntax.NameDeclarator()


@build.rule
def typed_parameters(b: Building, *parts: syntax.Parameter | Token) -> syntax.FunctionDeclarator:
    given = tuple(part for part in parts if isinstance(part, syntax.Parameter))
    return syntax.FunctionDeclarator(nameless(b), given, (), True, len(given) < len(parts))


@build.rule
def old_parameters(b: Building, *names: Token) -> syntax.FunctionDeclarator:
    return syntax.FunctionDeclarator(nameless(b), (), tuple(map(str, names)))


def nameless(b: Building) -> syntax.NameDeclarator:
    return syntax.NameDeclarator(place=b.place)


# statements and constants


@build.rule
def default(b: Building, body: syntax.Statement) -> syntax.Case:
    return syntax.Case(None, body, place=b.place)


@build.rule
def for_declaration(b: Building, declaration: syntax.Declaration, *rest: Any) -> syntax.CompoundStatement:
    """Build a for statement whose variables it declares, as C99 has it: a block around it."""
    loop = syntax.For(None, *rest, place=b.place)
    return syntax.CompoundStatement((declaration, loop), place=b.place)


@build.rule
def clause(b: Building, expression: syntax.Expression | None = None) -> syntax.Expression | None:
    del b
    return expression


@build.rule
def character(b: Building, token: Token) -> syntax.Character:
    return syntax.Character(character_value(token), place=b.place)


@build.rule
def string(b: Building, *tokens: Token) -> syntax.String:
    """Build a string; adjacent ones are one."""
    return syntax.String("".join(chr(code) for token in tokens for code in characters(str(token))), place=b.place)
