package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"

	"hed/analysis"
	"hed/chart"
	"hed/run"
	"hed/score"
	"hed/stat"
)

const (
	lowestLevel, highestLevel = 0.03, 0.06 // of a test at 0.05
	measures                  = 20         // that are alike
)

// options are those of 'hed null'.
func options(test analysis.Test, trials int) run.NullOptions {
	return run.NullOptions{Test: test, Trials: max(trials, 1), Resamples: 1000, Seed: seed, Workers: workers()}
}

// levels tries all tests on systems that do not differ and on measures that have nothing to do with each other, and prints how
// often they find something.
func levels(ctx context.Context, dir, data string, count int, outside *strings.Builder) error {
	for _, s := range sets {
		f, err := evaluate(ctx, dir, data, s, plain)
		if err != nil {
			return err
		}
		res, err := run.Null(ctx, f, options(analysis.Paired, count))
		if err != nil {
			return err
		}
		fmt.Printf("### %s, %d documents\n\n", s.name, len(f.Table.Docs()))
		printLevels(res, s.name, outside)
	}
	if err := others(ctx, dir, data, count/4); err != nil {
		return err
	}
	for _, s := range sets {
		f, err := evaluate(ctx, dir, data, s, metrics(s))
		if err != nil {
			return err
		}
		head("Friedman's test: "+s.name, "")
		fr := friedman(f, count)
		fr.print(os.Stdout)
		fr.outside(outside, s.name+", Friedman", lowestLevel, highestLevel)
		head("The exact sign test: "+s.name, "")
		si, err := signs(ctx, f, count)
		if err != nil {
			return err
		}
		si.print(os.Stdout)
		si.outside(outside, s.name+", sign-exact", lowestLevel, highestLevel)
		pooled, err := exchanged(ctx, f, 50, count/2)
		if err != nil {
			return err
		}
		pooled.outside(outside, s.name+", test of pooled values", lowestLevel, highestLevel)
		for _, name := range pooled.names {
			fmt.Printf("Randomisation of `%s` finds a difference that is none in %.4f of samples of 50 documents.\n\n", name, pooled.all[name][50].value())
		}
		if s.name == "Wikinews" {
			head("P of correlations", "")
			p := unrelated(f, "rouge1_r", "chrf", count/2)
			p.print(os.Stdout)
			p.outside(outside, "p of correlations", lowestLevel, highestLevel)
		}
	}
	return nil
}

// printLevels prints a row for each column, with both numbers of documents.
func printLevels(res *run.NullResult, set string, outside *strings.Builder) {
	a, b := res.Columns[0].Documents, res.Columns[1].Documents
	fmt.Printf("| column | %d: two | %d: family | %d: two | %d: family |\n|---|---|---|---|---|\n", a, a, b, b)
	for i := 0; i < len(res.Columns); i += 2 {
		x, y := res.Columns[i], res.Columns[i+1]
		fmt.Printf("| `%s` | %.4f | %.4f | %.4f | %.4f |\n", x.Column, x.Ranks.Rate, x.Family.Rate, y.Ranks.Rate, y.Family.Rate)
		for _, c := range []run.NullColumn{x, y} {
			if r := c.Ranks.Rate; r < lowestLevel || r > highestLevel || c.Family.Rate > 0.05 {
				fmt.Fprintf(outside, "- %s, test of `%s`, %d: two %.4f, family %.4f\n", set, c.Column, c.Documents, r, c.Family.Rate)
			}
		}
	}
	fmt.Println()
}

// others tries the tests that are not the default, on few columns.
func others(ctx context.Context, dir, data string, count int) error {
	f, err := evaluate(ctx, dir, data, sets[1], few)
	if err != nil {
		return err
	}
	fmt.Print("### Other tests\n\n| `--test` | two systems | family |\n|---|---|---|\n")
	for _, test := range []analysis.Test{analysis.SignedRank, analysis.Randomisation, analysis.HEvAS, analysis.RankSum, analysis.Tukey, analysis.Bootstrap} {
		o := options(test, count)
		o.Documents = []int{50}
		res, err := run.Null(ctx, f, o)
		if err != nil {
			return err
		}
		printRange(res)
	}
	fmt.Println()
	return nil
}

// printRange prints the least and the largest rates over all columns. Two systems are those of
// all trials, whichever test the rule chose.
func printRange(res *run.NullResult) {
	lowest, highest, family, most := 1.0, 0.0, 1.0, 0.0
	for _, c := range res.Columns {
		rate := 0.0
		for _, r := range []*run.NullRate{c.Ranks, c.Resampled, &c.Tukey} {
			if r != nil && r.Trials > 0 {
				rate += float64(r.Rate) * float64(r.Trials) / float64(res.Trials)
			}
		}
		lowest, highest = min(lowest, rate), max(highest, rate)
		family, most = min(family, float64(c.Family.Rate)), max(most, float64(c.Family.Rate))
	}
	fmt.Printf("| `%s` | %.3f to %.3f | %.3f to %.3f |\n", res.Test, lowest, highest, family, most)
}

