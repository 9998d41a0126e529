package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
	data "hed/internal/shared"
	"hed/numeral/cloze"
	"hed/run"
)

// command runs hed without settings and returns what it prints and its exit
// code.
func command(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	args = append(args, "--config", os.DevNull) // this folder has the sample hed.yaml
	code = cli.Run(context.Background(), args, strings.NewReader(""), &out, &err, commands)
	return out.String(), err.String(), code
}

// TestValidateNumHG: the rows are those of numeral/testdata/rejected.txt.
func TestValidateNumHG(t *testing.T) {
	stdout, stderr, code := command(t, "numerals", "validate", "--docs", data.File(t, "numhg/annotated.csv.gz"))
	if n := strings.Count(stdout, "\n"); n != 355 || code != cli.ExitGate || stderr != "hed: 355 annotations of 10495 fail\n" {
		t.Errorf("%d rows, exit code %d, %s", n, code, stderr)
	}
	var first cloze.Check
	if err := json.Unmarshal([]byte(strings.SplitN(stdout, "\n", 2)[0]), &first); err != nil || first.I != 18 {
		t.Errorf("the first is %+v, %v", first, err)
	}
}

// TestScoreExample scores the five lines that the official scorer comes with:
// the last has no newline, and is right.
func TestScoreExample(t *testing.T) {
	for _, c := range []struct{ hyp, want string }{
		{"prediction.txt", `"overall":1,"copy":1,"reasoning":1`},
		{"target.txt", `"overall":1,"copy":1,"reasoning":1`},
	} {
		file := func(name string) string { return data.File(t, "numhg/example/"+name) }
		stdout, stderr, code := command(t, "numerals", "score", "--hyp", file(c.hyp), "--gold", file("number_gt.txt"), "--type", file("number_type.txt"), "-f", "json")
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(stdout)); err != nil || code != cli.ExitOK {
			t.Fatalf("%v, exit code %d: %s", err, code, stderr)
		}
		if want := `{"n":5,"rules":{"strict":{` + c.want + `}`; !strings.HasPrefix(compact.String(), want) {
			t.Errorf("%s: %s\nwant %s", c.hyp, &compact, want)
		}
	}
}

// TestNumHGTables holds the numbers of docs/numerals-measured.md.
func TestNumHGTables(t *testing.T) {
	race.Skip(t, "it takes too long")
	stdout, stderr, code := command(t, "numerals", "stats", "--docs", data.File(t, "numhg/annotated.csv.gz"), "--percent")
	if code != cli.ExitOK {
		t.Fatal(stderr)
	}
	page, err := os.ReadFile("../../docs/numerals-measured.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), stdout) {
		t.Errorf("docs/numerals-measured.md does not have\n%s", stdout)
	}
}

// TestSplitNumHG splits as section 4.1 of the paper does.
func TestSplitNumHG(t *testing.T) {
	race.Skip(t, "it takes too long")
	out := filepath.Join(t.TempDir(), "folds")
	stdout, stderr, code := command(t, "split", "--docs", data.File(t, "numhg/annotated.csv.gz"),
		"--folds", "5", "--ratio", "0.7,0.1,0.2", "--stratify", "operator", "--out", out, "-f", "json")
	if code != cli.ExitOK {
		t.Fatal(stderr)
	}
	var r run.SplitRecord
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	tested := 0
	for f, fold := range r.Folds {
		tested += fold.Test.Documents
		if fold.Train.Documents != 7346 || fold.Dev.Documents != 1050 || fold.Test.Documents != 2099 || fold.Test.Strata["Divide"] != 3 {
			t.Errorf("fold %d: %+v", f+1, fold)
		}
	}
	if r.Documents != 10495 || r.Articles != 10495 || tested != r.Documents {
		t.Errorf("%d documents, %d articles, %d tested", r.Documents, r.Articles, tested)
	}
	stdout, stderr, code = command(t, "numerals", "stats", "--docs", filepath.Join(out, "fold2", "test.jsonl"), "-f", "json")
	if code != cli.ExitOK || !strings.Contains(stdout, `"questions": 2099,`) {
		t.Errorf("%s%s", stdout, stderr)
	}
}
