"""Makes effect.json: effect sizes of small samples, by pingouin and cliffs_delta.

pip install numpy pingouin cliffs-delta; python effect.py > effect.json

Cohen's d of pairs is pingouin's of the differences against 0, since that of
paired=True is divided by the mean of both deviations instead. In a
formula case the values are made in the same way by the test.
"""
import json
import warnings
from importlib.metadata import version

import numpy as np
import pingouin as pg
from cliffs_delta import cliffs_delta

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


def case(name, a, b, **more):
    mask = None
    out = {"name": name, **more}
    if "n" not in more:
        out["a"], out["b"] = a, b
    xa = np.array([v for v in a if v is not None], float)
    xb = np.array([v for v in b if v is not None], float)
    small = min(len(xa), len(xb)) < 2
    out["cohen"] = None if small else known(pg.compute_effsize(xa, xb, eftype="cohen"))
    out["cliff"] = known(cliffs_delta(list(xa), list(xb))[0]) if len(xa) and len(xb) else None
    out["unpaired"] = known(pg.mwu(xa, xb)["RBC"].iloc[0]) if not small else out["cliff"]
    if len(a) == len(b):
        mask = [u is not None and v is not None for u, v in zip(a, b)]
        d = np.array([u - v for u, v, m in zip(a, b, mask) if m], float)
        out["paired"] = known(pg.compute_effsize(d, 0, eftype="cohen")) if len(d) > 1 else None
        out["biserial"] = known(pg.wilcoxon(d)["RBC"].iloc[0]) if np.any(d != 0) else None
    return out


cases = []
for n in range(2, 11):
    for ties in (False, True):
        a, b = formula(n, ties)
        cases.append(case(f"{n} rows, ties {ties}", a, b))
a, b = formula(12, False)
cases.append(case("12 and 7", a, b[:7]))
a, b = formula(12, True)
cases.append(case("missing", a[:3] + [None] + a[4:], b[:8] + [None, None] + b[10:]))
cases.append(case("same", a, a))
cases.append(case("constant", [1.0] * 4, [1.0] * 4))
cases.append(case("all above", [5.0, 6.0, 7.0], [1.0, 2.0, 4.0]))
cases.append(case("one value", [5.0], [1.0]))
cases.append(case("none", [], []))
for ties in (False, True):
    cases.append(case(f"5549 rows, ties {ties}", *formula(5549, ties), n=5549, ties=ties))
programs = {p: version(p) for p in ("numpy", "scipy", "pingouin", "cliffs_delta")}
print(json.dumps({"programs": programs, "cases": cases}, indent=1))
