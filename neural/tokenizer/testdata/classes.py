"""Asks Hugging Face's tokenizers what it takes each character for.

The library mixes tables of four Unicode versions (its regex engines, Rust's
standard library, and two crates of its own), none of them Go's. Each class is
found by running the part of the library that uses it over all characters.

    pip install tokenizers
    python testdata/classes.py > classes.txt
"""

import tokenizers
from tokenizers import Regex, normalizers, pre_tokenizers

CHARS = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
BLOCK = 4096


def blocks():
    for i in range(0, len(CHARS), BLOCK):
        yield CHARS[i : i + BLOCK]


def matched(pattern):
    """The characters that a pattern of one character matches."""
    split = pre_tokenizers.Split(Regex(pattern), "removed", invert=True)
    for block in blocks():
        for piece, _ in split.pre_tokenize_str("".join(block)):
            yield from piece


def split(pre, test):
    """The characters c for which the parts of "acb" pass a test."""
    for c in CHARS:
        if test([p for p, _ in pre.pre_tokenize_str("a" + c + "b")], c):
            yield c


def changed(normalizer, test):
    """The characters whose normal form passes a test."""
    for c in CHARS:
        if test(normalizer.normalize_str(c), c):
            yield c


def nonstarters():
    """The characters that move past a mark of class 1 or 232."""
    nfd = normalizers.NFD()
    for c in CHARS:
        low, high = nfd.normalize_str("x" + c + "\u0334"), nfd.normalize_str("x\u0315" + c)
        if nfd.normalize_str(c)[0] == c and (low[1] == "\u0334" and c != "\u0334" or high[1] == c and c != "\u0315"):
            yield c
        elif c in "\u0334\u0315":
            yield c


def ranges(chars):
    out = []
    for c in map(ord, chars):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in out)


clean = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False)
accents = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
chinese = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=True, strip_accents=False, lowercase=False)
missing = lambda parts, c: parts == ["a", "b"]
apart = lambda parts, c: parts == ["a", c, "b"]
gone = lambda form, c: form == ""

print(f"# made by testdata/classes.py with tokenizers {tokenizers.__version__}")
print("letter", ranges(matched(r"\p{L}")))
print("upper", ranges(matched(r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]")))
print("lower", ranges(matched(r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]")))
print("number", ranges(matched(r"\p{N}")))
space = list(split(pre_tokenizers.WhitespaceSplit(), missing))
assert space == list(matched(r"\s"))
print("space", ranges(space))
print("word", ranges(split(pre_tokenizers.Whitespace(), lambda parts, c: len(parts) == 1)))
print("digit", ranges(split(pre_tokenizers.Digits(individual_digits=True), apart)))
print("punctuation", ranges(split(pre_tokenizers.Punctuation(), apart)))
print("control", ranges(changed(clean, gone)))
print("chinese", ranges(changed(chinese, lambda form, c: len(form) == 3)))
print("nonspacing", ranges(changed(accents, gone)))
print("mark", ranges(changed(normalizers.StripAccents(), gone)))
print("nonstarter", ranges(nonstarters()))
print("decomposed", ranges(changed(normalizers.NFKD(), lambda form, c: form != c)))
lower = normalizers.Lowercase()
print("lowered", " ".join(f"{ord(c):x}={'.'.join(f'{ord(d):x}' for d in lower.normalize_str(c))}" for c in CHARS
                        if lower.normalize_str(c) != c))
