"""Makes torch.json: the loss and the gradients of a layer of a transformer, as torch computes them in float64.

    python -m venv v && v/bin/pip install torch && v/bin/python oracle.py

Weights are not in the file: number i of the n-th matrix is made of integers, in the same way here and in
transformer_test.go, and is exact in float32. The layer is that of the test: embeddings with places, causal attention with
a bias by distance, attention to other sequences, both norms, every activation, a gate, a convolution with the greatest over time,
and softmax.
"""

import json
import os

import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
HIDDEN, HEADS, INNER, WORDS, OUT, WIDTH, LENGTHS, OTHERS = 16, 4, 20, 11, 6, 4, (5, 9), (3, 7)
REACH = max(LENGTHS)
SHAPES = {
    "words": (WORDS, HIDDEN), "places": (REACH, HIDDEN), "others": (sum(OTHERS), HIDDEN), "distance": (HEADS, 2 * REACH - 1),
    "query": (HIDDEN, HIDDEN), "query.bias": (1, HIDDEN), "key": (HIDDEN, HIDDEN), "value": (HIDDEN, HIDDEN), "out": (HIDDEN, HIDDEN),
    "norm.gain": (1, HIDDEN), "norm.bias": (1, HIDDEN),
    "other.query": (HIDDEN, HIDDEN), "other.key": (HIDDEN, HIDDEN), "other.value": (HIDDEN, HIDDEN), "squares.gain": (1, HIDDEN),
    "gate": (HIDDEN, INNER), "wide": (HIDDEN, INNER), "narrow": (INNER, HIDDEN), "act": (HIDDEN, HIDDEN),
    "window": (WIDTH * HIDDEN, OUT), "window.bias": (1, OUT),
}


def matrix(n, rows, cols):
    values = []
    for i in range(rows * cols):
        x = ((i + 1) * 2654435761 + n * 2246822519) % 2**32
        x = (x ^ x >> 15) * 2246822519 % 2**32
        x ^= x >> 13
        values.append((x >> 8) / 2**24 - 0.5)
    return torch.tensor(values, dtype=torch.float64).reshape(rows, cols)


def attend(q, k, v, bias, causal):
    heads = lambda y: y.reshape(len(y), HEADS, HIDDEN // HEADS).transpose(0, 1)
    q, k, v = heads(q), heads(k), heads(v)
    scores = q @ k.transpose(1, 2) * 0.5
    away = torch.arange(k.shape[1])[None, :] - torch.arange(q.shape[1])[:, None]
    if bias is not None:
        scores = scores + bias[:, away + REACH - 1]
    if causal:
        scores = scores.masked_fill(away > 0, float("-inf"))
    return (torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(q.shape[1], HIDDEN)


def loss(p):
    total, start, seen = 0, 0, 0
    for s, (n, m) in enumerate(zip(LENGTHS, OTHERS)):
        words = torch.tensor([(start + i) * 7 % WORDS for i in range(n)])
        x = p["words"][words] + p["places"][:n]
        y = attend(x @ p["query"] + p["query.bias"], x @ p["key"], x @ p["value"], p["distance"], True) @ p["out"]
        x = F.layer_norm(x + y, (HIDDEN,), p["norm.gain"][0], p["norm.bias"][0], 1e-5)
        other = p["others"][seen : seen + m]
        x = x + attend(x @ p["other.query"], other @ p["other.key"], other @ p["other.value"], None, False)
        x = x * torch.rsqrt((x * x).mean(1, keepdim=True) + 1e-6) * p["squares.gain"]
        x = x + (F.gelu(x @ p["gate"], approximate="tanh") * (x @ p["wide"])) @ p["narrow"]
        y = x @ p["act"]
        x = x + F.gelu(y) + F.relu(y) + F.silu(y)
        weight = p["window"].reshape(WIDTH, HIDDEN, OUT).permute(2, 1, 0)
        window = F.conv1d(x.T[None], weight, p["window.bias"][0], padding="same")[0]
        total = total + (window.max(1).values * matrix(101, len(LENGTHS), OUT)[s]).sum()
        total = total + (torch.softmax(0.5 * x, 1) * matrix(102, sum(LENGTHS), HIDDEN)[start : start + n]).sum()
        start, seen = start + n, seen + m
    return total


def main():
    p = {name: matrix(n, *shape).requires_grad_() for n, (name, shape) in enumerate(SHAPES.items())}
    total = loss(p)
    total.backward()
    short = lambda v: float(f"{v:.8g}")
    out = {"torch": torch.__version__, "loss": short(total.item())}
    out["gradients"] = {name: [short(v) for v in x.grad.flatten().tolist()] for name, x in p.items()}
    with open(os.path.join(HERE, "torch.json"), "w") as f:
        json.dump(out, f, separators=(",", ":"))
        f.write("\n")


main()
