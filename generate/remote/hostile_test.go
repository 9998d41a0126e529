package remote_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/corpus"
	"hed/generate/remote"
	"hed/generate/remote/remotetest"
)

func rain(n int) (docs []*corpus.Document) {
	for i := range n {
		docs = append(docs, &corpus.Document{ID: fmt.Sprint(i), Body: fmt.Sprint("Rain ", i)})
	}
	return docs
}

// A server that refuses everything from some time on, as one whose credit is used up, ends the run. One that refuses some
// does not.
func TestRefusesLater(t *testing.T) {
	for after, ends := range map[int]bool{3: true, 1000: false} {
		asked := 0
		s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
			if asked++; asked > after || asked > 1 && asked%5 != 0 {
				http.Error(w, `{"error":{"message":"Your credit balance is too low"}}`, http.StatusBadRequest)
				return
			}
			first(w, a)
		})
		_, err := generator(t, client(t.TempDir()), s, "concurrency=1").GenerateBatch(t.Context(), rain(100), 1)
		if ends && (err == nil || !strings.Contains(err.Error(), "refuses everything") || asked > 20) || !ends && err != nil {
			t.Errorf("%d: %v after %d requests", after, err, asked)
		}
	}
}

// A key that was good and may not be used for a document is not a wrong one, also for who continues.
func TestForbidden(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if strings.TrimSpace(a.Text()) == "Rain 5" {
			http.Error(w, `{"error":{"message":"your input was flagged"}}`, http.StatusForbidden)
			return
		}
		first(w, a)
	})
	folder := t.TempDir()
	docs := rain(10)
	all, err := generator(t, client(folder), s, "concurrency=1").GenerateBatch(t.Context(), docs[4:], 1)
	if err == nil { // requests have no order
		if got := all[1][0].Reason; !strings.Contains(got, "(403): your input was flagged") {
			t.Errorf("got %q", got)
		}
	}
	g := generator(t, client(folder), s)
	if _, err := g.Generate(t.Context(), docs[5]); err == nil || !strings.Contains(err.Error(), "refuses the key") {
		t.Errorf("at first: %v", err)
	}
	if _, err := generator(t, client(folder), s).Generate(t.Context(), docs[4]); err != nil {
		t.Fatal(err)
	}
	g = generator(t, client(folder), s)
	g.Count(docs[4])
	if _, err := g.Generate(t.Context(), docs[5]); err != nil {
		t.Errorf("who continues: %v", err)
	}
}

// A server with a limit on requests, which many wait for at a time, answers all of them.
func TestBusyForMany(t *testing.T) {
	var mu sync.Mutex
	var last time.Time
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		mu.Lock()
		now := time.Now()
		free := now.Sub(last) > 5*time.Millisecond
		if free {
			last = now
		}
		mu.Unlock()
		if !free {
			w.Header().Set("Retry-After-Ms", "5")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		first(w, a)
	})
	if _, err := generator(t, client(""), s, "concurrency=64").GenerateBatch(t.Context(), rain(300), 1); err != nil {
		n, _ := s.Answered()
		t.Errorf("%v after %d answers", err, n)
	}
}

// What a gateway gives up on may have been worked on and billed: it counts for a cap. A connection that does not come about
// does not.
func TestBilled(t *testing.T) {
	for code, billed := range map[int]bool{http.StatusGatewayTimeout: true, http.StatusBadGateway: true, http.StatusRequestTimeout: true, 524: true, http.StatusServiceUnavailable: false} {
		s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) { w.WriteHeader(code) })
		_, err := generator(t, client(t.TempDir()), s, "price=1/1", "cost=0.006").Generate(t.Context(), rain(1)[0])
		if _, capped := errors.AsType[*remote.CapError](err); capped != billed {
			t.Errorf("%d: %v", code, err)
		}
	}
	h := httptest.NewUnstartedServer(http.NotFoundHandler())
	h.TLS = &tls.Config{}
	h.StartTLS()
	defer h.Close()
	_, err := generator(t, client(t.TempDir()), &remotetest.Server{URL: h.URL + "/v1"}, "price=1/1", "cost=0.006").Generate(t.Context(), rain(1)[0])
	if err == nil || !strings.Contains(err.Error(), "certificate") || !strings.HasSuffix(err.Error(), "3 times") {
		t.Errorf("a certificate that nobody knows: %v", err)
	}
}

// A server that sends more than was asked for fills neither the disk nor the answer.
func TestTooMuch(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		texts := []string{strings.Repeat("é", 200_000)}
		for range 10_000 {
			texts = append(texts, "Rain")
		}
		a.Say(w, texts...)
	})
	folder := t.TempDir()
	all, err := generator(t, client(folder), s).GenerateBatch(t.Context(), rain(1), 1)
	if err != nil || !strings.Contains(all[0][0].Reason, "(65536 bytes), which is not a headline") {
		t.Errorf("got %.200v, %v", all, err)
	}
	size := int64(0)
	filepath.WalkDir(folder, func(_ string, d fs.DirEntry, _ error) error {
		if info, err := d.Info(); err == nil && !d.IsDir() {
			size += info.Size()
		}
		return nil
	})
	if size > 300_000 {
		t.Errorf("%d bytes are kept", size)
	}
}

// A server that says it has counted a thousand million tokens does not stop whoever asks for so many a minute.
func TestTokensBelieved(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"headline\":\"x\"}"}}],"usage":{"prompt_tokens":9000000000000000000,"completion_tokens":9000000000000000000}}`)
	})
	g := generator(t, client(""), s, "tpm=1000000")
	for _, d := range rain(2) {
		if _, err := g.Generate(t.Context(), d); err != nil {
			t.Error(err)
		}
	}
}

// The tokens of an answer are those of all its choices: the next one is not taken to need as many for each.
func TestLongest(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		var choices []string
		for i := range a.N {
			choices = append(choices, fmt.Sprintf(`{"message":{"content":"{\"headline\":\"x %d\"}"}}`, i))
		}
		fmt.Fprintf(w, `{"choices":[%s],"usage":{"prompt_tokens":200,"completion_tokens":10000}}`, strings.Join(choices, ","))
	})
	// Each costs 0.01 and reserves some 0.041, so that six fit.
	_, err := generator(t, client(t.TempDir()), s, "concurrency=1", "candidates=10", "price=1/1", "cost=0.1").GenerateBatch(t.Context(), rain(10), 1)
	if _, capped := errors.AsType[*remote.CapError](err); !capped || s.Requests() != 6 {
		t.Errorf("%v after %d requests", err, s.Requests())
	}
}

// A model that always writes the same is not asked as often as there are candidates, and no round has the seed that another
// seed begins with.
func TestSameCandidates(t *testing.T) {
	seeds := map[uint64]bool{}
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if seeds[*a.Seed] || *a.Seed == 2 {
			t.Errorf("seed %d", *a.Seed)
		}
		seeds[*a.Seed] = true
		a.Say(w, `{"headline":"Rain"}`)
	})
	all, err := generator(t, client(""), s, "candidates=20").GenerateBatch(t.Context(), rain(1), 20)
	if err != nil || len(all[0]) != 1 || s.Requests() != 4 {
		t.Errorf("%v, %v after %d requests", all, err, s.Requests())
	}
}
