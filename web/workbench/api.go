package workbench

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/run"
	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// What the interface gives. The tags are its description.
type (
	// APIThing is part of what is given of most things. It has a large letter, as what else is part of
	// others: without one it would be in no description.
	APIThing struct {
		ID    string    `json:"id"`
		Kind  string    `json:"kind" enum:"project,corpus,system,run,study,draft"`
		Name  string    `json:"name"`
		Notes string    `json:"notes"`
		Tags  []string  `json:"tags"`
		Made  time.Time `json:"made"`
		Owner string    `json:"owner,omitempty" doc:"the user whose project it is"`
	}
	apiCorpus struct {
		APIThing
		Documents int        `json:"documents" doc:"how many there are; 0 if they were not counted"`
		Problems  []string   `json:"problems" doc:"what is wrong with the files, by line"`
		Note      string     `json:"note,omitempty" doc:"what was not looked at, of large files"`
		Systems   []APIThing `json:"systems"`
	}
	apiRun struct {
		APIThing
		State     workbench.State     `json:"state" enum:"waiting,going,stopped,failed,done"`
		Error     string              `json:"error,omitempty" doc:"why the run has failed"`
		Ahead     int                 `json:"ahead" doc:"how many runs go before one that waits"`
		Progress  *workbench.Snapshot `json:"progress,omitempty" doc:"how far a run is that goes"`
		Documents int                 `json:"documents,omitempty"`
		Finding   string              `json:"finding,omitempty" doc:"what was found, in a sentence"`
		Settings  workbench.Settings  `json:"settings"`
	}
	apiMe struct {
		Name  string          `json:"name" doc:"empty where there are no users"`
		Scope workbench.Scope `json:"scope" enum:"read,run,admin"`
	}
	apiFile struct {
		Name string `json:"name" doc:"path in the folder of results, with slashes"`
		Size int64  `json:"size"`
	}
	apiProblem struct {
		Title   string              `json:"title"`
		Status  int                 `json:"status"`
		Detail  string              `json:"detail" doc:"what is wrong, and what to do"`
		Option  string              `json:"option,omitempty" doc:"the setting that is wrong"`
		Request string              `json:"request,omitempty" doc:"the number of the request, which is in the log"`
		Errors  []*huma.ErrorDetail `json:"errors,omitempty" doc:"what is wrong with which part of the request"`
	}

	idInput struct {
		ID string `path:"id" maxLength:"100"`
	}
	MetaBody struct {
		Name  string   `json:"name" maxLength:"200"`
		Notes string   `json:"notes,omitempty" maxLength:"20000"`
		Tags  []string `json:"tags,omitempty" maxItems:"50"`
	}
	projectInput struct{ Body MetaBody }
	runInput     struct {
		ID   string `path:"id" maxLength:"100"`
		Body struct {
			Name     string             `json:"name" maxLength:"200"`
			Notes    string             `json:"notes,omitempty" maxLength:"20000"`
			Tags     []string           `json:"tags,omitempty" maxItems:"50"`
			Settings workbench.Settings `json:"settings" doc:"corpus and systems by id, all else as on the command line"`
		}
	}
	uploadInput struct {
		ID string `path:"id" maxLength:"100"`
		r  *http.Request
		w  http.ResponseWriter
	}
	reply[T any] struct{ Body T }
)

func (p *apiProblem) Error() string             { return p.Detail }
func (p *apiProblem) GetStatus() int            { return p.Status }
func (p *apiProblem) ContentType(string) string { return "application/problem+json" }

// GetHeaders says how to prove who one is.
func (p *apiProblem) GetHeaders() http.Header {
	if p.Status == http.StatusUnauthorized {
		return http.Header{"WWW-Authenticate": {"Bearer"}}
	}
	return nil
}

var problemType = reflect.TypeFor[apiProblem]()

func problem(status int, detail string) *apiProblem {
	return &apiProblem{Title: http.StatusText(status), Status: status, Detail: detail}
}

