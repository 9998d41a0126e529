"""Makes golden.json: what Python answers where package numeral must agree with it.

    python golden.py ../../../shared/data/numhg

"official" is the pattern of the official NumHG scorer run by re.findall: in full on
invented headlines, as digests of blocks of 1,000 on all headlines of NumHG and on the
example files. "round" is round() of floats, which the operator Round follows.
Standard library only; the version is in the file.
"""

import csv
import gzip
import hashlib
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PATTERN = re.compile(r"\d{1,3}(?:,\d{3})+|\d+[\/\.]{0,1}\d+|\d+")
BLOCK = 1000

INVENTED = """
|none|7|12|1,000|1,00|12,3456|1,234,567|1234,567|0,000|1,000.5|1,000/2,000|2/3|2//3|2./3|9/11|24/7|.5|5.|3.5|3.5.7|
1.2.3.4|1/2/3|10-12|$1.5M|3rd|a1b2|1K and 2K|1,000,00|1,0000|12,345,67|123,456|1234|1,|,1|1,,000|1 000|1.|./1|
２０２６|１,０００|٣٫٥|٣|1٣|१२,३४५|½|²|x²3|3²|4½|Ⅳ|𝟗|𝟙𝟚,𝟛𝟜𝟝|1\u00a0000|1,000,000,000.25|99.9%|-5|5–4|007|0/0
""".replace("\n", "").split("|")


def numerals(headline):
    return PATTERN.findall(headline)


def strict(headline, gold):
    found = numerals(headline)
    return len(found) == 1 and found[0] == gold


def digest(pairs):
    sums, h = [], hashlib.sha256()
    for n, (headline, gold) in enumerate(pairs, 1):
        for item in numerals(headline):
            h.update(item.encode() + b"\0")
        h.update(b"\1" if strict(headline, gold) else b"\2")
        if n % BLOCK == 0 or n == len(pairs):
            sums.append(h.hexdigest())
            h = hashlib.sha256()
    return sums


def corpus(path):
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf8", newline="") as f:
        return [(row["summary"], row["cloze_gt"]) for row in csv.DictReader(f)]


def lines(path):
    with open(path, encoding="utf8") as f:
        return f.read().split("\n")


def decimals():
    """Numbers of up to four places, ties among them, by a small generator."""
    state = 1
    for i in range(1500):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        places = 1 + (state >> 33) % 4
        n = (state >> 37) % 10 ** (2 + (state >> 41) % 5)
        if i % 3:
            n = n - n % 10 + 5
        text = f"{n:0{places + 1}d}"
        yield text[:-places] + "." + text[-places:], (state >> 45) % places


def main(data):
    rows = corpus(os.path.join(data, "annotated.csv.gz"))
    example = os.path.join(data, "example")
    golds = lines(os.path.join(example, "number_gt.txt"))
    golden = {
        "python": sys.version.split()[0],
        "official": [[s, numerals(s)] for s in INVENTED],
        "numhg": digest(rows),
        "numhg_strict": sum(strict(h, g) for h, g in rows),
        "example": {
            name: [strict(h, g) for h, g in zip(lines(os.path.join(example, name)), golds, strict=True)]
            for name in ("target.txt", "prediction.txt")
        },
        "round": [[x, c, repr(round(float(x), c))] for x, c in decimals()],
    }
    with open(os.path.join(HERE, "golden.json"), "w", encoding="utf8") as f:
        json.dump(golden, f, ensure_ascii=False, separators=(",", ":"))
        f.write("\n")


main(sys.argv[1])
