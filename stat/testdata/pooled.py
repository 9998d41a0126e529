"""Makes pooled.json: BLEU and chrF of two systems, tested as sacreBLEU does.

Headlines are made of a few words, so that systems are neither alike nor far apart. "counts" are
those of sacreBLEU's metrics. "cases" are tests with 20,000 random resamples, with sacreBLEU's
interval of the first system. "exhaustive" are tests with every resample that there is, in the
order of itertools.product; "ties" is randomisation with ties counted. Draws are made as in shuffle.py.

    pip install sacrebleu==2.6.0 numpy==2.4.6
    python pooled.py > pooled.json
"""
import itertools
import json
import sys
from unittest import mock

import numpy as np
import sacrebleu
from sacrebleu import significance
from sacrebleu.metrics import BLEU, CHRF

N = 20000
WORDS = "council votes to close the old harbour bridge after storm mayor says ferry runs until spring".split()


class Every:
    """Draws every resample, in place of numpy's generator."""

    def choice(self, n, size, replace):
        return np.array(list(itertools.product(range(n), repeat=size[1])))

    def integers(self, high, size, dtype):
        return np.array(list(itertools.product([True, False], repeat=size[1])))


def headlines(seed, n, keep):
    """References, and for each system the reference with words exchanged, more or less often."""
    r = np.random.default_rng(seed)
    refs = [[WORDS[i] for i in r.integers(len(WORDS), size=r.integers(4, 10))] for _ in range(n)]
    systems = []
    for k in keep:
        systems.append([" ".join(w if r.random() < k else WORDS[r.integers(len(WORDS))] for w in ref) for ref in refs])
    return [" ".join(ref) for ref in refs], systems


def test(kind, metric, refs, systems, n_samples):
    t = significance.PairedTest([("a", systems[0]), ("b", systems[1])], {"m": metric}, [refs], kind, n_samples=n_samples)
    _, found = t()
    return next(v for k, v in found.items() if k != "System")


def counts(metric, refs, systems):
    return [[[int(c) for c in row] for row in metric._extract_corpus_statistics(s, [refs])] for s in systems]


METRICS = {"bleu": lambda: BLEU(force=True), "chrf": lambda: CHRF()}
cases, exhaustive = [], []
for name, make in METRICS.items():
    for n, keep in [(40, (0.75, 0.65)), (150, (0.75, 0.7)), (150, (0.7, 0.7))]:
        refs, systems = headlines(n, n, keep)
        boot = test("bs", make(), refs, systems, N)
        ar = test("ar", make(), refs, systems, N)
        cases.append({"metric": name, "counts": counts(make(), refs, systems), "scores": [float(s.score) / 100 for s in boot],
                      "half": float(boot[1].ci) / 100, "bootstrap": boot[1].p_value, "randomisation": ar[1].p_value})
    for seed in range(3):
        refs, systems = headlines(seed, 5, (0.8, 0.6))
        with mock.patch.object(np.random, "default_rng", lambda seed: Every()):
            boot, ar = (test(kind, make(), refs, systems, 1)[1].p_value for kind in ("bs", "ar"))
            with mock.patch.object(significance, "_compute_p_value", lambda stats, real, count=significance._compute_p_value:
                                   count(stats, real - 1e-9)):
                ties = test("ar", make(), refs, systems, 1)[1].p_value
        exhaustive.append({"metric": name, "counts": counts(make(), refs, systems), "bootstrap": boot, "randomisation": ar, "ties": ties})

json.dump({"versions": {"numpy": np.__version__, "sacrebleu": sacrebleu.__version__}, "resamples": N,
           "cases": cases, "exhaustive": exhaustive}, sys.stdout, separators=(",", ":"))
print()
