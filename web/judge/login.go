package judge

import (
	"context"
	"errors"
	"net/http"
	"unicode/utf8"

	"hed/web/internal/site"
)

// The names of secrets in a store. Stores have them, so they stay.
const (
	passwordSecret = "password"
	enrolSecret    = "enrol"
)

// SetPassword sets the coordinator's password, and ends all sessions: whoever knew the
// old one is out. A password has at least eight characters.
func SetPassword(ctx context.Context, s Store, password string) error {
	if utf8.RuneCountInString(password) < 8 {
		return errors.New("a password has at least 8 characters")
	}
	if err := s.SetSecret(ctx, passwordSecret, []byte(site.Hash(password))); err != nil {
		return err
	}
	return s.DropSession(ctx, [32]byte{})
}

// ClearPassword takes the coordinator's password away, which closes the dashboard, and
// ends all sessions.
func ClearPassword(ctx context.Context, s Store) error {
	if err := s.SetSecret(ctx, passwordSecret, nil); err != nil {
		return err
	}
	return s.DropSession(ctx, [32]byte{})
}

// closed asks for a login first. All but the dashboard itself give the form with 401, so that
// scripts which ask for a part of a page know that the session has ended.
func (s *server) closed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := s.Session(r)
		if err != nil {
			s.showProblem(w, r, s.problemOf(r.Context(), err))
			return
		}
		if c == "" {
			status := http.StatusOK
			if r.URL.Path != "/coordinator" {
				status = http.StatusUnauthorized
			}
			s.login(w, r, status, "")
			return
		}
		next(w, r)
	}
}

// own refuses forms that were not made for this session: another site can have a browser send
// a form here, but not read the token that belongs in it.
func (s *server) own(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.Own(r) {
			s.fail(w, r, http.StatusForbidden, "csrf", "this form is too old; reload the page and send it again")
			return
		}
		next(w, r)
	}
}

// loginView is the page before the dashboard.
type loginView struct {
	Title, Token, Wrong string
	Closed              bool   // there is no password
	Unlock              string // how to set one
}

// login shows the form, or how to set a password where there is none.
func (s *server) login(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	hash, err := s.store.Secret(r.Context(), passwordSecret)
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	v := &loginView{Title: s.study.Title, Wrong: wrong, Unlock: s.unlock}
	if len(hash) == 0 {
		v.Closed = true
		s.Show(w, http.StatusForbidden, "login.html", v)
		return
	}
	v.Token = s.Visit(w, r)
	s.Show(w, status, "login.html", v)
}

// logIn takes the password. Tries are counted for each address and for all together;
// who tries from many addresses can thereby keep the coordinator out for a while, but
// not get in. They are counted before anything else is looked at, the right password's
// too: a limit that only wrong ones meet would tell which was right.
func (s *server) logIn(w http.ResponseWriter, r *http.Request) {
	for _, l := range []struct {
		*site.Limiter
		key string
	}{{s.logins, s.Address(r)}, {s.door, ""}} {
		if wait := l.Take(l.key); wait > 0 {
			s.refused(r, "too many passwords were tried")
			w.Header().Set("Retry-After", site.Retry(wait))
			s.login(w, r, http.StatusTooManyRequests, s.Pages.Say("co.login.limited", site.Retry(wait)))
			return
		}
	}
	if !s.Visited(r) {
		s.login(w, r, http.StatusForbidden, s.Pages.Say("co.login.old"))
		return
	}
	switch ok, err := s.knows(r, r.PostFormValue("password")); {
	case err != nil:
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	case !ok:
		s.refused(r, "the password is wrong")
		s.login(w, r, http.StatusUnauthorized, s.Pages.Say("co.login.wrong"))
		return
	}
	if err := s.Begin(w, r); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	http.Redirect(w, r, "/coordinator", http.StatusSeeOther)
}

// knows tells whether a password is the coordinator's. Where there is none nobody knows it.
func (s *server) knows(r *http.Request, password string) (bool, error) {
	hash, err := s.store.Secret(r.Context(), passwordSecret)
	if err != nil || len(hash) == 0 {
		return false, err
	}
	done, err := s.Turn(r.Context())
	if err != nil {
		return false, err
	}
	defer done()
	return site.Matches(string(hash), password)
}

func (s *server) logOut(w http.ResponseWriter, r *http.Request) {
	if err := s.End(w, r); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	http.Redirect(w, r, "/coordinator", http.StatusSeeOther)
}
