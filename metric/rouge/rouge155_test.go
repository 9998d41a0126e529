package rouge

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed/internal/race"
	"hed/internal/shared"
)

// TestROUGE155Made compares with the program on texts made for the purpose:
// every flag, one to four references, every way to combine them.
func TestROUGE155Made(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	readGolden155(t, "testdata/rouge155/made.json.gz").compare(t)
}

// TestROUGE155NumHG compares on news. The texts are not ours to commit. The
// candidate is the article up to and including the first ". ", the
// reference is the headline.
func TestROUGE155NumHG(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	articles := shared.NumHG(t)
	g := readGolden155(t, "testdata/rouge155/numhg.json.gz")
	for i := 0; i < 10000; i += 20 {
		lead, _, found := strings.Cut(articles[i].Text, ". ")
		if found {
			lead += ". "
		}
		g.Items = append(g.Items, item155{Cand: lead, Refs: []string{articles[i].Headline}})
	}
	g.compare(t)
}

// compare asks for equal numbers, not near ones: the program prints decimals of
// five digits, and those are its scores.
func (g *golden155) compare(t *testing.T) {
	for _, run := range g.Runs {
		t.Run(strings.Join(strings.Fields(run.Flags+" "+run.Formula+" "+run.Measure), "_"), func(t *testing.T) {
			if run.Formula == "jackknife" {
				g.compareJackknife(t, &run)
				return
			}
			combine := combine155(average155)
			if run.Formula == "best" {
				combine = best155
			}
			s := newScorer155(t, &run)
			for i, want := range run.Scores {
				item := i
				if run.Items != nil {
					unmarshal155(t, run.Items[i], &item)
				}
				if got := s.score(&g.Items[item], combine); got != want {
					t.Errorf("item %d: got %v, want %v: %+q", item, got, want, g.Items[item])
				}
			}
			if got := bootstrap155(run.Scores); got != *run.Average {
				t.Errorf("average: got %v, want %v", got, *run.Average)
			}
		})
	}
}

// compareJackknife expects the mean of the scores with each reference left
// out, which stand one after the other.
func (g *golden155) compareJackknife(t *testing.T, run *run155) {
	s := newScorer155(t, run)
	for i := 0; i < len(run.Scores); {
		var key [2]int // item, reference left out
		unmarshal155(t, run.Items[i], &key)
		it := &g.Items[key[0]]
		var want [3]float64
		for _, score := range run.Scores[i : i+len(it.Refs)] {
			for k := range want {
				want[k] += score[k]
			}
		}
		for k := range want {
			want[k] /= float64(len(it.Refs))
		}
		if got := s.score(it, jackknife155); got != want {
			t.Errorf("item %d: got %v, want %v", key[0], got, want)
		}
		i += len(it.Refs)
	}
}

// bootstrap155 is what the program prints as the average of a run: not the
// mean of the scores but that of the means of 1000 bootstrap samples. They are
// drawn with Perl's generator, drand48, seeded with 0 to 999, from the items in
// the string order of their names, "1.X", "10.X", "100.X", ….
func bootstrap155(scores [][3]float64) [3]float64 {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	name := func(i int) string { return strconv.Itoa(i+1) + ".X" }
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(name(i), name(j)) })

	n := float64(len(scores))
	var means [3][]float64
	for seed := range uint64(1000) {
		var sum [3]float64
		state := seed<<16 | 0x330e
		for range scores {
			state = (state*0x5deece66d + 11) & (1<<48 - 1)
			drawn := scores[order[int(float64(state)/(1<<48)*n)]]
			for k := range sum {
				sum[k] += drawn[k]
			}
		}
		for k := range sum {
			means[k] = append(means[k], sum[k]/n)
		}
	}
	var average [3]float64
	for k, m := range means {
		slices.Sort(m)
		for _, x := range m {
			average[k] += x
		}
		average[k] = round155(average[k] / float64(len(m)))
	}
	return average
}
