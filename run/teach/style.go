package teach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hed"
	"hed/chart"
	"hed/corpus"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/neural/train"
	"hed/report"
	"hed/run"
	"hed/style/align"
	"hed/style/classify"
	"hed/style/classify/all"
	"hed/tensor"
)

// A Style is a classifier of style to be trained, from files to its folder.
type Style struct {
	Lesson
	Classifier string       // its kind, with options behind the name
	Label      string       // source, or the field of meta that has the label
	Paper      string       // the label of all documents of Paths; "" where each has its own
	Papers     []Paper      // more documents to learn from, with a label for each of them
	Test       *input.Paths // what it is measured on; nil for a fifth of the documents, which are not learnt from then
	Device     func() (tensor.Device, error)
	Workers    int
	Progress   func(line string, share float64)
	Now        func() time.Time

	kind    classify.Kind
	options string
}

// A Paper is documents that have one label, such as the name of a newspaper.
type Paper struct {
	Label string
	Paths *input.Paths
}

// A StyleCard is card.json of a classifier: what it was made from and how, and how well it judges what it was not taught from.
type StyleCard struct {
	Version string         `json:"hed"`
	Kind    string         `json:"kind"`
	Options string         `json:"options,omitempty"` // that were given
	Label   string         `json:"label"`
	Inputs  []input.Record `json:"inputs"`
	Tested  []input.Record `json:"tested,omitempty"`
	Format  string         `json:"format"`
	Columns []string       `json:"columns,omitempty"`
	Seed    uint64         `json:"seed"`
	Device  string         `json:"device,omitempty"`

	*StyleOutcome
}

// A StyleOutcome is what teaching came to.
type StyleOutcome struct {
	Labels      []StyleLabel       `json:"labels"`
	Left        int                `json:"left_out"` // documents without a headline or a label
	Weights     int                `json:"weights"`
	Temperature float64            `json:"temperature"`
	HeldOut     *classify.Measured `json:"held_out"`
	Check       *classify.Checked  `json:"check"`
	Speaking    []classify.Spoken  `json:"speaking"`
	Curve       []train.Point      `json:"curve,omitempty"`
	Best        int                `json:"best,omitempty"`
	More        any                `json:"more,omitempty"`
}

// A StyleLabel is a label with its headlines.
type StyleLabel struct {
	Name    string `json:"name"`
	Learnt  int    `json:"learnt"`
	HeldOut int    `json:"held_out"`
	Garbled int    `json:"garbled,omitempty"` // with characters that were decoded wrongly
}

// styleBody is how much of an article is kept: enough to learn word vectors from, and to tell it by its beginning.
const styleBody = 1 << 14

// Teach teaches the classifier and puts it in its place.
func (s *Style) Teach(ctx context.Context) (*StyleCard, error) {
	var err error
	if s.kind, s.options, err = all.Parse(s.Classifier); err != nil {
		return nil, option.Errorf("classifier", ": %w", err)
	}
	if err := Guard(s.Folder, ""); err != nil {
		return nil, err
	}
	if err := s.Open(ctx); err != nil {
		return nil, err
	}
	defer s.Close()
	card := &StyleCard{
		Version: hed.Version, Kind: s.kind.Name, Options: s.options, Label: s.Label, Inputs: s.Inputs, Format: s.Format, Columns: s.Paths.Columns, Seed: s.Seed,
	}
	lesson := classify.Lesson{Options: s.options, Seed: s.Seed, Workers: s.Workers, Now: s.Now, Tell: s.Progress}
	if s.kind.Network {
		d, err := s.Device()
		if err != nil {
			return nil, err
		}
		defer d.Close()
		lesson.Device = d.(tensor.Learner)
		card.Device = nameOf(lesson.Device)
	}
	var held []classify.Example
	out := &StyleOutcome{}
	if lesson.Learn, err = s.read(ctx, s.Documents, s.label(s.Paper), out); err != nil {
		return nil, err
	}
	for _, p := range s.Papers {
		more, record, err := s.more(ctx, p.Paths, p.Label, out)
		if err != nil {
			return nil, err
		}
		lesson.Learn, card.Inputs = append(lesson.Learn, more...), append(card.Inputs, record...)
	}
	if err := classify.Enough(lesson.Learn); err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	if s.Test == nil {
		lesson.Learn, held = classify.Held(lesson.Learn, 0.2, s.Seed)
	} else if held, card.Tested, err = s.more(ctx, s.Test, "", out); err != nil {
		return nil, err
	}
	if s.Resume && card.complete(s.Folder) {
		s.Tell(run.Event{Kind: run.Note, Text: s.Folder + " is complete; there is nothing to continue"})
		return card, nil
	}
	return card, s.Learn("the classifier", "", []any{*card}, func(unfinished string) (Files, error) {
		lesson.Folder = unfinished
		card.StyleOutcome = out
		return s.teach(ctx, lesson, held, card)
	})
}

