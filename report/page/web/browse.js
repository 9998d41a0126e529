// The browser of documents: what is looked at is kept in the address, so
// that it can be sent to somebody and the back button works.

const section = document.getElementById("examples");
const part = (selector) => section.querySelector(selector);
const controls = part(".controls").elements;
const perPage = 50;

// doubts are the numbers of headlines that a reader may want to see alone.
const doubts = { unsupported: ["unsupported"], doubtful: ["unsupported", "doubtful"] };

// paired is a state with two systems where it needs two, which differ.
function paired(state) {
  const pair = orders[state.sort].pair;
  if (pair && run.systems.length < 2) return { ...state, sort: "given", beside: null };
  if (!pair && state.beside == null) return state;
  const system = state.system ?? (state.beside === 0 ? 1 : 0);
  if (state.beside != null && state.beside !== system) return { ...state, system };
  return { ...state, system, beside: pair ? (system === 0 ? 1 : 0) : null };
}

class Browser {
  constructor(corpus) {
    this.corpus = corpus;
    this.finder = new Finder(corpus);
    this.numbers = new Map(); // by name
    this.names = [];
    this.grow();
    controls.sort.disabled = !corpus.width;
    controls.numbers.disabled = !corpus.documents.some(({ numbers }) => numbers);
    this.state = this.read();
  }

  // grow takes in the documents that were opened since.
  grow() {
    for (let i = this.names.length; i < this.corpus.size; i++) {
      const { id } = this.corpus.documents[i];
      const name = id === "" || this.numbers.has(id) ? `#${i + 1}` : id; // an address needs one of its own
      this.numbers.set(name, i);
      this.names.push(name);
    }
    this.finder.grow();
    if (this.finder.query) this.search(this.finder.query);
    this.order = null;
  }

  // read takes the state from the address; names that it does not know
  // are passed over.
  read() {
    const address = new URLSearchParams(location.hash.slice(1));
    const known = (list, name, otherwise) => {
      const i = list.indexOf(name);
      return i < 0 ? otherwise : i;
    };
    return paired({
      doc: address.get("doc"),
      sort: this.corpus.width && Object.hasOwn(orders, address.get("sort")) ? address.get("sort") : "given",
      column: known(run.columns.map((c) => c.name), address.get("column"), run.main),
      system: known(run.systems, address.get("system"), null),
      beside: known(run.systems, address.get("beside"), null),
      numbers: Object.hasOwn(doubts, address.get("numbers")) ? address.get("numbers") : "",
      order: address.get("order") === "asc" ? "asc" : "desc",
      q: address.get("q") ?? "",
    });
  }

  // address is the state as a fragment, without what goes without saying.
  address(state) {
    const out = new URLSearchParams();
    const put = (name, value) => value != null && value !== "" && out.set(name, value);
    put("doc", state.doc);
    if (state.sort !== "given") {
      put("sort", state.sort);
      if (state.order === "asc") put("order", "asc");
    }
    if (state.column !== run.main || orders[state.sort].column) put("column", run.columns[state.column]?.name);
    put("system", run.systems[state.system]);
    put("beside", run.systems[state.beside]);
    put("numbers", state.numbers);
    put("q", state.q);
    return "#" + out;
  }

  // go changes the state. A change that continues the last one, as when
  // typing or walking with a key, takes its place in the history.
  go(change, continues = false) {
    const next = paired({ ...this.state, ...change });
    const address = this.address(next);
    history[continues || address === location.hash ? "replaceState" : "pushState"](null, "", address);
    return this.apply(next);
  }

