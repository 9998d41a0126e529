package editor_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/draft"
	"hed/draft/drafttest"
	"hed/generate/all"
	"hed/internal/alert"
	"hed/internal/sample"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/style/classify"
	styles "hed/style/classify/all"
	"hed/web/internal/site"
	"hed/web/workbench/editor"
)

// A store keeps drafts in memory.
type store struct {
	mu     sync.Mutex
	drafts map[string]draft.Draft
	order  []string // the latest last
	failed error    // what Save says instead
	saves  int
}

func (s *store) List(_ context.Context, most int) (all []draft.Draft, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range slices.Backward(s.order) {
		if len(all) < most {
			all = append(all, s.drafts[id])
		}
	}
	return all, nil
}

func (s *store) Load(_ context.Context, id string) (*draft.Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, ok := s.drafts[id]
	if !ok {
		return nil, draft.ErrMissing
	}
	d.Headlines = slices.Clone(d.Headlines)
	return &d, nil
}

func (s *store) Save(_ context.Context, d *draft.Draft) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saves++
	if s.failed != nil {
		return s.failed
	}
	if s.drafts[d.ID].Version != d.Version {
		return draft.ErrConflict
	}
	if s.drafts == nil {
		s.drafts = map[string]draft.Draft{}
	}
	d.Version++
	d.Changed = time.Now()
	kept := *d
	kept.Headlines = slices.Clone(d.Headlines)
	s.drafts[d.ID] = kept
	s.order = append(slices.DeleteFunc(s.order, func(id string) bool { return id == d.ID }), d.ID)
	return nil
}

func (s *store) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = err
}

// TestStore shows that the store of these tests is one.
func TestStore(t *testing.T) {
	drafttest.Run(t, func(*testing.T) draft.Store { return new(store) })
}

// documents are those of the sample.
type documents []*corpus.Document

func articles(t testing.TB) (all documents) {
	t.Helper()
	f, err := sample.English.Open("articles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d, err := range jsonl.Format.Documents(corpus.Stream("articles.jsonl", f), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

func (all documents) Find(_ context.Context, query string, most int) (found []*corpus.Document, _ error) {
	for _, d := range all {
		if strings.Contains(strings.ToLower(d.References[0]+" "+d.Body), strings.ToLower(query)) && len(found) < most {
			found = append(found, d)
		}
	}
	return found, nil
}

func (all documents) Document(_ context.Context, id string) (*corpus.Document, error) {
	for _, d := range all {
		if d.ID == id {
			return d, nil
		}
	}
	return nil, fs.ErrNotExist
}

// nobody keeps no secrets.
type nobody struct{ site.Safe }

// A place is an editor on a server that can be stopped and started again.
type place struct {
	testing.TB
	URL    string
	store  *store
	style  *classify.Classifier
	docs   documents
	addr   string
	server *http.Server
	logged []error
}

// base is where the editor is mounted.
const base = "/p/one/write"

// open makes an editor.
func open(t testing.TB) *place {
	t.Helper()
	p := &place{TB: t, store: new(store), docs: articles(t), addr: "127.0.0.1:0"}
	var examples []classify.Example
	for _, d := range p.docs {
		for _, h := range d.References {
			if d.Lang == "en" {
				examples = append(examples, classify.Example{Text: h, Label: d.Source})
			}
		}
	}
	var err error
	if p.style, _, err = styles.Train(t.Context(), "linear", classify.Lesson{Learn: examples, Seed: 1, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.style.Close() })
	p.start()
	t.Cleanup(p.stop)
	return p
}

// handler is a new editor on the same store, which knows nothing of the one before.
func (p *place) handler() http.Handler {
	p.Helper()
	built, _, err := metrics.Metrics.Choose("rouge,js,readability", metric.Body|metric.References, nil)
	if err != nil {
		p.Fatal(err)
	}
	writers, err := all.Generators.Choose("first,stextrank", nil, 1)
	if err != nil {
		p.Fatal(err)
	}
	checker, err := draft.New(p.Context(), draft.Options{Metrics: built, Style: p.style, Generators: writers})
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { checker.Close() })
	for _, d := range p.docs[1:] {
		for _, h := range d.References {
			checker.Earlier.Add(d.ID, h)
		}
	}
	if err := draft.Recall(p.Context(), p.store, checker); err != nil {
		p.Fatal(err)
	}
	var frame *site.Frame
	s, err := site.New(site.Options{Safe: nobody{}, Now: time.Now, Log: alert.Logger(func(text string) { p.logged = append(p.logged, errors.New(text)) }),
		Fail: func(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
			frame.Refuse(w, r, status, code, detail)
		},
		Path: func(r *http.Request) string { return r.URL.Path }, Room: func(*http.Request) int64 { return editor.Bytes }})
	if err != nil {
		p.Fatal(err)
	}
	if frame, err = site.NewFrame(s, "hed", nil); err != nil {
		p.Fatal(err)
	}
	h, err := editor.New(editor.Options{Frame: frame, Now: time.Now, Room: func(r *http.Request) (*editor.Room, error) {
		return &editor.Room{Name: "one", Base: base, Writer: r.Header.Get("X-Writer"), Crumbs: []site.Link{{Text: "Project one", Href: "/"}},
			Checker: checker, Drafts: p.store, Documents: p.docs}, nil
	}})
	if err != nil {
		p.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{hash}/{name}", frame.ServeAsset)
	mux.Handle(base+"/", http.StripPrefix(base, h))
	return s.Guard(mux)
}

// start serves an editor at the address of the one before.
func (p *place) start() {
	p.Helper()
	h := p.handler()
	var l net.Listener
	var err error
	for range 100 {
		if l, err = net.Listen("tcp", p.addr); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		p.Fatal(err)
	}
	p.addr = l.Addr().String()
	p.URL = "http://" + p.addr + base
	p.server = &http.Server{Handler: h}
	go p.server.Serve(l)
}

// stop ends the server at once, with whatever it is doing.
func (p *place) stop() { p.server.Close() }

// client is a browser without scripts.
func (p *place) client() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// ask sends a request and gives the reply's status and text.
func (p *place) ask(method, path, body string) (int, string) {
	p.Helper()
	r, err := http.NewRequestWithContext(p.Context(), method, p.URL+path, strings.NewReader(body))
	if err != nil {
		p.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Close = true // the server may be another next time
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		p.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// form sends a form, follows where it leads, and gives the page.
func (p *place) form(path string, fields url.Values) (*http.Response, string) {
	p.Helper()
	reply, err := p.client().PostForm(p.URL+path, fields)
	if err != nil {
		p.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		p.Fatal(err)
	}
	return reply, string(text)
}

// begin makes a draft of an article with some headlines.
func (p *place) begin(article string, headlines ...string) *draft.Draft {
	p.Helper()
	d := &draft.Draft{ID: fmt.Sprint("d", time.Now().UnixNano()), Article: article, Date: "2025-01-14"}
	for i, h := range headlines {
		d.Headlines = append(d.Headlines, draft.Headline{ID: fmt.Sprint("h", i), Text: h})
	}
	if err := p.store.Save(p.Context(), d); err != nil {
		p.Fatal(err)
	}
	return d
}

// kept is the draft as the store has it.
func (p *place) kept(id string) *draft.Draft {
	p.Helper()
	d, err := p.store.Load(p.Context(), id)
	if err != nil {
		p.Fatal(err)
	}
	return d
}
