"""A pointer-generator in PyTorch, as hed's pn is: python pointer.py train|find|both COURSE DEVICE PRECISION [WEIGHTS]

COURSE is a folder: course.json says what to learn from, in which order and how, and begin.safetensors has the weights
to begin with. "train" takes the steps of the course, writes the weights to the file WEIGHTS if it is given, and prints
the losses. "find" writes headlines for the articles by beam search, with WEIGHTS instead of those to begin with if
they are given, and prints their scores and words. "both" finds first. All print the seconds: of all steps but the first, with batches that
are on the device already, and of writing all headlines once a batch of them has been written. DEVICE is cpu or cuda, PRECISION float32 or tf32.
"""

import json
import os
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file, save_file

UNKNOWN, BEGIN, END = 0, 1, 2


class Pointer(nn.Module):
    def __init__(self, c):
        super().__init__()
        e, h = c["embedding"], c["hidden"]
        s = 2 * h
        self.size, self.embedding, self.hidden, self.tied = c["vocabulary"], e, h, c["tied"]
        self.words = nn.Embedding(c["vocabulary"], e)
        self.encoder = nn.LSTM(e + 1, h, bidirectional=True)
        self.bridge_h, self.bridge_c = nn.Linear(s, s), nn.Linear(s, s)
        self.keys, self.query, self.vector = nn.Linear(s, s, bias=False), nn.Linear(s, s), nn.Linear(s, 1, bias=False)
        self.cell = nn.LSTMCell(e + s, s)
        self.out = nn.Linear(2 * s, e if c["tied"] else s)
        self.vocabulary = self.words.weight if c["tied"] else nn.Parameter(torch.empty(c["vocabulary"], s))
        self.bias = nn.Parameter(torch.empty(c["vocabulary"]))
        self.gate = nn.Linear(2 * s + e, 1)
        for name, p in self.named_parameters():
            if "bias_hh" in name:  # hed's LSTMs have one bias
                p.requires_grad_(False).zero_()
            elif name.startswith("encoder.weight_ih"):
                # The last input tells where an article has ended. There the state stays as it is, so that articles of
                # all lengths are read in one call, which takes a third of the time of a packed sequence's.
                with torch.no_grad():
                    p[:, e] = 0
                    p[:h, e], p[h:2 * h, e] = -100, 100
                p.register_hook(lambda g: F.pad(g[:, :e], (0, 1)))

    def parts(self):
        """The weights by hed's names, each in the pieces that it is made of here, one below the other."""
        s, e = 2 * self.hidden, self.embedding
        cell, gate = self.cell.weight_ih.T, self.gate.weight.T
        w = {
            "words": [self.words.weight], "vocabulary.bias": [self.bias[None]],
            "attention.keys": [self.keys.weight.T], "attention.vector": [self.vector.weight],
            "decoder.input": [cell[:e]], "decoder.joined": [self.cell.weight_hh.T, cell[e:]], "decoder.bias": [self.cell.bias_ih[None]],
            "gate.joined": [gate[:2 * s]], "gate.input": [gate[2 * s:]], "gate.bias": [self.gate.bias[None]],
        }
        for name, end in ("encoder.forward", "l0"), ("encoder.backward", "l0_reverse"):
            m = lambda what: getattr(self.encoder, what + end)
            w |= {name + ".input": [m("weight_ih_").T[:e]], name + ".hidden": [m("weight_hh_").T], name + ".bias": [m("bias_ih_")[None]]}
        for name, m in ("bridge.h", self.bridge_h), ("bridge.c", self.bridge_c), ("attention.query", self.query), ("out", self.out):
            w |= {name: [m.weight.T], name + ".bias": [m.bias[None]]}
        if not self.tied:
            w["vocabulary"] = [self.vocabulary]
        return w

    @torch.no_grad()
    def load(self, file):
        have, parts = load_file(file), self.parts()
        assert sorted(parts) == sorted(have), set(parts) ^ set(have)
        for name, pieces in parts.items():
            for piece, x in zip(pieces, have[name].split([len(p) for p in pieces])):
                piece.copy_(x)

    @torch.no_grad()
    def save(self, file):
        save_file({name: torch.cat(pieces).cpu().contiguous() for name, pieces in self.parts().items()}, file)

    def known(self, words):
        return words.where(words < self.size, UNKNOWN)

    def encode(self, x, lengths):
        """x has an article in each column, which ends where its length says."""
        ended = torch.arange(len(x), device=x.device)[:, None] >= lengths
        states, (last, c) = self.encoder(torch.cat([self.words(self.known(x)), ended[:, :, None].float()], 2))
        states = states.masked_fill(ended[:, :, None], 0)
        h = torch.cat([states[lengths - 1, torch.arange(x.shape[1], device=x.device), :self.hidden], last[1]], 1)
        h, c = torch.relu(self.bridge_h(h)), torch.relu(self.bridge_c(torch.cat([c[0], c[1]], 1)))
        states = states.transpose(0, 1).contiguous()
        return states, self.keys(states), ended.T, h, c

    def look(self, h, keys, states, ended):
        """Attention of states h (articles × beams × size) to places."""
        inner = torch.tanh(keys[:, None] + self.query(h)[:, :, None])
        share = self.vector(inner)[..., 0].masked_fill(ended[:, None], float("-inf")).softmax(2)
        return share, share @ states

    def loss(self, b):
        states, keys, ended, h, c = self.encode(b.x, b.lengths)
        words = self.words(self.known(b.y))
        context, joined, shares = states.new_zeros(h.shape), [], []
        for word in words:
            h, c = self.cell(torch.cat([word, context], 1), (h, c))
            share, context = self.look(h[:, None], keys, states, ended)
            context = context[:, 0]
            joined.append(torch.cat([h, context], 1))
            shares.append(share[:, 0])
        # Of here on, only the words that there are.
        joined, words, share = torch.stack(joined)[b.at], words[b.at], torch.stack(shares)[b.at]
        scores = F.linear(self.out(joined), self.vocabulary, self.bias)
        p = torch.exp(-F.cross_entropy(scores, self.known(b.next), reduction="none")) * (b.next < self.size)
        g = torch.sigmoid(self.gate(torch.cat([joined, words], 1)))[:, 0]
        copied = (share * (b.x.T[b.at[1]] == b.next[:, None])).sum(1)
        return -torch.log(g * p + (1 - g) * copied + 1e-8).mean()


