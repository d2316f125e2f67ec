// The settings of a language as fields: what may be chosen, what is chosen unless somebody chooses, what it means.
//
//     const settings = new Settings(root, limits, () => …);     // called at each change
//     settings.offer(language); settings.choose({ arithmetic: "el_x8", settings: { width: "narrow" } });
//     settings.chosen()                                          // { arithmetic, settings, limits }, defaults left out

import { make } from "../../player/dom.mjs";

const LIMITS = {
  statements: "statements at most",
  output: "bytes printed at most",
  memory: "bytes of memory at most",
  depth: "calls within calls at most",
};

export class Settings {
  constructor(root, limits, changed) {
    Object.assign(this, { root, limits, fields: new Map(), limitFields: new Map() });
    root.addEventListener("change", changed);
  }

  offer(language) {
    this.fields.clear();
    this.limitFields.clear();
    if (language) this.limits = language.limits;
    const rows = language ? [this.arithmetic(language), ...language.settings.map((setting) => this.setting(setting))] : [];
    const limits = Object.entries(LIMITS).map(([name, meaning]) => this.limit(name, meaning));
    this.root.replaceChildren(...rows.filter(Boolean), ...limits);
  }

  arithmetic({ arithmetics }) {
    if (arithmetics.length === 1) return null;
    return this.row("arithmetic", "the machine whose numbers are used", arithmetics[0], select(arithmetics));
  }

  setting({ name, choices, number, default: usual, meaning }) {
    if (!number) return this.row(name, meaning, usual, select(choices));
    const id = `choices-${name}`;
    const field = make("input", "", { type: "text", size: "8", list: id, inputmode: choices.length ? "text" : "numeric" });
    const list = make("datalist", "", { id });
    list.append(...choices.map((choice) => make("option", "", { value: choice })));
    const row = this.row(name, [meaning, [...choices, "or a number"].join(", ")].join("; "), usual, field);
    row.append(list);
    return row;
  }

  row(name, meaning, usual, field) {
    field.value = usual;
    field.dataset.setting = name;
    this.fields.set(name, { field, usual });
    return labelled(name, meaning, field);
  }

  limit(name, meaning) {
    const field = make("input", "", { type: "number", min: "1", step: "1", "data-limit": name });
    field.value = this.limits[name];
    this.limitFields.set(name, field);
    return labelled(name, meaning, field);
  }

  choose({ arithmetic = "", settings = {}, limits = {} }) {
    for (const [name, value] of Object.entries({ ...settings, ...(arithmetic ? { arithmetic } : {}) })) {
      const found = this.fields.get(name);
      if (found?.field.tagName === "SELECT" && ![...found.field.options].some((option) => option.value === value)) {
        found.field.append(make("option", "", { value }, value)); // what is wrong is said when it is run
      }
      if (found) found.field.value = value;
      else this.fields.set(name, { field: { value }, usual: "" });
    }
    for (const [name, value] of Object.entries(limits)) if (this.limitFields.has(name)) this.limitFields.get(name).value = value;
  }

  chosen() {
    const other = [...this.fields].filter(([, { field, usual }]) => field.value !== usual).map(([name, { field }]) => [name, field.value]);
    const { arithmetic = "", ...settings } = Object.fromEntries(other);
    const limits = [...this.limitFields].map(([name, field]) => [name, Math.trunc(Number(field.value))]);
    const set = limits.filter(([name, value]) => value >= 1 && Number.isSafeInteger(value) && value !== this.limits[name]);
    return { arithmetic, settings, limits: Object.fromEntries(set) };
  }
}

function select(choices) {
  const field = make("select");
  field.append(...choices.map((choice) => make("option", "", { value: choice }, choice)));
  return field;
}

function labelled(name, meaning, field) {
  const row = make("label", "setting");
  row.append(make("span", "name", {}, name), field, make("span", "why", {}, meaning));
  return row;
}
