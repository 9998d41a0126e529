package remote_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/corpus"
	"hed/generate/generatetest"
	"hed/generate/remote"
	"hed/generate/remote/remotetest"
	"hed/internal/golden"
)

const key = "sk-test-4c1d9e77"

// client reaches servers with the key, and keeps answers in the folder.
func client(folder string) *remote.Client {
	return &remote.Client{Transport: http.DefaultTransport, Cache: folder, Getenv: func(name string) string {
		return map[string]string{"OPENAI_API_KEY": key}[name]
	}}
}

// generator is one for a server. Options are key=value.
func generator(t testing.TB, c *remote.Client, s *remotetest.Server, options ...string) *remote.Generator {
	t.Helper()
	all := map[string]string{"model": "m", "url": s.URL}
	for _, o := range options {
		k, v, _ := strings.Cut(o, "=")
		all[k] = v
	}
	g, err := remote.Info(c).New(all, 1)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*remote.Generator).Hurry()
}

func first(w http.ResponseWriter, a *remotetest.Ask) { a.Say(w, remotetest.Headline(a.Text())) }

func TestContract(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		texts := []string{remotetest.Headline(a.Text())}
		for i := 1; i < a.N; i++ {
			texts = append(texts, fmt.Sprintf(`{"headline":"another %d"}`, i))
		}
		a.Say(w, texts...)
	})
	generatetest.Run(t, generator(t, client(t.TempDir()), s, "candidates=3"), 100)
}

// What changes the headlines is in the signature; limits are not, nor is the key.
func TestSignature(t *testing.T) {
	s, other := remotetest.New(t, first), remotetest.New(t, first)
	own := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(own, []byte("system: Be brief.\nuser: '{{.Text}}'\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := client("")
	usual := generator(t, c, s).Signature()
	if strings.Contains(usual, key) {
		t.Errorf("%s has the key", usual)
	}
	for option, changes := range map[string]bool{
		"model=n": true, "url=" + other.URL: true, "prompt=" + own: true, "candidates=2": true, "repair=1": true,
		"rpm=1000": false, "tpm=1000": false, "concurrency=1": false, "timeout=3": false, "price=1/2": false,
	} {
		if got := generator(t, c, s, option).Signature(); (got != usual) != changes {
			t.Errorf("%s: %s", option, got)
		}
	}
}

// A server that fails in every way: no document is lost, each has its own headline or a reason, and what was answered is not
// asked again. The key, which the server sends back, is nowhere.
func TestStorm(t *testing.T) {
	t.Parallel() // it waits for one that stalls
	folder := t.TempDir()
	s := remotetest.New(t, remotetest.Storm)
	c := client(folder)
	g := generator(t, c, s, "timeout=10", "concurrency=32") // of which only those that stall take so long
	var docs []*corpus.Document
	for i := range 10 * remotetest.Ways {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: fmt.Sprintf("Town %d goes its way %d in the rain today.", i, i%remotetest.Ways)})
	}
	ask := func(g *remote.Generator) string {
		var b strings.Builder
		all, err := g.GenerateBatch(t.Context(), docs, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, list := range all {
			fmt.Fprintf(&b, "%d %q %q\n", i, list[0].Headline, list[0].Reason)
		}
		return b.String()
	}
	got := ask(g)
	golden.Check(t, "storm.txt", strings.Join(strings.SplitAfter(got, "\n")[:remotetest.Ways], ""))
	asked := s.Requests()
	if _, again := s.Answered(); again != 0 {
		t.Errorf("%d were asked again", again)
	}
	// What failed is asked again by who comes next, and nothing else.
	if second := ask(generator(t, c, s)); second != got {
		t.Errorf("the second time:\n%s", second)
	}
	if more := s.Requests() - asked; more != 3*10 {
		t.Errorf("%d requests more, want those for the 10 documents that were refused, in three forms", more)
	}
	said := got + strings.Join(c.Notes(), "\n")
	if strings.Contains(said, key) {
		t.Error("the key is in what is said")
	}
	noKey(t, folder)
}

// noKey looks into all files.
func noKey(t *testing.T, folder string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if strings.Contains(strings.ReplaceAll(string(data), `\\u0065`, "e")+path, key) {
			t.Errorf("%s has the key", path)
		}
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files, %v", files, err)
	}
}

