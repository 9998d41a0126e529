package bertscore

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/neural/embed"
)

// A rescaling spreads scores: x becomes (x-b)/(1-b), where b is about what texts
// that have nothing to do with each other score. It has b of precision, recall and
// F. A nil one leaves scores as they are.
type rescaling [3]float64

func (r *rescaling) apply(x float64, column int) float64 {
	if r == nil {
		return x
	}
	return (x - r[column]) / (1 - r[column])
}

// String tells rescalings apart in signatures.
func (r *rescaling) String() string {
	if r == nil {
		return "no"
	}
	sum := sha256.Sum256(fmt.Append(nil, *r))
	return hex.EncodeToString(sum[:4])
}

// english are the figures of bert-score's rescale_baseline/en/roberta-large.tsv for
// the layer that it takes: the mean scores of a million pairs of sentences that
// were drawn at random from Common Crawl.
const (
	builtIn      = "en"
	englishModel = "roberta-large"
	englishLayer = 17
)

var english = rescaling{0.83150584, 0.8314941, 0.83122575}

// readBaseline reads the figures of a layer.
func readBaseline(name string, m *embed.Model, layer int) (*rescaling, error) {
	if name == builtIn {
		if m.Name != englishModel || layer != englishLayer {
			return nil, fmt.Errorf("baseline=%s has figures for %s and layer %d only, not for %s and layer %d; give baseline=FILE, a file of bert-score's rescale_baseline", builtIn, englishModel, englishLayer, m.Name, layer)
		}
		return &english, nil
	}
	data, err := corpus.File(name).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w; give a file with LAYER,P,R,F, or %s for roberta-large", err, builtIn)
	}
	r, line, err := parseBaseline(data, layer)
	if err != nil { // the file is at fault, not who named it
		return nil, &fs.PathError{Op: "read the baseline", Path: fmt.Sprintf("%s:%d", name, line), Err: err}
	}
	return r, nil
}

// parseBaseline finds the row of a layer: bert-score takes the row that has the
// layer's number, from 0, so a file where the two differ is refused.
func parseBaseline(data []byte, layer int) (r *rescaling, line int, err error) {
	in := csv.NewReader(bytes.NewReader(data))
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if bad := (*csv.ParseError)(nil); errors.As(err, &bad) {
		return nil, bad.Line, bad.Err
	}
	if len(rows) == 0 || !slices.Equal(rows[0], []string{"LAYER", "P", "R", "F"}) {
		return nil, 1, errors.New("the first line is not LAYER,P,R,F, as bert-score's baselines have it")
	}
	if layer+1 >= len(rows) {
		return nil, len(rows), fmt.Errorf("there is no layer %d; the file has %d layers, from 0", layer, len(rows)-1)
	}
	row := rows[layer+1]
	line = layer + 2
	if len(row) != 4 {
		return nil, line, fmt.Errorf("%d values in a line; want LAYER,P,R,F", len(row))
	}
	if n, err := strconv.Atoi(row[0]); err != nil || n != layer {
		return nil, line, fmt.Errorf("found layer %s where layer %d should be", row[0], layer)
	}
	r = new(rescaling)
	for i, s := range row[1:] {
		b, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || !(b < 1) || b < -1 {
			return nil, line, fmt.Errorf("the baseline %s is not a number from -1 to 1", s)
		}
		r[i] = b
	}
	return r, line, nil
}
