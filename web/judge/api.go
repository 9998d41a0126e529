package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hed/study"
	"hed/web/internal/site"
)

// What the API takes and gives. The tags are its description, and huma checks requests by
// them, so that handlers see only what has the right form.
type (
	workReply struct{ Body work }

	answerBody struct {
		ID     string  `json:"id" minLength:"8" maxLength:"64" pattern:"^[A-Za-z0-9_-]+$" doc:"made by the sender; sending it again saves nothing twice"`
		Value  string  `json:"value" maxLength:"20000" doc:"the answer as a string"`
		Millis float64 `json:"millis,omitempty" minimum:"0" maximum:"1000000000000" doc:"milliseconds since the case was shown"`
	}
	aboutInput struct {
		Question string `path:"question" maxLength:"100" doc:"key of the question"`
		Body     answerBody
	}
	answerInput struct {
		Case     int    `path:"case" minimum:"0" maximum:"1000000000" doc:"number of the case"`
		Question string `path:"question" maxLength:"100" doc:"key of the question"`
		Body     answerBody
	}
	saved struct {
		Seq      int64  `json:"seq" doc:"place in the order of saving"`
		Judge    string `json:"judge"`
		Case     int    `json:"case" doc:"-1 for questions about the judge"`
		Question string `json:"question"`
		Value    string `json:"value"`
	}
	answerReply struct{ Body saved }

	closeInput struct {
		Case int `path:"case" minimum:"0" maximum:"1000000000" doc:"number of the case"`
		Step int `path:"step" minimum:"0" maximum:"1000" doc:"the step that is shown, from 0"`
	}

	deriveInput struct {
		Case int `path:"case" minimum:"0" maximum:"1000000000" doc:"number of the case"`
		Body struct {
			Value string `json:"value" maxLength:"2000" doc:"an expression" example:"Add( 19 , 16 )"`
		}
	}
	derived struct {
		OK     bool   `json:"ok" doc:"whether it would be taken as an answer"`
		Result string `json:"result" doc:"what the expression is worth, if anything"`
		Reason string `json:"reason" doc:"why it is not taken"`
	}
	deriveReply struct{ Body derived }

	enrolInput struct {
		Body struct {
			Code string `json:"code" minLength:"1" maxLength:"200" doc:"the code of the study"`
		}
		r *http.Request
	}
	enrolled struct {
		Link string `json:"link" doc:"the personal link; it is shown once"`
	}
	enrolReply struct{ Body enrolled }
)

// describe makes the API. Its description is made once and served by serveSpec:
// huma would make it at the first request, and offer a page that asks other servers
// for scripts.
func (s *server) describe(version string) error {
	config := huma.DefaultConfig("hed study", version)
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Transformers = []huma.Transformer{s.transform}
	config.Info.Description = "Judges answer questions about headlines. A judge is known by the token of a personal link. " +
		"An answer that was acknowledged is on disk."
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"judge": {Type: "http", Scheme: "bearer", Description: "the token of the judge's personal link"},
	}
	if s.BaseURL != "" {
		config.Servers = []*huma.Server{{URL: s.BaseURL}}
	}
	api := humago.New(s.mux, config)

	huma.Register(api, s.operation(api, "get-work", "GET", "/api/v1/work", "What to do next", 200), s.getWork)
	huma.Register(api, s.operation(api, "save-answer", "PUT", "/api/v1/cases/{case}/answers/{question}", "Save an answer", 200), s.saveAnswer)
	huma.Register(api, s.operation(api, "close-step", "POST", "/api/v1/cases/{case}/steps/{step}/close", "Close a step, after which its answers stay", 204), s.closeStep)
	huma.Register(api, s.operation(api, "save-about", "PUT", "/api/v1/about/answers/{question}", "Save an answer about the judge", 200), s.saveAbout)
	huma.Register(api, s.operation(api, "close-about", "POST", "/api/v1/about/close", "Close the questions about the judge", 204), s.closeAbout)
	huma.Register(api, s.operation(api, "derive", "POST", "/api/v1/cases/{case}/derive", "Compute an expression, and save nothing", 200), s.derive)
	huma.Register(api, s.operation(api, "practise", "POST", "/api/v1/practice/{case}/derive", "Compute an expression of a made-up case", 200), s.practise)
	enrol := s.operation(api, "enrol", "POST", "/api/v1/enrol", "Become a judge by the code of the study", 200)
	enrol.Security = nil // who joins has no token yet
	enrol.Middlewares = huma.Middlewares{s.strict}
	huma.Register(api, enrol, s.enrol)
	s.watch(api)

	// Problems take the place of huma's errors; see transform.
	delete(api.OpenAPI().Components.Schemas.Map(), "ErrorModel")
	spec, err := json.Marshal(api.OpenAPI())
	if err != nil {
		return fmt.Errorf("describe the API: %w", err)
	}
	s.spec = spec
	return nil
}

