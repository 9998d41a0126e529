// The browser of documents: what is looked at is kept in the address, so
// that it can be sent to somebody and the back button works.

const section = document.getElementById("examples");
const part = (selector) => section.querySelector(selector);
const controls = part(".controls").elements;
const perPage = 50;

class Browser {
  constructor(corpus) {
    this.corpus = corpus;
    this.finder = new Finder(corpus);
    this.numbers = new Map(); // by name
    this.names = corpus.documents.map(({ id }, i) => {
      const name = id === "" || this.numbers.has(id) ? `#${i + 1}` : id; // an address needs one of its own
      this.numbers.set(name, i);
      return name;
    });
    controls.sort.disabled = !corpus.width;
    this.state = this.read();
  }

  // read takes the state from the address; names that it does not know
  // are passed over.
  read() {
    const given = new URLSearchParams(location.hash.slice(1));
    const known = (list, name, otherwise) => {
      const i = list.indexOf(name);
      return i < 0 ? otherwise : i;
    };
    return {
      doc: given.get("doc"),
      sort: this.corpus.width && Object.hasOwn(orders, given.get("sort")) ? given.get("sort") : "given",
      column: known(run.columns.map((c) => c.name), given.get("column"), 0),
      system: known(run.systems, given.get("system"), 0),
      order: given.get("order") === "asc" ? "asc" : "desc",
      q: given.get("q") ?? "",
    };
  }

  // address is the state as a fragment, without what goes without saying.
  address(state) {
    const out = new URLSearchParams();
    if (state.doc != null) out.set("doc", state.doc);
    if (state.sort !== "given") {
      out.set("sort", state.sort);
      const needs = orders[state.sort].needs;
      if (needs.includes("column")) out.set("column", run.columns[state.column].name);
      if (needs.includes("system")) out.set("system", run.systems[state.system]);
      if (state.order === "asc") out.set("order", "asc");
    }
    if (state.q) out.set("q", state.q);
    return "#" + out;
  }

  // go changes the state. A change that continues the last one, as when
  // typing or walking with a key, takes its place in the history.
  go(change, continues = false) {
    const next = { ...this.state, ...change };
    const address = this.address(next);
    history[continues || address === location.hash ? "replaceState" : "pushState"](null, "", address);
    return this.apply(next);
  }

  // apply shows a state, however it came about.
  apply(next) {
    const last = this.state;
    this.state = next;
    const reordered = ["sort", "column", "system", "order"].some((name) => last[name] !== next[name]);
    if (!this.order || reordered) this.rank();
    if (this.finder.query !== fold(next.q.trim())) this.search(next.q);
    if (reordered || last.q !== next.q) this.at = undefined; // the list begins with the document
    this.sift();
    return this.show();
  }

  rank() {
    const order = orders[this.state.sort];
    this.keys = order.keys(this.corpus, this.state);
    this.order = arrange(this.corpus, this.keys, this.state.order === "desc");
  }

  search(query) {
    this.finder.find(query);
    clearTimeout(this.later);
    if (!this.finder.query) return;
    this.finder.running = true; // soon: articles wait until the typing stops
    this.later = setTimeout(() => this.scan(), 250);
  }

  scan() {
    this.finder.scan(() => {
      this.sift();
      this.showFound();
      this.showList();
      // What somebody may be reading stays as it is.
      if (this.current === this.drawn) this.showPlace();
      else this.showDocument();
    });
    this.showFound();
  }

  halt() {
    clearTimeout(this.later);
    this.finder.stop();
    this.showFound();
  }

  // sift keeps the documents that were found, in order.
  sift() {
    this.listed = this.finder.query ? this.order.filter((i) => this.finder.has(i)) : this.order;
  }

  // current is the number of the document that is shown: the one asked
  // for, else the first in the list.
  get current() {
    return this.numbers.get(this.state.doc) ?? this.listed[0] ?? -1;
  }

  async show() {
    this.showControls();
    this.showFound();
    this.showList();
    await this.showDocument();
  }

  showControls() {
    const { sort, column, system, order, q } = this.state;
    const needs = orders[sort].needs ?? [];
    if (document.activeElement !== controls.q) controls.q.value = q;
    controls.sort.value = sort;
    controls.column.selectedIndex = column;
    controls.system.selectedIndex = system;
    controls.column.disabled = !needs.includes("column");
    controls.system.disabled = !needs.includes("system");
    controls.order.disabled = sort === "given";
    controls.order.textContent = order === "asc" ? "↑ Lowest first" : "↓ Highest first";
    part("#explain").textContent = orders[sort].explain(this.state);
  }

