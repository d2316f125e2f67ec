"""The playground in Chromium, from disk and from a server: examples, faults, budgets, moves, keeping, sharing."""

from __future__ import annotations

import functools
import http.server
import itertools
import re
import threading
from urllib.parse import urlencode

import pytest

from getallenband.interpreters.language import ours
from getallenband.interpreters.testing.cases import case_files, folder_of_cases, read_cases
from getallenband.reports.publishing.playground import build
from getallenband.reports.publishing.playground.packages import fetched, snapshot
from tests.browser import violations_seen
from tests.reports.playground_page import COUNTING, DOUBLE, GO, PATIENCE, RESTING, Page, packed

pytestmark = pytest.mark.in_turn
VIEWS = (((1280, 720), "light"), ((390, 844), "dark"))
ENDLESS = "START\n1 NAAR 1\nKLAAR\n"
WRONG = [case for name in ours() for case in [case for case in case_files(name) if "error" in case.sections][:3]]
"""Three refused texts of each language: twenty-one."""


@pytest.fixture
def opened(opened_playground):
    return opened_playground


@pytest.mark.usefixtures("playground")
def test_the_snapshot_is_the_same_each_time() -> None:
    one, other = (snapshot(fetched(build.CACHE), build.archive()) for _ in range(2))
    assert one == other


@pytest.fixture(scope="module")
def server(playground):
    """Serve the page as `python -m http.server` does; give its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(playground))
    handler.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


@pytest.mark.parametrize("name", ours())
def test_each_example_prints_what_its_case_says(opened, name) -> None:
    page = opened.page
    page.select_option("[data-action=language]", name)
    files = [read_cases(name, folder_of_cases(name) / f"{file}.case") for file in ("why_here", "examples")]
    groups = page.locator("[data-action=example] optgroup")
    assert [groups.nth(place).locator("option").count() for place in (0, 1)] == list(map(len, files))
    options = groups.locator("option")
    for number, case in enumerate(itertools.chain(*files)):
        page.select_option("[data-action=example]", options.nth(number).get_attribute("value"))
        opened.act("run")
        assert opened.rest() == "finished", case.label
        assert opened.printed().strip() == case.sections["output"].removesuffix("\\").strip(), case.label


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.label)
def test_a_wrong_program_has_its_message_and_is_marked(opened, case) -> None:
    settings = [f"{name}={value}" for name, value in case.options.items()]
    assert (
        opened.go(language=case.language, text=case.source, tape="", **({"setting": settings[0]} if settings else {}))
        == "refused"
    )
    first = case.sections["error"].split("\n")[0].partition(":")[2]
    assert first in opened.messages()
    assert opened.page.locator(".cm-lintRange-error, .cm-lintPoint-error, .cm-lint-marker-error").count() >= 1


def test_a_plain_address_loads_and_runs(opened) -> None:
    assert opened.go(language="ecol", text=DOUBLE, tape="21") == "finished"
    assert (opened.printed(), opened.text().strip()) == ("    42", DOUBLE.strip())
    assert opened.page.get_attribute("#playground", "data-statements") == "3"
    assert opened.page.locator(".counts .cm-gutterElement").all_text_contents().count("1") == 3


DEEP = "begin integer k; k := " + "(1+" * 3000 + "1" + ")" * 3000 + " end"
CALLS = "START\nSCHRIJF := f (1)\nKLAAR\nFUN f (n)\nFUN := f (n)\n"


@pytest.mark.parametrize(
    ("language", "text", "state", "said"),
    [
        ("ecol", ENDLESS, "trapped", "the budget of 100000000 statements is used up"),
        ("ecol", f'START\n1 TEKST := "{"x" * 60}"\nNR\nNAAR 1\n KLAAR\n', "trapped", "is used up"),
        ("ecol", CALLS, "trapped", "deep: endless recursion?"),
        ("amb_scheme", "(define (f n) (+ 1 (f n))) (f 1)", "trapped", "endless recursion?"),
        ("ecol", "START\nRIJ (1:99999999) a\nKLAAR\n", "trapped", "the memory limit is"),
        ("algol60", DEEP, "trapped", "nested too deeply for a page"),
        ("klingon", "x", "refused", "there is no language 'klingon'"),
        ("ecol", "\0\1\x02", "refused", "program.ecol:1:1"),
    ],
)
def test_what_has_no_end_or_is_too_large_ends_with_a_message(opened, language, text, state, said) -> None:
    assert opened.go(p=packed({"language": language, "text": text, "limits": {"statements": 100_000_000}})) == state
    assert said in opened.messages()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"memory": 3_000_000_000}, "3000000000 bytes of memory cannot be reserved"),
        ({"depth": 10_000_000}, "calls are nested deeper than this page has memory for"),
    ],
)
def test_more_than_a_page_can_give_ends_with_a_message(opened, limits, said) -> None:
    assert opened.go(p=packed({"language": "ecol", "text": CALLS, "limits": limits})) in ("trapped", "refused")
    assert said in opened.messages()
    assert opened.go(language="ecol", text=DOUBLE, tape="21") == "finished"


def test_a_long_run_counts_all_its_statements(opened) -> None:
    assert opened.go(language="ecol", text=COUNTING.format(last=20_000_000)) == "finished"
    assert opened.printed().strip() == "20000000"
    assert int(opened.page.get_attribute("#playground", "data-statements")) > 40_000_000


SIZE = """() => {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module, offered) {
      super(module, offered);
      globalThis.size = () => offered.env.__linear_memory.buffer.byteLength;
    }
  };
}"""


RUN = 64 * 2**20
"""Bytes of a run's memory."""


