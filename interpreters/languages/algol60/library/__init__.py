"""What the standard procedures do outside the program, by the names under which the IR calls them.

devices         tapes, the printer, the punch
modified        the Modified Report's environmental block
el_x8           the system of the Mathematical Centre
arrays          whole arrays, of the IFIP procedures and others
other_systems   what the free implementations of today have
"""

from __future__ import annotations

from interpreters.ir.host import Host, host_functions, with_addresses
from interpreters.ir.types import Type
from interpreters.languages.algol60.library import arrays, el_x8, modified, other_systems
from interpreters.languages.algol60.library.devices import finish, session
from interpreters.lowering import arithmetic

__all__ = ["LIBRARY", "finish", "session"]

INT, REAL = Type.INT, Type.REAL


def note_step(host: Host, place: int, message: int) -> None:
    """Note that the two reports differ on a step."""
    host.note(host.place(place), host.strings[message], "--setting report=revised for a text before 1976")


LIBRARY = host_functions(
    modified.outstring, modified.outchar, modified.length, modified.outterminator, modified.outinteger,
    modified.outreal, modified.ininteger, modified.inreal, modified.inchar, modified.fault,
    modified.elements_to_real, modified.elements_to_integer, note_step,
    outsymbol=modified.outchar, insymbol=modified.inchar,
) | {"integer_power": arithmetic.integer_power("↑")}  # fmt: skip
LIBRARY |= host_functions(
    el_x8.fixt, el_x8.absfixt, el_x8.flot, el_x8.nlcr, el_x8.space, el_x8.tab, el_x8.carriage, el_x8.read, el_x8.hand,
    print=el_x8.print_number, newpage=el_x8.new_page, printtext=el_x8.print_text, prsym=el_x8.print_symbol,
    linenumber=el_x8.line_number, fixp=el_x8.fixp, absfixp=el_x8.absfixp, flop=el_x8.flop, punch=el_x8.punch_number,
    pusym=el_x8.punch_symbol, puhep=el_x8.punch_heptad, putext=el_x8.punch_text, punlcr=el_x8.punch_line,
    puspace=el_x8.punch_space, resym=el_x8.read_symbol, rehep=el_x8.read_heptad, xeen=el_x8.operate,
    x8_stop=el_x8.stop_operating, random=el_x8.next_random, setrandom=el_x8.set_random, timeofday=el_x8.time_of_day,
)  # fmt: skip
LIBRARY |= host_functions(arrays.outarray, arrays.inarray, arrays.print_array, arrays.rebound, arrays.bound)
LIBRARY |= host_functions(
    other_systems.vprint_integer, other_systems.vprint_real, other_systems.vprint_boolean,
    other_systems.print_formatted, other_systems.outsymbol_from_0, other_systems.insymbol_from_0,
    other_systems.newline, other_systems.outreal_16_11, other_systems.outreal_e_10, other_systems.raw_in,
    other_systems.raw_out, other_systems.print_named_real, other_systems.print_named_boolean,
    other_systems.inchar_of_c, other_systems.print_quoted,
    write=other_systems.write_text, pi=other_systems.circle, one_space=other_systems.space,
    isinfinite=other_systems.is_infinite, print_named_integer=other_systems.print_named,
    printsln=other_systems.print_line, printn_integer=other_systems.print_plain,
    printn_real=other_systems.print_plain_real, printnln_integer=other_systems.print_plain_line,
    printnln_real=other_systems.print_plain_real_line,
)  # fmt: skip
LIBRARY = with_addresses(
    LIBRARY,
    reads=("elements_to_real", "elements_to_integer", "outarray", "inarray", "print_array", "rebound", "bound"),
    writes=("elements_to_real", "elements_to_integer", "inarray", "rebound"),
)
