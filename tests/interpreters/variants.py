"""Compare a program with its variants (tests/generators/variants.py): what must not matter does not.

differences(case)       # [] or ["a print: …"]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from getallenband.interpreters import Outcome, ProbeRequest, Request, SourceError, run
from getallenband.interpreters.language import language
from getallenband.interpreters.testing.cases import Case, request_of, source_of
from tests.generators.variants import Variant, variants

PLACE = re.compile(r"\d+:\d+|line \d+")


def differences(case: Case, *, strict: bool) -> Iterator[str]:
    """Say which variants of a program end otherwise, or are refused; where not `strict`, these do not count.

    Where a budget is used up nothing is compared: a variant uses it up elsewhere.
    """
    try:
        first = outcome(case)
    except SourceError:
        return
    if case.options.get("show") == "driver":  # it prints all of its text
        return
    random = Random(case.source)
    labels = [label for label, times in first.counts.items() if times]
    if labels and language(case.language).lower:  # Scheme has no probe of the depth
        yield from differs("a probe", outcome(case, random.choice(labels)), first, case.source)
    for variant in variants(case, random):
        try:
            second = outcome(replace(case, source=variant.source))
        except SourceError as error:
            if strict:
                yield f"{variant.name}: {error}\n{variant.source}"
            continue
        yield from differs(variant.name, undone(second, variant), first, variant.source)


def outcome(case: Case, probed: str = "") -> Outcome:
    request: Request = request_of(case, "native")
    probes = {"probe": ProbeRequest(probed, "depth")} if probed else {}
    return run(source_of(case), case.language, replace(request, probes=probes))


def undone(outcome: Outcome, variant: Variant) -> Outcome:
    """Return an outcome without what a variant prints, and with the old name."""
    output, ending = outcome.output.removeprefix(variant.printed), outcome.ending
    old, new = variant.renamed
    if new:  # Scheme prints parts of its own text
        output, ending = output.replace(new, old), replace(ending, message=ending.message.replace(new, old))
    return replace(outcome, ending=ending, output=output)


def differs(name: str, second: Outcome, first: Outcome, source: str) -> Iterator[str]:
    """Compare two outcomes but for places and labels, which a new line moves, and new statements."""
    if "exhausted" in (first.ending.kind, second.ending.kind):
        return
    lost = Counter(first.counts.values()) - Counter(second.counts.values())
    if seen(second) != seen(first) or lost:
        yield f"{name}: {seen(second)} for {seen(first)}, counts lost: {dict(lost)}\n{source}"


def seen(outcome: Outcome) -> tuple[object, ...]:
    message = PLACE.sub("a place", outcome.ending.message)
    return outcome.ending.kind, message, outcome.output, outcome.tape_read, outcome.files
