package transformer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"

	"hed/internal/whole"
)

// candidatesFile has what a model wrote for the pairs of a lesson, in the folder of what is unfinished.
const candidatesFile = "candidates.jsonl"

// candidates are headlines for pairs, the best first: those of pairs that are learnt from, then those for validation. They are in a file with a line for
// each pair, of the tokens of its candidates and a checksum, which continues after its last whole line.
type candidates struct {
	file   *os.File
	places []int64 // where each line begins, and the end
}

// openCandidates opens the file, which may be new.
func openCandidates(name string) (_ *candidates, err error) {
	c := &candidates{places: []int64{0}}
	if c.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, whole.Failed("candidates to", name, err)
	}
	r := bufio.NewReader(c.file)
	for {
		line, err := r.ReadString('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			c.file.Close()
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if _, ok := parseCandidates(line); !ok {
			break // it was being written when the machine stopped
		}
		c.places = append(c.places, c.end()+int64(len(line)))
	}
	if err := c.file.Truncate(c.end()); err != nil {
		c.file.Close()
		return nil, whole.Failed("candidates to", name, err)
	}
	return c, nil
}

// len is for how many pairs there are candidates.
func (c *candidates) len() int { return len(c.places) - 1 }

func (c *candidates) end() int64 { return c.places[len(c.places)-1] }

// add adds the candidates of the next pairs.
func (c *candidates) add(all [][][]int32) error {
	var text strings.Builder
	places := c.places
	for _, one := range all {
		line, err := json.Marshal(one)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%s\t%08x\n", line, crc32.ChecksumIEEE(line))
		places = append(places, c.end()+int64(text.Len()))
	}
	if _, err := c.file.WriteAt([]byte(text.String()), c.end()); err != nil {
		return whole.Failed("candidates to", c.file.Name(), err)
	}
	c.places = places
	return nil
}

// at are the candidates of a pair.
func (c *candidates) at(i int) ([][]int32, error) {
	line := make([]byte, c.places[i+1]-c.places[i])
	if _, err := c.file.ReadAt(line, c.places[i]); err != nil {
		return nil, fmt.Errorf("read %s: %w", c.file.Name(), err)
	}
	all, ok := parseCandidates(string(line))
	if !ok {
		return nil, fmt.Errorf("%s has changed while it was in use; start again", c.file.Name())
	}
	return all, nil
}

// parseCandidates reads a line; ok is false for a damaged one.
func parseCandidates(line string) (all [][]int32, ok bool) {
	object, sum, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
	if sum != fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(object))) {
		return nil, false
	}
	return all, json.Unmarshal([]byte(object), &all) == nil
}

// close lets go of the file, which is on disk then, or gone if there is nothing in it.
func (c *candidates) close() error {
	if err := c.file.Close(); err != nil {
		return err
	}
	if c.len() == 0 {
		return os.Remove(c.file.Name())
	}
	return whole.Sync(c.file.Name())
}
