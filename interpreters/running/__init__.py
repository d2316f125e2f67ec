"""How lowered programs are run: a deck's programs in turn, each on assumptions that hold, on the engine asked for.

decks.py         the programs of one text, and the budgets that they share
speculation.py   the first lowering of a program whose assumptions hold for its inputs
engines.py       one lowered program on one engine
"""
