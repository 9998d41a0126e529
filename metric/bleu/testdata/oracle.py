"""Makes golden.json.gz, of both metric/bleu and metric/chrf, with sacreBLEU.

    python -m venv v && v/bin/pip install sacrebleu==2.6.0
    v/bin/python oracle.py ../../../../shared/data/numhg/annotated.csv.gz

cases    250 headlines with one to four references, of words and odd characters below
settings specs of hed, each with the score of every case and of all cases as a corpus
numhg    for each spec, of all rows of NumHG: the first twelve words of the article against the
         headline. sha256 is over the counts of every row, in decimal with a space after each,
         corpus is the score of them all

Scores are fractions.
"""

import csv
import gzip
import hashlib
import json
import logging
import sys

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF

logging.disable(logging.WARNING)
assert sacrebleu.__version__ == "2.6.0"

WORDS = """Council votes to close old harbour bridge after storm Mayor says repairs would cost ferry runs until 2031 a
the The of on in for shuts 12 3 600 trees plant two days Skye aground near off and Prime Minister's won't don't""".split()
ODD = ["$4.5", "4,500", "1.5m", "12-3", "3.", "7,", "U.S.", "e.g.", "--", "-", "...", "..", "?!", "(hi)", "(", ")", "\"Yes,\"", "'no'", "“quoted”",
       "‘single’", "it’s", "50%", "£3bn", "€2.5", "A&B", "&amp;", "&quot;x&quot;", "&amp;lt;", "<skipped>", "R&D;", "#tag", "@who", "a/b", "x_y", "[1]", "{2}", "~", "`", "^",
       "Città", "già", "naïve", "e\u0301te\u0301", "İstanbul", "ΟΔΟΣ", "ΣΑΣ", "Straße", "ẞ", "日本橋閉鎖", "香港。", "，", "「引用」", "ｆｕｌｌ", "한국", "मुंबई", "٣٫٥", "१२,३", "½",
       "²", "Ⅷ", "🙂", "👩‍👩‍👧", "♥", "→", "…", "–", "—", "·", "\u200b", "x\u00a0y", "\u3000", "a\u2028b", "\x1c", "\x85", "\ufeff", "№5", "a.b", "1.2.3", ".5", ",5", "5-", "5-6", "x-5", "©", "+1", "=", "<b>", "|"]


class Random:
    """splitmix64"""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % n


def text(r):
    out = []
    for _ in range(r.below(13)):
        out.append(WORDS[r.below(len(WORDS))] if r.below(3) else ODD[r.below(len(ODD))])
    return ["", " ", "\t"][r.below(3)] + " ".join(out) + ["", ".", " ", "\n"][r.below(4)]


def changed(r, s):
    """The text with words lost, doubled, changed and moved, so that there are long matches."""
    words = s.split(" ")
    for _ in range(r.below(4)):
        if not words:
            break
        i = r.below(len(words))
        k = r.below(4)
        if k == 0:
            del words[i]
        elif k == 1:
            words.insert(i, words[i])
        elif k == 2:
            words[i] = WORDS[r.below(len(WORDS))]
        else:
            words.append(words.pop(i))
    return " ".join(words)


def make(n):
    r = Random(17)
    for _ in range(n):
        refs = [text(r)]
        for _ in range([0, 0, 0, 1, 2, 3][r.below(6)]):
            refs.append(changed(r, refs[0]) if r.below(2) else text(r))
        hyp = text(r) if r.below(5) == 0 else changed(r, refs[r.below(len(refs))])
        if r.below(8) == 0:
            hyp = hyp.upper()
        yield hyp, refs


SETTINGS = {
    "bleu": {},
    "bleu:lowercase=true": {"lowercase": True},
    "bleu:tok=intl": {"tokenize": "intl"},
    "bleu:tok=intl+lowercase=true": {"tokenize": "intl", "lowercase": True},
    "bleu:tok=char": {"tokenize": "char"},
    "bleu:tok=zh": {"tokenize": "zh"},
    "bleu:tok=none": {"tokenize": "none"},
    "bleu:smooth=none": {"smooth_method": "none"},
    "bleu:smooth=floor": {"smooth_method": "floor"},
    "bleu:smooth=floor+value=0.35": {"smooth_method": "floor", "smooth_value": 0.35},
    "bleu:smooth=add-k": {"smooth_method": "add-k"},
    "bleu:smooth=add-k+value=0.5": {"smooth_method": "add-k", "smooth_value": 0.5},
    "chrf": {},
    "chrf:words=2": {"word_order": 2},
    "chrf:words=2+lowercase=true": {"word_order": 2, "lowercase": True},
    "chrf:beta=1+whitespace=true": {"beta": 1, "whitespace": True},
    "chrf:eps=true": {"eps_smoothing": True},
    "chrf:eps=true+words=1+chars=4+beta=3": {"eps_smoothing": True, "word_order": 1, "char_order": 4, "beta": 3},
}


def metrics(spec):
    """Of a corpus and of a sentence."""
    options = SETTINGS[spec]
    if spec.startswith("chrf"):
        return CHRF(**options), CHRF(**options)
    return BLEU(force=True, **options), BLEU(force=True, effective_order=True, **options)


def streams(refs):
    """References as sacreBLEU takes them: a list of all first ones, of all second ones, and so on."""
    return [[r[i] if i < len(r) else None for r in refs] for i in range(max(map(len, refs)))]


cases = list(make(250))
hyps, refs = [h for h, _ in cases], [r for _, r in cases]
settings = {}
for spec in SETTINGS:
    corpus, sentence = metrics(spec)
    settings[spec] = {
        "corpus": corpus.corpus_score(hyps, streams(refs)).score / 100,
        "cases": [sentence.sentence_score(h, r).score / 100 for h, r in cases],
        "signature": str(corpus.get_signature()),
    }

numhg = {}
with gzip.open(sys.argv[1], "rt", encoding="utf8", newline="") as f:
    rows = list(csv.DictReader(f))
hyps, refs = [" ".join(r["text"].split()[:12]) for r in rows], [r["summary"] for r in rows]
for spec in SETTINGS:
    corpus, _ = metrics(spec)
    counts = corpus._extract_corpus_statistics(hyps, [refs])
    h = hashlib.sha256()
    for row in counts:
        h.update("".join(f"{c} " for c in row).encode())
    numhg[spec] = {"sha256": h.hexdigest(), "corpus": corpus._aggregate_and_compute(counts).score / 100}

golden = {"cases": [{"hyp": h, "refs": r} for h, r in cases], "settings": settings, "numhg": numhg}
with open("golden.json.gz", "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", filename="", mtime=0) as g:
    g.write(json.dumps(golden, ensure_ascii=False, indent=0).encode())
