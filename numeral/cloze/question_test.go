package cloze_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/numeral"
	"hed/numeral/cloze"
	"hed/numeral/derive"
)

func TestOpOf(t *testing.T) {
	for annotation, want := range map[string]numeral.Op{
		"Copy( 3 )": numeral.Copy, " Round(Paraphrase(2,345,K),1)": numeral.Round, "12": numeral.Copy,
		"SRound( 26.5,0 )": numeral.SRound, "": numeral.Literal, "it does not say": numeral.Literal, "Add( 3": numeral.Literal,
	} {
		if got := cloze.OpOf(annotation); got != want {
			t.Errorf("%q: %v, want %v", annotation, got, want)
		}
	}
}

const fire = "(Mar 22, 2024 9:15 AM CDT) A fire in Lyon killed 19 men and 16 women. The hotel opened in 1994."

// all yields the documents, and then the error if there is one.
func all(end error, docs ...*corpus.Document) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
		if end != nil {
			yield(nil, end)
		}
	}
}

var errBoom = errors.New("boom")

func TestAsk(t *testing.T) {
	docs := []*corpus.Document{
		{ID: "a", Body: fire, References: []string{"35 Killed in Lyon Hotel Fire"}},
		{ID: "b", Body: fire, References: []string{"No Number"}},
		{ID: "c", Body: fire, References: []string{"____ Killed in 1994"}},
		{ID: "d", Body: fire},
		{ID: "e", Body: fire, References: []string{"777 Killed"}},
		{ID: "f", Body: fire, References: []string{"19 and 16 Killed, 1994 Hotel"}},
	}
	ask := func(workers int) (got []string) {
		random := rand.New(rand.NewPCG(1, 0))
		for q, err := range cloze.Ask(t.Context(), derive.English(), all(errBoom, docs...), random, false, workers) {
			switch {
			case err != nil:
				got = append(got, err.Error())
			case q.Cloze == nil:
				got = append(got, q.Doc.ID)
			default:
				if (q.Expr == nil) != (q.Reasoning == nil) {
					t.Errorf("%+v", q)
				}
				got = append(got, q.Question+" "+q.Answer+" "+q.Derivation)
			}
		}
		return got
	}
	want := []string{"____ Killed in Lyon Hotel Fire 35 Add( 19 , 16 )", "b", "c", "d", "____ Killed 777 the article does not have it", "", "boom"}
	got := ask(1)
	want[5] = got[5] // by chance
	if d := gocmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := gocmp.Diff(got, ask(4)); d != "" {
		t.Errorf("four workers: %s", d)
	}
	var file bytes.Buffer
	questions := cloze.Ask(t.Context(), derive.English(), all(nil, docs[:5]...), rand.New(rand.NewPCG(1, 0)), false, 2)
	n, err := cloze.WriteQuestions(cloze.NewSemEval(&file), questions, func(int) {})
	if want := (cloze.Asked{Documents: 5, Questions: 2, Open: 1}); err != nil || n != want || !strings.Contains(file.String(), `"calculation":"Add(19,16)"`) {
		t.Errorf("%+v, %v: %s", n, err, &file)
	}
}

