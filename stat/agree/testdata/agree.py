"""Makes agree.json: agreement of raters by the reference programs.

pip install numpy krippendorff statsmodels scikit-learn pingouin; python agree.py > agree.json

Tables have a row for each item and a value for each rater, null where there is
none. In a formula case the test makes the same table.
"""
import json
import warnings
from importlib.metadata import version
from itertools import combinations

import krippendorff
import numpy as np
import pandas as pd
import pingouin as pg
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

warnings.filterwarnings("ignore")


def known(v):
    v = float(v)
    return v if np.isfinite(v) else None


def formula(items, raters, values, missing):
    """A value is that of its item, or for every third cell or so its own."""
    table = []
    for i in range(items):
        row = []
        for r in range(raters):
            h = (i * 7919 + r * 104729) % 10007
            v = (h if h % 3 == 0 else i * 7919) % values + 1
            row.append(None if h % 10 < missing else float(v))
        table.append(row)
    return table


def attempt(f):
    try:
        return known(f())
    except ValueError:
        return None


def case(name, table, **more):
    out = {"name": name, **more}
    if "items" not in more:
        out["table"] = table
    data = np.array([[np.nan if v is None else v for v in row] for row in table], float)
    out["alpha"] = {level: attempt(lambda: krippendorff.alpha(data.T, level_of_measurement=level))
                    for level in ("nominal", "ordinal", "interval", "ratio")}
    whole = not np.isnan(data).any()
    if whole:
        counts, _ = aggregate_raters(data)
        out["fleiss"] = known(fleiss_kappa(counts))
        out["randolph"] = known(fleiss_kappa(counts, method="randolph"))
        n = data.shape[1]
        out["percent"] = known(np.mean((counts * (counts - 1)).sum(axis=1) / (n * (n - 1))))
    out["cohen"] = []
    for a, b in list(combinations(range(data.shape[1]), 2))[:6]:
        both = ~np.isnan(data[:, a]) & ~np.isnan(data[:, b])
        for weight in (None, "linear", "quadratic"):
            x, y = data[both, a].astype(int), data[both, b].astype(int)
            k = cohen_kappa_score(x, y, weights=weight) if len(x) else np.nan
            out["cohen"].append({"a": a, "b": b, "weight": weight or "unweighted", "kappa": known(k)})
    complete = data[~np.isnan(data).any(axis=1)]
    if len(complete) > 1 and np.ptp(complete) > 0:
        long = pd.DataFrame([(i, r, v) for i, row in enumerate(complete) for r, v in enumerate(row)],
                            columns=["item", "rater", "value"])
        pg.options.update({f"round.column.{c}": None for c in ("CI95",)} | {"round": None})
        icc = pg.intraclass_corr(long, targets="item", raters="rater", ratings="value")
        out["icc"] = [[known(x) for x in (row.ICC, row.F, row.df1, row.df2, row.pval, *row.CI95)]
                      for row in icc.itertuples()]
    return out


none = None
krippendorff2011 = [
    [1, 1, none, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4],
    [4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [none, 5, 5, 5], [none, none, 1, 1], [none, 3, none, none]]
shrout1979 = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
cases = [
    case("Krippendorff 2011", krippendorff2011),
    case("Shrout and Fleiss 1979", shrout1979),
    case("one value", [[2, 2, 2]] * 4),
    case("one value in pairs", [[2, 2, none], [2, none, 2], [none, none, 3]]),
    case("no overlap", [[1, none], [none, 2], [2, none]]),
    case("perfect", [[1, 1], [2, 2], [4, 4], [2, 2]]),
    case("opposed", [[1, 2], [2, 1], [1, 2], [2, 1]]),
    case("with 0", [[0, 0, 1], [2, 0, 1], [3, 3, 2], [0, 0, 0]]),
]
for n in range(2, 11):
    cases.append(case(f"{n} items", formula(n, 3, 4, 0)))
for items, raters, values, missing in ((40, 5, 5, 3), (200, 2, 3, 0), (60, 4, 100, 2), (5549, 3, 5, 0), (5549, 3, 7, 2)):
    cases.append(case(f"{items} by {raters}", formula(items, raters, values, missing),
                      items=items, raters=raters, values=values, missing=missing))
programs = {p: version(p) for p in ("numpy", "krippendorff", "statsmodels", "scikit-learn", "pingouin")}
print(json.dumps({"programs": programs, "cases": cases}, indent=1))
