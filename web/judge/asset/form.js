// The questions of a step: what is answered, what is asked, what is missing. The step goes
// on with what is shown: an answer that was refused, or emptied though it is needed, is
// missing until there is another, whatever the server has from before.

import { say } from "./word.js";
import { Rank } from "./rank.js";
import { Numeral } from "./numeral.js";

// headlines are those that an item is asked of, by its key: B of correct.B, A-C of same.A-C.
export function headlines(key) {
  return key.split(".")[1] || "";
}

export class Form {
  // changed is called with an item and its value when somebody has answered it, undone
  // when there is an item more that shows no answer.
  constructor(form, answers, { changed, undone }) {
    this.form = form;
    this.answers = { ...answers }; // of closed steps too, for conditions
    this.changed = changed;
    this.told = undone;
    this.undone = new Map(); // keys whose field has no answer that counts, and why
    this.items = [...form.querySelectorAll(".item")];
    this.parts = new Map(); // items that are more than fields
    for (const item of this.items) this.listen(item);
    this.ask();
    this.mark();
    form.addEventListener("focusin", (event) => {
      const item = event.target.closest(".item");
      if (item) this.mark(item);
    });
  }

  listen(item) {
    const answered = (value, delay) => this.answer(item, value, delay);
    item.querySelector("[data-undo]")?.addEventListener("click", () => {
      answered("");
      this.set(item.dataset.key, "");
      this.go(item);
    });
    switch (item.dataset.kind) {
      case "rank":
        if ("ties" in item.dataset) item.addEventListener("change", () => answered(this.value(item)));
        else this.parts.set(item, new Rank(item, answered));
        break;
      case "numeral":
        this.parts.set(item, new Numeral(item, answered));
        break;
      case "text":
        item.addEventListener("input", () => {
          this.tally(item);
          answered(this.value(item), 800);
        });
        break;
      default:
        item.addEventListener("change", () => answered(this.value(item)));
    }
  }

  tally(item) {
    const { value, maxLength } = item.querySelector("textarea");
    item.querySelector(".count").textContent = say("count", { n: [...value].length, most: maxLength });
  }

  answer(item, value, delay) {
    const { key } = item.dataset;
    if ((this.answers[key] || "") === value && !this.undone.has(key)) return;
    // An answer that is needed cannot be taken back, only changed.
    if (value === "" && !("optional" in item.dataset)) return this.undo(item, "");
    this.undone.delete(key);
    this.answers[key] = value;
    item.classList.remove("lacks");
    this.ask();
    this.changed(item, value, delay);
  }

  // undo says that what is shown in an item is no answer, and why.
  undo(item, why) {
    this.undone.set(item.dataset.key, why);
    delete this.answers[item.dataset.key];
    this.ask();
    this.told();
  }

  value(item) {
    if (this.parts.has(item)) return this.parts.get(item).value;
    if (item.dataset.kind === "text") return item.querySelector("textarea").value.trim();
    if (item.dataset.kind === "rank") return places(item);
    return item.querySelector("input:checked")?.value || "";
  }

  // set shows a value that was given before.
  set(key, value) {
    const item = this.find(key);
    if (!item) return;
    this.undone.delete(key);
    this.answers[key] = value;
    if (this.parts.has(item)) this.parts.get(item).set(value);
    else if (item.dataset.kind === "text") {
      item.querySelector("textarea").value = value;
      this.tally(item);
    } else if (item.dataset.kind === "rank") {
      const placed = new Map(ranks(value));
      for (const radio of item.querySelectorAll("input")) radio.checked = placed.get(radio.dataset.letter) === Number(radio.value);
    } else {
      for (const radio of item.querySelectorAll("input")) radio.checked = radio.value === value;
    }
    this.ask();
  }

  find(key) {
    return this.items.find((item) => item.dataset.key === key);
  }

  // ask shows the items whose conditions are met by answers that count: those to
  // questions that are asked themselves. A condition on a question that is asked of each
  // headline is about the same headline.
  ask() {
    const counted = { ...this.answers };
    for (const item of this.items) delete counted[item.dataset.key];
    for (const item of this.items) {
      const { key, when, is } = item.dataset;
      const of = headlines(key);
      item.hidden = Boolean(when) && !JSON.parse(is).includes((of && counted[`${when}.${of}`]) || counted[when] || "");
      if (!item.hidden && this.answers[key]) counted[key] = this.answers[key];
      const undo = item.querySelector("[data-undo]");
      if (undo) undo.hidden = !this.answers[key];
    }
  }

  asked() {
    return this.items.filter((item) => !item.hidden);
  }

  missing() {
    return this.asked().filter((item) => this.undone.has(item.dataset.key) || (!("optional" in item.dataset) && !this.answers[item.dataset.key]));
  }

  // incomplete is how many items show something that is no answer.
  incomplete() {
    return this.asked().filter((item) => this.undone.has(item.dataset.key)).length;
  }

  // open are items to go to one after another. A text that need not be written is not
  // among them, as it would swallow the keys for the next one.
  open() {
    return this.asked().filter((item) => !this.answers[item.dataset.key] && !("optional" in item.dataset && item.dataset.kind === "text"));
  }

  // lack points at items without an answer.
  lack(items) {
    for (const item of this.items) item.classList.toggle("lacks", items.includes(item));
    if (items.length) this.go(items[0]);
  }

  // mark shows which item keys are for.
  mark(item) {
    this.now = item || this.open()[0] || null;
    for (const other of this.items) other.classList.toggle("now", other === this.now);
  }

  current() {
    if (this.now?.hidden) this.mark();
    return this.now;
  }

  go(item) {
    const fields = ["input[type=radio]:checked", "textarea", "input", "button"].flatMap((name) => [...item.querySelectorAll(name)]);
    fields.find((field) => field.offsetParent)?.focus({ preventScroll: true });
    this.mark(item);
    item.scrollIntoView({ block: "nearest", behavior: "auto" });
  }

  // next goes to the next item without an answer, or to the end.
  next(item) {
    const asked = this.asked();
    const open = this.open();
    const after = asked.slice(asked.indexOf(item) + 1).find((other) => open.includes(other)) || this.missing()[0];
    if (after) this.go(after);
    else this.form.querySelector("#on").focus();
  }

  step(by) {
    const asked = this.asked();
    const at = asked.indexOf(this.current());
    const to = asked[Math.max(0, Math.min(at + by, asked.length - 1))];
    if (to) this.go(to);
  }
}

// places writes a ranking with ties: B>A=D>C; nothing until each has a place.
function places(item) {
  const tiers = new Map();
  const rows = [...item.querySelectorAll(".placed")];
  for (const row of rows) {
    const radio = row.querySelector("input:checked");
    if (!radio) return "";
    const place = Number(radio.value);
    tiers.set(place, [...(tiers.get(place) || []), radio.dataset.letter]);
  }
  return [...tiers].sort(([a], [b]) => a - b).map(([, letters]) => letters.join("=")).join(">");
}

// ranks reads one: how many stand before a letter, and one.
function ranks(value) {
  const list = [];
  for (const tier of value.split(">")) {
    const place = list.length + 1;
    for (const letter of tier.split("=")) list.push([letter, place]);
  }
  return list;
}
