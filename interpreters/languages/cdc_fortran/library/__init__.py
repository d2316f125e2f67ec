"""What every FORTRAN program can use: functions, input and output.

intrinsics   the table of intrinsic and basic external functions
words        characters in machine words
formats      FORMAT: its fields, in the order in which they are used
fields       values as the characters of a field, and back
files        units, records, carriage control
transfers    READ and WRITE: begun, given their items one by one, ended
"""

from __future__ import annotations

from interpreters.ir.host import Host, HostFunction, HostHalt, Library
from interpreters.ir.types import Type
from interpreters.languages.cdc_fortran.library import files, transfers
from interpreters.lowering.arithmetic import integer_power


def stop(host: Host, digits: int) -> None:
    """End the run by STOP with digits."""
    raise HostHalt(f"STOP {host.strings[digits]}")


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "begin": HostFunction((INT, INT, INT), None, transfers.begin),
    "begin_array": HostFunction((INT, INT, INT, INT), None, transfers.begin_array),
    "end": HostFunction((), None, transfers.end),
    "write_integer": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "INTEGER", value)),
    "write_real": HostFunction((REAL,), None, lambda host, value: transfers.write_item(host, "REAL", value)),
    "write_logical": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "LOGICAL", value)),
    "write_array": HostFunction((INT, INT, INT), None, transfers.write_array),
    "read_integer": HostFunction((), INT, lambda host: int(transfers.read_item(host, "INTEGER"))),
    "read_real": HostFunction((), REAL, lambda host: float(transfers.read_item(host, "REAL"))),
    "read_logical": HostFunction((), INT, lambda host: int(transfers.read_item(host, "LOGICAL"))),
    "read_array": HostFunction((INT, INT, INT), None, transfers.read_array),
    "rewind": HostFunction((INT,), None, files.rewind),
    "backspace": HostFunction((INT,), None, files.backspace),
    "endfile": HostFunction((INT,), None, files.endfile),
    "stop": HostFunction((INT,), None, stop),
    "integer_power": integer_power("**"),
}
