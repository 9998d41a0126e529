"""The network restated in PyTorch: losses of three steps, the first gradients, and the weights after one step of Adam.

    python golden.py > golden.json

was run with Python 3.11.7 and PyTorch 2.15.0, in float64 on the processor. What it states by itself: which characters a filter
sees, what a word without characters and a text without words are, and that the two biases of PyTorch's LSTM are one here.
"""

import json

import torch
import torch.nn.functional as F

VOCABULARY = ["the", "Obama", "plan", "u.s", "of"]  # behind the three words that every vocabulary begins with
CHARACTERS = "etaOn"
TEXTS = ["Obama plan of the zebra", "THE PLAN", "", "x", "the the of Obama tonne aeon neo", "plan the Obama"]
LABELS = [0, 1, 1, 0, 1, 0]
EMBEDDING, FILTERS, HIDDEN, RATE = 3, 4, 2, 0.01

torch.set_default_dtype(torch.float64)


def number(word):
    for name in (word, word.lower()):
        if name in VOCABULARY:
            return 3 + VOCABULARY.index(name)
    return 0


def case(width, labels, fixed, seed):
    torch.manual_seed(seed)
    letters, outs = 1 + len(CHARACTERS), 1 if labels == 2 else labels
    shapes = {
        "words": (3 + len(VOCABULARY), EMBEDDING),
        "characters": (width * letters, FILTERS),
        "characters.bias": (1, FILTERS),
        "forward.input": (EMBEDDING + FILTERS, 4 * HIDDEN),
        "forward.hidden": (HIDDEN, 4 * HIDDEN),
        "forward.bias": (1, 4 * HIDDEN),
        "backward.input": (EMBEDDING + FILTERS, 4 * HIDDEN),
        "backward.hidden": (HIDDEN, 4 * HIDDEN),
        "backward.bias": (1, 4 * HIDDEN),
        "out": (2 * HIDDEN, outs),
        "out.bias": (1, outs),
    }
    w = {name: ((torch.rand(shape) * 2 - 1) * 0.8 * 2**16).round() / 2**16 for name, shape in shapes.items()}  # which float32 has exactly
    for name, x in w.items():
        x.requires_grad = not (fixed and name == "words")
    right = [label if labels == 2 else (label + i) % labels for i, label in enumerate(LABELS)]
    lstm = torch.nn.LSTM(EMBEDDING + FILTERS, HIDDEN, bidirectional=True)

    def spell(word):
        if not word:
            return torch.zeros(FILTERS)
        one = F.one_hot(torch.tensor([1 + CHARACTERS.find(c) for c in word]), letters).double()
        padded = F.pad(one.T[None], ((width - 1) // 2, width // 2))
        kernel = w["characters"].view(width, letters, FILTERS).permute(2, 1, 0)
        return F.relu(F.conv1d(padded, kernel, w["characters.bias"][0]))[0].max(1).values

    def score(text):
        words = text.split() or [""]
        x = torch.stack([torch.cat([w["words"][number(word)], spell(word)]) for word in words])
        weights = {}
        for name, end in (("forward", ""), ("backward", "_reverse")):
            weights["weight_ih_l0" + end] = w[name + ".input"].T
            weights["weight_hh_l0" + end] = w[name + ".hidden"].T
            weights["bias_ih_l0" + end] = w[name + ".bias"][0]
            weights["bias_hh_l0" + end] = torch.zeros(4 * HIDDEN)
        _, (h, _) = torch.func.functional_call(lstm, weights, (x,))
        return torch.cat([h[0], h[1]]) @ w["out"] + w["out.bias"][0]

    def loss():
        z = torch.stack([score(text) for text in TEXTS])
        if labels == 2:
            return F.binary_cross_entropy_with_logits(z[:, 0], torch.tensor(right, dtype=torch.float64))
        return F.cross_entropy(z, torch.tensor(right))

    def numbers(of):
        return {name: of(x).flatten().tolist() for name, x in w.items() if x.requires_grad}

    result = {"width": width, "labels": labels, "fixed": fixed, "right": right, "losses": []}
    result["weights"] = {name: x.flatten().tolist() for name, x in w.items()}
    adam = torch.optim.Adam([x for x in w.values() if x.requires_grad], lr=RATE)
    for step in range(3):
        adam.zero_grad()
        total = loss()
        total.backward()
        result["losses"].append(total.item())
        if step == 0:
            result["gradients"] = numbers(lambda x: x.grad.clone())
        adam.step()
        if step == 0:
            result["after"] = numbers(lambda x: x.detach().clone())
    return result


head = {"vocabulary": VOCABULARY, "characters": CHARACTERS, "texts": TEXTS, "embedding": EMBEDDING, "filters": FILTERS, "hidden": HIDDEN, "rate": RATE}
cases = [case(3, 2, False, 1), case(2, 3, False, 2), case(1, 2, True, 3)]
print(json.dumps({"torch": torch.__version__, **head, "cases": cases}))
