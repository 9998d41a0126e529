"""Makes step.json: the loss of a step of the re-ranker and its gradients, by PyTorch, for the texts of texts.json.

    python -m venv v && v/bin/pip install torch transformers && v/bin/python step.py

The score of a text is the sum of three products: of the states of the last layer at its places, where there is one, with the weights of the
head. The loss of a question is the negative logarithm of the share that the right texts have of the softmax over its scores.
"""

import json
import os

import numpy as np
import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))


def made(n):
    """The numbers of made in step_test.go: between -0.5 and 0.5."""
    v = (np.arange(n, dtype=np.uint32) + np.uint32(1)) * np.uint32(2654435761)
    v = (v ^ (v >> np.uint32(15))) * np.uint32(2246822519)
    v ^= v >> np.uint32(13)
    return torch.from_numpy((v >> np.uint32(8)).astype(np.float64) / (1 << 24) - 0.5)


model = transformers.AutoModel.from_pretrained(f"{HERE}/../../../metric/bertscore/testdata/bert", dtype=torch.float64, attn_implementation="eager", add_pooling_layer=False).eval()
hidden = model.config.hidden_size
heads = [h.clone().requires_grad_() for h in made(3 * hidden).split(hidden)]
with open(f"{HERE}/texts.json") as f:
    questions = json.load(f)
loss = 0
for options in questions:
    scores = []
    for o in options:
        states = model(input_ids=torch.tensor([o["IDs"]]), token_type_ids=torch.tensor([o["Types"]])).last_hidden_state[0]
        scores.append(sum(states[p] @ h for p, h in zip(o["Places"], heads) if p >= 0))
    share = torch.stack(scores).softmax(0)
    loss = loss - share[[o["Right"] for o in options]].sum().log()
loss.backward()
gradients = {"bert." + name: p.grad for name, p in model.named_parameters()}
gradients |= {f"rerank.{name}.weight": h.grad for name, h in zip(("text", "answer", "operand"), heads)}
out = {"versions": {"torch": torch.__version__, "transformers": transformers.__version__}, "loss": loss.item(), "gradients": {}}
for name, g in gradients.items():
    g = g.flatten()
    out["gradients"][name] = {"norm": g.norm().item(), "product": (g * made(len(g))).sum().item()}
with open(f"{HERE}/step.json", "w") as f:
    json.dump(out, f)
    f.write("\n")
