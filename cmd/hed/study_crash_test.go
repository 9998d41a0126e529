package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/postgres"
	"hed/store"
	"hed/study"
)

// TestStudyCrash lets simulated judges do a study while their server is killed again
// and again, on both stores: every judge must finish, and what was acknowledged must
// be there, once. It is short unless HED_LONG is set: then 60 judges work for two
// minutes and the server is killed about every ten seconds.
func TestStudyCrash(t *testing.T) {
	load := crash{judges: 12, cases: 6, every: 120, pace: 15 * time.Millisecond}
	if os.Getenv("HED_LONG") != "" {
		load = crash{judges: 60, cases: 28, every: 1800, pace: 300 * time.Millisecond}
	}
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		load.run(t, "study.db")
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		load.run(t, postgres.Start(t).Fresh(t))
	})
}

// A crash is how hard it is.
type crash struct {
	judges, cases int
	every         int           // answers that a server acknowledges before it is killed: by the clock, a busy machine would get nowhere
	pace          time.Duration // of the judges
}

func (c crash) run(t *testing.T, name string) {
	dir := t.TempDir()
	forms := c.judges / 3
	writeNews(t, dir, c.cases*forms+5)
	runHed(t, dir, 0, "study", "new", "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--system", "c=c.txt",
		"--protocol", "suitability", "--cases", strconv.Itoa(c.cases), "--forms", strconv.Itoa(forms), "--judges", "3", "--store", name)
	port := freePort(t)
	base := "http://127.0.0.1:" + port
	invite := exec.Command("hed", "study", "invite", "--store", name, "--judges", strconv.Itoa(c.judges), "--base-url", base)
	invite.Dir = dir
	links, err := invite.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "links.txt"), links, 0o666); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	judges, said := hedIn(dir, "study", "simulate", "--server", base, "--links", "links.txt", "--pace", c.pace.String(), "--journal", "journal.jsonl")
	if err := judges.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- judges.Wait() }()
	kills := 0
	var complaints strings.Builder
	acknowledged := func() int {
		journal, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		if err != nil {
			return 0 // none is begun yet
		}
		return bytes.Count(journal, []byte("\n"))
	}
	for alive := true; alive; {
		server, stderr := hedIn(dir, "study", "serve", "--store", name, "--listen", "127.0.0.1:"+port)
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		before := acknowledged()
		for living := true; living; {
			select {
			case err := <-done:
				if err != nil {
					t.Errorf("the judges: %v\n%s", err, said)
				}
				alive, living = false, false
			case <-time.After(10 * time.Millisecond):
				if living = acknowledged() < before+c.every; !living {
					kills++
				}
			case <-ctx.Done():
				judges.Process.Kill()
				t.Fatalf("judges are not done\n%s", said)
			}
		}
		server.Process.Kill() // which is kill -9
		server.Wait()
		complaints.WriteString(stderr.String())
	}
	for _, bad := range []string{"locked", "panic", "warning"} {
		if strings.Contains(complaints.String(), bad) {
			t.Errorf("the server said %q:\n%s", bad, complaints.String())
			break
		}
	}
	t.Logf("killed %d times; %s", kills, strings.TrimSpace(said.String()))
	if kills == 0 {
		t.Error("the server was never killed, so nothing is shown")
	}
	if !strings.Contains(name, "://") {
		name = filepath.Join(dir, name)
	}
	compareJournal(t, filepath.Join(dir, "journal.jsonl"), name)
}

// compareJournal sees that all that was acknowledged was kept, once, and nothing else.
// Simulated judges change no answer, so that each question has one in the history too.
func compareJournal(t *testing.T, journal, name string) {
	t.Helper()
	acknowledged := map[string]string{}
	f, err := os.Open(journal)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var a struct {
			Judge, Question, Value string
			Case                   int
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		acknowledged[fmt.Sprint(a.Judge, " ", a.Case, " ", a.Question)] = a.Value
	}
	kept := map[string]string{}
	st, err := store.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for a, err := range st.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		key := fmt.Sprint(a.Judge, " ", a.Case, " ", a.Question)
		if _, twice := kept[key]; twice {
			t.Errorf("%s is there twice", key)
		}
		kept[key] = a.Value
	}
	// An answer can be kept whose acknowledgement was lost with the server; the judge
	// sends it again and learns of it, so at the end both agree.
	if diff := cmp.Diff(acknowledged, kept); diff != "" {
		t.Errorf("acknowledged, but not kept (-), or kept, but not acknowledged (+):\n%.2000s", diff)
	}
	if len(kept) == 0 {
		t.Error("there is no answer")
	}
}

// csvRows are those of a CSV file, without its head.
func csvRows(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// writeNews writes a corpus and the headlines of three systems.
func writeNews(t *testing.T, dir string, n int) {
	t.Helper()
	files := map[string]*strings.Builder{"news.jsonl": {}, "a.txt": {}, "b.txt": {}, "c.txt": {}}
	for i := range n {
		fmt.Fprintf(files["news.jsonl"], `{"id":"n%d","text":"The council of town %d voted on Monday to spend %d euros on a bridge. Its mayor spoke.","headline":"Town %d Votes for a Bridge"}`+"\n", i, i, 1000+i, i)
		fmt.Fprintf(files["a.txt"], "Town %d spends %d euros\n", i, 1000+i)
		fmt.Fprintf(files["b.txt"], "Mayor of town %d speaks on Monday\n", i)
		fmt.Fprintf(files["c.txt"], "A bridge for town %d\n", i)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// freePort is one that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// ready waits until the server answers.
func ready(t *testing.T, base string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		resp, err := http.Get(base + "/healthz")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
	}
	t.Fatalf("%s does not answer", base)
}
