// The annotation of a numeral: an expression made of operators and of numbers in the
// article, checked by the server while it is written.

import { call } from "./api.js";
import { say } from "./word.js";

const slot = "_";

export class Numeral {
  constructor(fieldset, changed) {
    this.changed = changed;
    this.derive = JSON.parse(document.getElementById("data").textContent).derive;
    this.input = fieldset.querySelector("#expression");
    this.result = fieldset.querySelector("#result");
    this.reason = fieldset.querySelector("#reason");
    this.cannot = fieldset.querySelector("#cannot");
    this.why = fieldset.querySelector("#why");
    this.box = fieldset.querySelector(".derive");
    this.strip = document.querySelector(".strip");
    this.value = this.read();
    const operators = fieldset.querySelector(".operators");
    operators.addEventListener("click", (event) => {
      const button = event.target.closest("[data-form]");
      if (button) this.operator(button.dataset.form);
    });
    // What an operator means shows while the pointer or the focus is on it.
    const explain = fieldset.querySelector("#explain");
    const help = [...explain.childNodes];
    const show = (event) => {
      const button = event.target.closest("[data-form]");
      explain.replaceChildren(...(button ? document.getElementById(button.getAttribute("aria-describedby")).cloneNode(true).childNodes : help));
    };
    for (const name of ["pointerover", "focusin"]) operators.addEventListener(name, show);
    for (const name of ["pointerleave", "focusout"]) operators.addEventListener(name, () => explain.replaceChildren(...help));
    fieldset.querySelector("[data-clear]").addEventListener("click", () => this.write("", 0, 0));
    // The field takes the focus, for keys, but not from a finger: the keyboard of a
    // phone would come up and the place in the article be lost.
    addEventListener("pointerdown", (event) => { this.touch = event.pointerType === "touch"; }, true);
    addEventListener("keydown", () => { this.touch = false; }, true);
    document.querySelector(".article")?.addEventListener("click", (event) => {
      const number = event.target.closest("[data-number]");
      if (number) this.operand(number.dataset.number);
    });
    this.input.addEventListener("input", () => this.check());
    this.cannot.addEventListener("change", () => {
      this.show();
      this.check();
      (this.cannot.checked ? this.why : this.input).focus();
    });
    this.why.addEventListener("input", () => this.check());
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("textarea, input:not([type=checkbox])");
      if (event.ctrlKey || event.metaKey || (typing && !event.altKey) || document.querySelector("dialog[open]")) return;
      const key = event.altKey ? event.code.replace("Key", "").toLowerCase() : event.key;
      const button = /^[a-z]$/.test(key) && fieldset.querySelector(`[data-opkey="${key}"]`);
      if (!button || this.cannot.checked) return;
      event.preventDefault();
      button.click();
    });
    this.show();
    if (this.value && !this.cannot.checked) this.check();
  }

  read() {
    if (this.cannot.checked) {
      const why = this.why.value.trim();
      return why && `unanswerable: ${why}`;
    }
    return this.input.value.trim();
  }

  set(value) {
    const [, why] = value.match(/^unanswerable:\s*(.*)$/s) || [];
    this.cannot.checked = why !== undefined;
    if (why !== undefined) this.why.value = why;
    else this.input.value = value;
    this.value = value;
    this.show();
    this.check();
  }

  show() {
    this.why.closest(".why").hidden = !this.cannot.checked;
    this.box.hidden = this.cannot.checked;
    if (this.strip) this.strip.hidden = this.cannot.checked;
  }

  write(text, from, to) {
    this.input.value = text;
    if (!this.touch) this.input.focus({ preventScroll: true });
    this.input.setSelectionRange(from, to);
    this.check();
  }

  // place is where the next thing goes: what is selected, else the next empty slot,
  // else where the caret is.
  place() {
    const { value, selectionStart, selectionEnd } = this.input;
    if (selectionStart !== selectionEnd) return [selectionStart, selectionEnd];
    let at = value.indexOf(slot, selectionStart);
    if (at < 0) at = value.indexOf(slot);
    return at < 0 ? [selectionStart, selectionEnd] : [at, at + 1];
  }

  insert(text) {
    const [from, to] = this.place();
    const { value } = this.input;
    const whole = value.slice(0, from) + text + value.slice(to);
    let at = whole.indexOf(slot, from);
    if (at < 0) at = whole.indexOf(slot);
    if (at < 0) this.write(whole, from + text.length, from + text.length);
    else this.write(whole, at, at + 1);
  }

  operand(text) {
    if (this.cannot.checked) return;
    this.insert(text);
  }

  // operator goes into a slot; a whole expression becomes what it takes first.
  operator(form) {
    const text = this.input.value.trim();
    const { selectionStart, selectionEnd } = this.input;
    if (text && !text.includes(slot) && selectionStart === selectionEnd) {
      this.input.value = "";
      const whole = form.replace(slot, text);
      const at = whole.indexOf(slot);
      this.write(whole, at < 0 ? whole.length : at, at < 0 ? whole.length : at + 1);
    } else this.insert(form);
  }

  tell(state, result, reason) {
    this.result.textContent = result;
    this.reason.textContent = reason;
    this.reason.parentElement.dataset.state = state;
    if (this.strip) {
      this.strip.dataset.state = state;
      this.strip.children[0].textContent = this.input.value;
      this.strip.children[1].textContent = state ? `${result} ${reason[0]}` : reason; // ✓ or ✗
    }
  }

  // check asks the server what comes of it, a moment after the last key; what fits is
  // an answer.
  check() {
    clearTimeout(this.timer);
    const value = this.read();
    if (value !== this.value) this.answer(""); // until it is known to fit
    if (!value) return this.tell("", "", say("nothing"));
    if (this.cannot.checked) {
      this.tell("", "", "");
      return this.answer(value, 800);
    }
    if (value.includes(slot)) return this.tell("", "", "");
    this.tell("", "", say("checking"));
    this.timer = setTimeout(async () => {
      let found;
      try {
        found = await call("POST", this.derive, { value });
      } catch {
        if (this.read() !== value) return;
        // It is sent when the server is back, which then says whether it fits.
        this.tell("", "", say("unchecked"));
        return this.answer(value);
      }
      if (this.read() !== value) return;
      this.tell(found.ok ? "right" : "wrong", found.result, found.ok ? `✓ ${say("right")}` : `✗ ${found.reason || say("wrong")}`);
      this.answer(found.ok ? value : "");
    }, 250);
  }

  answer(value, delay) {
    this.value = value;
    this.changed(value, delay);
  }
}
