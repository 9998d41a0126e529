package judge

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"hed/numeral"
	"hed/study"
	"hed/study/outcome"
)

// coordinatorRoutes are the pages of the coordinator. But for the login all need a
// session, and all forms its token.
func (s *server) coordinatorRoutes() {
	s.mux.HandleFunc("GET /coordinator", s.closed(s.dashboardPage))
	s.mux.HandleFunc("GET /coordinator/now", s.closed(s.livePart))
	s.mux.HandleFunc("GET /coordinator/report", s.closed(s.showReport))
	s.mux.HandleFunc("GET /coordinator/report.zip", s.closed(s.reportZip))
	s.mux.HandleFunc("GET /coordinator/answers.zip", s.closed(s.exportZip))
	s.mux.HandleFunc("GET /coordinator/judge/{id}", s.closed(s.judgeDetail))
	s.mux.HandleFunc("GET /coordinator/case/{number}", s.closed(s.caseDetail))
	s.mux.HandleFunc("POST /coordinator/login", s.logIn)
	for path, f := range map[string]func(http.ResponseWriter, *http.Request){
		"logout": s.logOut, "running": s.setRunning, "invite": s.invite, "enrolment": s.setEnrolment,
		"judge/{id}": s.setJudge, "case/{number}": s.setVerdict,
	} {
		s.mux.HandleFunc("POST /coordinator/"+path, s.closed(s.own(f)))
	}
}

// A coordinatorView is a page of the coordinator.
type coordinatorView struct {
	*dashboard
	Token     string // for forms
	Enrolment *enrolment
	Joined    int
	Links     []string
	Judge     *outcome.Record
	Case      *caseRow
	Agreed    *outcome.Agreed
	Tasks     []study.Task
	Answers   []study.Answer
	Wrong     string
}

// A shownHead is a headline of a case with what judges do not see.
type shownHead struct{ Letter, Text, System string }

// Heads are the headlines of the case.
func (v *coordinatorView) Heads() []shownHead {
	var list []shownHead
	for a, h := range v.Case.Headlines {
		list = append(list, shownHead{study.Letter(a), h.Text, h.System})
	}
	return list
}

// Article is the text of the case, in which the numbers that were agreed on stand out.
func (v *coordinatorView) Article() []stretch {
	operands := map[string]bool{}
	if v.Agreed != nil {
		if readings, err := numeral.ParseExpr(v.Agreed.Value); err == nil {
			for _, o := range readings[0].Operands() {
				operands[o.Text] = true
			}
		}
	}
	list := stretches(v.Case.Article, len(operands) > 0)
	for i := range list {
		list[i].Number = operands[list[i].Text]
	}
	return list
}

// newView is a page with the latest dashboard; nil if that could not be made, which the
// reader was told.
func (s *server) newView(w http.ResponseWriter, r *http.Request) *coordinatorView {
	d, err := s.dashboard(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return nil
	}
	return &coordinatorView{dashboard: d, Token: s.Token(r)}
}

func (s *server) dashboardPage(w http.ResponseWriter, r *http.Request) {
	s.showDashboard(w, r, http.StatusOK, "")
}

// showDashboard shows the dashboard, and what was wrong with the form that was sent.
func (s *server) showDashboard(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	v := s.newView(w, r)
	if v == nil {
		return
	}
	var err error
	if v.Enrolment, err = s.enrolment(r.Context()); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	if v.Enrolment != nil {
		v.Joined = v.Enrolment.joined(v.data.Events)
	}
	v.Links, v.Wrong = s.links.get(r.URL.Query().Get("links"), s.Cookie(r), s.Now()), wrong
	s.Show(w, status, "coordinator.html", v)
}

// livePart is what the page looks for every few seconds.
func (s *server) livePart(w http.ResponseWriter, r *http.Request) {
	if v := s.newView(w, r); v != nil {
		s.Show(w, http.StatusOK, "live", v)
	}
}

func (s *server) judgeDetail(w http.ResponseWriter, r *http.Request) {
	s.showJudge(w, r, http.StatusOK, "")
}

func (s *server) showJudge(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	v := s.newView(w, r)
	if v == nil {
		return
	}
	for i := range v.Judges {
		if v.Judges[i].ID == r.PathValue("id") {
			v.Judge = &v.Judges[i]
		}
	}
	if v.Judge == nil {
		s.nowhere(w, r)
		return
	}
	for _, t := range v.data.Tasks {
		if t.Judge == v.Judge.ID {
			v.Tasks = append(v.Tasks, t)
		}
	}
	v.Wrong = wrong
	s.Show(w, status, "judge-detail.html", v)
}

func (s *server) caseDetail(w http.ResponseWriter, r *http.Request) {
	v := s.newView(w, r)
	if v == nil {
		return
	}
	n, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || n < 0 || n >= len(v.Cases) {
		s.nowhere(w, r)
		return
	}
	v.Case = &v.Cases[n]
	for _, t := range v.data.Tasks {
		if t.Case == n {
			v.Tasks = append(v.Tasks, t)
		}
	}
	for _, a := range v.data.Answers {
		if a.Case == n {
			v.Answers = append(v.Answers, a)
		}
	}
	if v.Consensus != nil {
		v.Agreed = v.Consensus.of[n]
	}
	s.Show(w, http.StatusOK, "case-detail.html", v)
}

