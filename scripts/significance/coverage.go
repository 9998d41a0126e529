package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"hed/chart"
	"hed/internal/crash"
	"hed/run"
	"hed/score"
	"hed/stat"
	"hed/stat/agree"
)

// sizes are how many documents, items or pairs a sample has.
var sizes = []int{10, 25, 50, 100, 400}

const (
	level     = 0.95
	low, high = 0.93, 0.99 // how often intervals should contain the true value
)

// A share counts how often something was so.
type share struct{ yes, of int }

func (s *share) add(yes bool) {
	s.of++
	if yes {
		s.yes++
	}
}

func (s share) value() float64 { return float64(s.yes) / float64(s.of) }

// shares are by name and size of the samples. They are added to by several workers.
type shares struct {
	mu    sync.Mutex
	names []string
	all   map[string]map[int]*share
}

func newShares(names ...string) *shares {
	s := &shares{names: names, all: map[string]map[int]*share{}}
	for _, name := range names {
		s.all[name] = map[int]*share{}
		for _, n := range sizes {
			s.all[name][n] = new(share)
		}
	}
	return s
}

// contains counts an interval, where there is one. What is rounded is inside.
func (s *shares) contains(name string, n int, low, truth, high float64) {
	if math.IsNaN(low) || math.IsNaN(truth) {
		return
	}
	grain := 1e-12 * max(math.Abs(low), math.Abs(high))
	s.add(name, n, low-grain <= truth && truth <= high+grain)
}

// rejects counts a test, where it is defined.
func (s *shares) rejects(name string, n int, p float64) {
	if !math.IsNaN(p) {
		s.add(name, n, p < 0.05)
	}
}

func (s *shares) add(name string, n int, yes bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[name][n].add(yes)
}

// trials calls try so often for each size, with a generator of its own.
func trials(count int, try func(n, trial int, rng *rand.Rand)) {
	var running crash.Group
	var next atomic.Int64
	for range workers() {
		running.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= count*len(sizes) {
					return
				}
				n, t := sizes[len(sizes)-1-i/count], i%count // what takes longest first
				try(n, t, rand.New(rand.NewPCG(uint64(n), uint64(t))))
			}
		})
	}
	running.Wait()
}

// workers is how many processors there are.
func workers() int { return runtime.GOMAXPROCS(0) }

// means tries the intervals of means, pooled values and the overall score, and those of differences
// between two systems: each trial draws documents, and all systems have an equal part of the trials.
func means(ctx context.Context, f *run.Finished, count int) (single, differences *shares, err error) {
	columns := f.Table.Columns()
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	single, differences = newShares(append(names, "overall")...), newShares(names...)
	overall := score.Unit.Of(columns)
	how := stat.Resampling{Resamples: 1000, Level: level, Workers: 1}
	systems := make([][]score.Sample, len(f.Table.Systems()))
	truth, apart := map[int][]float64{}, map[[2]int][]float64{} // of a system, and between two
	for i := range systems {
		systems[i] = f.Table.Samples(i)
		for c, s := range systems[i] {
			v, _ := s.Value()
			truth[i] = append(truth[i], v)
			for k := range systems {
				v, _ := s.Minus(f.Table.Samples(k)[c]).Value()
				apart[[2]int{i, k}] = append(apart[[2]int{i, k}], v)
			}
		}
	}
	var failed sync.Once
	trials(count, func(n, trial int, rng *rand.Rand) {
		a := trial % len(systems)
		b := (a + 1 + trial/len(systems)%(len(systems)-1)) % len(systems)
		rows := draw(f, n, rng)
		one, other := pick(systems[a], rows), pick(systems[b], rows)
		got, e := stat.Means(ctx, one, how, rng, overall)
		if e != nil {
			failed.Do(func() { err = e })
			return
		}
		for c, in := range got[:len(columns)] {
			single.contains(names[c], n, in.Low, truth[a][c], in.High)
		}
		in := got[len(columns)]
		single.contains("overall", n, in.Low, overall(truth[a]), in.High)
		for c := range one {
			one[c] = one[c].Minus(other[c])
		}
		if got, e = stat.Means(ctx, one, how, rng); e != nil {
			failed.Do(func() { err = e })
			return
		}
		for c, in := range got {
			differences.contains(names[c], n, in.Low, apart[[2]int{a, b}][c], in.High)
		}
	})
	return single, differences, err
}