// Servers that do not know schemas, seeds or several choices are asked without.
func TestForms(t *testing.T) {
	for name, refuses := range map[string]func(*remotetest.Ask) bool{
		"all":       func(*remotetest.Ask) bool { return false },
		"no schema": func(a *remotetest.Ask) bool { return a.Format != nil },
		"nothing":   func(a *remotetest.Ask) bool { return a.Format != nil || a.Seed != nil || a.N > 0 },
	} {
		refused, longest := 0, 0
		var mu sync.Mutex
		s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
			if refuses(a) {
				mu.Lock()
				refused++
				mu.Unlock()
				http.Error(w, "unknown parameter", http.StatusBadRequest)
				return
			}
			mu.Lock()
			longest = a.Longest
			mu.Unlock()
			a.Say(w, "```json\n"+remotetest.Headline(a.Text())+"\n```")
		})
		g := generator(t, client(t.TempDir()), s, "candidates=2")
		for i := range 5 {
			if got := generatetest.Headline(t, g, &corpus.Document{Body: fmt.Sprintf("Rain falls on town %d", i)}); got != fmt.Sprintf("Rain falls on town %d", i) {
				t.Errorf("%s: got %q", name, got)
			}
		}
		if refused > 2 {
			t.Errorf("%s: it was refused %d times", name, refused)
		}
		// The last form says how long an answer may be too: a cap reserves no more.
		if (longest == 4096) != (name == "nothing") {
			t.Errorf("%s: max_tokens is %d", name, longest)
		}
	}
}

// A server that gives one choice whatever is asked for is asked again until there are enough.
func TestCandidates(t *testing.T) {
	asked := 0
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		a.Say(w, fmt.Sprintf(`{"headline":"number %d"}`, (asked+1)/2))
		asked++
	})
	all, err := generator(t, client(t.TempDir()), s, "candidates=4").GenerateBatch(t.Context(), []*corpus.Document{{Body: "Rain"}}, 3)
	if got := fmt.Sprint(all); err != nil || got != "[[{number 0 0 } {number 1 0 } {number 2 0 }]]" {
		t.Errorf("got %v, %v", got, err)
	}
}

// The cap holds, also over runs that share answers, and says what to do.
func TestCap(t *testing.T) {
	s := remotetest.New(t, first)
	folder := t.TempDir()
	var docs []*corpus.Document
	for i := range 200 {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: fmt.Sprintf("Town %d sleeps in the rain.", i)})
	}
	for range 2 {
		g := generator(t, client(folder), s, "price=1/2", "cost=0.02", "concurrency=16")
		_, err := g.GenerateBatch(t.Context(), docs, 1)
		e, ok := errors.AsType[*remote.CapError](err)
		if !ok || !strings.Contains(err.Error(), "raise cost to continue") {
			t.Fatalf("got %v", err)
		}
		if u := s.Tokens(); e.Cap != 0.02 || float64(u.In)+2*float64(u.Out) > 0.02e6 || u.In < 5000 {
			t.Errorf("after %+v: %+v", u, e)
		}
	}
	if _, again := s.Answered(); again != 0 {
		t.Errorf("%d were asked again", again)
	}
	// With more it continues, and what is left below the cap is less than two requests.
	if _, err := generator(t, client(folder), s, "price=1/2", "cost=1").GenerateBatch(t.Context(), docs, 1); err != nil {
		t.Error(err)
	}
	if n, again := s.Answered(); n != 200 || again != 0 {
		t.Errorf("%d answers, %d again", n, again)
	}
}

const profit = "Acme Corp said on Monday that quarterly profit rose 18.6 percent to $1.24 billion. It will cut 2,350 jobs in Ohio."

