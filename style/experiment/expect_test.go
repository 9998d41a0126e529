package experiment_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hed/style/experiment"
)

// set has n headlines of each newspaper, of which so many are judged right.
func set(train, headlines, init string, n int, right ...int) experiment.Set {
	s := experiment.Set{Train: train, Headlines: headlines, Init: init}
	for paper := range 2 {
		for i := range n {
			it := experiment.Item{ID: fmt.Sprint(paper, "-", i), Paper: paper, Judged: paper}
			if i >= right[paper] {
				it.Judged = 1 - paper
			}
			if headlines == experiment.Cross { // of an article of the other newspaper
				it.ID = fmt.Sprint(1-paper, "-", i)
			}
			s.Items = append(s.Items, it)
		}
	}
	return s
}

func results() *experiment.Results {
	const init = "from nothing"
	return &experiment.Results{
		Papers: [2]string{"A", "B"}, Inits: []string{init}, Seed: 1, Resamples: 1000,
		Sets: []experiment.Set{
			set(experiment.TrainD, experiment.Validation, "", 100, 90, 90), set(experiment.TrainD, experiment.Gold, "", 100, 70, 60),
			set(experiment.TrainD, experiment.In, init, 100, 60, 52), set(experiment.TrainD, experiment.Cross, init, 100, 51, 50),
			set(experiment.TrainM, experiment.Validation, "", 100, 80, 80), set(experiment.TrainM, experiment.Gold, "", 100, 80, 78),
			set(experiment.TrainM, experiment.In, init, 100, 75, 70), set(experiment.TrainM, experiment.Cross, init, 100, 30, 20),
			set(experiment.TrainM, experiment.Agnostic, init, 100, 100, 2),
		},
	}
}

// TestRows: F1 are those of scikit-learn 1.9.1, f1_score with average=None and "macro", of the same headlines.
func TestRows(t *testing.T) {
	rows, err := results().Rows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int][4]float64{ // both, average, accuracy
		1: {0.6666666666666666, 0.631578947368421, 0.6491228070175439, 0.65},
		8: {0.6711409395973155, 0.0392156862745098, 0.35517831293591265, 0.51},
	} {
		r := rows[i]
		for k, got := range []float64{r.F1[0], r.F1[1], r.Average, r.Accuracy} {
			if math.Abs(got-want[k]) > 1e-12 {
				t.Errorf("row %d: got %v, want %v", i, got, want[k])
			}
		}
		if r.N != 200 || !(r.Low < r.Average && r.Average < r.High && r.High-r.Low < 0.2) {
			t.Errorf("row %d: the interval of %g is %g to %g", i, r.Average, r.Low, r.High)
		}
	}
	if _, err := (&experiment.Results{Resamples: 10, Sets: []experiment.Set{{Train: experiment.TrainD, Headlines: experiment.Gold}}}).Rows(t.Context()); err == nil {
		t.Error("a set of nothing has a row")
	}
}

// TestExpect: each expectation has the test that fits, and says what was put into the headlines.
func TestExpect(t *testing.T) {
	all, err := results().Expect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, fmt.Sprintf("%s %s, %s: %s %.3f %d %s", e.Name, e.About, e.Test, e.Measure, e.Value, e.N, e.Verdict))
		if !(e.Low <= e.Value && e.Value <= e.High) || e.P > e.Adjusted || e.Claim == "" {
			t.Errorf("%+v", e)
		}
	}
	want := `E1 setting 1, binomial: accuracy 0.560 200 not shown
E1 setting 1, McNemar: difference of accuracy 0.090 200 holds
E1 setting 2, binomial: accuracy 0.725 200 holds
E1 setting 2, McNemar: difference of accuracy 0.065 200 holds
E1 setting 3, binomial: accuracy 0.505 200 not shown
E1 setting 3, McNemar: difference of accuracy 0.145 200 holds
E1 setting 4, binomial: accuracy 0.250 200 fails
E1 setting 4, McNemar: difference of accuracy 0.540 200 holds
E2 settings 2 and 1, McNemar: difference of accuracy 0.165 200 holds
E3 train-D (settings 1 and 3), bootstrap: difference of F1 0.251 400 holds
E3 train-M (settings 2 and 4), bootstrap: difference of F1 0.010 400 not shown
E3 both, bootstrap: difference of F1 0.241 600 holds
E4 setting 3, binomial: accuracy 0.505 200 not shown
E4 settings 1 and 3, McNemar: difference of accuracy 0.055 200 holds
E4 setting 4, binomial: accuracy 0.250 200 fails
E4 settings 2 and 4, McNemar: difference of accuracy 0.475 200 holds
control newspaper-agnostic, binomial: accuracy 0.510 200 not shown`
	if text := strings.Join(got, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if s := all[0].Sentence(); s != "setting 1, from nothing: this is not shown, accuracy 0.560 [0.488 to 0.630], where chance has 0.500 (binomial, p = 0.207)" {
		t.Error(s)
	}
	if s := all[8].Sentence(); !strings.HasPrefix(s, "settings 2 and 1, from nothing: this holds, difference of accuracy +0.165 [+0.1") {
		t.Error(s)
	}
}

// TestAlone: what is said of a set does not depend on which others there are.
func TestAlone(t *testing.T) {
	all, few := results(), results()
	few.Inits, few.Sets = nil, []experiment.Set{few.Sets[4], few.Sets[5]}
	rows, err := all.Rows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	alone, err := few.Rows(t.Context())
	if err != nil || alone[0].Low != rows[4].Low || alone[1].High != rows[5].High {
		t.Errorf("%v: %g and %g, with others %g and %g", err, alone[0].Low, alone[1].High, rows[4].Low, rows[5].High)
	}
	claims, err := all.Expect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	gap, err := few.Expect(t.Context())
	if err != nil || len(gap) != 1 || gap[0].About != claims[10].About || gap[0].Low != claims[10].Low {
		t.Errorf("%v: %+v, with others %+v", err, gap, claims[10])
	}
}

// TestPairs: articles that one of the two sets lacks do not count, and chance is what the larger newspaper has.
func TestPairs(t *testing.T) {
	r := results()
	gold := &r.Sets[1]
	gold.Items = gold.Items[:150]
	all, err := r.Expect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if e := all[1]; e.Test != "McNemar" || e.N != 150 {
		t.Errorf("got %+v", e)
	}
	in := &r.Sets[2]
	in.Items = in.Items[:150]
	if all, err = r.Expect(t.Context()); err != nil || all[0].Null != 100.0/150 {
		t.Errorf("got %+v, %v", all[0], err)
	}
}
