// The page of a judge.

import { call } from "./api.js";
import { Form } from "./form.js";
import { Queue, slowest } from "./queue.js";
import { listen } from "./keys.js";
import { say } from "./word.js";

const data = JSON.parse(document.getElementById("data").textContent);
const save = document.getElementById("save");
const working = data.state === "case" || data.state === "about";
let form = null;
let waiting = 0;

const queue = new Queue(data.queue, {
  show(state, n) {
    waiting = n;
    save.dataset.state = state;
    save.hidden = !working && state === "saved";
    const text = say(state, { n });
    if (save.textContent !== text) save.textContent = text;
  },
  refused(entry, failure) {
    // English has the server's own words, which say more.
    const known = say(`refused-${failure.code}`);
    const why = (document.documentElement.lang === "en" && failure.message) || known;
    notice(say("refused", { question: `${entry.label} (${entry.value})` }), why);
    if (!form || entry.case !== data.case) return;
    form.find(entry.question)?.classList.add("lacks");
    // The step was closed elsewhere, so this page is of yesterday; the notice goes along.
    if (failure.code === "closed") queue.flush().then(() => location.replace("?go"));
  },
  elsewhere(entry) {
    notice(say("elsewhere", { question: entry.label }), "");
    if (document.body.dataset.ready && entry.case === data.case) location.reload(); // to show what counts
  },
});

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
  const of = item.dataset.key.split(".")[1];
  return text(item.closest(".question").querySelector("h2")) + (of ? ` ${of}` : "");
}

// goOn closes the step, as soon as everything is saved.
let going = false;
async function goOn() {
  const missing = document.getElementById("missing");
  const lacks = form.missing();
  form.lack(lacks);
  missing.textContent = lacks.length ? say("missing", { n: lacks.length }) : "";
  if (lacks.length || going) return;
  going = true;
  const button = document.getElementById("on");
  button.ariaDisabled = true;
  if (waiting) missing.textContent = say("waiting-close");
  try {
    for (let wait = 500; ; wait = Math.min(2 * wait, slowest)) {
      await queue.flush();
      try {
        await call("POST", data.state === "about" ? "about/close" : `cases/${data.case}/steps/${data.step}/close`);
        break;
      } catch (failure) {
        if (failure.status === 422) {
          const keys = failure.missing.map((key) => form.find(key)).filter(Boolean);
          form.lack(keys);
          missing.textContent = keys.length ? say("missing", { n: keys.length }) : failure.message;
          return;
        }
        if ([404, 409, 410].includes(failure.status)) break; // it was closed elsewhere
        if ([401, 403].includes(failure.status)) break; // the page says so
        queue.trouble = failure;
        missing.textContent = say("waiting-close");
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
  form = new Form(document.getElementById("form"), data.answers, (item, value, delay) => {
    queue.add(data.case, item.dataset.key, value, { label: label(item), millis: watched(), delay });
  });
  // The server's answers are in the page. Those that wait here and are later win.
  // The page may have taken long to get here since it was made.
  const [{ responseStart }] = performance.getEntriesByType("navigation");
  queue.reconcile(data, performance.timeOrigin + responseStart);
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