def test_many_long_runs_need_no_more_memory_than_a_few(opened) -> None:
    """Python's memory may grow once more, by a fifth: where small objects lie in it depends on time."""
    opened.go(language="ecol", text=COUNTING.format(last=20_000))
    worker = opened.page.workers[0]
    worker.evaluate(SIZE)
    sizes = []
    for number in range(12):
        assert opened.go(language="ecol", text=COUNTING.format(last=20_000 + number)) == "finished"
        sizes.append(worker.evaluate("size()"))
    assert 0 < sizes[3] <= sizes[-1] < sizes[3] + 2 * RUN


def test_a_worker_is_thrown_away_after_an_internal_error(opened) -> None:
    worker = opened.page.workers[0]
    worker.evaluate("() => { WebAssembly.Module = function () { throw new Error('a damaged module'); }; }")
    assert opened.go(language="ecol", text=COUNTING.format(last=20_000)) == "trapped"
    assert "The playground failed" in opened.messages()
    assert "a damaged module" in opened.messages()
    assert opened.go(language="ecol", text=COUNTING.format(last=20_001)) == "finished"
    assert opened.page.workers[0] is not worker


@pytest.mark.parametrize(
    ("file", "answer", "said"),
    [
        ("runtime.js", {"status": 404}, "could not start: playground/runtime.js is missing"),
        (
            "playground.html",
            {"headers": {"Content-Type": "text/html", "Content-Security-Policy": "worker-src 'none'"}},
            "could not start: the browser allows it no worker",
        ),
    ],
)
def test_a_worker_that_cannot_start_is_said_so_each_time(browser, server, playground, file, answer, said) -> None:
    """The page waited for ever."""
    [path] = playground.rglob(file)
    found = Page(browser, server, {f"**/{file}": {"path": path, **answer}})
    assert (found.state(), said in found.messages()) == ("trapped", True)
    assert found.go(language="ecol", text=DOUBLE, tape="4") == "trapped"
    assert said in found.messages()
    assert found.errors == []
    found.context.close()


