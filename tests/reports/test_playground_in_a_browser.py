"""The playground in Chromium, from disk and from a server: examples, faults, budgets, moves, keeping, sharing."""

from __future__ import annotations

import base64
import functools
import http.server
import itertools
import json
import re
import threading
import zlib
from urllib.parse import urlencode

import pytest

from durable.errors import Error
from interpreters.language import language, ours
from interpreters.testing.cases import case_files, folder_of_cases, read_cases
from originals.edition import edition
from reports.publishing.playground import build, driver
from reports.publishing.playground.content import language_data
from reports.publishing.playground.packages import fetched, snapshot
from reports.runs.job import job_of_run
from tests import tools
from tests.browser import violations_seen

pytestmark = pytest.mark.in_turn
PATIENCE = 120_000
VIEWS = (((1280, 720), "light"), ((390, 844), "dark"))
DOUBLE = "START\na := LEES\nSCHRIJF (4,0) := 2 * a\nKLAAR\n"
ENDLESS = "START\n1 NAAR 1\nKLAAR\n"
RESTING = "#playground:not([data-state=loading], [data-state=running])"
GO = """(hash) => new Promise((done) => {
  addEventListener("hashchange", () => setTimeout(done, 50), { once: true });
  location.hash = hash === location.hash.slice(1) ? `${hash}&again` : hash;
})"""
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
WRONG = [case for name in ours() for case in [case for case in case_files(name) if "error" in case.sections][:3]]
"""Three refused texts of each language: twenty-one."""


@pytest.fixture(scope="module")
def site(browser, tmp_path_factory):  # noqa: ARG001 (without a browser nothing is fetched)
    """Make the playground where there is a browser for it: what it is made of is fetched once."""
    folder = tmp_path_factory.mktemp("playground")
    try:
        build.build(folder)
    except Error as error:
        tools.skip(tools.PLAYGROUND, str(error))
    return folder


@pytest.mark.usefixtures("site")
def test_the_snapshot_is_the_same_each_time() -> None:
    one, other = (snapshot(fetched(build.CACHE), build.archive()) for _ in range(2))
    assert one == other


@pytest.fixture(scope="module")
def server(site):
    """Serve the page as `python -m http.server` does; give its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(site))
    handler.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


def packed(job: object) -> str:
    """Write a job as the page does in an address."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = packer.compress(json.dumps(job).encode()) + packer.flush()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class Page:
    """The page, opened; what it asks for and what goes wrong in it is noted."""

    def __init__(self, browser, address: str, **options) -> None:
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.requests, self.errors = list[str](), list[str]()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.address = f"{address}/playground.html"
        self.page.goto(self.address)
        self.rest()

    def go(self, **job: str) -> str:
        """Run a job by its address; return the state in which it ends."""
        self.page.evaluate(GO, urlencode({**job, "run": "1"}))
        return self.rest()

    def there_and_back(self, job: dict, most: int) -> dict:
        """Give a job to the page's worker; return what the run prints, and what is at the stations of its way."""
        return self.page.workers[0].evaluate(THERE_AND_BACK, [job, most])

    def state(self) -> str:
        return self.page.get_attribute("#playground", "data-state") or ""

    def rest(self) -> str:
        self.page.wait_for_selector(RESTING)
        return self.state()

    def act(self, action: str) -> None:
        self.page.click(f"[data-action={action}]")

    def unfold(self) -> None:
        if not self.page.is_visible("[data-part=more]"):
            self.act("more")

    def printed(self) -> str:
        return self.page.text_content("#printed") or ""

    def messages(self) -> str:
        return self.page.text_content("#messages") or ""

    def text(self) -> str:
        return "\n".join(self.page.locator("[data-part=program] .cm-line").all_text_contents())


@pytest.fixture(scope="module")
def opened(browser, site):
    """Open the page once, from disk, for the tests that need nothing but a page."""
    found = Page(browser, site.as_uri())
    yield found
    assert found.errors == []
    assert {request.partition(":")[0] for request in found.requests} <= {"file", "blob", "data"}


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
            found = opened.there_and_back(job, most)
            end, half, start, again, last = found["stations"]
            assert end["ended"] == expected[-1], example["name"]
            assert found["text"] == "".join(one["text"] for one in expected[:-1]), example["name"]
            assert (half, end) == (again, last), example["name"]
            assert start["counted"] == min(2, end["counted"])


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


COUNTING = "START\na := 0\n1 a := a + 1\nALS a < {last} DAN 1\nSCHRIJF (9,0) := a\nKLAAR\n"


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


