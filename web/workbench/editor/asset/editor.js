// The page on which headlines are written.
//
// The state is a draft: the article, what is known of it, and headlines in an order. Each deed changes the state, and then
// the page, the history and the saver are told. What is found is HTML from the server, asked for as one types; a question
// that is out of date is called off.

import { History } from "./history.js";
import { copy, same } from "./merge.js";
import { id, prefix, Saver } from "./saver.js";

const form = document.getElementById("draft");
const { base, id: draft } = form.dataset;
const list = document.getElementById("heads");
const part = (name) => document.getElementById(name);
const inputs = { article: part("article"), reference: part("reference"), lang: part("lang"), date: part("date"), target: part("target") };
const most = 40; // headlines, as the server has it

const template = list.querySelector("li").cloneNode(true);
const made = read();
let state = made;
let current = list.querySelector("li.ed-on")?.dataset.id || state.headlines[0].id;

// read gives the state that the page was made with, whatever a browser has put into its fields since.
function read() {
  const out = { source: form.dataset.source, target: form.dataset.target };
  for (const name of ["article", "reference", "lang", "date"]) out[name] = inputs[name].defaultValue;
  out.headlines = [...list.children].map((li) => ({ id: li.dataset.id, text: li.querySelector("textarea").defaultValue }));
  return copy(out);
}

const saver = new Saver({
  base, draft, state, version: Number(form.dataset.version),
  show(kind, text) {
    const save = part("save");
    save.dataset.state = kind;
    if (save.textContent !== text) save.textContent = text;
  },
  changed(next, lost) {
    state = next;
    if (!steps) return; // the page is not ready yet, and shows it when it is
    if (lost) {
      steps.set(lost);
      notice("The article, or what is known of it, was changed elsewhere too. Undo shows what it was there.");
    }
    steps.change(state);
    if (!lost) notice("Changes from another window or device were added.");
    show();
    ask();
  },
});
var steps = new History(prefix(base, draft) + "history", state, () => {
  if (!steps) return;
  part("undo").disabled = !steps.past.length;
  part("redo").disabled = !steps.future.length;
});

// commit tells everybody that the state has changed. field names what is typed into.
function commit(field = null) {
  if (!steps.change(state, field)) return;
  saver.put(state, field === null ? 0 : 400);
  ask(field === null ? 0 : 30);
}

// show brings the page to the state, without touching what is as it should be.
function show() {
  for (const name of ["article", "reference", "lang", "date"]) {
    if (inputs[name].value !== state[name]) inputs[name].value = state[name];
  }
  if (state.target && inputs.target.value !== state.target) inputs.target.value = state.target;
  if (!state.headlines.some((h) => h.id === current)) current = state.headlines[0]?.id;
  const items = new Map([...list.children].map((li) => [li.dataset.id, li]));
  state.headlines.forEach((h, i) => {
    const li = items.get(h.id) || item(h.id);
    items.delete(h.id);
    if (list.children[i] !== li) list.insertBefore(li, list.children[i] || null);
    const text = li.querySelector("textarea");
    if (text.value !== h.text) text.value = h.text;
    text.setAttribute("aria-label", `Headline ${i + 1}`);
    const [up, down, remove] = li.querySelectorAll("button");
    up.setAttribute("aria-label", `Move headline ${i + 1} up`);
    down.setAttribute("aria-label", `Move headline ${i + 1} down`);
    remove.setAttribute("aria-label", `Remove headline ${i + 1}`);
    li.classList.toggle("ed-on", h.id === current);
  });
  for (const li of items.values()) li.remove();
  part("add").disabled = state.headlines.length >= most;
  write();
}

function item(key) {
  const li = template.cloneNode(true);
  li.dataset.id = key;
  li.querySelector('[name="id"]').value = key;
  li.querySelector("textarea").value = "";
  li.querySelector(".ed-line").innerHTML = "";
  const deeds = ["up", "down", "remove"];
  li.querySelectorAll("button").forEach((b, i) => { b.value = `${deeds[i]}:${key}`; });
  return li;
}

