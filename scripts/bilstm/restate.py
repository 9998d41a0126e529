"""Teaches the network of style/classify/bilstm in PyTorch, in the same way: DIR is a folder that scripts/bilstm wrote.

    python restate.py [--device cuda] DIR...

The sizes, the words with their vectors and the characters are those of the model there; weights begin at random, by the same
distributions and another generator. It was run with Python 3.11.7, PyTorch 2.15.0, NumPy and safetensors. Words are split as neural/words does, but for rare cases
such as scripts without blanks.
"""

import argparse
import json
import math
import os
import random
import re
import time

import torch
import torch.nn.functional as F
from safetensors.torch import load_file

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="cpu")
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--rate", type=float, default=0.001)
parser.add_argument("--dropout", type=float, default=0.5)
parser.add_argument("--first", type=int, default=1, help="seed of the first folder; each other one has the next")
parser.add_argument("dirs", nargs="+")
args = parser.parse_args()
torch.set_num_threads(args.threads)

JOINT = "\uffed"
WORD = re.compile(r"(?:[^\W\d_]\.){2,}(?!\w)|(?:\w|(?<=\d)[.,:](?=\d))+")
SUFFIX = {"s", "t", "re", "ve", "ll", "d", "m"}


def split(text):
    words = []
    for field in text.split():
        i = 0
        while i < len(field):
            m = WORD.match(field, i)
            if not m:
                mark = (JOINT if i > 0 else "") + field[i] + (JOINT if i + 1 < len(field) else "")
                words.append(mark)
                i += 1
                continue
            end = m.end()
            if field[end : end + 1] in ("'", "’") and field[end + 1 : end + 2].isalpha() and not field[end - 1].isdigit():
                after = WORD.match(field, end + 1).end()
                if field[end + 1 : after].lower() in SUFFIX:
                    words += [field[i:end], JOINT + field[end:after]]
                    i = after
                else:
                    words.append(field[i : end + 1] + JOINT)
                    i = end + 1
                continue
            words.append(field[i:end])
            i = end
    return words


