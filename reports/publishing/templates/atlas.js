// Rows of the atlas are chosen by text, lattice, pieces, cells and verdict; a family without one is hidden.
document.querySelectorAll("[data-atlas]").forEach(form => {
  const families = [...document.querySelectorAll("[data-family]")];
  const all = document.querySelectorAll("tr[data-cells]").length;
  const show = () => {
    const { text, lattice, pieces, least, most, verdict } = form.elements;
    const words = text.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    families.forEach(family => {
      const { dataset } = family;
      const like = [[lattice, dataset.lattice], [pieces, dataset.pieces]].every(([field, own]) => !field.value || field.value === own);
      const about = family.querySelector("h2").textContent;
      let here = 0;
      family.querySelectorAll("tr[data-cells]").forEach(row => {
        const cells = Number(row.dataset.cells);
        const said = `${about} ${dataset.pieces} ${row.textContent}`.toLowerCase();
        row.hidden = !(like && words.every(word => said.includes(word))
          && (!least.value || cells >= Number(least.value)) && (!most.value || cells <= Number(most.value))
          && (!verdict.value || row.querySelector(".outcome").textContent.trim() === verdict.value));
        here += !row.hidden;
      });
      family.hidden = !here;
      count += here;
    });
    form.querySelector("output").value = `${count.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  form.hidden = false;
  show();
});
