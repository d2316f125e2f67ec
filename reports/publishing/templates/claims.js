// Claims can be searched, filtered and ordered; without scripts all stand there in the document's order.
// Each then has the forms that stand above the table, how to see it again and how to cite it, with its own name.
document.querySelectorAll("[data-finder]").forEach(form => {
  const body = form.nextElementSibling.querySelector("tbody"), rows = [...body.rows];
  const verdicts = [...form.elements.verdict.options].map(option => option.value);
  const verdictOf = row => row.querySelector(".verdict").classList[1];
  const notes = row => [...row.cells[4].querySelectorAll("small")].map(note => note.textContent);
  const texts = new Map(rows.map(row => [row, row.textContent.toLowerCase()]));
  const orders = {
    "": () => 0,
    verdict: (one, other) => verdicts.indexOf(verdictOf(one)) - verdicts.indexOf(verdictOf(other)),
    name: (one, other) => one.id.localeCompare(other.id),
  };
  const show = () => {
    const { search, verdict, kind, reached, order } = form.elements, words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach(row => {
      row.hidden = !(words.every(word => texts.get(row).includes(word)) && (!verdict.value || verdictOf(row) === verdict.value)
        && (!kind.value || row.dataset.kind === kind.value) && (!reached.value || notes(row).includes(reached.value)));
    });
    body.append(...[...rows].sort(orders[order.value]));
    form.querySelector("output").value = `${rows.filter(row => !row.hidden).length} of ${rows.length}`;
  };
  const reveal = () => {
    const row = rows.find(each => each.id === anchor());
    if (row?.hidden) { form.reset(); show(); row.scrollIntoView(); }
  };
  rows.forEach(row => document.querySelectorAll(".forms li").forEach(stated => {
    const own = document.createElement("div"), known = { name: row.id, place: row.querySelector("small").textContent };
    own.append(...stated.cloneNode(true).childNodes);
    own.querySelectorAll("var").forEach(part => part.replaceWith(known[part.dataset.of]));
    row.querySelector("details").append(own);
  }));
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  addEventListener("hashchange", reveal);
  form.hidden = false;
  show();
});
