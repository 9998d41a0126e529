"""What scikit-learn says of two newspapers, by brute force: every pair within the window.

    pip install scikit-learn==1.9.1
    python golden.py english.txt 2 0.185 a.jsonl b.jsonl > small.csv
    python golden.py english.txt 2 0.185 cnn.jsonl.gz washington_times.jsonl.gz digest > news.txt

english.txt is text/stop/english.txt. "digest" keeps of the pairs their number, a
SHA-256 of their ids in order, and all scores, in place of the pairs; the articles of
../shared/data/style are not ours to copy.
"""
import datetime
import gzip
import hashlib
import json
import sys

from sklearn.feature_extraction.text import TfidfVectorizer

BLOCK = 500


def read(name):
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def day(d):
    try:
        return datetime.date.fromisoformat((d.get("date") or "")[:10]).toordinal()
    except ValueError:
        return None


def main(words, window, least, file_a, file_b, how=""):
    stop = [w for line in open(words, encoding="utf-8") if not line.startswith("#") for w in line.split()]
    a, b = read(file_a), read(file_b)
    text = lambda d: d.get("title", d.get("headline", "")) + "\n" + d.get("body", d.get("text", ""))
    x = TfidfVectorizer(stop_words=stop).fit_transform([text(d) for d in a + b])
    xa, xb = x[: len(a)], x[len(a) :].T.tocsc()
    days_a, days_b = [day(d) for d in a], [day(d) for d in b]
    pairs = []
    for first in range(0, len(a), BLOCK):
        scores = (xa[first : first + BLOCK] @ xb).toarray()
        for i, row in enumerate(scores):
            for j, s in enumerate(row):
                if s > 0 and s >= float(least):
                    da, db = days_a[first + i], days_b[j]
                    if da is not None and db is not None and abs(da - db) <= int(window):
                        pairs.append((a[first + i]["id"], b[j]["id"], float(s)))
    pairs.sort(key=lambda p: (-p[2], p[0], p[1]))
    if how != "digest":
        print("a,b,score")
        for p in pairs:
            print(f"{p[0]},{p[1]},{p[2]!r}")
        return
    pairs.sort()
    print(len(pairs), sum(p[2] > 0.5 for p in pairs))
    print(hashlib.sha256("".join(f"{p[0]}\t{p[1]}\n" for p in pairs).encode()).hexdigest())
    for p in pairs:
        print(f"{p[2]:.12f}")


main(*sys.argv[1:])
