package align_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/style/align"
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

func (p papers) paper(name string) align.Newspaper { return align.Newspaper{File: name, Reader: p} }

// made makes articles whose words are as unequal as those of a language, some without a
// date, some empty, some copies.
func made(r *rand.Rand, name string, n, days, words int) (all papers) {
	for i := range n {
		var text []string
		for range r.IntN(words) {
			text = append(text, fmt.Sprintf("w%d", int(math.Exp(r.Float64()*math.Log(400)))))
		}
		d := corpus.Document{ID: fmt.Sprint(name, i), Body: strings.Join(text, " "), References: []string{"title " + name}}
		if r.IntN(12) > 0 {
			d.Date = fmt.Sprintf("2024-01-%02d", 1+r.IntN(days))
		}
		if i > 0 && r.IntN(10) == 0 {
			d.Body = all[r.IntN(i)].Body
		}
		all = append(all, d)
	}
	return all
}

// naive is the definition, with maps.
func naive(a, b papers, opt align.Options) (pairs []scored) {
	terms := func(d *corpus.Document) map[string]float64 {
		counts := map[string]float64{}
		for _, w := range strings.Fields(strings.Join(d.References, " ") + " " + d.Body) {
			if len(w) > 1 {
				counts[w]++
			}
		}
		return counts
	}
	df := map[string]float64{}
	var vectors []map[string]float64
	for _, d := range slices.Concat(a, b) {
		v := terms(&d)
		for w := range v {
			df[w]++
		}
		vectors = append(vectors, v)
	}
	for _, v := range vectors {
		sum := 0.0
		for w, n := range v {
			v[w] = n * (math.Log(float64(1+len(vectors))/(1+df[w])) + 1)
			sum += v[w] * v[w]
		}
		for w := range v {
			v[w] /= math.Sqrt(sum)
		}
	}
	day := func(d *corpus.Document) (n int) {
		fmt.Sscanf(d.Date, "2024-01-%d", &n)
		return n
	}
	for i := range a {
		for j := range b {
			x, y := day(&a[i]), day(&b[j])
			if (x == 0 || y == 0) && !opt.Undated || x > 0 && y > 0 && max(x-y, y-x) > int(opt.Window) {
				continue
			}
			sum := 0.0
			for w, v := range vectors[i] {
				sum += v * vectors[len(a)+j][w]
			}
			if sum > 0 && sum >= opt.Min {
				pairs = append(pairs, scored{a[i].ID, b[j].ID, sum})
			}
		}
	}
	return pairs
}

// sorted is pairs in the order of their ids: scores that differ by rounding may have
// another order than those that do not.
func sorted(pairs []scored) []scored {
	return slices.SortedFunc(slices.Values(pairs), func(p, q scored) int { return cmp.Or(strings.Compare(p.a, q.a), strings.Compare(p.b, q.b)) })
}

// TestNaive compares with the definition, on many small corpora.
func TestNaive(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 0))
		a, b := made(r, "a", 1+r.IntN(60), 1+r.IntN(28), 1+r.IntN(120)), made(r, "b", 1+r.IntN(60), 1+r.IntN(28), 1+r.IntN(120))
		opt := align.Options{Window: align.Days(r.IntN(8)), Min: []float64{0, 0.05, 0.185, 0.5, 0.9}[r.IntN(5)], Stop: "none", Undated: r.IntN(2) == 0, Workers: 1 + r.IntN(3)}
		got, res := run(t, a.paper("a"), b.paper("b"), opt)
		want := naive(a, b, opt)
		if !slices.IsSortedFunc(got, func(p, q scored) int { return cmp.Compare(q.score, p.score) }) {
			t.Fatalf("seed %d: not the best first", seed)
		}
		if res.Pairs != len(got) || res.Curve[align.Steps] > res.Curve[0] || res.Curve[0] != len(got) {
			t.Fatalf("seed %d: %d pairs, the result has %d and the curve begins with %d", seed, len(got), res.Pairs, res.Curve[0])
		}
		g, w := sorted(got), sorted(want)
		if len(g) != len(w) {
			t.Fatalf("seed %d, %+v: %d pairs, want %d", seed, opt, len(g), len(w))
		}
		for i := range g {
			if g[i].a != w[i].a || g[i].b != w[i].b || math.Abs(g[i].score-w[i].score) > 1e-12 {
				t.Fatalf("seed %d, %+v: %v, want %v", seed, opt, g[i], w[i])
			}
		}
		// Pruning changes no bit of a score.
		opt.Min, opt.Workers = 0, 1
		all, _ := run(t, a.paper("a"), b.paper("b"), opt)
		if !slices.Equal(all[:len(got)], got) {
			t.Fatalf("seed %d: the first %d of all pairs differ from those that were asked for", seed, len(got))
		}
	}
}

// TestMatch compares both ways of choosing with what they say of themselves.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	a, b := made(r, "a", 80, 9, 80), made(r, "b", 50, 9, 80)
	opt := align.Options{Window: 2, Min: 0.05, Stop: "none", Workers: 2}
	all, _ := run(t, a.paper("a"), b.paper("b"), opt)
	for _, match := range []align.Match{align.One, align.Best} {
		opt.Match = match
		got, res := run(t, a.paper("a"), b.paper("b"), opt)
		usedA, usedB := map[string]bool{}, map[string]bool{}
		var want []scored
		for _, p := range all {
			if !usedA[p.a] && (match == align.Best || !usedB[p.b]) {
				want = append(want, p)
				usedA[p.a], usedB[p.b] = true, true
			}
		}
		if len(want) == 0 || len(want) == len(all) || !slices.Equal(got, want) {
			t.Errorf("%s: %d pairs of %d, want %d", match, len(got), len(all), len(want))
		}
		if loose := res.Levels[1]; loose.A != loose.Pairs || match == align.One && loose.B != loose.Pairs {
			t.Errorf("%s: %+v", match, loose)
		}
	}
}

