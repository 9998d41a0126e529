"""Runs one peer of hed: python peers.py PEER REF HYP N TMP

Imports the peer, reads the first N lines of both files, and then answers
commands, one a line on stdin, with a line of JSON each:

    means    the mean of every measure, under the names hed gives them
    run      seconds that scoring all pairs took, and nothing else

The first answer comes unasked and says whether the peer can be had.
"""

import gc
import itertools
import json
import math
import os
import re
import subprocess
import sys
import time

MEASURES = {"p": "precision", "r": "recall", "f": "fmeasure"}


class Batch:
    """A peer that returns one dict of scores a pair."""

    def run(self):
        return self.score(self.refs, self.hyps)

    def means(self):
        scores = self.run()
        return {
            f"{kind}_{short}": mean(getattr(s[kind], long) for s in scores)
            for kind in scores[0]
            for short, long in MEASURES.items()
        }


class RougeScoreRS(Batch):
    def __init__(self, refs, hyps, tmp):
        from rouge_score_rs import rouge_scorer

        self.refs, self.hyps = refs, hyps
        self.score = rouge_scorer.RougeScorer(
            ["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True
        ).score_batch


class RougeScore(Batch):
    def __init__(self, refs, hyps, tmp):
        from rouge_score import rouge_scorer

        self.refs, self.hyps = refs, hyps
        self.scorer = rouge_scorer.RougeScorer(
            ["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True
        )

    def score(self, refs, hyps):
        return [self.scorer.score(r, h) for r, h in zip(refs, hyps)]


class RougeRust(Batch):
    def __init__(self, refs, hyps, tmp):
        import fast_rouge

        self.refs, self.hyps = refs, hyps
        self.score = fast_rouge.score_batch


class RougeRustFlat:
    def __init__(self, refs, hyps, tmp):
        import fast_rouge

        self.refs, self.hyps = refs, hyps
        self.score = fast_rouge.score_batch_flat

    def run(self):
        return self.score(self.refs, self.hyps)

    def means(self):
        flat = self.run()
        return {
            f"{kind}_{short}": mean(getattr(flat, f"{kind}_{long}"))
            for kind in ("rouge1", "rouge2", "rougeL")
            for short, long in MEASURES.items()
        }


class PyRouge:
    """rouge-metric in Python. It splits at blanks and nowhere else, so it
    gets the words that ROUGE-1.5.5 would find, cleaned before the clock runs."""

    def __init__(self, refs, hyps, tmp):
        from rouge_metric import PyRouge

        clean = lambda s: " ".join(re.findall("[a-z0-9]+", s.lower()))
        self.hyps = [clean(h) for h in hyps]
        self.refs = [[clean(r)] for r in refs]
        self.scorer = PyRouge(
            rouge_n=(), rouge_l=False, rouge_su=True, skip_gap=4, mode="individual"
        )

    def run(self):
        return self.scorer.evaluate(self.hyps, self.refs)

    def means(self):
        scores = self.run()
        return {f"rougeSU_{m}": mean(s["rouge-su4"][m] for s in scores) for m in "prf"}


class PerlRouge:
    """rouge-metric around ROUGE-1.5.5.pl. The files that the program reads
    are written before the clock runs, and it resamples once, not 1,000 times."""

    def __init__(self, refs, hyps, tmp):
        from rouge_metric import PerlRouge

        self.dirs = os.path.join(tmp, "hyp"), os.path.join(tmp, "ref")
        self.config = os.path.join(tmp, "config.xml")
        self.scorer = PerlRouge(
            rouge_n_max=-1, rouge_l=False, rouge_su=True, skip_gap=4,
            resampling=1, temp_dir=os.path.join(tmp, "run"),
        )
        PerlRouge._write_summaries(hyps, [[r] for r in refs], *self.dirs)
        PerlRouge._write_config(self.config, *self.dirs)
        self.means()  # a missing module of Perl's shows here

    def run(self):
        return self.scorer.evaluate_from_files(*self.dirs)

    def means(self):
        # The averages that the program prints are means of resamples, so
        # the scores are read one by one.
        from rouge_metric import perl_cmd

        out = subprocess.run(
            perl_cmd.get_command(
                self.config, rouge_n_max=-1, rouge_l=False, rouge_su=True,
                skip_distance=4, resampling_points=1, print_each_eval=True,
            ),
            capture_output=True, text=True,
        )
        if out.returncode != 0:
            raise RuntimeError(out.stderr)
        scores = re.findall(r"Eval .* R:(\S+) P:(\S+) F:(\S+)", out.stdout)
        return {f"rougeSU_{m}": mean(map(float, v)) for m, v in zip("rpf", zip(*scores))}


class Summa:
    """TextRank of articles, one a line in either file."""

    def __init__(self, refs, hyps, tmp):
        from summa import keywords, summarizer

        self.articles = refs
        self.keywords, self.summarize = keywords.keywords, summarizer.summarize

    def run(self):
        return [(self.keywords(a, scores=True), self.summarize(a, scores=True)) for a in self.articles]


class Gensim:
    """Word vectors as text. The only line of either file is the path of theirs."""

    def __init__(self, refs, hyps, tmp):
        from gensim.models import KeyedVectors

        self.path, self.load = refs[0], KeyedVectors.load_word2vec_format

    def run(self):
        return self.load(self.path)

    def means(self):
        v = self.run().vectors
        return {"words": len(v), "sum": float(v.sum(dtype="float64"))}


class Bootstrap:
    """Intervals of scores that are there already."""

    def __init__(self, refs, hyps, tmp):
        from rouge_score import rouge_scorer, scoring

        scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
        self.scores = [scorer.score(r, h) for r, h in zip(refs, hyps)]
        self.aggregator = scoring.BootstrapAggregator

    def run(self):
        a = self.aggregator()
        for s in self.scores:
            a.add_scores(s)
        return a.aggregate()

    def means(self):
        return {
            f"{kind}_{short}": mean(getattr(s[kind], long) for s in self.scores)
            for kind in self.scores[0]
            for short, long in MEASURES.items()
        }


class Krippendorff:
    """Alpha of ratings, an item a line in either file."""

    def __init__(self, level, refs):
        import krippendorff
        import numpy

        table = [[float("nan") if c == "-" else float(c) for c in line.split()] for line in refs]
        self.ratings, self.level, self.alpha = numpy.array(table).T, level, krippendorff.alpha

    def run(self):
        return self.alpha(reliability_data=self.ratings, level_of_measurement=self.level)

    def means(self):
        return {"alpha": float(self.run())}


DIMENSIONS = 100


class LSISklearn:
    """Latent semantic indexing of articles, one a line in either file."""

    def __init__(self, refs, hyps, tmp):
        from sklearn.decomposition import TruncatedSVD
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.articles = refs
        self.tfidf, self.svd = TfidfVectorizer, TruncatedSVD

    def run(self):
        matrix = self.tfidf(stop_words="english").fit_transform(self.articles)
        return self.svd(DIMENSIONS, algorithm="arpack").fit(matrix)


class LSIGensim:
    def __init__(self, refs, hyps, tmp):
        from gensim.corpora import Dictionary
        from gensim.models import LsiModel, TfidfModel
        from gensim.parsing.preprocessing import STOPWORDS
        from gensim.utils import simple_preprocess

        self.articles, self.stop, self.words = refs, STOPWORDS, simple_preprocess
        self.dictionary, self.tfidf, self.lsi = Dictionary, TfidfModel, LsiModel

    def run(self):
        texts = [[w for w in self.words(a) if w not in self.stop] for a in self.articles]
        dictionary = self.dictionary(texts)
        bags = [dictionary.doc2bow(t) for t in texts]
        tfidf = self.tfidf(bags)
        return self.lsi(tfidf[bags], id2word=dictionary, num_topics=DIMENSIONS)


class Logistic:
    """Logistic regression over n-grams of headlines, whose labels are lines of learn LABEL or held LABEL."""

    def __init__(self, refs, hyps, tmp):
        from scipy.sparse import hstack
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression
        from sklearn.metrics import f1_score

        self.stack, self.tfidf, self.regression, self.f1 = hstack, TfidfVectorizer, LogisticRegression, f1_score
        self.parts = {"learn": ([], []), "held": ([], [])}
        for text, line in zip(refs, hyps):
            part, label = line.split(" ", 1)
            self.parts[part][0].append(text)
            self.parts[part][1].append(label)

    def run(self):
        texts, labels = self.parts["learn"]
        how = dict(lowercase=False, use_idf=False, sublinear_tf=True)
        self.grams = [
            self.tfidf(ngram_range=(1, 2), token_pattern=r"\w+(?:['’.,]\w+)*|[^\w\s]", **how),
            self.tfidf(ngram_range=(1, 5), analyzer="char_wb", **how),
        ]
        x = self.stack([g.fit_transform(texts) for g in self.grams]).tocsr()
        self.model = self.regression(C=10, max_iter=1000).fit(x, labels)
        return self.model

    def means(self):
        self.run()
        texts, labels = self.parts["held"]
        said = self.model.predict(self.stack([g.transform(texts) for g in self.grams]).tocsr())
        return {"f1": float(self.f1(labels, said, average="macro"))}


PEERS = {
    "logistic": Logistic,
    "rouge-score-rs": RougeScoreRS,
    "rouge-score": RougeScore,
    "rouge-rust": RougeRust,
    "rouge-rust-flat": RougeRustFlat,
    "pyrouge": PyRouge,
    "perlrouge": PerlRouge,
    "summa": Summa,
    "gensim": Gensim,
    "lsi-sklearn": LSISklearn,
    "lsi-gensim": LSIGensim,
    "bootstrap": Bootstrap,
    "krippendorff-nominal": lambda refs, hyps, tmp: Krippendorff("nominal", refs),
    "krippendorff-interval": lambda refs, hyps, tmp: Krippendorff("interval", refs),
}


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


def lines(name, n):
    with open(name, encoding="utf-8", newline="\n") as f:
        return [line.rstrip("\n") for line in itertools.islice(f, n)]


def timed(run):
    gc.collect()  # what is left of the last run is not this run's cost
    start = time.perf_counter()
    result = run()
    seconds = time.perf_counter() - start
    del result  # neither is freeing what is now known
    return seconds


def answer(**kw):
    print(json.dumps(kw), flush=True)


def main(peer, ref, hyp, n, tmp):
    try:
        p = PEERS[peer](lines(ref, int(n)), lines(hyp, int(n)), tmp)
    except Exception as e:  # whatever it is, it is why there is no row
        answer(error=f"{type(e).__name__}: {e}".split("\n")[0])
        return
    answer(ready=True)
    for command in sys.stdin:
        if command == "means\n":
            answer(means=p.means())
        elif command == "run\n":
            answer(seconds=timed(p.run))


main(*sys.argv[1:])
