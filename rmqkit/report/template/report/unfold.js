// What is folded opens for whoever is led into it.
function unfold(place) {
  for (let part = place; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
}
function unfoldTarget() {
  const place = document.getElementById(location.hash.slice(1));
  unfold(place);
  place?.scrollIntoView();
}
addEventListener("hashchange", unfoldTarget);
if (location.hash) unfoldTarget();
// Where the report stopped at an error, it is seen.
document.querySelectorAll(".failed").forEach(unfold);
