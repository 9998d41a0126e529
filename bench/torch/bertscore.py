"""What "hed score" with bertscore does: python bertscore.py DEVICE MODEL LAYER REF HYP

Prints the means, and the seconds that scoring took when all was loaded. The tokenizer
is the quick one.
"""

import json
import sys
import time

from bert_score import BERTScorer


def lines(name):
    with open(name, encoding="utf-8", newline="\n") as f:
        return [line.rstrip("\n") for line in f]


device, model, layer, ref, hyp = sys.argv[1:]
scorer = BERTScorer(model_type=model, num_layers=int(layer), device=device, use_fast_tokenizer=True)
refs, hyps = lines(ref), lines(hyp)
start = time.perf_counter()
scores = scorer.score(hyps, refs)
seconds = time.perf_counter() - start
means = {f"bertscore_{c}": x.double().mean().item() for c, x in zip("prf", scores)}
print(json.dumps({"seconds": seconds, "means": means}))
