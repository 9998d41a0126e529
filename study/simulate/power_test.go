package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/internal/option"
	"hed/study"
	"hed/study/outcome"
	"hed/study/simulate"
)

// cases is a study of so many cases with the headlines of some systems.
func cases(t testing.TB, protocol string, n int, systems ...string) *outcome.Data {
	t.Helper()
	p, ok := study.Builtin(protocol)
	if !ok {
		t.Fatalf("no protocol %s", protocol)
	}
	d := &outcome.Data{Snapshot: study.Snapshot{Study: &study.Study{Protocol: p, Systems: systems, Numbers: p.Numbers}}}
	for i := range n {
		c := study.Case{Number: i}
		for k := range systems {
			c.Headlines = append(c.Headlines, study.Headline{System: systems[(i+k)%len(systems)], Text: fmt.Sprint("headline ", i, " ", k)})
		}
		d.Cases = append(d.Cases, c)
	}
	return d
}

// power gives the shares by question.
func power(t testing.TB, d *outcome.Data, x simulate.Difference) map[string][]float64 {
	t.Helper()
	x.Found = d.Finds(x.System)
	shares, err := x.Power(context.Background(), d.Study, d.Cases, d.Rated())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]float64{}
	for i, q := range d.Rated() {
		all[q.ID] = shares[i]
	}
	return all
}

// Without a difference one test of twenty says that there is one, with a large one
// nearly all do, and more judges find more.
func TestPower(t *testing.T) {
	d := cases(t, "numhg-rating", 40, "a", "b")
	runs := 600
	for question, shares := range power(t, d, simulate.Difference{System: "a", Noise: 1, Judges: 3, Runs: runs, Seed: 1, Workers: 2}) {
		for k, share := range shares {
			// Four standard deviations of a share of 5% among so many.
			if off := 4 * math.Sqrt(0.05*0.95/float64(runs)); math.Abs(share-0.05) > off {
				t.Errorf("%s with %d judges: %.3f of comparisons are significant without a difference", question, k+1, share)
			}
		}
	}
	for question, shares := range power(t, d, simulate.Difference{System: "b", Effect: 1.5, Noise: 1, Judges: 2, Runs: 100, Seed: 1, Workers: 2}) {
		if shares[0] < 0.95 {
			t.Errorf("%s: a large difference is found in %.3f", question, shares[0])
		}
	}
	for question, shares := range power(t, d, simulate.Difference{System: "a", Effect: 0.7, Noise: 3, Judges: 8, Runs: 150, Seed: 1, Workers: 2}) {
		if shares[7] < shares[0]+0.1 {
			t.Errorf("%s: eight judges find it in %.3f, one in %.3f", question, shares[7], shares[0])
		}
	}
}

// The number of workers changes nothing.
func TestPowerWorkers(t *testing.T) {
	d := cases(t, "suitability", 20, study.Gold, "a", "b", "c")
	x := simulate.Difference{System: "a", Effect: 0.8, Noise: 0.5, Judges: 2, Runs: 20, Seed: 7, Workers: 1}
	one := power(t, d, x)
	x.Workers = 5
	if d := cmp.Diff(one, power(t, d, x)); d != "" {
		t.Error(d)
	}
	if len(one) != 4 {
		t.Errorf("%d questions compare systems, want correct, attract, appropriate and rank", len(one))
	}
	x.Seed = 8
	if cmp.Equal(one, power(t, d, x)) {
		t.Error("another seed gives the same")
	}
}

func TestPowerRefused(t *testing.T) {
	for _, test := range []struct {
		protocol, system, want string
	}{
		{"suitability", "z", `no system "z"; have a, b`},
		{"style-guess", "a", "no question that compares"},
		{"numeral-annotation", "z", "no question that compares"},
	} {
		x, d := simulate.Difference{System: test.system, Judges: 1, Runs: 1}, cases(t, test.protocol, 4, "a", "b")
		if _, err := x.Power(context.Background(), d.Study, d.Cases, d.Rated()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s of %s: got %v, want %q", test.system, test.protocol, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := cases(t, "suitability", 4, "a", "b")
	if _, err := (simulate.Difference{System: "a", Judges: 1, Runs: 9}).Power(ctx, d.Study, d.Cases, d.Rated()); err == nil {
		t.Error("it does not stop")
	}
}

// TestOptions has options that cannot be, each called by its name.
func TestOptions(t *testing.T) {
	var x simulate.Difference
	if err := x.SetEffect("pn=0.3"); err != nil || x.System != "pn" || x.Effect != 0.3 {
		t.Errorf("got %+v, %v", x, err)
	}
	power := func(change func(*simulate.Difference)) error {
		d := cases(t, "suitability", 4, "a", "b")
		x := simulate.Difference{System: "a", Judges: 1, Runs: 1}
		change(&x)
		_, err := x.Power(context.Background(), d.Study, d.Cases, d.Rated())
		return err
	}
	for want, err := range map[string]error{
		"the option effect is missing: the system that is better, and by how much, as pn=0.3": x.SetEffect(""),
		"the option effect pn: expected SYSTEM=X, as pn=0.3":                                  x.SetEffect("pn"),
		"the option effect pn=NaN: expected SYSTEM=X, as pn=0.3":                              x.SetEffect("pn=NaN"),
		"the option noise must be 0 or more, not -1":                                          power(func(x *simulate.Difference) { x.Noise = -1 }),
		"the option most must be 1 or more, not -1":                                           power(func(x *simulate.Difference) { x.Judges = -1 }),
		"the option runs must be 1 or more, not 0":                                            power(func(x *simulate.Difference) { x.Runs = 0 }),
		"the option server is missing: the address of the server, as http://127.0.0.1:8080":   new(simulate.Options).Check(),
		"the option noise must be 0 or more, not NaN":                                         (&simulate.Options{Server: "x", Noise: math.NaN()}).Check(),
	} {
		if _, ok := errors.AsType[*option.Error](err); !ok || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestReadLinks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "links.txt")
	read := func(text string) ([]string, error) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return simulate.ReadLinks(corpus.File(file))
	}
	if got, err := read("http://x/j/a\r\n\n  http://x/j/b"); err != nil || !slices.Equal(got, []string{"http://x/j/a", "http://x/j/b"}) {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := read("\n"); err != nil || got != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := read("http://x/j/a\nj001 http://x/j/b\n"); err == nil || err.Error() != file+":2: not a link; want one per line" {
		t.Errorf("got %v", err)
	}
}
