"""A visitor's run in the player of the playground, in Chromium: forwards, backwards, to lines, solutions, moments."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from getallenband.interpreters.language import language, ours
from getallenband.originals.edition import edition
from getallenband.reports.publishing.playground import driver
from getallenband.reports.publishing.playground.content import language_data
from getallenband.reports.runs.job import job_of_run
from tests.reports.playground_page import COUNTING, DOUBLE, GO, PATIENCE, packed

pytestmark = pytest.mark.in_turn
THERE_AND_BACK = """async ([job, most]) => {
  const post = globalThis.postMessage;
  let [said, text] = [null, ""];
  globalThis.postMessage = (one) => (said = one);
  const ask = (data) => globalThis.onmessage({ data });
  const go = async (name, ...given) => {
    await ask({ type: "go", name, given });
    do {
      await ask({ type: "slice", milliseconds: 10, most, look: true });
      if (said.type === "opened") {
        text = "";
        await ask({ type: "go", name, given });
      } else text += said.seen.text;
    } while (said.type === "opened" || said.result === "working");
    const { counted, ended, host, parts } = said.seen;
    return { counted, ended, host, memory: parts.slice(2).map(([at, part]) => [at, part.end ?? part.join(" ")]) };
  };
  await ask({ type: "open", job });
  const stations = [await go("toEnd")];
  const half = Math.floor(stations[0].counted / 2);
  for (const number of [half, 2, half]) stations.push(await go("toStatements", number));
  stations.push(await go("toEnd"));
  globalThis.postMessage = post;
  return { text, stations };
}"""
"""In the worker: run a job to its end, half way back, to its beginning, half way, to its end, in slices."""


@pytest.fixture
def opened(opened_playground):
    return opened_playground


def there_and_back(page, job: dict, most: int) -> dict:
    """Give a job to the page's worker; return what the run prints, and what is at the stations of its way."""
    return page.workers[0].evaluate(THERE_AND_BACK, [job, most])


def as_on_the_reference_engine(job: dict) -> list[dict]:
    said: list[dict] = []
    driver.run(json.dumps(job), "wanted by a test", said.append)
    return json.loads(json.dumps(said))


@pytest.mark.parametrize("name", [name for name in ours() if language(name).lower is not None])
def test_each_example_is_the_same_run_compiled_and_after_it_has_gone_back(opened, name) -> None:
    offered = language_data(language(name))
    limits = {**offered["limits"], "statements": 10_000_000}
    for example in offered["why_here"] + offered["examples"]:
        tapes = {"tape": example["tape"]} if example["tape"] else {}
        job = {"language": name, "tapes": tapes, "arithmetic": "", "limits": limits, **example}
        expected = as_on_the_reference_engine(job)
        for most in (10_000_000, 1) if expected[-1]["statements"] < 500 else (10_000_000, 1_009):
            found = there_and_back(opened.page, job, most)
            end, half, start, again, last = found["stations"]
            assert end["ended"] == expected[-1], example["name"]
            assert found["text"] == "".join(one["text"] for one in expected[:-1]), example["name"]
            assert (half, end) == (again, last), example["name"]
            assert start["counted"] == min(2, end["counted"])


def job_of_edition(name: str, run: str) -> dict:
    """Return a run of an edition as its page gives it to the playground."""
    job = job_of_run(edition(name), edition(name).runs[run])
    options = job.request.options
    tapes = {tape: text.text for tape, text in job.request.tapes.items()}
    return {
        "language": job.language, "text": job.source.text, "tape": tapes.pop("tape", ""), "tapes": tapes,
        "original": f"{name}/{run}", "arithmetic": options.arithmetic, "settings": dict(options.settings),
    }  # fmt: skip