// Of several headlines the first is that whose numbers the article supports. Others keep their order.
func TestPrefer(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		a.Say(w, `{"headline":"Acme cuts 9,100 jobs"}`, `{"headline":"Acme cuts jobs"}`, `{"headline":"Acme cuts 2,350 jobs"}`)
	})
	folder := t.TempDir()
	for lang, want := range map[string]string{
		"":   "[{Acme cuts jobs 0 } {Acme cuts 2,350 jobs 0 } {Acme cuts 9,100 jobs 0 }]",
		"xx": "[{Acme cuts 9,100 jobs 0 } {Acme cuts jobs 0 } {Acme cuts 2,350 jobs 0 }]",
	} {
		g := generator(t, client(folder), s, "candidates=3", "numerals=prefer", "lang="+lang)
		for n := range 3 {
			d := &corpus.Document{Body: profit, Lang: lang}
			if n == 0 {
				d.Lang = "" // which the option says
			}
			all, err := g.GenerateBatch(t.Context(), []*corpus.Document{d}, n+1)
			if err != nil || !strings.HasPrefix(want, strings.TrimSuffix(fmt.Sprint(all[0]), "]")) || len(all[0]) != n+1 {
				t.Errorf("%q: got %v, %v", lang, all, err)
			}
		}
	}
	if n := s.Requests(); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}

// With repair=1 a model hears once which number is wrong. What it then writes is taken if more of its numbers are
// supported; whatever else comes, the first headline stays.
func TestRepair(t *testing.T) {
	for answer, want := range map[string]string{
		`{"headline":"Acme cuts 2,350 jobs"}`: "Acme cuts 2,350 jobs",
		`{"headline":"Acme cuts jobs"}`:       "Acme cuts jobs",
		`{"headline":"Acme cuts 7,000 jobs"}`: "Acme cuts 9,100 jobs",
		`{"headline":"Acme cuts 9,100 jobs"}`: "Acme cuts 9,100 jobs",
		`{"headline":""}`:                     "Acme cuts 9,100 jobs",
		"refused":                             "Acme cuts 9,100 jobs",
	} {
		s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
			last := len(a.Messages) - 1
			switch {
			case a.Messages[last-1].Content != `{"headline":"Acme cuts 9,100 jobs"}`:
				a.Say(w, `{"headline":"Acme cuts 9,100 jobs"}`)
			case a.Messages[last-1].Role != "assistant" || a.Messages[last].Role != "user" || !strings.Contains(a.Text(), "- 9,100: "):
				t.Errorf("asked again by %v", a.Messages)
			case answer == "refused":
				http.Error(w, "no", http.StatusBadRequest)
			default:
				a.Say(w, answer)
			}
		})
		folder := t.TempDir()
		g := generator(t, client(folder), s, "repair=1")
		doc := &corpus.Document{Body: profit}
		if got := generatetest.Headline(t, g, doc); got != want {
			t.Errorf("after %s: got %s, want %s", answer, got, want)
		}
		if n := s.Requests(); n != 2 {
			t.Errorf("%s: %d requests, want 2", answer, n)
		}
		// Both answers are kept, and count for the cap of who continues.
		if answer != "refused" {
			c := client(folder)
			g = generator(t, c, s, "repair=1", "price=1/2", "cost=1")
			g.Count(doc)
			if got := generatetest.Headline(t, g, doc); got != want || s.Requests() != 2 || !strings.Contains(strings.Join(c.Notes(), ""), "2 answers kept") {
				t.Errorf("again: got %s after %d requests; %v", got, s.Requests(), c.Notes())
			}
		}
	}
}

// What was written before counts for the cap of who continues.
func TestCount(t *testing.T) {
	s := remotetest.New(t, first)
	folder := t.TempDir()
	doc := func(i int) *corpus.Document { return &corpus.Document{Body: fmt.Sprintf("Town %d sleeps.", i)} }
	g := generator(t, client(folder), s)
	for i := range 100 {
		generatetest.Headline(t, g, doc(i))
	}
	g = generator(t, client(folder), s, "price=1/2", "cost=0.02")
	for i := range 100 {
		for range 3 { // once counts
			g.Count(doc(i))
		}
	}
	spent := float64(s.Tokens().In+2*s.Tokens().Out) / 1e6
	_, err := g.Generate(t.Context(), doc(1000))
	if e, ok := errors.AsType[*remote.CapError](err); !ok || e.Spent < spent-1e-9 || e.Spent > spent+1e-9 {
		t.Errorf("after %g: %v", spent, err)
	}
}

