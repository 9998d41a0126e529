"""Makes layer.json: one encoder layer as torch computes it.

    python -m venv v && v/bin/pip install torch && v/bin/python oracle.py

Weights and inputs are not in the file: number i of the n-th matrix is made of
integers, in the same way here and in layer.go, and is exact in float32.

layer.json  the outputs of the layer for the two sequences, with float32 and exact
            gelu, without and with a bias by relative position; and torch's
            version
"""

import json
import math
import os

import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
HIDDEN, HEADS, INNER, LENGTHS, REACH = 48, 4, 100, (5, 21), 21


def matrix(n, rows, cols):
    values = []
    for i in range(rows * cols):
        x = ((i + 1) * 2654435761 + n * 2246822519) % 2**32
        x = (x ^ x >> 15) * 2246822519 % 2**32
        x ^= x >> 13
        values.append((x >> 8) / 2**24 - 0.5)
    return torch.tensor(values, dtype=torch.float32).reshape(rows, cols)


def linear(x, n, rows, cols):
    return F.linear(x, matrix(n, cols, rows) / 2, matrix(n + 1, 1, cols)[0])


def norm(x, n):
    return F.layer_norm(x, (HIDDEN,), matrix(n, 1, HIDDEN)[0], matrix(n + 1, 1, HIDDEN)[0], 1e-12)


def layer(x, bias):
    t = len(x)
    heads = lambda y: y.reshape(t, HEADS, HIDDEN // HEADS).transpose(0, 1)
    q, k, v = (heads(linear(x, n, HIDDEN, HIDDEN)) for n in (10, 12, 14))
    scores = q @ k.transpose(1, 2) / math.sqrt(HIDDEN // HEADS)
    if bias is not None:
        near = torch.arange(t)[None, :] - torch.arange(t)[:, None] + REACH - 1
        scores = scores + bias[:, near]
    y = (torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(t, HIDDEN)
    x = norm(x + linear(y, 16, HIDDEN, HIDDEN), 18)
    y = linear(F.gelu(linear(x, 20, HIDDEN, INNER)), 22, INNER, HIDDEN)
    return norm(x + y, 24)


def main():
    x = matrix(1, sum(LENGTHS), HIDDEN) * 4
    out = {"torch": torch.__version__}
    for name, bias in (("plain", None), ("bias", matrix(2, HEADS, 2 * REACH - 1))):
        parts = [layer(part, bias) for part in x.split(LENGTHS)]
        out[name] = [float(f"{v:.9g}") for v in torch.cat(parts).flatten().tolist()]
    with open(os.path.join(HERE, "layer.json"), "w") as f:
        json.dump(out, f, separators=(",", ":"))
        f.write("\n")


main()
