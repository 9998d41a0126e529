package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"time"

	"hed/study"
)

// life is how long a coordinator stays logged in.
const life = 12 * time.Hour

// The cookies: of a session, and of a login that has not happened yet.
const (
	sessionCookie = "hed"
	visitCookie   = "hed-visit"
)

// cookie is the name of a cookie. Over TLS the prefix keeps other hosts of the
// domain from setting it.
func (s *server) cookie(name string) string {
	if s.Secure {
		return "__Host-" + name
	}
	return name
}

func (s *server) setCookie(w http.ResponseWriter, name, value string, age time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(name), Value: value, Path: "/", MaxAge: int(age.Seconds()),
		HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteStrictMode,
	})
}

func (s *server) readCookie(r *http.Request, name string) string {
	c, err := r.Cookie(s.cookie(name))
	if err != nil {
		return ""
	}
	return c.Value
}

// secret is 256 random bits.
func secret() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// session is the cookie of the coordinator who asks, "" if nobody is logged in. The
// store has only its hash.
func (s *server) session(r *http.Request) (string, error) {
	c := s.readCookie(r, sessionCookie)
	if c == "" || len(c) > 100 {
		return "", nil
	}
	_, err := s.Store.Session(r.Context(), sha256.Sum256([]byte(c)), s.Now())
	if study.CodeOf(err) == study.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return c, nil
}

// formToken is what forms of a session carry: only who knows the cookie can make it.
func formToken(cookie string) string {
	mac := hmac.New(sha256.New, []byte(cookie))
	mac.Write([]byte("form"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// ownForm tells whether a form was made for the holder of a cookie.
func ownForm(r *http.Request, cookie string) bool {
	return cookie != "" && subtle.ConstantTimeCompare([]byte(r.PostFormValue("token")), []byte(formToken(cookie))) == 1
}

// loginView is the page before the dashboard.
type loginView struct {
	Title, Token, Wrong string
	Closed              bool // there is no password
}

// login shows the form, or how to set a password where there is none.
func (s *server) login(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	hash, err := s.Store.Secret(r.Context(), passwordSecret)
	if err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	v := &loginView{Title: s.study.Title, Wrong: wrong}
	if len(hash) == 0 {
		v.Closed = true
		s.show(w, http.StatusForbidden, "login.html", v)
		return
	}
	visit := s.readCookie(r, visitCookie)
	if visit == "" || len(visit) > 100 {
		visit = secret()
		s.setCookie(w, visitCookie, visit, time.Hour)
	}
	v.Token = formToken(visit)
	s.show(w, status, "login.html", v)
}

// logIn takes the password. Tries are counted for each address and for all together;
// who tries from many addresses can thereby keep the coordinator out for a while, but
// not get in. A session gets a new cookie, whatever came with the request, so that nobody
// can be logged in to a session that another knows.
func (s *server) logIn(w http.ResponseWriter, r *http.Request) {
	for _, l := range []struct {
		*limiter
		key string
	}{{s.logins, s.address(r)}, {s.door, ""}} {
		if wait := l.take(l.key); wait > 0 {
			w.Header().Set("Retry-After", retry(wait))
			s.login(w, r, http.StatusTooManyRequests, "Too many tries. Wait "+retry(wait)+" seconds.")
			return
		}
	}
	if !ownForm(r, s.readCookie(r, visitCookie)) {
		s.login(w, r, http.StatusForbidden, "The form was too old. Try again.")
		return
	}
	hash, err := s.Store.Secret(r.Context(), passwordSecret)
	if err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	if len(hash) == 0 {
		s.login(w, r, http.StatusForbidden, "")
		return
	}
	done, err := s.turn(r.Context())
	if err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	ok, err := matches(string(hash), r.PostFormValue("password"))
	done()
	if err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	if !ok {
		s.login(w, r, http.StatusUnauthorized, "The password is not right.")
		return
	}
	c := secret()
	if err := s.Store.AddSession(r.Context(), sha256.Sum256([]byte(c)), s.Now(), s.Now().Add(life)); err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	s.setCookie(w, sessionCookie, c, life)
	s.setCookie(w, visitCookie, "", -time.Second)
	http.Redirect(w, r, "/coordinator", http.StatusSeeOther)
}

func (s *server) logOut(w http.ResponseWriter, r *http.Request) {
	if err := s.Store.DropSession(r.Context(), sha256.Sum256([]byte(s.readCookie(r, sessionCookie)))); err != nil {
		s.showProblem(w, r, s.problemOf(err))
		return
	}
	s.setCookie(w, sessionCookie, "", -time.Second)
	http.Redirect(w, r, "/coordinator", http.StatusSeeOther)
}