  // apply shows a state, however it came about.
  apply(next) {
    const last = this.state;
    this.state = next;
    if (this.lacks(next)) this.openRest();
    const reordered = ["sort", "column", "system", "beside", "numbers", "order"].some((name) => last[name] !== next[name]);
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

  // lacks reports whether a state is about documents that are not open: all of
  // them count in an order and a search.
  lacks({ doc, sort, q, numbers }) {
    const unchecked = numbers && !(run.marked && run.marked <= this.corpus.size);
    return this.corpus.rest.length > 0 && !this.failed &&
      (sort !== "given" || q.trim() !== "" || unchecked || (doc != null && !this.numbers.has(doc)));
  }

  // openRest opens the documents that lie beside the page.
  async openRest() {
    if (this.opening) return;
    this.opening = { open: this.corpus.size };
    this.failed = "";
    this.showFound();
    try {
      await this.corpus.openRest((open) => {
        this.opening.open = open;
        this.showFound();
      });
    } catch (error) {
      this.failed = error.message;
    }
    this.opening = null;
    this.grow();
    this.apply(this.read());
  }

  // sift keeps the documents that were found and pass the filter, in order.
  sift() {
    const { numbers, system, beside } = this.state;
    const some = doubts[numbers];
    const systems = beside != null ? [system, beside] : system != null ? [system] : run.systems.map((_, s) => s);
    const passes = (i) => !some || systems.some((s) => this.corpus.documents[i].numbers?.[s]?.some(([kind]) => some.includes(kind)));
    this.listed = this.finder.query || some ? this.order.filter((i) => this.finder.has(i) && passes(i)) : this.order;
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
    const { sort, column, system, beside, numbers, order, q } = this.state;
    if (document.activeElement !== controls.q) controls.q.value = q;
    controls.sort.value = sort;
    controls.column.selectedIndex = column;
    controls.system.selectedIndex = system == null ? 0 : system + 1;
    controls.beside.selectedIndex = beside == null ? 0 : beside + 1;
    controls.numbers.value = numbers;
    controls.order.disabled = sort === "given";
    controls.order.textContent = order === "asc" ? "↑ Lowest first" : "↓ Highest first";
    part("#explain").textContent = [orders[sort].explain(this.state), numbers && run.marked ? checkedFew() : ""].join(" ").trim();
  }

  showFound() {
    const { query, done, running } = this.finder;
    const { size, total, rest } = this.corpus;
    const count = (n) => `${whole.format(n)} document${n === 1 ? "" : "s"}`;
    const share = (x) => `${Math.floor(100 * x)}%`;
    const sifted = query || this.state.numbers;
    let text = sifted ? `${whole.format(this.listed.length)} of ${count(size)}` : count(size);
    if (!sifted && rest.length) text = `The first ${whole.format(size)} of ${count(total)}; the others are beside this page, in the folder report`;
    else if (!sifted && total < run.documents) {
      text = `The first ${count(total)} of ${whole.format(run.documents)}; the rest would make this page too large, their scores are in the folder scores`;
    }
    if (this.failed) text += `. More cannot be opened: ${this.failed}. Keep the folder report where report.html is`;
    if (this.opening) text = `Opening ${count(total)}, ${share(this.opening.open / total)}`;
    if (query && done < 1) text += running ? `; searching the articles, ${share(done)}` : `; stopped, ${share(done)} of the articles searched`;
    part("#found").textContent = text;
    const bar = part("#scan");
    bar.hidden = !running && !this.opening;
    bar.value = this.opening ? this.opening.open / total : done;
    const stop = part("#stop");
    stop.hidden = !query || done === 1;
    stop.textContent = running ? "Stop" : "Search the articles";
    const open = part("#open");
    open.hidden = !rest.length || Boolean(this.opening);
    open.textContent = this.failed ? "Try again" : "Open them all";
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
    if (!this.finder.query) return "No headline has such a number.";
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
      pane.replaceChildren(make("button", { type: "button", "data-clear": true }, "Show all documents"));
      return;
    }
    const article = await this.corpus.article(number).catch(({ message }) => ({ reason: `The article could not be opened: ${message}.` }));
    if (this.wanted !== number) return; // the reader is elsewhere already
    const step = pane.contains(document.activeElement) && document.activeElement.dataset.step;
    pane.replaceChildren(...view(this.corpus, number, article, {
      ...this.state,
      query: this.finder.query,
      column: run.columns.length ? this.state.column : null,
      link: this.address({ ...this.state, doc: this.names[number], sort: "given", numbers: "", q: "" }),
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

