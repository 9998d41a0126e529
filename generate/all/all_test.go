package all_test

import (
	"fmt"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/generate"
	"hed/generate/all"
	"hed/generate/generatetest"
	"hed/generate/internal/baseline"
	"hed/internal/golden"
	"hed/internal/sample"
	"hed/spec"
	"hed/text/pos"
)

// Whatever is on the list keeps the contract, with its defaults, and says
// what it is.
func TestGenerators(t *testing.T) {
	for _, in := range all.Generators.Infos() {
		t.Run(in.Name, func(t *testing.T) {
			if in.Doc == "" || in.Paper == "" || in.Options == nil {
				t.Errorf("%+v lacks something", in)
			}
			for _, o := range spec.Options(in.Options) {
				if o.Doc == "" {
					t.Errorf("option %s is not explained", o.Name)
				}
			}
			g, err := in.New(nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			generatetest.Run(t, g, baseline.Words)
			t.Run("long", func(t *testing.T) { generatetest.Long(t, g, baseline.Words) })
		})
	}
}

// The names and their order are a promise.
func TestNames(t *testing.T) {
	var names []string
	for _, in := range all.Generators.Infos() {
		names = append(names, in.Name)
	}
	if got, want := strings.Join(names, " "), "first random tfidf wtextrank stextrank"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// All take the same options and refuse the same mistakes.
func TestOptions(t *testing.T) {
	for _, in := range all.Generators.Infos() {
		for options, want := range map[string]string{
			"":              "",
			"words=1":       "",
			"lang=it":       "",
			"words=0":       "words=0: a headline has 1 to 1000000 words",
			"words=1000001": "words=1000001: a headline has 1 to 1000000 words",
			"words=-3":      "1 to 1000000 words",
			"words=many":    "want a whole number",
			"lang=xx":       `no language "xx"; have en, it`,
			"length=3":      `no option "length"; have words, lang, as`,
			"words=1000000": "",
		} {
			sp := spec.Spec{Name: in.Name}
			if k, v, ok := strings.Cut(options, "="); ok {
				sp.Set(k, v)
			}
			built, err := all.Generators.Build([]spec.Spec{sp}, 1)
			switch {
			case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), "generator "+in.Name+": ") || !strings.Contains(err.Error(), want)):
				t.Errorf("%s: got the error %v, want %q", sp, err, want)
			case want == "":
				generatetest.Fit(t, built[0].Generator, nil)
				generatetest.Headline(t, built[0], &corpus.Document{Body: "A bridge closes. It was old."})
			}
		}
	}
}

// TestSample shows what each makes of the articles of the sample.
func TestSample(t *testing.T) {
	docs := sampleDocuments(t)
	specs, err := spec.Parse("first,random,tfidf,wtextrank,stextrank")
	if err != nil {
		t.Fatal(err)
	}
	generators := build(t, specs, 1)
	again := build(t, []spec.Spec{{Name: "random", As: "random-seed-2"}}, 2)
	var b strings.Builder
	for _, g := range append(generators, again...) {
		generatetest.Fit(t, g.Generator, docs)
	}
	for _, d := range docs {
		fmt.Fprintln(&b, d.ID)
		for _, g := range append(generators, again...) {
			fmt.Fprintf(&b, "  %-13s  %s\n", g.Name, generatetest.Headline(t, g, d))
		}
	}
	golden.Check(t, "sample.txt", b.String())
}

// TestSignature shows the signatures.
func TestSignature(t *testing.T) {
	var b strings.Builder
	for _, in := range all.Generators.Infos() {
		for _, lang := range []string{"", "en"} {
			sp := spec.Spec{Name: in.Name}
			if lang != "" {
				sp.Set("lang", lang)
			}
			g := build(t, []spec.Spec{sp}, 1)[0]
			fmt.Fprintln(&b, g.Signature())
			if _, ok := g.Generator.(generate.Fitter); ok {
				generatetest.Fit(t, g.Generator, sampleDocuments(t))
				fmt.Fprintln(&b, g.Signature())
			}
		}
	}
	// The tagger is trained anew now and then.
	golden.Check(t, "signatures.txt", strings.ReplaceAll(b.String(), pos.English().Signature(), "en-TAGGER"))
}

func build(t testing.TB, specs []spec.Spec, seed uint64) []generate.Named {
	t.Helper()
	built, err := all.Generators.Build(specs, seed)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func sampleDocuments(t testing.TB) []*corpus.Document {
	t.Helper()
	f, err := sample.English.Open("articles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return documents(t, jsonl.Format.Documents(corpus.Stream("articles.jsonl", f), corpus.Options{}))
}

func documents(t testing.TB, r corpus.Reader) []*corpus.Document {
	t.Helper()
	var docs []*corpus.Document
	for d, err := range r.Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
	}
	return docs
}
