// Keys for everything that a judge does more than twice.

import { say } from "./word.js";

export function listen(form, goOn) {
  const help = document.getElementById("keys");
  document.getElementById("help").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (help.open) return;
    document.body.classList.add("keyboard"); // also on a tablet that has one
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      goOn();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const typing = event.target.closest("textarea, input:not([type=radio], [type=checkbox])");
    if (typing) return;
    if (event.key === "Enter" && !event.target.closest("button, a, summary, label")) {
      event.preventDefault();
      goOn();
    } else if (event.key === "?") help.showModal();
    else if (event.key === "j") form.step(1);
    else if (event.key === "k") form.step(-1);
    else if (!answer(form, event.key)) return;
    event.preventDefault();
  });
}

// answer answers the current item with a key, and goes to the next.
function answer(form, key) {
  const item = form.current();
  if (!item) return false;
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : "";
  const rank = form.parts.get(item);
  if (item.dataset.kind === "rank" && rank) {
    if (!letter || !rank.letters().includes(letter)) return false;
    if (rank.type(letter)) form.next(item);
    return true;
  }
  const radios = [...item.querySelectorAll("input[type=radio]")];
  let radio;
  switch (item.dataset.kind) {
    case "yesno": {
      const value = { [say("yes-key")]: "yes", [say("no-key")]: "no", 1: "yes", 2: "no" }[key.toLowerCase()];
      radio = radios.find((r) => r.value === value);
      break;
    }
    case "scale":
      radio = radios.find((r) => r.value === key);
      break;
    case "choice":
      radio = radios.find((r) => r.value === letter) || radios[Number(key) - 1];
      break;
    case "rank":
      // With ties: a digit gives a place to the headline that has the focus.
      radio = document.activeElement.closest(".placed")?.querySelector(`input[value="${CSS.escape(key)}"]`);
      if (radio) {
        radio.click();
        (radio.closest(".placed").nextElementSibling?.querySelector("input") || radio).focus();
        if (form.value(item)) form.next(item);
        return true;
      }
  }
  if (!radio) return false;
  radio.click();
  form.next(item);
  return true;
}
