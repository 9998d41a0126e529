package judge

import (
	"context"
	"fmt"
	"net/http"

	"hed/study"
)

// consentForm keeps that a judge agrees to take part, and goes on: to practice, if there is any.
func (s *server) consentForm(w http.ResponseWriter, r *http.Request) {
	j, p := s.judgeOf(r, r.PathValue("token"))
	if p != nil {
		s.showProblem(w, r, p)
		return
	}
	to := path(r.PathValue("token"))
	if r.PostFormValue("consent") == "yes" {
		if err := s.desk.Consent(r.Context(), j); err != nil {
			s.showProblem(w, r, s.problemOf(r.Context(), err))
			return
		}
		to += s.first()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// first is where a judge goes from the introduction.
func (s *server) first() string {
	if len(s.study.Protocol.Practice) > 0 {
		return "?practice=1"
	}
	return "?go"
}

// fewParts is up to how many parts a judge is told how many there are. Of more nobody does all.
const fewParts = 9

// parts is how many a judge may do; 0 if that is as many as they like.
func (s *server) parts() int {
	n := len(s.study.Forms)
	if per := s.study.Numbers.PerJudge; per > 0 {
		n = min(n, per)
	}
	if n > fewParts {
		return 0
	}
	return n
}

// given is how many answers to cases a judge has given.
func (s *server) given(ctx context.Context, j *study.Judge) (n int, err error) {
	for a, err := range s.store.Answers(ctx, study.Filter{Judge: j.ID}) {
		if err != nil {
			return 0, err
		}
		if a.Case != study.About && a.Value != "" {
			n++
		}
	}
	return n, nil
}

// expected is what a made-up case expects of an item, for the script that compares.
type expected struct {
	Answer string `json:"answer"`
	Shown  string `json:"shown"` // as the page has it
	Why    string `json:"why"`
}

// showPractice shows a made-up case. It is answered in the browser alone.
func (s *server) showPractice(w http.ResponseWriter, v *judgeView, j *study.Judge, n int) {
	lang := s.study.Lang
	x := &s.study.Protocol.Practice[n-1]
	c := x.Case(lang)
	of := &study.Work{Case: c, Answers: map[string]string{}}
	v.Practice, v.Expect = n, map[string]expected{}
	v.Heading = s.Pages.Say("practice-of", n, v.Practices) + " · " + v.Title
	v.work = &work{Judge: j.ID, State: "practice", Case: study.About, Article: c.Article, Question: c.Question, Headlines: []headline{}, Answers: of.Answers, IDs: map[string]string{}}
	for i, h := range c.Headlines {
		v.Headlines = append(v.Headlines, headline{study.Letter(i), h.Text})
	}
	v.Items = s.items(of, x.Items(s.study.Protocol, c), nil)
	for _, e := range x.Expect {
		it := item{Value: e.Answer}
		for i := range v.Items {
			if v.Items[i].Key == e.Key {
				it.Options, it.Kind = v.Items[i].Options, v.Items[i].Kind
				v.Numeral = v.Numeral || it.Kind == study.Numeral
			}
		}
		v.Expect[e.Key] = expected{e.Answer, it.Said(), e.Why.In(lang)}
	}
	v.Groups = v.group(v.Items)
	if v.Article != "" {
		v.Text = stretches(v.Article, v.Numeral)
	}
	s.Show(w, http.StatusOK, "judge.html", v)
}

// Next is where a judge goes from a made-up case.
func (v *judgeView) Next() string {
	if v.Practice < v.Practices {
		return fmt.Sprintf("?practice=%d", v.Practice+1)
	}
	return "?go"
}

// Start is where a judge goes from the introduction.
func (v *judgeView) Start() string {
	if v.Practices > 0 && v.Done == 0 {
		return "?practice=1"
	}
	return "?go"
}

// practise computes an expression of a made-up case.
func (s *server) practise(_ context.Context, in *deriveInput) (*deriveReply, error) {
	if in.Case < 1 || in.Case > len(s.study.Protocol.Practice) {
		return nil, newProblem(http.StatusNotFound, string(study.NotFound), "there is no such made-up case")
	}
	d := study.DeriveResult(s.study.Protocol.Practice[in.Case-1].Case(s.study.Lang), in.Body.Value)
	return &deriveReply{derived{d.OK, d.Result, s.reason(d)}}, nil
}
