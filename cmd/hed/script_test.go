package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/rogpeppe/go-internal/testscript"

	"hed/cmd/hed/internal/cli"
	"hed/internal/golden"
	"hed/internal/race"
)

// quickExit keeps a program with the race detector in it from waiting a
// second at its end for races of others.
const quickExit = "GORACE=atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hed": main})
}

// concurrent are scripts whose programs do several things at a time: enough for
// the race detector, under which a program takes five times as long.
var concurrent = []string{
	"eval_baseline_settings", "eval_folds", "fit", "generate", "models_pull", "neural", "null", "numerals_solve",
	"score_docs", "study_report", "train", "train_folds", "train_vectors", "transformer",
}

// TestScript runs testdata/script: command lines with what they must print.
func TestScript(t *testing.T) {
	race.Skip(t, "TestScriptConcurrent has those that do several things at a time")
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	runScripts(t, slices.DeleteFunc(scripts, func(file string) bool {
		return slices.Contains(concurrent, strings.TrimSuffix(filepath.Base(file), ".txtar"))
	}))
}

// TestScriptConcurrent runs the others.
func TestScriptConcurrent(t *testing.T) {
	var scripts []string
	for _, name := range concurrent {
		scripts = append(scripts, filepath.Join("testdata", "script", name+".txtar"))
	}
	runScripts(t, scripts)
}

func runScripts(t *testing.T, files []string) {
	testscript.Run(t, testscript.Params{
		Files:         files,
		UpdateScripts: golden.Updating(),
		Setup: func(env *testscript.Env) error {
			cache := filepath.Join(env.WorkDir, ".cache") // not the user's
			env.Vars = append(env.Vars, quickExit, "XDG_CACHE_HOME="+cache, "HOME="+cache, "LocalAppData="+cache)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"bytes":   writeBytes,
			"gzip":    compress(".gz", gzipped),
			"zstd":    compress(".zst", zstdEncoded),
			"parquet": writeParquet,
			"head":    head,
			"long":    long,
			"hub":     startHub,
			"model":   copyModel,
			"old":     unpackOld,
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" { // who may write everywhere
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// long writes one line of more words than pairs of them fit into memory, or
// of as many bytes as are asked for.
func long(ts *testscript.TestScript, neg bool, args []string) {
	bytes := 88_000
	if len(args) == 2 {
		var err error
		bytes, err = strconv.Atoi(args[1])
		ts.Check(err)
	} else if neg || len(args) != 1 {
		ts.Fatalf("usage: long FILE [BYTES]")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat("word other ", bytes/11)), 0o666))
}

// notForUsers is what no message may have in it.
var notForUsers = regexp.MustCompile(`Usage:|strconv|goroutine|panic|runtime error|%!|\.tmp-|invalid syntax`)

// exits runs a program, "exits 2 hed score", and compares its exit code.
// One that fails prints a message and no result; a gate that says no prints
// both.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("run %s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	switch {
	case got != want:
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, stdout, stderr)
	case want == 0:
	case stdout != "" && want != cli.ExitGate || stderr == "":
		ts.Fatalf("a failure must print a message and no result\n[stdout]\n%s[stderr]\n%s", stdout, stderr)
	case notForUsers.MatchString(stderr):
		ts.Fatalf("%q is no word for users\n%s", notForUsers.FindString(stderr), stderr)
	}
}

// writeBytes makes a file of a quoted Go string, for what is no text.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	s, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(s), 0o666))
}

// head cuts a file to its first bytes: "head FILE N", or off its end with -N.
func head(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	data := ts.ReadFile(args[0])
	if n < 0 {
		n += len(data)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(data[:n]), 0o666))
}

// compress replaces FILE by FILE.gz or FILE.zst.
func compress(ending string, encode func([]byte) []byte) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		for _, name := range args {
			ts.Check(os.WriteFile(ts.MkAbs(name)+ending, encode([]byte(ts.ReadFile(name))), 0o666))
			ts.Check(os.Remove(ts.MkAbs(name)))
		}
	}
}

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func zstdEncoded(data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	return w.EncodeAll(data, nil)
}

// writeParquet makes OUT.parquet of IN.csv with id, text and headline.
func writeParquet(ts *testscript.TestScript, _ bool, args []string) {
	type row struct {
		ID       string `parquet:"id"`
		Text     string `parquet:"text"`
		Headline string `parquet:"headline"`
	}
	records, err := csv.NewReader(strings.NewReader(ts.ReadFile(args[0]))).ReadAll()
	ts.Check(err)
	var rows []row
	for _, r := range records[1:] {
		rows = append(rows, row{r[0], r[1], r[2]})
	}
	ts.Check(parquet.WriteFile(ts.MkAbs(args[1]), rows))
}
