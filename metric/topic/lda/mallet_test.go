package lda_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/race"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/internal/shared"
	"hed/metric/internal/terms"
	"hed/metric/topic/lda"
	"hed/text/bag"
)

var malletLib = flag.String("mallet", "", "folder with mallet-2.0.8.jar and what it needs: fit Mallet and hed, and write testdata/mallet.json anew")

const malletFile = "../testdata/mallet.json"

// A record is testdata/mallet.json.
type record struct {
	About  []string
	Setups []*setup
}

// A setup is what both programs get, and how good their models are.
type setup struct {
	Name                                 string
	Seeds                                int
	Articles                             int // of NumHG, every tenth of which is held out
	Topics, Iterations, Interval, BurnIn int
	Alpha, Beta                          float64
	Mallet, Hed                          []quality // by seed
}

// A quality is of one model. Perplexity is of the held-out articles, coherence
// of ten words a topic in the fitted ones.
type quality struct {
	Seed                    int
	Perplexity, UMass, NPMI float64
	AlphaSum, FinalBeta     float64
}

func readRecord(t *testing.T) *record {
	t.Helper()
	data, err := os.ReadFile(malletFile)
	if err != nil {
		t.Fatal(err)
	}
	r := new(record)
	if err := json.Unmarshal(data, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMallet compares the recorded models with Mallet's, by means over seeds:
// not more than 2% worse, but for what differs from seed to seed anyway.
func TestMallet(t *testing.T) {
	r := readRecord(t)
	for _, s := range r.Setups {
		if *malletLib != "" {
			s.fit(t)
		}
		s.compare(t, s.Hed)
	}
	if *malletLib == "" {
		return
	}
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(malletFile, append(data, '\n'), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestMalletAnew fits recorded models anew, which gives the same ones.
func TestMalletAnew(t *testing.T) {
	race.Skip(t, "it takes too long")
	for _, s := range readRecord(t).Setups {
		if s.Name == "small" {
			d := s.data(t)
			for _, want := range s.Hed[:2] {
				got := d.quality(s.runHed(t, d, want.Seed), want.Seed)
				if !cmp.Equal(got, want, cmpopts.EquateApprox(1e-9, 0)) { // logarithms differ by processor
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		}
	}
}

// fit makes all models anew.
func (s *setup) fit(t *testing.T) {
	d := s.data(t)
	s.Mallet, s.Hed = nil, nil
	for seed := 1; seed <= s.Seeds; seed++ {
		s.Mallet = append(s.Mallet, d.quality(s.runMallet(t, d, seed), seed))
		s.Hed = append(s.Hed, d.quality(s.runHed(t, d, seed), seed))
	}
}

func (s *setup) compare(t *testing.T, models []quality) {
	for _, m := range []struct {
		name   string
		of     func(quality) float64
		higher bool
	}{
		{"perplexity", func(q quality) float64 { return q.Perplexity }, false},
		{"UMass", func(q quality) float64 { return q.UMass }, true},
		{"NPMI", func(q quality) float64 { return q.NPMI }, true},
	} {
		got, want := mean(models, m.of), mean(s.Mallet, m.of)
		worse := got - want
		if m.higher {
			worse = -worse
		}
		noise := math.Sqrt(variance(s.Mallet, m.of) * (1/float64(len(models)) + 1/float64(len(s.Mallet))))
		t.Logf("%s, %d seeds: %s is %.4f, Mallet's %.4f, standard error %.4f", s.Name, len(models), m.name, got, want, noise)
		if !(worse <= 0.02*math.Abs(want)+2*noise) {
			t.Errorf("%s: %s is %v, worse than Mallet's %v", s.Name, m.name, got, want)
		}
	}
}

func mean(all []quality, of func(quality) float64) float64 {
	sum := 0.0
	for _, q := range all {
		sum += of(q)
	}
	return sum / float64(len(all))
}

func variance(all []quality, of func(quality) float64) float64 {
	m := mean(all, of)
	return mean(all, func(q quality) float64 { return (of(q) - m) * (of(q) - m) }) * float64(len(all)) / float64(len(all)-1)
}

// A split is the tokens of articles, as numbers.
type split struct {
	words       int
	fitted, out [][]int32
}

func (s *setup) data(t *testing.T) *split {
	// The record was made when ’ was a letter of its own. A dot inside of words makes the same words of it.
	asRecorded := func(text string) string { return strings.ReplaceAll(text, "’", "·") }
	chooser, err := terms.NewChooser("en")
	if err != nil {
		t.Fatal(err)
	}
	v := bag.NewVocabulary()
	f := bag.NewFiller(v)
	list := func(fill func(b *bag.Bag)) (ids []int32) {
		var b bag.Bag
		fill(&b)
		for i, id := range b.IDs {
			for range int(b.Counts[i]) {
				ids = append(ids, id)
			}
		}
		return ids
	}
	articles := shared.NumHG(t)[:s.Articles]
	d := &split{}
	for i, a := range articles {
		if i%10 != 9 {
			d.fitted = append(d.fitted, list(func(b *bag.Bag) { f.Add(b, chooser.For("en"), asRecorded(a.Text)) }))
		}
	}
	for i, a := range articles { // of which words that were not fitted are left out
		if i%10 == 9 {
			d.out = append(d.out, list(func(b *bag.Bag) { f.Fill(b, chooser.For("en"), asRecorded(a.Text)) }))
		}
	}
	d.words = v.Size()
	return d
}

func (d *split) quality(m *lda.Model, seed int) quality {
	c := coherence(m, d.fitted, 10)
	q := quality{Seed: seed, Perplexity: perplexity(m, d.out, 1), UMass: c.UMass, NPMI: c.NPMI, FinalBeta: m.Beta()}
	for _, a := range m.Alpha() {
		q.AlphaSum += a
	}
	return q
}

func (s *setup) runHed(t *testing.T, d *split, seed int) *lda.Model {
	m, err := lda.Fit(context.Background(), d.fitted, d.words, lda.Options{
		Topics: s.Topics, Iterations: s.Iterations, Alpha: s.Alpha, Beta: s.Beta,
		Seed: uint64(seed), Interval: s.Interval, BurnIn: s.BurnIn,
	}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// runMallet uses one thread, with which Mallet's results can be had again.
func (s *setup) runMallet(t *testing.T, d *split, seed int) *lda.Model {
	dir := t.TempDir()
	tokens, saved := filepath.Join(dir, "tokens"), filepath.Join(dir, "model")
	var b strings.Builder
	for _, doc := range d.fitted {
		fmt.Fprintln(&b, strings.Trim(fmt.Sprint(doc), "[]"))
	}
	if err := os.WriteFile(tokens, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("java", "-cp", filepath.Join(*malletLib, "*"), "../testdata/Mallet.java", tokens)
	for _, x := range []any{d.words, s.Topics, s.Iterations, s.Interval, s.BurnIn, s.Alpha, s.Beta, 1} {
		cmd.Args = append(cmd.Args, fmt.Sprint(x))
	}
	cmd.Stdin = strings.NewReader(fmt.Sprintf("save %d %s\n", seed, saved))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return readModel(t, saved, s.Topics, d.words)
}

// readModel reads what Mallet.java saved.
func readModel(t *testing.T, name string, topics, words int) *lda.Model {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewReader(f)
	var beta float64
	alpha := make([]float64, topics)
	fmt.Fscan(in, &beta)
	for i := range alpha {
		fmt.Fscan(in, &alpha[i])
	}
	var counts []lda.Count
	for {
		var c lda.Count
		if n, _ := fmt.Fscan(in, &c.Word, &c.Topic, &c.N); n < 3 {
			break
		}
		counts = append(counts, c)
	}
	m, err := lda.NewModel(words, counts, alpha, beta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
