package bilstm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hed/neural/train"
	"hed/style/classify"
	"hed/tensor"
	"hed/tensor/grad"
)

// made are headlines of two newspapers, which differ in the words that they choose and in how they write numbers, and their articles.
func made(n int) (all []classify.Example) {
	rng := rand.New(rand.NewPCG(7, 7))
	shared := strings.Fields("bank court market minister vote storm price talks plan deal oil team crisis budget")
	own := [][]string{strings.Fields("slams blasts mulls eyes"), strings.Fields("criticises attacks considers wants")}
	for i := range n {
		k := i % 2
		word := func(list []string) string { return list[rng.IntN(len(list))] }
		text := word(shared) + " " + word(own[k]) + " " + word(shared)
		if k == 1 {
			text = strings.ToUpper(text[:1]) + text[1:] + " 5%"
		} else {
			text += " 5 percent"
		}
		var body []string
		for range 60 {
			body = append(body, word(shared), word(own[k]))
		}
		all = append(all, classify.Example{Text: text, Body: strings.Join(body, " "), Label: []string{"Echo", "Post"}[k]})
	}
	return all
}

// small are options with which little time is spent.
const small = "embedding=8+filters=6+hidden=6+epochs=3+batch=8+rate=0.02"

func lesson(d tensor.Learner, options string) classify.Lesson {
	all := made(160)
	for i := range all {
		all[i].Body = ""
	}
	return classify.Lesson{Learn: all[:128], Valid: all[128:], Options: options, Seed: 3, Workers: 2, Device: d}
}

func teachOne(t *testing.T, ctx context.Context, l classify.Lesson) (*classify.Classifier, *classify.Taught) {
	t.Helper()
	c, taught, err := classify.Train(ctx, Kind(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, taught
}

// written are all files of a classifier in a folder, and their bytes in one.
func written(t testing.TB, c *classify.Classifier) (dir string, all []byte) {
	t.Helper()
	dir = t.TempDir()
	files := c.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var b bytes.Buffer
		if err := files[name](&b); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		all = append(all, b.Bytes()...)
	}
	return dir, all
}

// What is told apart by a word and by a mark is learnt, by two labels and by three; what was written is read back with the same
// probabilities, alone and in any batch.
func TestLearn(t *testing.T) {
	for name, d := range devices(t) {
		for labels := 2; labels <= 3; labels++ {
			t.Run(fmt.Sprint(name, labels), func(t *testing.T) {
				l := lesson(d, small)
				if labels == 3 {
					for i := range l.Learn[:60] {
						l.Learn[i].Text, l.Learn[i].Label = "le "+l.Learn[i].Text, "Temps"
					}
					for i := range l.Valid[:10] {
						l.Valid[i].Text, l.Valid[i].Label = "le "+l.Valid[i].Text, "Temps"
					}
				}
				c, taught := teachOne(t, t.Context(), l)
				m, _, err := c.Measure(t.Context(), l.Valid, 1)
				if err != nil || m.Macro < 0.9 {
					t.Errorf("F1 %g, want at least 0.9 (%v)", m.Macro, err)
				}
				if len(taught.Curve) == 0 || taught.Curve[taught.Best].Valid > taught.Curve[0].Valid {
					t.Errorf("the curve is %v and its best point %d", taught.Curve, taught.Best)
				}
				var texts []string
				for _, e := range l.Valid {
					texts = append(texts, e.Text)
				}
				texts = append(texts, "", " \n", "\xff\xfe odd", strings.Repeat("long", 50_000), strings.Repeat("many words ", 3000), "漢字 ￭ ́")
				want, err := c.Probabilities(t.Context(), texts)
				if err != nil {
					t.Fatal(err)
				}
				dir, _ := written(t, c)
				again, err := classify.Open(t.Context(), []classify.Kind{Kind()}, dir, d)
				if err != nil {
					t.Fatal(err)
				}
				defer again.Close()
				for i := range texts {
					got, err := again.Probabilities(t.Context(), texts[i:i+1])
					if err != nil || !slices.Equal(got[0], want[i]) {
						t.Errorf("%.20q alone: %v, want %v (%v)", texts[i], got, want[i], err)
					}
				}
			})
		}
	}
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	var want []byte
	for _, workers := range []int{1, 3} {
		d := tensor.New(workers)
		l := lesson(d, small)
		for i, e := range made(160)[:128] {
			l.Learn[i].Body = strings.Repeat(e.Body+" ", 8) // enough to learn vectors from
		}
		l.Workers = workers
		c, taught := teachOne(t, t.Context(), l)
		if v := taught.More.(More).Vectors; v.From != "bodies" || v.Words < 20 {
			t.Errorf("vectors are %+v", v)
		}
		_, got := written(t, c)
		if want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("with %d workers it is another network", workers)
		}
		d.Close()
	}
}

