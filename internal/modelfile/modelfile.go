// Package modelfile frames the files of trained models, a line that says what it
// is, a line of JSON about it, and a compressed body; and of what is kept
// while they are trained ([Keep]).
package modelfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// A Kind is a kind of model.
type Kind struct {
	What  string // for messages, as "tagger"
	Magic string // the first line, with the version
	File  string // its name in the folder that training makes
	Most  uint64 // bytes of a body, which bounds what a damaged file can ask for
}

// An Error is a file that is no model of the kind, or a damaged one.
type Error struct {
	What string // the kind
	File string
	Err  error
}

func (e *Error) Error() string { return e.File + ": " + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Open reads a file, or the one in the folder that training made, and returns
// its path.
func (k *Kind) Open(path string) (data []byte, file string, err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, k.File)
	}
	if data, err = os.ReadFile(path); err != nil {
		return nil, path, fmt.Errorf("open a %s: %w", k.What, err)
	}
	return data, path, nil
}

// Write writes a file. The same model gives the same bytes.
func (k *Kind) Write(w io.Writer, about any, body []byte) error {
	head, err := json.Marshal(about)
	if err != nil {
		return err
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(k.Magic)
	b.Write(head)
	b.WriteByte('\n')
	b.Write(enc.EncodeAll(body, nil))
	_, err = w.Write(b.Bytes())
	return err
}

// Read fills in what a file says about the model, and returns the body.
func (k *Kind) Read(data []byte, about any) ([]byte, error) {
	rest, ok := bytes.CutPrefix(data, []byte(k.Magic))
	if !ok {
		return nil, fmt.Errorf("this is not a %s, or it is from another version of hed", k.What)
	}
	head, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok || json.Unmarshal(head, about) != nil {
		return nil, fmt.Errorf("the beginning of the %s cannot be read", k.What)
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(k.Most))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	body, err := dec.DecodeAll(rest, nil)
	if err != nil {
		return nil, fmt.Errorf("the %s is damaged: %w", k.What, err)
	}
	return body, nil
}
