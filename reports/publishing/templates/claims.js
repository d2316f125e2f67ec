// Claims can be searched, filtered and ordered; without scripts all stand there in the document's order.
document.querySelectorAll("[data-finder]").forEach(form => {
  const body = form.nextElementSibling.querySelector("tbody"), rows = [...body.rows];
  const verdicts = [...form.elements.verdict.options].map(option => option.value);
  const orders = {
    "": () => 0,
    verdict: (one, other) => verdicts.indexOf(one.dataset.verdict) - verdicts.indexOf(other.dataset.verdict),
    name: (one, other) => one.id.localeCompare(other.id),
  };
  const show = () => {
    const { search, verdict, reached, order } = form.elements, words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach(row => {
      const text = row.textContent.toLowerCase();
      row.hidden = !(words.every(word => text.includes(word)) && (!verdict.value || row.dataset.verdict === verdict.value)
        && (!reached.value || row.dataset.reached.split("|").includes(reached.value)));
    });
    body.append(...[...rows].sort(orders[order.value]));
    form.querySelector("output").value = `${rows.filter(row => !row.hidden).length} of ${rows.length}`;
  };
  const reveal = () => {
    const row = rows.find(each => "#" + each.id === decodeURIComponent(location.hash));
    if (row?.hidden) { form.reset(); show(); row.scrollIntoView(); }
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  addEventListener("hashchange", reveal);
  form.hidden = false;
  show();
});
