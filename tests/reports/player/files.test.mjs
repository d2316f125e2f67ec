import assert from "node:assert/strict";
import test from "node:test";

import { textOf } from "../../../reports/publishing/playground/page/files.mjs";

const opened = (...bytes) => textOf(new File([new Uint8Array(bytes)], "x.c"));
const codes = (text) => [...text].map((sign) => sign.charCodeAt(0));

test("a file in UTF-8 loses its mark, and one in Latin-1 has none", async () => {
  assert.deepEqual(await opened(0xef, 0xbb, 0xbf, ...codes("a\r\nb")), { text: "a\nb", note: "" });
  assert.equal((await opened(...codes("caf\xe9"))).text, "caf\xe9");
});

test("a mark that is not kept is an error with its cure", async () => {
  await assert.rejects(opened(0xef, 0xbb, 0xbf, ...codes("caf\xe9")), /^Error: x.c begins as UTF-8 and is not UTF-8 throughout/);
  await assert.rejects(opened(0xff, 0xfe, ...codes("\xe9\xe8")), /^Error: x.c is in UTF-16: save it as UTF-8/);
  await assert.rejects(opened(0xfe, 0xff, ...codes("\0a")), /^Error: x.c is in UTF-16: save it as UTF-8/);
});
