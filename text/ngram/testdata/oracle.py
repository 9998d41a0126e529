#!/usr/bin/env python3
"""Makes the language models that the tests compare with, by KenLM's lmplz.

    apt-get install cmake g++ zlib1g-dev libboost-{program-options,system,thread,test}-dev
    pip download --no-deps --no-binary kenlm kenlm==0.3.0 && tar xf kenlm-0.3.0.tar.gz
    cd kenlm-0.3.0 && cmake -B build . && cmake --build build --target lmplz
    python3 oracle.py kenlm-0.3.0/build/bin/lmplz ../../../../shared/data/numhg/annotated.csv.gz

corpus.txt.gz  sentences of a small grammar that sentences() makes, a line each
small.txt.gz   a few of them, too few to estimate all discounts
*.N.arpa.gz    the models of order N, as lmplz prints them, with --discount_fallback
numhg.N.txt    a model of the headlines of NumHG, cut at blanks: how many n-grams
               there are, then for a sample of them a hash (the first 16 digits of the
               SHA-256 of the n-gram), the probability and the back-off weight

Made with kenlm 0.3.0 of PyPI, g++ 12.2 and boost 1.74.
"""

import csv
import gzip
import hashlib
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = 400  # n-grams of each order of NumHG, about

GRAMMAR = {
    "S": ["NP V NP", "NP V NP PP", "NP V that S", "NP V PP", "Q : NP V", "NP , NP V NP", "NP to I NP", "NP to I NP PP", "N days of N"],
    "NP": ["A N", "N", "the N", "M A N", "D N", "NAME", "NAME and NAME", "the N of NP"],
    "PP": ["in PLACE", "after NP", "over NP", "before the N", "with NP"],
    "V": ["finds", "sells", "closes", "opens", "wins", "loses", "delays", "buys", "warns", "says", "paints", "counts"],
    "I": ["close", "open", "sell", "repair", "count", "visit", "move"],
    "A": ["old", "new", "lost", "wooden", "young", "quiet", "last", "rare", "tiny", "late"],
    "N": ["bridge", "ferry", "bakery", "council", "clock", "mayor", "school", "museum", "orchard", "train", "lighthouse",
          "choir", "library", "harbour", "winter", "stamp", "letter", "goat", "tower", "garden"],
    "M": ["two", "12", "300", "1,400", "$3M"],
    "D": ["every", "no", "its", "their"],
    "Q": ["report", "study", "why not", "at last"],
    "NAME": ["Orla Finch", "Bram", "Tamsin Vole", "Ilse", "Odo Pike", "Wren"],
    "PLACE": ["Nether Wallop", "Brill", "Port Ellis", "Dunmere", "town"],
}


class Random:
    """A linear congruential generator, Knuth's MMIX."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def sentences(n):
    r = Random(7)

    def expand(symbol, depth):
        rules = GRAMMAR.get(symbol)
        if rules is None:
            return [symbol]
        i = r.below(len(rules))
        i = min(i, r.below(len(rules)))  # the first are the most frequent
        if depth > 6:
            i = 0
        return [w for part in rules[i].split() for w in expand(part, depth + 1)]

    return [" ".join(expand("S", 0)) for _ in range(n)]


def train(lmplz, order, lines):
    run = subprocess.run([lmplz, "-o", str(order), "-S", "200M", "--discount_fallback"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, check=True, encoding="utf8")
    print(order, [line for line in run.stderr.splitlines() if "D1" in line or "fallback" in line], file=sys.stderr)
    return run.stdout


def save(name, text):
    if name.endswith(".gz"):
        with open(os.path.join(HERE, name), "wb") as f, gzip.GzipFile("", "wb", 9, f, 0) as z:
            z.write(text.encode())
    else:
        open(os.path.join(HERE, name), "w", encoding="utf8").write(text)


def sample(arpa):
    """The sizes, and the n-grams with small hashes."""
    sizes, grams, n = [], [], 0
    for line in arpa.split("\n"):
        if line.startswith("ngram "):
            sizes.append(int(line.split("=")[1]))
        elif line.startswith("\\") and line.endswith("-grams:"):
            n = int(line[1:-7])
        elif "\t" in line:
            fields = line.split("\t")
            digest = hashlib.sha256(fields[1].encode()).hexdigest()[:16]
            if int(digest, 16) / 2**64 < SAMPLE / sizes[n - 1]:
                grams.append(f"{digest} {fields[0]} {fields[2] if len(fields) > 2 else 0}\n")
    return " ".join(map(str, sizes)) + "\n" + "".join(grams)


def main():
    lmplz, numhg = sys.argv[1:]
    for name, lines, orders in [("corpus", sentences(400), (1, 2, 3, 5)), ("small", sentences(12), (3,))]:
        save(name + ".txt.gz", "\n".join(lines) + "\n")
        for order in orders:
            save(f"{name}.{order}.arpa.gz", train(lmplz, order, lines))
    csv.field_size_limit(1 << 30)
    with gzip.open(numhg, "rt", encoding="utf8", newline="") as f:
        headlines = [row["summary"] for row in csv.DictReader(f)]
    lines = [" ".join(h.split()) for h in headlines]
    for order in 3, 5:
        save(f"numhg.{order}.txt", sample(train(lmplz, order, lines)))


main()