  showFound() {
    const { query, done, running } = this.finder;
    const all = `${whole.format(this.corpus.size)} document${this.corpus.size === 1 ? "" : "s"}`;
    const share = `${Math.floor(100 * done)}%`;
    let text = query ? `${whole.format(this.listed.length)} of ${all}` : all;
    if (!query && this.corpus.size < run.documents) {
      text = `The first ${text} of ${whole.format(run.documents)}; the rest would make this page too large, their scores are in the folder scores`;
    }
    if (query && done < 1) text += running ? `; searching the articles, ${share}` : `; stopped, ${share} of the articles searched`;
    part("#found").textContent = text;
    const bar = part("#scan");
    bar.hidden = !running;
    bar.value = done;
    const stop = part("#stop");
    stop.hidden = !query || done === 1;
    stop.textContent = running ? "Stop" : "Search the articles";
  }

  showList() {
    const at = this.listed.indexOf(this.current);
    if (at >= 0 && at !== this.at) this.page = Math.floor(at / perPage);
    this.at = at;
    const pages = Math.max(Math.ceil(this.listed.length / perPage), 1);
    this.page = Math.min(this.page ?? 0, pages - 1);
    const from = this.page * perPage;
    const rows = [...this.listed.subarray(from, from + perPage)].map((i) => this.row(i));
    const list = part(".list ol");
    const focused = list.contains(document.activeElement);
    list.start = from + 1;
    list.replaceChildren(...rows);
    if (!rows.length) list.append(make("li", { class: "empty" }, this.nothing()));
    const pager = part(".pager");
    pager.hidden = pages === 1;
    pager.querySelector("span").textContent =
      `${whole.format(from + 1)}–${whole.format(from + rows.length)} of ${whole.format(this.listed.length)}`;
    pager.querySelector("[data-page='-1']").disabled = this.page === 0;
    pager.querySelector("[data-page='1']").disabled = this.page === pages - 1;
    this.scrollTo(list.querySelector("[aria-current]"), list);
    if (focused) list.querySelector("[aria-current]")?.focus({ preventScroll: true });
  }

  // scrollTo moves the list and not the page.
  scrollTo(row, list) {
    if (!row) return;
    const top = row.offsetTop;
    const bottom = top + row.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }

  // nothing is said of an empty list.
  nothing() {
    return this.finder.done < 1 ? "No headline has it; the articles may." : `No document has “${this.state.q.trim()}”.`;
  }

  row(i) {
    const doc = this.corpus.documents[i];
    const title = doc.references[0] ?? doc.headlines[0] ?? "";
    const value = this.keys ? this.keys[i] : NaN;
    const column = this.state.sort === "measures" ? null : this.state.column;
    const text = Number.isNaN(value) ? (this.keys ? "none" : "") : column == null ? value.toFixed(2) : show(value, column);
    return make("li", null,
      make("a", {
        href: this.address({ ...this.state, doc: this.names[i] }),
        "data-doc": i,
        "aria-current": i === this.current && "true",
      },
      make("span", { class: "id" }, make("bdi", null, doc.id || `document ${i + 1}`)),
      text && make("span", { class: "value" }, text),
      make("span", { class: "title", dir: "auto" }, title)));
  }

  async showDocument() {
    const number = this.current;
    const pane = part(".document");
    this.wanted = number;
    this.drawn = undefined;
    if (number < 0) {
      pane.replaceChildren(make("button", { type: "button", "data-clear": true }, "Clear the search"));
      return;
    }
    const article = await this.corpus.article(number).catch(() => null);
    if (this.wanted !== number) return; // the reader is elsewhere already
    const needs = orders[this.state.sort].needs ?? [];
    const step = pane.contains(document.activeElement) && document.activeElement.dataset.step;
    pane.replaceChildren(...view(this.corpus, number, article, {
      query: this.finder.query,
      column: needs.includes("column") ? this.state.column : run.columns.length ? 0 : null,
    }));
    this.drawn = number;
    this.showPlace();
    if (step) (pane.querySelector(`[data-step='${step}']:enabled`) ?? pane).focus({ preventScroll: true });
  }

  // showPlace says where the document stands in the list.
  showPlace() {
    const at = this.listed.indexOf(this.drawn);
    const place = at < 0 ? "not among those found" : `${whole.format(at + 1)} of ${whole.format(this.listed.length)}`;
    part(".place").textContent = place;
    part("#shown").textContent = `${this.corpus.documents[this.drawn].id}, ${place}`; // for who cannot see it change
    part("[data-step='-1']").disabled = at <= 0;
    part("[data-step='1']").disabled = at === this.listed.length - 1;
  }

  // step walks through the list. A walk is one entry of the history.
  step(by) {
    const at = this.listed.indexOf(this.current);
    const next = this.listed[at + by];
    if (next === undefined) return;
    const now = performance.now();
    const continues = now - (this.stepped ?? -Infinity) < 1000;
    this.stepped = now;
    this.choose(next, continues);
  }

  choose(number, continues) {
    return this.go({ doc: this.names[number] }, continues);
  }

  // type takes what stands in the search field. The document stays if it
  // is among those found.
  type() {
    const continues = this.typed && performance.now() - this.typed < 2000;
    this.typed = performance.now();
    const q = controls.q.value;
    this.search(q);
    this.go(this.finder.has(this.current) ? { q } : { q, doc: null }, continues);
  }
}

