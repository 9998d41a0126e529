"""Makes scores.json: what networkx.pagerank says of graphs of words and sentences.

    python -m venv v && v/bin/pip install networkx==3.6.1 numpy==2.4.6 scipy==1.17.1
    v/bin/python oracle.py

The graphs are made here as the paper has them, edge by edge. The texts are
articles of the sample corpus, cut by the simple rules below, since tokenizers,
taggers and splitters have tests of their own; and a few made to be difficult.
For each, the file has

    words      in their order; null where one does not pass the filter
    keywords   the score of each word that does
    sentences  lists of terms
    scores     one a sentence
"""

import itertools
import json
import math
import os
import random
import re

import networkx as nx

here = os.path.dirname(os.path.abspath(__file__))
sample = os.path.join(here, "..", "..", "..", "internal", "sample", "articles.jsonl")


def pagerank(graph):
    if not graph:
        return {}
    return nx.pagerank(graph, alpha=0.85, tol=1e-12, max_iter=10000)


def keywords(words):
    graph = nx.Graph()
    graph.add_nodes_from(w for w in words if w is not None)
    for a, b in itertools.pairwise(words):
        if a is not None and b is not None and a != b:
            graph.add_edge(a, b)
    return pagerank(graph)


def scores(sentences):
    sets = [set(s) for s in sentences]
    graph = nx.Graph()
    graph.add_nodes_from(range(len(sets)))
    for i, j in itertools.combinations(range(len(sets)), 2):
        common = len(sets[i] & sets[j])
        if common and len(sets[i]) * len(sets[j]) > 1:
            graph.add_edge(i, j, weight=common / (math.log(len(sets[i])) + math.log(len(sets[j]))))
    ranks = pagerank(graph)
    return [ranks[i] for i in range(len(sets))]


def case(words, sentences):
    return {"words": words, "keywords": keywords(words), "sentences": sentences, "scores": scores(sentences)}


def article(text):
    """Words of more than four letters pass, and are the terms too."""
    sentences = [re.findall(r"\w+", s.lower()) for s in re.split(r"(?<=[.?!])\s+", text)]
    words = [w if len(w) > 4 else None for s in sentences for w in s]
    return case(words, [[w for w in s if len(w) > 4] for s in sentences])


def made(seed, n, vocabulary, longest):
    """Sentences of words that Zipf might have drawn, some without any."""
    r = random.Random(seed)
    weights = [1 / (i + 1) for i in range(vocabulary)]
    draw = lambda: "w%d" % r.choices(range(vocabulary), weights)[0]
    sentences = [[draw() for _ in range(r.randint(0, longest))] for _ in range(n)]
    words = [w if r.random() < 0.4 else None for s in sentences for w in s]
    return case(words, sentences)


cases = [
    case([], []),
    case(["a"], [["a"]]),
    case(["a", "a", None, "b"], [["a"], ["a"], ["b"]]),  # no edge: ln 1 + ln 1 is 0
    case(["a", "b", "c", "d", "e"], [["a"], ["a", "b"], [], ["b", "c", "b"], ["x", "y"]]),
    case([None, None], [[], []]),
    made(1, 40, 30, 6),
    made(2, 60, 400, 25),
    made(3, 25, 3, 3),
]
with open(sample, encoding="utf-8") as f:
    cases += [article(json.loads(line)["text"]) for line in itertools.islice(f, 0, 30, 3)]

with open(os.path.join(here, "scores.json"), "w", encoding="utf-8") as f:
    f.write("[\n" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) + "\n]\n")
