package score_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/score"
)

// share is pooled: the second count of all documents over the first.
var share = &score.Pool{Counts: []string{"all", "part"}, Value: func(sums []float64) float64 { return sums[1] / sums[0] }}

// pooled has two systems, a column that is pooled and one that is not.
func pooled() *score.Table {
	t := score.NewTable([]string{"s", "t"}, []score.Column{{Name: "share", Pool: share}, {Name: "plain"}})
	none := score.Absent
	t.Append("1", []float64{0.5, 1, 10, 5, 1, 4, 2, 2})
	t.Append("2", []float64{0.1, 2, 20, 2, none, 5, none, none})
	t.Append("3", []float64{0.2, 6, 10, 2, 0.5, none, 4, 2})
	return t
}

// The value of all documents is that of their sums, and not the mean.
func TestPooledValue(t *testing.T) {
	tab := pooled()
	for i, want := range []struct {
		value float64
		n     int
	}{{9.0 / 40, 3}, {3, 3}, {4.0 / 6, 2}, {4.5, 2}} {
		if got, n := tab.Samples(i / 2)[i%2].Value(); got != want.value || n != want.n {
			t.Errorf("system %d, column %d: %v of %d, want %+v", i/2, i%2, got, n, want)
		}
	}
	none := score.NewTable([]string{"s"}, tab.Columns()).Samples(0)[0]
	if got, n := none.Value(); !score.IsAbsent(got) || n != 0 {
		t.Errorf("no documents have the value %v of %d", got, n)
	}
}

func TestMinus(t *testing.T) {
	tab := pooled()
	s, u := tab.Samples(0), tab.Samples(1)
	// Documents 1 and 3 are in both: 7/20 and 4/6.
	if got, n := s[0].Minus(u[0]).Value(); math.Abs(got-(7.0/20-4.0/6)) > 1e-15 || n != 2 {
		t.Errorf("shares differ by %v over %d", got, n)
	}
	if got, n := s[1].Minus(u[1]).Value(); got != 1.5-4.5 || n != 2 {
		t.Errorf("plain values differ by %v over %d", got, n)
	}
	if got, _ := s[0].Value(); got != 9.0/40 {
		t.Errorf("it changed the sample: %v", got)
	}
}

// By hand: n times the whole less n-1 times what is left without the document.
func TestPseudo(t *testing.T) {
	tab := pooled()
	got := tab.Samples(1)[0].Pseudo()(0)
	want := []float64{2*4.0/6 - 2.0/4, score.Absent, 2*4.0/6 - 2.0/2}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-15 || score.IsAbsent(got[i]) != score.IsAbsent(want[i]) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if got := tab.Samples(0)[1].Pseudo()(0); !slices.Equal(got, []float64{1, 2, 6}) {
		t.Errorf("of a mean: %v", got)
	}
}

func TestCountsCSV(t *testing.T) {
	tab := pooled()
	again := score.NewTable(tab.Systems(), tab.Columns())
	for i := range tab.Systems() {
		var scores, counts, back strings.Builder
		if err := errors.Join(tab.WriteCSV(&scores, i), tab.WriteCounts(&counts, i)); err != nil {
			t.Fatal(err)
		}
		if err := again.ReadCSV(strings.NewReader(scores.String()), "s.csv", i); err != nil {
			t.Fatal(err)
		}
		if err := again.ReadCounts(strings.NewReader(counts.String()), "c.csv", i); err != nil {
			t.Fatal(err)
		}
		if err := again.WriteCounts(&back, i); err != nil || back.String() != counts.String() || !strings.HasPrefix(back.String(), "id,share.all,share.part\n1,") {
			t.Errorf("%v; got\n%s\nwant\n%s", err, &back, &counts)
		}
	}
	err := again.ReadCounts(strings.NewReader("id,share.all,share.part\n9,1,1\n"), "c.csv", 1)
	if !errors.Is(err, score.ErrOtherDocuments) {
		t.Errorf("counts of another document: %v", err)
	}
	if score.NewTable(nil, cols).Pooled() || !tab.Pooled() {
		t.Error("Pooled is wrong")
	}
}
