"""Run lowered programs: those of a deck in turn, each with valid assumptions, on the requested engine.

decks.py         the programs of one text, and the budgets that they share
speculation.py   the first lowering of a program whose assumptions hold for its inputs
engines.py       one lowered program on one engine
"""
