// Answers on their way. Each lies in the browser's storage from the moment it is
// given until the server says that it has it, so that neither a closed tab nor a lost
// network loses one. Sending one twice does no harm: its id is made here.

import { call, id, Failure } from "./api.js";

// slowest is the longest pause between two tries. Judges are few, so the server can bear
// it, and who waits sees soon that it is back.
export const slowest = 5000;

export class Queue {
  // name is of the judge; show is called when the state changes, refused with an
  // entry that the server will never take, and elsewhere with one that is older than
  // what another device has saved.
  constructor(name, { show, refused, elsewhere }) {
    this.prefix = `hed:${name}:`;
    this.show = show;
    this.refused = refused;
    this.elsewhere = elsewhere;
    this.memory = new Map(); // where the browser keeps nothing
    this.count = 0;
    this.skew = 0; // of the server's clock
    this.tries = 0;
    this.trouble = null; // why the last try failed
    this.dead = false; // the link works no longer
    this.waiters = [];
    addEventListener("online", () => this.hurry());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("storage", (event) => event.key?.startsWith(this.prefix) && this.tell());
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

  put(entry) {
    const place = `${String(Date.now()).padStart(15, "0")}.${String(this.count++).padStart(6, "0")}`;
    const key = `${this.prefix}${place}.${entry.id}`;
    const text = JSON.stringify(entry);
    try {
      localStorage.setItem(key, text);
    } catch {
      this.memory.set(key, text);
    }
  }

  drop(key) {
    this.memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch { /* it was never there */ }
  }

  // add queues an answer; one to the same question that was not sent yet gives way.
  // delay is how long to wait for another, while somebody types.
  add(number, question, value, { label, millis, delay = 0 }) {
    const before = this.entries().filter((old) => old.case === number && old.question === question);
    const replaces = before.flatMap((old) => [old.id, ...old.replaces]);
    this.put({ id: id(), replaces, case: number, question, value, millis, label, at: Date.now() + this.skew, after: Date.now() + delay });
    this.thin();
    this.tell();
    this.wake(delay);
  }

  // thin drops what a later answer takes the place of, but not what is on its way.
  thin() {
    const later = new Set();
    for (const { key, case: number, question } of this.entries().reverse()) {
      const of = `${number} ${question}`;
      if (later.has(of) && key !== this.sending) this.drop(key);
      later.add(of);
    }
  }

  // reconcile takes what the server has, and had when its reply arrived: answers saved
  // later than ours count, unless they are older ones of ours that took long to get there.
  reconcile(work, arrived = Date.now()) {
    this.skew = Date.parse(work.now) - arrived;
    for (const entry of this.entries()) {
      const saved = entry.case === work.case ? work.saved[entry.question] : undefined;
      const ours = [entry.id, ...entry.replaces].includes(work.ids[entry.question]);
      if (saved && !ours && Date.parse(saved) > entry.at && work.answers[entry.question] !== entry.value) {
        this.drop(entry.key);
        this.elsewhere(entry);
      }
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
      // After a break the server may have newer answers from another device.
      if (this.trouble?.status === 0 && this.entries().length) this.reconcile(await call("GET", "work"));
      for (let entry = this.entries()[0]; entry; entry = this.entries()[0]) {
        const early = entry.after - Date.now();
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
      if (!(error instanceof Failure)) throw error;
      this.trouble = error;
      this.dead = error.status === 401 || error.status === 403;
      if (!this.dead) {
        if (again) this.tries++;
        const pause = Math.min(slowest, 500 * 2 ** this.tries);
        this.wake(error.wait || pause * (0.75 + Math.random() / 2), true);
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

  async send({ id, case: number, question, value, millis, label }) {
    const at = number < 0 ? "about" : `cases/${number}`;
    try {
      await call("PUT", `${at}/answers/${encodeURIComponent(question)}`, { id, value, millis });
    } catch (error) {
      // These will never be taken; all others are tried again.
      if (![400, 404, 409, 410, 413, 422].includes(error.status) || error.code === "stopped") throw error;
      this.refused({ case: number, question, value, label }, error);
    }
  }

  // tell shows how things are.
  tell() {
    const waiting = this.entries().length;
    let state = "saved";
    if (waiting) state = this.memory.size ? "memory" : "saving";
    if (this.trouble && (waiting || this.dead)) {
      const { status, code } = this.trouble;
      const away = navigator.onLine ? "away" : "offline";
      state = { 0: away, 401: "revoked", 403: "revoked", 410: "stopped", 429: "limited" }[status] || (code === "full" ? "full" : "unavailable");
    }
    this.show(state, waiting);
  }
}
