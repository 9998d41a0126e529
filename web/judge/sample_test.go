package judge_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hed/internal/alert"
	"hed/store/sqlite"
	"hed/study"
	"hed/web/judge"
)

// hostile is text that must stay text, whoever wrote it.
const hostile = `<script>window.hurt = 1</script><img src=x onerror="window.hurt=2">"'` + "`" + `</textarea></script>{{.}}' OR 1=1; DROP TABLE answer; --`

// A site is a study that is served, in a store of its own.
type site struct {
	*testing.T
	*httptest.Server
	store judge.Store
	study *study.Study
	api   http.HandlerFunc // what is served

	away  atomic.Bool                      // the server hangs up
	front atomic.Pointer[http.HandlerFunc] // what stands before the API, if not nil

	probes atomic.Int32                  // how often the store was probed
	hold   atomic.Pointer[chan struct{}] // what a probe waits for, if not nil

	unasked bool // judges have not agreed to take part yet

	mu     sync.Mutex
	ahead  time.Duration // of the clock
	still  time.Time     // if not zero, the clock stands
	broken error         // what the store says to everything, if not nil
	log    []error
}

// A fresh makes an empty store for a test.
type fresh func(*testing.T) (judge.Store, error)

// file is a store in a file, which most tests use.
func file(t *testing.T) (judge.Store, error) {
	return sqlite.Create(t.Context(), filepath.Join(t.TempDir(), "study.db"))
}

// A setup is what differs between studies of tests.
type setup struct {
	on         fresh  // file if nil
	protocol   string // a name
	yaml       string // or a protocol
	lang       string
	title      string
	cases      []study.Case
	judges     int
	forms      int // that a judge may do all of; 1 if 0
	sources    []string
	background bool
	contact    string
	completion string
	unasked    bool // judges have not agreed to take part yet
	options    judge.Options
}

// faulty is a store that can be made to fail.
type faulty struct {
	judge.Store
	site *site
}

func (f faulty) fault() error {
	f.site.mu.Lock()
	defer f.site.mu.Unlock()
	return f.site.broken
}

func (f faulty) Save(ctx context.Context, a study.Answer, now time.Time, allow func(*study.Task, map[string]string) error) (study.Answer, error) {
	if err := f.fault(); err != nil {
		return study.Answer{}, err
	}
	return f.Store.Save(ctx, a, now, allow)
}

func (f faulty) Probe(ctx context.Context) error {
	f.site.probes.Add(1)
	if hold := f.site.hold.Load(); hold != nil {
		<-*hold
	}
	if err := f.fault(); err != nil {
		return err
	}
	return f.Store.Probe(ctx)
}

func (s *site) fail(err error) {
	s.mu.Lock()
	s.broken = err
	s.mu.Unlock()
}

func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.still.IsZero() {
		return s.still
	}
	return time.Now().Add(s.ahead)
}

// freeze stops the clock, so that no limit is lifted.
func (s *site) freeze() {
	now := s.clock()
	s.mu.Lock()
	s.still = now
	s.mu.Unlock()
}

// pass lets time pass.
func (s *site) pass(d time.Duration) {
	s.mu.Lock()
	s.ahead += d
	if !s.still.IsZero() {
		s.still = s.still.Add(d)
	}
	s.mu.Unlock()
}

func open(t *testing.T, u setup) *site {
	t.Helper()
	ctx := t.Context()
	var p *study.Protocol
	if u.yaml != "" {
		var err error
		if p, err = study.Read("test.yaml", []byte(u.yaml)); err != nil {
			t.Fatal(err)
		}
	} else {
		if u.protocol == "" {
			u.protocol = "suitability"
		}
		p, _ = study.Builtin(u.protocol)
	}
	if u.lang == "" {
		u.lang = "en"
	}
	if u.title == "" {
		u.title = p.Title.In(u.lang)
	}
	if u.judges == 0 {
		u.judges = 3
	}
	if u.cases == nil {
		u.cases = news(2)
	}
	st := &study.Study{
		Protocol: p, Title: u.title, Lang: u.lang, Seed: 1, Created: time.Date(2026, 11, 15, 9, 0, 0, 0, time.UTC),
		Systems: []string{study.Gold, "s2s", "pn", "pnc"}, Sources: u.sources, Background: u.background, Contact: u.contact, Completion: u.completion, Minutes: 15,
		Numbers: study.Numbers{Cases: len(u.cases), Forms: 1, Judges: u.judges, PerJudge: 1, Timeout: 60},
		Forms:   make([][]int, max(1, u.forms)),
	}
	if u.forms > 1 {
		st.Numbers.Cases, st.Numbers.Forms, st.Numbers.PerJudge = len(u.cases)/u.forms, u.forms, 0
	}
	for i := range u.cases {
		u.cases[i].Number = i
		form := i / st.Numbers.Cases
		st.Forms[form] = append(st.Forms[form], i)
	}
	if u.on == nil {
		u.on = file
	}
	store, err := u.on(t)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	if err := store.Create(ctx, st, u.cases, study.Event{At: st.Created, By: "command line", What: "created"}); err != nil {
		t.Fatal(err)
	}
	s := serve(t, store, st, u.options)
	s.unasked = u.unasked
	return s
}

