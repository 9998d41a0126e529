"""What bench/network.go does, with torch: python network.py MODEL THREADS TEXTS TOKENS

Prints the seconds of one matrix product of each shape, those of encoding the texts,
and the mean of the first number of their last states.
"""

import json
import sys
import time

import torch
from transformers import AutoModel

model, threads, texts, tokens = sys.argv[1], *map(int, sys.argv[2:])
torch.set_num_threads(threads)
SHAPES = [(512, 512, 512), (1024, 384, 1152), (1024, 384, 384), (1024, 384, 1536), (1024, 1536, 384)]


def least(run):
    """The quickest of many runs, over half a second at least."""
    best, end = 1e9, time.perf_counter() + 0.5
    while time.perf_counter() < end:
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


with torch.inference_mode():
    products = []
    for m, k, n in SHAPES:
        a, w = torch.rand(m, k), torch.rand(n, k)
        products.append(least(lambda: torch.nn.functional.linear(a, w)))
    encoder = AutoModel.from_pretrained(model, attn_implementation="sdpa").eval()
    ids = torch.tensor([[1000 + (i * 7919 + j * 104729) % 20000 for j in range(tokens)] for i in range(texts)])
    first = encoder(ids[:1]).last_hidden_state
    start = time.perf_counter()
    states = torch.cat([encoder(part).last_hidden_state for part in ids.split(16)])
    seconds = time.perf_counter() - start
print(json.dumps({"products": products, "seconds": seconds, "mean": states[:, :, 0].double().mean().item()}))
