"""Losses and gradients of the networks of this package, by PyTorch's own differentiation.

usage: python oracle.py > torch.json      (torch 2.x; the version is in the file)

The networks are restated pair by pair, without batches: LSTMs by torch.nn.LSTMCell's formula,
attention, pointer and coverage as in See et al. 2017. Weights are a formula of their place, so that
the file need not have them.
"""
import json, math, torch

torch.set_default_dtype(torch.float64)
V, E, H = 23, 5, 4
S = 2 * H
UNKNOWN, BEGIN, END = 0, 1, 2
PAIRS = [([3, 9, 4, 23, 5, 9, 24], [9, 24, 5]), ([7, 8, 3], [8, 11, 12, 3, 8]), ([15, 23, 16, 15, 4], [15]),
         ([6], [0, 6]), ([10, 11, 12, 13, 14, 15, 16, 17, 18], [18, 17, 19, 10])]


def shapes(bridge, copy, coverage, tied):
    lstm = lambda n: [(n + ".input", E, 4 * H), (n + ".hidden", H, 4 * H), (n + ".bias", 1, 4 * H)]
    out = E if tied else S
    all = [("words", V, E)] + lstm("encoder.forward") + lstm("encoder.backward")
    if bridge:
        all += [("bridge.h", S, S), ("bridge.h.bias", 1, S), ("bridge.c", S, S), ("bridge.c.bias", 1, S)]
    all += [("attention.keys", S, S), ("attention.query", S, S), ("attention.query.bias", 1, S), ("attention.vector", 1, S)]
    if coverage:
        all += [("attention.coverage", 1, S)]
    all += [("decoder.input", E, 4 * S), ("decoder.joined", 2 * S, 4 * S), ("decoder.bias", 1, 4 * S), ("out", 2 * S, out), ("out.bias", 1, out)]
    if not tied:
        all += [("vocabulary", V, out)]
    all += [("vocabulary.bias", 1, V)]
    if copy:
        all += [("gate.joined", 2 * S, 1), ("gate.input", E, 1), ("gate.bias", 1, 1)]
    return all


def weights(names):
    w = {}
    for k, (name, rows, cols) in enumerate(names):
        x = [0.4 * math.sin(1.3 * k + 0.7 * i + 0.01 * (i % 17) * i) for i in range(rows * cols)]
        w[name] = torch.tensor(x).to(torch.float32).to(torch.float64).reshape(rows, cols).requires_grad_()
    return w


def cell(gates, c):
    i, f, g, o = gates.chunk(4, -1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def direction(w, name, x):
    h, c, all = torch.zeros(1, H), torch.zeros(1, H), []
    for row in x:
        h, c = cell(row[None] @ w[name + ".input"] + w[name + ".bias"] + h @ w[name + ".hidden"], c)
        all.append(h)
    return torch.cat(all), h, c


def loss(w, bridge, copy, coverage, tied, cover):
    known = lambda words: torch.tensor([x if x < V else UNKNOWN for x in words])
    entropy, back, count = 0, 0, 0
    for article, headline in PAIRS:
        x = w["words"][known(article)]
        forward, hf, cf = direction(w, "encoder.forward", x)
        backward, hb, cb = direction(w, "encoder.backward", x.flip(0))
        states = torch.cat([forward, backward.flip(0)], 1)
        h, c = torch.cat([hf, hb], 1), torch.cat([cf, cb], 1)
        if bridge:
            h, c = torch.relu(h @ w["bridge.h"] + w["bridge.h.bias"]), torch.relu(c @ w["bridge.c"] + w["bridge.c.bias"])
        context, covered = torch.zeros(1, S), torch.zeros(len(article))
        for word, target in zip([BEGIN] + headline, headline + [END]):
            y = w["words"][known([word])]
            joined = torch.cat([h, context], 1)
            h, c = cell(y @ w["decoder.input"] + joined @ w["decoder.joined"] + w["decoder.bias"], c)
            inner = states @ w["attention.keys"] + h @ w["attention.query"] + w["attention.query.bias"]
            if coverage:
                inner = inner + covered[:, None] * w["attention.coverage"]
            share = torch.softmax((torch.tanh(inner) * w["attention.vector"]).sum(1), 0)
            context = share[None] @ states
            joined = torch.cat([h, context], 1)
            table = w["words"] if tied else w["vocabulary"]
            p = torch.softmax((joined @ w["out"] + w["out.bias"]) @ table.T + w["vocabulary.bias"], 1)[0]
            chance = p[target] if target < V else torch.zeros(())
            if copy:
                gate = torch.sigmoid(joined @ w["gate.joined"] + y @ w["gate.input"] + w["gate.bias"])[0, 0]
                copied = (share * torch.tensor([float(a == target) for a in article])).sum()
                chance = gate * chance + (1 - gate) * copied + 1e-8
                entropy = entropy - torch.log(chance)
            elif target < V:
                entropy = entropy - torch.log(chance)
            if coverage:
                back = back + torch.minimum(share, covered).sum()
                covered = covered + share
            count += 1
    return entropy / count, cover * back / count if coverage else torch.zeros(())


def clip(ps):
    norm = math.sqrt(sum(float((p.grad ** 2).sum()) for p in ps))
    if norm > 2:
        for p in ps:
            p.grad.mul_(2 / norm)


result = {"torch": torch.__version__, "networks": []}
for name, bridge, copy, coverage, tied in [("s2s", False, False, False, False), ("pn", True, True, False, True), ("pnc", True, True, True, True)]:
    w = weights(shapes(bridge, copy, coverage, tied))
    e, b = loss(w, bridge, copy, coverage, tied, 0.7)
    (e + b).backward()
    net = {"name": name, "entropy": float(e), "coverage": float(b), "gradients": {k: [float("%.9g" % v) for v in p.grad.flatten().tolist()] for k, p in w.items()}}
    for how in ["adam", "adagrad"]:
        w = weights(shapes(bridge, copy, coverage, tied))
        ps = list(w.values())
        opt = torch.optim.Adam(ps, 0.01) if how == "adam" else torch.optim.Adagrad(ps, 0.15, initial_accumulator_value=0.1, eps=1e-10)
        curve = []
        for step in range(50):
            opt.zero_grad()
            e, b = loss(w, bridge, copy, coverage, tied, 0.7)
            (e + b).backward()
            clip(ps)
            opt.step()
            curve.append(float("%.9g" % float(e + b)))
        net[how] = curve
    result["networks"].append(net)
print(json.dumps(result))