def test_a_text_of_an_edition_has_its_board_and_the_way_to_each_solution(opened) -> None:
    page, job = opened.page, job_of_edition("debruijn1972_pentomino", "first24")
    assert opened.go(p=packed({**job, "limits": {"statements": 5_000_000}})) == "trapped"
    assert page.locator("[data-part=board] polygon").count() == 60
    found = int(page.get_attribute("#playground", "data-solutions"))
    assert (found >= 24, page.text_content("[data-part=count]")) == (True, str(found))
    opened.unfold()
    page.fill("[data-part=solution]", "3")
    opened.act("solution-n")
    assert opened.rest() == "paused"
    assert opened.printed().strip().split("\n")[-1].split()[0] == "3:"
    opened.act("next-solution")
    assert opened.rest() == "paused"
    assert page.get_attribute("#playground", "data-solutions") == "4"
    opened.go(language="ecol", text=DOUBLE, tape="21")
    assert not page.is_visible("[data-part=board]")


def test_a_program_reads_tapes_of_other_names(opened) -> None:
    assert opened.go(p=packed(job_of_edition("kawai_hamekomi", "tetra-100"))) == "finished"
    assert "stopped at solution 100" in opened.messages()
    assert opened.page.get_attribute("#playground", "data-solutions") == "100"


def test_a_run_goes_to_the_line_of_the_cursor_and_back_and_its_moment_is_shared(browser, opened) -> None:
    page = opened.page
    opened.go(language="ecol", text=COUNTING.format(last=1_000_000))
    assert page.get_attribute("#playground", "data-statements") == "2000003"
    page.locator("[data-part=program] .cm-line").nth(2).click()
    opened.unfold()
    opened.act("back-to-line")
    assert opened.rest() == "paused"
    assert page.text_content("[data-part=variables] dd") == "999999"
    opened.act("to-line")
    assert opened.rest() == "finished"
    opened.act("back")
    assert opened.rest() == "paused"
    opened.act("share")
    page.wait_for_url("**statement=2000002")
    other = browser.new_context().new_page()
    other.goto(page.url)
    other.wait_for_selector("#playground[data-state=paused]", timeout=PATIENCE)
    assert other.get_attribute("#playground", "data-statements") == "2000002"


READS = '#include <stdio.h>\nint n, sum;\nint main() { while (scanf("%d", &n) == 1) sum += n; printf("%d", sum); }\n'


def test_a_step_back_over_a_call_restores_what_it_read_and_printed(opened) -> None:
    opened.go(language="c_subset", text=READS, tape="20 22")
    assert (opened.rest(), opened.printed()) == ("finished", "42")
    seen = []
    for _ in range(4):
        opened.act("back")
        assert opened.rest() == "paused"
        seen.append((opened.page.text_content("[data-part=tape] .caption"), opened.printed()))
    assert [line.partition(" ")[0] for line, _ in seen][-1] < "2"
    assert seen[-1][1] == ""
    for _ in range(4):
        opened.act("step")
        opened.rest()
    assert (opened.state(), opened.printed()) == ("finished", "42")


POWER = "START\na := 1\ni := 0\n1 a := a * 3\ni := i + 1\nALS i < 40 DAN 1\nSCHRIJF (25,0) := a\nKLAAR\n"


def test_a_run_whose_assumption_was_wrong_begins_anew_and_goes_where_it_was_to_go(opened) -> None:
    opened.page.evaluate(GO, urlencode({"language": "ecol", "text": POWER}))
    opened.page.select_option("[data-action=speed]", "1000000")  # compiled from its first statement on
    opened.act("run")
    assert (opened.rest(), opened.printed().strip()) == ("finished", str(int(float(3**40))))
    opened.page.select_option("[data-action=speed]", "")


def test_a_change_of_the_text_ends_the_run(opened) -> None:
    opened.go(language="ecol", text=DOUBLE, tape="21")
    opened.act("back")
    assert opened.rest() == "paused"
    assert opened.page.is_visible("[data-part=variables]")
    opened.page.locator("[data-part=program] .cm-content").press("End")
    opened.page.locator("[data-part=program] .cm-content").press("Space")
    assert (opened.state(), opened.printed()) == ("ready", "")
    assert not opened.page.is_visible("[data-part=variables]")
