// The page of a made-up case: what was expected is shown at once, and nothing is sent.

import { Form } from "./form.js";
import { listen } from "./keys.js";
import { say } from "./word.js";

const { expect, next } = JSON.parse(document.getElementById("data").textContent);
const button = document.getElementById("on");
const told = document.getElementById("missing");
let judged = false;

const form = new Form(document.getElementById("form"), {}, { changed() {}, undone() {} });

// right tells whether an answer is what was expected. Whatever fits derives a number.
function right(item) {
  const given = form.answers[item.dataset.key] ?? ""; // some need no answer
  const { answer } = expect[item.dataset.key];
  const none = (text) => text.startsWith("unanswerable:");
  return item.dataset.kind === "numeral" ? given !== "" && none(given) === none(answer) : given === answer;
}

function judge() {
  let n = 0;
  for (const item of form.asked()) {
    const { shown, why } = expect[item.dataset.key];
    const ok = right(item);
    if (ok) n++;
    const p = document.createElement("p");
    p.className = "feedback";
    p.dataset.state = ok ? "right" : "wrong";
    const b = document.createElement("b");
    b.textContent = ok ? `✓ ${say("practice-right")}` : `✗ ${say("practice-wrong", { answer: shown })}`;
    p.append(b, " ", why);
    item.append(p);
  }
  told.className = "soft";
  told.textContent = say("practice-result", { n, total: form.asked().length });
  button.textContent = say("practice-next");
  judged = true;
  form.items[0].scrollIntoView({ block: "nearest" });
}

function goOn() {
  if (judged) return location.assign(next);
  const lacks = form.missing();
  form.lack(lacks);
  told.textContent = lacks.length ? say("missing", { n: lacks.length }) : "";
  if (!lacks.length) judge();
}

listen(form, goOn);
document.getElementById("form").addEventListener("submit", (event) => {
  event.preventDefault();
  goOn();
});
document.body.dataset.ready = "yes";
