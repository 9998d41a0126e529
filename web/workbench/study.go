package workbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hed/internal/option"
	"hed/run"
	"hed/score"
	"hed/study"
	"hed/study/outcome"
	"hed/web/internal/site"
	"hed/web/judge"
	"hed/workbench"
)

func (s *server) studyRoutes() {
	s.handle("GET /runs/{id}/study", s.studyForm)
	s.handle("POST /runs/{id}/study", s.once(s.newStudy))
	s.handle("GET /studies/{id}", s.study)
	s.handle("POST /studies/{id}/invite", s.invite)
	s.handle("GET /studies/{id}/dashboard", s.dashboard)
	s.handle("GET /studies/{id}/correlation", s.correlation)
}

// studyForm asks what a study of a run should be.
func (s *server) studyForm(w http.ResponseWriter, r *http.Request) error {
	return s.showStudyForm(w, r, http.StatusOK, nil)
}

func (s *server) showStudyForm(w http.ResponseWriter, r *http.Request, status int, wrong error) error {
	one, err := s.bench.Run(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	crumbs, err := s.where(r, one.Parent)
	if err != nil {
		return err
	}
	var protocols []*study.Protocol
	for _, name := range study.Builtins() {
		if p, ok := study.Builtin(name); ok {
			protocols = append(protocols, p)
		}
	}
	r.ParseForm()
	data := map[string]any{"Token": s.Token(r), "Run": one, "Protocols": protocols, "Form": r.PostForm, "Chosen": r.PostForm["system"]}
	if r.Method == http.MethodGet { // those that people are asked about first
		data["Chosen"] = one.Systems[:min(len(one.Systems), 3)]
	}
	if wrong != nil {
		data["Wrong"] = said(wrong)
	}
	s.part.Show(w, r, status, "study-new.html", site.View{Title: "New study", Crumbs: append(crumbs, site.Link{Text: one.Name, Href: "/runs/" + one.ID}), Data: data})
	return nil
}

func (s *server) newStudy(w http.ResponseWriter, r *http.Request) error {
	one, err := s.bench.Run(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	r.ParseForm()
	set := workbench.StudySettings{Protocol: r.PostFormValue("protocol"), Systems: r.PostForm["system"], Lang: r.PostFormValue("lang"), Contact: r.PostFormValue("contact"), Seed: one.Settings.Seed}
	for name, to := range map[string]*int{"cases": &set.Numbers.Cases, "forms": &set.Numbers.Forms, "judges": &set.Numbers.Judges} {
		text := strings.TrimSpace(r.PostFormValue(name))
		if text == "" {
			continue // the protocol's
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || option.Within(name, n) != nil {
			return s.showStudyForm(w, r, http.StatusUnprocessableEntity, option.Errorf(name, " %q: want a whole number from 1 on", text))
		}
		*to = n
	}
	made, _, err := s.bench.AddStudy(r.Context(), one, meta(r), set)
	if unfit(err) {
		return s.showStudyForm(w, r, http.StatusUnprocessableEntity, err)
	}
	if err != nil {
		return err
	}
	return see(w, r, "/studies/"+made.ID)
}

// unfit tells whether an error is about what was asked for, in words for who asked: a setting that is wrong, or too few
// documents for a study. All other errors are about the server.
func unfit(err error) bool {
	_, setting := errors.AsType[*option.Error](err)
	return setting || study.CodeOf(err) == study.Invalid
}

// An openedStudy is a study, served, with all its answers and the way to its page.
type openedStudy struct {
	*workbench.Study
	desk   *desk
	data   *outcome.Data
	crumbs []site.Link
}

func (s *server) opened(ctx context.Context, id string) (o *openedStudy, err error) {
	o = &openedStudy{}
	if o.Study, err = s.bench.Study(ctx, id); err != nil {
		return nil, err
	}
	if o.desk, err = s.desks.desk(ctx, o.Study); err != nil {
		return nil, err
	}
	if o.data, err = outcome.Load(ctx, o.desk.store); err != nil {
		return nil, err
	}
	o.crumbs, err = s.whereIn(ctx, o.Parent)
	return o, err
}

// answers is how many answers of judges a study has, or all studies of a project. With an error they are those of the studies
// that can be read.
func (s *server) answers(ctx context.Context, t *workbench.Thing) (n int, err error) {
	var studies []*workbench.Study
	switch t.Kind {
	case workbench.StudyKind:
		one, err := s.bench.Study(ctx, t.ID)
		if err != nil {
			return 0, err
		}
		studies = append(studies, one)
	case workbench.ProjectKind:
		if studies, err = s.bench.Studies(ctx, t.ID); err != nil {
			return 0, err
		}
	}
	for _, one := range studies {
		k, wrong := s.desks.desk(ctx, one)
		var d *outcome.Data
		if wrong == nil {
			d, wrong = outcome.Load(ctx, k.store)
		}
		if wrong != nil {
			err = errors.Join(err, wrong)
			continue
		}
		n += d.Progress().Answers
	}
	return n, err
}

// study shows how far a study is.
func (s *server) study(w http.ResponseWriter, r *http.Request) error {
	return s.showStudy(w, r, nil)
}

func (s *server) showStudy(w http.ResponseWriter, r *http.Request, links []string) error {
	one, err := s.opened(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	p, made := one.data.Progress(), one.data.Study
	s.part.Show(w, r, http.StatusOK, "study.html", site.View{Title: one.Name, Crumbs: one.crumbs, Data: map[string]any{
		"Token": s.Token(r), "Study": one.Study, "Made": made, "Progress": &p, "Needed": made.JudgesNeeded(), "URL": one.desk.url(r), "Links": links, "Rated": len(one.data.Rated()) > 0,
	}})
	return nil
}

// mostInvited is how many judges are invited at once.
const mostInvited = 1000

// invite makes personal links, which are shown once.
func (s *server) invite(w http.ResponseWriter, r *http.Request) error {
	n, err := strconv.Atoi(r.PostFormValue("judges"))
	if err != nil {
		n = 0 // which nobody can invite
	}
	links, err := s.invited(r.Context(), r, r.PathValue("id"), n)
	if err != nil {
		return err
	}
	return s.showStudy(w, r, links)
}

// invited makes personal links to a study.
func (s *server) invited(ctx context.Context, r *http.Request, id string, n int) (links []string, err error) {
	one, err := s.opened(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.bench.Allow(ctx, one.ID, workbench.RunScope); err != nil {
		return nil, err
	}
	if n < 1 || n > mostInvited {
		return nil, option.Errorf("judges", ": want a whole number from 1 to %d", mostInvited)
	}
	tokens, err := study.Invite(ctx, one.desk.store, n, "workbench", s.Now())
	for _, t := range tokens {
		links = append(links, judge.Link(one.desk.url(r), t))
	}
	return links, err
}

// dashboard leads to the dashboard of the coordinator, or to the report, and opens it.
func (s *server) dashboard(w http.ResponseWriter, r *http.Request) error {
	one, err := s.opened(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.bench.Allow(r.Context(), one.ID, workbench.RunScope); err != nil {
		return err
	}
	if err := one.desk.enter(w, r, s.Now); err != nil {
		return err
	}
	to := "/coordinator"
	if r.URL.Query().Has("report") {
		to += "/report"
	}
	return see(w, r, one.desk.url(r)+to)
}

// A match is how a measure goes with what judges said.
type match struct {
	Title, Column string
	N             int
	Pearson       run.Coefficient
	Spearman      run.Coefficient
	Kendall       run.Coefficient
	Best          string
	Bar           int // the size of Pearson's, in percent
	Against       bool
}

// A rating is a question that headlines were rated by, with the measures, those first that go
// with it most.
type rating struct {
	run.HumanRating
	Question string
	Finding  string
	Matches  []match
}

// correlation shows how the measures of the run go with what judges said.
func (s *server) correlation(w http.ResponseWriter, r *http.Request) error {
	one, err := s.opened(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	p := one.data.Progress()
	data := map[string]any{"Study": one.Study, "Progress": &p}
	f, res, err := s.bench.Correlate(r.Context(), one.Study, one.data)
	switch {
	case errors.Is(err, workbench.ErrNoRatings):
	case err != nil:
		return err
	default:
		data["Ratings"], data["Notes"], data["Doubts"] = rated(f, res, one.data), res.Notes, res.Doubts()
	}
	s.part.Show(w, r, http.StatusOK, "correlation.html", site.View{Title: "Measures and judges", Crumbs: append(one.crumbs, site.Link{Text: one.Name, Href: "/studies/" + one.ID}), Data: data})
	return nil
}

// rated puts what was found into the order in which people read it.
func rated(f *run.Finished, res *run.HumanResult, d *outcome.Data) (list []rating) {
	titles := map[string]string{}
	for _, c := range f.Record.Columns {
		titles[c.Name] = cmp.Or(c.Title, c.Name)
	}
	for _, h := range res.Human {
		one := rating{HumanRating: h}
		for _, q := range d.Rated() {
			if q.ID == h.Name {
				one.Question = q.Text.In(d.Study.Lang)
			}
		}
		for _, m := range res.Items {
			if m.Human != h.Name {
				continue
			}
			v := match{Title: titles[m.Column], Column: m.Column, N: m.N, Pearson: m.Pearson, Spearman: m.Spearman, Kendall: m.Kendall, Best: decimal(m.Best)}
			if !m.Pearson.R.Absent() {
				v.Bar, v.Against = int(math.Round(100*math.Abs(float64(m.Pearson.R)))), m.Pearson.R < 0
			}
			one.Matches = append(one.Matches, v)
		}
		slices.SortStableFunc(one.Matches, func(x, y match) int { return cmp.Compare(y.Bar, x.Bar) })
		if len(one.Matches) > 0 && one.Matches[0].Bar > 0 {
			best := one.Matches[0]
			one.Finding = fmt.Sprintf("%s goes with it most: r = %s", best.Title, span(best.Pearson))
		}
		list = append(list, one)
	}
	return list
}

// decimal is a number with two digits; "–" for none.
func decimal(v score.Value) string {
	if v.Absent() {
		return "–"
	}
	return strconv.FormatFloat(float64(v), 'f', 2, 64)
}

// span is a coefficient with its interval.
func span(c run.Coefficient) string {
	if c.R.Absent() || c.Low.Absent() {
		return decimal(c.R)
	}
	return fmt.Sprintf("%s, from %s to %s", decimal(c.R), decimal(c.Low), decimal(c.High))
}
