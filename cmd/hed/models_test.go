package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"hed/cmd/hed/internal/cli"
	"hed/neural/hub/hubtest"
)

// testModel reads a model of the tests of package encoder, or one that writes, of package decoder.
func testModel(name string) (map[string]string, error) {
	writes := "../../neural/decoder/testdata/" + name
	if _, err := os.Stat(writes); err == nil {
		return hubtest.Model(writes)
	}
	return hubtest.Model("../../neural/encoder/testdata/" + name)
}

// startHub starts a Hub on loopback with a few models: "hub", or "hub TOKEN" for one
// whose models are private. The programs of the script then use it, with an empty
// cache in the folder cache.
func startHub(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: hub [TOKEN]")
	}
	s := hubtest.Start()
	ts.Defer(s.Close)
	if len(args) == 1 {
		s.Token = args[0]
	}
	bert, err := testModel("bert")
	ts.Check(err)
	shards, err := testModel("xlm-roberta")
	ts.Check(err)
	bart, err := testModel("bart")
	ts.Check(err)
	add := func(name, revision, file, content string, less ...string) {
		files := maps.Clone(bert)
		for _, l := range less {
			delete(files, l)
		}
		if file != "" {
			files[file] = content
		}
		s.Add(name, revision, files)
	}
	add("bert", "main", "", "")
	add("bert", "v1", "tokenizer_config.json", `{"old": true}`)
	add("org/gpt2", "main", "config.json", `{"model_type": "gpt2"}`)
	add("org/pickled", "main", "pytorch_model.bin", "x", "model.safetensors")
	s.Add("org/shards", "main", shards)
	s.Add("org/bart", "main", bart)
	ts.Setenv("HF_ENDPOINT", s.URL)
	ts.Setenv("HF_HUB_CACHE", ts.MkAbs("cache"))
	ts.Setenv("HF_HOME", ts.MkAbs("home"))
}

// copyModel writes a model folder of the tests, with a tokenizer:
// "model bert DIR".
func copyModel(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: model NAME DIR")
	}
	files, err := testModel(args[0])
	ts.Check(err)
	for name, content := range files {
		at := filepath.Join(ts.MkAbs(args[1]), filepath.FromSlash(name))
		ts.Check(os.MkdirAll(filepath.Dir(at), 0o777))
		ts.Check(os.WriteFile(at, []byte(content), 0o666))
	}
}

// A pull that is stopped says that the next one continues, and that one does.
func TestPullIsStopped(t *testing.T) {
	s := hubtest.Start()
	defer s.Close()
	files, err := testModel("bert")
	if err != nil {
		t.Fatal(err)
	}
	s.Add("bert", "main", files)
	s.Silent["model.safetensors"] = true
	cache := filepath.Join(t.TempDir(), "cache")
	t.Setenv("HF_ENDPOINT", s.URL)
	t.Setenv("HF_HUB_CACHE", cache)
	t.Setenv("HF_TOKEN", "unused")
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		often := time.NewTicker(time.Millisecond)
		defer often.Stop()
		for s.Fetched() < int64(len(files["model.safetensors"])/2) {
			select {
			case <-ctx.Done():
				return
			case <-often.C:
			}
		}
		stop()
	}()
	var stdout, stderr bytes.Buffer
	code := cli.Run(ctx, []string{"models", "pull", "bert"}, nil, &stdout, &stderr, commands)
	if want := "what was fetched is kept; repeat the command to continue\nhed: interrupted\n"; code != cli.ExitError || stderr.String() != want || stdout.Len() > 0 {
		t.Fatalf("exit code %d\n%s%s", code, &stdout, &stderr)
	}
	parts, _ := filepath.Glob(filepath.Join(cache, "models--bert", "blobs", "*.incomplete"))
	if len(parts) != 1 {
		t.Fatal(parts)
	}
	stderr.Reset()
	if code := cli.Run(t.Context(), []string{"models", "pull", "bert"}, nil, &stdout, &stderr, commands); code != cli.ExitOK {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	if _, err := os.Stat(filepath.Join(strings.TrimSpace(stdout.String()), "model.safetensors")); err != nil {
		t.Error(err)
	}
	if s.Leaked() {
		t.Error("the token was sent to another host")
	}
}