// serve serves the study of a store.
func serve(t *testing.T, store judge.Store, st *study.Study, o judge.Options) *site {
	t.Helper()
	s := &site{T: t, study: st}
	s.store = faulty{store, s}
	o.Store, o.Desk, o.Now = s.store, study.NewDesk(s.store, s.clock), s.clock
	o.Log = alert.Logger(func(text string) {
		said, _, _ := strings.Cut(text, " (request ")
		s.mu.Lock()
		s.log = append(s.log, errors.New(said))
		s.mu.Unlock()
	})
	h, err := judge.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s.api = h.ServeHTTP
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.away.Load() {
			panic(http.ErrAbortHandler)
		}
		if f := s.front.Load(); f != nil && strings.HasPrefix(r.URL.Path, "/api/") {
			(*f)(w, r)
			return
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.Server.Close()
		if t.Failed() {
			for _, err := range s.log {
				t.Log("the operator reads: ", err)
			}
		}
	})
	return s
}

// invite makes judges and gives their tokens.
func (s *site) invite(n int) []string {
	s.Helper()
	tokens, hashes := make([]string, n), make([][32]byte, n)
	for i := range tokens {
		tokens[i], hashes[i] = study.NewToken()
	}
	ids, err := s.store.AddJudges(s.Context(), hashes, study.Event{At: s.clock(), By: "command line", What: "invited"})
	if err != nil {
		s.Fatal(err)
	}
	if len(s.study.Protocol.Consent) > 0 && !s.unasked {
		for _, j := range ids {
			if err := study.NewDesk(s.store, s.clock).Consent(s.Context(), &j); err != nil {
				s.Fatal(err)
			}
		}
	}
	return tokens
}

// answers are those that count of a judge, by case and question, but for consent.
func (s *site) answers(judge string) map[string]string {
	s.Helper()
	all := map[string]string{}
	for a, err := range s.store.Answers(s.Context(), study.Filter{Judge: judge}) {
		if err != nil {
			s.Fatal(err)
		}
		if a.Question != study.AboutConsent {
			all[fmt.Sprintf("%d %s", a.Case, a.Question)] = a.Value
		}
	}
	return all
}

// history is how many answers were ever saved, but for consent.
func (s *site) history() int {
	s.Helper()
	n := 0
	for a, err := range s.store.Answers(s.Context(), study.Filter{History: true}) {
		if err != nil {
			s.Fatal(err)
		}
		if a.Question != study.AboutConsent {
			n++
		}
	}
	return n
}

// send sends a request and gives the reply with its body.
func (s *site) send(method, path, body string, headers ...string) (*http.Response, string) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		s.Fatal(err)
	}
	return reply, string(text)
}

// news are cases of four headlines.
func news(n int) []study.Case {
	articles := []string{
		"The town council voted on Tuesday to keep the old lido open for three more summers. Repairs will cost 2.4 million pounds, of which the county pays half.\n\nSwimmers had collected 19,000 signatures since March. \"Without them the gates would have shut in September,\" said the mayor.\n\nThe pool, built in 1936, is one of the last of its kind on the coast. Work on the pumps begins in October and the changing rooms follow in spring.",
		"A freight train lost two wagons near the river crossing early on Friday. Nobody was hurt. The line was closed for six hours while engineers checked the track, and about 40 passenger trains were cancelled.\n\nThe operator said a worn coupling was the likely cause. An inquiry will report in the new year.",
	}
	heads := [][]string{
		{"Lido saved for three more summers", "Council votes to keep the pool open as 19,000 swimmers sign", "Old pool pool of the coast in the coast", "Repairs of 2.4 million to begin in October at seaside lido"},
		{"Wagons lost near river crossing", "Forty trains cancelled after freight wagons come loose on Friday morning", "Train the train was a train closed", "Worn coupling blamed for six-hour closure"},
	}
	systems := []string{study.Gold, "s2s", "pn", "pnc"}
	var list []study.Case
	for i := range n {
		c := study.Case{Number: i, Doc: fmt.Sprintf("doc-%d", i), Article: articles[i%len(articles)], Cut: i%2 == 1}
		for j, h := range heads[i%len(heads)] {
			c.Headlines = append(c.Headlines, study.Headline{System: systems[(i+j)%4], Text: h})
		}
		list = append(list, c)
	}
	return list
}

// singles are cases of one headline, of two newspapers.
func singles() []study.Case {
	list := news(4)
	for i := range list {
		list[i].Article, list[i].Source = "", papers[i%2]
		list[i].Headlines = list[i].Headlines[i%4 : i%4+1]
	}
	return list
}

var papers = []string{"The Coast", "The River"}

// blanks are cases of headlines without a numeral.
func blanks() []study.Case {
	return []study.Case{
		{Doc: "b0", Article: "Police said 19 people were killed in the first blast and 16 in the second, two hours later. About 120 were taken to hospitals in the capital.", Question: "____ Killed in Twin Blasts", Gold: "35"},
		{Doc: "b1", Article: "The company had 23,999 employees at the end of 2019. It will close two of its seven plants.", Question: "Firm With ____K Workers to Close Plants", Gold: "24"},
		{Doc: "b2", Article: "The channel has 5.2 million followers.", Question: "Star With ____ Million Followers Quits", Gold: "5.2"},
	}
}