// problemOf says what an error is to a program that asked.
func (s *server) problemOf(ctx context.Context, err error) *apiProblem {
	if p, ok := errors.AsType[*apiProblem](err); ok {
		return p
	}
	if unfit(err) {
		p := problem(http.StatusUnprocessableEntity, option.Rename(err.Error(), func(name string) string { return name }))
		if wrong, ok := errors.AsType[*option.Error](err); ok {
			p.Option = wrong.Option
		}
		return p
	}
	if away, ok := errors.AsType[*workbench.Away](err); ok {
		s.Trouble(ctx, fmt.Errorf("interface: %w", err))
		return problem(http.StatusServiceUnavailable, awayNow(away))
	}
	if bad, ok := errors.AsType[*run.FileError](err); ok {
		s.Trouble(ctx, fmt.Errorf("interface: %w", err))
		return problem(http.StatusInternalServerError, unfitFile(bad))
	}
	switch {
	case errors.Is(err, workbench.ErrNone):
		return problem(http.StatusNotFound, "there is nothing at this address; it may have been deleted")
	case errors.Is(err, workbench.ErrRefused):
		return problem(http.StatusForbidden, err.Error())
	case errors.Is(err, workbench.ErrState):
		return problem(http.StatusConflict, err.Error())
	case errors.Is(err, errForm):
		return problem(http.StatusBadRequest, err.Error())
	}
	s.Trouble(ctx, fmt.Errorf("interface: %w", err))
	return problem(http.StatusInternalServerError, "something went wrong here; whoever runs this server finds it in the log")
}

// transform gives the errors of huma our shape, without the values, which may be long.
func (s *server) transform(ctx huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	p := problem(m.Status, m.Detail)
	p.Request = site.VisitOf(ctx.Context()).ID
	for _, e := range m.Errors {
		p.Errors = append(p.Errors, &huma.ErrorDetail{Message: e.Message, Location: e.Location})
	}
	return p, nil
}

// apiRoutes make the interface for programs, and its description.
func (s *server) apiRoutes() error {
	config := huma.DefaultConfig("hed workbench", s.Version)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Transformers = []huma.Transformer{s.transform}
	config.Info.Description = "Projects, corpora, systems and runs of a workbench. Make a token on the page of your account, or, where there are no users, " +
		"take the key of the link that the server printed."
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	if s.Site.BaseURL != "" {
		config.Servers = []*huma.Server{{URL: s.Site.BaseURL}}
	}
	api := humago.New(s.mux, config)

	add(s, api, "get-me", "GET", "/api/v1/me", "Who asks, and what they may do", 200, s.apiMe)
	add(s, api, "list-projects", "GET", "/api/v1/projects", "List projects", 200, s.apiProjects)
	add(s, api, "add-project", "POST", "/api/v1/projects", "Make a project", 201, s.apiAddProject)
	add(s, api, "get-project", "GET", "/api/v1/projects/{id}", "Show a project", 200, s.apiProject)
	add(s, api, "list-corpora", "GET", "/api/v1/projects/{id}/corpora", "List the corpora of a project", 200, s.apiCorpora)
	add(s, api, "add-corpus", "POST", "/api/v1/projects/{id}/corpora", "Upload a corpus, and systems for it", 201, s.apiAddCorpus)
	add(s, api, "get-corpus", "GET", "/api/v1/corpora/{id}", "Show a corpus, and what is wrong with it", 200, s.apiCorpus)
	add(s, api, "add-systems", "POST", "/api/v1/corpora/{id}/systems", "Upload headlines of systems", 201, s.apiAddSystems)
	add(s, api, "list-runs", "GET", "/api/v1/projects/{id}/runs", "List the runs of a project", 200, s.apiRuns)
	add(s, api, "start-run", "POST", "/api/v1/projects/{id}/runs", "Start a run", 201, s.apiStart)
	add(s, api, "get-run", "GET", "/api/v1/runs/{id}", "Show how far a run is, and what it found", 200, s.apiRun)
	add(s, api, "stop-run", "POST", "/api/v1/runs/{id}/stop", "Stop a run", 200, s.apiDeed((*workbench.Bench).Stop))
	add(s, api, "continue-run", "POST", "/api/v1/runs/{id}/continue", "Continue a run", 200, s.apiDeed((*workbench.Bench).Continue))
	add(s, api, "list-files", "GET", "/api/v1/runs/{id}/files", "List the files of results", 200, s.apiFiles)
	add(s, api, "delete-thing", "DELETE", "/api/v1/things/{id}", "Delete a project, corpus, system, run or study", 204, s.apiDelete)
	s.apiStudyRoutes(api)
	s.mux.HandleFunc("GET /api/v1/runs/{id}/files/{path...}", s.apiDownload)
	s.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(s.spec)
	})
	for path, item := range api.OpenAPI().Paths {
		if item.Post != nil && (strings.HasSuffix(path, "/corpora") || strings.HasSuffix(path, "/systems")) {
			item.Post.RequestBody = filesBody()
		}
	}
	delete(api.OpenAPI().Components.Schemas.Map(), "ErrorModel")
	var err error
	s.spec, err = json.Marshal(api.OpenAPI())
	return err
}

