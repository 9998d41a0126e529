package evaluate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"hed"
	"hed/corpus"
	"hed/internal/journal"
	"hed/internal/ordered"
	"hed/internal/whole"
	"hed/metric"
)

// Lessons are what metrics learn from where an engine reads the documents. Its workers go over all documents once and make of them what
// the metrics want to know. That is kept in a file here, in the order of the documents, from which each metric learns as it would from the documents: what
// it has learnt is the same, bit for bit.
type lessons struct {
	*answers
	learnt    *Learnt // nil keeps nothing beyond the lessons
	file      string  // name of the documents for messages
	progress  func(Stage, int)
	path      string           // of what is kept
	temporary *whole.Temporary // its folder, where there is no other
	names     []string         // of the extractors
	gathered  bool
	sum       string // of the documents, once they were gathered
}

// extractsFile is what is kept of lessons.
const extractsFile = "extracts"

// lessons starts the engine for them. Nothing is read before a metric wants to learn.
func (j *Job) lessons(ctx context.Context) (*lessons, error) {
	plan := j.extracts()
	extractors, err := plan.extractors()
	if err != nil {
		return nil, err
	}
	if err := j.startEngine(ctx, plan.sent(), nil); err != nil {
		return nil, err
	}
	l := &lessons{file: j.DocsFile, progress: j.Progress}
	for _, e := range extractors {
		l.names = append(l.names, e.Name())
	}
	if l.answers, err = j.answers(ctx); err != nil {
		return nil, err
	}
	if err := l.open(j.Learnt); err != nil {
		l.close(false)
		return nil, fmt.Errorf("keep what metrics learn from: %w", err)
	}
	return l, nil
}

// extracts is the plan of workers that make what the metrics learn from.
func (p *Plan) extracts() *Plan {
	plan := &Plan{Extract: true}
	for _, m := range p.Metrics {
		if _, fits := m.Metric.(metric.Fitter); fits {
			plan.Metrics = append(plan.Metrics, m)
		}
	}
	return plan
}

// extractors are those of the metrics, each once.
func (p *Plan) extractors() (all []metric.Extractor, err error) {
	known := map[string]bool{}
	for _, m := range p.Metrics {
		l, ok := m.Metric.(metric.Learner)
		if !ok {
			return nil, &UnfitError{m.Label()}
		}
		if e := l.Extractor(); !known[e.Name()] {
			known[e.Name()] = true
			all = append(all, e)
		}
	}
	return all, nil
}

// open opens the file of what is kept. What is of other documents counts as nothing.
func (l *lessons) open(learnt *Learnt) (err error) {
	list, err := json.Marshal(l.parts)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(list)
	identity := "extracts " + hed.Version + " " + hex.EncodeToString(sum[:])
	if learnt != nil {
		l.learnt = &Learnt{learnt.Folder, learnt.Fingerprint + " " + identity}
		identity = l.learnt.Fingerprint
		l.path = filepath.Join(learnt.Folder, extractsFile)
		err = whole.MakeFolder(learnt.Folder)
	} else if l.temporary, err = whole.NewTemporary("hed-extracts-"); err == nil {
		l.path = filepath.Join(l.temporary.Path, extractsFile)
	}
	if err != nil {
		return err
	}
	l.kept, err = journal.Open(l.path, identity)
	if errors.Is(err, journal.ErrOther) {
		if err := whole.Remove(l.path); err != nil {
			return err
		}
		l.kept, err = journal.Open(l.path, identity)
	}
	if err != nil {
		return err
	}
	return claim(l.kept, l.parts)
}

// close lets go of the file. Nobody needs it when all metrics have learnt.
func (l *lessons) close(learnt bool) {
	if l.kept != nil {
		l.kept.Close()
		if learnt {
			_ = whole.Remove(l.path) // what is left goes with its folder
		}
	}
	if l.temporary != nil {
		_ = l.temporary.Remove() // or the next run does
	}
}