const field = (key) => list.querySelector(`li[data-id="${CSS.escape(key)}"] textarea`);
const place = (key) => state.headlines.findIndex((h) => h.id === key);

// go makes a headline the current one.
function go(key, focus = true) {
  if (place(key) < 0) return;
  if (key !== current) {
    current = key;
    for (const li of list.children) li.classList.toggle("ed-on", li.dataset.id === key);
    ask();
  }
  if (focus && document.activeElement !== field(key)) enter(key);
}

// enter puts the cursor behind a headline.
function enter(key) {
  const text = field(key);
  text.focus({ preventScroll: text.getBoundingClientRect().bottom < innerHeight });
  text.setSelectionRange(text.value.length, text.value.length);
}

// Deeds.

function add(text = "", after = state.headlines.length - 1) {
  if (state.headlines.length >= most) return;
  const key = id();
  state.headlines.splice(after + 1, 0, { id: key, text });
  show();
  current = key;
  commit();
  show();
  enter(key);
}

function remove(key) {
  const i = place(key);
  if (i < 0) return;
  state.headlines.splice(i, 1);
  if (!state.headlines.length) state.headlines.push({ id: id(), text: "" });
  current = state.headlines[Math.min(i, state.headlines.length - 1)].id;
  commit();
  show();
  enter(current);
}

function move(key, by) {
  const i = place(key);
  const to = i + by;
  if (i < 0 || to < 0 || to >= state.headlines.length) return;
  const [h] = state.headlines.splice(i, 1);
  state.headlines.splice(to, 0, h);
  const focused = document.activeElement;
  commit();
  show();
  focused?.focus();
}

function turn(back) {
  const next = back ? steps.undo() : steps.redo();
  if (!next) return;
  const changed = next.headlines.find((h) => state.headlines.find((o) => o.id === h.id)?.text !== h.text);
  state = next;
  if (changed) current = changed.id;
  saver.put(state);
  show();
  ask();
  if (!inputsHave(document.activeElement)) enter(current);
}

const inputsHave = (element) => Object.values(inputs).includes(element);

// Questions. Only the latest counts: the one before is called off, and the server stops working on it.

let asking = null;
let timer = 0;
let known = { key: "", of: "" }; // the article that the server has read

function ask(delay = 0) {
  clearTimeout(timer);
  timer = setTimeout(look, delay);
}

async function call(path, body, signal) {
  const response = await fetch(`${base}/${path}`, {
    method: "POST", signal, cache: "no-store", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.documentElement.dataset.token },
  });
  const reply = await response.json();
  if (!response.ok) throw Object.assign(new Error(reply.error || "the server did not answer"), { status: response.status, wait: Number(response.headers.get("Retry-After")) * 1000 });
  return reply;
}

const signature = () => JSON.stringify([state.article, state.reference, state.lang, state.date]);

async function look() {
  asking?.abort();
  const mine = asking = new AbortController();
  const of = signature();
  const key = known.of === of ? known.key : "";
  const sent = { id: draft, target: state.target, headlines: state.headlines };
  if (!key) Object.assign(sent, { article: state.article, reference: state.reference, lang: state.lang, date: state.date });
  try {
    const found = await call("check", { article: key, draft: sent, current }, mine.signal);
    if (mine !== asking) return;
    known = { key: found.article, of };
    put(found);
  } catch (error) {
    if (mine !== asking || error.name === "AbortError") return;
    if (error.status === 404 && key) { // the server was started again, or has forgotten the article
      known = { key: "", of: "" };
      return ask();
    }
    const refused = error.status === 400 || error.status === 413;
    part("trouble").textContent = refused ? `Not checked: ${error.message}.` : "Not checked: the server cannot be reached. What is below may be of an earlier version.";
    document.body.dataset.checked = "trouble";
    if (!refused) ask(error.wait || 2000);
  }
}

// html puts a piece of a page into an element, if it is another.
function html(element, text) {
  if (element.dataset.html === text) return false;
  element.dataset.html = text;
  element.innerHTML = text;
  return true;
}

