package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
)

// oldFolders has what hed 0.1.0 wrote; testdata/old/README.md lists it.
const oldFolders = "testdata/old/folders.tar.gz"

// unpack writes the files of a packed archive to a folder.
func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		at := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.FileInfo().IsDir() {
			err = os.MkdirAll(at, 0o777)
		} else {
			var data []byte
			if data, err = io.ReadAll(t); err == nil {
				err = os.WriteFile(at, data, 0o666)
			}
		}
		if err != nil {
			return err
		}
	}
}

// unpackOld writes what hed 0.1.0 wrote to the folder old: "old".
func unpackOld(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: old")
	}
	ts.Check(unpack(oldFolders, ts.MkAbs("old")))
}

// Work that hed 0.1.0 began and that was killed is gone on with, or refused with
// a word on what to do and nothing changed. Either way the same results come out
// in the end as if it had never been begun.
func TestOldUnfinished(t *testing.T) {
	race.Skip(t, "it takes too long")
	for _, c := range []struct {
		name, args, out, other string
	}{
		{"eval", "eval --docs many.txt.gz --ref sys.txt.gz --system a=sys.txt.gz --baseline random --metric rouge:profile=hevas+types=1/SU --chart none", "killed", "whole"},
		{"generate", "generate --docs many.txt.gz --with random", "headlines.jsonl", "whole.jsonl"},
		{"train", "train tagger --conllu killed.conllu --lang it", "killed-tagger", "whole-tagger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := unpack(oldFolders, dir); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(c.args)
			runHed(t, dir, cli.ExitOK, append(args, "--out", c.other)...)
			want := tree(t, filepath.Join(dir, c.other))

			before := withoutLocks(tree(t, dir))
			cmd, stderr := hedIn(dir, append(args, "--out", c.out, "--resume")...)
			err := cmd.Run()
			switch code := cmd.ProcessState.ExitCode(); {
			case code == cli.ExitOK && strings.HasPrefix(stderr.String(), "continuing after "):
			case code == cli.ExitError && strings.Contains(stderr.String(), "leave --resume out to start again"):
				if d := cmp.Diff(before, withoutLocks(tree(t, dir))); d != "" {
					t.Errorf("it was refused, and has changed something:\n%s", d)
				}
				runHed(t, dir, cli.ExitOK, append(args, "--out", c.out)...)
			default:
				t.Fatalf("%v\n%s", err, stderr)
			}
			if d := cmp.Diff(want, tree(t, filepath.Join(dir, c.out))); d != "" {
				t.Errorf("other results than without what was there:\n%s", d)
			}
			for name := range tree(t, dir) {
				if strings.HasPrefix(filepath.ToSlash(name), c.out+"/.") || strings.HasPrefix(name, "."+c.out) {
					t.Errorf("%s is left", name)
				}
			}
		})
	}
}

// withoutLocks leaves out the files that say that hed is at work, which what was killed left
// and the next one removes.
func withoutLocks(files map[string]string) map[string]string {
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasSuffix(name, "lock") })
	return files
}
