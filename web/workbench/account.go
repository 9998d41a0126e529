package workbench

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"hed/internal/option"
	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// A refusal is what somebody cannot have, in words for them.
type refusal string

func (r refusal) Error() string { return string(r) }

// accountName is what an account can be called: it stands in addresses and logs.
var accountName = regexp.MustCompile(`^[\pL\pN][\pL\pN._@-]*$`)

// leastPassword is how many characters a password has.
const leastPassword = 8

// hashPassword refuses passwords that are too short, and gives what is kept of others.
func hashPassword(password string) (string, error) {
	if utf8.RuneCountInString(password) < leastPassword {
		return "", refusal(fmt.Sprintf("a password has at least %d characters", leastPassword))
	}
	return site.Hash(password), nil
}

// AddUser adds somebody who may come in. The first one looks after the workbench, and gets what
// was in it before.
func AddUser(ctx context.Context, s *shelf.Shelf, name string, scope workbench.Scope, password string, now time.Time) error {
	if utf8.RuneCountInString(name) > 64 || !accountName.MatchString(name) {
		return refusal(fmt.Sprintf("%q cannot be the name of a user: it has up to 64 letters, digits, dots, hyphens, underscores and @, and begins with a letter or digit", name))
	}
	if !slices.Contains(shelf.Scopes, scope) {
		return option.Errorf("role", " %q: want read, run or admin", scope)
	}
	a := shelf.Account{Name: name, Scope: scope, Made: now}
	if shared, err := s.Shared(ctx); err != nil {
		return err
	} else if !shared && scope != workbench.AdminScope {
		return option.Errorf("role", " %s: the first user must be an admin", scope)
	}
	var err error
	if a.Hash, err = hashPassword(password); err != nil {
		return err
	}
	err = s.AddAccount(ctx, a)
	if errors.Is(err, shelf.ErrTaken) {
		return refusal("there is a user " + name + " already")
	}
	return err
}

// SetPassword gives somebody another password, and ends their sessions.
func SetPassword(ctx context.Context, s *shelf.Shelf, name, password string) error {
	hash, err := hashPassword(password)
	if err != nil {
		return err
	}
	return s.SetPassword(ctx, name, hash)
}

// tokenLife is for how long a token is good.
const tokenLife = 366 * 24 * time.Hour

// AddToken makes a token with which a program does what an account may do, and shows it once.
func AddToken(ctx context.Context, s *shelf.Shelf, account, name string, scope workbench.Scope, now time.Time) (token string, err error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > 100 {
		return "", option.Errorf("name", " %q: a token has a name of up to 100 bytes, by which you find it again", name)
	}
	if !slices.Contains(shelf.Scopes, scope) {
		return "", option.Errorf("scope", " %q: want read, run or admin", scope)
	}
	a, err := s.Account(ctx, account)
	if err != nil {
		return "", err
	}
	if !a.Scope.Covers(scope) {
		return "", option.Errorf("scope", " %s: %s may %s at most", scope, account, a.Scope)
	}
	token = "hed_" + site.Random()
	err = s.AddToken(ctx, sha256.Sum256([]byte(token)), shelf.Token{Account: account, Name: name, Scope: scope, Made: now, Ends: now.Add(tokenLife)})
	if errors.Is(err, shelf.ErrTaken) {
		return "", option.Errorf("name", " %s: another token has it", name)
	}
	return token, err
}

// accountRoutes are of those who share a workbench.
func (s *server) accountRoutes() {
	s.mux.HandleFunc("GET /sign-in", s.signInPage)
	s.mux.HandleFunc("POST /sign-in", s.signIn)
	s.handle("POST /sign-out", s.signOut)
	s.handle("GET /account", s.account)
	s.handle("POST /account/password", s.newPassword)
	s.handle("POST /account/tokens", s.newToken)
	s.handle("POST /account/tokens/{name}/remove", s.removeToken)
	s.handle("POST /projects/{id}/let", s.let)
	s.handle("GET /audit", s.audit)
}

// me is who asks; workbench.ErrNone where there are no accounts.
func me(r *http.Request) (*workbench.Viewer, error) {
	if v := workbench.ViewerOf(r.Context()); v != nil {
		return v, nil
	}
	return nil, workbench.ErrNone
}

// account shows somebody what they may do, and their tokens.
func (s *server) account(w http.ResponseWriter, r *http.Request) error {
	return s.showAccount(w, r, http.StatusOK, nil)
}

