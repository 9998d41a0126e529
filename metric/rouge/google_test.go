package rouge_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/internal/shared"
	"hed/metric"
	"hed/metric/rouge"
)

// The settings of testdata/oracle.py, which made the golden files with
// rouge-score 0.1.2 and NLTK 3.8.1.
var oracleSettings = map[string]rouge.Options{
	"google+stem=true":   {},
	"google+stem=false":  {Stem: new(bool)},
	"google+types=3/4/9": {Types: []string{"3", "4", "9"}},
	"numeval":            {Profile: "numeval"},
}

// TestGoldenPairs compares with explicit scores, so that a difference can
// be seen and not only told.
func TestGoldenPairs(t *testing.T) {
	var golden struct {
		Pairs  [][2]string
		Golden []struct {
			Settings string
			Scores   [][]float64
		}
	}
	readJSON(t, "testdata/random.json.gz", &golden)
	made := generate(t, len(golden.Pairs))
	for i, p := range golden.Pairs {
		if p != made[i] {
			t.Fatalf("pair %d: the generators differ: python %q, Go %q", i, p, made[i])
		}
	}
	for _, g := range golden.Golden {
		m := newMetric(t, oracleSettings[g.Settings])
		for i, want := range g.Scores {
			got := scores(t, m, golden.Pairs[i][:1], golden.Pairs[i][1])
			for c := range want {
				if math.Abs(got[c]-want[c]) > 1e-12 {
					t.Errorf("%s: %s of %q and %q is %v, rouge-score says %v", g.Settings, m.Columns()[c].Name, golden.Pairs[i][0], golden.Pairs[i][1], got[c], want[c])
				}
			}
		}
	}
}

// TestGoldenHashes compares every bit of every score: of 20,000 generated
// pairs with odd characters, empty sides and repeats, and of all
// headlines of NumHG with the first sentences of their articles.
func TestGoldenHashes(t *testing.T) {
	race.Skip(t, "it takes too long")
	var golden struct {
		Block  int
		SHA256 map[string][]string
	}
	readJSON(t, "testdata/hashes.json", &golden)
	made := generate(t, 20000)
	corpora := map[string]func(*testing.T) [][2]string{
		"random": func(*testing.T) [][2]string { return made },
		"numhg":  leads,
	}
	for name, opt := range oracleSettings {
		m := newMetric(t, opt)
		for corpus, read := range corpora {
			t.Run(name+" "+corpus, func(t *testing.T) {
				pairs := read(t)
				compareBlocks(t, golden.SHA256[name+" "+corpus], golden.Block, len(pairs), func(i int) []float64 {
					return scores(t, m, pairs[i][:1], pairs[i][1])
				})
			})
		}
	}
	t.Run("several references", func(t *testing.T) {
		m := newMetric(t, rouge.Options{})
		compareBlocks(t, golden.SHA256["google several references"], golden.Block, 2000, func(i int) []float64 {
			var refs []string
			for k := range 1 + i%4 {
				refs = append(refs, made[(i+k)%len(made)][0])
			}
			return scores(t, m, refs, made[i][1])
		})
	})
}

func compareBlocks(t *testing.T, want []string, block, n int, score func(i int) []float64) {
	t.Helper()
	if len(want) != (n+block-1)/block {
		t.Fatalf("golden file has %d blocks for %d pairs", len(want), n)
	}
	for b, sum := range want {
		h := sha256.New()
		for i := b * block; i < min((b+1)*block, n); i++ {
			for _, v := range score(i) {
				binary.Write(h, binary.LittleEndian, v)
			}
		}
		if got := hex.EncodeToString(h.Sum(nil))[:16]; got != sum {
			t.Errorf("pairs %d to %d: hash %s, want %s; testdata/oracle.py tells the scores", b*block, min((b+1)*block, n), got, sum)
		}
	}
}

func newMetric(t *testing.T, opt rouge.Options) *rouge.Metric {
	t.Helper()
	m, err := rouge.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// scores are those of one headline.
func scores(t *testing.T, m metric.Metric, refs []string, headline string) []float64 {
	t.Helper()
	out := make([]float64, len(m.Columns()))
	it := corpus.NewCase(&corpus.Document{References: refs}, headline)
	if err := m.Score(context.Background(), it, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	var data []byte
	if strings.HasSuffix(name, ".gz") {
		data = []byte(shared.Gunzip(t, name))
	} else {
		var err error
		if data, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// leads pairs the headlines of NumHG with the first sentences of the
// articles, found as oracle.py finds them.
func leads(t *testing.T) (pairs [][2]string) {
	t.Helper()
	dateline := regexp.MustCompile(`^\([^)]*\) *`)
	for _, a := range shared.NumHG(t) {
		lead := dateline.ReplaceAllString(a.Text, "")
		if i := strings.Index(lead, ". "); i >= 0 {
			lead = lead[:i+1]
		}
		pairs = append(pairs, [2]string{a.Headline, lead})
	}
	return pairs
}

// A splitmix is the generator of oracle.py, and so are the functions below.
type splitmix uint64

func (r *splitmix) below(n int) int {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) % uint64(n))
}

func (r *splitmix) pick(items []string) string { return items[r.below(len(items))] }

type alphabet struct{ Words, Suffixes, Odd, Punctuation, Separators []string }

func (a *alphabet) text(r *splitmix) string {
	var b strings.Builder
	for range r.below(15) {
		var w string
		switch k := r.below(100); {
		case k < 45:
			w = r.pick(a.Words)
		case k < 60:
			for range 1 + r.below(12) {
				w += string(rune('a' + r.below(26)))
			}
			w += r.pick(a.Suffixes)
		case k < 70:
			w = strconv.Itoa(r.below(100000))
		case k < 85:
			w = r.pick(a.Odd)
		default:
			w = r.pick(a.Punctuation)
		}
		switch r.below(6) {
		case 0:
			if 'a' <= w[0] && w[0] <= 'z' {
				w = string(w[0]-32) + w[1:]
			}
		case 1:
			w = strings.Map(func(c rune) rune {
				if 'a' <= c && c <= 'z' {
					return c - 32
				}
				return c
			}, w)
		}
		b.WriteString(w + r.pick(a.Separators))
	}
	return b.String()
}

func (a *alphabet) pair(r *splitmix) (p [2]string) {
	p[0], p[1] = a.text(r), a.text(r)
	switch kind := r.below(10); {
	case kind == 0:
		p[1] = p[0]
	case kind == 1:
		p[1] = ""
	case kind == 2:
		p[0] = ""
	case kind < 7:
		var pieces []string
		for piece := range strings.SplitSeq(p[0], " ") {
			k := r.below(8)
			if k == 0 {
				continue
			}
			pieces = append(pieces, piece)
			if k == 1 {
				pieces = append(pieces, piece)
			}
			if n := len(pieces); k == 2 && n > 1 {
				pieces[n-1], pieces[n-2] = pieces[n-2], pieces[n-1]
			}
		}
		p[1] = strings.Join(pieces, " ")
	}
	return p
}

func generate(t *testing.T, n int) [][2]string {
	t.Helper()
	var a alphabet
	readJSON(t, "testdata/alphabet.json", &a)
	r := splitmix(1)
	pairs := make([][2]string, n)
	for i := range pairs {
		pairs[i] = a.pair(&r)
	}
	return pairs
}
