package wmd

import (
	"fmt"
	"slices"
	"strings"

	"hed/neural/encoder"
	"hed/neural/safetensors"
)

// embeddings reads the word embeddings of a model into memory, a row for each
// token. The encoder may have them on a device, so they are read again.
func embeddings(dir string, c encoder.Config) ([]float32, error) {
	archive, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	const suffix = "word_embeddings.weight" // the name that all architectures have for it
	for _, name := range archive.Names() {
		t, _ := archive.Tensor(name)
		if !strings.HasSuffix(name, suffix) || !slices.Equal(t.Shape, []int{c.Vocabulary, c.Hidden}) {
			continue
		}
		x, err := t.Float32s(nil)
		if err != nil {
			return nil, fmt.Errorf("read the word embeddings of %s: %w", dir, err)
		}
		if t.Type == safetensors.F32 { // memory of the file
			x = slices.Clone(x)
		}
		return x, nil
	}
	return nil, fmt.Errorf("the model %s has no tensor …%s of %d by %d numbers", dir, suffix, c.Vocabulary, c.Hidden)
}
