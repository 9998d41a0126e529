package answer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/generate/remote"
	"hed/generate/remote/remotetest"
	"hed/internal/golden"
	"hed/internal/postgres"
	"hed/store"
	"hed/study"
	"hed/study/answer"
	"hed/study/outcome"
)

var now = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// made puts a study of a protocol into a store.
func made(t *testing.T, name, protocol string, cases int, change func(*study.Study, []study.Case)) *store.Store {
	t.Helper()
	p, ok := study.Builtin(protocol)
	if !ok {
		t.Fatalf("there is no protocol %s", protocol)
	}
	s := &study.Study{
		Protocol: p, Title: "A study", Lang: "en", Seed: 1, Created: now, Systems: []string{"sysone", "systwo", "systhree"}, Background: true,
		Sources: []string{"Nord", "Sud"}, Numbers: study.Numbers{Cases: cases, Forms: 1, Judges: 1, PerJudge: 1, Timeout: 10}, Forms: [][]int{{}},
	}
	var all []study.Case
	for i := range cases {
		c := study.Case{Number: i, Doc: fmt.Sprintf("docid-%d", i), Source: s.Sources[i%2], Article: fmt.Sprintf("It rained in town %d.", i)}
		for k := range s.Systems {
			c.Headlines = append(c.Headlines, study.Headline{System: s.Systems[(k+i)%3], Text: fmt.Sprintf("Rain %d\nnumber %d", (k+i)%3, i)})
		}
		if p.Unit == study.Headlines {
			c.Headlines = c.Headlines[:1]
		}
		s.Forms[0] = append(s.Forms[0], i)
		all = append(all, c)
	}
	if change != nil {
		change(s, all)
	}
	st, err := store.Create(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if err := st.Create(t.Context(), s, all, study.Event{At: now, What: "created"}); err != nil {
		t.Fatal(err)
	}
	return st
}

var keyForm = regexp.MustCompile(`(?m)^(\w+(?:\.[A-Z](?:-[A-Z])?)?): .*\[(.*)\]$`)

// always answers what is asked by places: the first headline is right, best and chosen.
func always(w http.ResponseWriter, a *remotetest.Ask) { a.Say(w, said(a.Text())) }

func said(text string) string {
	said := map[string]any{}
	for _, q := range keyForm.FindAllStringSubmatch(text, -1) {
		key, form := q[1], q[2]
		first := !strings.Contains(key, ".") || strings.HasSuffix(key, ".A")
		switch {
		case strings.Contains(form, "each once"):
			said[key] = "a > B > c"
		case strings.HasPrefix(form, "yes or no"):
			said[key] = map[bool]string{true: "Yes", false: "no"}[first]
		case strings.HasPrefix(form, "a whole number"):
			said[key] = map[bool]int{true: 2, false: 1}[first]
		case strings.HasPrefix(form, "A"):
			said[key] = "a"
		case strings.Contains(form, "Sud"):
			said[key] = "Sud"
		default:
			said[key] = "text"
		}
	}
	data, err := json.Marshal(said)
	if err != nil {
		panic(err)
	}
	return "```json\n" + string(data) + "\n```"
}

func model(t *testing.T, cache string, s *remotetest.Server, more string) *answer.Model {
	t.Helper()
	c := &remote.Client{Transport: http.DefaultTransport, Cache: cache, Getenv: func(string) string { return "sk-test-12345678" }}
	m, err := answer.NewModel(c, "remote:model=m+url="+s.URL+more)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func run(t *testing.T, st study.Store, m *answer.Model) *answer.Done {
	t.Helper()
	done, err := answer.Run(t.Context(), st, m, answer.Options{Seed: 1, Now: func() time.Time { return now }, By: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// A model that always prefers the first place answers everything, in both stores; the report says that it is biased, people
// are asked as if it were not there, and nothing is asked twice.
func TestAlways(t *testing.T) {
	for name, fresh := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "study.db") },
		"postgres": func(t *testing.T) string { return postgres.Start(t).Fresh(t) },
	} {
		t.Run(name, func(t *testing.T) {
			st := made(t, fresh(t), "suitability", 12, nil)
			s := remotetest.New(t, always)
			cache := t.TempDir()
			if done := run(t, st, model(t, cache, s, "")); done.Judge != "m001" || done.Cases != 12 || done.Failed != 0 {
				t.Fatalf("got %+v", done)
			}
			if s.Requests() != 24 {
				t.Errorf("%d requests for 12 cases of two pages", s.Requests())
			}
			if done := run(t, st, model(t, t.TempDir(), s, "")); done.Judge != "m001" || done.Cases != 0 || done.Before != 12 || s.Requests() != 24 {
				t.Errorf("the second time %+v after %d requests", done, s.Requests())
			}
			if done := run(t, st, model(t, cache, s, "+as=other")); done.Judge != "m002" || done.Cases != 12 || s.Requests() != 24 {
				t.Errorf("under another name %+v after %d requests", done, s.Requests())
			}
			d, err := outcome.Load(t.Context(), st)
			if err != nil {
				t.Fatal(err)
			}
			if p := d.Progress(); p.Answers != 0 || p.Judges != 0 || p.Complete != 0 || p.Tasks != 0 {
				t.Errorf("people have done %+v", p)
			}
			o, err := outcome.Of(t.Context(), d, outcome.Options{})
			if err != nil {
				t.Fatal(err)
			}
			biased := 0
			for _, p := range o.Positions {
				biased += map[bool]int{true: 1}[p.Biased()]
			}
			if biased != 2*4 {
				t.Errorf("%d questions are biased: %v", biased, o.ModelSentences())
			}
			// A person gets all cases, and the desk shows a model none.
			tokens, err := study.Invite(t.Context(), st, 1, "test", now)
			if err != nil {
				t.Fatal(err)
			}
			desk := study.NewDesk(st, func() time.Time { return now })
			j, err := desk.Judge(t.Context(), tokens[0])
			if err != nil || j.ID != "j003" {
				t.Fatalf("%+v, %v", j, err)
			}
			if err := desk.CloseAbout(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			if w, err := desk.Work(t.Context(), j); err != nil || w.State != study.StateCase || w.Total != 12 {
				t.Errorf("a person gets %+v, %v", w, err)
			}
			if r, err := st.Verify(t.Context()); err != nil || len(r.Problems) > 0 {
				t.Errorf("%v, %v", r.Problems, err)
			}
		})
	}
}

// A model reads what people read, in their order, and nothing of systems, documents or what is right.
func TestBlind(t *testing.T) {
	for _, protocol := range []string{"suitability", "numhg-rating", "style-guess"} {
		var mu sync.Mutex
		var seen []string
		s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
			text := ""
			for _, m := range a.Messages {
				text += "== " + m.Role + "\n" + m.Content + "\n"
			}
			mu.Lock()
			seen = append(seen, text+"== schema\n"+string(a.Format)+"\n")
			mu.Unlock()
			always(w, a)
		})
		st := made(t, filepath.Join(t.TempDir(), "study.db"), protocol, 2, nil)
		if done := run(t, st, model(t, "", s, "+concurrency=1")); done.Cases != 2 {
			t.Errorf("%s: %+v", protocol, done)
		}
		all := strings.Join(seen, "")
		if strings.Contains(all, "sys") && strings.Contains(strings.ReplaceAll(all, "== system", ""), "sys") || strings.Contains(all, "docid") {
			t.Errorf("%s: the model sees who wrote what:\n%s", protocol, all)
		}
		golden.Check(t, protocol+".txt", seen[len(seen)/2-1])
	}
}

// Answers that are none are asked for again with what is wrong, and a case that has none in the end is left out.
func TestImproper(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		first := a.Messages[1].Content
		again := strings.HasPrefix(a.Text(), "That cannot be used: ")
		switch {
		case strings.Contains(first, "number 0"): // never
			a.Say(w, "I would rather not.")
		case strings.Contains(first, "number 1") && !again:
			a.Say(w, strings.Replace(said(a.Text()), `"a > B > c"`, `"A>B"`, 1))
		case strings.Contains(first, "number 2") && !again:
			a.Say(w, `{"correct.A":"maybe"}`)
		case again:
			a.Say(w, said(a.Messages[len(a.Messages)-3].Content))
		default:
			always(w, a)
		}
	})
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 4, nil)
	done := run(t, st, model(t, t.TempDir(), s, ""))
	if done.Cases != 3 || done.Failed != 1 || len(done.Reasons) != 1 || !strings.Contains(done.Reasons[0], "case 0: the model gave no proper answers in 3 requests; the last time it is not a whole JSON object") {
		t.Errorf("got %+v", done)
	}
	asked := s.Requests()
	if done := run(t, st, model(t, t.TempDir(), s, "")); done.Cases != 0 || done.Before != 3 || done.Failed != 1 || s.Requests() != asked+3 {
		t.Errorf("the second time %+v after %d and %d requests", done, asked, s.Requests())
	}
}

