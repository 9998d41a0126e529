"""What "hed score" does, as short as rouge-score-rs allows: python whole.py REF HYP"""

import json
import sys

from rouge_score_rs import rouge_scorer


def lines(name):
    with open(name, encoding="utf-8", newline="\n") as f:
        return [line.rstrip("\n") for line in f]


kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
scorer = rouge_scorer.RougeScorer(kinds, use_stemmer=True)
scores = scorer.score_batch(lines(sys.argv[1]), lines(sys.argv[2]))
means = {}
for kind in kinds:
    for i, measure in enumerate("prf"):
        means[f"{kind}_{measure}"] = sum(s[kind][i] for s in scores) / len(scores)
print(json.dumps(means))