// operation is one operation of a judge, with all the ways in which it can fail. First it is
// found out who asks, and then whether the body may be read at all.
func (s *server) operation(api huma.API, id, method, path, summary string, status int) huma.Operation {
	registry := api.OpenAPI().Components.Schemas
	responses := map[string]*huma.Response{}
	for _, code := range []int{400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500, 503} {
		responses[strconv.Itoa(code)] = &huma.Response{
			Description: http.StatusText(code),
			Content: map[string]*huma.MediaType{
				"application/problem+json": {Schema: huma.SchemaFromType(registry, problemType)},
			},
		}
	}
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, DefaultStatus: status,
		MaxBodyBytes: site.MaxBody, Responses: responses,
		Security:    []map[string][]string{{"judge": {}}},
		Middlewares: huma.Middlewares{s.authenticate, s.strict},
	}
}

func (s *server) serveSpec(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(s.spec)
}

// refuse ends a request in a middleware.
func (s *server) refuse(ctx huma.Context, p *problem) {
	p.Study = s.name
	for name, values := range p.GetHeaders() {
		ctx.SetHeader(name, values[0])
	}
	ctx.SetHeader("Content-Type", "application/problem+json")
	ctx.SetStatus(p.Status)
	json.NewEncoder(ctx.BodyWriter()).Encode(p)
}

// judgeKey is where authenticate leaves the judge in a context.
type judgeKey struct{}

// authenticate finds the judge of a token.
func (s *server) authenticate(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		s.refuse(ctx, newProblem(http.StatusUnauthorized, "unauthorized", "send the token of a personal link: Authorization: Bearer TOKEN"))
		return
	}
	j, p := s.judgeOf(r, strings.TrimSpace(token))
	if p != nil {
		s.refuse(ctx, p)
		return
	}
	next(huma.WithValue(ctx, judgeKey{}, j))
}

func judge(ctx context.Context) *study.Judge { return ctx.Value(judgeKey{}).(*study.Judge) }

// judgeOf finds the judge of a token, for the API and for the page. Only tokens that
// are unknown count against an address: many judges may share one. Who has a token is
// limited by it, wherever he comes from. Tokens are looked up by their hash, so that the
// time it takes says nothing of how much of a guess was right.
func (s *server) judgeOf(r *http.Request, token string) (*study.Judge, *problem) {
	if len(token) > 200 {
		token = "" // no token is, and hashing is for tokens
	}
	j, err := s.desk.Judge(r.Context(), token)
	if study.CodeOf(err) == study.NotFound {
		s.refused(r, "no judge has this link")
		if wait := s.guesses.Take(s.Address(r)); wait > 0 {
			return nil, limited(wait)
		}
		return nil, newProblem(http.StatusUnauthorized, "unauthorized", "no judge has this link; check that it is complete")
	}
	if err != nil {
		return nil, s.problemOf(r.Context(), err)
	}
	if wait := s.judges.Take(j.ID); wait > 0 {
		return nil, limited(wait)
	}
	return j, nil
}

func limited(wait time.Duration) *problem {
	p := newProblem(http.StatusTooManyRequests, "limited", "too many requests; wait "+site.Retry(wait)+" seconds")
	p.wait = wait
	return p
}

