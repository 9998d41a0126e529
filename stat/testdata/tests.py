"""Makes tests.json: what scipy and statsmodels say of samples.

Samples are lists of values, or [kind, seed, n], which this script and the test
both make from the same small generator. An absent value is null.

    python tests.py > tests.json
"""
import json
import math
import sys
import warnings

import numpy as np
import scipy
import scipy.stats as st
import statsmodels
from scipy.stats import studentized_range as sr
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

warnings.simplefilter("ignore")


def make(kind, seed, n):
    state = seed

    def u():
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return state / 2**31

    if kind == "uniform":
        return [u() for _ in range(n)]
    if kind == "normal":  # nearly, and exact in floating point
        return [sum(u() for _ in range(12)) - 6 for _ in range(n)]
    if kind == "skewed":
        return [u() * u() for _ in range(n)]
    if kind == "discrete":
        return [math.floor(u() * 5) / 4 for _ in range(n)]
    if kind == "sparse":  # mostly 0, as ROUGE-2
        return [math.floor(u() * 4) / 4 if u() < 0.2 else 0.0 for _ in range(n)]
    raise ValueError(kind)


def shifted(kind, seed, n, shift):
    return [v + shift for v in make(kind, seed, n)]


def values(sample):
    if sample and isinstance(sample[0], str):
        return shifted(*sample)
    return [math.nan if v is None else v for v in sample]


KINDS = ["uniform", "normal", "skewed", "discrete", "sparse"]
datasets = {}
for n in range(2, 16):
    for k, kind in enumerate(KINDS):
        datasets[f"{kind} {n}"] = [[kind, 10 * n + k + s, n, 0.25 * s] for s in range(3)]
for n in (20, 49, 50, 51, 100, 500, 2000, 5000, 5549):
    for k, kind in enumerate(KINDS):
        datasets[f"{kind} {n}"] = [[kind, 1000 * n + k + 7 * s, n, 0.0625 * s] for s in range(4)]
datasets["far apart 30"] = [["normal", 1, 30, 0], ["normal", 2, 30, 5], ["normal", 3, 30, 50]]
datasets["far apart 5549"] = [["normal", 1, 5549, 0], ["normal", 2, 5549, 1], ["normal", 3, 5549, 0.5]]
datasets["offset"] = [["normal", 4, 40, 1048576], ["normal", 5, 40, 1048576.5], ["normal", 6, 40, 1048577]]
datasets["unequal"] = [["normal", 1, 7, 0], ["normal", 2, 30, 0.5], ["normal", 3, 112, 0.75], ["skewed", 4, 9, 0]]
datasets["small and large"] = [["uniform", 5, 8, 0], ["uniform", 6, 900, 0.1]]
datasets["zeros"] = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 4, 5, 9, 5], [2, 2, 3, 5, 6, 5, 7, 9]]
datasets["zeros 20"] = [[float(i % 7) for i in range(20)], [float(i % 5) for i in range(20)], [float(i % 3) for i in range(20)]]
datasets["missing"] = [
    [0.5, None, 0.25, 0.75, 1.5, 0.125, 2.5, 3.25, None, 0.375, 4.5],
    [0.25, 1, None, 0.5, 1.25, 0.75, 2, 4.25, 1, 0.5, 2.5],
    [0.75, 2, 0.5, None, 2.25, 0.875, 1, 5.25, 3, 0.25, 6.5],
]

cases = []


def signed_rank(d):
    """scipy's test, exact up to 50 differences that are not 0: for ties scipy goes through
    all signs, up to 13 of them; for more of them the sums of all subsets are counted here."""
    d = [v for v in d if v]
    ranks = st.rankdata(np.abs(d))
    if len(d) > 50:
        return st.wilcoxon(d, method="asymptotic", correction=False)
    if len(set(ranks)) == len(d):
        return st.wilcoxon(d, method="exact")
    if len(d) <= 13:
        r = st.wilcoxon(d, method=st.PermutationMethod(n_resamples=2**13))
        return min(r.statistic, ranks.sum() - r.statistic), r.pvalue
    counts = {0: 1}
    for rank in ranks:
        more = dict(counts)
        for s, n in counts.items():
            more[s + rank] = more.get(s + rank, 0) + n
        counts = more
    less = min(ranks[np.array(d) > 0].sum(), ranks[np.array(d) < 0].sum())
    return less, min(1, 2 * sum(n for s, n in counts.items() if s <= less) / 2 ** len(d))


