// Paper shows what is folded away on the screen.
addEventListener("beforeprint", () => document.querySelectorAll("details:not([open])").forEach(each => { each.open = true; each.dataset.folded = ""; }));
addEventListener("afterprint", () => document.querySelectorAll("details[data-folded]").forEach(each => { each.open = false; delete each.dataset.folded; }));
// A link into a part that is folded away unfolds it; browsers do so for links, not all for the address of a page.
const unfold = () => {
  let found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const target = found;
  for (; found; found = found.parentElement) if (found.localName === "details") found.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", unfold);
if (location.hash) unfold();
