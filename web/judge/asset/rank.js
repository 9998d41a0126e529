// A ranking without ties: a list to be put in order by dragging, with buttons, or
// with keys.

import { say } from "./word.js";

export class Rank {
  // changed is called with the order when somebody has made one.
  constructor(fieldset, changed) {
    this.fieldset = fieldset;
    this.list = fieldset.querySelector("ol.rank");
    this.state = fieldset.querySelector(".rank-state span");
    this.keep = fieldset.querySelector("[data-keep]");
    this.changed = changed;
    this.typed = [];
    this.value = this.list.dataset.value;
    this.list.addEventListener("pointerdown", (event) => this.grab(event));
    this.list.addEventListener("click", (event) => {
      const move = event.target.closest("[data-move]");
      if (!move) return;
      const row = move.closest("li");
      this.moveTo(row, this.rows().indexOf(row) + Number(move.dataset.move));
    });
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.keep.addEventListener("click", () => this.done());
    this.number();
  }

  rows() {
    return [...this.list.children];
  }

  letters() {
    return this.rows().map((row) => row.dataset.letter);
  }

  number() {
    const rows = this.rows();
    rows.forEach((row, i) => {
      row.querySelector(".place").textContent = this.value ? i + 1 : "–";
      // Not disabled, which would take the focus away.
      row.querySelector("[data-move='-1']").ariaDisabled = i === 0;
      row.querySelector("[data-move='1']").ariaDisabled = i === rows.length - 1;
    });
    this.keep.hidden = Boolean(this.value);
  }

  // set shows a ranking that was made elsewhere.
  set(value) {
    this.value = value;
    for (const letter of value.split(">")) {
      const row = this.rows().find((r) => r.dataset.letter === letter);
      if (row) this.list.append(row);
    }
    this.state.textContent = value && say("ranked", { letters: this.letters().join(", ") });
    this.number();
  }

  moveTo(row, place, quiet) {
    // The others move around it, so that it keeps the focus and the pointer.
    const rows = this.rows();
    const from = rows.indexOf(row);
    const to = Math.max(0, Math.min(place, rows.length - 1));
    if (to > from) row.before(...rows.slice(from + 1, to + 1));
    else row.after(...rows.slice(to, from));
    if (quiet) return;
    this.done();
    this.state.textContent = say("place", { letter: row.dataset.letter, n: to + 1, total: rows.length });
  }

  done() {
    this.typed = [];
    this.value = this.letters().join(">");
    this.number();
    this.state.textContent = say("ranked", { letters: this.letters().join(", ") });
    this.changed(this.value);
  }

  // type takes a letter of a ranking that is typed from best to worst. The last one
  // need not be typed.
  type(letter) {
    const row = this.rows().find((r) => r.dataset.letter === letter);
    if (!row) return false;
    if (this.typed.includes(letter)) this.typed = [];
    this.moveTo(row, this.typed.length, true);
    this.typed.push(letter);
    if (this.typed.length >= this.rows().length - 1) {
      this.done();
      return true;
    }
    this.number();
    this.state.textContent = say("typed", { letters: this.typed.join(", ") });
    return false;
  }

  press(event) {
    const row = event.target.closest("li");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.rows().indexOf(row);
    let to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
    if (/^[1-9]$/.test(event.key) && Number(event.key) <= this.rows().length) to = Number(event.key) - 1;
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.moveTo(row, to);
  }

  // grab drags a row: by mouse anywhere on it, by touch at its grip, so that the page
  // can still be scrolled.
  grab(event) {
    const row = event.target.closest("li");
    if (!row || event.button !== 0 || event.target.closest("button")) return;
    if (event.pointerType !== "mouse" && !event.target.closest(".grip")) return;
    event.preventDefault();
    const before = this.letters().join(">");
    row.setPointerCapture(event.pointerId);
    row.classList.add("held");
    const move = (e) => {
      const others = this.rows().filter((r) => r !== row);
      const to = others.filter((r) => {
        const box = r.getBoundingClientRect();
        return e.clientY > box.top + box.height / 2;
      }).length;
      if (to !== this.rows().indexOf(row)) this.moveTo(row, to, true);
    };
    const end = () => {
      row.removeEventListener("pointermove", move);
      row.removeEventListener("pointerup", end);
      row.removeEventListener("pointercancel", end);
      row.classList.remove("held");
      if (this.letters().join(">") !== before) this.done();
    };
    row.addEventListener("pointermove", move);
    row.addEventListener("pointerup", end);
    row.addEventListener("pointercancel", end);
  }
}
