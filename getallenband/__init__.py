"""The command line: one file per verb, no logic of its own.

    getallenband run debruijn1972_pentomino/first24

A verb is a module of this folder whose name begins with a letter (main.py aside); it offers `command`, a function
that typer turns into options and arguments. Whatever goes wrong is said in a message, never as a traceback.
"""
