// The documents lie in the page as pieces: gzipped, in base64, in script
// elements that no browser runs. Headlines and scores are opened at once,
// articles when somebody looks at them. Of many documents most pieces lie in
// files beside the page, which are opened when they are needed.

const run = JSON.parse(document.getElementById("run").textContent);

const pieces = (kind) =>
  [...document.querySelectorAll(`script[data-piece="${kind}"]`)].map((element) => ({
    element,
    first: Number(element.dataset.first),
    count: Number(element.dataset.count),
  }));

function bytes(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < out.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

function unpack(base64) {
  const zipped = new Blob([bytes(base64)]).stream();
  return new Response(zipped.pipeThrough(new DecompressionStream("gzip")));
}

// load opens a file beside the page, one after another. A page that was opened
// from a disk can open nothing but scripts; each line of a file gives a piece.
let given = [];
let last = Promise.resolve();
window.hedPiece = (kind, first, count, base64) => given.push({ kind, first, count, base64 });
function load(name) {
  const next = last.then(() => new Promise((resolve, reject) => {
    given = [];
    const script = make("script", { src: name });
    const done = (settle, value) => () => {
      script.remove();
      settle(value());
    };
    script.onload = done(resolve, () => given);
    script.onerror = done(reject, () => new Error(`${name} is not beside this page`));
    document.head.append(script);
  }));
  last = next.catch(() => {});
  return next;
}

// A corpus holds what is known of the documents that are open, which are the
// first ones or all. Scores lie column by column: those of a system and a
// measure are neighbours.
class Corpus {
  static async open() {
    const end = document.getElementById("end"); // the last thing that is written
    if (!end) throw new Error("the file is not complete");
    const { documents, beside = [] } = JSON.parse(end.textContent);
    const files = beside.map((file, i) => ({ ...file, name: `report/${String(i + 1).padStart(3, "0")}.js` }));
    const index = pieces("index");
    const inside = index.reduce((n, piece) => n + piece.count, 0);
    if (!files.length && inside !== documents) throw new Error("the file is not complete");
    const corpus = new Corpus();
    corpus.total = documents;
    corpus.rest = files.filter((file) => !file.text);
    corpus.width = run.systems.length * run.columns.length;
    corpus.documents = [];
    corpus.size = 0;
    corpus.#makeRoom(inside);
    const text = ({ element }) => {
      element.remove(); // it will not be needed again
      return element.textContent;
    };
    await Promise.all([
      ...index.map(async (piece) => corpus.#addIndex(piece.first, await unpack(text(piece)).json())),
      ...pieces("scores").map(async (piece) => corpus.#addScores(piece, await unpack(text(piece)).arrayBuffer())),
    ]);
    corpus.size = inside;
    corpus.texts = [
      ...pieces("text").map((piece) => ({ ...piece, open: () => unpack(piece.element.textContent).json() })),
      ...files.filter((file) => file.text).map((file) => ({ ...file, open: () => articles(file.name) })),
    ];
    return corpus;
  }

  // openRest opens the files beside the page that have headlines and scores,
  // and tells after each how many documents are open then. They count when all
  // are there, or one cannot be opened.
  async openRest(tell) {
    let open = this.size;
    this.#makeRoom(this.total);
    try {
      while (this.rest.length) {
        const { name, first, count } = this.rest[0];
        for (const piece of await load(name)) {
          if (piece.kind === "index") this.#addIndex(piece.first, await unpack(piece.base64).json());
          else this.#addScores(piece, await unpack(piece.base64).arrayBuffer());
        }
        if (this.documents.length < first + count) throw new Error(`${name} is not complete`);
        open = first + count;
        this.rest.shift();
        tell(open);
      }
    } finally {
      this.documents.length = open;
      this.size = open;
    }
  }

  // #makeRoom makes room for the scores of so many documents.
  #makeRoom(room) {
    if (room === this.room) return;
    const values = new Float32Array(this.width * room);
    for (let cell = 0; this.size && cell < this.width; cell++) {
      values.set(this.values.subarray(cell * this.room, cell * this.room + this.size), cell * room);
    }
    this.values = values;
    this.room = room;
  }

  #addIndex(at, rows) {
    rows.forEach(([id, source, date, references, headlines, numbers], i) => {
      this.documents[at + i] = { id, source, date, references, headlines, numbers };
    });
  }

  #addScores({ first, count }, buffer) {
    const raw = new Float32Array(buffer);
    for (let cell = 0; cell < this.width; cell++) {
      this.values.set(raw.subarray(cell * count, (cell + 1) * count), cell * this.room + first);
    }
  }

  // scores are those of a system and a measure, NaN where there is none.
  scores(system, column) {
    const from = (system * run.columns.length + column) * this.room;
    return this.values.subarray(from, from + this.size);
  }

  #opened = new Map(); // the pieces of text that were used last

  // articles are those of a piece of text.
  async articles(piece) {
    let text = this.#opened.get(piece);
    text ??= piece.open();
    this.#opened.delete(piece);
    this.#opened.set(piece, text);
    if (this.#opened.size > 8) this.#opened.delete(this.#opened.keys().next().value);
    return text;
  }

  async article(number) {
    const piece = this.texts.findLast((piece) => piece.first <= number);
    return (await this.articles(piece))[number - piece.first];
  }
}

// articles are those of a file.
async function articles(name) {
  const all = [];
  for (const { base64 } of await load(name)) all.push(...await unpack(base64).json());
  return all;
}

