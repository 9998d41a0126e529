package pos

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

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

// body is lexicon and weights in a form that depends on nothing else.
func (t *Tagger) body() []byte {
	b := binary.AppendUvarint(nil, uint64(len(t.lexicon)))
	for _, word := range slices.Sorted(maps.Keys(t.lexicon)) {
		b = binary.AppendUvarint(b, uint64(len(word)))
		b = append(b, word...)
		b = binary.AppendUvarint(b, uint64(t.lexicon[word]))
	}
	b = binary.AppendUvarint(b, uint64(len(t.weights.rows)))
	last := key(0)
	for k, r := range t.weights.sorted() {
		b = binary.AppendUvarint(b, uint64(k-last))
		last = k
		used := uint32(0)
		for tag, v := range r {
			if v != 0 {
				used |= 1 << tag
			}
		}
		b = binary.AppendUvarint(b, uint64(used))
		for _, v := range r {
			if v != 0 {
				b = append(b, byte(v))
			}
		}
	}
	return b
}

func parseBody(b []byte) (lexicon, *weights, error) {
	p := &bodyParser{rest: b}
	n := p.count(2) // the length of a word and its class
	lex := make(lexicon, n)
	for range n {
		word := string(p.bytes(p.count(1)))
		lex[word] = uint32(p.uint(1<<Tags - 1))
		if p.bad {
			return nil, nil, errors.New("the tagger is damaged: its words are no words")
		}
	}
	n = p.count(3) // a key, which tags have a weight, and one weight
	w := newWeights(n)
	k := key(0)
	for range n {
		k += key(p.uint(1<<32 - 1))
		used := p.uint(1<<Tags - 1)
		var r row
		for tag := range r {
			if used>>tag&1 != 0 {
				r[tag] = int8(p.byte())
			}
		}
		if p.bad || r == (row{}) || !w.add(k, r) {
			return nil, nil, errors.New("the tagger is damaged: its weights are no weights")
		}
	}
	if p.bad || len(p.rest) > 0 {
		return nil, nil, errors.New("the tagger is damaged: it has another length")
	}
	return lex, w, nil
}

// A bodyParser takes things off the front of a body, and zeros once there is
// something wrong.
type bodyParser struct {
	rest []byte
	bad  bool
}

// uint takes a number that is at most limit.
func (p *bodyParser) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(p.rest)
	if n <= 0 || v > limit {
		p.bad, p.rest = true, nil
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

// count takes the number of things that follow, of at least size bytes each.
func (p *bodyParser) count(size int) int { return int(p.uint(uint64(len(p.rest) / size))) }

func (p *bodyParser) byte() byte {
	if b := p.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (p *bodyParser) bytes(n int) []byte {
	if n > len(p.rest) {
		p.bad, p.rest = true, nil
		return nil
	}
	b := p.rest[:n]
	p.rest = p.rest[n:]
	return b
}
