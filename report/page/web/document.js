// One document: every system's headline, the article and the scores.

// make builds an element. Text is only ever added as text.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false && child !== ""));
  return element;
}

const whole = new Intl.NumberFormat("en");

function show(value, column) {
  if (Number.isNaN(value)) return "";
  const text = value.toFixed(run.columns[column].digits);
  return Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");
}

const badge = (system) =>
  make("span", { class: run.marks[system], "aria-hidden": "true" });

const word = /[\p{L}\p{M}\p{N}]+/gu;
const words = (text) => fold(text).match(word) ?? [];

// overlap marks the words of a headline that some reference has.
function overlap(headline, known) {
  const out = [];
  let at = 0;
  for (const match of headline.matchAll(word)) {
    if (!known.has(fold(match[0]))) continue;
    out.push(headline.slice(at, match.index), make("mark", null, match[0]));
    at = match.index + match[0].length;
  }
  out.push(headline.slice(at));
  return out;
}

// found marks where the text has the query. Folding may change the length of
// a text in some scripts; then nothing is marked rather than the wrong place.
function found(text, query) {
  const folded = fold(text);
  if (!query || folded.length !== text.length) return [text];
  const out = [];
  let at = 0;
  for (let i = folded.indexOf(query); i >= 0; i = folded.indexOf(query, at)) {
    out.push(text.slice(at, i), make("mark", { class: "hit" }, text.slice(i, i + query.length)));
    at = i + query.length;
  }
  out.push(text.slice(at));
  return out;
}

// paragraphs are those of an article, or why it cannot be opened.
function paragraphs(article, query) {
  if (typeof article !== "string") return [make("p", { class: "empty" }, article.reason)];
  const parts = [];
  let at = 0;
  for (const text of article.split(/(\n\s*\n)/)) { // with the blanks between them
    if (text.trim()) parts.push(make("p", { dir: "auto", "data-at": at }, found(text, query)));
    at += text.length;
  }
  return parts.length ? parts : [make("p", { class: "empty" }, "There is no article.")];
}

// signs are those of headline numbers, by what the article says of them.
const signs = { found: "✓", derived: "=", doubtful: "?", unsupported: "!" };
const sign = (kind, text) => make("span", { class: `number ${kind}` }, text, make("i", null, signs[kind]));

// numbered marks the numbers of a headline; what is inside and between them is
// dressed as the rest. Under the pointer or with the focus a number shows what the
// article says of it, and the sentence stands out there.
function numbered(headline, numbers, article, dress) {
  const out = [];
  let at = 0;
  for (const [kind, from, to, message, begin, end] of numbers) {
    const element = sign(kind, dress(headline.slice(from, to)));
    const sentence = typeof article === "string" ? article.slice(begin, end) : "";
    element.tabIndex = 0;
    element.append(make("span", { class: "tip", role: "note" }, message, sentence && make("q", null, sentence)));
    for (const event of ["mouseenter", "focus"]) element.addEventListener(event, () => point(begin, end));
    for (const event of ["mouseleave", "blur"]) element.addEventListener(event, () => point(0, 0));
    out.push(dress(headline.slice(at, from)), element);
    at = to;
  }
  return [...out, dress(headline.slice(at))];
}

// point makes a part of the article stand out, in browsers that can.
function point(begin, end) {
  if (!window.CSS?.highlights) return;
  CSS.highlights.delete("sentence");
  const paragraph = [...section.querySelectorAll(".text p[data-at]")].findLast((p) => Number(p.dataset.at) <= begin);
  if (begin === end || !paragraph) return;
  const range = new Range();
  const walk = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let at = Number(paragraph.dataset.at);
  for (let node; at < end && (node = walk.nextNode()); at += node.length) {
    if (at <= begin) range.setStart(node, Math.min(begin - at, node.length));
    range.setEnd(node, Math.min(end - at, node.length));
  }
  CSS.highlights.set("sentence", new Highlight(range));
}

// headlines are those of some systems, each in a row as wide as the page, the
// chosen one marked.
function headlines(doc, scores, { column, system, systems }, article) {
  const known = new Set(doc.references.flatMap(words));
  return make("dl", { class: "headlines" }, systems.map((s) =>
    make("div", { class: s === system && systems.length > 2 && "chosen" },
      make("dt", null, badge(s), make("bdi", null, run.systems[s])),
      make("dd", { dir: "auto" }, doc.headlines[s] === ""
        ? make("span", { class: "soft" }, "no headline")
        : numbered(doc.headlines[s], doc.numbers?.[s] ?? [], article, (text) => overlap(text, known))),
      column == null ? null : make("dd", { class: "value" }, show(scores(s, column), column) || "–"))));
}

