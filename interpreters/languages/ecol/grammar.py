"""ECOL's grammar, which parsing, hints, notes and colours read.

GRAMMAR.words                        # START, KLAAR, STOP, RIJSYM, …
GRAMMAR.first_words("statement")     # those of them that begin a statement
"""

from getallenband.interpreters.source.lark_parser import Grammar

GRAMMAR = Grammar("getallenband.interpreters.languages.ecol", "grammar.lark")
