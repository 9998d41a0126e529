package linear

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/style/classify"
)

// papers are headlines of two or three newspapers with habits.
func papers(n int, labels ...string) (all []classify.Example) {
	topics := strings.Fields("storm vote budget police school market senate train river strike hospital court")
	for i := range n {
		a, b := topics[i%12], topics[(i/12+i%5+1)%12]
		for _, l := range labels {
			text := map[string]string{
				"left":  fmt.Sprintf("%s hits %s, officials say", a, b),
				"right": fmt.Sprintf("Why the %s is bad for %s", b, a),
				"third": fmt.Sprintf("%s! %s! %d things to know", strings.ToUpper(a), b, i),
			}[l]
			all = append(all, classify.Example{Text: text, Label: l})
		}
	}
	return all
}

func taught(t *testing.T, l classify.Lesson) *classify.Classifier {
	t.Helper()
	c, _, err := classify.Train(context.Background(), Kind(), l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// write puts the files of a classifier into a folder.
func write(t *testing.T, c *classify.Classifier) string {
	t.Helper()
	dir := t.TempDir()
	for name, do := range c.Files() {
		var b bytes.Buffer
		if err := do(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open1(dir string) (*classify.Classifier, error) {
	return classify.Open(context.Background(), []classify.Kind{Kind()}, dir, nil)
}

// Two and three labels are told apart; what is read from the folder judges in the same way, alone and in any batch.
func TestTaught(t *testing.T) {
	ctx := context.Background()
	for _, labels := range [][]string{{"left", "right"}, {"left", "right", "third"}} {
		learn, held := classify.Held(papers(60, labels...), 0.2, 1)
		c := taught(t, classify.Lesson{Learn: learn, Seed: 1, Workers: 2, Options: "bits=12"})
		m, judged, err := c.Measure(ctx, held, 1)
		if err != nil || m.Macro < 0.99 || m.N != len(held) {
			t.Errorf("%d labels: macro F1 of %g on %d, %v", len(labels), m.Macro, m.N, err)
		}
		again, err := open1(write(t, c))
		if err != nil {
			t.Fatal(err)
		}
		if again.Sum() != c.Sum() || !slices.Equal(again.Labels(), labels) || again.Kind() != Name {
			t.Errorf("it is %s %s of %q, want %s of %q", again.Kind(), again.Sum(), again.Labels(), c.Sum(), labels)
		}
		for i, e := range held {
			row, err := again.Probabilities(ctx, []string{e.Text})
			if err != nil || !slices.Equal(row[0], judged[i].Probabilities) {
				t.Fatalf("%q: %v alone, %v in a batch, %v", e.Text, row, judged[i].Probabilities, err)
			}
			if sum := row[0][0] + row[0][1]; len(labels) == 2 && math.Abs(sum-1) > 1e-12 {
				t.Errorf("probabilities of %q sum to %g", e.Text, sum)
			}
		}
	}
}

// The number of workers changes no byte.
func TestWorkersChangeNothing(t *testing.T) {
	sums := map[string]int{}
	for workers := range 5 {
		c := taught(t, classify.Lesson{Learn: papers(300, "left", "right", "third"), Seed: 3, Workers: workers + 1, Options: "bits=14"})
		sums[c.Sum()] = workers
	}
	if len(sums) != 1 {
		t.Errorf("there are %d models: %v", len(sums), sums)
	}
}

// What the n-grams of a text add, with the bias, is its score.
func TestWeigh(t *testing.T) {
	for _, labels := range [][]string{{"left", "right"}, {"left", "right", "third"}} {
		c := taught(t, classify.Lesson{Learn: papers(60, labels...), Options: "bits=10"})
		m := c.Model.(*Model)
		for _, text := range []string{"Why the storm is bad for the the market", "", "“Quotes”, naïve: don’t \xff\x00 go!", "a"} {
			rows, err := m.Scores(context.Background(), []string{text})
			if err != nil {
				t.Fatal(err)
			}
			sum := m.spread(make([]float64, outs(m.labels)))
			for j, b := range m.bias {
				sum[len(sum)-len(m.bias)+j] = float64(b)
			}
			for _, f := range m.Weigh(text) {
				if f.Start > f.End || f.End > len(text) {
					t.Fatalf("%q has a part from %d to %d", text, f.Start, f.End)
				}
				for k, x := range f.Scores {
					sum[k] += x
				}
			}
			for k := range sum {
				if math.Abs(sum[k]-rows[0][k]) > 1e-6 {
					t.Errorf("%q: its parts add up to %v, want %v", text, sum, rows[0])
				}
			}
		}
	}
}

func TestExplain(t *testing.T) {
	c := taught(t, classify.Lesson{Learn: papers(60, "left", "right"), Options: "bits=16"})
	e, err := c.Explain(context.Background(), "Why  markets say, train")
	if err != nil || len(e.Words) != 4 || len(e.Chars) != 19 {
		t.Fatalf("%+v, %v", e, err)
	}
	if why, say := e.Words[0].For, e.Words[2].For; why[1] <= 0 || why[0] != -why[1] || say[0] <= 0 {
		t.Errorf("Why speaks for right by %v, say, for left by %v", why, say)
	}
}

// What cannot be learnt from is refused in words.
func TestRefused(t *testing.T) {
	both := papers(20, "left", "right")
	for _, c := range []struct {
		name, want string
		l          classify.Lesson
	}{
		{"nothing", "no headlines to learn from", classify.Lesson{}},
		{"one label", `all 20 headlines have the label "left"`, classify.Lesson{Learn: papers(20, "left")}},
		{"three examples", `the label "third" has 3 headlines to learn from; at least 5`, classify.Lesson{Learn: append(papers(3, "third"), both...)}},
		{"another label", `has the label "third", which is none of left, right`, classify.Lesson{Learn: both, Valid: papers(1, "third")}},
		{"no weights", "l2=0", classify.Lesson{Learn: both, Options: "l2=0"}},
		{"unknown", `no option "size"`, classify.Lesson{Learn: both, Options: "size=3"}},
		{"no n-grams", "one of both", classify.Lesson{Learn: both, Options: "words=0+chars=0"}},
		{"bits", "want 8 to 24", classify.Lesson{Learn: both, Options: "bits=60"}},
	} {
		_, _, err := classify.Train(context.Background(), Kind(), c.l)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	many := papers(5, "left")
	for i := range 101 {
		many = append(many, classify.Example{Text: "x", Label: fmt.Sprint(i)})
	}
	if _, _, err := classify.Train(context.Background(), Kind(), classify.Lesson{Learn: many}); err == nil || !strings.Contains(err.Error(), "there are 102 labels") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := classify.Train(ctx, Kind(), classify.Lesson{Learn: both}); err != context.Canceled {
		t.Errorf("stopped: %v", err)
	}
}

// Texts that are no texts are judged as others.
func TestOddTexts(t *testing.T) {
	odd := []string{"", " ", "\xff\xfe\x00", "wonâ€™t", strings.Repeat("a", 100_000), "👍🏽 ﷽", "\u202e"}
	learn := papers(20, "left", "right")
	for i, text := range odd {
		learn = append(learn, classify.Example{Text: text, Label: []string{"left", "right"}[i%2]})
	}
	c := taught(t, classify.Lesson{Learn: learn, Options: "bits=12"})
	rows, err := c.Probabilities(context.Background(), odd)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if math.IsNaN(row[0]) || row[0] <= 0 || row[1] <= 0 {
			t.Errorf("%.20q: %v", odd[i], row)
		}
		if _, err := c.Explain(context.Background(), odd[i]); err != nil {
			t.Error(err)
		}
	}
	if _, err := c.Index("middle"); err == nil || !strings.Contains(err.Error(), `no label "middle"; it knows left, right`) {
		t.Error(err)
	}
}

// Every byte of a folder counts: one that is changed, and a file that is cut off or missing, are found.
func TestDamaged(t *testing.T) {
	dir := write(t, taught(t, classify.Lesson{Learn: papers(20, "left", "right"), Options: "bits=8+chars=2"}))
	for _, name := range []string{"config.json", "model.safetensors"} {
		file := filepath.Join(dir, name)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(whole); i += 7 {
			flipped := bytes.Clone(whole)
			flipped[i] ^= 4
			for _, data := range [][]byte{flipped, whole[:i]} {
				if err := os.WriteFile(file, data, 0o666); err != nil {
					t.Fatal(err)
				}
				if c, err := open1(dir); err == nil {
					t.Fatalf("%s, damaged at %d: it is opened, as %s", name, i, c.Sum())
				}
			}
		}
		os.Remove(file)
		if _, err := open1(dir); err == nil || !strings.Contains(err.Error(), "missing") {
			t.Errorf("without %s: %v", name, err)
		}
		if err := os.WriteFile(file, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := open1(dir); err != nil {
		t.Error(err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "config.json"), []byte(`{"model_type":"bert"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := open1(other); err == nil || !strings.Contains(err.Error(), `type "bert", not a classifier of style`) || classify.Is(other) || !classify.Is(dir) {
		t.Error(err)
	}
}

// A model says where it is not what it should be, whatever the file has.
func FuzzOpen(f *testing.F) {
	c, _, err := classify.Train(context.Background(), Kind(), classify.Lesson{Learn: papers(10, "left", "right"), Options: "bits=8+chars=2"})
	if err != nil {
		f.Fatal(err)
	}
	var weights bytes.Buffer
	if err := c.Files()["model.safetensors"](&weights); err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"words":2,"chars":2,"bits":8}`), weights.Bytes(), 2)
	f.Add([]byte(`{"words":2,"chars":2,"bits":-1}`), weights.Bytes()[:40], 3)
	f.Fuzz(func(t *testing.T, settings, weights []byte, labels int) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "model.safetensors"), weights, 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := open(context.Background(), dir, settings, make([]string, 2+(labels&7)), nil)
		if err != nil {
			return
		}
		rows, err := m.Scores(context.Background(), []string{"Why the storm"})
		if err != nil || len(rows[0]) != 2+(labels&7) {
			t.Errorf("%v, %v", rows, err)
		}
		for _, write := range m.Files() {
			if err := write(io.Discard); err != nil {
				t.Error(err)
			}
		}
	})
}
