// A draft on its way to the server.
//
// Kept: from the moment it changes until the server has it, the draft lies in the browser's storage, with the version that
// it was made from and what that was. So neither a closed tab nor a lost network nor a server that starts again loses it.
//
// Saved is what the server says it has, by a version. Every other reply is tried again, for ever, but for one that says what
// is wrong with the draft: that is shown until it changes.
//
// Elsewhere: if the server has a version that we do not know, both are joined (merge.js), and the result is saved.
//
// Tabs: each keeps its own under a name of its own. Who opens a draft takes over what other tabs have left; one that is
// still there keeps its own again with its next change, and has it in its memory until then.

import { copy, merge, same } from "./merge.js";

const slowest = 5000; // milliseconds between two tries
const pause = 300; // and between two versions, while somebody types

// id is random and not used before. randomUUID is only there over TLS and on this machine.
export function id() {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

export function prefix(base, draft) {
  return `hed:draft:${base}:${draft}:`;
}

export class Saver {
  // state and version are those of the page. show is told how things are; changed that the draft is now another, which
  // was not typed here.
  constructor({ base, draft, state, version, show, changed }) {
    this.url = `${base}/d/${draft}`;
    this.prefix = prefix(base, draft);
    this.show = show;
    this.changed = changed;
    this.acked = copy(state); // what the server has
    this.version = version;
    this.state = copy(state);
    this.changes = 0; // since then
    this.tries = 0;
    this.trouble = null;
    this.memory = false; // the browser keeps nothing
    this.key = this.prefix + this.tab();
    addEventListener("online", () => this.hurry());
    addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    addEventListener("pagehide", () => this.store());
    addEventListener("beforeunload", (event) => this.memory && this.waits() && event.preventDefault());
    this.adopt();
    this.tell();
  }

  tab() {
    try {
      const key = `${this.prefix}tab`;
      const name = sessionStorage.getItem(key) || id();
      sessionStorage.setItem(key, name);
      return name;
    } catch {
      return id();
    }
  }

  // adopt takes over what was left here and not saved.
  adopt() {
    const left = [];
    try {
      for (let i = 0; i < localStorage.length; i++) {
        const key = localStorage.key(i);
        if (key.startsWith(this.prefix)) left.push([key, JSON.parse(localStorage.getItem(key))]);
      }
    } catch { /* nothing was kept */ }
    for (const [key, kept] of left) {
      if (kept?.state?.headlines && kept?.acked?.headlines) this.join(kept.acked, kept.state, this.state, Math.max(1, kept.changes));
      if (key !== this.key) this.drop(key);
    }
    if (this.waits()) {
      this.store();
      this.changed(copy(this.state));
      this.wake(0);
    } else {
      this.drop(this.key);
    }
  }

  // join makes our state of two that were made from one base.
  join(base, ours, theirs, changes) {
    const { state, lost } = merge(base, ours, theirs, id);
    this.changes = same(state, this.acked) ? 0 : changes;
    this.state = state;
    return lost;
  }

  waits() {
    return !same(this.state, this.acked);
  }

  store() {
    if (!this.waits()) return this.drop(this.key);
    try {
      localStorage.setItem(this.key, JSON.stringify({ version: this.version, acked: this.acked, state: this.state, changes: this.changes }));
      this.memory = false;
    } catch {
      this.memory = true;
    }
  }

  drop(key) {
    try {
      localStorage.removeItem(key);
    } catch { /* it was never there */ }
  }

  // put has a new state saved, after a delay while somebody types.
  put(state, delay = 0) {
    this.state = copy(state);
    this.changes++;
    if (this.trouble?.final) this.trouble = null; // it is another draft
    this.store();
    this.tell();
    if (!this.trouble) this.wake(delay);
  }

  wake(delay, again = false) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(again), delay);
  }

  hurry() {
    if (this.trouble && !this.trouble.final) this.wake(0);
  }

  async run(again) {
    if (this.running) return;
    this.running = true;
    try {
      while (this.waits()) {
        const sent = copy(this.state);
        const before = this.changes;
        this.tell();
        const reply = await this.send(sent);
        this.tries = 0;
        this.trouble = null;
        if (reply.version > 0) {
          this.acked = sent;
          this.version = reply.version;
          this.changes -= before;
        } else {
          this.elsewhere(reply.draft);
        }
        this.store();
        if (reply.version > 0 && this.waits()) {
          this.wake(pause);
          break;
        }
      }
    } catch (error) {
      if (!(error instanceof Trouble)) reportError(error); // a mistake of ours stops nothing
      this.trouble = error instanceof Trouble ? error : new Trouble("away");
      if (!this.trouble.final) {
        if (again) this.tries++;
        this.wake(this.trouble.wait || Math.min(slowest, 500 * 2 ** this.tries) * (0.75 + Math.random() / 2), true);
      }
    } finally {
      this.running = false;
    }
    this.tell();
  }

  // elsewhere joins our draft with one that the server has from somebody else.
  elsewhere(theirs) {
    const base = this.acked;
    this.acked = copy(theirs);
    this.version = theirs.version;
    const lost = this.join(base, this.state, this.acked, this.changes);
    this.changed(copy(this.state), lost ? copy(theirs) : null);
  }

  // send gives the version that was saved, or the draft that is there instead, or throws a Trouble.
  async send(state) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 20000); // a server that hangs is one that is away
    try {
      const response = await fetch(this.url, {
        method: "PUT", signal: abort.signal, cache: "no-store", keepalive: JSON.stringify(state).length < 30000,
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-Token": document.documentElement.dataset.token },
        body: JSON.stringify({ ...state, version: this.version }),
      });
      const reply = await response.json();
      if (response.ok && reply.version > this.version - 1) return reply;
      if (response.status === 409 && reply.draft?.headlines && reply.draft.version > 0) return reply;
      const wait = Number(response.headers.get("Retry-After")) * 1000;
      if ([400, 404, 413].includes(response.status) && reply.error) throw new Trouble("refused", { text: reply.error, final: true });
      if (response.status === 403) await this.renew();
      if ([401, 403].includes(response.status)) throw new Trouble("out", { wait: slowest });
      if (response.status === 429) throw new Trouble("limited", { wait });
      throw new Trouble("failed");
    } catch (error) {
      if (error instanceof Trouble) throw error;
      throw new Trouble(navigator.onLine ? "away" : "offline");
    } finally {
      clearTimeout(timer);
    }
  }

  // renew takes the token of a new session, which somebody has begun in another window, for the next try.
  async renew() {
    const page = await fetch(this.url, { cache: "no-store" });
    const token = page.ok && /data-token="([^"]+)"/.exec(await page.text())?.[1];
    if (token) document.documentElement.dataset.token = token;
  }

  tell() {
    const n = this.changes;
    const wait = `${n} ${n === 1 ? "change waits" : "changes wait"} on this device`;
    if (!this.waits()) return this.show("saved", "Saved");
    const text = {
      offline: `Offline: ${wait}`, away: `The server cannot be reached: ${wait}`, failed: `The server could not save: ${wait}`,
      limited: `The server is busy: ${wait}`, out: `You are signed out: ${wait}. Open the link of the server again`, refused: `Not saved: ${this.trouble?.text}`,
    }[this.trouble?.kind];
    if (text) return this.show(this.trouble.kind, text);
    return this.memory ? this.show("memory", "Saving; this browser keeps nothing, so stay on the page") : this.show("saving", "Saving");
  }
}

class Trouble extends Error {
  constructor(kind, { text = "", final = false, wait = 0 } = {}) {
    super(kind);
    Object.assign(this, { kind, text, final, wait });
  }
}
