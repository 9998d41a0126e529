// Orders of documents. Each is a list of numbers, one a document, NaN where
// a document has none; those come last, whichever way the list is read.

const orders = {
  given: {
    explain: () => "",
    keys: () => null,
  },
  score: {
    column: true,
    explain: ({ column, system }) => system == null
      ? `Mean score of all systems in ${run.columns[column].title}.`
      : `Score of ${run.systems[system]} in ${run.columns[column].title}.`,
    keys: (corpus, { column, system }) => over(corpus, system, (s) => corpus.scores(s, column)),
  },
  difference: {
    column: true,
    pair: true,
    explain: ({ column, system, beside }) =>
      `Where ${run.systems[system]} and ${run.systems[beside]} differ in ${run.columns[column].title}, whichever is better.`,
    keys: (corpus, { column, system, beside }) => {
      const other = corpus.scores(beside, column);
      return corpus.scores(system, column).map((v, i) => Math.abs(v - other[i]));
    },
  },
  spread: {
    column: true,
    explain: ({ column }) =>
      `Disagreement of systems: highest less lowest score of a document in ${run.columns[column].title}.`,
    keys: (corpus, { column }) => spread(corpus, column),
  },
  measures: {
    explain: ({ system }) =>
      `Disagreement of measures on ${system == null ? "all systems" : run.systems[system]}: the variance over measures of z-scores. ` +
      "A z-score is the distance to the measure’s mean over all headlines, in standard deviations, positive where better.",
    keys: (corpus, { system }) => over(corpus, system, (s) => disagreement(corpus, s)),
  },
};

// over is what f gives for a system, or its mean over all of them, of those
// that have a value.
function over(corpus, system, f) {
  if (system != null) return f(system);
  const sum = new Float64Array(corpus.size);
  const n = new Uint32Array(corpus.size);
  run.systems.forEach((_, s) => f(s).forEach((v, i) => {
    if (Number.isNaN(v)) return;
    sum[i] += v;
    n[i]++;
  }));
  return sum.map((v, i) => (n[i] ? v / n[i] : NaN));
}

function spread(corpus, column) {
  const low = new Float64Array(corpus.size).fill(Infinity);
  const high = new Float64Array(corpus.size).fill(-Infinity);
  const seen = new Uint32Array(corpus.size);
  run.systems.forEach((_, system) => {
    corpus.scores(system, column).forEach((v, i) => {
      if (Number.isNaN(v)) return;
      seen[i]++;
      if (v < low[i]) low[i] = v;
      if (v > high[i]) high[i] = v;
    });
  });
  return high.map((v, i) => (seen[i] > 1 ? v - low[i] : NaN));
}

// variance takes sums of values and of their squares.
const variance = (n, sum, squares) => Math.max(squares / n - (sum / n) ** 2, 0);

function disagreement(corpus, system) {
  const n = new Uint32Array(corpus.size);
  const sum = new Float64Array(corpus.size);
  const squares = new Float64Array(corpus.size);
  run.columns.forEach((column, c) => {
    const { mean, deviation } = moments(corpus, c);
    if (!column.better || !deviation) return;
    corpus.scores(system, c).forEach((v, i) => {
      if (Number.isNaN(v)) return;
      const z = (column.better * (v - mean)) / deviation;
      n[i]++;
      sum[i] += z;
      squares[i] += z * z;
    });
  });
  return sum.map((s, i) => (n[i] > 1 ? variance(n[i], s, squares[i]) : NaN));
}

const moments = remember((corpus, column) => {
  let n = 0, sum = 0, squares = 0;
  run.systems.forEach((_, system) => {
    for (const v of corpus.scores(system, column)) {
      if (Number.isNaN(v)) continue;
      n++;
      sum += v;
      squares += v * v;
    }
  });
  return { mean: sum / n, deviation: n ? Math.sqrt(variance(n, sum, squares)) : 0 };
});

// remember keeps what f gave for a column, until more documents are open.
function remember(f) {
  let known = new Map();
  let size = 0;
  return (corpus, column) => {
    if (size !== corpus.size) [known, size] = [new Map(), corpus.size];
    if (!known.has(column)) known.set(column, f(corpus, column));
    return known.get(column);
  };
}

// arrange lists all documents by their keys.
function arrange(corpus, keys, descending) {
  const all = Uint32Array.from({ length: corpus.size }, (_, i) => i);
  if (!keys) return all;
  const sign = descending ? -1 : 1;
  return all.sort((a, b) => {
    const x = keys[a], y = keys[b];
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y) || a - b;
    return sign * (x - y) || a - b;
  });
}