// complete tells whether a folder has the classifier that is asked for, with all files as they were written, and fills in what
// it came to.
func (c *StyleCard) complete(folder string) bool {
	data, err := os.ReadFile(filepath.Join(folder, CardFile))
	if err != nil {
		return false
	}
	var there StyleCard
	if json.Unmarshal(data, &there) != nil {
		return false
	}
	list, err := staging.ListWith(folder, CardFile)
	if err != nil || list == nil || list.CheckAll(folder) != nil {
		return false
	}
	outcome := there.StyleOutcome
	there.StyleOutcome = nil
	a, errA := json.Marshal(there)
	b, errB := json.Marshal(c)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		return false
	}
	c.StyleOutcome = outcome
	return true
}

// more reads documents beside the first ones, of one label unless it is "", and records their files.
func (s *Style) more(ctx context.Context, p *input.Paths, label string, out *StyleOutcome) ([]classify.Example, []input.Record, error) {
	docs, err := p.Open(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range docs.Warnings {
		s.Tell(run.Event{Kind: run.Warning, Text: w})
	}
	examples, err := s.read(ctx, docs, s.label(label), out)
	if err != nil {
		return nil, nil, err
	}
	record, err := p.Record(ctx)
	return examples, record, err
}

// read makes examples of documents.
func (s *Style) read(ctx context.Context, docs *input.Documents, of func(*corpus.Document) string, out *StyleOutcome) (examples []classify.Example, err error) {
	fields := map[string]bool{}
	labelled := false
	for d, err := range docs.Reader.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		label := strings.TrimSpace(of(d))
		labelled = labelled || label != ""
		for f := range d.Meta {
			fields[f] = true
		}
		if label == "" || len(d.References) == 0 || strings.TrimSpace(d.References[0]) == "" {
			out.Left++
			continue
		}
		examples = append(examples, classify.Example{Text: d.References[0], Body: strings.Clone(d.Body[:min(len(d.Body), styleBody)]), Label: label})
	}
	switch {
	case len(examples) > 0:
		return examples, nil
	case labelled:
		return nil, fmt.Errorf("%s: no document has a headline; a classifier learns from headlines", docs.File)
	}
	have := "there are no other fields"
	if len(fields) > 0 {
		have = "fields are " + count.Names(slices.Sorted(maps.Keys(fields)))
	}
	return nil, fmt.Errorf("%s: no document has the label, in its field %s; %s, and %s chooses one of them, or %s another name for source",
		docs.File, s.Label, have, option.Name("label"), option.Name("columns"))
}

// label gives the label of documents: that of their paper, or what their field says.
func (s *Style) label(paper string) func(*corpus.Document) string {
	return func(d *corpus.Document) string {
		switch {
		case paper != "":
			return paper
		case s.Label == "source":
			return d.Source
		}
		return d.Meta[s.Label]
	}
}

