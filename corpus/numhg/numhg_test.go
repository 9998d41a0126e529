package numhg_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/numhg"
	"hed/internal/shared"
)

const sample = `text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning
"(May 3, 2024 10:12 AM CDT) A ferry with 212 aboard ran aground.",Ferry With 212 Aboard Runs Aground,Ferry With ____ Aboard Runs Aground,212,Copy( 212 ),0
Three hikers were found.,3 Lost Hikers Found,____ Lost Hikers Found,3,Trans( Three ),1
Nobody annotated this one.,Ten of 10,Ten of ____,,,
`

func TestContract(t *testing.T) {
	corpustest.Run(t, corpustest.Sample{Format: numhg.Format, Data: []byte(sample), Want: []*corpus.Document{
		{
			ID: "1", Dateline: "(May 3, 2024 10:12 AM CDT) ", Date: "2024-05-03", Body: "A ferry with 212 aboard ran aground.",
			References: []string{"Ferry With 212 Aboard Runs Aground"},
			Cloze:      &corpus.Cloze{Question: "Ferry With ____ Aboard Runs Aground", Answer: "212", Derivation: "Copy( 212 )", Reasoning: new(false)},
		},
		{
			ID: "2", Body: "Three hikers were found.", References: []string{"3 Lost Hikers Found"},
			Cloze: &corpus.Cloze{Question: "____ Lost Hikers Found", Answer: "3", Derivation: "Trans( Three )", Reasoning: new(true)},
		},
		{
			ID: "3", Body: "Nobody annotated this one.", References: []string{"Ten of 10"},
			Cloze: &corpus.Cloze{Question: "Ten of ____"},
		},
	}})
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"text,summary\na,b\n", "in.csv:1: there is no column cloze, only text, summary"},
		{"text,summary,cloze\na,b 1,b __\n", `in.csv:2: the cloze "b __" has no blank`},
		{"text,summary,cloze,need_reasoning\na,b 1,b ____,yes\n", "in.csv:2: need_reasoning must be 0 or 1, not yes"},
	} {
		_, err := corpustest.Collect(numhg.Format.Documents(corpus.Stream("in.csv", strings.NewReader(c.data)), corpus.Options{}))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s…", c.data, err, c.want)
		}
	}
}

// The counts are those that the data's README and Python's csv module
// give.
func TestSharedData(t *testing.T) {
	path := shared.File(t, "numhg/annotated.csv.gz")
	docs, err := corpustest.Collect(numhg.Format.Documents(corpus.File(path), corpus.Options{}))
	if err != nil || len(docs) != 10495 {
		t.Errorf("%d documents, want 10495; %v", len(docs), err)
	}
	reasoning, dated := 0, 0
	for _, d := range docs {
		if d.Date != "" {
			dated++
		}
		if d.Dateline == "" {
			t.Errorf("line %d has no dateline: %.40q", d.Line, d.Body)
		}
		if *d.Cloze.Reasoning {
			reasoning++
		}
		if strings.Replace(d.Cloze.Question, corpus.Blank, d.Cloze.Answer, 1) != d.References[0] {
			t.Errorf("line %d: %q with %q is not %q", d.Line, d.Cloze.Question, d.Cloze.Answer, d.References[0])
		}
	}
	if dated != 10483 { // the others have (NoneDate)
		t.Errorf("%d have a date, want 10483", dated)
	}
	if reasoning != 3205 {
		t.Errorf("%d need reasoning, want 3205", reasoning)
	}
}

func FuzzDocuments(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("text,summary,cloze\na,b,\n\"x\",,____\n"))
	corpustest.Fuzz(f, numhg.Format)
}