// filesBody describes an upload: its handler reads files as they come.
func filesBody() *huma.RequestBody {
	file := &huma.Schema{Type: "string", Format: "binary"}
	files := &huma.Schema{Type: "array", Items: file}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{Type: "object", Properties: map[string]*huma.Schema{
		"name": {Type: "string", Description: "of the corpus, or of the one system"}, "format": {Type: "string"}, "columns": {Type: "string", Description: "ROLE=COLUMN,..."},
		"docs": file, "ref": files, "system": files,
	}}}}}
}

// add adds an operation, with the scope that its method needs.
func add[I, O any](s *server, api huma.API, id, method, path, summary string, status int, do func(context.Context, *I) (*O, error)) {
	responses := map[string]*huma.Response{}
	schema := huma.SchemaFromType(api.OpenAPI().Components.Schemas, problemType)
	for _, code := range []int{400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 500} {
		responses[strconv.Itoa(code)] = &huma.Response{Description: http.StatusText(code), Content: map[string]*huma.MediaType{"application/problem+json": {Schema: schema}}}
	}
	huma.Register(api, huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, DefaultStatus: status, MaxBodyBytes: site.MaxBody, Responses: responses,
		Security: []map[string][]string{{"token": {}}}, Middlewares: huma.Middlewares{s.authenticate},
	}, func(ctx context.Context, in *I) (*O, error) {
		out, err := do(ctx, in)
		if err != nil {
			p := s.problemOf(ctx, err)
			p.Request = site.VisitOf(ctx).ID
			return nil, p
		}
		return out, nil
	})
}

// bearer finds on whose behalf a program asks: by a token, or, where there are no accounts, by
// the key. The viewer is nil for the key.
func (s *server) bearer(r *http.Request) (*workbench.Viewer, *apiProblem) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	none := problem(http.StatusUnauthorized, "send a token that is known here: Authorization: Bearer TOKEN")
	if !strings.EqualFold(scheme, "Bearer") || token == "" || len(token) > 200 {
		return nil, none
	}
	shared, err := s.bench.Shared(r.Context())
	if err != nil {
		return nil, s.problemOf(r.Context(), err)
	}
	if !shared {
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.Key)) != 1 {
			return nil, none
		}
		return nil, nil
	}
	t, err := s.bench.Token(r.Context(), sha256.Sum256([]byte(token)), s.Now())
	if errors.Is(err, workbench.ErrNone) {
		return nil, none
	}
	if err != nil {
		return nil, s.problemOf(r.Context(), err)
	}
	v := &workbench.Viewer{Name: t.Account, Scope: t.Scope, Request: site.VisitOf(r.Context()).ID}
	if need := needs(r); !v.Scope.Covers(need) {
		return nil, problem(http.StatusForbidden, fmt.Sprintf("this token may %s; for this it must be one that may %s", v.Scope, need))
	}
	return v, nil
}

func (s *server) authenticate(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	v, p := s.bearer(r)
	if p != nil {
		s.refuseProgram(w, r, p)
		return
	}
	if v != nil {
		site.VisitOf(r.Context()).User = v.Name
		ctx = huma.WithContext(ctx, workbench.As(ctx.Context(), *v))
	}
	next(ctx)
}

func (s *server) refuseProgram(w http.ResponseWriter, r *http.Request, p *apiProblem) {
	p.Request = site.VisitOf(r.Context()).ID
	for name, values := range p.GetHeaders() {
		w.Header().Set(name, values[0])
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p)
}

// Resolve keeps the request, whose files are read as they come.
func (in *uploadInput) Resolve(ctx huma.Context) []error {
	in.r, in.w = humago.Unwrap(ctx)
	in.r = in.r.WithContext(ctx.Context())
	return nil
}

func shownThing(t *workbench.Thing) APIThing {
	return APIThing{ID: t.ID, Kind: t.Kind, Name: t.Name, Notes: t.Notes, Tags: append([]string{}, t.Tags...), Made: t.Made, Owner: t.Owner}
}

