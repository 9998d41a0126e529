"""Makes compare.json: two runs compared by scipy and statsmodels.

pip install numpy scipy statsmodels; python compare.py > compare.json

Each case is one system on a few columns: P of Wilcoxon's signed-rank of the
differences, exact up to 50 that are not 0, corrected by Holm, and of Student's t, of one side,
for losses beyond the margin, corrected likewise; the end of its 90% interval of
the loss, where there is a margin; the rank-biserial correlation of the ranks that scipy gives.
"""
import json
import warnings
from importlib.metadata import version

import numpy as np
import scipy.stats as st
from statsmodels.stats.multitest import multipletests

warnings.filterwarnings("ignore")
rng = np.random.default_rng(1)


def test(d):
    d = d[~np.isnan(d)]
    if len(d) < 2 or not d.any():
        return None, None
    d = d[d != 0]
    ranks = st.rankdata(np.abs(d))
    if len(d) > 50:
        r = st.wilcoxon(d, method="asymptotic", correction=False)
    elif len(set(ranks)) == len(d):
        r = st.wilcoxon(d, method="exact")
    else:  # all signs of tied ranks
        r = st.wilcoxon(d, method=st.PermutationMethod(n_resamples=2**len(d)))
        return float(min(r.statistic, ranks.sum() - r.statistic)), float(r.pvalue)
    return float(r.statistic), float(r.pvalue)


def holm(p):
    known = [v for v in p if v is not None]
    adjusted = iter(multipletests(known, method="holm")[1]) if known else iter(())
    return [None if v is None else float(next(adjusted)) for v in p]


def biserial(d):
    d = d[~np.isnan(d) & (d != 0)]
    if not len(d):
        return None
    ranks = st.rankdata(np.abs(d))
    return float((ranks[d > 0].sum() - ranks[d < 0].sum()) / ranks.sum())


def case(name, columns):
    """columns are of (better, margin, old, new)."""
    rows = []
    for better, margin, old, new in columns:
        old, new = np.array(old, float), np.array(new, float)
        d = (new - old).round(12)  # ties that rounding split are ties
        statistic, p = test(d)
        bound = beyond = None
        if margin:
            loss = -d[~np.isnan(d)] * better
            beyond = float(st.ttest_1samp(loss, margin, alternative="greater").pvalue)
            bound = float(st.t.interval(0.9, len(loss) - 1, loss.mean(), st.sem(loss))[1])
        rows.append(dict(
            better=better, margin=margin, old=known(old), new=known(new), mean=float(np.nanmean(d)),
            statistic=statistic, p=p, bound=bound, beyond=beyond, effect=biserial(d)))
    for row, a, b in zip(rows, holm([r["p"] for r in rows]), holm([r["beyond"] for r in rows])):
        row["adjusted"], row["beyond"] = a, b
    return dict(name=name, columns=rows)


def known(values):
    return [None if np.isnan(v) else float(v) for v in values]


def noisy(n, shift, digits):
    old = rng.random(n).round(digits)
    return old, (old + shift + rng.normal(0, 0.1, n)).round(digits)


cases = [
    case("thirty documents", [(1, 0, *noisy(30, s, 6)) for s in (-0.1, -0.03, 0, 0.02, 0.1)]),
    case("lower is better", [(-1, 0, *noisy(30, s, 6)) for s in (-0.1, 0, 0.1)]),
    case("ties", [(1, 0, *noisy(80, s, 1)) for s in (-0.05, 0, 0.05)]),
    case("margins", [(b, m, *noisy(60, -0.06 * b, 6)) for b in (1, -1) for m in (0.001, 0.01, 0.05, 0.2)]),
    case("margin where most are equal", [(1, 0.01, [0.5] * 40, [0.5] * 34 + [0.3, 0.2, 0.1, 0.35, 0.15, 0.05])]),
    case("absent and equal", [
        (1, 0, [0.1, np.nan, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], [0.2, 0.3, np.nan, 0.6, 0.8, 0.75, 0.9, 0.85]),
        (1, 0, [0.5] * 8, [0.5] * 8),
    ]),
]
print(json.dumps(dict(
    made_by={p: version(p) for p in ("scipy", "numpy", "statsmodels")}, cases=cases), indent=None, separators=(",", ":")))
