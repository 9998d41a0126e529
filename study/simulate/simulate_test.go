package simulate_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/store/sqlite"
	"hed/study"
	"hed/study/simulate"
	"hed/web/judge"
)

// A site is a study that is served as it is to people.
type site struct {
	store study.Store
	url   string
	links []string
}

// serve serves a study of a protocol; wrap, if not nil, stands before the server.
func serve(t *testing.T, p *study.Protocol, judges int, wrap func(http.Handler) http.Handler) *site {
	t.Helper()
	set := study.Settings{Protocol: p, Systems: []string{"s2s", "pn"}, Numbers: study.Numbers{Cases: 2, Forms: 1, Judges: 2}, Background: true, Seed: 3}
	if p.Unit == study.Headlines {
		set.Numbers.Forms = 0
	}
	if p.Unit == study.Blanks {
		set.Systems = nil
	}
	set.Cases = news(12, len(set.Systems))
	return serveStudy(t, set, judges, wrap)
}

// serveStudy serves a study of some settings.
func serveStudy(t *testing.T, set study.Settings, judges int, wrap func(http.Handler) http.Handler) *site {
	t.Helper()
	s, cases, err := study.New(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Create(t.Context(), filepath.Join(t.TempDir(), "study.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := store.Create(t.Context(), s, cases, study.Event{At: time.Now(), By: "test", What: "created"}); err != nil {
		t.Fatal(err)
	}
	h, err := judge.New(judge.Options{Store: store, Desk: study.NewDesk(store, time.Now)})
	if err != nil {
		t.Fatal(err)
	}
	if wrap != nil {
		h = wrap(h)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	v := &site{store: store, url: server.URL}
	hashes := make([][32]byte, judges)
	for i := range hashes {
		var token string
		token, hashes[i] = study.NewToken()
		v.links = append(v.links, server.URL+"/j/"+token)
	}
	if _, err := store.AddJudges(t.Context(), hashes, study.Event{At: time.Now(), By: "test", What: "invited"}); err != nil {
		t.Fatal(err)
	}
	return v
}

// news are documents of two newspapers, with the headlines of so many systems.
func news(n, systems int) iter.Seq2[*corpus.Case, error] {
	return func(yield func(*corpus.Case, error) bool) {
		for i := range n {
			c := &corpus.Case{Doc: &corpus.Document{ID: fmt.Sprint("d", i), Source: []string{"Morning", "Evening"}[i%2], Lang: "en",
				Body: fmt.Sprintf("The town has 19 cats and %d dogs.", 20+i), References: []string{fmt.Sprintf("%d Dogs in Town", 20+i)}}}
			for s := range systems {
				c.Outputs = append(c.Outputs, corpus.Output{Text: fmt.Sprintf("System %d has %d dogs", s, 20+i)})
			}
			if !yield(c, nil) {
				return
			}
		}
	}
}

// run lets the judges work and gives what was acknowledged.
func (v *site) run(t *testing.T, o simulate.Options) (map[string]string, *simulate.Summary) {
	t.Helper()
	acknowledged := map[string]string{}
	o.Server, o.Links, o.Patience = v.url, v.links, 2*time.Minute
	o.Saved = func(a simulate.Answer) error {
		key := fmt.Sprint(a.Judge, " ", a.Case, " ", a.Question)
		if _, twice := acknowledged[key]; twice {
			return fmt.Errorf("%s was acknowledged twice", key)
		}
		acknowledged[key] = a.Value
		return nil
	}
	sum, err := simulate.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Finished != len(v.links) || sum.Answers != len(acknowledged) || len(sum.Times) != sum.Answers {
		t.Errorf("%d of %d judges finished with %d answers, of which %d are known", sum.Finished, len(v.links), sum.Answers, len(acknowledged))
	}
	return acknowledged, sum
}

// kept are the answers of the store, old ones too.
func (v *site) kept(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for a, err := range v.store.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if a.Question == study.AboutClosed {
			continue
		}
		key := fmt.Sprint(a.Judge, " ", a.Case, " ", a.Question)
		if _, twice := all[key]; twice {
			t.Errorf("%s is there twice", key)
		}
		all[key] = a.Value
	}
	return all
}

// Every protocol is done to its end, the answers are those that the server keeps, and
// the same seed gives the same.
func TestRun(t *testing.T) {
	for _, name := range study.Builtins() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := study.Builtin(name)
			v := serve(t, p, 2, nil)
			first, sum := v.run(t, simulate.Options{Noise: 0.5, Seed: 5})
			if d := cmp.Diff(first, v.kept(t)); d != "" {
				t.Errorf("acknowledged (-), kept (+):\n%s", d)
			}
			if sum.Retries != 0 || len(first) == 0 {
				t.Errorf("%d answers, %d requests were sent again", len(first), sum.Retries)
			}
			second, _ := serve(t, p, 2, nil).run(t, simulate.Options{Noise: 0.5, Seed: 5})
			if d := cmp.Diff(first, second); d != "" && name != "style-guess" { // there, who comes first gets the first form
				t.Errorf("the same seed differs:\n%s", d)
			}
		})
	}
}

