package workbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/internal/option"
	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// errForm says that a form is not as our pages send it.
var errForm = errors.New("the form cannot be read")

// uploading is for how long an upload may take.
const uploading = 2 * time.Hour

// addPage is where documents and systems are brought: from the visitor's machine, or from a
// folder of the server.
func (s *server) addPage(w http.ResponseWriter, r *http.Request) error {
	projects, err := s.bench.List(r.Context(), shelf.Query{Kind: workbench.ProjectKind})
	if err != nil {
		return err
	}
	q := r.URL.Query()
	data := map[string]any{"Token": s.Token(r), "Projects": projects, "Project": q.Get("project"), "Path": q.Get("path"), "Max": s.bench.MaxUpload}
	status := http.StatusOK
	if v := workbench.ViewerOf(r.Context()); v != nil && !v.Scope.Covers(workbench.AdminScope) {
		data["Closed"], data["Path"] = true, "" // the files of the server are not theirs
	} else if path := q.Get("path"); path != "" {
		files, folders, err := s.bench.ListFolder(path)
		if err != nil {
			data["Wrong"], status = said(err), http.StatusUnprocessableEntity
		}
		data["Files"], data["Folders"], data["Up"] = guess(files), folders, filepath.Dir(path)
	} else if home, err := os.Getwd(); err == nil {
		data["Here"] = home
	}
	s.part.Show(w, r, status, "add.html", site.View{Title: "Add documents", Crumbs: []site.Link{{Text: "Projects", Href: "/projects"}}, Data: data})
	return nil
}

// A guessed file is one of a folder, with what it may be: docs, ref, system or nothing.
type guessed struct {
	workbench.File
	Role string
}

// guess takes a file that is called like documents, or the first table, for the documents, and
// plain text for systems.
func guess(files []workbench.File) (all []guessed) {
	docs := false
	for _, f := range files {
		g := guessed{File: f}
		name := strings.ToLower(corpus.TrimCompression(f.Name))
		switch ext := filepath.Ext(name); {
		case strings.HasPrefix(name, "ref") || strings.HasPrefix(name, "gold"):
			g.Role = "ref"
		case !docs && slices.Contains([]string{".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".xml"}, ext):
			g.Role, docs = "docs", true
		case ext == ".txt":
			g.Role = "system"
		}
		all = append(all, g)
	}
	return all
}

// A bundle is what somebody brings: a corpus, and systems with headlines for it.
type bundle struct {
	project, name, corpus string
	format, columns       string
	docs                  []workbench.File
	refs, systems         []workbench.File
}

// add takes an upload. Files go to disk as they come.
func (s *server) add(w http.ResponseWriter, r *http.Request) error {
	b, err := s.upload(w, r)
	if err != nil {
		s.forget(b)
		return err
	}
	return s.keep(w, r, b)
}

// upload reads a form with files. Its first field is the token.
func (s *server) upload(w http.ResponseWriter, r *http.Request) (*bundle, error) {
	return s.receive(w, r, func(p *multipart.Part) bool { return p.FormName() == "token" && s.OwnToken(r, text(p)) })
}

// patient gives an upload the time that it may take.
func (s *server) patient(w http.ResponseWriter) {
	control := http.NewResponseController(w)
	control.SetReadDeadline(s.Now().Add(uploading))
	control.SetWriteDeadline(s.Now().Add(uploading))
}

// receive reads a form with files, whose first field must be right if own is given.
func (s *server) receive(w http.ResponseWriter, r *http.Request, own func(first *multipart.Part) bool) (*bundle, error) {
	s.patient(w)
	b := &bundle{}
	form, err := r.MultipartReader()
	if err != nil {
		return b, fmt.Errorf("%w: %w", errForm, err)
	}
	for first := true; ; first = false {
		part, err := form.NextPart()
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return b, fmt.Errorf("%w: %w", errForm, err)
		}
		if first && own != nil && !own(part) {
			return b, fmt.Errorf("%w: it is too old; reload the page and send it again", errForm)
		}
		if part.FileName() == "" {
			if to := map[string]*string{"project": &b.project, "name": &b.name, "corpus": &b.corpus, "format": &b.format, "columns": &b.columns}[part.FormName()]; to != nil {
				*to = text(part)
			}
			continue
		}
		to := map[string]*[]workbench.File{"docs": &b.docs, "ref": &b.refs, "system": &b.systems}[part.FormName()]
		if to == nil {
			return b, fmt.Errorf("%w: a file is for nothing", errForm)
		}
		f, err := s.bench.Keep(r.Context(), part.FileName(), part)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return b, fmt.Errorf("%w: the upload ended in the middle", errForm)
		}
		if err != nil {
			return b, err
		}
		*to = append(*to, f)
	}
}

