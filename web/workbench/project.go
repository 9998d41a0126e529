package workbench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"hed/internal/option"
	"hed/internal/sample"
	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// start is the first page: what there is to begin with, and what was last done.
func (s *server) start(w http.ResponseWriter, r *http.Request) error {
	projects, err := s.bench.List(r.Context(), shelf.Query{Kind: workbench.ProjectKind})
	if err != nil {
		return err
	}
	runs, err := s.bench.Runs(r.Context(), "")
	if err != nil {
		return err
	}
	s.part.Show(w, r, http.StatusOK, "start.html", site.View{Title: "Workbench", Data: map[string]any{
		"Token": s.Token(r), "Projects": projects[:min(len(projects), 6)], "More": len(projects) > 6, "Runs": runs[:min(len(runs), 6)],
	}})
	return nil
}

// sample makes a project of the sample, and evaluates it.
func (s *server) sample(w http.ResponseWriter, r *http.Request) error {
	ctx, lang := r.Context(), r.PostFormValue("lang")
	if sample.In(lang) == nil {
		lang = "en"
	}
	name := map[string]string{"en": "Sample", "it": "Sample in Italian"}[lang]
	p, err := s.bench.AddProject(ctx, workbench.Meta{Name: name, Notes: "Articles, newspapers and systems are invented.", Tags: []string{"sample"}})
	if err != nil {
		return err
	}
	run, err := s.startSample(ctx, p.ID, lang)
	if err != nil { // as where there is no room for it
		return errors.Join(err, s.bench.Remove(context.WithoutCancel(ctx), p.ID))
	}
	return see(w, r, "/runs/"+run.ID)
}

func (s *server) startSample(ctx context.Context, project, lang string) (*workbench.Run, error) {
	c, systems, err := s.bench.AddSample(ctx, project, lang)
	if err != nil {
		return nil, err
	}
	set := workbench.DefaultSettings()
	set.Corpus = c.ID
	if lang != "en" {
		set.Lang = lang
	}
	for _, sys := range systems {
		set.Systems = append(set.Systems, sys.ID)
	}
	for _, in := range s.bench.Generators.Infos()[:5] { // the baselines of HEvAS
		set.Baselines = append(set.Baselines, in.Name)
	}
	return s.bench.Start(ctx, project, workbench.Meta{Name: "Sample with five baselines"}, set)
}

// projects lists projects, and finds whatever has the words of a search.
func (s *server) projects(w http.ResponseWriter, r *http.Request) error {
	q := shelf.Query{Words: r.URL.Query().Get("q"), Tag: r.URL.Query().Get("tag")}
	if q.Words == "" && q.Tag == "" {
		q.Kind = workbench.ProjectKind
	}
	things, err := s.bench.List(r.Context(), q)
	if err != nil {
		return err
	}
	s.part.Show(w, r, http.StatusOK, "projects.html", site.View{Title: "Projects", Data: map[string]any{
		"Token": s.Token(r), "Query": q, "Things": things, "Searched": q.Kind == "",
	}})
	return nil
}

// meta is what a form says of a thing.
func meta(r *http.Request) workbench.Meta {
	return workbench.Meta{Name: r.PostFormValue("name"), Notes: r.PostFormValue("notes"), Tags: strings.Split(r.PostFormValue("tags"), ",")}
}

func (s *server) newProject(w http.ResponseWriter, r *http.Request) error {
	p, err := s.bench.AddProject(r.Context(), meta(r))
	if err != nil {
		return err
	}
	return see(w, r, "/projects/"+p.ID)
}

// where are the crumbs of something in a project.
func (s *server) where(r *http.Request, project string) ([]site.Link, error) {
	return s.whereIn(r.Context(), project)
}

func (s *server) whereIn(ctx context.Context, project string) ([]site.Link, error) {
	p, err := s.bench.Find(ctx, workbench.ProjectKind, project)
	if err != nil {
		return nil, err
	}
	return []site.Link{{Text: "Projects", Href: "/projects"}, {Text: p.Name, Href: "/projects/" + p.ID}}, nil
}

// A corpusView is a corpus with the systems that have headlines for it.
type corpusView struct {
	*workbench.Corpus
	Systems []*workbench.System
}

