package judge

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"hed/study"
	"hed/web/internal/site"
)

// An enrolment lets people become judges by a code. It is kept as a secret of the store, as
// JSON, so that a server which starts again knows it.
type enrolment struct {
	Hash string    `json:"hash"` // of the code, which people choose and may use elsewhere too
	Most int       `json:"most"` // how many may join
	Set  time.Time `json:"set"`
	// Mark is new with each code, and stands in the events of who joins by it: they are
	// counted by it, and not by the time, since clocks are set back.
	Mark string `json:"mark"`
}

// setEnrol sets the code by which people may join, and how many; "" closes the door.
func (s *server) setEnrol(ctx context.Context, code string, most int) error {
	if code == "" {
		return s.store.SetSecret(ctx, enrolSecret, nil)
	}
	mark := make([]byte, 4)
	rand.Read(mark)
	text, err := json.Marshal(enrolment{site.Hash(code), most, s.Now(), hex.EncodeToString(mark)})
	if err != nil {
		return err
	}
	return s.store.SetSecret(ctx, enrolSecret, text)
}

// enrolment gives what was set, nil if nothing is.
func (s *server) enrolment(ctx context.Context) (*enrolment, error) {
	text, err := s.store.Secret(ctx, enrolSecret)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	e := new(enrolment)
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("the enrolment code cannot be read; set it again: %w", err)
	}
	return e, nil
}

// event is that of somebody who joins by the code.
func (e *enrolment) event(now time.Time) study.Event {
	return study.Event{At: now, By: "enrolment", What: "enrolled", Note: "code " + e.Mark}
}

// joined counts who came by the code among the events of the study.
func (e *enrolment) joined(events []study.Event) int {
	n, like := 0, e.event(time.Time{})
	for _, ev := range events {
		if ev.What == like.What && ev.Note == like.Note {
			n++
		}
	}
	return n
}

// join makes a judge of whoever knows the code, and gives his token. Its problems
// have the codes closed, wrong and full.
func (s *server) join(r *http.Request, code string) (string, error) {
	ctx := r.Context()
	e, err := s.enrolment(ctx)
	if err != nil {
		return "", err
	}
	if err := s.checkCode(r, e, strings.TrimSpace(code)); err != nil {
		return "", err
	}
	// The store counts who came and adds the judge in one step, so that of a class that joins
	// at once no more come in than may.
	token, hash := study.NewToken()
	_, err = s.store.Enrol(ctx, hash, e.Most, e.event(s.Now()))
	if study.CodeOf(err) == study.Closed {
		return "", newProblem(http.StatusForbidden, "full", "enough people have joined with this code")
	}
	return token, err
}

// checkCode tells whether a code is the one that was set. Only wrong ones count against an
// address, so that a class can join from one. The limit is looked at when it is a code's
// turn: of many that are sent at once hardly more are tried than may be.
func (s *server) checkCode(r *http.Request, e *enrolment, code string) error {
	done, err := s.Turn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	who := s.Address(r)
	if wait := s.guesses.Wait(who); wait > 0 {
		return limited(wait)
	}
	if e == nil {
		s.guesses.Take(who)
		return newProblem(http.StatusForbidden, "closed", "nobody can join by a code now")
	}
	ok, err := site.Matches(e.Hash, code)
	if err != nil {
		return err
	}
	if !ok {
		s.refused(r, "the enrolment code is wrong")
		s.guesses.Take(who)
		return newProblem(http.StatusForbidden, "wrong", "this code is wrong")
	}
	return nil
}

func (s *server) enrol(ctx context.Context, in *enrolInput) (*enrolReply, error) {
	token, err := s.join(in.r, in.Body.Code)
	if err != nil {
		return nil, s.problemOf(ctx, err)
	}
	return &enrolReply{enrolled{s.Link(in.r, path(token))}}, nil
}

type enrolView struct {
	Title, Code, Wrong string
	Open               bool
}

func (s *server) enrolPage(w http.ResponseWriter, r *http.Request) {
	s.showEnrol(w, r, http.StatusOK, &enrolView{Code: r.URL.Query().Get("code")})
}

func (s *server) showEnrol(w http.ResponseWriter, r *http.Request, status int, v *enrolView) {
	e, err := s.enrolment(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	v.Title, v.Open = s.study.Title, e != nil
	s.Show(w, status, "enrol.html", v)
}

func (s *server) enrolForm(w http.ResponseWriter, r *http.Request) {
	token, err := s.join(r, r.PostFormValue("code"))
	if err == nil {
		http.Redirect(w, r, path(token), http.StatusSeeOther)
		return
	}
	p := s.problemOf(r.Context(), err)
	words, ok := s.Pages.Said("enrol." + p.Code)
	if !ok || p.Status >= 500 {
		s.showProblem(w, r, p)
		return
	}
	if p.wait > 0 {
		w.Header().Set("Retry-After", site.Retry(p.wait))
	}
	s.showEnrol(w, r, p.Status, &enrolView{Code: r.PostFormValue("code"), Wrong: words})
}
