// Answers on their way.
//
// Kept: an answer lies in the browser's storage from the moment it is given until it is
// saved or refused, so that neither a closed tab nor a lost network loses it.
//
// Saved is what our server gives back with a number in its own order: this case, this
// question, this value. No other reply is an acknowledgement, whatever its status.
//
// Refused for good is what our server says so of, by one of the codes below. Everything
// else is tried again, for ever: sending an answer twice does no harm, as its id is made
// here.
//
// Order: each answer has a place, one more than the last that waits, and they are sent in
// that order, as whether a question is asked may hang on the answer before. Only one that
// was not sent yet gives way to the next if that is to the same question. No clock is
// asked, since clocks of devices are set back.
//
// Other devices: an answer knows the ids of those that it takes the place of. If after a
// break the server has another one, somebody answered elsewhere in the meantime, and that
// counts; the judge is told.

import { call, work, id, Failure } from "./api.js";

// slowest is the longest pause between two tries. Judges are few, so the server can bear
// it, and who waits sees soon that it is back.
export const slowest = 5000;

const refusals = ["invalid", "not-found", "closed", "conflict", "too-large"];
const ends = ["unauthorized", "forbidden"]; // the link works no longer

const states = { limited: "limited", stopped: "stopped", full: "full", unauthorized: "revoked", forbidden: "revoked" };

export class Queue {
  // name is of the judge; show is called when the state changes, refused with an
  // entry that the server will never take, and elsewhere with one that another device
  // has answered, and with what that said.
  constructor(name, { show, refused, elsewhere }) {
    this.prefix = `hed:${name}:`;
    this.show = show;
    this.refused = refused;
    this.elsewhere = elsewhere;
    this.memory = new Map(); // where the browser keeps nothing
    this.known = new Map(); // ids that the server has or had, by case and question
    this.typed = {}; // the key of an answer that waits for more to be typed, and until when
    this.tries = 0;
    this.trouble = null; // why the last try failed
    this.dead = false; // the link works no longer
    this.waiters = [];
    addEventListener("online", () => this.hurry());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("storage", ({ key, oldValue, newValue }) => {
      if (!key?.startsWith(this.prefix)) return;
      if (oldValue && !newValue) this.know(JSON.parse(oldValue)); // another tab has sent it
      this.tell();
    });
  }

