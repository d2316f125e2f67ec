// The editor: CodeMirror with line numbers, a column for counts, messages at their places, and the line that runs.
//
//     const editor = new Editor(parent, { label: "Program", changed: () => …, keys: [{ key: "Mod-Enter", run }] });
//     editor.text = "START\n…"; editor.counts([[2, [1]], …]); editor.marks([{ line, column, length, severity, message }]);
//     editor.running({ line: 3, column: 1, length: 5 });     // the statement that is next; null: none

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, keymap, lineNumbers,
} from "@codemirror/view";
import { grouped } from "../../player/dom.mjs";

const setRunning = StateEffect.define();
const setCounts = StateEffect.define();
const LOOKS = {
  "&": { color: "var(--ink)", backgroundColor: "var(--panel)" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "1px" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--line) !important" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--soft)" },
};

class Count extends GutterMarker {
  constructor(counts) {
    super();
    this.text = (new Set(counts).size === 1 ? counts.slice(0, 1) : counts).map(grouped).join(" · ");
  }

  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    return document.createTextNode(this.text);
  }
}

// Counts are of the text that ran: a change of it takes them away, and the mark of the line that runs.
const countField = StateField.define({
  create: () => RangeSet.empty,
  update: (value, { docChanged, effects }) => effects.find((effect) => effect.is(setCounts))?.value ?? (docChanged ? RangeSet.empty : value),
});
const runningField = StateField.define({
  create: () => Decoration.none,
  update: (value, { docChanged, effects }) => effects.find((effect) => effect.is(setRunning))?.value ?? (docChanged ? Decoration.none : value),
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor(parent, { label, changed = () => {}, moved = () => {}, keys = [], gutters = true }) {
    this.language = new Compartment();
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          gutters ? [lineNumbers(), gutter({ class: "counts", markers: (view) => view.state.field(countField) }), lintGutter()] : [],
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          highlightActiveLine(),
          keymap.of([...keys, ...defaultKeymap, ...historyKeymap]),
          this.language.of([]),
          countField,
          runningField,
          EditorView.theme(LOOKS),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed();
            else if (update.selectionSet) moved();
          }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    if (text !== this.text) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  colour(extension) {
    this.view.dispatch({ effects: this.language.reconfigure(extension) });
  }

  counts(counts) {
    const { doc } = this.view.state;
    const ranges = counts.filter(([line]) => line <= doc.lines).map(([line, found]) => new Count(found).range(doc.line(line).from));
    this.view.dispatch({ effects: setCounts.of(RangeSet.of(ranges, true)) });
  }

  marks(marks) {
    const diagnostics = marks.map(({ severity, message, ...place }) => ({ ...this.range(place), severity, message }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  // Offsets of a place, which counts code points from 1; a place beyond the text is its end.
  range({ line, column, length = 1 }) {
    const { doc } = this.view.state;
    const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const signs = [...text];
    const start = signs.slice(0, column - 1).join("").length;
    const room = signs.slice(column - 1, column - 1 + length).join("").length;
    return { from: Math.min(from + start, doc.length), to: Math.min(from + start + room, doc.length) };
  }

  // Mark the statement that is next, and its line; null: none.
  running(place) {
    this.next = place && this.range(place);
    if (!place) return this.view.dispatch({ effects: setRunning.of(Decoration.none) });
    const { from, to } = this.next;
    const marks = [Decoration.line({ class: "running" }).range(this.view.state.doc.lineAt(from).from)];
    if (to > from) marks.push(Decoration.mark({ class: "next" }).range(from, to));
    this.view.dispatch({ effects: setRunning.of(Decoration.set(marks)) });
  }

  // Bring it into view.
  follow() {
    if (this.next) this.view.dispatch({ effects: EditorView.scrollIntoView(this.next.from, { y: "nearest" }) });
  }

  // Where the cursor is; a column counts code points from 1.
  get cursor() {
    const { doc, selection: { main: { head } } } = this.view.state;
    const { number, from, text } = doc.lineAt(head);
    return { line: number, column: [...text.slice(0, head - from)].length + 1 };
  }

  goTo(place) {
    const { from } = this.range(place);
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}
