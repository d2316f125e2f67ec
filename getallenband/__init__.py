"""The command line: one file per verb, no logic of its own.

    getallenband run debruijn1972_pentomino/first24

A verb is a module of this folder whose name begins with a letter (except main.py); its function `command` is turned by
click into options and arguments. Every error ends in a message, never in a traceback.
"""