// A lesson that is stopped, at any step, continues to the same bytes. Where the vectors of a file were changed since, it begins
// again: it used to continue with weights that were learnt for others.
func TestContinue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "v.txt")
	for name, d := range devices(t) {
		for _, vectors := range []string{"", "+vectors=" + file} {
			l := lesson(d, small+vectors)
			l.Folder = t.TempDir()
			stops := 0
			for done := false; !done; {
				if err := os.WriteFile(file, fmt.Appendf(nil, "bank 0.5 %d\nslams 1 1\n", stops), 0o666); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				told := 0
				l.Tell = func(string, float64) {
					if told++; told == 2 && stops < 2 {
						stops++
						cancel()
					}
				}
				c, _, err := classify.Train(ctx, Kind(), l)
				cancel()
				if errors.Is(err, context.Canceled) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				_, got := written(t, c)
				c.Close()
				c, _ = teachOne(t, t.Context(), lesson(d, small+vectors))
				if _, want := written(t, c); !bytes.Equal(got, want) {
					t.Errorf("%s%s: after %d stops it is another network", name, vectors, stops)
				}
				done = true
			}
			if found, err := filepath.Glob(filepath.Join(l.Folder, "*", train.CheckpointFile)); err != nil || len(found) == 0 || stops != 2 {
				t.Errorf("%s%s: %d stops, checkpoints %v (%v)", name, vectors, stops, found, err)
			}
		}
	}
}

