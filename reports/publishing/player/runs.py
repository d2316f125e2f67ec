"""The runs of an edition become what its page holds for the player: modules, listings, boards, in one string.

    data = player_data(edition("debruijn1972_pentomino"), oracle)
    data["runs"]            # ["first24", "full", …]
    data["made_from"]       # the checksum of the texts, tapes and settings that they are made from
    data["packed"]          # packed: the length of the JSON in four bytes, the JSON, the modules

Runs of one program share its module.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypedDict

from getallenband.durable.names import unknown
from getallenband.interpreters.ir.messages import out_of_output, out_of_statements, stopped
from getallenband.originals.boards import Board, names_in, names_of
from getallenband.originals.edition import Edition
from getallenband.originals.presentation import presentation
from getallenband.originals.runs import Run
from getallenband.reports.publishing.player import packed, unpacked
from getallenband.reports.publishing.player.boards import drawn
from getallenband.reports.publishing.player.pace import pace
from getallenband.reports.publishing.player.texts import colours, meanings
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import RunJob, job_of_run
from getallenband.reports.runs.modules import page_module, with_modules
from getallenband.reports.runs.oracle import Oracle

Data = Mapping[str, Any]


class PlayerData(TypedDict):
    """What a page holds for its player."""

    runs: list[str]
    made_from: str
    packed: str


def player_data(found: Edition, oracle: Oracle, names: Sequence[str] = (), *, soak: bool = False) -> PlayerData | None:
    """Return what the page of an edition holds, with these runs or all; None where no run can be run in a page."""
    boards = presentation(found).boards
    drawings = [drawn(board, oracle) for board in boards]
    held = Packed(found, boards)
    for run, job in with_modules(found, soak=soak or bool(names)):
        if run.name in (names or found.runs):
            data = run_data(job, oracle.cache)
            held.add(run, data, None if data["refused"] else pace(found, run, job, data))
    if not held.runs:
        return None
    return {"runs": held.names, "made_from": made_from(found), "packed": held.text(drawings)}


def not_in_page(found: Edition, cache: ResultCache, *, soak: bool = False) -> dict[str, str]:
    """Return which of the runs that a page would have it cannot run, and why."""
    made = ((run.name, page_module(job, cache)["refused"]) for run, job in with_modules(found, soak=soak))
    return {name: why for name, why in made if why}


def made_from(found: Edition) -> str:
    """Return one checksum of all that an edition says of its runs, their lines and paces, and its boards."""
    runs = {name: source_of(job_of_run(found, run)) for name, run in found.runs.items()}
    shown = presentation(found)
    said = [repr(shown.boards), repr([program.pace for program in shown.programs]), repr(found.gloss)]
    content = json.dumps([runs, said], sort_keys=True)
    return sha256(content.encode()).hexdigest()


def source_of(job: RunJob) -> dict[str, Any]:
    stop = job.request.stop
    return {
        "checksums": dict(job.checksums),
        "arithmetic": job.request.options.arithmetic,
        "settings": dict(job.request.options.settings),
        "limits": repr(job.request.limits),
        "stop": repr(stop),
    }


def run_data(job: RunJob, cache: ResultCache) -> Data:
    """Return a run for the player: its module, and where it ends."""
    found: Data = page_module(job, cache)
    return {**found, **bounds(job, found)} if not found["refused"] else found


def bounds(job: RunJob, data: Data) -> dict[str, Any]:
    """Return where the player ends a run, and with which words: at its stop, or beyond its budgets."""
    limits, stop = job.request.limits, job.request.stop
    labels = [statement["label"] for statement in data["statements"]]
    return {
        "limits": {
            "output": limits.output,
            "output_message": out_of_output(limits.output),
            "statements": limits.statements,
            "statements_message": out_of_statements(limits.statements or 0),
        },
        "stop": stop
        and {
            "statement": labels.index(stop.statement),
            "execution": stop.execution,
            "message": stopped(stop.statement, stop.execution),
        },
    }


class Packed:
    """Runs of an edition, and what they share: modules, and the values of their data, each once."""

    def __init__(self, found: Edition, boards: Sequence[Board]) -> None:
        self.edition, self.boards = found, boards
        self.runs: list[dict[str, Any]] = []
        self.modules: list[bytes] = []
        self.values: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        return [str(run["name"]) for run in self.runs]

    def add(self, run: Run, data: Data, at_pace: Data | None = None) -> None:
        """Add a run; one that is refused is left out."""
        if data["refused"]:
            return
        code = b64decode(data["wasm"])
        if code not in self.modules:
            self.modules.append(code)
        start = sum(map(len, self.modules[: self.modules.index(code)]))
        number = self.board_of(run)
        board = None if number is None else self.boards[number]
        self.runs.append(
            {
                "name": run.name,
                "about": run.about,
                "source": f"{run.edition}/{self.edition.texts[run.text].file}",
                "text": self.value(run.reading),
                "colours": self.value(colours(run)),
                "meanings": self.value(meanings(self.edition, run)),
                "pace": at_pace,
                "module": [start, len(code)],
                "board": number,
                "solution": None if board is None else solution(run, board, data),
                "document": self.value([] if board is None else document(self.edition, board)),
                "data": {key: self.value(value) for key, value in data.items() if key != "wasm"},
            }
        )

    def value(self, value: Any) -> int:
        """Return the number of a value."""
        return self.values.setdefault(as_json(compact(value)), len(self.values))

    def board_of(self, run: Run) -> int | None:
        """Return the number of the first board that is the run's."""
        for number, board in enumerate(self.boards):
            if board.text == run.text and run.name in (board.runs or [run.name]):
                return number
        return None

    def text(self, boards: Sequence[Data]) -> str:
        """Return everything as one string."""
        return as_text(list(self.values), self.runs, boards, b"".join(self.modules))


