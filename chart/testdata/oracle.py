"""Writes oracle.json: what numpy, scipy, statsmodels and matplotlib compute for the parts of a chart."""

import json
import pathlib

import matplotlib
from matplotlib import cbook
import numpy
import scipy
import scipy.cluster.hierarchy as hierarchy
import scipy.stats
import statsmodels
import statsmodels.api as sm

rng = numpy.random.default_rng(1)
n = 25
x = rng.random(n).round(4)
y = (0.3 + 0.6 * x + 0.1 * rng.standard_normal(n)).round(4)
line = scipy.stats.linregress(x, y)
at = [0.0, 0.25, 0.9]
model = sm.OLS(y, sm.add_constant(x)).fit()
band = model.get_prediction(sm.add_constant(numpy.array(at))).conf_int(alpha=0.05)

boxes = []
for k in (1, 2, 5, 29, 60):
    v = (rng.standard_t(3, k) * 2).round(3)
    b = cbook.boxplot_stats(v)[0]
    boxes.append({
        "values": v.tolist(), "q1": b["q1"], "median": b["med"], "q3": b["q3"],
        "low": b["whislo"], "high": b["whishi"],
    })

r = numpy.corrcoef(rng.random((8, 4)) @ rng.random((4, 30)))
distance = 1 - r[numpy.triu_indices(8, 1)]
tree = hierarchy.linkage(distance, "average")
clusters = {i: {i} for i in range(8)}
joins = []
for i, row in enumerate(tree):
    clusters[8 + i] = clusters[int(row[0])] | clusters[int(row[1])]
    joins.append(sorted(int(c) for c in clusters[8 + i]))

out = {
    "versions": {m.__name__: m.__version__ for m in (numpy, scipy, statsmodels, matplotlib)},
    "x": x.tolist(), "y": y.tolist(),
    "slope": line.slope, "intercept": line.intercept, "r": line.rvalue,
    "at": at, "band": band.tolist(),
    "boxes": boxes, "correlation": r.tolist(), "joins": joins,
}
pathlib.Path(__file__).with_name("oracle.json").write_text(json.dumps(out, indent=1) + "\n")