  // entries are what waits, the oldest first. Each has a key of its own in the
  // storage, so that tabs do not write over each other.
  entries() {
    const found = new Map(this.memory);
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (key.startsWith(this.prefix)) found.set(key, localStorage.getItem(key));
      }
    } catch { /* the memory has to do */ }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([key, text]) => {
      try {
        return [{ key, ...JSON.parse(text) }];
      } catch {
        return []; // it is not ours
      }
    });
  }

  // put keeps an entry in the next place, and gives its key.
  put(entry) {
    const last = this.entries().at(-1)?.key.slice(this.prefix.length).split(".")[0] || 0;
    const key = `${this.prefix}${String(Number(last) + 1).padStart(15, "0")}.${entry.id}`;
    const text = JSON.stringify(entry);
    try {
      localStorage.setItem(key, text);
    } catch {
      this.memory.set(key, text);
    }
    return key;
  }

  drop(key) {
    this.memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch { /* it was never there */ }
  }

  // know remembers an answer of the server. An id of one that was replaced since is as
  // good: it says that nobody else has answered. A few are enough.
  know({ case: number, question, id }) {
    const of = `${number} ${question}`;
    this.known.set(of, [...(this.known.get(of) || []), id].slice(-9));
  }

  // learn knows all answers of a work, which the page shows now.
  learn({ case: number, ids }) {
    for (const [question, id] of Object.entries(ids)) this.know({ case: number, question, id });
  }

  // add queues an answer. delay is how long to wait for another, while somebody types.
  add(number, question, value, { label, millis, delay = 0 }) {
    const before = this.entries().filter((old) => old.case === number && old.question === question);
    const over = [...(this.known.get(`${number} ${question}`) || []), ...before.flatMap((old) => [...(old.over || []), old.id])];
    // Half a character, as a text cut in the middle may have, could not be sent as it is.
    value = value.toWellFormed?.() ?? value;
    const key = this.put({ id: id(), over: [...new Set(over)].slice(-9), case: number, question, value, millis, label });
    this.typed = { key, until: performance.now() + delay };
    this.thin();
    this.tell();
    this.wake(delay);
  }

  // thin drops what the next answer takes the place of, but not what is on its way.
  thin() {
    const list = this.entries();
    list.forEach(({ key, case: number, question }, i) => {
      const next = list[i + 1];
      if (next?.case === number && next.question === question && key !== this.sending) this.drop(key);
    });
  }

  // reconcile drops what was answered elsewhere in the meantime.
  reconcile({ case: number, answers, ids }) {
    for (const entry of this.entries()) {
      const { id: own, question, value, over = [] } = entry;
      const theirs = entry.case === number ? ids[question] : undefined;
      if (!theirs || [own, ...over].includes(theirs) || answers[question] === value) continue;
      this.drop(entry.key);
      this.know({ case: number, question, id: theirs });
      this.elsewhere(entry, answers[question]);
    }
    this.tell();
  }

  // wake sends what waits after a delay; again says that it failed before. Other tries,
  // because of a new answer, make the pauses no longer.
  wake(delay, again = false) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(again), delay);
  }

  hurry() {
    if (this.trouble) this.wake(0);
  }

  // flush sends everything at once, and resolves when nothing waits or ever will be
  // sent.
  flush() {
    if (this.dead) return Promise.resolve();
    this.rush = true;
    return new Promise((resolve) => {
      this.waiters.push(resolve);
      this.wake(0);
    });
  }

  async run(again) {
    if (this.running || this.dead) return;
    this.running = true;
    try {
      // After a break the server may have answers from another device.
      if (this.trouble?.status === 0 && this.entries().length) this.reconcile(await work());
      for (let entry = this.entries()[0]; entry; entry = this.entries()[0]) {
        const early = entry.key === this.typed.key ? this.typed.until - performance.now() : 0;
        if (early > 0 && !this.rush) {
          this.wake(early);
          break;
        }
        this.sending = entry.key;
        this.tell();
        await this.send(entry);
        this.drop(entry.key);
        this.tries = 0;
        this.trouble = null;
      }
    } catch (error) {
      if (!(error instanceof Failure)) reportError(error); // a mistake of ours stops nothing
      this.trouble = error instanceof Failure ? error : new Failure(0);
      this.dead = ends.includes(this.trouble.code);
      if (!this.dead) {
        if (again) this.tries++;
        const pause = Math.min(slowest, 500 * 2 ** this.tries);
        this.wake(this.trouble.wait || pause * (0.75 + Math.random() / 2), true);
      }
    } finally {
      this.sending = null;
      this.running = false;
    }
    this.thin();
    this.tell();
    if (this.dead || this.entries().length === 0) {
      this.rush = false;
      for (const resolve of this.waiters.splice(0)) resolve();
    }
  }

  async send(entry) {
    const { id, case: number, question, value, millis } = entry;
    const at = number < 0 ? "about" : `cases/${number}`;
    try {
      const saved = await call("PUT", `${at}/answers/${encodeURIComponent(question)}`, { id, value, millis });
      if (!(saved?.seq > 0 && saved.case === number && saved.question === question && saved.value === value)) throw new Failure(0);
      this.know(entry);
    } catch (error) {
      if (!refusals.includes(error.code)) throw error;
      this.refused(entry, error);
    }
  }

  // tell shows how things are.
  tell() {
    const waiting = this.entries().length;
    let state = "saved";
    if (waiting) state = this.memory.size ? "memory" : "saving";
    if (this.trouble && (waiting || this.dead)) {
      const away = navigator.onLine ? "away" : "offline";
      state = this.trouble.status === 0 ? away : states[this.trouble.code] || "unavailable";
    }
    this.show(state, waiting);
  }
}
