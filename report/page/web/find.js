// Finding text: ids and headlines at once, articles piece by piece.

const fold = (text) => text.toLowerCase();

class Finder {
  constructor(corpus) {
    this.corpus = corpus;
    this.query = "";
    this.done = 1; // share of the articles that were searched
    this.running = false;
    this.hits = new Uint8Array(corpus.size);
  }

  // grow makes room for the documents that were opened since; what was found is forgotten.
  grow() {
    this.hits = new Uint8Array(this.corpus.size);
    this.folded = undefined;
  }

  // lines are ids and headlines, folded on first use.
  get lines() {
    this.folded ??= this.corpus.documents.map((d) =>
      fold([d.id, ...d.references, ...d.headlines].join("\n")));
    return this.folded;
  }

  // find looks through the headlines, and forgets what was found before.
  find(query) {
    this.stop();
    this.query = fold(query.trim());
    this.next = 0;
    this.done = this.query ? 0 : 1;
    if (this.query) this.lines.forEach((line, i) => { this.hits[i] = line.includes(this.query); });
  }

  has(number) {
    return !this.query || this.hits[number] === 1;
  }

  // scan goes on with the articles, and tells after each piece.
  async scan(tell) {
    const mine = (this.turn = {});
    this.running = true;
    let told = 0;
    while (this.next < this.corpus.texts.length) {
      const piece = this.corpus.texts[this.next];
      const texts = await piece.open();
      if (this.turn !== mine) return;
      texts.forEach((text, i) => {
        if (fold(text).includes(this.query)) this.hits[piece.first + i] = 1;
      });
      this.next++;
      this.done = this.next / this.corpus.texts.length;
      if (performance.now() - told > 100 && this.done < 1) {
        told = performance.now();
        tell();
        await new Promise((resolve) => setTimeout(resolve)); // let the page breathe
        if (this.turn !== mine) return;
      }
    }
    this.running = false;
    this.done = 1;
    tell();
  }

  stop() {
    this.turn = null;
    this.running = false;
  }
}

