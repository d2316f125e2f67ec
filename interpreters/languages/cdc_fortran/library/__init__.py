"""What every FORTRAN program can use: functions, input and output.

intrinsics   the table of intrinsic and basic external functions
words        characters in machine words
formats      FORMAT: its fields, in the order in which they are used
fields       values as the characters of a field, and back
files        units, records, carriage control
transfers    READ and WRITE: begun, given their items one by one, ended
records      records for OUTPUT written by one call
free         values without a FORMAT
namelist     NAMELIST
system       clock, random numbers, sense lights, the end of a file
"""

from __future__ import annotations

from getallenband.interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, Library, printer
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.cdc_fortran.library import files, namelist, records, system, transfers
from getallenband.interpreters.lowering.arithmetic import integer_power


def stop(host: Host, digits: int) -> None:
    """End the run by STOP with digits."""
    raise HostHalt(f"STOP {host.strings[digits]}")


ONCE = "FORTRAN 77 runs it not at all; so does IF (limit .LT. start) GO TO a label after it"


def note_once(host: Host, place: int, first: int, limit: int) -> None:
    """Note a DO that runs its range though its limit is below its start."""
    host.note(host.place(place), f"this DO runs once, though its limit {limit} is below its start {first}", ONCE)


def complex_power(host: Host, real: float, imaginary: float, exponent: int, part: int) -> float:
    """Return the real (0) or the imaginary (1) part of a complex number to the power of a whole number."""
    try:
        found = complex(real, imaginary) ** exponent
    except ZeroDivisionError:
        raise HostTrap(f"(0.,0.)**{exponent} is undefined") from None
    except OverflowError:
        raise HostTrap("a complex result is too large") from None
    return found.imag if part else found.real


INT, REAL = Type.INT, Type.REAL
LIBRARY: Library = {
    "begin": HostFunction((INT, INT, INT, INT, INT), None, transfers.begin),
    "begin_memory": HostFunction((INT, INT, INT, INT, INT, INT), None, transfers.begin_memory),
    "layout_in_array": HostFunction((INT, INT), None, transfers.layout_in_array),
    "over": HostFunction((), INT, transfers.over),
    "omitted": HostFunction((), INT, lambda host: int(host.state.transfer.omitted)),
    "missed": HostFunction((), INT, lambda host: int(host.state.missed)),
    "ended": HostFunction((), INT, lambda host: int(host.state.met == "END")),
    "failed": HostFunction((), INT, lambda host: int(host.state.met == "ERR")),
    "unit_named": HostFunction((INT,), INT, files.unit_named),
    "unit_in_word": HostFunction((INT,), INT, files.unit_in_word),
    "namelist_variable": HostFunction((INT, INT, INT, INT), None, namelist.variable),
    "namelist": HostFunction((INT, INT, INT, INT, INT), None, namelist.transfer),
    "end": HostFunction((), None, transfers.end),
    "write_integer": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "INTEGER", value)),
    "write_real": HostFunction((REAL,), None, lambda host, value: transfers.write_item(host, "REAL", value)),
    "write_logical": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "LOGICAL", value)),
    "write_complex": HostFunction((REAL, REAL), None, transfers.write_complex),
    "write_characters": HostFunction((INT,), None, transfers.write_characters),
    "write_array": HostFunction((INT, INT, INT), None, transfers.write_array),
    "read_integer": HostFunction((), INT, lambda host: int(transfers.read_item(host, "INTEGER"))),
    "read_real": HostFunction((), REAL, lambda host: float(transfers.read_item(host, "REAL"))),
    "read_complex": HostFunction((), REAL, lambda host: float(transfers.read_item(host, "COMPLEX"))),
    "read_imaginary": HostFunction((), REAL, lambda host: float(host.state.transfer.imaginary)),
    "read_logical": HostFunction((), INT, lambda host: int(transfers.read_item(host, "LOGICAL"))),
    "read_one_integer": HostFunction(
        (INT, INT, INT, INT), INT, lambda host, *how: int(transfers.read_one(host, "INTEGER", *how))
    ),
    "read_one_real": HostFunction(
        (INT, INT, INT, INT), REAL, lambda host, *how: float(transfers.read_one(host, "REAL", *how))
    ),
    "read_array": HostFunction((INT, INT, INT), None, transfers.read_array),
    **{
        f"record {count}": printer((INT,) * (1 + count), records.record, records.print_line, files.put_lines)
        for count in range(records.MOST + 1)
    },
    "rewind": HostFunction((INT,), None, files.rewind),
    "backspace": HostFunction((INT,), None, files.backspace),
    "endfile": HostFunction((INT,), None, files.endfile),
    "stop": HostFunction((INT,), None, stop),
    "shift": HostFunction((INT, INT), INT, system.shift),
    "mask": HostFunction((INT,), INT, system.mask),
    "random": HostFunction((), REAL, system.random),
    "second": HostFunction((), REAL, system.second),
    "date": HostFunction((), INT, system.date),
    "time": HostFunction((), INT, system.time),
    "end_of_file": HostFunction((INT,), REAL, system.end_of_file),
    "unit_status": HostFunction((INT,), REAL, system.unit_status),
    "parity": HostFunction((INT,), INT, system.parity),
    "sense_light": HostFunction((INT,), INT, system.sense_light),
    "sense_switch": HostFunction((INT,), INT, system.sense_switch),
    "call_slite": HostFunction((INT,), None, system.set_light),
    "call_slitet": HostFunction((INT,), INT, lambda host, one: system.one_or_two(system.sense_light(host, one))),
    "call_sswtch": HostFunction((INT,), INT, lambda host, one: system.one_or_two(system.sense_switch(host, one))),
    "call_overfl": HostFunction((), INT, system.no_overflow),
    "call_dvchk": HostFunction((), INT, system.no_overflow),
    "call_second": HostFunction((), REAL, system.second),
    "call_date": HostFunction((), INT, system.date),
    "call_time": HostFunction((), INT, system.time),
    "call_ranset": HostFunction((REAL,), None, system.set_random),
    "call_ranget": HostFunction((), REAL, system.last_random),
    "note_once": HostFunction((INT, INT, INT), None, note_once),
    "integer_power": integer_power("**"),
    "complex_power": HostFunction((REAL, REAL, INT, INT), REAL, complex_power),
}
"""Each item of ENCODE may end a record, which is put into its variable, and each of DECODE may need the next one."""
