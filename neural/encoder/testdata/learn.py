"""Makes learn.json: the loss and the gradients of one pass of each tiny model, by PyTorch.

    python -m venv v && v/bin/pip install torch transformers && v/bin/python learn.py

The loss is the sum of the states of the last layer of all texts of texts.json, each number times made(row, column). Of
each gradient there are its norm, its product with the vector of made numbers, and some of its numbers.
"""

import json
import math
import os

import numpy as np
import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_num_threads(1)


def made(n):
    """The numbers of made in learn_test.go: between -0.5 and 0.5."""
    v = (np.arange(n, dtype=np.uint32) + np.uint32(1)) * np.uint32(2654435761)
    v = (v ^ (v >> np.uint32(15))) * np.uint32(2246822519)
    v ^= v >> np.uint32(13)
    return torch.from_numpy((v >> np.uint32(8)).astype(np.float64) / (1 << 24) - 0.5)


def of(name, model, texts):
    base = getattr(model, model.base_model_prefix, model)
    base.zero_grad()
    rows = []
    for ids, types in zip(texts["ids"], texts["types"]):
        args = {"token_type_ids": torch.tensor([types])} if name == "bert" else {}
        rows.append(base(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), **args).last_hidden_state[0])
    states = torch.cat(rows)
    loss = (states * made(states.numel()).reshape(states.shape)).sum()
    loss.backward()
    gradients = {}
    for part, p in base.named_parameters():
        if p.grad is None:
            continue
        g = p.grad.double().flatten()
        at = [k * (len(g) - 1) // 7 for k in range(8)]
        gradients[part] = {"norm": g.norm().item(), "product": (g * made(len(g))).sum().item(), "some": [g[i].item() for i in at]}
    return {"loss": loss.item(), "gradients": gradients}


if __name__ == "__main__":
    with open(f"{HERE}/texts.json") as f:
        texts = json.load(f)
    out = {"versions": {"torch": torch.__version__, "transformers": transformers.__version__}}
    for name in ("bert", "distilbert", "mpnet", "roberta", "xlm-roberta"):
        # In float64: what is compared is the mathematics, and hed's own rounding.
        model = transformers.AutoModel.from_pretrained(f"{HERE}/{name}", dtype=torch.float64, attn_implementation="eager").eval()
        out[name] = of(name, model, texts[name])
        assert math.isfinite(out[name]["loss"])
    with open(f"{HERE}/learn.json", "w") as f:
        json.dump(out, f)
        f.write("\n")
