// Package shared gives tests the real data that is not part of the
// repository. It lies in the folder shared/data beside the checkout; a test
// that asks for it is skipped where it is not there.
package shared

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// File returns the path of a file of the data.
func File(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(root(t), "..", "shared", "data", filepath.FromSlash(name))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("skipped: there is no ../shared/data/%s", name)
	}
	return path
}

// root is the folder of go.mod.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// An Article is a row of the NumHG corpus (Huang et al. 2024: "NumHG: A
// Dataset for Number-Focused Headline Generation").
type Article struct{ Text, Headline string }

// NumHG returns all 10,495 articles, in the order of the file.
func NumHG(t testing.TB) []Article {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(Gunzip(t, File(t, "numhg/annotated.csv.gz")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	text, headline := slices.Index(rows[0], "text"), slices.Index(rows[0], "summary")
	var all []Article
	for _, row := range rows[1:] {
		all = append(all, Article{row[text], row[headline]})
	}
	return all
}

// Gunzip returns what is in a compressed file.
func Gunzip(t testing.TB, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return string(data)
}
