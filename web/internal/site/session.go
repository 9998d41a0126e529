package site

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"time"
)

// life is how long a session lasts.
const life = 12 * time.Hour

// The cookies: of a session, and of a login that has not happened yet.
const (
	sessionCookie = "hed"
	visitCookie   = "hed-visit"
)

// mostCookie is how long a cookie may be; ours have 43 characters. What is longer was not
// made here, and is not worth hashing.
const mostCookie = 100

// cookie is the name of a cookie. Over TLS the prefix keeps other hosts of the domain from
// setting it, or, for a site below a path, what is not TLS: browsers take the first one only
// from the root.
func (s *Site) cookie(name string) string {
	name = s.Cookies + name
	switch {
	case s.Secure && s.prefix == "":
		return "__Host-" + name
	case s.Secure:
		return "__Secure-" + name
	}
	return name
}

// setCookie sets a cookie that scripts cannot read, and that browsers do not send with
// requests which come from other sites.
func (s *Site) setCookie(w http.ResponseWriter, name, value string, age time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookie(name), Value: value, Path: s.prefix + "/", MaxAge: int(age.Seconds()),
		HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteStrictMode,
	})
}

func (s *Site) readCookie(r *http.Request, name string) string {
	c, err := r.Cookie(s.cookie(name))
	if err != nil {
		return ""
	}
	return c.Value
}

// Random is 256 random bits in characters that need no escape in a URL.
func Random() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// hashed is what a Safe keeps of a cookie: who reads the store, or a backup of it, cannot
// take a session over. Cookies are random, so that one SHA-256 is as good as many; it is
// passwords, which people choose, that need a slow hash.
func hashed(cookie string) [32]byte { return sha256.Sum256([]byte(cookie)) }

// Session is the cookie of who asks, if it is that of an open session, and "" otherwise.
func (s *Site) Session(r *http.Request) (string, error) {
	c := s.Cookie(r)
	if c == "" || len(c) > mostCookie {
		return "", nil
	}
	ends, err := s.Safe.Session(r.Context(), hashed(c), s.Now())
	if err != nil || ends.IsZero() {
		return "", err
	}
	return c, nil
}

// Cookie is the cookie of a session as it came, whether the session is open or not.
func (s *Site) Cookie(r *http.Request) string { return s.readCookie(r, sessionCookie) }

// Begin begins a session for who has logged in. It gets a new cookie, whatever came with
// the request, so that nobody can be logged in to a session that another knows.
func (s *Site) Begin(w http.ResponseWriter, r *http.Request) error {
	_, err := s.BeginID(w, r)
	return err
}

// BeginID is Begin, and gives what the store knows the session by.
func (s *Site) BeginID(w http.ResponseWriter, r *http.Request) (id [32]byte, err error) {
	c := Random()
	id = hashed(c)
	if err := s.Safe.AddSession(r.Context(), id, s.Now(), s.Now().Add(life)); err != nil {
		return id, err
	}
	s.setCookie(w, sessionCookie, c, life)
	s.setCookie(w, visitCookie, "", -time.Second)
	return id, nil
}

// SessionID is what the store knows the session of a request by.
func (s *Site) SessionID(r *http.Request) [32]byte { return hashed(s.Cookie(r)) }

// End ends the session of who asks, here and in the store: a copy of the cookie is worth
// nothing afterwards.
func (s *Site) End(w http.ResponseWriter, r *http.Request) error {
	if err := s.Safe.DropSession(r.Context(), hashed(s.Cookie(r))); err != nil {
		return err
	}
	s.setCookie(w, sessionCookie, "", -time.Second)
	return nil
}

// Token is what the forms of a session carry. Only who knows the cookie can make it, and
// the cookie cannot be found from it, so that it may stand in a page; another site can make
// a browser send the cookie, but does not know the token.
func (s *Site) Token(r *http.Request) string { return formToken(s.Cookie(r)) }

// Own tells whether a form was made for the session of who sends it.
func (s *Site) Own(r *http.Request) bool { return ownForm(r, s.Cookie(r)) }

// OwnToken tells the same of a token that came in another way than as a field of a form, such
// as the header of a script's request.
func (s *Site) OwnToken(r *http.Request, token string) bool { return ownToken(token, s.Cookie(r)) }

// Visit is the token of a form that is sent before there is a session, such as that of a
// login. It hangs on a cookie of its own: without it another site could log a browser in
// to an account of its choice.
func (s *Site) Visit(w http.ResponseWriter, r *http.Request) string {
	visit := s.readCookie(r, visitCookie)
	if visit == "" || len(visit) > mostCookie {
		visit = Random()
		s.setCookie(w, visitCookie, visit, time.Hour)
	}
	return formToken(visit)
}

// Visited tells whether a form was made for the Visit of who sends it.
func (s *Site) Visited(r *http.Request) bool { return ownForm(r, s.readCookie(r, visitCookie)) }

func formToken(cookie string) string {
	mac := hmac.New(sha256.New, []byte(cookie))
	mac.Write([]byte("form"))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func ownForm(r *http.Request, cookie string) bool {
	return ownToken(r.PostFormValue("token"), cookie)
}

func ownToken(token, cookie string) bool {
	return cookie != "" && subtle.ConstantTimeCompare([]byte(token), []byte(formToken(cookie))) == 1
}