def test_scheme_says_why_it_is_slower(opened) -> None:
    opened.page.evaluate(GO, urlencode({"language": "amb_scheme", "text": "(define (f) (f)) (f)", "run": "1"}))
    opened.page.locator("[data-part=message]", has_text="has an evaluator of its own, and is not compiled").wait_for()
    opened.act("pause")
    assert opened.state() == "ready"


PATIENT = """() => {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, wait, ...given) => setTimeout(act, wait < 1000 ? wait : 100 * wait, ...given);
}"""
"""Lets the page wait longer than any busy machine needs for what has a second or more."""


def test_a_run_pauses_at_its_next_slice_and_the_page_answers_meanwhile(browser, playground) -> None:
    found = Page(browser, playground.as_uri())
    found.page.evaluate(PATIENT)
    found.go(language="ecol", text=DOUBLE, tape="21")
    worker = found.page.workers[0]
    found.page.evaluate(GO, urlencode({"language": "ecol", "text": ENDLESS, "run": "1"}))
    assert found.state() == "running"
    took = found.page.evaluate("""async () => {
      let longest = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        const before = performance.now();
        await new Promise((done) => setTimeout(done, 10));
        longest = Math.max(longest, performance.now() - before - 10);
      }
      return longest;
    }""")
    assert took < 1_000  # of a machine that other tests share; a page that does not answer takes as long as the run
    found.page.wait_for_selector("[data-statements]:not([data-statements='0'])")
    found.act("pause")
    assert found.state() == "paused"
    found.page.locator("[data-part=message]", has_text="before statement 1 in line 2").wait_for()
    assert found.go(language="ecol", text=DOUBLE, tape="4") == "finished"
    assert found.printed() == "     8"
    assert found.page.workers[0] is worker
    found.context.close()


def test_a_worker_that_does_not_answer_is_thrown_away(opened) -> None:
    worker = opened.page.workers[0]
    opened.page.evaluate(GO, urlencode({"language": "ecol", "text": ENDLESS, "run": "1"}))
    opened.page.wait_for_selector("[data-statements]:not([data-statements='0'])")
    # later: what never returns would not let this call return either
    worker.evaluate("() => { setTimeout(() => { performance.now = () => { for (;;); }; }); }")
    opened.act("pause")
    opened.page.locator("#messages", has_text="it did not stop in time").wait_for()
    assert opened.go(language="ecol", text=DOUBLE, tape="4") == "finished"


def test_steps_show_the_next_statement_variables_and_calls(opened) -> None:
    text = (
        "begin integer procedure f(n); value n; integer n;\n"
        "f := if n = 0 then 1 else n * f(n - 1);\noutinteger(1, f(2)) end"
    )
    opened.go(language="algol60", text=text)
    lines = []
    while True:
        opened.act("step")
        if opened.rest() != "paused":
            break
        lines.append(opened.page.text_content("[data-part=message]").rpartition(" ")[2])
        calls = opened.page.locator("[data-part=variables] .calls li").all_text_contents()
    assert lines == ["2.", "2.", "2."]
    assert calls == ["procedure f, line 2", "procedure f, line 2", "procedure f, line 2", "the program, line 3"]
    assert (opened.state(), opened.printed()) == ("finished", "2 ")
    opened.act("back")
    assert opened.rest() == "paused"


def test_a_slow_run_can_be_paused_and_goes_on_step_by_step(opened) -> None:
    opened.page.evaluate(GO, urlencode({"language": "ecol", "text": ENDLESS}))
    opened.page.select_option("[data-action=speed]", "10")
    opened.act("run")
    opened.page.wait_for_selector("#playground[data-state=running]:not([data-statements='0'])")
    opened.act("pause")
    assert opened.state() == "paused"
    opened.page.select_option("[data-action=speed]", "")


def test_share_gives_a_program_to_others(browser, opened) -> None:
    opened.page.locator("[data-part=program] .cm-content").fill('START\nTEKST := "één + twee"\nKLAAR\n')
    opened.act("share")
    opened.page.wait_for_url("**#p=*")
    other = browser.new_context().new_page()
    other.goto(opened.page.url)
    other.wait_for_selector(RESTING, timeout=PATIENCE)
    assert "één + twee" in (other.text_content("[data-part=program]") or "")


