// Marks of pairs, and what follows from them.

const { key, bands, thresholds } = JSON.parse(document.getElementById("data").textContent);
const cards = [...document.querySelectorAll(".match")];
const marks = cards.map(() => ""); // "same", "other" or ""
let current = 0;
let kept = true; // the browser keeps the marks

const z = 1.959963984540054;

// wilson is the share of k of n with its interval. If all pairs that there are were looked at, nothing is left to chance.
function wilson(k, n, all) {
  const p = k / n;
  if (n === all) return { p, low: p, high: p };
  const middle = (p + z * z / (2 * n)) / (1 + z * z / n);
  const half = z / (1 + z * z / n) * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return { p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

// joined is the share over several bands, each by how many pairs it has in all.
function joined(parts) {
  const all = parts.reduce((sum, part) => sum + part.pairs, 0);
  let p = 0, below = 0, above = 0;
  for (const { pairs, share } of parts) {
    const w = pairs / all;
    p += w * share.p;
    below += (w * (share.p - share.low)) ** 2;
    above += (w * (share.high - share.p)) ** 2;
  }
  return { p, low: Math.max(0, p - Math.sqrt(below)), high: Math.min(1, p + Math.sqrt(above)) };
}

const percent = (x) => `${Math.round(100 * x)}%`;
const interval = ({ low, high }) => low === high ? "all marked" : `${percent(low)} to ${percent(high)}`;
const grouped = (n) => n.toLocaleString("en");

// counted is what was marked, by band, the best first.
function counted() {
  const rows = bands.map((band) => ({ ...band, sample: 0, same: 0, other: 0 }));
  cards.forEach((card, i) => {
    const row = rows[card.dataset.band];
    row.sample++;
    if (marks[i]) row[marks[i]]++;
  });
  const over = [];
  let open = false; // a band has pairs and no marks
  for (const row of rows) {
    const n = row.same + row.other;
    if (n) row.share = wilson(row.same, n, row.pairs);
    if (row.pairs && !n) open = true;
    if (n) over.push(row);
    if (!open && over.length) row.above = joined(over);
  }
  return rows;
}

const tbody = document.querySelector(".bands tbody");

function table(rows) {
  tbody.replaceChildren(...rows.map((row) => {
    const tr = document.createElement("tr");
    const cell = (text, name = "") => {
      const td = tr.appendChild(document.createElement("td"));
      td.textContent = text;
      td.className = name;
    };
    const th = tr.appendChild(document.createElement("th"));
    th.scope = "row";
    th.className = "name";
    th.textContent = `${row.low} to ${row.high}`;
    cell(grouped(row.pairs));
    cell(row.sample - row.same - row.other);
    cell(row.same);
    cell(row.other);
    cell(row.share ? percent(row.share.p) : "–");
    cell(row.share ? interval(row.share) : "", "left");
    cell(`${row.low}`, "left");
    cell(row.above ? percent(row.above.p) : "–");
    cell(row.above ? interval(row.above) : "", "left");
    tr.classList.toggle("threshold", thresholds.includes(row.low));
    return tr;
  }));
}

// show puts the marks on the page.
function show() {
  cards.forEach((card, i) => {
    card.querySelector(".value").hidden = !marks[i];
    card.querySelectorAll("[data-mark]").forEach((b) => b.setAttribute("aria-pressed", b.dataset.mark === marks[i]));
    card.classList.toggle("current", i === current);
  });
  const rows = counted();
  table(rows);
  const done = marks.filter(Boolean).length;
  const found = rows.filter((row) => row.above && thresholds.includes(row.low))
    .map((row) => `${percent(row.above.p)} of pairs above ${row.low} [${interval(row.above)}]`);
  document.getElementById("finding").textContent = found.length ? `About the same event: ${found.join(", ")}.` : "Which of these pairs are about the same event?";
  const where = kept ? "kept in this browser" : "this browser does not keep marks: download them";
  document.getElementById("status").textContent = done === cards.length
    ? `All ${done} pairs are marked, ${where}. Download them as CSV.`
    : `${done} of ${cards.length} marked${done ? `, ${where}` : ""}`;
  document.getElementById("next").disabled = done === cards.length;
  document.getElementById("save").disabled = document.getElementById("clear").disabled = done === 0;
}

function keep() {
  try {
    localStorage.setItem(key, JSON.stringify(marks));
  } catch {
    kept = false;
  }
}

function mark(i, value) {
  marks[i] = value;
  keep();
  show();
}

function go(i) {
  current = Math.max(0, Math.min(cards.length - 1, i));
  show();
  cards[current].focus({ preventScroll: true });
  cards[current].scrollIntoView({ block: "nearest" });
}

// unmarked is the next pair without a mark, from one on, and around.
const unmarked = (from) => cards.map((_, k) => (from + k) % cards.length).find((i) => !marks[i]);

function download() {
  const lines = cards.flatMap((card, i) => marks[i] ? [`${card.dataset.row},${marks[i]}\n`] : []);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["a,b,score,mark\n", ...lines], { type: "text/csv" }));
  link.download = "marks.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

cards.forEach((card, i) => {
  card.addEventListener("click", (event) => {
    const button = event.target.closest("[data-mark]");
    current = i;
    if (button) mark(i, marks[i] === button.dataset.mark ? "" : button.dataset.mark);
    else show();
  });
  card.addEventListener("focusin", () => {
    if (current !== i) { current = i; show(); }
  });
});

const dialog = document.getElementById("keys");
document.getElementById("next").addEventListener("click", () => go(unmarked(current + 1)));
document.getElementById("save").addEventListener("click", download);
document.getElementById("clear").addEventListener("click", () => {
  if (!confirm("Clear all marks of this page?")) return;
  marks.fill("");
  keep();
  show();
});
document.getElementById("help").addEventListener("click", () => dialog.showModal());

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  const choose = (value) => () => { mark(current, value); go(current + 1); };
  const free = !event.target.closest("button, summary, a");
  const act = {
    s: choose("same"),
    o: choose("other"),
    u: () => mark(current, ""),
    j: () => go(current + 1),
    k: () => go(current - 1),
    Enter: free ? () => {
      const both = [...cards[current].querySelectorAll("details")];
      const open = !both.every((d) => d.open);
      both.forEach((d) => { d.open = open; });
    } : null,
    "?": () => dialog.showModal(),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

try {
  const old = JSON.parse(localStorage.getItem(key) ?? "[]");
  if (Array.isArray(old)) cards.forEach((_, i) => { if (old[i] === "same" || old[i] === "other") marks[i] = old[i]; });
} catch {
  kept = false;
}
current = unmarked(0) ?? 0;
show();
