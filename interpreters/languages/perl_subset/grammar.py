"""The grammar of the subset, with messages in Perl's own terms.

GRAMMAR.parse_tokens(source, tokens_of(source))     # a tree, or a SourceError: unexpected ;, expected: an expression
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from getallenband.interpreters.source.diagnostics import Diagnostic
from getallenband.interpreters.source.lark_parser import Grammar, Token
from getallenband.interpreters.source.position import SourceText

OPENERS = {
    "LPAR", "LSQB", "ARRAY_ELEMENT", "HASH_ELEMENT", "ARRAY_SLICE", "HASH_SLICE", "DEREF", "_HASH_OPEN",
    "_BLOCK_OPEN", "ARROW_INDEX", "ARROW_KEY",
}  # fmt: skip
CLOSERS = {"(": ")", "[": "]", "{": "}"}
SIGNS = {
    "SEMICOLON": "';'", "COMMA": "','", "COLON": "':'", "LPAR": "'('", "RPAR": "')'", "RSQB": "']'", "RBRACE": "'}'",
    "_BLOCK_OPEN": "'{'", "WORD": "a name", "MODIFIER": "a modifier", "ASSIGN": "an operator", "PRODUCT": "an operator",
    "LABEL_NAME": "a label", "_FOREACH": "a loop", "BY_NAME": "the name of a sub", "IF": "if", "UNLESS": "unless",
    "WHILE": "while", "UNTIL": "until",
}  # fmt: skip
"""What a message calls a token that may stand at a place; the other operators go with PRODUCT, and are not named."""
STARTERS = {
    "SCALAR", "ARRAY", "HASH", "ARRAY_ELEMENT", "HASH_ELEMENT", "MY", "OUR", "IF", "UNLESS", "WHILE", "UNTIL",
    "_FOREACH", "SUB", "LIST_WORD", "UNARY_WORD", "LIST_CALL_WORD", "CALL_WORD", "WORD", "JUMP",
}  # fmt: skip
"""Tokens that begin a statement and do not go on with one: on a new line they tell that the end of one is missing."""
LONGEST = 40


class PerlGrammar(Grammar):
    """A grammar whose messages show the program's own text."""

    def diagnostic(self, source: SourceText, error: Any) -> Diagnostic:
        """Say what is wrong: the text that cannot stand where it does, or the bracket that is not closed."""
        if error.token.type == "$END":
            opener = unclosed(error.interactive_parser.parser_state.value_stack)
            if opener is not None:
                end = opener.end_pos or 1
                bracket = source.text[end - 1]
                return Diagnostic(source.place(end - 1, end), f"this {bracket} is not closed", CLOSERS[bracket])
            return super().diagnostic(source, error)
        start, end = error.token.start_pos, error.token.end_pos
        before = len(source.text[:start].rstrip())
        if "\n" in source.text[before:start] and "SEMICOLON" in error.accepts and error.token.type in STARTERS:
            return Diagnostic(source.place(before - 1, before), "a ; is missing after this", ";")
        text = source.text[start:end].split("\n")[0]
        shown = text if len(text) <= LONGEST else text[:LONGEST] + "…"
        return Diagnostic(source.place(start, end), f"unexpected {shown}", self.expectation(error.accepts))

    def expectation(self, terminals: Iterable[str]) -> str:
        """List what may stand at a place: an operand stands for all that an expression begins with."""
        found = set(terminals)
        words = [SIGNS[kind] for kind in ("SEMICOLON", "COMMA", "COLON", "RPAR", "RSQB", "RBRACE") if kind in found]
        if "_FOREACH" in found and "SCALAR" in found:
            words = ["a statement", *(word for word in words if word == "'}'")]
        elif "NUMBER" in found:
            words.insert(0, "an expression")
        elif "SCALAR" in found:
            words = ["a variable", *words, *(["'('"] if "LPAR" in found else [])]
        else:
            words += sorted({SIGNS[kind] for kind in found & SIGNS.keys()} - set(words))
        return ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else "".join(words)


def unclosed(stack: Iterable[Any]) -> Token | None:
    """Return the innermost opening bracket among what the parser has read and not yet understood."""
    openers = [item for item in stack if isinstance(item, Token) and item.type in OPENERS]
    return openers[-1] if openers else None


GRAMMAR = PerlGrammar("getallenband.interpreters.languages.perl_subset", "grammar.lark", own_tokens=True)
