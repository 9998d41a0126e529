"""Makes interval.json: intervals of means, by scipy and statsmodels.

pip install numpy scipy statsmodels; python interval.py > interval.json

exact: the interval of Gaffke (2005), from the exact distribution of a mean whose weights are uniform on the simplex. For
values that are 0 and 1 it is Clopper and Pearson's, by statsmodels.
skewed: Student's t with the cubic transformation of Hall (1992), solved by scipy, where that is farther from the mean.
"""
import json
from fractions import Fraction
from importlib.metadata import version
from math import comb

import numpy as np
from scipy import optimize, stats
from statsmodels.stats.proportion import proportion_confint


def above(knots, t):
    """The chance that the mean is above t: a divided difference (Hermite and Genocchi), in fractions."""
    n = len(knots) - 1
    t = Fraction(t)
    power = lambda x, k: comb(n, k) * (x - t) ** (n - k) if x > t else Fraction(0)  # k-th derivative over k!
    row = [power(x, 0) for x in knots]
    for k in range(1, n + 1):
        row = [
            power(knots[i], k) if knots[i] == knots[i + k] else (row[i + 1] - row[i]) / (knots[i + k] - knots[i])
            for i in range(n + 1 - k)
        ]
    return float(row[0])


def upper(values, bound, p):
    knots = sorted(Fraction(v) for v in [*values, bound])
    if knots[0] == knots[-1]:
        return float(bound)
    return float(optimize.brentq(lambda t: 1 - above(knots, t) - p, float(knots[0]), float(knots[-1]), xtol=1e-15, rtol=1e-14))


def exact(values, low, high):
    return [-upper([-v for v in values], -low, 0.975), upper(values, high, 0.975)]


def skewed(values):
    x = np.array(values, float)
    n = len(x)
    a = stats.skew(x) / np.sqrt(n)
    cubic = lambda t: t + a * t**2 / 3 + a**2 * t**3 / 27 + a / 6
    q = stats.t.ppf(0.975, n - 1)
    ends = [optimize.brentq(lambda t: cubic(t) - y, -1e4, 1e4, xtol=1e-14, rtol=1e-14) for y in (q, -q)]
    ends = [max(ends[0], q), min(ends[1], -q)]
    return [float(x.mean() - t * stats.sem(x)) for t in ends]


out = {"made by": {p: version(p) for p in ("numpy", "scipy", "statsmodels")}, "exact": [], "skewed": []}
for values, low, high in [
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0, 1),
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0.25], 0, 1),
    ([0, 0, 0, 0.1, 0, 0.5, 0, 0.25, 0, 0.25, 0, 0], 0, 1),
    ([1, 1, 1, 1, 0.9, 1, 1], 0, 1),
    ([0, 0, 0, -0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], -1, 1),
    ([0.3, 0.4], 0, 1),
    ([5, 5, 5, 5, 5, 5, 20], 0, 100),
]:
    out["exact"].append({"values": values, "low": low, "high": high, "interval": exact(values, low, high)})
for n, k in [(10, 0), (10, 3), (10, 10), (40, 1), (100, 37), (1000, 999), (20000, 4321)]:
    ends = [float(v) for v in proportion_confint(k, n, alpha=0.05, method="beta")]
    out["exact"].append({"ones": k, "zeros": n - k, "low": 0, "high": 1, "interval": ends})
for values in [
    [0.0, 0.1, 0.0, 0.4, 0.9, 0.2, 0.0, 0.3, 0.05, 0.0],
    [0.97, 0.95, 0.99, 0.5, 0.96, 0.94, 0.98, 0.93],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [(i * 7919 % 5557) / 5557 for i in range(60)] + [4, 5, 30],
]:
    out["skewed"].append({"values": values, "interval": skewed(values)})
print(json.dumps(out, indent=1))