function put(found) {
  part("trouble").textContent = "";
  for (const li of list.children) html(li.querySelector(".ed-line"), found.lines[li.dataset.id] ?? "");
  html(part("detail"), found.detail);
  html(part("compare"), found.compare);
  write();
  speak(found.spoken);
  document.body.dataset.checked = signature() + JSON.stringify(state.headlines) + current;
}

// speak tells who does not see the page, when they pause.
let speaking = 0;
function speak(text) {
  clearTimeout(speaking);
  speaking = setTimeout(() => { part("spoken").textContent = text; }, 1500);
}

// The article, with the places that the numbers of the current headline come from.

let written = "";

function write() {
  const places = [];
  for (const a of part("detail").querySelectorAll("[data-number]")) {
    for (const span of a.dataset.at.split(" ").filter(Boolean)) {
      const [from, to] = span.split("-").map(Number);
      places.push({ from, to, number: a.dataset.number });
    }
  }
  const text = state.article;
  const key = JSON.stringify(places) + text;
  if (key === written) return;
  written = key;
  const cuts = [...new Set([0, text.length, ...places.flatMap(({ from, to }) => [from, to])])].filter((c) => c <= text.length).sort((a, b) => a - b);
  const pieces = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const piece = text.slice(cuts[i], cuts[i + 1]);
    const of = places.filter(({ from, to }) => from <= cuts[i] && cuts[i + 1] <= to).map(({ number }) => number);
    if (!of.length) {
      pieces.push(piece);
      continue;
    }
    const mark = document.createElement("mark");
    mark.dataset.for = [...new Set(of)].join(" ");
    mark.textContent = piece;
    pieces.push(mark);
  }
  const box = part("text");
  const top = box.scrollTop;
  box.replaceChildren(...pieces);
  box.scrollTop = top;
}

// point makes the places of a number stand out, and brings them into view within the article.
function point(number, scroll) {
  const box = part("text");
  let first = null;
  for (const mark of box.querySelectorAll("mark")) {
    const on = number !== null && mark.dataset.for.split(" ").includes(number);
    mark.classList.toggle("on", on);
    if (on) first ||= mark;
  }
  if (!first || !scroll) return;
  if (box.scrollHeight > box.clientHeight + 1) {
    const [b, m] = [box.getBoundingClientRect(), first.getBoundingClientRect()];
    if (m.top < b.top || m.bottom > b.bottom) box.scrollTop += m.top - b.top - box.clientHeight / 3;
  }
}

for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  part("detail").addEventListener(on, ({ target }) => {
    const a = target.closest?.("[data-number]");
    if (a) point(a.dataset.number, true);
  });
  part("detail").addEventListener(off, () => point(null));
}
part("detail").addEventListener("click", (event) => {
  const a = event.target.closest("[data-number]");
  if (!a) return;
  event.preventDefault();
  point(a.dataset.number, true);
  part("text").querySelector("mark.on")?.scrollIntoView({ block: "nearest" });
});

// Suggestions.

let suggesting = 0;

async function suggest() {
  const mine = ++suggesting;
  const box = part("suggested");
  html(box, "<p>Generators are writing …</p>");
  while (mine === suggesting) {
    try {
      if (known.of !== signature()) await look();
      const { html: text, done } = await call("suggest", { article: known.key });
      if (mine !== suggesting) return;
      html(box, text);
      if (done) break;
    } catch (error) {
      if (error.status === 404) known = { key: "", of: "" };
      else html(box, "<p>The server cannot be reached. Suggestions come when it is back.</p>");
    }
    await new Promise((wake) => setTimeout(wake, 700));
  }
}

// Notices stay until somebody has read them.

function notice(text) {
  const p = document.createElement("p");
  p.textContent = `${text} `;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = "Close";
  button.addEventListener("click", () => p.remove());
  p.append(button);
  const box = part("notices");
  box.setAttribute("role", "alert");
  box.replaceChildren(p);
}

// Events.

