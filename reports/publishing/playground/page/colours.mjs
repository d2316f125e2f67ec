// Colours for a language: the rules of our own lexers over the whole text, or a mode of CodeMirror's.
//
//     colouring({ rules: [["\\bSTART\\b", "k"], …], ignore_case: false }, "ecol")     // an extension of the editor

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { c } from "@codemirror/legacy-modes/mode/clike";
import { perl } from "@codemirror/legacy-modes/mode/perl";
import { scheme } from "@codemirror/legacy-modes/mode/scheme";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const MOST = 200_000; // characters that are coloured: the rules go over all of them at each change
const MODES = { c_subset: c, perl_subset: perl, amb_scheme: scheme };
const STYLE = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.typeName, tags.standard(tags.name)], class: "k" },
  { tag: [tags.comment, tags.meta, tags.labelName], class: "c" },
  { tag: [tags.literal, tags.string, tags.number, tags.atom, tags.bool, tags.character], class: "m" },
]);

export function colouring(colours, language) {
  if (colours) return byRules(colours);
  if (MODES[language]) return [StreamLanguage.define(MODES[language]), syntaxHighlighting(STYLE)];
  return [];
}

function byRules({ rules, ignore_case: ignoreCase }) {
  const compiled = rules.map(([pattern, name]) => [new RegExp(pattern, ignoreCase ? "imy" : "my"), name]);
  const plugin = class {
    constructor(view) {
      this.decorations = coloured(view.state.doc.sliceString(0, MOST), compiled);
    }

    update(update) {
      if (update.docChanged) this.decorations = coloured(update.state.doc.sliceString(0, MOST), compiled);
    }
  };
  return ViewPlugin.fromClass(plugin, { decorations: (value) => value.decorations });
}

// As Pygments does it: at each place the first rule that fits; where none does, the character is passed over.
export function* tokens(text, rules) {
  for (let at = 0; at < text.length; ) {
    let [end, name] = [at + 1, ""];
    for (const [pattern, found] of rules) {
      pattern.lastIndex = at;
      if (pattern.test(text) && pattern.lastIndex > at) {
        [end, name] = [pattern.lastIndex, found];
        break;
      }
    }
    yield [at, end, name];
    at = end;
  }
}

function coloured(text, rules) {
  const builder = new RangeSetBuilder();
  for (const [from, to, name] of tokens(text, rules)) if (name) builder.add(from, to, Decoration.mark({ class: name }));
  return builder.finish();
}
