package workbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"hed/report"
	"hed/study"
	"hed/study/outcome"
	"hed/workbench"
)

type (
	apiStudy struct {
		APIThing
		Run      string `json:"run" doc:"the run whose headlines people judge"`
		Protocol string `json:"protocol"`
		*APIProgress
		Problem string `json:"problem,omitempty" doc:"why the study cannot be opened; what its file would say, such as cases, is missing then"`
	}
	// APIProgress is what only an open study says.
	APIProgress struct {
		URL      string `json:"url" required:"false" doc:"where judges find the study"`
		Cases    int    `json:"cases" required:"false"`
		Complete int    `json:"complete" required:"false" doc:"cases that have all their judges"`
		Judges   int    `json:"judges" required:"false" doc:"judges who have begun"`
		Needed   int    `json:"needed" required:"false" doc:"about how many judges the study needs"`
		Answers  int    `json:"answers" required:"false"`
		Done     bool   `json:"done" required:"false"`
	}
	apiInvited struct {
		Links []string `json:"links" doc:"a personal link for each judge; they are not shown again"`
	}
	StudyInput struct {
		ID string `path:"id" maxLength:"100"`
		r  *http.Request
		w  http.ResponseWriter
	}
	newStudyInput struct {
		StudyInput
		Body struct {
			MetaBody
			Protocol string   `json:"protocol" maxLength:"100" doc:"one that hed has, such as suitability"`
			Systems  []string `json:"system,omitempty" maxItems:"20" doc:"systems of the run, by name"`
			Cases    int      `json:"cases,omitempty" minimum:"0" maximum:"100000" doc:"cases in a form; 0 for as many as the protocol says"`
			Forms    int      `json:"forms,omitempty" minimum:"0" maximum:"100000" doc:"forms; 0 for as many as the protocol says"`
			Judges   int      `json:"judges,omitempty" minimum:"0" maximum:"100000" doc:"judges of each case; 0 for as many as the protocol says"`
			Lang     string   `json:"lang,omitempty" maxLength:"35"`
			Contact  string   `json:"contact,omitempty" maxLength:"1000" doc:"whom judges can ask"`
			Seed     *uint64  `json:"seed,omitempty" doc:"that of the run unless given"`
		}
	}
	inviteInput struct {
		StudyInput
		Body struct {
			Judges int `json:"judges" minimum:"1" maximum:"1000" doc:"how many links to make"`
		}
	}
	reportInput struct {
		StudyInput
		By string `query:"by" maxLength:"100" doc:"a question about the judges, to show their groups side by side"`
	}
	zipped struct {
		ContentType string `header:"Content-Type"`
		Body        []byte
	}
)

// Resolve keeps the request, whose host links have.
func (in *StudyInput) Resolve(ctx huma.Context) []error {
	in.r, in.w = humago.Unwrap(ctx)
	return nil
}

func (s *server) apiStudyRoutes(api huma.API) {
	add(s, api, "list-studies", "GET", "/api/v1/projects/{id}/studies", "List the studies of a project", 200, s.apiStudies)
	add(s, api, "add-study", "POST", "/api/v1/runs/{id}/studies", "Make a study of the headlines of a run", 201, s.apiAddStudy)
	add(s, api, "get-study", "GET", "/api/v1/studies/{id}", "Show how far a study is", 200, s.apiStudy)
	add(s, api, "invite-judges", "POST", "/api/v1/studies/{id}/judges", "Make personal links for judges", 201, s.apiInvite)
	add(s, api, "export-study", "GET", "/api/v1/studies/{id}/answers.zip", "Fetch the answers of a study", 200, s.apiExport)
	add(s, api, "report-study", "GET", "/api/v1/studies/{id}/report.zip", "Fetch the report of a study, with tables and figures", 200, s.apiReport)
	for _, path := range []string{"/api/v1/studies/{id}/answers.zip", "/api/v1/studies/{id}/report.zip"} {
		api.OpenAPI().Paths[path].Get.Responses["200"].Content = map[string]*huma.MediaType{"application/zip": {Schema: &huma.Schema{Type: "string", Format: "binary"}}}
	}
}

