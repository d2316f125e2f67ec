// Addresses of the playground as an attacker makes them: refused, or read as texts that mean nothing more.

import assert from "node:assert/strict";
import test from "node:test";
import { deflateRawSync } from "node:zlib";

import { addressOf, jobIn } from "../../../reports/publishing/playground/page/address.mjs";

const packed = (content) => `#p=${deflateRawSync(content).toString("base64url")}`;
const job = (parts) => packed(`{"text": "a", ${parts}}`);

const REFUSED = {
  "no base64": "#p=!!!",
  "nothing": "#p=",
  "no deflated bytes": "#p=AAAA",
  "no UTF-8": packed(Buffer.from([0xff, 0xfe])),
  "no JSON": packed("{"),
  "half of a large text": packed(`{"text": "${"a".repeat(10_000)}"}`).slice(0, 40),
  "a bomb": packed(Buffer.alloc(100_000_000, " ")),
  "many levels": packed(`{"text": ${"[".repeat(1_000_000)}`),
  "many levels of settings": job(`"settings": ${'{"a": '.repeat(100_000)}1${"}".repeat(100_000)}`),
  "settings within settings": job('"settings": {"__proto__": {"hacked": "1"}}'),
  "settings as a text": job('"settings": "abc"'),
  "settings as a list": job('"settings": ["a"]'),
  "settings that are nothing": job('"settings": null'),
  "many settings": job(`"settings": {${Array.from({ length: 101 }, (_, number) => `"${number}": ""`)}}`),
  "limits as a text": job('"limits": ""'),
  "a limit beyond all numbers": job('"limits": {"depth": 1e999}'),
  "a limit beyond whole numbers": job('"limits": {"depth": 9007199254740993}'),
  "a fraction for a limit": job('"limits": {"depth": 0.5}'),
  "a tape that is no text": job('"tapes": {"a": 1}'),
  "tapes as a list": job('"tapes": ["a"]'),
  "a text that is none": job('"tape": {"toString": "a"}'),
};

for (const [name, hash] of Object.entries(REFUSED)) {
  test(`an address with ${name} is refused`, () => assert.rejects(jobIn(hash), /^Error: The address was cut or damaged/));
}

test("names of JavaScript's own change nothing but settings of these names", async () => {
  const parts = '"__proto__": {"hacked": 1}, "constructor": {"prototype": {"hacked": 1}}, "then": "a"';
  const found = await jobIn(job(`${parts}, "settings": {"__proto__": "b", "constructor": "c"}`));
  assert.deepEqual(Object.keys(found.job), ["language", "text", "tape", "tapes", "original", "arithmetic", "settings", "limits"]);
  assert.deepEqual(Object.entries(found.job.settings), [["__proto__", "b"], ["constructor", "c"]]);
  const plain = await jobIn("#language=__proto__&text=a&setting=__proto__=b&run=1");
  assert.deepEqual([plain.job.language, Object.entries(plain.job.settings), plain.run], ["__proto__", [["__proto__", "b"]], true]);
  assert.equal({}.hacked, undefined);
});

test("an address that was made says what it was made of", async () => {
  const made = { language: "ecol", text: "a\u{1f600}\0", tape: "1", tapes: { b: "2" }, original: "c/d", arithmetic: "", settings: { a: "b" }, limits: { depth: 5 } };
  assert.deepEqual(await jobIn(`#${await addressOf(made)}`), { job: made, run: false, moment: "", speed: "" });
  const { moment, speed } = await jobIn(`#${await addressOf(made)}&statement=12&speed=10`);
  assert.deepEqual([moment, speed], ["12", "10"]);
});

test("a moment that is no number is none, and other tapes are read by their names", async () => {
  const { moment, job: { tapes } } = await jobIn("#text=a&statement=-1&tape.tables=1+2&tape.status=3");
  assert.deepEqual([moment, tapes], ["", { tables: "1 2", status: "3" }]);
});
