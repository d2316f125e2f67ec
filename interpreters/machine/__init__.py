"""The reference engine: walks the IR one operation at a time, in plain Python.

    execution = execute(program, library, host)
    execution.ending, execution.counts          # Finished(…), {"12": 3, …}

Slow and obvious, it defines what a program means; the native engine must agree with it. Loading a program turns every
operation into a closure; a run calls these closures in order.
"""

from getallenband.interpreters.machine.engine import execute

__all__ = ["execute"]