// byCoordinator is who did what is done here, in the history of a study.
const byCoordinator = "coordinator"

// event is something that the coordinator did.
func (s *server) event(what, of, note string) study.Event {
	return study.Event{At: s.Now(), By: byCoordinator, What: what, Of: of, Note: note}
}

// done shows the page again after something was done to the study. It is a redirect, so that
// a page that is loaded again does nothing again; and what was cached is forgotten also
// after an error, since nobody knows how far it came.
func (s *server) done(w http.ResponseWriter, r *http.Request, err error, to string) {
	s.forget()
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func (s *server) setRunning(w http.ResponseWriter, r *http.Request) {
	running := r.PostFormValue("running") == "yes"
	what := "stopped"
	if running {
		what = "resumed"
	}
	s.done(w, r, s.store.SetRunning(r.Context(), running, s.event(what, "", "")), "/coordinator")
}

// mostInvited is how many links one form makes: as many as somebody copies by hand.
const mostInvited = 500

func (s *server) invite(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PostFormValue("judges"))
	if err != nil || n < 1 || n > mostInvited {
		s.showDashboard(w, r, http.StatusUnprocessableEntity, s.Pages.Say("co.invite.wrong", mostInvited))
		return
	}
	links, err := study.Invite(r.Context(), s.store, n, byCoordinator, s.Now())
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	for i, token := range links {
		links[i] = s.Link(r, path(token))
	}
	// The page that shows them can be loaded again, and makes no more of them.
	s.done(w, r, nil, "/coordinator?links="+s.links.put(links, s.Cookie(r), s.Now()))
}

// setEnrolment sets the code by which people join, or takes it away. A new code is noted in
// the history, but not what it is.
func (s *server) setEnrolment(w http.ResponseWriter, r *http.Request) {
	code, most := strings.TrimSpace(r.PostFormValue("code")), 0
	note := "closed"
	if r.PostFormValue("clear") != "" {
		code = ""
	} else {
		var err error
		most, err = strconv.Atoi(r.PostFormValue("most"))
		if err != nil || most < 1 || most > 100000 || utf8.RuneCountInString(code) < 6 || len(code) > 200 {
			s.showDashboard(w, r, http.StatusUnprocessableEntity, s.Pages.Say("co.enrol.wrong"))
			return
		}
		note = "open for " + strconv.Itoa(most)
	}
	err := s.setEnrol(r.Context(), code, most)
	if err == nil {
		err = s.store.Note(r.Context(), s.event("enrolment", "", note))
	}
	s.done(w, r, err, "/coordinator")
}

// setJudge does what its page offers. To erase cannot be undone, so the id must be typed.
func (s *server) setJudge(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	to := "/coordinator/judge/" + id
	set := func(state study.JudgeState, what string) {
		s.done(w, r, s.store.SetJudge(r.Context(), id, state, s.event(what, id, "")), to)
	}
	switch r.PostFormValue("do") {
	case "revoke":
		set(study.Revoked, "revoked")
	case "exclude":
		set(study.Excluded, "excluded")
	case "restore":
		set(study.Active, "restored")
	case "erase":
		if r.PostFormValue("confirm") != id {
			s.showJudge(w, r, http.StatusUnprocessableEntity, s.Pages.Say("co.erase.wrong", id))
			return
		}
		s.done(w, r, s.store.EraseJudge(r.Context(), id, s.event("erased", id, "")), to)
	default:
		s.fail(w, r, http.StatusUnprocessableEntity, "invalid", "there is no such thing to do")
	}
}

// setVerdict keeps what the coordinator says of what judges agreed on. The form has the value
// that was shown: if judges have agreed on another since, a verdict on what nobody looked
// at would be kept.
func (s *server) setVerdict(w http.ResponseWriter, r *http.Request) {
	verdict := r.PostFormValue("verdict")
	// The note stands in one line of the history.
	note := strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(r.PostFormValue("note"), "")))
	if verdict != "right" && verdict != "wrong" || utf8.RuneCountInString(note) > study.UsualChars {
		s.fail(w, r, http.StatusUnprocessableEntity, "invalid", fmt.Sprintf("a verdict is right or wrong, with a note of at most %d characters", study.UsualChars))
		return
	}
	// A verdict is of what the judges agree on now, and of what the coordinator saw.
	s.forget()
	d, err := s.dashboard(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	n, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || n < 0 || n >= len(d.Cases) {
		s.nowhere(w, r)
		return
	}
	value := strings.ReplaceAll(r.PostFormValue("value"), "\r\n", "\n") // which browsers make of \n
	if d.Consensus == nil || value == "" || value != d.Consensus.of[n].Value {
		s.fail(w, r, http.StatusConflict, "conflict", "the judges do not agree on what this verdict is of; look at the case again")
		return
	}
	if err := s.store.Note(r.Context(), s.event("verdict", strconv.Itoa(n), outcome.NoteVerdict(verdict, value, note))); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	// On to the next that waits for one.
	s.forget()
	to := "/coordinator#consensus"
	if d, err := s.dashboard(r.Context()); err == nil && d.Consensus != nil && len(d.Consensus.Waiting) > 0 {
		to = "/coordinator/case/" + strconv.Itoa(d.Consensus.Waiting[0].Case.Number)
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
