package derive

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hed/numeral"
	"hed/score"
)

// calibrate sets the heat at which the verdicts on parts not seen say best
// how sure they may be, and measures these verdicts.
func (t *trainer) calibrate(m *Model) error {
	loss := func(heat float64) float64 {
		sum := 0.0
		for _, l := range t.lessons {
			k := slices.IndexFunc(l.r.all, func(c choice) bool { return c.text == l.Answer })
			if k < 0 {
				continue
			}
			all := 0.0
			for _, p := range l.r.p {
				all += math.Pow(p/l.r.p[0], 1/heat)
			}
			sum -= math.Log(math.Pow(l.r.p[k]/l.r.p[0], 1/heat)/all + 1e-12)
		}
		return sum
	}
	m.heat = 1
	least := loss(1)
	for h := 0.6; h < 2; h += 0.05 {
		if x := loss(h); x < least {
			m.heat, least = h, x
		}
	}
	m.heat = math.Round(m.heat*100) / 100
	m.About.Heat = m.heat
	var right, all [2]float64
	for _, l := range t.lessons {
		for i, p := range l.r.p {
			l.r.p[i] = math.Pow(p, 1/m.heat)
		}
		k := 0
		if l.Reasoning != nil && *l.Reasoning {
			k = 1
		}
		all[k]++
		if len(l.r.all) > 0 && l.r.all[0].text == l.Answer {
			right[k]++
		}
	}
	share := func(right, all float64) score.Value { return score.Value(math.Round(right/max(all, 1)*1e4) / 1e4) }
	m.About.Held = Accuracy{share(right[0]+right[1], all[0]+all[1]), share(right[0], all[0]), share(right[1], all[1])}
	return nil
}

// alarm learns when a number is not supported: headlines whose number was
// changed must fall behind, and of right ones all but 3 of 100 must pass.
func (t *trainer) alarm(m *Model) error {
	rng := t.random(3)
	var examples []evidence
	var right []bool
	absent := 0
	for i, l := range t.lessons {
		if k := l.r.find(l.Answer, numeral.Value{}); k >= 0 {
			examples, right = append(examples, l.r.evidence(k)), append(right, true)
		} else {
			absent++
		}
		for c := range changes {
			other := t.lessons[(i+1+rng.IntN(len(t.lessons)-1))%len(t.lessons)]
			if text := l.change(c, other, rng); text != "" {
				if k := l.r.find(text, numeral.Value{}); k >= 0 {
					examples, right = append(examples, l.r.evidence(k)), append(right, false)
				}
			}
		}
	}
	m.alarm.fit(examples, right)
	support := make([]float64, absent)
	for i := range examples {
		if right[i] {
			support = append(support, m.alarm.at(&examples[i]))
		}
	}
	slices.Sort(support)
	m.alarm.Least = support[len(support)*3/100]
	return nil
}

// never is the lead of what is not among the choices.
const never = -30

// find returns the choice of the text, or else of the value, or -1.
func (r *ranking) find(text string, v numeral.Value) int {
	for k := range r.all {
		if r.all[k].text == text {
			return k
		}
	}
	for k := range r.all {
		if x := r.cs[r.all[k].ways[0]].value; x == v && v.OK() {
			return k
		}
	}
	return -1
}

// lead is by how much choice k is likelier than the best other one, as a
// logarithm.
func (r *ranking) lead(k int) float64 {
	other := 1e-6
	for j, p := range r.p {
		if j != k {
			other = max(other, p)
		}
	}
	return max(never, math.Log(r.p[k]+1e-12)-math.Log(other))
}

// A change makes a right headline wrong.
type change int

const (
	foreign change = iota // the number of another headline
	fifth                 // 20 percent more or less
	swap                  // another number of the same article
	changes
)

// change returns another numeral for the blank, and "" if there is none.
func (l *lesson) change(c change, other *lesson, rng *rand.Rand) string {
	v, ok := numeral.Parse(l.Answer)
	switch c {
	case foreign:
		if other.Answer != l.Answer {
			return other.Answer
		}
	case fifth:
		if !ok {
			return ""
		}
		factor := numeral.Ratio(6, 5)
		if rng.IntN(2) == 0 {
			factor = numeral.Ratio(4, 5)
		}
		places := 0
		if _, frac, ok := strings.Cut(l.Answer, "."); ok {
			places = len(frac)
		}
		w := v.Mul(factor).Round(places)
		if w == v {
			w = v.Add(numeral.Int(1))
		}
		return like(l.Answer, w)
	case swap:
		var plain []string
		for i := range l.r.cs {
			if x := &l.r.cs[i]; (x.way == copied || x.way == trans || x.way == paraphrase) && x.text != l.Answer && !(ok && x.value == v) &&
				!slices.Contains(plain, x.text) {
				plain = append(plain, x.text)
			}
		}
		if len(plain) > 0 {
			return plain[rng.IntN(len(plain))]
		}
	}
	return ""
}

// like writes v in the manner of a text.
func like(text string, v numeral.Value) string {
	if n, ok := v.Int64(); ok && !strings.Contains(text, ",") && 1000 <= n && n < 10000 && len(text) == 4 {
		return strconv.FormatInt(n, 10)
	}
	return write(v)
}
