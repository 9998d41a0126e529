// The page of a judge.

import { call, work } from "./api.js";
import { Form, headlines } from "./form.js";
import { Queue, slowest } from "./queue.js";
import { listen } from "./keys.js";
import { say } from "./word.js";

const data = JSON.parse(document.getElementById("data").textContent);
const save = document.getElementById("save");
const working = data.state === "case" || data.state === "about";
let form = null;
let waiting = 0; // answers that are not saved yet
let changes = 0; // made here since the page was loaded

const queue = new Queue(data.queue, {
  show(state, n) {
    waiting = n;
    const short = state === "saved" ? form?.incomplete() : 0;
    if (short) [state, n] = ["incomplete", short];
    save.dataset.state = state;
    save.hidden = !working && state === "saved";
    const text = say(state, { n });
    if (save.textContent !== text) save.textContent = text;
  },
  refused(entry, failure) {
    const why = reason(failure);
    notice(say("refused", { question: `${entry.label} (${entry.value})` }), why);
    if (!form || entry.case !== data.case) return;
    // What was answered since is another answer.
    const item = form.find(entry.question);
    if (item && form.answers[entry.question] === entry.value) {
      form.undo(item, why);
      item.classList.add("lacks");
    }
    // The step was closed elsewhere, so this page is of yesterday; the notice goes along.
    if (failure.code === "closed") queue.flush().then(() => location.replace("?go"));
  },
  elsewhere(entry, value) {
    notice(say("elsewhere", { question: `${entry.label} (${entry.value})` }), "");
    if (form && entry.case === data.case) form.set(entry.question, value);
  },
});

// reason says why the server refused something. English has the server's own words, which say more.
function reason(failure) {
  return (document.documentElement.lang === "en" && failure.message) || say(`refused-${failure.code}`);
}

// A browser that keeps nothing still shows the page.
const session = (() => {
  try {
    sessionStorage.getItem("");
    return sessionStorage;
  } catch {
    return { getItem: () => null, setItem() {}, removeItem() {} };
  }
})();

// Notices stay until somebody has read them, also when the page is loaded anew.
const noticed = `notices:${data.queue}`;

function notice(title, text) {
  const list = notices();
  list.push({ title, text });
  remember(list);
  showNotices();
}

function notices() {
  try {
    return JSON.parse(localStorage.getItem(noticed)) || [];
  } catch {
    return [];
  }
}

function remember(list) {
  try {
    if (list.length) localStorage.setItem(noticed, JSON.stringify(list));
    else localStorage.removeItem(noticed);
  } catch { /* it is on the page */ }
}

function showNotices() {
  const list = notices();
  const box = document.getElementById("notices");
  box.replaceChildren();
  if (!list.length) return;
  box.setAttribute("role", "alert");
  for (const { title, text } of list) {
    const p = document.createElement("p");
    const b = document.createElement("b");
    b.textContent = title;
    p.append(b, " ", text);
    box.append(p);
  }
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("dismiss");
  button.addEventListener("click", () => {
    remember([]);
    showNotices();
  });
  box.append(button);
}

// watched is how long the case was looked at, in this tab.
const watched = (() => {
  const key = `watched:${data.queue}:${data.case}`;
  let sum = Number(session.getItem(key)) || 0;
  let since = document.visibilityState === "visible" ? performance.now() : null;
  const now = () => Math.round(sum + (since === null ? 0 : performance.now() - since));
  document.addEventListener("visibilitychange", () => {
    sum = now();
    since = document.visibilityState === "visible" ? performance.now() : null;
    session.setItem(key, sum);
  });
  addEventListener("pagehide", () => session.setItem(key, now()));
  return now;
})();

function label(item) {
  const text = (node) => node?.textContent.trim().replace(/\s+/g, " ") || "";
  const of = headlines(item.dataset.key);
  return text(item.closest(".question").querySelector("h2")) + (of ? ` ${of}` : "");
}

// complete tells whether everything is answered, and points at what is not.
function complete() {
  const lacks = form.missing();
  form.lack(lacks);
  const why = lacks.length && form.undone.get(lacks[0].dataset.key);
  tell(lacks.length ? say("missing", { n: lacks.length }) + (why ? `: ${why}` : "") : "");
  return !lacks.length;
}

function tell(text) {
  document.getElementById("missing").textContent = text;
}

// agrees tells whether the server has what is shown. What was changed by another device or
// tab is shown in its place, to be looked at before the step is closed.
function agrees(now) {
  const differ = form.asked().filter(({ dataset: { key } }) => (form.answers[key] || "") !== (now.answers[key] || ""));
  for (const { dataset: { key } } of differ) form.set(key, now.answers[key] || "");
  queue.learn(now);
  form.lack(differ);
  if (differ.length) tell(say("changed", { n: differ.length }));
  return !differ.length;
}

// close closes the step with what is shown, and tells whether to leave the page.
async function close() {
  for (let seen = -1; seen !== changes;) { // until nothing was answered in between
    await queue.flush();
    if (queue.dead) return false; // the page says so
    if (form.missing().length) return complete();
    seen = changes;
    const now = await work();
    if (now.state !== data.state || now.case !== data.case || now.step !== data.step) return true; // it was closed elsewhere
    if (seen === changes && !agrees(now)) return false;
  }
  await call("POST", data.state === "about" ? "about/close" : `cases/${data.case}/steps/${data.step}/close`);
  return true;
}

// goOn closes the step as soon as everything is saved, however long that takes.
let going = false;
async function goOn() {
  if (!complete() || going) return;
  going = true;
  const button = document.getElementById("on");
  button.ariaDisabled = true;
  if (waiting) tell(say("waiting-close"));
  try {
    for (let wait = 500; ; wait = Math.min(2 * wait, slowest)) {
      try {
        if (!(await close())) return;
        break;
      } catch (failure) {
        if (failure.code === "invalid") {
          const items = failure.missing.map((key) => form.find(key)).filter(Boolean);
          form.lack(items);
          tell(items.length ? say("missing", { n: items.length }) : reason(failure));
          return;
        }
        // Of these the next page tells more.
        if (["not-found", "closed", "stopped", "unauthorized", "forbidden"].includes(failure.code)) break;
        tell(say("waiting-close"));
        await new Promise((resolve) => {
          setTimeout(resolve, failure.wait || wait);
          addEventListener("online", resolve, { once: true });
        });
      }
    }
    session.setItem("moved", "yes");
    location.replace("?go");
  } finally {
    going = false;
    button.ariaDisabled = false;
  }
}

addEventListener("beforeunload", (event) => {
  if (waiting) event.preventDefault();
});

if (working) {
  form = new Form(document.getElementById("form"), data.answers, {
    changed(item, value, delay) {
      changes++;
      queue.add(data.case, item.dataset.key, value, { label: label(item), millis: watched(), delay });
    },
    undone() {
      changes++;
      queue.tell();
    },
  });
  // The server's answers are in the page. Those that wait here take their place.
  queue.learn(data);
  queue.reconcile(data);
  for (const entry of queue.entries()) {
    if (entry.case === data.case) form.set(entry.question, entry.value);
  }
  form.mark();
  listen(form, goOn);
  document.getElementById("form").addEventListener("submit", (event) => {
    event.preventDefault();
    goOn();
  });
} else if (data.state === "waiting" || data.state === "stopped") {
  setInterval(() => waiting || location.reload(), 30000);
}
queue.tell();
queue.wake(0);
showNotices();
if (session.getItem("moved")) {
  session.removeItem("moved");
  document.getElementById("top")?.focus();
  scrollTo(0, 0);
}
document.body.dataset.ready = "yes";
