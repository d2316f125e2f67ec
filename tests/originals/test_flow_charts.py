"""The flow charts that the editor drew for de Bruijn's program go where the program goes.

A chart is read from its drawing: boxes with their words, arrows from box to box, "yes" and "no" where an arrow leaves.
The program's way is that of its lowered form, from statement to statement; each is part of one box.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import dist
from pathlib import Path
from xml.etree import ElementTree

from getallenband.interpreters import lower
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.control_flow import successors
from getallenband.interpreters.transform.statement_blocks import begin_blocks_at_statements
from getallenband.originals.edition import edition
from getallenband.reports.runs.job import job_of_run

FIGURES = Path(edition("debruijn1972_pentomino").folder) / "figures"
Edge = tuple[str, str, str]
"""From where, the answer ("yes", "no", or "" where nothing is asked), to where."""
SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Box:
    """A box of a chart; points on its edge, or on the circle of its Greek letter, belong to it."""

    left: float
    top: float
    right: float
    bottom: float
    words: str = ""

    def distance(self, point: tuple[float, float]) -> float:
        x, y = point
        return dist((x, y), (min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)))


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


def chart(figure: str) -> set[Edge]:
    """Read the arrows of a chart."""
    boxes_part, arrows, answers = ElementTree.parse(FIGURES / figure).getroot().findall(f"{SVG}g")
    boxes: list[Box] = []
    for shape in boxes_part:
        if shape.tag == f"{SVG}rect":
            x, y, width, height = (float(shape.attrib[key]) for key in ("x", "y", "width", "height"))
            boxes.append(Box(x, y, x + width, y + height))
        elif shape.tag == f"{SVG}path":
            left, y, _, top = numbers(shape.attrib["d"])[:4]
            right = numbers(shape.attrib["d"].split("H")[1])[1]
            boxes.append(Box(left, top, right, 2 * y - top))
        elif shape.tag == f"{SVG}text" and "font-style" not in shape.attrib:
            place = float(shape.attrib["x"]), float(shape.attrib["y"])
            box = next(box for box in boxes if box.distance(place) == 0)
            box.words = f"{box.words} {shape.text}".strip()
    found: set[Edge] = set()
    for arrow in arrows:
        points = list(zip(*[iter(numbers(arrow.attrib["d"]))] * 2, strict=True))
        first, last = (min(boxes, key=lambda box: box.distance(end)) for end in (points[0], points[-1]))
        assert first.distance(points[0]) == 0
        assert last.distance(points[-1]) < 30
        found.add((first.words, answer(answers, points[0], points[1]), last.words))
    assert {words for edge in found for words in edge[::2]} == {box.words for box in boxes}
    return found


def answer(answers: ElementTree.Element, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the answer that stands beside the beginning of an arrow."""
    line = Box(min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
    near = [text.text for text in answers if line.distance((float(text.attrib["x"]), float(text.attrib["y"]))) < 17]
    assert len(near) < 2
    return str(near[0]) if near else ""


def program(box_of: dict[int, str], yes: dict[str, bool]) -> set[Edge]:
    """Return where the statements lead from box to box; `yes` says which boxes are left with yes where ALS holds."""
    found = edition("debruijn1972_pentomino")
    job = job_of_run(found, found.runs["full"])
    whole = begin_blocks_at_statements(lower(job.source, job.language, job.request.options).program)
    (function,) = whole.functions.values()
    lines = {
        label: int(whole.statements[block.operations[0].statement].label)
        for label, block in function.blocks.items()
        if isinstance(block.operations[0], ops.Statement)
    }
    edges: set[Edge] = set()
    for label, block in function.blocks.items():
        origin = box_of.get(lines.get(label, 0))  # the first block is before all statements
        for way, target in enumerate(successors(block.terminator)):
            box = box_of.get(lines[target])
            if origin and box and origin != box:
                said = "" if origin not in yes else "yes" if yes[origin] == (way == 0) else "no"
                edges.add((origin, said, box))
    return edges


def test_the_detailed_chart_goes_where_the_program_goes():
    drawn = chart("figure-7.svg")
    box_of: dict[int, str] = {}
    for words in {words for edge in drawn for words in edge[::2]}:
        first, *more = map(int, re.findall(r"\d+", re.findall(r"\(.*?\)", words)[-1]))
        box_of |= dict.fromkeys(range(first, (more or [first])[-1] + 1), words)
    assert sorted(box_of) == list(range(28, 118))
    asked = {60: False, 63: False, 84: True, 95: True, 96: True}
    assert drawn == program(box_of, {box_of[line]: yes for line, yes in asked.items()})


def test_the_first_chart_differs_where_its_caption_says():
    drawn = chart("figure-6.svg")
    last, after = "is there a letter after the last one?", "put the next letter in its place"
    box_of = {
        range(28, 56): "begin with the first test word",
        range(56, 60): "append the first letter of the alphabet",
        range(60, 75): "pronounceable?",
        range(75, 85): "fewer than 12 letters?",
        range(85, 94): "note the word as a solution",
        range(94, 96): last,
        range(96, 97): "more than one letter?",
        range(97, 116): "take the last letter away",
        range(116, 117): "finished",
    }
    yes = {"pronounceable?": False, "fewer than 12 letters?": True, last: True, "more than one letter?": True}
    taken = program({line: words for lines, words in box_of.items() for line in lines}, yes)
    # The program puts the next letter, then asks whether there was one: what the chart has as two boxes is one.
    one = {
        (last if first == after else first, "yes" if first == after else said, second) for first, said, second in drawn
    }
    one.discard((last, "yes", after))
    begin, note = "begin with the first test word", "note the word as a solution"
    assert one - taken == {(begin, "", "pronounceable?"), (note, "", last)}
    assert taken - one == {(begin, "", "append the first letter of the alphabet"), (note, "", "more than one letter?")}
