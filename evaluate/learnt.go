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

// fit lets a metric learn, or continue, or gives it what it learnt before.
func (l *Learnt) fit(ctx context.Context, m metric.Selected, f metric.Fitter, docs corpus.Reader, workers int) error {
	k, keeps := f.(metric.Keeper)
	if l == nil || !keeps {
		return f.Fit(ctx, docs, workers)
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
	if r, ok := f.(metric.Resumer); ok {
		err = r.FitIn(ctx, docs, workers, folder)
	} else {
		err = f.Fit(ctx, docs, workers)
	}
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := k.Save(&b); err != nil {
		return fmt.Errorf("keep what metric %s learnt: %w", m.Info.Name, err)
	}
	return modelfile.Keep(file, identity, b.Bytes())
}
