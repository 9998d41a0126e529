"""Constructs answers whose agreement and mean places are those that Cafagna et al.
(2019) print (table 2 and the caption of figure 4), and asks krippendorff for their
alphas. Writes paper.json.

Run: pip install krippendorff==0.9.0 numpy && python paper.py
"""
import itertools, json, random
from importlib.metadata import version
import krippendorff

SYSTEMS = ["gold", "s2s", "pn", "pnc"]
CASES, JUDGES = 200, 3
random.seed(4)

def alpha(rows, level, domain):
    """rows: one list of values a judge."""
    return krippendorff.alpha(reliability_data=rows, level_of_measurement=level, value_domain=domain)

def binary(targets, total, fits=lambda yes: True):
    """Counts of yes and of mixed items a system, for alphas that round to the targets, where fits says
    whether the counts of yes are as the text has them."""
    n = CASES * JUDGES
    def a(yes, mixed, items):
        n = items * JUDGES
        return 1 - (2 * mixed / n) / (2 * yes * (n - yes) / (n * (n - 1)))
    options = []
    for t in targets:
        options.append([(y, m) for y in range(330, 480) for m in range(20, 160)
                        if round(a(y, m, CASES), 3) == t and abs(y - 400) < 70])
    while True:
        pick = [random.choice(o) for o in options]
        if fits([p[0] for p in pick]) and round(a(sum(p[0] for p in pick), sum(p[1] for p in pick), 4 * CASES), 3) == total:
            break
    answers = []
    for yes, mixed in pick:
        # mixed items have 1 or 2 yes, the others 0 or 3
        for two in range(mixed + 1):
            rest = yes - (mixed + two)
            if rest >= 0 and rest % 3 == 0 and rest // 3 <= CASES - mixed:
                break
        ks = [2] * two + [1] * (mixed - two) + [3] * (rest // 3)
        ks += [0] * (CASES - len(ks))
        random.shuffle(ks)
        rows = []
        for k in ks:
            v = [1] * k + [0] * (JUDGES - k)
            random.shuffle(v)
            rows.append(v)
        answers.append(rows)
    return answers  # by system, case, judge

def attract(target):
    weights = [10, 3, 5, 4]  # gold, then pn, pnc and s2s, as the text has them
    rows = [[random.choices(range(4), weights)[0] for _ in range(JUDGES)] for _ in range(CASES)]
    def now():
        return alpha(list(zip(*rows)), "nominal", [0, 1, 2, 3])
    a = now()
    while round(a, 3) != target:
        c, j = random.randrange(CASES), random.randrange(JUDGES)
        old = rows[c][j]
        rows[c][j] = rows[c][random.randrange(JUDGES)] if a < target else random.randrange(4)
        b = now()
        if abs(b - target) > abs(a - target):
            rows[c][j] = old
        else:
            a = b
    return rows

def ranks(means):
    """Rankings whose mean places round to the given ones; as few as possible are
    missing of all."""
    for n in range(CASES * JUDGES, 0, -1):
        sums = [[s for s in range(n, 4 * n) if round(s / n, 3) == m] for m in means]
        for pick in itertools.product(*sums):
            if sum(pick) == 10 * n:
                return n, fit(n, pick)

def fit(n, sums):
    rows = [random.sample(range(4), 4) for _ in range(n)]  # systems from best to worst
    def total(s):
        return sum(r.index(s) + 1 for r in rows)
    have = [total(s) for s in range(4)]
    while have != list(sums):
        r = random.choice(rows)
        i = random.randrange(3)
        a, b = r[i], r[i + 1]
        after = have[:]
        after[a] += 1
        after[b] -= 1
        if sum(abs(x - y) for x, y in zip(after, sums)) <= sum(abs(x - y) for x, y in zip(have, sums)):
            r[i], r[i + 1] = b, a
            have = after
    return rows

# Section 4.2: more yes than no for all, gold and pn having the most.
correct = binary([0.439, 0.427, 0.345, 0.337], 0.387, lambda yes: yes[0] >= yes[2] > max(yes[1], yes[3]) + 20)
# There: more no than yes for all. Alphas stay as they are if yes and no change places.
suitable = [[[1 - v for v in case] for case in rows] for rows in binary([0.349, 0.354, 0.374, 0.313], 0.348)]
chosen = attract(0.120)
# There: pn is first most often, gold last.
while True:
    n, ranked = ranks([2.580, 2.488, 2.401, 2.530])
    first, last = ([sum(r[at] == s for r in ranked) for s in range(4)] for at in (0, 3))
    if max(first) == first[2] > first[0] and max(last) == last[0] > max(last[1:]):
        break

def alphas(answers):
    each = [alpha(list(zip(*a)), "nominal", [0, 1]) for a in answers]
    rows = [list(itertools.chain(*[[c[j] for c in a] for a in answers])) for j in range(JUDGES)]
    return each + [alpha(rows, "nominal", [0, 1])]

places = [[None] * CASES for _ in range(JUDGES * 4)]
out = {
    "by": "krippendorff " + version("krippendorff"), "systems": SYSTEMS,
    "correct": ["".join(map(str, itertools.chain(*a))) for a in correct],
    "appropriate": ["".join(map(str, itertools.chain(*a))) for a in suitable],
    "attract": "".join(map(str, itertools.chain(*chosen))),
    "rank": ["".join(map(str, r)) for r in ranked],
    "alpha": {"correct": alphas(correct), "appropriate": alphas(suitable),
              "attract": [alpha(list(zip(*chosen)), "nominal", [0, 1, 2, 3])]},
}
# A ranking goes to case i//3 and judge i%3; each headline of a case is an item.
rows = [[float("nan")] * (4 * CASES) for _ in range(JUDGES)]
for i, r in enumerate(ranked):
    for place, s in enumerate(r):
        rows[i % 3][4 * (i // 3) + s] = place + 1
each = [alpha([r[s::4] for r in rows], "ordinal", [1, 2, 3, 4]) for s in range(4)]
out["alpha"]["rank"] = each + [alpha(rows, "ordinal", [1, 2, 3, 4])]
json.dump(out, open("paper.json", "w"), separators=(",", ":"))
print(n, out["alpha"], [sum(r.index(s) + 1 for r in ranked) / n for s in range(4)])
