// The proof of a count without a tree: the claim names the order in which items are covered, and the count is made
// anew. A state is {covered, left, shades}: which items of the order are covered, as bits; how many options more each
// other item may have; the colour of each optional item. Ways to the same state are added up.

import { lines, readCover } from "./cover.mjs";
import { isLists, MOST_SYMMETRIES, readPuzzle } from "./puzzle.mjs";
import { need, reading } from "./refused.mjs";
import { parse } from "./toml.mjs";

const MOST_STATES = 10_000_000; // of all symmetries together
const LARGEST_COVER = 2 ** 29; // items of the order times options
const LARGEST_NUMBER = 10n ** 4000n; // of solutions
const UNCOLOURED = ":"; // no name of a colour has this sign

// Return what the count proves, once it is found to agree with the claim.
export function checkOrder(claim, text, _tree, name) {
  need(isLists([claim.order]) && isLists(claim.symmetries), "its order or symmetries are no lists of numbers");
  const { what, items, options } = reading(() => readItems(text, name.endsWith(".dlx")));
  need(claim.order.length * options.length <= LARGEST_COVER, "it has too many items and options to count in order");
  const group = checkGroup(claim.symmetries, items, options);
  const counts = [];
  let states = 0;
  for (const symmetry of group) {
    const found = countInOrder(claim.order, items, orbitsOf(options, symmetry), states);
    counts.push(found.number);
    states = found.states;
  }
  const total = counts[0];
  const classes = counts.reduce((one, other) => one + other) / BigInt(group.length);
  need(total < LARGEST_NUMBER, "there are more solutions than it can claim");
  const agrees = claim.solutions === `${total}` && claim.solutions_up_to_symmetry === `${classes}`;
  const claimed = `claimed are ${claim.solutions_up_to_symmetry} and ${claim.solutions}`;
  need(agrees, `there are ${classes} solutions up to symmetry, ${total} in all; ${claimed}`);
  const inAll = group.length > 1 ? ` up to ${group.length} symmetries, ${total} in all` : "";
  return `${classes} solution${classes === 1n ? "" : "s"}${inAll}; ${what} counted in order, ${states} states checked`;
}

// Return the items, {low, high} or null for an optional one, and the options as lists of {item, colour}.
function readItems(text, isKnuths) {
  const puzzle = isKnuths ? null : parse(text);
  if (!puzzle?.has("lattice")) {
    const { bounds, options } = readCover(lines(text, isKnuths));
    return { what: "cover", items: bounds, options };
  }
  const { cells, pieces } = readPuzzle(puzzle);
  const isFree = ({ low, high, sites }) => {
    const size = Math.min(...sites.map((site) => site.length));
    return low <= 0 && high >= Math.floor(cells.length / (sites.length ? size : 1));
  };
  const items = cells.map(() => ({ low: 1, high: 1 }));
  items.push(...pieces.map((piece) => (isFree(piece) ? null : { low: piece.low, high: piece.high })));
  const options = pieces.flatMap(({ sites }, at) => sites.map((site) =>
    (items[cells.length + at] ? [...site, cells.length + at] : site).map((item) => ({ item, colour: "" }))));
  return { what: "puzzle", items, options };
}

// Check that the symmetries and the identity are a group that takes options to options; return it.
function checkGroup(claimed, items, options) {
  const identity = [...items.keys()];
  const group = [...new Map([identity, ...claimed].map((each) => [String(each), each])).values()];
  const known = new Set(options.map((option) => optionName(option, identity)));
  need(group.length === 1 + claimed.length, "two symmetries are the same, or one leaves all in its place");
  need(group.length <= MOST_SYMMETRIES, "there are too many symmetries");
  need(group.length === 1 || known.size === options.length, "there are symmetries, and two options are the same");
  for (const symmetry of group.slice(1)) {
    const isPermutation = String(symmetry.toSorted((one, other) => one - other)) === String(identity);
    need(isPermutation, "a symmetry is not a permutation of the items");
    const alike = (one, other) => (one === null ? other === null : one.low === other?.low && one.high === other?.high);
    need(symmetry.every((to, item) => alike(items[item], items[to])), "a symmetry takes an item to another kind");
    const images = options.every((option) => known.has(optionName(option, symmetry)));
    need(images, "a symmetry does not take options to options");
  }
  const names = new Set(group.map(String));
  const products = group.every((one) => group.every((other) => names.has(String(other.map((item) => one[item])))));
  need(products, "the symmetries are not a group");
  return group;
}

function optionName(option, symmetry) {
  return option.map(({ item, colour }) => `${symmetry[item]}:${colour}`).sort().join(" ");
}