// Without noise judges agree.
func TestAgree(t *testing.T) {
	p, _ := study.Builtin("suitability")
	answers, _ := serve(t, p, 2, nil).run(t, simulate.Options{Seed: 1})
	for key, value := range answers {
		judge, of, _ := strings.Cut(key, " ")
		if strings.HasPrefix(of, "-1 ") {
			continue // about himself
		}
		other := map[string]string{"j001": "j002", "j002": "j001"}[judge]
		if answers[other+" "+of] != value {
			t.Errorf("%s of %s: %s and %s", of, judge, value, answers[other+" "+of])
		}
	}
}

// flaky fails a third of all requests: before they are served, or after, when the
// answer is kept and only the word of it is lost.
func flaky(h http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch n.Add(1) % 12 {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 4:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
		case 7:
			panic(http.ErrAbortHandler)
		case 10:
			h.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func TestFlaky(t *testing.T) {
	p, _ := study.Builtin("numhg-rating")
	v := serve(t, p, 2, flaky)
	acknowledged, sum := v.run(t, simulate.Options{Noise: 1, Seed: 1})
	if d := cmp.Diff(acknowledged, v.kept(t)); d != "" {
		t.Errorf("acknowledged (-), kept (+):\n%s", d)
	}
	if sum.Retries == 0 {
		t.Error("nothing failed")
	}
}

func TestRunRefused(t *testing.T) {
	p, _ := study.Builtin("suitability")
	v := serve(t, p, 1, nil)
	full := errors.New("disk full")
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name string
		ctx  context.Context
		o    simulate.Options
		want string
	}{
		{"no address", t.Context(), simulate.Options{Server: "localhost", Links: v.links}, `"localhost" is not an address`},
		{"no judges", t.Context(), simulate.Options{Server: v.url}, "there are no links"},
		{"unknown judge", t.Context(), simulate.Options{Server: v.url, Links: []string{v.url + "/j/nobody"}}, "judge 1: GET work: "},
		{"nobody there", t.Context(), simulate.Options{Server: "http://127.0.0.1:1", Links: v.links}, "gave up after"},
		{"stopped", stopped, simulate.Options{Server: v.url, Links: v.links}, "canceled"},
		{"no journal", t.Context(), simulate.Options{Server: v.url, Links: v.links, Saved: func(simulate.Answer) error { return full }}, "disk full"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := simulate.Run(test.ctx, test.o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

// TestTook finds how long most answers took, in whatever order they came.
func TestTook(t *testing.T) {
	sum := &simulate.Summary{Times: []time.Duration{3, 1, 2, 5, 4}}
	for share, want := range map[float64]time.Duration{0: 1, 0.5: 3, 0.99: 5, 1: 5} {
		if got := sum.Took(share); got != want {
			t.Errorf("%v took %d, want %d", share, got, want)
		}
	}
	if got := new(simulate.Summary).Took(0.5); got != 0 {
		t.Errorf("nothing took %d", got)
	}
}

// TestJournal has each answer written when Saved returns.
func TestJournal(t *testing.T) {
	var out strings.Builder
	save := simulate.Journal(&out)
	for i, want := range []string{`{"judge":"j001","case":0,"question":"correct.A","value":"<yes>"}` + "\n", `{"judge":"j001","case":1,"question":"correct.A","value":"<yes>"}` + "\n"} {
		if err := save(simulate.Answer{Judge: "j001", Case: i, Question: "correct.A", Value: "<yes>"}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("the journal is %q", out.String())
		}
	}
	if err := simulate.Journal(full{})(simulate.Answer{}); err == nil || !strings.Contains(err.Error(), "write the journal: disk full") {
		t.Errorf("a full disk: %v", err)
	}
}

// What a journal cannot force to disk was lost without a word. Here its file is closed already.
func TestJournalEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "journal.jsonl")
	_, done, err := simulate.OpenJournal(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := done(); err != nil {
		t.Error(err)
	}
	if err := done(); err == nil || !strings.Contains(err.Error(), "write the journal "+file) {
		t.Errorf("a file that is not written: %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// Who waits says what for, and gives up in the end.
func TestWaiting(t *testing.T) {
	p, _ := study.Builtin("suitability")
	v := serve(t, p, 3, nil)
	desk := study.NewDesk(v.store, time.Now)
	for _, link := range v.links[:2] { // both take the one form, and leave it
		j, err := desk.Judge(t.Context(), link[strings.LastIndexByte(link, '/')+1:])
		if err == nil {
			err = desk.CloseAbout(t.Context(), j)
		}
		if err == nil {
			_, err = desk.Work(t.Context(), j)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var said []string
	o := simulate.Options{Server: v.url, Links: v.links[2:], Patience: 100 * time.Millisecond, Waiting: func(s string) { said = append(said, s) }}
	_, err := simulate.Run(t.Context(), o)
	if want := "judge 1: j003 waited 100ms and gave up: other judges have the remaining cases and may return them"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if d := cmp.Diff([]string{"waiting (1 of 1 judge): other judges have the remaining cases and may return them; each gives up after 100ms"}, said); d != "" {
		t.Errorf("it says (-want +got):\n%s", d)
	}
	o.Server, said = "http://127.0.0.1:1", nil
	if _, err := simulate.Run(t.Context(), o); err == nil || len(said) != 1 || !strings.HasPrefix(said[0], "waiting (1 of 1 judge): the server cannot be reached;") {
		t.Errorf("without a server it says %q and %v", said, err)
	}
}
