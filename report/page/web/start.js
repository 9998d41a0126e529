// What the reader does, and how it begins.

function listen(browser) {
  for (const name of ["sort", "column", "system", "beside", "numbers"]) {
    controls[name].addEventListener("change", () => {
      const { value, selectedIndex } = controls[name];
      const system = selectedIndex === 0 ? null : selectedIndex - 1; // none is first
      const chosen = { sort: value, column: selectedIndex, system, beside: system, numbers: value }[name];
      const change = { [name]: chosen };
      if (name === "system" && chosen == null) change.beside = null;
      // What changes which documents there are, or their order, begins with the first.
      if (browser.state.sort !== "given" || name === "sort" || name === "numbers") change.doc = null;
      browser.go(change);
    });
  }
  const turn = () => {
    if (!controls.order.disabled) browser.go({ order: browser.state.order === "asc" ? "desc" : "asc", doc: null });
  };
  const clear = () => {
    controls.q.value = "";
    browser.go({ q: "", numbers: "" });
  };
  controls.order.addEventListener("click", turn);
  controls.keys.addEventListener("click", () => part("#keys").showModal());
  controls.q.addEventListener("input", () => browser.type());
  part(".controls").addEventListener("submit", (event) => event.preventDefault());
  part("#stop").addEventListener("click", () => {
    if (browser.finder.running) browser.halt();
    else browser.scan();
  });
  part("#open").addEventListener("click", () => browser.openRest());
  section.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (on("a[data-doc]") && plain) {
      event.preventDefault();
      browser.choose(Number(on("a[data-doc]").dataset.doc));
    } else if (on("[data-step]")) {
      browser.step(Number(on("[data-step]").dataset.step));
    } else if (on("[data-page]")) {
      browser.page += Number(on("[data-page]").dataset.page);
      browser.showList();
    } else if (on("[data-clear]")) clear();
  });
  // A number of the summary opens the documents behind it.
  document.getElementById("summary").addEventListener("click", (event) => {
    if (event.target.closest("a[href^='#column=']")) reveal();
  });
  addEventListener("hashchange", () => {
    if (ours() || location.hash === "") browser.apply(browser.read());
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type='checkbox']), select");
    if (event.ctrlKey || event.metaKey || event.altKey || part("#keys").open) return;
    if (event.key === "Escape" && browser.state.q) {
      if (browser.finder.running) browser.halt();
      else clear();
      event.preventDefault();
      return;
    }
    if (typing) return;
    const inside = (selector) => event.target.closest(selector);
    const act = {
      j: () => browser.step(1),
      k: () => browser.step(-1),
      ArrowRight: inside(".wide") ? null : () => browser.step(1),
      ArrowLeft: inside(".wide") ? null : () => browser.step(-1),
      ArrowDown: inside(".list") ? () => browser.step(1) : null,
      ArrowUp: inside(".list") ? () => browser.step(-1) : null,
      r: turn,
      "/": () => controls.q.focus(),
      "?": () => part("#keys").showModal(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// ours tells an address with a state from one of a part of the page.
const ours = () => /^#(doc|sort|q|column|order|system|beside|numbers)=/.test(location.hash);
const reveal = () => section.scrollIntoView();

// end leaves a note where the documents would be.
function end(state, text) {
  section.dataset.state = state;
  part("#examples-note").textContent = text;
}

async function start() {
  if (typeof DecompressionStream === "undefined") {
    return end("failed", "This browser is too old to open the documents. The scores are in the folder scores.");
  }
  try {
    const corpus = await Corpus.open();
    if (!corpus.size) return end("ready", "There are no documents.");
    const browser = new Browser(corpus);
    await browser.apply(browser.state);
    listen(browser);
  } catch (error) {
    return end("failed", `The documents could not be opened: ${error.message}.`);
  }
  part(".browser").hidden = false;
  part("#examples-note").hidden = true;
  section.dataset.state = "ready";
  performance.mark("examples");
  if (ours()) reveal();
}

start();

