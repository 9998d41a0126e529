package rerank

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
	"hed/neural/hub"
	"hed/numeral"
	"hed/numeral/derive"
	"hed/tensor"
)

// tiny is an encoder of two layers for texts of 66 tokens.
const tiny = "../../metric/bertscore/testdata/bert"

// answer is one that is copied from a place of an article.
func answer(article, text string, chance float64) derive.Answer {
	e := &numeral.Expr{Op: numeral.Copy, Text: text}
	at := strings.Index(article, text)
	return derive.Answer{Text: text, Expr: e, Confidence: chance, Derivations: []derive.Derivation{{
		Expr: e, Confidence: chance, Operands: []derive.Operand{{Text: text, Span: derive.Span{Start: at, End: at + len(text)}}},
	}}}
}

// written is what the encoder reads, as text.
func written(f *frame, t *text) string {
	var words []string
	for i, id := range t.IDs {
		s, _ := f.tokenizer.Token(id)
		if s == "[UNK]" { // which is what this vocabulary has for marks
			s = marker
		}
		if i > 0 && t.Types[i] != t.Types[i-1] {
			s = "/ " + s
		}
		for k, p := range t.places {
			if p == i {
				s = fmt.Sprintf("%d:%s", k, s)
			}
		}
		words = append(words, s)
	}
	return strings.ReplaceAll(strings.Join(words, " "), " ##", "")
}

// TestText: the answer and its operands are marked, and an article that is too long is cut so that the operand stays.
func TestText(t *testing.T) {
	f, err := openFrame(tiny, 30)
	if err != nil {
		t.Fatal(err)
	}
	short := "A man ate 12 of 30."
	long := strings.Repeat("the man ", 40) + "ate 12 of 30. " + strings.Repeat("It rained. ", 40)
	for _, c := range []struct{ article, want string }{
		{short, "0:[CLS] man eats 1:* 12 * * copy * 12 * [SEP] / a man ate 2:* 12 * of 30 . [SEP]"},
		{long, ""},
	} {
		e, err := f.reader().read(c.article, "Man Eats ____", []derive.Answer{answer(c.article, "12", 0.5)}, "12")
		if err != nil {
			t.Fatal(err)
		}
		text := f.text(e, &e.options[0])
		got := written(f, text)
		if c.want != "" && got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if len(text.IDs) > 30 || len(text.Types) != len(text.IDs) || !strings.Contains(got, "2:* 12 *") || !strings.HasSuffix(got, "[SEP]") {
			t.Errorf("%d tokens: %s", len(text.IDs), got)
		}
		if !e.options[0].right || e.options[0].prior != math.Log(0.5) {
			t.Errorf("the option is %+v", e.options[0])
		}
	}
	if _, err := f.reader().read(short, "Man Eats", nil, ""); err == nil || !strings.Contains(err.Error(), "no blank") {
		t.Errorf("got %v", err)
	}
}

// TestLoss: the gradient is that of the loss.
func TestLoss(t *testing.T) {
	entries := []*entry{
		{options: []option{{right: true}, {}, {right: true}}},
		{options: []option{{}, {}}}, // nobody is right
		{options: []option{{}, {right: true}}},
	}
	scores := []float32{0.5, -1, 0.25, 2, 3, 1.5, -0.5}
	total, gradient := loss(entries, scores, 0.5)
	want := -math.Log((math.Exp(0.5)+math.Exp(0.25))/(math.Exp(0.5)+math.Exp(-1)+math.Exp(0.25))) - math.Log(math.Exp(-0.5)/(math.Exp(1.5)+math.Exp(-0.5)))
	if math.Abs(total-want) > 1e-6 {
		t.Errorf("a loss of %g, want %g", total, want)
	}
	const step = 1.0 / 64
	for i := range scores {
		up, down := slices.Clone(scores), slices.Clone(scores)
		up[i] += step
		down[i] -= step
		more, _ := loss(entries, up, 0)
		less, _ := loss(entries, down, 0)
		if want := 0.5 * (more - less) / (2 * step); math.Abs(float64(gradient[i])-want) > 1e-4 {
			t.Errorf("gradient %d is %g, want %g", i, gradient[i], want)
		}
	}
}

