"""Makes shuffle.json: resampling tests of means of items by sacreBLEU's code and by scipy.

sacreBLEU's tests take texts, so that its own lines are repeated here on the means
of items, with its function for P. Samples are those of tests.py.

    python shuffle.py > shuffle.json
"""
import json
import math
import sys

import numpy as np
import sacrebleu
import scipy
import scipy.stats as st
from sacrebleu.significance import _compute_p_value

N = 20000


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
    rng = np.random.default_rng(12345)
    real = abs(a.mean() - b.mean())
    idxs = rng.choice(n, size=(N, n), replace=True)
    diffs = np.abs(a[idxs].mean(1) - b[idxs].mean(1))
    bootstrap = _compute_p_value(diffs - diffs.mean(), real)
    sel = rng.integers(2, size=(N, n), dtype=bool)
    swapped = np.abs((np.where(sel, a, b) - np.where(sel, b, a)).mean(1))
    randomisation = _compute_p_value(swapped, real)
    exact = st.permutation_test((a - b,), lambda d, axis: d.mean(axis), permutation_type="samples",
                                vectorized=True, n_resamples=N, rng=rng).pvalue
    cases.append({"samples": spec, "difference": real, "bootstrap": bootstrap,
                  "randomisation": randomisation, "permutation": float(exact)})

json.dump({"versions": {"numpy": np.__version__, "scipy": scipy.__version__, "sacrebleu": sacrebleu.__version__},
           "resamples": N, "cases": cases}, sys.stdout, indent=1)
print()
