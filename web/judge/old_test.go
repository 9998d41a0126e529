package judge_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"hed/internal/postgres"
	"hed/store"
	"hed/study"
	"hed/study/outcome"
	"hed/web/judge"
)

// TestOld opens stores that an older hed wrote and goes on with them; see the README
// beside them.
func TestOld(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		packed, err := gzip.NewReader(bytes.NewReader(old(t, "study.db.gz")))
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(packed)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "study.db")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		testOld(t, name, "sqlite.json")
	})
	t.Run("postgres", func(t *testing.T) {
		if testing.Short() {
			t.Skip("a server takes seconds")
		}
		t.Parallel()
		url, _, _ := strings.Cut(postgres.Start(t).Fresh(t), "&search_path=")
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.PgConn().Exec(t.Context(), string(old(t, "study.sql"))).ReadAll(); err != nil {
			t.Fatal(err)
		}
		testOld(t, url+"&search_path=old", "postgres.json")
	})
}

func old(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "store", "storetest", "testdata", "old", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func testOld(t *testing.T, name, facts string) {
	var known struct {
		Password, Code, Cookie string
		Judges                 []string
		At                     time.Time
	}
	if err := json.Unmarshal(old(t, facts), &known); err != nil {
		t.Fatal(err)
	}
	kept, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	exported(t, kept, string(old(t, "answers.csv")), string(old(t, "ratings.csv")))
	st, err := kept.Study(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, kept, st, judge.Options{})
	s.still = known.At

	// The session goes on, and ends when it was to end; the password opens another.
	c := &client{s, map[string]string{"hed": known.Cookie}}
	if r, text := c.do("GET", "/coordinator", nil); r.StatusCode != 200 || !strings.Contains(text, "0 of 2 cases have all their judges") {
		t.Errorf("the session: %s %.500s", r.Status, text)
	}
	s.pass(13 * time.Hour)
	if _, text := c.do("GET", "/coordinator", nil); strings.Contains(text, "cases have all their judges") {
		t.Error("the session has no end")
	}
	if r := c.login("another " + known.Password); r.StatusCode != 401 {
		t.Errorf("a wrong password: %s", r.Status)
	}
	if r := c.login(known.Password); r.StatusCode != 303 {
		t.Errorf("the password: %s", r.Status)
	}
	if r, text := c.do("GET", "/coordinator", nil); r.StatusCode != 200 || !strings.Contains(text, "0 of 2 cases have all their judges") {
		t.Errorf("the dashboard: %s", r.Status)
	}
	if r, text := s.send("POST", "/api/v1/enrol", `{"code":"`+known.Code+`"}`, "Content-Type", "application/json"); r.StatusCode != 200 {
		t.Errorf("the code: %s %s", r.Status, text)
	}

	// The first judge is where he was, and both judges finish.
	first, second := known.Judges[0], known.Judges[1]
	if w := s.call(first, "GET", "work", "", 200); w["case"] != 1.0 || !cmp.Equal(w["answers"], any(map[string]any{"correct.A": "yes"})) {
		t.Errorf("the first judge has %v with %v", w["case"], w["answers"])
	}
	if got := s.put(first, 1, "correct.B", "no", 200)["judge"]; got != "j001" {
		t.Errorf("the answer is of %v", got)
	}
	s.call(second, "POST", "about/close", "", 204)
	if w := s.call(second, "GET", "work", "", 200); w["state"] != "case" || w["judge"] != "j002" {
		t.Errorf("the second judge has %v", w)
	}
	three := func(all map[string]string) map[string]string {
		of := map[string]string{}
		for q, v := range all {
			if !strings.Contains(q, "D") {
				of[q] = strings.ReplaceAll(v, "D>", "")
			}
		}
		return of
	}
	s.step(first, 1, 0, three(firstStep))
	s.step(first, 1, 1, three(secondStep))
	for number := range 2 {
		s.step(second, number, 0, three(firstStep))
		s.step(second, number, 1, three(secondStep))
	}
	d, err := outcome.Load(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	if p := d.Progress(); p.Complete != 2 || p.Answers != 44 {
		t.Errorf("afterwards %d cases are complete with %d answers, want 2 with 44", p.Complete, p.Answers)
	}
	// What the older hed saved and what came since is sealed alike.
	if r, err := kept.Verify(t.Context()); err != nil || r.Unsealed || r.Err() != nil {
		t.Errorf("it was verified with %+v, %v", r, err)
	}
}

// exported compares what a store exports with what the older hed exported.
func exported(t *testing.T, s study.Store, answers, ratings string) {
	t.Helper()
	d, err := outcome.Load(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var a, r strings.Builder
	if err := d.WriteCSV(&a, false); err != nil {
		t.Fatal(err)
	}
	if err := d.WriteRatings(&r, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(answers+ratings, a.String()+r.String()); diff != "" {
		t.Errorf("the export (-older hed, +this one):\n%s", diff)
	}
}
