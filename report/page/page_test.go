package page_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/report/page"
	"hed/score"
	"hed/stat"
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

func TestGolden(t *testing.T) {
	list := examples(t, eight[:2])[:3]
	html := write(t, newRun(eight[:2], list), list)
	// Style and module are files of their own; here they would be noise.
	golden.Check(t, "page.html", opened(t, own.ReplaceAllString(html, "$1$3$2$4")))
	if again := write(t, newRun(eight[:2], list), list); again != html {
		t.Error("the same run gave two pages")
	}
}

func TestFinding(t *testing.T) {
	type m = []float64
	run := func(better score.Better, sure bool, means ...m) *page.Run {
		r := &page.Run{Documents: 9, Level: 0.95}
		for s, row := range means {
			r.Systems = append(r.Systems, string(rune('A'+s)))
			r.Ranks = append(r.Ranks, s+1)
			r.Overall = append(r.Overall, stat.Interval{Mean: row[0], Low: score.Absent, High: score.Absent})
			var in []stat.Interval
			for _, v := range row {
				in = append(in, stat.Interval{Mean: v, Low: score.Absent, High: score.Absent, N: 9})
			}
			r.Means = append(r.Means, in)
		}
		for c := range means[0] {
			r.Columns = append(r.Columns, score.Column{Name: "m" + string(rune('1'+c)), Better: better})
			tests := stat.Comparisons{}
			for a := range means {
				for b := a + 1; b < len(means); b++ {
					tests.Pairs = append(tests.Pairs, stat.Comparison{A: a, B: b, P: 0.5, Significant: sure && c == 0})
				}
			}
			r.Tests = append(r.Tests, tests)
		}
		return r
	}
	untested := run(score.Higher, true, m{1, 1}, m{0, 0})
	untested.Tests = nil
	none := score.Absent
	for _, c := range []struct {
		run  *page.Run
		want string
	}{
		{&page.Run{}, "No system was evaluated."},
		{run(score.Higher, true, m{none}, m{none}), "No measure has a value for any system."},
		{run(score.Higher, true, m{0.5, none}), "A was evaluated alone, on 9 documents with 2 measures; its overall score is 0.5000."},
		{run(score.Unknown, true, m{1}, m{0}), "No measure tells the systems apart."},
		{run(score.Higher, true, m{1}, m{none}), "No measure tells the systems apart."},
		{run(score.Higher, true, m{1}, m{1}), "No system leads on any of 1 measure."},
		{untested, "A leads on 2 of 2 measures."},
		{run(score.Higher, true, m{1}, m{0}), "A leads on 1 of 1 measure; the lead is significant."},
		{run(score.Higher, false, m{1}, m{0}), "A leads on 1 of 1 measure; the lead is not significant."},
		{run(score.Higher, false, m{1, 1}, m{0, 0}), "A leads on 2 of 2 measures; none of these leads is significant."},
		{run(score.Higher, true, m{1, 1}, m{0, 0}), "A leads on 2 of 2 measures; on m2 the lead is not significant."},
		{run(score.Higher, true, m{1, 1, 1, 1}, m{0, 0, 0, 0}), "A leads on 4 of 4 measures; on m2, m3 and m4 the lead is not significant."},
		{run(score.Higher, true, m{1, 1, 1, 1, 1}, m{0, 0, 0, 0, 0}), "A leads on 5 of 5 measures; on 4 of them the lead is not significant."},
		{run(score.Lower, true, m{0.9}, m{0.2}), "B leads on 1 of 1 measure; the lead is significant. The best overall score is that of A, 0.9000."},
	} {
		html := write(t, c.run, nil)
		_, rest, _ := strings.Cut(html, `<p class="finding">`)
		if got, _, _ := strings.Cut(rest, "</p>"); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	list := examples(t, eight[:2])[:3]
	run := newRun(eight[:2], list)
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
	run.Ranks = nil
	if err := page.Write(t.Context(), io.Discard, run, sequence(nil)); err == nil || !strings.Contains(err.Error(), "0 ranks for 2 systems") {
		t.Errorf("got %v without ranks", err)
	}
}

type refuse struct{ err error }

func (r refuse) Write([]byte) (int, error) { return 0, r.err }
