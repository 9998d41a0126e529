package shelf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/postgres"
	"hed/store/internal/database"
)

func open(t *testing.T, name string) *Shelf {
	t.Helper()
	s, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func inFile(t *testing.T) string { return filepath.Join(t.TempDir(), "a file%20.db") }

// db is the database behind a shelf, for what others do to it. A file must be closed before.
func db(t *testing.T, s *Shelf, name string) *sql.DB {
	t.Helper()
	if r, ok := s.engine.(remote); ok {
		return r.DB
	}
	at, err := sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(name)}).EscapedPath())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { at.Close() })
	return at
}

// TestShelf has both kinds of databases do the same. There is one server for all tests, since to
// start one takes longer than most.
func TestShelf(t *testing.T) {
	t.Run("File", func(t *testing.T) {
		contract(t, inFile)
		t.Run("Refused", testRefused)
	})
	server := postgres.Start(t)
	fresh := func(t *testing.T) string { return server.Fresh(t) }
	t.Run("Remote", func(t *testing.T) {
		contract(t, fresh)
		t.Run("Refused", func(t *testing.T) { testRemoteRefused(t, fresh) })
		t.Run("Claim", func(t *testing.T) { testClaim(t, server) })
		t.Run("Away", func(t *testing.T) { testAway(t, server) })
	})
	for name, ways := range map[string][2]func(*testing.T) string{
		"FileToRemote": {inFile, fresh}, "RemoteToFile": {fresh, inFile}, "FileToFile": {inFile, inFile}, "RemoteToRemote": {fresh, fresh},
	} {
		t.Run(name, func(t *testing.T) {
			testCopy(t, ways[0](t), ways[1](t))
			testLost(t, ways[0](t), ways[1](t), ways[1](t))
		})
	}
}

// contract is what a shelf promises, whatever its database.
func contract(t *testing.T, name func(*testing.T) string) {
	t.Run("Things", func(t *testing.T) { testThings(t, name(t)) })
	t.Run("Safe", func(t *testing.T) { testSafe(t, open(t, name(t))) })
	t.Run("Accounts", func(t *testing.T) { testAccounts(t, open(t, name(t))) })
	t.Run("Texts", func(t *testing.T) { testTexts(t, open(t, name(t))) })
	t.Run("Together", func(t *testing.T) { testTogether(t, name(t)) })
	t.Run("Newer", func(t *testing.T) { testNewer(t, name(t)) })
	t.Run("Tables", func(t *testing.T) { testTables(t, open(t, name(t))) })
}

