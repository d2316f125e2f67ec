// Paper shows what is folded away on the screen.
addEventListener("beforeprint", () => document.querySelectorAll("details:not([open])").forEach(each => { each.open = true; each.dataset.folded = ""; }));
addEventListener("afterprint", () => document.querySelectorAll("details[data-folded]").forEach(each => { each.open = false; delete each.dataset.folded; }));