def as_text(values: Sequence[str], runs: Sequence[Data], boards: Sequence[Data], modules: bytes) -> str:
    """Return runs as one string; their values are JSON already."""
    content = f'{{"values":[{",".join(values)}],"runs":{as_json(runs)},"boards":{as_json(boards)}}}'.encode()
    return packed(len(content).to_bytes(4, "big") + content + modules)


def one_of(player: PlayerData, name: str) -> PlayerData:
    """Return what a page holds of one of the runs: its values, board and module, without those of the others."""
    whole = unpacked(player["packed"])
    begin = 4 + int.from_bytes(whole[:4], "big")
    content = json.loads(whole[4:begin])
    run = next(run for run in content["runs"] if run["name"] == name)
    values: dict[str, int] = {}

    def moved(number: int) -> int:
        return values.setdefault(as_json(content["values"][number]), len(values))

    start, size = run["module"]
    boards = [] if run["board"] is None else [content["boards"][run["board"]]]
    run |= {key: moved(run[key]) for key in ("text", "colours", "meanings", "document")}
    run |= {"data": {key: moved(number) for key, number in run["data"].items()}}
    run |= {"module": [0, size], "board": 0 if boards else None}
    text = as_text(list(values), [run], boards, whole[begin + start :][:size])
    return {"runs": [name], "made_from": player["made_from"], "packed": text}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def compact(value: Any) -> Any:
    """Write each list of objects as a table: their keys once, then a row for each; what one lacks is null."""
    if isinstance(value, dict):
        return {key: compact(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if not value or not all(isinstance(item, dict) for item in value):
        return [compact(item) for item in value]
    keys = list(dict.fromkeys(key for item in value for key in item))
    return {"keys": keys, "rows": [[compact(item.get(key)) for key in keys] for item in value]}


def solution(run: Run, board: Board, data: Data) -> dict[str, Any]:
    """Return where a run finds a solution and has printed it; raise EditionError for what the program does not have."""
    known = {item["name"] for item in [*data["arrays"], *data["globals"]]}
    known |= {item["name"] for function in data["functions"] for item in function["locals"]}
    known |= {item["name"].lstrip("$@%") for item in data["cells"]}
    for name in sorted(names_of(board) - known):
        used = {"value": board.value or 0, "piece": board.piece or 0, "marks": list(board.marks)}
        key = next((key for key, expression in used.items() if name in names_in(expression)), "laid")
        raise board.entry.error(f"run {run.name}: {unknown('variable', name, known)}", key)
    return {
        "statement": beginning(run, board, "at", board.solution, data),
        "before": board.before,
        "printed": beginning(run, board, "printed", board.printed, data) if board.printed else None,
    }


def beginning(run: Run, board: Board, key: str, text: str, data: Data) -> int:
    """Return the first statement whose text begins so."""
    lines = run.reading.split("\n")
    for number, statement in enumerate(data["statements"]):
        if lines[statement["line"] - 1][statement["column"] - 1 :].startswith(text):
            return number
    raise board.entry.error(f"run {run.name}: no statement begins with {text!r}", "solution", key)


def document(found: Edition, board: Board) -> list[list[str]]:
    """Return the solutions that the document prints, each as lines of words."""
    if not board.document:
        return []
    blocks: list[list[str]] = []
    for line in found.texts[board.document].transcription.splitlines():
        words = " ".join(line.split())
        if re.match(board.begins, words):
            blocks.append([])
        if words and blocks:
            blocks[-1].append(words)
    return blocks
