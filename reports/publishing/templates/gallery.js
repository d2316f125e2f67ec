// Boards are chosen by what was printed, and by the piece that lies on a cell.
document.querySelectorAll("[data-gallery]").forEach(form => {
  const boards = [...document.querySelectorAll(".gallery li")];
  const show = () => {
    const { search, piece, cell } = form.elements, words = search.value.trim().split(/\s+/).filter(Boolean);
    let count = 0;
    boards.forEach((board, index) => {
      const printed = [String(index + 1), ...board.textContent.split(/[\s:]+/)];
      const lies = !piece.value || (cell.value ? board.dataset.b[cell.value] === piece.value : true);
      board.hidden = !(lies && words.every(word => printed.includes(word)));
      count += !board.hidden;
    });
    form.querySelector("output").value = `${count.toLocaleString("en")} of ${boards.length.toLocaleString("en")}`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  form.hidden = false;
  show();
});
