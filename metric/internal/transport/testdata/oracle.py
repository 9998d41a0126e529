"""Makes golden.json: least costs by POT's emd2 and by pyemd.

    python -m venv v && v/bin/pip install POT==0.9.7 pyemd==1.1.0 && v/bin/python oracle.py

A problem is a line of its kind, its size and what splitmix64 makes of its number, so
that the file need not hold it; transport_test.go has the same generator.
"""

import json
import os

import numpy as np
import ot
import pyemd

MASK = (1 << 64) - 1


class Random:
    """splitmix64"""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self):
        return (self.next() >> 11) / (1 << 53)

    def below(self, n):
        return self.next() % n


KINDS = ["plain", "uniform", "integers", "zeros", "rows", "plane", "skewed"]
SIZES = [(1, 1), (1, 7), (6, 1), (2, 2), (3, 5), (8, 8), (15, 15), (13, 40), (50, 50), (90, 31), (200, 200)]


def problem(kind, n, m, seed):
    r = Random(seed)
    if kind == "plane":  # distances of points, some of which are on both sides
        p = [(r.unit(), r.unit()) for _ in range(n)]
        q = [p[r.below(n)] if r.below(3) == 0 else (r.unit(), r.unit()) for _ in range(m)]
        cost = [((x - u) * (x - u) + (y - v) * (y - v)) ** 0.5 for x, y in p for u, v in q]
    elif kind == "integers":
        cost = [float(r.below(4)) for _ in range(n * m)]
    elif kind == "rows":
        row = [r.unit() for _ in range(m)]
        cost = row * n
    else:
        cost = [r.unit() for _ in range(n * m)]

    def side(k):
        if kind == "uniform" or kind == "rows":
            return [1.0] * k
        if kind == "integers":
            return [float(1 + r.below(3)) for _ in range(k)]
        if kind == "zeros":
            w = [0.0 if r.below(2) == 0 else r.unit() for _ in range(k)]
            w[r.below(k)] = 1.0
            return w
        if kind == "skewed":
            return [r.unit() ** 16 for _ in range(k)]
        return [r.unit() for _ in range(k)]

    return side(n), side(m), cost


out, worst, coarse = [], 0.0, 0.0
for kind in KINDS:
    for n, m in SIZES:
        for seed in range(1, 21 if n < 50 else 6 if n < 200 else 3):
            a, b, cost = problem(kind, n, m, seed)
            a, b, d = np.array(a) / np.sum(a), np.array(b) / np.sum(b), np.array(cost).reshape(n, m)
            value = float(ot.emd2(a, b, d, numItermax=10_000_000))
            big = np.zeros((n + m, n + m))
            big[:n, n:], big[n:, :n] = d, d.T
            fast = pyemd.emd(np.r_[a, np.zeros(m)], np.r_[np.zeros(n), b], big, extra_mass_penalty=0.0)
            old = pyemd.emd(np.r_[a, np.zeros(m)], np.r_[np.zeros(n), b], big, extra_mass_penalty=0.0, backend="cpp")
            worst, coarse = max(worst, abs(fast - value)), max(coarse, abs(old - value))
            out.append({"kind": kind, "n": n, "m": m, "seed": seed, "cost": value})
print(len(out), "problems; pyemd is", worst, "from POT, its older code, which counts in millionths,", coarse)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.json"), "w") as f:
    json.dump({"versions": {"POT": ot.__version__, "pyemd": pyemd.__version__}, "pyemd": worst, "pyemd cpp": coarse, "problems": out}, f, separators=(",", ":"))
    f.write("\n")
