package page_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hed/analysis"
	"hed/internal/golden"
	"hed/report/page"
	"hed/score"
)

func write(t testing.TB, run *page.Run, list []*page.Example) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.Write(t.Context(), &b, run, sequence(list)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var piece = regexp.MustCompile(`(data-piece="(\w+)"[^>]*>)([^<]*)<`)

// opened shows the pieces of a page as they are inside.
func opened(t *testing.T, html string) string {
	return piece.ReplaceAllStringFunc(html, func(s string) string {
		m := piece.FindStringSubmatch(s)
		zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[3])))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(zip)
		if err != nil {
			t.Fatal(err)
		}
		if m[2] == "scores" {
			return m[1] + base64.StdEncoding.EncodeToString(raw) + "<"
		}
		return m[1] + string(raw) + "<"
	})
}

var own = regexp.MustCompile(`(?s)(<style>).*?(</style>)|(<script type="module">).*?(</script>)|sha256-[^ ]*`)

// Names that begin alike stay different where they stand upright, and a reader
// can have them in full.
func TestLongNames(t *testing.T) {
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("transformer-large-finetuned-on-news-v%d", i))
	}
	list := examples(t, names)[:3]
	html := write(t, newRun(t, names, list), list)
	heads := map[string]bool{}
	for _, m := range regexp.MustCompile(`class="tall" title="([^"]*)"><bdi>([^<]*)</bdi>`).FindAllStringSubmatch(html, -1) {
		if !slices.Contains(names, m[1]) || len(m[2]) > 26 {
			t.Errorf("%q is a head for %q", m[2], m[1])
		}
		heads[m[2]] = true
	}
	if len(heads) != len(names) {
		t.Errorf("%d different heads for %d systems: %v", len(heads), len(names), heads)
	}
	if !strings.Contains(html, `"short":["transformer`) {
		t.Error("the module does not know the short names")
	}
}

func TestGolden(t *testing.T) {
	list := examples(t, eight[:2])[:3]
	html := write(t, newRun(t, eight[:2], list), list)
	// Style and module are files of their own; here they would be noise.
	golden.Check(t, "page.html", opened(t, own.ReplaceAllString(html, "$1$3$2$4")))
	if again := write(t, newRun(t, eight[:2], list), list); again != html {
		t.Error("the same run gave two pages")
	}
}

// Where mean and ranks disagree nobody wins, and the page says so wherever it
// would say who does.
func TestMixed(t *testing.T) {
	list := examples(t, eight[:2])
	run := newRun(t, eight[:2], list)
	if html := write(t, run, list); strings.Contains(html, "≷") {
		t.Error("something is mixed already")
	}
	p := &run.Found.Tests[0].Pairs[0]
	p.Significant, p.Effect = true, -0.5
	if !(p.Difference > 0) {
		t.Fatalf("difference %v", p.Difference)
	}
	html := write(t, run, list)
	for _, want := range []string{
		"; on rouge1_r the test does not agree with the mean",
		`<span class="near" aria-hidden="true">≷</span>`, `<span class="near">≷</span> its mean is worse than the best`,
		" ≷1</span>", ", mean and ranks disagree on 1", "<td>mean and ranks disagree</td>", ", ≷ where it is clear but",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// The page says what overall is, and when ranks do not rest on the same.
func TestOverall(t *testing.T) {
	list := examples(t, eight[:2])
	for _, ex := range list {
		ex.Scores[1][3] = score.Absent
	}
	run := newRun(t, eight[:2], list)
	html := write(t, run, list)
	for _, want := range []string{
		`<a href="#column-overall" class="v best">`, `<tr id="column-overall"><th scope="row" class="name">Overall score<br><code>overall</code></th><td>mean of all measures, each mapped to 0–1</td>`,
		"<code>1 - min(x,20)/20</code>", "The ranks are not based on the same measures: the overall score of " + eight[1] + " is based on 17 of 18 measures.", "is below 0.05.",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	run.Found.Overall = score.Plain
	html = write(t, run, list)
	for _, want := range []string{"<td>mean of all measures as they are</td>", `<td class="whole">0 to ∞</td><td class="whole">↑ higher</td><td class="whole">mean of these</td>`, "<code>x</code>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// A page without charts says how to ask for some, in the words of its readers.
func TestOptionNames(t *testing.T) {
	run := &page.Run{Found: &analysis.Analysis{}}
	for want, words := range map[string]func(string) string{
		"the option chart":         nil,
		"&lt;the option chart&gt;": func(text string) string { return "<" + text + ">" },
	} {
		run.Words = words
		if html := write(t, run, nil); !strings.Contains(html, "Ask for some with <code>"+want+"</code>.") {
			t.Errorf("the page does not say %s", want)
		}
	}
}

func TestErrors(t *testing.T) {
	list := examples(t, eight[:2])[:3]
	run := newRun(t, eight[:2], list)
	broken := errors.New("articles.jsonl:3: no text")
	err := page.Write(t.Context(), io.Discard, run, func(yield func(*page.Example, error) bool) {
		_ = yield(list[0], nil) && yield(nil, broken)
	})
	if err != broken {
		t.Errorf("got %v, want the error of the sequence", err)
	}
	stopped := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	if err := page.Write(ctx, io.Discard, run, sequence(list)); err != stopped {
		t.Errorf("got %v, want the cause of the context", err)
	}
	full := errors.New("disk full")
	if err := page.Write(t.Context(), refuse{full}, run, sequence(list)); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	list[1].Scores[1] = list[1].Scores[1][:2]
	if err := page.Write(t.Context(), io.Discard, run, sequence(list)); err == nil || !strings.Contains(err.Error(), "2 scores for 18 columns") {
		t.Errorf("got %v for a row that is too short", err)
	}
}

type refuse struct{ err error }

func (r refuse) Write([]byte) (int, error) { return 0, r.err }

// What is in every page, before any data, is small.
func TestSmall(t *testing.T) {
	if n := len(write(t, &page.Run{Found: &analysis.Analysis{}}, nil)); n > 100_000 {
		t.Errorf("a page without data has %d bytes", n)
	}
}
