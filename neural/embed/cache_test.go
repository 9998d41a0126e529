package embed_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/neural/embed"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// TestHit gives what is kept in place of computing, and that for its own text, types,
// layer and kind alone. A text of one token has as many numbers of both kinds.
func TestHit(t *testing.T) {
	dir := folder(t, "tiny")
	_, plain := open(t, dir, "")
	_, m := open(t, dir, t.TempDir())
	text := &tokenizer.Encoding{IDs: []int32{5}, Types: []int32{0}}
	typed := &tokenizer.Encoding{IDs: []int32{5}, Types: []int32{1}}
	planted := make([]float32, m.Config().Hidden)
	for i := range planted {
		planted[i] = float32(i) + 0.5
	}
	m.Plant(1, text, planted)
	states := func(m *embed.Model, layer int, text *tokenizer.Encoding) []float32 {
		t.Helper()
		var b embed.Batch
		if err := m.States(t.Context(), []*tokenizer.Encoding{text}, layer, &b); err != nil {
			t.Fatal(err)
		}
		return b.States[0].Row(0)
	}
	for range 2 { // the second time, all comes from the cache
		if got := states(m, 1, text); !slices.Equal(got, planted) {
			t.Errorf("what is kept is not served: %v", got)
		}
		for layer := range 3 {
			if got, want := states(m, layer, typed), states(plain, layer, typed); !slices.Equal(got, want) {
				t.Errorf("layer %d, another type: got %v, want %v", layer, got, want)
			}
			if got, want := states(m, layer, text), states(plain, layer, text); layer != 1 && !slices.Equal(got, want) {
				t.Errorf("layer %d: got %v, want %v", layer, got, want)
			}
		}
		means, err := m.Means(t.Context(), []*tokenizer.Encoding{text}, 1)
		if want := states(plain, 1, text); err != nil || !slices.Equal(means.Row(0), want) {
			t.Errorf("means: got %v, %v, want %v", means, err, want)
		}
	}
}

// TestSwept leaves no more in the cache than it may have, once the models are closed.
func TestSwept(t *testing.T) {
	dir, cache := folder(t, "tiny"), t.TempDir()
	for _, bound := range []int64{1 << 20, 10} {
		models, m := open(t, dir, cache)
		models.Bound(bound)
		results(t, m, texts(t, m, 5))
		if err := models.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(cache, "embeddings", "*", "0*"))
		if err != nil || len(files) > 0 != (bound > 10) {
			t.Errorf("of at most %d bytes there are %v, %v", bound, files, err)
		}
	}
}

// TestPlace keeps results by the model, by what the processor makes of a text, and by
// the version of what is kept.
func TestPlace(t *testing.T) {
	dir, other := folder(t, "tiny"), folder(t, "other")
	config := filepath.Join(other, "config.json")
	data, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	write(t, config, strings.Replace(string(data), "1e-12", "1e-2", 1))
	cache := t.TempDir()
	_, a := open(t, dir, cache)
	_, b := open(t, other, cache)
	_, c := open(t, dir, "")
	if a.Probe() == b.Probe() || a.Probe() != c.Probe() {
		t.Error("the probes of two models are the same, or those of one are not")
	}
	results(t, a, texts(t, a, 3))
	probe := a.Probe()
	name := fmt.Sprintf("%s*-%x-%d", a.Hash, probe[:4], embed.Version)
	if found, err := filepath.Glob(filepath.Join(cache, "embeddings", name)); err != nil || len(found) != 1 {
		t.Errorf("%s: %v, %v", name, found, err)
	}
}

// TestCancelled ends at once: also where nothing is to be computed, and where another
// one computes.
func TestCancelled(t *testing.T) {
	_, m := open(t, folder(t, "tiny"), t.TempDir())
	list := texts(t, m, 5)
	results(t, m, list)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var b embed.Batch
	if err := m.States(ctx, list, 1, &b); !errors.Is(err, context.Canceled) {
		t.Errorf("all is kept: %v", err)
	}
	letGo := m.Hold()
	defer letGo()
	ctx, cancel = context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := m.States(ctx, list, 2, &b); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("another one computes: %v", err)
	}
}

// TestWords takes the words of a model without a device, which states ask for.
func TestWords(t *testing.T) {
	dir, chosen := folder(t, "tiny"), 0
	models := embed.New(func() (tensor.Device, error) {
		chosen++
		return tensor.New(1), nil
	}, "")
	defer models.Close()
	m, err := models.OpenWords(dir)
	if err != nil {
		t.Fatal(err)
	}
	if words, c := m.Words(), m.Config(); words.Rows != c.Vocabulary || words.Cols != c.Hidden || chosen > 0 {
		t.Errorf("%d words of %d numbers, %d devices", words.Rows, words.Cols, chosen)
	}
	_, plain := open(t, dir, "")
	list := texts(t, m, 5)
	if !slices.Equal(results(t, m, list), results(t, plain, list)) || chosen != 1 {
		t.Errorf("the results differ, or there are %d devices", chosen)
	}
	if again, err := models.Open(dir); again != m || err != nil {
		t.Errorf("opened twice: %v", err)
	}
	none := embed.New(func() (tensor.Device, error) { return nil, errors.New("no card") }, "")
	defer none.Close()
	if m, err = none.OpenWords(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Means(t.Context(), list, 1); err == nil || err.Error() != "no card" {
		t.Errorf("got %v", err)
	}
}