// Return the options in groups: each with its images under the powers of a symmetry.
function orbitsOf(options, symmetry) {
  if (symmetry.every((to, item) => to === item)) return options.map((option) => [option]);
  const identity = [...symmetry.keys()];
  const byName = new Map(options.map((option) => [optionName(option, identity), option]));
  const groups = [];
  while (byName.size) {
    const orbit = [];
    let [name] = byName.keys();
    while (byName.has(name)) {
      orbit.push(byName.get(name));
      byName.delete(name);
      name = optionName(orbit.at(-1), symmetry);
    }
    groups.push(orbit);
  }
  return groups;
}

// Return the number of covers by whole groups of options, and the states met, added to those met before.
function countInOrder(order, items, groups, met) {
  const isOnce = order.every((item) => items[item]?.high === 1);
  need(isOnce && new Set(order).size === order.length, "its order has an item twice, or one not covered once at most");
  const { steps, counted, lastUse } = stepsOf(order, items, groups);
  const levels = Array.from({ length: order.length + 1 }, () => new Map());
  let states = met;

  function add(place, { covered, left, shades }, ways) {
    let gap = place;
    while (gap < order.length && (covered >> BigInt(gap)) & 1n) gap += 1;
    const needed = new Map([...shades].filter(([item]) => lastUse.get(item) >= gap));
    const name = `${covered.toString(36)} ${left} ${[...needed].map(([item, shade]) => `${item} ${shade}`).sort()}`;
    const known = levels[gap].get(name);
    if (known) known.ways += ways;
    else levels[gap].set(name, { covered, left, shades: needed, ways });
    states += known ? 0 : 1;
  }

  add(0, { covered: 0n, left: counted.map((item) => items[item].high), shades: new Map() }, 1n);
  for (const place of order.keys()) {
    const level = levels[place];
    levels[place] = new Map();
    for (const state of level.values()) {
      for (const step of steps[place]) {
        const after = stepped(state, step);
        if (after) add(place, after, state.ways);
      }
      need(states <= MOST_STATES, "its order leads to more than 10,000,000 states");
    }
  }
  const isEnough = ({ left }) => counted.every((item, at) => items[item].high - left[at] >= items[item].low);
  const ended = [...levels.at(-1).values()].filter(isEnough);
  return { number: ended.reduce((sum, { ways }) => sum + ways, 0n), states };
}

// Return the steps at each place of the order, the items that are counted, and where each optional item is last used.
function stepsOf(order, items, groups) {
  const place = new Map(order.map((item, at) => [item, at]));
  const counted = [...items.keys()].filter((item) => items[item] && !place.has(item));
  const counter = new Map(counted.map((item, at) => [item, at]));
  const steps = order.map(() => []);
  const lastUse = new Map();
  for (const step of groups.map((group) => stepOf(group, items, place, counter))) {
    if (!step) continue;
    need(step.places.length > 0, "an option covers no item of its order");
    const first = Math.min(...step.places);
    steps[first].push(step);
    for (const [item] of step.shades) lastUse.set(item, Math.max(first, lastUse.get(item) ?? 0));
  }
  for (const [item, at] of place) {
    if (items[item].low <= 0) steps[at].push({ mask: 1n << BigInt(at), takes: [], shades: [] });
  }
  return { steps, counted, lastUse };
}

// Return what a group of options does to a state; null if these cannot stand beside each other.
function stepOf(group, items, place, counter) {
  const pairs = group.flat();
  const its = new Set(pairs.map(({ item }) => item));
  const step = { places: [], mask: 0n, takes: [], shades: [] };
  for (const item of its) {
    const shades = pairs.filter((pair) => pair.item === item).map(({ colour }) => colour || UNCOLOURED);
    if (counter.has(item)) {
      if (shades.length > items[item].high) return null;
      step.takes.push([counter.get(item), shades.length]);
    } else if (place.has(item)) {
      if (shades.length > 1) return null;
      step.places.push(place.get(item));
      step.mask |= 1n << BigInt(place.get(item));
    } else {
      if (shades.length > 1 && (shades[0] === UNCOLOURED || new Set(shades).size > 1)) return null;
      step.shades.push([item, shades[0]]);
    }
  }
  return step;
}

// Return the state after a step, null if the step does not fit.
function stepped({ covered, left, shades }, step) {
  if (covered & step.mask || step.takes.some(([at, times]) => left[at] < times)) return null;
  const conflict = ([item, shade]) => shades.has(item) && (shade === UNCOLOURED || shades.get(item) !== shade);
  if (step.shades.some(conflict)) return null;
  const rest = step.takes.length ? [...left] : left;
  for (const [at, times] of step.takes) rest[at] -= times;
  const colours = step.shades.length ? new Map([...shades, ...step.shades]) : shades;
  return { covered: covered | step.mask, left: rest, shades: colours };
}
