package judge

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/numeral"
	"hed/study"
	"hed/web/internal/site"
)

// A judgeView is the page of a judge.
type judgeView struct {
	*work
	Title   string
	Heading string // of the browser's tab
	Queue   string // what answers that wait on the device are kept under
	Study   string // whose server's refusals the page believes
	Groups  []group
	Past    []group // of closed steps
	Intro   string
	Cases   int // of a part
	Parts   int // that the judge may do; 0 if they end with the study
	Minutes int // that a part takes; 0 if that is not known
	Contact string
	// Consent is what the judge has not agreed to yet; "" if there is nothing to agree to.
	Consent string
	// Completion is what the judge gets at the end, and whether it is an address.
	Completion string
	Away       bool
	Given      int // answers, at the end
	// Practice is the number of the made-up case that is shown, or comes first, from 1; 0 if there is none. Practices is how many there are.
	Practice, Practices int
	Expect              map[string]expected
	// Numeral says that the page is for the annotation of numerals; Text is then the
	// article with its numbers.
	Numeral bool
	Text    []stretch
	Guide   bool // instructions explain the operators
}

// A group is a question with its items: one, or one for each headline or pair.
type group struct {
	ID, Text, Hint string
	Kind           study.Kind
	Items          []item
	Heads          []headline
}

// A stretch is a part of an article, or a number in it.
type stretch struct {
	Text   string
	Number bool
}

// judgePage shows a judge what to do. The introduction comes first and gives no
// cases yet, since programs that preview links open it too.
func (s *server) judgePage(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	j, p := s.judgeOf(r, token)
	if p != nil {
		s.showProblem(w, r, p)
		return
	}
	hash := study.HashToken(token)
	v := &judgeView{
		Title: s.study.Title, Heading: s.study.Title, Study: s.name, Queue: j.ID + "-" + hex.EncodeToString(hash[:4]),
		Intro: s.study.Protocol.Intro.In(s.study.Lang), Cases: s.study.Numbers.Cases, Parts: s.parts(), Minutes: s.study.Minutes, Contact: s.study.Contact,
		Completion: s.study.Completion, Away: s.study.CompletionURL(), Practices: len(s.study.Protocol.Practice), Guide: s.study.Protocol.Unit == study.Blanks,
	}
	q := r.URL.Query()
	agreed, err := s.desk.Consented(r.Context(), j)
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	if !agreed {
		v.Consent = s.study.Protocol.Consent.In(s.study.Lang)
	}
	if n, err := strconv.Atoi(q.Get("practice")); agreed && err == nil && n >= 1 && n <= v.Practices {
		s.showPractice(w, v, j, n)
		return
	}
	if !q.Has("go") || !agreed {
		tasks, err := s.store.Tasks(r.Context(), j.ID)
		if err != nil {
			s.showProblem(w, r, s.problemOf(r.Context(), err))
			return
		}
		if len(tasks) == 0 || q.Has("intro") || !agreed {
			v.work = &work{Judge: j.ID, State: "intro", Done: len(tasks)}
			s.Show(w, http.StatusOK, "judge.html", v)
			return
		}
	}
	if v.work, err = s.work(r.Context(), j); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	if v.State == study.StateFinished {
		if v.Given, err = s.given(r.Context(), j); err != nil {
			s.showProblem(w, r, s.problemOf(r.Context(), err))
			return
		}
	}
	if v.State == study.StateCase {
		v.Heading = s.Pages.Say("case-of", v.Number(), v.Of()) + " · " + v.Title
	}
	v.Groups, v.Past = v.group(v.Items), v.group(v.Earlier)
	for _, it := range v.Items {
		v.Numeral = v.Numeral || it.Kind == study.Numeral
	}
	if v.Article != "" {
		v.Text = stretches(v.Article, v.Numeral)
	}
	s.Show(w, http.StatusOK, "judge.html", v)
}

// showProblem is the page of something that does not work, such as an old link.
func (s *server) showProblem(w http.ResponseWriter, r *http.Request, p *problem) {
	if p.wait > 0 {
		w.Header().Set("Retry-After", site.Retry(p.wait))
	}
	status := p.Status
	if status == http.StatusUnauthorized {
		status = http.StatusNotFound // there is nothing to log in to
	}
	s.fail(w, r, status, p.Code, p.Detail)
}

// group joins the items of a question, which stand one after another.
func (v *judgeView) group(items []item) []group {
	var groups []group
	for _, it := range items {
		if n := len(groups); n == 0 || groups[n-1].ID != it.question {
			groups = append(groups, group{ID: it.question, Text: it.Text, Hint: it.Hint, Kind: it.Kind, Heads: v.Headlines})
		}
		g := &groups[len(groups)-1]
		g.Items = append(g.Items, it)
	}
	return groups
}

