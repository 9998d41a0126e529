package split_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/style/align"
	"hed/style/split"
)

// papers is documents in memory.
type papers []corpus.Document

func (p papers) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := range p {
			if !yield(&p[i], nil) {
				return
			}
		}
	}
}

// text is a file in memory.
type text string

func (t text) Open() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(string(t))), nil }

// A scene is two newspapers and their pairs.
type scene struct {
	a, b  papers
	pairs []string
	score map[[2]string]float64
}

func (s *scene) pair(a, b string, score float64) {
	s.pairs = append(s.pairs, fmt.Sprintf("%s,%s,%v", a, b, score))
	s.score[[2]string{a, b}] = score
}

func (s *scene) csv() text { return text("a,b,score\n" + strings.Join(s.pairs, "\n") + "\n") }

// best is the score of an article's best pair.
func (s *scene) best(id string) (best float64) {
	for p, score := range s.score {
		if p[0] == id || p[1] == id {
			best = max(best, score)
		}
	}
	return best
}

// made makes newspapers with random pairs, near-copies in one newspaper and across, articles without a headline, a text or a
// date, and some that both newspapers have.
func made(r *rand.Rand, n int) *scene {
	s := &scene{score: map[[2]string]float64{}}
	words := func() (all []string) {
		for range 30 + r.IntN(40) {
			all = append(all, fmt.Sprintf("w%d", r.IntN(5000)))
		}
		return all
	}
	article := func(id string) corpus.Document {
		return corpus.Document{ID: id, References: []string{"headline " + id}, Body: strings.Join(words(), " "), Date: "2024-01-02", Source: "paper " + id[:1]}
	}
	for i := range n {
		s.a = append(s.a, article(fmt.Sprint("a", i)))
		s.b = append(s.b, article(fmt.Sprint("b", i)))
	}
	for range n {
		a, b := s.a[r.IntN(n)].ID, s.b[r.IntN(n)].ID
		if _, twice := s.score[[2]string{a, b}]; !twice && a != "a5" { // which has no date
			s.pair(a, b, r.Float64())
		}
	}
	for k := range n / 8 {
		for side, paper := range []papers{s.a, s.b} {
			from := &[]papers{s.a, s.b}[r.IntN(2)][r.IntN(n)]
			c := article(fmt.Sprintf("%cc%d", "ab"[side], k))
			edited := strings.Fields(from.Body)
			edited[r.IntN(len(edited))] = "edited"
			c.Body = strings.ToUpper(strings.Join(edited, "  ")) + " with more"

			if paper = append(paper, c); side == 0 {
				s.a = paper
			} else {
				s.b = paper
			}
		}
	}
	s.a[3].References, s.b[4].Body, s.a[5].Date = nil, " ", ""
	both := article("a-both")
	again := both // a newspaper may print it twice
	again.ID = "a2-both"
	s.a = append(s.a, both, again)
	both.ID, both.Source = "b-both", "paper b"
	s.b = append(s.b, both)
	return s
}

func (s *scene) deal(t testing.TB, opt split.Options, seed uint64) (*split.Split, error) {
	t.Helper()
	return s.by(t, s.csv(), opt, seed)
}

// by is deal by another file of pairs.
func (s *scene) by(t testing.TB, pairs text, opt split.Options, seed uint64) (*split.Split, error) {
	return split.Deal(t.Context(), align.Newspaper{File: "a.jsonl", Reader: s.a}, align.Newspaper{File: "b.jsonl", Reader: s.b},
		&split.Pairs{File: "pairs.csv", Source: pairs}, opt, rand.New(rand.NewPCG(seed, 0)))
}

// written writes a split and reads its parts.
func written(t *testing.T, s *split.Split) map[string][]*corpus.Document {
	t.Helper()
	dir := t.TempDir()
	if err := s.Write(t.Context(), dir, func(w io.Writer) error { _, err := io.WriteString(w, "{}\n"); return err }, nil); err != nil {
		t.Fatal(err)
	}
	parts := map[string][]*corpus.Document{}
	for p := split.Test; p <= split.ValidD; p++ {
		r := jsonl.Format.Documents(corpus.File(filepath.Join(dir, p.File())), corpus.Options{})
		for d, err := range r.Documents(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			parts[p.String()] = append(parts[p.String()], d)
		}
	}
	return parts
}

// runs are the runs of five words of a text.
func runs(body string) map[string]bool {
	all, words := map[string]bool{}, strings.Fields(strings.ToLower(body))
	for i := range max(0, len(words)-4) {
		all[strings.Join(words[i:i+5], " ")] = true
	}
	return all
}

