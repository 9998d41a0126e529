"""Makes learn.json.gz: what the tiny models of golden.py learn, with PyTorch 2.15 and transformers 4.57.

    python -m venv v && v/bin/pip install torch transformers==4.57.1 && v/bin/python learn.py

For each model a batch of texts, some of which come twice, with what is to be written; the loss of a token with and without label
smoothing, computed in float64, the gradients of both (the norm of each weight's, and numbers that lie evenly apart), and the losses of 30 steps of Adam in float32,
which go through three batches, at one rate and at rates that are shares of the size of each weight at the start (to the next power of two, 0.001 at least). There is no dropout. Weights of two indices are first divided by 4: as they are, the gradients of PyTorch itself differ
by up to 0.0007 between float32 and float64.
"""

import gzip
import json
import math
import os

import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_num_threads(1)
SHOWN, STEPS, RATE, SHARE, SMOOTH, SHRUNK = 12, 30, 1e-3, 0.02, 0.1, 0.25


def pad(lists, by):
    longest = max(map(len, lists))
    return torch.tensor([x + [by] * (longest - len(x)) for x in lists])


def load(name, kind):
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(f"{HERE}/{name}", dtype=kind).to(kind).eval()
    model.config.decoder_start_token_id = model.generation_config.decoder_start_token_id
    for n, p in model.named_parameters():
        if name == "pegasus" and "positions" in n:  # sines, which do not learn
            p.requires_grad = False
        elif p.dim() == 2:
            p.data *= SHRUNK
    return model


def losses(model, texts, written):
    c = model.config
    ids, labels = pad(texts, c.pad_token_id), pad(written, -100)
    mask = torch.tensor([[1] * len(t) + [0] * (ids.shape[1] - len(t)) for t in texts])
    out = model(input_ids=ids, attention_mask=mask, labels=labels)
    logs = torch.log_softmax(out.logits, -1)
    at = labels >= 0
    nll = -logs[at].gather(1, labels[at][:, None]).mean()
    if out.logits.dtype == torch.float64:
        assert torch.allclose(nll, out.loss.double(), rtol=1e-5)
    return nll, (1 - SMOOTH) * nll - SMOOTH * logs[at].mean()


def gradients(model, loss):
    model.zero_grad()
    loss.backward()
    shown = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            g = p.grad.flatten()
            shown[name] = [g.norm().item()] + g[:: max(1, len(g) // SHOWN)].tolist()
    return shown


def course(model, adam, texts, written):
    curve = []
    for step in range(STEPS):
        part = slice(4 * (step % 3), 4 * (step % 3) + 4)
        loss, _ = losses(model, texts[part], written[part])
        adam.zero_grad()
        loss.backward()
        adam.step()
        curve.append(loss.item())
    return curve


def size(p):
    mean = p.detach().double().pow(2).mean().item()
    return max(1e-3, 2.0 ** round(math.log2(mean) / 2)) if mean else 1e-3


result = {"versions": {"torch": torch.__version__, "transformers": transformers.__version__}, "models": {}}
for name in ["bart", "mt5", "pegasus", "t5"]:
    with gzip.open(f"{HERE}/{name}.json.gz") as f:
        ids = json.load(f)["ids"]
    model = load(name, torch.float64)
    end = model.config.eos_token_id
    texts = [t[: 5 + 7 * (i % 5)] + [end] for i, t in enumerate(ids[:12])]
    written = [t[1 : 4 + i % 6] + [end] for i, t in enumerate(ids[20:32])]
    of = [0, 0, 1, 2]
    one = {"texts": texts[:3], "of": of, "written": written[:4]}
    plain, smooth = losses(model, [texts[i] for i in of], written[:4])
    one |= {"loss": plain.item(), "smooth": smooth.item()}
    one["gradients"] = gradients(model, plain)
    one["smoothed"] = gradients(model, losses(model, [texts[i] for i in of], written[:4])[1])
    model = load(name, torch.float32)
    curve = course(model, torch.optim.Adam(model.parameters(), lr=RATE), texts, written)
    model = load(name, torch.float32)
    groups = [{"params": [p], "lr": SHARE * size(p)} for p in model.parameters() if p.requires_grad]
    one["course"] = {"texts": texts, "written": written, "rate": RATE, "losses": curve,
                     "share": SHARE, "relative": course(model, torch.optim.Adam(groups), texts, written)}
    result["models"][name] = one
    print(name, one["loss"], one["smooth"], curve[0], curve[-1], one["course"]["relative"][-1])
with gzip.GzipFile(f"{HERE}/learn.json.gz", "w", mtime=0) as f:
    f.write(json.dumps(result).encode())
