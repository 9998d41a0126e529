package teach

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"hed"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/neural/train"
	"hed/numeral/derive"
	"hed/run"
	"hed/text/lang"
	"hed/text/pos"
)

// Files are those of a model's folder, by name.
type Files = map[string]func(io.Writer) error

// unlisted are names of files that versions wrote which did not list what they wrote.
var unlisted = []string{"lm.arpa", "lm.json", "vectors.txt", "vectors.json", pos.FileName, "tagger.json", derive.FileName, numeralCardFile}

// A Place is the folder in which a model appears as a whole. What was stopped there can continue.
type Place struct {
	Folder string
	Resume bool // continue
	Seed   uint64
	Tell   func(run.Event) // warnings, and from where training continues

	dir *staging.Folder
}

// Lock makes the folder and keeps others out of it until Unlock.
func (p *Place) Lock() (err error) {
	p.dir, err = staging.Open(p.Folder)
	return err
}

// Unlock leaves the folder to others. It does nothing where Lock failed.
func (p *Place) Unlock() {
	if p.dir != nil {
		p.dir.Close()
	}
}

// Learn does work that keeps what is finished of it in a folder, and puts the files that it gives in their place. What they are
// depends on the version, the seed and on. The folder is locked. part is what one of the finished files is called, or "" where
// nobody could count them. Where the work can continue, the error is a run.UnfinishedError.
func (p *Place) Learn(what, part string, on []any, work func(unfinished string) (Files, error)) error {
	identity, err := json.Marshal([]any{hed.Version, p.Seed, on})
	if err != nil {
		return err
	}
	parts, err := p.dir.Begin(identity, p.Resume)
	switch {
	case errors.Is(err, staging.ErrOther):
		return &run.OtherRunError{Folder: p.Folder}
	case err != nil:
		return whole.Failed("the model to", p.Folder, err)
	case parts > 0 && part == "":
		p.Tell(run.Event{Kind: run.Note, Text: "continuing"})
	case parts > 0:
		p.Tell(run.Event{Kind: run.Note, Text: "continuing after " + count.Of(parts, part)})
	}
	files, err := work(p.dir.Unfinished())
	if err == nil {
		err = p.dir.Write(what, unlisted, files)
	}
	if err != nil {
		_, bad := errors.AsType[*train.NaNError](err) // which comes again
		if p.dir.Keep = len(p.dir.Parts()) > 0; p.dir.Keep && !bad {
			err = &run.UnfinishedError{Err: err}
		}
		return err
	}
	p.dir.Keep = false
	return nil
}

// A Lesson is documents to learn from, and the place for what is learnt.
type Lesson struct {
	Place
	Paths *input.Paths
	Lang  string // of the documents; "" for what they say

	*input.Documents                // once it is open
	Inputs           []input.Record // likewise
	forget           func()
}

// Open opens the documents and locks the place.
func (l *Lesson) Open(ctx context.Context) (err error) {
	if _, err := lang.Choose(l.Lang); err != nil {
		return option.Errorf("lang", ": %w", err)
	}
	l.forget = l.Paths.Again() // inputs are hashed, too
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	if err := l.Lock(); err != nil {
		return err
	}
	if l.Documents, err = l.Paths.Open(ctx, false); err != nil {
		return err
	}
	for _, w := range l.Warnings {
		l.Tell(run.Event{Kind: run.Warning, Text: w})
	}
	l.Inputs, err = l.Paths.Record(ctx)
	return err
}

// Close gives back what Open opened.
func (l *Lesson) Close() {
	l.forget()
	l.Unlock()
}