// draw is documents, with replacement.
func draw(f *run.Finished, n int, rng *rand.Rand) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = rng.IntN(len(f.Table.Docs()))
	}
	return rows
}

// pick is what samples have of some rows.
func pick(samples []score.Sample, rows []int) []score.Sample {
	of := func(from *score.Series) *score.Series {
		to := new(score.Series)
		for _, r := range rows {
			to.Append(from.At(r))
		}
		return to
	}
	out := slices.Clone(samples)
	for i, s := range samples {
		out[i].Values, out[i].Counts = of(s.Values), nil
		for _, c := range s.Counts {
			out[i].Counts = append(out[i].Counts, of(c))
		}
	}
	return out
}

var (
	coefficients = []stat.Coefficient{stat.Pearson, stat.Spearman, stat.Kendall}
	kinds        = []string{"headlines", "inside documents", "systems"}
)

func column(f *run.Finished, name string) int {
	return slices.IndexFunc(f.Table.Columns(), func(c score.Column) bool { return c.Name == name })
}

// bySystem are two measures of n systems. As there are few of them, one is here what a baseline got on twenty documents.
func bySystem(f *run.Finished, x, y string, n int, rng *rand.Rand) (a, b []float64) {
	for range n {
		s := rng.IntN(len(f.Table.Systems()))
		var p, q score.Mean
		for _, r := range draw(f, 20, rng) {
			p.Add(f.Table.Series(s, column(f, x)).At(r))
			q.Add(f.Table.Series(s, column(f, y)).At(r))
		}
		a, b = append(a, p.Value()), append(b, q.Value())
	}
	return a, b
}

// correlations tries the intervals of hed correlate with two measures for measure and rating: over the
// headlines of all systems, inside documents, and over systems.
func correlations(f *run.Finished, x, y string, count int) *shares {
	var names []string
	for _, kind := range kinds {
		for _, k := range coefficients {
			names = append(names, kind+", "+string(k))
		}
	}
	out := newShares(names...)
	of := func(k stat.Coefficient, rows []int) []stat.Correlation {
		var a, b []float64
		var clusters []int
		for s := range f.Table.Systems() {
			sx, sy := f.Table.Series(s, column(f, x)), f.Table.Series(s, column(f, y))
			for i, r := range rows {
				a, b, clusters = append(a, sx.At(r)), append(b, sy.At(r)), append(clusters, i)
			}
		}
		return []stat.Correlation{k.OfClusters(a, b, clusters, level), k.Within(a, b, clusters, level)}
	}
	all := make([]int, len(f.Table.Docs()))
	for i := range all {
		all[i] = i
	}
	truth := map[stat.Coefficient][]stat.Correlation{}
	a, b := bySystem(f, x, y, 20_000, rand.New(rand.NewPCG(1, 1)))
	for _, k := range coefficients {
		truth[k] = append(of(k, all), k.Of(a, b, level))
	}
	trials(count, func(n, trial int, rng *rand.Rand) {
		rows := draw(f, n, rng)
		a, b := bySystem(f, x, y, n, rng)
		for _, k := range coefficients {
			for i, c := range append(of(k, rows), k.Of(a, b, level)) {
				out.contains(kinds[i]+", "+string(k), n, c.Low, truth[k][i].R, c.High)
			}
		}
	})
	return out
}

// agreed tries the intervals of agreement and prints their table.
func agreed(ctx context.Context, data string, count int, outside *strings.Builder) error {
	a, err := agreement(ctx, filepath.Join(data, filepath.FromSlash(sets[2].file)), count)
	if err != nil {
		return err
	}
	head("Intervals of agreement", "")
	a.print(os.Stdout)
	a.outside(outside, "agreement", low, high)
	return nil
}

