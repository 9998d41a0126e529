"""What "hed style align" does, as short as scikit-learn allows:

python align.py STOP A B WINDOW LEAST OUT [days]

Every block of A is multiplied with all of B; with "days", with the articles of B alone
that are near a day of A.
"""

import datetime
import json
import sys
import warnings

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

BLOCK = 500


def read(name):
    with open(name, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


stop, a, b = sys.argv[1], read(sys.argv[2]), read(sys.argv[3])
window, least, out, by_days = int(sys.argv[4]), float(sys.argv[5]), sys.argv[6], sys.argv[7:] == ["days"]
with open(stop, encoding="utf-8") as f:
    words = [w for line in f if not line.startswith("#") for w in line.split()]
warnings.simplefilter("ignore")
x = TfidfVectorizer(stop_words=words).fit_transform([d["headline"] + "\n" + d["text"] for d in a + b])
xa, xb = x[: len(a)], x[len(a) :]
day = lambda d: datetime.date.fromisoformat(d["date"]).toordinal()
days_a, days_b = np.array([day(d) for d in a]), np.array([day(d) for d in b])
if by_days:
    blocks = ((np.flatnonzero(days_a == d), np.flatnonzero(abs(days_b - d) <= window)) for d in np.unique(days_a))
else:
    every = np.arange(len(b))
    blocks = ((np.arange(i, min(i + BLOCK, len(a))), every) for i in range(0, len(a), BLOCK))
pairs = []
for i, j in blocks:
    s = (xa[i] @ (xb[j] if by_days else xb).T).tocoo()
    rows, columns = i[s.row], j[s.col]
    kept = (s.data >= least) & (abs(days_a[rows] - days_b[columns]) <= window)
    pairs += zip(s.data[kept].tolist(), rows[kept].tolist(), columns[kept].tolist())
pairs.sort(key=lambda p: (-p[0], p[1], p[2]))
with open(out, "w", encoding="utf-8") as f:
    f.write("a,b,score\n")
    for score, i, j in pairs:
        f.write(f"{a[i]['id']},{b[j]['id']},{score!r}\n")