func (s *server) apiMe(ctx context.Context, _ *struct{}) (*reply[apiMe], error) {
	if v := workbench.ViewerOf(ctx); v != nil {
		return &reply[apiMe]{apiMe{v.Name, v.Scope}}, nil
	}
	return &reply[apiMe]{apiMe{Scope: workbench.AdminScope}}, nil
}

func (s *server) apiProjects(ctx context.Context, _ *struct{}) (*reply[[]APIThing], error) {
	things, err := s.bench.List(ctx, shelf.Query{Kind: workbench.ProjectKind})
	list := []APIThing{}
	for _, t := range things {
		list = append(list, shownThing(t))
	}
	return &reply[[]APIThing]{list}, err
}

func (s *server) apiAddProject(ctx context.Context, in *projectInput) (*reply[APIThing], error) {
	p, err := s.bench.AddProject(ctx, workbench.Meta{Name: in.Body.Name, Notes: in.Body.Notes, Tags: in.Body.Tags})
	if err != nil {
		return nil, err
	}
	return &reply[APIThing]{shownThing(p)}, nil
}

func (s *server) apiProject(ctx context.Context, in *idInput) (*reply[APIThing], error) {
	p, err := s.bench.Find(ctx, workbench.ProjectKind, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[APIThing]{shownThing(p)}, nil
}

// shownCorpus is a corpus with its systems, whose files are read if that is asked for.
func (s *server) shownCorpus(ctx context.Context, c *workbench.Corpus, read bool) (*apiCorpus, error) {
	systems, err := s.bench.Systems(ctx, c.Parent, c.ID)
	if err != nil {
		return nil, err
	}
	v := &apiCorpus{APIThing: shownThing(c.Thing), Documents: c.Documents, Problems: []string{}, Systems: []APIThing{}}
	for _, one := range systems {
		v.Systems = append(v.Systems, shownThing(one.Thing))
	}
	if read {
		p := s.bench.Preview(ctx, c, systems...)
		v.Problems = append(v.Problems, p.Problems...)
		if !p.All && len(p.Problems) == 0 {
			v.Note = fmt.Sprintf("only the first %s were read to look for problems, as this is a large file; the rest is read when it is evaluated", count.Of(p.Documents, "document"))
		}
		if p.All && len(p.Problems) == 0 && p.Documents != c.Documents { // progress counts by it
			v.Documents = p.Documents
			err = s.bench.Counted(ctx, c, p.Documents)
		}
	}
	return v, err
}

func (s *server) apiCorpora(ctx context.Context, in *idInput) (*reply[[]apiCorpus], error) {
	if _, err := s.bench.Find(ctx, workbench.ProjectKind, in.ID); err != nil {
		return nil, err
	}
	corpora, err := s.bench.Corpora(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	list := []apiCorpus{}
	for _, c := range corpora {
		v, err := s.shownCorpus(ctx, c, false)
		if err != nil {
			return nil, err
		}
		list = append(list, *v)
	}
	return &reply[[]apiCorpus]{list}, nil
}

func (s *server) apiCorpus(ctx context.Context, in *idInput) (*reply[apiCorpus], error) {
	c, err := s.bench.Corpus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	v, err := s.shownCorpus(ctx, c, true)
	if err != nil {
		return nil, err
	}
	return &reply[apiCorpus]{*v}, nil
}

func (s *server) apiAddCorpus(ctx context.Context, in *uploadInput) (*reply[apiCorpus], error) {
	if _, err := s.bench.Find(ctx, workbench.ProjectKind, in.ID); err != nil {
		return nil, err
	}
	b, err := s.receive(in.w, in.r, nil)
	b.project = in.ID
	var c *workbench.Corpus
	if err == nil {
		c, err = s.made(ctx, b)
	}
	if err != nil {
		s.forget(b)
		return nil, err
	}
	if b.format != "" || b.columns != "" {
		if err := s.bench.Read(ctx, c.ID, b.format, columns(b.columns)); err != nil {
			return nil, err
		}
	}
	s.rooms.forget(c.Parent)
	return s.apiCorpus(ctx, &idInput{c.ID})
}

// columns are those of a field, ROLE=COLUMN,...
func columns(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func (s *server) apiAddSystems(ctx context.Context, in *uploadInput) (*reply[apiCorpus], error) {
	c, err := s.bench.Corpus(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	b, err := s.receive(in.w, in.r, nil)
	if err == nil {
		err = s.addTo(ctx, c, b)
	}
	if err != nil {
		s.forget(b)
		return nil, err
	}
	return s.apiCorpus(ctx, &idInput{in.ID})
}

func (s *server) shownRun(r *workbench.Run, ahead int) apiRun {
	v := apiRun{APIThing: shownThing(r.Thing), State: r.State, Ahead: ahead, Progress: s.bench.Progress(r.ID), Documents: r.Documents, Finding: r.Finding, Settings: r.Settings}
	v.Error = option.Rename(r.Error, func(name string) string { return name })
	return v
}

func (s *server) apiRuns(ctx context.Context, in *idInput) (*reply[[]apiRun], error) {
	if _, err := s.bench.Find(ctx, workbench.ProjectKind, in.ID); err != nil {
		return nil, err
	}
	runs, err := s.bench.Runs(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ahead, err := s.bench.Queue(ctx)
	if err != nil {
		return nil, err
	}
	list := []apiRun{}
	for _, r := range runs {
		list = append(list, s.shownRun(r, ahead[r.ID]))
	}
	return &reply[[]apiRun]{list}, nil
}

func (s *server) apiRun(ctx context.Context, in *idInput) (*reply[apiRun], error) {
	r, err := s.bench.Run(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ahead, err := s.bench.Ahead(ctx, r)
	if err != nil {
		return nil, err
	}
	return &reply[apiRun]{s.shownRun(r, ahead)}, nil
}

func (s *server) apiStart(ctx context.Context, in *runInput) (*reply[apiRun], error) {
	r, err := s.bench.Start(ctx, in.ID, workbench.Meta{Name: in.Body.Name, Notes: in.Body.Notes, Tags: in.Body.Tags}, in.Body.Settings)
	if err != nil {
		return nil, err
	}
	return s.apiRun(ctx, &idInput{r.ID})
}

func (s *server) apiDeed(do func(*workbench.Bench, context.Context, string) error) func(context.Context, *idInput) (*reply[apiRun], error) {
	return func(ctx context.Context, in *idInput) (*reply[apiRun], error) {
		if _, err := s.bench.Run(ctx, in.ID); err != nil {
			return nil, err
		}
		if err := do(s.bench, ctx, in.ID); err != nil {
			return nil, err
		}
		return s.apiRun(ctx, in)
	}
}

// results are the files of a run that is done, by name.
func (s *server) results(ctx context.Context, id string) (folder string, files []apiFile, err error) {
	r, err := s.bench.Run(ctx, id)
	if err != nil {
		return "", nil, err
	}
	if r.State != workbench.Done {
		return "", nil, fmt.Errorf("%w: the run is %s, and has no results yet", workbench.ErrState, r.State)
	}
	folder, files = s.bench.RunFolder(r.ID), []apiFile{}
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == staging.UnfinishedIn(folder) {
			return filepath.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files = append(files, apiFile{filepath.ToSlash(name), info.Size()})
		return err
	})
	return folder, files, err
}

func (s *server) apiFiles(ctx context.Context, in *idInput) (*reply[[]apiFile], error) {
	_, files, err := s.results(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[[]apiFile]{files}, nil
}

// apiDownload gives a file of results. Its name is looked up among those that there are, and is
// never a path.
func (s *server) apiDownload(w http.ResponseWriter, r *http.Request) {
	v, p := s.bearer(r)
	if p != nil {
		s.refuseProgram(w, r, p)
		return
	}
	ctx := r.Context()
	if v != nil {
		site.VisitOf(ctx).User = v.Name
		ctx = workbench.As(ctx, *v)
	}
	folder, files, err := s.results(ctx, r.PathValue("id"))
	for _, f := range files {
		if err != nil || f.Name != r.PathValue("path") {
			continue
		}
		if err = run.Intact(folder, f.Name); err != nil {
			break
		}
		var from *os.File
		if from, err = os.Open(filepath.Join(folder, filepath.FromSlash(f.Name))); err != nil {
			break
		}
		defer from.Close()
		http.NewResponseController(w).SetWriteDeadline(s.Now().Add(uploading))
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.FormatInt(f.Size, 10))
		if r.Method != http.MethodHead {
			io.Copy(w, from) // whoever asked may have left
		}
		return
	}
	if err == nil {
		err = workbench.ErrNone
	}
	s.refuseProgram(w, r, s.problemOf(ctx, err))
}

func (s *server) apiDelete(ctx context.Context, in *idInput) (*struct{}, error) {
	_, err := s.removed(ctx, in.ID)
	return nil, err
}
