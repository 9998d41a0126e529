package vector

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
)

// The files of a folder of static embeddings, as model2vec writes it.
const (
	weightsFile   = "model.safetensors"
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
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	ten, err := findTensor(f)
	if err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
	}
	b := newBuilder(ten.dim, 0)
	row := make([]float32, ten.dim)
	for _, id := range slices.Sorted(maps.Keys(words)) {
		if id >= ten.rows {
			return nil, &corpus.SyntaxError{File: name, Msg: fmt.Sprintf("%d rows, but token %q of %s has number %d", ten.rows, words[id], tokenizerFile, id)}
		}
		if err := ten.read(f, id, row); err != nil {
			return nil, &corpus.SyntaxError{File: name, Msg: fmt.Sprintf("row %d, of %q: %v", id, words[id], err)}
		}
		if err := b.add([]byte(words[id]), row); err != nil {
			return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
		}
	}
	t, err := b.finish()
	if err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
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

// A tensor is where rows of numbers lie in a file.
type tensor struct {
	rows, dim int
	half      bool
	offset    int64
}

// maxHead bounds the JSON of a safetensors file, as its own library does.
const maxHead = 100 << 20

func findTensor(f *os.File) (tensor, error) {
	info, err := f.Stat()
	if err != nil {
		return tensor{}, err
	}
	var length [8]byte
	if _, err := io.ReadFull(f, length[:]); err != nil {
		return tensor{}, fmt.Errorf("the file ends in its header")
	}
	n := binary.LittleEndian.Uint64(length[:])
	if n > maxHead || int64(n) > info.Size()-8 {
		return tensor{}, fmt.Errorf("the header would have %d bytes; this is no safetensors file, or it is cut", n)
	}
	head := make([]byte, n)
	if _, err := io.ReadFull(f, head); err != nil {
		return tensor{}, err
	}
	return chooseTensor(head, 8+int64(n), info.Size())
}

// chooseTensor returns the only tensor with two dimensions.
func chooseTensor(head []byte, start, size int64) (t tensor, err error) {
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(head, &entries); err != nil {
		return t, fmt.Errorf("the header is no JSON object: %w", err)
	}
	found := ""
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		var e struct {
			DType   string  `json:"dtype"`
			Shape   []int64 `json:"shape"`
			Offsets []int64 `json:"data_offsets"`
		}
		if name == "__metadata__" || json.Unmarshal(entries[name], &e) != nil || len(e.Shape) != 2 {
			continue
		}
		if found != "" {
			return t, fmt.Errorf("%s and %s both have two dimensions; expected one embedding", found, name)
		}
		found = name
		width := map[string]int64{"F32": 4, "F16": 2}[e.DType]
		if width == 0 {
			return t, fmt.Errorf("%s is of type %s; expected F32 or F16", name, e.DType)
		}
		rows, dim := e.Shape[0], e.Shape[1]
		if rows < 1 || rows > math.MaxInt32 || dim < 1 || dim > maxDim {
			return t, fmt.Errorf("%s has the shape %v; expected words and 1 to %d dimensions", name, e.Shape, maxDim)
		}
		if len(e.Offsets) != 2 || e.Offsets[0] < 0 || e.Offsets[0] > size || e.Offsets[1] != e.Offsets[0]+rows*dim*width || start+e.Offsets[1] > size {
			return t, fmt.Errorf("%s, %v, does not lie in the file; it may be cut", name, e.Shape)
		}
		t = tensor{int(rows), int(dim), width == 2, start + e.Offsets[0]}
	}
	if found == "" {
		return t, fmt.Errorf("no tensor with two dimensions; expected an embedding")
	}
	return t, nil
}
