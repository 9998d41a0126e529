package run

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"hed"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/internal/whole"
	"hed/report/page"
	"hed/score"
	"hed/style/classify"
	"hed/style/classify/all"
	"hed/tensor"
)

// ClassifyOptions say which headlines are judged, and by what.
type ClassifyOptions struct {
	Model  string
	Paths  input.Paths // how the file is read; Docs is not used
	File   string      // of headlines
	Device func() (tensor.Device, error)
	// Explain adds the words that speak most for the label and against it. Page is a file in which all words are marked; "" for none.
	Explain bool
	Page    string
}

// onPage is how many headlines a page shows.
const onPage = 2000

// Classify judges headlines, and writes a row for each: its place from 0, the label, and the probability of each label. Warnings
// are of what may not be what it seems.
func Classify(ctx context.Context, o *ClassifyOptions, w io.Writer) (warnings []string, err error) {
	var d tensor.Learner
	if all.IsNetwork(o.Model) {
		opened, err := o.Device()
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		d = opened.(tensor.Learner)
	}
	c, err := all.Open(ctx, o.Model, d)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	sys, err := o.Paths.System(ctx, "hyp", o.File)
	if err != nil {
		return nil, err
	}
	j := &judge{ClassifyOptions: o, c: c, w: bufio.NewWriter(w)}
	j.header()
	var texts []string
	empty := 0
	for out, err := range sys.Outputs.Outputs(ctx) {
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(out.Text) == "" {
			empty++
		}
		if texts = append(texts, out.Text); len(texts) == 256 {
			if err := j.rows(ctx, texts); err != nil {
				return nil, err
			}
			texts = texts[:0]
		}
	}
	if err := j.rows(ctx, texts); err != nil {
		return nil, err
	}
	if o.Page != "" {
		shown := &page.Judged{Version: hed.Version, Model: c.Kind() + " " + c.Sum(), Labels: c.Labels(), Headlines: j.shown, All: j.n}
		if err := whole.Write(o.Page, func(w io.Writer) error { return page.WriteJudged(w, shown) }); err != nil {
			return nil, err
		}
	}
	if warnings = sys.Warnings; empty > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %s empty; the label of an empty headline means nothing", empty, count.Of(j.n, "headline")))
	}
	return warnings, j.w.Flush()
}

// A judge writes what a classifier says.
type judge struct {
	*ClassifyOptions
	c     *classify.Classifier
	w     *bufio.Writer
	n     int
	shown []page.JudgedHeadline
}

func (j *judge) header() {
	line := []byte("i,label")
	for _, l := range j.c.Labels() {
		line = score.AppendText(append(line, ','), "p_"+l, false)
	}
	if j.Explain {
		line = append(line, ",for,against"...)
	}
	j.w.Write(append(line, '\n'))
}

func (j *judge) rows(ctx context.Context, texts []string) error {
	judged, err := j.c.Judge(ctx, texts)
	if err != nil {
		return err
	}
	for i, row := range judged {
		line := score.AppendText(append(strconv.AppendInt(nil, int64(j.n), 10), ','), j.c.Labels()[row.Label], false)
		for _, p := range row.Probabilities {
			line = score.AppendValue(append(line, ','), p)
		}
		if j.Explain || j.Page != "" && len(j.shown) < onPage {
			e, err := j.c.Explain(ctx, texts[i])
			if err != nil {
				return err
			}
			if j.Explain {
				for _, sign := range []float64{1, -1} {
					line = score.AppendText(append(line, ','), loudest(e, row.Label, sign), false)
				}
			}
			if j.Page != "" && len(j.shown) < onPage {
				j.shown = append(j.shown, page.JudgedHeadline{Judgement: row, Explanation: e})
			}
		}
		if _, err := j.w.Write(append(line, '\n')); err != nil {
			return err
		}
		j.n++
	}
	return nil
}

// loudest lists the three words that speak most for a label, or against it.
func loudest(e *classify.Explanation, label int, sign float64) string {
	parts := slices.DeleteFunc(slices.Clone(e.Words), func(p classify.Part) bool { return sign*p.For[label] < 0.005 })
	slices.SortStableFunc(parts, func(a, b classify.Part) int { return cmp.Compare(sign*b.For[label], sign*a.For[label]) })
	var words []string
	for _, p := range parts[:min(3, len(parts))] {
		words = append(words, fmt.Sprintf("%s %.2f", e.Text[p.Start:p.End], math.Abs(p.For[label])))
	}
	return strings.Join(words, "; ")
}
