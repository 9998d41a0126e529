package derive_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"hed/internal/race"
	"hed/numeral/derive"
)

// Training that was stopped goes on, does not repeat what was finished, and comes
// to the same bytes.
func TestTrainResumed(t *testing.T) {
	race.Skip(t, "it is one goroutine; TestTrain has several")
	const lessons = 200
	defer derive.Quick()()
	train := func(ctx context.Context, folder string, progress func(string, int, int)) ([]byte, error) {
		m, err := derive.Train(ctx, questions(lessons), derive.Training{Seed: 5, Workers: 1, Folder: folder, Progress: progress})
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = m.Write(&b)
		return b.Bytes(), err
	}
	want, err := train(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"lexical weights", "nets"} {
		ctx, cancel := context.WithCancel(t.Context())
		folder := t.TempDir()
		_, err := train(ctx, folder, func(doing string, done, _ int) {
			if doing == at && done == 2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: got %v", at, err)
		}
		kept, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(kept) < 3 { // vectors, and two of what it was at
			t.Fatalf("%s: kept %v", at, kept)
		}
		before := map[string]os.FileInfo{}
		for _, f := range kept {
			before[f], _ = os.Stat(f)
		}
		// A file that is damaged counts as nothing.
		bad := kept[0]
		if err := os.Truncate(bad, 100); err != nil {
			t.Fatal(err)
		}
		got, err := train(t.Context(), folder, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: going on changes the model", at)
		}
		for f, info := range before {
			if after, err := os.Stat(f); f != bad && (err != nil || !os.SameFile(info, after)) {
				t.Errorf("%s: %s was learnt again", at, filepath.Base(f))
			}
		}
		cancel()
	}
}