list.addEventListener("input", ({ target }) => {
  const key = target.closest("li").dataset.id;
  const line = target.value.replace(/[\r\n]+/g, " ");
  if (line !== target.value) {
    const at = target.selectionStart;
    target.value = line;
    target.setSelectionRange(at, at);
  }
  state.headlines[place(key)].text = line.toWellFormed?.() ?? line;
  if (key !== current) go(key, false);
  commit(key);
});
list.addEventListener("focusin", ({ target }) => {
  if (target.matches("textarea")) go(target.closest("li").dataset.id, false);
});
for (const name of ["article", "reference", "lang", "date"]) {
  inputs[name].addEventListener("input", () => {
    state[name] = inputs[name].value.toWellFormed?.() ?? inputs[name].value;
    write();
    commit(name);
  });
}
inputs.target.addEventListener("change", () => {
  state.target = inputs.target.value;
  commit();
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const go1 = event.target.closest("[data-go]");
  if (go1) {
    event.preventDefault();
    return go(go1.dataset.go);
  }
  const button = event.target.closest('button[name="do"]');
  if (!button) return;
  event.preventDefault();
  const [deed] = button.value.split(":", 1);
  const of = button.value.slice(deed.length + 1);
  if (deed === "add") add("", state.headlines.length - 1);
  if (deed === "use") add(of);
  if (deed === "up") move(of, -1);
  if (deed === "down") move(of, 1);
  if (deed === "remove") remove(of);
  if (deed === "suggest") suggest();
});
part("undo").addEventListener("click", () => turn(true));
part("redo").addEventListener("click", () => turn(false));
part("help").addEventListener("click", () => part("keys").showModal());

const letters = {
  KeyN: () => part("detail").querySelector("[data-number]")?.focus(),
  KeyS: () => {
    suggest();
    part("suggest").focus();
  },
  KeyT: () => inputs.target.focus(),
  KeyA: () => {
    part("edit").open = true;
    inputs.article.focus();
  },
  KeyK: () => part("keys").showModal(),
};

function key(event) {
  if (event.isComposing || part("keys").open) return false;
  const { target, code } = event;
  const control = event.ctrlKey || event.metaKey;
  if (control && !event.altKey && (code === "KeyZ" || code === "KeyY")) {
    turn(code === "KeyZ" && !event.shiftKey);
    return true;
  }
  const li = target.closest?.("#heads li");
  const typing = li && target.matches("textarea");
  const own = li?.dataset.id ?? current;
  if (event.altKey && !control && !event.shiftKey) {
    if (code in letters) return letters[code](), true;
    if (/^Digit[1-9]$/.test(code)) return go(state.headlines[code.slice(5) - 1]?.id), true;
    if (event.key === "ArrowUp") return move(own, -1), true;
    if (event.key === "ArrowDown") return move(own, 1), true;
    if (event.key === "Delete") return remove(own), true;
    return false;
  }
  if (control || event.altKey) return false;
  if (event.key === "Escape" && !typing) return go(current), true;
  if (event.key === "?" && !target.matches?.("input, textarea, select")) return part("keys").showModal(), true;
  if (!typing || event.shiftKey) return false;
  const i = place(own);
  switch (event.key) {
    case "Enter":
      add("", i);
      return true;
    case "ArrowUp":
      return i > 0 && (go(state.headlines[i - 1].id), true);
    case "ArrowDown":
      return i + 1 < state.headlines.length && (go(state.headlines[i + 1].id), true);
    case "Backspace":
      return target.value === "" && state.headlines.length > 1 && (remove(own), true);
  }
  return false;
}
document.addEventListener("keydown", (event) => {
  if (key(event)) event.preventDefault();
});
// Menus and phones undo in their own way.
document.addEventListener("beforeinput", (event) => {
  if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
    event.preventDefault();
    turn(event.inputType === "historyUndo");
  }
});

// The page is made: show what was kept, which may be more than the server had.
part("tools").hidden = false;
steps.show();
if (same(state, made)) known = { key: form.dataset.article, of: signature() };
else ask();
show();
if (document.activeElement === document.body) enter(current);
document.body.dataset.ready = "true";
