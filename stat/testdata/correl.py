"""Makes correl.json: correlations by scipy and pingouin.

pip install numpy scipy pingouin; python correl.py > correl.json

Intervals of Pearson's r are scipy's, compared with pingouin's here. Those of
Spearman's rho (Bonett and Wright) and Kendall's tau (Fieller, widened for
ties) are of no program: their formulas are written out below once more. p of rho is that of
scipy's permutation_test over all orders below ten rows. Correlations
within documents are pingouin's for repeated measures. In a formula case the values are made in the same way by the
test.
"""
import json
import math
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd
import pingouin as pg
import scipy.stats as st

warnings.filterwarnings("ignore")


def value(i, a, m):
    return (i * a % m) / m


def formula(n, ties):
    x = [value(i, 7919, 5557) for i in range(n)]
    y = [(v + value(i, 1299709, 1009)) / 2 for i, v in enumerate(x)]
    if ties:
        x, y = [float(int(v * 9)) for v in x], [float(int(v * 9)) for v in y]
    return x, y


def known(v):
    v = float(v)
    return v if np.isfinite(v) else None


def interval(r, variance):
    if not 0 < variance < math.inf or math.isnan(r):
        return [None, None]
    half = st.norm.ppf(0.975) * math.sqrt(variance)
    return [known(np.tanh(np.arctanh(r) - half)), known(np.tanh(np.arctanh(r) + half))]


def case(name, x, y, **more):
    out = {"name": name, **more}
    if "n" not in more:
        out["x"], out["y"] = x, y
    both = [(u, v) for u, v in zip(x, y) if u is not None and v is not None]
    a, b = np.array([u for u, _ in both]), np.array([v for _, v in both])
    n = len(a)
    out["dropped"] = len(x) - n
    constant = np.ptp(a) == 0 or np.ptp(b) == 0
    r = st.pearsonr(a, b)
    ci = r.confidence_interval(0.95)
    ci = [known(ci.low), known(ci.high)] if n > 3 and not constant else [None, None]
    if n > 3 and not constant:
        np.testing.assert_allclose(ci, pg.compute_esci(r.statistic, n, n, eftype="r", decimals=15), atol=1e-12)
    out["pearson"] = [known(r.statistic), known(r.pvalue), *ci]
    s = st.spearmanr(a, b)
    rho = s.statistic
    p = s.pvalue if n >= 10 or constant else exact(a, b)
    out["spearman"] = [known(rho), known(p), *interval(rho, (1 + rho**2 / 2) / (n - 3) if n > 3 else 0)]
    k = st.kendalltau(a, b)
    out["kendall"] = [known(k.statistic), known(k.pvalue), *interval(k.statistic, 0.437 / (n - 4) * widening(a, b) if n > 4 else 0)]
    return out


def exact(a, b):
    """p of Spearman's rho over all orders of a, as scipy's page on spearmanr does it for few rows."""
    b = st.rankdata(b) - (len(b) + 1) / 2
    product = lambda x, axis: ((st.rankdata(x, axis=axis) - (len(b) + 1) / 2) * b).sum(axis=axis)
    return st.permutation_test((a,), product, vectorized=True, permutation_type="pairings", n_resamples=np.inf, batch=10000).pvalue


def widening(a, b):
    """What ties do to the variance of tau-b under independence."""
    n = len(a)
    m = n * (n - 1)
    t, u = (np.unique(v, return_counts=True)[1].astype(float) for v in (a, b))
    spread = lambda g: (g * (g - 1) * (2 * g + 5)).sum()
    pairs = lambda g: (g * (g - 1)).sum() / 2
    triples = lambda g: (g * (g - 1) * (g - 2)).sum()
    s = (m * (2 * n + 5) - spread(t) - spread(u)) / 18
    s += 2 * pairs(t) * pairs(u) / m + triples(t) * triples(u) / (9 * m * (n - 2))
    tau = s / ((m / 2 - pairs(t)) * (m / 2 - pairs(u)))
    return tau / (2 * (2 * n + 5) / (9 * m))


def repeated(n, k):
    """The correlation of repeated measures by pingouin: n documents, k headlines each."""
    x, y = formula(n * k, False)
    cluster = [i % n for i in range(n * k)]
    y = [v + 3 * value(c, 7919, 13) for v, c in zip(y, cluster)]
    frame = pd.DataFrame({"x": x, "y": y, "document": cluster})
    r = pg.rm_corr(data=frame, x="x", y="y", subject="document")["r"].iloc[0]
    return {"x": x, "y": y, "clusters": cluster, "r": float(r)}


cases = []
for n in range(2, 11):
    for ties in (False, True):
        cases.append(case(f"{n} rows, ties {ties}", *formula(n, ties)))
for n in (33, 34, 60):
    cases.append(case(f"{n} rows", *formula(n, False)))
swapped = [float(i) for i in range(60)]
swapped[20], swapped[21] = swapped[21], swapped[20]
line = [float(i) for i in range(60)]
cases.append(case("one pair out of order", line, swapped))
cases.append(case("reversed but one pair", line, swapped[::-1]))
x, y = formula(14, True)
# Ratings beside a measure that is mostly 0: the interval must not deny what p says.
cases.append(case("ratings and zeros", [1.0 + i * 7 % 5 for i in range(40)],
                  [0.2 if i in (5, 6, 10, 25, 28, 32, 33) else 0.0 for i in range(40)]))
cases.append(case("missing", [None] + x[1:], y[:5] + [None] * 2 + y[7:]))
cases.append(case("constant", [0.1] * 7, x[:7]))
cases.append(case("both constant", [0.1] * 7, [3.0] * 7))
for ties in (False, True):
    cases.append(case(f"5549 rows, ties {ties}", *formula(5549, ties), n=5549, ties=ties))
within = [repeated(*c) for c in [(5, 2), (12, 3), (40, 7)]]
programs = {p: version(p) for p in ("numpy", "scipy", "pandas", "pingouin")}
print(json.dumps({"programs": programs, "cases": cases, "within": within}, indent=1))