func TestSolve(t *testing.T) {
	asks := func(id, body, question, answer string) *corpus.Document {
		return &corpus.Document{ID: id, Body: body, Cloze: &corpus.Cloze{Question: question, Answer: answer, Reasoning: new(false)}}
	}
	docs := []*corpus.Document{
		asks("a", fire, "____ Men Killed", "19"), {ID: "b", Body: fire}, asks("c", "Nothing.", "____ Killed", "4"), asks("d", fire, "Hotel of ____", ""),
	}
	var score cloze.Score
	var got []cloze.Solution
	for s, err := range cloze.Solve(t.Context(), cloze.Solver{Model: derive.English()}, all(nil, docs...), 2) {
		if err != nil {
			t.Fatal(err)
		}
		score.Take(&s)
		got = append(got, s)
	}
	if len(got) != 3 || *got[0].Answer != "19" || !got[0].Right || got[2].I != 2 || got[2].Known {
		t.Fatalf("got %+v", got)
	}
	if line, err := json.Marshal(got[1]); err != nil || string(line) != `{"i":1,"answer":null,"derivation":null,"confidence":0,"alternatives":[]}` {
		t.Errorf("%s, %v", line, err)
	}
	if a := score.Accuracy(); score.N() != 2 || score.Of(cloze.Copy) != 2 || a.Overall != 0.5 || a.Copy != 0.5 {
		t.Errorf("%d questions, %+v", score.N(), a)
	}
	var lines bytes.Buffer
	n, counted, err := cloze.WriteSolutions(&lines, cloze.Solve(t.Context(), cloze.Solver{Model: derive.English()}, all(nil, docs...), 2), func(int) {})
	if err != nil || n != 3 || counted != score || strings.Count(lines.String(), "\n") != 3 || score.String() != "50.00% of 2 answers right, 50.00% of 2 copied" {
		t.Errorf("%d written, %v, %v: %s", n, err, &counted, &lines)
	}
	again, err := cloze.Measure(t.Context(), cloze.Solver{Model: derive.English()}, docs[:3], 1, func(done, all int) {
		if done > all {
			t.Errorf("%d of %d are done", done, all)
		}
	})
	if err != nil || again != score {
		t.Errorf("measured %+v, %v", again, err)
	}
	for _, err := range cloze.Solve(t.Context(), cloze.Solver{Model: derive.English()}, all(nil, asks("x", fire, "no blank", "4")), 2) {
		if err == nil || err.Error() != `document x: the question "no blank" has no blank; write it as ____` {
			t.Errorf("got %v", err)
		}
	}
}

func TestValidate(t *testing.T) {
	docs := docs()
	docs = append(docs, &corpus.Document{ID: "c"})
	for asCSV, want := range map[bool]string{
		false: `{"i":1,"annotation":"the article has no such number","reason":"unanswerable"}` + "\n",
		true:  "i,annotation,reason\n1,the article has no such number,unanswerable\n",
	} {
		var out bytes.Buffer
		done := 0
		checked, refused, err := cloze.WriteRefused(&out, asCSV, false, cloze.Validate(all(nil, docs...)), func(n int) { done = n })
		if err != nil || out.String() != want || checked != 2 || refused != 1 || done != 3 {
			t.Errorf("%v, %d of %d refused, %d done: %s", err, refused, checked, done, &out)
		}
	}
	if _, _, err := cloze.WriteRefused(io.Discard, false, false, cloze.Validate(all(errBoom)), func(int) {}); err != errBoom {
		t.Errorf("got %v", err)
	}
}

func TestCount(t *testing.T) {
	asks := func(answer, derivation string) *corpus.Document {
		return &corpus.Document{ID: "x", Body: fire, References: []string{"Hotel Fire Kills " + answer},
			Cloze: &corpus.Cloze{Question: "Hotel Fire Kills ____", Answer: answer, Derivation: derivation}}
	}
	var rows bytes.Buffer
	done := 0
	s, err := cloze.WriteRows(&rows, false, cloze.Count(t.Context(), derive.English(), all(nil,
		asks("35", "Add( 19 , Copy( 16 ) )"), asks("35", ""), asks("19", ""), asks("35", "it does not say"), asks("35", "Add( 19"),
		&corpus.Document{ID: "y", Body: "One sentence."}), 2), func(n int) { done = n })
	if err != nil || done != 6 {
		t.Fatalf("%v after %d", err, done)
	}
	want := "id,operator,numeral,sentences,words,numerals\nx,Add,35,2,22,8\nx,Add,35,2,22,8\nx,Copy,19,2,22,8\nx,unanswerable,35,2,22,8\nx,malformed,35,2,22,8\n"
	if rows.String() != want {
		t.Errorf("%s\nwant\n%s", &rows, want)
	}
	var names []string
	for name, o := range s.Table() {
		names = append(names, name)
		if o.Questions > 0 && o.Words != 22 {
			t.Errorf("%s: %+v", name, o)
		}
	}
	if d := gocmp.Diff([]string{"Copy", "Add", cloze.Unanswerable, cloze.Malformed}, names); d != "" {
		t.Error(d)
	}
	if s.Articles != 6 || s.Questions != 5 || s.Uses != 4 || s.Operators["Copy"].Uses != 2 || s.Operators["Add"].Share != 0.4 {
		t.Errorf("%+v", s)
	}
}