class Batch:
    """Pairs of words in numbers, one pair in each column."""

    def __init__(self, pairs, device):
        columns = lambda lists: nn.utils.rnn.pad_sequence([torch.tensor(x) for x in lists])
        self.x, y = columns([a for a, _ in pairs]), columns([[BEGIN] + h for _, h in pairs])
        self.lengths = torch.tensor([len(a) for a, _ in pairs])
        ends = torch.tensor([len(h) + 1 for _, h in pairs])
        next = columns([h + [END] for _, h in pairs])
        at = (torch.arange(len(y))[:, None] < ends).nonzero(as_tuple=True)
        self.y, self.next, self.at = y, next[at], at
        for name in ("x", "y", "lengths", "next"):
            setattr(self, name, getattr(self, name).to(device))
        self.at = tuple(i.to(device) for i in at)


def rate(course, step):
    warm, steps = course["warmup"], course["steps"]
    share = min(1, (step + 1) / warm) if warm else 1
    return course["rate"] * share * (1 - step / steps if course["schedule"] == "linear" else 1)


def train(net, course, device):
    ps = [p for p in net.parameters() if p.requires_grad]
    if course["optimiser"] == "adagrad":
        optimiser = torch.optim.Adagrad(ps, course["rate"], initial_accumulator_value=0.1, eps=1e-10)
    else:
        optimiser = torch.optim.Adam(ps, course["rate"], fused=True)
    batches = [Batch([course["pairs"][i] for i in b], device) for b in course["batches"]]
    losses = []
    for step, batch in enumerate(batches):
        if step == 1:
            wait(device)
            start = time.perf_counter()
        for group in optimiser.param_groups:
            group["lr"] = rate(course, step)
        optimiser.zero_grad(set_to_none=True)
        loss = net.loss(batch)
        loss.backward()
        if course["clip"]:
            nn.utils.clip_grad_norm_(ps, course["clip"])
        optimiser.step()
        losses.append(loss.detach())
    losses = torch.stack(losses).tolist()
    return {"seconds": time.perf_counter() - start, "losses": losses}


def wait(device):
    if device == "cuda":
        torch.cuda.synchronize()


def penalty(words, exponent):
    return ((5 + words) / 6) ** exponent


