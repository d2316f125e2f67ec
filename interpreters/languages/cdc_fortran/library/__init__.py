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

from interpreters.ir.host import Host, HostFunction, HostHalt, HostTrap, host_functions, with_addresses
from interpreters.ir.types import Type
from interpreters.languages.cdc_fortran.library import files, namelist, records, system, transfers
from interpreters.lowering.arithmetic import integer_power


def stop(host: Host, digits: int) -> None:
    """End the run by STOP with digits."""
    raise HostHalt(f"STOP {host.strings[digits]}")


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
LIBRARY = host_functions(
    transfers.begin, transfers.begin_memory, transfers.layout_in_array, transfers.over, transfers.end,
    transfers.write_characters, transfers.write_array, transfers.read_array,
    files.unit_named, files.unit_in_word, files.rewind, files.backspace, files.endfile,
    system.shift, system.mask, system.random, system.second, system.date, system.time, system.end_of_file,
    system.unit_status, system.parity, system.sense_light, system.sense_switch, stop, complex_power,
    namelist=namelist.transfer, namelist_variable=namelist.variable,
    call_slite=system.set_light, call_overfl=system.no_overflow, call_dvchk=system.no_overflow,
    call_second=system.second, call_date=system.date, call_time=system.time,
    call_ranset=system.set_random, call_ranget=system.last_random,
) | {
    "ended": HostFunction((), INT, lambda host: int(host.state.met == "END")),
    "failed": HostFunction((), INT, lambda host: int(host.state.met == "ERR")),
    "write_integer": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "INTEGER", value)),
    "write_real": HostFunction((REAL,), None, lambda host, value: transfers.write_item(host, "REAL", value)),
    "write_logical": HostFunction((INT,), None, lambda host, value: transfers.write_item(host, "LOGICAL", value)),
    "read_integer": HostFunction((), INT, lambda host: int(transfers.read_item(host, "INTEGER"))),
    "read_real": HostFunction((), REAL, lambda host: float(transfers.read_item(host, "REAL"))),
    "read_logical": HostFunction((), INT, lambda host: int(transfers.read_item(host, "LOGICAL"))),
    **{
        f"record {count}": HostFunction((INT,) * (1 + count), None, records.write_record)
        for count in range(records.MOST + 1)
    },
    "call_slitet": HostFunction((INT,), INT, lambda host, one: system.one_or_two(system.sense_light(host, one))),
    "call_sswtch": HostFunction((INT,), INT, lambda host, one: system.one_or_two(system.sense_switch(host, one))),
    "integer_power": integer_power("**"),
}  # fmt: skip
LIBRARY = with_addresses(
    LIBRARY,
    reads=(
        "begin_memory", "layout_in_array", "read_integer", "read_real", "read_logical", "read_array", "write_array",
        "namelist", "end",
    ),
    writes=("write_integer", "write_real", "write_logical", "write_array", "read_array", "namelist", "end"),
)  # fmt: skip
"""Each item of ENCODE may end a record, which is put into its variable, and each of DECODE may need the next one."""