func TestJudge(t *testing.T) {
	doc := &corpus.Document{ID: "x", Body: fire, References: []string{"35 Killed"}}
	official := &corpus.Document{ID: "1", References: []string{" 35 "}}
	for _, c := range []struct {
		files cloze.Files
		c     *corpus.Case
		want  cloze.Gold
		err   string
	}{
		{cloze.Files{}, corpus.NewCase(doc, "h"), cloze.Gold{Numeral: "35", Type: cloze.Reasoning}, ""},
		{cloze.Files{Gold: "g"}, corpus.NewCase(doc, "h", " 19\t"), cloze.Gold{Numeral: "19", Type: cloze.Copy}, ""},
		{cloze.Files{Gold: "g", Type: "t"}, corpus.NewCase(doc, "h", "19", "1"), cloze.Gold{Numeral: "19", Type: cloze.Reasoning}, ""},
		{cloze.Files{Gold: "g", References: true, Type: "t"}, corpus.NewCase(official, "h", "0"), cloze.Gold{Numeral: "35", Type: cloze.Copy}, ""},
		{cloze.Files{Gold: "g", Type: "t"}, corpus.NewCase(doc, "h", "19", "2"), cloze.Gold{}, `t:1: is "2"; expected 0 for a copied numeral or 1 for one that takes reasoning`},
		{cloze.Files{Gold: "g"}, corpus.NewCase(doc, "h", " "), cloze.Gold{}, "g:1: is empty; expected the gold numeral"},
		{cloze.Files{Docs: "d", Gold: "g"}, corpus.NewCase(official, "h", "4"), cloze.Gold{}, "d: document 1 has no article, so hed cannot know whether its numeral is copied; say so with the option type"},
	} {
		cases := func(yield func(*corpus.Case, error) bool) { yield(c.c, nil) }
		for j, err := range c.files.Judge(cases) {
			if c.err == "" && (err != nil || !j.Known || j.Gold != c.want || j.Headline != "h") || c.err != "" && (err == nil || err.Error() != c.err) {
				t.Errorf("%+v: %+v, %v", c.files, j, err)
			}
		}
	}
	cases := func(yield func(*corpus.Case, error) bool) {
		_ = yield(corpus.NewCase(&corpus.Document{Body: fire, References: []string{"19 and 16"}}, "h"), nil) && yield(nil, errBoom)
	}
	var failed error
	for j, err := range (&cloze.Files{}).Judge(cases) {
		if failed = err; j.Known {
			t.Errorf("%+v is known", j)
		}
	}
	if failed != errBoom {
		t.Errorf("got %v", failed)
	}
}

func TestLessons(t *testing.T) {
	questions, held, err := cloze.Lessons(all(nil, append(docs(), &corpus.Document{ID: "c"})...), false)
	if err != nil || len(questions) != 2 || len(held) != 0 || questions[0].Answer != "212" {
		t.Errorf("%v, %v, %v", questions, held, err)
	}
	some := docs()
	questions, held, err = cloze.Lessons(all(nil, some...), true)
	if err != nil || len(questions)+len(held) != 2 {
		t.Errorf("%v, %v, %v", questions, held, err)
	}
	for _, d := range held {
		if !derive.Test(d.Text()) {
			t.Errorf("%s is held out", d.ID)
		}
	}
	if _, _, err := cloze.Lessons(all(errBoom), false); err != errBoom {
		t.Errorf("got %v", err)
	}
}
