package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"hed/study"
)

// An enrolment lets people become judges by a code.
type enrolment struct {
	Hash string    `json:"hash"` // of the code
	Most int       `json:"most"` // how many may join
	Set  time.Time `json:"set"`
}

// SetEnrol sets the code by which people may join, and how many; "" closes the door.
// A code has at least six characters.
func SetEnrol(ctx context.Context, s study.Store, code string, most int, now time.Time) error {
	if code == "" {
		return s.SetSecret(ctx, enrolSecret, nil)
	}
	if utf8.RuneCountInString(code) < 6 {
		return errors.New("a code has at least 6 characters")
	}
	if most < 1 {
		return errors.New("say how many may join with the code, at least 1")
	}
	text, err := json.Marshal(enrolment{hash(code), most, now})
	if err != nil {
		return err
	}
	return s.SetSecret(ctx, enrolSecret, text)
}

// enrolment gives what was set, nil if nothing is.
func (s *server) enrolment(ctx context.Context) (*enrolment, error) {
	text, err := s.Store.Secret(ctx, enrolSecret)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	e := new(enrolment)
	if err := json.Unmarshal(text, e); err != nil {
		return nil, fmt.Errorf("the enrolment code cannot be read; set it again: %w", err)
	}
	return e, nil
}

// joined counts who came by the code since it was set.
func (s *server) joined(ctx context.Context, e *enrolment) (int, error) {
	n := 0
	for ev, err := range s.Store.Events(ctx) {
		if err != nil {
			return 0, err
		}
		if ev.What == "enrolled" && !ev.At.Before(e.Set) {
			n++
		}
	}
	return n, nil
}

// join makes a judge of whoever knows the code, and gives his token. Its problems
// have the codes closed, wrong and full.
func (s *server) join(r *http.Request, code string) (string, error) {
	if wait := s.guesses.take(s.address(r)); wait > 0 {
		return "", limited(wait)
	}
	ctx := r.Context()
	e, err := s.enrolment(ctx)
	if err != nil {
		return "", err
	}
	if e == nil {
		return "", newProblem(http.StatusForbidden, "closed", "nobody can join by a code now")
	}
	ok, err := s.verify(ctx, e.Hash, strings.TrimSpace(code))
	if err != nil {
		return "", err
	}
	if !ok {
		return "", newProblem(http.StatusForbidden, "wrong", "this code is not right")
	}
	// One at a time, so that no more join than may.
	s.joining.Lock()
	defer s.joining.Unlock()
	n, err := s.joined(ctx, e)
	if err != nil {
		return "", err
	}
	if n >= e.Most {
		return "", newProblem(http.StatusForbidden, "full", "enough people have joined with this code")
	}
	token, hash := study.NewToken()
	if _, err := s.Store.AddJudges(ctx, [][32]byte{hash}, study.Event{At: s.Now(), By: "enrolment", What: "enrolled"}); err != nil {
		return "", err
	}
	return token, nil
}

func (s *server) enrol(ctx context.Context, in *enrolInput) (*enrolReply, error) {
	token, err := s.join(in.r, in.Body.Code)
	if err != nil {
		return nil, s.problemOf(err)
	}
	return &enrolReply{enrolled{s.link(in.r, token)}}, nil
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
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	v.Title, v.Open = s.study.Title, e != nil
	s.show(w, status, "enrol.html", v)
}

func (s *server) enrolForm(w http.ResponseWriter, r *http.Request) {
	token, err := s.join(r, r.PostFormValue("code"))
	if err == nil {
		http.Redirect(w, r, "/j/"+token, http.StatusSeeOther)
		return
	}
	p := s.problemOf(err)
	words, ok := s.pages.words["enrol."+p.Code]
	if !ok || p.Status >= 500 {
		s.showProblem(w, r, p)
		return
	}
	if p.wait > 0 {
		w.Header().Set("Retry-After", retry(p.wait))
	}
	s.showEnrol(w, r, p.Status, &enrolView{Code: r.PostFormValue("code"), Wrong: words})
}
