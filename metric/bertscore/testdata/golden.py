"""Makes the models of the tests and the scores of bert-score.

    python -m venv v && v/bin/pip install torch transformers==4.57.1 bert-score==0.3.13
    v/bin/python golden.py [MODELS SHARED_DATA]

bert/, roberta/   tiny random models with the tokenizers of neural/tokenizer
scores.json       scores of pairs by them, and the layers that bert-score takes for
                  models
minilm.json.gz    scores of 2,000 pairs of NumHG by MODELS/minilm

bert-score fills texts up to the longest of their batch, and a cosine below 0 counts as
0 because of that, but not for the longest itself. So each batch has a pair that is
longer than all others and left out of the results.

bert-score does not work with transformers 5, which has no tokenizers in Python: an
empty text fails. What it does with RoBERTa's tokens is seen with those alone.
"""

import csv
import gzip
import io
import json
import os
import shutil
import sys
import tempfile

import bert_score
import torch
import transformers
from bert_score.utils import model2layers

HERE = os.path.dirname(os.path.abspath(__file__))
TOKENIZERS = f"{HERE}/../../../neural/tokenizer/testdata"
VERSIONS = {
    "bert-score": "0.3.13", "torch": torch.__version__, "transformers": transformers.__version__,
}
LAYERS = 2
PAIRS = [
    ("Council closes bridge", ["The council closes the old harbour bridge after a vote"]),
    ("Bridge bridge bridge closes", ["Bridge closes"]),
    ("Bridge closes", ["Bridge closes"]),
    ("12 to 3 vote shuts $4.5M bridge", ["Vote of 12 to 3 shuts bridge worth $4.5 million", "Bridge closes"]),
    ("", ["Bridge closes"]),
    ("Bridge closes", [""]),
    (" \t\x1f", ["Bridge closes", "Ferry runs"]),
    ("Ferry runs", ["", "The ferry runs until 2031"]),
    ("  Ferry runs \n", ["Ferry runs\u2003"]),
    ("Citt\u00e0 chiude il ponte; gi\u00e0 12 voti", ["La citt\u00e0 chiude il ponte", "\u65e5\u672c \u6a4b \u9589\u9396", "e\u0301 \u200b \u0130K"]),
    ("[SEP] the bridge [CLS]", ["the [SEP] ferry"]),
    ("</s> the bridge <s>", ["the </s> ferry"]),
    ("?! \u2026 -- ''", ["..."]),
    ("The bridge will be closed for the winter while engineers look at the pillars. " * 6, ["The ferry runs. " * 40, "The bridge is closed"]),
]
torch.manual_seed(1)
torch.set_num_threads(1)


def tiny(name):
    """Writes a model folder."""
    tokenizer = json.load(open(f"{TOKENIZERS}/{name}.json", encoding="utf8"))
    vocab = tokenizer["model"]["vocab"]
    size = 1 + max([*vocab.values(), *(t["id"] for t in tokenizer["added_tokens"])])
    common = dict(
        vocab_size=size, hidden_size=16, num_hidden_layers=LAYERS, num_attention_heads=2, intermediate_size=24,
        max_position_embeddings=66,
    )
    if name == "bert":
        model = transformers.BertModel(transformers.BertConfig(**common), add_pooling_layer=False)
    else:
        pad = tokenizer_id(tokenizer, "<pad>")
        model = transformers.RobertaModel(
            transformers.RobertaConfig(**common | dict(type_vocab_size=1, pad_token_id=pad, layer_norm_eps=1e-5)), add_pooling_layer=False
        )
    for p in model.parameters():
        p.data = (p.data + 0.3 * torch.randn_like(p)).bfloat16().float()
    folder = f"{HERE}/{name}"
    shutil.rmtree(folder, ignore_errors=True)
    model.to(torch.bfloat16).save_pretrained(folder)
    shutil.copy(f"{TOKENIZERS}/{name}.json", f"{folder}/tokenizer.json")
    with open(f"{folder}/tokenizer_config.json", "w") as f:
        json.dump({"model_max_length": 40}, f)
        f.write("\n")
    return folder


def tokenizer_id(tokenizer, token):
    return {t["content"]: t["id"] for t in tokenizer["added_tokens"]}.get(token, tokenizer["model"]["vocab"].get(token))


def slow(folder, name, to):
    """Copies a model folder, with the files that tokenizers in Python read."""
    shutil.copytree(folder, to)
    os.remove(f"{to}/tokenizer.json")
    tokenizer = json.load(open(f"{folder}/tokenizer.json", encoding="utf8"))
    vocab = dict(tokenizer["model"]["vocab"])
    for t in tokenizer["added_tokens"]:
        vocab.setdefault(t["content"], t["id"])
    settings = {"model_max_length": 40}
    if name == "bert":
        with open(f"{to}/vocab.txt", "w", encoding="utf8", newline="") as f:
            for token, _ in sorted(vocab.items(), key=lambda kv: kv[1]):
                f.write(token + "\n")
        n = tokenizer["normalizer"]
        settings |= dict(
            tokenizer_class="BertTokenizer", do_lower_case=n["lowercase"],
            strip_accents=n["strip_accents"], tokenize_chinese_chars=n["handle_chinese_chars"],
        )
    else:
        with open(f"{to}/vocab.json", "w") as f:
            json.dump(vocab, f)
        with open(f"{to}/merges.txt", "w", encoding="utf8") as f:
            f.write("#version: 0.2\n")
            for m in tokenizer["model"]["merges"]:
                f.write((m if isinstance(m, str) else " ".join(m)) + "\n")
        settings |= dict(tokenizer_class="RobertaTokenizer")
    with open(f"{to}/tokenizer_config.json", "w") as f:
        json.dump(settings, f)