def test_a_text_of_the_visitor_is_not_lost_to_examples_links_and_reloads(browser, playground) -> None:
    found = Page(browser, playground.as_uri())
    own, examples = "START\nNR\nNR\nKLAAR\n", found.page.locator("[data-action=example]")
    found.page.locator("[data-part=program] .cm-content").fill(own)
    for title in ("Primes", "Hello"):
        examples.select_option(label=title)
        assert f"{title}. " in (found.page.text_content("[data-part=about]") or "")
    found.act("earlier")
    assert found.text() == own
    other = own.replace("START", "START\nNR")
    found.page.locator("[data-part=program] .cm-content").fill(other)
    found.go(language="ecol", text=DOUBLE, tape="21")
    found.act("earlier")
    assert (found.text(), "#" in found.page.url) == (other, False)
    found.act("share")
    found.page.wait_for_url("**#p=*")
    found.page.locator("[data-part=program] .cm-content").fill(DOUBLE)
    found.page.wait_for_url("**/playground.html")
    found.page.reload()
    found.rest()
    assert found.text() == DOUBLE
    found.context.close()


def test_an_address_runs_nothing_but_its_program(opened) -> None:
    evil = "<img src=x onerror='globalThis.ran = 1'>"
    assert opened.go(language="ecol", text=evil, tape=evil, setting=f"{evil}={evil}") == "refused"
    opened.go(language=evil, text=f'TEKST := "{evil}"')
    assert evil in opened.messages()
    assert opened.page.locator("img").count() == 0
    inline = "s => { s.textContent = 'globalThis.ran = 1'; document.body.append(s); return globalThis.ran ?? 0; }"
    assert opened.page.evaluate(f"({inline})(document.createElement('script'))") == 0
    refused = "fetch(location.href).then(() => 'answered', () => 'refused')"
    assert opened.page.evaluate(refused) == "refused"


