package workbench

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A style is learnt from two corpora of a project, judges headlines on its page, and is chosen by its name in the form.
func TestModels(t *testing.T) {
	v := visit(t)
	if code, _ := v.post("/projects", url.Values{"name": {"Papers"}}); code != 200 {
		t.Fatal(code)
	}
	project := v.at
	token := v.token()
	var ids []string
	for name, headline := range map[string]string{"courier": "Council wins vote number %d, mayor says", "planet": "You will not believe what happened at meeting %d!"} {
		var text strings.Builder
		for n := range 60 {
			fmt.Fprintf(&text, `{"id":"%d","text":"The council met.","headline":"`+headline+`"}`+"\n", n, n)
		}
		v.upload("/add", token, [3]string{"project", "", strings.TrimPrefix(project, "/projects/")}, [3]string{"docs", name + ".jsonl", text.String()})
		if !strings.HasPrefix(v.at, "/corpora/") {
			t.Fatal(v.at)
		}
		ids = append(ids, strings.TrimPrefix(v.at, "/corpora/"))
	}
	if code, text := v.post(project+"/models/style", url.Values{"name": {"a style"}}); code != 422 || !strings.Contains(text, "choose the corpora") {
		t.Errorf("without a corpus: %d", code)
	}
	v.post(project+"/models/style", url.Values{"name": {"house style"}, "corpus": ids})
	model, text := v.at, ""
	for end := time.Now().Add(slow); !strings.Contains(text, "tells apart the styles of"); time.Sleep(10 * time.Millisecond) {
		if _, text = v.get(model); time.Now().After(end) {
			t.Fatal(text)
		}
	}
	for _, want := range []string{"How well it judges", "over 24 headlines", "What it judges by", "Words that speak for each"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on the page of the model", want)
		}
	}
	_, text = v.get(model + "?headline=" + url.QueryEscape("You will not believe this!"))
	if !regexp.MustCompile(`<li>planet.jsonl <progress[^>]*></progress> [6-9]\d%`).MatchString(text) {
		t.Errorf("what the classifier says: %s", text[strings.Index(text, "<h1"):])
	}
	_, text = v.get(project + "/evaluate?corpus=" + ids[0])
	if !strings.Contains(text, `>house style (courier.jsonl, planet.jsonl)</option>`) {
		t.Error("the model cannot be chosen in the form")
	}

	// Word vectors, and a file that is none.
	if code, text := v.upload(project+"/models", token, [3]string{"file", "some.vec", "2 3\nrain 1 0 0\nsnow 0 1 0\n"}); code != 200 || !strings.Contains(text, "word vectors, for the metric we") {
		t.Errorf("vectors: %d", code)
	}
	if code, text := v.upload(project+"/models", token, [3]string{"folder", "config.json", `{"model_type":"gpt2"}`}); code != 422 || strings.Contains(text, "/files/") {
		t.Errorf("no model: %d %s", code, text)
	}
	if code, text := v.upload(project+"/models", token); code != 422 || !strings.Contains(text, "choose the folder") {
		t.Errorf("nothing: %d", code)
	}
	if code, _ := v.upload(project+"/models", "another", [3]string{"file", "some.vec", "x"}); code != 400 {
		t.Errorf("another token: %d", code)
	}
	if _, text = v.get(project); strings.Count(text, `href="/models/`) != 2 {
		t.Error("the project does not list its models")
	}
}
