// The documents lie in the page as pieces: gzipped, in base64, in script
// elements that no browser runs. Headlines and scores are opened at once,
// articles when somebody looks at them.

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

function unpack(piece) {
  const zipped = new Blob([bytes(piece.element.textContent)]).stream();
  return new Response(zipped.pipeThrough(new DecompressionStream("gzip")));
}

// A corpus holds what is known of all documents. Scores lie column by
// column: those of a system and a measure are neighbours.
class Corpus {
  static async open() {
    const corpus = new Corpus();
    const index = pieces("index");
    corpus.size = index.reduce((n, piece) => n + piece.count, 0);
    const end = document.getElementById("end"); // the last thing that is written
    if (!end || JSON.parse(end.textContent).documents !== corpus.size) throw new Error("the file is not complete");
    corpus.width = run.systems.length * run.columns.length;
    corpus.values = new Float32Array(corpus.width * corpus.size);
    corpus.documents = new Array(corpus.size);
    await Promise.all([
      ...index.map((piece) => corpus.#openIndex(piece)),
      ...pieces("scores").map((piece) => corpus.#openScores(piece)),
    ]);
    corpus.texts = pieces("text");
    return corpus;
  }

  async #openIndex(piece) {
    const rows = await unpack(piece).json();
    rows.forEach(([id, source, date, references, headlines, numbers], i) => {
      this.documents[piece.first + i] = { id, source, date, references, headlines, numbers };
    });
    piece.element.remove(); // it will not be needed again
  }

  async #openScores(piece) {
    const raw = new Float32Array(await unpack(piece).arrayBuffer());
    for (let cell = 0; cell < this.width; cell++) {
      const part = raw.subarray(cell * piece.count, (cell + 1) * piece.count);
      this.values.set(part, cell * this.size + piece.first);
    }
    piece.element.remove();
  }

  // scores are those of a system and a measure, NaN where there is none.
  scores(system, column) {
    const from = (system * run.columns.length + column) * this.size;
    return this.values.subarray(from, from + this.size);
  }

  #opened = new Map(); // the pieces of text that were used last

  // articles are those of a piece of text.
  async articles(piece) {
    let text = this.#opened.get(piece);
    text ??= unpack(piece).json();
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

