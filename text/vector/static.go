package vector

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/internal/mapped"
	"hed/tensor/safetensors"
)

// The files of a folder of static embeddings, as model2vec writes it.
const (
	weightsFile   = safetensors.WholeFile
	tokenizerFile = "tokenizer.json"
)

// readStatic reads the rows of an embedding whose tokens are whole words; a
// word that the tokenizer would cut has no vector. Tokens that only go on with
// a word (WordPiece's ##ing) are left out; where beginnings of words are
// marked (Ġ, ▁), the marked tokens alone are words. Byte-level tokens are
// not decoded, so in such a vocabulary only ASCII words are found.
func readStatic(dir string) (*Table, error) {
	name := filepath.Join(dir, tokenizerFile)
	words, err := readVocabulary(name)
	if err != nil {
		return nil, err
	}
	name = filepath.Join(dir, weightsFile)
	data, unmap, err := mapped.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer unmap()
	damaged := func(err error) error { return &corpus.SyntaxError{File: name, Msg: err.Error()} }
	rows, dim, numbers, err := embedding(data)
	if err != nil {
		return nil, damaged(err)
	}
	b := newBuilder(dim, min(len(words), rows))
	for _, id := range slices.Sorted(maps.Keys(words)) {
		if id >= rows {
			return nil, damaged(fmt.Errorf("%d rows, but token %q of %s has number %d", rows, words[id], tokenizerFile, id))
		}
		row := numbers[id*dim:][:dim]
		if i := slices.IndexFunc(row, func(x float32) bool { return !finite(x) }); i >= 0 {
			return nil, damaged(fmt.Errorf("row %d, of %q: value %d is %v; expected a finite number", id, words[id], i+1, row[i]))
		}
		if err := b.add([]byte(words[id]), row); err != nil {
			return nil, damaged(err)
		}
	}
	t, err := b.finish()
	if err != nil {
		return nil, damaged(err)
	}
	return t, nil
}

// readVocabulary returns the words of a tokenizer by number.
func readVocabulary(name string) (map[int]string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var tokenizer struct {
		Model struct {
			Type   string
			Prefix *string `json:"continuing_subword_prefix"`
			Vocab  json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &tokenizer); err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
	}
	model := tokenizer.Model
	ids := map[string]int{}
	if err := json.Unmarshal(model.Vocab, &ids); err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: fmt.Sprintf("model.vocab of type %q cannot be used; expected an object of tokens and numbers, as of WordPiece and BPE", model.Type)}
	}
	mark := ""
	for token := range ids {
		for _, m := range []string{"Ġ", "▁"} {
			if strings.HasPrefix(token, m) && len(token) > len(m) {
				mark = max(mark, m)
			}
		}
	}
	words := map[int]string{}
	for token, id := range ids {
		word, begins := strings.CutPrefix(token, mark)
		goesOn := model.Prefix != nil && *model.Prefix != "" && strings.HasPrefix(token, *model.Prefix) && token != *model.Prefix
		if !begins || word == "" || goesOn {
			continue
		}
		if other, ok := words[id]; ok || id < 0 {
			return nil, &corpus.SyntaxError{File: name, Msg: fmt.Sprintf("tokens %q and %q share the number %d", min(word, other), max(word, other), id)}
		}
		words[id] = word
	}
	return words, nil
}

// embedding gives the numbers of the only tensor with two dimensions, row by row. They
// may be memory of the file.
func embedding(file []byte) (rows, dim int, numbers []float32, err error) {
	tensors, err := safetensors.Parse(file)
	if err != nil {
		return 0, 0, nil, err
	}
	tensors = slices.DeleteFunc(tensors, func(t safetensors.Tensor) bool { return len(t.Shape) != 2 })
	slices.SortFunc(tensors, func(a, b safetensors.Tensor) int { return strings.Compare(a.Name, b.Name) })
	switch len(tensors) {
	case 0:
		return 0, 0, nil, errors.New("no tensor with two dimensions; expected an embedding")
	case 1:
	default:
		return 0, 0, nil, fmt.Errorf("%s and %s both have two dimensions; expected one embedding", tensors[0].Name, tensors[1].Name)
	}
	t := &tensors[0]
	rows, dim = t.Shape[0], t.Shape[1]
	if rows < 1 || rows > math.MaxInt32 || dim < 1 || dim > maxDim {
		return 0, 0, nil, fmt.Errorf("%s has the shape %v; expected words and 1 to %d dimensions", t.Name, t.Shape, maxDim)
	}
	if !t.Type.Fraction() {
		return 0, 0, nil, fmt.Errorf("%s is of type %s; expected F32, F16, BF16 or F64", t.Name, t.Type)
	}
	numbers, err = t.Float32s(nil)
	return rows, dim, numbers, err
}