// Questions that depend on others of the same page come after them; what is optional may be left out; attention is asked for.
func TestConditions(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		mu.Lock()
		for _, q := range keyForm.FindAllStringSubmatch(a.Text(), -1) {
			asked = append(asked, q[1])
		}
		asked = append(asked, "|")
		mu.Unlock()
		if strings.Contains(a.Text(), "why.A") {
			a.Say(w, `{"why.A":"It rains.","note":""}`)
			return
		}
		always(w, a)
	})
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 2, func(st *study.Study, _ []study.Case) {
		text := study.Text{"en": "Say"}
		st.Protocol.Steps = []study.Step{{Questions: []study.Question{
			{ID: "good", Text: text, Kind: study.YesNo, Each: study.EachHeadline},
			{ID: "why", Text: text, Kind: study.FreeText, Each: study.EachHeadline, When: &study.Condition{Question: "good", Is: []string{"yes"}}},
			{ID: "note", Text: text, Kind: study.FreeText, Optional: true, When: &study.Condition{Question: "good", Is: []string{"yes"}}},
		}}}
		st.Protocol.Steps[0].Questions[2].When = nil
		st.Protocol.Attention = []study.Attention{{Question: study.Question{ID: "awake", Text: text, Kind: study.YesNo}, Answer: "yes", Every: 2}}
	})
	done := run(t, st, model(t, "", s, "+concurrency=1"))
	if got := strings.Join(asked, " "); done.Cases != 2 || got != "good.A good.B good.C note | why.A | good.A good.B good.C note awake | why.A |" {
		t.Errorf("%+v, asked %s", done, got)
	}
}