// Requests that were on their way when hed ended, or whose answers broke off, count for the cap of who continues.
func TestPending(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if strings.Contains(a.Text(), "storm") {
			panic(http.ErrAbortHandler)
		}
		first(w, a)
	})
	folder := t.TempDir()
	limits := []string{"price=1/1", "cost=0.045"} // each can cost some 0.005
	storm, rain := &corpus.Document{Body: "A storm"}, &corpus.Document{Body: "Rain"}
	if all, err := generator(t, client(folder), s, limits...).GenerateBatch(t.Context(), []*corpus.Document{storm}, 1); err != nil || !strings.Contains(all[0][0].Reason, "closed the connection") {
		t.Fatalf("got %v, %v", all, err)
	}
	counts := func(what string) {
		t.Helper()
		g := generator(t, client(folder), s, limits...)
		g.Count(storm)
		_, err := g.Generate(t.Context(), rain)
		if e, ok := errors.AsType[*remote.CapError](err); !ok || e.Spent < 0.04 {
			t.Errorf("%s: got %v", what, err)
		}
	}
	counts("whole")
	files, err := filepath.Glob(filepath.Join(folder, "remote", "*", "*.sent"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole { // an 8 whose lowest bit turns is a 9, and a 1 was a 0: nothing was counted
		turned := slices.Clone(whole)
		turned[i] ^= 1 << (i % 8)
		for _, data := range [][]byte{turned, whole[:i]} {
			if err := os.WriteFile(files[0], data, 0o666); err != nil {
				t.Fatal(err)
			}
			counts(fmt.Sprintf("%q", data))
		}
	}
	if _, err := generator(t, client(folder), s, limits...).Generate(t.Context(), rain); err != nil {
		t.Errorf("who does not continue with it: %v", err)
	}
}

// An endpoint that nobody gets an answer from ends the run, with what to do.
func TestBroken(t *testing.T) {
	status := func(code int) func(http.ResponseWriter, *remotetest.Ask) {
		return func(w http.ResponseWriter, a *remotetest.Ask) {
			w.Header().Set("Location", "http://example.org/"+a.Key)
			w.WriteHeader(code)
			fmt.Fprintf(w, `{"error":{"message":"Incorrect key %s, sk-t****9e77"}}`, a.Key)
		}
	}
	for name, c := range map[string]struct {
		reply func(http.ResponseWriter, *remotetest.Ask)
		want  string
	}{
		"key":      {status(401), "refuses the key (401); set OPENAI_API_KEY to one that may use m"},
		"model":    {status(404), "has no such address or model (404): Incorrect key [key]"},
		"redirect": {status(308), "redirects (308) to http://example.org/[key]; set url to that"},
		"unpaid":   {status(402), "asks for payment first (402)"},
		"down":     {status(500), "does not answer: "},
		"refused":  {status(400), "refuses everything: the server refused the request (400)"},
		"later": {func(w http.ResponseWriter, a *remotetest.Ask) {
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(429)
		}, "answered 429: it says nothing more, and asks to wait 2h0m0s; try again then"},
		"gone": {func(w http.ResponseWriter, a *remotetest.Ask) { panic(http.ErrAbortHandler) }, "does not answer: "},
	} {
		s := remotetest.New(t, c.reply)
		g := generator(t, client(t.TempDir()), s)
		var err error
		for i := 0; i < 20 && err == nil; i++ {
			_, err = g.Generate(t.Context(), &corpus.Document{Body: fmt.Sprint("Rain ", i)})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), key) || name == "key" && strings.Contains(err.Error(), "9e77") {
			t.Errorf("%s: got %v", name, err)
		}
		asked := s.Requests()
		if _, err := g.Generate(t.Context(), &corpus.Document{Body: "Snow"}); err == nil || s.Requests() != asked {
			t.Errorf("%s: it is asked again, %v", name, err)
		}
	}
	s := remotetest.New(t, first)
	s.URL = "http://127.0.0.1:1/v1"
	if _, err := generator(t, client(""), s).Generate(t.Context(), &corpus.Document{Body: "Rain"}); err == nil || !strings.Contains(err.Error(), "does not answer") || !strings.HasSuffix(err.Error(), "3 times") {
		t.Errorf("nobody there: %v", err)
	}
}

