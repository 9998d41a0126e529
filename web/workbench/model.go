package workbench

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"

	"hed/internal/option"
	"hed/web/internal/site"
	"hed/workbench"
)

func (s *server) modelRoutes() {
	s.handle("GET /projects/{id}/models/add", s.addModelPage)
	s.handle("POST /projects/{id}/models", s.uploadModel)
	s.handle("POST /projects/{id}/models/server", s.addServerModel)
	s.handle("POST /projects/{id}/models/style", s.teach)
	s.handle("GET /models/{id}", s.model)
}

// addModelPage is where models come from: the server, the visitor's machine, or corpora of the project.
func (s *server) addModelPage(w http.ResponseWriter, r *http.Request) error {
	return s.showAddModel(w, r, http.StatusOK, nil)
}

func (s *server) showAddModel(w http.ResponseWriter, r *http.Request, status int, wrong error) error {
	p, err := s.bench.Find(r.Context(), workbench.ProjectKind, r.PathValue("id"))
	if err != nil {
		return err
	}
	corpora, err := s.bench.Corpora(r.Context(), p.ID)
	if err != nil {
		return err
	}
	there, err := s.bench.ServerModels()
	if err != nil {
		return err
	}
	v := workbench.ViewerOf(r.Context())
	data := map[string]any{
		"Token": s.Token(r), "Project": p, "Corpora": corpora, "There": there, "Max": s.bench.MaxUpload,
		"Admin": v == nil || v.Scope.Covers(workbench.AdminScope),
	}
	if wrong != nil {
		data["Wrong"] = said(wrong)
	}
	crumbs := []site.Link{{Text: "Projects", Href: "/projects"}, {Text: p.Name, Href: "/projects/" + p.ID}}
	s.part.Show(w, r, status, "model-add.html", site.View{Title: "Add a model", Crumbs: crumbs, Data: data})
	return nil
}

// added leads to a model, or back to the form with what is wrong.
func (s *server) added(w http.ResponseWriter, r *http.Request, m *workbench.Model, err error) error {
	if _, ours := errors.AsType[*option.Error](err); ours {
		return s.showAddModel(w, r, http.StatusUnprocessableEntity, err)
	}
	if err != nil {
		return err
	}
	s.rooms.forget(m.Parent)
	return see(w, r, "/models/"+m.ID)
}

// uploadModel takes the files of a model. The folders in their names count.
func (s *server) uploadModel(w http.ResponseWriter, r *http.Request) error {
	s.patient(w)
	form, err := r.MultipartReader()
	if err != nil {
		return fmt.Errorf("%w: %w", errForm, err)
	}
	brought := s.bench.BringModel()
	kept := false
	defer func() {
		if !kept {
			brought.Forget()
		}
	}()
	project, name := r.PathValue("id"), ""
	for first := true; ; first = false {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errForm, err)
		}
		if first {
			if part.FormName() != "token" || !s.OwnToken(r, text(part)) {
				return fmt.Errorf("%w: it is too old; reload the page and send it again", errForm)
			}
			if err := s.bench.Allow(r.Context(), project, workbench.RunScope); err != nil {
				return err // before gigabytes come
			}
			continue
		}
		_, params, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		switch file := params["filename"]; {
		case file != "":
			if err := brought.Add(r.Context(), file, part); err != nil {
				return s.added(w, r, nil, err)
			}
		case part.FormName() == "name":
			name = text(part)
		}
	}
	if brought.File.Name == "" {
		return s.added(w, r, nil, option.Errorf("model", " is missing: choose the folder or the file"))
	}
	if err := brought.Done(r.Context()); err != nil {
		return err
	}
	m, err := s.bench.AddModel(r.Context(), project, workbench.Meta{Name: cmp.Or(strings.TrimSpace(name), stem(brought.File.Name))}, brought.File)
	kept = err == nil
	return s.added(w, r, m, err)
}

// addServerModel takes a model of the server.
func (s *server) addServerModel(w http.ResponseWriter, r *http.Request) error {
	at := cmp.Or(strings.TrimSpace(r.PostFormValue("path")), r.PostFormValue("there"))
	if at == "" {
		return s.added(w, r, nil, option.Errorf("path", " is missing: choose a model"))
	}
	name := stem(path.Base(at))
	list, err := s.bench.ServerModels()
	if err != nil {
		return err
	}
	for _, m := range list {
		if m.Path == at { // a pulled one is in a folder with a long number
			name = stem(path.Base(m.Name))
		}
	}
	m, err := s.bench.AddServerModel(r.Context(), r.PathValue("id"), workbench.Meta{Name: cmp.Or(strings.TrimSpace(r.PostFormValue("name")), name)}, at)
	return s.added(w, r, m, err)
}

// teach lets a classifier of style learn from corpora of the project.
func (s *server) teach(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return errors.Join(errForm, err)
	}
	l := workbench.StyleLesson{Corpora: r.PostForm["corpus"], Label: strings.TrimSpace(r.PostFormValue("label")), Seed: 1}
	m, err := s.bench.Teach(r.Context(), r.PathValue("id"), workbench.Meta{Name: r.PostFormValue("name")}, l)
	return s.added(w, r, m, err)
}

// model shows what a model is, and lets a classifier judge a headline.
func (s *server) model(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	m, err := s.bench.Model(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	crumbs, err := s.where(r, m.Parent)
	if err != nil {
		return err
	}
	data := map[string]any{"Token": s.Token(r), "Model": m}
	if v := workbench.ViewerOf(ctx); m.File.Path != "" && (v == nil || v.Scope.Covers(workbench.AdminScope)) {
		data["Path"] = m.File.Path // of the server, which is not everybody's
	}
	if line, share, ok := s.bench.Learning(m.ID); ok {
		data["Line"], data["Share"] = line, share
	}
	if m.Card != nil && m.Card.Labels != nil {
		data["Style"] = s.bench.StyleCard(m)
		if headline := strings.TrimSpace(r.URL.Query().Get("headline")); headline != "" {
			if data["Likeness"], err = s.bench.Judge(ctx, m, headline); err != nil {
				return err
			}
			data["Headline"] = headline
		}
	}
	s.part.Show(w, r, http.StatusOK, "model.html", site.View{Title: m.Name, Crumbs: crumbs, Scripts: []string{"reload.js"}, Data: data})
	return nil
}

// does says in a few words what a model is for.
func does(m *workbench.Model) string {
	switch {
	case m.Card == nil && m.State == workbench.Failed:
		return "could not be learnt"
	case m.Card == nil:
		return "is being learnt"
	case m.Card.Labels != nil:
		return "tells apart the styles of " + strings.Join(m.Card.Labels, ", ")
	case m.Card.Writer != "":
		return "writes headlines"
	case len(m.Card.Serves) == 1 && m.Card.Serves[0] == "we":
		return "word vectors, for the metric we"
	case len(m.Card.Serves) > 0:
		return "for the metrics " + strings.Join(m.Card.Serves, ", ")
	}
	return "for no metric of hed"
}