// text is a short field of a form.
func text(p *multipart.Part) string {
	data, _ := io.ReadAll(io.LimitReader(p, 1000)) // what was cut off comes again with the next part
	return string(data)
}

func (s *server) forget(b *bundle) {
	for _, f := range slices.Concat(b.docs, b.refs, b.systems) {
		s.bench.Forget(f)
	}
}

// keep makes a corpus and systems of a bundle, and shows what was understood.
func (s *server) keep(w http.ResponseWriter, r *http.Request, b *bundle) error {
	c, err := s.made(r.Context(), b)
	if err != nil {
		s.forget(b)
		return err
	}
	s.rooms.forget(c.Parent)
	return see(w, r, "/corpora/"+c.ID)
}

// made makes a corpus and systems, or nothing: a corpus whose files are forgotten is of no use.
func (s *server) made(ctx context.Context, b *bundle) (c *workbench.Corpus, err error) {
	if len(b.docs) > 1 {
		return nil, option.Errorf("docs", ": choose one file of documents, not %d", len(b.docs))
	}
	if len(b.docs)+len(b.refs) == 0 {
		return nil, option.Errorf("docs", " is missing: choose the file with the documents")
	}
	var begun []string // the last one first, as they are removed
	defer func() {
		if err == nil {
			return
		}
		for _, id := range begun {
			err = errors.Join(err, s.bench.Remove(context.WithoutCancel(ctx), id))
		}
	}()
	first := slices.Concat(b.docs, b.refs)[0]
	if b.project == "" {
		p, err := s.bench.AddProject(ctx, workbench.Meta{Name: cmp.Or(strings.TrimSpace(b.name), stem(first.Name))})
		if err != nil {
			return nil, err
		}
		b.project, begun = p.ID, []string{p.ID}
	} else if _, err := s.bench.Find(ctx, workbench.ProjectKind, b.project); err != nil {
		return nil, err
	}
	var docs workbench.File
	if len(b.docs) == 1 {
		docs = b.docs[0]
	}
	if c, err = s.bench.AddCorpus(ctx, b.project, workbench.Meta{Name: first.Name}, docs, b.refs); err != nil {
		return nil, err
	}
	begun = slices.Insert(begun, 0, c.ID)
	for _, f := range b.systems {
		made, err := s.bench.AddSystem(ctx, c, workbench.Meta{Name: stem(f.Name)}, f)
		if err != nil {
			return nil, err
		}
		begun = slices.Insert(begun, 0, made.ID)
	}
	return c, nil
}

// stem is the name of a file without its endings.
func stem(name string) string {
	name = corpus.TrimCompression(name)
	return cmp.Or(strings.TrimSuffix(name, filepath.Ext(name)), name)
}

// addServer takes files of the server, by what they are for.
func (s *server) addServer(w http.ResponseWriter, r *http.Request) error {
	b := &bundle{project: r.PostFormValue("project"), name: r.PostFormValue("name")}
	for i, path := range r.PostForm["path"] {
		if i >= len(r.PostForm["role"]) {
			return errForm
		}
		to := map[string]*[]workbench.File{"docs": &b.docs, "ref": &b.refs, "system": &b.systems}[r.PostForm["role"][i]]
		if to == nil {
			continue // it is left out
		}
		f, err := s.bench.OnServer(path)
		if err != nil {
			return err
		}
		*to = append(*to, f)
	}
	return s.keep(w, r, b)
}

// addSystems takes more systems for a corpus.
func (s *server) addSystems(w http.ResponseWriter, r *http.Request) error {
	b, err := s.upload(w, r)
	var c *workbench.Corpus
	if err == nil {
		c, err = s.bench.Corpus(r.Context(), r.PathValue("id"))
	}
	if err != nil {
		s.forget(b)
		return err
	}
	if err := s.addTo(r.Context(), c, b); err != nil {
		s.forget(b)
		return err
	}
	return see(w, r, "/corpora/"+c.ID)
}

// addTo adds systems to a corpus. Those that it could not add are what is left of the bundle.
func (s *server) addTo(ctx context.Context, c *workbench.Corpus, b *bundle) error {
	if len(b.systems) == 0 {
		return option.Errorf("system", " is missing: choose a file of headlines")
	}
	one := len(b.systems) == 1
	for len(b.systems) > 0 {
		name := stem(b.systems[0].Name)
		if one {
			name = cmp.Or(strings.TrimSpace(b.name), name)
		}
		if _, err := s.bench.AddSystem(ctx, c, workbench.Meta{Name: name}, b.systems[0]); err != nil {
			return err
		}
		b.systems = b.systems[1:]
	}
	return nil
}