// teach teaches, measures and checks.
func (s *Style) teach(ctx context.Context, l classify.Lesson, held []classify.Example, card *StyleCard) (Files, error) {
	out := card.StyleOutcome
	c, taught, err := classify.Train(ctx, s.kind, l)
	if err != nil {
		return nil, err
	}
	s.count(c.Labels(), l.Learn, held, out)
	if out.HeldOut, _, err = c.Measure(ctx, held, s.Seed); err != nil {
		return nil, err
	}
	by := s.kind
	if by.Network { // which would take as long again for each row
		if by, err = all.Find("linear"); err != nil {
			return nil, err
		}
		l.Options = ""
	}
	if out.Check, err = classify.Check(ctx, by, l, held, c); err != nil {
		return nil, err
	}
	texts := make([]string, len(held))
	for i, e := range held {
		texts[i] = e.Text
	}
	if out.Speaking, err = c.Speaking(ctx, texts, 20); err != nil {
		return nil, err
	}
	out.Weights, out.Temperature, out.Curve, out.Best, out.More = c.Model.Weights(), c.Temperature, taught.Curve, taught.Best, taught.More
	files := c.Files()
	files[CardFile] = asJSON(card)
	if len(out.Curve) > 0 {
		curve := &Outcome{Curve: out.Curve, Best: out.Best}
		line := curve.chart().(chart.Line)
		line.Title = "Loss of a headline, by steps"
		files["curve.csv"] = func(w io.Writer) error { return report.CSV(w, curve.table(), report.Style{}) }
		files["curve.svg"] = func(w io.Writer) error { return chart.Write(w, chart.SVG, line) }
	}
	return files, nil
}

// count counts headlines by label, and warns of what a classifier would learn though nobody wants it to.
func (s *Style) count(labels []string, learn, held []classify.Example, out *StyleOutcome) {
	of := make([]StyleLabel, len(labels))
	for part, examples := range [][]classify.Example{learn, held} {
		for _, e := range examples {
			i := slices.Index(labels, e.Label)
			if i < 0 {
				continue
			}
			if of[i].Name = e.Label; part == 0 {
				of[i].Learnt++
			} else {
				of[i].HeldOut++
			}
			if align.Garbled(e.Text) {
				of[i].Garbled++
			}
		}
	}
	out.Labels = of
	if out.Left > 0 {
		s.warn("%s left out, without a headline or without a label", count.Of(out.Left, "document"))
	}
	const few = 50
	for _, l := range of {
		if l.Garbled > 0 {
			s.warn("%s of %s with characters that were decoded wrongly, such as â€™ for ’; the classifier may recognise the label by them", count.Of(l.Garbled, "headline"), l.Name)
		}
		if l.Learnt < few {
			s.warn("%s to learn from have the label %s; its figures are hardly more than a guess", count.Of(l.Learnt, "headline"), l.Name)
		}
	}
}

func (s *Style) warn(format string, args ...any) {
	s.Tell(run.Event{Kind: run.Warning, Text: fmt.Sprintf(format, args...)})
}

// Print prints how well a classifier judges, by what, and what speaks for each label; all of the card as JSON.
func (c *StyleCard) Print(p *report.Printer) error {
	if p.As == "json" {
		return p.Print(nil, c)
	}
	judged := report.NewTable("label", "learnt from", "held out").Fractions("F1", "low", "high")
	for i, l := range c.Labels {
		judged.Add(l.Name, l.Learnt, l.HeldOut, c.HeldOut.F1[i], report.Label(""), report.Label(""))
	}
	judged.Add("mean", report.Label(""), c.HeldOut.N, c.HeldOut.Macro, c.HeldOut.Low, c.HeldOut.High)
	by := report.NewTable("what is judged").Fractions("F1", "low", "high", "this one")
	for _, r := range c.Check.Rows {
		by.Add(r.Texts, r.Macro, r.Low, r.High, r.This)
	}
	for _, r := range c.Check.Shares {
		by.Add("= "+r.Of, r.F1, r.Low, r.High, report.Label(""))
	}
	speaking := report.NewTable("label", "words", "characters")
	for _, l := range c.Speaking {
		speaking.Add(l.Label, said(l.Words), said(l.Chars))
	}
	for i, part := range []struct {
		title string
		table *report.Table
	}{
		{"How well " + count.Of(c.HeldOut.N, "headline") + " are judged that were not learnt from", judged},
		{"What is judged: F1 where something is hidden, learnt again by " + c.Check.By + "; this one was not", by},
		{"What speaks for each label", speaking},
	} {
		if i > 0 {
			if err := p.Space(); err != nil {
				return err
			}
		}
		if err := p.Line(part.title); err != nil {
			return err
		}
		if err := p.Print(part.table, nil); err != nil {
			return err
		}
	}
	return nil
}

// said lists the first texts, with blanks that can be seen.
func said(all []classify.Said) string {
	var b strings.Builder
	for i, w := range all[:min(len(all), 10)] {
		if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(strings.ReplaceAll(w.Text, " ", "␣"))
	}
	return b.String()
}
