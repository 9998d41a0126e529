"""Makes bca.json: BCa intervals by scipy.stats.bootstrap.

pip install numpy scipy; python bca.py > bca.json

scipy is handed the very resamples that the test draws: the generator of Go's
math/rand/v2 (PCG-DXSM) is written out below, and scipy makes its interval of
a distribution that it is given, with no resamples of its own.
"""
import json
from importlib.metadata import version
from types import SimpleNamespace

import numpy as np
import scipy.stats as st

M64 = (1 << 64) - 1


def pcg(seed1, seed2):
    state = seed1 << 64 | seed2
    while True:
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + 0x5851F42D4C957F2D14057B7EF767814F) & ((1 << 128) - 1)
        hi, lo = state >> 64, state & M64
        hi ^= hi >> 32
        hi = hi * 0xDA942042E4DD58B5 & M64
        hi ^= hi >> 48
        yield hi * (lo | 1) & M64


def resamples(n, count, seed, stream=lambda r: r):
    for r in range(count):
        bits = pcg(seed, stream(r))
        yield [(next(bits) >> 32) * n >> 32 for _ in range(n)]


def columns(n):
    x = [(i * 7919 % 5557) / 5557 for i in range(n)]
    y = [(v + (i * 1299709 % 1009) / 1009) / 2 for i, v in enumerate(x)]
    return np.array(x), np.array(y)


def pearson(x, y):
    return st.pearsonr(x, y).statistic


def spearman(x, y):
    return st.spearmanr(x, y).statistic


def kendall(x, y):
    return st.kendalltau(x, y).statistic


def mean(x, y):
    return float(np.mean(y))


def median(x, y):
    return float(np.median(x))


def variance(x, y):
    return float(np.var(y, ddof=1))


cases = []
seed = next(pcg(1, 0))
for statistic, n in ((mean, 10), (mean, 58), (mean, 300), (median, 25), (variance, 40), (pearson, 30), (spearman, 30), (kendall, 30)):
    x, y = columns(n)
    # Means draws for blocks of rows, of which there is one here.
    stream = (lambda r: r << 32 | 1) if n == 300 else (lambda r: r)
    values = np.array([statistic(x[rows], y[rows]) for rows in resamples(n, 999, seed, stream)])
    given = SimpleNamespace(bootstrap_distribution=values)
    out = {"statistic": statistic.__name__, "n": n, "value": statistic(x, y)}
    ci = st.bootstrap((x, y), statistic, paired=True, vectorized=False, n_resamples=0, bootstrap_result=given,
                      method="BCa", confidence_level=0.95).confidence_interval
    out["BCa"] = [float(ci.low), float(ci.high)]
    cases.append(out)
print(json.dumps({"programs": {p: version(p) for p in ("numpy", "scipy")}, "resamples": 999, "cases": cases}, indent=1))