func (s *server) project(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	p, err := s.bench.Find(ctx, workbench.ProjectKind, r.PathValue("id"))
	if err != nil {
		return err
	}
	corpora, err1 := s.bench.Corpora(ctx, p.ID)
	systems, err2 := s.bench.Systems(ctx, p.ID, "")
	runs, err3 := s.bench.Runs(ctx, p.ID)
	studies, err4 := s.bench.Studies(ctx, p.ID)
	models, err5 := s.bench.Models(ctx, p.ID)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return err
	}
	guests, own, err := s.guests(r, p.ID)
	if err != nil {
		return err
	}
	var views []corpusView
	for _, c := range corpora {
		v := corpusView{Corpus: c}
		for _, sys := range systems {
			if sys.Corpus == c.ID {
				v.Systems = append(v.Systems, sys)
			}
		}
		views = append(views, v)
	}
	s.part.Show(w, r, http.StatusOK, "project.html", site.View{Title: p.Name, Crumbs: []site.Link{{Text: "Projects", Href: "/projects"}}, Data: map[string]any{
		"Token": s.Token(r), "Project": p, "Corpora": views, "Runs": runs, "Studies": studies, "Models": models, "Guests": guests, "Own": own,
	}})
	return nil
}

// page is where a thing is shown.
func page(t *workbench.Thing) string {
	switch t.Kind {
	case workbench.ProjectKind:
		return "/projects/" + t.ID
	case workbench.CorpusKind:
		return "/corpora/" + t.ID
	case workbench.RunKind:
		return "/runs/" + t.ID
	case workbench.StudyKind:
		return "/studies/" + t.ID
	case workbench.ModelKind:
		return "/models/" + t.ID
	case workbench.DraftKind:
		_, id, _ := strings.Cut(strings.TrimPrefix(t.ID, workbench.DraftKind+":"), ":")
		if t.Parent == "" {
			return "/editor/d/" + id
		}
		return "/projects/" + t.Parent + "/editor/d/" + id
	}
	return "/projects/" + t.Parent
}

func (s *server) describe(w http.ResponseWriter, r *http.Request) error {
	t, err := s.bench.Thing(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.bench.Describe(r.Context(), t.ID, meta(r)); err != nil {
		return err
	}
	return see(w, r, page(t))
}

// confirmDelete asks before something goes for good.
func (s *server) confirmDelete(w http.ResponseWriter, r *http.Request) error {
	t, err := s.bench.Thing(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	why := "" // it cannot be deleted, which is said before somebody has made up their mind
	if err := s.bench.Removable(r.Context(), t); err != nil {
		used, ok := errors.AsType[*option.Error](err)
		if !ok {
			return err
		}
		why = strings.TrimPrefix(used.Error(), option.Name(used.Option)+": ")
	}
	below, err := s.bench.List(r.Context(), shelf.Query{Parent: t.ID})
	if err != nil {
		return err
	}
	answers, uncounted := s.answers(r.Context(), t)
	if uncounted != nil { // a damaged study can be deleted too
		s.Trouble(r.Context(), fmt.Errorf("count the answers of %s %q: %w", t.Kind, t.Name, uncounted))
	}
	s.part.Show(w, r, http.StatusOK, "delete.html", site.View{Title: "Delete " + t.Name, Data: map[string]any{
		"Token": s.Token(r), "Thing": t, "Page": page(t), "Below": counted(below), "Answers": answers, "Uncounted": uncounted != nil, "Why": why,
	}})
	return nil
}

// counted says how many things of each kind there are: "2 runs, 1 study".
func counted(things []*workbench.Thing) string {
	n := map[string]int{}
	for _, t := range things {
		n[t.Kind]++
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(n)) {
		parts = append(parts, workbench.CountOf(n[kind], kind))
	}
	return strings.Join(parts, ", ")
}

// remove deletes something, and shows where it was.
func (s *server) remove(w http.ResponseWriter, r *http.Request) error {
	t, err := s.removed(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	switch {
	case t.Kind == workbench.DraftKind:
		home, _, _ := strings.Cut(page(t), "/d/")
		return see(w, r, home+"/")
	case t.Parent == "":
		return see(w, r, "/projects")
	}
	return see(w, r, "/projects/"+t.Parent)
}

// removed deletes something. The editor then learns from what is left.
func (s *server) removed(ctx context.Context, id string) (*workbench.Thing, error) {
	t, err := s.bench.Thing(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.bench.Remove(ctx, t.ID); err != nil {
		return nil, err
	}
	key := t.Parent
	if t.Kind == workbench.ProjectKind {
		key = t.ID
	}
	s.rooms.forget(roomKey(ctx, key))
	return t, nil
}