// asked invents questions whose right answer is the one that people were killed by, to which the ranker gives the lesser chance half of the time.
func asked(n, from int) (all []Question) {
	for i := range n {
		dead, cost := 3+(i+from)%7, 21+(i+from)%7
		article := fmt.Sprintf("Town %d said that %d died and %d paid.", 100+i+from, dead, cost)
		answers := []derive.Answer{answer(article, fmt.Sprint(dead), 0.5), answer(article, fmt.Sprint(cost), 0.4)}
		if i%2 == 0 {
			answers = []derive.Answer{answer(article, fmt.Sprint(cost), 0.5), answer(article, fmt.Sprint(dead), 0.4)}
		}
		all = append(all, Question{Article: article, Headline: "____ Died", Answers: answers, Gold: fmt.Sprint(dead)})
	}
	return all
}

func newLesson(t *testing.T, d tensor.Learner, folder string) *Lesson {
	return &Lesson{
		Encoder: tiny, Made: asked(120, 0), Questions: asked(240, 300), Passes: Passes{3, 3, 3}, Batch: 8, Rate: 5e-3, Seed: 1, Workers: 2,
		Device: d, Folder: folder, Now: time.Now,
	}
}

func write(t *testing.T, dir string, files map[string]func(io.Writer) error) {
	t.Helper()
	for name, write := range files {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTeach: an encoder learns to tell answers apart that the ranker confuses; stopped in any course, it continues to the same bytes,
// whatever the workers; and the folder of what was taught ranks as what was taught does.
func TestTeach(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	d := tensor.New(2)
	defer d.Close()
	o, err := newLesson(t, d, t.TempDir()).Teach(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer o.Free()
	first, last := o.Curves[0].Points[0].Train, o.Curves[1].Points[len(o.Curves[1].Points)-1].Train
	if !(last < first/2) || o.Ranker != 0.5 || o.Together < 0.95 || o.Alone < 0.95 || o.Weight == 0 || o.Heat == 0 {
		t.Errorf("losses from %g to %g; right %g, %g alone, %g together at %g", first, last, o.Ranker, o.Alone, o.Together, o.Weight)
	}
	dir := t.TempDir()
	write(t, dir, o.Files())
	if _, err := hub.Check(t.Context(), dir); err != nil {
		t.Errorf("not the folder of a model: %v", err)
	}
	// The ranker of a folder may be named by its file, which had a re-ranker then: "open the re-ranker: … not a directory".
	if !Has(dir) || Has(tiny) || Has(filepath.Join(dir, "config.json")) {
		t.Error("which folder has a re-ranker is not known")
	}
	m, err := Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	a, b := asked(40, 900), asked(40, 900)
	if err := errors.Join(m.Rank(t.Context(), a), o.Model().Rank(t.Context(), b)); err != nil {
		t.Fatal(err)
	}
	right := 0
	for i := range a {
		if a[i].Answers[0].Text == a[i].Gold {
			right++
		}
		sum := 0.0
		for k := range a[i].Answers {
			p, q := a[i].Answers[k].Confidence, b[i].Answers[k].Confidence
			if sum += p; math.Abs(p-q) > 1e-4 || math.Abs(a[i].Answers[k].Derivations[0].Confidence-p) > 1e-9 {
				t.Errorf("question %d: chances of %g and %g", i, p, q)
			}
		}
		if math.Abs(sum-0.9) > 1e-6 {
			t.Errorf("question %d: chances sum up to %g", i, sum)
		}
	}
	if right < 38 {
		t.Errorf("%d of %d are right", right, len(a))
	}

	folder := t.TempDir()
	one := tensor.New(1)
	defer one.Close()
	for stops, done := 0, false; !done; stops++ {
		ctx, cancel := context.WithCancel(t.Context())
		l := newLesson(t, one, folder)
		l.Workers = 1
		heard := 0
		l.Tell = func(Moment) {
			if heard++; heard > 3 {
				cancel()
			}
		}
		again, err := l.Teach(ctx)
		cancel()
		switch {
		case err == nil:
			done = true
			other := t.TempDir()
			write(t, other, again.Files())
			if d := cmp.Diff(o.Curves, again.Curves); d != "" || again.Together != o.Together {
				t.Errorf("after %d stops %g are right and curves differ:\n%s", stops, again.Together, d)
			}
			for name := range o.Files() {
				a, err := os.ReadFile(filepath.Join(dir, name))
				b, err2 := os.ReadFile(filepath.Join(other, name))
				if err := errors.Join(err, err2); err != nil || !bytes.Equal(a, b) {
					t.Errorf("%s has other bytes after %d stops, %v", name, stops, err)
				}
			}
			again.Free()
		case !errors.Is(err, context.Canceled) || stops > 50:
			t.Fatal(err)
		}
	}
}

// TestOpen: folders that are not whole are refused with what is wrong.
func TestOpen(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	for text, want := range map[string]string{
		"":                                     "open the re-ranker",
		"{":                                    "is damaged",
		`{"weight":-1,"heat":1,"tokens":320}`:  "which no training gives",
		`{"weight":0.5,"tokens":320}`:          "which no training gives",
		`{"weight":0.5,"heat":1,"tokens":320}`: "the encoder takes 66",
		`{"weight":0.5,"heat":1,"tokens":60}`:  `there is no tensor "rerank.text.weight"; the weights are not those of a re-ranker`,
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(tiny)); err != nil {
			t.Fatal(err)
		}
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(dir, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestFew: too few questions are refused.
func TestFew(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	l := newLesson(t, d, t.TempDir())
	l.Made = asked(20, 0)
	if _, err := l.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), "20 questions whose answer is found are too few") {
		t.Errorf("got %v", err)
	}
	// Those of a half were counted after what was made, and all, had been learnt from.
	l = newLesson(t, d, t.TempDir())
	for i := range l.Questions {
		if l.Questions[i].half() == 0 {
			l.Questions[i].Gold = "none"
		}
	}
	l.Tell = func(m Moment) { t.Fatalf("%s is learnt from", m.Course) }
	if _, err := l.Teach(t.Context()); err == nil || !strings.Contains(err.Error(), "0 questions whose answer is found are too few") {
		t.Errorf("got %v", err)
	}
}

// TestWeigh: where ranker and encoder agree 92 of 100 answers are right, and 50 where they do not. By a weight alone, without a heat, the
// chances were 98 and 55.
func TestWeigh(t *testing.T) {
	var entries []*entry
	var scores [][]float32
	sure := float32(math.Log(9))
	for _, c := range []struct {
		score float32
		right int
	}{{sure, 92}, {-sure, 50}} {
		for i := range 100 {
			e := &entry{options: []option{{prior: math.Log(0.9), right: i < c.right}, {prior: math.Log(0.1), right: i >= c.right}}}
			entries, scores = append(entries, e), append(scores, []float32{c.score, 0})
		}
	}
	w := &teaching{Lesson: &Lesson{Questions: make([]Question, len(entries))}, Outcome: &Outcome{}}
	w.weigh(entries, scores)
	agreed, not := w.shares(entries[0], scores[0])[0], w.shares(entries[100], scores[100])[0]
	if math.Abs(agreed-0.92) > 0.01 || math.Abs(not-0.5) > 0.01 {
		t.Errorf("a weight of %g and a heat of %g; chances of %g and %g", w.Weight, w.Heat, agreed, not)
	}
}
