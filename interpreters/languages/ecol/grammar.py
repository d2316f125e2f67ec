"""ECOL's grammar, which parsing, hints, notes and colours read.

GRAMMAR.words                        # START, KLAAR, STOP, RIJSYM, …
GRAMMAR.first_words("statement")     # those of them that begin a statement
"""

from interpreters.source.lark_parser import Grammar

GRAMMAR = Grammar("interpreters.languages.ecol", "grammar.lark")