// near is the definition of near-copies, of their runs. Made texts have no runs that many share.
func near(x, y map[string]bool) bool {
	n := 0
	for run := range x {
		if y[run] {
			n++
		}
	}
	return n > 0 && float64(n) >= 0.5*float64(min(len(x), len(y)))
}

// Every promise of the splits holds, for many newspapers and thresholds.
func TestPromises(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := made(r, 60+r.IntN(60))
		opt := split.Options{Strict: 0.7 + 0.2*r.Float64(), Loose: 0.4 + 0.2*r.Float64(), Workers: 1 + r.IntN(4)}
		if seed%3 == 1 {
			opt.TestSize, opt.TrainSize = 4, 6
		}
		dealt, err := s.deal(t, opt, seed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		parts := written(t, dealt)
		s.check(t, opt, dealt, parts)
	}
}

func (s *scene) check(t *testing.T, opt split.Options, dealt *split.Split, parts map[string][]*corpus.Document) {
	t.Helper()
	where := map[string]string{}
	strict := dealt.Strict
	if opt.TestSize == 0 && strict != opt.Strict {
		t.Errorf("strict is %v, want %v", strict, opt.Strict)
	}
	// Thresholds.
	aligned := map[string]int{}
	for name, docs := range parts {
		of := map[string]int{}
		for _, d := range docs {
			if where[d.ID] != "" {
				t.Errorf("%s is in %s and %s", d.ID, where[d.ID], name)
			}
			where[d.ID] = name
			of[d.Source]++
			best := s.best(d.ID)
			switch kind, _ := strings.CutSuffix(name, "-valid"); kind {
			case "test":
				if best <= strict {
					t.Errorf("%s is in test with %v", d.ID, best)
				}
			case "train-m":
				if best > strict {
					t.Errorf("%s is in train-m with %v", d.ID, best)
				}
				if best > opt.Loose {
					aligned[d.Source]++
				}
			case "train-d":
				if best > opt.Loose {
					t.Errorf("%s is in train-d with %v", d.ID, best)
				}
			}
			if d.Body == "" || len(d.References) == 0 || !align.Dated(d) || strings.HasSuffix(d.ID, "-both") {
				t.Errorf("%s is in %s: %+v", d.ID, name, d)
			}
		}
		// Balance.
		if of["paper a"] != of["paper b"] || len(of) != 2 || len(docs) != 2*of["paper a"] {
			t.Errorf("%s has %v", name, of)
		}
	}
	if n := dealt.Aligned; aligned["paper a"] != n || aligned["paper b"] != n || n == 0 {
		t.Errorf("train-m has %v aligned articles; the record says %d", aligned, n)
	}
	// Partners in test.
	for _, d := range parts["test"] {
		if !slices.ContainsFunc(parts["test"], func(e *corpus.Document) bool {
			return s.score[[2]string{d.ID, e.ID}] > strict || s.score[[2]string{e.ID, d.ID}] > strict
		}) {
			t.Errorf("%s has no partner in test", d.ID)
		}
	}
	// Sizes.
	m, d := len(parts["train-m"])+len(parts["train-m-valid"]), len(parts["train-d"])+len(parts["train-d-valid"])
	if v := len(parts["train-m-valid"]); m != d || v != len(parts["train-d-valid"]) || v/2 != max(1, (m/2+5)/10) {
		t.Errorf("train-m has %d articles, train-d %d; %d are for validation", m, d, v)
	}
	if opt.TestSize > 0 && (len(parts["test"]) != 2*opt.TestSize || m != 2*opt.TrainSize) {
		t.Errorf("test has %d articles, train-m %d", len(parts["test"]), m)
	}
	// Near-copies: those in one part are the same event in the test part of both.
	all := slices.Concat(s.a, s.b)
	words := make([]map[string]bool, len(all))
	for i := range all {
		words[i] = runs(all[i].Body)
		for j := range i {
			x, y := &all[i], &all[j]
			if where[x.ID] == "" || where[y.ID] == "" || !near(words[i], words[j]) {
				continue
			}
			if where[x.ID] != "test" || where[y.ID] != "test" || x.Source == y.Source {
				t.Errorf("%s in %s and %s in %s are near-copies", x.ID, where[x.ID], y.ID, where[y.ID])
			}
		}
	}
	// The record.
	for k, tally := range dealt.Parts {
		if tally.Articles[0]+tally.Articles[1] != len(parts[tally.Part]) || tally.File != split.Part(k+1).File() {
			t.Errorf("the record has %+v; there are %d", tally, len(parts[tally.Part]))
		}
	}
	for side, p := range dealt.Newspapers {
		n := 0
		for _, tally := range dealt.Parts {
			n += tally.Articles[side]
		}
		d := p.Dropped
		if sum := d.Incomplete + d.InBoth + d.Undated + d.Copies + d.Unpaired + d.TestSurplus + d.TrainSurplus; n+sum != p.Articles {
			t.Errorf("%s: %d in parts and %d dropped of %d", p.Source, n, sum, p.Articles)
		}
		if d.InBoth != 2-side || d.Incomplete != 1 || d.Copies == 0 || d.Undated != 1-side {
			t.Errorf("%s: %+v", p.Source, d)
		}
	}
}

