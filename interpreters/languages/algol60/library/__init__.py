"""What the standard procedures do outside the program, by the names under which the IR calls them.

devices         tapes, the printer, the punch
modified        the Modified Report's environmental block
el_x8           the system of the Mathematical Centre
arrays          whole arrays, of the IFIP procedures and others
other_systems   what the free implementations of today have
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.ir.host import Host, HostFunction, Library, Printing, printer
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60.library import arrays, el_x8, modified, other_systems
from getallenband.interpreters.languages.algol60.library.devices import PUNCH, finish, place_number, put, session, write
from getallenband.interpreters.lowering import arithmetic

__all__ = ["LIBRARY", "finish", "session"]

INT, REAL = Type.INT, Type.REAL
Writer = Callable[..., None]


def note_step(host: Host, place: int, message: int) -> None:
    """Note that the two reports differ on a step."""
    host.note(host.place(place), host.strings[message], "--setting report=revised for a text before 1976")


def string(host: Host, text: int) -> str:
    return host.strings[text]


def printed(parameters: tuple[Type, ...], text: Callable[..., str], write: Writer = write) -> HostFunction:
    """Return a procedure that prints a text."""
    return printer(parameters, text, write, put)


def punched(parameters: tuple[Type, ...], text: Callable[..., str], write: Writer) -> HostFunction:
    """Return a procedure that punches a text."""
    return HostFunction(parameters, None, lambda host, *operands: write(host, text(host, *operands), PUNCH))


LIBRARY: Library = {
    "outstring": printed((INT, INT), modified.outstring),
    "outchar": HostFunction((INT, INT, INT), None, modified.outchar),
    "outsymbol": HostFunction((INT, INT, INT), None, modified.outchar),
    "length": HostFunction((INT,), INT, modified.length),
    "outterminator": printed((INT,), modified.outterminator),
    "outinteger": printed((INT, INT), modified.outinteger),
    "outreal": printed((INT, REAL), modified.outreal),
    "ininteger": HostFunction((INT, INT), INT, modified.ininteger),
    "inreal": HostFunction((INT,), REAL, modified.inreal),
    "inchar": HostFunction((INT, INT), INT, modified.inchar),
    "insymbol": HostFunction((INT, INT), INT, modified.inchar),
    "fault": HostFunction((INT, REAL), None, modified.fault),
    "note_step": HostFunction((INT, INT), None, note_step),
    "integer_power": arithmetic.integer_power("↑"),
    "elements_to_real": HostFunction((INT, INT, INT), None, modified.elements_to_real),
    "elements_to_integer": HostFunction((INT, INT, INT), None, modified.elements_to_integer),
    # the EL-X8 system
    "fixt": printed((INT, INT, REAL), el_x8.fixt, place_number),
    "absfixt": printed((INT, INT, REAL), el_x8.absfixt, place_number),
    "flot": printed((INT, INT, REAL), el_x8.flot, place_number),
    "print": printed((REAL,), el_x8.number, place_number),
    "nlcr": printed((), el_x8.nlcr),
    "space": HostFunction((INT,), None, el_x8.space, printing=Printing(el_x8.spaces, put)),
    "tab": HostFunction((), None, el_x8.tab),
    "carriage": HostFunction((INT,), None, el_x8.carriage),
    "newpage": HostFunction((), None, el_x8.new_page),
    "printtext": printed((INT,), string, el_x8.print_text),
    "linenumber": HostFunction((), INT, el_x8.line_number),
    "prsym": HostFunction((INT,), None, el_x8.print_symbol),
    "fixp": punched((INT, INT, REAL), el_x8.fixt, place_number),
    "absfixp": punched((INT, INT, REAL), el_x8.absfixt, place_number),
    "flop": punched((INT, INT, REAL), el_x8.flot, place_number),
    "punch": punched((REAL,), el_x8.number, place_number),
    "pusym": HostFunction((INT,), None, el_x8.punch_symbol),
    "puhep": HostFunction((INT,), None, el_x8.punch_heptad),
    "putext": punched((INT,), string, el_x8.print_text),
    "punlcr": punched((), el_x8.nlcr, write),
    "puspace": HostFunction((INT,), None, el_x8.punch_space),
    "read": HostFunction((), REAL, el_x8.read),
    "resym": HostFunction((), INT, el_x8.read_symbol),
    "rehep": HostFunction((), INT, el_x8.read_heptad),
    "hand": HostFunction((INT,), REAL, el_x8.hand),
    "xeen": HostFunction((INT,), INT, el_x8.operate),
    "x8_stop": HostFunction((), None, el_x8.stop_operating),
    "random": HostFunction((), REAL, el_x8.next_random),
    "setrandom": HostFunction((REAL,), None, el_x8.set_random),
    "timeofday": HostFunction((), REAL, el_x8.time_of_day),
    # whole arrays
    "outarray": HostFunction((INT, INT), None, arrays.outarray),
    "inarray": HostFunction((INT, INT, INT), None, arrays.inarray),
    "print_array": HostFunction((INT, INT), None, arrays.print_array),
    "rebound": HostFunction((INT, INT, INT, INT, INT, INT), None, arrays.rebound),
    "bound": HostFunction((INT, INT, INT), INT, arrays.bound),
    # today's implementations
    "write": printed((INT,), string),
    "vprint_integer": printed((INT,), other_systems.vprint_integer),
    "vprint_real": printed((REAL,), other_systems.vprint_real),
    "vprint_boolean": printed((INT,), other_systems.vprint_boolean),
    "print_formatted": printed((REAL, INT, INT), other_systems.print_formatted),
    "outsymbol_from_0": HostFunction((INT, INT, INT), None, other_systems.outsymbol_from_0),
    "insymbol_from_0": HostFunction((INT, INT), INT, other_systems.insymbol_from_0),
    "pi": HostFunction((), REAL, other_systems.circle),
    "newline": printed((INT,), other_systems.newline),
    "one_space": printed((INT,), other_systems.space),
    "outreal_16_11": printed((INT, REAL), other_systems.outreal_16_11),
    "outreal_e_10": printed((INT, REAL), other_systems.outreal_e_10),
    "raw_in": HostFunction((INT,), INT, other_systems.raw_in),
    "raw_out": HostFunction((INT, INT), None, other_systems.raw_out),
    "isinfinite": HostFunction((REAL,), INT, other_systems.is_infinite),
    "print_named_integer": printed((INT, INT), other_systems.print_named),
    "print_named_real": printed((INT, REAL), other_systems.print_named_real),
    "print_named_boolean": printed((INT, INT), other_systems.print_named_boolean),
    "inchar_of_c": HostFunction((INT, INT), INT, other_systems.inchar_of_c),
    "print_quoted": printed((INT,), other_systems.print_quoted),
    "printsln": printed((INT,), other_systems.print_line),
    "printn_integer": printed((INT,), other_systems.print_plain),
    "printn_real": printed((REAL,), other_systems.print_plain_real),
    "printnln_integer": printed((INT,), other_systems.print_plain_line),
    "printnln_real": printed((REAL,), other_systems.print_plain_real_line),
}
