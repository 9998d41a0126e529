"""Makes numhg.json, what scikit-learn and numpy say of the NumHG corpus.

Needs scikit-learn 1.9.1, scipy 1.17.1 and numpy 2.4.6:

    python -m venv v && v/bin/pip install scikit-learn==1.9.1 scipy==1.17.1 numpy==2.4.6
    v/bin/python oracle.py ../../../../shared/data/numhg/annotated.csv.gz

So that both sides see the same terms, a text is its runs of ASCII letters in
lower case, each with "zz" before it, so that none is a stop word.
oracle_test.go does the same. The file holds numbers only:

weights  for the first 20 articles, their weights in ascending order, from
         TfidfVectorizer fitted on the first 1,000
few      of the first 1,000 articles, by numpy.linalg.svd of the dense matrix:
         all singular values, and for each headline the cosine with its article
         and with the next headline, in all dimensions and in a number of 100
many     of all articles, by TruncatedSVD(100, algorithm="arpack"): the
         singular values, and the cosines of the first 300 headlines
"""

import csv
import gzip
import json
import os
import re
import sys

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

HERE = os.path.dirname(os.path.abspath(__file__))


def clean(text):
    return " ".join("zz" + w.lower() for w in re.findall("[A-Za-z]+", text))


def cosines(x, y):
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    y = y / np.linalg.norm(y, axis=1, keepdims=True)
    return np.maximum((x * y).sum(axis=1), 0)


def digits(values, n=12):
    return [float(f"{v:.{n}g}") for v in values]


def scores(vectorizer, projection, articles, headlines, n):
    """n headlines against their articles, and against the headlines after them"""
    h = vectorizer.transform(headlines[: n + 1]) @ projection
    a = vectorizer.transform(articles[:n]) @ projection
    return {"c": digits(cosines(h[:n], a)), "s": digits(cosines(h[:n], h[1:]))}


def main(path):
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    articles, headlines = [clean(r["text"]) for r in rows], [clean(r["summary"]) for r in rows]
    make = lambda: TfidfVectorizer(lowercase=False, token_pattern=r"\S+")

    v = make()
    a = v.fit_transform(articles[:1000])
    weights = [digits(np.sort(a[i].data), 15) for i in range(20)]
    _, s, vt = np.linalg.svd(a.toarray(), full_matrices=False)
    few = {"values": digits(s)}
    for name, k in ("all", len(s)), ("number", 100):
        few[name] = scores(v, vt[:k].T / s[:k], articles, headlines, 1000)

    v = make()
    a = v.fit_transform(articles)
    t = TruncatedSVD(100, algorithm="arpack", random_state=1).fit(a)
    # In descending order, which TruncatedSVD gives.
    many = {"values": digits(t.singular_values_), "terms": a.shape[1]}
    many["number"] = scores(v, t.components_.T / t.singular_values_, articles, headlines, 300)
    with open(os.path.join(HERE, "numhg.json"), "w") as f:
        json.dump({"weights": weights, "few": few, "many": many}, f)
        f.write("\n")


main(sys.argv[1])