// agreement tries the intervals of hed agree on how good the summaries of dailynews300 are overall. Its raters are not the same for all
// texts, so that eight of each text take the parts of eight raters. With cases, the three summaries of a text go together.
func agreement(ctx context.Context, file string, count int) (*shares, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var rated []struct {
		Text   string
		Scores map[string]struct{ Scores []float64 } `json:"map_quality_scores"`
	}
	if err := json.Unmarshal(data, &rated); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	const raters = 8
	shuffle := rand.New(rand.NewPCG(1, 1))
	items := make([][]string, len(rated))
	byText, texts := map[string][]int{}, []string(nil)
	for i, r := range rated {
		values := slices.Clone(r.Scores["Overall"].Scores)
		shuffle.Shuffle(len(values), func(a, b int) { values[a], values[b] = values[b], values[a] })
		for _, v := range values[:raters] {
			items[i] = append(items[i], fmt.Sprint(v))
		}
		if byText[r.Text] == nil {
			texts = append(texts, r.Text)
		}
		byText[r.Text] = append(byText[r.Text], i)
	}
	measures := map[string]agree.Measure{
		"alpha, nominal": agree.Alpha{Level: agree.Nominal}, "alpha, ordinal": agree.Alpha{Level: agree.Ordinal}, "alpha, interval": agree.Alpha{Level: agree.Interval},
		"fleiss": agree.Fleiss{}, "randolph": agree.Randolph{Categories: 5}, "percent": agree.Percent{}, "cohen": agree.Cohen{A: "0", B: "1", Weight: agree.Quadratic},
	}
	names := []string{"alpha, nominal", "alpha, ordinal", "alpha, interval", "fleiss", "randolph", "percent", "cohen"}
	iccs := []string{"ICC(1,1)", "ICC(2,1)", "ICC(3,1)", "ICC(1,k)", "ICC(2,k)", "ICC(3,k)"}
	const inCases, intervalInCases = "alpha, ordinal, cases of three", "alpha, interval, cases of three"
	out := newShares(append(append(slices.Clone(names), inCases, intervalInCases), iccs...)...)
	ratings := func(of [][]int) *agree.Ratings { // items by case
		var rows []agree.Row
		for k, group := range of {
			for j, i := range group {
				for r, v := range items[i] {
					row := agree.Row{Item: fmt.Sprint(k, " ", j), Rater: fmt.Sprint(r), Value: v}
					if len(group) > 1 {
						row.Case = fmt.Sprint(k)
					}
					rows = append(rows, row)
				}
			}
		}
		r, err := agree.New(rows)
		if err != nil {
			panic(err) // no item is rated twice
		}
		return r
	}
	var all [][]int
	for i := range items {
		all = append(all, []int{i})
	}
	truth := map[string]float64{}
	whole := ratings(all)
	for name, m := range measures {
		a, err := whole.Agreement(m)
		if err != nil {
			return nil, err
		}
		truth[name] = a.Value
	}
	truth[inCases], truth[intervalInCases] = truth["alpha, ordinal"], truth["alpha, interval"]
	wholeICC, err := whole.ICC(level)
	if err != nil {
		return nil, err
	}
	for i, c := range wholeICC.All {
		truth[iccs[i]] = c.Value
	}
	var once sync.Once
	how := stat.Resampling{Resamples: 500, Level: level, Workers: 1}
	trials(count, func(n, trial int, rng *rand.Rand) {
		var drawn, cases [][]int
		for range n {
			drawn = append(drawn, []int{rng.IntN(len(items))})
			cases = append(cases, byText[texts[rng.IntN(len(texts))]])
		}
		try := func(name string, r *agree.Ratings, m agree.Measure) {
			a, e := r.Bootstrap(ctx, m, how, rng)
			if e != nil {
				once.Do(func() { err = e })
				return
			}
			out.contains(name, n, a.Low, truth[name], a.High)
		}
		r := ratings(drawn)
		for _, name := range names {
			try(name, r, measures[name])
		}
		inThrees := ratings(cases)
		try(inCases, inThrees, measures["alpha, ordinal"])
		try(intervalInCases, inThrees, measures["alpha, interval"])
		icc, e := r.BootstrapICC(ctx, how, uint64(trial))
		if e != nil {
			once.Do(func() { err = e })
			return
		}
		for i, c := range icc.All {
			out.contains(iccs[i], n, c.Low, truth[iccs[i]], c.High)
		}
	})
	return out, err
}

