// The dashboard keeps itself fresh, and moves nothing while somebody reads.

import { say } from "./word.js";

const live = document.getElementById("live");
const fresh = document.getElementById("fresh");
const every = 5000;

async function look() {
  if (document.visibilityState !== "visible") return;
  let response;
  try {
    response = await fetch(live.dataset.from, { cache: "no-store" });
  } catch {
    tell(say("co-away"));
    return;
  }
  // The page stays: there may be links on it that were not copied yet.
  if (response.status === 401) tell(say("co-out"), say("co-in"));
  else if (!response.ok) tell(say("co-problem"));
  else {
    tell("");
    replace(await response.text());
  }
}

// tell says how things are, once.
function tell(text, login = "") {
  if (fresh.textContent === text + login) return;
  fresh.textContent = text;
  if (!login) return;
  const link = document.createElement("a");
  link.href = `${document.documentElement.dataset.root}coordinator`;
  link.textContent = login;
  fresh.append(link);
}

// replace shows the new part. What has the focus keeps it, and tables that were
// scrolled stay so.
function replace(html) {
  if (!getSelection().isCollapsed) return; // somebody is copying
  const held = live.contains(document.activeElement) ? document.activeElement : null;
  const name = held?.getAttribute("href") || held?.getAttribute("aria-labelledby");
  const scrolled = [...live.querySelectorAll(".wide")].map((box) => [box.scrollLeft, box.scrollTop]);
  const [left, top] = [scrollX, scrollY];
  // It is our own server's HTML, in which all else is escaped; scripts in it would not run.
  live.innerHTML = html;
  [...live.querySelectorAll(".wide")].forEach((box, i) => {
    if (scrolled[i]) [box.scrollLeft, box.scrollTop] = scrolled[i];
  });
  if (name) [...live.querySelectorAll("a, .wide")].find((e) => e.getAttribute("href") === name || e.getAttribute("aria-labelledby") === name)?.focus({ preventScroll: true });
  scrollTo(left, top);
}

setInterval(look, every);
document.addEventListener("visibilitychange", look);
