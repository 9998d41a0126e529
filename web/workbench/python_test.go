package workbench

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"hed/run"
	"hed/workbench"
)

var pythonBlock = regexp.MustCompile("(?s)```python\n(.*?)```")

// TestPython runs the program of docs/team.md.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || exec.Command(python, "-c", "import requests").Run() != nil {
		t.Skip("skipped: there is no Python with the package requests")
	}
	page, err := os.ReadFile("../../docs/team.md")
	if err != nil {
		t.Fatal(err)
	}
	program := pythonBlock.FindSubmatch(page)
	if program == nil {
		t.Fatal("the page has no program")
	}
	m, dir := newTeam(t), t.TempDir()
	bob := m.program("bob", workbench.RunScope)
	for name, text := range map[string]string{
		"news.jsonl": `{"id":"a","text":"The council voted on Monday. It was late.","headline":"Council votes"}` + "\n" + `{"id":"b","text":"The mayor spoke. All listened.","headline":"Mayor speaks"}` + "\n",
		"ours.txt":   "Council voted\nThe mayor speaks\n", "program.py": string(program[1]),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), python, "program.py")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HED_SERVER="+bob.url, "HED_TOKEN="+bob.token, "NO_PROXY=127.0.0.1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := run.Open(filepath.Join(dir, "results"))
	if err != nil || f.Record.Documents != 2 || len(f.Record.Systems) != 2 {
		t.Errorf("the results: %v", err)
	}
}
