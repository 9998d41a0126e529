// Tables: sorting, intervals, which correlation, the tests behind a cell.

function sortable(table) {
  const heads = [...[...table.tHead.rows].at(-1).cells]; // groups may stand above them
  const body = table.tBodies[0];
  heads.forEach((head, at) => {
    head.querySelector("button").addEventListener("click", (event) => {
      const turned = { ascending: "descending", descending: "ascending" };
      const way = turned[head.getAttribute("aria-sort")] ?? event.currentTarget.dataset.first;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", way);
      const sign = way === "ascending" ? 1 : -1;
      const rows = [...body.rows].map((row) => ({ row, value: row.cells[at].dataset.value }));
      rows.sort((a, b) => {
        if (a.value === "" || b.value === "") return (a.value === "") - (b.value === ""); // absent last
        return sign * (head.classList.contains("name") ? a.value.localeCompare(b.value, "en") : a.value - b.value);
      });
      body.append(...rows.map(({ row }) => row));
    });
  });
}

document.querySelectorAll("table.sortable").forEach(sortable);

document.getElementById("spans")?.addEventListener("change", (event) => {
  document.getElementById("means").classList.toggle("spans", event.target.checked);
});

// cue lets what is too wide fade where it continues, and says so in words.
function cue(wide) {
  const note = make("p", { class: "cue", "aria-hidden": "true", hidden: true }, "scroll sideways for more →");
  const look = () => {
    const over = wide.scrollWidth - wide.clientWidth;
    wide.classList.toggle("more", over - wide.scrollLeft > 2);
    note.hidden = over <= 2;
    if (!note.hidden && wide.previousElementSibling !== note) wide.before(note);
  };
  wide.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(wide);
  return wide;
}
document.querySelectorAll("main .wide").forEach(cue);

const maps = document.querySelectorAll("div.map");
const choices = document.querySelectorAll("button[data-map]");
function choose(which) {
  maps.forEach((map) => { map.classList.toggle("other", map.dataset.map !== which); });
  choices.forEach((button) => { button.setAttribute("aria-pressed", button.dataset.map === which); });
}
choices.forEach((button) => button.addEventListener("click", () => choose(button.dataset.map)));
if (maps.length) choose("0");

// A link to something that is folded away unfolds it.
function unfold() {
  const target = /^#(pair|column|map)-[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
  if (!target) return;
  for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  if (target.tabIndex < 0) target.focus({ preventScroll: true });
  (target.closest("details") ?? target).scrollIntoView({ block: "nearest" });
}
addEventListener("hashchange", unfold);
document.querySelectorAll("a[href^='#pair-']").forEach((link) =>
  link.addEventListener("click", () => setTimeout(unfold))); // also when the address stays
unfold();

// Paper has no buttons: charts and words are printed whether they were open or not.
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...document.querySelectorAll("details:is(.charts, .words):not([open])")];
  closed.forEach((details) => { details.open = true; });
});
addEventListener("afterprint", () => {
  closed.forEach((details) => { details.open = false; });
});