// Each tells whether the question is asked of headlines or pairs of them.
func (g group) Each() bool { return len(g.Items[0].of) > 0 }

// Of are the headlines that an item of the group is about.
func (g group) Of(it item) []headline {
	var list []headline
	for _, a := range it.of {
		list = append(list, g.Heads[a])
	}
	return list
}

// Lettered tells whether there are headlines to be told apart.
func (g group) Lettered() bool { return len(g.Heads) > 1 }

// Letters tells whether the options are headlines.
func (g group) Letters(it item) bool {
	return len(it.Options) > 0 && len(it.Options) == len(g.Heads) && it.Options[0].Key == "A" && it.Options[0].Text == g.Heads[0].Text
}

// Data is what scripts need of the page. In an attribute it is text like any other.
func (v *judgeView) Data() map[string]any {
	if v.Practice > 0 {
		return map[string]any{"judge": v.Judge, "study": v.Study, "state": v.State, "expect": v.Expect, "next": v.Next(), "derive": fmt.Sprintf("practice/%d/derive", v.Practice)}
	}
	return map[string]any{
		"judge": v.Judge, "queue": v.Queue, "study": v.Study, "state": v.State, "case": v.Case, "step": v.Step,
		"answers": v.Answers, "ids": v.IDs, "derive": fmt.Sprintf("cases/%d/derive", v.Case),
	}
}

// stretches cuts an article at its numbers, if these are wanted.
func stretches(article string, numbers bool) []stretch {
	if !numbers {
		return []stretch{{Text: article}}
	}
	var list []stretch
	at := 0
	for _, m := range numeral.Find(nil, article) {
		if m.Depth > 0 || m.Start < at {
			continue
		}
		if m.Start > at {
			list = append(list, stretch{Text: article[at:m.Start]})
		}
		list = append(list, stretch{m.Text(article), true})
		at = m.End
	}
	return append(list, stretch{Text: article[at:]})
}

// Lettered tells whether there are headlines to be told apart.
func (v *judgeView) Lettered() bool { return len(v.Headlines) > 1 }

// Before is how many cases of the part are finished. A part is as many cases as a form
// has: who may do more than one would otherwise see the end move away.
func (v *judgeView) Before() int { return v.Done % v.Cases }

// Number is the case's place in its part, from 1.
func (v *judgeView) Number() int { return v.Before() + 1 }

// Of is how many cases the part has; the last one may be short.
func (v *judgeView) Of() int { return max(v.Number(), min(v.Cases, v.Total-v.Done+v.Before())) }

// Part is the part that the case is in, from 1; 0 if there is only one.
func (v *judgeView) Part() int {
	if v.Parts == 1 && v.Total <= v.Cases {
		return 0
	}
	return v.Done/v.Cases + 1
}

// NewPart tells whether the case is the first after a whole part.
func (v *judgeView) NewPart() bool {
	return v.State == study.StateCase && v.Part() > 1 && v.Before() == 0 && v.Step == 0
}

// First tells whether the judge sees what there is to do for the first time: then the instructions are open.
func (v *judgeView) First() bool {
	return v.Practice == 1 || v.Practices == 0 && v.Done == 0 && v.Step == 0
}

// Blank is the headline with a blank, before and after it; nil if there is none.
func (v *judgeView) Blank() []string {
	if !v.Numeral {
		return nil
	}
	before, after, _ := strings.Cut(v.Question, corpus.Blank)
	return []string{before, after}
}

// StepNumber is the step that is shown, from 1.
func (v *judgeView) StepNumber() int { return v.Step + 1 }

// message says what went wrong in the language of the study. Where the page has no words for it, English pages say it
// as the error does.
func (s *server) message(code, detail string) *site.Message {
	m := &site.Message{Title: s.study.Title}
	var ok bool
	switch m.Heading, ok = s.Pages.Said("fail." + code); {
	case ok:
		m.Text = s.Pages.Say("fail." + code + ".text")
	case s.study.Lang == "en":
		m.Heading, m.Text = s.Pages.Say("fail"), detail
	default:
		m.Heading, m.Text = s.Pages.Say("fail"), s.Pages.Say("fail.text")
	}
	return m
}

// home is where people come who know no more than the address.
func (s *server) home(w http.ResponseWriter, r *http.Request) {
	open, err := s.enrolment(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	s.Show(w, http.StatusOK, "home.html", map[string]any{"Title": s.study.Title, "Open": open != nil})
}
