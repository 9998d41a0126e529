package pos

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// A model file is a line that says what it is, a line of JSON, About, and the
// body, compressed: the lexicon, then the features in order of key, each with
// the weights that are not 0.

const (
	magic = "hed tagger 1\n"
	// FileName is what a model is called in the folder that training makes.
	FileName = "tagger.model"
	// maxBody bounds the memory that a damaged file can ask for. The English
	// body has 3 MB.
	maxBody = 64 << 20
)

// Open reads a model from a file, or from the folder that training made.
func Open(path string) (*Tagger, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, FileName)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("open a tagger: %w", err)
	}
	t, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; expected what 'hed train tagger' writes", path, err)
	}
	return t, nil
}

// Write writes the model as Open reads it.
func (t *Tagger) Write(w io.Writer) error {
	about, err := json.Marshal(t.About)
	if err != nil {
		return err
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(magic)
	b.Write(about)
	b.WriteByte('\n')
	b.Write(enc.EncodeAll(t.body(), nil))
	_, err = w.Write(b.Bytes())
	return err
}

func read(data []byte) (*Tagger, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("this is no tagger, or one of another version of hed")
	}
	head, rest, ok := bytes.Cut(rest, []byte("\n"))
	var about About
	if !ok || json.Unmarshal(head, &about) != nil {
		return nil, errors.New("the tagger has no readable head")
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	body, err := dec.DecodeAll(rest, nil)
	if err != nil {
		return nil, fmt.Errorf("the tagger is damaged: %w", err)
	}
	if checksum(body) != about.SHA256 {
		return nil, errors.New("the tagger is damaged: its hash is another")
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