// The same seed gives the same bytes with any number of workers, another seed gives other ones, and the order of the pairs
// in their file does not matter.
func TestSame(t *testing.T) {
	s := made(rand.New(rand.NewPCG(7, 7)), 80)
	bytesOf := func(workers int, seed uint64) []byte {
		dealt, err := s.deal(t, split.Options{Strict: 0.8, Loose: 0.5, Workers: workers}, seed)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := dealt.Write(t.Context(), dir, func(w io.Writer) error { _, err := fmt.Fprintln(w, dealt.Record); return err }, nil); err != nil {
			t.Fatal(err)
		}
		var all []byte
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) != 7 {
			t.Fatal(files, err)
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, b...)
		}
		return all
	}
	want := bytesOf(1, 1)
	if !bytes.Equal(want, bytesOf(7, 1)) {
		t.Error("seven workers make another split than one")
	}
	if bytes.Equal(want, bytesOf(1, 2)) {
		t.Error("another seed makes the same split")
	}
	slices.Reverse(s.pairs)
	if !bytes.Equal(want, bytesOf(2, 1)) {
		t.Error("the order of the pairs matters")
	}
}

// Articles without a date are kept if they were aligned.
func TestUndatedAligned(t *testing.T) {
	s := made(rand.New(rand.NewPCG(3, 3)), 60)
	s.pair("a5", "b6", 0.6)
	dealt, err := s.deal(t, split.Options{Strict: 0.8, Loose: 0.5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := dealt.Newspapers[0].Dropped.Undated; n != 0 {
		t.Errorf("%d were dropped", n)
	}
}

// Files without ids number their articles, so that both have a "1". The parts keep them apart, or nobody could read them.
func TestSameIDs(t *testing.T) {
	s := made(rand.New(rand.NewPCG(4, 4)), 60)
	renamed := &scene{score: map[[2]string]float64{}}
	for _, p := range []*papers{&s.a, &s.b} {
		for i := range *p {
			(*p)[i].ID = (*p)[i].ID[1:]
		}
	}
	renamed.a, renamed.b = s.a, s.b
	for p, score := range s.score {
		renamed.pair(p[0][1:], p[1][1:], score)
	}
	dealt, err := renamed.deal(t, split.Options{Strict: 0.8, Loose: 0.5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, docs := range written(t, dealt) {
		for _, d := range docs {
			if d.ID[:2] != d.Source[len(d.Source)-1:]+"/" {
				t.Errorf("%s: %s of %s", name, d.ID, d.Source)
			}
		}
	}
	if !dealt.Renamed || !strings.Contains(strings.Join(dealt.Warnings(), "\n"), "both files have an article") {
		t.Errorf("%v %q", dealt.Renamed, dealt.Warnings())
	}
}

// A newspaper's own phrases, which most articles have, make no near-copies: the articles below would all be one otherwise.
func TestCommonRuns(t *testing.T) {
	s := made(rand.New(rand.NewPCG(5, 5)), 80)
	const phrase = " all rights reserved, this may not be published, broadcast, rewritten or redistributed, by us"
	for i := range s.a {
		if strings.TrimSpace(s.a[i].Body) != "" {
			s.a[i].Body = "short " + s.a[i].ID + " text" + phrase
		}
	}
	dealt, err := s.deal(t, split.Options{Strict: 0.8, Loose: 0.5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := dealt.Newspapers[0].Dropped.Copies; n > 0 {
		t.Errorf("%d near-copies", n)
	}
}

// What cannot be split is refused in words that say what to do.
func TestRefused(t *testing.T) {
	fine := func() *scene { return made(rand.New(rand.NewPCG(9, 9)), 60) }
	ok := split.Options{Strict: 0.8, Loose: 0.5}
	for _, c := range []struct {
		name   string
		change func(*scene)
		opt    split.Options
		want   string
	}{
		{"one side", func(s *scene) { s.b = nil }, ok, "b.jsonl: it has no articles; a split needs two newspapers"},
		{"other side", func(s *scene) { s.a = nil }, ok, "a.jsonl: it has no articles"},
		{"same newspaper", func(s *scene) {
			for i := range s.b {
				s.b[i].Source = "paper a"
			}
		}, ok, "its articles are of paper a, as those of a.jsonl"},
		{"two in one", func(s *scene) { s.a[7].Source, s.a[7].Line = "other", 8 }, ok, "a.jsonl:8: the source is other, and paper a before"},
		{"other files", func(s *scene) { s.pairs[4] = "a1,nobody,0.5" }, ok, "pairs.csv:6: b.jsonl has no article nobody"},
		{"score", func(s *scene) { s.pairs[2] = "a1,b1,high" }, ok, `pairs.csv:4: the score is "high"`},
		{"cells", func(s *scene) { s.pairs[2] = "a1,b1" }, ok, "pairs.csv:4: wrong number of fields"},
		{"quote", func(s *scene) { s.pairs[2] = `a"1,b1,0.5` }, ok, `pairs.csv:4: bare " in non-quoted-field`},
		{"no pairs", func(s *scene) { s.pairs = []string{"a1,b1,0.2"} }, ok, "no pair has a score above the option loose, which is 0.5"},
		{"none strict", func(s *scene) { s.pairs = []string{"a1,b1,0.72"} }, ok, "no pair has a score above the option strict, which is 0.8; the best that is left has 0.72"},
		{"none between", func(s *scene) { s.pairs = []string{"a1,b1,0.9"} }, ok, "train-m has no aligned articles of both: beside the test part there are 0 articles"},
		{"none left", func(s *scene) { s.pairs = []string{"a3,b1,0.9"} }, ok, "no pair is left: 2 without a headline or a text"},
		{"few", func(s *scene) {
			s.a, s.b, s.pairs = s.a[:3], s.b[:3], []string{"a0,b0,0.9", "a1,b1,0.6"}
		}, ok, "Each training part needs two of each newspaper at least"},
		{"thresholds", func(*scene) {}, split.Options{Strict: 0.4, Loose: 0.5}, "the option strict 0.4: want a threshold from the option loose on"},
		{"loose", func(*scene) {}, split.Options{Strict: 0.4, Loose: -1}, "the option loose -1"},
		{"test size", func(*scene) {}, split.Options{Loose: 0.5, TestSize: 1000}, "the option test-size 1000: pairs above the option loose, which is 0.5, have "},
		{"train size", func(*scene) {}, split.Options{Strict: 0.8, Loose: 0.5, TrainSize: 500}, "the option train-size 500: it can be "},
		{"train size 1", func(*scene) {}, split.Options{Strict: 0.8, Loose: 0.5, TrainSize: 1}, "must be at least 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fine()
			c.change(s)
			if _, err := s.deal(t, c.opt, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Pairs of another kind of file, and those that may not be all.
func TestPairs(t *testing.T) {
	s := made(rand.New(rand.NewPCG(9, 9)), 60)
	s.pairs = slices.DeleteFunc(s.pairs, func(row string) bool { return s.score[[2]string(strings.Split(row, ",")[:2])] < 0.6 })
	dealt, err := s.deal(t, split.Options{Strict: 0.8, Loose: 0.5}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w := strings.Join(dealt.Warnings(), "\n"); !strings.Contains(w, "the least score is 0.6") {
		t.Error(w)
	}
	if _, err = s.by(t, "id,headline\n", split.Options{Strict: 0.8, Loose: 0.5}, 1); err == nil || !strings.Contains(err.Error(), "pairs.csv:1: expected the columns a, b and score") {
		t.Error(err)
	}
}

// FuzzDeal: whatever a file of pairs says, it is refused, or no part is empty.
func FuzzDeal(f *testing.F) {
	s := made(rand.New(rand.NewPCG(9, 9)), 30)
	f.Add(string(s.csv()))
	f.Add("score,b,a\n1,b0,'a0\n\"0.6\",b1,a1\nNaN,b2,a2\n")
	f.Add("a,b,score\na\"0,b0,0.9\n")
	f.Fuzz(func(t *testing.T, pairs string) {
		dealt, err := s.by(t, text(pairs), split.Options{Strict: 0.8, Loose: 0.5}, 1)
		if err != nil {
			return
		}
		for part, docs := range written(t, dealt) {
			if len(docs) == 0 {
				t.Errorf("%s is empty", part)
			}
		}
	})
}