func (s *server) showAccount(w http.ResponseWriter, r *http.Request, status int, more map[string]any) error {
	v, err := me(r)
	if err != nil {
		return err
	}
	tokens, err := s.bench.Tokens(r.Context(), v.Name)
	if err != nil {
		return err
	}
	used, err := s.bench.Used(r.Context(), v.Name)
	if err != nil {
		return err
	}
	data := map[string]any{"Token": s.Token(r), "Me": v, "Tokens": tokens, "Scopes": may(v.Scope), "Used": used, "Most": s.bench.MaxDisk, "Now": s.Now()}
	for key, value := range more {
		data[key] = value
	}
	s.part.Show(w, r, status, "account.html", site.View{Title: v.Name, Data: data})
	return nil
}

// newPassword changes one's own password; it takes the old one.
func (s *server) newPassword(w http.ResponseWriter, r *http.Request) error {
	v, err := me(r)
	if err != nil {
		return err
	}
	if wait := s.tries.Take("as " + v.Name); wait > 0 {
		w.Header().Set("Retry-After", site.Retry(wait))
		return s.showAccount(w, r, http.StatusTooManyRequests, map[string]any{"Wrong": "Too many tries. Wait " + site.Retry(wait) + " seconds."})
	}
	ok, err := s.knows(r, v.Name, r.PostFormValue("old"))
	if err != nil {
		return err
	}
	if !ok {
		return s.showAccount(w, r, http.StatusUnprocessableEntity, map[string]any{"Wrong": "The old password is not right."})
	}
	if err := SetPassword(r.Context(), s.bench.Shelf, v.Name, r.PostFormValue("new")); err != nil {
		return err
	}
	if err := s.note(r, shelf.Deed{Account: v.Name, What: "changed the password of", Kind: "user", Name: v.Name}); err != nil {
		return err
	}
	return see(w, r, "/sign-in")
}

func (s *server) newToken(w http.ResponseWriter, r *http.Request) error {
	v, err := me(r)
	if err != nil {
		return err
	}
	name, scope := strings.TrimSpace(r.PostFormValue("name")), workbench.Scope(r.PostFormValue("scope"))
	token, err := AddToken(r.Context(), s.bench.Shelf, v.Name, name, scope, s.Now())
	if err != nil {
		return err
	}
	if err := s.note(r, shelf.Deed{Account: v.Name, What: "made for " + string(scope), Kind: "token", Name: name}); err != nil {
		return err
	}
	return s.showAccount(w, r, http.StatusOK, map[string]any{"New": token})
}

func (s *server) removeToken(w http.ResponseWriter, r *http.Request) error {
	v, err := me(r)
	if err != nil {
		return err
	}
	if err := s.bench.RemoveToken(r.Context(), v.Name, r.PathValue("name")); err != nil {
		return err
	}
	if err := s.note(r, shelf.Deed{Account: v.Name, What: "removed", Kind: "token", Name: r.PathValue("name")}); err != nil {
		return err
	}
	return see(w, r, "/account")
}

// let lets others into a project, or takes that back.
func (s *server) let(w http.ResponseWriter, r *http.Request) error {
	if err := s.bench.Let(r.Context(), r.PathValue("id"), strings.TrimSpace(r.PostFormValue("user")), workbench.Scope(r.PostFormValue("scope"))); err != nil {
		return err
	}
	return see(w, r, "/projects/"+r.PathValue("id"))
}

// mostDeeds is how many deeds a page lists.
const mostDeeds = 500

// audit shows who did what.
func (s *server) audit(w http.ResponseWriter, r *http.Request) error {
	deeds, err := s.bench.Deeds(r.Context(), mostDeeds)
	if err != nil {
		return err
	}
	s.part.Show(w, r, http.StatusOK, "audit.html", site.View{Title: "Audit log", Data: map[string]any{"Deeds": deeds}})
	return nil
}

// A guest is somebody who was let into a project.
type guest struct {
	Name  string
	Scope workbench.Scope
}

// guests are those who were let into a project, and whether who asks may change that.
func (s *server) guests(r *http.Request, project string) (list []guest, own bool, err error) {
	if workbench.ViewerOf(r.Context()) == nil {
		return nil, false, nil
	}
	if err := s.bench.Allow(r.Context(), project, workbench.AdminScope); errors.Is(err, workbench.ErrRefused) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, err
	}
	all, err := s.bench.Guests(r.Context(), project)
	for name, scope := range all {
		list = append(list, guest{name, scope})
	}
	slices.SortFunc(list, func(x, y guest) int { return strings.Compare(x.Name, y.Name) })
	return list, true, err
}