@torch.inference_mode()
def find(net, articles, s, device):
    """The best headline of each article and its score. Beams are rows of one batch, and nothing is read from the device but
    whether all have ended."""
    lengths = torch.tensor([len(a) for a in articles])
    x = nn.utils.rnn.pad_sequence([torch.tensor(a) for a in articles]).to(device)
    states, keys, ended, h, c = net.encode(x, lengths.to(device))
    n, k, width = len(articles), s["beams"], max(net.size, int(x.max()) + 1)
    wide = lambda m: m[:, None].expand(n, k, m.shape[1])
    h, c = wide(h), wide(c)
    context = torch.zeros_like(h)
    words = torch.full((n, k, 1), BEGIN, device=device)
    chance = torch.full((n, k), float("-inf"), device=device)
    chance[:, 0] = 0
    best, written = torch.full((n, k), float("-inf"), device=device), torch.zeros((n, k, s["max"]), dtype=torch.long, device=device)
    places = x.T[:, None].expand(n, k, -1)
    rows = torch.arange(n, device=device)[:, None]
    for step in range(s["max"]):
        y = net.words(net.known(words[:, :, -1]))
        flat = lambda m: m.reshape(n * k, -1)
        h, c = (m.view(n, k, -1) for m in net.cell(flat(torch.cat([y, context], 2)), (flat(h), flat(c))))
        share, context = net.look(h, keys, states, ended)
        joined = torch.cat([h, context], 2)
        g = torch.sigmoid(net.gate(torch.cat([joined, y], 2)))
        scores = F.linear(net.out(joined), net.vocabulary, net.bias).softmax(2)
        p = torch.zeros(n, k, width, device=device)
        p[:, :, :net.size] = g * scores
        p.scatter_add_(2, places, (1 - g) * share)
        p[:, :, BEGIN] = 0
        if step < s["min"]:
            p[:, :, END] = 0
        if s["norepeat"] == 3 and step >= 3:
            w = words[:, :, 1:]
            again = (w[:, :, :-2] == w[:, :, -2:-1]) & (w[:, :, 1:-1] == w[:, :, -1:])
            p.scatter_(2, w[:, :, 2:].where(again, BEGIN), 0)
        # The logarithms of the most likely words alone.
        top, word = p.topk(2 * k)
        top, place = (chance[:, :, None] + top.log()).view(n, -1).topk(2 * k)
        beam, word = place // (2 * k), word.view(n, -1).gather(1, place)
        end = word == END
        done = torch.cat([best, (top / penalty(step + 1, s["penalty"])).masked_fill(~end | (torch.arange(2 * k, device=device) >= k), float("-inf"))], 1)
        texts = torch.zeros((n, 2 * k, s["max"]), dtype=torch.long, device=device)
        texts[:, :, :step] = words[rows, beam, 1:]
        best, at = done.topk(k)
        written = torch.cat([written, texts], 1)[rows, at]
        # The first k that have not ended are the next beams.
        live = end.to(torch.int8).sort(dim=1, stable=True).indices[:, :k]
        chance, beam, word = top.gather(1, live), beam.gather(1, live), word.gather(1, live)
        words = torch.cat([words[rows, beam], word[:, :, None]], 2)
        h, c, context = h[rows, beam], c[rows, beam], context[rows, beam]
        if bool((best[:, -1] >= chance[:, 0] / penalty(s["max"] + 1, s["penalty"])).all()):
            break
    else:
        best, at = torch.cat([best, chance / penalty(s["max"] + 1, s["penalty"])], 1).topk(k)
        written = torch.cat([written, words[:, :, 1:]], 1)[rows, at]
    return best[:, 0].tolist(), written[:, 0].tolist()


def headlines(net, course, device):
    together = course["search"]["together"]
    articles = [a for a, _ in course["pairs"][:course["search"]["articles"]]]
    order = sorted(range(len(articles)), key=lambda i: len(articles[i]))
    scores, words = [0.0] * len(articles), [None] * len(articles)
    find(net, articles[:together], course["search"], device)
    wait(device)
    start = time.perf_counter()
    for i in range(0, len(order), together):
        part = order[i:i + together]
        for j, score, text in zip(part, *find(net, [articles[j] for j in part], course["search"], device)):
            scores[j], words[j] = score, text
    return {"seconds": time.perf_counter() - start, "scores": scores, "words": words}


def main(what, folder, device, precision, weights=""):
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", torch.get_num_threads())))
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = precision == "tf32"
    with open(os.path.join(folder, "course.json")) as f:
        course = json.load(f)
    net = Pointer(course["config"])
    net.load(weights if what == "find" and weights else os.path.join(folder, "begin.safetensors"))
    net.to(device)
    printed = {}
    if what != "train":
        printed["find"] = headlines(net, course, device)
    if what != "find":
        printed["train"] = train(net, course, device)
        if weights:
            net.save(weights)
    return printed


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
