package vector

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"hed/corpus"
	"hed/internal/crash"
)

const (
	blockSize = 1 << 20
	maxLine   = 16 << 20
)

// header reads "WORDS DIMENSIONS", the first line of word2vec and fastText.
func header(line []byte) (rows, dim int, ok bool) {
	fields := bytes.Fields(line)
	if len(fields) != 2 {
		return 0, 0, false
	}
	rows, err := strconv.Atoi(string(fields[0]))
	if err != nil || rows < 0 {
		return 0, 0, false
	}
	dim, err = strconv.Atoi(string(fields[1]))
	return rows, dim, err == nil && dim >= 0
}

// readText reads lines of a word and its values, after a header or without
// one. size is a bound on the bytes, or -1.
//
// Blocks of lines are parsed by all processors and come together in their
// order, so the result does not depend on how many there are.
func readText(r io.Reader, name string, size int64) (*Table, error) {
	blocks := &blocks{r: r}
	text, err := blocks.next()
	if err != nil {
		return nil, blocks.located(err, name)
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	line := 0
	promised, dim, promises := header(first)
	if promises {
		line, text = 1, rest
	} else {
		promised, dim = 0, dimOf(first)
	}
	if dim < 1 || dim > maxDim {
		msg := fmt.Sprintf("%d dimensions; expected 1 to %d", dim, maxDim)
		if !promises {
			msg = fmt.Sprintf("%.40q is not a word with its values; expected word vectors as word2vec, GloVe or fastText write them", first)
		}
		return nil, &corpus.SyntaxError{File: name, Line: 1, Msg: msg}
	}
	room := 0
	if size >= 0 { // a value takes two bytes or more, whatever the header says
		room = int(min(int64(promised), size/int64(2*dim)+1))
	}
	b := newBuilder(dim, room)
	rows := 0
	err = parseBlocks(blocks, text, dim, func(p *part) error {
		start := 0
		for i, end := range p.ends {
			if err := b.add(p.letters[start:end], p.values[i*dim:(i+1)*dim]); err != nil {
				return &corpus.SyntaxError{File: name, Line: line + 1, Msg: err.Error()}
			}
			start = end
		}
		rows += len(p.ends)
		line += p.lines
		if p.err != nil {
			return &corpus.SyntaxError{File: name, Line: line, Msg: p.err.Error()}
		}
		if promises && rows > promised {
			return &corpus.SyntaxError{File: name, Line: line, Msg: fmt.Sprintf("more words than the %d that line 1 announces", promised)}
		}
		return nil
	})
	if err != nil {
		return nil, blocks.located(err, name)
	}
	if promises && rows < promised {
		return nil, &corpus.SyntaxError{File: name, Line: line, Msg: fmt.Sprintf("the file ends after %d words; line 1 announces %d", rows, promised)}
	}
	t, err := b.finish()
	if err != nil {
		return nil, &corpus.SyntaxError{File: name, Msg: err.Error()}
	}
	return t, nil
}

// A block is some lines on their way through a parser.
type block struct {
	text []byte
	part part
	err  error // of a panic
	done chan struct{}
}

// parseBlocks hands the parts to use, in order.
func parseBlocks(in *blocks, text []byte, dim int, use func(*part) error) error {
	workers := runtime.GOMAXPROCS(0)
	todo := make(chan *block)
	ordered := make(chan *block, 2*workers)
	quit := make(chan struct{})
	var running crash.Group // the caller may close the stream after it
	defer running.Wait()
	defer close(quit)
	free := make(chan *block, 2*workers+2)
	for range workers {
		running.Go(func() {
			for b := range todo {
				b.err = crash.Call(func() error {
					b.part.parse(b.text, dim)
					return nil
				})
				close(b.done)
			}
		})
	}
	var failed error // of reading; seen once ordered is closed
	running.Go(func() {
		defer close(ordered)
		defer close(todo)
		for text := text; ; {
			b := &block{}
			select {
			case b = <-free:
			default:
			}
			b.text, b.done = text, make(chan struct{})
			select {
			case todo <- b:
			case <-quit:
				return
			}
			select {
			case ordered <- b:
			case <-quit:
				return
			}
			if text, failed = in.next(); failed != nil {
				return
			}
		}
	})
	for b := range ordered {
		<-b.done
		if b.err != nil {
			return b.err
		}
		if err := use(&b.part); err != nil {
			return err
		}
		select {
		case free <- b:
		default:
		}
	}
	if failed != io.EOF {
		return failed
	}
	return nil
}
