// Paper shows the parts that are unfolded, with all that is in them.
addEventListener("beforeprint", () => document.querySelectorAll(".part[open] details:not([open])").forEach(each => { each.open = true; each.dataset.folded = ""; }));
addEventListener("afterprint", () => document.querySelectorAll("details[data-folded]").forEach(each => { each.open = false; delete each.dataset.folded; }));
// A link into a part that is folded away unfolds it; browsers do so for links, not all for the address of a page.
const anchor = () => {
  try { return decodeURIComponent(location.hash.slice(1)); } catch { return ""; }
};
const unfold = () => {
  if (anchor() === "everything") document.querySelectorAll("details").forEach(each => { each.open = true; });
  let found = document.getElementById(anchor());
  const target = found;
  for (; found; found = found.parentElement) if (found.localName === "details") found.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", unfold);
if (location.hash) unfold();