// plainColumns are those whose value is a mean.
func plainColumns(f *run.Finished) (places []int, names []string) {
	for c, col := range f.Table.Columns() {
		if col.Pool == nil {
			places, names = append(places, c), append(names, col.Name)
		}
	}
	return places, names
}

// friedman is how often Friedman's test tells systems apart that exchanged their scores at random on each document.
func friedman(f *run.Finished, count int) *shares {
	columns, names := plainColumns(f)
	out := newShares(names...)
	values := make([][][]float64, len(columns))
	for i, c := range columns {
		values[i] = f.Values(c)
	}
	trials(count, func(n, _ int, rng *rand.Rand) {
		rows := draw(f, n, rng)
		orders := make([][]int, n)
		for i := range orders {
			orders[i] = rng.Perm(len(f.Table.Systems()))
		}
		drawn := make([][]float64, len(f.Table.Systems()))
		for s := range drawn {
			drawn[s] = make([]float64, n)
		}
		for k, name := range names {
			for i, r := range rows {
				for s, other := range orders[i] {
					drawn[s][i] = values[k][other][r]
				}
			}
			out.rejects(name, n, stat.Friedman(drawn...).P)
		}
	})
	return out
}

// signs is how often the exact sign test tells two systems apart, on columns of two values: whether a value is above 0, or, of
// numeral accuracy, the value itself.
func signs(ctx context.Context, f *run.Finished, count int) (*shares, error) {
	var names []string
	for _, name := range []string{"rouge1_r", "rouge2_r", "pnr", "pr", "numacc"} {
		if column(f, name) >= 0 {
			names = append(names, name+" above 0")
		}
	}
	out := newShares(names...)
	for _, name := range names {
		values := f.Values(column(f, strings.TrimSuffix(name, " above 0")))
		for s := range values {
			values[s] = slices.Clone(values[s])
			for d, v := range values[s] {
				if v > 0 { // an absent one is not
					values[s][d] = 1
				}
			}
		}
		systems := len(values)
		for _, n := range sizes {
			if n > len(values[0]) {
				continue
			}
			for pair := range systems * (systems - 1) / 2 {
				a, b := pair%systems, (pair+1+pair/systems)%systems
				null := stat.Null{Assume: stat.Nothing, Options: stat.Options{Test: stat.ByPairs, Level: 0.05}, Documents: n, Trials: max(count/10, 1), Workers: workers()}
				rates, err := null.Run(ctx, [][]float64{values[a], values[b]}, rand.New(rand.NewPCG(seed, uint64(pair))))
				if err != nil {
					return nil, err
				}
				got := out.all[name][n]
				got.yes, got.of = got.yes+rates.Other.Rejected, got.of+rates.Other.Pairs
			}
		}
	}
	return out, nil
}

// unrelated is how often hed correlate finds that two measures go together which have nothing to do with each other: a document has
// the values of one measure, and those of another of some other document, given to its systems at random. Systems are as in correlations. Of
// measures that go with y alike, since each is y and as much of an x that has nothing to do with it, it is how often one is found not to be among
// the best.
func unrelated(f *run.Finished, x, y string, count int) *shares {
	var names []string
	for _, kind := range kinds {
		for _, k := range coefficients {
			names = append(names, kind+", "+string(k))
		}
	}
	best := fmt.Sprintf("the best of %d", measures)
	out := newShares(append(names, best)...)
	systems := len(f.Table.Systems())
	var scale [2]float64 // the spread of x and of y
	for i, name := range []string{x, y} {
		scale[i] = spreadOf(slices.Concat(f.Values(column(f, name))...))
	}
	trials(count, func(n, trial int, rng *rand.Rand) {
		var clusters []int
		for i := range n {
			for range systems {
				clusters = append(clusters, i)
			}
		}
		shuffled := func(name string) (values []float64) {
			for _, r := range draw(f, n, rng) {
				for _, s := range rng.Perm(systems) {
					values = append(values, f.Table.Series(s, column(f, name)).At(r))
				}
			}
			return values
		}
		a, b := shuffled(x), shuffled(y)
		sa, _ := bySystem(f, x, y, n, rng)
		_, sb := bySystem(f, x, y, n, rng)
		for _, k := range coefficients {
			for i, c := range []stat.Correlation{k.OfClusters(a, b, clusters, level), k.Within(a, b, clusters, level), k.Of(sa, sb, level)} {
				out.rejects(kinds[i]+", "+string(k), n, c.P)
			}
		}
		if trial >= count/4 { // it takes long
			return
		}
		alike := make([][]float64, measures)
		for i := range alike {
			alike[i] = shuffled(x)
			for k, v := range b {
				alike[i][k] = alike[i][k]/scale[0] + v/scale[1]
			}
		}
		least := slices.Min(stat.Best(alike, b, clusters, rng))
		out.rejects(best, n, least)
	})
	return out
}