// A protocol that is for people is refused before anything is asked or added.
func TestRefused(t *testing.T) {
	s := remotetest.New(t, always)
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "numeral-annotation", 2, nil)
	_, err := answer.Run(t.Context(), st, model(t, "", s, ""), answer.Options{Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "the protocol numeral-annotation is for people: its question derive wants a derivation") {
		t.Errorf("got %v", err)
	}
	if judges, err := st.Judges(t.Context()); err != nil || len(judges) != 0 || s.Requests() != 0 {
		t.Errorf("%d judges, %d requests, %v", len(judges), s.Requests(), err)
	}
	// One that the coordinator excluded does not come back by itself, and a study that is stopped takes nothing.
	st = made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 2, nil)
	run(t, st, model(t, "", s, ""))
	if err := st.SetJudge(t.Context(), "m001", study.Excluded, study.Event{At: now, What: "excluded"}); err != nil {
		t.Fatal(err)
	}
	_, err = answer.Run(t.Context(), st, model(t, "", s, ""), answer.Options{Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "m is judge m001 of this study, which is excluded; give it another name, as=NAME") {
		t.Errorf("got %v", err)
	}
	if err := st.SetRunning(t.Context(), false, study.Event{At: now, What: "stopped"}); err != nil {
		t.Fatal(err)
	}
	if _, err = answer.Run(t.Context(), st, model(t, "", s, "+as=late"), answer.Options{Now: time.Now}); study.CodeOf(err) != study.Stopped {
		t.Errorf("got %v", err)
	}
	c := &remote.Client{Getenv: func(string) string { return "" }}
	for text, want := range map[string]string{
		"pn:model=DIR":                       "want one model behind an endpoint",
		"remote:model=m,remote:model=n":      "want one model behind an endpoint",
		"remote:model=m+url=http://x+cost=1": "without prices",
		"remote:model=m+prompt=x":            `no option "prompt"; have model`,
		"remote:":                            "is not of the form",
	} {
		if _, err := answer.NewModel(c, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

// A run that ends in the middle keeps what it has, and the next asks for the rest alone.
func TestResume(t *testing.T) {
	broken := true
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		if broken && slices.ContainsFunc(a.Messages, func(m remote.Message) bool { return strings.Contains(m.Content, "number 7") }) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		always(w, a)
	})
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 12, nil)
	cache := t.TempDir()
	done, err := answer.Run(t.Context(), st, model(t, cache, s, "+concurrency=1"), answer.Options{Now: time.Now})
	if err == nil || !strings.Contains(err.Error(), "refuses the key") || done.Cases != 7 {
		t.Fatalf("%+v, %v", done, err)
	}
	broken = false
	if done, err := answer.Run(t.Context(), st, model(t, cache, s, ""), answer.Options{Now: time.Now}); err != nil || done.Cases != 5 || done.Before != 7 {
		t.Errorf("%+v, %v", done, err)
	}
	if _, again := s.Answered(); again != 0 {
		t.Errorf("%d were asked again", again)
	}
}

// The cap counts what cases have cost that were answered before.
func TestCap(t *testing.T) {
	s := remotetest.New(t, always)
	st := made(t, filepath.Join(t.TempDir(), "study.db"), "suitability", 12, nil)
	cache := t.TempDir()
	spent := func() float64 { return float64(s.Tokens().In+s.Tokens().Out) / 1e6 }
	most := 0.011
	for range 2 {
		_, err := answer.Run(t.Context(), st, model(t, cache, s, fmt.Sprintf("+price=1/1+cost=%g+concurrency=1", most)), answer.Options{Now: time.Now})
		if e, ok := errors.AsType[*remote.CapError](err); !ok || spent() > most || e.Spent < spent()-1e-9 || spent() < 0.001 {
			t.Errorf("after %g: %v", spent(), err)
		}
	}
	asked := s.Requests()
	if done := run(t, st, model(t, cache, s, "+price=1/1+cost=1")); done.Before == 0 || done.Before+done.Cases != 12 {
		t.Errorf("%+v after %d requests", done, asked)
	}
}
