// Undo and redo, for everything that changes a draft.
//
// A step is the whole draft as it was. Letters that are typed one after another into one field are one step. Steps live as
// long as the tab, also if the page is loaded again; the oldest go when there are too many.

import { copy, same } from "./merge.js";

const most = 200; // steps
const mostStored = 1 << 20; // characters
const pause = 1500; // milliseconds between letters that belong together

export class History {
  constructor(key, state, show) {
    this.key = key;
    this.show = show;
    this.past = [];
    this.future = [];
    this.now = copy(state);
    this.typing = null; // the field, and when
    this.load();
    addEventListener("pagehide", () => this.store());
    show();
  }

  // change notes that the draft is another. field names what is typed into; null is a step of its own.
  change(state, field = null) {
    if (same(state, this.now)) return false;
    const at = performance.now();
    const goesOn = field !== null && this.typing?.field === field && at - this.typing.at < pause && this.past.length > 0;
    if (!goesOn) {
      this.past.push(this.now);
      if (this.past.length > most) this.past.shift();
    }
    this.typing = field === null ? null : { field, at };
    this.future = [];
    this.now = copy(state);
    this.later();
    return true;
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    this.now = from.pop();
    this.typing = null;
    this.later();
    return copy(this.now);
  }

  // set says that the draft is another by no deed of the writer, such as one from elsewhere.
  set(state) {
    this.now = copy(state);
    this.later();
  }

  // later stores the steps when there is a pause: they are large, and somebody may be typing.
  later() {
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.store(), 300);
  }

  store() {
    clearTimeout(this.timer);
    const parts = [];
    let room = mostStored;
    for (const s of [...this.past].reverse()) {
      room -= JSON.stringify(s).length;
      if (room < 0) break;
      parts.unshift(s);
    }
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ past: parts, now: this.now, future: room > 0 ? this.future : [] }));
    } catch { /* it lives as long as the page */ }
  }

  load() {
    try {
      const { past, now, future } = JSON.parse(sessionStorage.getItem(this.key)) || {};
      if (!past) return;
      this.past = past;
      if (same(now, this.now)) this.future = future;
      else this.past.push(now); // it was changed elsewhere since
    } catch { /* there is none, or it is not ours */ }
  }
}