def rows(prf):
    return [[float(f"{x:.8g}") for x in row] for row in torch.stack(prf, dim=-1).tolist()]


def baseline(layers):
    lines = ["LAYER,P,R,F"] + [f"{i},{0.1 + 0.01 * i:.4f},{0.12 + 0.01 * i:.4f},{0.11 + 0.01 * i:.4f}" for i in range(layers + 1)]
    return "".join(line + "\n" for line in lines)


def score(folder, hyps, refs, base, **kw):
    if base:
        kw |= dict(lang="en", rescale_with_baseline=True, baseline_path=base)
    sents = [r for group in refs for r in group] if kw.get("idf") else None
    scorer = bert_score.BERTScorer(model_type=folder, device="cpu", nthreads=0, idf_sents=sents, **kw)
    longest = " ".join(["bridge"] * 100)
    most = max(map(len, refs))
    batch = 64 // most * most
    cands, groups, keep = [], [], []
    for h, r in zip(hyps, refs):
        if len(cands) * most % batch == 0:
            cands.append(longest)
            groups.append([longest] * most)
        keep.append(len(cands))
        cands.append(h)
        # A reference again changes no maximum.
        groups.append(r + r[:1] * (most - len(r)))
    scores = rows(scorer.score(cands, groups, batch_size=batch))
    return [scores[i] for i in keep]


def small():
    with open(f"{HERE}/baseline.csv", "w") as f:
        f.write(baseline(LAYERS))
    out = {"versions": VERSIONS, "pairs": [{"headline": h, "references": r} for h, r in PAIRS], "scores": {}}
    hyps, refs = [h for h, _ in PAIRS], [r for _, r in PAIRS]
    for name in "bert", "roberta":
        with tempfile.TemporaryDirectory() as tmp:
            folder = f"{tmp}/model"
            slow(tiny(name), name, folder)
            for layer in range(LAYERS + 1):
                for idf in False, True:
                    for base in None, f"{HERE}/baseline.csv":
                        key = f"model={name}+layer={layer}" + "+idf=true" * idf + "+baseline=baseline.csv" * bool(base)
                        out["scores"][key] = score(folder, hyps, refs, base, num_layers=layer, idf=idf)
    kinds = ("bert", "roberta", "xlm-roberta", "distil", "mpnet", "finbert", "simcse")
    out["layers"] = {
        k: v for k, v in model2layers.items()
        if any(s in k.lower() for s in kinds) and not any(s in k.lower() for s in ("albert", "deberta", "squeeze", "conv-bert", "relative", "bigbird", "blender"))
    }
    with open(f"{HERE}/scores.json", "w") as f:
        json.dump(out, f, indent=0)
        f.write("\n")


def minilm(folder, data):
    file = io.TextIOWrapper(gzip.open(f"{data}/numhg/annotated.csv.gz"), encoding="utf8", newline="")
    articles = [(row["text"].split(), row["summary"]) for _, row in zip(range(2001), csv.DictReader(file))]
    hyps, refs, more = [], [], []
    for i in range(2000):
        words, headline = articles[i]
        # Every fourth headline is of another article, the others are beginnings.
        hyps.append(articles[i + 1][1] if i % 4 == 3 else " ".join(words[6:18]))
        refs.append([headline])
        more.append([headline, " ".join(words[18:28])])
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/baseline.csv", "w") as f:
            f.write(baseline(6))
        out = {
            "versions": VERSIONS,
            "scores": {
                "layer=5": score(folder, hyps, refs, None, num_layers=5),
                "layer=6+idf=true": score(folder, hyps, refs, None, num_layers=6, idf=True),
                "layer=6+baseline=FILE": score(folder, hyps, refs, f"{tmp}/baseline.csv", num_layers=6),
                "layer=6, two references": score(folder, hyps, more, None, num_layers=6),
            },
        }
    for key in list(out["scores"]):
        out["scores"][key] = [[float(f"{x:.7f}") for x in row] for row in out["scores"][key]]
    text = json.dumps(out, separators=(",", ":"))
    with open(f"{HERE}/minilm.json.gz", "wb") as f:
        f.write(gzip.compress(text.encode(), 9, mtime=0))


small()
if len(sys.argv) > 2:
    minilm(sys.argv[1] + "/minilm", sys.argv[2])