// print writes rows of a table: what each name has, by size, of one or more shares side by side.
func (s *shares) print(w io.Writer, beside ...*shares) {
	for _, name := range s.names {
		fmt.Fprintf(w, "| `%s` |", name)
		for _, t := range append([]*shares{s}, beside...) {
			for _, n := range sizes {
				if got := t.all[name][n]; got != nil && got.of > 0 {
					fmt.Fprintf(w, " %.3f |", got.value())
				} else {
					fmt.Fprint(w, " |")
				}
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

// outside lists what is below or above.
func (s *shares) outside(w io.Writer, what string, low, high float64) {
	for _, name := range s.names {
		for _, n := range sizes {
			if got := s.all[name][n]; got.of > 0 && (got.value() < low || got.value() > high) {
				fmt.Fprintf(w, "- %s, `%s`, %d: %.3f of %d\n", what, name, n, got.value(), got.of)
			}
		}
	}
}

// boxes are how the shares are spread over columns, by size.
func (s *shares) boxes(what string) (items []chart.BoxItem) {
	for _, n := range sizes {
		it := chart.BoxItem{Name: fmt.Sprintf("%s, %d", what, n), Values: new(score.Series)}
		for _, name := range s.names {
			if got := s.all[name][n]; got.of > 0 {
				it.Values.Append(got.value())
			}
		}
		items = append(items, it)
	}
	return items
}

// bySize puts together the boxes of all sets.
func bySize(what string, all []chart.BoxItem) (items []chart.BoxItem) {
	for i, n := range sizes {
		var values []*score.Series
		for k := i; k < len(all); k += len(sizes) {
			values = append(values, all[k].Values)
		}
		items = append(items, chart.BoxItem{Name: fmt.Sprintf("%s, %d", what, n), Values: score.Concat(values...)})
	}
	return items
}

// head begins a table whose columns are sizes, for each of the groups.
func head(title string, groups ...string) {
	fmt.Printf("### %s\n\n| |", title)
	rule := "|---|"
	for _, g := range groups {
		for _, n := range sizes {
			fmt.Printf(" %s%d |", g, n)
			rule += "---|"
		}
	}
	fmt.Printf("\n%s\n", rule)
}

// metrics are all those that intervals are tried of.
func metrics(s set) string {
	if s.name == "NumHG" {
		return plain + pooled + ",numacc"
	}
	return plain + pooled
}

// coverage tries all other intervals and prints their tables.
func coverage(ctx context.Context, dir, data string, count int, charts string, outside *strings.Builder) error {
	box := chart.Box{Title: "How often intervals contain the true value", Axis: "share of samples", Fixed: true}
	spread := map[string][]chart.BoxItem{}
	for _, s := range sets {
		f, err := evaluate(ctx, dir, data, s, metrics(s))
		if err != nil {
			return err
		}
		single, differences, err := means(ctx, f, count)
		if err != nil {
			return err
		}
		head("Intervals on "+s.name, "", "diff. ")
		single.print(os.Stdout, differences)
		single.outside(outside, s.name+", mean", low, high)
		differences.outside(outside, s.name+", difference", low, high)
		spread["means"] = append(spread["means"], single.boxes("means")...)
		spread["differences"] = append(spread["differences"], differences.boxes("differences")...)
		if s.name == "Wikinews" {
			for _, other := range []string{"chrf", "awl"} {
				c := correlations(f, "rouge1_r", other, count)
				head(fmt.Sprintf("Intervals of correlations of `rouge1_r` and `%s`", other), "")
				c.print(os.Stdout)
				c.outside(outside, "correlation with "+other, low, high)
			}
		}
	}
	for _, what := range []string{"means", "differences"} {
		box.Items = append(box.Items, bySize(what, spread[what])...)
	}
	return write(charts, "coverage.svg", box)
}
