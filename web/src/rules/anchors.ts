/** Every clause on a rulebook page gets a link to itself, which is copied when it is pressed. */

const CLAUSE = /^[A-Z]{2,4}-[A-Z]\d+$/;

/** Put the links behind the clauses' names; `label` is what a screen reader calls them. */
export function anchor(page: HTMLElement, label: (clause: string) => string, copied: (clause: string) => void): void {
  for (const place of page.querySelectorAll<HTMLElement>("[id]")) {
    const name = CLAUSE.test(place.id) ? place.querySelector("strong") : null;
    if (!name || name.nextElementSibling?.classList.contains("anchor")) continue;
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = `#${place.id}`;
    link.textContent = "#";
    link.title = label(place.id);
    link.setAttribute("aria-label", label(place.id));
    link.addEventListener("click", () => copied(place.id));
    name.after(link);
  }
}

/** Show which clause or section an address means: lit up, in sight, and where the keyboard goes on from. */
export function aimAt(page: HTMLElement, id: string): void {
  for (const lit of page.querySelectorAll(".aimed")) lit.classList.remove("aimed");
  const place = id ? page.querySelector<HTMLElement>(`#${CSS.escape(id)}`) : null;
  if (!place) return;
  for (let fold = place.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  place.classList.add("aimed");
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}
