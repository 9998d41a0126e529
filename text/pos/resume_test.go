package pos_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hed/internal/race"
	"hed/text/pos"
)

const (
	runs   = 3
	epochs = 2
)

// counted trains in a folder and counts the epochs that were not there yet.
func counted(t *testing.T, about pos.About, sentences []pos.Sentence, folder string, seed uint64) (model []byte, trained int) {
	t.Helper()
	last := 0
	tagger, err := pos.Train(t.Context(), about, sentences, pos.Options{
		Seed: seed, Runs: runs, Epochs: epochs, Folder: folder,
		Progress: func(done, all int) {
			if all != runs*epochs || done <= last || done > all {
				t.Errorf("%d of %d epochs are done, after %d", done, all, last)
			}
			if done == last+1 {
				trained++
			}
			last = done
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != runs*epochs {
		t.Errorf("%d epochs were done in the end", last)
	}
	return bytesOf(t, tagger), trained
}

func TestResume(t *testing.T) {
	about, folder := pos.About{Lang: "en"}, t.TempDir()
	want, _ := counted(t, about, tiny(), "", 1)
	why := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := pos.Train(ctx, about, tiny(), pos.Options{
		Seed: 1, Runs: runs, Epochs: epochs, Folder: folder,
		Progress: func(done, _ int) {
			if done == epochs+1 { // in the second run
				cancel(why)
			}
		},
	})
	if !errors.Is(err, why) {
		t.Fatalf("got %v, want %v", err, why)
	}
	if files := list(t, folder); len(files) != 1 {
		t.Fatalf("the folder has %q, want the first run", files)
	}
	got, trained := counted(t, about, tiny(), folder, 1)
	if !bytes.Equal(got, want) {
		t.Error("going on makes another tagger")
	}
	if trained != (runs-1)*epochs {
		t.Errorf("%d epochs were trained, want those of two runs", trained)
	}
	if got, trained := counted(t, about, tiny(), folder, 1); trained != 0 || !bytes.Equal(got, want) {
		t.Errorf("with all runs in the folder %d epochs were trained", trained)
	}
}

// TestResumeOther checks that only runs of the same training are used.
func TestResumeOther(t *testing.T) {
	race.Skip(t, "it is about files; TestWorkers has goroutines")
	about := pos.About{Lang: "en", Treebanks: []pos.Treebank{{Name: "a", Words: 9}}}
	fewer, retagged, rewritten := tiny()[1:], tiny(), tiny()
	retagged[3].Words[0].Tag = pos.DET
	rewritten[10].Surface = nil
	for _, test := range []struct {
		name      string
		about     pos.About
		sentences []pos.Sentence
		seed      uint64
	}{
		{"another seed", about, tiny(), 2},
		{"another language", pos.About{Lang: "it", Treebanks: about.Treebanks}, tiny(), 1},
		{"another treebank", pos.About{Lang: "en"}, tiny(), 1},
		{"fewer sentences", about, fewer, 1},
		{"another tag", about, retagged, 1},
		{"another spelling", about, rewritten, 1},
	} {
		folder := t.TempDir()
		counted(t, about, tiny(), folder, 1)
		want, _ := counted(t, test.about, test.sentences, "", test.seed)
		got, trained := counted(t, test.about, test.sentences, folder, test.seed)
		if trained != runs*epochs || !bytes.Equal(got, want) {
			t.Errorf("%s: runs of before are used, %d epochs were trained", test.name, trained)
		}
	}
}

func TestResumeDamaged(t *testing.T) {
	race.Skip(t, "it is about files; TestWorkers has goroutines")
	about, folder := pos.About{Lang: "en"}, t.TempDir()
	want, _ := counted(t, about, tiny(), folder, 1)
	file := filepath.Join(folder, "run1")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := map[string][]byte{
		"empty":      {},
		"another":    []byte("Senate passes budget bill\n"),
		"with more":  append(bytes.Clone(data), 0),
		"cut by one": data[:len(data)-1],
	}
	for i := 0; i < len(data); i += len(data)/20 + 1 {
		flipped := bytes.Clone(data)
		flipped[i] ^= 4
		damaged[fmt.Sprintf("damaged at %d", i)] = flipped
		damaged[fmt.Sprintf("cut at %d", i)] = data[:i]
	}
	for name, data := range damaged {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, trained := counted(t, about, tiny(), folder, 1); trained != epochs || !bytes.Equal(got, want) {
			t.Errorf("%s: %d epochs were trained, want those of one run", name, trained)
		}
	}
}

func list(t *testing.T, folder string) []string {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}