// shownStudy is a study with how far it is.
func (s *server) shownStudy(r *http.Request, one *openedStudy) apiStudy {
	p := one.data.Progress()
	return apiStudy{APIThing: shownThing(one.Thing), Run: one.Study.Run, Protocol: one.Protocol, APIProgress: &APIProgress{
		URL: one.desk.url(r), Cases: p.Cases, Complete: p.Complete, Judges: p.Judges, Needed: one.data.Study.JudgesNeeded(), Answers: p.Answers, Done: p.Done(),
	}}
}

func (s *server) apiStudies(ctx context.Context, in *StudyInput) (*reply[[]apiStudy], error) {
	if _, err := s.bench.Find(ctx, workbench.ProjectKind, in.ID); err != nil {
		return nil, err
	}
	studies, err := s.bench.Studies(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	list := []apiStudy{}
	for _, kept := range studies {
		one, err := s.opened(ctx, kept.ID)
		_, away := errors.AsType[*workbench.Away](err)
		switch {
		case errors.Is(err, workbench.ErrNone): // deleted meanwhile
		case away || ctx.Err() != nil:
			return nil, err
		case err != nil: // the others can be opened
			s.Trouble(ctx, fmt.Errorf("study %q: %w", kept.Name, err))
			list = append(list, apiStudy{APIThing: shownThing(kept.Thing), Run: kept.Run, Protocol: kept.Protocol, Problem: damagedStudy})
		default:
			list = append(list, s.shownStudy(in.r, one))
		}
	}
	return &reply[[]apiStudy]{list}, nil
}

// damagedStudy is what everybody may read of a study that cannot be opened.
const damagedStudy = "the study cannot be opened; whoever runs this server finds the reason in the log"

func (s *server) apiStudy(ctx context.Context, in *StudyInput) (*reply[apiStudy], error) {
	one, err := s.opened(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &reply[apiStudy]{s.shownStudy(in.r, one)}, nil
}

func (s *server) apiAddStudy(ctx context.Context, in *newStudyInput) (*reply[apiStudy], error) {
	one, err := s.bench.Run(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	b := &in.Body
	set := workbench.StudySettings{
		Protocol: b.Protocol, Systems: b.Systems, Lang: b.Lang, Contact: b.Contact, Seed: one.Settings.Seed, Numbers: study.Numbers{Cases: b.Cases, Forms: b.Forms, Judges: b.Judges},
	}
	if b.Seed != nil {
		set.Seed = *b.Seed
	}
	made, _, err := s.bench.AddStudy(ctx, one, workbench.Meta{Name: b.Name, Notes: b.Notes, Tags: b.Tags}, set)
	if err != nil {
		return nil, err
	}
	return s.apiStudy(ctx, &StudyInput{ID: made.ID, r: in.r})
}

func (s *server) apiInvite(ctx context.Context, in *inviteInput) (*reply[apiInvited], error) {
	links, err := s.invited(ctx, in.r, in.ID, in.Body.Judges)
	if err != nil {
		return nil, err
	}
	return &reply[apiInvited]{apiInvited{links}}, nil
}

func (s *server) apiExport(ctx context.Context, in *StudyInput) (*zipped, error) {
	return s.packed(ctx, in, func(d *outcome.Data, to io.Writer) error { return d.ExportZip(ctx, to, false) })
}

// resamples are those of reports, as many as the command line takes unless it is told otherwise.
const resamples = 1000

func (s *server) apiReport(ctx context.Context, in *reportInput) (*zipped, error) {
	return s.packed(ctx, &in.StudyInput, func(d *outcome.Data, to io.Writer) error {
		o, err := outcome.Of(ctx, d, outcome.Options{Resamples: resamples, Seed: d.Study.Seed, Workers: 1, By: in.By})
		if err != nil {
			return err
		}
		return o.WriteZip(to, report.Style{})
	})
}

// packed is what was made of a study, whole, for who may run it.
func (s *server) packed(ctx context.Context, in *StudyInput, pack func(*outcome.Data, io.Writer) error) (*zipped, error) {
	one, err := s.opened(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	if err := s.bench.Allow(ctx, one.ID, workbench.RunScope); err != nil {
		return nil, err
	}
	http.NewResponseController(in.w).SetWriteDeadline(s.Now().Add(reporting))
	s.reporting.Lock() // it takes seconds, and memory
	defer s.reporting.Unlock()
	var b bytes.Buffer
	if err := pack(one.data, &b); err != nil {
		return nil, err
	}
	return &zipped{"application/zip", b.Bytes()}, nil
}

// reporting is for how long a report may take, with those that are made before it.
const reporting = 15 * time.Minute