@pytest.mark.parametrize(
    "value",
    [
        None,
        1,
        {"text": 1},
        {"text": "", "settings": {"a": 1}},
        {"text": "", "limits": {"depth": "x"}},
        {"text": "x" * 4_000_001},
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_an_address_holds_is_checked(opened, value) -> None:
    opened.page.evaluate(GO, f"p={packed(value)}")
    assert "The address was cut or damaged" in opened.messages()


ORIGINALS = [
    pytest.param(name, marks=pytest.mark.soak) for name in ("algol60", "cdc_fortran", "amb_scheme", "c_subset")
]


@pytest.mark.parametrize("name", ["ecol", *ORIGINALS])
def test_originals_print_their_first_solutions_while_they_run(opened, name) -> None:
    page = opened.page
    page.select_option("[data-action=language]", name)
    options = page.locator("[data-action=example] optgroup[label=originals] option")
    for label in options.all_text_contents():
        if "in the player" not in label:
            page.select_option("[data-action=example]", label=label)
            opened.act("run")
            page.locator("#printed", has_text=re.compile(r"\d")).wait_for()
            assert opened.state() in ({"running"} if name == "ecol" else {"running", "finished", "trapped"})


def test_an_original_that_is_too_slow_leads_to_the_player(browser, playground) -> None:
    found = Page(browser, playground.as_uri())
    (playground / "kawai_hamekomi.html").write_text("the player")
    found.page.select_option("[data-action=language]", "informal_algol")
    label = found.page.locator("[data-action=example] option", has_text="in the player").first.text_content()
    found.page.locator("[data-action=example]").select_option(label=label)
    found.page.wait_for_url("**/kawai_hamekomi.html#run-here")
    found.context.close()


@pytest.mark.parametrize("cut", [12, 40])
def test_an_address_that_was_cut_is_said_so_and_nothing_is_lost(opened, cut) -> None:
    opened.go(language="ecol", text=DOUBLE, tape="21")  # of a longer text only the lines in view are there to compare
    before = opened.text()
    opened.page.evaluate(GO, "p=q1ZKK81MzclPT1WyUsouzUpNTS5R0lFKSU3MyU9XslIqLkksSlWyUlAqSc0tAMqVJBYkKlnV1gIA"[:cut])
    assert "The address was cut or damaged" in opened.messages()
    assert opened.text() == before


def test_two_tabs_on_one_saved_text_lose_none(browser, playground) -> None:
    one = Page(browser, playground.as_uri())
    two = one.context.new_page()
    two.goto(one.address)
    two.wait_for_selector(RESTING, timeout=PATIENCE)
    one.page.locator("[data-part=program] .cm-content").fill("START\nKLAAR\n")
    one.page.wait_for_timeout(800)
    assert "Another tab has saved another text" in (two.text_content("#messages") or "")
    two.locator("[data-part=program] .cm-content").fill("START\nNR\nKLAAR\n")
    two.wait_for_timeout(800)
    two.click("[data-action=earlier]")
    assert "NR" not in (two.text_content("[data-part=program]") or "NR")


PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text.repeat(1_700_000));
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.querySelector("[data-part=program] .cm-content").dispatchEvent(event);
}"""


def test_a_pasted_text_of_five_megabytes_is_neither_run_nor_shared(opened) -> None:
    opened.page.evaluate(PASTE, "NR\n")
    opened.act("run")
    assert opened.rest() == "refused"
    assert "the page runs 1,000,000 at most" in opened.messages()
    opened.act("share")
    opened.page.locator("#messages", has_text="too long for an address").wait_for()
    opened.page.locator("[data-part=kept]", has_text="cannot be kept").wait_for()
    assert opened.go(language="ecol", text=DOUBLE, tape="21") == "finished"


def test_a_file_of_five_megabytes_and_a_binary_one_get_a_message(opened, tmp_path) -> None:
    (tmp_path / "large.ecol").write_text("START\n" * 900_000)
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    (tmp_path / "old.ecol").write_bytes('START\nTEKST := "caf\xe9"\nKLAAR\n'.encode("latin-1"))
    before = opened.text()
    for name, said in (("large.ecol", "at most"), ("picture.png", "picture.png is not a text")):
        opened.page.set_input_files("[data-part=open-file]", str(tmp_path / name))
        opened.page.locator("#messages", has_text=said).wait_for()
        assert opened.text() == before
    opened.page.set_input_files("[data-part=open-file]", str(tmp_path / "old.ecol"))
    opened.page.locator("#messages", has_text="Latin-1").wait_for()
    assert "café" in opened.text()


@pytest.mark.in_part
@pytest.mark.parametrize(("size", "scheme"), VIEWS)
def test_a_page_is_accessible_and_fits_its_screen(browser, playground, size, scheme) -> None:
    viewport = {"width": size[0], "height": size[1]}
    found = Page(browser, playground.as_uri(), viewport=viewport, color_scheme=scheme)
    found.go(language="ecol", text="START\nNAAR 9\nKLAAR\n")
    assert violations_seen(found.page, (size, scheme), VIEWS) == []
    found.go(language="ecol", text=DOUBLE, tape="21")
    found.act("step")
    assert found.rest() == "paused"
    assert violations_seen(found.page, (size, scheme), VIEWS) == []
    assert found.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    found.context.close()


def test_it_works_from_a_server_without_another_request(browser, server) -> None:
    found = Page(browser, server)
    assert found.go(language="cdc_fortran", text="      PRINT 1\n    1 FORMAT (3H OK)\n      END\n") == "finished"
    assert found.printed().strip() == "OK"
    assert {request for request in found.requests if not request.startswith(("blob:", "data:", server))} == set()
    assert found.errors == []
