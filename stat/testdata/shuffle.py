"""Makes shuffle.json: tests by resampling, as sacreBLEU makes them and as scipy does.

sacreBLEU's own PairedTest runs on a metric whose sufficient statistics are the score of a
document and a 1, so that the score of a corpus is a mean. Samples are those of tests.py.

"cases" are tests with 20,000 random resamples. "exhaustive" are tests with every resample that
there is, in the order of itertools.product: sacreBLEU asks numpy for its draws, and gets
all of them. Its values are eighths, whose sums are exact, so that counts can be compared to the last one.

    pip install sacrebleu==2.6.0 numpy==2.4.6 scipy==1.17.1
    python shuffle.py > shuffle.json
"""
import itertools
import json
import math
import sys
from unittest import mock

import numpy as np
import sacrebleu
import scipy
import scipy.stats as st
from sacrebleu import significance

N = 20000


class Mean:
    """What PairedTest asks of a metric. Hypotheses are scores."""

    class Score:
        name = "mean"

        def __init__(self, stats):
            self.score = stats[0] / stats[1]

    def _extract_corpus_statistics(self, hypotheses, references):
        return np.array([[h, 1.0] for h in hypotheses])

    def _aggregate_and_compute(self, stats):
        return self.Score(np.array(stats).sum(0))

    def _compute_score_from_stats(self, stats):
        return self.Score(stats)

    def get_signature(self):
        return mock.Mock()


def paired(kind, a, b, n_samples):
    """P of sacreBLEU's test, bs or ar."""
    test = significance.PairedTest([("a", a), ("b", b)], {"mean": Mean()}, None, kind, n_samples=n_samples)
    return test()[1]["mean"][1].p_value


class Every:
    """Draws every resample, in place of numpy's generator."""

    def choice(self, n, size, replace):
        return np.array(list(itertools.product(range(n), repeat=size[1])))

    def integers(self, high, size, dtype):
        return np.array(list(itertools.product([True, False], repeat=size[1])))


def make(kind, seed, n, shift):
    state = seed

    def u():
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return state / 2**31

    if kind == "normal":
        return [sum(u() for _ in range(12)) - 6 + shift for _ in range(n)]
    return [math.floor(u() * 5) / 4 + shift for _ in range(n)]


cases = []
for kind, n, shift in [
    ("normal", 10, 0.5), ("normal", 40, 0.5), ("normal", 100, 0.125), ("normal", 100, 0.375), ("normal", 1000, 0.0625),
    ("discrete", 6, 0.5), ("discrete", 10, 0.25), ("discrete", 40, 0.25), ("discrete", 300, 0),
]:
    spec = [[kind, n, n, 0], [kind, n + 1, n, shift]]
    a, b = (np.array(make(*s)) for s in spec)
    exact = st.permutation_test((a - b,), lambda d, axis: d.mean(axis), permutation_type="samples",
                                vectorized=True, n_resamples=N, rng=np.random.default_rng(12345)).pvalue
    cases.append({"samples": spec, "difference": abs(a.mean() - b.mean()), "bootstrap": paired("bs", a, b, N),
                  "randomisation": paired("ar", a, b, N), "permutation": float(exact)})

exhaustive = []
for a, b in [
    ([5, 2, 7, 1], [1, 3, 2, 0]), ([5, 2, 7, 1, 4], [4, 3, 5, 0, 1]), ([3, 3, 3, 3], [2, 2, 2, 2]),
    ([8, 0, 3, 6, 1], [1, 2, 3, 5, 1]), ([0, 0, 8, 0, 1], [0, 3, 0, 0, 0]),
]:
    a, b = np.array(a) / 8, np.array(b) / 8
    with mock.patch.object(np.random, "default_rng", lambda seed: Every()):
        p = paired("bs", a, b, 1), paired("ar", a, b, 1)
        with mock.patch.object(significance, "_compute_p_value", lambda stats, real, count=significance._compute_p_value:
                               count(stats, np.nextafter(real, 0))):
            ties = paired("ar", a, b, 1)
    exhaustive.append({"a": list(a), "b": list(b), "bootstrap": p[0], "randomisation": p[1], "ties": ties})

json.dump({"versions": {"numpy": np.__version__, "scipy": scipy.__version__, "sacrebleu": sacrebleu.__version__},
           "resamples": N, "cases": cases, "exhaustive": exhaustive}, sys.stdout, indent=1)
print()