// Documents that wait for their turn when an endpoint turns out to be down are not asked for one after another.
func TestBrokenBatch(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) { w.WriteHeader(http.StatusInternalServerError) })
	var docs []*corpus.Document
	for i := range 20 {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: fmt.Sprint("Rain ", i)})
	}
	_, err := generator(t, client(""), s, "concurrency=1").GenerateBatch(t.Context(), docs, 1)
	if err == nil || strings.Count(err.Error(), "does not answer") != 1 || s.Requests() != 3*8 {
		t.Errorf("%v after %d requests", err, s.Requests())
	}
}

// A server that is busy, and does not say for how long, is asked more often than one that fails: that it is busy is not the
// fault of a document.
func TestBusy(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if a.Try <= 10 {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		first(w, a)
	})
	if got := generatetest.Headline(t, generator(t, client(""), s), &corpus.Document{Body: "Rain falls"}); got != "Rain falls" {
		t.Errorf("got %q", got)
	}
}

// Whoever stops waits for what is on its way, which is paid for, and has it the next time.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		stop()
		first(w, a)
	})
	c := client(t.TempDir())
	d := &corpus.Document{Body: "Rain falls on town"}
	generator(t, c, s).Generate(ctx, d) // with or without an error
	if got := generatetest.Headline(t, generator(t, c, s), d); got != "Rain falls on town" || s.Requests() != 1 {
		t.Errorf("got %q after %d requests", got, s.Requests())
	}
	if _, err := generator(t, c, s).Generate(ctx, &corpus.Document{Body: "Snow"}); !errors.Is(err, context.Canceled) || s.Requests() != 1 {
		t.Errorf("got %v after %d requests", err, s.Requests())
	}
}

// Documents with the same text are one request.
func TestTogether(t *testing.T) {
	s := remotetest.New(t, first)
	var docs []*corpus.Document
	for i := range 32 {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: "Rain falls on town"})
	}
	if _, err := generator(t, client(t.TempDir()), s).GenerateBatch(t.Context(), docs, 1); err != nil || s.Requests() != 1 {
		t.Errorf("%d requests, %v", s.Requests(), err)
	}
}

