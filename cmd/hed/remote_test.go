package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/cmd/hed/internal/cli"
	"hed/generate/remote/remotetest"
	"hed/internal/race"
)

const endpointKey = "sk-test-91d04e2b77"

// endpoint sets what a user sets to reach a server, and gives the folder for their files.
func endpoint(t *testing.T, s *remotetest.Server) string {
	t.Helper()
	dir, cache := t.TempDir(), t.TempDir()
	for name, value := range map[string]string{"OPENAI_API_KEY": endpointKey, "OPENAI_BASE_URL": s.URL, "XDG_CACHE_HOME": cache, "HOME": cache, "LocalAppData": cache} {
		t.Setenv(name, value)
	}
	t.Cleanup(func() {
		for _, folder := range []string{dir, cache} {
			for name, data := range tree(t, folder) {
				if strings.Contains(data+name, endpointKey) {
					t.Errorf("%s has the key", name)
				}
			}
		}
	})
	return dir
}

// A server fails in all ways while a thousand documents are written, and hed is killed in the middle: each document has its
// own headline or a reason, in order, nothing that was answered before the kill is asked again but for what was
// on its way, and the cap holds.
func TestEndpointStorm(t *testing.T) {
	race.Skip(t, "generate/remote has the same storm")
	const documents, concurrency = 1000, 32
	s := remotetest.New(t, remotetest.Storm)
	dir := endpoint(t, s)
	var docs strings.Builder
	way := func(i int) int {
		if i%remotetest.Ways == 3 && i > 300 { // each takes two seconds
			return 0
		}
		return i % remotetest.Ways
	}
	for i := range documents {
		fmt.Fprintf(&docs, `{"id":"d%d","text":"Town %d goes its way %d in the rain today."}`+"\n", i, i, way(i))
	}
	writeFile(t, filepath.Join(dir, "docs.jsonl"), docs.String())
	args := func(cost string, more ...string) []string {
		spec := fmt.Sprintf("remote:model=m+timeout=2+concurrency=%d+price=1/2+cost=%s", concurrency, cost)
		return append([]string{"generate", "--docs", "docs.jsonl", "--with", spec, "--out", "out.jsonl", "--workers", "4"}, more...)
	}

	cmd, stderr := hedIn(dir, args("10")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if n, _ := s.Answered(); n > documents/3 {
			break
		}
		if time.Since(begun) > 5*time.Minute {
			cmd.Process.Kill()
			t.Fatalf("after five minutes it is not that far: %s", stderr)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()

	// A cap below what it takes ends it, and it continues with a higher one.
	spent := func() float64 { u := s.Tokens(); return float64(u.In+2*u.Out) / 1e6 }
	most := spent() + 1
	said := runHed(t, dir, cli.ExitError, args(fmt.Sprintf("%.6f", most), "--resume")...)
	if !strings.Contains(said, "raise cost to continue") || !strings.Contains(said, "--resume") {
		t.Errorf("got %s", said)
	}
	if spent() > most {
		t.Errorf("%g is spent, the cap is %g", spent(), most)
	}
	said += runHed(t, dir, cli.ExitOK, args("100", "--resume")...)
	if strings.Contains(said, endpointKey) {
		t.Errorf("the key is in %s", said)
	}
	if _, again := s.Answered(); again > concurrency {
		t.Errorf("%d were asked again, %d may have been on their way", again, concurrency)
	}
	lines := strings.Split(strings.TrimSpace(tree(t, dir)["out.jsonl"]), "\n")
	if len(lines) != documents {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		var got struct{ ID, Headline, Reason string }
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("Town %d goes its way %d", i, way(i))
		switch way(i) {
		case 6:
			want = "市议会决定关闭旧海港大桥 – il ponte è chiuso 🙂"
		case 7, 12, 15:
			want = ""
		case 9, 14:
			want = "The key is [key] today"
		}
		if got.ID != fmt.Sprint("d", i) || got.Headline != want || (got.Reason != "") != (want == "") {
			t.Fatalf("line %d is %s", i+1, line)
		}
	}
}

// Candidates are asked for by the flag; an evaluation with an endpoint has no key in its folder, and asks nothing that
// was answered before.
func TestEndpoint(t *testing.T) {
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		texts := []string{remotetest.Headline(a.Text())}
		if strings.HasPrefix(a.Text(), "Long") {
			texts[0] = strings.Repeat("rain ", 200)
		}
		for i := 1; i < a.N; i++ {
			texts = append(texts, fmt.Sprintf(`{"headline":"%s %d"}`, a.Key, i))
		}
		a.Say(w, texts...)
	})
	dir := endpoint(t, s)
	writeFile(t, filepath.Join(dir, "docs.jsonl"), `{"id":"a","text":"Rain falls.","headline":"Rain"}`+"\n"+`{"id":"b","text":"?","headline":"Snow"}`+"\n")
	runHed(t, dir, cli.ExitOK, "generate", "--docs", "docs.jsonl", "--with", "remote:model=m", "--candidates", "2", "--out", "two.jsonl")
	want := `{"id":"a","headline":"Rain falls.","candidates":[{"headline":"Rain falls.","score":0},{"headline":"[key] 1","score":0}]}` + "\n" +
		`{"id":"b","headline":"","candidates":[{"headline":"","score":0}]}` + "\n"
	if got := tree(t, dir)["two.jsonl"]; got != want {
		t.Errorf("got %s", got)
	}
	for _, out := range []string{"one", "two"} {
		said := runHed(t, dir, cli.ExitOK, "eval", "--docs", "docs.jsonl", "--generator", "chat=remote:model=m+price=0/1", "--metric", "rouge", "--out", out)
		if (out == "one") != strings.Contains(said, "1 request; 176 tokens read and 6 written, cost 0.000006") || (out == "two") != strings.Contains(said, "0 requests, 1 answer kept from before") {
			t.Errorf("%s: got %s", out, said)
		}
	}
	if s.Requests() != 2 {
		t.Errorf("%d requests", s.Requests())
	}
	// What is wrong with a headline is said when it is written.
	writeFile(t, filepath.Join(dir, "long.jsonl"), `{"id":"a","text":"Long rain falls.","headline":"Rain"}`+"\n"+`{"id":"b","text":"Snow falls.","headline":"Snow"}`+"\n")
	said := runHed(t, dir, cli.ExitOK, "eval", "--docs", "long.jsonl", "--generator", "chat=remote:model=m", "--metric", "rouge", "--out", "long")
	if strings.Count(said, "warning: chat has an empty headline for document a: the model answered with 200 words") != 1 {
		t.Errorf("got %s", said)
	}
}