// TestStopByDocument shows that articles lose the stop words of their own language.
func TestStopByDocument(t *testing.T) {
	const words = "l'uomo dell'anno per ma in come the of harbour"
	doc := func(lang string) papers { return papers{{ID: lang, Date: "2024-01-01", Lang: lang, Body: words}} }
	for _, c := range []struct {
		a, b, stop string
		terms      int
		used       string
	}{
		{"it", "it-IT", align.ByDocument, 5, "it"}, // uomo anno the of harbour
		{"", "en", align.ByDocument, 6, "en"},      // uomo dell anno ma come harbour
		{"it", "de", align.ByDocument, 8, "en/it"},
		{"it", "it", "en", 6, "en"},
		{"en", "en", "it", 5, "it"},
		{"it", "en", "none", 10, "none"},
	} {
		_, res := run(t, doc(c.a).paper("a.jsonl"), doc(c.b).paper("b.jsonl"), align.Options{Window: 2, Stop: c.stop})
		if res.Terms != c.terms || res.Stop != c.used {
			t.Errorf("%s and %s with the stop words of %s: %d terms without those of %s, want %d and %s", c.a, c.b, c.stop, res.Terms, res.Stop, c.terms, c.used)
		}
	}
}

// TestOdd has corpora with which little can be done.
func TestOdd(t *testing.T) {
	doc := func(id, date, text string) corpus.Document {
		return corpus.Document{ID: id, Date: date, Body: text}
	}
	some := papers{doc("1", "2024-01-01", "storm floods harbour"), doc("2", "2024-01-02T23:00:00+05:00", "strike in schools")}
	opt := align.Options{Window: 2, Stop: "en"}
	for _, c := range []struct {
		name  string
		b     papers
		pairs int
		note  string
	}{
		{"the same articles", some, 2, "2 pairs of articles with the same words"},
		{"no dates", papers{doc("1", "", "storm"), doc("2", "2024", "storm"), doc("3", "2024-13-01", "storm"), doc("4", "2024-01-012", "storm")}, 0, "4 articles without a date (YYYY-MM-DD) left out; the option undated"},
		{"none has a date", papers{doc("1", "", "storm")}, 0, "nothing was compared: one of the files has no article with a date"},
		{"another year", papers{doc("1", "2025-01-01", "storm")}, 0, "no article of one file is within 2 days of one of the other (2024-01-01 to 2024-01-02, and 2025-01-01 to 2025-01-01)"},
		{"no words", papers{doc("1", "2024-01-01", "the of , a"), doc("2", "2024-01-01", "")}, 0, "2 articles without any word that counts"},
		{"broken", papers{doc("1", "2024-01-01", "storm wonâ€™t stop \ufffd\xff\x00")}, 1, "1 article with characters that were decoded wrongly"},
	} {
		pairs, res := run(t, some.paper("a.jsonl"), c.b.paper("b.jsonl"), opt)
		if notes := strings.Join(res.Notes(), "\n"); len(pairs) != c.pairs || !strings.Contains(notes, c.note) {
			t.Errorf("%s: %d pairs, notes %q", c.name, len(pairs), notes)
		}
	}
	emit := func(string, string, float64) error { return nil }
	for _, c := range []struct {
		opt  align.Options
		b    papers
		want string
	}{
		{opt, nil, "align b.jsonl: it has no articles"},
		{align.Options{Window: -1, Stop: "en"}, some, "the option window -1: want a number of days"},
		{align.Options{Min: 1.5, Stop: "en"}, some, "the option min 1.5: a score is between 0 and 1"},
		{align.Options{Min: math.NaN(), Stop: "en"}, some, "the option min NaN: a score is between 0 and 1"},
		{align.Options{Stop: "xx"}, some, `the option stop xx: no language "xx"; have en, it, document, or none`},
		{align.Options{Stop: "en", Match: "two"}, some, "the option match two: want all, one or best"},
	} {
		if _, err := align.Run(context.Background(), some.paper("a.jsonl"), c.b.paper("b.jsonl"), c.opt, emit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	stop := errors.New("the disk is full")
	if _, err := align.Run(context.Background(), some.paper("a"), some.paper("b"), opt, func(string, string, float64) error { return stop }); err != stop {
		t.Errorf("got %v, want the error of emit", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(stop)
	if _, err := align.Run(ctx, some.paper("a"), some.paper("b"), opt, emit); err != stop {
		t.Errorf("got %v, want the cause of the end", err)
	}
}

func TestDays(t *testing.T) {
	for s, want := range map[string]string{"2d": "2d", "0": "0d", "30d": "30d", "": "", "d": "", "2h": "", "-1d": "", "2dd": "", "36501d": ""} {
		var d align.Days
		if err := d.Set(s); (err != nil) != (want == "") || err == nil && d.String() != want {
			t.Errorf("%q is %s, %v", s, &d, err)
		}
	}
}