// A kept answer that is damaged, also by one letter, or that is another's, is asked for again.
func TestDamaged(t *testing.T) {
	s, folder := remotetest.New(t, first), t.TempDir()
	headline := func(body string) string {
		return generatetest.Headline(t, generator(t, client(folder), s), &corpus.Document{Body: body})
	}
	headline("Rain falls on town")
	files, err := filepath.Glob(filepath.Join(folder, "remote", "*", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, damage := range []string{"", "{", strings.Replace(string(whole), "Rain", "Pain", 1), strings.Replace(string(whole), `"in":1`, `"in":2`, 1)} {
		if damage == string(whole) {
			t.Fatalf("nothing is damaged in %s", whole)
		}
		if err := os.WriteFile(files[0], []byte(damage), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := headline("Rain falls on town"); got != "Rain falls on town" || s.Requests() != i+2 {
			t.Errorf("%q: got %q after %d requests", damage, got, s.Requests())
		}
	}
	headline("Snow")
	all, err := filepath.Glob(filepath.Join(folder, "remote", "*", "*.json"))
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	for _, f := range all {
		if err := os.WriteFile(f, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := headline("Snow"); got != "Snow" {
		t.Errorf("got %q", got)
	}
}

func TestOptions(t *testing.T) {
	env := map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1/", "OPENAI_API_KEY": key}
	c := &remote.Client{Cache: t.TempDir(), Getenv: func(name string) string { return env[name] }}
	for options, want := range map[string]string{
		"":                                     "model=NAME is missing",
		"model=m":                              "",
		"model=m url=ftp://x":                  "want the address of an endpoint",
		"model=m url=http://" + key + "@x":     "leave out what is before @",
		"model=m url=http://x?k=" + key:        "leave out what is before @",
		"model=m url=:%zz" + key:               "want the address of an endpoint",
		"model=m url=http://x/" + key + "/v1":  "url: leave the key out",
		"model=m cost=5":                       "cost=5: hed cannot know what a request costs without prices; add price=IN/OUT",
		"model=m cost=5 price=1/2":             "",
		"model=m cost=-5 price=1/2":            "cost=-5: want the most that all answers may cost",
		"model=m cost=5 price=0/0":             "everything is free",
		"model=m price=1":                      "want two numbers, IN/OUT",
		"model=m price=1/x":                    `"x" is not what a million tokens cost`,
		"model=m price=1/-2":                   `"-2" is not what a million tokens cost`,
		"model=m concurrency=0":                "concurrency=0: want 1 to 1000",
		"model=m timeout=0":                    "timeout=0: want 1 to",
		"model=m rpm=-1":                       "rpm=-1: want the largest",
		"model=m tpm=-1":                       "tpm=-1: want the largest",
		"model=m candidates=0":                 "candidates=0: want 1 to 128",
		"model=m numerals=prefer candidates=2": "",
		"model=m numerals=prefer repair=1":     "",
		"model=m repair=1":                     "",
		"model=m numerals=prefer":              "numerals=prefer chooses among several headlines, and there is only one; add candidates=N, or repair=1",
		"model=m numerals=strict":              "numerals=strict: want prefer",
		"model=m repair=2":                     "repair",
		"model=m prompt=missing.yaml":          "read the prompt: open missing.yaml",
		"model=m temperature=1":                `no option "temperature"; have model, url, rpm`,
	} {
		all := map[string]string{}
		for _, o := range strings.Fields(options) {
			k, v, _ := strings.Cut(o, "=")
			all[k] = v
		}
		g, err := remote.Info(c).New(maps.Clone(all), 1)
		if want == "" {
			if err != nil || !strings.HasPrefix(g.Signature(), "remote|url:http:%2F%2F127.0.0.1:8000%2Fv1|model:m|") {
				t.Errorf("%s: got %v", options, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: got %v", options, err)
		}
	}
	// Without a folder for answers nobody could count what was paid for.
	if _, err := remote.Info(client("")).New(map[string]string{"model": "m", "url": "http://x", "cost": "5", "price": "1/2"}, 1); err == nil || !strings.Contains(err.Error(), "cost=5: there is no folder for hed's cache") {
		t.Errorf("got %v", err)
	}
	env["OPENAI_API_KEY"] = key + "\n"
	if _, err := remote.Info(c).New(map[string]string{"model": "m"}, 1); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("got %v", err)
	}
	delete(env, "OPENAI_BASE_URL")
	if _, err := remote.Info(c).New(map[string]string{"model": "m"}, 1); err == nil || !strings.Contains(err.Error(), "url=URL is missing") {
		t.Errorf("got %v", err)
	}
}

func TestPrompt(t *testing.T) {
	for data, want := range map[string]string{
		"user: '{{.Text}}'": "",
		"user: 'From {{.Source}} of {{.Date}}{{if .Lang}} in {{.Lang}}{{end}}: {{.Text}}'\nsystem: x\nexamples: [{text: a, headline: b}]": "",
		"":                      "user is missing",
		"user: 'Write'":         "user does not show the article",
		"user: '{{.Text'":       "user is not a template",
		"user: '{{.Headline}}'": "user is not a template of .Text, .Source, .Date and .Lang",
		"users: '{{.Text}}'":    "want system, user and examples as YAML",
		"user: '{{.Text}}'\nexamples: [{text: a}]": "example 1 needs a text and a headline",
	} {
		if err := remote.ParsePrompt(data); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v", data, err)
		}
	}
	var seen []remote.Message
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		seen = a.Messages
		first(w, a)
	})
	g := generator(t, client(""), s)
	generatetest.Headline(t, g, &corpus.Document{Body: "Rain falls."})
	roles := ""
	for _, m := range seen {
		roles += m.Role + " "
	}
	if roles != "system user assistant user " || !strings.HasPrefix(seen[2].Content, `{"headline":"Harwell closes`) || strings.TrimSpace(seen[3].Content) != "Rain falls." {
		t.Errorf("got %+v", seen)
	}
	generatetest.Headline(t, g, &corpus.Document{Body: strings.Repeat("Rain falls. ", 1_000_000)})
	if n := len(seen[3].Content); n > 32_010 || n < 31_000 {
		t.Errorf("%d bytes of a long article are read", n)
	}
}

func TestTakeOut(t *testing.T) {
	for answer, want := range map[string]string{
		`{"headline":"Rain falls"}`:                        "Rain falls",
		"```json\n{\"headline\": \" Rain\\nfalls \"}\n```": "Rain falls",
		`"Rain falls"`: "Rain falls",
		"<think>\nRain?\n</think>\n\n{\"headline\":\"Rain falls\"}":               "Rain falls",
		"Here you are:\n```json\n{\"headline\":\"Rain falls\"}\n```\nIs it good?": "Rain falls",
		"Rain {falls}": "Rain {falls}",
		"{\"headline\":\"Rain falls\"}\n\nI hope that helps.": "Rain falls",
		`"Rain", says "Ann"`:     `"Rain", says "Ann"`,
		"Rain\u2028falls\x00on ": "Rain falls on",
		"":                       "! the model answered with an empty headline",
		`{"headline":""}`:        "! the model answered with an empty headline",
		`{"headline":"Rain`:      `! the model answered with JSON that is not a headline: {"headline":"Rain`,
		`{"title":"Rain"}`:       `! the model answered with JSON that is not a headline: {"title":"Rain"}`,
		"Here you are:\nRain":    `! the model answered with 2 lines and not with a headline: Here you are:\nRain`,
		strings.Repeat("海", 400): "! the model answered with 1 words (1200 bytes), which is not a headline: " + strings.Repeat("海", 80) + "…",
	} {
		got, err := remote.TakeOut(answer)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", answer, got, want)
		}
	}
}

func TestAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"Retry-After: 3": 3 * time.Second, "Retry-After: 0": 0, "Retry-After: 0.5": time.Second / 2, "Retry-After-Ms: 250": time.Second / 4, "": -1, "Retry-After: -3": -1, "Retry-After: soon": -1, "Retry-After: NaN": -1,
		"Retry-After: Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second, "Retry-After: Fri, 02 Jan 2026 03:04:00 GMT": 0,
	} {
		h := http.Header{}
		if k, v, ok := strings.Cut(text, ": "); ok {
			h.Set(k, v)
		}
		if got := remote.After(h, now); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

// The key is taken out however a server writes it, and so are parts of it; a word that stands for no key is not one.
func TestRedact(t *testing.T) {
	const secret = "sk-p/roj+9f8e7d6c5b4a"
	for text, want := range map[string]string{
		"a " + secret + " b":                    "a [key] b",
		secret + secret:                         "[key][key]",
		"of sk-p/roj+9f8… and ********7d6c5b4a": "of [key]… and ********[key]",
		"c2stcC9yb2orOWY4ZTdkNmM1YjRh":          "[key]",
		"?key=sk-p%2Froj%2B9f8e7d6c5b4a&x":      "?key=[key]&x",
		"sk-p and 5b4a tell nothing":            "sk-p and 5b4a tell nothing",
		"":                                      "",
	} {
		if got := remote.Redact(secret, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for key, hidden := range map[string]bool{"": false, "none": false, "ollama": false, "whatever": false, "Whatever": true, "abc1234": true, "averylongsecretword": true} {
		if got := remote.Redact(key, "say "+key+" twice"); (got == "say [key] twice") != hidden {
			t.Errorf("%q: got %q", key, got)
		}
	}
	// In an answer of a server that is not what others send, with escapes.
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, `{"detail":["%s"]}`, strings.ReplaceAll(a.Key, "t", "\\u0074"))
	})
	all, err := generator(t, client(""), s).GenerateBatch(t.Context(), []*corpus.Document{{Body: "Rain"}}, 1)
	if err != nil || !strings.Contains(all[0][0].Reason, `{"detail":["[key]"]}`) {
		t.Errorf("got %v, %v", all, err)
	}
}
