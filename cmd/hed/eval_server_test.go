package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEvalServer evaluates on a server: the folder has the bytes of one that was made here, and
// what cannot work leaves nothing anywhere.
func TestEvalServer(t *testing.T) {
	b := &bench{T: t, dir: t.TempDir()}
	for name, text := range map[string]string{
		"n.csv": "id,news,title\na,The council voted on Monday. It was late.,Council votes\nb,The mayor spoke. All listened.,Mayor speaks\n",
		"x.txt": "Council voted\nMayor spoke\n", "y.txt": "A\nB\n",
	} {
		if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.start()
	hed := func(token string, args ...string) (string, int) {
		cmd, said := hedIn(b.dir, args...)
		cmd.Env = append(cmd.Env, "HED_TOKEN="+token)
		err := cmd.Run()
		if _, ended := err.(*exec.ExitError); err != nil && !ended {
			t.Fatal(err)
		}
		return said.String(), cmd.ProcessState.ExitCode()
	}
	args := []string{"eval", "--docs", "n.csv", "--columns", "text=news,headline=title", "--system", "one=x.txt", "--system", "two=y.txt",
		"--baseline", "first,random:words=5", "--generator", "my=first:words=3", "--metric", "rouge,bleu", "--seed", "7", "--bootstrap", "200", "--chart", "bar,box", "--percent"}
	if said, code := hed("", append(args, "--out", "here")...); code != 0 {
		t.Fatal(said)
	}
	if said, code := hed(b.key, append(args, "--out", "there", "--server", b.base)...); code != 0 {
		t.Fatal(said)
	}
	if out, err := exec.Command("diff", "-r", filepath.Join(b.dir, "here"), filepath.Join(b.dir, "there")).CombinedOutput(); err != nil {
		t.Errorf("the folders differ: %s", out)
	}
	for _, c := range []struct {
		token, want string
		code        int
		more        []string
	}{
		{"", "HED_TOKEN is not set", 2, nil},
		{"wrong", "send a token that is known here", 1, nil},
		{b.key, `did you mean "rouge"`, 1, []string{"--metric", "ruoge"}},
		{b.key, "n.csv:1: ", 1, []string{"--format", "jsonl"}},
		{b.key, "does not go with --folds", 2, []string{"--resume"}},
	} {
		said, code := hed(c.token, append(append(args, c.more...), "--out", "no", "--server", b.base)...)
		if _, err := os.Stat(filepath.Join(b.dir, "no")); code != c.code || !strings.Contains(said, c.want) || err == nil {
			t.Errorf("%v: %d %s, %v", c.more, code, said, err)
		}
	}
	if page, _ := b.get("/projects"); strings.Count(page, `href="/projects/`) != 1 {
		t.Errorf("what could not begin is left on the server: %s", page)
	}
}