// notes say what the marks of the headlines mean.
function notes(corpus, number, column) {
  const doc = corpus.documents[number];
  const out = [make("p", { class: "note" },
    doc.references.length ? [make("mark", null, "Marked"), " words are in a reference. "] : null,
    column == null ? null : `The number is ${run.columns[column].title}.`)];
  if (doc.numbers) {
    out.push(make("p", { class: "note" }, "Headline numbers, checked against the article: ",
      Object.keys(signs).map((kind) => [sign(kind, kind), " "]), "· point at one, or tab to it, to see why."));
  } else if (run.marked && number >= run.marked && corpus.documents.some(({ numbers }) => numbers)) {
    out.push(make("p", { class: "note" }, checkedFew()));
  }
  return out;
}

const checkedFew = () => `Headline numbers are checked in the first ${whole.format(run.marked)} documents only.`;

// table has a row a measure, because measures are many and their names long. Of
// two systems it has the difference too.
function table(scores, systems, current) {
  const two = systems.length === 2;
  const head = make("tr", null, make("td"), systems.map((s) =>
    make("th", { scope: "col", class: !two && "tall", title: run.systems[s] }, badge(s), make("bdi", null, run.short[s]))),
  two && make("th", { scope: "col" }, "difference"));
  const rows = run.columns.map((column, c) => {
    const shown = systems.map((s) => show(scores(s, c), c));
    const numbers = systems.map((s) => column.better * scores(s, c)).filter((v) => !Number.isNaN(v));
    const top = show(column.better * Math.max(...numbers), c);
    const best = (text) => column.better && text !== "" && text === top && shown.some((other) => other !== top);
    const arrow = { "1": " ↑", "-1": " ↓" }[column.better] ?? "";
    const difference = two ? show(scores(systems[0], c) - scores(systems[1], c), c) : "";
    return make("tr", { class: c === current && "current" },
      make("th", { scope: "row", class: "name" }, column.title, arrow),
      shown.map((text) => make("td", null, best(text) ? make("b", null, text) : text)),
      two && make("td", null, Number(difference) > 0 ? `+${difference}` : difference));
  });
  return cue(make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Scores of this document, scrolls" },
    make("table", { class: "detail" }, make("thead", null, head), make("tbody", null, rows))));
}

// view is the whole document: headlines, then the article and all scores. It
// has all systems, or two of them side by side.
function view(corpus, number, article, { query, column, system, beside, link }) {
  const doc = corpus.documents[number];
  const scores = (s, c) => corpus.scores(s, c)[number];
  const systems = beside == null ? run.systems.map((_, s) => s) : [system, beside];
  return [
    make("header", null,
      make("h3", null, make("bdi", null, doc.id || `document ${number + 1}`)),
      make("p", { class: "soft" }, [doc.source, doc.date].filter(Boolean).map((text) => `${text} · `),
        make("span", { class: "place" }), " · ", make("a", { href: link, class: "link" }, "link to this example")),
      make("p", { class: "steps" },
        make("button", { type: "button", "data-step": "-1" }, "‹ Previous"),
        make("button", { type: "button", "data-step": "1" }, "Next ›"))),
    make("div", { class: "results" },
      make("h4", null, doc.references.length > 1 ? "References" : "Reference"),
      doc.references.length
        ? make("ul", { class: "references" }, doc.references.map((text) =>
          make("li", { dir: "auto" }, found(text, query))))
        : make("p", { class: "empty" }, "There is none, so no words are marked."),
      run.systems.length
        ? [make("h4", null, beside == null ? "Headlines" : "Side by side"),
          notes(corpus, number, column),
          make("div", { class: beside != null && "two" }, headlines(doc, scores, { column, system, systems }, article))]
        : null),
    make("div", { class: "below" },
      make("div", { class: "text" }, make("h4", null, "Article"), paragraphs(article, query)),
      make("div", null,
        run.systems.length && run.columns.length ? [make("h4", null, "Scores"), table(scores, systems, column)] : null)),
  ];
}