def test_many_long_runs_need_no_more_memory_than_a_few(opened) -> None:
    opened.go(language="ecol", text=COUNTING.format(last=20_000))
    worker = opened.page.workers[0]
    worker.evaluate(SIZE)
    sizes = []
    for number in range(12):
        assert opened.go(language="ecol", text=COUNTING.format(last=20_000 + number)) == "finished"
        sizes.append(worker.evaluate("size()"))
    assert sizes[-1] == sizes[3] > 0


def test_a_worker_is_thrown_away_after_an_internal_error(opened) -> None:
    worker = opened.page.workers[0]
    worker.evaluate("() => { WebAssembly.Module = function () { throw new Error('a damaged module'); }; }")
    assert opened.go(language="ecol", text=COUNTING.format(last=20_000)) == "trapped"
    assert "The playground failed" in opened.messages()
    assert "a damaged module" in opened.messages()
    assert opened.go(language="ecol", text=COUNTING.format(last=20_001)) == "finished"
    assert opened.page.workers[0] is not worker


def test_scheme_says_why_it_is_slower(opened) -> None:
    opened.page.evaluate(GO, urlencode({"language": "amb_scheme", "text": "(define (f) (f)) (f)", "run": "1"}))
    opened.page.locator("[data-part=message]", has_text="has an evaluator of its own, and is not compiled").wait_for()
    opened.act("pause")
    assert opened.state() == "ready"


def test_a_run_pauses_at_its_next_slice_and_the_page_answers_meanwhile(opened) -> None:
    opened.go(language="ecol", text=DOUBLE, tape="21")
    worker = opened.page.workers[0]
    opened.page.evaluate(GO, urlencode({"language": "ecol", "text": ENDLESS, "run": "1"}))
    assert opened.state() == "running"
    took = opened.page.evaluate("""async () => {
      let longest = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        const before = performance.now();
        await new Promise((done) => setTimeout(done, 10));
        longest = Math.max(longest, performance.now() - before - 10);
      }
      return longest;
    }""")
    assert took < 1_000  # of a machine that other tests share; a page that does not answer takes as long as the run
    opened.page.wait_for_selector("[data-statements]:not([data-statements='0'])")
    opened.act("pause")
    assert opened.state() == "paused"
    opened.page.locator("[data-part=message]", has_text="before statement 1 in line 2").wait_for()
    assert opened.go(language="ecol", text=DOUBLE, tape="4") == "finished"
    assert opened.printed() == "     8"
    assert opened.page.workers[0] is worker


def test_a_worker_that_does_not_answer_is_thrown_away(opened) -> None:
    worker = opened.page.workers[0]
    opened.page.evaluate(GO, urlencode({"language": "ecol", "text": ENDLESS, "run": "1"}))
    opened.page.wait_for_selector("[data-statements]:not([data-statements='0'])")
    worker.evaluate("() => { performance.now = () => { for (;;); }; }")
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


def test_a_text_of_the_visitor_is_not_lost_to_examples_links_and_reloads(browser, site) -> None:
    found = Page(browser, site.as_uri())
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


def test_an_original_that_is_too_slow_leads_to_the_player(browser, site) -> None:
    found = Page(browser, site.as_uri())
    (site / "kawai_hamekomi.html").write_text("the player")
    found.page.select_option("[data-action=language]", "informal_algol")
    label = found.page.locator("[data-action=example] option", has_text="in the player").first.text_content()
    found.page.locator("[data-action=example]").select_option(label=label)
    found.page.wait_for_url("**/kawai_hamekomi.html#run-here")
    found.context.close()


@pytest.mark.parametrize("cut", [12, 40])
def test_an_address_that_was_cut_is_said_so_and_nothing_is_lost(opened, cut) -> None:
    before = opened.text()
    opened.page.evaluate(GO, "p=q1ZKK81MzclPT1WyUsouzUpNTS5R0lFKSU3MyU9XslIqLkksSlWyUlAqSc0tAMqVJBYkKlnV1gIA"[:cut])
    assert "The address was cut or damaged" in opened.messages()
    assert opened.text() == before


def test_two_tabs_on_one_saved_text_lose_none(browser, site) -> None:
    one = Page(browser, site.as_uri())
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
def test_a_page_is_accessible_and_fits_its_screen(browser, site, size, scheme) -> None:
    viewport = {"width": size[0], "height": size[1]}
    found = Page(browser, site.as_uri(), viewport=viewport, color_scheme=scheme)
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
