import assert from "node:assert/strict";
import test from "node:test";

import { Output } from "../../../reports/publishing/player/output.mjs";
import { OutputsView, PrintedView, VariablesView } from "../../../reports/publishing/player/panels.mjs";

const MEGABYTE = 2 ** 20;
const REDRAWN = 20_000; // characters of the output that are shown

class Counted extends Output {
  read = 0;

  slice(...range) {
    const found = super.slice(...range);
    this.read += found.length;
    return found;
  }
}

const element = () => ({ replaceChildren() {}, classList: { toggle() {} } });

function views(blocks) {
  globalThis.document = { createElement: element };
  const [text, caption, printed] = [element(), element(), element()];
  const all = [new OutputsView(text, caption, element()), new PrintedView(element(), printed, blocks)];
  const show = (output) => {
    all[0].show({ output, files: { outputs: new Map() } });
    all[1].show(output);
  };
  return { text, caption, printed, show };
}

test("of twenty megabytes in one line each redraw reads what it shows", () => {
  const [output, page] = [new Counted(), views([["1 2 3"]])];
  for (let written = 0; written < 20; written += 1) {
    output.write("x".repeat(MEGABYTE));
    page.show(output);
  }
  assert.ok(output.read <= 20 * 2 * REDRAWN, `${output.read} characters were read`);
  assert.equal(page.text.textContent.length, REDRAWN + "…\n".length);
  assert.equal(page.caption.textContent, "1 line, 20,971,520 characters; the last ones are shown");
});

test("of twenty megabytes in lines each line is compared once, and the last ones are shown", () => {
  const [output, page] = [new Counted(), views([["1 2 3", "4 5"]])];
  const line = `${"y".repeat(1023)}\n`;
  output.write(" 1  2 3\n4 5\n");
  for (let written = 0; written < 20; written += 1) {
    output.write(line.repeat(1024));
    page.show(output);
  }
  assert.ok(output.read <= output.length + 20 * REDRAWN, `${output.read} characters were read`);
  assert.ok(page.text.textContent.endsWith(line));
  assert.equal(page.caption.textContent, "20,482 lines, 20,971,532 characters; the last ones are shown");
  assert.equal(page.printed.textContent, "1 of 1 have come out");
});

test("a variable is marked as changed only where another value was shown before", () => {
  const marks = [];
  const cell = { textContent: "", parentElement: { classList: { toggle: (_, on) => marks.push(on) } } };
  for (const value of [undefined, undefined, 1, 1, 2]) VariablesView.prototype.update(cell, value);
  assert.deepEqual(marks, [false, false, true, false, true]);
});

test("where the document prints nothing no line is compared", () => {
  const [output, page] = [new Counted(), views([])];
  output.write("1 2 3\n".repeat(400_000));
  page.show(output);
  assert.ok(output.read <= REDRAWN, `${output.read} characters were read`);
});