// Vectors of a file stay as they are, also of words that no headline has; words in capitals are found too.
func TestVectors(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	file := filepath.Join(t.TempDir(), "v.txt")
	if err := os.WriteFile(file, []byte("4 2\nzebra 0.25 -1\nbank 0.5 3\n</s> 9 9\nNASA 1 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	l := lesson(d, small+"+vectors="+file)
	c, taught := teachOne(t, t.Context(), l)
	if got := taught.More.(More).Vectors; got.From != "file" || got.File != "v.txt" || got.Words != 3 {
		t.Errorf("vectors are %+v", got)
	}
	m := c.Model.(*model)
	x := make([]float32, m.Vocabulary*m.Embedding)
	d.Read(x, m.net.words.Value)
	r := newReader(&m.Config, m.vocabulary)
	for word, want := range map[string][]float32{"zebra": {0.25, -1}, "Bank": {0.5, 3}, "NASA": {1, 2}, "nasa": {0, 0}, "</s>": {0, 0}} {
		i := r.tokens[r.read(word)[0]].word
		if got := x[2*i : 2*i+2]; !slices.Equal(got, want) {
			t.Errorf("%q has the vector %v, want %v", word, got, want)
		}
	}
	if err := os.WriteFile(file, []byte("bank 0.5 x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := classify.Train(t.Context(), Kind(), l); err == nil || !strings.Contains(err.Error(), "v.txt") {
		t.Errorf("a file that is none: %v", err)
	}
}

func TestOptions(t *testing.T) {
	for options, want := range map[string]string{
		"hidden=0": "hidden=0", "words=20000": "10000", "dropout=1": "below 1", "rate=0": "learning rate", "rate=1e300": "smaller", "width=17": "16", "size=3": `no option "size"`,
	} {
		if err := Kind().Check(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", options, err, want)
		}
	}
	if err := Kind().Check(""); err != nil {
		t.Error(err)
	}
}

// Without headlines for validation the loss of these was not a number, and the error said that weights were not.
func TestNoValidation(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	l := lesson(d, small)
	l.Valid = []classify.Example{}
	if _, _, err := classify.Train(t.Context(), Kind(), l); err == nil || !strings.Contains(err.Error(), "validation") {
		t.Errorf("got %v", err)
	}
}

// Files that are not from the same model are refused.
func TestOpenRefuses(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	c, _ := teachOne(t, t.Context(), lesson(d, small))
	m := c.Model.(*model)
	settings := func(change func(*Config)) json.RawMessage {
		c := m.Config
		change(&c)
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	as := settings(func(*Config) {})
	for _, bad := range []struct {
		settings json.RawMessage
		file     string
		change   func(data []byte) []byte
		want     string
	}{
		{settings: json.RawMessage(`{`), want: "damaged"},
		{settings: json.RawMessage(`{}`), want: "no training gives"},
		{settings: settings(func(c *Config) { c.Hidden = 1 << 40 }), want: "no training gives"},
		{settings: settings(func(c *Config) { c.Hidden = 7 }), want: "do not fit"},
		{settings: settings(func(c *Config) { c.Vocabulary++ }), want: "not from the same model"},
		{settings: settings(func(c *Config) { c.Characters += c.Characters[:1] }), want: "come twice"},
		{settings: as, file: VocabularyFile, change: func([]byte) []byte { return []byte("a\nb\n") }, want: VocabularyFile},
		{settings: as, file: VocabularyFile, want: VocabularyFile},
		{settings: as, file: "model.safetensors", change: func(data []byte) []byte { return data[:len(data)/2] }, want: "model.safetensors"},
		{settings: as, file: "model.safetensors", change: func(data []byte) []byte {
			return append(data[:len(data)-4], 0, 0, 0xc0, 0x7f)
		}, want: "not finite"},
	} {
		dir, _ := written(t, c)
		if file := filepath.Join(dir, bad.file); bad.file != "" {
			data, err := os.ReadFile(file)
			if err == nil && bad.change != nil {
				err = os.WriteFile(file, bad.change(data), 0o666)
			} else if err == nil {
				err = os.Remove(file)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := open(t.Context(), dir, bad.settings, c.Labels(), d); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s %s: got %v, want %q", bad.settings, bad.file, err, bad.want)
		}
	}
	dir, _ := written(t, c)
	if _, err := open(t.Context(), dir, as, []string{"a", "b", "c"}, d); err == nil || !strings.Contains(err.Error(), "out") {
		t.Errorf("three labels of a model of two: %v", err)
	}
}

// A batch has its texts longest first. A wide one, as cards get them, has room for others and gives the same scores.
func TestBatch(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	c, _ := teachOne(t, t.Context(), lesson(d, small))
	facts := fmt.Sprint(c.Model.Facts())
	for _, want := range []string{"states of 12", "word vectors of 8", "6 filters of 3 characters", "100 words of a text"} {
		if !strings.Contains(facts, want) {
			t.Errorf("the facts %s lack %q", facts, want)
		}
	}
	m := c.Model.(*model)
	r := newReader(&m.Config, m.vocabulary)
	texts := [][]int32{r.read("bank"), r.read("bank slams the market"), r.read("")}
	b := r.newBatch(texts, nil, 0)
	if want := []int{1, 0, 2}; !reflect.DeepEqual(b.order, want) || b.Rows() != 6 || len(b.bounds) != 6 {
		t.Errorf("%d rows in the order %v, words %v", b.Rows(), b.order, b.bounds)
	}
	wide := r.newBatch(append(texts, nil, nil), nil, 16)
	if wide.Rows() != 80 || len(wide.words) != 80 || len(wide.bounds) != 6 {
		t.Errorf("a wide batch has %d rows, words %v", wide.Rows(), wide.bounds)
	}
	tape := &grad.Tape{Device: d, Fixed: true}
	defer tape.Close()
	scores, same := m.scores(tape, b, dropout{}).Value, m.scores(tape, wide, dropout{}).Value
	for i := range texts {
		if !slices.Equal(scores.Row(i), same.Row(i)) {
			t.Errorf("sequence %d of a wide batch has the scores %v, want %v", i, same.Row(i), scores.Row(i))
		}
	}
	var files int
	for _, write := range m.Files() {
		if err := write(io.Discard); err != nil {
			t.Error(err)
		}
		files++
	}
	if files != 2 {
		t.Errorf("%d files", files)
	}
}
