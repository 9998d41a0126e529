package rouge

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"hed/internal/shared"
	"hed/text"
	"hed/text/stem"
	"hed/text/stop"
	"hed/text/token"
)

// A golden155 is what ROUGE-1.5.5.pl printed; testdata/rouge155/make.py
// describes the file.
type golden155 struct {
	Items []item155
	Runs  []run155
}

type item155 struct {
	Cand string
	Refs []string
}

type run155 struct {
	Flags, Formula, Measure string
	Items                   []json.RawMessage // numbers, or pairs of them for the jackknife
	Scores                  [][3]float64      // R, P, F
	Average                 *[3]float64
}

func readGolden155(t *testing.T, path string) *golden155 {
	t.Helper()
	g := new(golden155)
	unmarshal155(t, []byte(shared.Gunzip(t, path)), g)
	for i := range g.Runs {
		run := &g.Runs[i]
		for j := range run.Scores {
			fromFile155(&run.Scores[j])
		}
		if run.Average != nil {
			fromFile155(run.Average)
		}
	}
	return g
}

// fromFile155 makes fractions of the file's whole numbers.
func fromFile155(x *[3]float64) {
	for k := range x {
		x[k] /= 1e5
	}
}

func unmarshal155(t *testing.T, data []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
}

// A scorer155 goes from texts to scores with the flags of a run.
type scorer155 struct {
	analyzer text.Analyzer
	variant  variant
	skip     int
	scratch  scratch155
	ids      map[string]int32
}

func newScorer155(t *testing.T, run *run155) *scorer155 {
	t.Helper()
	s := &scorer155{
		analyzer: text.Analyzer{Tokenizer: token.ROUGE155()},
		ids:      map[string]int32{},
	}
	if strings.Contains(run.Flags, "-s") {
		s.analyzer.Filters = append(s.analyzer.Filters, stop.ROUGE155())
	}
	if strings.Contains(run.Flags, "-m") {
		s.analyzer.Filters = append(s.analyzer.Filters, stem.ROUGE155())
	}
	// SU4 is SU with skip 4, S* is S with any skip, W-1.2 is W.
	name := strings.TrimSuffix(run.Measure, "-1.2")
	if gap := strings.TrimLeft(name, "SU"); gap != name {
		name = strings.TrimSuffix(name, gap)
		s.skip = anySkip
		if gap != "*" {
			s.skip, _ = strconv.Atoi(gap)
		}
	}
	var err error
	if s.variant, err = variantNamed(name); err != nil {
		t.Fatal(err)
	}
	return s
}

// score returns R, P and F.
func (s *scorer155) score(it *item155, combine combine155) [3]float64 {
	var refs []sequence
	for _, ref := range it.Refs {
		refs = append(refs, s.sequence(ref))
	}
	cand := s.sequence(it.Cand)
	p, r, f := combine(s.variant.kind, s.scratch.counts(s.variant, s.skip, refs, &cand))
	return [3]float64{r, p, f}
}

func (s *scorer155) sequence(text string) sequence {
	var seq sequence
	for line := range strings.SplitSeq(text, "\n") {
		for _, tok := range s.analyzer.Analyze(nil, line) {
			id, ok := s.ids[tok.Text]
			if !ok {
				id = int32(len(s.ids))
				s.ids[tok.Text] = id
			}
			seq.ids = append(seq.ids, id)
		}
		seq.ends = append(seq.ends, int32(len(seq.ids)))
	}
	return seq
}
