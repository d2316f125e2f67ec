"""The tables of a search, as section 2.3 of the article describes them: what must hold between them.

    site[p, s, e]          the e-th box of the s-th site of piece p; boxes ascend within a site
    sort[p, s, e]          the site whose e-th box is the s-th smallest
    box to site[p, b, e]   where box b begins in that order, 0 where it does not occur
    link[b, j]             the neighbours of box b, then zeros; rempty and group count them

Programs that call their tables otherwise are not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Fault = Callable[[str, int, str, str], None]
"""What is done with a fault: the table, the element (from 0, in the tape's order), the message, what was expected."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as read: its upper bounds and its elements, None for those without value."""

    extents: tuple[int, ...]
    elements: Sequence[int | None]

    def row(self, *subscripts: int) -> Sequence[int | None]:
        """Return the elements along the last subscript; the others count from 1."""
        width, index = self.extents[-1], 0
        for subscript, extent in zip(subscripts, self.extents, strict=False):
            index = index * extent + subscript - 1
        return self.elements[index * width : (index + 1) * width]

    def place(self, *subscripts: int) -> int:
        """Return which element this is, from 0."""
        index = 0
        for subscript, extent in zip(subscripts, self.extents, strict=True):
            index = index * extent + subscript - 1
        return index


def check_tables(tables: Mapping[str, Table], fault: Fault) -> None:
    """Check the tables that were read; call `fault`, which does not return, with the first error."""
    if "link" in tables and len(tables["link"].extents) == 2:
        check_links(tables, fault)
    if not {"site", "number of site"} <= set(tables) or len(tables["site"].extents) != 3:
        return
    number, (pieces, most, _) = tables["number of site"], tables["site"].extents
    for name in ("number of site", "size of piece"):
        if name in tables and tables[name].extents != (pieces,):
            fault(name, 0, f"{name} has not one number for each of {pieces} pieces", str(pieces))
    sites: dict[int, list[list[int]]] = {}
    for piece in range(1, pieces + 1):
        count = number.elements[piece - 1]
        if count is None or not 0 <= count <= most:
            fault("number of site", piece - 1, f"piece {piece} cannot have {shown(count)} sites", f"0 to {most}")
        sites[piece] = [check_site(tables, piece, place, fault) for place in range(1, (count or 0) + 1)]
        seen: dict[tuple[int, ...], int] = {}
        for place, site in enumerate(sites[piece], 1):
            first = seen.setdefault(tuple(site), place)
            if first != place:
                index = tables["site"].place(piece, place, 1)
                fault("site", index, f"site {place} of piece {piece} is site {first} again", "different sites")
    used = max(map(len, sites.values()))
    longest = max((len(site) for mine in sites.values() for site in mine), default=0)
    for name, check, least in (("sort", check_sort, used), ("box to site", check_begins, 1)):
        if name in tables and len(tables[name].extents) == 3:
            needed, extents = (pieces, least, longest), tables[name].extents
            if any(extent < need for extent, need in zip(extents, needed, strict=True)):
                bounds, wanted = (" ".join(map(str, numbers)) for numbers in (extents, needed))
                fault(name, 0, f"{name} has the upper bounds {bounds}: too small for site", f"at least {wanted}")
            check(tables[name], sites, fault)


def boxes_of(tables: Mapping[str, Table]) -> int | None:
    """Return the number of boxes, if a table tells."""
    for name, axis, axes in (("link", 0, 2), ("box to site", 1, 3), ("rempty", 0, 1)):
        if name in tables and len(tables[name].extents) == axes:
            return tables[name].extents[axis]
    return None


def shown(value: int | None) -> str:
    """Write an element."""
    return "-" if value is None else str(value)


def check_site(tables: Mapping[str, Table], piece: int, place: int, fault: Fault) -> list[int]:
    """Check one site: boxes of the frame in ascending order; return it."""
    table, boxes = tables["site"], boxes_of(tables)
    size = table.extents[2]
    if "size of piece" in tables:
        given = tables["size of piece"].elements[piece - 1]
        if given is None or not 0 <= given <= size:
            fault("size of piece", piece - 1, f"piece {piece} cannot have {shown(given)} boxes", f"0 to {size}")
        size = given or 0
    site: list[int] = []
    for element, box in enumerate(table.row(piece, place)[:size], 1):
        index, name = table.place(piece, place, element), f"site[{piece},{place},{element}]"
        if box is None or box < 1 or (boxes is not None and box > boxes):
            fault("site", index, f"{name} is {shown(box)}", f"a box, 1 to {boxes or 'the number of boxes'}")
        elif site and box <= site[-1]:
            fault("site", index, f"{name} is {box} after {site[-1]}", "boxes in ascending order")
        site.append(box or 0)
    return site


def check_sort(table: Table, sites: Mapping[int, list[list[int]]], fault: Fault) -> None:
    """Check that sort names every site once and leads through its boxes in ascending order."""
    for piece, mine in sites.items():
        for element in range(1, len(mine[0]) + 1 if mine else 1):
            before, seen = 0, set[int]()
            for place in range(1, len(mine) + 1):
                index = table.place(piece, place, element)
                site = table.elements[index]
                name = f"sort[{piece},{place},{element}]"
                if site is None or not 1 <= site <= len(mine) or site in seen:
                    fault("sort", index, f"{name} is {shown(site)}", f"each of 1 to {len(mine)} once")
                    return
                seen.add(site)
                box = mine[site - 1][element - 1]
                if box < before:
                    fault("sort", index, f"{name} is {site}: box {box} comes after box {before}", "ascending boxes")
                before = box


def check_begins(table: Table, sites: Mapping[int, list[list[int]]], fault: Fault) -> None:
    """Check that box to site is where each box begins."""
    for piece, mine in sites.items():
        for element in range(1, len(mine[0]) + 1 if mine else 1):
            column = sorted(site[element - 1] for site in mine)
            begins = {box: place for place, box in reversed(list(enumerate(column, 1)))}
            for box in range(1, table.extents[1] + 1):
                index = table.place(piece, box, element)
                begin, found = begins.get(box, 0), table.elements[index]
                if found != begin:
                    name = f"box to site[{piece},{box},{element}]"
                    fault("box to site", index, f"{name} is {shown(found)}", str(begin))


def check_links(tables: Mapping[str, Table], fault: Fault) -> None:
    """Check that links lead to boxes and back, and that rempty and group count them."""
    table = tables["link"]
    boxes, most = table.extents
    near: dict[int, dict[int, None]] = {}
    for box in range(1, boxes + 1):
        found = [link or 0 for link in table.row(box)]
        firsts: dict[int, int] = {}
        for place, other in enumerate(found, 1):
            firsts.setdefault(other, place)
        end = firsts.pop(0, most + 1)
        near[box] = dict.fromkeys(found[: end - 1])
        for place, other in enumerate(found, 1):
            message = f"link[{box},{place}] is {other}"
            if not 0 <= other <= boxes or other == box or (other and firsts[other] != place):
                fault("link", table.place(box, place), message, f"another box, 1 to {boxes}, or 0 after the last")
            if other and place > end:
                fault("link", table.place(box, place), f"{message} after a 0", "0 after the last neighbour")
    for box, others in near.items():
        for place, other in enumerate(others, 1):
            if box not in near[other]:
                index = table.place(box, place)
                message = f"box {box} has box {other} for a neighbour, but not the other way"
                fault("link", index, message, "both or none")
    degrees = [len(others) for others in near.values()]
    wanted = {"rempty": degrees, "group": [degrees.count(number) for number in range(most + 1)]}
    for name, numbers in wanted.items():
        if name in tables:
            for index, number in enumerate(numbers):
                if index >= len(tables[name].elements) or tables[name].elements[index] != number:
                    first = 0 if name == "group" else 1
                    fault(name, index, f"{name}[{index + first}] does not follow from link", str(number))
