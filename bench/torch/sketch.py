"""Runs a sketch of a pointer-generator that teaches as hed's pn is taught: python sketch.py SKETCH COURSE PRECISION

SKETCH is a program that is called with a file of data, pn and seconds, and prints its pairs a second after each pass, since
it began. It gets the pairs of COURSE (see pointer.py), their articles cut at 110 words, and TF32 taken out of its
text unless PRECISION is tf32. Printed are the seconds of as many steps as the course has after the first, by the passes behind the first.
"""

import array
import json
import lzma
import os
import pickle
import re
import subprocess
import sys
import tempfile

WORDS, TITLE, FIRST, BATCH = 110, 22, 4, 256


def main(sketch, folder, precision):
    with open(os.path.join(folder, "course.json")) as f:
        course = json.load(f)
    # The sketch's numbers 0 to 3 are padding, unknown, begin and end; those of a course begin with three of them.
    pairs = [([w + 1 for w in a[:WORDS]], [w + 1 for w in h[:TITLE]]) for a, h in course["pairs"]]
    part = lambda some: (
        array.array("i", [w for a, _ in some for w in a]).tobytes(), array.array("i", [w for _, h in some for w in h]).tobytes(),
        [len(a) for a, _ in some], [len(h) for _, h in some],
    )
    used = min(20, len(course["batches"])) * BATCH  # of a pass
    data = {"V": ["w"] * (course["config"]["vocabulary"] + 1), "tr": part(pairs[:used]), "te": part(pairs[:8]), "te_ref": ["w"] * 8, "te_oov": [["w"] * 99] * 8}
    with open(sketch) as f:
        text = f.read()
    if precision != "tf32":
        text = text.replace("allow_tf32 = True", "allow_tf32 = False; torch.backends.cudnn.allow_tf32 = False")
    with tempfile.TemporaryDirectory() as at:
        with lzma.open(os.path.join(at, "data.xz"), "wb", preset=0) as f:
            f.write(pickle.dumps(data))
        with open(os.path.join(at, "sketch.py"), "w") as f:
            f.write(text)
        out = subprocess.run([sys.executable, "sketch.py", "data.xz", "pn", "6"], cwd=at, check=True, capture_output=True, text=True).stdout
    steps = used // BATCH
    ends = [n * steps * BATCH / float(rate) for n, rate in enumerate(re.findall(r"(\d+) pairs/s", out), 1)]
    ends = ends[:-1] if len(ends) > 2 else ends  # the last pass may be cut
    return {"seconds": (ends[-1] - ends[0]) / (len(ends) - 1) / steps * (len(course["batches"]) - 1)}


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