class Net(torch.nn.Module):
    def __init__(self, c, words, labels):
        super().__init__()
        self.c, self.letters = c, 1 + len(c["characters"])
        self.words = torch.nn.Embedding(c["vocabulary"], c["embedding"])
        if words is None:
            torch.nn.init.uniform_(self.words.weight, -0.1 * math.sqrt(3), 0.1 * math.sqrt(3))
        else:
            self.words.weight = torch.nn.Parameter(words, requires_grad=False)
        self.conv = torch.nn.Conv1d(self.letters, c["filters"], c["width"])
        self.lstm = torch.nn.LSTM(c["embedding"] + c["filters"], c["hidden"], bidirectional=True, batch_first=True)
        self.out = torch.nn.Linear(2 * c["hidden"], 1 if labels == 2 else labels)
        reach = 1 / math.sqrt(c["width"])
        torch.nn.init.uniform_(self.conv.weight, -reach, reach)
        for name, p in self.named_parameters():
            if "bias" in name:
                torch.nn.init.zeros_(p)
                p.requires_grad = "bias_hh" not in name  # the two of an LSTM are one in hed

    def forward(self, words, lengths, letters, spelt):
        width = self.c["width"]
        one = F.one_hot(letters.clamp(min=0), self.letters).float() * (letters >= 0)[..., None]
        y = self.conv(F.pad(one.transpose(1, 2), ((width - 1) // 2, width // 2)))
        y = F.relu(y.masked_fill((letters < 0)[:, None, :], -torch.inf).max(2).values)
        x = F.dropout(torch.cat([self.words(words), y[spelt]], 2), args.dropout, self.training)
        packed = torch.nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        return self.out(F.dropout(torch.cat([h[0], h[1]], 1), args.dropout, self.training))


class Data:
    """Headlines in numbers."""

    def __init__(self, dir, c):
        self.c = c
        self.letters = {x: i + 1 for i, x in enumerate(c["characters"])}
        with open(os.path.join(dir, "vocabulary.txt"), encoding="utf-8") as f:
            self.words = {w: i for i, w in enumerate(f.read().split("\n")[:-1])}

    def read(self, file):
        with open(file, encoding="utf-8") as f:
            rows = [json.loads(line) for line in f]
        return [(split(r["text"])[: self.c["words"]] or [""], r["label"]) for r in rows]

    def word(self, w):
        w = w.strip(JOINT)
        return self.words.get(w) or self.words.get(w.lower(), 0)

    def batch(self, rows):
        lengths = torch.tensor([len(r[0]) for r in rows])
        distinct = {}
        words, spelt = torch.zeros(len(rows), lengths.max(), dtype=torch.long), torch.zeros(len(rows), lengths.max(), dtype=torch.long)
        for i, (row, _) in enumerate(rows):
            for j, w in enumerate(row):
                words[i, j] = self.word(w) if w else 0
                spelt[i, j] = distinct.setdefault(w, len(distinct))
        letters = torch.full((len(distinct), max(1, max(min(40, len(w)) for w in distinct))), -1)
        for w, i in distinct.items():
            for k, x in enumerate(w[:40]):
                letters[i, k] = self.letters.get(x, 0)
        right = torch.tensor([r[1] for r in rows])
        return words.to(args.device), lengths, letters.to(args.device), spelt.to(args.device), right.to(args.device)


def loss(z, right):
    if z.shape[1] == 1:
        return F.binary_cross_entropy_with_logits(z[:, 0], right.float())
    return F.cross_entropy(z, right)


def judge(net, batches):
    net.eval()
    total, said, right = 0.0, [], []
    with torch.no_grad():
        for *x, y in batches:
            z = net(*x)
            total += loss(z, y).item() * len(y)
            said.append((z[:, 0] > 0).long() if z.shape[1] == 1 else z.argmax(1))
            right.append(y)
    said, right = torch.cat(said), torch.cat(right)
    f1 = []
    for k in range(int(right.max()) + 1):
        hits = ((said == k) & (right == k)).sum().item()
        f1.append(2 * hits / max(1, (said == k).sum().item() + (right == k).sum().item()))
    return total / len(right), sum(f1) / len(f1)


def teach(dir, seed):
    with open(os.path.join(dir, "config.json"), encoding="utf-8") as f:
        config = json.load(f)
    c = config["settings"]
    data = Data(dir, c)
    learn, valid, test = (data.read(os.path.join(dir, name + ".jsonl")) for name in ("learn", "valid", "test"))
    words = load_file(os.path.join(dir, "model.safetensors"))["words"].float()
    if not bool((words[:3] == 0).all()):
        words = None  # they were learnt
    torch.manual_seed(seed)
    rng = random.Random(seed)
    start = time.time()
    net = Net(c, words, len(config["labels"])).to(args.device)
    adam = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=args.rate)
    cut = lambda rows, n: [data.batch(rows[i : i + n]) for i in range(0, len(rows), n)]
    valid, test = cut(valid, 256), cut(test, 256)
    best, wait, step, at = math.inf, 0, 0, 0
    f1 = 0.0
    for _ in range(args.epochs):
        rng.shuffle(learn)
        half = max(1, (len(learn) + args.batch - 1) // args.batch // 2)
        for i in range(0, len(learn), args.batch):
            *x, y = data.batch(learn[i : i + args.batch])
            net.train()
            adam.zero_grad()
            loss(net(*x), y).backward()
            adam.step()
            step += 1
            if step % half:
                continue
            now, _ = judge(net, valid)
            wait += 1
            if now < best:
                best, wait, at = now, 0, step
                _, f1 = judge(net, test)
            if wait == 6:
                break
        if wait == 6:
            break
    print(f"{dir}: F1 {f1:.4f}, {time.time() - start:.1f} s, {step} steps, best at {at}", flush=True)
    return f1


all = [teach(dir, args.first + i) for i, dir in enumerate(args.dirs)]
if len(all) > 1:
    mean = sum(all) / len(all)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in all) / (len(all) - 1))
    print(f"PyTorch {torch.__version__}: F1 {mean:.4f}, deviation {deviation:.4f}, over {len(all)} seeds")
