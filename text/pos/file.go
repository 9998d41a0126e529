package pos

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"hed/internal/modelfile"
)

// A model file is a line that says what it is, a line of JSON, About, and the
// body, compressed: the lexicon, then the features in order of key, each with
// the weights that are not 0.

// FileName is what a model is called in the folder that training makes.
const FileName = "tagger.model"

// The English body has 3 MB.
var kind = modelfile.Kind{What: "tagger", Magic: "hed tagger 1\n", File: FileName, Most: 64 << 20}

// Open reads a model from a file, or from the folder that training made.
func Open(path string) (*Tagger, error) {
	data, path, err := kind.Open(path)
	if err != nil {
		return nil, err
	}
	t, err := read(data)
	if err != nil {
		return nil, &modelfile.Error{What: kind.What, File: path, Err: err}
	}
	return t, nil
}

// Write writes the model as Open reads it.
func (t *Tagger) Write(w io.Writer) error { return kind.Write(w, t.About, t.body()) }

func read(data []byte) (*Tagger, error) {
	var about About
	body, err := kind.Read(data, &about)
	if err != nil {
		return nil, err
	}
	if checksum(body) != about.SHA256 {
		return nil, errors.New("the tagger is damaged: its hash does not match")
	}
	lex, w, err := parseBody(body)
	if err != nil {
		return nil, err
	}
	return newTagger(about, lex, w), nil
}

func checksum(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
