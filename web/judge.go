package web

import (
	"encoding/hex"
	"net/http"

	"hed/numeral"
	"hed/study"
)

// A judgeView is the page of a judge.
type judgeView struct {
	*work
	Title   string
	Heading string // of the browser's tab
	Queue   string // what answers that wait on the device are kept under
	Groups  []group
	Before  []group // of closed steps
	Intro   string
	Cases   int
	// Numeral says that the page is for the annotation of numerals; Parts is then the
	// article with its numbers.
	Numeral bool
	Parts   []part
}

// A group is a question with its items: one, or one for each headline or pair.
type group struct {
	ID, Text, Hint string
	Kind           study.Kind
	Items          []item
	Heads          []headline
}

// A part is a stretch of an article, or a number in it.
type part struct {
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
	v := &judgeView{Title: s.study.Title, Heading: s.study.Title, Queue: j.ID + "-" + hex.EncodeToString(hash[:4]), Intro: s.study.Protocol.Intro.In(s.study.Lang), Cases: s.study.Numbers.Cases}
	q := r.URL.Query()
	if !q.Has("go") {
		tasks, err := s.Store.Tasks(r.Context(), j.ID)
		if err != nil {
			s.showProblem(w, r, s.problemOf(err))
			return
		}
		if len(tasks) == 0 || q.Has("intro") {
			v.work = &work{Judge: j.ID, State: "intro", Done: len(tasks), Now: s.Now()}
			s.show(w, http.StatusOK, "judge.html", v)
			return
		}
	}
	var err error
	if v.work, err = s.work(r.Context(), j); err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	if v.State == study.StateCase {
		v.Heading = s.pages.say("case-of", v.Number(), v.Total) + " · " + v.Title
	}
	v.Groups, v.Before = v.group(v.Items), v.group(v.Earlier)
	for _, it := range v.Items {
		v.Numeral = v.Numeral || it.Kind == study.Numeral
	}
	if v.Article != "" {
		v.Parts = parts(v.Article, v.Numeral)
	}
	s.show(w, http.StatusOK, "judge.html", v)
}

// showProblem is the page of something that does not work, such as an old link.
func (s *server) showProblem(w http.ResponseWriter, r *http.Request, p *problem) {
	if p.wait > 0 {
		w.Header().Set("Retry-After", retry(p.wait))
	}
	status := p.Status
	if status == http.StatusUnauthorized {
		status = http.StatusNotFound // there is nothing to log in to
	}
	s.fail(w, r, status, p.Code, p.Detail)
}

// group joins the items of a question.
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

// Letters tells whether the options are headlines.
func (g group) Letters(it item) bool {
	return len(it.Options) > 0 && len(it.Options) == len(g.Heads) && it.Options[0].Key == "A" && it.Options[0].Text == g.Heads[0].Text
}

// Data is what scripts need of the page. In an attribute it is text like any other.
func (v *judgeView) Data() map[string]any {
	return map[string]any{
		"judge": v.Judge, "queue": v.Queue, "state": v.State, "case": v.Case, "step": v.Step,
		"answers": v.Answers, "saved": v.Saved, "ids": v.IDs, "now": v.Now,
	}
}

// parts cuts an article at its numbers, if these are wanted.
func parts(article string, numbers bool) []part {
	if !numbers {
		return []part{{Text: article}}
	}
	var list []part
	at := 0
	for _, m := range numeral.Find(nil, article) {
		if m.Depth > 0 || m.Start < at {
			continue
		}
		if m.Start > at {
			list = append(list, part{Text: article[at:m.Start]})
		}
		list = append(list, part{m.Text(article), true})
		at = m.End
	}
	return append(list, part{Text: article[at:]})
}

// Operators are what annotators derive numerals with.
func (v *judgeView) Operators() []operator { return operators() }

// Number is the case's place in the judge's work, from 1.
func (v *judgeView) Number() int { return min(v.Done+1, v.Total) }

// StepNumber is the step that is shown, from 1.
func (v *judgeView) StepNumber() int { return v.Step + 1 }

// A messageView is a page that says one thing.
type messageView struct{ Title, Heading, Text string }

// message says what went wrong in the language of the study where the page has the
// words, and else as the error has it.
func (s *server) message(code, detail string) *messageView {
	v := &messageView{Title: s.study.Title, Heading: s.pages.words["fail."+code], Text: s.pages.words["fail."+code+".text"]}
	if v.Heading == "" {
		v.Heading, v.Text = s.pages.say("fail"), detail
	}
	return v
}

// home is where people come who know no more than the address.
func (s *server) home(w http.ResponseWriter, r *http.Request) {
	open, err := s.enrolment(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	s.show(w, http.StatusOK, "home.html", map[string]any{"Title": s.study.Title, "Open": open != nil})
}
