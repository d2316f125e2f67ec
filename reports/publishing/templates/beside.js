// Two players in frames: the first goes to a solution, the second to the same board. Players say where they stand, and do
// what they are sent (player.mjs). The address names both programs and the solution: #first=…&second=…&solution=1
const form = document.getElementById("beside");
if (form) {
  const frames = [...document.querySelectorAll(".beside iframe")], sides = [form.elements.first, form.elements.second];
  const said = form.querySelector("output"), state = [null, null];
  let notes = []; // what of the address could not be done, until somebody chooses
  let waiting = 0;
  const send = (side, message) => frames[side].contentWindow.postMessage(message, "*");
  const name = side => sides[side].selectedOptions[0].textContent;
  const puzzle = select => select.selectedOptions[0].parentElement.label;
  const partners = () => {
    for (const group of sides[1].querySelectorAll("optgroup")) group.disabled = group.label !== puzzle(sides[0]);
    if (puzzle(sides[1]) === puzzle(sides[0])) return;
    const others = [...sides[1].options].filter(option => option.parentElement.label === puzzle(sides[0]));
    sides[1].value = (others.find(option => option.value !== sides[0].value) ?? others[0]).value;
  };
  const load = side => {
    const [edition, run] = sides[side].value.split("/");
    state[side] = null;
    frames[side].title = `The ${sides[side].name} program: ${name(side)}`;
    frames[side].src = `${edition}.html?embed#run=${run}`;
  };
  const show = () => {
    const text = state.map((each, side) => each && `${name(side)}: ${each.solution ? `solution ${each.solution}, ` : ""}${Number(each.statements).toLocaleString("en")} statements`);
    said.value = [...notes, text.filter(Boolean).join("; ")].join(" ");
    document.querySelectorAll("section[data-first]").forEach(part => {
      part.hidden = !sides.every(({ value }) => [part.dataset.first, part.dataset.second].includes(value)) || sides[0].value === sides[1].value;
    });
  };
  const go = () => {
    if (!state[0] || !state[1]) return;
    waiting = Math.max(1, Number(form.elements.solution.value) || 1);
    send(0, { solution: waiting });
    history.replaceState(null, "", "#" + new URLSearchParams({ first: sides[0].value, second: sides[1].value, solution: waiting }));
  };
  const given = new URLSearchParams(location.hash.slice(1)), KEYS = ["first", "second", "solution"];
  notes = [...given.keys()].filter(key => !KEYS.includes(key)).map(key => `The address has “${key}”, which says nothing here.`);
  sides.forEach((select, side) => {
    const wanted = given.get(select.name), offered = [...select.options].some(option => option.value === wanted);
    if (offered) select.value = wanted;
    else if (side === 1) select.selectedIndex = Math.min(1, select.options.length - 1);
    if (wanted !== null && !offered) notes.push(`There is no program “${wanted}” here.`);
    select.onchange = () => { notes = []; partners(); load(0); load(1); show(); };
  });
  if (notes.length === 0 && given.has("second") && puzzle(sides[0]) !== puzzle(sides[1])) notes.push("These two programs are for different puzzles.");
  partners();
  if (/^[1-9]\d*$/.test(given.get("solution") ?? "1")) form.elements.solution.value = given.get("solution") ?? 1;
  else { notes.push(`“${given.get("solution")}” is no number of a solution.`); given.delete("solution"); }
  addEventListener("message", ({ source, data }) => {
    const side = frames.findIndex(frame => frame.contentWindow === source), player = data?.player;
    if (side < 0 || !player) return;
    const ready = state[side] === null;
    state[side] = player;
    if (side === 0 && waiting && player.board) { waiting = 0; send(1, { board: player.board }); }
    if (ready && state.every(Boolean) && given.has("solution")) { go(); given.delete("solution"); }
    show();
  });
  form.onsubmit = event => { event.preventDefault(); go(); };
  form.elements.next.onclick = () => { form.elements.solution.value = Number(state[0]?.solutions ?? 0) + 1; go(); };
  form.elements.step.onclick = () => [0, 1].forEach(side => send(side, { action: "step" }));
  form.elements.back.onclick = () => [0, 1].forEach(side => send(side, { action: "back" }));
  form.hidden = false;
  load(0);
  load(1);
  show();
}