// strict refuses a body that does not say that it is JSON, which no form of
// another site can: browsers let forms send three other types without asking first.
func (s *server) strict(ctx huma.Context, next func(huma.Context)) {
	r, _ := humago.Unwrap(ctx)
	if ctx.Operation().RequestBody != nil {
		if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
			s.refuse(ctx, newProblem(http.StatusUnsupportedMediaType, "media-type", "send the body as application/json"))
			return
		}
	}
	next(ctx)
}

func (s *server) getWork(ctx context.Context, _ *struct{}) (*workReply, error) {
	w, err := s.work(ctx, judge(ctx))
	if err != nil {
		return nil, s.problemOf(ctx, err)
	}
	return &workReply{*w}, nil
}

// Resolve keeps the request, for its address and host.
func (in *enrolInput) Resolve(ctx huma.Context) []error {
	in.r, _ = humago.Unwrap(ctx)
	return nil
}

func (s *server) saveAnswer(ctx context.Context, in *answerInput) (*answerReply, error) {
	return s.save(ctx, in.Case, in.Question, in.Body)
}

func (s *server) saveAbout(ctx context.Context, in *aboutInput) (*answerReply, error) {
	return s.save(ctx, study.About, in.Question, in.Body)
}

// save keeps an answer. When it returns without an error the answer is on disk, and only
// then does the page say so.
func (s *server) save(ctx context.Context, number int, question string, b answerBody) (*answerReply, error) {
	// Databases keep text only; the store would refuse it too, but not say which field it was.
	if strings.ContainsRune(b.Value+question, 0) || !utf8.ValidString(question) {
		return nil, newProblem(http.StatusUnprocessableEntity, "invalid", "an answer is text without zero bytes")
	}
	a, err := s.desk.Save(ctx, judge(ctx), study.Answer{ID: b.ID, Case: number, Question: question, Value: b.Value, Millis: int64(b.Millis)})
	if err != nil {
		return nil, s.problemOf(ctx, err)
	}
	return &answerReply{saved{a.Seq, a.Judge, a.Case, a.Question, a.Value}}, nil
}

// closeStep closes a step, or says which answers are missing, so that the page can point at
// them.
func (s *server) closeStep(ctx context.Context, in *closeInput) (*struct{}, error) {
	err := s.desk.Close(ctx, judge(ctx), in.Case, in.Step)
	if err == nil {
		return nil, nil
	}
	p := s.problemOf(ctx, err)
	if p.Status == http.StatusUnprocessableEntity {
		// The page shows which; if that cannot be told the sentence has to do.
		if w, err := s.desk.Work(ctx, judge(ctx)); err == nil && w.Task != nil && w.Task.Case == in.Case {
			p.Missing = s.study.Missing(w.Case, w.Task, w.Answers)
		}
	}
	return nil, p
}

func (s *server) closeAbout(ctx context.Context, _ *struct{}) (*struct{}, error) {
	if err := s.desk.CloseAbout(ctx, judge(ctx)); err != nil {
		return nil, s.problemOf(ctx, err)
	}
	return nil, nil
}

// derive computes an expression while it is typed. It is for the judge's own cases only: of
// others it would tell whether an expression gives the number that is asked for.
func (s *server) derive(ctx context.Context, in *deriveInput) (*deriveReply, error) {
	j := judge(ctx)
	tasks, err := s.store.Tasks(ctx, j.ID)
	if err != nil {
		return nil, s.problemOf(ctx, err)
	}
	for _, t := range tasks {
		if t.Case != in.Case {
			continue
		}
		c, err := s.desk.Case(ctx, in.Case)
		if err != nil {
			return nil, s.problemOf(ctx, err)
		}
		d := study.DeriveResult(c, in.Body.Value)
		return &deriveReply{derived{d.OK, d.Result, s.reason(d)}}, nil
	}
	return nil, newProblem(http.StatusNotFound, string(study.NotFound), "this case is not one of yours")
}

// reason says why an expression is no answer, in the language of the study. English says more of what cannot be read.
func (s *server) reason(d study.Derived) string {
	switch {
	case d.Reason == "" || s.study.Lang == "en":
		return d.Reason
	case d.Flaw == study.Absent:
		return s.Pages.Say("flaw.absent", d.Operand)
	}
	return s.Pages.Say("flaw." + string(d.Flaw))
}