// spreadOf is the standard deviation of values.
func spreadOf(values []float64) float64 {
	var mean, squares score.Mean
	for _, v := range values {
		mean.Add(v)
		squares.Add(v * v)
	}
	return math.Sqrt(squares.Value() - mean.Value()*mean.Value())
}

// exchanged is how often the test of a pooled column tells two systems apart that exchanged their headlines at random.
func exchanged(ctx context.Context, f *run.Finished, documents, count int) (*shares, error) {
	var columns []int
	var names []string
	for c, col := range f.Table.Columns() {
		if col.Pool != nil {
			columns, names = append(columns, c), append(names, col.Name)
		}
	}
	out := newShares(names...)
	var failed error
	var once sync.Once
	trials(count, func(n, trial int, rng *rand.Rand) {
		if n != documents {
			return
		}
		systems := len(f.Table.Systems())
		a := trial % systems
		b := (a + 1 + trial/systems%(systems-1)) % systems
		rows := draw(f, n, rng)
		turned := make([]bool, n)
		for i := range turned {
			turned[i] = rng.IntN(2) == 0
		}
		for k, c := range columns {
			one, other := pick(f.Table.Samples(a)[c:c+1], rows)[0], pick(f.Table.Samples(b)[c:c+1], rows)[0]
			x, y := exchange(one, other, turned)
			o := stat.Options{Test: stat.ByRandomisation, Resampling: stat.Resampling{Resamples: 1000, Level: level, Workers: 1}, Seed: uint64(trial)}
			r, err := stat.Pooled(ctx, x, y, o)
			if err != nil {
				once.Do(func() { failed = err })
				return
			}
			out.rejects(names[k], n, r.P)
		}
	})
	return out, failed
}

// exchange exchanges the headlines of two systems where turned says so.
func exchange(a, b score.Sample, turned []bool) (x, y score.Sample) {
	swap := func(a, b *score.Series) (*score.Series, *score.Series) {
		x, y := new(score.Series), new(score.Series)
		for i, t := range turned {
			if t {
				x.Append(b.At(i))
				y.Append(a.At(i))
			} else {
				x.Append(a.At(i))
				y.Append(b.At(i))
			}
		}
		return x, y
	}
	x, y = a, b
	x.Counts, y.Counts = nil, nil
	x.Values, y.Values = swap(a.Values, b.Values)
	for c := range a.Counts {
		p, q := swap(a.Counts[c], b.Counts[c])
		x.Counts, y.Counts = append(x.Counts, p), append(y.Counts, q)
	}
	return x, y
}

// power prints how many of the differences between systems the tests find.
func power(ctx context.Context, dir, data string, count int, charts string) error {
	figure := chart.Groups{
		Title: "Differences that tests find", Axis: "share of pairs told apart", Better: score.Higher, Fixed: true,
		Series: []chart.Series{{Name: "paired", Colour: 0}, {Name: "randomisation", Colour: 1}, {Name: "tukey", Colour: 2}},
	}
	fmt.Print("### What is found\n\n| documents | paired | randomisation | tukey |\n|---|---|---|---|\n")
	var behind strings.Builder // by column
	for _, s := range sets {
		f, err := evaluate(ctx, dir, data, s, plain)
		if err != nil {
			return err
		}
		found, byColumn := map[int][]float64{}, map[string][]float64{}
		for i, test := range []analysis.Test{analysis.Paired, analysis.Randomisation, analysis.Tukey} {
			some := count / 8
			if i == 1 { // it takes long
				some = count / 40
			}
			res, err := run.Power(ctx, f, options(test, some))
			if err != nil {
				return err
			}
			means := map[int]*score.Mean{}
			for _, c := range res.Columns {
				means[c.Documents] = cmp.Or(means[c.Documents], new(score.Mean))
				means[c.Documents].Add(float64(c.Found))
				name := fmt.Sprintf("%s, `%s`, %d", s.name, c.Column, c.Documents)
				byColumn[name] = append(byColumn[name], float64(c.Found))
				if i == 2 && byColumn[name][0] < byColumn[name][2]-0.005 {
					fmt.Fprintf(&behind, "- %s: %.4f, tukey %.4f\n", name, byColumn[name][0], byColumn[name][2])
				}
			}
			for documents, m := range means {
				found[documents] = append(found[documents], m.Value())
			}
		}
		documents := make([]int, 0, len(found))
		for d := range found {
			documents = append(documents, d)
		}
		slices.Sort(documents)
		for _, d := range documents {
			r := chart.GroupRow{Name: fmt.Sprintf("%s, %d", s.name, d), Values: found[d]}
			figure.Rows = append(figure.Rows, r)
			fmt.Printf("| %s | %.4f | %.4f | %.4f |\n", r.Name, r.Values[0], r.Values[1], r.Values[2])
		}
	}
	fmt.Printf("\nColumns of which `paired` finds less than `tukey`:\n\n%s\n", behind.String())
	return write(charts, "power.svg", figure)
}
