package teach_test

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/race"
	"hed/internal/staging"
	"hed/neural/hub"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/numeral/rerank"
	"hed/run/teach"
	"hed/tensor"
)

// bombs invents questions of one pattern.
func bombs(n int) (all []derive.Question) {
	for i := range n {
		dead, hurt := 3+i%17, 21+i%13
		q := derive.Question{Article: fmt.Sprintf("A bomb in town %d killed %d people and wounded %d others.", 100+i, dead, hurt)}
		q.Cloze = corpus.Cloze{Question: "Bomb Kills ____", Answer: fmt.Sprint(dead), Derivation: fmt.Sprintf("Copy( %d )", dead)}
		if i%3 == 0 {
			q.Cloze = corpus.Cloze{Question: "Blast Wounds ____", Answer: fmt.Sprint(hurt), Derivation: fmt.Sprintf("Copy( %d )", hurt)}
		}
		all = append(all, q)
	}
	return all
}

// TestNumerals: with an encoder, the folder of the ranker is that of a model too, which answers questions.
func TestNumerals(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	d := tensor.New(2)
	defer d.Close()
	dir := t.TempDir()
	put(t, dir, map[string]func(io.Writer) error{"made.csv": func(w io.Writer) error {
		fmt.Fprintln(w, "text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning")
		for _, q := range bombs(110) {
			fmt.Fprintf(w, "%s,%s,%s,%s,%s,0\n", q.Article, strings.Replace(q.Cloze.Question, corpus.Blank, q.Answer, 1), q.Cloze.Question, q.Answer, q.Derivation)
		}
		return nil
	}})
	var held []*corpus.Document
	for i, q := range bombs(10) {
		held = append(held, &corpus.Document{ID: fmt.Sprint(i), Body: q.Article, Cloze: &q.Cloze})
	}
	n := &teach.Numerals{
		Questions: bombs(220), Held: held, Seed: 1, Workers: 2, Encoder: "../../metric/bertscore/testdata/bert", Device: d,
		Made: &input.Paths{Docs: filepath.Join(dir, "made.csv")}, Progress: func(string, float64) {}, Now: time.Now,
	}
	defer n.Close()
	if _, err := n.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	card, files, err := n.Teach(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := card.Encoder
	if e == nil || len(e.Curves) != 4 || len(e.Made) != 1 || e.Init.Digest == "" || e.Together == 0 || e.HeldOut == nil || card.HeldOut == nil || card.Score.N() != 10 {
		t.Errorf("the card is %+v, %+v", card, e)
	}
	folder := t.TempDir()
	out, err := staging.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Write("the model", nil, files); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if !n.Complete(folder) || n.Complete(dir) { // it learnt everything again
		t.Error("it is not known what is complete")
	}
	for what, other := range map[string]teach.Numerals{
		"seed":      {Questions: n.Questions, Held: held, Seed: 2, Encoder: n.Encoder, Device: d, Made: n.Made},
		"held":      {Questions: n.Questions, Seed: 1, Encoder: n.Encoder, Device: d, Made: n.Made},
		"questions": {Questions: n.Questions[1:], Held: held, Seed: 1, Encoder: n.Encoder, Device: d, Made: n.Made},
		"made":      {Questions: n.Questions, Held: held, Seed: 1, Encoder: n.Encoder, Device: d},
		"encoder":   {Questions: n.Questions, Held: held, Seed: 1},
	} {
		if _, err := other.Open(t.Context()); err != nil {
			t.Fatal(err)
		}
		if other.Complete(folder) {
			t.Errorf("another %s: complete", what)
		}
	}
	for _, name := range []string{"numerals.model", "numerals.json", "rerank.json", "model.safetensors", "config.json", "tokenizer.json", "curve.csv", "curve.svg"} {
		if files[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	if data, err := json.Marshal(card); err != nil || strings.Contains(string(data), dir) {
		t.Errorf("the card is %s, %v", data, err)
	}
	if _, err := hub.Check(t.Context(), folder); err != nil {
		t.Error(err)
	}
	model, err := derive.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	again, err := rerank.Open(folder, d)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	score, err := cloze.Measure(t.Context(), cloze.Solver{Model: model, Again: again}, held, 2, nil)
	if err != nil || score != card.Score {
		t.Errorf("measured %v, %v; the card has %v", &score, err, &card.Score)
	}
}

// TestFewQuestions: questions that are too few for an encoder were found so after the ranker had learnt from them.
func TestFewQuestions(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	n := &teach.Numerals{Questions: bombs(90), Encoder: "../../metric/bertscore/testdata/bert", Device: d}
	if _, err := n.Open(t.Context()); err == nil || !strings.Contains(err.Error(), "too few to tune an encoder") {
		t.Errorf("got %v", err)
	}
}

// TestGuard: models that were not taught here, and those that others need, are not replaced.
func TestGuard(t *testing.T) {
	file := func(text string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}
	}
	base, lora, peft, taught := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	put(t, lora, map[string]func(io.Writer) error{"adapter_config.json": file(fmt.Sprintf(`{"base_model_name_or_path":%q}`, base))})
	put(t, peft, map[string]func(io.Writer) error{"adapter_config.json": file("{}")})
	out, err := staging.Open(taught)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Write("the model", nil, teach.Files{"config.json": file("{}"), "card.json": file("{}")}); err != nil {
		t.Fatal(err)
	}
	out.Close()
	for _, c := range []struct{ folder, init, want string }{
		{base, base, "the model to begin with"},
		{base, lora, "the model to begin with"}, // the adapters would have lost their weights
		{peft, base, "there is a file adapter_config.json, and no files.json that lists it"},
		{taught, base, ""},
		{filepath.Join(base, "new"), base, ""},
	} {
		if err := teach.Guard(c.folder, c.init); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s from %s: got %v, want %s", c.folder, c.init, err, c.want)
		}
	}
	put(t, taught, map[string]func(io.Writer) error{"curve.csv": file("mine")})
	if err := teach.Guard(taught, base); err == nil || !strings.Contains(err.Error(), "curve.csv") {
		t.Errorf("got %v", err)
	}
}

// TestNoEncoder: a folder that cannot be tuned is refused before anything is learnt.
func TestNoEncoder(t *testing.T) {
	d := tensor.New(1)
	defer d.Close()
	for dir, want := range map[string]string{
		"../../neural/decoder/testdata/bart": `the model_type "bart" is not known`,
		"../../neural/encoder/testdata/bert": "tokenizer.json",
		"nowhere":                            "read what the model is",
	} {
		n := &teach.Numerals{Encoder: dir, Device: d}
		if _, err := n.Open(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", dir, err, want)
		}
	}
}
