# Weights of scikit-learn's LogisticRegression for the test of solve: python3 golden.py > golden.json (scikit-learn 1.9.1, numpy 2).
import json

import numpy as np
from sklearn.linear_model import LogisticRegression

r = np.random.default_rng(1)
cases = []
for labels in (2, 3):
    x = np.where(r.random((60, 12)) < 0.3, r.normal(size=(60, 12)), 0).astype(np.float32).astype(np.float64)
    y = (x[:, :labels] + 0.7 * r.normal(size=(60, labels))).argmax(axis=1)
    m = LogisticRegression(C=1 / 0.3, tol=1e-10, max_iter=10000).fit(x, y)
    cases.append({
        "x": x.tolist(), "y": y.tolist(), "l2": 0.3,
        "weights": m.coef_.T.tolist(), "bias": m.intercept_.tolist(),
        "probabilities": m.predict_proba(x).tolist(),
    })
print(json.dumps(cases))