// A model that always prefers the first headline answers a study, and is killed in the middle: the same command continues,
// nothing that was answered is asked again but for what was on its way, the report calls it biased, answers.csv has nothing of
// it, and the key is nowhere.
func TestStudyAnswer(t *testing.T) {
	const documents = 24
	s := remotetest.New(t, func(w http.ResponseWriter, a *remotetest.Ask) {
		said := map[string]string{}
		for line := range strings.Lines(a.Text()) {
			key, form, ok := strings.Cut(line, ": ")
			switch {
			case !ok || !strings.HasSuffix(form, "]\n"):
			case strings.Contains(form, "each once"):
				said[key] = "A>B>C"
			case strings.Contains(form, "[yes or no]"):
				said[key] = map[bool]string{true: "yes", false: "no"}[strings.HasSuffix(key, ".A")]
			default:
				said[key] = "A"
			}
		}
		data, _ := json.Marshal(said)
		time.Sleep(20 * time.Millisecond) // so that it can be killed
		a.Say(w, string(data))
	})
	dir := endpoint(t, s)
	var docs, one, two strings.Builder
	for i := range documents {
		fmt.Fprintf(&docs, `{"id":"d%d","text":"It rained in town %d.","headline":"Rain in town %d"}`+"\n", i, i, i)
		fmt.Fprintf(&one, "Town %d is wet\n", i)
		fmt.Fprintf(&two, "It rains on %d\n", i)
	}
	writeFile(t, filepath.Join(dir, "docs.jsonl"), docs.String())
	writeFile(t, filepath.Join(dir, "one.txt"), one.String())
	writeFile(t, filepath.Join(dir, "two.txt"), two.String())
	runHed(t, dir, cli.ExitOK, "study", "new", "--docs", "docs.jsonl", "--system", "one=one.txt", "--system", "two=two.txt",
		"--protocol", "suitability", "--cases", fmt.Sprint(documents), "--forms", "1", "--judges", "2", "--store", "s.db")
	args := []string{"study", "answer", "--store", "s.db", "--with", "remote:model=m+concurrency=2"}
	cmd, stderr := hedIn(dir, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if n, _ := s.Answered(); n > documents/2 {
			break
		}
		if time.Since(begun) > 5*time.Minute {
			cmd.Process.Kill()
			t.Fatalf("after five minutes it is not that far: %s", stderr)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	said := runHed(t, dir, cli.ExitOK, args...)
	if !strings.Contains(said, "m is judge m001: ") || !strings.Contains(said, " 0 without an answer") {
		t.Errorf("got %s", said)
	}
	if n, again := s.Answered(); n != 2*documents || again > 2 {
		t.Errorf("%d different requests were answered, %d again", n, again)
	}
	for _, args := range [][]string{{"report", "--out", "results"}, {"export", "--out", "answers"}, {"verify"}, {"status"}} {
		runHed(t, dir, cli.ExitOK, append([]string{"study", args[0], "--store", "s.db"}, args[1:]...)...)
	}
	files := tree(t, dir)
	for _, question := range []string{"correct", "attract", "appropriate", "rank"} {
		line := ""
		for l := range strings.Lines(files["results/positions.csv"]) {
			if strings.HasPrefix(l, "m001,"+question+",24,") {
				line = l
			}
		}
		if !strings.HasSuffix(line, ",yes\n") {
			t.Errorf("%s is not biased:\n%s", question, files["results/positions.csv"])
		}
	}
	if !strings.Contains(files["results/report.html"], "Model m001 (m at "+s.URL+") is biased by position") {
		t.Error("the page does not say that it is biased")
	}
	if files["answers/answers.csv"] != "judge,case,question,value\n" || files["answers/answers.jsonl"] != "" || strings.Count(files["answers/models.csv"], "\nm001,") != documents*11 {
		t.Errorf("exported are\n%s\n%s", files["answers/answers.csv"], files["answers/models.csv"])
	}
}
