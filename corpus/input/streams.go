package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"hed/corpus"
	"hed/internal/crash"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
)

// Streams are the inputs that can be read only once: standard input, and
// the pipes of a shell's <(command).
type Streams struct {
	Stdin  io.Reader                 // what "-" stands for; nil where there is none
	Folder string                    // keeps them, where they are read more than once
	Rooms  map[string]int64          // of files that others have sent, by path; see corpus.Source
	Names  map[string]string         // what those who gave a file call it, where that is not its path
	Sums   map[string]string         // SHA-256 of files that were kept before, by path; see corpus.Source.Expect
	kept   map[string]string         // file that keeps a stream, by its name
	files  map[string]*corpus.Source // by path
	again  bool                      // to make Folder where a stream is to be kept
	made   *whole.Temporary          // the Folder, if it was made
}

// CheckStdin sees that standard input is no more than one of the files,
// before anything waits for it.
func CheckStdin(files ...string) error {
	if i := slices.Index(files, "-"); i >= 0 && slices.Contains(files[i+1:], "-") {
		return &option.Error{Option: "docs", Err: errors.New("standard input can be only one of the inputs")}
	}
	return nil
}

// Source opens a file, or standard input for "-".
func (s *Streams) Source(ctx context.Context, file string) (*corpus.Source, error) {
	shown, r := "stdin", s.Stdin
	if file != "-" || r == nil {
		if !IsPipe(file) {
			return s.file(file, cmp.Or(s.Names[file], file)), nil
		}
		shown, r = file, &pipe{name: file}
	}
	if s.Folder == "" && !s.again {
		return corpus.Stream(shown, Stoppable(ctx, r)), nil
	}
	return s.keep(file, shown, Stoppable(ctx, r))
}

// Again sees to it that streams can be read more than once, until the returned
// function is called.
func (s *Streams) Again() (done func()) {
	s.again = true
	return func() {
		if s.made != nil {
			s.made.Remove()
		}
	}
}

// A pipe is opened when it is first read, since that waits for a writer. It
// stays open until the program ends.
type pipe struct {
	name string
	file *os.File
}

func (p *pipe) Read(b []byte) (n int, err error) {
	if p.file == nil {
		if p.file, err = os.Open(p.name); err != nil {
			return 0, err
		}
	}
	return p.file.Read(b)
}

// keep copies a stream to a file.
func (s *Streams) keep(name, shown string, r io.Reader) (*corpus.Source, error) {
	if s.Folder == "" {
		made, err := whole.NewTemporary("hed-streams-")
		if err != nil {
			return nil, fmt.Errorf("keep what comes from %s: %w", shown, err)
		}
		s.Folder, s.made = made.Path, made
	}
	if s.kept == nil {
		s.kept = map[string]string{}
	}
	file := filepath.Join(s.Folder, "stream"+strconv.Itoa(len(s.kept)+1))
	os.Remove(file) // which a process that was killed may have left
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = io.Copy(f, r)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		os.Remove(file)
		return nil, whole.Failed("what comes from "+shown+" to", s.Folder, err)
	}
	s.kept[name] = file
	return s.file(file, shown), nil
}

// file is the source of a file, the same one each time, so that it knows whether the file
// has changed.
func (s *Streams) file(path, name string) *corpus.Source {
	if s.files[path] == nil {
		if s.files == nil {
			s.files = map[string]*corpus.Source{}
		}
		s.files[path] = corpus.FileAs(path, name)
		s.files[path].Room = s.Rooms[path]
		if sum := s.Sums[path]; sum != "" {
			s.files[path].Expect(sum, "bring the file again, or restore it from a backup")
		} else if sum := staging.Sum(path); sum != "" {
			s.files[path].Expect(sum, "make it again, or copy it to another folder if the change is meant")
		}
	}
	return s.files[path]
}

// Local is the file that holds what the user named, and what to call it
// where it must be called the same every time.
func (s *Streams) Local(file string) (path, name string) {
	if kept, ok := s.kept[file]; ok {
		return kept, "-"
	}
	return file, filepath.Base(cmp.Or(s.Names[file], file))
}

// Forget removes the copies of streams.
func (s *Streams) Forget() {
	for _, file := range s.kept {
		os.Remove(file)
	}
}

// IsPipe reports whether a file can be read only once.
func IsPipe(file string) bool {
	info, err := os.Stat(file)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// Stoppable is a stream whose Read ends when the context does.
func Stoppable(ctx context.Context, r io.Reader) io.Reader { return &stoppable{ctx: ctx, r: r} }

// stoppable is a stream whose Read ends when the context does, though
// nobody has typed or sent anything. What was on its way is lost then.
type stoppable struct {
	ctx context.Context
	r   io.Reader
	own []byte // what is read into: the caller's memory is theirs again if Read leaves early
}

// most is what a pipe gives at a time. A caller with a large buffer gets it in pieces, since
// what it asks for is not what there is.
const most = 64 << 10

func (s *stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx) // a Read that was left may still use own
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	if want := min(len(p), most); len(s.own) < want {
		s.own = make([]byte, want)
	}
	own := s.own[:min(len(p), len(s.own))]
	go func() {
		var res result
		res.err = crash.Call(func() (err error) {
			res.n, err = s.r.Read(own)
			return err
		})
		done <- res
	}()
	select {
	case res := <-done:
		copy(p, own[:res.n])
		return res.n, res.err
	case <-s.ctx.Done():
		return 0, context.Cause(s.ctx)
	}
}
