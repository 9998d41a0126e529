package evaluate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"hed"
	"hed/corpus"
	"hed/internal/modelfile"
	"hed/internal/option"
	"hed/internal/whole"
	"hed/metric"
)

// A Learnt is a folder in which metrics keep what they learn while work is unfinished, so that nothing is learnt again after a
// stop: what each has learnt, and of those that take long how far they are. nil keeps nothing.
type Learnt struct {
	Folder string
	// Fingerprint names the documents, and how they are read. What was learnt from others counts as nothing.
	Fingerprint string
}

// learntFolder is that of a journal.
const learntFolder = "learnt"

// A teacher lets a metric learn, which may keep in the folder how far it is, unless that is "".
type teacher func(ctx context.Context, f metric.Fitter, workers int, folder string) error

// teacherWith is the one that has the documents here.
func teacherWith(docs corpus.Reader) teacher {
	return func(ctx context.Context, f metric.Fitter, workers int, folder string) error {
		if r, ok := f.(metric.Resumer); ok && folder != "" {
			return r.FitIn(ctx, docs, workers, folder)
		}
		return f.Fit(ctx, docs, workers)
	}
}

// Learn lets the metrics that keep what they learn from documents do so, and returns that. Other metrics have no part in it.
func (j *Job) Learn(ctx context.Context) (*State, error) {
	if j.Place == nil {
		return j.learnBy(ctx, teacherWith(j.Docs), j.Learnt)
	}
	for _, m := range j.Metrics {
		_, keeps := m.Metric.(metric.Keeper)
		if _, far := m.Metric.(metric.Learner); keeps && !far {
			return nil, fmt.Errorf("metric %s learns on one machine alone; leave %s out", m.Label(), option.Name("engine"))
		}
	}
	all, err := j.lessons(ctx)
	if err != nil {
		return nil, err
	}
	s, err := j.learnBy(ctx, all.teach, all.learnt)
	all.close(err == nil)
	return s, err
}

func (j *Job) learnBy(ctx context.Context, teach teacher, learnt *Learnt) (*State, error) {
	s := &State{}
	for _, m := range j.Metrics {
		k, ok := m.Metric.(metric.Keeper)
		if !ok {
			continue
		}
		e := newEntry(m)
		j.learns(m.Label())
		if err := learnt.fit(ctx, m, k, teach, max(j.Workers, 1)); err != nil {
			return nil, fitError("metric "+m.Info.Name, err)
		}
		if err := s.add(e, m, k); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// fit lets a metric learn, or continue, or gives it what it learnt before.
func (l *Learnt) fit(ctx context.Context, m metric.Selected, f metric.Fitter, teach teacher, workers int) error {
	k, keeps := f.(metric.Keeper)
	if l == nil || !keeps {
		return teach(ctx, f, workers, "")
	}
	identity, err := json.Marshal([]any{hed.Version, l.Fingerprint, newEntry(m)})
	if err != nil {
		return err
	}
	sum := sha256.Sum256(identity)
	folder := filepath.Join(l.Folder, hex.EncodeToString(sum[:8]))
	file := filepath.Join(folder, "whole")
	if data, ok := modelfile.Kept(file, identity); ok && k.Load(bytes.NewReader(data)) == nil {
		return nil
	}
	if err := whole.MakeFolder(folder); err != nil {
		return err
	}
	if err := teach(ctx, f, workers, folder); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := k.Save(&b); err != nil {
		return fmt.Errorf("keep what metric %s learnt: %w", m.Info.Name, err)
	}
	return modelfile.Keep(file, identity, b.Bytes())
}