// teach is the teacher of metrics that all are Learners.
func (l *lessons) teach(ctx context.Context, f metric.Fitter, workers int, folder string) error {
	m := f.(metric.Learner)
	return m.Learn(ctx, l.extracts(ctx, m.Extractor().Name()), workers, folder)
}

// extracts are what the extractor of that name made of all documents.
func (l *lessons) extracts(ctx context.Context, name string) metric.Extracts {
	return func(yield func([]byte, error) bool) {
		if err := l.gather(ctx); err != nil {
			yield(nil, err)
			return
		}
		all := l.kept.Cursor()
		for {
			switch err := all.Next(); {
			case err == io.EOF:
				return
			case err != nil || ctx.Err() != nil:
				yield(nil, errors.Join(err, context.Cause(ctx)))
				return
			case all.Kind != answerRecord:
				continue
			}
			for record := range records(all.Payload) {
				if record[0] != blockExtract {
					continue
				}
				if of, _, data, _ := readExtract(record); of == name && !yield(bytes.Clone(data), nil) {
					return
				}
			}
		}
	}
}

// gather has the engine answer all parts, as far as their answers are not kept.
func (l *lessons) gather(ctx context.Context) error {
	if l.gathered {
		return nil
	}
	once, docs, all := corpus.NewOnce(l.file), 0, newDigests()
	defer once.Close()
	// Answers are nearly as long as what they were made of, and those behind a slow one wait: so few as keep the workers busy.
	for got, err := range ordered.Map(ctx, l.engine.Slots()/2+1, l.turns(), l.take) {
		if err != nil {
			return err
		}
		if err := l.keep(got.answer); err != nil {
			return err
		}
		for _, id := range got.ids {
			if err := once.Add(id); err != nil {
				return err
			}
		}
		all.Write(got.digests)
		docs += len(got.ids)
		if l.progress != nil {
			l.progress(Reading, docs)
		}
	}
	for err := range once.End() {
		return err
	}
	l.gathered, l.sum = true, all.String()
	return nil
}

// taken is an answer.
type taken struct {
	answer  []byte // nil where it is kept
	ids     []string
	digests []byte
}

// take has a part answered, and sees that the answer is whole: every extractor made something of every document.
func (l *lessons) take(ctx context.Context, t partTurn) (*taken, error) {
	answer, err := l.answer(ctx, t)
	if err != nil {
		return nil, err
	}
	got := new(taken)
	if t.known == nil {
		got.answer = answer
	}
	docs := map[string]int{} // by extractor
	for len(answer) > 0 {
		record, rest, err := cutRecord(answer)
		if err != nil {
			return nil, l.failed(t, err)
		}
		answer = rest
		switch {
		case record[0] == blockExtract:
			name, n, _, err := readExtract(record)
			if err != nil {
				return nil, l.failed(t, err)
			}
			docs[name] += n
		case bytes.HasPrefix(record, summaryRow):
			end := summed{Summary: newSummary()}
			if json.Unmarshal(record, &end) != nil || end.Summary == nil || end.Summary.Docs != len(got.ids) || len(end.Digests) != 32*len(got.ids) || len(rest) > 0 {
				return nil, l.failed(t, fmt.Errorf("the engine answered %d documents and ended with %.200s", len(got.ids), record))
			}
			for _, name := range l.names {
				if docs[name] != len(got.ids) {
					return nil, l.failed(t, fmt.Errorf("the engine answered %d documents, and made %s of %d", len(got.ids), name, docs[name]))
				}
			}
			got.digests = end.Digests
			return got, nil
		default:
			id, err := recordID(record)
			if err != nil {
				return nil, l.failed(t, err)
			}
			got.ids = append(got.ids, id)
		}
	}
	return nil, l.failed(t, fmt.Errorf("the engine answered %d documents and did not end its answer", len(got.ids)))
}
