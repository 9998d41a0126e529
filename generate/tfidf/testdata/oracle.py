"""Makes scores.json: what scikit-learn's TfidfVectorizer says of words.

    python -m venv v && v/bin/pip install scikit-learn==1.9.1 numpy==2.4.6 scipy==1.17.1
    v/bin/python oracle.py

The texts are the first English and Italian articles of the sample corpus,
cut into words by the simple rule below: tokenizers have tests of their own.
Words are written with blanks between them, as any tokenizer leaves them.
Stop words are in the file too; the test passes over them.
"""

import json
import os
import re

from sklearn.feature_extraction.text import TfidfVectorizer

here = os.path.dirname(os.path.abspath(__file__))
sample = os.path.join(here, "..", "..", "..", "internal", "sample", "articles.jsonl")
number = {"en": 8, "it": 4}

with open(sample, encoding="utf-8") as f:
    articles = [json.loads(line) for line in f]

out = []
for lang, n in number.items():
    docs = [a for a in articles if a["lang"][:2] == lang][:n]
    words = [re.findall(r"[^\W_]+", d["text"].lower()) for d in docs]
    vectorizer = TfidfVectorizer(analyzer=lambda d: d, norm=None, smooth_idf=True, sublinear_tf=False)
    matrix = vectorizer.fit_transform(words)
    names = vectorizer.get_feature_names_out()
    for ws, row in zip(words, matrix):
        out.append({"lang": lang, "text": " ".join(ws), "scores": {names[i]: row[0, i] for i in row.indices}})

with open(os.path.join(here, "scores.json"), "w", encoding="utf-8") as f:
    json.dump(out, f, ensure_ascii=False, indent=0)
    f.write("\n")