// testThings adds, finds, changes and deletes, and opens the shelf again.
func testThings(t *testing.T, name string) {
	s, ctx := open(t, name), t.Context()
	at := time.Unix(1e9, 5000).UTC()
	project := &Thing{ID: "p", Kind: "project", Name: "Élection", Notes: "of May", Tags: []string{"news", "a b", `"q"`}, Made: at, Changed: at}
	run := &Thing{ID: "r", Kind: "run", Parent: "p", Name: "first", Tags: []string{}, Made: at.Add(1000), Changed: at, Body: []byte(`{"n":1}`)}
	for _, thing := range []*Thing{project, run} {
		if err := s.Add(ctx, thing); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Add(ctx, &Thing{ID: "x", Kind: "run", Parent: "nowhere"}); err == nil {
		t.Error("a thing is in another that is not there")
	}
	s.Close()
	s = open(t, name)
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
	for q, want := range map[Query]string{
		{}: "r p", {Kind: "run"}: "r", {Parent: "p"}: "r", {Words: "éLECT may"}: "p", {Words: "may june"}: "", {Tag: "a b"}: "p", {Tag: "a"}: "",
		{Words: "%"}: "", {Words: `a b"`}: "", {Tag: `"q"`}: "p", {Tag: ","}: "", {Words: "_"}: "", {Words: "\x00"}: "", {Tag: "\xff"}: "",
	} {
		list, err := s.List(ctx, q)
		var ids []string
		for _, thing := range list {
			ids = append(ids, thing.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%+v: got %s, %v; want %s", q, got, err, want)
		}
	}
	broken := errors.New("no")
	if err := s.Change(ctx, "r", func(thing *Thing) error { thing.Name = "other"; return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := s.Change(ctx, "r", func(thing *Thing) error { thing.Notes, run.Notes = "now", "now"; return nil }); err != nil {
		t.Error(err)
	}
	got, err := s.Thing(ctx, "r")
	if d := cmp.Diff(run, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	if err := s.Delete(ctx, "p"); err != nil {
		t.Error(err)
	}
	for _, id := range []string{"r", "\x00", "\xff"} {
		if _, err := s.Thing(ctx, id); !errors.Is(err, ErrNone) {
			t.Errorf("what is not there: %v", err)
		}
		if err := s.Change(ctx, id, func(*Thing) error { return nil }); !errors.Is(err, ErrNone) {
			t.Error(err)
		}
	}
}

// testSafe keeps secrets and sessions.
func testSafe(t *testing.T, s *Shelf) {
	ctx, now := t.Context(), time.Unix(1e9, 0).UTC()
	for _, value := range [][]byte{nil, []byte("a"), []byte("b\x00\xff"), nil} {
		err := s.SetSecret(ctx, "x", value)
		if got, e := s.Secret(ctx, "x"); err != nil || e != nil || string(got) != string(value) {
			t.Errorf("got %q, %v %v; want %q", got, err, e, value)
		}
	}
	one, two := [32]byte{1}, [32]byte{2}
	for _, id := range [][32]byte{one, two} {
		if err := s.AddSession(ctx, id, now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	ends := func(id [32]byte, at time.Time) bool {
		e, err := s.Session(ctx, id, at)
		if err != nil {
			t.Error(err)
		}
		return e.Equal(now.Add(time.Hour))
	}
	if !ends(one, now) || ends(one, now.Add(time.Hour)) || ends([32]byte{3}, now) {
		t.Error("a session is open too long, or not at all")
	}
	s.DropSession(ctx, one)
	if ends(one, now) || !ends(two, now) {
		t.Error("the wrong session has ended")
	}
	s.DropSession(ctx, [32]byte{})
	if ends(two, now) {
		t.Error("a session is left of all")
	}
}

// fill puts something of all kinds on a shelf.
func fill(t *testing.T, s *Shelf) {
	t.Helper()
	ctx, now := t.Context(), time.Unix(1e9, 7000).UTC()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Add(ctx, &Thing{ID: "p", Kind: "project", Name: "P", Made: now, Changed: now}))
	must(s.Add(ctx, &Thing{ID: "a", Kind: "run", Parent: "p", Name: "R \u2028 ü", Notes: "x\ny", Tags: []string{"1"}, Made: now, Changed: now, Body: []byte(`{"a": 1}`)}))
	must(s.AddAccount(ctx, Account{Name: "ann", Scope: Admin, Hash: "h", Made: now}))
	must(s.AddAccount(ctx, Account{Name: "Bob", Scope: Run, Hash: "h", Made: now}))
	must(s.AddToken(ctx, [32]byte{9}, Token{Account: "Bob", Name: "ci", Scope: Admin, Made: now, Ends: now.Add(time.Hour)}))
	must(s.Let(ctx, "p", "Bob", Read))
	must(s.SetSecret(ctx, "share:k", []byte("a")))
	must(s.AddSession(ctx, [32]byte{1}, now, now.Add(time.Hour)))
	must(s.Hold(ctx, [32]byte{1}, "ann"))
	for i := range 3 {
		must(s.Note(ctx, Deed{At: now, Account: "ann", What: fmt.Sprint(i), Kind: "run", Thing: "a", Name: "R", Request: "q7"}))
	}
}

// testAccounts has two accounts, one of which is let into a project of the other.
func testAccounts(t *testing.T, s *Shelf) {
	ctx, now := t.Context(), time.Unix(1e9, 7000).UTC()
	fill(t, s)
	if err := s.AddAccount(ctx, Account{Name: "ann", Scope: Run}); !errors.Is(err, ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	list, err := s.Accounts(ctx)
	if err != nil || len(list) != 2 || list[0].Name != "Bob" || list[1].Name != "ann" || !list[1].Made.Equal(now) { // by bytes, whatever the machine
		t.Errorf("%v, %v", list, err)
	}
	for who, want := range map[string]Scope{"ann": Admin, "Bob": Read, "eve": "", "\x00": ""} {
		if may, err := s.May(ctx, who, "a"); may != want || err != nil && who != "\x00" {
			t.Errorf("%s may %q, %v", who, may, err)
		}
		list, err := s.List(ctx, Query{For: who})
		if err != nil || (len(list) == 2) != (want != "") {
			t.Errorf("%s sees %v, %v", who, list, err)
		}
	}
	if got, err := s.Token(ctx, [32]byte{9}, now); err != nil || got.Scope != Run {
		t.Errorf("a token may more than its account: %+v, %v", got, err)
	}
	if err := s.AddToken(ctx, [32]byte{8}, Token{Account: "Bob", Name: "ci"}); !errors.Is(err, ErrTaken) {
		t.Errorf("a token's name twice: %v", err)
	}
	if a, err := s.Holder(ctx, [32]byte{1}); err != nil || a.Name != "ann" {
		t.Errorf("%v, %v", a, err)
	}
	if g, err := s.Guests(ctx, "p"); err != nil || len(g) != 1 || g["Bob"] != Read {
		t.Errorf("%v, %v", g, err)
	}
	if d, err := s.Deeds(ctx, 2); err != nil || len(d) != 2 || d[0].What != "2" || d[0].Request != "q7" {
		t.Errorf("%v, %v", d, err)
	}
	if err := s.RemoveAccount(ctx, "ann", ""); !errors.Is(err, ErrHeir) {
		t.Errorf("no heir: %v", err)
	}
	if err := s.RemoveAccount(ctx, "ann", "Bob"); err != nil {
		t.Error(err)
	}
	if may, err := s.May(ctx, "Bob", "a"); may != Admin || err != nil {
		t.Errorf("the heir may %q, %v", may, err)
	}
	if _, err := s.Holder(ctx, [32]byte{1}); !errors.Is(err, ErrNone) {
		t.Errorf("a session of nobody: %v", err)
	}
	if err := s.SetPassword(ctx, "ann", "x"); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// testTexts keeps what not every database would.
func testTexts(t *testing.T, s *Shelf) {
	err := s.Add(t.Context(), &Thing{ID: "p", Kind: "project", Name: "a\x00b\xff", Notes: "\x00", Tags: []string{"\xff"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Thing(t.Context(), "p")
	if err != nil || got.Name != "a\uFFFDb\uFFFD" || got.Notes != "\uFFFD" || !slices.Equal(got.Tags, []string{"\uFFFD"}) {
		t.Errorf("%+v, %v", got, err)
	}
	if err := s.Note(t.Context(), Deed{What: "\x00"}); err != nil {
		t.Error(err)
	}
}

// testTogether changes one thing from many sides, while others open the shelf.
func testTogether(t *testing.T, name string) {
	var all sync.WaitGroup
	shelves := make([]*Shelf, 3)
	for i := range shelves {
		all.Go(func() {
			s, err := Open(t.Context(), name)
			if err != nil {
				t.Error(err)
				return
			}
			shelves[i] = s
		})
	}
	if all.Wait(); t.Failed() {
		return
	}
	if err := shelves[0].Add(t.Context(), &Thing{ID: "p", Kind: "project"}); err != nil {
		t.Fatal(err)
	}
	const each = 20
	for _, s := range shelves {
		for range 3 {
			all.Go(func() {
				for range each {
					if err := s.Change(t.Context(), "p", func(thing *Thing) error { thing.Notes += "x"; return nil }); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	got, err := shelves[1].Thing(t.Context(), "p")
	if err != nil || len(got.Notes) != 9*each {
		t.Errorf("%d of %d changes are there, %v", len(got.Notes), 9*each, err)
	}
	for _, s := range shelves {
		s.Close()
	}
}

// testNewer opens what a newer hed has written.
func testNewer(t *testing.T, name string) {
	s := open(t, name)
	version := "hed_version"
	if _, ok := s.engine.(remote); ok {
		version = remoteVersion
	}
	d := db(t, s, name)
	if _, ok := s.engine.(remote); !ok {
		s.Close()
	}
	if _, err := d.Exec(`INSERT INTO ` + version + ` (version_id, is_applied) VALUES (9999, true)`); err != nil {
		t.Fatal(err)
	}
	d.Close()
	if _, err := Open(t.Context(), name); err == nil || !strings.Contains(err.Error(), "newer hed") {
		t.Errorf("what a newer hed wrote: %v", err)
	}
}

// testTables looks whether Copy knows all of them.
func testTables(t *testing.T, s *Shelf) {
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	if _, ok := s.engine.(remote); ok {
		query = `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()`
	}
	found, err := all(t.Context(), s, func(r row) (name string, err error) { return name, r.Scan(&name) }, query)
	if err != nil {
		t.Fatal(err)
	}
	found = slices.DeleteFunc(found, func(name string) bool { return strings.HasSuffix(name, "_version") })
	want := slices.Clone(tables)
	slices.Sort(want)
	slices.Sort(found)
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
}

// testCopy copies a shelf, and adds something to the copy.
func testCopy(t *testing.T, one, other string) {
	from, to, ctx := open(t, one), open(t, other), t.Context()
	fill(t, from)
	if err := Copy(ctx, from, to); err != nil {
		t.Fatal(err)
	}
	a, b := contents(t, from), contents(t, to)
	if d := cmp.Diff(a, b); d != "" {
		t.Error(d)
	}
	if ends, err := to.Session(ctx, [32]byte{1}, time.Unix(1e9, 0)); err != nil || !ends.IsZero() {
		t.Errorf("a session was copied: %v, %v", ends, err)
	}
	if err := to.Note(ctx, Deed{What: "new"}); err != nil {
		t.Error(err)
	}
	if d, err := to.Deeds(ctx, 9); err != nil || len(d) != 4 || d[0].What != "new" {
		t.Errorf("%v, %v", d, err)
	}
	if err := Copy(ctx, from, to); !errors.Is(err, ErrUsed) {
		t.Errorf("onto what is not empty: %v", err)
	}
	if err := Copy(ctx, from, &Shelf{deaf{to.engine}}); !errors.Is(err, ErrUsed) {
		t.Errorf("onto what is not empty, by a connection that is lost: %v", err)
	}
}

// testLost copies onto a shelf whose answer to the commit is lost, also what is a copy itself.
func testLost(t *testing.T, one, two, three string) {
	from, to, again := open(t, one), open(t, two), open(t, three)
	fill(t, from)
	for _, way := range [][2]*Shelf{{from, to}, {to, again}} {
		if err := Copy(t.Context(), way[0], &Shelf{deaf{way[1].engine}}); err != nil {
			t.Fatalf("what was copied is said not to be: %v", err)
		}
		if d := cmp.Diff(contents(t, way[0]), contents(t, way[1])); d != "" {
			t.Error(d)
		}
	}
}

// A deaf engine never hears that a transaction was done, the first time.
type deaf struct{ engine }

func (d deaf) write(ctx context.Context, repeat bool, f database.Work) error {
	if err := d.engine.write(ctx, repeat, f); err != nil {
		return err
	}
	if !repeat {
		return &Away{"the connection to the database was lost", errors.New("EOF")}
	}
	return d.engine.write(ctx, repeat, f)
}

// contents is all that a shelf shows.
func contents(t *testing.T, s *Shelf) (all []any) {
	t.Helper()
	ctx := t.Context()
	add := func(x any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	list, err := s.List(ctx, Query{})
	add(list, err)
	accounts, err := s.Accounts(ctx)
	add(accounts, err)
	for _, a := range accounts {
		tokens, err := s.Tokens(ctx, a.Name)
		add(tokens, err)
	}
	guests, err := s.Guests(ctx, "p")
	add(guests, err)
	secret, err := s.Secret(ctx, "share:k")
	add(secret, err)
	deeds, err := s.Deeds(ctx, 99)
	add(deeds, err)
	return all
}

// testRefused has files that are something else.
func testRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.db")
	s := open(t, other)
	s.Close()
	d := db(t, s, other)
	d.Exec(`PRAGMA application_id = 7`)
	d.Close()
	for file, want := range map[string]string{text: "not a SQLite file", other: "does not have a workbench"} {
		if _, err := Open(context.Background(), file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

// testRemoteRefused has databases that cannot be used, and looks for passwords in what is said.
func testRemoteRefused(t *testing.T, fresh func(*testing.T) string) {
	study := fresh(t)
	s := open(t, fresh(t))
	if _, err := s.engine.(remote).Exec(`CREATE TABLE ` + strings.Split(study, "search_path=")[1] + `.judge (id text); CREATE TABLE ` + strings.Split(study, "search_path=")[1] + `.secret (id text)`); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{
		study: "has a table secret already, which is not of a workbench",
		strings.Split(study, "&search_path=")[0] + "&search_path=nowhere": "CREATE SCHEMA",
		"postgres://hed:sesame@127.0.0.1:1/none?sslmode=disable":          "cannot be reached",
		"postgres://hed:sesame@127.0.0.1:port/none":                       "open the database",
		"postgres://hed@127.0.0.1:1/none?password=sesame&sslmode=disable": "cannot be reached",
	} {
		_, err := Open(t.Context(), url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", url, err, want)
		} else if strings.Contains(err.Error(), "sesame") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

// testClaim has two servers for one database, whose connections are cut.
func testClaim(t *testing.T, server *postgres.Server) {
	name := server.Fresh(t)
	one, two, ctx := open(t, name), open(t, name), t.Context()
	lost := make(chan error, 1)
	release, err := one.Claim(ctx, func(err error) { lost <- err })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.Claim(ctx, nil); !errors.Is(err, ErrClaimed) {
		t.Errorf("two servers: %v", err)
	}
	if elsewhere, err := open(t, server.Fresh(t)).Claim(ctx, nil); err != nil {
		t.Errorf("another schema: %v", err)
	} else {
		elsewhere()
	}
	held := func() (n int) {
		if err := two.engine.(remote).QueryRowContext(ctx, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := two.engine.(remote).Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); held() != 1; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the claim was not taken again")
		}
	}
	release()
	again, err := two.Claim(ctx, nil)
	if err != nil {
		t.Fatalf("after its release: %v", err)
	}
	again()
	select {
	case err := <-lost:
		t.Error(err)
	default:
	}
}

// testAway takes the server away.
func testAway(t *testing.T, server *postgres.Server) {
	s := open(t, server.Fresh(t))
	fill(t, s)
	before := contents(t, s)
	server.Kill(t)
	s.engine.(remote).Patience = 100 * time.Millisecond
	for _, err := range []error{s.Ping(t.Context()), s.SetSecret(t.Context(), "a", []byte("b")), s.Delete(t.Context(), "p")} {
		away, ok := errors.AsType[*Away](err)
		if !ok || away.Sentence != "the database cannot be reached: check that its server runs" {
			t.Errorf("got %v", err)
		}
	}
	server.Up(t)
	if err := s.SetSecret(t.Context(), "a", []byte("b")); err != nil {
		t.Error(err)
	}
	s.engine.(remote).Patience = 3 * time.Minute
	server.Kill(t)
	var all sync.WaitGroup
	all.Go(func() {
		if err := s.SetSecret(t.Context(), "a", []byte("b")); err != nil { // it waits
			t.Error(err)
		}
	})
	server.Up(t)
	all.Wait()
	if d := cmp.Diff(before, contents(t, s)); d != "" {
		t.Error(d)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