def add(test, data, f, **extra):
    try:
        r = f()
    except ValueError:
        return
    s, p = float(r[0]), float(r[1])
    if math.isfinite(s) and math.isfinite(p):
        cases.append({"test": test, "data": data, "statistic": s, "p": p, **extra})


for name, spec in datasets.items():
    raw = [values(s) for s in spec]
    groups = [[v for v in g if not math.isnan(v)] for g in raw]
    for i, g in enumerate(groups[:2]):
        if 3 <= len(g) <= 5000 and len(set(g)) > 1:
            add("shapiro-wilk", name, lambda: st.shapiro(g), sample=i)
        # Not where the skewness is 0, for which scipy has a number of its own.
        if len(g) >= 8 and len(set(g)) > 1 and st.skew(g) != 0:
            add("dagostino-pearson", name, lambda: st.normaltest(g), sample=i)
    if all(len(set(g)) > 1 for g in groups):
        add("brown-forsythe", name, lambda: st.levene(*groups, center="median"))
        if len(groups[0]) <= 20 or name in ("unequal", "normal 500", "sparse 500", "offset"):
            t = st.tukey_hsd(*groups)
            n = sum(map(len, groups))
            mse = sum(np.var(g) * len(g) for g in groups) / (n - len(groups))
            for a in range(len(groups)):
                for b in range(a + 1, len(groups)):
                    se = math.sqrt(mse * (1 / len(groups[a]) + 1 / len(groups[b])) / 2)
                    q = abs(np.mean(groups[a]) - np.mean(groups[b])) / se
                    add("tukey-hsd", name, lambda: (q, t.pvalue[a, b]), a=a, b=b)
    if len(groups[0]) <= 2000 or name in ("uniform 5549", "sparse 5549", "far apart 5549"):
        add("mann-whitney", name, lambda: st.mannwhitneyu(groups[0], groups[1], method="auto"))
    if len({len(g) for g in raw}) > 1:
        continue
    rows = [r for r in zip(*raw) if not any(map(math.isnan, r))]
    pairs = [r for r in zip(*raw[:2]) if not any(map(math.isnan, r))]
    d = [a - b for a, b in pairs]
    if any(d):
        add("wilcoxon-signed-rank", name, lambda: signed_rank(d))
    if len(set(d)) > 1:
        add("paired-t", name, lambda: st.ttest_rel(*zip(*pairs)))
    if any(len(set(r)) > 1 for r in rows):
        add("friedman", name, lambda: st.friedmanchisquare(*zip(*rows)))

counts = []
for b, c in [(0, 1), (1, 0), (3, 3), (2, 9), (0, 12), (10, 25), (101, 150), (1000, 1300), (5, 400), (3000, 2000)]:
    e = mcnemar([[10, b], [c, 10]], exact=True)
    counts.append({"b": b, "c": c, "exact": [e.statistic, e.pvalue]})

ranges = []
for k in (2, 3, 4, 5, 8, 10, 17, 30):
    for df in (2, 3, 5, 10, 25, 100, 1000, 50000, math.inf):
        for q in (0.1, 0.5, 1, 2, 3, 4, 5, 8, 20):
            ranges.append({"k": k, "df": -1 if math.isinf(df) else df, "q": q, "cdf": float(sr.cdf(q, k, df))})

families = []
for p in ([0.01, 0.04, 0.03, 0.005], [0.5], [0.02, 0.02, 0.02], [1.0, 0.9, 0.2, 1e-15, 0.04, 0.04], make("uniform", 9, 28), make("skewed", 3, 28)):
    families.append({"p": p, "holm": list(map(float, multipletests(p, method="holm")[1]))})

json.dump(
    {
        "versions": {
            "python": sys.version.split()[0],
            "numpy": np.__version__,
            "scipy": scipy.__version__,
            "statsmodels": statsmodels.__version__,
        },
        "datasets": datasets,
        "cases": cases,
        "mcnemar": counts,
        "ranges": ranges,
        "families": families,
    },
    sys.stdout,
    separators=(",", ":"),
)
print()
