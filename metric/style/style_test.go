package style_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/race"
	"hed/internal/whole"
	"hed/metric/internal/modeltest"
	"hed/metric/metrictest"
	"hed/metric/style"
	"hed/neural/embed"
	"hed/score"
	"hed/style/classify"
	"hed/style/classify/all"
	"hed/tensor"
)

// classifier teaches one that tells questions from statements, and gives its folder.
func classifier(t *testing.T, labels ...string) string {
	t.Helper()
	return taught(t, "linear:bits=10", labels...)
}

func taught(t *testing.T, kind string, labels ...string) string {
	t.Helper()
	var l classify.Lesson
	for i := range 60 {
		for k, form := range []string{"Why the bridge of town %d closes?", "Council %d votes to close harbour bridge", "WATCH: ferry %d runs"}[:len(labels)] {
			l.Learn = append(l.Learn, classify.Example{Text: fmt.Sprintf(form, i), Label: labels[k]})
		}
	}
	l.Workers = 1
	d := tensor.New(1)
	defer d.Close()
	l.Device = d
	c, _, err := all.Train(t.Context(), kind, l)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	dir := t.TempDir()
	for name, write := range c.Files() {
		if err := whole.Write(filepath.Join(dir, name), write); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func build(t *testing.T, dir, label string) *style.Metric {
	t.Helper()
	m, err := style.New(style.Options{Model: dir, Label: label, Models: modeltest.Open(t, "")})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, classifier(t, "asks", "says"), "asks"))
}

// A network gives the same alone and in any batch.
func TestContractNetwork(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	metrictest.Run(t, build(t, taught(t, "bilstm:embedding=8+filters=4+hidden=8+epochs=2", "asks", "says"), "asks"))
}

func TestSignatures(t *testing.T) {
	one, two := classifier(t, "asks", "says"), classifier(t, "asks", "says", "shouts at you")
	metrictest.Signatures(t, style.With(modeltest.Open(t, "")), map[string][]string{"model": {one, two}, "label": {"asks", "says", "shouts at you"}})
	sig := build(t, two, "shouts at you").Columns()[0].Signature
	if got := fmt.Sprint(sig); !strings.Contains(got, "linear") || !strings.Contains(got, "shouts%20at%20you") {
		t.Errorf("the signature is %s", got)
	}
}

// The value is the probability of the label, whatever the article and the reference; those of all labels add up to 1.
func TestValue(t *testing.T) {
	dir := classifier(t, "asks", "says", "shouts")
	c := corpus.NewCase(&corpus.Document{ID: "1", References: []string{"x"}}, "Why the ferry of town 7 closes?", "Council 9 votes to close ferry", "  ")
	sum := make([]float64, 2)
	for _, label := range []string{"asks", "says", "shouts"} {
		v := metrictest.Score(t, build(t, dir, label), c)
		if !score.IsAbsent(v[2]) {
			t.Errorf("white space has the value %v", v[2])
		}
		if label == "asks" && !(v[0] > 0.6 && v[1] < 0.2) {
			t.Errorf("a question has %v, a statement %v", v[0], v[1])
		}
		for i := range sum {
			sum[i] += v[i]
		}
	}
	for _, s := range sum {
		if math.Abs(s-1) > 1e-9 {
			t.Errorf("the probabilities of all labels are %v", s)
		}
	}
}

// What cannot be opened is refused with what to do.
func TestRefused(t *testing.T) {
	dir, other := classifier(t, "asks", "says"), t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "config.json"), []byte(`{"model_type":"bert"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, label, want string }{
		{"", "asks", "give model=DIR"},
		{dir, "", "label=NAME is missing, one of asks, says"},
		{dir, "ask", `no label "ask"`},
		{other, "asks", "not a classifier of style"},
		{filepath.Join(other, "none"), "asks", "none"},
	} {
		_, err := style.New(style.Options{Model: c.dir, Label: c.label, Models: modeltest.Open(t, "")})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %s", c.dir, c.label, err, c.want)
		}
		// A label that is not there is a mistake of whoever asks, a folder that is not there is something else.
		if _, missing := errors.AsType[*embed.OpenError](err); missing != strings.HasPrefix(c.dir, other) {
			t.Errorf("%s %s: %#v", c.dir, c.label, err)
		}
	}
}
